use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use banmen_core::Event;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::{Notify, Semaphore, watch};

use super::open_table::caller;
use super::think;
use super::{
    Caller, Changed, Created, JoinTable, LeaveSeat, Lobby, MakePass, Moment, NextGame, Now, OpenTable, Opened,
    PassMade, Rematch, Setup, StoredTable, Table, TableError, TableSummary, TakeSeat, TokenHash, Tokens, names,
    rfc3339,
};
use crate::config::{Rate, ServerLimits};
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::gate::{Client, PerAddress, Rates};
use crate::metrics::{self, Metrics};
use crate::pool::Pool;
use crate::secret;
use crate::store::{Listed, Store, StoreError};

/// How often a change is tried again because somebody else changed the table at the same moment.
const ATTEMPTS: u32 = 8;
/// The time for which new tables of an address are counted.
const DAY: Duration = Duration::from_hours(24);

/// Tables in the lobby at most.
const LOBBY: u32 = 60;
/// A beginning of so many events is no opening that others might look at as well.
const OWN_GAME: usize = 8;

/// All tables: those in memory, and the store behind them.
pub struct Hall {
    store: Arc<dyn Store>,
    limits: ServerLimits,
    thinkers: Pool,
    tables: Mutex<HashMap<String, Arc<OpenTable>>>,
    steps: Arc<Semaphore>,
    replays: Arc<Semaphore>,
    replaying: PerAddress,
    warm_players: Arc<AtomicUsize>,
    lobby: watch::Sender<u64>,
    closing: AtomicBool,
    /// A clock was started here that runs out soon.
    flags: Notify,
    founding: Rates,
    weight: AtomicU64,
    stored: Histogram,
    refused: Counter,
}

impl Hall {
    /// An empty hall over a store.
    pub fn new(store: Arc<dyn Store>, limits: ServerLimits) -> std::io::Result<Hall> {
        let founding = NonZeroU32::new(limits.tables_per_day).map(|burst| Rate { every: DAY / burst.get(), burst });
        let founding = Rates::new(founding, false);
        Ok(Hall {
            thinkers: Pool::new("thinker", limits.thinkers)?,
            steps: Arc::new(Semaphore::new(limits.thinkers.max(2))),
            replays: Arc::new(Semaphore::new(limits.thinkers.max(2))),
            replaying: PerAddress::new(limits.replays, limits.replays_per_address),
            store,
            limits,
            tables: Mutex::default(),
            warm_players: Arc::default(),
            lobby: watch::Sender::new(0),
            closing: AtomicBool::new(false),
            flags: Notify::new(),
            founding,
            weight: AtomicU64::new(0),
            stored: metrics::seconds(),
            refused: Counter::default(),
        })
    }

    /// Where games are kept.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// What is counted of the hall, and room for more.
    pub fn metrics(&self) -> Metrics {
        Metrics::new(self.stored.clone(), self.refused.clone())
    }

    /// Counts an attempt to store a change.
    pub(super) fn count_change(&self, time: Duration, answer: &Result<(), StoreError>) {
        self.stored.observe(time.as_secs_f64());
        // Who was too late has not found the store at fault.
        if matches!(answer, Err(error) if !matches!(error, StoreError::Conflict)) {
            self.refused.inc();
        }
    }

    /// Tells whoever keeps time that a clock was started.
    pub(super) fn flags(&self) -> &Notify {
        &self.flags
    }

    /// How many tables are in memory.
    pub fn tables_in_memory(&self) -> usize {
        self.tables().len()
    }

    /// How many computers wait for a thread, and how many think.
    pub fn thinking(&self) -> (usize, usize) {
        self.thinkers.load()
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

    /// Runs what follows from a command, which may take milliseconds, off the runtime's threads, a few at a time.
    pub async fn blocking<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
        self.in_turn(&self.steps, work).await
    }

