//! The transposition table, shared by all searching threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::score::{Score, is_mate};
use crate::engine::shape_board::{NOWHERE, PointIndex};

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing; only the evaluation and perhaps a move are stored.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the true score for its depth.
    Exact = 3,
}

impl Bound {
    fn from_bits(bits: u8) -> Self {
        [Self::None, Self::Upper, Self::Lower, Self::Exact][usize::from(bits & 3)]
    }

    /// Whether the true score is known to be at least the stored one.
    pub fn is_lower(self) -> bool {
        matches!(self, Self::Lower | Self::Exact)
    }

    /// Whether the true score is known to be at most the stored one.
    pub fn is_upper(self) -> bool {
        matches!(self, Self::Upper | Self::Exact)
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The score, mate distances counted from the node that asks.
    pub score: Score,
    /// The static evaluation.
    pub eval: Score,
    /// The best move, or [`NOWHERE`].
    pub best: PointIndex,
    /// How deep it was searched, in plies.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// Whether it was ever part of a principal variation.
    pub principal: bool,
}

struct Entry {
    /// The position's key, with the data folded in so that a torn write shows.
    check: AtomicU64,
    data: AtomicU64,
}

const CLUSTER: usize = 4;
const AGES: u8 = 32;

/// Depths are stored with this added, so that depths below zero fit.
const DEPTH_OFFSET: i32 = 8;

/// The table.
pub struct TranspositionTable {
    entries: Vec<Entry>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of about this many megabytes (at least one).
    pub fn new(megabytes: usize) -> Self {
        let clusters = (megabytes.max(1) << 20) / (CLUSTER * size_of::<Entry>());
        let clusters = if clusters.is_power_of_two() { clusters } else { clusters.next_power_of_two() / 2 };
        let entries =
            (0..clusters * CLUSTER).map(|_| Entry { check: AtomicU64::new(0), data: AtomicU64::new(0) }).collect();
        Self { entries, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in &self.entries {
            entry.check.store(0, Ordering::Relaxed);
            entry.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Tells that a new search begins, so that what older ones left may be replaced.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[Entry] {
        let start = (key as usize & (self.entries.len() / CLUSTER - 1)) * CLUSTER;
        &self.entries[start..start + CLUSTER]
    }

    /// Prefetches the entry of a position that is looked up soon.
    #[inline(always)]
    pub fn expect(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the address is that of a live cluster, and a prefetch has no visible effect.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.cluster(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position, for a node this many plies from the root.
    pub fn get(&self, key: u64, ply: usize) -> Option<Known> {
        for entry in self.cluster(key) {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Stores what was found of a position.
    pub fn put(&self, key: u64, ply: usize, mut known: Known) {
        let age = self.age.load(Ordering::Relaxed);
        let mut slot = None;
        let mut worst = i32::MAX;
        for (index, entry) in self.cluster(key).iter().enumerate() {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data, ply);
                if known.best == NOWHERE {
                    known.best = old.best;
                }
                // A shallow bound does not drive out a deep one.
                if known.bound != Bound::Exact && known.depth + 4 < old.depth && age_of(data) == age {
                    return;
                }
                slot = Some(index);
                break;
            }
            let older = i32::from((age + AGES - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 8 * older };
            if worth < worst {
                worst = worth;
                slot = Some(index);
            }
        }
        let data = pack(&known, ply, age);
        let entry = &self.cluster(key)[slot.unwrap_or(0)];
        entry.check.store(key ^ data, Ordering::Relaxed);
        entry.data.store(data, Ordering::Relaxed);
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8) - DEPTH_OFFSET
}

fn pack(known: &Known, ply: usize, age: u8) -> u64 {
    let score = match known.score {
        score if is_mate(score) && score > 0 => score + ply as Score,
        score if is_mate(score) => score - ply as Score,
        score => score,
    };
    let depth = (known.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
    let flags = known.bound as u64 | u64::from(known.principal) << 2 | u64::from(age) << 3;
    u64::from(known.best)
        | u64::from(score as i16 as u16) << 16
        | u64::from(known.eval as i16 as u16) << 32
        | depth << 48
        | flags << 56
}

fn unpack(data: u64, ply: usize) -> Known {
    let score = Score::from((data >> 16) as i16);
    let score = match score {
        score if is_mate(score) && score > 0 => score - ply as Score,
        score if is_mate(score) => score + ply as Score,
        score => score,
    };
    let flags = (data >> 56) as u8;
    Known {
        score,
        eval: Score::from((data >> 32) as i16),
        best: data as PointIndex,
        depth: depth_of(data),
        bound: Bound::from_bits(flags),
        principal: flags & 4 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::score::mate_in;

    fn known(score: Score, depth: i32) -> Known {
        Known { score, eval: -37, best: 517, depth, bound: Bound::Lower, principal: true }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = TranspositionTable::new(1);
        for score in [-1234, 0, 5000] {
            table.put(99, 3, known(score, 12));
            assert_eq!(table.get(99, 7), Some(known(score, 12)));
            assert_eq!(table.get(98, 7), None);
        }
    }

    #[test]
    fn mate_distances_count_from_the_node_that_asks() {
        let table = TranspositionTable::new(1);
        table.put(5, 4, known(mate_in(9), 3));
        assert_eq!(table.get(5, 10).map(|known| known.score), Some(mate_in(15)));
    }

    #[test]
    fn old_entries_make_room() {
        let table = TranspositionTable::new(1);
        let clusters = (table.entries.len() / CLUSTER) as u64;
        for number in 0..4 {
            table.put(7 + number * clusters, 0, known(1, 20));
        }
        table.grow_older();
        table.grow_older();
        table.grow_older();
        table.put(7 + 4 * clusters, 0, known(2, 2));
        assert!(table.get(7 + 4 * clusters, 0).is_some());
    }
}
