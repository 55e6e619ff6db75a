//! Depth-first proof-number search (df-pn) over sums, by one or more workers that share a table.
//!
//! Workers keep out of each other's way by virtual proof numbers: an option that another worker is looking into counts as
//! harder than it is. But only where the player to move seems to lose, for there every option has to be refuted and the order is all one.
//! Where it seems to win, one option is enough, and whoever looks into another one most likely works in vain.

use std::ops::ControlFlow;

use banmen_cgt::{Arena, Value};
use banmen_core::{Budget, Stop};

use crate::bits::Bits;
use crate::board::{Board, Stone};
use crate::engine::Effort;
use crate::frame::Field;
use crate::outcome::guess;
use crate::outcome::pool::Pool;
use crate::outcome::shared::Shared;
use crate::outcome::sum::{Sum, Sums};
use crate::outcome::verdicts::{INFINITE, Numbers, Signature, Verdicts};

/// Sums between two looks at the limits.
const CHECK_EVERY: u64 = 64;
/// A line is left for the next best one only when it looks worse by more than one part in so many.
const PATIENCE: u32 = 8;
/// An option that another worker is looking into counts as harder by one part in so many. A little is enough to part ways.
const CROWDING: u32 = 8;
/// Sums that the first turn of each guess may take, by all workers; each further round of turns is four times as long.
const FIRST_TURN: u64 = 1 << 23;

/// What a search is about.
pub enum Root<'a, B> {
    /// Openings and who starts.
    Openings(&'a Openings<B>, Stone),
    /// Independent parts and a value of an arena, and who is to move.
    Parts(&'a [Board], Value, &'a Arena, Stone),
}

/// What Black may move to in a sum of parts, longer sides along the rows.
pub struct Options<'a> {
    /// The parts before the move.
    pub parts: &'a [Board],
    /// Where the values come from.
    pub arena: &'a Arena,
    /// The moves.
    pub list: &'a [BlackMove],
}

/// A move of Black's in a sum.
pub struct BlackMove {
    /// In which part, and what the part becomes; `None` if the move is in the value.
    pub jump: Option<(usize, Board)>,
    /// The value after the move.
    pub value: Value,
}

/// Where a game begins: what the player to move may choose, and then what the other may choose, before the player to move
/// jumps. A plain position is one choice of one.
pub type Openings<B> = Vec<Vec<Field<B>>>;

/// Why a worker leaves what it is looking into.
enum Break {
    /// A limit was reached, or another worker is done.
    Stop(Stop),
    /// The sum at this depth of the path has been decided by another worker.
    Decided(usize),
    /// The next guess is to be tried.
    Turn,
    /// The worker's values take too much memory.
    Full,
    /// The table has to grow.
    Pause,
}

impl From<Stop> for Break {
    fn from(stop: Stop) -> Break {
        Break::Stop(stop)
    }
}

/// One worker of a search.
pub struct Worker<'a, B: Bits> {
    pub sums: &'a mut Sums<B>,
    pub verdicts: &'a Verdicts,
    pub shared: &'a Shared,
    pub budget: &'a Budget,
    /// Which of the workers it is.
    pub number: usize,
    /// The bytes that its values may take.
    pub room: usize,
    guess: usize,
    nodes: u64,
    /// The turns that have ended.
    turns: u64,
    turn_ends: u64,
    options: Vec<(Sum, Numbers)>,
    /// The sums that are being looked into, from the root on.
    path: Vec<Signature>,
}

