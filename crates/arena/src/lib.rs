//! Matches between players: openings, clocks, Elo, SPRT.
