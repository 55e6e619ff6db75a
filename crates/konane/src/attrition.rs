//! Which jumps can ever happen, knowing who must have been captured for a stone to be where it is.
//!
//! The plain closure forgets that a stone pays for every jump with a stone of the other colour: it lets a white stone jump
//! over the black one that has just captured it. Here every possibility "a black stone may stand on this cell" carries the
//! stones that it may be, and the stones that are surely gone by then, whatever way it took. A jump needs a mover and a
//! victim that are not surely gone. The result is again a fixed point from above, hence sound, and much nearer to the truth.
//!
//! The options of a position differ in little, so they are looked at side by side: every number is a row of lanes, one for
//! each option, which processors work through together, and no branch depends on a lane.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::bits::Bits;
use crate::closure::Middles;
use crate::frame::{Field, Frame};

/// A set of stones, by number. The smaller it is, the more lanes a processor works through at once.
trait Stones:
    'static
    + Copy
    + Debug
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No stone.
    const NONE: Self;
    /// All stones that it can tell apart.
    const ALL: Self;

    /// One stone.
    fn one(number: u32) -> Self;

    /// One stone in each lane.
    fn one_in_each(number: u32) -> &'static Lanes<Self>;

    /// All stones in the first lanes, none in the others.
    fn all_in_first(lanes: usize) -> &'static Lanes<Self>;

    /// Whether it is no stone or one.
    fn is_small(self) -> bool;

    /// The mask that it is, if it is all stones or none, for sets of cells.
    fn mask(self) -> u64;
}

macro_rules! stones {
    ($type:ty) => {
        impl Stones for $type {
            const NONE: $type = 0;
            const ALL: $type = !0;

            #[inline(always)]
            fn one(number: u32) -> $type {
                1 << number
            }

            // Rows of lanes that are read, not made, are copied in wide registers by every compiler; what it makes of them otherwise
            // is sixteen narrow stores on WebAssembly.
            #[inline(always)]
            fn one_in_each(number: u32) -> &'static Lanes<$type> {
                static ROWS: [Lanes<$type>; <$type>::BITS as usize] = {
                    let mut rows = [[0; LANES]; <$type>::BITS as usize];
                    let mut number = 0;
                    while number < rows.len() {
                        rows[number] = [1 << number; LANES];
                        number += 1;
                    }
                    rows
                };
                &ROWS[number as usize % ROWS.len()]
            }

            #[inline(always)]
            fn all_in_first(lanes: usize) -> &'static Lanes<$type> {
                static ROWS: [Lanes<$type>; LANES + 1] = {
                    let mut rows = [[0; LANES]; LANES + 1];
                    let mut filled = 1;
                    while filled <= LANES {
                        rows[filled] = rows[filled - 1];
                        rows[filled][filled - 1] = !0;
                        filled += 1;
                    }
                    rows
                };
                &ROWS[if lanes < LANES { lanes } else { LANES }]
            }

            #[inline(always)]
            fn is_small(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }

            #[inline(always)]
            fn mask(self) -> u64 {
                i64::from(self.cast_signed()).cast_unsigned()
            }
        }
    };
}

stones!(u16);
stones!(u32);
stones!(u64);

/// All stones if this is so, otherwise none.
#[inline(always)]
fn all_if<S: Stones>(so: bool) -> S {
    if so { S::ALL } else { S::NONE }
}

/// What is known of a cell: a set of stones for each option.
#[derive(Clone, Copy, Debug)]
#[repr(align(256))]
struct Cell<S> {
    /// The stones that may hold it, of each colour.
    holders: [Lanes<S>; 2],
    /// The stones that are surely gone when one of them does. All, where none may.
    gone: [Lanes<S>; 2],
    /// The stones that are surely gone when it is empty. All, where it never is.
    gone_if_empty: Lanes<S>,
    /// All, where a stone may ever jump over it along its row or its column.
    jumped: [Lanes<S>; 2],
}

/// A number for each of the options that are looked at together.
type Lanes<S> = [S; LANES];

