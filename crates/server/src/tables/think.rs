//! The computer's turn.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use banmen_catalog::AnyPlayer;
use banmen_core::{Cancel, Event, Limits, Progress, Seat};

use super::table::{Desk, Face};
use super::{Hall, Table};
use crate::error::ProblemCode;
use crate::{secret, time};

/// Between two reports of progress to watchers.
const REPORTS: Duration = Duration::from_millis(100);
/// A level that states no time gets this much, so that nothing runs without an end.
const UNSTATED_TIME: Duration = Duration::from_secs(10);
/// What a table's option `seconds` may say.
const CHOSEN_TIME: std::ops::RangeInclusive<f64> = 0.05..=120.0;
/// What a table's option `pause_ms` may say at most.
const LONGEST_PAUSE: u64 = 60_000;
/// How often a computer is asked before it gives up. A healthy one answers the first time.
const ATTEMPTS: u32 = 2;

/// A computer that is thinking.
pub(super) struct Thought {
    pub(super) seat: Seat,
    pub(super) version: u64,
    pub(super) since_ms: i64,
    pub(super) cancel: Cancel,
    pub(super) progress: Option<Progress>,
}

/// A computer player between its moves, with what it has learned.
pub(super) struct Seated {
    player: Box<dyn AnyPlayer>,
    _slot: Slot,
}

/// One of the places for players that keep what they learned.
struct Slot(Arc<AtomicUsize>);

