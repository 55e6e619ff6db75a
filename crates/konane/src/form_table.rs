//! What is known about normal forms: a lean table with open addressing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::bits::Bits;
use crate::normal::Key;

#[derive(Clone, Copy, Debug)]
struct Entry<B, I> {
    key: Key<B>,
    id: I,
}

/// A map from normal forms to ids. Nothing is ever removed.
#[derive(Clone, Debug)]
pub struct FormTable<B, I> {
    entries: Vec<Entry<B, I>>,
    vacant: Entry<B, I>,
    count: usize,
}

impl<B: Bits, I: Copy> FormTable<B, I> {
    /// An empty table; `any` is any id.
    pub fn new(any: I) -> FormTable<B, I> {
        let vacant = Entry { key: Key::default(), id: any };
        FormTable { entries: vec![vacant; FIRST_ENTRIES], vacant, count: 0 }
    }

    /// How many positions are known.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<B, I>>()
    }

    /// The bytes that the next insertion may need on top, while the table grows.
    pub fn growth_bytes(&self) -> usize {
        if self.is_crowded() { 2 * self.bytes() } else { 0 }
    }

    fn is_crowded(&self) -> bool {
        self.count * 8 >= self.entries.len() * 5
    }

    #[inline(always)]
    fn slot(&self, key: &Key<B>) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = (key.hash() >> 20) as usize & mask;
        loop {
            let found = &self.entries[slot].key;
            if *found == *key || *found == Key::default() {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: &Key<B>) -> Option<I> {
        let entry = &self.entries[self.slot(key)];
        (entry.key == *key).then_some(entry.id)
    }

    /// Remembers a position that is not known yet.
    pub fn insert(&mut self, key: Key<B>, id: I) {
        if self.is_crowded() {
            let grown = vec![self.vacant; self.entries.len() * 2];
            for entry in std::mem::replace(&mut self.entries, grown) {
                if entry.key != Key::default() {
                    let slot = self.slot(&entry.key);
                    self.entries[slot] = entry;
                }
            }
        }
        let slot = self.slot(&key);
        self.count += usize::from(self.entries[slot].key == Key::default());
        self.entries[slot] = Entry { key, id };
    }
}

/// Tables side by side, each behind its own lock, so that several threads can use them at once.
#[derive(Debug)]
pub struct Shards<B, I> {
    tables: Box<[Mutex<FormTable<B, I>>]>,
}

/// So many that threads seldom wait for each other.
const SHARDS: usize = 64;
/// Entries of a table of its own, to begin with.
const FIRST_ENTRIES: usize = 1 << 5;

impl<B: Bits, I: Copy> Shards<B, I> {
    /// Empty tables; `any` is any id.
    pub fn new(any: I) -> Shards<B, I> {
        Shards { tables: (0..SHARDS).map(|_| Mutex::new(FormTable::new(any))).collect() }
    }

    #[inline(always)]
    fn place(key: &Key<B>) -> usize {
        (key.hash() >> 8) as usize % SHARDS
    }

    fn locked(&self, place: usize) -> MutexGuard<'_, FormTable<B, I>> {
        self.tables[place].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known about a position; takes no lock, since the tables are borrowed exclusively.
    #[inline]
    pub fn get_mut(&mut self, key: &Key<B>) -> Option<I> {
        self.tables[Self::place(key)].get_mut().unwrap_or_else(PoisonError::into_inner).get(key)
    }

    /// Remembers a position; takes no lock, since the tables are borrowed exclusively.
    #[inline]
    pub fn insert_mut(&mut self, key: Key<B>, id: I) {
        self.tables[Self::place(&key)].get_mut().unwrap_or_else(PoisonError::into_inner).insert(key, id);
    }

    /// What is known about a position.
    #[cfg(feature = "threads")]
    #[inline]
    pub fn get(&self, key: &Key<B>) -> Option<I> {
        self.locked(Self::place(key)).get(key)
    }

    /// Remembers a position.
    #[cfg(feature = "threads")]
    pub fn insert(&self, key: Key<B>, id: I) {
        self.locked(Self::place(&key)).insert(key, id);
    }

    /// The bytes in use, and those that the next insertion may need on top.
    pub fn bytes(&self) -> usize {
        (0..SHARDS).map(|place| self.locked(place)).map(|table| table.bytes() + table.growth_bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_core::{Draw, Random};
    use std::collections::HashMap;

    #[test]
    fn a_table_agrees_with_a_hash_map() {
        let mut random = Random::new(5);
        let mut table = FormTable::<u64, u32>::new(0);
        let mut map = HashMap::new();
        for id in 0..20_000 {
            let key = Key { black_or_open: random.below(300) + 1, white_or_open: random.below(300) };
            assert_eq!(table.get(&key), map.get(&key).copied());
            table.insert(key, id);
            map.insert(key, id);
        }
        assert_eq!(table.len(), map.len());
    }
}
