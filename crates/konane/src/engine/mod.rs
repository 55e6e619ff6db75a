//! What a position is worth, as the sum of what its parts are worth, each part once.

mod ground;
mod hand;
mod inquiry;
mod splitting;
#[cfg(feature = "threads")]
mod tickets;
#[cfg(feature = "threads")]
mod together;

#[cfg(feature = "threads")]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use banmen_core::Budget;
#[cfg(feature = "threads")]
use banmen_core::Stop;

use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::board::Jumps;
use crate::form_table::Shards;
use crate::frame::{Field, Frame};
use crate::normal::Key;
use ground::Alone;
use hand::{Hand, Lists};
use inquiry::Inquiry;
pub use splitting::Splitting;
use splitting::{split_options, worthwhile_for_search};
#[cfg(feature = "threads")]
use together::{Common, Together};

/// How far the work has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions whose moves have all been looked at.
    pub positions: u64,
    /// Different values or structures found.
    pub different: u64,
    /// Bytes in use.
    pub bytes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What is known about the positions of one frame under one jump convention.
pub struct Engine<B, I> {
    frame: Frame<B>,
    jumps: Jumps,
    table: Shards<B, I>,
    expanded: AtomicU64,
    hand: Hand<B, I>,
    lists: Lists<I>,
}

impl<B: Bits, I: Copy + Ord> Engine<B, I> {
    /// An engine that knows nothing yet; `any` is any id.
    pub fn new(frame: Frame<B>, jumps: Jumps, any: I) -> Engine<B, I> {
        Engine {
            frame,
            jumps,
            table: Shards::new(any),
            expanded: AtomicU64::new(0),
            hand: Hand::default(),
            lists: Lists::default(),
        }
    }

    /// The frame whose positions it knows.
    pub fn frame(&self) -> &Frame<B> {
        &self.frame
    }

    /// The id of a part in normal form, if it is known already.
    #[inline]
    pub fn known(&mut self, key: &Key<B>) -> Option<I> {
        self.table.get(key)
    }

    /// Forgets the way to a position that a limit ended.
    pub fn abandon(&mut self) {
        self.hand.clear();
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Splits a field into independent parts.
    pub fn split(&mut self, field: &Field<B>, splitting: Splitting, mut visit: impl FnMut(Field<B>)) {
        split_options(&self.frame, &mut self.hand.attrition, field, &[*field], splitting, |_, part| visit(part));
    }

    /// Splits options of a position in normal form into independent parts, those of the first one first, as finely as pays in a search of
    /// who wins.
    #[inline]
    pub fn split_options(
        &mut self,
        position: &Field<B>,
        options: &[Field<B>],
        splitting: Splitting,
        visit: impl FnMut(usize, Field<B>),
    ) {
        let splitting = worthwhile_for_search(&self.frame, position, splitting);
        split_options(&self.frame, &mut self.hand.attrition, position, options, splitting, visit);
    }

    /// A question to be asked by one thread.
    pub fn inquiry<'a, A: Algebra<Id = I>>(
        &'a mut self,
        algebra: &'a mut A,
        splitting: Splitting,
        budget: &'a Budget,
        report: &'a mut dyn FnMut(&Effort),
        other_bytes: usize,
    ) -> Inquiry<'a, B, A, Alone<'a, B, A>> {
        let Engine { frame, jumps, table, expanded, hand, lists } = self;
        Inquiry {
            frame: *frame,
            jumps: *jumps,
            positions_before: expanded.load(Ordering::Relaxed) + hand.expanded,
            hand,
            ground: Alone { table, algebra, lists },
            splitting,
            budget,
            report,
            other_bytes,
            expanded,
            over: None,
            number: 0,
        }
    }

    /// The id of a field, found by several threads that share everything. They go through the options of each position in
    /// different orders, and so seldom meet; and only one at a time makes ids.
    #[cfg(feature = "threads")]
    pub fn solve_together<A: Algebra<Id = I> + Send>(
        &mut self,
        field: &Field<B>,
        algebra: &mut A,
        splitting: Splitting,
        budget: &Budget,
        report: &mut dyn FnMut(&Effort),
        other_bytes: usize,
    ) -> (Result<I, Stop>, Effort)
    where
        I: Send + Sync,
    {
        let Engine { frame, jumps, table, expanded, .. } = self;
        let (frame, jumps, expanded) = (*frame, *jumps, &*expanded);
        let positions_before = expanded.load(Ordering::Relaxed);
        let threads = budget.limits().threads;
        let common = Common::new(table, algebra);
        let over = AtomicBool::new(false);
        let work = |number: usize, report: &mut dyn FnMut(&Effort)| {
            let mut hand = Hand::default();
            let mut inquiry = Inquiry {
                frame,
                jumps,
                hand: &mut hand,
                ground: Together::new(&common),
                splitting,
                budget,
                report,
                other_bytes,
                positions_before,
                expanded,
                over: Some(&over),
                number,
            };
            let answer = inquiry.solve(field);
            // Whoever has an answer or met a limit ends the work of all.
            over.store(true, Ordering::Relaxed);
            (answer, inquiry.effort())
        };
        let (answer, effort) = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map_while(|number| {
                    let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                    let work = &work;
                    builder.spawn_scoped(scope, move || work(number, &mut |_| {}).0).ok()
                })
                .collect();
            let (mut answer, effort) = work(0, report);
            for helper in helpers {
                let other = helper.join().unwrap_or(Err(Stop::Cancelled));
                // A thread that was ended by another one has nothing to say.
                if matches!(answer, Err(Stop::Cancelled)) && !matches!(other, Err(Stop::Cancelled)) {
                    answer = other;
                }
            }
            (answer, effort)
        });
        let (tickets, ids) = common.finish(inquiry::FIRST_ALLOWANCE);
        tickets.settle(&ids, table.tables(), threads);
        // Helpers may have counted positions after the first thread was done.
        let positions = expanded.load(Ordering::Relaxed) - positions_before;
        (answer, Effort { positions, ..effort })
    }
}

/// The stack of a helping thread: the evaluation goes as deep as the game is long.
#[cfg(feature = "threads")]
const STACK_BYTES: usize = 16 << 20;
