//! Clocks. Like everything at a table they read no time themselves: the host says what time it is.

use std::ops::RangeInclusive;
use std::time::Duration;

use banmen_core::Seat;
use serde::{Deserialize, Serialize};

use crate::TableError;

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

/// What may be chosen.
const MAIN_SECONDS: RangeInclusive<u32> = 0..=6 * 60 * 60;
const INCREMENT_SECONDS: RangeInclusive<u32> = 0..=10 * 60;
const PERIOD_SECONDS: RangeInclusive<u32> = 1..=60 * 60;
const PERIODS: RangeInclusive<u32> = 1..=30;
const PERIOD_MOVES: RangeInclusive<u32> = 1..=100;
const DAYS: RangeInclusive<u32> = 1..=30;

/// Lag compensation: time that the network took is not charged, as far as this account goes. A player who claims more lag than
/// there is gains [`LAG_GAIN`] a move at most.
const LAG_MOST: i64 = 1000;
const LAG_START: i64 = 500;
const LAG_GAIN: i64 = 100;

/// A computer plans for this many more moves while its main time lasts, and leaves this share of a period unused.
const MOVES_AHEAD: i64 = 25;
const SHARE_OF_PERIOD: f64 = 0.7;
/// The shortest time in which a computer moves.
const SHORTEST_THOUGHT: Duration = Duration::from_millis(20);

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TimeControl {
    /// Time for the whole game, and some more with every move.
    Fischer {
        /// Main time, up to six hours.
        seconds: u32,
        /// Added after every move, up to ten minutes.
        increment: u32,
    },
    /// After the main time, periods; one is lost whenever a move takes longer than what is left of it.
    Byoyomi {
        /// Main time, up to six hours.
        seconds: u32,
        /// How many periods, 1 to 30.
        periods: u32,
        /// Seconds of each, up to an hour.
        period: u32,
    },
    /// After the main time, a number of moves within each period.
    Canadian {
        /// Main time, up to six hours.
        seconds: u32,
        /// Moves to be played in each period, 1 to 100.
        moves: u32,
        /// Seconds of each, up to an hour.
        period: u32,
    },
    /// Days for each move.
    Correspondence {
        /// How many, 1 to 30.
        days: u32,
    },
}

impl TimeControl {
    /// Refuses what cannot be played.
    pub fn checked(self) -> Result<TimeControl, TableError> {
        let within = |name: &str, value: u32, range: RangeInclusive<u32>| {
            if range.contains(&value) {
                return Ok(());
            }
            let (least, most) = range.into_inner();
            Err(TableError::Invalid(format!("`clock.{name}` is {value}, expected {least} to {most}")))
        };
        match self {
            TimeControl::Fischer { seconds, increment } => {
                within("seconds", seconds, MAIN_SECONDS)?;
                within("increment", increment, INCREMENT_SECONDS)?;
                if seconds + increment == 0 {
                    return Err(TableError::Invalid("`clock` gives no time at all".to_owned()));
                }
            }
            TimeControl::Byoyomi { seconds, periods, period } => {
                within("seconds", seconds, MAIN_SECONDS)?;
                within("periods", periods, PERIODS)?;
                within("period", period, PERIOD_SECONDS)?;
            }
            TimeControl::Canadian { seconds, moves, period } => {
                within("seconds", seconds, MAIN_SECONDS)?;
                within("moves", moves, PERIOD_MOVES)?;
                within("period", period, PERIOD_SECONDS)?;
            }
            TimeControl::Correspondence { days } => within("days", days, DAYS)?,
        }
        Ok(self)
    }

    /// Whether players take days and need not be present.
    pub const fn is_correspondence(self) -> bool {
        matches!(self, TimeControl::Correspondence { .. })
    }

