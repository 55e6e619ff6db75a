use std::ops::RangeInclusive;
use std::time::Duration;

use banmen_core::{Limits, Seat};

use crate::{Pace, Table};

/// A level that states no time gets this much, so that nothing runs without an end.
const UNSTATED_TIME: Duration = Duration::from_secs(10);
/// What a table's option `seconds` may say.
const CHOSEN_TIME: RangeInclusive<f64> = 0.05..=120.0;
/// What a table's option `pause_ms` may say at most.
const LONGEST_PAUSE: u64 = 60_000;

/// A turn that a computer has to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Whose turn it is.
    pub seat: Seat,
    /// The level that plays.
    pub level: String,
    /// The version of the table that it thinks about. The answer to another version is no longer wanted.
    pub version: u64,
    /// How long it may think.
    pub time: Duration,
    /// How long it waits before it begins.
    pub pause: Pause,
    /// Counted from 1. From the second attempt on, the player starts afresh.
    pub attempt: u32,
}

/// How long a computer waits before it thinks, so that people can follow two computers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Not at all.
    None,
    /// As long as the host finds good.
    Usual,
    /// As long as the creator of the table chose.
    Chosen(Duration),
}

impl Pause {
    /// The time to wait, where `usual` is what the host finds good.
    pub fn duration(self, usual: Duration) -> Duration {
        match self {
            Pause::None => Duration::ZERO,
            Pause::Usual => usual,
            Pause::Chosen(chosen) => chosen,
        }
    }
}

impl Assignment {
    /// How often a computer is asked before it gives up. A healthy one answers the first time.
    pub const ATTEMPTS: u32 = 2;

    /// What follows from the game as it stands: the computer that has to think, if one has to.
    pub(crate) fn at(table: &Table) -> Option<Assignment> {
        if table.meeting().pace == Pace::Paused {
            return None;
        }
        let seat = table.turn().seat()?;
        let level = table.seats().of(seat).level()?.to_owned();
        let alone = table.seats().only_computers() && !table.course().rows().is_empty();
        let pause = match table.options().get("pause_ms").and_then(serde_json::Value::as_u64) {
            _ if !alone => Pause::None,
            Some(ms) => Pause::Chosen(Duration::from_millis(ms.min(LONGEST_PAUSE))),
            None => Pause::Usual,
        };
        let time = match table.options().get("seconds").and_then(serde_json::Value::as_f64) {
            Some(seconds) => Duration::from_secs_f64(seconds.clamp(*CHOSEN_TIME.start(), *CHOSEN_TIME.end())),
            None => usual_time(table, &level),
        };
        // A computer plays by the same clock.
        let budget = table.meeting().clock.filter(|clock| clock.running.is_some()).and_then(|clock| clock.budget(seat));
        let time = budget.map_or(time, |budget| time.min(budget));
        Some(Assignment { seat, level, version: table.version(), time, pause, attempt: 1 })
    }

    /// The limits of the search; memory, threads, the clock and the cancel flag are the host's.
    pub fn limits(&self) -> Limits {
        Limits { time: Some(self.time), ..Limits::none() }
    }

    /// The same once more, if there is another attempt.
    pub(crate) fn again(self) -> Option<Assignment> {
        let attempt = self.attempt + 1;
        (attempt <= Assignment::ATTEMPTS).then_some(Assignment { attempt, pause: Pause::None, ..self })
    }
}

/// How long a level thinks unless somebody chose.
fn usual_time(table: &Table, level: &str) -> Duration {
    let levels = &table.course().entry().info().levels;
    let stated = levels.iter().find(|known| known.id == level).map_or(0.0, |known| known.seconds);
    if stated > 0.0 { Duration::from_secs_f64(stated) } else { UNSTATED_TIME }
}
