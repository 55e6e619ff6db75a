use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use banmen_core::Seat;
use tokio::sync::Semaphore;

use super::setup::{Prepared, Setup};
use super::{Course, Created, Rematch, Seats, Table, TableSummary, Tokens};
use crate::config::ServerLimits;
use crate::error::{ApiError, ApiResult};
use crate::pool::Pool;
use crate::secret::{self, TokenHash};
use crate::store::{Store, StoredTable};

/// All tables: those in memory, and the store behind them.
pub struct Hall {
    store: Arc<dyn Store>,
    limits: ServerLimits,
    thinkers: Pool,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    replays: Arc<Semaphore>,
    warm_players: Arc<AtomicUsize>,
    closing: AtomicBool,
}

impl Hall {
    /// An empty hall over a store.
    pub fn new(store: Arc<dyn Store>, limits: ServerLimits) -> std::io::Result<Hall> {
        Ok(Hall {
            thinkers: Pool::new("thinker", limits.thinkers)?,
            replays: Arc::new(Semaphore::new(limits.thinkers.max(2))),
            store,
            limits,
            tables: Mutex::default(),
            warm_players: Arc::default(),
            closing: AtomicBool::new(false),
        })
    }

    /// Where games are kept.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// How much is taken on.
    pub fn limits(&self) -> &ServerLimits {
        &self.limits
    }

    pub(super) fn thinkers(&self) -> &Pool {
        &self.thinkers
    }

