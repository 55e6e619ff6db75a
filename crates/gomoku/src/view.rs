//! What is drawn of a position.

use banmen_core::{
    Game, Ghost, Grid, GridStyle, LegalMove, Mark, MarkKind, Piece, Show, Square, Stroke, StrokeKind, Text, View,
};

use crate::opening::OFFERS;
use crate::{Move, Point, Position, Size, Stage, Stone};

/// Where a point is drawn: rows of a picture are counted from the top.
pub fn square(size: Size, point: Point) -> Square {
    Square::new(point.column(), size.get() - 1 - point.row())
}

/// The point drawn at a place, if it is on the board.
pub fn point(size: Size, square: Square) -> Option<Point> {
    Point::new(square.x, size.get().checked_sub(square.y + 1)?).filter(|&point| size.contains(point))
}

impl Show for Position {
    fn view(&self) -> View {
        let size = self.size();
        let at = |point| square(size, point);
        let mut grid = Grid::lettered(size.get(), size.get(), GridStyle::Points);
        grid.stars = size.star_points().into_iter().map(at).collect();

        let mut pieces = Vec::with_capacity(self.moves().len());
        for (index, &point) in self.moves().iter().enumerate() {
            pieces.push(Piece {
                at: at(point),
                glyph: "stone".to_owned(),
                owner: self.board().get(point).map(Stone::seat),
                number: Some(index as u32 + 1),
                ..Piece::default()
            });
        }

        let over = self.outcome().is_some();
        let mut moves = Vec::new();
        let mut marks = Vec::new();
        if let Some(&last) = self.moves().last() {
            marks.push(Mark { at: at(last), kind: MarkKind::Last, label: None });
        }
        for (index, &point) in self.offers().iter().enumerate() {
            let label = Some((index + 1).to_string());
            marks.push(Mark { at: at(point), kind: MarkKind::Offered, label });
        }
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        for m in legal {
            moves.push(match m {
                Move::At(point) => LegalMove::place(m, at(point)),
                decision => LegalMove::action(decision, decision.name()),
            });
        }
        if !over && matches!(self.stage(), Stage::Play) {
            for point in self.board().empty_points() {
                if let Some(why) = self.forbidden(point) {
                    let label = Some(why.sign().to_owned());
                    marks.push(Mark { at: at(point), kind: MarkKind::Forbidden, label });
                }
            }
        }
        let strokes = self
            .winning_row()
            .and_then(|row| Some(Stroke { from: at(*row.first()?), to: at(*row.last()?), kind: StrokeKind::Win }))
            .into_iter()
            .collect();
        let places = !over && !matches!(self.stage(), Stage::Choose { .. });
        let ghost = places.then(|| Ghost {
            glyph: "stone".to_owned(),
            owner: Some(self.to_move().seat()),
            label: None,
            shade: None,
        });
        View {
            pieces,
            moves,
            marks,
            strokes,
            ghost,
            spoken: spoken(self),
            exchanged: self.sides_exchanged(),
            ..View::new(grid, self.turn(), status(self))
        }
    }
}

fn status(position: &Position) -> Text {
    match position.outcome() {
        None => stage(position),
        Some(outcome) => match outcome.winner {
            Some(seat) => {
                Text::new("status.won").with("side", position.stone_of(seat).key()).with("reason", outcome.reason)
            }
            None => Text::new("status.drawn").with("reason", outcome.reason),
        },
    }
}

/// What is to be done, in an opening too.
fn stage(position: &Position) -> Text {
    let side = position.to_move().key();
    match position.stage() {
        Stage::Play => Text::new("status.turn").with("side", side),
        Stage::Lay { left, .. } => Text::new("status.gomoku.lay").with("side", side).with("left", left),
        Stage::Near(0) => Text::new("status.gomoku.centre").with("side", side),
        Stage::Near(reach) => Text::new("status.gomoku.near").with("side", side).with("width", 2 * reach + 1),
        Stage::Choose { by, or } => {
            let key = match or {
                Some(Move::Two) => "status.gomoku.choose_or_two",
                Some(_) => "status.gomoku.choose_or_ten",
                None => "status.gomoku.choose",
            };
            Text::new(key).with("side", position.stone_of(by).key())
        }
        Stage::Offer => Text::new("status.gomoku.offer")
            .with("side", Stone::Black.key())
            .with("left", OFFERS - position.offers().len()),
        Stage::Pick => Text::new("status.gomoku.pick").with("side", Stone::White.key()),
    }
}

/// The last move in words.
fn spoken(position: &Position) -> Option<Text> {
    let offered = position.offers().last().is_some();
    Some(match position.last()? {
        Move::At(point) if offered => Text::new("spoken.gomoku.offered").with("point", point),
        Move::At(point) => {
            let side = position.to_move().other().key();
            Text::new("spoken.stone_placed").with("side", side).with("point", point)
        }
        decision => Text::new(format!("spoken.gomoku.{}", decision.name())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_list;
    use crate::{Rule, Rules};

    #[test]
    fn squares_and_points_are_each_others_mirror() {
        for n in 5..=22_u8 {
            let size = Size::try_from(n).unwrap();
            for there in size.iter() {
                assert_eq!(point(size, square(size, there)), Some(there));
            }
            assert_eq!(point(size, Square::new(n, 0)), None);
            assert_eq!(point(size, Square::new(0, n)), None);
        }
    }

    #[test]
    fn the_winning_row_is_drawn_and_no_move_is_left() {
        let view = play_list(Rules::default(), "a1 a2 b1 b2 c1 c2 d1 d2 e1").unwrap().view();
        assert_eq!(view.strokes.len(), 1);
        assert_eq!((view.strokes[0].from, view.strokes[0].to), (Square::new(0, 18), Square::new(4, 18)));
        assert!(view.moves.is_empty() && view.ghost.is_none());
        assert_eq!(view.status, Text::new("status.won").with("side", "black").with("reason", "five"));
    }

    #[test]
    fn forbidden_points_are_marked_for_black_only() {
        let rules = Rules::new(Size::FIFTEEN, Rule::Renju);
        let black = play_list(rules, "h9 a1 h10 a2 f8 a4 g8 a5").unwrap();
        let marked: Vec<_> = black.view().marks.into_iter().filter(|mark| mark.kind == MarkKind::Forbidden).collect();
        assert_eq!(marked.len(), 1);
        assert_eq!((marked[0].at, marked[0].label.as_deref()), (Square::new(7, 7), Some("33")));
        let white = play_list(rules, "h9 a1 h10 a2 f8 a4 g8").unwrap();
        assert!(white.view().marks.iter().all(|mark| mark.kind != MarkKind::Forbidden));
    }
}
