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
        row | row << 1 | row >> 1 | column | column.onwards(stride) | column.back(stride)
    }

    /// The class of jumps to which this cell belongs: everything that hangs together with it through shared cells.
    #[inline]
    pub(crate) fn class_of(&self, cell: B, stride: u32) -> B {
        let mut class = cell;
        loop {
            let row = self.row & (class | class << 1 | class >> 1);
            let column = self.column & (class | class.onwards(stride) | class.back(stride));
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
        let Field { mut black, mut white, mut open } = *field;
        let mut middles = [B::EMPTY; 2];
        loop {
            let before = (black, white, open);
            let (mut black_landed, mut white_landed, mut vacated) = (B::EMPTY, B::EMPTY, B::EMPTY);
            let axes = [(1, self.interior()), (self.stride, !B::EMPTY)];
            for (middles, (step, over)) in middles.iter_mut().zip(axes) {
                // Everything is brought to the middle cell of a jump and from there to where it ends and begins.
                let [below, above] =
                    [[black, white, open].map(|set| set.onwards(step)), [black, white, open].map(|set| set.back(step))];
                let (over_white, over_black) = (white & over, black & over);
                let black_on = below[0] & over_white & above[2];
                let black_back = above[0] & over_white & below[2];
                let white_on = below[1] & over_black & above[2];
                let white_back = above[1] & over_black & below[2];
                let (on, back) = (black_on | white_on, black_back | white_back);
                black_landed |= black_on.onwards(step) | black_back.back(step);
                white_landed |= white_on.onwards(step) | white_back.back(step);
                vacated |= on | back | on.back(step) | back.onwards(step);
                *middles |= on | back;
            }
            black |= black_landed;
            white |= white_landed;
            open |= vacated;
            if (black, white, open) == before {
                let [row, column] = middles;
                return Middles { row, column };
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
            let over = [right >> 1, left << 1, down.back(s), up.onwards(s)];
            let from = over[0] >> 1 | over[1] << 1 | over[2].back(s) | over[3].onwards(s);
            let over = over[0] | over[1] | over[2] | over[3];
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
