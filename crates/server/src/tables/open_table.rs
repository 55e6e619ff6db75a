use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

use super::think::{self, Seated, Thought};
use super::{Caller, Changed, Command, Hall, LiveEvent, Step, Table, TableChange, TableState, Thinking};
use crate::error::{ApiError, ApiResult};
use crate::secret;
use crate::store::{News, StoreError};

/// Signals that a slow watcher may fall behind before it is sent the whole table again.
const SIGNALS: usize = 64;
/// How long a request to stop waits for the computer's move.
const STOP_PATIENCE: Duration = Duration::from_secs(3);

/// A table in memory.
///
/// Everybody reads its `face`; whoever changes the game holds the `desk` until the change is on disk.
pub struct OpenTable {
    id: String,
    desk: tokio::sync::Mutex<Desk>,
    face: RwLock<Arc<Table>>,
    thought: Mutex<Option<Thought>>,
    live: broadcast::Sender<Signal>,
    touched: Mutex<Instant>,
    /// Whether this node is the one that thinks here, as far as it knows.
    kept: AtomicBool,
}

/// What only one may use at a time.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) players: [Option<Seated>; 2],
}

/// What watchers are told, written once for all of them.
#[derive(Clone, Debug)]
pub struct Signal {
    /// The version of the table that a watcher must have for the message to make sense.
    pub after: u64,
    /// The version of the table that a watcher has afterwards.
    pub seq: u64,
    /// The message; `None` when this copy of the table is no longer kept up to date.
    pub text: Option<Utf8Bytes>,
}

/// A watcher's place at the table.
pub struct Watch {
    /// What happens from now on.
    pub signals: broadcast::Receiver<Signal>,
}