    /// Runs work that replays a record, a few at a time. Those who play never wait for it, and one client has a limited part of it.
    pub async fn replay<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
        let client = Client::asking().unwrap_or(Client::NOBODY);
        let counted = self.replaying.take(client);
        let _counted = counted.ok_or_else(|| {
            ApiError::later(ProblemCode::TooManyRequests, "too many records are being replayed already", 1)
        })?;
        self.in_turn(&self.replays, work).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        turns: &Arc<Semaphore>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let turn = Arc::clone(turns).acquire_owned().await.map_err(ApiError::internal)?;
        let work = move || {
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }

    /// The table of this name; a computer whose turn it is goes on thinking, also after a restart of the server.
    ///
    /// It is as new as it was when this was asked, whichever node changed it.
    pub async fn table(self: &Arc<Hall>, id: &str) -> ApiResult<Arc<OpenTable>> {
        self.table_since(id, None).await
    }

    /// Like [`Hall::table`], but somebody who knows this version of the table is about to change it: an older one is read again, and
    /// whether it is still the last one is for the store to say.
    pub async fn table_since(self: &Arc<Hall>, id: &str, version: Option<u64>) -> ApiResult<Arc<OpenTable>> {
        let (table, is_fresh) = self.find(id).await?;
        table.touch();
        if let (Some(nodes), false) = (self.store.nodes(), is_fresh) {
            let known = table.face().version();
            let is_old = match version {
                Some(version) => version > known,
                None => nodes.versions(vec![id.to_owned()]).await?.first().is_none_or(|(_, stored)| *stored != known),
            };
            if is_old {
                table.catch_up(self).await?;
            }
        }
        table.wake(self);
        Ok(table)
    }

    /// The table in memory, and whether it has just been read.
    async fn find(self: &Arc<Hall>, id: &str) -> ApiResult<(Arc<OpenTable>, bool)> {
        if !names::is_name(id) {
            return Err(ApiError::not_found("table of this name"));
        }
        if let Some(table) = self.tables().get(id) {
            return Ok((Arc::clone(table), false));
        }
        let stored = self.store.load(id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(format_args!("table {id}")))?;
        let table = self.replay(move || restored(stored)).await??;
        Ok((self.seat(table), true))
    }

    /// Puts a table into memory, unless somebody else did so first.
    fn seat(self: &Arc<Hall>, table: Table) -> Arc<OpenTable> {
        let mut tables = self.tables();
        let id = table.id().to_owned();
        let table =
            Arc::clone(tables.entry(id).or_insert_with(|| Arc::new(OpenTable::new(table, self.limits.absence))));
        let gone =
            if tables.len() > self.limits.tables { put_away(&mut tables, self.limits.tables) } else { Vec::new() };
        drop(tables);
        self.let_others_keep(gone);
        table
    }

    /// Whether another table may be set up by whoever asks.
    fn make_room(&self) -> ApiResult<()> {
        let most = self.limits.stored_bytes;
        if most > 0 && self.weight.load(Ordering::Relaxed) >= most {
            let detail =
                "the games fill the room that they have here; old ones have to go before new tables are set up";
            return Err(ApiError::new(ProblemCode::StorageFull, detail));
        }
        self.founding.take(Client::asking().unwrap_or(Client::NOBODY)).map_err(|seconds| {
            let detail = format!("you have set up many tables today; the next one is possible in {seconds} seconds");
            ApiError::later(ProblemCode::TooManyRequests, detail, seconds)
        })
    }

    /// Looks how much room the games take, if somebody wants to know.
    pub async fn weigh(&self) {
        if self.limits.stored_bytes > 0 {
            match self.store.weight().await {
                Ok(bytes) => self.weight.store(bytes, Ordering::Relaxed),
                Err(error) => tracing::warn!(%error, "the games cannot be weighed"),
            }
        }
    }

    /// Sets up a table.
    pub async fn create(self: &Arc<Hall>, setup: Setup) -> ApiResult<Created> {
        self.make_room()?;
        let (opened, stored) = self
            .replay(move || {
                let opened = setup.open(&secret::moment())?;
                let stored = opened.table.stored();
                Ok::<_, ApiError>((opened, stored))
            })
            .await??;
        self.store.create(stored, think::wake_at(&opened.table)).await?;
        Ok(self.welcome(opened))
    }

