//! Keeps the seeds of running games unreadable for whoever sees the database but not the key file beside it.
//!
//! A copied database, a backup or a report of the database's administrator then tells nobody what will be drawn. It is no
//! protection against whoever runs the server: their program has the key.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use banmen_core::Seal;
use sha2::{Digest, Sha256};

use crate::secret;

/// What a hidden seed begins with; anything else is a seed that an older program wrote in plain text.
const HIDDEN: &str = "hidden-v1:";
/// Digits of the seed's public hash that tell whether the key is the right one.
const CHECK_DIGITS: usize = 16;

/// The key with which seeds are hidden.
#[derive(Clone)]
pub struct Vault {
    key: Option<[u8; 32]>,
}

/// A seed that cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    /// It was hidden with another key.
    #[error("its seed was hidden with another key; is the key file the one that belongs to this database?")]
    OtherKey,
    /// It is no seed.
    #[error("its seed is damaged")]
    Damaged,
}

impl Vault {
    /// A key for as long as the program runs.
    pub fn fleeting() -> Vault {
        Vault { key: Some(secret::random_bytes()) }
    }

    /// No key: seeds are stored as they are.
    pub fn none() -> Vault {
        Vault { key: None }
    }

    /// The key in this file, which is made if it is missing, readable for its owner only.
    pub fn open(path: &Path) -> io::Result<Vault> {
        match fs::read_to_string(path) {
            Ok(text) => {
                let key = Seal::from_hex(text.trim()).map_err(io::Error::other)?;
                Ok(Vault { key: Some(bytes(&key)) })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let seal = Seal::new(secret::random_bytes());
                let mut file = private().write(true).create_new(true).open(path)?;
                writeln!(file, "{}", seal.reveal())?;
                file.sync_all()?;
                Ok(Vault { key: Some(bytes(&seal)) })
            }
            Err(error) => Err(error),
        }
    }

    /// The bytes that hide the seed of a table. Each table has its own, so they are used once.
    fn pad(key: &[u8; 32], table: &str) -> [u8; 32] {
        let mut hasher = Sha256::new();
        hasher.update(b"banmen-seed-pad-v1");
        hasher.update(key);
        hasher.update(table.as_bytes());
        hasher.finalize().into()
    }

    fn padded(key: &[u8; 32], table: &str, seal: &Seal) -> Seal {
        let (seed, pad) = (bytes(seal), Vault::pad(key, table));
        Seal::new(std::array::from_fn(|index| seed[index] ^ pad[index]))
    }

    /// A table's seed as it is stored.
    pub fn hide(&self, table: &str, seal: &Seal) -> String {
        match &self.key {
            Some(key) => {
                format!("{HIDDEN}{}:{}", Vault::padded(key, table, seal).reveal(), &seal.hash()[..CHECK_DIGITS])
            }
            None => seal.reveal(),
        }
    }

    /// Reads a table's seed back.
    pub fn show(&self, table: &str, text: &str) -> Result<Seal, VaultError> {
        let Some(hidden) = text.strip_prefix(HIDDEN) else {
            return Seal::from_hex(text).map_err(|_| VaultError::Damaged);
        };
        let (digits, check) = hidden.split_once(':').ok_or(VaultError::Damaged)?;
        let key = self.key.as_ref().ok_or(VaultError::OtherKey)?;
        let seal = Vault::padded(key, table, &Seal::from_hex(digits).map_err(|_| VaultError::Damaged)?);
        if seal.hash()[..CHECK_DIGITS] == *check { Ok(seal) } else { Err(VaultError::OtherKey) }
    }
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault")
    }
}

/// The bytes behind a seal's digits.
fn bytes(seal: &Seal) -> [u8; 32] {
    let digits = seal.reveal();
    std::array::from_fn(|index| u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).unwrap_or_default())
}

/// How a file is made that only its owner may read.
pub fn private() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_seed_comes_back_with_its_own_key_and_table_only() {
        let (vault, seal) = (Vault::fleeting(), Seal::new([7; 32]));
        let stored = vault.hide("table", &seal);
        assert!(!stored.contains(&seal.reveal()));
        assert_eq!(vault.show("table", &stored), Ok(seal));
        assert_eq!(vault.show("other", &stored), Err(VaultError::OtherKey));
        assert_eq!(Vault::fleeting().show("table", &stored), Err(VaultError::OtherKey));
        assert_ne!(vault.hide("other", &seal), stored);
        assert_eq!(vault.show("table", "hidden-v1:zz"), Err(VaultError::Damaged));
        assert_eq!(vault.show("table", &seal.reveal()), Ok(seal), "as an older program stored it");
    }

    #[test]
    fn the_key_file_is_made_once_and_private() {
        let path = std::env::temp_dir().join(format!("banmen-key-{}", secret::random_u64()));
        let stored = Vault::open(&path).unwrap().hide("table", &Seal::new([9; 32]));
        assert_eq!(Vault::open(&path).unwrap().show("table", &stored), Ok(Seal::new([9; 32])));
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions()) & 0o777, 0o600);
        fs::write(&path, "no key").unwrap();
        assert!(Vault::open(&path).is_err());
        fs::remove_file(path).unwrap();
    }
}
