//! A sum of parts of a board and of a value, seen by the player to move.

use std::ops::ControlFlow;
use std::sync::Arc;

use banmen_cgt::{Arena, Dyadic, Outcome, Value};
use banmen_core::{Budget, Stop};

use crate::bits::Bits;
use crate::board::{Board, Jumps, Stone};
use crate::engine::{Effort, Engine, Splitting};
use crate::frame::{Field, Frame};
use crate::normal::Key;
use crate::outcome::guess::Mobility;
use crate::outcome::pool::{Exchange, Pool};
use crate::outcome::restraint::{Restraint, Scope};
use crate::outcome::signature::{Signatures, of_part};
use crate::outcome::verdicts::Signature;

/// Parts with at most this many stones are evaluated at once.
const SMALL: u32 = 9;
/// Steps that adding values may take before a part is rather left as it is.
const ADDING_STEPS: u64 = 1 << 14;
/// Steps that a bound by restraint may take.
const BOUND_STEPS: u64 = 1 << 16;

/// A sum: parts in normal form, the player to move being Black in all of them, and a value from its point of view.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// Where its parts begin in the list of keys.
    pub first: usize,
    /// Where they end.
    pub end: usize,
    /// The sum of the parts that were evaluated.
    pub value: Value,
    /// Identifies the sum.
    pub signature: Signature,
}

impl Sum {
    /// Whether it is only a value.
    pub fn is_value(&self) -> bool {
        self.first == self.end
    }
}

/// Makes sums and their options.
pub struct Sums<B: Bits> {
    frame: Frame<B>,
    jumps: Jumps,
    splitting: Splitting,
    engine: Engine<B, Value>,
    pub arena: Arena,
    signatures: Signatures,
    restraint: Restraint<B>,
    /// Whether bounds by restraint are asked for.
    pub restrains: bool,
    /// The parts of the sums on the way.
    pub keys: Vec<Key<B>>,
}

impl<B: Bits> Sums<B> {
    pub fn new(frame: Frame<B>, jumps: Jumps, splitting: Splitting) -> Sums<B> {
        let engine = Engine::new(frame, jumps, Value::ZERO);
        Sums {
            frame,
            jumps,
            splitting,
            engine,
            arena: Arena::new(),
            signatures: Signatures::default(),
            restraint: Restraint::new(Scope::USUAL),
            restrains: true,
            keys: Vec::new(),
        }
    }

    /// Forgets every value. Sums made before mean nothing any more.
    pub fn forget(&mut self) {
        self.note();
        let pool = self.restraint.exchange.take().map(|exchange| exchange.pool);
        *self = Sums { restrains: self.restrains, ..Sums::new(self.frame, self.jumps, self.splitting) };
        self.share(pool.as_ref());
    }

    /// Says how much of what is shared was filled from here.
    pub fn note(&mut self) {
        if let Some(exchange) = &mut self.restraint.exchange {
            exchange.note();
        }
    }

    /// What several workers share.
    pub fn pool(&self) -> Option<&Pool> {
        self.restraint.exchange.as_ref().map(|exchange| &*exchange.pool)
    }

    /// Shares values of restrained parts with other workers from now on, or no longer does.
    pub fn share(&mut self, pool: Option<&Arc<Pool>>) {
        self.restraint = Restraint::new(Scope::USUAL);
        self.restraint.exchange = pool.map(|pool| Exchange::new(Arc::clone(pool)));
    }

    pub fn bytes(&self) -> usize {
        self.engine.bytes() + self.arena.memory_bytes() + self.signatures.bytes() + self.restraint.bytes()
    }

    /// The sum that a field is, for a player to move.
    pub fn of_field(&mut self, field: &Field<B>, to_move: Stone, budget: &Budget) -> Result<Sum, Stop> {
        let seen = if to_move == Stone::Black { *field } else { field.swapped() };
        let first = self.keys.len();
        let value = self.push_parts(&seen, Value::ZERO, budget)?;
        Ok(self.finished(first, value))
    }

    /// The sum of independent parts, longer sides along the rows, and a value of another arena, for a player to move.
    pub fn of_parts(
        &mut self,
        parts: &[Board],
        value: Value,
        arena: &Arena,
        to_move: Stone,
        budget: &Budget,
    ) -> Result<Sum, Stop> {
        let value = self.arena.import(arena, &[value])[0];
        if to_move == Stone::White {
            let value = self.arena.negate(value);
            return self.of_white_parts(parts, value, budget);
        }
        let first = self.keys.len();
        self.keys.extend(parts.iter().map(|part| self.frame.field(part).key()));
        let value = self.add_small(first, value, budget)?;
        Ok(self.finished(first, value))
    }

