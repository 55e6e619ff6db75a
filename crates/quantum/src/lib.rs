//! Quantum gomoku: rules, exact odds, sampling, players.
