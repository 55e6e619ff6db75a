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
pub struct Table<B, I> {
    entries: Vec<Entry<B, I>>,
    vacant: Entry<B, I>,
    count: usize,
}

const FIRST_ENTRIES: usize = 1 << 10;

impl<B: Bits, I: Copy> Table<B, I> {
    /// An empty table; `any` is any id.
    pub fn new(any: I) -> Table<B, I> {
        let vacant = Entry { key: Key::default(), id: any };
        Table { entries: vec![vacant; FIRST_ENTRIES], vacant, count: 0 }
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

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_core::{Draw, Random};
    use std::collections::HashMap;

    #[test]
    fn a_table_agrees_with_a_hash_map() {
        let mut random = Random::new(5);
        let mut table = Table::<u64, u32>::new(0);
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
