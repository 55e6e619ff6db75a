use sha2::{Digest, Sha256};

use crate::{Draw, Nonces};

/// The secret of a game of chance: its hash is shown when the game starts, itself when the game has ended.
///
/// The construction is called **banmen-draw-v2**. Draw number `n` (counted from 0) of a game uses the blocks
/// `SHA-256("banmen-draw-v2" ‖ seed ‖ first ‖ second ‖ n ‖ k)` for k = 0, 1, 2, …, where `seed` is 32 bytes, `first` and `second` are
/// the 32 bytes that each player contributed, zeros for a player who did not, and `n` and `k` are 8 bytes each, big endian. A game to
/// which nobody contributed has the construction **banmen-draw-v1**, `SHA-256("banmen-draw-v1" ‖ seed ‖ n ‖ k)`. Each block gives
/// four 64-bit numbers, big endian. A number in `0..b` is the first one below `2⁶⁴−1 − ((2⁶⁴−1) mod b)`, taken modulo b. The
/// published hash is `SHA-256(seed)`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seal([u8; 32]);

/// Text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits, this has {length} characters or other signs")]
pub struct SealError {
    length: usize,
}

impl Seal {
    /// The construction of draws to which nobody contributed; its name is part of every block that is hashed.
    pub const ALONE: &'static str = "banmen-draw-v1";
    /// The construction of draws to which players contributed.
    pub const TOGETHER: &'static str = "banmen-draw-v2";

    /// The construction of draws with these contributions.
    pub fn construction(nonces: &Nonces) -> &'static str {
        if nonces.is_empty() { Seal::ALONE } else { Seal::TOGETHER }
    }

    /// The seal of a seed, which should come from the operating system's generator.
    pub const fn new(seed: [u8; 32]) -> Seal {
        Seal(seed)
    }

    /// Reads a seed written by [`Seal::reveal`].
    pub fn from_hex(text: &str) -> Result<Seal, SealError> {
        let error = SealError { length: text.chars().count() };
        bytes(text).map(Seal).ok_or(error)
    }

    /// The hash to publish at the start: 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The seed, to be shown only when the game has ended.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// The numbers of draw `number` of this game, to which the players contributed these nonces.
    pub fn draw(&self, number: u64, nonces: &Nonces) -> SealedDraw {
        let mut head = Sha256::new();
        head.update(Seal::construction(nonces).as_bytes());
        head.update(self.0);
        if !nonces.is_empty() {
            for nonce in [nonces.first, nonces.second] {
                head.update(nonce.map_or([0; 32], |nonce| nonce.0));
            }
        }
        head.update(number.to_be_bytes());
        SealedDraw { head, block: 0, numbers: [0; 4], used: 4 }
    }
}

impl std::fmt::Debug for Seal {
    /// The hash only, so that no log ever reveals a seed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seal({})", self.hash())
    }
}

/// The numbers of one draw, recomputable by anybody who knows the seed.
#[derive(Clone)]
pub struct SealedDraw {
    /// What is hashed before the number of the block.
    head: Sha256,
    block: u64,
    numbers: [u64; 4],
    used: usize,
}

impl Draw for SealedDraw {
    fn next_u64(&mut self) -> u64 {
        if self.used == self.numbers.len() {
            let mut hasher = self.head.clone();
            hasher.update(self.block.to_be_bytes());
            let block = hasher.finalize();
            for (number, bytes) in self.numbers.iter_mut().zip(block.chunks_exact(8)) {
                *number = bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
            }
            self.block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.numbers[self.used - 1]
    }
}

/// Reads 64 hexadecimal digits.
pub(crate) fn bytes(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let [high, low] = [pair[0], pair[1]].map(|digit| char::from(digit).to_digit(16));
        *byte = (high? * 16 + low?) as u8;
    }
    (digits.len() == 64).then_some(bytes)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nonce;

    #[test]
    fn hash_is_the_sha256_of_the_seed() {
        // SHA-256 of 32 zero bytes, as sha256sum prints it.
        let seal = Seal::new([0; 32]);
        assert_eq!(seal.hash(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    }

    #[test]
    fn reveal_and_read_back() {
        let seal = Seal::new(std::array::from_fn(|i| i as u8 * 7));
        assert_eq!(Seal::from_hex(&seal.reveal()), Ok(seal));
        assert!(Seal::from_hex("zz").is_err());
        assert!(Seal::from_hex(&"é".repeat(32)).is_err());
    }

    #[test]
    fn different_draws_differ_and_equal_draws_repeat() {
        let seal = Seal::new([7; 32]);
        let take = |n| {
            let mut draw = seal.draw(n, &Nonces::default());
            [(); 9].map(|()| draw.next_u64())
        };
        assert_eq!(take(3), take(3));
        assert_ne!(take(3), take(4));
    }

    #[test]
    fn whatever_a_player_contributes_changes_every_draw() {
        let seal = Seal::new([7; 32]);
        let take = |first: Option<u8>, second: Option<u8>| {
            let nonce = |byte| Nonce::new([byte; 32]);
            let mut draw = seal.draw(0, &Nonces { first: first.map(nonce), second: second.map(nonce) });
            [(); 5].map(|()| draw.next_u64())
        };
        let all = [
            (None, None),
            (Some(1), None),
            (None, Some(1)),
            (Some(1), Some(1)),
            (Some(1), Some(2)),
            (Some(2), Some(1)),
        ];
        for (index, &(first, second)) in all.iter().enumerate() {
            assert_eq!(take(first, second), take(first, second));
            for &(other_first, other_second) in &all[index + 1..] {
                assert_ne!(take(first, second), take(other_first, other_second));
            }
        }
    }

    #[test]
    fn draws_of_older_records_stay_what_they_were() {
        // SHA-256 of "banmen-draw-v1", 32 zero bytes and 16 zero bytes, as Python's hashlib prints its first eight bytes.
        let first = Seal::new([0; 32]).draw(0, &Nonces::default()).next_u64();
        assert_eq!(first, 0xeb22_9104_78b5_b086);
    }
}
