//! `banmen dobutsu show`: a position drawn in letters, and what may be played.

use banmen_core::Game;
use banmen_dobutsu::{Square, with_board};
use clap::Args;
use serde_json::json;

use super::Start;
use crate::output::{self, Failure};

/// Which position.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Draws a position.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
    if options.json {
        return output::json(&json!({
            "board": position.name().to_string(),
            "position": position.board().to_text(),
            "sfen": with_board!(position.board(), board => board.to_sfen()),
            "turn": position.turn(),
            "moves": moves,
            "occurrences": position.occurrences(),
        }));
    }
    let spec = position.name().spec();
    let text = position.board().to_text();
    let hands = text.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("-", |(hands, _)| hands);
    for rank in (0..spec.height).rev() {
        let cells: String = (0..spec.width).map(|file| cell(&position, file, rank)).collect();
        output::line(format!("{} {cells}", rank + 1))?;
    }
    let files: String = (0..spec.width).map(|file| format!(" {} ", char::from(b'a' + file as u8))).collect();
    output::line(format!("  {files}"))?;
    output::line(format!("in hand {hands}"))?;
    match position.turn().outcome() {
        None => output::line(format!("{} moves: {}", moves.len(), moves.join(" "))),
        Some(outcome) => output::line(format!(
            "over: {} ({})",
            match outcome.winner {
                Some(banmen_core::Seat::First) => "the first player has won",
                Some(banmen_core::Seat::Second) => "the second player has won",
                None => "drawn",
            },
            outcome.reason
        )),
    }
}

/// Three letters for a square: `+c `, ` L `, ` . `.
fn cell(position: &banmen_dobutsu::Position, file: usize, rank: usize) -> String {
    let spec = position.name().spec();
    let found = Square::at(file, rank).and_then(|at| with_board!(position.board(), board => board.piece_on(at)));
    let Some((side, slot)) = found else { return " . ".to_owned() };
    let Some(piece) = spec.pieces[slot] else { return " . ".to_owned() };
    let letter = char::from(piece.letter);
    let letter = if side == banmen_core::Seat::First { letter } else { letter.to_ascii_lowercase() };
    format!("{}{letter} ", if piece.promoted_from.is_some() { '+' } else { ' ' })
}
