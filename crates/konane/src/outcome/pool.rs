//! Values of restrained parts, shared by the workers of a search.
//!
//! The id of a value means nothing outside its arena, so the pool holds the value's signature, here called its name. A worker that has met the
//! value before finds its own id by the name; otherwise it works the value out once more. There are far fewer values than parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use banmen_cgt::{Arena, Value};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::outcome::restraint::TooLong;
use crate::outcome::signature::Signatures;
use crate::outcome::verdicts::{BUCKET_BYTES, Entry, Signature, WAYS, touched_bytes};

/// The fewest buckets; with less room there is no pool.
const FEWEST_BUCKETS: usize = 1 << 10;
/// How often a pool can double. A small one stays near the processor, and its memory is taken from the system only when it is needed.
const MOST_DOUBLINGS: u32 = 6;
/// The bits of a name; those above say where an entry goes when the pool grows.
const NAME_BITS: u32 = u64::BITS - MOST_DOUBLINGS;
const NAME: u64 = (1 << NAME_BITS) - 1;
/// The name of what has no value because that takes too long.
const NO_VALUE: u64 = 1;
/// A pool grows when one entry in so many is filled.
const CROWDED: usize = 2;
/// Then it doubles until at most one in so many is, because all workers have to wait for it.
const SPACIOUS: usize = 16;

/// A table from parts to the names of their values, which grows to a fixed size; from then on what is new overwrites what is old.
pub struct Pool {
    /// The buckets in use come first. The data of an entry are the name of a part's value and, in the highest bits, which way it goes when the pool
    /// grows.
    entries: Box<[Entry]>,
    first_buckets: usize,
    /// How often that has doubled.
    doublings: AtomicU32,
    most_doublings: u32,
    /// Entries that are filled, as far as workers have said so.
    filled: AtomicUsize,
}

impl Pool {
    /// A pool of at most this many bytes; `None` if they are too few.
    pub fn new(bytes: usize) -> Option<Pool> {
        let most = bytes / BUCKET_BYTES;
        let most_doublings = (most / FEWEST_BUCKETS).checked_ilog2()?.min(MOST_DOUBLINGS);
        let first_buckets = most >> most_doublings;
        let entries = Box::new_zeroed_slice((first_buckets << most_doublings) * WAYS);
        Some(Pool {
            // SAFETY: an `Entry` is two `AtomicU64`, which are valid when all their bytes are zero.
            entries: unsafe { entries.assume_init() },
            first_buckets,
            doublings: AtomicU32::new(0),
            most_doublings,
            filled: AtomicUsize::new(0),
        })
    }

    /// The bytes that it takes when it has grown.
    pub fn most_bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// The bytes that the system has given.
    pub fn used_bytes(&self) -> usize {
        touched_bytes(self.filled.load(Ordering::Relaxed), self.buckets() * BUCKET_BYTES)
    }

    #[inline]
    fn buckets(&self) -> usize {
        self.first_buckets << self.doublings.load(Ordering::Relaxed)
    }

    fn has_more_than_one_in(&self, share: usize) -> bool {
        self.filled.load(Ordering::Relaxed) > self.buckets() * WAYS / share
            && self.doublings.load(Ordering::Relaxed) < self.most_doublings
    }

    /// Whether it is time to grow, and there is room.
    pub fn is_crowded(&self) -> bool {
        self.has_more_than_one_in(CROWDED)
    }

    /// Makes room if it is crowded. Nobody else may use it meanwhile: who does finds nothing.
    pub fn grow(&self) {
        if !self.is_crowded() {
            return;
        }
        while self.has_more_than_one_in(SPACIOUS) {
            self.double();
        }
    }