impl<'a, B: Bits> Worker<'a, B> {
    pub fn new(
        sums: &'a mut Sums<B>,
        verdicts: &'a Verdicts,
        shared: &'a Shared,
        budget: &'a Budget,
        number: usize,
        room: usize,
    ) -> Worker<'a, B> {
        Worker {
            sums,
            verdicts,
            shared,
            budget,
            number,
            room,
            guess: 0,
            nodes: 0,
            turns: 0,
            turn_ends: FIRST_TURN / shared.workers as u64,
            options: Vec::new(),
            path: Vec::new(),
        }
    }

    /// How far all workers have got.
    pub fn effort(&self) -> Effort {
        self.shared.note(self.number, self.nodes, self.sums.bytes(), self.sums.arena.len());
        let [positions, bytes, different] = self.shared.totals();
        let shared_bytes = self.verdicts.used_bytes() + self.sums.pool().map_or(0, Pool::used_bytes);
        Effort { positions, different, bytes: bytes + shared_bytes as u64, elapsed: self.budget.elapsed() }
    }

    /// Works until somebody knows who wins or a limit is reached; `None` if the table has to grow first.
    pub fn run(&mut self, root: &Root<'_, B>, report: &mut dyn FnMut(&Effort)) -> Result<Option<bool>, Stop> {
        let found = self.take_turns(root, report);
        match found {
            Ok(Some(wins)) => self.shared.decide(wins),
            Ok(None) => self.shared.pause(),
            Err(_) => self.shared.stop(),
        }
        self.sums.keys.clear();
        report(&self.effort());
        match self.shared.decided() {
            Some(wins) => Ok(Some(wins)),
            None => found,
        }
    }

    /// Whether the player to move wins; `None` if the table has to grow first.
    fn take_turns(&mut self, root: &Root<'_, B>, report: &mut dyn FnMut(&Effort)) -> Result<Option<bool>, Stop> {
        loop {
            match self.prove(root, report) {
                Ok(wins) => return Ok(Some(wins)),
                Err(Break::Stop(stop)) => return Err(stop),
                Err(Break::Pause) => return Ok(None),
                Err(Break::Turn | Break::Decided(_)) => {
                    self.turns += 1;
                    self.guess = (self.guess + 1) % guess::COUNT;
                    let length = FIRST_TURN.saturating_mul(1 << (2 * (self.turns / guess::COUNT as u64)).min(40));
                    self.turn_ends = self.nodes.saturating_add(length / self.shared.workers as u64);
                }
                Err(Break::Full) => self.sums.forget(),
            }
        }
    }

    /// Proves with one guess who wins.
    fn prove(&mut self, root: &Root<'_, B>, report: &mut dyn FnMut(&Effort)) -> Result<bool, Break> {
        self.sums.keys.clear();
        self.options.clear();
        self.path.clear();
        self.check(report)?;
        let mut starts = self.starts(root)?;
        let alone = starts.len() == 1 && starts[0].len() == 1;
        loop {
            // The player to move chooses a list, the other a start from it.
            let open = |list: &[(Sum, Numbers)]| list.iter().all(|(_, numbers)| numbers.decided() != Some(false));
            let won = |list: &[(Sum, Numbers)]| list.iter().all(|(_, numbers)| numbers.decided() == Some(true));
            if starts.iter().any(|list| won(list)) {
                return Ok(true);
            }
            let hardest = |list: &[(Sum, Numbers)]| list.iter().map(|(_, numbers)| numbers.proof).max();
            let Some(list) = starts.iter_mut().filter(|list| open(list)).min_by_key(|list| hardest(list)) else {
                return Ok(false);
            };
            let undecided = list.iter_mut().filter(|(_, numbers)| numbers.decided().is_none());
            let Some((sum, numbers)) = undecided.min_by_key(|(_, numbers)| numbers.disproof) else { return Ok(true) };
            let sum = *sum;
            // One start alone is looked into until it is decided; several take turns.
            let room = if alone {
                Numbers { proof: INFINITE, disproof: INFINITE }
            } else {
                Numbers { proof: raised(numbers.proof), disproof: raised(numbers.disproof) }
            };
            *numbers = self.search(&sum, room, report)?;
            if self.shared.workers > 1 {
                for (sum, numbers) in starts.iter_mut().flatten() {
                    *numbers = self.verdicts.get(sum.signature, self.guess).unwrap_or(*numbers);
                }
            }
        }
    }

    /// What the player to move chooses from, and then the other.
    fn starts(&mut self, root: &Root<'_, B>) -> Result<Vec<Vec<(Sum, Numbers)>>, Stop> {
        let mut starts = Vec::new();
        match root {
            Root::Openings(openings, to_move) => {
                for replies in *openings {
                    let mut sums = Vec::new();
                    for field in replies {
                        let sum = self.sums.of_field(field, *to_move, self.budget)?;
                        sums.push((sum, self.first_numbers(&sum)));
                    }
                    starts.push(sums);
                }
            }
            &Root::Parts(parts, value, arena, to_move) => {
                let sum = self.sums.of_parts(parts, value, arena, to_move, self.budget)?;
                starts.push(vec![(sum, self.first_numbers(&sum))]);
            }
        }
        Ok(starts)
    }

    /// Which of several options of White, to move in each, are known to be lost without a search: the one with the fewest stones left
    /// to play for, of these the first.
    pub fn known_to_be_lost(&mut self, options: &Options<'_>) -> Result<Option<usize>, Stop> {
        let values: Vec<Value> = options.list.iter().map(|option| option.value).collect();
        let values = self.sums.arena.import(options.arena, &values);
        let mut best = None;
        for (index, (option, value)) in options.list.iter().zip(values).enumerate() {
            let value = self.sums.arena.negate(value);
            let sum = match &option.jump {
                Some((moved, after)) => self.sums.of_jump(options.parts, *moved, after, value, self.budget)?,
                None => self.sums.of_white_parts(options.parts, value, self.budget)?,
            };
            if known(self.sums, self.verdicts, &sum) == Some(false) {
                let rank = (self.sums.stones(&sum), index);
                best = Some(best.map_or(rank, |best: (u32, usize)| best.min(rank)));
            }
            self.sums.keys.clear();
        }
        Ok(best.map(|(_, index)| index))
    }

    fn check(&mut self, report: &mut dyn FnMut(&Effort)) -> Result<(), Break> {
        self.sums.note();
        let effort = self.effort();
        report(&effort);
        if let Some(stop) = self.budget.stop_with_memory(effort.positions, effort.bytes) {
            return Err(Break::Stop(stop));
        }
        if self.shared.is_over() {
            return Err(Break::Stop(Stop::Cancelled));
        }
        if self.shared.is_paused() || self.verdicts.is_crowded() || self.sums.pool().is_some_and(Pool::is_crowded) {
            return Err(Break::Pause);
        }
        if self.sums.bytes() > self.room {
            return Err(Break::Full);
        }
        if self.nodes >= self.turn_ends {
            return Err(Break::Turn);
        }
        if self.shared.workers > 1
            && let Some(depth) = self.path.iter().position(|&signature| self.verdicts.decided(signature).is_some())
        {
            return Err(Break::Decided(depth));
        }
        Ok(())
    }

    /// What is known of a sum before it is looked into.
    fn first_numbers(&mut self, sum: &Sum) -> Numbers {
        first_numbers(self.sums, self.verdicts, self.guess, sum)
    }

    /// Looks into a sum until it is decided or its numbers pass the bounds.
    fn search(&mut self, sum: &Sum, most: Numbers, report: &mut dyn FnMut(&Effort)) -> Result<Numbers, Break> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.check(report)?;
        }
        // Before the options are listed, which takes long enough for another worker to choose the same sum.
        self.shared.enter(sum.signature);
        let before = self.nodes;
        let (first_option, first_key) = (self.options.len(), self.sums.keys.len());
        let mut options = std::mem::take(&mut self.options);
        let (verdicts, guess) = (self.verdicts, self.guess);
        let listed = self.sums.for_each_option(sum, self.budget, |sums, option| {
            let numbers = first_numbers(sums, verdicts, guess, &option);
            options.push((option, numbers));
            // One option that the other player loses is enough.
            if numbers.disproof == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.options = options;
        self.path.push(sum.signature);
        let found = match listed {
            Ok(()) => self.narrow_down(first_option, most, report),
            Err(stop) => Err(Break::Stop(stop)),
        };
        self.shared.leave(sum.signature);
        self.path.pop();
        // What was found before a break is remembered as well.
        let numbers = if listed.is_ok() { Some(self.combined(first_option)) } else { None };
        self.options.truncate(first_option);
        self.sums.keys.truncate(first_key);
        if let Some(numbers) = numbers {
            self.verdicts.insert(sum.signature, guess, numbers, self.nodes - before + 1);
        }
        match found {
            Err(Break::Decided(depth)) if depth == self.path.len() => {
                let decided = self.verdicts.decided(sum.signature);
                Ok(decided.map_or(numbers.unwrap_or(most), |wins| if wins { Numbers::WON } else { Numbers::LOST }))
            }
            found => found,
        }
    }

    /// Looks into the most promising option again and again.
    fn narrow_down(
        &mut self,
        first_option: usize,
        most: Numbers,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<Numbers, Break> {
        let end = self.options.len();
        let here = *self.path.last().expect("a sum is being looked into");
        let mut visits = self.shared.visits(here);
        loop {
            let found = self.combined(first_option);
            if found.proof >= most.proof || found.disproof >= most.disproof {
                return Ok(found);
            }
            let (index, second) = self.most_promising(first_option, found.proof > found.disproof);
            let (option, numbers) = self.options[index];
            // The option's proof is our disproof. An option that others' presence made us choose gets some room, too.
            let patience = most.proof.min(raised(second)).max(numbers.disproof.saturating_add(1));
            let room = Numbers {
                disproof: patience.min(INFINITE),
                proof: most.disproof.saturating_sub(found.disproof).saturating_add(numbers.proof).min(INFINITE),
            };
            let now = self.search(&option, room, report)?;
            self.options[index].1 = now;
            // What other workers have found is read again only where they have been: the table is far away.
            let before = std::mem::replace(&mut visits, self.shared.visits(here));
            if visits.is_none() || visits != before {
                for (at, (option, numbers)) in self.options.iter_mut().enumerate().take(end).skip(first_option) {
                    // What was just found is newer than what the table says, unless that is a verdict.
                    if numbers.decided().is_none()
                        && let Some(known) = self.verdicts.get(option.signature, self.guess)
                        && (at != index || known.decided().is_some())
                    {
                        *numbers = known;
                    }
                }
            }
        }
    }

    /// The numbers of a sum from those of its options.
    fn combined(&self, first: usize) -> Numbers {
        let mut proof = INFINITE;
        let (mut hardest, mut open) = (0u32, 0u32);
        for (_, numbers) in &self.options[first..] {
            if numbers.disproof == 0 {
                return Numbers::WON;
            }
            proof = proof.min(numbers.disproof);
            if numbers.proof > 0 {
                hardest = hardest.max(numbers.proof);
                open += 1;
            }
        }
        if open == 0 {
            return Numbers::LOST;
        }
        // The hardest option and one for each other: adding them all up would count shared lines many times over.
        Numbers { proof, disproof: (hardest + open - 1).min(INFINITE - 1) }
    }

    /// The option that looks easiest to win with, and the disproof number of the next one. In a sum that seems lost, options that
    /// other workers are looking into count as harder, once for each of them.
    fn most_promising(&self, first: usize, seems_lost: bool) -> (usize, u32) {
        let (mut best, mut least, mut second) = (first, u32::MAX, INFINITE);
        for (index, (option, numbers)) in self.options.iter().enumerate().skip(first) {
            if numbers.proof == 0 {
                continue;
            }
            let inside = if seems_lost { self.shared.inside(option.signature) } else { 0 };
            let disproof = numbers.disproof + inside * (numbers.disproof / CROWDING + 1);
            if disproof < least {
                second = least.min(INFINITE);
                least = disproof;
                best = index;
            } else {
                second = second.min(disproof);
            }
        }
        (best, second)
    }
}

/// A number that is passed only by what looks distinctly worse.
fn raised(number: u32) -> u32 {
    number.saturating_add(1 + number / PATIENCE).min(INFINITE)
}

/// Whether the player to move wins a sum, if that is known without a search.
fn known<B: Bits>(sums: &mut Sums<B>, verdicts: &Verdicts, sum: &Sum) -> Option<bool> {
    if sum.is_value() {
        return Some(sums.wins_value(sum.value));
    }
    verdicts.decided(sum.signature).or_else(|| sums.decided_by_bounds(sum)).or_else(|| {
        let mobilities = sums.mobilities(sum);
        sums.decided_by_restraint(sum, mobilities)
    })
}

fn first_numbers<B: Bits>(sums: &mut Sums<B>, verdicts: &Verdicts, guess: usize, sum: &Sum) -> Numbers {
    let decided = |wins| if wins { Numbers::WON } else { Numbers::LOST };
    if sum.is_value() {
        return decided(sums.wins_value(sum.value));
    }
    if let Some(known) = verdicts.get(sum.signature, guess) {
        return known;
    }
    if let Some(wins) = sums.decided_by_bounds(sum) {
        return decided(wins);
    }
    let mobilities = sums.mobilities(sum);
    if let Some(wins) = sums.decided_by_restraint(sum, mobilities) {
        return decided(wins);
    }
    let [mover, other] = mobilities;
    guess::numbers(guess, mover, other)
}
