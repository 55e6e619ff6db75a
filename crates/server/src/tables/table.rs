use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use banmen_core::{Event, Seal, Seat, Turn, View};
use serde_json::Value;
use tokio::sync::broadcast;

use super::think::{self, Seated, Thought};
use super::{Course, Decision, Hall, LiveEvent, PlayMove, Seats, TableState, TableSummary, Thinking, Undoable};
use crate::error::{ApiError, ApiResult, ProblemCode, shortened};
use crate::secret::TokenHash;
use crate::store::{Change, StoreError, StoredTable};
use crate::time;

/// Signals that a slow watcher may fall behind before it is sent the whole table again.
const SIGNALS: usize = 64;
/// The longest move that is looked at, in bytes; the longest real one is a few hundred.
const LONGEST_MOVE: usize = 4096;
/// How long a request to stop waits for the computer's move.
const STOP_PATIENCE: Duration = Duration::from_secs(3);

/// A table: one game in play.
///
/// Everybody reads its `face`; whoever changes the game holds the `desk` until the change is on disk.
pub struct Table {
    id: String,
    seats: Seats,
    seal: Option<Seal>,
    options: Value,
    created_at: i64,
    desk: tokio::sync::Mutex<Desk>,
    face: RwLock<Arc<Face>>,
    thought: Mutex<Option<Thought>>,
    live: broadcast::Sender<Signal>,
    touched: Mutex<Instant>,
}

/// What only one may use at a time.
pub(super) struct Desk {
    tokens: Vec<(Seat, TokenHash)>,
    pub(super) players: [Option<Seated>; 2],
}

/// The game as it stands on disk, and what is derived from it.
pub(super) struct Face {
    pub(super) course: Arc<Course>,
    pub(super) version: u64,
    view: View,
    updated_at: i64,
    next: Option<String>,
}

/// What watchers are told, written once for all of them.
#[derive(Clone, Debug)]
pub struct Signal {
    /// The version of the table.
    pub seq: u64,
    /// The message; `None` when this copy of the table is no longer kept up to date.
    pub text: Option<Utf8Bytes>,
}

/// A watcher's place at the table.
pub struct Watch {
    /// What happens from now on.
    pub signals: broadcast::Receiver<Signal>,
}

/// A change that is ready to be written.
struct Plan {
    keep: usize,
    events: Vec<Event>,
    course: Course,
    view: View,
}

