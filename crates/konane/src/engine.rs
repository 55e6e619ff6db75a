//! What a position is worth, as the sum of what its parts are worth, each part once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
#[cfg(feature = "threads")]
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use banmen_cgt::Exhausted;
use banmen_core::{Budget, Stop};

use crate::algebra::Algebra;
use crate::attrition::Attrition;
use crate::bits::Bits;
use crate::board::{Jumps, Stone};
use crate::closure::Middles;
use crate::form_table::Shards;
use crate::frame::{Field, Frame};
use crate::normal::Key;

/// How the jumps that may ever happen are found, by which a position is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splitting {
    /// By the plain closure: quick, and enough where stones are dense.
    Closure,
    /// By following captures: finds far more independent parts where stones are sparse. For the options
    /// of wide parts with many stones the closure is enough.
    Captures,
    /// No splitting at all: the position stays whole. For tests.
    Whole,
}

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
}

/// What one thread has on its way through positions.
struct Hand<B, I> {
    attrition: Attrition,
    /// Work since the limits were last looked at.
    work: u64,
    /// Parts of the positions on the way, those of one move after those of another.
    parts: Vec<Part<B, I>>,
    /// For each move of the positions on the way, who makes it and where its parts end.
    moves: Vec<(Stone, u32)>,
    left: Vec<I>,
    right: Vec<I>,
    /// The options of the position that is being looked at.
    options: Vec<Field<B>>,
}

/// A part of a position, in normal form.
#[derive(Clone, Copy, Debug)]
struct Part<B, I> {
    key: Key<B>,
    id: Option<I>,
    swapped: bool,
}

/// Parts with more rows and columns than this are wide: a few captures rarely cut them in two.
const NARROW: u32 = 3;
/// The most stones in a wide part for whose options captures are followed. With more, that costs more than the
/// positions that it saves: the tiles of 6×9 have 29 percent more positions this way, and take two thirds of the time.
const MOST_STONES_FOLLOWED: u32 = 15;

/// Work between two looks at the limits: a position's options, each counted as often as there are stones. A few
/// milliseconds on boards of any size.
const CHECK_EVERY: u64 = 1 << 15;
/// Steps of the algebra between two looks at the limits, to begin with.
const FIRST_ALLOWANCE: u64 = 1 << 17;

impl<B: Bits, I: Copy + Ord> Engine<B, I> {
    /// An engine that knows nothing yet; `any` is any id.
    pub fn new(frame: Frame<B>, jumps: Jumps, any: I) -> Engine<B, I> {
        Engine { frame, jumps, table: Shards::new(any), expanded: AtomicU64::new(0), hand: Hand::default() }
    }

    /// The frame whose positions it knows.
    pub fn frame(&self) -> &Frame<B> {
        &self.frame
    }

    /// The id of a part in normal form, if it is known already.
    #[inline]
    pub fn known(&mut self, key: &Key<B>) -> Option<I> {
        self.table.get_mut(key)
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

    /// Splits options of a position in normal form into independent parts, those of the first one first, as finely as
    /// pays.
    #[inline]
    pub fn split_options(
        &mut self,
        position: &Field<B>,
        options: &[Field<B>],
        splitting: Splitting,
        visit: impl FnMut(usize, Field<B>),
    ) {
        let splitting = worthwhile(&self.frame, position, splitting);
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
        let Engine { frame, jumps, table, expanded, hand } = self;
        Inquiry {
            frame: *frame,
            jumps: *jumps,
            hand,
            ground: Alone { table, algebra },
            splitting,
            budget,
            report,
            other_bytes,
            positions_before: expanded.load(Ordering::Relaxed),
            expanded,
            over: None,
            number: 0,
        }
    }

    /// The id of a field, found by several threads that share everything. They go through the options of each position in
    /// different orders, and so seldom meet.
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
        I: Send,
    {
        let Engine { frame, jumps, table, expanded, .. } = self;
        let (frame, jumps, table, expanded) = (*frame, *jumps, &*table, &*expanded);
        let positions_before = expanded.load(Ordering::Relaxed);
        let algebra = Mutex::new(algebra);
        let over = AtomicBool::new(false);
        let work = |number: usize, report: &mut dyn FnMut(&Effort)| {
            let mut hand = Hand::default();
            let mut inquiry = Inquiry {
                frame,
                jumps,
                hand: &mut hand,
                ground: Together { table, algebra: &algebra },
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
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..budget.limits().threads)
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
        })
    }
}

