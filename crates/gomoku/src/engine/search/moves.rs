//! Which moves are worth a look, and in which order.

use super::history::History;
use super::parameters::{COUNTERMOVE_BONUS, HISTORY_SHARE, KILLER_BONUS};
use crate::engine::class::Class;
use crate::engine::shape_board::{MAX_SIDE, NOWHERE, PointIndex, ShapeBoard, Side, point_index, relation};

/// A move with the worth of trying it early.
#[derive(Clone, Copy, Debug)]
pub struct Rated {
    /// The higher, the earlier.
    pub rate: i32,
    /// Where.
    pub point: PointIndex,
    /// By how much a learned evaluation rates another move higher; see [`Evaluator::rate`](crate::engine::evaluator::Evaluator::rate).
    pub doubt: i32,
}

/// What the order of moves may look at besides the board.
pub struct Hints<'a> {
    /// Histories.
    pub history: &'a History,
    /// The last two moves, the latest first.
    pub before: [PointIndex; 2],
    /// Moves that cut off beside this node.
    pub killers: [PointIndex; 2],
    /// The move that once refuted the last one.
    pub answer: PointIndex,
}

/// How urgent the position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The other side can make five at this one point.
    Five(PointIndex),
    /// The other side can make an open four.
    Four,
    /// Nothing has to be answered at once.
    Quiet,
}

impl Urgency {
    /// The urgency of a position in which the side to move has no five and no open four of its own, and the other side has
    /// at most one point for a five.
    pub fn of(board: &ShapeBoard) -> Self {
        let it = board.turn().other();
        if board.count(it, Class::Five) > 0 {
            Self::Five(board.find(it, Class::Five).unwrap_or(NOWHERE))
        } else if board.count(it, Class::OpenFour) > 0 {
            Self::Four
        } else {
            Self::Quiet
        }
    }
}

/// Adds every move that can matter.
///
/// Against a five that is the one point that stops it. Against an open four: the points on which either side makes a four,
/// for a stone that stops an open four lies on one of the other side's fours. Otherwise all points near stones, and all
/// points for fours however far away.
pub fn generate(board: &ShapeBoard, urgency: Urgency, out: &mut Vec<PointIndex>) {
    let (me, it) = (board.turn(), board.turn().other());
    match urgency {
        Urgency::Five(point) => out.push(point),
        Urgency::Four => {
            for y in 0..MAX_SIDE {
                let mut bits = board.fours(me)[y] | board.fours(it)[y];
                while bits != 0 {
                    out.push(point_index(bits.trailing_zeros() as usize, y));
                    bits &= bits - 1;
                }
            }
        }
        Urgency::Quiet => {
            for y in 0..board.side_length() {
                let mut bits = board.around()[y] | board.fours(me)[y] | board.fours(it)[y];
                while bits != 0 {
                    let point = point_index(bits.trailing_zeros() as usize, y);
                    bits &= bits - 1;
                    if board.is_empty(point) {
                        out.push(point);
                    }
                }
            }
            if out.is_empty() && board.stones() == 0 {
                let middle = board.side_length() / 2;
                out.push(point_index(middle, middle));
            }
            if out.is_empty() {
                fill(board, out);
            }
        }
    }
}

/// Adds every empty point.
pub fn fill(board: &ShapeBoard, out: &mut Vec<PointIndex>) {
    for y in 0..board.side_length() {
        for x in 0..board.side_length() {
            if board.is_empty(point_index(x, y)) {
                out.push(point_index(x, y));
            }
        }
    }
}

/// What shapes and the last two moves say for a move.
#[inline(always)]
pub fn rate_plainly(board: &ShapeBoard, point: PointIndex, before: [PointIndex; 2]) -> i32 {
    let near = &board.tables().near;
    rate_by_shapes(board, point, board.turn())
        + i32::from(near[0][relation(point, before[0])])
        + i32::from(near[1][relation(point, before[1])])
}

/// What the shapes of both sides on a point say for moving there.
#[inline(always)]
pub fn rate_by_shapes(board: &ShapeBoard, point: PointIndex, me: Side) -> i32 {
    let tables = board.tables();
    let it = me.other();
    i32::from(tables.colours[me as usize].order[usize::from(board.shapes(point, me))].attack)
        + i32::from(tables.colours[it as usize].order[usize::from(board.shapes(point, it))].defence)
}

/// What earlier cut-offs say for a move.
#[inline(always)]
pub fn rate_by_history(board: &ShapeBoard, point: PointIndex, hints: &Hints) -> i32 {
    let mut rate = hints.history.get(board.turn(), point, hints.before) / HISTORY_SHARE;
    if hints.killers.contains(&point) {
        rate += KILLER_BONUS;
    }
    if hints.answer == point {
        rate += COUNTERMOVE_BONUS;
    }
    rate
}

/// Rates a move.
#[inline(always)]
pub fn rate(board: &ShapeBoard, point: PointIndex, hints: &Hints) -> Rated {
    let rate = rate_plainly(board, point, hints.before) + rate_by_history(board, point, hints);
    Rated { rate, point, doubt: 0 }
}
