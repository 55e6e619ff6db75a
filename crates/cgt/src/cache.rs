//! Memory for answers that may be forgotten: a table where a newer answer may overwrite an older one.

/// How many entries a table begins with, as a power of two.
const FIRST_BITS: u32 = 10;
/// Entries that share a bucket; one cache line holds eight eight-byte entries.
const WAYS: usize = 4;

/// Spreads pairs of ids over 64 bits. It is a bijection, so the part of the result that is not used as an
/// index identifies the pair.
#[inline]
fn spread(key: u64) -> u64 {
    let mut h = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    h ^= h >> 32;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h
}

#[inline]
fn pair(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Remembers a yes or no for pairs of ids, eight bytes each.
#[derive(Clone, Default)]
pub(crate) struct PairFlags {
    entries: Vec<u64>,
    bits: u32,
    used: usize,
    clock: usize,
}

const PRESENT: u64 = 1;
const FLAG: u64 = 2;

impl PairFlags {
    #[inline]
    fn bucket(&self, h: u64) -> usize {
        (h >> (64 - self.bits)) as usize & !(WAYS - 1)
    }

    /// What identifies a pair inside its bucket: everything below the bits that chose the bucket.
    #[inline]
    fn tag(&self, h: u64) -> u64 {
        // WAYS shares the two lowest index bits, so they stay in the tag.
        (h << (self.bits - WAYS.trailing_zeros())) & !(PRESENT | FLAG)
    }

    #[inline]
    pub(crate) fn get(&self, a: u32, b: u32) -> Option<bool> {
        if self.entries.is_empty() {
            return None;
        }
        let h = spread(pair(a, b));
        let start = self.bucket(h);
        let tag = self.tag(h) | PRESENT;
        self.entries[start..start + WAYS].iter().find(|&&e| e & !FLAG == tag).map(|&e| e & FLAG != 0)
    }

    /// Whether it is time to grow before the next answer.
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.used * 2 > self.entries.len()
    }

    /// Remembers an answer, possibly in place of another one.
    pub(crate) fn insert(&mut self, a: u32, b: u32, answer: bool) {
        if self.entries.is_empty() {
            self.grow();
        }
        self.place(spread(pair(a, b)), answer);
    }

    fn place(&mut self, h: u64, answer: bool) {
        let start = self.bucket(h);
        let entry = self.tag(h) | PRESENT | if answer { FLAG } else { 0 };
        let bucket = &mut self.entries[start..start + WAYS];
        let free = bucket.iter().position(|&e| e == 0 || e & !FLAG == entry & !FLAG);
        let slot = free.unwrap_or_else(|| {
            self.clock = self.clock.wrapping_add(1);
            self.clock % WAYS
        });
        self.used += usize::from(bucket[slot] == 0);
        bucket[slot] = entry;
    }

    pub(crate) fn grow(&mut self) {
        let bits = if self.entries.is_empty() { FIRST_BITS } else { self.bits + 1 };
        let old_index_bits = self.bits.saturating_sub(WAYS.trailing_zeros());
        let old = std::mem::replace(&mut self.entries, vec![0; 1 << bits]);
        self.bits = bits;
        self.used = 0;
        for (i, entry) in old.into_iter().enumerate() {
            if entry != 0 {
                let index = (i / WAYS) as u64;
                let h = index << (64 - old_index_bits) | (entry & !(PRESENT | FLAG)) >> old_index_bits;
                self.place(h, entry & FLAG != 0);
            }
        }
    }

    /// The bytes that growing once more would add.
    pub(crate) fn growth_bytes(&self) -> usize {
        self.bytes().max(8 << FIRST_BITS)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<u64>()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Remembers an id for pairs of ids, twelve bytes each.
#[derive(Clone, Default)]
pub(crate) struct PairMap {
    entries: Vec<[u32; 3]>,
    bits: u32,
    used: usize,
    clock: usize,
}

/// No pair of ids that is ever asked for has this first id.
const VACANT: [u32; 3] = [u32::MAX; 3];

impl PairMap {
    #[inline]
    fn bucket(&self, a: u32, b: u32) -> usize {
        (spread(pair(a, b)) >> (64 - self.bits)) as usize & !(WAYS - 1)
    }

    #[inline]
    pub(crate) fn get(&self, a: u32, b: u32) -> Option<u32> {
        if self.entries.is_empty() {
            return None;
        }
        let start = self.bucket(a, b);
        self.entries[start..start + WAYS].iter().find(|e| e[0] == a && e[1] == b).map(|e| e[2])
    }

    /// Whether it is time to grow before the next answer.
    #[inline]
    pub(crate) fn is_crowded(&self) -> bool {
        self.used * 2 > self.entries.len()
    }

    /// Remembers an answer, possibly in place of another one.
    pub(crate) fn insert(&mut self, a: u32, b: u32, answer: u32) {
        if self.entries.is_empty() {
            self.grow();
        }
        self.place([a, b, answer]);
    }

    fn place(&mut self, entry: [u32; 3]) {
        let start = self.bucket(entry[0], entry[1]);
        let bucket = &mut self.entries[start..start + WAYS];
        let free = bucket.iter().position(|e| *e == VACANT || e[..2] == entry[..2]);
        let slot = free.unwrap_or_else(|| {
            self.clock = self.clock.wrapping_add(1);
            self.clock % WAYS
        });
        self.used += usize::from(bucket[slot] == VACANT);
        bucket[slot] = entry;
    }

    pub(crate) fn grow(&mut self) {
        let bits = if self.entries.is_empty() { FIRST_BITS } else { self.bits + 1 };
        let old = std::mem::replace(&mut self.entries, vec![VACANT; 1 << bits]);
        self.bits = bits;
        self.used = 0;
        for entry in old {
            if entry != VACANT {
                self.place(entry);
            }
        }
    }

    pub(crate) fn growth_bytes(&self) -> usize {
        self.bytes().max(12 << FIRST_BITS)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<[u32; 3]>()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn pairs(count: u32) -> impl Iterator<Item = (u32, u32)> {
        (0..count).map(|i| (i.wrapping_mul(2_654_435_761) >> 12, i / 3))
    }

    #[test]
    fn flags_are_right_or_missing() {
        let mut plain = HashMap::new();
        let mut flags = PairFlags::default();
        for (i, (a, b)) in pairs(50_000).enumerate() {
            plain.insert((a, b), i % 3 == 0);
            if i < 20_000 && flags.is_crowded() {
                flags.grow();
            }
            flags.insert(a, b, i % 3 == 0);
        }
        let mut found = 0;
        for (&(a, b), &answer) in &plain {
            if let Some(flag) = flags.get(a, b) {
                assert_eq!(flag, answer);
                found += 1;
            }
            assert_eq!(flags.get(b, a | 1 << 31), None);
        }
        assert!(found > 10_000, "{found}");
    }

    #[test]
    fn a_growing_table_forgets_little() {
        let mut flags = PairFlags::default();
        let mut map = PairMap::default();
        for (a, b) in pairs(20_000) {
            if flags.is_crowded() {
                flags.grow();
            }
            flags.insert(a, b, a % 2 == 0);
            if map.is_crowded() {
                map.grow();
            }
            map.insert(a, b, a ^ b);
        }
        let kept = pairs(20_000).filter(|&(a, b)| flags.get(a, b).is_some() && map.get(a, b).is_some()).count();
        assert!(kept > 18_000, "{kept}");
        assert!(pairs(20_000).all(|(a, b)| map.get(a, b).is_none_or(|v| v == a ^ b)));
    }
}