const BLACK: usize = 0;
const WHITE: usize = 1;
const EMPTY: usize = 2;

const ROW: usize = 0;
const COLUMN: usize = 1;

/// Cells of the largest board. Cell numbers are cut to it, so that no index needs a check.
const CELLS: usize = 256;
/// Options looked at together.
const LANES: usize = 16;

/// Room for the analysis, kept from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Attrition {
    few: Room<u16>,
    many: Room<u32>,
    /// For positions with more stones than the others tell apart.
    most: Room<u64>,
}

impl Attrition {
    /// For each option of a position, the jumps that can ever happen, as far as captures tell. Says `false` and finds
    /// nothing if there are too many stones to tell them apart.
    ///
    /// An option is the position itself or what it becomes by one move.
    #[inline]
    pub fn possible_jumps<B: Bits>(
        &mut self,
        frame: &Frame<B>,
        position: &Field<B>,
        options: &[Field<B>],
        mut visit: impl FnMut(usize, Middles<B>),
    ) -> bool {
        let stones = position.stones().count();
        if stones > u64::BITS {
            return false;
        }
        let groups = options.len().div_ceil(LANES).max(1);
        let size = options.len().div_ceil(groups).max(1);
        for (group, options) in options.chunks(size).enumerate() {
            let [row, column] = if stones <= u16::BITS {
                self.few.possible_jumps(frame, position, options)
            } else if stones <= u32::BITS {
                self.many.possible_jumps(frame, position, options)
            } else {
                self.most.possible_jumps(frame, position, options)
            };
            (0..options.len()).for_each(|i| visit(group * size + i, Middles { row: row[i], column: column[i] }));
        }
        true
    }
}

/// The cells of options that are looked at together.
#[derive(Clone, Debug)]
struct Room<S> {
    cells: Box<[Cell<S>; CELLS]>,
}

impl<S: Stones> Default for Room<S> {
    fn default() -> Room<S> {
        let nothing = Cell {
            holders: [[S::NONE; LANES]; 2],
            gone: [[S::ALL; LANES]; 2],
            gone_if_empty: [S::ALL; LANES],
            jumped: [[S::NONE; LANES]; 2],
        };
        let cells = vec![nothing; CELLS].into_boxed_slice();
        Room { cells: cells.try_into().expect("there are as many cells as were asked for") }
    }
}

/// The middle cells of jumps along an axis, forwards and backwards, of each colour.
type Pending<B> = [[B; 2]; 2];

/// The jumps along an axis that may be possible and depend on a state that has changed.
#[inline(always)]
fn pending<B: Bits>(states: &[B; 3], since: &[B; 3], step: u32, over: B) -> Pending<B> {
    let shifted =
        |forwards: bool| [states, since].map(|sets| sets.map(|set| if forwards { set << step } else { set >> step }));
    let (below, above) = (shifted(true), shifted(false));
    [(below, above), (above, below)].map(|([from, from_since], [to, to_since])| {
        [BLACK, WHITE].map(|colour| {
            let other = 1 - colour;
            let changed = from_since[colour] | since[other] | to_since[EMPTY];
            over & from[colour] & states[other] & to[EMPTY] & changed
        })
    })
}

impl<S: Stones> Room<S> {
    #[inline(always)]
    fn cell(&mut self, cell: u32) -> &mut Cell<S> {
        &mut self.cells[cell as usize % CELLS]
    }

