//! `banmen quantum …`: the odds of an observation, the best move, tiny games solved, and whether the draws were fair.

use std::fmt::Write as _;
use std::io::Read as _;
use std::str::FromStr;
use std::time::Duration;

use banmen_catalog::Entry;
use banmen_core::{Limits, Record, Seat, ToolError};
use banmen_quantum::tools::{self, OddsAnswer, OddsQuestion, SolveQuestion};
use banmen_quantum::{ADVISER, AfterMiss, CheckedDraw, ID, verify};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::Value;

use crate::arguments::parse_seconds;
use crate::asking::Asking;
use crate::commands::{generic, puzzles};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};
use crate::progress;

/// The longest record file that is read, in bytes.
const LONGEST_FILE: u64 = 4 << 20;
/// The memory that a solution may take unless somebody says otherwise, in megabytes.
const USUAL_MEMORY: u64 = 2048;

/// Quantum gomoku.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What an observation of a board would bring.
    #[command(after_help = "Examples:
  banmen quantum odds 'j10:90 k10:70 l10:90 m10:70 n10:90'
  banmen quantum odds 'a1:90 b1:10 c1:100' --size 3 --row 3 --json
  banmen quantum odds 'j10:90 k10:70 l10:90 m10:70 n10:90' --samples 1000000 --json

Stones are points with their percentage of black; 0 and 100 are colours that were kept.
black, white, both and none are the four things that can happen, and their chances add up to 1. \"exact\" numbers are a sum
over all colourings; \"sampled\" ones are estimates with an interval that holds the true value with 95 % confidence.")]
    Odds(Odds),
    /// What a computer player would do in the last position of a record.
    #[command(after_help = "Examples:
  banmen quantum best game.json --level hard
  banmen quantum best - --level hard --time 5 --json < game.json")]
    Best(Best),
    /// Solve a tiny game: its value under best play of both, and the best first move.
    #[command(after_help = "Examples:
  banmen quantum solve --size 3 --row 3 --observations unlimited --after-miss revert
  banmen quantum solve --size 3 --row 3 --observations 2 --after-miss choose --json

The value is Black's expected score: win 1, draw 1/2, loss 0.")]
    Solve(Solve),
    /// Check a finished record's draws against its revealed seed.
    #[command(after_help = "Examples:
  banmen quantum verify game.json
  banmen quantum verify game.json --hash 4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef
  banmen quantum verify game.json --json

The exit status is 0 if every draw is what the seed and the players' contributions say, and the hash is the one given; 1 if not. docs/fairness.md says how to check without this program.")]
    Verify(Verify),
    /// Find puzzles in games of the engines and prove their answers.
    #[command(after_help = "Examples:
  banmen quantum puzzles --count 120 --seed 1
  banmen quantum puzzles --count 20 --seed 7 --threads 4 > puzzles.jsonl

One puzzle in JSON a line; the same seed finds the same puzzles with any number of threads.")]
    Puzzles(puzzles::Options),
    /// What a position is worth, better and better until you stop it.
    Analyse(generic::Analyse),
    /// Draw a position and list its moves.
    Show(generic::Show),
}

/// Runs a command of quantum gomoku.
pub fn run(options: Options) -> Result<(), Failure> {
    match options.command {
        Command::Odds(options) => options.run(),
        Command::Best(options) => options.run(),
        Command::Solve(options) => options.run(),
        Command::Verify(options) => options.run(),
        Command::Puzzles(options) => puzzles::run(entry()?, &options),
        Command::Analyse(options) => generic::analyse(entry()?, &options),
        Command::Show(options) => generic::show(entry()?, &options),
    }
}

fn entry() -> Result<&'static Entry, Failure> {
    banmen_catalog::find(ID).map_err(Failure::input)
}

/// A tool's error as a command's.
fn failure(error: ToolError) -> Failure {
    match error {
        ToolError::Input(what) => Failure::Input(what),
        error => Failure::failed(error),
    }
}

