//! `banmen gomoku show`: a position drawn, described or written as SGF.

use std::fmt::Write;
use std::path::PathBuf;

use banmen_core::{Game, Playable, Record, Study};
use banmen_gomoku::{Point, Position, Stone, sgf};
use banmen_table::exchange;
use clap::Args;
use serde_json::{Value, json};

use super::Start;
use crate::output::{self, Failure};

/// Which position, and how to show it.
#[derive(Args)]
pub struct Options {
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

/// Shows a position.
pub fn run(options: &Options) -> Result<(), Failure> {
    let study = if let Some(path) = &options.file { read_study(path)? } else { Study::of(&options.start.record()?) };
    let record = study.record();
    let replay = record.replay::<Position>(Position::ID).map_err(Failure::input)?;
    if options.sgf {
        return output::line(sgf::write(&study).map_err(Failure::input)?.trim_end());
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

fn read_study(path: &PathBuf) -> Result<Study, Failure> {
    let name = path.display();
    let size = std::fs::metadata(path).map_err(|error| Failure::input(format!("{name}: {error}")))?.len();
    if size > sgf::MAX_BYTES as u64 {
        return Err(Failure::input(format!("{name}: {size} bytes; at most {} are read", sgf::MAX_BYTES)));
    }
    let text = std::fs::read_to_string(path).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    if text.trim_start().starts_with('{') {
        exchange::read("json", None, &text).map_err(|error| Failure::input(format!("{name}: {error}")))
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
    let letters: String = (0..n).flat_map(|x| [' ', char::from(b'a' + x)]).collect();
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
