//! What a search remembers about sums: how hard they look to prove and to disprove, or that they are decided. Shared by
//! all workers of a search.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// How many leaves have at least to be shown to prove that the player to move wins, and to prove that it loses. 0 means
/// done, `INFINITE` that it cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// To prove that the player to move wins.
    pub proof: u32,
    /// To prove that it loses.
    pub disproof: u32,
}

/// A number that no proof reaches.
pub const INFINITE: u32 = (1 << 24) - 1;

impl Numbers {
    /// The player to move wins.
    pub const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// The player to move loses.
    pub const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Whether the player to move wins, once decided.
    pub fn decided(self) -> Option<bool> {
        if self.proof == 0 {
            Some(true)
        } else if self.disproof == 0 {
            Some(false)
        } else {
            None
        }
    }
}

/// A sum by a hash of 128 bits: so long that two different sums never share one in practice. It depends on the sum alone,
/// not on the process, so that verdicts can be kept in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Signature {
    /// Chooses the bucket.
    pub place: u64,
    /// Tells apart what shares a bucket.
    pub tag: u64,
}

/// One remembered sum or part. The two words are written one after the other, so another thread may see the first of one write and
/// the second of another: the check then fails, and the entry counts as empty.
#[derive(Debug, Default)]
pub struct Entry {
    /// The tag, combined with `data`.
    check: AtomicU64,
    /// Here proof and disproof numbers, 24 bits each, what the entry is worth, and which way it goes when the table grows, 8 bits
    /// each; 0 if empty.
    data: AtomicU64,
}

