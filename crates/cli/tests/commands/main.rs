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
#[cfg(target_os = "linux")]
mod matches;
mod program;
mod quantum;
mod settings;
