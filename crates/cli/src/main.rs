//! The command `banmen`: play board games and find out exactly what a position is worth.
//!
//! Without an argument it serves the page and opens the browser. Everything else is `banmen GAME COMMAND`: results on
//! standard output, progress and errors on standard error, exit status 0 done, 2 bad input, 1 failed, 130 interrupted.

mod analysing;
mod arguments;
mod asking;
mod commands;
mod data_dir;
mod interrupt;
mod output;
mod progress;
mod settings;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use commands::{
    backup, cgt, completions, convert, dobutsu, games, generic, gomoku, konane, match_, prune, quantum, restore, serve,
};

/// Play board games and find out exactly what a position is worth.
///
/// Without a command, Banmen starts its server on this machine and opens the page in your browser.
#[derive(Parser)]
#[command(name = "banmen", version, propagate_version = true, args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  banmen                                        play in the browser
  banmen gomoku best 'j10 k10' --level classic  what would the computer play?
  banmen games                                  what games and levels are there?

Every game of `banmen games` answers best, analyse and show. Every command that answers something also answers in JSON: add
--json.")]
struct Cli {
    #[command(flatten)]
    serve: serve::Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the page to browsers.
    Serve(Box<serve::Options>),
    /// Copy all games into a file, while the server goes on.
    Backup(backup::Options),
    /// Bring the games of a backup back.
    Restore(restore::Options),
    /// Throw old games away.
    Prune(prune::Options),
    /// List the games, their rules and levels.
    Games(games::Options),
    /// Animal shogi on three boards: the best move, analysis, the solved game, USI.
    Dobutsu(dobutsu::Options),
    /// Gomoku and renju: the best move, positions, SGF.
    Gomoku(gomoku::Options),
    /// Konane: exact values, outcomes, game strings, thermographs, experiments.
    Konane(konane::Options),
    /// Combinatorial games by their own names: evaluate, compare, draw.
    Cgt(cgt::Options),
    /// Quantum gomoku: the odds of an observation, the best move, tiny games solved, fair draws.
    Quantum(quantum::Options),
    /// Let contenders play a match: levels, or programs behind their protocols.
    Match(match_::Options),
    /// Write a game in another format, with its variations and comments.
    Convert(convert::Options),
    /// Print a completion script for your shell.
    Completions(completions::Options),
    /// `banmen GAME best|analyse|show` for a game that has no commands of its own.
    #[command(external_subcommand)]
    Game(Vec<OsString>),
}

fn main() -> ExitCode {
    // Dozens of limits are for `banmen serve --help`, not for whoever meets the program.
    let command = Cli::command()
        .mut_args(|argument| if argument.is_hide_short_help_set() { argument.hide(true) } else { argument });
    let cli = Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    let result = match cli.command {
        None => serve::run(cli.serve),
        Some(Command::Serve(options)) => serve::run(*options),
        Some(Command::Backup(options)) => backup::run(options),
        Some(Command::Restore(options)) => restore::run(options),
        Some(Command::Prune(options)) => prune::run(options),
        Some(Command::Games(options)) => games::run(options),
        Some(Command::Dobutsu(options)) => dobutsu::run(options),
        Some(Command::Gomoku(options)) => gomoku::run(options),
        Some(Command::Konane(options)) => konane::run(options),
        Some(Command::Cgt(options)) => cgt::run(options),
        Some(Command::Quantum(options)) => quantum::run(options),
        Some(Command::Match(options)) => match_::run(options),
        Some(Command::Convert(options)) => convert::run(&options),
        Some(Command::Completions(options)) => completions::run(options, &mut Cli::command()),
        Some(Command::Game(words)) => generic::run(&words),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
