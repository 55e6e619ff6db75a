//! Jobs that any node may take.

use std::time::Duration;

use serde_json::Value;
use sqlx::Row as _;

use super::{News, Nodes, PostedJob, PostgresStore, StoreError, TooMany};

/// A job that this many nodes have died of is not given to another one.
const ATTEMPTS: i32 = 3;
/// Keeps two nodes from counting jobs at the same moment; any number that nobody else uses.
const COUNTING: i64 = 0x6a6f_6273;

fn damaged(id: &str, error: &serde_json::Error) -> StoreError {
    StoreError::Damaged { id: id.to_owned(), what: error.to_string() }
}

pub(super) async fn post(
    store: &PostgresStore,
    job: PostedJob,
    state: Value,
    in_all: usize,
    of_client: usize,
) -> Result<Result<(), TooMany>, StoreError> {
    let mut transaction = store.company.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(COUNTING).execute(&mut *transaction).await?;
    let counted = sqlx::query(
        "SELECT count(*) AS in_all, count(*) FILTER (WHERE client = $1) AS of_client FROM jobs WHERE ended_at IS NULL",
    );
    let counted = counted.bind(&job.client).fetch_one(&mut *transaction).await?;
    if counted.try_get::<i64, _>("in_all")? >= in_all as i64 {
        return Ok(Err(TooMany::InAll));
    }
    if counted.try_get::<i64, _>("of_client")? >= of_client as i64 {
        return Ok(Err(TooMany::OfClient));
    }
    sqlx::query("INSERT INTO jobs (id, client, request, state) VALUES ($1, $2, $3, $4)")
        .bind(&job.id)
        .bind(job.client)
        .bind(job.request.to_string())
        .bind(state.to_string())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    store.tell(News::Job { id: job.id });
    Ok(Ok(()))
}

pub(super) async fn take(store: &PostgresStore) -> Result<Option<PostedJob>, StoreError> {
    let taken = sqlx::query(
        "UPDATE jobs SET node = $1, attempts = attempts + 1 WHERE id = (
             SELECT id FROM jobs AS open
             WHERE ended_at IS NULL AND NOT stop AND attempts < $2
                 AND (node IS NULL OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = open.node AND alive_until > now()))
             ORDER BY (SELECT count(*) FROM jobs AS busy
                       WHERE busy.client = open.client AND busy.node IS NOT NULL AND busy.ended_at IS NULL), created_at
             LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, client, request",
    );
    let Some(row) = taken.bind(&store.node).bind(ATTEMPTS).fetch_optional(&store.company).await? else {
        return Ok(None);
    };
    let (id, request): (String, String) = (row.try_get("id")?, row.try_get("request")?);
    let request = serde_json::from_str(&request).map_err(|error| damaged(&id, &error))?;
    Ok(Some(PostedJob { client: row.try_get("client")?, request, id }))
}

/// Only the node that works on a job may say how it stands: one that was thought dead may still be at it.
pub(super) async fn report(store: &PostgresStore, id: String, state: Value, has_ended: bool) -> Result<(), StoreError> {
    let kept = sqlx::query(
        "UPDATE jobs SET state = $3, ended_at = CASE WHEN $4 THEN now() END WHERE id = $1 AND node = $2 AND ended_at IS NULL",
    );
    kept.bind(&id).bind(&store.node).bind(state.to_string()).bind(has_ended).execute(&store.company).await?;
    store.tell(News::Job { id });
    Ok(())
}

pub(super) async fn look(store: &PostgresStore, id: String) -> Result<Option<Value>, StoreError> {
    let found = sqlx::query_scalar("UPDATE jobs SET asked_at = now() WHERE id = $1 RETURNING state");
    let found: Option<String> = found.bind(&id).fetch_optional(&store.company).await?;
    found.map(|text| serde_json::from_str(&text)).transpose().map_err(|error| damaged(&id, &error))
}

pub(super) async fn stop(store: &PostgresStore, id: String) -> Result<(), StoreError> {
    let stopped = sqlx::query(
        "UPDATE jobs SET stop = TRUE,
             ended_at = CASE WHEN node IS NULL THEN coalesce(ended_at, now()) ELSE ended_at END,
             state = CASE WHEN node IS NULL AND ended_at IS NULL
                          THEN (state::jsonb || '{\"status\": \"stopped\", \"queued\": false}')::text ELSE state END
         WHERE id = $1",
    );
    stopped.bind(&id).execute(&store.company).await?;
    store.tell(News::Job { id });
    Ok(())
}

pub(super) async fn unwanted(store: &PostgresStore, abandoned: Duration) -> Result<Vec<String>, StoreError> {
    let unwanted = sqlx::query_scalar(
        "SELECT id FROM jobs WHERE node = $1 AND ended_at IS NULL
             AND (stop OR asked_at < now() - make_interval(secs => $2))",
    );
    Ok(unwanted.bind(&store.node).bind(abandoned.as_secs_f64()).fetch_all(&store.company).await?)
}

/// Also gives up those that several nodes have died of.
pub(super) async fn forget(store: &PostgresStore, kept: Duration) -> Result<(), StoreError> {
    let lost = sqlx::query(
        "UPDATE jobs SET ended_at = now(), state = (state::jsonb || '{\"status\": \"failed\", \"queued\": false}')::text
         WHERE ended_at IS NULL AND attempts >= $1
             AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = jobs.node AND alive_until > now())",
    );
    lost.bind(ATTEMPTS).execute(&store.company).await?;
    let gone = sqlx::query("DELETE FROM jobs WHERE coalesce(ended_at, asked_at) < now() - make_interval(secs => $1)");
    gone.bind(kept.as_secs_f64()).execute(&store.company).await?;
    Ok(())
}
