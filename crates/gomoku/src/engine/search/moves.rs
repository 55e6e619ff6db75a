//! Which moves are worth a look, and in which order.

use super::history::History;
use super::parameters::{COUNTERMOVE_BONUS, HISTORY_SHARE, KILLER_BONUS};
use crate::engine::board::{Board, MAX_SIDE, NOWHERE, Place, Side, place_at, relation};
use crate::engine::point::Class;

/// A move with the worth of trying it early.
#[derive(Clone, Copy, Debug)]
pub struct Rated {
    /// The higher, the earlier.
    pub rate: i32,
    /// Where.
    pub place: Place,
}

/// What the order of moves may look at besides the board.
pub struct Hints<'a> {
    /// Histories.
    pub history: &'a History,
    /// The last two moves, the latest first.
    pub before: [Place; 2],
    /// Moves that cut off beside this node.
    pub killers: [Place; 2],
    /// The move that once refuted the last one.
    pub answer: Place,
}

/// How urgent the position is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The other side can make five at this one point.
    Five(Place),
    /// The other side can make an open four.
    Four,
    /// Nothing has to be answered at once.
    Quiet,
}

impl Urgency {
    /// The urgency of a position in which the side to move has no five and no open four of its own, and the other side has
    /// at most one point for a five.
    pub fn of(board: &Board) -> Self {
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
pub fn generate(board: &Board, urgency: Urgency, out: &mut Vec<Place>) {
    let (me, it) = (board.turn(), board.turn().other());
    match urgency {
        Urgency::Five(place) => out.push(place),
        Urgency::Four => {
            for y in 0..MAX_SIDE {
                let mut bits = board.fours(me)[y] | board.fours(it)[y];
                while bits != 0 {
                    out.push(place_at(bits.trailing_zeros() as usize, y));
                    bits &= bits - 1;
                }
            }
        }
        Urgency::Quiet => {
            for y in 0..board.side_length() {
                let mut bits = board.around()[y] | board.fours(me)[y] | board.fours(it)[y];
                while bits != 0 {
                    let place = place_at(bits.trailing_zeros() as usize, y);
                    bits &= bits - 1;
                    if board.is_empty(place) {
                        out.push(place);
                    }
                }
            }
            if out.is_empty() && board.stones() == 0 {
                let middle = board.side_length() / 2;
                out.push(place_at(middle, middle));
            }
            if out.is_empty() {
                fill(board, out);
            }
        }
    }
}

/// Adds every empty point.
pub fn fill(board: &Board, out: &mut Vec<Place>) {
    for y in 0..board.side_length() {
        for x in 0..board.side_length() {
            if board.is_empty(place_at(x, y)) {
                out.push(place_at(x, y));
            }
        }
    }
}

/// What shapes and the last two moves say for a move.
#[inline(always)]
pub fn rate_plainly(board: &Board, place: Place, before: [Place; 2]) -> i32 {
    let near = &board.tables().near;
    rate_by_shapes(board, place, board.turn())
        + i32::from(near[0][relation(place, before[0])])
        + i32::from(near[1][relation(place, before[1])])
}

/// What the shapes of both sides on a point say for moving there.
#[inline(always)]
pub fn rate_by_shapes(board: &Board, place: Place, me: Side) -> i32 {
    let tables = board.tables();
    let it = me.other();
    i32::from(tables.colours[me as usize].order[usize::from(board.shapes(place, me))].attack)
        + i32::from(tables.colours[it as usize].order[usize::from(board.shapes(place, it))].defence)
}

/// Rates a move.
#[inline(always)]
pub fn rate(board: &Board, place: Place, hints: &Hints) -> Rated {
    let me = board.turn();
    let shapes = rate_plainly(board, place, hints.before);
    let history = hints.history.get(me, place, hints.before);
    let mut rate = shapes + history / HISTORY_SHARE;
    if hints.killers.contains(&place) {
        rate += KILLER_BONUS;
    }
    if hints.answer == place {
        rate += COUNTERMOVE_BONUS;
    }
    Rated { rate, place }
}