    /// The same for White to move, and a value of this arena that is White's already.
    pub fn of_white_parts(&mut self, parts: &[Board], value: Value, budget: &Budget) -> Result<Sum, Stop> {
        let first = self.keys.len();
        self.keys.extend(parts.iter().map(|part| self.frame.field(part).swapped().key()));
        let value = self.add_small(first, value, budget)?;
        Ok(self.finished(first, value))
    }

    /// The sum after a jump of Black's in one of several parts, longer sides along the rows, for White to move; the value is White's
    /// already.
    pub fn of_jump(
        &mut self,
        parts: &[Board],
        moved: usize,
        after: &Board,
        value: Value,
        budget: &Budget,
    ) -> Result<Sum, Stop> {
        let first = self.keys.len();
        let others = parts.iter().enumerate().filter(|&(index, _)| index != moved);
        self.keys.extend(others.map(|(_, part)| self.frame.field(part).swapped().key()));
        let (part, option) = (self.frame.field(&parts[moved]), self.frame.field(after));
        let mut keys = std::mem::take(&mut self.keys);
        self.engine.split_options(&part, &[option], self.splitting, |_, part| keys.push(part.swapped().key()));
        self.keys = keys;
        let value = self.add_small(first, value, budget)?;
        Ok(self.finished(first, value))
    }

    /// The stones in the parts of a sum.
    pub fn stones(&self, sum: &Sum) -> u32 {
        self.keys[sum.first..sum.end].iter().map(|key| key.field().stones().count()).sum()
    }

    /// Splits a field (the player to move being Black), pushes the large parts and adds the small ones to a value.
    fn push_parts(&mut self, field: &Field<B>, value: Value, budget: &Budget) -> Result<Value, Stop> {
        let first = self.keys.len();
        let mut keys = std::mem::take(&mut self.keys);
        self.engine.split(field, self.splitting, |part| keys.push(part.key()));
        self.keys = keys;
        self.add_small(first, value, budget)
    }

    /// Brings the parts from `first` on into normal form, but adds the small ones to a value instead.
    fn add_small(&mut self, first: usize, mut value: Value, budget: &Budget) -> Result<Value, Stop> {
        let frame = self.frame;
        let mut kept = first;
        for index in first..self.keys.len() {
            let part = self.keys[index].field();
            if part.stones().count() <= SMALL {
                let (key, placement) = frame.normal(&part);
                let known = match self.engine.known(&key) {
                    Some(known) => known,
                    None => self.evaluate(key, budget)?,
                };
                let known = if placement.swapped { self.arena.negate(known) } else { known };
                self.arena.set_work_limit(ADDING_STEPS);
                let sum = self.arena.try_add(value, known);
                self.arena.set_work_limit(u64::MAX);
                if let Ok(sum) = sum {
                    value = sum;
                    continue;
                }
            }
            self.keys[kept] = frame.normal_in_colours(&part);
            kept += 1;
        }
        self.keys.truncate(kept);
        Ok(value)
    }

    fn evaluate(&mut self, key: Key<B>, budget: &Budget) -> Result<Value, Stop> {
        let mut quiet = |_: &Effort| {};
        let value = self.engine.inquiry(&mut self.arena, self.splitting, budget, &mut quiet, 0).part(key);
        if value.is_err() {
            self.engine.abandon();
        }
        value
    }

    /// The sum of the parts from `first` on and a value.
    fn finished(&mut self, first: usize, value: Value) -> Sum {
        self.cancel(first);
        let end = self.keys.len();
        let mut signature = self.signatures.of_value(&mut self.arena, value);
        for key in &self.keys[first..end] {
            let part = of_part(key);
            // Added up, so that the order of the parts does not matter.
            signature.place = signature.place.wrapping_add(part.place);
            signature.tag = signature.tag.wrapping_add(part.tag);
        }
        Sum { first, end, value, signature }
    }

    /// What the player to move and the other can do in the parts of a sum.
    pub fn mobilities(&self, sum: &Sum) -> [Mobility; 2] {
        let (mut mover, mut other) = (Mobility::default(), Mobility::default());
        for key in &self.keys[sum.first..sum.end] {
            let field = key.field();
            mover = mover.plus(Mobility::of(&self.frame, field.black, field.white, field.open));
            other = other.plus(Mobility::of(&self.frame, field.white, field.black, field.open));
        }
        [mover, other]
    }

