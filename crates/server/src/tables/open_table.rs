use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use banmen_core::Seat;
use tokio::sync::broadcast;

use super::clocks;
use super::think::{self, Seated, Thought};
use super::{
    Attendance, Caller, Changed, Command, Hall, LiveEvent, Phrase, SetPace, Step, Table, TableChange, TableState,
    Thinking,
};
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::gate::Client;
use crate::store::{News, StoreError};
use crate::{secret, time};

/// Signals that a slow watcher may fall behind before it is sent the whole table again.
const SIGNALS: usize = 64;
/// Changes that are remembered for followers who come back.
const RECENT: usize = 64;
/// How long comings and goings are gathered before everybody is told, at a table with few watchers.
const GATHER: Duration = Duration::from_millis(300);
/// So many more watchers make it as long again: everybody who comes is told to everybody who is there.
const FEW_WATCHERS: usize = 32;
/// At the largest table.
const GATHER_MOST: Duration = Duration::from_secs(5);
/// Between two phrases of a player.
const BREATH: Duration = Duration::from_secs(2);
/// What takes no longer is worked out on the spot.
const SWIFT: Duration = Duration::from_micros(300);
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
    /// The last changes, without a gap, for followers who were away for a moment.
    recent: Mutex<VecDeque<Signal>>,
    /// The version that followers were last told of. A table shows a new one a moment before.
    told: AtomicU64,
    attendance: Attendance,
    /// How long players wait for one who is away.
    patience: Duration,
    touched: Mutex<Instant>,
    /// Whether this node is the one that thinks here, as far as it knows.
    kept: AtomicBool,
    /// Whether what followed from the last command was worked out in no time.
    swift: AtomicBool,
    /// On whose behalf its computers think: whoever last played here, or else whoever came first.
    patron: Mutex<Option<Client>>,
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

/// A table as it is at a moment, written only for whoever wants to read it.
pub struct Now {
    face: Arc<Table>,
    thinking: Option<Thinking>,
}

impl Now {
    /// The version.
    pub fn version(&self) -> u64 {
        self.face.version()
    }

    /// The table as everybody sees it.
    pub fn state(self) -> TableState {
        TableState { clock: self.face.meeting().reading(time::now_ms()), ..self.face.state(self.thinking) }
    }
}

/// A watcher's place at the table.
pub struct Watch {
    /// What happens from now on.
    pub signals: broadcast::Receiver<Signal>,
}

impl OpenTable {
    /// The table of a game as it is on disk.
    pub fn new(table: Table, patience: Duration) -> OpenTable {
        let version = table.version();
        OpenTable {
            id: table.id().to_owned(),
            desk: tokio::sync::Mutex::default(),
            face: RwLock::new(Arc::new(table)),
            thought: Mutex::default(),
            live: broadcast::channel(SIGNALS).0,
            recent: Mutex::default(),
            told: AtomicU64::new(version),
            attendance: Attendance::new(),
            patience,
            touched: Mutex::new(Instant::now()),
            kept: AtomicBool::new(false),
            swift: AtomicBool::new(false),
            patron: Mutex::new(Client::asking()),
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
        self.now().state()
    }

    /// The table as it is at this moment.
    pub fn now(&self) -> Now {
        Now { face: self.face(), thinking: self.thinking() }
    }

    /// The computer that is thinking, if one is.
    pub fn thinking(&self) -> Option<Thinking> {
        self.thought().as_ref().map(|thought| Thinking {
            seat: thought.assignment.seat,
            since_ms: thought.since_ms,
            progress: thought.progress.clone(),
        })
    }

    /// On whose behalf computers think here.
    pub(super) fn patron(&self) -> Client {
        self.patron.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(Client::NOBODY)
    }

    /// Somebody who may do so plays here. A mere visitor must not become the one for whom computers think: their other work
    /// would slow down somebody else's game.
    fn entertain(&self) {
        let mut patron = self.patron.lock().unwrap_or_else(PoisonError::into_inner);
        *patron = Client::asking().or(*patron);
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
        self.tell_aside(|seq| LiveEvent::Thinking { seq, thinking });
    }

    /// Tells followers what changes nothing at the table, never of a version whose change they have not been told.
    fn tell_aside(&self, event: impl FnOnce(u64) -> LiveEvent) {
        let _recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        // An error only means that nobody watches.
        let _ = self.live.send(signal(&event(self.told.load(Ordering::Relaxed))));
    }

    /// Tells watchers how the table differs from what it was.
    fn tell_change(&self, before: &Table) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let after = self.face();
        self.told.store(after.version(), Ordering::Relaxed);
        if self.live.receiver_count() == 0 || after.version() != before.version() + 1 {
            // What is remembered has no gap.
            recent.clear();
        }
        if self.live.receiver_count() == 0 {
            return;
        }
        let mut change = Box::new(TableChange::between(before, &after, self.thinking()));
        // An offer or a name comes while the clock runs, which was last read when somebody moved.
        change.clock = after.meeting().reading(time::now_ms());
        let signal = signal(&LiveEvent::Change { seq: after.version(), change });
        if after.version() == before.version() + 1 {
            if recent.len() >= RECENT {
                recent.pop_front();
            }
            recent.push_back(signal.clone());
        }
        let _ = self.live.send(signal);
        drop(recent);
        // Whose turn it is decides who can be claimed from.
        if after.meeting().apart {
            self.tell_presence();
        }
    }

