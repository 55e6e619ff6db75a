/// A source of random numbers: the seam between a game of chance and whoever rolls for it.
pub trait Draw {
    /// The next 64 random bits.
    fn next_u64(&mut self) -> u64;

    /// A number in `0..bound`, each equally likely. `bound` must not be 0.
    ///
    /// Numbers from the incomplete last stretch of the 64-bit range are thrown away, so there is no bias.
    fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "a draw needs at least one possibility");
        let usable = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next_u64();
            if number < usable {
                return number % bound;
            }
        }
    }

    /// True in `percent` of 100 draws.
    fn percent(&mut self, percent: u8) -> bool {
        self.below(100) < u64::from(percent)
    }
}

/// A small, fast, reproducible generator (SplitMix64) for tests, players' noise and Zobrist keys. Not for fairness.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed; equal seeds give equal numbers on every machine.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the items, or `None` of an empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u64) as usize) }
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

impl Draw for Random {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
