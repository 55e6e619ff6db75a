//! The program from outside, as a person or a script calls it.

mod batch;
mod census;
mod cgt;
mod dobutsu;
mod every_game;
mod gomoku;
mod keeping;
mod kill;
mod konane;
mod program;
mod quantum;
mod settings;