    /// Removes pairs of parts one of which is the negative of the other, from `first` on: G + (−G) = 0. A part that is its
    /// own negative goes with another one like it.
    fn cancel(&mut self, first: usize) {
        let mut index = first;
        while index + 1 < self.keys.len() {
            let key = self.keys[index];
            let (black, white) = (key.black_or_open.count(), key.white_or_open.count());
            let mut negative = None;
            let found = (index + 1..self.keys.len()).find(|&other| {
                let other = self.keys[other];
                other.black_or_open.count() == white
                    && other.white_or_open.count() == black
                    && *negative.get_or_insert_with(|| self.frame.normal_in_colours(&key.field().swapped())) == other
            });
            match found {
                Some(other) => {
                    self.keys.remove(other);
                    self.keys.remove(index);
                }
                None => index += 1,
            }
        }
    }

    /// Whether the player to move wins a sum, if the number of moves left to both already tells.
    pub fn decided_by_bounds(&mut self, sum: &Sum) -> Option<bool> {
        let stop = self.arena.left_stop(sum.value);
        // The parts are worth no more than the moves that the player to move can make in them while the other passes: the
        // other answers each of them with one of as many free moves. The same holds from the other side.
        if stop <= Dyadic::ZERO {
            let most = self.most_moves(sum, Field::clone);
            let bound = self.arena.integer(-i64::from(most));
            let loses = stop <= Dyadic::integer(-i64::from(most)) && self.arena.less_or_equal(sum.value, bound);
            return loses.then_some(false);
        }
        let most = self.most_moves(sum, Field::swapped);
        let bound = self.arena.integer(i64::from(most));
        let wins = stop >= Dyadic::integer(i64::from(most)) && !self.arena.less_or_equal(sum.value, bound);
        wins.then_some(true)
    }

    /// Whether the player to move wins a sum, if that shows even when the winner restrains itself. Asked only for the player ahead.
    pub fn decided_by_restraint(&mut self, sum: &Sum, [mover, other]: [Mobility; 2]) -> Option<bool> {
        // On dense boards the parts stay large, and a bound costs more than the sums that it saves.
        if !self.restrains || self.jumps != Jumps::Any || self.splitting != Splitting::Captures {
            return None;
        }
        let lead = mover.lead(other);
        if lead >= 0 && matches!(self.least(sum, true), Some(Outcome::L | Outcome::N)) {
            return Some(true);
        }
        if lead <= 0 && matches!(self.least(sum, false), Some(Outcome::L | Outcome::P)) {
            return Some(false);
        }
        None
    }

    /// The outcome of the least that a sum is worth to the player to move or to the other one, who is Left then.
    fn least(&mut self, sum: &Sum, to_mover: bool) -> Option<Outcome> {
        let Sums { frame, restraint, arena, keys, .. } = self;
        let mut total = if to_mover { sum.value } else { arena.negate(sum.value) };
        arena.set_work_limit(BOUND_STEPS);
        let complete = keys[sum.first..sum.end].iter().all(|key| {
            let field = if to_mover { key.field() } else { key.field().swapped() };
            let least = restraint.at_least(frame, arena, &field);
            let added = least.and_then(|least| arena.try_add(total, least).ok());
            added.inspect(|&added| total = added).is_some()
        });
        arena.set_work_limit(u64::MAX);
        complete.then(|| arena.outcome(total))
    }

    fn most_moves(&self, sum: &Sum, seen: impl Fn(&Field<B>) -> Field<B>) -> u32 {
        self.keys[sum.first..sum.end].iter().map(|key| self.frame.most_captures_alone(&seen(&key.field()))).sum()
    }

