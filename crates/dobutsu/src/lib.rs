//! Animal shogi on three boards: rules as data, search, chokudai search, tablebase, USI.
