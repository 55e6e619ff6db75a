//! `banmen konane …`: what positions are worth, who wins, their strings, and experiments with them.

mod batch;
mod best;
mod census;
mod longest;
mod merge;
mod options;
mod outcome;
#[cfg(feature = "parquet")]
mod parquet;
mod plot;
mod read;
mod shard;
mod sheet;
mod strategy;
mod string;
mod thermograph;
mod tile;
mod value;
mod verify;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use banmen_catalog::Entry;
use banmen_core::{Limits, Playable, Stop};
use banmen_konane::tools::Halt;
use banmen_konane::{Board, BoardError, Effort, Jumps, Stone};
use clap::{Args, Subcommand};
use indicatif::{HumanBytes, HumanCount, ProgressBar};

use crate::arguments::{parse_bytes, parse_seconds};
use crate::commands::{generic, puzzles};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::Failure;
use crate::progress;

pub use thermograph::To;
pub use value::described_with;

/// Konane.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What a position is worth: canonical form, temperature, mean, parts.
    #[command(after_help = "Examples:
  banmen konane value '.../BW./WB.'
  banmen konane value board.txt --jumps final --memory 4G --time 60 --json
  printf 'W..\\nWWW\\n.BW\\nB..\\n' | banmen konane value -
  banmen konane value --batch boards.txt --csv -o values.csv
  banmen konane value --batch boards.txt --jsonl --shard 3/8 -o piece-3.jsonl --resume

A board is its rows from the top: B black (Left), W white (Right), . empty, # blocked.")]
    Value(value::Options),
    /// Who wins, whoever starts. Reaches larger boards than `value`.
    #[command(after_help = "Examples:
  banmen konane outcome 'WBWB/B..W/WBWB/BWBW'
  banmen konane outcome board.txt --first black --time 60 --json
  banmen konane outcome --traditional 6x6 --threads 4 --certificate six.proof
  banmen konane outcome board.txt --memory 16G --time 3600 --checkpoint board.search")]
    Outcome(outcome::Options),
    /// Whether a certificate of `outcome` proves what it claims, by the plain rules alone.
    #[command(after_help = "Examples:
  banmen konane outcome --traditional 5x5 --certificate five.proof
  banmen konane verify five.proof")]
    Verify(verify::Options),
    /// Every move of both players, its value, and whether it matters.
    Options(options::Options),
    /// How the winner wins: one answer to everything the loser can do.
    #[command(after_help = "Examples:
  banmen konane strategy '.../BW./WB.' --first white --depth 9
  banmen konane strategy '.../BW./WB.' --first white --moves 'b1-b3' --json")]
    Strategy(strategy::Options),
    /// The game string, or only its length.
    #[command(after_help = "Examples:
  banmen konane string 'W../WWW/.BW/B..'             {{|0}|0,{0|}}
  banmen konane string 'W../WWW/.BW/B..' --integers  {-1|0,1}
  banmen konane string board.txt --length")]
    String(string::Options),
    /// What a game string is worth.
    #[command(after_help = "Examples:
  banmen konane read '{0,{0|0}|0}'
  banmen konane string board.txt | banmen konane read - --json")]
    Read(read::Options),
    /// What the computer would play.
    Best(best::Options),
    /// The thermograph, as a drawing or in numbers.
    Thermograph(thermograph::Options),
    /// How a quantity grows over a family of tiled boards.
    #[command(after_help = "Examples:
  banmen konane tile --rows 3 --cols 3..=15 --csv lengths.csv --plot lengths.svg --log
  banmen konane tile --square 3..=6 --what value --json")]
    Tile(tile::Options),
    /// All positions of a size up to symmetry: their values, how often each occurs, and records.
    #[command(after_help = "Examples:
  banmen konane census --rows 3 --cols 4
  banmen konane census --rows 3 --cols 3 --where 'temperature > 1' --json
  banmen konane census --rows 3 --cols 4 --list --csv -o positions.csv")]
    Census(census::Options),
    /// The simplest position with a value.
    #[command(after_help = "Examples:
  banmen konane find '^2'
  banmen konane find '{1|-1}' --json")]
    Find(census::Find),
    /// A board as it is, or for LaTeX.
    Board(census::Draw),
    /// Put the pieces together that --shard made, of a table or of `longest`.
    #[command(after_help = "Examples:
  banmen konane merge piece-*.csv -o values.csv
  banmen konane merge longest-*.json")]
    Merge(merge::Options),
    /// The positions of a size with the longest strings.
    #[command(after_help = "Examples:
  banmen konane longest --rows 3 --cols 4 --top 5
  banmen konane longest --rows 5 --cols 5 --seed 7 --time 60
  banmen konane longest --rows 4 --cols 4 --shard 1/2 --json > longest-1.json

