//! The workshop: tuning, openings and audits, which make the players but are not installed with them.
//!
//! `cargo run --release -p banmen-workshop -- GAME COMMAND`. Results go to standard output, progress and errors to standard error.
//! Every command is reproducible from its options.

mod console;
mod dobutsu;
mod gomoku;
mod puzzles;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tuning, openings and audits of Banmen's games.
#[derive(Parser)]
#[command(name = "workshop", version, propagate_version = true)]
struct Workshop {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// Animal shogi: fit the evaluation, count positions.
    #[command(subcommand)]
    Dobutsu(dobutsu::Command),
    /// Gomoku: play games for tuning, fit the weights, make openings.
    #[command(subcommand)]
    Gomoku(gomoku::Command),
    /// Any game: how many puzzles of each depth its levels solve.
    Puzzles(puzzles::Options),
}

fn main() -> ExitCode {
    let result = match Workshop::parse().game {
        Game::Dobutsu(command) => dobutsu::run(command),
        Game::Gomoku(command) => gomoku::run(command),
        Game::Puzzles(options) => puzzles::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("workshop: {error:#}");
            ExitCode::from(2)
        }
    }
}
