//! Which cells can ever matter to each other, from above: the position is the sum of its classes.

use crate::bits::Bits;
use crate::frame::{Field, Frame};

/// The middle cells of the jumps that may ever happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Middles<B> {
    /// Of jumps along a row.
    pub row: B,
    /// Of jumps along a column.
    pub column: B,
}

impl<B: Bits> Middles<B> {
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        (self.row | self.column).is_empty()
    }

    /// All cells of these jumps.
    #[inline(always)]
    pub(crate) fn cells(&self, stride: u32) -> B {
        let Middles { row, column } = *self;
        row | row << 1 | row >> 1 | column | column << stride | column >> stride
    }

    /// The class of jumps to which this cell belongs: everything that hangs together with it through shared cells.
    #[inline]
    pub(crate) fn class_of(&self, cell: B, stride: u32) -> B {
        let mut class = cell;
        loop {
            let row = self.row & (class | class << 1 | class >> 1);
            let column = self.column & (class | class << stride | class >> stride);
            let grown = class | Middles { row, column }.cells(stride);
            if grown == class {
                return class;
            }
            class = grown;
        }
    }
}

impl<B: Bits> Frame<B> {
    /// The jumps that may ever happen, by the fixed point: whenever a cell may hold a colour, its neighbour the other
    /// colour, and the cell behind may be empty, that jump may happen, and then the far cell may hold the colour and the
    /// first two may be empty.
    #[inline]
    pub(crate) fn possible_jumps(&self, field: &Field<B>) -> Middles<B> {
        let s = self.stride;
        let Field { mut black, mut white, mut open } = *field;
        let mut middles = Middles { row: B::EMPTY, column: B::EMPTY };
        loop {
            let [right, down, left, up] = self.landings(black, white, open);
            let row = right >> 1 | left << 1;
            let column = down >> s | up << s;
            let landed = right | down | left | up;
            let vacated = row | column | right >> 2 | left << 2 | down >> (2 * s) | up << (2 * s);
            let [right, down, left, up] = self.landings(white, black, open);
            let row = row | right >> 1 | left << 1;
            let column = column | down >> s | up << s;
            let white_landed = right | down | left | up;
            let vacated = vacated | row | column | right >> 2 | left << 2 | down >> (2 * s) | up << (2 * s);
            let before = (black, white, open);
            black |= landed;
            white |= white_landed;
            open |= vacated;
            middles.row |= row;
            middles.column |= column;
            if (black, white, open) == before {
                return middles;
            }
        }
    }

    /// The jumps that can happen now, of both colours.
    #[inline]
    pub(crate) fn present_jumps(&self, field: &Field<B>) -> Middles<B> {
        let s = self.stride;
        let [right, down, left, up] = self.landings(field.black, field.white, field.open);
        let [white_right, white_down, white_left, white_up] = self.landings(field.white, field.black, field.open);
        Middles {
            row: (right | white_right) >> 1 | (left | white_left) << 1,
            column: (down | white_down) >> s | (up | white_up) << s,
        }
    }

    /// No fewer than the moves that Black can make while White never moves: the white stones that it could ever capture.
    #[inline]
    pub(crate) fn most_captures_alone(&self, field: &Field<B>) -> u32 {
        let s = self.stride;
        let Field { mut black, white, mut open } = *field;
        let mut captured = B::EMPTY;
        loop {
            let [right, down, left, up] = self.landings(black, white, open);
            let over = right >> 1 | left << 1 | down >> s | up << s;
            let from = right >> 2 | left << 2 | down >> (2 * s) | up << (2 * s);
            let before = (black, open, captured);
            black |= right | down | left | up;
            open |= over | from;
            captured |= over;
            if (black, open, captured) == before {
                return captured.count();
            }
        }
    }
}
