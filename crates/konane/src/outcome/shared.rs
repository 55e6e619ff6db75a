//! What the workers of one search tell each other, beside the table of verdicts.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

use crate::outcome::verdicts::Signature;

/// The state that all workers of a search see.
pub struct Shared {
    /// How many workers there are.
    pub workers: usize,
    /// Sums looked into by each worker.
    nodes: Box<[AtomicU64]>,
    /// Bytes in use by each worker.
    bytes: Box<[AtomicU64]>,
    /// Values known to each worker.
    values: Box<[AtomicU64]>,
    /// How many workers are inside a sum, and above these bits how often one has come, by a few bits of its signature.
    busy: Box<[AtomicU32]>,
    /// 0 while nothing is known, 1 if the player to move loses, 2 if it wins.
    answer: AtomicU8,
    /// Whether a worker met a limit.
    stopped: AtomicBool,
    /// Whether all workers have to leave the table for a moment.
    paused: AtomicBool,
}

/// So many that two workers seldom meet by chance, and so few that they stay near the processor.
const BUSY_SLOTS: usize = 1 << 13;
/// Bits for the workers inside a sum.
const INSIDE_BITS: u32 = 12;

impl Shared {
    pub fn new(workers: usize) -> Shared {
        let zeros = || (0..workers).map(|_| AtomicU64::new(0)).collect();
        Shared {
            workers,
            nodes: zeros(),
            bytes: zeros(),
            values: zeros(),
            busy: (0..if workers > 1 { BUSY_SLOTS } else { 1 }).map(|_| AtomicU32::new(0)).collect(),
            answer: AtomicU8::new(0),
            stopped: AtomicBool::new(false),
            paused: AtomicBool::new(false),
        }
    }

    /// A worker says how far it has got.
    pub fn note(&self, worker: usize, nodes: u64, bytes: usize, values: usize) {
        self.nodes[worker].store(nodes, Ordering::Relaxed);
        self.bytes[worker].store(bytes as u64, Ordering::Relaxed);
        self.values[worker].store(values as u64, Ordering::Relaxed);
    }

    /// Sums, bytes and values of all workers.
    pub fn totals(&self) -> [u64; 3] {
        [&self.nodes, &self.bytes, &self.values].map(|counts| counts.iter().map(|n| n.load(Ordering::Relaxed)).sum())
    }

    fn slot(&self, signature: Signature) -> &AtomicU32 {
        &self.busy[signature.place as usize % BUSY_SLOTS]
    }

    /// A worker looks into a sum.
    pub fn enter(&self, signature: Signature) {
        if self.workers > 1 {
            self.slot(signature).fetch_add(1 + (1 << INSIDE_BITS), Ordering::Relaxed);
        }
    }

    /// It does so no longer.
    pub fn leave(&self, signature: Signature) {
        if self.workers > 1 {
            self.slot(signature).fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// How many workers look into a sum.
    pub fn inside(&self, signature: Signature) -> u32 {
        let inside = |slot: &AtomicU32| slot.load(Ordering::Relaxed) & ((1 << INSIDE_BITS) - 1);
        if self.workers > 1 { inside(self.slot(signature)) } else { 0 }
    }

    /// How often a worker has come into a sum in which there is one, as far as a few bits tell; `None` if there are others inside.
    pub fn visits(&self, signature: Signature) -> Option<u32> {
        if self.workers == 1 {
            return Some(0);
        }
        let slot = self.slot(signature).load(Ordering::Relaxed);
        (slot & ((1 << INSIDE_BITS) - 1) <= 1).then_some(slot >> INSIDE_BITS)
    }

    /// A worker knows whether the player to move wins.
    pub fn decide(&self, wins: bool) {
        self.answer.store(1 + u8::from(wins), Ordering::Relaxed);
    }

    /// Whether the player to move wins, if a worker knows.
    pub fn decided(&self) -> Option<bool> {
        match self.answer.load(Ordering::Relaxed) {
            0 => None,
            answer => Some(answer == 2),
        }
    }

    /// A worker met a limit.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// A worker finds that the table has to grow, which all others have to leave meanwhile.
    pub fn pause(&self) {
        self.paused.store(true, Ordering::Relaxed);
    }

    /// Whether the table has to grow before the work goes on.
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed) && !self.is_over()
    }

    /// The table has grown.
    pub fn go_on(&self) {
        self.paused.store(false, Ordering::Relaxed);
    }

    /// Whether the others should end as well.
    pub fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.decided().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_is_noticed_even_when_it_is_over() {
        let shared = Shared::new(2);
        let (sum, other) = (Signature { place: 5, tag: 0 }, Signature { place: 6, tag: 0 });
        shared.enter(sum);
        let alone = shared.visits(sum);
        assert!(alone.is_some() && shared.inside(sum) == 1);
        shared.enter(other);
        shared.leave(other);
        assert_eq!(shared.visits(sum), alone);
        shared.enter(sum);
        assert_eq!((shared.visits(sum), shared.inside(sum)), (None, 2));
        shared.leave(sum);
        assert_eq!(shared.inside(sum), 1);
        assert!(shared.visits(sum).is_some_and(|visits| Some(visits) != alone));
    }

    #[test]
    fn one_worker_is_never_visited() {
        let shared = Shared::new(1);
        let sum = Signature { place: 5, tag: 0 };
        let before = shared.visits(sum);
        shared.enter(sum);
        assert_eq!((shared.visits(sum), shared.inside(sum)), (before, 0));
    }
}
