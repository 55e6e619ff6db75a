//! The games of a match on disk, so that a match can go on later.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use banmen_core::Record;
use serde_json::Value;

/// A folder with one record a game, and a file that says which match it is.
pub struct Store {
    folder: PathBuf,
}

/// Why games could not be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system said no.
    #[error("{path}: {error}")]
    Io {
        /// Which file.
        path: String,
        /// What it said.
        error: io::Error,
    },
    /// The folder holds another match.
    #[error("{path} holds the games of another match; choose another folder")]
    OtherMatch {
        /// The folder.
        path: String,
    },
    /// A file of the folder is not what it should be.
    #[error("{path}: {why}")]
    Malformed {
        /// Which file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

const MATCH_FILE: &str = "match.json";

impl Store {
    /// Opens the folder of a match, making it if there is none. A folder of a match with other settings is refused.
    pub fn open(folder: &Path, settings: &Value) -> Result<Self, StoreError> {
        let store = Self { folder: folder.to_owned() };
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let path = folder.join(MATCH_FILE);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let known: Value = serde_json::from_str(&text).map_err(|error| malformed(&path, &error))?;
                if !goes_on(&known, settings) {
                    return Err(StoreError::OtherMatch { path: folder.display().to_string() });
                }
                if known != *settings {
                    let text = serde_json::to_string_pretty(settings).map_err(|error| malformed(&path, &error))?;
                    write(&path, &text)?;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = serde_json::to_string_pretty(settings).map_err(|error| malformed(&path, &error))?;
                write(&path, &text)?;
            }
            Err(error) => return Err(failed(&path, error)),
        }
        Ok(store)
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("game-{:06}.json", number + 1))
    }

    /// Keeps a game; it is whole on disk or not there at all.
    pub fn keep(&self, number: usize, record: &Record) -> Result<(), StoreError> {
        let path = self.path(number);
        let text = serde_json::to_string_pretty(record).map_err(|error| malformed(&path, &error))?;
        write(&path, &text)
    }

    /// The games that are already there, by number.
    pub fn games(&self, count: usize) -> Result<BTreeMap<usize, Record>, StoreError> {
        let mut found = BTreeMap::new();
        for number in 0..count {
            let path = self.path(number);
            match fs::read_to_string(&path) {
                Ok(text) => {
                    let record = serde_json::from_str(&text).map_err(|error| malformed(&path, &error))?;
                    found.insert(number, record);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
        Ok(found)
    }

    /// Where the games are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, text).map_err(|error| failed(&unfinished, error))?;
    fs::rename(&unfinished, path).map_err(|error| failed(path, error))
}

/// Whether two descriptions are of one match, which may have grown: a longer match has the same openings and more.
fn goes_on(known: &Value, settings: &Value) -> bool {
    let openings = |all: &Value| all["openings"].as_array().cloned().unwrap_or_default();
    let without = |all: &Value| {
        let mut rest = all.clone();
        rest["openings"] = Value::Null;
        rest
    };
    let same_so_far = openings(known).iter().zip(&openings(settings)).all(|(one, other)| one == other);
    same_so_far && without(known) == without(settings)
}

fn failed(path: &Path, error: io::Error) -> StoreError {
    StoreError::Io { path: path.display().to_string(), error }
}

fn malformed(path: &Path, why: &impl ToString) -> StoreError {
    StoreError::Malformed { path: path.display().to_string(), why: why.to_string() }
}
