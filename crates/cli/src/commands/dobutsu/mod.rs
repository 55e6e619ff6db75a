//! `banmen dobutsu …`: animal shogi on its three boards.

mod analyse;
mod bench;
mod best;
mod perft;
mod show;
mod tablebase;

use banmen_catalog::AnyGame;
use banmen_core::{Event, Game, Playable, Record};
use banmen_dobutsu::{BoardName, Position, Rules};
use clap::{Args, Subcommand};

use crate::commands::{generic, puzzles};
use crate::data_dir;
use crate::output::Failure;

/// Animal shogi.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What a computer player would play.
    #[command(after_help = "Examples:
  banmen dobutsu best --level master --time 0.5
  banmen dobutsu best --board deer --position 'gel2/1C1cd/5/1CcLE/D3G[Cc] b' --level hard --json")]
    Best(best::Options),
    /// The best lines, deeper and deeper until you stop it.
    #[command(after_help = "Examples:
  banmen dobutsu analyse --moves 'c2c3 c4c3' --lines 3
  banmen dobutsu analyse --board classic --kind exact       every move's distance to the end
  banmen dobutsu analyse --time 5 --json                    one JSON document a line")]
    Analyse(analyse::Options),
    /// Draw a position and list its moves.
    Show(show::Options),
    /// Count the move sequences of a length.
    #[command(after_help = "Examples:
  banmen dobutsu perft --board deer --depth 7 --json
  banmen dobutsu perft --board classic --depth 5 --divide")]
    Perft(perft::Options),
    /// Find puzzles in games of the engines and prove their answers.
    #[command(after_help = "Examples:
  banmen dobutsu puzzles --count 120 --seed 1
  banmen dobutsu puzzles --count 20 --seed 7 --threads 4 > puzzles.jsonl

One puzzle in JSON a line; the same seed finds the same puzzles with any number of threads.")]
    Puzzles(puzzles::Options),
    /// Speak the USI protocol on standard input and output.
    Usi,
    /// Search fixed positions: nodes a second, and one number that changes when the search does.
    Bench(bench::Options),
    /// Build the table of the whole 3×4 game.
    Solve(tablebase::SolveOptions),
    /// Look a position of the 3×4 game up in the table.
    Probe(tablebase::ProbeOptions),
}

/// Runs a command of animal shogi.
pub fn run(options: Options) -> Result<(), Failure> {
    match options.command {
        Command::Best(options) => best::run(&options),
        Command::Analyse(options) => analyse::run(&options),
        Command::Show(options) => show::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Usi => {
            use_tables();
            generic::speak(Position::ID, "usi")
        }
        Command::Puzzles(options) => puzzles::run(generic::entry(Position::ID)?, &options),
        Command::Bench(options) => bench::run(&options),
        Command::Solve(options) => tablebase::solve(options),
        Command::Probe(options) => tablebase::probe(options),
    }
}

/// A position: a board, where it starts, and the moves from there.
#[derive(Args)]
struct Start {
    /// deer (5×5), classic (3×4) or gorogoro (5×6).
    #[arg(long, default_value_t = BoardName::Deer)]
    board: BoardName,
    /// The position, as `gel1d/1ccc1/5/1CCC1/D1LEG[-] w` [default: the board's start].
    #[arg(long, value_name = "POSITION", default_value = "", hide_default_value = true)]
    position: String,
    /// Moves from there, such as 'b2b3 d4d3 C@c3'.
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

impl Start {
    fn position(&self) -> Result<Position, Failure> {
        let rules = Rules { board: self.board, position: self.position.clone() };
        let mut position = Position::start(&rules).map_err(Failure::input)?;
        for (number, word) in (1..).zip(self.moves.split_whitespace()) {
            let m = word.parse().map_err(|error| Failure::input(format!("move {number}: {error}")))?;
            position.play(m).map_err(|error| Failure::input(format!("move {number}: {error}")))?;
        }
        Ok(position)
    }

    fn game(&self) -> Result<Box<dyn AnyGame>, Failure> {
        let position = self.position()?;
        let mut record = Record::new::<Position>(Position::ID, position.rules());
        record.events = self.moves.split_whitespace().map(|word| Event::Move(word.to_owned())).collect();
        banmen_catalog::replay(&record).map_err(Failure::input)
    }
}

/// Lets the perfect player and the exact analysis find the table where `solve` and the page keep it.
fn use_tables() {
    if let Some(folder) = data_dir::folder() {
        Position::keep_data_in(&folder);
    }
}
