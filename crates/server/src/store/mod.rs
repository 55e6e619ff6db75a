//! Where games are kept: in SQLite for one node, in PostgreSQL for any number of them. The rest of the server knows only the trait.
//!
//! What both databases are told is in `sql`, written once; `tests` is one suite that both have to pass.

mod migrations;
mod nodes;
mod postgres;
mod sqlite;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use banmen_core::Event;
use banmen_table::{Change, Seats, StoredTable, TokenHash};
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::sync::mpsc;

pub use self::nodes::{Headcount, News, Nodes, PostedJob, TooMany};
use self::postgres::PostgresStore;
use self::sqlite::SqliteStore;
use crate::config::Database;
use crate::vault::Vault;

/// Opens the games, and brings an older database up to date.
///
/// `key` is the file of the key that hides the seeds of running games; beside an SQLite file unless told.
pub async fn open(database: &Database, key: Option<&Path>) -> Result<Arc<dyn Store>, StoreError> {
    let vault = vault_of(database, key)?;
    Ok(match database {
        Database::Memory => Arc::new(SqliteStore::open(None, vault).await?),
        Database::File(path) => Arc::new(SqliteStore::open(Some(path), vault).await?),
        Database::Postgres(url) => Arc::new(PostgresStore::open(url, vault).await?),
    })
}

/// Opens an SQLite file whose seeds are hidden by the key of another database.
pub async fn open_beside(file: &Path, database: &Database, key: Option<&Path>) -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(SqliteStore::open(Some(file), vault_of(database, key)?).await?))
}

/// What hides the seeds in a database.
fn vault_of(database: &Database, key: Option<&Path>) -> Result<Vault, StoreError> {
    let vault = |path: &Path| {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                StoreError::File(format!("the folder {} cannot be made: {error}", folder.display()))
            })?;
        }
        Vault::open(path).map_err(|error| {
            StoreError::File(format!("the key file {} cannot be read or made: {error}", path.display()))
        })
    };
    match (key, database) {
        (Some(named), _) => vault(named),
        (None, Database::Memory) => Ok(Vault::fleeting()),
        (None, Database::File(path)) => {
            let mut beside = path.clone().into_os_string();
            beside.push(".key");
            vault(Path::new(&beside))
        }
        (None, Database::Postgres(_)) => {
            tracing::warn!(
                "without a key file (--key-file) the seeds of running games are in the database as they are"
            );
            Ok(Vault::none())
        }
    }
}

/// A table, and when a computer or a clock acts next there.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The table, whole.
    pub table: StoredTable,
    /// Milliseconds since 1970.
    pub wake_at: Option<i64>,
}

/// How much room a table takes, more or less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// Its name.
    pub id: String,
    /// Milliseconds since 1970.
    pub updated_at: i64,
    /// Bytes of its columns and events.
    pub bytes: u64,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its name.
    pub id: String,
    /// The game's name in the catalogue.
    pub game: String,
    /// Who sits where.
    pub seats: Seats,
    /// The version that the summary is about.
    pub version: u64,
    /// Milliseconds since 1970.
    pub updated_at: i64,
    /// What there is to tell of the game; `null` where an older program stored nothing.
    pub summary: Value,
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
    /// The database cannot be used now: it is locked, full, gone, or out of reach.
    #[error("{0}")]
    Unavailable(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The database file cannot be made or brought up to date.
    #[error("{0}")]
    File(String),
}

impl StoreError {
    /// Whether the database could not be asked just now, and may answer in a moment: it is locked, its disk full, its server out
    /// of reach.
    pub fn is_passing(&self) -> bool {
        let error = match self {
            StoreError::Unavailable(_) => return true,
            StoreError::Database(error) => error,
            _ => return false,
        };
        match error {
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::Protocol(_)
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed
            | sqlx::Error::InvalidSavePointStatement => true,
            sqlx::Error::Database(error) => match error.code().as_deref() {
                // Classes of SQLSTATE: connection exception, transaction rollback, insufficient resources, operator intervention.
                Some(code) if code.len() == 5 => ["08", "40", "53", "57"].iter().any(|class| code.starts_with(class)),
                // SQLite: busy, locked, read-only, input or output, full, cannot be opened. Extended codes have the kind below.
                Some(code) => code.parse().is_ok_and(|code: u32| [5, 6, 8, 10, 13, 14].contains(&(code & 0xff))),
                None => false,
            },
            _ => false,
        }
    }

