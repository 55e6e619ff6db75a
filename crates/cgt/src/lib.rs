//! Short partizan games: canonical forms, values, thermographs; knows no board.
