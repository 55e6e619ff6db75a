//! Where answers are kept and what they are made of, for one thread.

use banmen_cgt::Exhausted;

use super::hand::{Hand, Lists, Part, sum_of_parts};
use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::form_table::Shards;
use crate::normal::Key;

/// Where answers are kept and what they are made of.
pub trait Ground<B, A: Algebra> {
    /// What is found for a part: its id, or where the id will be.
    type Found: Copy;

    /// What is known about a part in normal form.
    fn get(&mut self, key: &Key<B>) -> Option<Self::Found>;

    /// Finds what is known about several parts.
    fn find(&mut self, parts: &mut [Part<B, Self::Found>]);

    /// Remembers a position whose moves and parts, all of them found, begin here.
    fn conclude(
        &mut self,
        key: &Key<B>,
        hand: &Hand<B, Self::Found>,
        first_part: usize,
        first_move: usize,
    ) -> Result<Self::Found, Exhausted>;

    /// Works out ids that have been put off.
    fn advance(&mut self) -> Result<(), Exhausted>;

    /// The sum of parts that were found.
    fn sum(&mut self, parts: &[Part<B, Self::Found>]) -> Result<A::Id, Exhausted>;

    /// Allows the algebra this many steps.
    fn allow(&mut self, steps: u64);

    /// How many things the algebra has.
    fn different(&self) -> usize;

    /// The bytes in use.
    fn bytes(&self) -> usize;
}

/// All of it belongs to one thread.
pub struct Alone<'a, B, A: Algebra> {
    pub(super) table: &'a mut Shards<B, A::Id>,
    pub(super) algebra: &'a mut A,
    pub(super) lists: &'a mut Lists<A::Id>,
}

impl<B: Bits, A: Algebra> Ground<B, A> for Alone<'_, B, A> {
    type Found = A::Id;

    #[inline(always)]
    fn get(&mut self, key: &Key<B>) -> Option<A::Id> {
        self.table.get(key)
    }

    #[inline(always)]
    fn find(&mut self, parts: &mut [Part<B, A::Id>]) {
        for part in parts {
            part.found = self.table.get(&part.key);
        }
    }

    #[inline]
    fn conclude(
        &mut self,
        key: &Key<B>,
        hand: &Hand<B, A::Id>,
        first_part: usize,
        first_move: usize,
    ) -> Result<A::Id, Exhausted> {
        let part = |index: usize| hand.parts[index].answer();
        let id = self.lists.position(self.algebra, &hand.moves[first_move..], first_part, part)?;
        self.table.insert(*key, id);
        Ok(id)
    }

    #[inline(always)]
    fn advance(&mut self) -> Result<(), Exhausted> {
        Ok(())
    }

    fn sum(&mut self, parts: &[Part<B, A::Id>]) -> Result<A::Id, Exhausted> {
        sum_of_parts(self.algebra, parts.iter().map(Part::answer))
    }

    fn allow(&mut self, steps: u64) {
        self.algebra.allow(steps);
    }

    fn different(&self) -> usize {
        self.algebra.count()
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.algebra.bytes()
    }
}