impl Entry {
    /// The tag and the data.
    #[inline]
    pub fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    pub fn store(&self, tag: u64, data: u64) {
        self.check.store(tag ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// A table that doubles until it has reached its size; from then on what cost little work gives way first.
///
/// A small table stays near the processor, and only what is used of its memory is taken from the system.
pub struct Verdicts {
    /// Plain zeros at first. The buckets in use come first.
    entries: Box<[Entry]>,
    /// Buckets in use at first.
    first_buckets: usize,
    /// How often that has doubled.
    doublings: AtomicU32,
    /// Entries that are filled.
    used: AtomicUsize,
}

/// Entries of a bucket: as many as a cache line holds.
pub const WAYS: usize = 4;
const FEWEST_BUCKETS: usize = 1 << 10;
const ENTRY_BYTES: usize = size_of::<Entry>();
/// The bytes of a bucket.
pub const BUCKET_BYTES: usize = WAYS * ENTRY_BYTES;
/// A page of the usual size.
const PAGE_BYTES: usize = 4096;
/// How often a table can double: an entry keeps as many bits of where it goes.
const MOST_DOUBLINGS: u32 = 8;
/// What a decided sum is worth beyond the work that it took, in doublings of work.
const DECIDED_WORTH: u64 = 2;

/// The bytes of pages that have most likely been touched when so many entries of a table of this size are filled: they fall on pages at random.
pub fn touched_bytes(filled: usize, bytes: usize) -> usize {
    let pages = bytes.div_ceil(PAGE_BYTES) as f64;
    let untouched = (-(filled as f64) / pages).exp();
    (pages * (1.0 - untouched)) as usize * PAGE_BYTES
}

/// The tag of a sum's open numbers. They depend on the first guess, so that each guess has its own; verdicts are shared.
#[inline]
fn open_tag(signature: Signature, guess: usize) -> u64 {
    signature.tag ^ (guess as u64 + 1).wrapping_mul(0xa076_1d64_78bd_642f)
}

impl Verdicts {
    /// A table of at most this many bytes.
    pub fn new(bytes: usize) -> Verdicts {
        let most = bytes / BUCKET_BYTES;
        let doublings = (most / FEWEST_BUCKETS).checked_ilog2().unwrap_or(0).min(MOST_DOUBLINGS);
        Verdicts::with_buckets(most >> doublings, 0, most)
    }

    /// A table that began with this many buckets, but never with next to none, has doubled so often, and may grow to `most`.
    pub fn with_buckets(first_buckets: usize, doublings: u32, most: usize) -> Verdicts {
        let first_buckets = first_buckets.max(FEWEST_BUCKETS);
        let allowed = (most / first_buckets).checked_ilog2().unwrap_or(0).min(MOST_DOUBLINGS);
        let entries = Box::new_zeroed_slice((first_buckets << allowed.max(doublings)) * WAYS);
        // SAFETY: an `Entry` is two `AtomicU64`, which are valid when all their bytes are zero.
        let entries = unsafe { entries.assume_init() };
        Verdicts { entries, first_buckets, doublings: AtomicU32::new(doublings), used: AtomicUsize::new(0) }
    }

    /// How many buckets there were at first, and how often that has doubled.
    pub fn size(&self) -> (usize, u32) {
        (self.first_buckets, self.doublings.load(Ordering::Relaxed))
    }

    /// How many buckets are in use.
    #[inline]
    pub fn buckets(&self) -> usize {
        self.first_buckets << self.doublings.load(Ordering::Relaxed)
    }

    /// The bytes that the system has given: it does so a page at a time, when the first entry of a page is filled.
    pub fn used_bytes(&self) -> usize {
        touched_bytes(self.used.load(Ordering::Relaxed), self.buckets() * BUCKET_BYTES)
    }

    /// Whether it is time to grow, and there is room.
    pub fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.buckets() * WAYS / 2 && 2 * self.buckets() * WAYS <= self.entries.len()
    }

    /// Doubles the table. Nobody else may use it meanwhile: who does finds nothing.
    pub fn grow(&self) {
        if !self.is_crowded() {
            return;
        }
        let doublings = self.doublings.load(Ordering::Relaxed);
        // From the last bucket on, so that each finds the two that it becomes empty.
        for bucket in (0..self.buckets()).rev() {
            let mut moved = [(0, 0); WAYS];
            for (entry, moved) in self.entries[bucket * WAYS..].iter().zip(&mut moved) {
                *moved = entry.load();
                entry.store(0, 0);
            }
            let mut filled = [0; 2];
            for (tag, data) in moved.into_iter().filter(|&(_, data)| data != 0) {
                let half = (data >> (63 - doublings)) as usize & 1;
                self.entries[(2 * bucket + half) * WAYS + filled[half]].store(tag, data);
                filled[half] += 1;
            }
        }
        self.doublings.store(doublings + 1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, signature: Signature) -> &[Entry] {
        let start = ((u128::from(signature.place) * self.buckets() as u128) >> 64) as usize * WAYS;
        &self.entries[start..start + WAYS]
    }

    /// The bits that say to which half of its bucket a sum goes when the table grows, the first time highest.
    fn halves(&self, signature: Signature) -> u64 {
        u64::from(((u128::from(signature.place) * self.first_buckets as u128) >> (64 - MOST_DOUBLINGS)) as u8)
    }

    /// What is known of a sum under a guess. Two threads that write the same sum at once may leave it twice in its bucket; the first one
    /// counts, here as in [`Verdicts::insert`]: whoever read one and wrote the other would find that work changes nothing.
    #[inline]
    pub fn get(&self, signature: Signature, guess: usize) -> Option<Numbers> {
        let open = open_tag(signature, guess);
        let mut found = None;
        for entry in self.bucket(signature) {
            let (tag, data) = entry.load();
            if data == 0 {
                continue;
            }
            let numbers = Numbers { proof: data as u32 & INFINITE, disproof: (data >> 24) as u32 & INFINITE };
            if tag == signature.tag {
                return Some(numbers);
            }
            if tag == open && found.is_none() {
                found = Some(numbers);
            }
        }
        found
    }

    /// Whether the player to move wins a sum, if that is known.
    #[inline]
    pub fn decided(&self, signature: Signature) -> Option<bool> {
        self.get(signature, 0).and_then(Numbers::decided)
    }

    /// Remembers what a sum cost so much work to find out under a guess.
    pub fn insert(&self, signature: Signature, guess: usize, numbers: Numbers, work: u64) {
        let effort = u64::from(64 - work.leading_zeros());
        let decided = numbers.decided().is_some();
        let worth = effort * 2 + u64::from(decided) * 2 * DECIDED_WORTH + 1;
        let halves = self.halves(signature);
        let data = u64::from(numbers.proof) | u64::from(numbers.disproof) << 24 | worth << 48 | halves << 56;
        let open = open_tag(signature, guess);
        let bucket = self.bucket(signature);
        let mut least = (u64::MAX, 0);
        for (way, entry) in bucket.iter().enumerate() {
            let (tag, data) = entry.load();
            if data != 0 && tag == signature.tag && !decided {
                // Another thread has decided it meanwhile.
                return;
            }
            let rank = if data != 0 && (tag == signature.tag || tag == open) { 0 } else { 1 + (data >> 48 & 0xff) };
            least = least.min((rank, way));
        }
        let entry = &bucket[least.1];
        if entry.load().1 == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
        entry.store(if decided { signature.tag } else { open }, data);
    }

    /// Every entry that is filled: its bucket, and its two words.
    pub fn filled(&self) -> impl Iterator<Item = (usize, [u64; 2])> {
        let words = self.entries[..self.buckets() * WAYS].iter().map(Entry::load).enumerate();
        words.filter(|&(_, (_, data))| data != 0).map(|(index, (tag, data))| (index / WAYS, [tag, data]))
    }

    /// Puts an entry back that was told by [`Verdicts::filled`] of a table of the same size. Says whether there is such a
    /// bucket with room.
    pub fn restore(&self, bucket: usize, [tag, data]: [u64; 2]) -> bool {
        let start = bucket.saturating_mul(WAYS);
        let entries = &self.entries[..self.buckets() * WAYS];
        let Some(bucket) = entries.get(start..start.saturating_add(WAYS)) else { return false };
        let Some(entry) = bucket.iter().find(|entry| entry.load().1 == 0) else { return false };
        entry.store(tag, data);
        self.used.fetch_add(1, Ordering::Relaxed);
        data != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(i: u64) -> Signature {
        Signature { place: i.wrapping_mul(0x9e37_79b9_7f4a_7c15), tag: i + 1 }
    }

    #[test]
    fn only_what_is_filled_counts_as_used() {
        let verdicts = Verdicts::new(1 << 20);
        assert_eq!(verdicts.used_bytes(), 0);
        for i in 0..100 {
            verdicts.insert(signature(i), 0, Numbers { proof: 3, disproof: 5 }, i);
        }
        // A hundred entries are on nearly all of the 16 pages to begin with.
        assert!((12 * PAGE_BYTES..=16 * PAGE_BYTES).contains(&verdicts.used_bytes()), "{}", verdicts.used_bytes());
    }

    #[test]
    fn guesses_share_verdicts_and_nothing_else() {
        let verdicts = Verdicts::new(1 << 16);
        let open = Numbers { proof: 3, disproof: 5 };
        verdicts.insert(signature(7), 0, open, 1);
        assert_eq!((verdicts.get(signature(7), 0), verdicts.get(signature(7), 1)), (Some(open), None));
        verdicts.insert(signature(7), 1, Numbers::LOST, 1);
        for guess in 0..3 {
            assert_eq!(verdicts.get(signature(7), guess), Some(Numbers::LOST));
        }
        // What is decided stays so.
        verdicts.insert(signature(7), 0, open, 1000);
        assert_eq!(verdicts.decided(signature(7)), Some(false));
    }

    #[test]
    fn a_sum_that_two_threads_wrote_at_once_can_still_change() {
        let numbers = |proof: u32| Numbers { proof, disproof: 5 };
        let verdicts = Verdicts::with_buckets(FEWEST_BUCKETS, 0, FEWEST_BUCKETS);
        verdicts.insert(signature(7), 0, numbers(3), 1);
        let (bucket, words) = verdicts.filled().next().unwrap();
        for _ in 1..WAYS {
            assert!(verdicts.restore(bucket, words));
        }
        for proof in 4..10 {
            verdicts.insert(signature(7), 0, numbers(proof), 1);
            assert_eq!(verdicts.get(signature(7), 0), Some(numbers(proof)));
        }
        verdicts.insert(signature(7), 0, Numbers::LOST, 1);
        assert_eq!(verdicts.get(signature(7), 0), Some(Numbers::LOST));
        // And what two threads really wrote.
        for round in 100..150 {
            std::thread::scope(|scope| {
                for thread in 0..2 {
                    let verdicts = &verdicts;
                    scope.spawn(move || {
                        (0..5_000).for_each(|i| verdicts.insert(signature(round), 0, numbers(2 * i + thread + 1), 1));
                    });
                }
            });
            verdicts.insert(signature(round), 0, numbers(99_999), 1);
            assert_eq!(verdicts.get(signature(round), 0), Some(numbers(99_999)), "round {round}");
        }
    }

    #[test]
    fn what_took_work_stays_and_the_table_never_grows() {
        let verdicts = Verdicts::with_buckets(FEWEST_BUCKETS, 0, FEWEST_BUCKETS);
        let valued = signature(3);
        verdicts.insert(valued, 0, Numbers::WON, 1 << 30);
        for i in 10..100_000 {
            verdicts.insert(signature(i), 0, Numbers { proof: 3, disproof: 5 }, 1);
        }
        assert_eq!(verdicts.decided(valued), Some(true));
        assert!(verdicts.used_bytes() <= FEWEST_BUCKETS * BUCKET_BYTES);
        assert_eq!(verdicts.filled().count(), FEWEST_BUCKETS * WAYS);
    }

    #[test]
    fn a_table_can_be_filled_again() {
        let (before, after) = (Verdicts::with_buckets(1024, 1, 2048), Verdicts::with_buckets(1024, 1, 2048));
        for i in 0..1000 {
            before.insert(signature(i), (i % 3) as usize, Numbers { proof: i as u32 + 1, disproof: 5 }, i);
        }
        assert!(before.filled().all(|(bucket, words)| after.restore(bucket, words)));
        for i in 0..1000 {
            let guess = (i % 3) as usize;
            assert_eq!(before.get(signature(i), guess), after.get(signature(i), guess));
        }
        assert!(!after.restore(2048, [1, 1]), "there is no such bucket");
    }

    #[test]
    fn a_table_that_grows_loses_nothing() {
        let verdicts = Verdicts::new(1 << 22);
        let (_, before) = verdicts.size();
        let mut known: Vec<(Signature, Numbers)> = Vec::new();
        for i in 0..20_000u64 {
            let numbers = Numbers { proof: i as u32 + 1, disproof: 5 };
            verdicts.insert(signature(i), 0, numbers, 1);
            known.push((signature(i), numbers));
            if verdicts.is_crowded() {
                // What has been displaced is gone for good; what is there stays.
                known.retain(|(signature, _)| verdicts.get(*signature, 0).is_some());
                verdicts.grow();
                assert!(known.iter().all(|(signature, numbers)| verdicts.get(*signature, 0) == Some(*numbers)));
                assert_eq!(verdicts.filled().count(), known.len());
            }
        }
        assert!(verdicts.size().1 > before + 2, "{:?}", verdicts.size());
        assert!(known.len() > 19_000, "{}", known.len());
        assert!(verdicts.buckets() * BUCKET_BYTES <= 1 << 22);
    }
}
