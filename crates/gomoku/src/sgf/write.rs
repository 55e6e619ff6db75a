//! From a study to SGF.

use std::fmt::Write;

use banmen_core::{Agreement, Event, ExchangeError, Node, Record, Replay, Seat, SignKind, Square, Study};

use super::syntax::escape;
use super::{DECISION, GAME, OFFER, OPENING, SIGNS, TAGS, others};
use crate::{Opening, Playable, Point, Position, Size};

/// Nodes on a line of text.
const NODES_A_LINE: usize = 10;

/// Writes a study of gomoku, with its variations, comments, signs and arrows.
pub fn write(study: &Study) -> Result<String, ExchangeError> {
    let mut result = String::new();
    let main_end = *study.main_line().last().unwrap_or(&0);
    let mut rules = crate::Rules::default();
    let mut exchanged = false;
    let mut offers = vec![false; study.nodes.len()];
    let mut see = |number: usize, replay: &Replay<Position>| {
        rules = replay.position.rules;
        offers[number] = !replay.position.offers().is_empty();
        if number == main_end {
            exchanged = replay.position.exchanged;
            result = result_of(replay, study.nodes[main_end].event.as_ref());
        }
    };
    let movers = study.walk::<Position>(Position::ID, &mut see).map_err(|error| malformed(&error))?;
    let crate::Rules { size, rule, opening } = rules;
    // Stones that are set up come from no opening.
    let opening = if study.start.is_empty() { opening } else { Opening::None };
    let opens = opening != Opening::None;
    let mut text = format!("(;GM[{GAME}]FF[4]CA[UTF-8]AP[Banmen:{}]SZ[{size}]RU[{rule}]", env!("CARGO_PKG_VERSION"));
    if opens {
        let _ = write!(text, "{OPENING}[{opening}]");
    }
    for (tag, property) in TAGS {
        if let Some(value) = study.tags.get(if exchanged { others(tag) } else { tag }) {
            let _ = write!(text, "{property}[{}]", escape(value));
        }
    }
    text.push_str(&result);
    // A start in the midst of an opening is made of stones, offers and decisions; what counts is what lies there.
    let start = Record { events: study.start.clone(), ..study.record() };
    let start = start.replay::<Position>(Position::ID).map_err(|error| malformed(&error))?;
    for (side, property) in [(0, "AB"), (1, "AW")] {
        let laid = start.position.moves().iter().skip(side).step_by(2);
        let stones: Vec<String> = laid.filter_map(|&point| letters(size, crate::view::square(size, point))).collect();
        if !stones.is_empty() {
            let _ = write!(text, "{property}[{}]", stones.join("]["));
        }
    }
    let children = study.children();
    // What is still to be written, the next at the end: a node, or the end of a variation.
    enum Next {
        Node(usize),
        Variation(usize),
        End,
    }
    let mut next = vec![Next::End, Next::Node(0)];
    let mut written = 0;
    while let Some(step) = next.pop() {
        let number = match step {
            Next::End => {
                text.push(')');
                continue;
            }
            Next::Node(number) => number,
            Next::Variation(number) => {
                text.push_str("\n(");
                next.push(Next::End);
                written = 1;
                number
            }
        };
        let node = &study.nodes[number];
        match &node.event {
            Some(Event::Move(_)) => {
                if written % NODES_A_LINE == 0 {
                    text.push('\n');
                }
                written += 1;
                let side = if movers[number] == Some(Seat::First) { "B" } else { "W" };
                let at = node.event.as_ref().and_then(|event| place(size, event));
                let _ = match (at, &node.event) {
                    (Some(at), _) if !offers[number] => write!(text, ";{side}[{at}]"),
                    (Some(at), _) if opens => write!(text, ";{OFFER}[{at}]"),
                    (None, Some(Event::Move(decision))) if opens => write!(text, ";{DECISION}[{decision}]"),
                    _ => Ok(()),
                };
            }
            // The result says so at the end of the main line; elsewhere it is said in words.
            Some(Event::Resign(_)) if number != main_end => {
                let _ =
                    write!(text, ";C[{} resigns]", if movers[number] == Some(Seat::First) { "Black" } else { "White" });
            }
            _ => {}
        }
        annotate(&mut text, size, node);
        match &children[number][..] {
            [] => {}
            [only] => next.push(Next::Node(*only)),
            // The last to be written is pushed first.
            several => next.extend(several.iter().rev().map(|&child| Next::Variation(child))),
        }
    }
    text.push('\n');
    Ok(text)
}

fn malformed(error: &dyn std::fmt::Display) -> ExchangeError {
    ExchangeError::Malformed(error.to_string())
}

/// The result of the main line, whose last event may say how the players ended it.
fn result_of(replay: &Replay<Position>, last: Option<&Event>) -> String {
    let Some(outcome) = replay.turn().outcome() else { return String::new() };
    let by = match last {
        Some(Event::Resign(_)) => "R",
        Some(Event::Timeout(_)) => "T",
        Some(Event::Absent(_)) => "F",
        _ => "",
    };
    match outcome.winner.map(|winner| replay.side_of_seat(winner)) {
        Some(Seat::First) => format!("RE[B+{by}]"),
        Some(Seat::Second) => format!("RE[W+{by}]"),
        None if last == Some(&Event::End(Agreement::Abort)) => "RE[Void]".to_owned(),
        None => "RE[0]".to_owned(),
    }
}

/// What is said and drawn at a node.
fn annotate(text: &mut String, size: Size, node: &Node) {
    if !node.comment.is_empty() {
        let _ = write!(text, "C[{}]", escape(&node.comment));
    }
    for (kind, property) in SIGNS {
        let places: Vec<String> =
            node.signs.iter().filter(|sign| sign.kind == kind).filter_map(|sign| letters(size, sign.at)).collect();
        if !places.is_empty() {
            let _ = write!(text, "{property}[{}]", places.join("]["));
        }
    }
    let labels: Vec<String> = node
        .signs
        .iter()
        .filter(|sign| sign.kind == SignKind::Label)
        .filter_map(|sign| Some(format!("{}:{}", letters(size, sign.at)?, escape(sign.label.as_deref().unwrap_or("")))))
        .collect();
    if !labels.is_empty() {
        let _ = write!(text, "LB[{}]", labels.join("]["));
    }
    let arrows: Vec<String> = node
        .arrows
        .iter()
        .filter_map(|arrow| Some(format!("{}:{}", letters(size, arrow.from)?, letters(size, arrow.to)?)))
        .collect();
    if !arrows.is_empty() {
        let _ = write!(text, "AR[{}]", arrows.join("]["));
    }
}

/// A place in SGF's letters; nothing for one that is not on the board.
fn letters(size: Size, at: Square) -> Option<String> {
    let on_board = at.x < size.get() && at.y < size.get();
    on_board.then(|| [at.x, at.y].map(|n| char::from(b'a' + n)).iter().collect())
}

fn place(size: Size, event: &Event) -> Option<String> {
    let Event::Move(text) = event else { return None };
    letters(size, crate::view::square(size, text.parse::<Point>().ok()?))
}