    /// Shows a table that has just been stored.
    fn welcome(self: &Arc<Hall>, opened: Opened) -> Created {
        let table = self.seat(opened.table);
        if table.face().meeting().listed {
            self.note_lobby();
        }
        table.wake(self);
        Created { table: table.state(), tokens: opened.tokens, invitations: opened.invitations }
    }

    /// Sets up the next game of the same players, or joins the table that the other one has set up.
    pub async fn rematch(self: &Arc<Hall>, id: &str, request: Rematch) -> ApiResult<Created> {
        let mut attempt = 1;
        loop {
            let table = self.table(id).await?;
            let mut desk = table.desk().await;
            let face = table.face();
            let next = match face.next() {
                Some(next) => Some(self.table(next).await?),
                None => None,
            };
            let (next_face, token, swap) = (next.as_ref().map(|next| next.face()), request.token.clone(), request.swap);
            let answer = self
                .blocking(move || face.rematch(swap, next_face.as_deref(), caller(token.as_deref()), &secret::moment()))
                .await??;
            match (answer, next) {
                (NextGame::Join(tokens), Some(next)) => {
                    return Ok(Created { table: next.state(), tokens, invitations: Tokens::default() });
                }
                (NextGame::Join(_), None) => return Err(ApiError::internal("nobody joins a table that is not there")),
                (NextGame::Open { old, new }, _) => {
                    self.make_room()?;
                    match table.succeed(self, *old).await {
                        Ok(()) => return Ok(self.welcome(*new)),
                        // Whoever was first has set up the table, which is joined in the next round.
                        Err(StoreError::Conflict) if attempt < ATTEMPTS => {
                            attempt += 1;
                            table.read_again(self, &mut desk).await?;
                        }
                        Err(error) => return Err(error.into()),
                    }
                }
            }
            drop(desk);
        }
    }

    /// Lets somebody sit down who has an invitation or a code.
    pub async fn sit(self: &Arc<Hall>, request: TakeSeat) -> ApiResult<Created> {
        let TakeSeat { pass, token } = request;
        let pass = names::typed(&pass);
        let mut id = self.store.of_pass(TokenHash::of(&pass)).await?;
        if let (None, Some(token)) = (&id, &token) {
            // The answer to the same request may have been lost after the pass was used.
            id = self.store.of_token(TokenHash::of(token)).await?;
        }
        let id = id.ok_or(TableError::WrongPass)?;
        let sit = move |table: &Table, moment: &Moment| {
            table.sit(&pass, token.as_deref(), moment).map(|sat| (sat.changed, sat.tokens))
        };
        let (table, tokens) = self.reseat(&id, sit).await?;
        Ok(Created { table: table.state(), tokens, invitations: Tokens::default() })
    }

    /// Takes an empty seat of a table that is shown in the lobby.
    pub async fn join(self: &Arc<Hall>, id: &str, request: JoinTable) -> ApiResult<Created> {
        let JoinTable { token, name } = request;
        let join = move |table: &Table, moment: &Moment| {
            table.join(name.as_deref(), token.as_deref(), moment).map(|sat| (sat.changed, sat.tokens))
        };
        let (table, tokens) = self.reseat(id, join).await?;
        self.note_lobby();
        Ok(Created { table: table.state(), tokens, invitations: Tokens::default() })
    }

    /// Makes a pass for a seat.
    pub async fn make_pass(self: &Arc<Hall>, id: &str, request: MakePass) -> ApiResult<PassMade> {
        let MakePass { token, seat, short } = request;
        let make = move |table: &Table, moment: &Moment| {
            let made = table.make_pass(seat, short, Caller::Token(&token), moment);
            made.map(|(changed, made)| (Some(changed), made))
        };
        Ok(self.reseat(id, make).await?.1)
    }

    /// Gives up a seat.
    pub async fn leave(self: &Arc<Hall>, id: &str, request: LeaveSeat) -> ApiResult<Now> {
        let leave = move |table: &Table, moment: &Moment| {
            table.leave(Caller::Token(&request.token), moment).map(|changed| (Some(changed), ()))
        };
        Ok(self.reseat(id, leave).await?.0.now())
    }

