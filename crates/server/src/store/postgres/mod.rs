//! Games in a PostgreSQL database that any number of nodes share.

mod company;
mod jobs;
// Both stores say the same to their databases.
#[allow(clippy::duplicate_mod)]
#[path = "../sql/mod.rs"]
mod sql;
mod writer;

use std::str::FromStr;
use std::sync::Mutex;
use std::time::Duration;

use banmen_core::Event;
use banmen_table::{Change, StoredTable, TokenHash, names};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sqlx::{ConnectOptions as _, Connection as _, PgPool, Postgres as Db, Row as _};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::AbortHandle;

use self::writer::Order;
use super::{Kept, Listed, News, Nodes, PostedJob, Store, StoreError, Stored, TooMany, Weighed, migrations};
use crate::config::PostgresUrl;
use crate::secret;
use crate::time;
use crate::vault::Vault;

/// Connections of one node for games at most.
const CONNECTIONS: u32 = 12;
/// Connections of one node for what nodes tell each other, so that it never waits behind games: one listens, one speaks, one
/// shows signs of life and claims tables.
const COMPANY_CONNECTIONS: u32 = 4;
/// How long a request waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// All that is asked about games finds a few of them by their names. A plan that was made when the database was small, and is kept,
/// must not read them all.
const BY_INDEX: [(&str, &str); 2] = [("enable_hashjoin", "off"), ("enable_mergejoin", "off")];
/// Its PostgreSQL client is built without TLS (docs/hosting.md says why).
const NO_TLS: &str = "it asks for TLS (sslmode), which this program does not speak to databases; reach the database through a local socket, \
    a private network or a tunnel (docs/hosting.md), without sslmode";
/// What a node is called in `pg_stat_activity`.
const APPLICATION: &str = "banmen";
/// News that a slow listener may fall behind before it has to look for itself.
const NEWS: usize = 4096;

/// Games in PostgreSQL. Moves that wait are written together; every other change is a transaction of its own, and PostgreSQL lets
/// those that end together share a flush.
pub struct PostgresStore {
    node: String,
    pool: PgPool,
    vault: Vault,
    company: PgPool,
    orders: mpsc::UnboundedSender<Order>,
    told: mpsc::UnboundedSender<News>,
    heard: broadcast::Sender<News>,
    tasks: Mutex<Vec<AbortHandle>>,
}

impl PostgresStore {
    /// Connects to the database, brings it up to date, and joins the nodes that use it.
    pub async fn open(url: &PostgresUrl, vault: Vault) -> Result<PostgresStore, StoreError> {
        let named =
            |error: &dyn std::fmt::Display| StoreError::File(format!("the database {url} cannot be opened: {error}"));
        let options = PgConnectOptions::from_str(url.as_str()).map_err(|error| named(&error))?;
        if matches!(options.get_ssl_mode(), PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull) {
            return Err(named(&NO_TLS));
        }
        let options = options.application_name(APPLICATION);
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
        let pool = match pool.connect_with(options.clone().options(BY_INDEX)).await {
            // A pool goes on trying and does not say why; one connection does.
            Err(error @ sqlx::Error::PoolTimedOut) => match tokio::time::timeout(PATIENCE, options.connect()).await {
                Ok(Err(reason)) => return Err(named(&reason)),
                _ => return Err(named(&error)),
            },
            other => other.map_err(|error| named(&error))?,
        };
        migrations::postgres()
            .run(&pool)
            .await
            .map_err(|error| StoreError::File(format!("the database {url} cannot be brought up to date: {error}")))?;
        // Nothing that nodes tell each other has to be on disk.
        let company = PgPoolOptions::new().max_connections(COMPANY_CONNECTIONS).acquire_timeout(PATIENCE);
        let company = company.connect_with(options.options([("synchronous_commit", "off")])).await;
        let company = company.map_err(|error| named(&error))?;

        let node = names::table_name(&secret::random_bytes());
        company::show_life(&company, &node).await?;
        let (told, news) = mpsc::unbounded_channel();
        let (orders, ordered) = mpsc::unbounded_channel();
        let heard = broadcast::channel(NEWS).0;
        let tasks = [
            tokio::spawn(company::live(company.clone(), node.clone())),
            tokio::spawn(company::speak(company.clone(), node.clone(), news)),
            tokio::spawn(company::hear(company.clone(), node.clone(), heard.clone())),
            tokio::spawn(writer::run(pool.clone(), vault.clone(), ordered)),
        ];
        let tasks = Mutex::new(tasks.iter().map(tokio::task::JoinHandle::abort_handle).collect());
        Ok(PostgresStore { node, pool, vault, company, orders, told, heard, tasks })
    }

    #[cfg(test)]
    pub(super) fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Ends this node as a power cut would: it keeps its tables until others notice.
    #[cfg(test)]
    pub(super) fn die(&self) {
        self.tasks.lock().unwrap().drain(..).for_each(|task| task.abort());
    }
}

