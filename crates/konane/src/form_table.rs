//! What is known about normal forms: a lean table with open addressing.

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
    #[cfg(any(test, feature = "threads"))]
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
        is_crowded(self.count, self.entries.len())
    }

    #[inline(always)]
    fn slot(&self, key: &Key<B>) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = first_slot(key) & mask;
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

    /// Makes room for at least this many positions in all.
    #[cfg(feature = "threads")]
    pub fn reserve(&mut self, count: usize) {
        let mut entries = self.entries.len();
        while is_crowded(count, entries) {
            entries *= 2;
        }
        if entries > self.entries.len() {
            self.grow_to(entries);
        }
    }

    fn grow_to(&mut self, entries: usize) {
        let grown = vec![self.vacant; entries];
        for entry in std::mem::replace(&mut self.entries, grown) {
            if entry.key != Key::default() {
                let slot = self.slot(&entry.key);
                self.entries[slot] = entry;
            }
        }
    }

    /// Remembers a position that is not known yet.
    pub fn insert(&mut self, key: Key<B>, id: I) {
        if self.is_crowded() {
            self.grow_to(self.entries.len() * 2);
        }
        let slot = self.slot(&key);
        self.count += usize::from(self.entries[slot].key == Key::default());
        self.entries[slot] = Entry { key, id };
    }
}

/// Whether a table of so many entries is full enough to grow.
pub fn is_crowded(count: usize, entries: usize) -> bool {
    count * 8 >= entries * 5
}

/// Where the search for a position begins, before the mask; the bits that choose the shard are not among these.
#[inline(always)]
pub fn first_slot<B: Bits>(key: &Key<B>) -> usize {
    (key.hash() >> 20) as usize
}

/// Tables side by side, so that growing takes little room at a time and several threads can fill them together.
#[derive(Debug)]
pub struct Shards<B, I> {
    tables: Box<[FormTable<B, I>]>,
}

/// How many tables there are.
pub const SHARDS: usize = 64;
/// Entries of a table of its own, to begin with.
const FIRST_ENTRIES: usize = 1 << 5;

/// In which table a position is.
#[inline(always)]
pub fn shard<B: Bits>(key: &Key<B>) -> usize {
    (key.hash() >> 8) as usize % SHARDS
}

impl<B: Bits, I: Copy> Shards<B, I> {
    /// Empty tables; `any` is any id.
    pub fn new(any: I) -> Shards<B, I> {
        Shards { tables: (0..SHARDS).map(|_| FormTable::new(any)).collect() }
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: &Key<B>) -> Option<I> {
        self.tables[shard(key)].get(key)
    }

    /// Remembers a position.
    #[inline]
    pub fn insert(&mut self, key: Key<B>, id: I) {
        self.tables[shard(&key)].insert(key, id);
    }

    /// Whether nothing is known.
    #[cfg(feature = "threads")]
    pub fn is_empty(&self) -> bool {
        self.tables.iter().all(|table| table.count == 0)
    }

    /// The tables.
    #[cfg(feature = "threads")]
    pub fn tables(&mut self) -> &mut [FormTable<B, I>] {
        &mut self.tables
    }

    /// The bytes in use, and those that the next insertion may need on top.
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.bytes() + table.growth_bytes()).sum()
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
