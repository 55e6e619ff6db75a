//! When to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use banmen_core::{Cancel, Clock};

/// What stops a search, shared by all its threads.
pub struct Control {
    clock: Clock,
    started: Duration,
    /// Never later than this after the start.
    hard: Option<Duration>,
    cancel: Cancel,
    nodes: Option<u64>,
    stop: AtomicBool,
    /// Positions visited by all threads, brought up to date now and then.
    counted: AtomicU64,
}

impl Control {
    /// Starts the clock.
    pub fn start(clock: Clock, hard: Option<Duration>, nodes: Option<u64>, cancel: Cancel) -> Self {
        let started = clock.now();
        Self { clock, started, hard, cancel, nodes, stop: AtomicBool::new(false), counted: AtomicU64::new(0) }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Ends the search of all threads.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search has to end.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts more nodes and looks at the clock; the search must call this every few hundred nodes.
    pub fn count(&self, nodes: u64) {
        let counted = self.counted.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.cancel.is_set()
            || self.nodes.is_some_and(|most| counted >= most)
            || self.hard.is_some_and(|most| self.elapsed() >= most)
        {
            self.stop();
        }
    }

    /// How many nodes one thread may visit before it has to call [`Control::count`].
    pub fn allowance(&self) -> u64 {
        let left = self.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.counted.load(Ordering::Relaxed)));
        left.clamp(1, 256)
    }

    /// Positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }
}