/// Gives a connection back, unless something went wrong with it: nobody knows in which state it is, so nobody uses it again.
fn leave<T>(mut connection: PoolConnection<Db>, answer: Result<T, StoreError>) -> Result<T, StoreError> {
    if !matches!(answer, Ok(_) | Err(StoreError::Conflict)) {
        connection.close_on_drop();
    }
    answer
}

impl Store for PostgresStore {
    fn create(&self, table: StoredTable, wake_at: Option<i64>) -> Stored<'_, ()> {
        async move {
            let mut transaction = self.pool.begin().await?;
            sql::create(&mut transaction, &self.vault, &table, wake_at).await?;
            Ok(transaction.commit().await?)
        }
        .boxed()
    }

    fn load(&self, id: &str) -> Stored<'_, Option<StoredTable>> {
        let (id, pool) = (id.to_owned(), self.pool.clone());
        // A task of its own, which goes on when a visitor hangs up: dropped within BEGIN, it would leave its read-only
        // transaction open on a connection that somebody else then writes on.
        let vault = self.vault.clone();
        let reading = async move {
            let mut connection = pool.acquire().await?;
            let found = async {
                // One snapshot for all statements: version, events and tokens belong together.
                let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                let mut transaction = connection.begin_with(snapshot).await?;
                let found = sql::load(&mut transaction, &vault, &id).await?;
                transaction.rollback().await?;
                Ok(found)
            }
            .await;
            leave(connection, found)
        };
        async move { tokio::spawn(reading).await.map_err(|error| StoreError::File(error.to_string()))? }.boxed()
    }

    fn change(&self, change: Change, wake_at: Option<i64>) -> Stored<'_, ()> {
        async move {
            let news = News::Changed { id: change.id.clone(), version: change.version + 1 };
            if change.only_adds() {
                let (done, answer) = oneshot::channel();
                self.orders.send(Order { change, wake_at, done }).map_err(|_| StoreError::Closed)?;
                answer.await.map_err(|_| StoreError::Closed)??;
            } else {
                writer::write_one(&self.pool, &self.vault, &change, wake_at).await?;
            }
            self.tell(news);
            Ok(())
        }
        .boxed()
    }

    fn of_pass(&self, pass: TokenHash) -> Stored<'_, Option<String>> {
        async move { sql::of_pass(&mut *self.pool.acquire().await?, pass).await }.boxed()
    }

    fn of_token(&self, token: TokenHash) -> Stored<'_, Option<String>> {
        async move { sql::of_token(&mut *self.pool.acquire().await?, token).await }.boxed()
    }

    fn named(&self, ids: Vec<String>) -> Stored<'_, Vec<Listed>> {
        async move { sql::named(&mut *self.pool.acquire().await?, &ids).await }.boxed()
    }

    fn contested(&self, game: &str, events: &[Event], no_more: bool) -> Stored<'_, Vec<String>> {
        let (game, events) = (game.to_owned(), events.to_vec());
        async move { sql::contested(&mut *self.pool.acquire().await?, &game, &events, no_more).await }.boxed()
    }

    fn list(&self, limit: u32, before: Option<String>) -> Stored<'_, Vec<Listed>> {
        async move { sql::list(&mut *self.pool.acquire().await?, limit, before).await }.boxed()
    }

    fn remove(&self, id: &str) -> Stored<'_, ()> {
        let id = id.to_owned();
        async move {
            let mut transaction = self.pool.begin().await?;
            sql::remove(&mut transaction, &id).await?;
            Ok(transaction.commit().await?)
        }
        .boxed()
    }

    fn summarise(&self, id: &str, version: u64, summary: Value) -> Stored<'_, ()> {
        let id = id.to_owned();
        async move { sql::summarise(&mut *self.pool.acquire().await?, &id, version, &summary).await }.boxed()
    }

    fn take_due(&self, now_ms: i64, limit: u32) -> Stored<'_, Vec<String>> {
        async move {
            let taken = sqlx::query_scalar(
                "INSERT INTO leases (game_id, node)
                 SELECT id, $3 FROM games
                 WHERE wake_at <= $1 AND NOT EXISTS (
                     SELECT 1 FROM leases JOIN nodes ON nodes.id = leases.node
                     WHERE leases.game_id = games.id AND nodes.alive_until > now())
                 ORDER BY wake_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
                 ON CONFLICT (game_id) DO UPDATE SET node = excluded.node
                 WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = leases.node AND alive_until > now())
                 RETURNING game_id",
            );
            Ok(taken.bind(now_ms).bind(i64::from(limit)).bind(&self.node).fetch_all(&self.company).await?)
        }
        .boxed()
    }

    fn clocks(&self, limit: u32) -> Stored<'_, Vec<(String, i64)>> {
        async move { sql::clocks(&mut *self.pool.acquire().await?, limit).await }.boxed()
    }

    fn heartbeat(&self, now_ms: i64) -> Stored<'_, Option<i64>> {
        async move {
            let last = sql::last_heartbeat(&mut *self.pool.acquire().await?).await?;
            sql::heartbeat(&mut *self.pool.acquire().await?, now_ms).await?;
            Ok(last)
        }
        .boxed()
    }

    fn send_all(&self, to: mpsc::Sender<Result<Kept, StoreError>>) -> Stored<'_, Option<i64>> {
        async move {
            let mut connection = self.pool.acquire().await?;
            let sent = async {
                let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                let mut transaction = connection.begin_with(snapshot).await?;
                let beat = sql::send_all(&mut transaction, &self.vault, to).await?;
                transaction.rollback().await?;
                Ok(beat)
            }
            .await;
            leave(connection, sent)
        }
        .boxed()
    }

    fn remember_heartbeat(&self, at: i64) -> Stored<'_, ()> {
        async move { sql::remember_heartbeat(&mut *self.pool.acquire().await?, at).await }.boxed()
    }

    fn weight(&self) -> Stored<'_, u64> {
        async move { sql::weight(&mut *self.pool.acquire().await?).await }.boxed()
    }

    fn oldest(&self, after: Option<(i64, String)>, limit: u32) -> Stored<'_, Vec<Weighed>> {
        async move { sql::oldest(&mut *self.pool.acquire().await?, after, limit).await }.boxed()
    }

    fn nodes(&self) -> Option<&dyn Nodes> {
        Some(self)
    }

    fn check(&self) -> Stored<'_, ()> {
        async move { sql::beat(&mut *self.pool.acquire().await?, time::now_ms()).await }.boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            self.pool.close().await;
            self.tasks
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .drain(..)
                .for_each(|task| task.abort());
            // Without this, others would wait for three seconds before they go on with its tables.
            for farewell in [
                "UPDATE jobs SET node = NULL, attempts = attempts - 1 WHERE node = $1 AND ended_at IS NULL",
                "DELETE FROM nodes WHERE id = $1",
                "DELETE FROM leases WHERE node = $1",
            ] {
                if let Err(error) = sqlx::query(farewell).bind(&self.node).execute(&self.company).await {
                    tracing::warn!(%error, "this node could not say goodbye to the others");
                }
            }
            self.company.close().await;
        }
        .boxed()
    }
}

