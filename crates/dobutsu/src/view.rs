//! What is drawn of a position.

use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::position::{AnyBoard, Position};
use crate::rules::{BoardSpec, DIRECTIONS, LION, SLOTS};
use crate::square::{Each, Square};
use crate::variant::{Variant, lion_is_checked};
use crate::with_board;
use banmen_core::{
    Counter, Game, Grid, GridStyle, Hand, HandPiece, LegalMove, Mark, MarkKind, Piece, Promotion, Seat, Show, Text,
    View,
};

/// The key of a side's name.
pub(crate) const fn side_key(side: Seat) -> &'static str {
    match side {
        Seat::First => "sente",
        Seat::Second => "gote",
    }
}

/// Where a square is drawn: rows of a picture are counted from the top.
pub fn drawn_at(spec: &BoardSpec, square: Square) -> banmen_core::Square {
    let row = (spec.height - 1).saturating_sub(square.rank());
    banmen_core::Square::new(square.file() as u8, row as u8)
}

fn glyph(spec: &BoardSpec, slot: usize) -> &'static str {
    spec.pieces[slot].map_or("", |piece| piece.name)
}

fn steps(spec: &BoardSpec, slot: usize) -> Vec<(i8, i8)> {
    let set = spec.pieces[slot].map_or(0, |piece| piece.steps);
    (0..8).filter(|d| set >> d & 1 != 0).map(|d| DIRECTIONS[d]).collect()
}

/// What the pieces of all boards turn into.
pub(crate) fn promotions() -> Vec<Promotion> {
    let mut promotions = Vec::new();
    for spec in BoardSpec::ALL {
        for piece in spec.pieces.iter().flatten() {
            let Some(slot) = piece.promotes_to else { continue };
            let promotion = Promotion { from: piece.name, to: glyph(spec, slot), steps: steps(spec, slot) };
            if !promotions.contains(&promotion) {
                promotions.push(promotion);
            }
        }
    }
    promotions
}

impl Show for Position {
    fn view(&self) -> View {
        with_board!(self.board(), board => draw(self, board))
    }
}

fn draw<V: Variant>(position: &Position, board: &PieceBoard<V>) -> View {
    let spec = V::SPEC;
    let at = |square| drawn_at(spec, square);
    let mut pieces = Vec::new();
    for side in Seat::BOTH {
        for slot in 0..SLOTS {
            pieces.extend(Each(board.pieces(side, slot)).map(|square| Piece {
                at: at(square),
                glyph: glyph(spec, slot).to_owned(),
                owner: Some(side),
                steps: steps(spec, slot),
                ..Piece::default()
            }));
        }
    }
    let held = |side| Hand {
        seat: side,
        pieces: (0..SLOTS)
            .filter(|&slot| slot != LION && spec.pieces[slot].is_some_and(|piece| piece.promoted_from.is_none()))
            .map(|slot| HandPiece {
                glyph: glyph(spec, slot).to_owned(),
                count: board.hand(side).count(slot) as u8,
                steps: steps(spec, slot),
            })
            .collect(),
    };
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let moves = legal.iter().map(|&m| legal_move(spec, m, &legal)).collect();

    let mut marks = Vec::new();
    if let Some(last) = position.last_move() {
        marks.extend(last.from().into_iter().chain([last.to()]).map(|square| Mark {
            at: at(square),
            kind: MarkKind::Last,
            label: None,
        }));
    }
    if position.turn().seat().is_some() && board.checkers() != 0 {
        marks.push(Mark { at: at(board.lion(board.side())), kind: MarkKind::Danger, label: None });
    }
    View {
        pieces,
        hands: Seat::BOTH.map(held).to_vec(),
        moves,
        marks,
        counters: repetition(position).into_iter().collect(),
        spoken: spoken(position),
        ..View::new(
            Grid::lettered(spec.width as u8, spec.height as u8, GridStyle::Cells),
            position.turn(),
            status(position, board),
        )
    }
}

/// How often the position has come, once it has come again.
fn repetition(position: &Position) -> Option<Counter> {
    let (times, most) = (position.occurrences(), position.name().spec().repetitions);
    let value = format!("{times}/{most}");
    (times > 1).then(|| Counter { seat: None, label: Text::new("counter.occurrences"), value })
}

