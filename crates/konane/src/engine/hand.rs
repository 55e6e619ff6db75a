//! What one thread has in hand on its way through positions.

use banmen_cgt::Exhausted;

use super::splitting::{Splitting, split_options, worthwhile};
use crate::algebra::Algebra;
use crate::attrition::Attrition;
use crate::bits::Bits;
use crate::board::{Jumps, Stone};
use crate::frame::{Field, Frame};
use crate::normal::Key;

/// What one thread has on its way through positions.
pub(super) struct Hand<B, I> {
    pub(super) attrition: Attrition,
    /// Work since the limits were last looked at.
    pub(super) work: u64,
    /// Parts of the positions on the way, those of one move after those of another.
    pub(super) parts: Vec<Part<B, I>>,
    /// For each move of the positions on the way, who makes it and where its parts end.
    pub(super) moves: Vec<(Stone, u32)>,
    pub(super) left: Vec<I>,
    pub(super) right: Vec<I>,
    /// The options of the position that is being looked at.
    pub(super) options: Vec<Field<B>>,
}

/// A part of a position, in normal form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<B, I> {
    pub(super) key: Key<B>,
    pub(super) id: Option<I>,
    pub(super) swapped: bool,
}

impl<B, I> Default for Hand<B, I> {
    fn default() -> Hand<B, I> {
        Hand {
            attrition: Attrition::default(),
            work: 0,
            parts: Vec::new(),
            moves: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            options: Vec::new(),
        }
    }
}

impl<B: Bits, I: Copy + Ord> Hand<B, I> {
    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.moves.clear();
        self.left.clear();
        self.right.clear();
    }

    /// Splits a field and pushes the parts.
    pub(super) fn push_parts(&mut self, frame: &Frame<B>, field: &Field<B>, splitting: Splitting) {
        let Hand { attrition, parts, .. } = self;
        split_options(frame, attrition, field, &[*field], splitting, |_, part| parts.push(Part::of(frame, &part)));
    }

    /// Pushes every move of a position and the parts of what it leads to.
    #[inline]
    pub(super) fn push_moves(&mut self, frame: &Frame<B>, jumps: Jumps, field: &Field<B>, splitting: Splitting) {
        let Hand { attrition, parts, moves, options, .. } = self;
        let first_move = moves.len();
        options.clear();
        for stone in Stone::BOTH {
            frame.for_each_step(field, stone, jumps, |step| {
                options.push(step.after);
                moves.push((stone, 0));
            });
        }
        let splitting = worthwhile(frame, field, splitting);
        // A move that leaves nothing to play for has no parts; then its end is where the one before it ended.
        let mut ended = first_move;
        split_options(frame, attrition, field, options, splitting, |index, part| {
            while ended < first_move + index {
                moves[ended].1 = parts.len() as u32;
                ended += 1;
            }
            parts.push(Part::of(frame, &part));
        });
        moves[ended..].iter_mut().for_each(|(_, end)| *end = parts.len() as u32);
    }

    /// The sum of parts that were found.
    pub(super) fn sum_of_parts<A: Algebra<Id = I>>(
        &self,
        algebra: &mut A,
        first: usize,
        end: usize,
    ) -> Result<I, Exhausted> {
        self.parts[first..end].iter().try_fold(A::ZERO, |sum, part| {
            let id = part.id.expect("every part was found");
            let id = if part.swapped { algebra.negative(id) } else { id };
            algebra.sum(sum, id)
        })
    }

    /// The id of a position whose moves and parts begin here.
    pub(super) fn position<A: Algebra<Id = I>>(
        &mut self,
        algebra: &mut A,
        first_part: usize,
        first_move: usize,
    ) -> Result<I, Exhausted> {
        let (first_left, first_right) = (self.left.len(), self.right.len());
        let mut start = first_part;
        for index in first_move..self.moves.len() {
            let (stone, end) = self.moves[index];
            let id = self.sum_of_parts(algebra, start, end as usize);
            start = end as usize;
            match (id, stone) {
                (Ok(id), Stone::Black) => self.left.push(id),
                (Ok(id), Stone::White) => self.right.push(id),
                (Err(exhausted), _) => {
                    self.left.truncate(first_left);
                    self.right.truncate(first_right);
                    return Err(exhausted);
                }
            }
        }
        let id = algebra.make(&mut self.left[first_left..], &mut self.right[first_right..]);
        self.left.truncate(first_left);
        self.right.truncate(first_right);
        id
    }
}

impl<B: Bits, I> Part<B, I> {
    /// A field that cannot be split, its id not known yet.
    #[inline(always)]
    fn of(frame: &Frame<B>, field: &Field<B>) -> Part<B, I> {
        let (key, placement) = frame.normal(field);
        Part { key, id: None, swapped: placement.swapped }
    }
}
