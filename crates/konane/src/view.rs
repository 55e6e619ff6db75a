//! What is drawn of a position.

use banmen_core::{
    Counter, Game, Grid, GridStyle, LegalMove, Mark, MarkKind, Piece, Seat, Show, Square, Stroke, StrokeKind, Text,
    View,
};

use crate::board::{Board, Stone};
use crate::cell::{Cell, file_name};
use crate::jump::Jump;
use crate::position::{Konane, Move, Opening, seat_of, stone_of};

/// The key of a side's name.
pub(crate) const fn side_key(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "black",
        Stone::White => "white",
    }
}

/// Where a cell is drawn.
pub(crate) fn square(board: &Board, cell: Cell) -> Square {
    let (row, col) = board.place(cell);
    Square::new(col as u8, row as u8)
}

/// The cells that a jump passes over or lands on between its ends, in order.
fn between(board: &Board, jump: Jump) -> Vec<Square> {
    let (from, to) = (square(board, jump.from), square(board, jump.to));
    let step = |a: u8, b: u8| (i16::from(b) - i16::from(a)).signum();
    let (right, down) = (step(from.x, to.x), step(from.y, to.y));
    let mut at = (i16::from(from.x) + right, i16::from(from.y) + down);
    let mut passed = Vec::new();
    while at != (i16::from(to.x), i16::from(to.y)) {
        passed.push(Square::new(at.0 as u8, at.1 as u8));
        at = (at.0 + right, at.1 + down);
    }
    passed
}

/// The stones that a jump takes, in order: every other cell on the way.
fn taken(board: &Board, jump: Jump) -> Vec<Square> {
    between(board, jump).into_iter().step_by(2).collect()
}

impl Show for Konane {
    fn view(&self) -> View {
        let board = self.board();
        let (rows, cols) = (board.rows(), board.cols());
        let grid = Grid {
            columns: cols as u8,
            rows: rows as u8,
            style: GridStyle::Hollows,
            stars: Vec::new(),
            column_labels: (0..cols).map(file_name).collect(),
            row_labels: (0..rows).map(|row| (rows - row).to_string()).collect(),
        };
        let mut pieces = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                let at = Square::new(col as u8, row as u8);
                if let Some(stone) = board.get(row, col) {
                    pieces.push(Piece {
                        at,
                        glyph: "pebble".to_owned(),
                        owner: Some(seat_of(stone)),
                        ..Piece::default()
                    });
                } else if board.is_blocked(row, col) {
                    pieces.push(Piece { at, glyph: "block".to_owned(), ..Piece::default() });
                }
            }
        }
        let mut legal = Vec::new();
        if self.turn().seat().is_some() {
            self.legal_moves(&mut legal);
        }
        let moves = legal.iter().map(|&m| drawn_move(board, m)).collect();
        let (mut marks, mut strokes) = (Vec::new(), Vec::new());
        match self.last() {
            Some(Move::Jump(jump)) => {
                marks.push(Mark { at: square(board, jump.to), kind: MarkKind::Last, label: None });
                strokes.push(Stroke {
                    from: square(board, jump.from),
                    to: square(board, jump.to),
                    kind: StrokeKind::Jump,
                });
            }
            Some(Move::Remove(cell)) => {
                marks.push(Mark { at: square(board, cell), kind: MarkKind::Last, label: None });
            }
            None => {}
        }
        View {
            pieces,
            moves,
            marks,
            strokes,
            counters: Seat::BOTH.map(|seat| stones_left(board, seat)).to_vec(),
            spoken: self.spoken(),
            ..View::new(grid, self.turn(), self.status())
        }
    }
}

fn stones_left(board: &Board, seat: Seat) -> Counter {
    let count = board.count(stone_of(seat));
    Counter { seat: Some(seat), label: Text::new("counter.konane.stones"), value: count.to_string() }
}

fn drawn_move(board: &Board, m: Move) -> LegalMove {
    match m {
        Move::Remove(cell) => LegalMove::place(m, square(board, cell)),
        Move::Jump(jump) => {
            let over = taken(board, jump);
            LegalMove { over, ..LegalMove::step(m, square(board, jump.from), square(board, jump.to)) }
        }
    }
}

impl Konane {
    fn status(&self) -> Text {
        if let Some(outcome) = self.turn().outcome()
            && let Some(winner) = outcome.winner
        {
            let side = side_key(stone_of(winner));
            return Text::new("status.won").with("side", side).with("reason", outcome.reason);
        }
        let key = match self.opening() {
            Opening::BlackRemoves => "status.konane.remove_first",
            Opening::WhiteRemoves { .. } => "status.konane.remove_second",
            Opening::Done => "status.turn",
        };
        Text::new(key).with("side", side_key(self.to_move()))
    }

    fn spoken(&self) -> Option<Text> {
        let side = side_key(self.to_move().other());
        Some(match self.last()? {
            Move::Remove(cell) => Text::new("spoken.konane.removed").with("side", side).with("point", cell),
            Move::Jump(jump) => {
                let count = taken(self.board(), jump).len();
                let key = if count == 1 { "spoken.konane.jumped" } else { "spoken.konane.jumped_several" };
                let text = Text::new(key).with("side", side).with("from", jump.from).with("to", jump.to);
                text.with("count", count)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Start};

    #[test]
    fn a_long_jump_passes_over_each_stone_it_takes() {
        let rules = Rules { start: Start::Free, position: "BW.W./.....".to_owned(), ..Rules::default() };
        let mut game = Konane::start(&rules).unwrap();
        let view = game.view();
        let long = view.moves.iter().find(|m| m.text == "a2-e2").unwrap();
        assert_eq!(long.over, [Square::new(1, 0), Square::new(3, 0)]);
        game.play("a2-e2".parse().unwrap()).unwrap();
        let view = game.view();
        assert_eq!(view.strokes.len(), 1);
        assert_eq!(view.spoken.unwrap().key, "spoken.konane.jumped_several");
        assert_eq!(view.status.key, "status.won");
    }

    #[test]
    fn the_opening_is_told_in_words() {
        let mut game = Konane::start(&Rules::default()).unwrap();
        assert_eq!(game.view().status.key, "status.konane.remove_first");
        game.play("a1".parse().unwrap()).unwrap();
        let view = game.view();
        assert_eq!(view.status.key, "status.konane.remove_second");
        assert_eq!(view.spoken.unwrap().args["point"], "a1");
        assert_eq!(view.moves.len(), 2);
    }
}
