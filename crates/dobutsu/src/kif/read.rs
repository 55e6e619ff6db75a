use banmen_core::{Agreement, Event, ExchangeError, Game, MAX_NODES, Node, Replay, Study};

use super::header::Header;
use super::{digit, piece};
use crate::moves::Move;
use crate::notation::{move_from_usi, move_to_usi};
use crate::playable::ID;
use crate::position::Position;

/// The longest text that is read.
const LONGEST: usize = 4 << 20;

pub(super) fn malformed(line: usize, what: impl std::fmt::Display) -> ExchangeError {
    ExchangeError::Malformed(format!("KIF: line {line}: {what}"))
}

/// A place as USI writes it, from file and rank as KIF counts them.
fn place(file: usize, rank: usize) -> Option<String> {
    let letter = char::from_u32('a' as u32 + u32::try_from(rank.checked_sub(1)?).ok()?)?;
    (1..=9).contains(&file).then(|| format!("{file}{letter}"))
}

/// Reads a game with its variations and comments.
pub(crate) fn read(text: &str) -> Result<Study, ExchangeError> {
    if text.len() > LONGEST {
        return Err(ExchangeError::Malformed(format!(
            "KIF: the text has {} bytes, at most {LONGEST} are read",
            text.len()
        )));
    }
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_start_matches('\u{feff}').trim_end()))
        .collect();
    let header = Header::read(&lines)?;
    let mut study = Study::new::<Position>(ID, &header.rules);
    let start = Replay::<Position>::start(&header.rules).map_err(|error| malformed(header.line, error))?;
    for (tag, value) in header.tags {
        study.tags.insert(tag.to_owned(), value);
    }
    // The line in sight: the nodes from the start, and the positions there.
    let mut path: Vec<(usize, Replay<Position>)> = vec![(0, start)];
    let mut began = false;
    for (number, line) in lines {
        let line = line.trim_start();
        if let Some(comment) = line.strip_prefix(['*', '＊']) {
            let node = path.last().map_or(0, |(node, _)| *node);
            let said = &mut study.nodes[node].comment;
            if !said.is_empty() {
                said.push('\n');
            }
            said.push_str(comment.trim());
            continue;
        }
        if let Some(rest) = line.strip_prefix("変化") {
            let digits: String = rest.chars().filter_map(digit).map(|digit| digit.to_string()).collect();
            let at = digits.parse::<usize>().ok().filter(|&at| at >= 1 && at <= path.len());
            let at =
                at.ok_or_else(|| malformed(number, "the variation begins at a move that is not on the line before"))?;
            path.truncate(at);
            continue;
        }
        let count = line.chars().take_while(char::is_ascii_digit).count();
        if count == 0 || line.starts_with('#') {
            continue;
        }
        let body = line[count..].trim_start_matches([' ', '\u{3000}', '\t']);
        if body.len() == line.len() - count || body.is_empty() {
            // A number that no move follows, as in a date.
            continue;
        }
        began = true;
        let (node, replay) = path.last().expect("the start stays on the path").clone();
        let Some(event) = event(&replay, body).map_err(|what| malformed(number, what))? else { continue };
        let mut after = replay;
        after.apply(&event).map_err(|why| malformed(number, why))?;
        if study.nodes.len() > MAX_NODES {
            return Err(malformed(number, format!("more than {MAX_NODES} positions are not read")));
        }
        let next = study.nodes.len();
        study.nodes.push(Node {
            after: (node + 1 != next).then_some(node as u32),
            event: Some(event),
            ..Node::default()
        });
        path.push((next, after));
    }
    if !began && !header.found {
        return Err(malformed(1, "there is neither 手合割 nor a move; this is no KIF"));
    }
    Ok(study)
}

/// What a line of moves says; `None` for an ending that is no event, as a mate that the board shows anyway.
fn event(replay: &Replay<Position>, body: &str) -> Result<Option<Event>, String> {
    let mover = replay.turn().seat();
    let endings: [(&str, Option<Event>); 9] = [
        ("投了", mover.map(Event::Resign)),
        ("切れ負け", mover.map(Event::Timeout)),
        ("中断", Some(Event::End(Agreement::Abort))),
        ("千日手", Some(Event::End(Agreement::Draw))),
        ("持将棋", Some(Event::End(Agreement::Draw))),
        ("詰み", None),
        ("トライ", None),
        ("反則", None),
        ("入玉", None),
    ];
    if let Some((_, event)) = endings.into_iter().find(|(name, _)| body.starts_with(name)) {
        return Ok(event.filter(|_| replay.turn().outcome().is_none()));
    }
    let spec = replay.position.name().spec();
    let (to, rest) = if let Some(rest) = body.strip_prefix(['同', '仝']) {
        let last = replay.position.last_move().ok_or("同 follows no move")?;
        let name = move_to_usi(spec, last);
        let name = name.trim_end_matches('+');
        (name[name.len() - 2..].to_owned(), rest.trim_start_matches([' ', '\u{3000}']))
    } else {
        let mut signs = body.chars();
        let (file, rank) = (signs.next().and_then(digit), signs.next().and_then(digit));
        let to = file.zip(rank).and_then(|(file, rank)| place(file, rank));
        (to.ok_or_else(|| format!("{:?} does not begin with a place such as ２三", quoted(body)))?, signs.as_str())
    };
    let (slot, rest) = piece(spec, rest).ok_or_else(|| format!("{:?} names no piece of this board", quoted(rest)))?;
    let text = if rest.starts_with('打') {
        let letter = spec.pieces[spec.hand_slot(slot)].map_or('?', |piece| char::from(piece.letter));
        format!("{letter}*{to}")
    } else {
        let promotes = rest.starts_with('成');
        let mut digits = rest.chars().skip_while(|&sign| sign != '(' && sign != '（').skip(1).filter_map(digit);
        let from = digits.next().zip(digits.next()).and_then(|(file, rank)| place(file, rank));
        let from = from.ok_or_else(|| format!("{:?} does not say where the piece comes from", quoted(body)))?;
        format!("{from}{to}{}", if promotes { "+" } else { "" })
    };
    let m: Move = move_from_usi(spec, &text).map_err(|error| error.to_string())?;
    let plays = |m: Move| replay.position.clone().play(m).is_ok();
    // Where promotion is forced, some leave 成 out.
    let promoted = move_from_usi(spec, &format!("{text}+")).ok();
    let m = promoted.filter(|&promoted| !plays(m) && plays(promoted)).unwrap_or(m);
    Ok(Some(Event::Move(m.to_string())))
}

pub(super) fn quoted(text: &str) -> String {
    text.chars().take(20).collect()
}