/// The stack of a helping thread: the evaluation goes as deep as the game is long.
#[cfg(feature = "threads")]
const STACK_BYTES: usize = 16 << 20;

impl<B, I> Default for Hand<B, I> {
    fn default() -> Hand<B, I> {
        Hand {
            attrition: Attrition::default(),
            work: 0,
            parts: Vec::new(),
            moves: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            options: Vec::new(),
        }
    }
}

impl<B: Bits, I: Copy + Ord> Hand<B, I> {
    fn clear(&mut self) {
        self.parts.clear();
        self.moves.clear();
        self.left.clear();
        self.right.clear();
    }

    /// Splits a field and pushes the parts.
    fn push_parts(&mut self, frame: &Frame<B>, field: &Field<B>, splitting: Splitting) {
        let Hand { attrition, parts, .. } = self;
        split_options(frame, attrition, field, &[*field], splitting, |_, part| parts.push(Part::of(frame, &part)));
    }

    /// Pushes every move of a position and the parts of what it leads to.
    #[inline]
    fn push_moves(&mut self, frame: &Frame<B>, jumps: Jumps, field: &Field<B>, splitting: Splitting) {
        let Hand { attrition, parts, moves, options, .. } = self;
        let first_move = moves.len();
        options.clear();
        for stone in Stone::BOTH {
            frame.for_each_step(field, stone, jumps, |step| {
                options.push(step.after);
                moves.push((stone, 0));
            });
        }
        let splitting = worthwhile(frame, field, splitting);
        // A move that leaves nothing to play for has no parts; then its end is where the one before it ended.
        let mut ended = first_move;
        split_options(frame, attrition, field, options, splitting, |index, part| {
            while ended < first_move + index {
                moves[ended].1 = parts.len() as u32;
                ended += 1;
            }
            parts.push(Part::of(frame, &part));
        });
        moves[ended..].iter_mut().for_each(|(_, end)| *end = parts.len() as u32);
    }

    /// The sum of parts that were found.
    fn sum_of_parts<A: Algebra<Id = I>>(&self, algebra: &mut A, first: usize, end: usize) -> Result<I, Exhausted> {
        self.parts[first..end].iter().try_fold(A::ZERO, |sum, part| {
            let id = part.id.expect("every part was found");
            let id = if part.swapped { algebra.negative(id) } else { id };
            algebra.sum(sum, id)
        })
    }

    /// The id of a position whose moves and parts begin here.
    fn position<A: Algebra<Id = I>>(
        &mut self,
        algebra: &mut A,
        first_part: usize,
        first_move: usize,
    ) -> Result<I, Exhausted> {
        let (first_left, first_right) = (self.left.len(), self.right.len());
        let mut start = first_part;
        for index in first_move..self.moves.len() {
            let (stone, end) = self.moves[index];
            let id = self.sum_of_parts(algebra, start, end as usize);
            start = end as usize;
            match (id, stone) {
                (Ok(id), Stone::Black) => self.left.push(id),
                (Ok(id), Stone::White) => self.right.push(id),
                (Err(exhausted), _) => {
                    self.left.truncate(first_left);
                    self.right.truncate(first_right);
                    return Err(exhausted);
                }
            }
        }
        let id = algebra.make(&mut self.left[first_left..], &mut self.right[first_right..]);
        self.left.truncate(first_left);
        self.right.truncate(first_right);
        id
    }
}

/// Where answers are kept and what they are made of.
pub trait Ground<B, A: Algebra> {
    /// What is known about a part in normal form.
    fn get(&mut self, key: &Key<B>) -> Option<A::Id>;
    /// Remembers it.
    fn insert(&mut self, key: Key<B>, id: A::Id);
    /// Does something with the algebra.
    fn with<T>(&mut self, work: impl FnOnce(&mut A) -> T) -> T;
    /// The bytes of the table.
    fn table_bytes(&self) -> usize;
}

/// All of it belongs to one thread.
pub struct Alone<'a, B, A: Algebra> {
    table: &'a mut Shards<B, A::Id>,
    algebra: &'a mut A,
}