    fn double(&self) {
        let doublings = self.doublings.load(Ordering::Relaxed);
        // From the last bucket on, so that each finds the two that it becomes empty.
        for bucket in (0..self.buckets()).rev() {
            let mut moved = [(0, 0); WAYS];
            for (entry, moved) in self.entries[bucket * WAYS..].iter().zip(&mut moved) {
                *moved = entry.load();
                entry.store(0, 0);
            }
            let mut ends = [2 * bucket * WAYS, (2 * bucket + 1) * WAYS];
            for (tag, data) in moved.into_iter().filter(|&(_, data)| data != 0) {
                let end = &mut ends[(data >> (u64::BITS - 1 - doublings)) as usize & 1];
                self.entries[*end].store(tag, data);
                *end += 1;
            }
        }
        self.doublings.store(doublings + 1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, part: Signature) -> &[Entry] {
        let start = ((u128::from(part.place) * self.buckets() as u128) >> 64) as usize * WAYS;
        &self.entries[start..start + WAYS]
    }

    /// The bits that say to which half of its bucket a part goes when the pool grows, the first time highest.
    fn halves(&self, part: Signature) -> u64 {
        part.place.wrapping_mul(self.first_buckets as u64) & !NAME
    }

    /// The name of a part's value.
    #[inline]
    fn get(&self, part: Signature) -> Option<u64> {
        let mut found = self.bucket(part).iter().map(Entry::load);
        found.find(|&(tag, data)| tag == part.tag && data != 0).map(|(_, data)| data & NAME)
    }

    /// Remembers the name of a part's value. Says whether there was an empty entry.
    fn insert(&self, part: Signature, name: u64) -> bool {
        let bucket = self.bucket(part);
        let free = bucket.iter().find(|entry| {
            let (tag, data) = entry.load();
            data == 0 || tag == part.tag
        });
        let entry = free.unwrap_or(&bucket[part.tag as usize % WAYS]);
        let was_empty = entry.load().1 == 0;
        entry.store(part.tag, name | self.halves(part));
        was_empty
    }
}

/// A worker's way to the pool.
pub struct Exchange {
    pub pool: Arc<Pool>,
    /// Entries of the pool that this worker has filled and not yet said so.
    filled: usize,
    signatures: Signatures,
    /// What the names mean in this worker's arena.
    values: FxHashMap<u64, Value>,
}

impl Exchange {
    pub fn new(pool: Arc<Pool>) -> Exchange {
        Exchange { pool, filled: 0, signatures: Signatures::default(), values: FxHashMap::default() }
    }

    /// The bytes in use, without the pool.
    pub fn bytes(&self) -> usize {
        self.signatures.bytes() + self.values.capacity() * (size_of::<(u64, Value)>() + 1)
    }

    /// Says how much of the pool this worker has filled.
    pub fn note(&mut self) {
        self.pool.filled.fetch_add(std::mem::take(&mut self.filled), Ordering::Relaxed);
    }

    /// What is known of a part: its value, if that was met here before, or that it takes too long.
    #[inline]
    pub fn get(&self, part: Signature) -> Option<Result<Value, TooLong>> {
        match self.pool.get(part)? {
            NO_VALUE => Some(Err(TooLong)),
            name => self.values.get(&name).map(|&value| Ok(value)),
        }
    }

    /// Remembers the value of a part, or that there is none, for everybody.
    pub fn insert(&mut self, arena: &mut Arena, part: Signature, value: Option<Value>) {
        let name = match value {
            Some(value) => {
                let name = (self.signatures.of_value(arena, value).tag & NAME).max(NO_VALUE + 1);
                self.values.insert(name, value);
                name
            }
            None => NO_VALUE,
        };
        self.filled += usize::from(self.pool.insert(part, name));
    }
}

/// The signature of sets of cells.
pub fn of_sets<B: Bits>(sets: &[B]) -> Signature {
    let (mut place, mut tag) = (0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
    for set in sets {
        for index in 0..B::WORDS {
            let word = set.word(index);
            place = multiplied(place ^ word, 0xa076_1d64_78bd_642f).rotate_left(23);
            tag = multiplied(tag ^ word, 0xe703_7ed1_a0b4_28db).rotate_left(41);
        }
    }
    Signature { place, tag }
}

/// Both halves of a product, combined.
#[inline]
fn multiplied(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;
    use crate::outcome::restraint::{Restraint, Scope};
    use crate::testing::random_board;
    use banmen_core::Random;

    #[test]
    fn sets_of_any_width_have_signatures_of_their_own() {
        let mut found: Vec<u64> = Vec::new();
        for a in 0..128 {
            for b in 0..128 {
                let Signature { place, tag } = of_sets(&[1u128 << a, 1u128 << b, 0]);
                found.extend([place, tag]);
            }
        }
        let count = found.len();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), count);
    }

