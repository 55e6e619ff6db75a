use std::sync::Mutex;
use std::time::Duration;

use banmen_table::{Change, StoredTable};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Row, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::writer::{Order, Write};
use super::{Listed, Store, StoreError, Stored, migrations, row, writer};
use crate::config::Database;

/// How many readers a database file has at once.
const READERS: u32 = 4;
/// How long a statement waits for another process that holds the file.
const BUSY: Duration = Duration::from_secs(10);
/// Writes that wait for the disk.
const WAITING: usize = 1024;

/// Games in SQLite: a write-ahead log that is flushed to the disk before a write is acknowledged.
pub struct SqliteStore {
    pool: SqlitePool,
    orders: Mutex<Option<mpsc::Sender<Order>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteStore {
    /// Opens the database, makes it if it is missing, and brings it up to date.
    pub async fn open(database: &Database) -> Result<SqliteStore, StoreError> {
        let options = SqliteConnectOptions::new().foreign_keys(true).busy_timeout(BUSY);
        let pool = match database {
            Database::Memory => {
                // A memory database lives as long as its one connection.
                let pool = SqlitePoolOptions::new().min_connections(1).max_connections(1);
                let pool = pool.idle_timeout(None).max_lifetime(None).test_before_acquire(false);
                pool.connect_with(options.in_memory(true)).await?
            }
            Database::File(path) => {
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    std::fs::create_dir_all(folder).map_err(|error| {
                        StoreError::File(format!("the folder {} cannot be made: {error}", folder.display()))
                    })?;
                }
                let options = options
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full);
                SqlitePoolOptions::new().max_connections(READERS + 1).connect_with(options).await.map_err(|error| {
                    StoreError::File(format!("the database {} cannot be opened: {error}", path.display()))
                })?
            }
        };
        migrations::sqlite()
            .run(&pool)
            .await
            .map_err(|error| StoreError::File(format!("the database cannot be brought up to date: {error}")))?;
        let (orders, incoming) = mpsc::channel(WAITING);
        let writer = tokio::spawn(writer::run(pool.clone(), incoming));
        Ok(SqliteStore { pool, orders: Mutex::new(Some(orders)), writer: Mutex::new(Some(writer)) })
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let orders = lock(&self.orders).clone().ok_or(StoreError::Closed)?;
        let (done, answer) = oneshot::channel();
        orders.send(Order { write, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::File("the database refused the write".to_owned()))?
    }
}