    /// The cells as they are at first; says which states any of them is in.
    fn set_up<B: Bits>(&mut self, position: &Field<B>, options: &[Field<B>]) -> [B; 3] {
        let stones = position.stones();
        // Nobody holds a cell in a lane without an option, so nothing ever happens there.
        let in_use = S::all_in_first(options.len());
        // The options differ from the position in a few cells only.
        for (colour, side) in [position.black, position.white].into_iter().enumerate() {
            for index in side.cells() {
                let stone = S::one_in_each((stones & B::first(index)).count());
                // Read anew for each cell, so that it stays one row instead of becoming sixteen numbers.
                let in_use = std::hint::black_box(in_use);
                let cell = self.cell(index);
                cell.holders[colour] = std::array::from_fn(|lane| stone[lane] & in_use[lane]);
                cell.gone[colour] = [S::NONE; LANES];
                cell.holders[1 - colour] = [S::NONE; LANES];
                cell.gone[1 - colour] = [S::ALL; LANES];
                cell.gone_if_empty = [S::ALL; LANES];
                cell.jumped = [[S::NONE; LANES]; 2];
            }
        }
        for index in position.open.cells() {
            let cell = self.cell(index);
            cell.holders = [[S::NONE; LANES]; 2];
            cell.gone = [[S::ALL; LANES]; 2];
            // Read as well: with what follows it would be zeros enough for a call of the browser's own, one for each cell.
            cell.gone_if_empty = *std::hint::black_box(S::all_in_first(0));
            cell.jumped = [[S::NONE; LANES]; 2];
        }
        let mut states = [B::EMPTY; 3];
        for (lane, option) in options.iter().enumerate().take(LANES) {
            states[BLACK] |= option.black;
            states[WHITE] |= option.white;
            states[EMPTY] |= option.open;
            for index in (option.open & !position.open).cells() {
                let colour = if position.black.has(index) { BLACK } else { WHITE };
                let cell = self.cell(index);
                cell.holders[colour][lane] = S::NONE;
                cell.gone[colour][lane] = S::ALL;
                cell.gone_if_empty[lane] = S::NONE;
            }
            // The stone that has moved is still the same.
            let sides = [(option.black, position.black), (option.white, position.white)];
            for (colour, (now, before)) in sides.into_iter().enumerate() {
                let landed = now & !before;
                if !landed.is_empty() {
                    let from = (before & !now).lowest();
                    let cell = self.cell(landed.lowest());
                    cell.holders[colour][lane] = S::one((stones & B::first(from)).count());
                    cell.gone[colour][lane] = S::NONE;
                    cell.gone_if_empty[lane] = S::ALL;
                }
            }
        }
        states
    }

    /// For each option the middle cells of the jumps that can ever happen, along rows and along columns.
    fn possible_jumps<B: Bits>(
        &mut self,
        frame: &Frame<B>,
        position: &Field<B>,
        options: &[Field<B>],
    ) -> [[B; LANES]; 2] {
        let middles = self.follow(frame, position, options);
        let mut found = [[B::EMPTY; LANES]; 2];
        let lanes = options.len().min(LANES);
        for axis in [ROW, COLUMN] {
            for middle in middles[axis].cells() {
                let jumped = &self.cell(middle).jumped[axis];
                for (found, jumped) in found[axis].iter_mut().zip(jumped).take(lanes) {
                    *found |= B::bit(middle).masked(jumped.mask());
                }
            }
        }
        found
    }

    /// Follows captures to the fixed point. The result has all middle cells of the jumps that were looked at.
    fn follow<B: Bits>(&mut self, frame: &Frame<B>, position: &Field<B>, options: &[Field<B>]) -> [B; 2] {
        let mut states = self.set_up(position, options);
        let mut middles = [B::EMPTY; 2];
        let steps = [1, frame.stride];
        let over = [frame.interior(), !B::EMPTY];
        // What has changed in the round before.
        let mut since = states;
        loop {
            // The jumps of a round are chosen before any of them is made, so that none has to wait for another.
            let pending: [Pending<B>; 2] =
                std::array::from_fn(|axis| pending(&states, &since, steps[axis], over[axis]));
            let mut news = [B::EMPTY; 3];
            let [[row_right, row_left], [column_down, column_up]] = pending;
            let [_, stride] = steps;
            self.jumps::<ROW, BLACK, false, B>(1, row_right[BLACK], &mut news);
            self.jumps::<ROW, WHITE, false, B>(1, row_right[WHITE], &mut news);
            self.jumps::<COLUMN, BLACK, false, B>(stride, column_down[BLACK], &mut news);
            self.jumps::<COLUMN, WHITE, false, B>(stride, column_down[WHITE], &mut news);
            self.jumps::<ROW, BLACK, true, B>(1, row_left[BLACK], &mut news);
            self.jumps::<ROW, WHITE, true, B>(1, row_left[WHITE], &mut news);
            self.jumps::<COLUMN, BLACK, true, B>(stride, column_up[BLACK], &mut news);
            self.jumps::<COLUMN, WHITE, true, B>(stride, column_up[WHITE], &mut news);
            for (middles, [forwards, backwards]) in middles.iter_mut().zip(pending) {
                *middles |= forwards[BLACK] | forwards[WHITE] | backwards[BLACK] | backwards[WHITE];
            }
            if news.iter().all(|news| news.is_empty()) {
                return middles;
            }
            states.iter_mut().zip(news).for_each(|(known, new)| *known |= new);
            since = news;
        }
    }