    fn at_first(self) -> Remaining {
        let ms = |seconds: u32| i64::from(seconds) * SECOND;
        let none = Remaining { main_ms: 0, period_ms: 0, periods: 0, moves: 0, lag_ms: LAG_START };
        match self {
            // Without main time the first move has the increment.
            TimeControl::Fischer { seconds: 0, increment } => Remaining { main_ms: ms(increment), ..none },
            TimeControl::Fischer { seconds, .. } => Remaining { main_ms: ms(seconds), ..none },
            TimeControl::Byoyomi { seconds, periods, period } => {
                Remaining { main_ms: ms(seconds), period_ms: ms(period), periods, ..none }
            }
            TimeControl::Canadian { seconds, moves, period } => {
                Remaining { main_ms: ms(seconds), period_ms: ms(period), moves, ..none }
            }
            TimeControl::Correspondence { days } => Remaining { main_ms: i64::from(days) * DAY, ..none },
        }
    }
}

/// The time that a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Remaining {
    /// Main time in milliseconds; of correspondence, the time for this move.
    pub main_ms: i64,
    /// Milliseconds of the period that is or would be used after the main time.
    pub period_ms: i64,
    /// Periods of byoyomi that are left, the one in use included.
    pub periods: u32,
    /// Moves still to be played within the period of Canadian overtime.
    pub moves: u32,
    /// How much of the network's delay is still made up for, in milliseconds.
    pub lag_ms: i64,
}

impl Remaining {
    /// Milliseconds until the flag falls, if the player does not move.
    pub fn all_ms(&self) -> i64 {
        self.main_ms + if self.periods > 0 { self.period_ms * i64::from(self.periods) } else { self.period_ms }
    }

    /// The time left after `spent` without a move; `None` if the flag has fallen.
    fn after(self, spent: i64) -> Option<Remaining> {
        if spent >= self.all_ms() {
            return None;
        }
        let over = spent - self.main_ms;
        if over < 0 {
            return Some(Remaining { main_ms: self.main_ms - spent, ..self });
        }
        Some(if self.periods > 0 {
            let lost = u32::try_from(over / self.period_ms).unwrap_or(u32::MAX);
            Remaining { main_ms: 0, periods: self.periods - lost, ..self }
        } else {
            Remaining { main_ms: 0, period_ms: self.period_ms - over, ..self }
        })
    }

    /// What a move brings.
    fn moved(self, control: TimeControl) -> Remaining {
        match control {
            TimeControl::Fischer { increment, .. } => {
                Remaining { main_ms: self.main_ms + i64::from(increment) * SECOND, ..self }
            }
            TimeControl::Byoyomi { .. } => self,
            TimeControl::Canadian { moves, period, .. } => match (self.main_ms, self.moves) {
                (0, 0 | 1) => Remaining { moves, period_ms: i64::from(period) * SECOND, ..self },
                (0, left) => Remaining { moves: left - 1, ..self },
                _ => self,
            },
            TimeControl::Correspondence { .. } => Remaining { main_ms: control.at_first().main_ms, ..self },
        }
    }
}

/// Whose clock runs, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// Whose.
    pub seat: Seat,
    /// Milliseconds since 1970.
    pub since_ms: i64,
}

/// The clock of a game.
///
/// It stands still until both players have moved, so that nobody loses time while the other one is on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// How time is given.
    pub control: TimeControl,
    /// What the first player had when their turn began.
    pub first: Remaining,
    /// What the second player had when their turn began.
    pub second: Remaining,
    /// Whose time runs.
    #[serde(default)]
    pub running: Option<Running>,
}

/// What people see of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClockReading {
    /// How time is given.
    pub control: TimeControl,
    /// What the first player had when their turn began.
    pub first: Remaining,
    /// What the second player had when their turn began.
    pub second: Remaining,
    /// Whose time runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub running: Option<Seat>,
    /// For how long it had run when this was sent, in milliseconds.
    pub elapsed_ms: i64,
}

