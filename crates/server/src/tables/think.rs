//! The computer's turn.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use banmen_catalog::AnyPlayer;
use banmen_core::{Cancel, Limits, Progress};

use super::open_table::Desk;
use super::{Assignment, Caller, Command, Hall, OpenTable, Table, Think};
use crate::{secret, time};

/// Between two reports of progress to watchers.
const REPORTS: Duration = Duration::from_millis(100);

/// How often a node asks whether the one that thinks at a table still lives.
const KEEPER: Duration = Duration::from_millis(500);

/// A computer that is thinking.
pub(super) struct Thought {
    pub(super) assignment: Assignment,
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
pub(super) fn consider(hall: &Arc<Hall>, table: &Arc<OpenTable>, desk: &mut Desk) {
    let face = table.face();
    let Some(assignment) = face.assignment() else { return };
    if hall.is_closing() || (face.seats().only_computers() && table.idle() > hall.limits().watch_grace) {
        return;
    }
    let cancel = Cancel::new();
    {
        let mut thought = table.thought();
        if thought.is_some() {
            return;
        }
        *thought = Some(Thought {
            assignment: assignment.clone(),
            since_ms: time::now_ms(),
            cancel: cancel.clone(),
            progress: None,
        });
    }
    let turn = TurnToTake {
        hall: Arc::clone(hall),
        table: Arc::clone(table),
        player: desk.players[assignment.seat.index()].take().map(|seated| seated.player),
        assignment,
        face,
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

/// When a computer acts next at a table even if nobody looks. Two computers play only while somebody watches.
pub(super) fn wake_at(table: &Table) -> Option<i64> {
    (table.assignment().is_some() && !table.seats().only_computers()).then(|| table.updated_at())
}

struct TurnToTake {
    hall: Arc<Hall>,
    table: Arc<OpenTable>,
    assignment: Assignment,
    player: Option<Box<dyn AnyPlayer>>,
    face: Arc<Table>,
    cancel: Cancel,
}

impl TurnToTake {
    async fn take(mut self) {
        if !self.is_ours().await {
            return;
        }
        let pause = self.assignment.pause.duration(self.hall.limits().watch_pause);
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        self.table.tell_thinking();
        let table = Arc::clone(&self.table);
        loop {
            let text = self.choose().await;
            let mut desk = table.desk().await;
            if !self.is_wanted() {
                return;
            }
            let answer = Command::Answer { assignment: self.assignment.clone(), text };
            let face = Arc::clone(&self.face);
            let step = self.hall.blocking(move || face.act(answer, Caller::Host, &secret::moment())).await;
            let followed = match step {
                Ok(Ok(step)) => {
                    if let [Think::Start(again)] = &step.think[..] {
                        tracing::error!(table = table.id(), level = again.level, "the computer failed and tries again");
                        self.assignment = again.clone();
                        self.player = None;
                        continue;
                    }
                    self.keep_player(&mut desk);
                    table.follow(&self.hall, &mut desk, step).await
                }
                Ok(Err(error)) => Err(error.into()),
                Err(error) => Err(error),
            };
            if let Err(error) = followed {
                // Not the computer's fault; it tries again when somebody next looks at the table.
                tracing::error!(table = table.id(), %error, "the computer's move could not be kept");
                table.abandon();
            }
            return;
        }
    }

    /// Waits until this node is the one that thinks at the table, or the turn is over; while another one does, it thinks for
    /// everybody, and if it dies, somebody goes on.
    async fn is_ours(&mut self) -> bool {
        loop {
            match self.hall.keeps(self.table.id()).await {
                Ok(true) => {
                    self.table.keep(true);
                    return true;
                }
                Ok(false) => self.table.keep(false),
                Err(error) => tracing::warn!(table = self.table.id(), %error, "nobody knows who thinks here"),
            }
            tokio::time::sleep(KEEPER).await;
            if !self.is_wanted() {
                return false;
            }
        }
    }

    /// Whether the table still waits for this very turn.
    fn is_wanted(&self) -> bool {
        let version = self.assignment.version;
        !self.hall.is_closing()
            && self.table.face().version() == version
            && self.table.thought().as_ref().is_some_and(|thought| thought.assignment.version == version)
    }

    /// Asks the player on a thread of its own; `None` if it failed.
    async fn choose(&mut self) -> Option<String> {
        let limits = Limits {
            memory: Some(self.hall.limits().search_memory),
            threads: self.hall.limits().search_threads,
            cancel: self.cancel.clone(),
            ..self.assignment.limits()
        };
        let player = self.player.take();
        let (level, face, table) = (self.assignment.level.clone(), Arc::clone(&self.face), Arc::clone(&self.table));
        let version = self.assignment.version;
        let search = move || {
            let course = face.course();
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
                    Some(thought) if thought.assignment.version == version => thought.progress = Some(progress),
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
        let (player, text) =
            self.hall.thinkers().run(self.table.patron(), self.assignment.time, search).await.unwrap_or((None, None));
        self.player = player;
        text
    }

    fn keep_player(&mut self, desk: &mut Desk) {
        let Some(player) = self.player.take() else { return };
        if let Some(slot) = Slot::take(self.hall.warm_players(), self.hall.limits().warm_players) {
            desk.players[self.assignment.seat.index()] = Some(Seated { player, _slot: slot });
        }
    }
}
