use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much a player or an analysis may spend. Nothing runs without a way to stop.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Longest time.
    pub time: Option<Duration>,
    /// Most nodes, positions or samples, whatever the work counts.
    pub nodes: Option<u64>,
    /// Deepest search.
    pub depth: Option<u32>,
    /// Most memory, in bytes.
    pub memory: Option<u64>,
    /// How many threads may work at once.
    pub threads: usize,
    /// Set by whoever no longer wants the answer.
    pub cancel: Cancel,
    /// Where the time comes from.
    pub clock: Clock,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            depth: None,
            memory: None,
            threads: 1,
            cancel: Cancel::default(),
            clock: Clock::default(),
        }
    }
}

impl Limits {
    /// No limit but the cancel flag.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// At most this long.
    pub fn within(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// At most this many nodes.
    pub fn of_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Starts the clock.
    pub fn start(&self) -> Budget {
        Budget { started: self.clock.now(), limits: self.clone() }
    }
}

/// Limits whose clock is running.
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    started: Duration,
}

impl Budget {
    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.started)
    }

    /// Time that is left, if time is limited.
    pub fn remaining(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// Why the work has to end now, having counted this many nodes; `None` to go on.
    pub fn stop(&self, nodes: u64) -> Option<Stop> {
        if self.limits.cancel.is_set() {
            Some(Stop::Cancelled)
        } else if self.limits.nodes.is_some_and(|most| nodes >= most) {
            Some(Stop::Nodes)
        } else if self.limits.time.is_some_and(|most| self.elapsed() >= most) {
            Some(Stop::Time)
        } else {
            None
        }
    }

    /// Like [`Budget::stop`] for work that also counts its bytes.
    pub fn stop_with_memory(&self, nodes: u64, bytes: u64) -> Option<Stop> {
        if self.limits.memory.is_some_and(|most| bytes >= most) { Some(Stop::Memory) } else { self.stop(nodes) }
    }

    /// The limits it was started from.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Which limit ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is up.
    Time,
    /// Enough nodes.
    Nodes,
    /// The memory is full.
    Memory,
    /// Nobody wants the answer any more.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "the time limit was reached",
            Stop::Nodes => "the node limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Cancelled => "it was stopped",
        })
    }
}

/// A flag that many hands can hold and any of them can set.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Asks the work to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A monotonic clock, told from outside so that the games read none themselves.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock that asks `now` for the time since some fixed moment.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// A clock that stands still, so that time limits never end anything.
    pub fn stopped() -> Clock {
        Clock::new(|| Duration::ZERO)
    }

    /// The system's monotonic clock.
    #[cfg(feature = "clock")]
    pub fn system() -> Clock {
        let started = std::time::Instant::now();
        Clock::new(move || started.elapsed())
    }

    /// The time since the clock's fixed moment.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    /// The system clock where there is one, else a stopped one.
    fn default() -> Clock {
        #[cfg(feature = "clock")]
        return Clock::system();
        #[cfg(not(feature = "clock"))]
        Clock::stopped()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_ends_the_work_with_its_own_name() {
        let clock = Arc::new(std::sync::Mutex::new(Duration::ZERO));
        let hands = Arc::clone(&clock);
        let limits = Limits {
            time: Some(Duration::from_secs(2)),
            nodes: Some(10),
            memory: Some(100),
            clock: Clock::new(move || *hands.lock().unwrap()),
            ..Limits::none()
        };
        let budget = limits.start();
        assert_eq!(budget.stop(9), None);
        assert_eq!(budget.stop(10), Some(Stop::Nodes));
        assert_eq!(budget.stop_with_memory(0, 100), Some(Stop::Memory));
        *clock.lock().unwrap() = Duration::from_secs(2);
        assert_eq!(budget.stop(0), Some(Stop::Time));
        assert_eq!(budget.remaining(), Some(Duration::ZERO));
        limits.cancel.set();
        assert_eq!(budget.stop(0), Some(Stop::Cancelled));
    }
}
