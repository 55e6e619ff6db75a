//! From a study to SGF.

use std::fmt::Write;

use banmen_core::{Agreement, Event, ExchangeError, Node, Replay, Seat, SignKind, Square, Study};

use super::syntax::escape;
use super::{GAME, SIGNS, TAGS};
use crate::{Playable, Point, Position, Size};

/// Nodes on a line of text.
const NODES_A_LINE: usize = 10;

/// Writes a study of gomoku, with its variations, comments, signs and arrows.
pub fn write(study: &Study) -> Result<String, ExchangeError> {
    let mut result = String::new();
    let main_end = *study.main_line().last().unwrap_or(&0);
    let mut size = Size::NINETEEN;
    let mut rule = crate::Rule::Freestyle;
    let mut see = |number: usize, replay: &Replay<Position>| {
        let rules = banmen_core::Game::rules(&replay.position);
        (size, rule) = (rules.size, rules.rule);
        if number == main_end {
            result = result_of(replay, study.nodes[main_end].event.as_ref());
        }
    };
    let movers = study.walk::<Position>(Position::ID, &mut see).map_err(|error| malformed(&error))?;
    let mut text = format!("(;GM[{GAME}]FF[4]CA[UTF-8]AP[Banmen:{}]SZ[{size}]RU[{rule}]", env!("CARGO_PKG_VERSION"));
    for (tag, property) in TAGS {
        if let Some(value) = study.tags.get(tag) {
            let _ = write!(text, "{property}[{}]", escape(value));
        }
    }
    text.push_str(&result);
    for (side, property) in [(0, "AB"), (1, "AW")] {
        let stones: Vec<String> =
            study.start.iter().skip(side).step_by(2).filter_map(|event| place(size, event)).collect();
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
                let side = if movers[number] == Some(Seat::First) { 'B' } else { 'W' };
                let at = node.event.as_ref().and_then(|event| place(size, event)).unwrap_or_default();
                let _ = write!(text, ";{side}[{at}]");
            }
            // The result says so at the end of the main line; elsewhere it is said in words.
            Some(Event::Resign(seat)) if number != main_end => {
                let _ = write!(text, ";C[{} resigns]", if *seat == Seat::First { "Black" } else { "White" });
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
    match outcome.winner {
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
