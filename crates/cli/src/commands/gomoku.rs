//! `banmen gomoku …`: what would be played, and what a position looks like.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use banmen_core::{Event, Game, Limits, Playable, Progress, Record};
use banmen_gomoku::{Point, Position, Rule, Rules, Size, Stone, notation, sgf};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

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
  banmen gomoku best 'h8 h9 i9' --size 15 --rule renju --json")]
    Best(Best),
    /// Draw a position, or write it as SGF.
    #[command(after_help = "Examples:
  banmen gomoku show 'h8 i9 i8' --size 15 --rule renju
  banmen gomoku show --file game.sgf --json
  banmen gomoku show 'h8 i9 i8' --size 15 --sgf > game.sgf")]
    Show(Show),
}

/// A position: moves in order on a board under a rule.
#[derive(Args)]
struct Start {
    /// The moves so far, Black's first: `j10 k10 k11`. A column letter from a (i is used), a row number from the bottom.
    #[arg(default_value = "")]
    moves: String,
    /// Points a side, 5 to 22.
    #[arg(long, default_value_t = Size::NINETEEN)]
    size: Size,
    /// freestyle (five or more win), standard (exactly five), renju (standard, and points forbidden to Black).
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
}

impl Start {
    fn position(&self) -> Result<Position, Failure> {
        let rules = Rules { size: self.size, rule: self.rule };
        notation::play_list(rules, &self.moves).map_err(Failure::input)
    }
}

