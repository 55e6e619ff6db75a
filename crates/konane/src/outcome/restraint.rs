//! Bounds by restraint: what a position is worth at least to a player who makes near jumps only.
//!
//! Stones that could meet after many jumps keep a position in one piece, though they hardly ever do. A player who promises to
//! land on near cells only gives up a few moves, and what is left falls into parts so small that their values are known. The other
//! player keeps all its moves, so the position is worth no less than the sum of these values.

use banmen_cgt::{Arena, Value};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::board::{Jumps, Stone};
use crate::closure::Middles;
use crate::frame::{Field, Frame};
use crate::outcome::pool::{Exchange, of_sets};

/// How far a bound goes before it settles for less.
///
/// Chosen on tiles of 6×12 and 6×15 by the time that searches took: with 12 stones and captures followed without a limit they look into half as
/// many sums and take twice as long, with 9 stones they look into 40 % more sums of 6×15 and take a sixth longer.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Black lands where it may get within so many rounds of jumps.
    pub rounds: u32,
    /// Parts with more stones are not evaluated: there Black promises to land on still fewer cells.
    pub stones: u32,
    /// Positions that may be evaluated for a part that is not yet known.
    pub positions: u32,
}

impl Scope {
    pub const USUAL: Scope = Scope { rounds: 2, stones: 10, positions: 300 };
}

/// A part, shifted to the corner: where there may be black stones, where white ones, and where Black may land.
type Restrained<B> = [B; 3];

/// A part takes more positions than it may.
#[derive(Clone, Copy, Debug)]
pub struct TooLong;

/// Values of parts under restraint.
pub struct Restraint<B: Bits> {
    scope: Scope,
    /// What one worker knows by itself; `None` for what takes too many positions.
    known: FxHashMap<Restrained<B>, Option<Value>>,
    /// What several workers know together, instead of `known`.
    pub exchange: Option<Exchange>,
}