    /// Looks at the jumps of a colour in a direction over these cells, and notes what changes by them.
    #[inline(always)]
    fn jumps<const AXIS: usize, const COLOUR: usize, const BACKWARDS: bool, B: Bits>(
        &mut self,
        step: u32,
        pending: B,
        news: &mut [B; 3],
    ) {
        for middle in pending.cells() {
            let (below, above) = (middle.wrapping_sub(step), middle.wrapping_add(step));
            let (x, z) = if BACKWARDS { (above, below) } else { (below, above) };
            let changes = self.jump::<AXIS, COLOUR>(x, middle, z);
            news[COLOUR] |= B::bit(z).masked(changes[0]);
            news[EMPTY] |= B::bit(x).masked(changes[1]) | B::bit(middle).masked(changes[2]);
        }
    }

    /// Lets stones of one colour jump from `x` over `y` to `z` where they can. Masks say whether that changed anything
    /// about `z`, `x` and `y`.
    #[inline(always)]
    fn jump<const AXIS: usize, const COLOUR: usize>(&mut self, x: u32, y: u32, z: u32) -> [u64; 3] {
        let (movers, movers_gone) = (self.cell(x).holders[COLOUR], self.cell(x).gone[COLOUR]);
        let (victims, victims_gone) = (self.cell(y).holders[1 - COLOUR], self.cell(y).gone[1 - COLOUR]);
        let landing = self.cell(z);
        let (mut fails, mut gone) = ([S::NONE; LANES], [S::NONE; LANES]);
        let mut change = S::NONE;
        for lane in 0..LANES {
            let before = movers_gone[lane] | victims_gone[lane] | landing.gone_if_empty[lane];
            let movers = movers[lane] & !before;
            let victims = victims[lane] & !before;
            // Where it fails, everything is what changes nothing: no holders, all stones gone.
            fails[lane] = all_if::<S>(movers == S::NONE) | all_if(victims == S::NONE);
            let captured = if victims.is_small() { victims } else { S::NONE };
            gone[lane] = before | captured | fails[lane];
            let holders = landing.holders[COLOUR][lane] | (movers & !fails[lane]);
            let still_gone = landing.gone[COLOUR][lane] & gone[lane];
            change = change | (holders ^ landing.holders[COLOUR][lane]) | (still_gone ^ landing.gone[COLOUR][lane]);
            landing.holders[COLOUR][lane] = holders;
            landing.gone[COLOUR][lane] = still_gone;
        }
        let jumped = &mut self.cell(y).jumped[AXIS];
        for lane in 0..LANES {
            jumped[lane] = jumped[lane] | !fails[lane];
        }
        let left = self.vacate(x, &gone);
        let taken = self.vacate(y, &gone);
        [mask_of(change), left, taken]
    }

    /// Lets a cell be empty when these stones are gone; the mask says whether that is new.
    #[inline(always)]
    fn vacate(&mut self, cell: u32, gone: &Lanes<S>) -> u64 {
        let known = &mut self.cell(cell).gone_if_empty;
        let mut change = S::NONE;
        for lane in 0..LANES {
            let now = known[lane] & gone[lane];
            change = change | (now ^ known[lane]);
            known[lane] = now;
        }
        mask_of(change)
    }
}