    /// What brings a follower who has this version up to date: the changes since, or the whole table.
    pub fn since(&self, known: Option<u64>) -> VecDeque<Signal> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let face = self.face();
        let version = face.version();
        // What was said of a running clock is no longer true.
        let runs = face.meeting().deadline_ms().is_some();
        let missed = |known: u64| {
            let missed: VecDeque<Signal> = recent.iter().filter(|signal| signal.after >= known).cloned().collect();
            let whole = missed.front().map_or(version, |first| first.after) == known
                && missed.back().map_or(known, |last| last.seq) == version;
            (whole && (missed.is_empty() || !runs)).then_some(missed)
        };
        known.and_then(missed).unwrap_or_else(|| {
            drop(recent);
            VecDeque::from([self.whole()])
        })
    }

    /// Who is at the table.
    pub fn attendance(&self) -> &Attendance {
        &self.attendance
    }

    /// Tells followers who is there.
    fn tell_presence(&self) {
        let face = self.face();
        let presence = self.attendance.presence(&face, self.patience);
        self.tell_aside(|seq| LiveEvent::Presence { seq, presence });
    }

    /// Tells followers who is there, once for all who come and go within a moment.
    pub fn tell_presence_soon(self: &Arc<OpenTable>) {
        if !self.attendance.begin_telling() {
            return;
        }
        let table = Arc::downgrade(self);
        let times = 1 + u32::try_from(self.live.receiver_count() / FEW_WATCHERS).unwrap_or(u32::MAX - 1);
        let gather = GATHER.saturating_mul(times).min(GATHER_MOST);
        tokio::spawn(async move {
            tokio::time::sleep(gather).await;
            if let Some(table) = table.upgrade() {
                table.attendance.end_telling();
                table.tell_presence();
            }
        });
    }

    /// Says something to everybody at the table, wherever they are connected.
    pub fn say(&self, hall: &Hall, token: &str, phrase: Phrase) -> ApiResult<()> {
        let face = self.face();
        let seat = face.seat_of(token)?;
        self.attendance.hear(seat);
        if !self.attendance.may_speak(seat, BREATH) {
            return Err(ApiError::later(ProblemCode::TooManyRequests, "one phrase after the other", BREATH.as_secs()));
        }
        self.pass_on(seat, phrase);
        if let Some(nodes) = hall.store().nodes() {
            nodes.tell(News::Says { id: self.id.clone(), seat, phrase });
        }
        Ok(())
    }

    /// Tells everybody here what a player said.
    pub(super) fn pass_on(&self, seat: Seat, phrase: Phrase) {
        self.tell_aside(|seq| LiveEvent::Phrase { seq, seat, phrase });
    }

    /// Takes the win from an opponent who has gone.
    pub async fn claim(self: &Arc<OpenTable>, hall: &Arc<Hall>, version: u64, token: String) -> ApiResult<Now> {
        let seat = self.face().seat_of(&token)?;
        let away = self.attendance.away(seat.other()).unwrap_or_default();
        self.command(hall, Command::Claim { version, away, patience: self.patience }, token).await
    }

    /// Does what somebody asks for who shows this token.
    pub async fn command(self: &Arc<OpenTable>, hall: &Arc<Hall>, command: Command, token: String) -> ApiResult<Now> {
        let mut desk = self.desk.lock().await;
        let face = self.face();
        if let Ok(seat) = face.seat_of(&token) {
            self.attendance.hear(seat);
        }
        let act = move || face.act(command, Caller::Token(&token), &secret::moment());
        let step = self.work_out(hall, act).await??;
        self.entertain();
        self.follow(hall, &mut desk, step).await?;
        Ok(self.now())
    }

    /// Works out what follows from a command. Where that was a matter of microseconds the last time, going to another thread and
    /// back would take longer.
    async fn work_out<T: Send + 'static>(
        &self,
        hall: &Hall,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let timed = move || {
            let started = Instant::now();
            (work(), started.elapsed() < SWIFT)
        };
        let (answer, swift) = if self.swift.load(Ordering::Relaxed) { timed() } else { hall.blocking(timed).await? };
        self.swift.store(swift, Ordering::Relaxed);
        Ok(answer)
    }

    /// Lets a game of two computers pause, go one move on, or go on.
    pub async fn pace(self: &Arc<OpenTable>, hall: &Arc<Hall>, request: SetPace) -> ApiResult<Now> {
        let mut desk = self.desk.lock().await;
        let face = self.face();
        let pace = Command::Pace { pace: request.pace };
        let step = face.act(pace, caller(request.token.as_deref()), &secret::moment())?;
        self.entertain();
        self.follow(hall, &mut desk, step).await?;
        Ok(self.now())
    }

    /// Does what only the server may ask for.
    pub(super) async fn host(self: &Arc<OpenTable>, hall: &Arc<Hall>, command: Command) -> ApiResult<()> {
        let mut desk = self.desk.lock().await;
        let face = self.face();
        let step = hall.blocking(move || face.act(command, Caller::Host, &secret::moment())).await??;
        self.follow(hall, &mut desk, step).await
    }

    /// Asks the thinking computer to play its best move so far, and waits for it.
    pub async fn hurry(self: &Arc<OpenTable>, hall: &Hall, token: Option<&str>) -> ApiResult<Now> {
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
        Ok(self.now())
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
        let started = Instant::now();
        let answer = hall.store().change(changed.change, wake_at).await;
        hall.count_change(started.elapsed(), &answer);
        answer?;
        if changed.table.meeting().deadline_ms().is_some_and(|at| at < time::now_ms() + clocks::SOON_MS) {
            hall.flags().notify_one();
        }
        if changed.table.meeting().listed {
            hall.note_lobby();
        }
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

    /// Sends the followers away, who will come back to a fresh copy of the table.
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