/// Reads a record from a file, or from standard input if it is called `-`.
fn read_record(file: &str) -> Result<Record, Failure> {
    let complain = |error: &dyn std::fmt::Display| Failure::input(format!("{file}: {error}"));
    let mut text = String::new();
    let read = if file == "-" {
        std::io::stdin().take(LONGEST_FILE + 1).read_to_string(&mut text)
    } else {
        let opened = std::fs::File::open(file).map_err(|error| complain(&error))?;
        opened.take(LONGEST_FILE + 1).read_to_string(&mut text)
    };
    read.map_err(|error| complain(&error))?;
    if text.len() as u64 > LONGEST_FILE {
        return Err(complain(&format!("a record of more than {LONGEST_FILE} bytes is not read")));
    }
    serde_json::from_str(&text).map_err(|error| complain(&error))
}

/// A board, and how its odds are to be found.
#[derive(Args)]
struct Odds {
    /// The stones with their percentages of black: `j10:90 k10:10 l10:90`.
    stones: String,
    /// Points a side, 3 to 22.
    #[arg(long, default_value_t = 19)]
    size: u8,
    /// So many of one colour in a row count, or more: 3 to 6.
    #[arg(long, default_value_t = 5)]
    row: u8,
    /// An exact answer or none, however long it takes.
    #[arg(long, conflicts_with = "samples")]
    exact: bool,
    /// Sample this many boards instead of computing the exact odds.
    #[arg(long)]
    samples: Option<u64>,
    /// Where the random numbers of a sample begin.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Odds {
    fn run(self) -> Result<(), Failure> {
        let question = OddsQuestion {
            stones: self.stones,
            size: self.size,
            row: self.row,
            exact: self.exact,
            samples: self.samples,
            seed: self.seed,
        };
        let answer = tools::odds_of(&question).map_err(failure)?;
        if self.json { output::json(&answer) } else { output::line(in_words(&answer)) }
    }
}

fn in_words(answer: &OddsAnswer) -> String {
    let mut text = String::new();
    let interval = answer.interval.as_ref();
    let rows = [
        ("black", answer.black, interval.map(|interval| interval.black)),
        ("white", answer.white, interval.map(|interval| interval.white)),
        ("both", answer.both, interval.map(|interval| interval.both)),
        ("none", answer.none, interval.map(|interval| interval.none)),
    ];
    for (name, value, interval) in rows {
        // Writing into a string cannot fail.
        let _ = write!(text, "{name:<6}{:>12.6} %", 100.0 * value);
        if let Some([low, high]) = interval {
            let _ = write!(text, "   ({:.4} to {:.4})", 100.0 * low, 100.0 * high);
        }
        text.push('\n');
    }
    match answer.samples {
        None => text.push_str("exact"),
        Some(boards) => {
            let _ = write!(text, "an estimate from {boards} boards, with 95 % confidence");
        }
    }
    text
}

/// Who is asked, and about what.
#[derive(Args)]
struct Best {
    /// The record as JSON; `-` for standard input [default: the first position].
    record: Option<String>,
    /// Who is asked; `banmen games quantum` lists the levels. The adviser, who gives hints, names what it holds for best.
    #[arg(long, default_value = ADVISER)]
    level: String,
    #[command(flatten)]
    asking: Asking,
}

impl Best {
    fn run(self) -> Result<(), Failure> {
        let game = match &self.record {
            Some(record) => entry()?.replay(&read_record(record)?),
            None => entry()?.start(&Value::Null),
        };
        let game = game.map_err(Failure::input)?;
        self.asking.ask(game.as_ref(), &self.level, 1, Value::Null)
    }
}

/// How often each player may observe.
#[derive(Clone, Copy)]
struct Count(Option<u16>);

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "unlimited" {
            return Ok(Self(None));
        }
        text.parse()
            .map(|count| Self(Some(count)))
            .map_err(|_| "expected a number of observations, or unlimited".to_owned())
    }
}

/// What becomes of the colours after an observation without a row.
#[derive(Clone, Copy, ValueEnum)]
enum Miss {
    /// The stones return to their probabilities.
    Revert,
    /// The colours stay for good.
    Keep,
    /// The observer chooses.
    Choose,
}

