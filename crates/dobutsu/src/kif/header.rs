use banmen_core::{ExchangeError, Seat};

use super::read::{malformed, quoted};
use super::{GAMES, TAGS, digit, piece};
use crate::position::{AnyBoard, BoardName, Rules};

/// What stands before the moves.
pub(super) struct Header {
    pub(super) rules: Rules,
    pub(super) tags: Vec<(&'static str, String)>,
    /// The line that the start position was read from.
    pub(super) line: usize,
    pub(super) found: bool,
}

impl Header {
    pub(super) fn read(lines: &[(usize, &str)]) -> Result<Header, ExchangeError> {
        let mut header = Header { rules: Rules::on(BoardName::Classic), tags: Vec::new(), line: 1, found: false };
        let mut board = None;
        let mut hands = [None, None];
        let mut side = Seat::First;
        let mut ranks: Vec<(usize, &str)> = Vec::new();
        for &(number, line) in lines {
            let line = line.trim();
            if let Some(rank) = line.strip_prefix('|') {
                ranks.push((number, rank));
            }
            if line.starts_with("後手番") {
                side = Seat::Second;
            }
            let Some((name, value)) = line.split_once(['：', ':']) else { continue };
            let value = value.trim_matches([' ', '\u{3000}']);
            match name {
                "手合割" => {
                    let known =
                        GAMES.iter().find(|(_, names)| names.iter().any(|known| value.eq_ignore_ascii_case(known)));
                    let (found, _) = known.ok_or_else(|| {
                        let names: Vec<&str> = GAMES.iter().map(|(_, names)| names[0]).collect();
                        malformed(
                            number,
                            format!("手合割 {:?} is not animal shogi; expected {}", quoted(value), names.join("、")),
                        )
                    })?;
                    (board, header.found) = (Some(*found), true);
                }
                "先手の持駒" | "下手の持駒" => hands[0] = Some((number, value)),
                "後手の持駒" | "上手の持駒" => hands[1] = Some((number, value)),
                _ => {
                    if let Some((tag, _)) = TAGS.iter().find(|(_, known)| *known == name).filter(|_| !value.is_empty())
                    {
                        header.tags.push((tag, value.to_owned()));
                    }
                }
            }
        }
        let board = board.unwrap_or(match ranks.len() {
            5 => BoardName::Deer,
            6 => BoardName::Gorogoro,
            _ => BoardName::Classic,
        });
        header.rules = Rules::on(board);
        if let Some(&(line, _)) = ranks.first() {
            (header.line, header.found) = (line, true);
            let position = diagram(board, &ranks, hands, side)?;
            let read = AnyBoard::from_text(board, &position).map_err(|error| malformed(line, error))?;
            if read != AnyBoard::start(board) {
                header.rules.position = read.to_text();
            }
        }
        Ok(header)
    }
}

/// A position drawn with pieces, in our own text form.
fn diagram(
    board: BoardName,
    ranks: &[(usize, &str)],
    hands: [Option<(usize, &str)>; 2],
    side: Seat,
) -> Result<String, ExchangeError> {
    let spec = board.spec();
    let letter = |slot: usize, seat: Seat| {
        let letter = spec.pieces[slot].map_or('?', |piece| char::from(piece.letter));
        if seat == Seat::First { letter } else { letter.to_ascii_lowercase() }
    };
    let mut rows = Vec::new();
    for &(number, rank) in ranks {
        let mut row = String::new();
        let mut seat = Seat::First;
        let mut rest = rank.split('|').next().unwrap_or(rank);
        while let Some(sign) = rest.chars().next() {
            let after = &rest[sign.len_utf8()..];
            match sign {
                ' ' | '\u{3000}' | '\t' => rest = after,
                '・' => {
                    row.push('1');
                    rest = after;
                }
                'v' | 'V' => {
                    seat = Seat::Second;
                    rest = after;
                }
                _ => {
                    let (slot, after) = piece(spec, rest)
                        .ok_or_else(|| malformed(number, format!("{sign:?} is no piece of this board")))?;
                    if spec.pieces[slot].is_some_and(|piece| piece.promoted_from.is_some()) {
                        row.push('+');
                    }
                    row.push(letter(slot, seat));
                    seat = Seat::First;
                    rest = after;
                }
            }
        }
        rows.push(row);
    }
    let mut held = String::new();
    for (seat, hand) in Seat::BOTH.into_iter().zip(hands) {
        let Some((number, hand)) = hand.filter(|(_, hand)| !hand.starts_with("なし")) else { continue };
        for word in hand.split([' ', '\u{3000}', '\t']).filter(|word| !word.is_empty()) {
            let (slot, count) = piece(spec, word)
                .ok_or_else(|| malformed(number, format!("{:?} is no piece of this board", quoted(word))))?;
            let count = if count.is_empty() { Some(1) } else { count.chars().next().and_then(digit) };
            let count = count.ok_or_else(|| malformed(number, format!("{:?}: how many?", quoted(word))))?;
            held.extend(std::iter::repeat_n(letter(spec.hand_slot(slot), seat), count));
        }
    }
    let held = if held.is_empty() { "-" } else { &held };
    Ok(format!("{}[{held}] {}", rows.join("/"), if side == Seat::First { 'w' } else { 'b' }))
}