Small sizes are searched exhaustively, up to symmetry; larger ones by a local search, which proves nothing.")]
    Longest(longest::Options),
    /// Find puzzles in games of the engines and prove their answers.
    #[command(after_help = "Examples:
  banmen konane puzzles --count 120 --seed 1
  banmen konane puzzles --count 20 --seed 7 --threads 4 > puzzles.jsonl

One puzzle in JSON a line; the same seed finds the same puzzles with any number of threads.")]
    Puzzles(puzzles::Options),
    /// What a position of a game is worth, better and better until you stop it.
    Analyse(generic::Analyse),
    /// Draw a position of a game and list its moves.
    Show(generic::Show),
}

/// Runs a command of Konane.
pub fn run(options: Options) -> Result<(), Failure> {
    match options.command {
        Command::Value(options) => value::run(&options),
        Command::Outcome(options) => outcome::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::Options(options) => options::run(&options),
        Command::Strategy(options) => strategy::run(&options),
        Command::String(options) => string::run(&options),
        Command::Read(options) => read::run(&options),
        Command::Best(options) => best::run(&options),
        Command::Thermograph(options) => thermograph::run(&options),
        Command::Tile(options) => tile::run(&options),
        Command::Longest(options) => longest::run(&options),
        Command::Merge(options) => merge::run(&options),
        Command::Census(options) => census::run(&options),
        Command::Find(options) => census::find(&options),
        Command::Board(options) => census::draw(&options),
        Command::Puzzles(options) => puzzles::run(entry()?, &options),
        Command::Analyse(options) => generic::analyse(entry()?, &options),
        Command::Show(options) => generic::show(entry()?, &options),
    }
}

fn entry() -> Result<&'static Entry, Failure> {
    banmen_catalog::find(banmen_konane::Konane::ID).map_err(Failure::input)
}

/// A position and how stones jump on it.
#[derive(Args)]
struct Position {
    /// Rows joined by `/` or `|`, a file, or `-` for standard input with one row a line.
    board: String,
    #[command(flatten)]
    rule: Rule,
}

/// A position, unless there is a batch of them.
#[derive(Args)]
struct PositionOrBatch {
    /// Rows joined by `/` or `|`, a file, or `-` for standard input with one row a line.
    // Whatever conflicts with it, a batch for instance, takes its place.
    #[arg(required = true)]
    board: Option<String>,
    #[command(flatten)]
    rule: Rule,
    #[command(flatten)]
    batch: batch::Batch,
}

impl PositionOrBatch {
    /// The one board that was asked about; `None` if there is a batch.
    fn board(&self) -> Result<Option<Board>, Failure> {
        if self.batch.file.is_some() {
            return Ok(None);
        }
        read_board(self.board.as_deref().unwrap_or_default()).map(Some)
    }
}

/// How far jumps go.
#[derive(Args)]
struct Rule {
    /// any: a stone may stop after any jump; final: it jumps as far as it can.
    #[arg(long, value_parser = parse_jumps, default_value = "any")]
    jumps: Jumps,
}

/// How much may be spent.
#[derive(Args)]
struct Spending {
    /// The most memory: 400M, 8G.
    #[arg(long, value_parser = parse_bytes, default_value = "8G")]
    memory: u64,
    /// Seconds at most.
    #[arg(long, value_parser = parse_seconds)]
    time: Option<Duration>,
    /// How many threads work together; one for each core if nothing is said. The answer does not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// How many cores there are to work on.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Spending {
    /// The limits, ended by Ctrl-C as well.
    fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            memory: Some(self.memory),
            threads: self.threads.map_or_else(cores, usize::from),
            cancel: cancel_on_ctrl_c(),
            ..Limits::none()
        }
    }

    /// Works within the limits while a line says how far it has got, and prints the answer, or what is known of it.
    fn spend<A>(
        &self,
        what: &str,
        work: impl FnOnce(&Limits, &mut dyn FnMut(&Effort)) -> Result<A, Halt<A>>,
        print: impl FnOnce(&A) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut watch = Watch::new(what);
        let answer = work(&self.limits(), &mut |effort| watch.show(effort));
        watch.end();
        match answer {
            Ok(answer) => print(&answer),
            Err(halt) => {
                if let Halt::Limit { partial, .. } = &halt {
                    print(partial)?;
                }
                Err(ended(&halt))
            }
        }
    }
}