impl<B: Bits> Restraint<B> {
    pub fn new(scope: Scope) -> Restraint<B> {
        Restraint { scope, known: FxHashMap::default(), exchange: None }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(Restrained<B>, Option<Value>)>() + 1)
            + self.exchange.as_ref().map_or(0, Exchange::bytes)
    }

    /// A value that a field is worth at least, where stones may stop after any jump. `None` if adding values is too much work.
    pub fn at_least(&mut self, frame: &Frame<B>, arena: &mut Arena, field: &Field<B>) -> Option<Value> {
        let everywhere = field.cells();
        self.bound(frame, arena, field, everywhere, self.scope.rounds)
    }

    /// The same if Black lands on allowed cells only, and only where it may get within so many rounds.
    fn bound(
        &mut self,
        frame: &Frame<B>,
        arena: &mut Arena,
        field: &Field<B>,
        allowed: B,
        rounds: u32,
    ) -> Option<Value> {
        let (jumps, allowed) = possible_jumps(frame, field, allowed & landings_within(frame, field, rounds));
        let mut cells = jumps.cells(frame.stride);
        let mut sum = Value::ZERO;
        while !cells.is_empty() {
            let class = jumps.class_of(B::bit(cells.lowest()), frame.stride);
            cells &= !class;
            let part = field.within(class);
            let value = match self.small_part(frame, arena, &part, allowed) {
                Some(value) => value,
                None if rounds > 0 => self.bound(frame, arena, &part, allowed, rounds - 1)?,
                // Black never moves there.
                None => arena.integer(-i64::from(frame.most_captures_alone(&part.swapped()))),
            };
            sum = arena.try_add(sum, value).ok()?;
        }
        Some(sum)
    }

    /// The value of a part if it is small.
    fn small_part(&mut self, frame: &Frame<B>, arena: &mut Arena, part: &Field<B>, allowed: B) -> Option<Value> {
        if part.stones().count() > self.scope.stones {
            return None;
        }
        let mut positions = self.scope.positions;
        let value = self.part(frame, arena, part, allowed, &mut positions);
        if value.is_none() {
            self.remember(arena, restrained(frame, part, allowed), None);
        }
        value
    }

    /// The value of a part; `None` if it takes more positions than are left.
    fn part(
        &mut self,
        frame: &Frame<B>,
        arena: &mut Arena,
        part: &Field<B>,
        allowed: B,
        positions: &mut u32,
    ) -> Option<Value> {
        let key = restrained(frame, part, allowed);
        if let Some(known) = self.recall(&key) {
            return known.ok();
        }
        *positions = positions.checked_sub(1)?;
        let [black_or_open, white_or_open, allowed] = key;
        let open = black_or_open & white_or_open;
        let part = Field { black: black_or_open ^ open, white: white_or_open ^ open, open };
        let mut options = Vec::new();
        frame.for_each_step(&part, Stone::Black, Jumps::Any, |step| {
            if (step.landed & !allowed).is_empty() {
                options.push(step.after);
            }
        });
        let left = options.len();
        frame.for_each_step(&part, Stone::White, Jumps::Any, |step| options.push(step.after));
        let mut values = Vec::with_capacity(options.len());
        for option in &options {
            values.push(self.sum(frame, arena, option, allowed, positions)?);
        }
        let value = arena.try_from_options(&values[..left], &values[left..]).ok()?;
        self.remember(arena, key, Some(value));
        Some(value)
    }

    #[inline]
    fn recall(&self, key: &Restrained<B>) -> Option<Result<Value, TooLong>> {
        match &self.exchange {
            Some(exchange) => exchange.get(of_sets(key)),
            None => self.known.get(key).map(|known| known.ok_or(TooLong)),
        }
    }

    fn remember(&mut self, arena: &mut Arena, key: Restrained<B>, value: Option<Value>) {
        match &mut self.exchange {
            Some(exchange) => exchange.insert(arena, of_sets(&key), value),
            None => {
                self.known.insert(key, value);
            }
        }
    }

    /// The value of a field that may fall into parts.
    fn sum(
        &mut self,
        frame: &Frame<B>,
        arena: &mut Arena,
        field: &Field<B>,
        allowed: B,
        positions: &mut u32,
    ) -> Option<Value> {
        let (jumps, allowed) = possible_jumps(frame, field, allowed);
        let mut cells = jumps.cells(frame.stride);
        let mut sum = Value::ZERO;
        while !cells.is_empty() {
            let class = jumps.class_of(B::bit(cells.lowest()), frame.stride);
            cells &= !class;
            let value = self.part(frame, arena, &field.within(class), allowed, positions)?;
            sum = arena.try_add(sum, value).ok()?;
        }
        Some(sum)
    }
}

fn restrained<B: Bits>(frame: &Frame<B>, part: &Field<B>, allowed: B) -> Restrained<B> {
    let cells = part.cells();
    let shift = cells.lowest() / frame.stride * frame.stride + cells.columns(frame.stride).lowest();
    [part.black | part.open, part.white | part.open, allowed & cells].map(|set| set >> shift)
}

/// The middle cells of jumps, by where they end, first along rows, then along columns; and the cells that these jumps leave.
#[inline(always)]
fn jumped<B: Bits>(frame: &Frame<B>, [right, down, left, up]: [B; 4]) -> ([B; 2], B) {
    let s = frame.stride;
    let (right, left, down, up) = (right >> 1, left << 1, down.back(s), up.onwards(s));
    ([right | left, down | up], right >> 1 | left << 1 | down.back(s) | up.onwards(s))
}

#[inline(always)]
fn all<B: Bits>([right, down, left, up]: [B; 4]) -> B {
    right | down | left | up
}

/// The cells where Black may land within so many rounds of jumps by both.
fn landings_within<B: Bits>(frame: &Frame<B>, field: &Field<B>, rounds: u32) -> B {
    let Field { mut black, mut white, mut open } = *field;
    let mut landed = B::EMPTY;
    for _ in 0..rounds {
        let ends = [frame.landings(black, white, open), frame.landings(white, black, open)];
        for jumps in ends {
            let ([row, column], left) = jumped(frame, jumps);
            open |= row | column | left;
        }
        let [by_black, by_white] = ends.map(all);
        landed |= by_black;
        black |= by_black;
        white |= by_white;
    }
    landed
}