    pub(super) fn warm_players(&self) -> &Arc<AtomicUsize> {
        &self.warm_players
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Runs work that may take milliseconds (replaying, drawing a view) off the runtime's threads, a few at a time.
    pub async fn blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
        let turn = Arc::clone(&self.replays).acquire_owned().await.map_err(ApiError::internal)?;
        let work = move || {
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }

    /// The table of this name; a computer whose turn it is goes on thinking, also after a restart of the server.
    pub async fn table(self: &Arc<Hall>, id: &str) -> ApiResult<Arc<Table>> {
        let table = self.find(id).await?;
        table.touch();
        table.wake(self);
        Ok(table)
    }

    async fn find(&self, id: &str) -> ApiResult<Arc<Table>> {
        if !secret::is_name(id) {
            return Err(ApiError::not_found("table of this name"));
        }
        if let Some(table) = self.tables().get(id) {
            return Ok(Arc::clone(table));
        }
        let stored = self.store.load(id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(format_args!("table {id}")))?;
        let table = self.blocking(move || restored(stored)).await??;
        Ok(self.seat(table))
    }

    /// Puts a table into memory, unless somebody else did so first.
    fn seat(&self, table: Table) -> Arc<Table> {
        let mut tables = self.tables();
        let id = table.id().to_owned();
        let table = Arc::clone(tables.entry(id).or_insert_with(|| Arc::new(table)));
        if tables.len() > self.limits.tables {
            put_away(&mut tables, self.limits.tables);
        }
        table
    }

    /// Sets up a table.
    pub async fn create(self: &Arc<Hall>, setup: Setup) -> ApiResult<Created> {
        let prepared = self.blocking(move || setup.prepare()).await??;
        self.open(prepared).await
    }

    async fn open(self: &Arc<Hall>, prepared: Prepared) -> ApiResult<Created> {
        let Prepared { stored, course, tokens } = prepared;
        self.store.create(stored.clone()).await?;
        let table = self.seat(Table::new(stored, course));
        table.wake(self);
        Ok(Created { table: table.state(), tokens })
    }

    /// Sets up the next game of the same players.
    ///
    /// A person at the old table keeps a seat at the new one: the old token opens it too. When two people both ask, both
    /// come to the same table.
    pub async fn rematch(self: &Arc<Hall>, table: &Arc<Table>, request: Rematch) -> ApiResult<Created> {
        let asking = table.entitled(request.token.as_deref()).await?;
        if let Some(created) = self.join_rematch(table, asking, request.swap).await? {
            return Ok(created);
        }
        let seats = if request.swap { table.seats().swapped() } else { table.seats().clone() };
        let record = table.public_record();
        let setup = Setup {
            game: Some(record.game),
            rules: Some(record.rules),
            seats,
            record: None,
            options: Some(table.options().clone()),
        };
        let mut prepared = self.blocking(move || setup.prepare()).await??;
        for (seat, token) in table.tokens().await {
            let seat = if request.swap { seat.other() } else { seat };
            prepared.stored.tokens.push((seat, token));
        }
        let created = self.open(prepared).await?;
        table.succeed(self, created.table.id.clone()).await?;
        Ok(created)
    }

    /// If the other person has asked already: a seat at that table.
    async fn join_rematch(
        self: &Arc<Hall>,
        table: &Arc<Table>,
        asking: Option<Seat>,
        swap: bool,
    ) -> ApiResult<Option<Created>> {
        let (Some(next), Some(seat)) = (table.next(), asking) else { return Ok(None) };
        if !table.seats().only_people() {
            return Ok(None);
        }
        let next = self.table(&next).await?;
        if next.course().turn().outcome().is_some() {
            return Ok(None);
        }
        let seat = if swap { seat.other() } else { seat };
        let held = next.tokens().await;
        let mut tokens = Tokens::default();
        // The old token tells which seat the person has there, whatever this request says about swapping.
        let old = table.tokens().await;
        let seat = held
            .iter()
            .find(|(_, hash)| old.iter().any(|(whose, known)| known == hash && Some(*whose) == asking))
            .map_or(seat, |(seat, _)| *seat);
        let token = secret::token();
        next.admit(self, seat, TokenHash::of(&token)).await?;
        *tokens.of_mut(seat) = Some(token);
        Ok(Some(Created { table: next.state(), tokens }))
    }

    /// Tables, the one that changed last first.
    pub async fn list(&self, limit: u32, before: Option<String>) -> ApiResult<Vec<TableSummary>> {
        if before.as_deref().is_some_and(|before| !secret::is_name(before)) {
            return Err(ApiError::invalid("`before` is not a table's name"));
        }
        let stored = self.store.list(limit, before).await?;
        let loaded: Vec<Option<Arc<Table>>> = {
            let tables = self.tables();
            stored.iter().map(|table| tables.get(&table.id).cloned()).collect()
        };
        self.blocking(move || {
            let tables = stored.into_iter().zip(loaded);
            tables
                .filter_map(|(stored, loaded)| match loaded {
                    Some(table) => Some(table.summary()),
                    // One damaged game must not hide the others; opening it says what is wrong.
                    None => restored(stored).ok().map(|table| table.summary()),
                })
                .collect()
        })
        .await
    }

    /// Drops a table from memory, so that it is read again.
    pub(super) fn forget(&self, table: &Table) {
        self.tables().remove(table.id());
        table.dismiss();
    }

    /// Puts away tables that nobody asks for.
    pub fn sweep(&self) {
        let idle = self.limits.idle_table;
        self.tables().retain(|_, table| Arc::strong_count(table) > 1 || table.idle() < idle);
    }

    /// Stops all computers; what they think is dropped and begun again when the table is next opened.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        for table in self.tables().values() {
            table.abandon();
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replays a stored game.
fn restored(stored: StoredTable) -> ApiResult<Table> {
    let course = Course::replay(&stored.record()).map_err(|error| {
        tracing::error!(table = stored.id, %error, "a stored game cannot be replayed");
        ApiError::internal(error)
    })?;
    Ok(Table::new(stored, course))
}

/// Puts away the longest idle tables that nobody holds until at most `most` are left, or none can go.
fn put_away(tables: &mut HashMap<String, Arc<Table>>, most: usize) {
    let free = tables.iter().filter(|(_, table)| Arc::strong_count(table) == 1);
    let mut free: Vec<_> = free.map(|(id, table)| (table.idle(), id.clone())).collect();
    free.sort_unstable_by(|one, other| other.cmp(one));
    // Some more than needed, so that not every new table has to search.
    let surplus = tables.len().saturating_sub(most - most / 10);
    for (_, id) in free.into_iter().take(surplus) {
        tables.remove(&id);
    }
}

impl Seats {
    /// Reads who sits where, or two people.
    pub fn or_people(seats: Option<Seats>) -> Seats {
        seats.unwrap_or_else(Seats::people)
    }
}