/// The longest text of a board that is read: more than any board needs.
const LONGEST_BOARD: u64 = 1 << 16;

impl Position {
    fn board(&self) -> Result<Board, Failure> {
        read_board(&self.board)
    }
}

/// Reads a board that is given as it is, as a file, or as `-` for standard input.
fn read_board(given: &str) -> Result<Board, Failure> {
    let text = if given == "-" {
        read_text(io::stdin().lock())?
    } else {
        match given.parse::<Board>() {
            Ok(board) => return Ok(board),
            Err(error) if !Path::new(given).is_file() => {
                let no_file = if given.is_empty() { "" } else { "; nor is there a file of that name" };
                return Err(Failure::input(format!("{error}{no_file}")));
            }
            Err(_) => read_text(open(given)?)?,
        }
    };
    text.parse().map_err(|error| match error {
        BoardError::Several { .. } => Failure::input(format!("{error}; --batch answers for many boards")),
        error => Failure::input(error),
    })
}

/// Opens a file that was named.
fn open(path: &str) -> Result<File, Failure> {
    File::open(path).map_err(|error| Failure::input(format!("{path}: {error}")))
}

fn read_text(from: impl Read) -> Result<String, Failure> {
    let mut text = String::new();
    let mut from = from.take(LONGEST_BOARD + 1);
    from.read_to_string(&mut text).map_err(|error| Failure::input(format!("the board cannot be read: {error}")))?;
    if text.len() as u64 > LONGEST_BOARD {
        return Err(Failure::input(format!("the board is too long: at most {LONGEST_BOARD} bytes are read")));
    }
    Ok(text)
}

fn parse_jumps(text: &str) -> Result<Jumps, String> {
    match text {
        "any" => Ok(Jumps::Any),
        "final" => Ok(Jumps::Final),
        _ => Err("`any` or `final` was expected".to_owned()),
    }
}

fn parse_stone(text: &str) -> Result<Stone, String> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" | "left" => Ok(Stone::Black),
        "white" | "w" | "right" => Ok(Stone::White),
        _ => Err("`black` or `white` was expected".to_owned()),
    }
}

/// How a command ends whose answer is not whole. What is known has been printed.
fn ended<P>(halt: &Halt<P>) -> Failure {
    match halt {
        Halt::Input(why) => Failure::input(why),
        Halt::Limit { stop: Stop::Cancelled, .. } => Failure::Interrupted,
        Halt::Limit { stop, .. } => Failure::failed(format!("{stop}; what is known so far was printed")),
    }
}

/// A line on standard error that says how far the work has got.
struct Watch {
    line: ProgressBar,
    shown: Instant,
}

/// The time between two changes of the line.
const BETWEEN: Duration = Duration::from_millis(100);

impl Watch {
    fn new(what: &str) -> Watch {
        Watch { line: progress::spinner(what), shown: Instant::now() }
    }

    /// Whether it is time to change the line.
    fn due(&mut self) -> bool {
        let due = self.shown.elapsed() >= BETWEEN;
        if due {
            self.shown = Instant::now();
        }
        due
    }

    /// Positions, rate and memory.
    fn show(&mut self, effort: &Effort) {
        if self.due() {
            self.line.set_message(describe(effort));
        }
    }

    fn end(self) {
        self.line.finish_and_clear();
    }
}

fn describe(effort: &Effort) -> String {
    let rate = effort.positions as f64 / effort.elapsed.as_secs_f64().max(1e-3);
    format!("{} positions, {}/s, {}", HumanCount(effort.positions), HumanCount(rate as u64), HumanBytes(effort.bytes))
}
