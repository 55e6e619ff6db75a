//! Where answers are kept and what they are made of, for one thread or for several.

#[cfg(feature = "threads")]
use std::sync::{Mutex, PoisonError};

use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::form_table::Shards;
use crate::normal::Key;

/// Where answers are kept and what they are made of.
pub trait Ground<B, A: Algebra> {
    /// What is known about a part in normal form.
    fn get(&mut self, key: &Key<B>) -> Option<A::Id>;
    /// Remembers it.
    fn insert(&mut self, key: Key<B>, id: A::Id);
    /// Does something with the algebra.
    fn with<T>(&mut self, work: impl FnOnce(&mut A) -> T) -> T;
    /// The bytes of the table.
    fn table_bytes(&self) -> usize;
}

/// All of it belongs to one thread.
pub struct Alone<'a, B, A: Algebra> {
    pub(super) table: &'a mut Shards<B, A::Id>,
    pub(super) algebra: &'a mut A,
}

impl<B: Bits, A: Algebra> Ground<B, A> for Alone<'_, B, A> {
    #[inline(always)]
    fn get(&mut self, key: &Key<B>) -> Option<A::Id> {
        self.table.get_mut(key)
    }

    #[inline(always)]
    fn insert(&mut self, key: Key<B>, id: A::Id) {
        self.table.insert_mut(key, id);
    }

    #[inline(always)]
    fn with<T>(&mut self, work: impl FnOnce(&mut A) -> T) -> T {
        work(self.algebra)
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// Several threads share it. The algebra serves one after the other: splitting positions takes most of the time.
#[cfg(feature = "threads")]
pub(super) struct Together<'a, B, A: Algebra> {
    pub(super) table: &'a Shards<B, A::Id>,
    pub(super) algebra: &'a Mutex<&'a mut A>,
}

#[cfg(feature = "threads")]
impl<B: Bits, A: Algebra> Ground<B, A> for Together<'_, B, A> {
    fn get(&mut self, key: &Key<B>) -> Option<A::Id> {
        self.table.get(key)
    }

    fn insert(&mut self, key: Key<B>, id: A::Id) {
        self.table.insert(key, id);
    }

    fn with<T>(&mut self, work: impl FnOnce(&mut A) -> T) -> T {
        work(&mut self.algebra.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }
}