    /// The same once more, for everybody whose write failed together.
    fn again(&self) -> StoreError {
        if self.is_passing() { StoreError::Unavailable(self.to_string()) } else { StoreError::File(self.to_string()) }
    }
}

/// The answer of a store.
pub type Stored<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// A place where games are kept. When a writing call has answered, what it wrote survives the end of the process and of the power.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new table, where a computer or a clock acts next at `wake_at`.
    fn create(&self, table: StoredTable, wake_at: Option<i64>) -> Stored<'_, ()>;
    /// Finds a table.
    fn load(&self, id: &str) -> Stored<'_, Option<StoredTable>>;
    /// Changes a game if its version is still the one named, and creates the table of the rematch with it. A computer or a clock
    /// acts next at `wake_at`.
    fn change(&self, change: Change, wake_at: Option<i64>) -> Stored<'_, ()>;
    /// The table that a pass lets somebody sit down at.
    fn of_pass(&self, pass: TokenHash) -> Stored<'_, Option<String>>;
    /// The newest table of which this token opens a seat.
    fn of_token(&self, token: TokenHash) -> Stored<'_, Option<String>>;
    /// Tables where two people may be playing this game from two places and whose events begin with these, or are these and no
    /// more. Some of them, if there are many.
    fn contested(&self, game: &str, events: &[Event], no_more: bool) -> Stored<'_, Vec<String>>;
    /// Tables of these names, in whatever order. One that is damaged or missing is left out.
    fn named(&self, ids: Vec<String>) -> Stored<'_, Vec<Listed>>;
    /// Tables that strangers are shown, the one that changed last first, beginning after `before`. A damaged one is left out.
    fn list(&self, limit: u32, before: Option<String>) -> Stored<'_, Vec<Listed>>;
    /// Removes a table for good, and the link to it from the table before.
    fn remove(&self, id: &str) -> Stored<'_, ()>;
    /// Adds what a list tells of a game, unless the game has changed since this version.
    fn summarise(&self, id: &str, version: u64, summary: Value) -> Stored<'_, ()>;
    /// Tables where a computer or a clock should act by now and that nobody keeps, the longest overdue first. They are this node's
    /// from now on, until it releases them.
    fn take_due(&self, now_ms: i64, limit: u32) -> Stored<'_, Vec<String>>;
    /// The other nodes; `None` where this process alone uses the store.
    fn nodes(&self) -> Option<&dyn Nodes> {
        None
    }
    /// Tables whose clock runs and when their flags fall, the soonest first.
    fn clocks(&self, limit: u32) -> Stored<'_, Vec<(String, i64)>>;
    /// Notes that a server is alive at this moment, and gives back when one was last.
    fn heartbeat(&self, now_ms: i64) -> Stored<'_, Option<i64>>;
    /// Sends every table, as they all were at one moment; one that is damaged as the error that says so. Gives back when a
    /// server was last alive.
    fn send_all(&self, to: mpsc::Sender<Result<Kept, StoreError>>) -> Stored<'_, Option<i64>>;
    /// Notes when a server was last alive, unless that is known already.
    fn remember_heartbeat(&self, at: i64) -> Stored<'_, ()>;
    /// Copies the whole database into an empty file; gives back how many games there are. `None` if it is in no file.
    fn copy_file(&self, _to: &Path) -> Stored<'_, Option<usize>> {
        Box::pin(async { Ok(None) })
    }
    /// About how many bytes all tables are.
    fn weight(&self) -> Stored<'_, u64>;
    /// The tables that have not changed for longest, after this one.
    fn oldest(&self, after: Option<(i64, String)>, limit: u32) -> Stored<'_, Vec<Weighed>>;
    /// Whether something can be written now.
    fn check(&self) -> Stored<'_, ()>;
    /// Finishes what was begun and lets go of the files.
    fn close(&self) -> BoxFuture<'_, ()>;
}