impl From<Miss> for AfterMiss {
    fn from(miss: Miss) -> Self {
        match miss {
            Miss::Revert => Self::Revert,
            Miss::Keep => Self::Keep,
            Miss::Choose => Self::Choose,
        }
    }
}

/// A tiny game.
#[derive(Args)]
struct Solve {
    /// Points a side; 3 or 4.
    #[arg(long, default_value_t = 3)]
    size: u8,
    /// So many in a row win.
    #[arg(long, default_value_t = 3)]
    row: u8,
    /// Observations of each player: a number, or unlimited.
    #[arg(long, default_value = "unlimited")]
    observations: Count,
    /// What becomes of the colours after an observation without a row.
    #[arg(long, value_enum, default_value = "revert")]
    after_miss: Miss,
    /// Seconds to work at most.
    #[arg(long, value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Megabytes of memory to take at most.
    #[arg(long, default_value_t = USUAL_MEMORY)]
    memory: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Solve {
    fn run(self) -> Result<(), Failure> {
        let question = SolveQuestion {
            size: self.size,
            row: self.row,
            observations: self.observations.0,
            after_miss: self.after_miss.into(),
        };
        let cancel = cancel_on_ctrl_c();
        let limits = Limits {
            time: self.time,
            memory: Some(self.memory.saturating_mul(1 << 20)),
            cancel: cancel.clone(),
            ..Limits::none()
        };
        let spinner = progress::spinner("solving");
        let answer = tools::solve(&question, &limits);
        spinner.finish_and_clear();
        let answer = match answer {
            Err(ToolError::Stopped { why, partial }) if cancel.is_set() => {
                eprintln!("banmen: {why}; {partial}");
                return Err(Failure::Interrupted);
            }
            answer => answer.map_err(failure)?,
        };
        if self.json {
            output::json(&answer)
        } else {
            output::line(format!(
                "Black's expected score {:.6}, best first move {} ({} positions)",
                answer.value, answer.best, answer.positions
            ))
        }
    }
}

/// A finished record.
#[derive(Args)]
struct Verify {
    /// The record as JSON; `-` for standard input.
    record: String,
    /// The hash that was shown before the first draw. Without it nothing shows that the seed was fixed by then.
    #[arg(long, value_name = "HASH", value_parser = parse_hash)]
    hash: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Reads a hash as the page shows it.
fn parse_hash(text: &str) -> Result<String, String> {
    let is_hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { Ok(text.to_owned()) } else { Err("a hash is 64 hexadecimal digits".to_owned()) }
}

impl Verify {
    fn run(self) -> Result<(), Failure> {
        let record = read_record(&self.record)?;
        let verification = verify(&record, self.hash.as_deref()).map_err(Failure::input)?;
        if self.json {
            output::json(&verification)?;
        } else {
            let mut text = String::new();
            let says = if verification.hash_matches { "is" } else { "is NOT" };
            // Writing into a string cannot fail.
            let _ = writeln!(text, "the published hash {says} the hash of the revealed seed");
            let _ = writeln!(
                text,
                "{}",
                match verification.first_hash_matches {
                    Some(true) => "the published hash is the one given with --hash",
                    Some(false) => "the published hash is NOT the one given with --hash",
                    None => "nothing shows that it was published before the draws; give the hash you noted with --hash",
                }
            );
            for (seat, name) in [(Seat::First, "first"), (Seat::Second, "second")] {
                let says = verification.nonces.of(seat).map_or("contributed nothing", |_| "contributed to every draw");
                let _ = writeln!(text, "the {name} player {says}");
            }
            for draw in &verification.observations {
                let says = match draw {
                    CheckedDraw { sealed: false, .. } => "older than the seal, which says nothing about it",
                    CheckedDraw { fair: true, .. } => "as the seed says",
                    CheckedDraw { fair: false, .. } => "NOT as the seed says",
                };
                let _ = writeln!(text, "observation {} (event {}): {says}", draw.number + 1, draw.event);
            }
            output::line(text.trim_end())?;
        }
        if verification.fair { Ok(()) } else { Err(Failure::failed("the draws do not follow from the seed")) }
    }
}
