//! Who is at a table: players with an open line, players who have been away for some time, and watchers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use banmen_core::{Seat, Turn};

use super::{OpenTable, Presence, Table};
use crate::store::Headcount;

/// Who has an open line to a table.
#[derive(Debug)]
pub struct Attendance {
    lines: Mutex<Lines>,
}

#[derive(Debug)]
struct Lines {
    seated: [u32; 2],
    watchers: u32,
    /// Who has a line to another node, by the names of the nodes, and when they last said so.
    elsewhere: HashMap<String, (Instant, Headcount)>,
    /// What the other nodes were told last.
    told: Headcount,
    /// When each player was last heard of.
    heard: [Instant; 2],
    said: [Option<Instant>; 2],
    /// Whether somebody is about to tell the watchers.
    telling: bool,
}

/// For how long another node is believed that does not repeat what it said.
const BELIEVED: Duration = Duration::from_secs(10);

impl Lines {
    fn here(&self) -> Headcount {
        Headcount { seated: self.seated.map(|lines| lines > 0), watchers: self.watchers }
    }

    fn everywhere(&self) -> Headcount {
        let elsewhere = self.elsewhere.values().filter(|(told, _)| told.elapsed() < BELIEVED);
        elsewhere.fold(self.here(), |sum, (_, there)| Headcount {
            seated: [sum.seated[0] || there.seated[0], sum.seated[1] || there.seated[1]],
            watchers: sum.watchers.saturating_add(there.watchers),
        })
    }
}

impl Attendance {
    /// Nobody is there yet; whoever comes late is away from now on.
    pub fn new() -> Attendance {
        let now = Instant::now();
        let lines = Lines {
            seated: [0; 2],
            watchers: 0,
            elsewhere: HashMap::new(),
            told: Headcount::default(),
            heard: [now; 2],
            said: [None; 2],
            telling: false,
        };
        Attendance { lines: Mutex::new(lines) }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a player did something.
    pub fn hear(&self, seat: Seat) {
        self.lines().heard[seat.index()] = Instant::now();
    }

    /// For how long a player has been away; `None` for one who is there.
    pub fn away(&self, seat: Seat) -> Option<Duration> {
        let lines = self.lines();
        (!lines.everywhere().seated[seat.index()]).then(|| lines.heard[seat.index()].elapsed())
    }

    /// What the other nodes have to be told, if anything: who is here, and once that nobody is left.
    pub fn to_tell(&self) -> Option<Headcount> {
        let mut lines = self.lines();
        let here = lines.here();
        let before = std::mem::replace(&mut lines.told, here);
        (!here.is_empty() || !before.is_empty()).then_some(here)
    }

    /// Notes who has a line to another node. Says whether that changes what everybody is told.
    pub fn note(&self, node: String, there: Headcount) -> bool {
        let mut lines = self.lines();
        let before = lines.everywhere();
        let now = Instant::now();
        for (heard, _) in lines.heard.iter_mut().zip(there.seated).filter(|(_, seated)| *seated) {
            *heard = now;
        }
        if there.is_empty() {
            lines.elsewhere.remove(&node);
        } else {
            lines.elsewhere.insert(node, (now, there));
        }
        lines.everywhere() != before
    }

    /// Forgets nodes that have fallen silent. Says whether anybody was there.
    pub fn forget_silent(&self) -> bool {
        let mut lines = self.lines();
        let before = lines.elsewhere.len();
        lines.elsewhere.retain(|_, (told, _)| told.elapsed() < BELIEVED);
        lines.elsewhere.len() < before
    }

    /// Whether a player may say something now; each time has to be some time after the last one.
    pub fn may_speak(&self, seat: Seat, pause: Duration) -> bool {
        let mut lines = self.lines();
        let said = &mut lines.said[seat.index()];
        if said.is_some_and(|said| said.elapsed() < pause) {
            return false;
        }
        *said = Some(Instant::now());
        true
    }

    /// What everybody is told.
    pub fn presence(&self, table: &Table, patience: Duration) -> Presence {
        let claim_ms = match table.turn() {
            Turn::Seat { seat } if table.may_be_claimed() => {
                self.away(seat).map(|away| patience.saturating_sub(away).as_millis() as u64)
            }
            Turn::Seat { .. } | Turn::Chance | Turn::Over { .. } => None,
        };
        let lines = self.lines();
        let Headcount { seated: [first, second], watchers } = lines.everywhere();
        Presence { first, second, watchers, claim_ms }
    }

    /// Whether the caller is the one who tells the watchers in a moment.
    pub(super) fn begin_telling(&self) -> bool {
        !std::mem::replace(&mut self.lines().telling, true)
    }

    pub(super) fn end_telling(&self) {
        self.lines().telling = false;
    }
}

/// An open line to a table, counted until it is dropped.
pub struct Line {
    table: Arc<OpenTable>,
    seat: Option<Seat>,
}

impl Line {
    /// A watcher's line.
    pub fn open(table: Arc<OpenTable>) -> Line {
        table.attendance().lines().watchers += 1;
        Line { table, seat: None }
    }

    /// Makes it the line of a player.
    pub fn sit(&mut self, seat: Seat) {
        if self.seat == Some(seat) {
            return;
        }
        self.count(false);
        self.seat = Some(seat);
        self.count(true);
    }

    fn count(&self, more: bool) {
        let mut lines = self.table.attendance().lines();
        if let Some(seat) = self.seat {
            lines.heard[seat.index()] = Instant::now();
        }
        let number = match self.seat {
            Some(seat) => &mut lines.seated[seat.index()],
            None => &mut lines.watchers,
        };
        *number = if more { *number + 1 } else { number.saturating_sub(1) };
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.count(false);
        self.table.tell_presence_soon();
    }
}
