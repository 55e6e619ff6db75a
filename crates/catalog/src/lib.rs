//! Every game by name: run-time dispatch, metadata for people and machines.