/// The jumps that may ever happen if Black lands on allowed cells only, and the cells where it may land then.
fn possible_jumps<B: Bits>(frame: &Frame<B>, field: &Field<B>, allowed: B) -> (Middles<B>, B) {
    let Field { mut black, mut white, mut open } = *field;
    let mut middles = Middles { row: B::EMPTY, column: B::EMPTY };
    let mut landed = B::EMPTY;
    loop {
        let before = (black, white, open);
        let ends = [frame.landings(black, white, open & allowed), frame.landings(white, black, open)];
        for jumps in ends {
            let ([row, column], left) = jumped(frame, jumps);
            middles.row |= row;
            middles.column |= column;
            open |= row | column | left;
        }
        let [by_black, by_white] = ends.map(all);
        landed |= by_black;
        black |= by_black;
        white |= by_white;
        if (black, white, open) == before {
            return (middles, landed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;
    use crate::testing::random_board;
    use banmen_core::{Limits, Random};

    #[test]
    fn a_position_is_worth_no_less_than_its_bound() {
        let frame = Frame::<u64>::for_size(4, 6).unwrap();
        let mut random = Random::new(31);
        let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
        let scopes = [
            Scope::USUAL,
            Scope { rounds: 0, ..Scope::USUAL },
            Scope { rounds: 1, stones: 5, positions: 300 },
            Scope { rounds: 3, stones: 7, positions: 20 },
            Scope { rounds: 2, stones: 3, positions: 5 },
        ];
        let mut restraints = scopes.map(Restraint::new);
        let mut exact = 0;
        for _ in 0..600 {
            let board = random_board(4, 6, &mut random);
            let field = frame.field(&board);
            let worth = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            for (restraint, scope) in restraints.iter_mut().zip(scopes) {
                let arena = &mut evaluator.algebra;
                let least = restraint.at_least(&frame, arena, &field).unwrap();
                assert!(arena.less_or_equal(least, worth), "{scope:?}\n{board}");
                let negative = restraint.at_least(&frame, arena, &field.swapped()).unwrap();
                let most = arena.negate(negative);
                assert!(arena.less_or_equal(worth, most), "{scope:?}\n{board}");
                exact += usize::from(least == worth);
            }
        }
        assert!((600..2900).contains(&exact), "{exact}");
    }

    #[test]
    fn without_restraint_the_value_is_exact() {
        let frame = Frame::<u64>::for_size(4, 5).unwrap();
        let mut random = Random::new(32);
        let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
        let mut restraint = Restraint::new(Scope { rounds: 20, stones: 20, positions: u32::MAX });
        for _ in 0..300 {
            let board = random_board(4, 5, &mut random);
            let worth = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let found = restraint.at_least(&frame, &mut evaluator.algebra, &frame.field(&board));
            assert_eq!(found, Some(worth), "{board}");
        }
    }

    /// The bound of a restrained player, without splitting anything: by all moves of both.
    fn plain(frame: &Frame<u64>, arena: &mut Arena, field: &Field<u64>, allowed: u64) -> Value {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        frame.for_each_step(field, Stone::Black, Jumps::Any, |step| {
            if step.landed & !allowed == 0 {
                left.push(step.after);
            }
        });
        frame.for_each_step(field, Stone::White, Jumps::Any, |step| right.push(step.after));
        let [left, right] =
            [left, right].map(|options| options.iter().map(|after| plain(frame, arena, after, allowed)).collect());
        let (left, right): (Vec<_>, Vec<_>) = (left, right);
        arena.from_options(&left, &right)
    }

    #[test]
    fn parts_under_restraint_add_up_to_the_whole() {
        let frame = Frame::<u64>::for_size(4, 5).unwrap();
        let mut random = Random::new(33);
        let mut arena = Arena::new();
        let mut restraint = Restraint::new(Scope { rounds: 1, stones: 20, positions: u32::MAX });
        let mut compared = 0;
        while compared < 200 {
            let field = frame.field(&random_board(4, 5, &mut random));
            if field.stones().count() > 10 {
                continue;
            }
            let allowed = landings_within(&frame, &field, 1);
            let expected = plain(&frame, &mut arena, &field, allowed);
            assert_eq!(restraint.at_least(&frame, &mut arena, &field), Some(expected));
            compared += 1;
        }
    }
}