#[derive(Args)]
struct Best {
    #[command(flatten)]
    start: Start,
    /// Who is asked; `banmen games gomoku` lists the levels.
    #[arg(long, default_value = banmen_gomoku::levels::DEFAULT)]
    level: String,
    /// Seconds to think at most; the level's own time if not given.
    #[arg(long)]
    time: Option<f64>,
    /// The seed of a level that makes mistakes.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Show {
    #[command(flatten)]
    start: Start,
    /// Read the game from a file instead: SGF, or a record in JSON.
    #[arg(long, conflicts_with_all = ["moves", "size", "rule"])]
    file: Option<PathBuf>,
    /// Write SGF.
    #[arg(long, conflicts_with = "json")]
    sgf: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Runs a command of gomoku.
pub fn run(options: Options) -> Result<(), Failure> {
    match options.command {
        Command::Best(options) => best(&options),
        Command::Show(options) => show(&options),
    }
}

/// A time limit of so many seconds.
fn seconds(value: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(value)
        .map_err(|_| Failure::input(format!("--time {value}: expected a number of seconds, 0 or more")))
}

fn best(options: &Best) -> Result<(), Failure> {
    let position = options.start.position()?;
    if let Some(outcome) = position.outcome() {
        return Err(Failure::input(format!("the game is over ({}); nobody moves", outcome.reason)));
    }
    let rules = *position.rules();
    let level = options.level.as_str();
    let info = Position::info();
    let unknown = || {
        let known: Vec<&str> = info.levels.iter().map(|level| level.id).collect();
        Failure::input(format!("gomoku has no level {level:?}; there are {}", known.join(", ")))
    };
    let usual = info.levels.iter().find(|known| known.id == level).ok_or_else(unknown)?.seconds;
    let mut player = Position::player(level, &rules, options.seed).ok_or_else(unknown)?;
    let time = seconds(options.time.unwrap_or(usual))?;
    let cancel = cancel_on_ctrl_c();
    let limits = Limits { time: Some(time), cancel: cancel.clone(), ..Limits::none() };
    let started = Instant::now();
    let mut last = Progress::default();
    let chosen = player.choose(&position, &limits, &mut |progress| last = progress);
    let spent = started.elapsed();
    let point = chosen.ok_or_else(|| Failure::failed("the player found no move"))?;
    if options.json {
        output::json(&json!({
            "move": point,
            "level": level,
            "rules": rules,
            "moves": position.moves(),
            "score": last.score,
            "depth": last.depth,
            "nodes": last.nodes,
            "line": last.line,
            "seconds": spent.as_secs_f64(),
        }))?;
    } else {
        output::line(point)?;
    }
    if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn show(options: &Show) -> Result<(), Failure> {
    let record = match &options.file {
        Some(path) => read_record(path)?,
        None => {
            let position = options.start.position()?;
            let mut record = Record::new::<Position>(Position::ID, position.rules());
            record.events = position.moves().iter().map(|point| Event::Move(point.to_string())).collect();
            record
        }
    };
    let replay = record.replay::<Position>(Position::ID).map_err(Failure::input)?;
    if options.sgf {
        return output::line(sgf::write(&record).map_err(Failure::input)?.trim_end());
    }
    let position = &replay.position;
    if options.json {
        return output::json(&describe(position, &record, replay.turn().outcome()));
    }
    output::line(draw(position).trim_end())?;
    let status = match replay.turn().outcome() {
        None => format!("{} to move (move {})", position.to_move(), position.moves().len() + 1),
        Some(outcome) => match outcome.winner {
            Some(seat) => format!("{} won: {}", Stone::of(seat), outcome.reason),
            None => format!("a draw: {}", outcome.reason),
        },
    };
    output::line(status)
}

fn read_record(path: &PathBuf) -> Result<Record, Failure> {
    let name = path.display();
    let size = std::fs::metadata(path).map_err(|error| Failure::input(format!("{name}: {error}")))?.len();
    if size > sgf::MAX_BYTES as u64 {
        return Err(Failure::input(format!("{name}: {size} bytes; at most {} are read", sgf::MAX_BYTES)));
    }
    let text = std::fs::read_to_string(path).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    if text.trim_start().starts_with('{') {
        serde_json::from_str(&text).map_err(|error| Failure::input(format!("{name}: {error}")))
    } else {
        sgf::read(&text).map_err(|error| Failure::input(format!("{name}: {error}")))
    }
}

fn forbidden_points(position: &Position) -> Vec<(Point, banmen_gomoku::Forbidden)> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    position.board().empty_points().filter_map(|point| Some((point, position.forbidden(point)?))).collect()
}

fn describe(position: &Position, record: &Record, outcome: Option<banmen_core::Outcome>) -> Value {
    let forbidden: Vec<Value> =
        forbidden_points(position).iter().map(|(point, why)| json!({"point": point, "why": why})).collect();
    json!({
        "rules": position.rules(),
        "moves": position.moves(),
        "board": position.board().to_string().lines().collect::<Vec<_>>(),
        "to_move": outcome.is_none().then(|| position.to_move()),
        "outcome": outcome,
        "winning_row": position.winning_row(),
        "forbidden": forbidden,
        "record": record,
    })
}

/// The board with its coordinates: `X` Black, `O` White, the last stone in brackets, `*` forbidden to Black.
fn draw(position: &Position) -> String {
    let n = position.size().get();
    let last = position.moves().last();
    let forbidden = forbidden_points(position);
    let letters: String = (0..n).map(|x| format!(" {}", char::from(b'a' + x))).collect();
    let mut text = String::new();
    // Writing into a string cannot fail.
    for row in (0..n).rev() {
        let _ = write!(text, "{:>2} ", row + 1);
        let mut after_last = false;
        for point in (0..n).filter_map(|column| Point::new(column, row)) {
            let mark = match position.board().get(point) {
                Some(Stone::Black) => 'X',
                Some(Stone::White) => 'O',
                None if forbidden.iter().any(|(at, _)| *at == point) => '*',
                None => '.',
            };
            let is_last = last == Some(&point);
            let before = if is_last {
                '['
            } else if after_last {
                ']'
            } else {
                ' '
            };
            let _ = write!(text, "{before}{mark}");
            after_last = is_last;
        }
        let _ = writeln!(text, "{}{}", if after_last { ']' } else { ' ' }, row + 1);
    }
    let _ = writeln!(text, "   {letters}");
    for (point, why) in forbidden {
        let _ = writeln!(text, "{point} is forbidden to Black: {why}");
    }
    text
}