impl Slot {
    fn take(taken: &Arc<AtomicUsize>, most: usize) -> Option<Slot> {
        let slot = Slot(Arc::clone(taken));
        (taken.fetch_add(1, Ordering::Relaxed) < most).then_some(slot)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Lets the computer begin to think if it is its turn and it does not think yet.
pub(super) fn consider(hall: &Arc<Hall>, table: &Arc<Table>, desk: &mut Desk) {
    let face = table.face();
    let Some(seat) = face.course.turn().seat() else { return };
    let Some(level) = table.seats().of(seat).level() else { return };
    if hall.is_closing() || (table.seats().only_computers() && table.idle() > hall.limits().watch_grace) {
        return;
    }
    let cancel = Cancel::new();
    {
        let mut thought = table.thought();
        if thought.is_some() {
            return;
        }
        let since_ms = time::now_ms();
        *thought = Some(Thought { seat, version: face.version, since_ms, cancel: cancel.clone(), progress: None });
    }
    let turn = TurnToTake {
        hall: Arc::clone(hall),
        table: Arc::clone(table),
        level: level.to_owned(),
        player: desk.players[seat.index()].take().map(|seated| seated.player),
        face,
        seat,
        cancel,
    };
    let table = Arc::clone(table);
    tokio::spawn(async move {
        // Whatever goes wrong, the table must not wait for ever; the next visitor wakes the computer again.
        if let Err(error) = tokio::spawn(turn.take()).await {
            tracing::error!(table = table.id(), %error, "the computer's turn was lost");
            table.abandon();
        }
    });
}

struct TurnToTake {
    hall: Arc<Hall>,
    table: Arc<Table>,
    level: String,
    player: Option<Box<dyn AnyPlayer>>,
    face: Arc<Face>,
    seat: Seat,
    cancel: Cancel,
}

impl TurnToTake {
    async fn take(mut self) {
        if self.table.seats().only_computers() && !self.face.course.rows().is_empty() {
            tokio::time::sleep(self.pause()).await;
        }
        self.table.tell_thinking();
        let table = Arc::clone(&self.table);
        for attempt in 1..=ATTEMPTS {
            let chosen = self.choose().await;
            let mut desk = table.desk().await;
            if !self.is_wanted() {
                return;
            }
            let event = match chosen {
                Some(text) => Event::Move(text),
                None if attempt < ATTEMPTS => continue,
                None => Event::Resign(self.seat),
            };
            self.keep_player(&mut desk);
            match table.happen(&self.hall, &mut desk, &self.face, event).await {
                Ok(()) => return,
                Err(error) if error.problem().code != ProblemCode::IllegalMove => {
                    // Not the computer's fault; it tries again when somebody next looks at the table.
                    tracing::error!(table = table.id(), %error, "the computer's move could not be kept");
                    return table.abandon();
                }
                Err(error) => tracing::error!(
                    table = table.id(), level = self.level, %error, "the computer's move was refused"
                ),
            }
            desk.players[self.seat.index()] = None;
        }
        let mut desk = table.desk().await;
        if self.is_wanted() {
            let resigned = table.happen(&self.hall, &mut desk, &self.face, Event::Resign(self.seat)).await;
            if let Err(error) = resigned {
                tracing::error!(table = table.id(), %error, "the computer could not even resign");
                table.abandon();
            }
        }
    }

    /// Whether the table still waits for this very turn.
    fn is_wanted(&self) -> bool {
        !self.hall.is_closing()
            && self.table.face().version == self.face.version
            && self.table.thought().as_ref().is_some_and(|thought| thought.version == self.face.version)
    }

    fn pause(&self) -> Duration {
        let chosen = self.table.options().get("pause_ms").and_then(serde_json::Value::as_u64);
        chosen.map_or(self.hall.limits().watch_pause, |ms| Duration::from_millis(ms.min(LONGEST_PAUSE)))
    }

    fn time(&self) -> Duration {
        let chosen = self.table.options().get("seconds").and_then(serde_json::Value::as_f64);
        if let Some(seconds) = chosen {
            return Duration::from_secs_f64(seconds.clamp(*CHOSEN_TIME.start(), *CHOSEN_TIME.end()));
        }
        let levels = &self.face.course.entry().info().levels;
        let stated = levels.iter().find(|level| level.id == self.level).map_or(0.0, |level| level.seconds);
        if stated > 0.0 { Duration::from_secs_f64(stated) } else { UNSTATED_TIME }
    }

    /// Asks the player on a thread of its own; `None` if it failed.
    async fn choose(&mut self) -> Option<String> {
        let limits = Limits {
            time: Some(self.time()),
            memory: Some(self.hall.limits().search_memory),
            threads: self.hall.limits().search_threads,
            cancel: self.cancel.clone(),
            ..Limits::none()
        };
        let player = self.player.take();
        let (level, course, table) = (self.level.clone(), Arc::clone(&self.face.course), Arc::clone(&self.table));
        let version = self.face.version;
        let search = move || {
            let entry = course.entry();
            let player = match player {
                Some(player) => Ok(player),
                None => entry.player(&level, &course.game().record().rules, secret::random_u64()),
            };
            let mut player = match player {
                Ok(player) => player,
                Err(error) => {
                    tracing::error!(table = table.id(), %error, "there is no such player");
                    return (None, None);
                }
            };
            let mut reported = Instant::now();
            let mut report = |progress: Progress| {
                if reported.elapsed() < REPORTS {
                    return;
                }
                reported = Instant::now();
                match table.thought().as_mut() {
                    Some(thought) if thought.version == version => thought.progress = Some(progress),
                    // Nobody waits for this search any more.
                    _ => return,
                }
                table.tell_thinking();
            };
            let chosen = catch_unwind(AssertUnwindSafe(|| player.choose(course.game(), &limits, &mut report)));
            match chosen {
                Ok(Some(text)) => (Some(player), Some(text)),
                Ok(None) => {
                    tracing::error!(table = table.id(), level, "the computer has no move");
                    (None, None)
                }
                Err(_) => {
                    tracing::error!(table = table.id(), level, "the computer panicked");
                    (None, None)
                }
            }
        };
        let (player, text) = self.hall.thinkers().run(search).await.unwrap_or((None, None));
        self.player = player;
        text
    }

    fn keep_player(&mut self, desk: &mut Desk) {
        let Some(player) = self.player.take() else { return };
        if let Some(slot) = Slot::take(self.hall.warm_players(), self.hall.limits().warm_players) {
            desk.players[self.seat.index()] = Some(Seated { player, _slot: slot });
        }
    }
}
