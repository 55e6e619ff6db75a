use std::fmt::Write;

use banmen_core::{Agreement, Event, ExchangeError, Seat, Study};

use super::{GAMES, KANJI, TAGS, WIDE, names};
use crate::moves::Move;
use crate::notation::move_to_usi;
use crate::playable::ID;
use crate::position::{AnyBoard, Position};
use crate::rules::{BoardSpec, SLOTS};

/// Writes a study.
pub(crate) fn write(study: &Study) -> Result<String, ExchangeError> {
    let wrong = |error: &dyn std::fmt::Display| ExchangeError::Malformed(error.to_string());
    let mut start = None;
    let mut words: Vec<String> = vec![String::new(); study.nodes.len()];
    let mut boards: Vec<Option<AnyBoard>> = vec![None; study.nodes.len()];
    let mut places: Vec<Option<String>> = vec![None; study.nodes.len()];
    study
        .walk::<Position>(ID, &mut |number, replay| {
            if number == 0 {
                start = Some(replay.position.clone());
            }
            let spec = replay.position.name().spec();
            let before = study.parent(number).and_then(|parent| boards[parent]);
            words[number] = match (&study.nodes[number].event, before) {
                (Some(Event::Move(text)), Some(before)) => {
                    let last = study.parent(number).and_then(|parent| places[parent].clone());
                    let (said, to) = said(spec, &before, text, last.as_deref());
                    places[number] = Some(to);
                    said
                }
                (Some(Event::Resign(_)), _) => "投了".to_owned(),
                (Some(Event::Timeout(_) | Event::Absent(_)), _) => "切れ負け".to_owned(),
                (Some(Event::End(Agreement::Draw)), _) => "千日手".to_owned(),
                (Some(Event::End(Agreement::Abort)), _) => "中断".to_owned(),
                _ => String::new(),
            };
            boards[number] = Some(*replay.position.board());
        })
        .map_err(|error| wrong(&error))?;
    let start = start.ok_or_else(|| wrong(&"the study has no start"))?;
    let mut text = String::new();
    for (tag, name) in TAGS.iter().skip(2) {
        if let Some(value) = study.tags.get(*tag) {
            let _ = writeln!(text, "{name}：{}", one_line(value));
        }
    }
    head(&mut text, &start);
    for (tag, name) in TAGS.iter().take(2) {
        let _ = writeln!(text, "{name}：{}", one_line(study.tags.get(*tag).map_or("", String::as_str)));
    }
    text.push_str("手数----指手---------消費時間--\n");
    comment(&mut text, &study.nodes[0].comment);
    let children = study.children();
    // Where lines begin that are still to be written, the next at the end, each with the number of its first move.
    let mut open: Vec<(usize, usize)> = children[0].first().map(|&first| (first, 1)).into_iter().collect();
    let mut is_main = true;
    while let Some((mut node, mut number)) = open.pop() {
        if !is_main {
            let _ = writeln!(text, "\n変化：{number}手");
        }
        let begins = node;
        loop {
            let _ = writeln!(text, "{number:4}   {}", words[node]);
            comment(&mut text, &study.nodes[node].comment);
            // What could have been played instead follows the line, the latest first.
            let siblings = study.parent(node).map_or(&[][..], |parent| &children[parent][..]);
            if (is_main || node != begins) && siblings.len() > 1 {
                open.extend(siblings[1..].iter().rev().map(|&sibling| (sibling, number)));
            }
            let Some(&next) = children[node].first() else { break };
            (node, number) = (next, number + 1);
        }
        is_main = false;
    }
    Ok(text)
}

fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

fn comment(text: &mut String, said: &str) {
    for line in said.lines().filter(|line| !line.trim().is_empty()) {
        let _ = writeln!(text, "* {}", line.trim());
    }
}