/// All bits if there is any stone.
#[inline(always)]
fn mask_of<S: Stones>(stones: S) -> u64 {
    if stones == S::NONE { 0 } else { !0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use crate::board::{Jumps, Stone};
    use crate::testing::random_board;
    use banmen_core::{Draw, Random};

    /// The same fixed point for one field, cell by cell: the stones that may hold it and those gone then, of each colour,
    /// and those gone when it is empty.
    fn plain<B: Bits>(frame: &Frame<B>, field: &Field<B>) -> Middles<B> {
        let cells: Vec<u32> = field.cells().cells().collect();
        let has = |cell: u32| field.cells().has(cell);
        let mut holders = [[0u64; 256]; 2];
        let mut gone = [[!0u64; 256]; 3];
        for (number, cell) in field.stones().cells().enumerate() {
            let colour = if field.black.has(cell) { BLACK } else { WHITE };
            holders[colour][cell as usize] = 1 << number;
            gone[colour][cell as usize] = 0;
        }
        field.open.cells().for_each(|cell| gone[EMPTY][cell as usize] = 0);
        let mut middles = Middles { row: B::EMPTY, column: B::EMPTY };
        loop {
            let before_round = (holders, gone);
            for &y in &cells {
                for (axis, step) in [1, frame.stride].into_iter().enumerate() {
                    let inside = y >= step && y + step < B::WIDTH && (axis == COLUMN || frame.interior().has(y));
                    if !inside || !has(y - step) || !has(y + step) {
                        continue;
                    }
                    for (x, z) in [(y - step, y + step), (y + step, y - step)] {
                        let (x, y, z) = (x as usize, y as usize, z as usize);
                        for colour in [BLACK, WHITE] {
                            let before = gone[colour][x] | gone[1 - colour][y] | gone[EMPTY][z];
                            let movers = holders[colour][x] & !before;
                            let victims = holders[1 - colour][y] & !before;
                            if movers == 0 || victims == 0 {
                                continue;
                            }
                            let after = before | if victims.is_power_of_two() { victims } else { 0 };
                            holders[colour][z] |= movers;
                            gone[colour][z] &= after;
                            gone[EMPTY][x] &= after;
                            gone[EMPTY][y] &= after;
                            let found = if axis == ROW { &mut middles.row } else { &mut middles.column };
                            *found |= B::bit(y as u32);
                        }
                    }
                }
            }
            if (holders, gone) == before_round {
                return middles;
            }
        }
    }

    fn lanes_agree_with_single_fields<B: Bits>(rows: usize, cols: usize, seed: u64) {
        let mut random = Random::new(seed);
        let frame = Frame::<B>::for_size(rows, cols).unwrap();
        let mut attrition = Attrition::default();
        for _ in 0..60 {
            let board = random_board(2 + random.below(rows as u64 - 1) as usize, cols, &mut random);
            let position = frame.field(&board);
            let mut options = vec![position];
            for stone in Stone::BOTH {
                frame.for_each_step(&position, stone, Jumps::Any, |step| options.push(step.after));
            }
            let mut visited = 0;
            let followed = attrition.possible_jumps(&frame, &position, &options, |index, jumps| {
                assert_eq!(index, visited);
                assert_eq!(jumps, plain(&frame, &options[index]), "option {index} of\n{board}");
                visited += 1;
            });
            assert_eq!(followed, position.stones().count() <= 64);
            assert_eq!(visited, if followed { options.len() } else { 0 });
        }
    }

    #[test]
    fn options_side_by_side_are_the_same_as_one_by_one() {
        lanes_agree_with_single_fields::<u64>(4, 4, 1);
        lanes_agree_with_single_fields::<u64>(5, 7, 2);
        lanes_agree_with_single_fields::<u64>(6, 9, 3);
        lanes_agree_with_single_fields::<u64>(3, 21, 4);
        lanes_agree_with_single_fields::<u128>(9, 10, 5);
        lanes_agree_with_single_fields::<Wide>(12, 13, 6);
    }
}
