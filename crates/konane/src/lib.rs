//! Generalised Konane: rules, decomposition, game strings, exact values, players.
