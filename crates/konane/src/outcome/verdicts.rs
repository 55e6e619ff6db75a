//! What the search remembers about sums: how hard they look to prove and to disprove, or that they are decided.

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

/// A sum by a hash of 128 bits: so long that two different sums never share one in practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Signature {
    /// Chooses the bucket.
    pub place: u64,
    /// Tells apart what shares a bucket.
    pub tag: u64,
}

/// A table of fixed size; what cost little work gives way first.
pub struct Verdicts {
    /// The tag, and packed: proof and disproof numbers, 24 bits each, and what the entry is worth in the highest 16.
    ///
    /// Plain zeros, so that the memory is taken from the system only where it is used.
    entries: Vec<[u64; 2]>,
    /// Entries that are filled.
    used: usize,
}

const WAYS: usize = 4;
const FEWEST: usize = 1 << 12;
const ENTRY_BYTES: usize = size_of::<[u64; 2]>();
/// A page of the usual size.
const PAGE_BYTES: usize = 4096;

impl Verdicts {
    /// A table of at most this many bytes.
    pub fn new(bytes: usize) -> Verdicts {
        let count = (bytes / ENTRY_BYTES).max(FEWEST);
        Verdicts { entries: vec![[0; 2]; 1 << count.ilog2()], used: 0 }
    }

    /// The bytes that the system has given: it does so a page at a time, when the first entry of a page is filled.
    pub fn used_bytes(&self) -> usize {
        // Entries fall on pages at random, so this is what has most likely been touched.
        let pages = (self.entries.len() * ENTRY_BYTES).div_ceil(PAGE_BYTES) as f64;
        let untouched = (-(self.used as f64) / pages).exp();
        (pages * (1.0 - untouched)) as usize * PAGE_BYTES
    }

    #[inline]
    fn bucket(&self, signature: Signature) -> usize {
        (signature.place as usize & (self.entries.len() / WAYS - 1)) * WAYS
    }

    /// What is known of a sum.
    #[inline]
    pub fn get(&self, signature: Signature) -> Option<Numbers> {
        let start = self.bucket(signature);
        let bucket = &self.entries[start..start + WAYS];
        let &[_, packed] = bucket.iter().find(|&&[tag, packed]| tag == signature.tag && packed != 0)?;
        Some(Numbers { proof: packed as u32 & INFINITE, disproof: (packed >> 24) as u32 & INFINITE })
    }

    /// Remembers what a sum cost so much work to find out.
    pub fn insert(&mut self, signature: Signature, numbers: Numbers, work: u64) {
        let effort = u64::from(64 - work.leading_zeros());
        // What is decided is worth more than what is only guessed.
        let worth = effort * 2 + u64::from(numbers.decided().is_some()) * 4 + 1;
        let packed = u64::from(numbers.proof) | u64::from(numbers.disproof) << 24 | worth << 48;
        let start = self.bucket(signature);
        let bucket = &mut self.entries[start..start + WAYS];
        let same = bucket.iter().position(|&[tag, packed]| tag == signature.tag && packed != 0);
        let slot =
            same.unwrap_or_else(|| (0..WAYS).min_by_key(|&slot| bucket[slot][1] >> 48).expect("a bucket has ways"));
        self.used += usize::from(bucket[slot][1] == 0);
        bucket[slot] = [signature.tag, packed];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_filled_counts_as_used() {
        let mut verdicts = Verdicts::new(1 << 20);
        assert_eq!(verdicts.used_bytes(), 0);
        for i in 0..100u64 {
            let place = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
            verdicts.insert(Signature { place, tag: i + 1 }, Numbers { proof: 3, disproof: 5 }, i);
        }
        // A hundred entries lie on a hundred of the 256 pages at most.
        assert!((50 * PAGE_BYTES..=100 * PAGE_BYTES).contains(&verdicts.used_bytes()), "{}", verdicts.used_bytes());
    }
}