    /// Changes what opens a table's seats. It is not about a version of the game, so whoever was slower just tries again.
    async fn reseat<T>(
        self: &Arc<Hall>,
        id: &str,
        change: impl Fn(&Table, &Moment) -> Result<(Option<Changed>, T), TableError>,
    ) -> ApiResult<(Arc<OpenTable>, T)> {
        let mut attempt = 1;
        loop {
            let table = self.table(id).await?;
            let mut desk = table.desk().await;
            let (changed, answer) = change(&table.face(), &secret::moment())?;
            let Some(changed) = changed else {
                drop(desk);
                return Ok((table, answer));
            };
            match table.succeed(self, changed).await {
                Ok(()) => {
                    drop(desk);
                    if table.face().meeting().listed {
                        self.note_lobby();
                    }
                    return Ok((table, answer));
                }
                Err(StoreError::Conflict) if attempt < ATTEMPTS => {
                    attempt += 1;
                    table.read_again(self, &mut desk).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// What is new in the lobby; counted, so that it can be waited for.
    pub fn lobby_changes(&self) -> watch::Receiver<u64> {
        self.lobby.subscribe()
    }

    pub(super) fn note_lobby(&self) {
        self.lobby.send_modify(|number| *number += 1);
    }

    /// Open seats, and games to watch.
    pub async fn lobby(&self) -> ApiResult<Lobby> {
        let all = self.list(LOBBY, None).await?;
        let running = all.into_iter().filter(|table| table.turn["kind"] != "over");
        let (open, playing) = running.partition(|table| !table.vacant.is_empty());
        Ok(Lobby { open, playing })
    }

    /// Removes a table for those who show these tokens; says whether it is gone for good, since nobody else keeps it.
    pub async fn remove(self: &Arc<Hall>, id: &str, tokens: &[String]) -> ApiResult<bool> {
        let table = self.table(id).await?;
        let mut desk = table.desk().await;
        if let Some(step) = table.face().remove(tokens)? {
            table.follow(self, &mut desk, step).await?;
            return Ok(false);
        }
        self.store.remove(id).await?;
        self.forget(&table);
        self.note_lobby();
        Ok(true)
    }

    /// Tables that strangers are shown, the one that changed last first.
    pub async fn list(&self, limit: u32, before: Option<String>) -> ApiResult<Vec<TableSummary>> {
        if before.as_deref().is_some_and(|before| !names::is_name(before)) {
            return Err(ApiError::invalid("`before` is not a table's name"));
        }
        let listed = self.store.list(limit, before).await?;
        self.summaries(listed).await
    }

    /// The tables of these names, the one that changed last first.
    pub async fn named(&self, ids: Vec<String>) -> ApiResult<Vec<TableSummary>> {
        if let Some(wrong) = ids.iter().find(|id| !names::is_name(id)) {
            return Err(ApiError::invalid(format!("{:?} is not a table's name", crate::error::shortened(wrong))));
        }
        let mut listed = self.store.named(ids).await?;
        listed.sort_by(|one, other| (other.updated_at, &other.id).cmp(&(one.updated_at, &one.id)));
        self.summaries(listed).await
    }

    async fn summaries(&self, listed: Vec<Listed>) -> ApiResult<Vec<TableSummary>> {
        let mut tables = Vec::new();
        for mut listed in listed {
            let told = |listed: &Listed| {
                let Listed { id, game, seats, updated_at, summary, .. } = listed.clone();
                TableSummary::read(id, game, seats, rfc3339(updated_at), &summary)
            };
            let mut found = told(&listed);
            if found.is_none() {
                // Stored by an older program. One damaged game must not hide the others; opening it says what is wrong.
                listed.summary = self.summarise(&listed.id).await.unwrap_or_default();
                found = told(&listed);
            }
            tables.extend(found);
        }
        Ok(tables)
    }

    /// Replays a game for its line in a list, and stores that line.
    async fn summarise(&self, id: &str) -> ApiResult<serde_json::Value> {
        let stored =
            self.store.load(id).await.inspect_err(|error| tracing::error!(%error, "a table cannot be listed"))?;
        let stored = stored.ok_or_else(|| ApiError::not_found("such table"))?;
        let version = stored.version;
        let summary = self.replay(move || restored(stored).map(|table| table.stored().summary)).await??;
        self.store.summarise(id, version, summary.clone()).await?;
        Ok(summary)
    }

    /// Whether a position is one of a running game between two people, for whom there are no hints, whichever node they play on.
    pub async fn is_contested(self: &Arc<Hall>, game: &str, events: &[Event]) -> ApiResult<bool> {
        for id in self.store.contested(game, events, events.len() < OWN_GAME).await? {
            // What the store has marked may have ended meanwhile, or be damaged.
            if self.table(&id).await.is_ok_and(|table| table.face().is_contested()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Drops a table from memory, so that it is read again.
    pub(super) fn forget(&self, table: &OpenTable) {
        let mut tables = self.tables();
        // Somebody may have read it again already.
        if tables.get(table.id()).is_some_and(|known| std::ptr::eq(Arc::as_ptr(known), table)) {
            tables.remove(table.id());
        }
        drop(tables);
        table.dismiss();
    }

    /// Puts away tables that nobody asks for.
    pub fn sweep(self: &Arc<Hall>) {
        self.founding.sweep();
        let idle = self.limits.idle_table;
        let mut gone = Vec::new();
        self.tables().retain(|id, table| {
            let stays = Arc::strong_count(table) > 1 || table.idle() < idle;
            if !stays {
                gone.push(id.clone());
            }
            stays
        });
        self.let_others_keep(gone);
    }

    /// Lets other nodes think at tables that are no longer here.
    pub(super) fn let_others_keep(self: &Arc<Hall>, gone: Vec<String>) {
        if self.store.nodes().is_some() && !gone.is_empty() {
            let hall = Arc::clone(self);
            tokio::spawn(async move {
                if let Some(nodes) = hall.store.nodes()
                    && let Err(error) = nodes.release(gone).await
                {
                    tracing::warn!(%error, "tables could not be released");
                }
            });
        }
    }

    /// Whether this node is the one that thinks for the computers of a table and watches its clocks. If no living node is, this
    /// one is from now on, until it puts the table away or ends.
    pub async fn keeps(&self, id: &str) -> Result<bool, StoreError> {
        match self.store.nodes() {
            None => Ok(true),
            Some(nodes) => nodes.claim(id).await,
        }
    }

    /// The table of this name, if it is in memory.
    pub(super) fn known(&self, id: &str) -> Option<Arc<OpenTable>> {
        self.tables().get(id).cloned()
    }

    /// The tables in memory whose changes somebody here would miss, with the versions that are known.
    pub(super) fn followed(&self) -> HashMap<String, u64> {
        let tables = self.tables();
        let followed = tables.iter().filter(|(_, table)| table.is_followed());
        followed.map(|(id, table)| (id.clone(), table.face().version())).collect()
    }

    /// The tables in memory.
    pub(super) fn open_tables(&self) -> Vec<Arc<OpenTable>> {
        self.tables().values().cloned().collect()
    }

    /// Stops all computers and sends all followers away; what was thought is dropped and begun again when the table is next opened.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        for table in self.tables().values() {
            table.dismiss();
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replays a stored game.
fn restored(stored: StoredTable) -> ApiResult<Table> {
    let id = stored.id.clone();
    Table::open(stored).map_err(|error| {
        tracing::error!(table = id, %error, "a stored game cannot be replayed");
        ApiError::internal(error)
    })
}

/// Puts away the longest idle tables that nobody holds until at most `most` are left, or none can go; gives back which.
fn put_away(tables: &mut HashMap<String, Arc<OpenTable>>, most: usize) -> Vec<String> {
    let free = tables.iter().filter(|(_, table)| Arc::strong_count(table) == 1);
    let mut free: Vec<_> = free.map(|(id, table)| (table.idle(), id.clone())).collect();
    free.sort_unstable_by(|one, other| other.cmp(one));
    // Some more than needed, so that not every new table has to search.
    let surplus = tables.len().saturating_sub(most - most / 10);
    let gone: Vec<String> = free.into_iter().take(surplus).map(|(_, id)| id).collect();
    for id in &gone {
        tables.remove(id);
    }
    gone
}
