//! What a position is worth, as the sum of what its parts are worth, each part once.

use std::time::Duration;

use banmen_cgt::Exhausted;
use banmen_core::{Budget, Stop};

use crate::algebra::Algebra;
use crate::attrition::Attrition;
use crate::bits::Bits;
use crate::board::{Jumps, Stone};
use crate::closure::Middles;
use crate::frame::{Field, Frame};
use crate::normal::Key;
use crate::table::Table;

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
    table: Table<B, I>,
    attrition: Attrition,
    expanded: u64,
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
        Engine {
            frame,
            jumps,
            table: Table::new(any),
            attrition: Attrition::default(),
            expanded: 0,
            work: 0,
            parts: Vec::new(),
            moves: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            options: Vec::new(),
        }
    }

    /// The frame whose positions it knows.
    pub fn frame(&self) -> &Frame<B> {
        &self.frame
    }

    /// The id of a part in normal form, if it is known already.
    #[inline]
    pub fn known(&self, key: &Key<B>) -> Option<I> {
        self.table.get(key)
    }

    /// Forgets the way to a position that a limit ended.
    pub fn abandon(&mut self) {
        self.parts.clear();
        self.moves.clear();
        self.left.clear();
        self.right.clear();
    }

    /// How many positions have been looked at since the beginning.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.table.growth_bytes()
    }

    /// Splits a field into independent parts.
    pub fn split(&mut self, field: &Field<B>, splitting: Splitting, mut visit: impl FnMut(Field<B>)) {
        split_options(&self.frame, &mut self.attrition, field, &[*field], splitting, |_, part| visit(part));
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
        split_options(&self.frame, &mut self.attrition, position, options, splitting, visit);
    }

    /// Splits a field and pushes the parts.
    fn push_parts(&mut self, field: &Field<B>, splitting: Splitting) {
        let mut parts = std::mem::take(&mut self.parts);
        let frame = self.frame;
        self.split(field, splitting, |part| parts.push(Part::of(&frame, &part)));
        self.parts = parts;
    }

    /// Pushes every move of a position and the parts of what it leads to.
    #[inline]
    fn push_moves(&mut self, field: &Field<B>, splitting: Splitting) {
        let Engine { frame, attrition, parts, moves, options, .. } = self;
        let first_move = moves.len();
        options.clear();
        for stone in Stone::BOTH {
            frame.for_each_step(field, stone, self.jumps, |step| {
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

/// One question asked of an engine.
pub struct Inquiry<'a, B: Bits, A: Algebra> {
    /// Where answers are kept.
    pub engine: &'a mut Engine<B, A::Id>,
    /// What they are made of.
    pub algebra: &'a mut A,
    /// How to split.
    pub splitting: Splitting,
    /// When to stop.
    pub budget: &'a Budget,
    /// Who is told how far the work has got.
    pub report: &'a mut dyn FnMut(&Effort),
    /// Bytes in use elsewhere that count as well.
    pub other_bytes: usize,
    /// Positions looked at before this question.
    pub positions_before: u64,
}

impl<B: Bits, A: Algebra> Inquiry<'_, B, A> {
    /// The id of a field.
    pub fn solve(&mut self, field: &Field<B>) -> Result<A::Id, Stop> {
        let engine = &mut *self.engine;
        engine.parts.clear();
        engine.moves.clear();
        engine.left.clear();
        engine.right.clear();
        self.algebra.allow(FIRST_ALLOWANCE);
        self.check()?;
        self.engine.push_parts(field, self.splitting);
        self.find_parts(0)?;
        self.sum_of_parts(0, self.engine.parts.len())
    }

    /// The id of a part in normal form.
    pub fn part(&mut self, key: Key<B>) -> Result<A::Id, Stop> {
        match self.engine.table.get(&key) {
            Some(id) => Ok(id),
            None => self.expand(key),
        }
    }

    /// How far the work has got.
    pub fn effort(&self) -> Effort {
        Effort {
            positions: self.engine.expanded - self.positions_before,
            different: self.algebra.count() as u64,
            bytes: (self.engine.bytes() + self.algebra.bytes() + self.other_bytes) as u64,
            elapsed: self.budget.elapsed(),
        }
    }

    fn check(&mut self) -> Result<(), Stop> {
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
        mut operation: impl FnMut(&mut Engine<B, A::Id>, &mut A) -> Result<A::Id, Exhausted>,
    ) -> Result<A::Id, Stop> {
        let mut allowance = FIRST_ALLOWANCE;
        loop {
            if let Ok(id) = operation(self.engine, self.algebra) {
                return Ok(id);
            }
            self.check()?;
            // A growing allowance, so that even an operation whose memory is lost on the way comes to an end.
            allowance = allowance.saturating_mul(2);
            if allowance > FIRST_ALLOWANCE << 30 {
                return Err(Stop::Memory);
            }
            self.algebra.allow(allowance);
        }
    }

    /// Finds the ids of the parts from `first` on.
    fn find_parts(&mut self, first: usize) -> Result<(), Stop> {
        // All parts are looked up before any is evaluated: the table is far away, and this way the journeys overlap.
        let Engine { parts, table, .. } = &mut *self.engine;
        for part in &mut parts[first..] {
            part.id = table.get(&part.key);
        }
        for index in first..self.engine.parts.len() {
            let Part { key, id, .. } = self.engine.parts[index];
            if id.is_none() {
                let id = match self.engine.table.get(&key) {
                    Some(id) => id,
                    None => self.expand(key)?,
                };
                self.engine.parts[index].id = Some(id);
            }
        }
        Ok(())
    }

    fn sum_of_parts(&mut self, first: usize, end: usize) -> Result<A::Id, Stop> {
        let mut sum = A::ZERO;
        for index in first..end {
            let part = self.engine.parts[index];
            let id = part.id.expect("every part was found");
            let id = if part.swapped { self.algebra.negative(id) } else { id };
            sum = match self.algebra.sum(sum, id) {
                Ok(sum) => sum,
                Err(Exhausted) => self.ask(|_, algebra| algebra.sum(sum, id))?,
            };
        }
        Ok(sum)
    }

    /// Looks at every move of a part that is not known yet.
    fn expand(&mut self, key: Key<B>) -> Result<A::Id, Stop> {
        if self.engine.work >= CHECK_EVERY {
            self.engine.work = 0;
            self.check()?;
        }
        let engine = &mut *self.engine;
        engine.expanded += 1;
        let field = key.field();
        let (first_part, first_move) = (engine.parts.len(), engine.moves.len());
        let (first_left, first_right) = (engine.left.len(), engine.right.len());
        engine.push_moves(&field, self.splitting);
        engine.work += (engine.moves.len() - first_move) as u64 * u64::from(field.stones().count());
        self.find_parts(first_part)?;
        let mut start = first_part;
        for index in first_move..self.engine.moves.len() {
            let (stone, end) = self.engine.moves[index];
            let id = self.sum_of_parts(start, end as usize)?;
            start = end as usize;
            match stone {
                Stone::Black => self.engine.left.push(id),
                Stone::White => self.engine.right.push(id),
            }
        }
        let id =
            self.ask(|engine, algebra| algebra.make(&mut engine.left[first_left..], &mut engine.right[first_right..]))?;
        let engine = &mut *self.engine;
        engine.parts.truncate(first_part);
        engine.moves.truncate(first_move);
        engine.left.truncate(first_left);
        engine.right.truncate(first_right);
        engine.table.insert(key, id);
        Ok(id)
    }
}
