//! Values of restrained parts, shared by the workers of a search.
//!
//! The id of a value means nothing outside its arena, so the pool holds the value's signature, here called its name. A worker that has met the
//! value before finds its own id by the name; otherwise it works the value out once more. There are far fewer values than parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use banmen_cgt::{Arena, Value};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::outcome::signature::Signatures;
use crate::outcome::verdicts::{Signature, touched_bytes};

/// One part. The two words are written one after the other; what belongs to two different writes fails the check.
#[derive(Debug, Default)]
struct Entry {
    /// The part's tag, combined with `name`.
    check: AtomicU64,
    /// The name of its value; 0 if empty.
    name: AtomicU64,
}

/// Entries of a bucket: as many as a cache line holds.
const WAYS: usize = 4;
/// The name of what has no value because that takes too long.
const NO_VALUE: u64 = 1;
/// With fewer bytes there is no pool.
const FEWEST_BYTES: usize = 64 << 10;

/// A table of fixed size from parts to the names of their values; what is new overwrites what is old. Shared by all workers.
pub struct Pool {
    entries: Box<[Entry]>,
}

impl Pool {
    /// A pool of at most this many bytes; `None` if they are too few.
    pub fn new(bytes: usize) -> Option<Pool> {
        if bytes < FEWEST_BYTES {
            return None;
        }
        let entries = Box::new_zeroed_slice(bytes / (WAYS * size_of::<Entry>()) * WAYS);
        // SAFETY: an `Entry` is two `AtomicU64`, which are valid when all their bytes are zero.
        Some(Pool { entries: unsafe { entries.assume_init() } })
    }

    /// The bytes that it takes when it is full.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    #[inline]
    fn bucket(&self, part: Signature) -> &[Entry] {
        let buckets = self.entries.len() / WAYS;
        let start = ((u128::from(part.place) * buckets as u128) >> 64) as usize * WAYS;
        &self.entries[start..start + WAYS]
    }

    /// The name of a part's value.
    #[inline]
    fn get(&self, part: Signature) -> Option<u64> {
        self.bucket(part).iter().find_map(|entry| {
            let name = entry.name.load(Ordering::Relaxed);
            (name != 0 && entry.check.load(Ordering::Relaxed) ^ name == part.tag).then_some(name)
        })
    }

    /// Remembers the name of a part's value. Says whether there was an empty place.
    fn insert(&self, part: Signature, name: u64) -> bool {
        let bucket = self.bucket(part);
        let free = bucket.iter().find(|entry| {
            let found = entry.name.load(Ordering::Relaxed);
            found == 0 || entry.check.load(Ordering::Relaxed) ^ found == part.tag
        });
        let entry = free.unwrap_or(&bucket[part.tag as usize % WAYS]);
        let was_empty = entry.name.load(Ordering::Relaxed) == 0;
        entry.check.store(part.tag ^ name, Ordering::Relaxed);
        entry.name.store(name, Ordering::Relaxed);
        was_empty
    }
}

/// A worker's way to the pool.
pub struct Exchange {
    pool: Arc<Pool>,
    /// How many workers share the pool.
    workers: usize,
    /// Places in the pool that this worker has filled.
    filled: usize,
    signatures: Signatures,
    /// What the names mean in this worker's arena.
    values: FxHashMap<u64, Value>,
}

impl Exchange {
    pub fn new(pool: Arc<Pool>, workers: usize) -> Exchange {
        Exchange { pool, workers, filled: 0, signatures: Signatures::default(), values: FxHashMap::default() }
    }

    /// The same for a new arena.
    pub fn renewed(self) -> Exchange {
        Exchange { filled: self.filled, ..Exchange::new(self.pool, self.workers) }
    }

    /// The bytes in use by this worker alone.
    pub fn bytes(&self) -> usize {
        self.signatures.bytes() + self.values.capacity() * (size_of::<(u64, Value)>() + 1)
    }

    /// The bytes that this worker has taken of the pool.
    pub fn pool_bytes(&self) -> usize {
        touched_bytes(self.filled, self.pool.bytes()).min(self.pool.bytes() / self.workers)
    }

    /// What is known of a part: its value, if that was met here before, or that there is none.
    #[inline]
    pub fn get(&self, part: Signature) -> Option<Option<Value>> {
        match self.pool.get(part)? {
            NO_VALUE => Some(None),
            name => self.values.get(&name).map(|&value| Some(value)),
        }
    }

    /// Remembers the value of a part, or that there is none, for everybody.
    pub fn insert(&mut self, arena: &mut Arena, part: Signature, value: Option<Value>) {
        let name = match value {
            Some(value) => {
                let name = self.signatures.of_value(arena, value).tag.max(NO_VALUE + 1);
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
        let pool = Pool::new(FEWEST_BYTES).unwrap();
        let name = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 2;
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
    fn shared_values_equal_those_worked_out_alone() {
        let frame = Frame::<u64>::for_size(4, 6).unwrap();
        let pool = Arc::new(Pool::new(1 << 20).unwrap());
        let work = |seed| {
            let mut random = Random::new(seed);
            let (mut arena, mut alone) = (Arena::new(), Restraint::new(Scope::USUAL));
            let (mut shared_arena, mut shared) = (Arena::new(), Restraint::new(Scope::USUAL));
            shared.exchange = Some(Exchange::new(Arc::clone(&pool), 2));
            for round in 0..3_000 {
                if round % 500 == 499 {
                    // Everything is forgotten but for the pool.
                    shared_arena = Arena::new();
                    shared.exchange = shared.exchange.take().map(Exchange::renewed);
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
        let filled = pool.entries.iter().filter(|entry| entry.name.load(Ordering::Relaxed) != 0).count();
        assert!(filled > 1_000, "{filled}");
    }
}