impl<B: Bits, A: Algebra> Ground<B, A> for Alone<'_, B, A> {
    #[inline(always)]
    fn get(&mut self, key: &Key<B>) -> Option<A::Id> {
        self.table.get_mut(key)
    }

    #[inline(always)]
    fn insert(&mut self, key: Key<B>, id: A::Id) {
        self.table.insert_mut(key, id);
    }

    #[inline(always)]
    fn with<T>(&mut self, work: impl FnOnce(&mut A) -> T) -> T {
        work(self.algebra)
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// Several threads share it. The algebra serves one after the other: splitting positions takes most of the time.
#[cfg(feature = "threads")]
struct Together<'a, B, A: Algebra> {
    table: &'a Shards<B, A::Id>,
    algebra: &'a Mutex<&'a mut A>,
}

#[cfg(feature = "threads")]
impl<B: Bits, A: Algebra> Ground<B, A> for Together<'_, B, A> {
    fn get(&mut self, key: &Key<B>) -> Option<A::Id> {
        self.table.get(key)
    }

    fn insert(&mut self, key: Key<B>, id: A::Id) {
        self.table.insert(key, id);
    }

    fn with<T>(&mut self, work: impl FnOnce(&mut A) -> T) -> T {
        work(&mut self.algebra.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// How to split the options of a part in normal form: captures are followed only where that saves more than it costs.
fn worthwhile<B: Bits>(frame: &Frame<B>, part: &Field<B>, splitting: Splitting) -> Splitting {
    let cells = part.cells();
    let (rows, cols) = (cells.highest() / frame.stride + 1, cells.columns(frame.stride).highest() + 1);
    let is_wide = rows.min(cols) > NARROW;
    let too_many = is_wide && part.stones().count() > MOST_STONES_FOLLOWED;
    if splitting == Splitting::Captures && too_many { Splitting::Closure } else { splitting }
}

#[inline]
fn split_options<B: Bits>(
    frame: &Frame<B>,
    attrition: &mut Attrition,
    position: &Field<B>,
    options: &[Field<B>],
    splitting: Splitting,
    mut visit: impl FnMut(usize, Field<B>),
) {
    if splitting == Splitting::Whole {
        let playable = options.iter().enumerate().filter(|(_, option)| !frame.present_jumps(option).is_empty());
        playable.for_each(|(index, option)| visit(index, *option));
        return;
    }
    let mut visit_classes = |index: usize, jumps: Middles<B>| {
        let mut cells = jumps.cells(frame.stride);
        while !cells.is_empty() {
            let class = jumps.class_of(B::bit(cells.lowest()), frame.stride);
            cells &= !class;
            visit(index, options[index].within(class));
        }
    };
    let followed =
        splitting == Splitting::Captures && attrition.possible_jumps(frame, position, options, &mut visit_classes);
    if !followed {
        options.iter().enumerate().for_each(|(index, option)| visit_classes(index, frame.possible_jumps(option)));
    }
}

impl<B: Bits, I> Part<B, I> {
    /// A field that cannot be split, its id not known yet.
    #[inline(always)]
    fn of(frame: &Frame<B>, field: &Field<B>) -> Part<B, I> {
        let (key, placement) = frame.normal(field);
        Part { key, id: None, swapped: placement.swapped }
    }
}

/// One question asked of an engine, by one thread.
pub struct Inquiry<'a, B: Bits, A: Algebra, G: Ground<B, A>> {
    frame: Frame<B>,
    jumps: Jumps,
    hand: &'a mut Hand<B, A::Id>,
    ground: G,
    /// How to split.
    splitting: Splitting,
    /// When to stop.
    budget: &'a Budget,
    /// Who is told how far the work has got.
    report: &'a mut dyn FnMut(&Effort),
    /// Bytes in use elsewhere that count as well.
    other_bytes: usize,
    /// Positions looked at before this question.
    positions_before: u64,
    /// Positions looked at since the beginning.
    expanded: &'a AtomicU64,
    /// Set when another thread has the answer.
    over: Option<&'a AtomicBool>,
    /// Which thread it is; each goes through the options in an order of its own.
    number: usize,
}

impl<B: Bits, A: Algebra, G: Ground<B, A>> Inquiry<'_, B, A, G> {
    /// The id of a field.
    pub fn solve(&mut self, field: &Field<B>) -> Result<A::Id, Stop> {
        self.hand.clear();
        self.ground.with(|algebra| algebra.allow(FIRST_ALLOWANCE));
        self.check()?;
        self.hand.push_parts(&self.frame, field, self.splitting);
        self.find_parts(0)?;
        self.ask(|hand, algebra| hand.sum_of_parts(algebra, 0, hand.parts.len()))
    }

    /// The id of a part in normal form, however long its sums take.
    pub fn part(&mut self, key: Key<B>) -> Result<A::Id, Stop> {
        self.ground.with(|algebra| algebra.allow(u64::MAX));
        match self.ground.get(&key) {
            Some(id) => Ok(id),
            None => self.expand(key),
        }
    }

    /// How far the work has got.
    pub fn effort(&mut self) -> Effort {
        let (different, bytes) = self.ground.with(|algebra| (algebra.count(), algebra.bytes()));
        Effort {
            positions: self.expanded.load(Ordering::Relaxed) - self.positions_before,
            different: different as u64,
            bytes: (self.ground.table_bytes() + bytes + self.other_bytes) as u64,
            elapsed: self.budget.elapsed(),
        }
    }

    fn check(&mut self) -> Result<(), Stop> {
        if self.over.is_some_and(|over| over.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        let effort = self.effort();
        (self.report)(&effort);
        match self.budget.stop_with_memory(effort.positions, effort.bytes) {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// Lets the algebra work until it has an answer or a limit is reached.
    fn ask(
        &mut self,
        mut operation: impl FnMut(&mut Hand<B, A::Id>, &mut A) -> Result<A::Id, Exhausted>,
    ) -> Result<A::Id, Stop> {
        let mut allowance = FIRST_ALLOWANCE;
        loop {
            let Inquiry { hand, ground, .. } = self;
            if let Ok(id) = ground.with(|algebra| operation(hand, algebra)) {
                return Ok(id);
            }
            self.check()?;
            // A growing allowance, so that even an operation whose memory is lost on the way comes to an end.
            allowance = allowance.saturating_mul(2);
            if allowance > FIRST_ALLOWANCE << 30 {
                return Err(Stop::Memory);
            }
            self.ground.with(|algebra| algebra.allow(allowance));
        }
    }

    /// Finds the ids of the parts from `first` on.
    fn find_parts(&mut self, first: usize) -> Result<(), Stop> {
        // All parts are looked up before any is evaluated: the table is far away, and this way the journeys overlap.
        for part in &mut self.hand.parts[first..] {
            part.id = self.ground.get(&part.key);
        }
        let count = self.hand.parts.len() - first;
        for step in 0..count {
            let index = first + self.turned(step, count);
            let Part { key, id, .. } = self.hand.parts[index];
            if id.is_none() {
                let id = match self.ground.get(&key) {
                    Some(id) => id,
                    None => self.expand(key)?,
                };
                self.hand.parts[index].id = Some(id);
            }
        }
        Ok(())
    }

    /// The order in which this thread goes through this many parts: from the front, from the back, or from somewhere between.
    #[inline(always)]
    fn turned(&self, step: usize, count: usize) -> usize {
        match self.number {
            0 => step,
            1 => count - 1 - step,
            number => {
                let start = step + number * count / (number + 1);
                if number.is_multiple_of(2) { start % count } else { count - 1 - start % count }
            }
        }
    }

    /// Looks at every move of a part that is not known yet.
    fn expand(&mut self, key: Key<B>) -> Result<A::Id, Stop> {
        if self.hand.work >= CHECK_EVERY {
            self.hand.work = 0;
            self.check()?;
        }
        self.expanded.fetch_add(1, Ordering::Relaxed);
        let field = key.field();
        let (first_part, first_move) = (self.hand.parts.len(), self.hand.moves.len());
        self.hand.push_moves(&self.frame, self.jumps, &field, self.splitting);
        self.hand.work += (self.hand.moves.len() - first_move) as u64 * u64::from(field.stones().count());
        self.find_parts(first_part)?;
        let id = self.ask(|hand, algebra| hand.position(algebra, first_part, first_move))?;
        self.hand.parts.truncate(first_part);
        self.hand.moves.truncate(first_move);
        self.ground.insert(key, id);
        Ok(id)
    }
}