impl Clock {
    /// A clock that has not been started.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, first: control.at_first(), second: control.at_first(), running: None }
    }

    /// What a player had when their turn began.
    pub fn of(&self, seat: Seat) -> Remaining {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    fn with(mut self, seat: Seat, remaining: Remaining) -> Clock {
        match seat {
            Seat::First => self.first = remaining,
            Seat::Second => self.second = remaining,
        }
        self
    }

    /// What people see at this moment.
    pub fn reading(&self, now_ms: i64) -> ClockReading {
        let elapsed_ms = self.running.map_or(0, |running| (now_ms - running.since_ms).max(0));
        let running = self.running.map(|running| running.seat);
        ClockReading { control: self.control, first: self.first, second: self.second, running, elapsed_ms }
    }

    /// The moment at which the running flag falls, a move that is on its way included.
    pub fn deadline_ms(&self) -> Option<i64> {
        let Running { seat, since_ms } = self.running?;
        let left = self.of(seat);
        Some(since_ms.saturating_add(left.all_ms()).saturating_add(left.lag_ms))
    }

    /// Whose flag has fallen by now, whether or not a move is on its way.
    pub fn fallen(&self, now_ms: i64) -> Option<Seat> {
        self.running.filter(|_| self.deadline_ms().is_some_and(|end| end <= now_ms)).map(|running| running.seat)
    }

    /// The clock after the running player's move at this moment; `None` if their flag had fallen before.
    ///
    /// `thought_ms` is how long the player's own program says that the player took. The rest is the network's, and is not
    /// charged as far as the account of lag goes.
    #[must_use]
    pub fn pressed(self, now_ms: i64, thought_ms: Option<i64>) -> Option<Clock> {
        let Some(Running { seat, since_ms }) = self.running else { return Some(self) };
        let before = self.of(seat);
        let elapsed = (now_ms - since_ms).max(0);
        let lag = thought_ms.map_or(0, |thought| (elapsed - thought.max(0)).clamp(0, before.lag_ms));
        let after = before.after(elapsed - lag)?.moved(self.control);
        let account = (before.lag_ms - lag + LAG_GAIN).min(LAG_MOST);
        Some(Clock { running: None, ..self.with(seat, Remaining { lag_ms: account, ..after }) })
    }

    /// The clock stopped without a move. Nobody loses by it what is already lost: at least a moment is left.
    #[must_use]
    pub fn stopped(self, now_ms: i64) -> Clock {
        let Some(Running { seat, since_ms }) = self.running else { return self };
        let before = self.of(seat);
        let spent = (now_ms - since_ms).clamp(0, (before.all_ms() - 1).max(0));
        let after = before.after(spent).unwrap_or(before);
        Clock { running: None, ..self.with(seat, after) }
    }

    /// The clock when this player's flag has fallen.
    #[must_use]
    pub fn fell(self, seat: Seat) -> Clock {
        let nothing = Remaining { main_ms: 0, period_ms: 0, periods: 0, ..self.of(seat) };
        Clock { running: None, ..self.with(seat, nothing) }
    }

    /// The clock with this player's time running from now on.
    #[must_use]
    pub fn started(self, seat: Seat, now_ms: i64) -> Clock {
        Clock { running: Some(Running { seat, since_ms: now_ms }), ..self }
    }

    /// The clock as if the time between two moments had not passed: nobody could move then.
    #[must_use]
    pub fn without(self, from_ms: i64, to_ms: i64) -> Clock {
        let Some(Running { seat, since_ms }) = self.running else { return self };
        let lost = (to_ms - since_ms.max(from_ms)).max(0);
        Clock { running: Some(Running { seat, since_ms: since_ms + lost }), ..self }
    }

    /// How long a computer should think for one move; `None` for as long as it likes.
    pub(crate) fn budget(&self, seat: Seat) -> Option<Duration> {
        let left = self.of(seat);
        let ahead = left.main_ms / MOVES_AHEAD;
        let share = |period: i64| (period as f64 * SHARE_OF_PERIOD) as i64;
        let ms = match self.control {
            TimeControl::Correspondence { .. } => return None,
            TimeControl::Fischer { increment, .. } => {
                (ahead + share(i64::from(increment) * SECOND)).min(share(left.main_ms))
            }
            TimeControl::Byoyomi { .. } => ahead.max(share(left.period_ms)),
            TimeControl::Canadian { .. } => ahead.max(share(left.period_ms / i64::from(left.moves.max(1)))),
        };
        Some(Duration::from_millis(ms.max(0).unsigned_abs()).max(SHORTEST_THOUGHT))
    }
}
