//! Names that nobody can guess, and what opens a seat.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// Crockford's base 32 in small letters: no `i`, `l`, `o`, `u`, so that names can be read out.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Letters of a table's name: 60 bits, too many to guess one.
const TABLE_LETTERS: usize = 12;
/// Letters of a token: 130 bits.
const TOKEN_LETTERS: usize = 26;
/// Letters of a code that somebody types: 50 bits, too many to guess one within its ten minutes.
const CODE_LETTERS: usize = 10;
/// What a token looks like, in words.
pub(crate) const TOKEN_FORM: &str = "26 letters and digits of Crockford's base 32, in lower case";

fn letters(random: &[u8]) -> String {
    random.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
}

/// A table's name, from random bytes.
pub fn table_name(random: &[u8; 32]) -> String {
    letters(&random[..TABLE_LETTERS])
}

/// A seat's token, from random bytes.
pub fn token(random: &[u8; 32]) -> String {
    letters(&random[..TOKEN_LETTERS])
}

/// A code to be typed, from random bytes.
pub fn code(random: &[u8; 32]) -> String {
    letters(&random[..CODE_LETTERS])
}

/// What somebody who typed a code meant: capitals, blanks and dashes do not matter, and letters that look like digits are those.
pub fn typed(text: &str) -> String {
    let letters = text.chars().filter(|sign| !sign.is_whitespace() && *sign != '-').take(2 * TOKEN_LETTERS);
    let read = letters.map(|sign| match sign.to_ascii_lowercase() {
        'i' | 'l' => '1',
        'o' => '0',
        other => other,
    });
    read.collect()
}

/// Whether this could be a token.
pub fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LETTERS && is_name(text)
}

/// Whether this could be the name of something, so that nothing else is looked up.
pub fn is_name(text: &str) -> bool {
    (TABLE_LETTERS..=TOKEN_LETTERS).contains(&text.len()) && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// What is kept of a token: its SHA-256. Whoever reads the store cannot sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// The hash of a token.
    pub fn of(token: &str) -> TokenHash {
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }
}

impl Serialize for TokenHash {
    /// 64 hexadecimal digits.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits)
    }
}

impl<'de> Deserialize<'de> for TokenHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TokenHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut hash = [0; 32];
        let wrong = || serde::de::Error::custom("a token's hash is 64 hexadecimal digits");
        if text.len() != 2 * hash.len() || !text.is_ascii() {
            return Err(wrong());
        }
        for (index, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).map_err(|_| wrong())?;
        }
        Ok(TokenHash(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_differ() {
        let (one, other) = (table_name(&[1; 32]), table_name(&[2; 32]));
        assert_ne!(one, other);
        assert!(is_name(&one) && is_name(&token(&[3; 32])));
        assert!(!is_name("../../etc/passwd") && !is_name("") && !is_name("ABCDEFGHJKMN"));
    }

    #[test]
    fn a_code_is_read_as_it_was_meant() {
        let code = code(&std::array::from_fn(|index| index as u8));
        assert_eq!(code, "0123456789");
        for written in ["0123456789", "01234-56789", " O1234 56789 ", "oI234-56789", "0l23456789"] {
            assert_eq!(typed(written), code, "{written}");
        }
        assert!(is_token(&token(&[9; 32])) && !is_token(&code) && !is_token(&"i".repeat(26)));
    }

    #[test]
    fn a_token_is_recognised_by_its_hash_which_is_kept_as_digits() {
        // SHA-256 of "abc", the test vector of FIPS 180-2.
        let digits = "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"";
        let hash = TokenHash::of("abc");
        assert_eq!(serde_json::to_string(&hash).unwrap(), digits);
        assert_eq!(serde_json::from_str::<TokenHash>(digits).unwrap(), hash);
        for wrong in ["\"ba78\"", "\"\"", "7", &digits.replace('b', "é"), &digits.replace('b', "z")] {
            assert!(serde_json::from_str::<TokenHash>(wrong).is_err(), "{wrong}");
        }
    }
}
