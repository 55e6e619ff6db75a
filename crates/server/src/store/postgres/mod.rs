//! Games in a PostgreSQL database that any number of nodes share.

// Both stores say the same to their databases.
#[allow(clippy::duplicate_mod)]
#[path = "../sql/mod.rs"]
mod sql;

use std::str::FromStr;
use std::time::Duration;

use banmen_table::{Change, StoredTable};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgPool, Postgres as Db};

use super::{Listed, Store, StoreError, Stored, migrations};
use crate::config::PostgresUrl;

/// Connections of one node at most.
const CONNECTIONS: u32 = 16;
/// How long a request waits for one of them.
const PATIENCE: Duration = Duration::from_secs(5);
/// What a node is called in `pg_stat_activity`.
const APPLICATION: &str = "banmen";

/// Games in PostgreSQL. Every change is a transaction of its own: PostgreSQL lets those that end together share a flush.
pub struct PostgresStore {
    pool: PgPool,
}

impl PostgresStore {
    /// Connects to the database and brings it up to date.
    pub async fn open(url: &PostgresUrl) -> Result<PostgresStore, StoreError> {
        let named =
            |error: &dyn std::fmt::Display| StoreError::File(format!("the database {url} cannot be opened: {error}"));
        let options = PgConnectOptions::from_str(url.as_str()).map_err(|error| named(&error))?;
        let options = options.application_name(APPLICATION);
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
        let pool = pool.connect_with(options).await.map_err(|error| named(&error))?;
        migrations::postgres()
            .run(&pool)
            .await
            .map_err(|error| StoreError::File(format!("the database {url} cannot be brought up to date: {error}")))?;
        Ok(PostgresStore { pool })
    }

    #[cfg(test)]
    pub(super) fn pool(&self) -> &PgPool {
        &self.pool
    }
}

/// A transaction; rolled back when it is dropped before it is committed.
macro_rules! transaction {
    ($self:ident, $connection:ident, $work:expr) => {
        async move {
            let mut $connection = $self.pool.begin().await?;
            $work.await?;
            Ok($connection.commit().await?)
        }
        .boxed()
    };
}

impl Store for PostgresStore {
    fn create(&self, table: StoredTable) -> Stored<'_, ()> {
        transaction!(self, connection, sql::create(&mut connection, &table))
    }

    fn load(&self, id: &str) -> Stored<'_, Option<StoredTable>> {
        let id = id.to_owned();
        async move {
            // One snapshot for all statements: version, events and tokens belong together.
            let mut transaction = self.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
            let found = sql::load(&mut transaction, &id).await?;
            transaction.rollback().await?;
            Ok(found)
        }
        .boxed()
    }

    fn change(&self, change: Change) -> Stored<'_, ()> {
        transaction!(self, connection, sql::change(&mut connection, &change))
    }

    fn list(&self, limit: u32, before: Option<String>) -> Stored<'_, Vec<Listed>> {
        async move { sql::list(&mut *self.pool.acquire().await?, limit, before).await }.boxed()
    }

    fn summarise(&self, id: &str, version: u64, summary: Value) -> Stored<'_, ()> {
        let id = id.to_owned();
        async move { sql::summarise(&mut *self.pool.acquire().await?, &id, version, &summary).await }.boxed()
    }

    fn check(&self) -> Stored<'_, ()> {
        async move {
            sqlx::query("SELECT 1").execute(&self.pool).await?;
            Ok(())
        }
        .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.pool.close().boxed()
    }
}