impl OpenTable {
    /// The table of a game as it is on disk.
    pub fn new(table: Table) -> OpenTable {
        OpenTable {
            id: table.id().to_owned(),
            desk: tokio::sync::Mutex::default(),
            face: RwLock::new(Arc::new(table)),
            thought: Mutex::default(),
            live: broadcast::channel(SIGNALS).0,
            touched: Mutex::new(Instant::now()),
            kept: AtomicBool::new(false),
        }
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game as it stands on disk.
    pub fn face(&self) -> Arc<Table> {
        Arc::clone(&self.face.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn thought(&self) -> MutexGuard<'_, Option<Thought>> {
        self.thought.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn desk(&self) -> tokio::sync::MutexGuard<'_, Desk> {
        self.desk.lock().await
    }

    /// The table as everybody sees it.
    pub fn state(&self) -> TableState {
        self.face().state(self.thinking())
    }

    /// The computer that is thinking, if one is.
    pub fn thinking(&self) -> Option<Thinking> {
        self.thought().as_ref().map(|thought| Thinking {
            seat: thought.assignment.seat,
            since_ms: thought.since_ms,
            progress: thought.progress.clone(),
        })
    }

    /// Notes that somebody takes an interest.
    pub fn touch(&self) {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How long nobody has taken an interest.
    pub fn idle(&self) -> Duration {
        if self.live.receiver_count() > 0 {
            return Duration::ZERO;
        }
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Takes a watcher's place.
    pub fn watch(&self) -> Watch {
        self.touch();
        Watch { signals: self.live.subscribe() }
    }

    /// The whole table as a message to watchers.
    pub fn whole(&self) -> Signal {
        let state = self.state();
        signal(&LiveEvent::Table { seq: state.version, table: Box::new(state) })
    }

    /// Tells watchers whether a computer thinks.
    pub(super) fn tell_thinking(&self) {
        let thinking = self.thinking();
        let seq = self.face().version();
        // An error only means that nobody watches.
        let _ = self.live.send(signal(&LiveEvent::Thinking { seq, thinking }));
    }

    /// Tells watchers how the table differs from what it was.
    fn tell_change(&self, before: &Table) {
        if self.live.receiver_count() > 0 {
            let after = self.face();
            let change = Box::new(TableChange::between(before, &after, self.thinking()));
            let _ = self.live.send(signal(&LiveEvent::Change { seq: after.version(), change }));
        }
    }

    /// Does what somebody asks for who shows this token.
    pub async fn command(
        self: &Arc<OpenTable>,
        hall: &Arc<Hall>,
        command: Command,
        token: String,
    ) -> ApiResult<TableState> {
        let mut desk = self.desk.lock().await;
        let face = self.face();
        let step = hall.blocking(move || face.act(command, Caller::Token(&token), &secret::moment())).await??;
        self.follow(hall, &mut desk, step).await?;
        Ok(self.state())
    }

    /// Asks the thinking computer to play its best move so far, and waits for it.
    pub async fn hurry(self: &Arc<OpenTable>, hall: &Hall, token: Option<&str>) -> ApiResult<TableState> {
        self.face().act(Command::Hurry, caller(token), &secret::moment())?;
        let mut signals = self.live.subscribe();
        if let Some(version) = self.hurry_computer() {
            // It may be another node's computer that thinks.
            if let Some(nodes) = hall.store().nodes() {
                nodes.tell(News::Hurry { id: self.id.clone(), version });
            }
            let moved = async { while self.face().version() == version && signals.recv().await.is_ok() {} };
            let _ = tokio::time::timeout(STOP_PATIENCE, moved).await;
        }
        Ok(self.state())
    }

    /// Lets a thinking computer come to an end; gives back which version it thinks about.
    pub(super) fn hurry_computer(&self) -> Option<u64> {
        self.thought().as_ref().map(|thought| {
            thought.cancel.set();
            thought.assignment.version
        })
    }

    /// Does as a step says. Whether and when a computer thinks depends on who watches, so it is considered, not obeyed.
    pub(super) async fn follow(self: &Arc<OpenTable>, hall: &Arc<Hall>, desk: &mut Desk, step: Step) -> ApiResult<()> {
        let Some(changed) = step.changed else { return Ok(()) };
        let before = self.face();
        if let Err(error) = self.commit(hall, changed).await {
            if matches!(error, StoreError::Conflict) {
                self.read_again(hall, desk).await?;
                return Err(ApiError::stale(before.version(), self.face().version()));
            }
            return Err(error.into());
        }
        self.think_anew(hall, desk);
        self.tell_change(&before);
        Ok(())
    }

    /// Writes the link to the rematch, and the rematch itself, and tells the watchers.
    pub(super) async fn succeed(&self, hall: &Hall, changed: Changed) -> Result<(), StoreError> {
        let before = self.face();
        self.commit(hall, changed).await?;
        self.tell_change(&before);
        Ok(())
    }

    /// Writes a change to the disk, and only then shows it.
    async fn commit(&self, hall: &Hall, changed: Changed) -> Result<(), StoreError> {
        let wake_at = think::wake_at(&changed.table);
        hall.store().change(changed.change, wake_at).await?;
        self.show(changed.table);
        Ok(())
    }

    fn show(&self, table: Table) {
        *self.face.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(table);
    }

    /// Shows what another node or process has made of the table.
    pub async fn catch_up(self: &Arc<OpenTable>, hall: &Arc<Hall>) -> ApiResult<()> {
        let mut desk = self.desk.lock().await;
        self.read_again(hall, &mut desk).await
    }

    pub(super) async fn read_again(self: &Arc<OpenTable>, hall: &Arc<Hall>, desk: &mut Desk) -> ApiResult<()> {
        let before = self.face();
        let Some(stored) = hall.store().load(&self.id).await? else {
            hall.forget(self);
            return Err(ApiError::not_found(format_args!("table {}", self.id)));
        };
        if stored.version == before.version() {
            return Ok(());
        }
        let known = Arc::clone(&before);
        let table = hall.blocking(move || known.caught_up(stored)).await?.map_err(ApiError::internal)?;
        self.show(table);
        self.think_anew(hall, desk);
        self.tell_change(&before);
        Ok(())
    }

    /// Drops what was thought about an older version, and lets a computer think about this one.
    fn think_anew(self: &Arc<OpenTable>, hall: &Arc<Hall>, desk: &mut Desk) {
        self.abandon();
        if self.face().is_over() {
            *desk = Desk::default();
        }
        think::consider(hall, self, desk);
    }

    /// Whether somebody here would miss a change: a watcher, or a computer that thinks or will have to.
    pub fn is_followed(&self) -> bool {
        self.kept.load(Ordering::Relaxed) || self.live.receiver_count() > 0 || self.thought().is_some()
    }

    /// Notes whether this node is the one that thinks here.
    pub(super) fn keep(&self, kept: bool) {
        self.kept.store(kept, Ordering::Relaxed);
    }

    /// Lets a computer whose turn it is begin to think.
    pub fn wake(self: &Arc<OpenTable>, hall: &Arc<Hall>) {
        // Whoever holds the desk is changing the game and wakes the computer afterwards.
        if let Ok(mut desk) = self.desk.try_lock() {
            think::consider(hall, self, &mut desk);
        }
    }

    /// Sends the watchers away, who will come back to a fresh copy of the table.
    pub(super) fn dismiss(&self) {
        self.abandon();
        let _ = self.live.send(Signal { after: u64::MAX, seq: u64::MAX, text: None });
    }

    /// Tells the thinking computer that nobody waits for its answer any more.
    pub fn abandon(&self) {
        if let Some(thought) = self.thought().take() {
            thought.cancel.set();
        }
    }
}

/// Somebody who may have shown a token.
pub(super) fn caller(token: Option<&str>) -> Caller<'_> {
    token.map_or(Caller::Anybody, Caller::Token)
}

fn signal(event: &LiveEvent) -> Signal {
    let seq = event.seq();
    let after = if matches!(event, LiveEvent::Change { .. }) { seq.saturating_sub(1) } else { seq };
    // Wire types are plain data with text keys and always have a JSON form.
    Signal { after, seq, text: serde_json::to_string(event).ok().map(Into::into) }
}
