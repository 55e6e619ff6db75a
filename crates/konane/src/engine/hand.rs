//! What one thread has in hand on its way through positions.

use banmen_cgt::Exhausted;

use super::splitting::{Splitting, split_options, worthwhile};
use crate::algebra::Algebra;
use crate::attrition::Attrition;
use crate::bits::Bits;
use crate::board::{Jumps, Stone};
use crate::frame::{Field, Frame};
use crate::normal::Key;

/// What one thread has on its way through positions. `F` is what it finds for a part: its id, or where the id will be.
pub struct Hand<B, F> {
    pub(super) attrition: Attrition,
    /// Work since the limits were last looked at.
    pub(super) work: u64,
    /// Positions since then.
    pub(super) expanded: u64,
    /// Parts of the positions on the way, those of one move after those of another.
    pub(super) parts: Vec<Part<B, F>>,
    /// For each move of the positions on the way, who makes it and where its parts end.
    pub(super) moves: Vec<Move>,
    /// The options of the position that is being looked at.
    pub(super) options: Vec<Field<B>>,
}

/// Who makes a move, and where the parts of what it leads to end.
pub(super) type Move = (Stone, u32);

/// A part of a position, in normal form.
#[derive(Clone, Copy, Debug)]
pub struct Part<B, F> {
    pub(super) key: Key<B>,
    pub(super) found: Option<F>,
    pub(super) swapped: bool,
}

impl<B, F> Default for Hand<B, F> {
    fn default() -> Hand<B, F> {
        Hand {
            attrition: Attrition::default(),
            work: 0,
            expanded: 0,
            parts: Vec::new(),
            moves: Vec::new(),
            options: Vec::new(),
        }
    }
}

impl<B: Bits, F: Copy> Hand<B, F> {
    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.moves.clear();
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
}

impl<B: Bits, F: Copy> Part<B, F> {
    /// A field that cannot be split, its id not known yet.
    #[inline(always)]
    fn of(frame: &Frame<B>, field: &Field<B>) -> Part<B, F> {
        let (key, placement) = frame.normal(field);
        Part { key, found: None, swapped: placement.swapped }
    }

    /// What was found for it, and whether that is the negative.
    #[inline(always)]
    pub(super) fn answer(&self) -> (F, bool) {
        (self.found.expect("every part was found"), self.swapped)
    }
}

/// The options of the position that is being worked out.
#[derive(Debug)]
pub(super) struct Lists<I> {
    left: Vec<I>,
    right: Vec<I>,
}

impl<I> Default for Lists<I> {
    fn default() -> Lists<I> {
        Lists { left: Vec::new(), right: Vec::new() }
    }
}

/// The sum of parts, each an id and whether the part is its negative.
#[inline]
pub(super) fn sum_of_parts<A: Algebra>(
    algebra: &mut A,
    parts: impl Iterator<Item = (A::Id, bool)>,
) -> Result<A::Id, Exhausted> {
    let mut sum = A::ZERO;
    for (id, swapped) in parts {
        let id = if swapped { algebra.negative(id) } else { id };
        sum = algebra.sum(sum, id)?;
    }
    Ok(sum)
}

impl<I: Copy> Lists<I> {
    /// The id of a position with these moves, whose parts begin at `first`.
    #[inline]
    pub(super) fn position<A: Algebra<Id = I>>(
        &mut self,
        algebra: &mut A,
        moves: &[Move],
        first: usize,
        part: impl Fn(usize) -> (I, bool),
    ) -> Result<I, Exhausted> {
        self.left.clear();
        self.right.clear();
        let mut start = first;
        for &(stone, end) in moves {
            let id = sum_of_parts(algebra, (start..end as usize).map(&part))?;
            start = end as usize;
            match stone {
                Stone::Black => self.left.push(id),
                Stone::White => self.right.push(id),
            }
        }
        algebra.make(&mut self.left, &mut self.right)
    }
}
