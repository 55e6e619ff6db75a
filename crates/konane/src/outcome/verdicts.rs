//! What a search remembers about sums: how hard they look to prove and to disprove, or that they are decided. Shared by
//! all workers of a search.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

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

/// One remembered sum. The two words are written one after the other, so another thread may see the first of one write and
/// the second of another: the check then fails, and the entry counts as empty.
#[derive(Debug, Default)]
struct Entry {
    /// The tag, combined with `data`.
    check: AtomicU64,
    /// Proof and disproof numbers, 24 bits each, and what the entry is worth in the highest 16; 0 if empty.
    data: AtomicU64,
}

impl Entry {
    /// The tag and the data.
    #[inline]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn store(&self, tag: u64, data: u64) {
        self.check.store(tag ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// A table of fixed size; what cost little work gives way first.
pub struct Verdicts {
    /// Plain zeros at first, so that the memory is taken from the system only where it is used.
    entries: Box<[Entry]>,
    /// Entries that are filled.
    used: AtomicUsize,
}

/// Entries of a bucket: as many as a cache line holds.
const WAYS: usize = 4;
const FEWEST_BUCKETS: usize = 1 << 10;
const ENTRY_BYTES: usize = size_of::<Entry>();
/// The bytes of a bucket.
pub const BUCKET_BYTES: usize = WAYS * ENTRY_BYTES;
/// A page of the usual size.
const PAGE_BYTES: usize = 4096;
/// What a decided sum is worth beyond the work that it took, in doublings of work.
const DECIDED_WORTH: u64 = 2;

/// The tag of a sum's open numbers. They depend on the first guess, so that each guess has its own; verdicts are shared.
#[inline]
fn open_tag(signature: Signature, guess: usize) -> u64 {
    signature.tag ^ (guess as u64 + 1).wrapping_mul(0xa076_1d64_78bd_642f)
}

impl Verdicts {
    /// A table of at most this many bytes.
    pub fn new(bytes: usize) -> Verdicts {
        Verdicts::with_buckets(bytes / BUCKET_BYTES)
    }

    /// A table of this many buckets, but never of next to none.
    pub fn with_buckets(buckets: usize) -> Verdicts {
        let entries = Box::new_zeroed_slice(buckets.max(FEWEST_BUCKETS) * WAYS);
        // SAFETY: an `Entry` is two `AtomicU64`, which are valid when all their bytes are zero.
        let entries = unsafe { entries.assume_init() };
        Verdicts { entries, used: AtomicUsize::new(0) }
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        self.entries.len() / WAYS
    }

    /// The bytes that the system has given: it does so a page at a time, when the first entry of a page is filled.
    pub fn used_bytes(&self) -> usize {
        // Buckets fall on pages at random, so this is what has most likely been touched.
        let pages = (self.entries.len() * ENTRY_BYTES).div_ceil(PAGE_BYTES) as f64;
        let untouched = (-(self.used.load(Ordering::Relaxed) as f64) / pages).exp();
        (pages * (1.0 - untouched)) as usize * PAGE_BYTES
    }

    #[inline]
    fn bucket(&self, signature: Signature) -> &[Entry] {
        let start = ((u128::from(signature.place) * self.buckets() as u128) >> 64) as usize * WAYS;
        &self.entries[start..start + WAYS]
    }

    /// What is known of a sum under a guess.
    #[inline]
    pub fn get(&self, signature: Signature, guess: usize) -> Option<Numbers> {
        let open = open_tag(signature, guess);
        let mut found = None;
        for entry in self.bucket(signature) {
            let (tag, data) = entry.load();
            if data != 0 && (tag == signature.tag || tag == open) {
                found = Some(Numbers { proof: data as u32 & INFINITE, disproof: (data >> 24) as u32 & INFINITE });
                if tag == signature.tag {
                    break;
                }
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
        let data = u64::from(numbers.proof) | u64::from(numbers.disproof) << 24 | worth << 48;
        let open = open_tag(signature, guess);
        let bucket = self.bucket(signature);
        let mut least = (u64::MAX, 0);
        for (way, entry) in bucket.iter().enumerate() {
            let (tag, data) = entry.load();
            if data != 0 && tag == signature.tag && !decided {
                // Another thread has decided it meanwhile.
                return;
            }
            let rank = if data != 0 && (tag == signature.tag || tag == open) { 0 } else { 1 + (data >> 48) };
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
        let words = self.entries.iter().map(Entry::load).enumerate();
        words.filter(|&(_, (_, data))| data != 0).map(|(index, (tag, data))| (index / WAYS, [tag, data]))
    }

    /// Puts an entry back that was told by [`Verdicts::filled`] of a table of the same size. Says whether there is such a
    /// bucket with room.
    pub fn restore(&self, bucket: usize, [tag, data]: [u64; 2]) -> bool {
        let start = bucket.saturating_mul(WAYS);
        let Some(bucket) = self.entries.get(start..start.saturating_add(WAYS)) else { return false };
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
        // A hundred entries lie on a hundred of the 256 pages at most.
        assert!((50 * PAGE_BYTES..=100 * PAGE_BYTES).contains(&verdicts.used_bytes()), "{}", verdicts.used_bytes());
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
    fn what_took_work_stays_and_the_table_never_grows() {
        let verdicts = Verdicts::with_buckets(FEWEST_BUCKETS);
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
        let (before, after) = (Verdicts::with_buckets(2000), Verdicts::with_buckets(2000));
        for i in 0..1000 {
            before.insert(signature(i), (i % 3) as usize, Numbers { proof: i as u32 + 1, disproof: 5 }, i);
        }
        assert!(before.filled().all(|(bucket, words)| after.restore(bucket, words)));
        for i in 0..1000 {
            let guess = (i % 3) as usize;
            assert_eq!(before.get(signature(i), guess), after.get(signature(i), guess));
        }
        assert!(!after.restore(2000, [1, 1]), "there is no such bucket");
    }
}
