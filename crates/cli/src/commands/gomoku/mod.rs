//! `banmen gomoku …`: what would be played, what a position looks like and what it is worth.

mod analyse;
mod bench;
mod best;
mod pbrain;
mod policy;
mod show;
mod solve;

use banmen_catalog::AnyGame;
use banmen_core::{Event, Playable, Record};
use banmen_gomoku::{Opening, Position, Rule, Rules, Size, notation};
use clap::{Args, Subcommand};

use crate::commands::{generic, puzzles};
use crate::output::Failure;

/// Gomoku and renju.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What a computer player would play.
    #[command(after_help = "Examples:
  banmen gomoku best 'j10 k10' --level classic
  banmen gomoku best 'h8 h9 i9' --size 15 --rule renju --level master --time 1 --json
  banmen gomoku best 'h8 stay i9' --size 15 --rule renju --opening taraguchi10")]
    Best(best::Options),
    /// Draw a position, or write it as SGF.
    #[command(after_help = "Examples:
  banmen gomoku show 'h8 i9 i8' --size 15 --rule renju
  banmen gomoku show --file game.sgf --json
  banmen gomoku show 'h8 i9 i8' --size 15 --sgf > game.sgf")]
    Show(show::Options),
    /// Find a forced win of the side to move, or prove that there is none.
    #[command(after_help = "Examples:
  banmen gomoku solve 'f8 a1 g8 a3 h8 a5' --size 15
  banmen gomoku solve 'f8 a1 g8 a3 h8 a5' --size 15 --kind vcf --time 10 --json

none is claimed only when it is proved for that kind; unknown means that the time ran out.")]
    Solve(solve::Options),
    /// The best lines, deeper and deeper until you stop it.
    #[command(after_help = "Examples:
  banmen gomoku analyse 'h8 h9 g8' --size 15 --lines 3
  banmen gomoku analyse 'h8 h9 g8' --size 15 --time 5 --json    one JSON document a line")]
    Analyse(analyse::Options),
    /// Where a strong player would look, before any search.
    #[command(after_help = "Examples:
  banmen gomoku policy 'h8 h9 g8' --size 15
  banmen gomoku policy 'h8 h9 g8' --size 15 --rule renju --json

The network's first impression: how likely each move is the best, on boards of 15 to 20 lines.")]
    Policy(policy::Options),
    /// Find puzzles in games of the engines and prove their answers.
    #[command(after_help = "Examples:
  banmen gomoku puzzles --count 120 --seed 1
  banmen gomoku puzzles --count 20 --seed 7 --threads 4 > puzzles.jsonl

One puzzle in JSON a line; the same seed finds the same puzzles with any number of threads.")]
    Puzzles(puzzles::Options),
    /// Search fixed positions: nodes a second, and one number that changes when the search does.
    Bench(bench::Options),
    /// Speak the Gomocup protocol on standard input and output.
    Pbrain(pbrain::Options),
}

/// Runs a command of gomoku.
pub fn run(options: Options) -> Result<(), Failure> {
    match options.command {
        Command::Best(options) => best::run(&options),
        Command::Show(options) => show::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Analyse(options) => analyse::run(&options),
        Command::Policy(options) => policy::run(&options),
        Command::Puzzles(options) => puzzles::run(generic::entry(Position::ID)?, &options),
        Command::Bench(options) => bench::run(&options),
        Command::Pbrain(options) => pbrain::run(&options),
    }
}

/// A position: moves in order on a board under a rule.
#[derive(Args)]
struct Start {
    /// The moves so far, Black's first: `j10 k10 k11`. A column letter from a (i is used), a row number from the bottom.
    #[arg(default_value = "")]
    moves: String,
    #[command(flatten)]
    board: OnBoard,
}

/// A board and a rule.
#[derive(Args)]
struct OnBoard {
    /// Points a side, 5 to 22.
    #[arg(long, default_value_t = Size::NINETEEN)]
    size: Size,
    /// freestyle (five or more win), standard (exactly five), renju (standard, and points forbidden to Black).
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// none, swap, swap2 or taraguchi10; decisions stand among the moves: `h8 stay h9 swap`.
    #[arg(long, default_value_t = Opening::None)]
    opening: Opening,
}

impl OnBoard {
    fn rules(&self) -> Rules {
        Rules { opening: self.opening, ..Rules::new(self.size, self.rule) }
    }
}

impl Start {
    fn position(&self) -> Result<Position, Failure> {
        notation::play_list(self.board.rules(), &self.moves).map_err(Failure::input)
    }

    fn record(&self) -> Result<Record, Failure> {
        self.position()?;
        let mut record = Record::new::<Position>(Position::ID, &self.board.rules());
        let moves = notation::parse_moves(&self.moves).map_err(Failure::input)?;
        record.events = moves.iter().map(|m| Event::Move(m.to_string())).collect();
        Ok(record)
    }

    fn game(&self) -> Result<Box<dyn AnyGame>, Failure> {
        banmen_catalog::replay(&self.record()?).map_err(Failure::input)
    }
}