impl Nodes for PostgresStore {
    fn versions(&self, ids: Vec<String>) -> Stored<'_, Vec<(String, u64)>> {
        async move {
            let rows =
                sqlx::query("SELECT id, version FROM games WHERE id = ANY($1)").bind(ids).fetch_all(&self.pool).await?;
            let read = |row: &sqlx::postgres::PgRow| Ok((row.try_get("id")?, row.try_get::<i64, _>("version")? as u64));
            rows.iter().map(read).collect()
        }
        .boxed()
    }

    fn claim(&self, id: &str) -> Stored<'_, bool> {
        let id = id.to_owned();
        async move {
            let claimed = sqlx::query(
                "INSERT INTO leases (game_id, node) VALUES ($1, $2)
                 ON CONFLICT (game_id) DO UPDATE SET node = excluded.node
                 WHERE leases.node = excluded.node
                     OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = leases.node AND alive_until > now())",
            );
            Ok(claimed.bind(id).bind(&self.node).execute(&self.company).await?.rows_affected() == 1)
        }
        .boxed()
    }

    fn release(&self, ids: Vec<String>) -> Stored<'_, ()> {
        async move {
            let released = sqlx::query("DELETE FROM leases WHERE node = $1 AND game_id = ANY($2)");
            released.bind(&self.node).bind(ids).execute(&self.company).await?;
            Ok(())
        }
        .boxed()
    }

    fn tell(&self, news: News) {
        // An error means that the store is closed.
        let _ = self.told.send(news);
    }

    fn listen(&self) -> broadcast::Receiver<News> {
        self.heard.subscribe()
    }

    fn post_job(
        &self,
        job: PostedJob,
        state: Value,
        in_all: usize,
        of_client: usize,
    ) -> Stored<'_, Result<(), TooMany>> {
        jobs::post(self, job, state, in_all, of_client).boxed()
    }

    fn take_job(&self) -> Stored<'_, Option<PostedJob>> {
        jobs::take(self).boxed()
    }

    fn report_job(&self, id: &str, state: Value, has_ended: bool) -> Stored<'_, ()> {
        jobs::report(self, id.to_owned(), state, has_ended).boxed()
    }

    fn look_at_job(&self, id: &str) -> Stored<'_, Option<Value>> {
        jobs::look(self, id.to_owned()).boxed()
    }

    fn stop_job(&self, id: &str) -> Stored<'_, ()> {
        jobs::stop(self, id.to_owned()).boxed()
    }

    fn unwanted_jobs(&self, abandoned: Duration) -> Stored<'_, Vec<String>> {
        jobs::unwanted(self, abandoned).boxed()
    }

    fn forget_jobs(&self, kept: Duration) -> Stored<'_, ()> {
        jobs::forget(self, kept).boxed()
    }
}
