//! Which points are forbidden to Black, exactly.

use super::class::Class;
use super::line::Shape;
use super::shape_board::{PointIndex, STEPS, ShapeBoard, Side};
use crate::rules::Rule;

/// Whether Black may not move on an empty point.
///
/// The class of a point is only a quick filter: two open threes are forbidden only if both can become open fours by a
/// move that is itself allowed.
pub fn is_forbidden(board: &mut ShapeBoard, point: PointIndex) -> bool {
    if board.rule() != Rule::Renju || board.class(point, Side::Black) != Class::Forbidden {
        return false;
    }
    let mut fours = 0;
    let mut threes = 0;
    for direction in 0..4 {
        match board.shape(point, Side::Black, direction) {
            Shape::Overline | Shape::DoubleFour => return true,
            Shape::Four | Shape::OpenFour => fours += 1,
            Shape::OpenThree | Shape::WideThree => threes |= 1 << direction,
            _ => {}
        }
    }
    if fours > 1 {
        return true;
    }
    let passed = board.turn() != Side::Black;
    if passed {
        board.pass();
    }
    board.place(point);
    let real =
        (0..4).filter(|direction| threes >> direction & 1 == 1 && is_real_three(board, point, *direction)).count();
    board.undo();
    if passed {
        board.undo();
    }
    real > 1
}

/// Whether the three through a stone just placed can become an open four by an allowed move.
fn is_real_three(board: &mut ShapeBoard, point: PointIndex, direction: usize) -> bool {
    (-4..=4isize).any(|offset| {
        let there = (point as isize + offset * STEPS[direction]) as PointIndex;
        board.is_empty(there)
            && board.shape(there, Side::Black, direction) == Shape::OpenFour
            && board.class(there, Side::Black) != Class::Five
            && !is_forbidden(board, there)
    })
}