/// The name of the start, or a drawing of it.
fn head(text: &mut String, start: &Position) {
    let name = start.name();
    let spec = name.spec();
    let called = GAMES.iter().find(|(board, _)| *board == name).map_or("", |(_, names)| names[0]);
    let _ = writeln!(text, "手合割：{called}");
    if *start.board() == AnyBoard::start(name) {
        return;
    }
    let position = start.board().to_text();
    let (ranks, rest) = position.split_once('[').unwrap_or((&position, "-] w"));
    let (held, _) = rest.split_once(']').unwrap_or(("-", ""));
    let hand = |seat: Seat| {
        let of_seat = |letter: &char| letter.is_ascii_uppercase() == (seat == Seat::First);
        let words: Vec<String> = (0..SLOTS)
            .rev()
            .filter_map(|slot| {
                let piece = spec.pieces[slot].filter(|piece| piece.promoted_from.is_none())?;
                let mine = |letter: &char| of_seat(letter) && letter.to_ascii_uppercase() == char::from(piece.letter);
                match held.chars().filter(mine).count() {
                    0 => None,
                    1 => Some(names(&piece)[0].to_owned()),
                    many => Some(format!("{}{}", names(&piece)[0], KANJI[many.min(9)])),
                }
            })
            .collect();
        if words.is_empty() { "なし".to_owned() } else { words.join("\u{3000}") }
    };
    let _ = writeln!(text, "後手の持駒：{}", hand(Seat::Second));
    let files: String = (1..=spec.width).rev().map(|file| format!(" {}", WIDE[file])).collect();
    let edge = format!("+{}+", "-".repeat(spec.width * 3));
    let _ = writeln!(text, " {files}\n{edge}");
    for (index, rank) in ranks.split('/').enumerate() {
        text.push('|');
        let mut promoted = false;
        for sign in rank.chars() {
            if let Some(gap) = sign.to_digit(10) {
                text.push_str(&" ・".repeat(gap as usize));
            } else if sign == '+' {
                promoted = true;
            } else {
                let upper = u8::try_from(sign.to_ascii_uppercase()).unwrap_or(b'?');
                let piece = spec.slot(upper, promoted).and_then(|slot| spec.pieces[slot]);
                text.push(if sign.is_ascii_uppercase() { ' ' } else { 'v' });
                text.push_str(piece.map_or("？", |piece| names(&piece)[1]));
                promoted = false;
            }
        }
        let _ = writeln!(text, "|{}", KANJI[(index + 1).min(9)]);
    }
    let _ = writeln!(text, "{edge}\n先手の持駒：{}", hand(Seat::First));
    if start.board().side() == Seat::Second {
        text.push_str("後手番\n");
    }
}

/// A move in words, and the place it goes to as USI writes it.
fn said(spec: &'static BoardSpec, before: &AnyBoard, text: &str, last: Option<&str>) -> (String, String) {
    let Ok(m) = text.parse::<Move>() else { return (text.to_owned(), String::new()) };
    let usi = move_to_usi(spec, m);
    let plain = usi.trim_end_matches('+');
    let to = plain[plain.len() - 2..].to_owned();
    let numbers = |place: &str| {
        let file = place.chars().next().and_then(|file| file.to_digit(10)).unwrap_or(0) as usize;
        let rank = place.as_bytes().get(1).map_or(0, |rank| usize::from(rank.saturating_sub(b'a')) + 1);
        (file.min(9), rank.min(9))
    };
    let (file, rank) = numbers(&to);
    let place =
        if last == Some(to.as_str()) { "同\u{3000}".to_owned() } else { format!("{}{}", WIDE[file], KANJI[rank]) };
    let called = |slot: Option<usize>| slot.and_then(|slot| spec.pieces[slot]).map_or("？", |piece| names(&piece)[0]);
    if let Some(letter) = m.dropped_letter() {
        let slot = u8::try_from(letter).ok().and_then(|letter| spec.slot(letter, false));
        return (format!("{}{}{}打", WIDE[file], KANJI[rank], called(slot)), to);
    }
    let slot =
        m.from().and_then(|from| crate::with_board!(before, board => board.piece_on(from))).map(|(_, slot)| slot);
    let (from_file, from_rank) = numbers(&plain[..2]);
    let promotes = if m.promotes() { "成" } else { "" };
    (format!("{place}{}{promotes}({from_file}{from_rank})", called(slot)), to)
}
