//! The transposition table: what is known of positions seen before, shared by all threads without a lock.

use super::score::FORCED;
use crate::moves::Move;
use crate::pages::{Blank, Pages};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a stored score bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    None = 0,
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub m: Move,
    pub score: i32,
    pub eval: i32,
    pub depth: i32,
    pub bound: Bound,
}

/// An entry is two words. The first is the key xored with the second, so that a reader who catches halves of two writes sees no
/// entry at all rather than a wrong one.
#[repr(C)]
struct Cell {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// Cells that share a cache line and a part of the key.
#[repr(C, align(64))]
struct Bucket([Cell; 4]);

// SAFETY: a bucket consists of atomic integers only, which are valid when all their bytes are zero.
unsafe impl Blank for Bucket {}

/// A table of a fixed size.
pub(super) struct TranspositionTable {
    buckets: Pages<Bucket>,
    generation: AtomicU8,
}

/// Generations are counted in this many steps before they start again.
const GENERATIONS: u8 = 64;

impl Entry {
    /// Whether the score says on which side of the window, or where in it, the true one lies.
    #[inline(always)]
    pub fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
            Bound::None => false,
        }
    }

    /// Whether the score shows an evaluation to be too low or too high.
    #[inline(always)]
    pub fn corrects(&self, eval: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
            Bound::None => false,
        }
    }

    const fn pack(self, generation: u8) -> u64 {
        self.m.bits() as u64
            | (self.score as i16 as u16 as u64) << 12
            | (self.eval as i16 as u16 as u64) << 28
            | (self.depth as u8 as u64) << 44
            | (self.bound as u64) << 52
            | (generation as u64) << 54
    }

    const fn unpack(data: u64) -> Self {
        Self {
            m: Move::from_bits((data & 0xfff) as u16),
            score: (data >> 12) as i16 as i32,
            eval: (data >> 28) as i16 as i32,
            depth: (data >> 44) as i8 as i32,
            bound: match data >> 52 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

impl TranspositionTable {
    /// A table of about this many bytes, at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        Self { buckets: Pages::new(buckets), generation: AtomicU8::new(0) }
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for cell in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            cell.mixed.store(0, Ordering::Relaxed);
            cell.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Ages every entry, so that those of earlier searches give way first.
    pub fn next_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits choose the bucket, whatever the number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Prefetches the entry of a key that is probed soon; waiting for memory would take a quarter of the search.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    pub fn expect(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the address is that of a live bucket, and a prefetch has no visible effect.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) };
        }
    }

    /// What is known of the position with this key at this ply.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        // All cells are compared before anything is decided, as it can be guessed whether there is an entry but not where.
        let cells = &self.bucket(key).0;
        let mut matches = 0;
        for (index, cell) in cells.iter().enumerate() {
            let same = cell.mixed.load(Ordering::Relaxed) ^ cell.data.load(Ordering::Relaxed) == key;
            matches |= u32::from(same) << index;
        }
        if matches == 0 {
            return None;
        }
        let cell = &cells[matches.trailing_zeros() as usize % cells.len()];
        let data = cell.data.load(Ordering::Relaxed);
        if data == 0 || cell.mixed.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let mut entry = Entry::unpack(data);
        entry.score = from_here(entry.score, ply);
        Some(entry)
    }

    /// Remembers what was found at this ply.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let cells = &self.bucket(key).0;
        let mut place = &cells[0];
        let mut least = i32::MAX;
        for cell in cells {
            let data = cell.data.load(Ordering::Relaxed);
            if data == 0 {
                place = cell;
                break;
            }
            let old = Entry::unpack(data);
            if cell.mixed.load(Ordering::Relaxed) ^ data == key {
                if entry.m == Move::NONE {
                    entry.m = old.m;
                }
                let fresh = (data >> 54) as u8 == generation;
                if fresh && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                place = cell;
                break;
            }
            let age = (generation + GENERATIONS - (data >> 54) as u8) % GENERATIONS;
            let worth = old.depth - 4 * i32::from(age);
            if worth < least {
                least = worth;
                place = cell;
            }
        }
        entry.score = to_here(entry.score, ply);
        let data = entry.pack(generation);
        place.data.store(data, Ordering::Relaxed);
        place.mixed.store(key ^ data, Ordering::Relaxed);
    }

    /// How many of a thousand cells hold an entry of this search.
    pub fn permille_full(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample].iter().flat_map(|bucket| &bucket.0).filter(|cell| {
            let data = cell.data.load(Ordering::Relaxed);
            data != 0 && (data >> 54) as u8 == generation
        });
        (used.count() * 1000 / (sample * 4)) as u32
    }
}

/// A distance to the end counts from the root in the search, but from the position in the table.
const fn to_here(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score + ply as i32
    } else if score <= -FORCED {
        score - ply as i32
    } else {
        score
    }
}

const fn from_here(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score - ply as i32
    } else if score <= -FORCED {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1 << 16);
        for (score, depth, bound) in [(-31_990, 3, Bound::Exact), (31_970, -1, Bound::Lower), (-123, 60, Bound::Upper)]
        {
            let m = "b2b3".parse().unwrap();
            let entry = Entry { m, score, eval: -77, depth, bound };
            table.clear();
            table.store(0x1234_5678_9abc_def0, 5, entry);
            assert_eq!(table.probe(0x1234_5678_9abc_def0, 5), Some(entry));
            assert_eq!(table.probe(0x1234_5678_9abc_def1, 5), None);
        }
    }

    #[test]
    fn a_forced_end_is_as_far_from_the_position_whatever_the_ply() {
        let table = TranspositionTable::new(1 << 10);
        let entry = Entry { m: Move::NONE, score: 31_990, eval: 0, depth: 1, bound: Bound::Exact };
        table.store(7, 4, entry);
        assert_eq!(table.probe(7, 0).unwrap().score, 31_994);
        assert_eq!(table.probe(7, 9).unwrap().score, 31_985);
    }
}
