//! A corpus on disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::block::{decode, encode};
use super::game::{Flags, Game};
use super::plan::Plan;

/// What each shard begins with: a name and the version of the format.
const MAGIC: &[u8; 8] = b"gmkgame1";

/// Why a corpus cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file is not what its name says.
    #[error("{}: not {expected}", path.display())]
    Foreign {
        /// Which.
        path: PathBuf,
        /// What it should be.
        expected: &'static str,
    },
    /// The folder holds games of another plan.
    #[error("{}: the games there were played with another plan: {found}", path.display())]
    OtherPlan {
        /// The plan's file.
        path: PathBuf,
        /// The plan in it, as JSON.
        found: String,
    },
}

/// A folder of games, open for more.
pub struct Corpus {
    folder: PathBuf,
    numbers: FxHashSet<u32>,
    keys: FxHashSet<u64>,
    positions: usize,
}

impl Corpus {
    /// Opens a folder, making it if need be, and reads what it already holds. The unfinished end of a shard whose writer was stopped
    /// is cut off.
    pub fn open(folder: &Path, plan: &Plan) -> Result<Self, CorpusError> {
        fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
        check_plan(&folder.join("plan.json"), plan)?;
        let mut corpus =
            Self { folder: folder.to_owned(), numbers: FxHashSet::default(), keys: FxHashSet::default(), positions: 0 };
        for path in shards(folder)? {
            let bytes = fs::read(&path).map_err(|error| file_error(&path, error))?;
            let read = read_shard(&path, &bytes, |game| corpus.learn(&game))?;
            if read < bytes.len() {
                OpenOptions::new()
                    .write(true)
                    .open(&path)
                    .and_then(|file| file.set_len(read as u64))
                    .map_err(|error| file_error(&path, error))?;
            }
        }
        Ok(corpus)
    }

    fn learn(&mut self, game: &Game) {
        self.numbers.insert(game.number);
        self.positions += game.labels.iter().filter(|label| !label.flags.has(Flags::REPEATED)).count();
        self.keys.extend(game.keys());
    }

    /// Marks the positions of a game that the corpus already has, and takes note of the others. False if there are no others: such a
    /// game is not worth keeping.
    pub fn admit(&mut self, game: &mut Game) -> bool {
        self.numbers.insert(game.number);
        let mut fresh = 0;
        for (key, label) in game.keys().into_iter().zip(&mut game.labels) {
            if self.keys.insert(key) {
                fresh += 1;
            } else {
                label.flags.add(Flags::REPEATED);
            }
        }
        self.positions += fresh;
        fresh > 0
    }

    /// Whether the game of a number has been played.
    pub fn has(&self, number: u32) -> bool {
        self.numbers.contains(&number)
    }

    /// Games so far.
    pub fn games(&self) -> usize {
        self.numbers.len()
    }

    /// Different positions so far.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Opens a shard for writing at its end.
    pub fn shard(&self, index: usize) -> Result<Shard, CorpusError> {
        let path = self.folder.join(format!("{index:03}.games"));
        let file =
            OpenOptions::new().create(true).append(true).open(&path).map_err(|error| file_error(&path, error))?;
        let empty = file.metadata().map_err(|error| file_error(&path, error))?.len() == 0;
        let mut shard = Shard { path, file };
        if empty {
            shard.append(MAGIC)?;
        }
        Ok(shard)
    }
}

/// A file of blocks.
pub struct Shard {
    path: PathBuf,
    file: File,
}

impl Shard {
    /// Writes games as one block.
    pub fn write(&mut self, games: &[Game]) -> Result<(), CorpusError> {
        if games.is_empty() { Ok(()) } else { self.append(&encode(games)) }
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), CorpusError> {
        self.file.write_all(bytes).map_err(|error| file_error(&self.path, error))
    }
}

/// Calls back for each game of a shard.
pub fn read_file(path: &Path, each: impl FnMut(Game)) -> Result<(), CorpusError> {
    let bytes = fs::read(path).map_err(|error| file_error(path, error))?;
    read_shard(path, &bytes, each).map(|_| ())
}

/// Calls back for each game of a folder, shard after shard.
pub fn read(folder: &Path, mut each: impl FnMut(Game)) -> Result<(), CorpusError> {
    for path in shards(folder)? {
        read_file(&path, &mut each)?;
    }
    Ok(())
}

/// Reads the whole blocks of a shard; how many bytes they take.
fn read_shard(path: &Path, bytes: &[u8], mut each: impl FnMut(Game)) -> Result<usize, CorpusError> {
    if bytes.len() < MAGIC.len() && MAGIC.starts_with(bytes) {
        return Ok(0);
    }
    if !bytes.starts_with(MAGIC) {
        return Err(CorpusError::Foreign { path: path.to_owned(), expected: "a shard of games" });
    }
    let mut read = MAGIC.len();
    while let Some((games, length)) = decode(&bytes[read..]) {
        read += length;
        games.into_iter().for_each(&mut each);
    }
    Ok(read)
}

/// The shards of a folder, in the order of their names.
pub fn shards(folder: &Path) -> Result<Vec<PathBuf>, CorpusError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut paths: Vec<PathBuf> = entries
        .map_err(|error| file_error(folder, error))?
        .into_iter()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "games"))
        .collect();
    paths.sort();
    Ok(paths)
}

fn check_plan(path: &Path, plan: &Plan) -> Result<(), CorpusError> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let found: Plan = serde_json::from_str(&text)
                .map_err(|_| CorpusError::Foreign { path: path.to_owned(), expected: "the plan of a corpus" })?;
            if found == *plan {
                Ok(())
            } else {
                Err(CorpusError::OtherPlan { path: path.to_owned(), found: text.trim().to_owned() })
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let text = serde_json::to_string_pretty(plan).map_err(|error| file_error(path, error.into()))?;
            fs::write(path, text + "\n").map_err(|error| file_error(path, error))
        }
        Err(error) => Err(file_error(path, error)),
    }
}

pub(super) fn file_error(path: &Path, error: io::Error) -> CorpusError {
    CorpusError::File { path: path.to_owned(), error }
}
