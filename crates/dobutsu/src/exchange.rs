//! Games as other programs exchange them: the `position` line of the USI protocol.

use crate::notation::{move_from_usi, move_to_usi};
use crate::playable::ID;
use crate::position::{AnyBoard, BoardName, Position};
use banmen_core::{Event, ExchangeError, Game, MAX_EVENTS, Record, ReplayError};

/// The longest text that is read.
const LONGEST: usize = 200_000;

fn malformed(what: impl ToString) -> ExchangeError {
    ExchangeError::Malformed(what.to_string())
}

/// Reads `[variant NAME] position startpos|sfen … [moves …]`, as sent to an engine; without a variant it is the default board.
pub(crate) fn read(text: &str) -> Result<Record, ExchangeError> {
    if text.len() > LONGEST {
        return Err(malformed(format!("the text has {} characters, at most {LONGEST} are read", text.len())));
    }
    let mut words = text.split_ascii_whitespace().peekable();
    let mut board = BoardName::default();
    if words.next_if_eq(&"variant").is_some() {
        let name = words.next().ok_or_else(|| malformed("no name follows variant"))?;
        board = name.parse().map_err(malformed)?;
    }
    let rest: Vec<&str> = words.collect();
    let (position, moves) = read_position(board, &rest).map_err(malformed)?;
    let start = Position::from_board(position);
    let mut record = Record::new::<Position>(ID, start.rules());
    let mut replayed = start;
    for (number, word) in (1..).zip(moves) {
        if number > MAX_EVENTS {
            return Err(malformed(ReplayError::TooLong { found: moves.len() }));
        }
        let m = move_from_usi(board.spec(), word).map_err(|error| malformed(format!("move {number}: {error}")))?;
        replayed.play(m).map_err(|error| malformed(format!("move {number}: {error}")))?;
        record.events.push(Event::Move(m.to_string()));
    }
    Ok(record)
}

/// Reads the words of a `position` command: the start, and the words of the moves after it.
pub(crate) fn read_position<'a>(board: BoardName, words: &'a [&'a str]) -> Result<(AnyBoard, &'a [&'a str]), String> {
    let words = words.strip_prefix(&["position"]).unwrap_or(words);
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or(&[]);
    let start = match words[..end] {
        ["startpos"] => AnyBoard::start(board),
        ["sfen", ref sfen @ ..] => {
            if sfen.len() > 8 {
                return Err("too many words after sfen".to_owned());
            }
            AnyBoard::from_sfen(board, &sfen.join(" ")).map_err(|error| error.to_string())?
        }
        _ => return Err("expected position startpos or position sfen, then perhaps moves".to_owned()),
    };
    Ok((start, moves))
}

/// Writes a record as [`read`] reads it.
pub(crate) fn write(record: &Record) -> Result<String, ExchangeError> {
    let replay = record.replay::<Position>(ID).map_err(malformed)?;
    let rules = replay.position.rules();
    let start = Position::start(rules).map_err(malformed)?;
    let mut text = format!("variant {} position ", rules.board);
    if rules.position.is_empty() {
        text.push_str("startpos");
    } else {
        text.push_str("sfen ");
        text.push_str(&start.board().to_sfen());
    }
    let moves = record.events.iter().filter_map(|event| match event {
        Event::Move(text) => text.parse().ok().map(|m| move_to_usi(rules.board.spec(), m)),
        _ => None,
    });
    for (index, m) in moves.enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&m);
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_what_it_writes() {
        for text in [
            "variant deer position startpos\n",
            "variant deer position startpos moves 3d3c 3b3c\n",
            "variant classic position startpos moves 2c2b\n",
            "variant gorogoro position sfen 2k1g/2gs1/GpPP1/1P3/SKGS1/5 b S2P 1 moves P*1e\n",
        ] {
            assert_eq!(write(&read(text).unwrap()).unwrap(), text);
        }
        assert_eq!(read("startpos moves 3d3c").unwrap().events.len(), 1);
    }

    #[test]
    fn reject_what_is_no_game() {
        for (text, why) in [
            ("variant", "no name follows variant"),
            ("variant shogi position startpos", "there is no board \"shogi\"; expected deer, classic or gorogoro"),
            ("position", "expected position startpos or position sfen, then perhaps moves"),
            ("position sfen", "the position has no board"),
            ("position startpos moves 3d3b", "move 1: c2c4 cannot be played: the chick does not step from c2 to c4"),
            (
                "position startpos moves hello",
                "move 1: \"hello\" is not a move: expected something like 1e1d, 4b4a+ or C*3c",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), why, "{text}");
        }
        assert!(read(&"x".repeat(300_000)).is_err());
    }
}