/// Adds events and tokens to what the table's own row says.
async fn complete(connection: &mut SqliteConnection, table: &mut StoredTable) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT seq, kind, text FROM events WHERE game_id = ? ORDER BY seq")
        .bind(&table.id)
        .fetch_all(&mut *connection)
        .await?;
    for (index, found) in rows.iter().enumerate() {
        if found.try_get::<i64, _>("seq")? != index as i64 {
            return Err(StoreError::Damaged { id: table.id.clone(), what: format!("event {index} is missing") });
        }
        table.events.push(row::event(&table.id, found)?);
    }
    let rows = sqlx::query("SELECT hash, seat FROM tokens WHERE game_id = ?")
        .bind(&table.id)
        .fetch_all(&mut *connection)
        .await?;
    for found in &rows {
        table.tokens.push(row::token(&table.id, found)?);
    }
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Store for SqliteStore {
    fn create(&self, table: StoredTable) -> Stored<'_, ()> {
        self.write(Write::Create(Box::new(table))).boxed()
    }

    fn load(&self, id: &str) -> Stored<'_, Option<StoredTable>> {
        let id = id.to_owned();
        async move {
            // One transaction sees one state of the database: version, events and tokens belong together.
            let mut transaction = self.pool.begin().await?;
            let found =
                sqlx::query("SELECT * FROM games WHERE id = ?").bind(&id).fetch_optional(&mut *transaction).await?;
            let Some(found) = found else { return Ok(None) };
            let mut table = row::table(&found)?;
            complete(&mut transaction, &mut table).await?;
            transaction.rollback().await?;
            Ok(Some(table))
        }
        .boxed()
    }

    fn change(&self, change: Change) -> Stored<'_, ()> {
        self.write(Write::Change(change)).boxed()
    }

    fn list(&self, limit: u32, before: Option<String>) -> Stored<'_, Vec<Listed>> {
        async move {
            let rows = match before {
                None => {
                    sqlx::query("SELECT id, game, seats, version, updated_at, summary FROM games ORDER BY updated_at DESC, id DESC LIMIT ?")
                        .bind(limit)
                        .fetch_all(&self.pool)
                        .await?
                }
                Some(before) => {
                    sqlx::query(
                        "SELECT games.id, games.game, games.seats, games.version, games.updated_at, games.summary
                         FROM games JOIN games AS mark ON mark.id = ?
                         WHERE (games.updated_at, games.id) < (mark.updated_at, mark.id)
                         ORDER BY games.updated_at DESC, games.id DESC LIMIT ?",
                    )
                    .bind(before)
                    .bind(limit)
                    .fetch_all(&self.pool)
                    .await?
                }
            };
            let read = rows.iter().map(row::listed);
            Ok(read
                .filter_map(|found| {
                    found.inspect_err(|error| tracing::error!(%error, "a table is left out of the list")).ok()
                })
                .collect())
        }
        .boxed()
    }

    fn summarise(&self, id: &str, version: u64, summary: Value) -> Stored<'_, ()> {
        self.write(Write::Summarise { id: id.to_owned(), version, summary }).boxed()
    }

    fn check(&self) -> Stored<'_, ()> {
        async move {
            sqlx::query("SELECT 1").execute(&self.pool).await?;
            if lock(&self.orders).is_some() { Ok(()) } else { Err(StoreError::Closed) }
        }
        .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            drop(lock(&self.orders).take());
            let writer = lock(&self.writer).take();
            if let Some(writer) = writer {
                let _ = writer.await;
            }
            self.pool.close().await;
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Event, Seat};
    use banmen_table::{Seats, TokenHash, names};
    use serde_json::json;

    use super::*;
    use crate::secret;

    fn file_name() -> String {
        names::table_name(&secret::random_bytes())
    }

    fn table(id: &str) -> StoredTable {
        StoredTable {
            id: id.to_owned(),
            game: "gomoku".to_owned(),
            rules: json!({"size": 9}),
            seats: Seats::people(),
            options: json!({"odds": true}),
            tags: [("event".to_owned(), "test".to_owned())].into(),
            seal: None,
            seed: Some(banmen_core::Seal::new([7; 32])),
            tokens: vec![(Seat::First, TokenHash::of("one")), (Seat::Second, TokenHash::of("two"))],
            version: 0,
            next: None,
            created_at: 1,
            updated_at: 1,
            events: vec![Event::Move("e5".to_owned())],
            summary: json!({"events": 1}),
        }
    }

    fn change(id: &str, version: u64, keep: usize, moves: &[&str]) -> Change {
        let events = moves.iter().map(|text| Event::Move((*text).to_owned())).collect();
        Change { id: id.to_owned(), version, keep, events, updated_at: 2, summary: json!({"events": 9}), next: None }
    }

    async fn memory() -> SqliteStore {
        SqliteStore::open(&Database::Memory).await.unwrap()
    }

    async fn moves(store: &SqliteStore, id: &str) -> (u64, Vec<Event>) {
        let table = store.load(id).await.unwrap().unwrap();
        (table.version, table.events)
    }

    fn played(texts: &[&str]) -> Vec<Event> {
        texts.iter().map(|text| Event::Move((*text).to_owned())).collect()
    }

    #[tokio::test]
    async fn a_table_comes_back_as_it_was() {
        let store = memory().await;
        let kept = table("a");
        store.create(kept.clone()).await.unwrap();
        let mut found = store.load("a").await.unwrap().unwrap();
        found.tokens.sort_by_key(|(seat, _)| *seat);
        assert_eq!(format!("{found:?}"), format!("{kept:?}"));
        assert_eq!(found.seed.map(|seal| seal.reveal()), kept.seed.map(|seal| seal.reveal()));
        assert!(store.load("b").await.unwrap().is_none());
        assert!(matches!(store.create(kept).await, Err(StoreError::Conflict)), "a name is given once");
    }

    #[tokio::test]
    async fn a_change_of_an_old_version_changes_nothing() {
        let store = memory().await;
        store.create(table("a")).await.unwrap();
        store.change(change("a", 0, 1, &["d4", "c3"])).await.unwrap();
        assert!(matches!(store.change(change("a", 0, 1, &["h8"])).await, Err(StoreError::Conflict)));
        assert!(matches!(store.change(change("b", 0, 0, &["h8"])).await, Err(StoreError::Conflict)));
        assert_eq!(moves(&store, "a").await, (1, played(&["e5", "d4", "c3"])));
        store.change(change("a", 1, 1, &[])).await.unwrap();
        assert_eq!(moves(&store, "a").await, (2, played(&["e5"])));
    }

    #[tokio::test]
    async fn one_refused_write_does_not_harm_those_beside_it() {
        let store = memory().await;
        for id in ["a", "b", "c"] {
            store.create(table(id)).await.unwrap();
        }
        // They are sent together and so share a flush.
        let (a, wrong, b, c) = tokio::join!(
            store.change(change("a", 0, 1, &["a1"])),
            store.change(change("b", 5, 1, &["b9"])),
            store.change(change("b", 0, 1, &["b1"])),
            store.change(change("c", 0, 1, &["c1"])),
        );
        assert!(a.is_ok() && b.is_ok() && c.is_ok() && matches!(wrong, Err(StoreError::Conflict)));
        for (id, text) in [("a", "a1"), ("b", "b1"), ("c", "c1")] {
            assert_eq!(moves(&store, id).await, (1, played(&["e5", text])));
        }
    }

    #[tokio::test]
    async fn of_two_rematches_one_is_kept() {
        let store = memory().await;
        store.create(table("a")).await.unwrap();
        let rematch = |next: &str| Change { next: Some(Box::new(table(next))), ..change("a", 0, 1, &[]) };
        let (one, other) = tokio::join!(store.change(rematch("b")), store.change(rematch("c")));
        assert!(one.is_ok() && matches!(other, Err(StoreError::Conflict)), "{one:?} {other:?}");
        assert!(store.load("c").await.unwrap().is_none(), "nothing is left of the one that was too late");
        // A name that is taken undoes the link as well.
        let taken = Change { version: 1, ..rematch("b") };
        assert!(matches!(store.change(taken).await, Err(StoreError::Conflict)));
        let found = store.load("a").await.unwrap().unwrap();
        assert_eq!((found.version, found.next.as_deref(), found.events.len()), (1, Some("b"), 1));
        store.change(change("a", 1, 1, &["d4"])).await.unwrap();
        assert_eq!(store.load("a").await.unwrap().unwrap().next.as_deref(), Some("b"), "the link stays");
    }

    #[tokio::test]
    async fn a_list_tells_what_was_stored_and_leaves_out_what_is_damaged() {
        let store = memory().await;
        for id in ["a", "b", "c"] {
            store.create(table(id)).await.unwrap();
        }
        store.change(change("c", 0, 1, &["d4"])).await.unwrap();
        sqlx::query("UPDATE games SET seats = 'nobody' WHERE id = 'b'").execute(&store.pool).await.unwrap();
        // As a game looks that an older program stored.
        sqlx::query("UPDATE games SET summary = NULL WHERE id = 'a'").execute(&store.pool).await.unwrap();
        let list = async || store.list(10, None).await.unwrap();
        let told = |list: &[Listed]| -> Vec<(String, u64, Value)> {
            list.iter().map(|one| (one.id.clone(), one.version, one.summary.clone())).collect()
        };
        let c = ("c".to_owned(), 1, json!({"events": 9}));
        assert_eq!(told(&list().await), [c.clone(), ("a".to_owned(), 0, Value::Null)]);
        store.summarise("a", 7, json!({"events": 8})).await.unwrap();
        assert_eq!(told(&list().await)[1].2, Value::Null, "it is about another version");
        store.summarise("a", 0, json!({"events": 1})).await.unwrap();
        assert_eq!(told(&list().await), [c, ("a".to_owned(), 0, json!({"events": 1}))]);
    }

    #[tokio::test]
    async fn a_gap_in_the_events_is_noticed() {
        let store = memory().await;
        store.create(table("a")).await.unwrap();
        store.change(change("a", 0, 3, &["d4"])).await.unwrap();
        assert!(matches!(store.load("a").await, Err(StoreError::Damaged { .. })));
    }

    #[tokio::test]
    async fn a_closed_store_says_so_and_a_file_keeps_everything() {
        let path = std::env::temp_dir().join(format!("banmen-store-{}.db", file_name()));
        let database = Database::File(path.clone());
        let store = SqliteStore::open(&database).await.unwrap();
        store.create(table("a")).await.unwrap();
        let rematch = Change { next: Some(Box::new(table("b"))), ..change("a", 0, 1, &[]) };
        store.change(rematch).await.unwrap();
        store.close().await;
        assert!(matches!(store.change(change("a", 0, 1, &["a1"])).await, Err(StoreError::Closed)));
        let store = SqliteStore::open(&database).await.unwrap();
        let found = store.load("a").await.unwrap().unwrap();
        assert_eq!((found.tokens.len(), found.version, found.next.as_deref()), (2, 1, Some("b")));
        assert!(store.load("b").await.unwrap().is_some());
        let (mode, flushes): (String, i64) = (
            sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&store.pool).await.unwrap(),
            sqlx::query_scalar("PRAGMA synchronous").fetch_one(&store.pool).await.unwrap(),
        );
        assert_eq!((mode.as_str(), flushes), ("wal", 2), "a write-ahead log, flushed at every commit");
        store.close().await;
        std::fs::remove_file(path).unwrap();
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_an_error_that_names_it() {
        let path = std::env::temp_dir().join(format!("banmen-store-{}.txt", file_name()));
        std::fs::write(&path, "not a database at all, but long enough to look at".repeat(20)).unwrap();
        let error = SqliteStore::open(&Database::File(path.clone())).await.err().unwrap();
        assert!(error.to_string().contains("database"), "{error}");
        std::fs::remove_file(path).unwrap();
    }
}