/// A move by what the hand does; the choice is named only where there is one.
fn legal_move(spec: &BoardSpec, m: Move, legal: &[Move]) -> LegalMove {
    let to = drawn_at(spec, m.to());
    let Some(from) = m.from() else {
        return LegalMove::drop(m, glyph(spec, m.dropped_slot()), to);
    };
    let choice = legal
        .contains(&Move::step(from, m.to(), !m.promotes()))
        .then(|| if m.promotes() { "promote" } else { "stay" }.to_owned());
    LegalMove { choice, ..LegalMove::step(m, drawn_at(spec, from), to) }
}

fn status<V: Variant>(position: &Position, board: &PieceBoard<V>) -> Text {
    match position.turn().outcome() {
        None => {
            let key = match (board.checkers(), lion_is_checked(V::SPEC)) {
                (0, _) => "status.turn",
                (_, true) => "status.check",
                (_, false) => "status.lion_in_danger",
            };
            Text::new(key).with("side", side_key(board.side()))
        }
        Some(outcome) => match outcome.winner {
            Some(seat) => Text::new("status.won").with("side", side_key(seat)).with("reason", outcome.reason),
            None => Text::new("status.drawn").with("reason", outcome.reason),
        },
    }
}

fn spoken(position: &Position) -> Option<Text> {
    let last = position.last()?;
    let spec = position.name().spec();
    let mover = match position.board() {
        AnyBoard::Deer(board) => board.side().other(),
        AnyBoard::Classic(board) => board.side().other(),
        AnyBoard::Gorogoro(board) => board.side().other(),
    };
    let m = last.m;
    let key = match (m.from(), last.taken, m.promotes()) {
        (None, ..) => "spoken.piece_dropped",
        (_, None, false) => "spoken.piece_moved",
        (_, None, true) => "spoken.piece_promoted",
        (_, Some(_), false) => "spoken.piece_taken",
        (_, Some(_), true) => "spoken.piece_taken_promoting",
    };
    let mut text =
        Text::new(key).with("side", side_key(mover)).with("piece", glyph(spec, last.slot)).with("to", m.to());
    if let Some(from) = m.from() {
        text = text.with("from", from);
    }
    if let Some(taken) = last.taken {
        text = text.with("taken", glyph(spec, taken));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{BoardName, Rules};
    use banmen_core::Source;

    #[test]
    fn a_choice_is_offered_only_where_there_is_one() {
        let rules = Rules { board: BoardName::Gorogoro, position: "4k/5/P4/5/5/4K[-] w".to_owned() };
        let view = Position::start(&rules).unwrap().view();
        let choices: Vec<_> =
            view.moves.iter().filter_map(|m| m.choice.as_deref().map(|c| (m.text.as_str(), c))).collect();
        assert_eq!(choices, [("a4a5+", "promote"), ("a4a5", "stay")]);
        let rules = Rules { board: BoardName::Deer, position: "4l/P4/5/5/4L[-] w".replace('P', "C") };
        let view = Position::start(&rules).unwrap().view();
        assert!(view.moves.iter().all(|m| m.choice.is_none()));
    }

    #[test]
    fn hands_show_every_kind_and_drops_come_from_them() {
        let rules = Rules { board: BoardName::Deer, position: "4l/5/5/5/4L[CC] w".to_owned() };
        let view = Position::start(&rules).unwrap().view();
        let counts: Vec<_> = view.hands[0].pieces.iter().map(|piece| (piece.glyph.as_str(), piece.count)).collect();
        assert_eq!(counts, [("chick", 2), ("elephant", 0), ("giraffe", 0), ("deer", 0)]);
        let drops = view.moves.iter().filter(|m| m.from == Some(Source::Hand { glyph: "chick".to_owned() })).count();
        assert_eq!(drops, 25 - 5 - 1);
    }

    #[test]
    fn the_last_move_is_told_in_words() {
        let mut position = Position::start(&Rules::on(BoardName::Classic)).unwrap();
        position.play("b2b3".parse().unwrap()).unwrap();
        let text = position.view().spoken.unwrap();
        assert_eq!(text.key, "spoken.piece_taken");
        assert_eq!((text.args["piece"].as_str(), text.args["taken"].as_str()), ("chick", "chick"));
    }
}