    /// Calls `visit` with every option of a sum, seen by the other player, who moves next, until it has enough.
    pub fn for_each_option(
        &mut self,
        sum: &Sum,
        budget: &Budget,
        mut visit: impl FnMut(&mut Sums<B>, Sum) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let frame = self.frame;
        let negative = self.arena.negate(sum.value);
        let (mut options, mut parts) = (Vec::new(), Vec::new());
        for moved in sum.first..sum.end {
            let field = self.keys[moved].field();
            options.clear();
            parts.clear();
            frame.for_each_step(&field, Stone::Black, self.jumps, |step| options.push(step.after));
            self.engine.split_options(&field, &options, self.splitting, |index, part| {
                parts.push((index, part.swapped().key()));
            });
            let mut rest = parts.as_slice();
            for index in 0..options.len() {
                let (own, others) = rest.split_at(rest.partition_point(|&(option, _)| option <= index));
                rest = others;
                let first = self.keys.len();
                self.push_others(sum, Some(moved));
                let first_own = self.keys.len();
                self.keys.extend(own.iter().map(|&(_, part)| part));
                let value = self.add_small(first_own, negative, budget)?;
                let option = self.finished(first, value);
                if visit(self, option).is_break() {
                    return Ok(());
                }
            }
        }
        // Moves in what was evaluated come last: they matter only when nothing else is left to play for.
        for option in self.arena.left_options(sum.value) {
            let value = self.arena.negate(option);
            let first = self.keys.len();
            self.push_others(sum, None);
            let option = self.finished(first, value);
            if visit(self, option).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Pushes the parts of a sum, seen by the other player, but for the one that moved.
    fn push_others(&mut self, sum: &Sum, moved: Option<usize>) {
        for index in sum.first..sum.end {
            if Some(index) != moved {
                let field = self.keys[index].field().swapped();
                let key = self.frame.normal_in_colours(&field);
                self.keys.push(key);
            }
        }
    }

    /// Whether the player to move wins a sum that is only a value.
    pub fn wins_value(&self, value: Value) -> bool {
        matches!(self.arena.outcome(value), Outcome::L | Outcome::N)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;
    use crate::testing::random_board;
    use banmen_core::{Draw, Limits, Random};

    #[test]
    fn a_part_and_its_negative_cancel() {
        let frame = Frame::<u64>::for_size(6, 8).unwrap();
        let budget = Limits::none().start();
        let mut random = Random::new(21);
        let mut cancelled = 0;
        for _ in 0..300 {
            let mut sums = Sums::new(frame, Jumps::Any, Splitting::Closure);
            let board = random_board(4, 4, &mut random);
            let mut fields = vec![frame.field(&board), frame.field(&board.rotated()).swapped()];
            random.shuffle(&mut fields);
            for field in fields {
                sums.push_parts(&field, Value::ZERO, &budget).unwrap();
            }
            cancelled += usize::from(!sums.keys.is_empty());
            let sum = sums.finished(0, Value::ZERO);
            assert!(sum.is_value(), "{board}");
        }
        assert!(cancelled > 30, "{cancelled}");
    }

    #[test]
    fn bounds_never_contradict_values() {
        let frame = Frame::<u64>::for_size(4, 5).unwrap();
        let mut random = Random::new(22);
        let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
        let mut sums = Sums::new(frame, Jumps::Any, Splitting::Whole);
        let mut decided = [0; 2];
        for _ in 0..2000 {
            let board = random_board(4, 5, &mut random);
            let key = frame.field(&board).key();
            let worth = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let integer = random.below(13) as i64 - 6;
            let offset = if random.percent(50) { Value::STAR } else { Value::UP };
            sums.keys = vec![key];
            let value = sums.arena.integer(integer);
            let value = sums.arena.add(value, offset);
            let sum = sums.finished(0, value);
            let arena = &mut evaluator.algebra;
            let integer = arena.integer(integer);
            let value = arena.add(integer, offset);
            let whole = arena.add(worth, value);
            let wins = matches!(arena.outcome(whole), Outcome::L | Outcome::N);
            if let Some(found) = sums.decided_by_bounds(&sum) {
                assert_eq!(found, wins, "{integer:?}\n{board}");
                decided[usize::from(found)] += 1;
            }
        }
        assert!(decided.iter().all(|&count| count > 100), "{decided:?}");
    }

    #[test]
    fn restraint_never_contradicts_values() {
        let frame = Frame::<u64>::for_size(4, 6).unwrap();
        let mut random = Random::new(23);
        let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
        let mut sums = Sums::new(frame, Jumps::Any, Splitting::Captures);
        let mut decided = [0; 2];
        for _ in 0..1500 {
            let board = random_board(4, 6, &mut random);
            let integer = random.below(3) as i64 - 1;
            sums.keys = vec![frame.field(&board).key()];
            let value = sums.arena.integer(integer);
            let sum = sums.finished(0, value);
            let mobilities = sums.mobilities(&sum);
            let Some(found) = sums.decided_by_restraint(&sum, mobilities) else { continue };
            let worth = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let integer = evaluator.algebra.integer(integer);
            let whole = evaluator.algebra.add(worth, integer);
            let wins = matches!(evaluator.algebra.outcome(whole), Outcome::L | Outcome::N);
            assert_eq!(found, wins, "{board}");
            decided[usize::from(found)] += 1;
        }
        assert!(decided.iter().all(|&count| count > 300), "{decided:?}");
    }
}