    #[test]
    fn a_part_has_its_own_name_or_none_while_others_write() {
        let pool = Pool::new(FEWEST_BUCKETS * BUCKET_BYTES).unwrap();
        let name = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & NAME | 2;
        let found: usize = std::thread::scope(|scope| {
            let threads = [0, 1].map(|thread| {
                let pool = &pool;
                scope.spawn(move || {
                    let mut found = 0;
                    for i in 0..200_000u64 {
                        // More parts than there is room for, and both threads have the same ones.
                        let (part, other) = ((i * (7 + thread)) % 8_000, (i * 13) % 8_000);
                        pool.insert(of_sets(&[part]), name(part));
                        if let Some(known) = pool.get(of_sets(&[other])) {
                            assert_eq!(known, name(other));
                            found += 1;
                        }
                    }
                    found
                })
            });
            threads.map(|thread| thread.join().unwrap()).iter().sum()
        });
        assert!(found > 50_000, "{found}");
    }

    #[test]
    fn a_pool_that_grows_loses_nothing() {
        let pool = Pool::new(5 << 20).unwrap();
        let before = pool.buckets();
        let mut known: Vec<u64> = Vec::new();
        for part in 0..60_000u64 {
            pool.filled.fetch_add(usize::from(pool.insert(of_sets(&[part]), part + 1)), Ordering::Relaxed);
            known.push(part);
            if pool.is_crowded() {
                // What has been overwritten is gone for good; what is there stays.
                known.retain(|&part| pool.get(of_sets(&[part])).is_some());
                pool.grow();
                assert!(!pool.is_crowded());
                assert!(known.iter().all(|&part| pool.get(of_sets(&[part])) == Some(part + 1)));
            }
        }
        assert!(pool.buckets() > 8 * before && pool.used_bytes() <= pool.most_bytes());
        assert!(known.len() > 59_000, "{}", known.len());
        assert!(known.iter().all(|&part| pool.get(of_sets(&[part])).is_none_or(|name| name == part + 1)));
    }

    #[test]
    fn shared_values_equal_those_worked_out_alone() {
        let frame = Frame::<u64>::for_size(4, 6).unwrap();
        let pool = Arc::new(Pool::new(1 << 20).unwrap());
        let work = |seed| {
            let mut random = Random::new(seed);
            let (mut arena, mut alone) = (Arena::new(), Restraint::new(Scope::USUAL));
            let (mut shared_arena, mut shared) = (Arena::new(), Restraint::new(Scope::USUAL));
            shared.exchange = Some(Exchange::new(Arc::clone(&pool)));
            for round in 0..3_000 {
                if round % 500 == 499 {
                    // Everything is forgotten but for the pool.
                    shared_arena = Arena::new();
                    shared.exchange = Some(Exchange::new(Arc::clone(&pool)));
                }
                let board = random_board(4, 6, &mut random);
                let field = frame.field(&board);
                let expected = alone.at_least(&frame, &mut arena, &field).unwrap();
                let found = shared.at_least(&frame, &mut shared_arena, &field).unwrap();
                assert_eq!(arena.import(&shared_arena, &[found]), [expected], "{board}");
            }
        };
        std::thread::scope(|scope| {
            // The first two look at the same boards.
            for seed in [51, 51, 52] {
                let work = &work;
                scope.spawn(move || work(seed));
            }
        });
        let filled = pool.entries.iter().filter(|entry| entry.load().1 != 0).count();
        assert!(filled > 1_000, "{filled}");
    }
}