impl Table {
    /// The table of a stored game whose course has been replayed.
    pub fn new(stored: StoredTable, course: Course) -> Table {
        let face = Face {
            view: course.view(),
            course: Arc::new(course),
            version: stored.version,
            updated_at: stored.updated_at,
            next: stored.next,
        };
        Table {
            id: stored.id,
            seats: stored.seats,
            seal: stored.seed,
            options: stored.options,
            created_at: stored.created_at,
            desk: tokio::sync::Mutex::new(Desk { tokens: stored.tokens, players: [None, None] }),
            face: RwLock::new(Arc::new(face)),
            thought: Mutex::default(),
            live: broadcast::channel(SIGNALS).0,
            touched: Mutex::new(Instant::now()),
        }
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Who sits where.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// What the creator chose beside the rules.
    pub fn options(&self) -> &Value {
        &self.options
    }

    pub(super) fn face(&self) -> Arc<Face> {
        Arc::clone(&self.face.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn thought(&self) -> MutexGuard<'_, Option<Thought>> {
        self.thought.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn desk(&self) -> tokio::sync::MutexGuard<'_, Desk> {
        self.desk.lock().await
    }

    /// The game's course so far.
    pub fn course(&self) -> Arc<Course> {
        Arc::clone(&self.face().course)
    }

    /// The record as everybody may see it.
    pub fn public_record(&self) -> banmen_core::Record {
        self.face().course.public_record(self.seal.as_ref())
    }

    /// The table as everybody sees it.
    pub fn state(&self) -> TableState {
        self.state_of(&self.face())
    }

    fn state_of(&self, face: &Face) -> TableState {
        let record = face.course.public_record(self.seal.as_ref());
        TableState {
            id: self.id.clone(),
            game: record.game.clone(),
            rules: record.rules.clone(),
            seats: self.seats.clone(),
            version: face.version,
            events: face.course.rows().len() as u32,
            record,
            view: face.view.clone(),
            turn: face.course.turn(),
            moves: face.course.rows().to_vec(),
            thinking: self.thinking(),
            undoable: Undoable {
                first: self.may_undo(&face.course, Seat::First),
                second: self.may_undo(&face.course, Seat::Second),
            },
            next: face.next.clone(),
            created_at: time::rfc3339(self.created_at),
            updated_at: time::rfc3339(face.updated_at),
            options: self.options.clone(),
        }
    }

    fn may_undo(&self, course: &Course, seat: Seat) -> bool {
        self.seats.of(seat).is_human() && course.undo_point(seat, true, self.seal.is_some()).is_ok()
    }

    /// The table in a list.
    pub fn summary(&self) -> TableSummary {
        let face = self.face();
        TableSummary {
            id: self.id.clone(),
            game: face.course.entry().id().to_owned(),
            seats: self.seats.clone(),
            turn: face.course.turn(),
            events: face.course.rows().len() as u32,
            updated_at: time::rfc3339(face.updated_at),
            view: face.view.clone(),
        }
    }

    /// The computer that is thinking, if one is.
    pub fn thinking(&self) -> Option<Thinking> {
        self.thought().as_ref().map(|thought| Thinking {
            seat: thought.seat,
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
        let seq = self.face().version;
        // An error only means that nobody watches.
        let _ = self.live.send(signal(&LiveEvent::Thinking { seq, thinking }));
    }

    fn tell_table(&self) {
        if self.live.receiver_count() > 0 {
            let _ = self.live.send(self.whole());
        }
    }

    /// Plays a person's move; the draws that follow from it happen at once.
    pub async fn play(self: &Arc<Table>, hall: &Arc<Hall>, request: PlayMove) -> ApiResult<TableState> {
        let mut desk = self.desk.lock().await;
        let seat = desk.seat(&request.token)?;
        let face = self.face();
        current(&face, request.version)?;
        match face.course.turn() {
            Turn::Over { .. } => return Err(ApiError::new(ProblemCode::GameOver, "the game is over")),
            Turn::Seat { seat: mover } if mover == seat => {}
            Turn::Seat { .. } | Turn::Chance => {
                return Err(ApiError::new(ProblemCode::NotYourTurn, "it is the other player's turn"));
            }
        }
        if request.text.len() > LONGEST_MOVE {
            return Err(ApiError::new(ProblemCode::IllegalMove, "the move is longer than any move can be"));
        }
        let event = Event::Move(request.text.trim().to_owned());
        self.happen(hall, &mut desk, &face, event).await?;
        Ok(self.state())
    }

    /// Lets an event happen, with the draws that follow from it.
    pub(super) async fn happen(
        self: &Arc<Table>,
        hall: &Arc<Hall>,
        desk: &mut Desk,
        face: &Face,
        event: Event,
    ) -> ApiResult<()> {
        let (course, seal) = (Arc::clone(&face.course), self.seal);
        let plan = hall
            .blocking(move || -> ApiResult<Plan> {
                let keep = course.rows().len();
                if keep >= banmen_core::MAX_EVENTS {
                    return Err(ApiError::new(ProblemCode::IllegalMove, "the game is longer than any game can be"));
                }
                let mut course = Course::clone(&course);
                course.push(&event).map_err(|why| ApiError::new(ProblemCode::IllegalMove, shortened(&why)))?;
                let mut events = vec![event];
                if let Some(seal) = seal {
                    events.extend(course.settle(&seal).map_err(ApiError::internal)?);
                }
                Ok(Plan { keep, events, view: course.view(), course })
            })
            .await??;
        self.commit(hall, desk, face, plan).await
    }

    /// Takes back to the seat's previous decision.
    pub async fn undo(self: &Arc<Table>, hall: &Arc<Hall>, request: Decision) -> ApiResult<TableState> {
        let mut desk = self.desk.lock().await;
        let seat = desk.seat(&request.token)?;
        let consent = match &request.consent {
            Some(token) if desk.seat(token)? == seat.other() => true,
            Some(_) => return Err(ApiError::new(ProblemCode::WrongToken, "the consent is not the other seat's token")),
            None => !self.seats.of(seat.other()).is_human(),
        };
        let face = self.face();
        current(&face, request.version)?;
        let keep = face
            .course
            .undo_point(seat, consent, self.seal.is_some())
            .map_err(|why| ApiError::new(ProblemCode::NothingToUndo, why))?;
        let course = Arc::clone(&face.course);
        let plan = hall
            .blocking(move || {
                let course = course.at(keep);
                Plan { keep, events: Vec::new(), view: course.view(), course }
            })
            .await?;
        self.commit(hall, &mut desk, &face, plan).await?;
        Ok(self.state())
    }

    /// Gives up.
    pub async fn resign(self: &Arc<Table>, hall: &Arc<Hall>, request: Decision) -> ApiResult<TableState> {
        let mut desk = self.desk.lock().await;
        let seat = desk.seat(&request.token)?;
        let face = self.face();
        current(&face, request.version)?;
        if face.course.turn().outcome().is_some() {
            return Err(ApiError::new(ProblemCode::GameOver, "the game is over"));
        }
        self.happen(hall, &mut desk, &face, Event::Resign(seat)).await?;
        Ok(self.state())
    }

    /// Asks the thinking computer to play its best move so far, and waits for it.
    pub async fn stop(self: &Arc<Table>, token: Option<&str>) -> ApiResult<TableState> {
        self.entitled(token).await?;
        let mut signals = self.live.subscribe();
        let stopped = self.thought().as_ref().map(|thought| {
            thought.cancel.set();
            thought.version
        });
        if let Some(version) = stopped {
            let moved = async { while self.face().version == version && signals.recv().await.is_ok() {} };
            let _ = tokio::time::timeout(STOP_PATIENCE, moved).await;
        }
        Ok(self.state())
    }

    /// Checks that whoever asks sits at the table; a table without people belongs to everybody.
    pub async fn entitled(&self, token: Option<&str>) -> ApiResult<Option<Seat>> {
        match token {
            Some(token) => self.desk.lock().await.seat(token).map(Some),
            None if self.seats.only_computers() => Ok(None),
            None => Err(wrong_token()),
        }
    }

    /// Lets another token open a seat, now and after a restart.
    pub async fn admit(&self, hall: &Hall, seat: Seat, token: TokenHash) -> ApiResult<()> {
        let mut desk = self.desk.lock().await;
        hall.store().admit(&self.id, seat, token).await?;
        desk.tokens.push((seat, token));
        Ok(())
    }

    /// Notes the table of the rematch and tells the watchers.
    pub async fn succeed(&self, hall: &Hall, next: String) -> ApiResult<()> {
        let _desk = self.desk.lock().await;
        hall.store().succeed(&self.id, &next).await?;
        let face = self.face();
        self.show(Face {
            course: Arc::clone(&face.course),
            version: face.version,
            view: face.view.clone(),
            updated_at: face.updated_at,
            next: Some(next),
        });
        self.tell_table();
        Ok(())
    }

    /// The table of the rematch.
    pub fn next(&self) -> Option<String> {
        self.face().next.clone()
    }

    /// What opens the seats, for a rematch.
    pub async fn tokens(&self) -> Vec<(Seat, TokenHash)> {
        self.desk.lock().await.tokens.clone()
    }

    /// Lets a computer whose turn it is begin to think.
    pub fn wake(self: &Arc<Table>, hall: &Arc<Hall>) {
        // Whoever holds the desk is changing the game and wakes the computer afterwards.
        if let Ok(mut desk) = self.desk.try_lock() {
            think::consider(hall, self, &mut desk);
        }
    }

    /// Sends the watchers away, who will come back to a fresh copy of the table.
    pub(super) fn dismiss(&self) {
        self.abandon();
        let _ = self.live.send(Signal { seq: u64::MAX, text: None });
    }

    /// Tells the thinking computer that nobody waits for its answer any more.
    pub fn abandon(&self) {
        if let Some(thought) = self.thought().take() {
            thought.cancel.set();
        }
    }

    fn show(&self, face: Face) {
        *self.face.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(face);
    }

    /// Writes a change to the disk, and only then shows it.
    async fn commit(self: &Arc<Table>, hall: &Arc<Hall>, desk: &mut Desk, face: &Face, plan: Plan) -> ApiResult<()> {
        let Plan { keep, events, course, view } = plan;
        let at = time::now_ms();
        let change = Change { id: self.id.clone(), version: face.version, keep, events, at };
        if let Err(error) = hall.store().change(change).await {
            if matches!(error, StoreError::Conflict) {
                // Another process plays at the same table; the next request reads what it wrote.
                hall.forget(self);
            }
            return Err(error.into());
        }
        self.abandon();
        if course.turn().outcome().is_some() {
            desk.players = [None, None];
        }
        let version = face.version + 1;
        self.show(Face { course: Arc::new(course), version, view, updated_at: at, next: face.next.clone() });
        think::consider(hall, self, desk);
        self.tell_table();
        Ok(())
    }
}

impl Desk {
    /// The seat that a token opens.
    fn seat(&self, token: &str) -> ApiResult<Seat> {
        let hash = TokenHash::of(token);
        self.tokens.iter().find(|(_, known)| *known == hash).map(|(seat, _)| *seat).ok_or_else(wrong_token)
    }
}

fn wrong_token() -> ApiError {
    ApiError::new(ProblemCode::WrongToken, "the token opens no seat of this table")
}

fn current(face: &Face, asked: u64) -> ApiResult<()> {
    if face.version == asked { Ok(()) } else { Err(ApiError::stale(asked, face.version)) }
}

fn signal(event: &LiveEvent) -> Signal {
    let (LiveEvent::Table { seq, .. } | LiveEvent::Thinking { seq, .. }) = event;
    // Wire types are plain data with text keys and always have a JSON form.
    Signal { seq: *seq, text: serde_json::to_string(event).ok().map(Into::into) }
}
