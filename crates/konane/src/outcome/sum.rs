//! A sum of parts of a board and of a value, seen by the player to move.

use banmen_cgt::{Arena, Value};
use banmen_core::{Budget, Stop};

use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::board::{Jumps, Stone};
use crate::engine::{Effort, Engine, Inquiry, Splitting};
use crate::frame::{Field, Frame};
use crate::normal::Key;
use crate::outcome::verdicts::Signature;

/// Parts with at most this many stones are evaluated at once.
const SMALL: u32 = 9;
/// Steps that adding values may take before a part is rather left as it is.
const ADDING_STEPS: u64 = 1 << 14;

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
    /// How many moves the player to move has in the parts.
    pub mobility: u32,
    /// How many moves the other has.
    pub other_mobility: u32,
}

/// Makes sums and their options.
pub struct Sums<B: Bits> {
    frame: Frame<B>,
    jumps: Jumps,
    splitting: Splitting,
    engine: Engine<B, Value>,
    pub arena: Arena,
    /// The parts of the sums on the way.
    pub keys: Vec<Key<B>>,
}

impl<B: Bits> Sums<B> {
    pub fn new(frame: Frame<B>, jumps: Jumps, splitting: Splitting) -> Sums<B> {
        let engine = Engine::new(frame, jumps, Arena::ZERO);
        Sums { frame, jumps, splitting, engine, arena: Arena::new(), keys: Vec::new() }
    }

    pub fn frame(&self) -> &Frame<B> {
        &self.frame
    }

    pub fn bytes(&self) -> usize {
        self.engine.bytes() + self.arena.memory_bytes()
    }

    /// The sum that a field is, for a player to move.
    pub fn of_field(&mut self, field: &Field<B>, to_move: Stone, budget: &Budget) -> Result<Sum, Stop> {
        let seen = if to_move == Stone::Black { *field } else { field.swapped() };
        let first = self.keys.len();
        let value = self.push_parts(&seen, Value::ZERO, budget)?;
        Ok(self.finished(first, value))
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
            let (key, placement) = frame.normal(&part);
            let known = match self.engine.known(&key) {
                None if part.stones().count() <= SMALL => Some(self.evaluate(key, budget)?),
                known => known,
            };
            if let Some(known) = known {
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
        let positions_before = self.engine.expanded();
        let mut inquiry = Inquiry {
            engine: &mut self.engine,
            algebra: &mut self.arena,
            splitting: self.splitting,
            budget,
            report: &mut |_: &Effort| {},
            other_bytes: 0,
            positions_before,
        };
        inquiry.algebra.allow(u64::MAX);
        let value = inquiry.part(key);
        if value.is_err() {
            self.engine.abandon();
        }
        value
    }

    /// The sum of the parts from `first` on and a value.
    fn finished(&self, first: usize, value: Value) -> Sum {
        let end = self.keys.len();
        let mut signature = Signature { place: mix(hash_of(value), FIRST_SEED), tag: mix(hash_of(value), SECOND_SEED) };
        let (mut mobility, mut other_mobility) = (0, 0);
        for key in &self.keys[first..end] {
            // Added up, so that the order of the parts does not matter.
            let (a, b) = (key.black_or_open.folded(), key.white_or_open.folded());
            signature.place = signature.place.wrapping_add(mix(mix(a, FIRST_SEED) ^ b, SECOND_SEED));
            signature.tag = signature.tag.wrapping_add(mix(mix(b, SECOND_SEED) ^ a, FIRST_SEED));
            let field = key.field();
            mobility += self.first_jumps(field.black, field.white, field.open);
            other_mobility += self.first_jumps(field.white, field.black, field.open);
        }
        Sum { first, end, value, signature, mobility, other_mobility }
    }

    #[inline]
    fn first_jumps(&self, movers: B, others: B, open: B) -> u32 {
        self.frame.landings(movers, others, open).iter().map(|landing| landing.count()).sum()
    }

    /// Calls `visit` with every option of a sum, seen by the other player, who moves next.
    pub fn for_each_option(
        &mut self,
        sum: &Sum,
        budget: &Budget,
        mut visit: impl FnMut(&Sums<B>, Sum),
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
                visit(self, option);
            }
        }
        // Moves in what was evaluated come last: they matter only when nothing else is left to play for.
        for option in self.arena.left_options(sum.value) {
            let value = self.arena.negate(option);
            let first = self.keys.len();
            self.push_others(sum, None);
            let option = self.finished(first, value);
            visit(self, option);
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
        matches!(self.arena.outcome(value), banmen_cgt::Outcome::L | banmen_cgt::Outcome::N)
    }
}

const FIRST_SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND_SEED: u64 = 0xd6e8_feb8_6659_fd93;

#[inline]
fn mix(x: u64, seed: u64) -> u64 {
    let mut z = (x ^ seed).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 29)).wrapping_mul(seed);
    z ^ (z >> 32)
}

fn hash_of(value: Value) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
