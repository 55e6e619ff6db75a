//! Gomoku and renju: rules, patterns, threats, search, the Gomocup protocol.
