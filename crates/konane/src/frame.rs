//! Where the cells of a position lie in a set of bits, and which moves there are.

use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps, Stone};

/// A layout of cells: bit `row * stride + col`. All parts of a position share the frame of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<B> {
    /// Bits from one row to the next.
    pub stride: u32,
    /// Rows that fit.
    pub rows: u32,
    /// The cells over which a stone can jump along a row: all columns but the first and the last.
    interior: B,
    /// The cells whose row and column have the same number.
    pub diagonal: B,
}

/// Stones and empty cells within a frame. A cell that is none of the three is a wall: nothing enters it, ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field<B> {
    /// Cells with black stones.
    pub black: B,
    /// Cells with white stones.
    pub white: B,
    /// Empty cells.
    pub open: B,
}

/// One move and the position after it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(test), expect(dead_code, reason = "only the tests compare a step with the referee's jump"))]
pub struct Step<B> {
    /// Where the stone came from.
    pub from: u32,
    /// Where it stopped.
    pub to: u32,
    /// Every cell where it landed on its way, `to` among them.
    pub landed: B,
    /// The position after the move.
    pub after: Field<B>,
}

impl<B: Bits> Field<B> {
    /// All stones.
    #[inline(always)]
    pub fn stones(&self) -> B {
        self.black | self.white
    }

    /// All cells that are not walls.
    #[inline(always)]
    pub fn cells(&self) -> B {
        self.black | self.white | self.open
    }

    /// The same with the colours exchanged.
    #[inline(always)]
    pub fn swapped(&self) -> Field<B> {
        Field { black: self.white, white: self.black, open: self.open }
    }

    /// The part of the field within `cells`; everything else becomes wall.
    #[inline(always)]
    pub fn within(&self, cells: B) -> Field<B> {
        Field { black: self.black & cells, white: self.white & cells, open: self.open & cells }
    }
}

impl<B: Bits> Frame<B> {
    /// A frame of this stride, with all rows that fit.
    pub fn new(stride: u32) -> Frame<B> {
        let rows = B::WIDTH / stride;
        let mut interior = B::EMPTY;
        for row in 0..rows {
            for col in 1..stride.saturating_sub(1) {
                interior |= B::bit(row * stride + col);
            }
        }
        let diagonal = (0..rows.min(stride)).fold(B::EMPTY, |set, row| set | B::bit(row * (stride + 1)));
        Frame { stride, rows, interior, diagonal }
    }

    /// The frame for a board of this size, or `None` if it does not fit. Boards whose sides fit into a square of the
    /// set's width share one frame, so that what was found on one is known on the others.
    pub fn for_size(rows: usize, cols: usize) -> Option<Frame<B>> {
        let (rows, cols) = (rows as u32, cols as u32);
        let square = B::WIDTH.isqrt();
        if rows <= square && cols <= square {
            Some(Frame::new(square))
        } else if rows * cols <= B::WIDTH && 2 * cols < B::WIDTH {
            // A jump along a column shifts by two rows, which must be less than the width.
            Some(Frame::new(cols))
        } else {
            None
        }
    }

    /// The cells over which a stone can jump along a row.
    #[inline(always)]
    pub fn interior(&self) -> B {
        self.interior
    }

    /// A board as a field of this frame.
    pub fn field(&self, board: &Board) -> Field<B> {
        let mut field = Field { black: B::EMPTY, white: B::EMPTY, open: B::EMPTY };
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                let bit = B::bit(row as u32 * self.stride + col as u32);
                match board.get(row, col) {
                    Some(Stone::Black) => field.black |= bit,
                    Some(Stone::White) => field.white |= bit,
                    None if board.is_blocked(row, col) => {}
                    None => field.open |= bit,
                }
            }
        }
        field
    }

    /// The cells of a set as bits `row * cols + col` of a board with this many columns.
    pub fn on_board(&self, cells: B, cols: usize) -> Wide {
        cells
            .cells()
            .fold(Wide::EMPTY, |set, cell| set | Wide::bit(cell / self.stride * cols as u32 + cell % self.stride))
    }

    /// Where stones of `movers` land after one jump over `others` into `open`, in each of the four directions: right,
    /// down, left, up.
    #[inline(always)]
    pub fn landings(&self, movers: B, others: B, open: B) -> [B; 4] {
        let row = others & self.interior;
        let s = self.stride;
        [
            (((movers << 1) & row) << 1) & open,
            (movers.onwards(s) & others).onwards(s) & open,
            (((movers >> 1) & row) >> 1) & open,
            (movers.back(s) & others).back(s) & open,
        ]
    }

    /// Whether `stone` has a move.
    #[cfg(test)]
    pub fn can_move(&self, field: &Field<B>, stone: Stone) -> bool {
        let (movers, others) = sides(field, stone);
        let [right, down, left, up] = self.landings(movers, others, field.open);
        !(right | down | left | up).is_empty()
    }

    /// Every move of `stone`, in a fixed order.
    #[inline]
    pub fn for_each_step(&self, field: &Field<B>, stone: Stone, jumps: Jumps, mut visit: impl FnMut(Step<B>)) {
        let (movers, others) = sides(field, stone);
        let landings = self.landings(movers, others, field.open);
        for (direction, &landing) in landings.iter().enumerate() {
            let step = if direction % 2 == 0 { 1 } else { self.stride };
            let back = direction >= 2;
            let beside = |cell: u32| if back { cell.wrapping_sub(step) } else { cell + step };
            let over = if direction % 2 == 0 { others & self.interior } else { others };
            for first in landing.cells() {
                let from = if back { first + 2 * step } else { first - 2 * step };
                let mut taken = B::bit(if back { first + step } else { first - step });
                let mut landed = B::bit(first);
                let mut to = first;
                loop {
                    let (next_over, next_to) = (beside(to), beside(beside(to)));
                    let goes_on =
                        next_over < B::WIDTH && next_to < B::WIDTH && over.has(next_over) && field.open.has(next_to);
                    if jumps == Jumps::Any || !goes_on {
                        let after = moved(field, stone, B::bit(from), taken, B::bit(to));
                        visit(Step { from, to, landed, after });
                    }
                    if !goes_on {
                        break;
                    }
                    taken |= B::bit(next_over);
                    landed |= B::bit(next_to);
                    to = next_to;
                }
            }
        }
    }
}

/// The stones of `stone`, and those of the other colour.
#[inline(always)]
pub fn sides<B: Bits>(field: &Field<B>, stone: Stone) -> (B, B) {
    match stone {
        Stone::Black => (field.black, field.white),
        Stone::White => (field.white, field.black),
    }
}

#[inline(always)]
fn moved<B: Bits>(field: &Field<B>, stone: Stone, from: B, taken: B, to: B) -> Field<B> {
    let open = (field.open | from | taken) & !to;
    match stone {
        Stone::Black => Field { black: field.black ^ from ^ to, white: field.white ^ taken, open },
        Stone::White => Field { black: field.black ^ taken, white: field.white ^ from ^ to, open },
    }
}
