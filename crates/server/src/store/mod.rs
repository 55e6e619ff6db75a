//! Where games are kept. The rest of the server knows only this trait, so that several nodes can share another database later.

mod row;
mod sqlite;
mod writer;

use std::collections::BTreeMap;

use banmen_core::{Event, Record, Seal, SealNote, Seat};
use futures_util::future::BoxFuture;
use serde_json::Value;

pub use sqlite::SqliteStore;

use crate::secret::TokenHash;
use crate::tables::Seats;

/// A table as it is kept: rules, events, and who may play.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// Its name.
    pub id: String,
    /// The game's name in the catalogue.
    pub game: String,
    /// The rules, whole.
    pub rules: Value,
    /// Who sits where.
    pub seats: Seats,
    /// What the creator chose beside the rules.
    pub options: Value,
    /// Names, dates and remarks.
    pub tags: BTreeMap<String, String>,
    /// The seal that a finished record came with.
    pub seal: Option<SealNote>,
    /// The table's own secret. Its debug form shows the hash only.
    pub seed: Option<Seal>,
    /// What opens the seats.
    pub tokens: Vec<(Seat, TokenHash)>,
    /// Grows by one with every change.
    pub version: u64,
    /// The table of the rematch.
    pub next: Option<String>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Milliseconds since 1970.
    pub updated_at: i64,
    /// What happened.
    pub events: Vec<Event>,
}

impl StoredTable {
    /// The game's record; its seal shows the hash but never the table's own secret.
    pub fn record(&self) -> Record {
        let own = self.seed.map(|seal| SealNote {
            construction: Seal::CONSTRUCTION.to_owned(),
            hash: seal.hash(),
            seed: None,
        });
        Record {
            format: banmen_core::RECORD_FORMAT,
            game: self.game.clone(),
            rules: self.rules.clone(),
            events: self.events.clone(),
            seal: own.or_else(|| self.seal.clone()),
            tags: self.tags.clone(),
        }
    }
}

/// A change of a game: keep the first events, then let others happen.
#[derive(Clone, Debug)]
pub struct Change {
    /// The table.
    pub id: String,
    /// The version that is changed. If the kept version differs, nothing happens.
    pub version: u64,
    /// How many events stay.
    pub keep: usize,
    /// What happens after them.
    pub events: Vec<Event>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else changed the game first.
    #[error("the game was changed by somebody else")]
    Conflict,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// Something kept cannot be read.
    #[error("the stored game {id} is damaged: {what}")]
    Damaged {
        /// The table.
        id: String,
        /// What is wrong with it.
        what: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The database file cannot be made or brought up to date.
    #[error("{0}")]
    File(String),
}

/// The answer of a store.
pub type Stored<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// A place where games are kept. When a writing call has answered, what it wrote survives the end of the process and of the power.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new table.
    fn create(&self, table: StoredTable) -> Stored<'_, ()>;
    /// Finds a table.
    fn load(&self, id: &str) -> Stored<'_, Option<StoredTable>>;
    /// Changes a game if its version is still the one named.
    fn change(&self, change: Change) -> Stored<'_, ()>;
    /// Tables, the one that changed last first, beginning after `before`.
    fn list(&self, limit: u32, before: Option<String>) -> Stored<'_, Vec<StoredTable>>;
    /// Lets another token open a seat.
    fn admit(&self, id: &str, seat: Seat, token: TokenHash) -> Stored<'_, ()>;
    /// Notes the table of the rematch; does not count as a change of the game.
    fn succeed(&self, id: &str, next: &str) -> Stored<'_, ()>;
    /// Whether the store answers.
    fn check(&self) -> Stored<'_, ()>;
    /// Finishes what was begun and lets go of the files.
    fn close(&self) -> BoxFuture<'_, ()>;
}
