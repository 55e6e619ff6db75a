//! Names that nobody can guess, and what opens a seat.

use sha2::{Digest, Sha256};

/// Crockford's base 32 in small letters: no `i`, `l`, `o`, `u`, so that names can be read out.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Letters of a table's name: 60 bits, too many to guess one.
const TABLE_LETTERS: usize = 12;
/// Letters of a token or a job's name: 130 bits.
const TOKEN_LETTERS: usize = 26;

/// Random bytes of the operating system.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// A random number, for players with noise.
pub fn random_u64() -> u64 {
    u64::from_le_bytes(random_bytes())
}

fn letters<const N: usize>() -> String {
    random_bytes::<N>().iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
}

/// A new table's name.
pub fn table_name() -> String {
    letters::<TABLE_LETTERS>()
}

/// A new job's name, which is also what allows stopping it.
pub fn job_name() -> String {
    letters::<TOKEN_LETTERS>()
}

/// Whether this could be a table's or a job's name, so that nothing else is looked up.
pub fn is_name(text: &str) -> bool {
    (TABLE_LETTERS..=TOKEN_LETTERS).contains(&text.len()) && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// A new seat token.
pub fn token() -> String {
    letters::<TOKEN_LETTERS>()
}

/// What is kept of a token: its SHA-256. Whoever reads the database cannot sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// The hash of a token.
    pub fn of(token: &str) -> TokenHash {
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_differ() {
        let (one, other) = (table_name(), table_name());
        assert_ne!(one, other);
        assert!(is_name(&one) && is_name(&token()));
        assert!(!is_name("../../etc/passwd") && !is_name("") && !is_name("ABCDEFGHJKMN"));
    }

    #[test]
    fn a_token_is_recognised_by_its_hash_alone() {
        let token = token();
        assert_eq!(TokenHash::of(&token), TokenHash::of(&token));
        assert_ne!(TokenHash::of(&token), TokenHash::of("guess"));
    }
}
