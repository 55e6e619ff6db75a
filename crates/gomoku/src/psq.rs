//! Games as Piskvork and Gomocup keep them: a line for the board, a line for each move, the players' names.

use std::fmt::Write;

use banmen_core::{Event, ExchangeError, Node, Replay, Study};

use crate::{Playable, Point, Position, Rule, Rules, Size};

/// The longest text that is read.
const LONGEST: usize = 1 << 20;

/// The header's last number: the bits of the Gomocup protocol's `INFO rule`.
const EXACTLY_FIVE: u32 = 1;
const RENJU: u32 = 4;

fn malformed(line: usize, what: impl std::fmt::Display) -> ExchangeError {
    ExchangeError::Malformed(format!("PSQ: line {line}: {what}"))
}

/// Reads a game: `Piskvorky 20x20, 11:11, 0`, then `x,y,milliseconds` a move, counted from 1 at the top left, then the players.
pub fn read(text: &str) -> Result<Study, ExchangeError> {
    if text.len() > LONGEST {
        return Err(malformed(1, format!("the text has {} bytes, at most {LONGEST} are read", text.len())));
    }
    let mut lines =
        text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_matches(['\u{feff}', ' ', '\t', '\r'])));
    let (_, header) = lines.next().unwrap_or((1, ""));
    let rules = rules(header)?;
    let mut study = Study::new::<Position>(Position::ID, &rules);
    let mut replay = Replay::<Position>::start(&rules).expect("gomoku can be played under all of its rules");
    let mut names = Vec::new();
    for (number, line) in lines {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        match fields[..] {
            [x, y, ..] if names.is_empty() && x.parse::<u32>().is_ok() && y.parse::<u32>().is_ok() => {
                let point = point(rules.size, x, y).map_err(|what| malformed(number, what))?;
                let event = Event::Move(point.to_string());
                replay.apply(&event).map_err(|why| malformed(number, why))?;
                study.nodes.push(Node { event: Some(event), ..Node::default() });
            }
            _ if line.is_empty() => {}
            _ => names.push(line),
        }
    }
    // After the players a program may say more, such as who won.
    for (tag, name) in ["first", "second"].into_iter().zip(names) {
        study.tags.insert(tag.to_owned(), name.to_owned());
    }
    Ok(study)
}

fn rules(header: &str) -> Result<Rules, ExchangeError> {
    let fail = || malformed(1, "expected something like Piskvorky 15x15, 11:11, 0");
    let rest = header.strip_prefix("Piskvorky").or_else(|| header.strip_prefix("Piskvork")).ok_or_else(fail)?;
    let mut fields = rest.split(',').map(str::trim);
    let (columns, rows) = fields.next().and_then(|size| size.split_once(['x', 'X'])).ok_or_else(fail)?;
    if columns.trim() != rows.trim() {
        return Err(malformed(1, "boards are square"));
    }
    let size = columns.trim().parse::<Size>().map_err(|error| malformed(1, error))?;
    let bits = fields.nth(1).map_or(Ok(0), |bits| bits.parse::<u32>().map_err(|_| fail()))?;
    let rule = match bits {
        bits if bits & RENJU != 0 => Rule::Renju,
        bits if bits & EXACTLY_FIVE != 0 => Rule::Standard,
        _ => Rule::Freestyle,
    };
    Ok(Rules::new(size, rule))
}

fn point(size: Size, x: &str, y: &str) -> Result<Point, String> {
    let side = size.get();
    let within = |text: &str| text.parse::<u8>().ok().filter(|n| (1..=side).contains(n));
    let (x, y) = within(x).zip(within(y)).ok_or_else(|| format!("{x},{y} is not on a board of size {size}"))?;
    Point::new(x - 1, side - y).ok_or_else(|| format!("{x},{y} is not on a board of size {size}"))
}

/// Writes the main line; the format has no place for more.
pub fn write(study: &Study) -> Result<String, ExchangeError> {
    let record = study.record();
    let replay =
        record.replay::<Position>(Position::ID).map_err(|error| ExchangeError::Malformed(error.to_string()))?;
    let rules = *banmen_core::Game::rules(&replay.position);
    let (side, bits) = (
        rules.size.get(),
        match rules.rule {
            Rule::Freestyle => 0,
            Rule::Standard => EXACTLY_FIVE,
            Rule::Renju => RENJU,
        },
    );
    let mut text = format!("Piskvorky {side}x{side}, 11:11, {bits}\n");
    for point in replay.position.moves() {
        let _ = writeln!(text, "{},{},0", point.column() + 1, side - point.row());
    }
    let mut names = [("first", "Black"), ("second", "White")];
    if replay.position.exchanged {
        names = [("second", "Black"), ("first", "White")];
    }
    for (tag, otherwise) in names {
        let name = study.tags.get(tag).map_or(otherwise, String::as_str);
        let _ = writeln!(text, "{}", name.replace(['\r', '\n'], " "));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use banmen_core::{Game, Random};

    use super::*;

    #[test]
    fn random_games_come_back_as_they_went_out() {
        let mut random = Random::new(4);
        for round in 0..60_u8 {
            let rules = Rules::new(Size::try_from(5 + round % 18).unwrap(), Rule::ALL[usize::from(round) % 3]);
            let mut study = Study::new::<Position>("gomoku", &rules);
            study.tags.extend([("first".to_owned(), "A, b".to_owned()), ("second".to_owned(), "1x".to_owned())]);
            let mut position = Position::new(rules);
            let mut legal = Vec::new();
            while position.outcome().is_none() && study.nodes.len() < 40 {
                legal.clear();
                position.legal_moves(&mut legal);
                let Some(&point) = random.pick(&legal) else { break };
                position.play(point).unwrap();
                study.nodes.push(Node { event: Some(Event::Move(point.to_string())), ..Node::default() });
            }
            let text = write(&study).unwrap();
            assert_eq!(read(&text).unwrap(), study, "{text}");
        }
    }

    #[test]
    fn accept_what_gomocup_publishes() {
        let study = read("Piskvorky 20x20, 11:11, 0\r\n11,11,0\r\n12,11,1532\r\nA.zip\r\nB.zip\r\n1\r\n").unwrap();
        assert_eq!((study.nodes.len(), study.tags["second"].as_str()), (3, "B.zip"));
        assert_eq!(study.nodes[1].event, Some(Event::Move("k10".to_owned())));
    }

    #[test]
    fn reject_what_is_no_game() {
        for (text, why) in [
            ("", "line 1: expected something like Piskvorky"),
            ("Piskvorky 20x19, 11:11, 0", "line 1: boards are square"),
            ("Piskvorky 40x40, 11:11, 0", "sizes are 5 to 22"),
            ("Piskvorky 15x15, 11:11, x", "line 1: expected"),
            ("Piskvorky 15x15, 11:11, 0\n16,1,0", "line 2: 16,1 is not on a board of size 15"),
            ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0", "line 3: h8 cannot be played"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
