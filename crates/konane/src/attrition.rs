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
    Copy + Debug + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// No stone.
    const NONE: Self;
    /// All stones that it can tell apart.
    const ALL: Self;

    /// One stone.
    fn one(number: u32) -> Self;

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

stones!(u32);
stones!(u64);

/// All stones if this is so, otherwise none.
#[inline(always)]
fn all_if<S: Stones>(so: bool) -> S {
    if so { S::ALL } else { S::NONE }
}

/// What is known of a cell: a set of stones for each option.
#[derive(Clone, Copy, Debug)]
struct Cell<S, const N: usize> {
    /// The stones that may hold it, of each colour.
    holders: [[S; N]; 2],
    /// The stones that are surely gone when one of them does. All, where none may.
    gone: [[S; N]; 2],
    /// The stones that are surely gone when it is empty. All, where it never is.
    gone_if_empty: [S; N],
}

const BLACK: usize = 0;
const WHITE: usize = 1;
const EMPTY: usize = 2;

/// Cells of the largest board. Cell numbers are cut to it, so that no index needs a check.
const CELLS: usize = 256;
/// Options looked at together: few of them, or many.
const FEW: usize = 8;
const MANY: usize = 16;

/// Room for the analysis, kept from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Attrition {
    few: Room<u32, FEW>,
    many: Room<u32, MANY>,
    /// For positions with more stones than the others tell apart.
    large: Room<u64, FEW>,
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
        let large = stones > u32::BITS;
        let together = if large { FEW } else { MANY };
        let groups = options.len().div_ceil(together).max(1);
        let size = options.len().div_ceil(groups).max(1);
        for (group, options) in options.chunks(size).enumerate() {
            let mut found = |i, row, column| visit(group * size + i, Middles { row, column });
            if large {
                self.large.possible_jumps(frame, position, options, &mut found);
            } else if options.len() <= FEW {
                self.few.possible_jumps(frame, position, options, &mut found);
            } else {
                self.many.possible_jumps(frame, position, options, &mut found);
            }
        }
        true
    }
}

/// The cells of up to `N` options.
#[derive(Clone, Debug)]
struct Room<S, const N: usize> {
    cells: Box<[Cell<S, N>; CELLS]>,
}

impl<S: Stones, const N: usize> Default for Room<S, N> {
    fn default() -> Room<S, N> {
        let nothing = Cell { holders: [[S::NONE; N]; 2], gone: [[S::ALL; N]; 2], gone_if_empty: [S::ALL; N] };
        let cells = vec![nothing; CELLS].into_boxed_slice();
        Room { cells: cells.try_into().expect("there are as many cells as were asked for") }
    }
}

/// A direction: right, down, left or up.
#[derive(Clone, Copy)]
struct Direction<B> {
    /// Bits from one cell to the next.
    step: u32,
    backwards: bool,
    /// The cells over which a stone can jump this way.
    over: B,
}

impl<B: Bits> Direction<B> {
    #[inline(always)]
    fn forth(self, cells: B) -> B {
        if self.backwards { cells >> self.step } else { cells << self.step }
    }

    #[inline(always)]
    fn back(self, cells: B) -> B {
        if self.backwards { cells << self.step } else { cells >> self.step }
    }
}

impl<S: Stones, const N: usize> Room<S, N> {
    #[inline(always)]
    fn cell(&mut self, cell: u32) -> &mut Cell<S, N> {
        &mut self.cells[cell as usize % CELLS]
    }

    /// The cells as they are at first; says which states any of them is in.
    fn set_up<B: Bits>(&mut self, position: &Field<B>, options: &[Field<B>]) -> [B; 3] {
        let mut lanes = [Field { black: B::EMPTY, white: B::EMPTY, open: B::EMPTY }; N];
        lanes[..options.len()].copy_from_slice(options);
        let stones = position.stones();
        let mut number = 0;
        for index in position.cells().cells() {
            let is_stone = stones.has(index);
            let stone = if is_stone { S::one(number) } else { S::NONE };
            let cell = self.cell(index);
            // A stone that is there may hold the cell, with none gone; otherwise none may, as if all were gone.
            for (lane, field) in lanes.iter().enumerate() {
                let sides = [all_if::<S>(field.black.has(index)), all_if(field.white.has(index))];
                for colour in [BLACK, WHITE] {
                    cell.holders[colour][lane] = sides[colour] & stone;
                    cell.gone[colour][lane] = !sides[colour];
                }
                cell.gone_if_empty[lane] = !all_if::<S>(field.open.has(index));
            }
            number += u32::from(is_stone);
        }
        let mut states = [B::EMPTY; 3];
        for (lane, field) in options.iter().enumerate() {
            states[BLACK] |= field.black;
            states[WHITE] |= field.white;
            states[EMPTY] |= field.open;
            // The stone that has moved is still the same.
            let sides = [(field.black, position.black), (field.white, position.white)];
            for (colour, (now, before)) in sides.into_iter().enumerate() {
                let landed = now & !before;
                if !landed.is_empty() {
                    let from = (before & !now).lowest();
                    let stone = S::one((stones & B::first(from)).count());
                    self.cell(landed.lowest()).holders[colour][lane] = stone;
                }
            }
        }
        states
    }

    /// Visits each option with the middle cells of the jumps that can ever happen, along rows and along columns.
    fn possible_jumps<B: Bits>(
        &mut self,
        frame: &Frame<B>,
        position: &Field<B>,
        options: &[Field<B>],
        visit: &mut impl FnMut(usize, B, B),
    ) {
        let [row, column] = self.follow(frame, position, options);
        (0..options.len()).for_each(|i| visit(i, row[i], column[i]));
    }

    fn follow<B: Bits>(&mut self, frame: &Frame<B>, position: &Field<B>, options: &[Field<B>]) -> [[B; N]; 2] {
        let mut states = self.set_up(position, options);
        let mut found = [[B::EMPTY; N]; 2];
        let row = |backwards| Direction { step: 1, backwards, over: frame.interior() };
        let column = |backwards| Direction { step: frame.stride, backwards, over: !B::EMPTY };
        // Which states have changed since the jumps of a colour in a direction were looked at.
        let mut changed = [[states; 2]; 4];
        let mut quiet = 0;
        loop {
            for (turn, direction) in [row(false), column(false), row(true), column(true)].into_iter().enumerate() {
                let axis = turn % 2;
                let [black, white] = &mut changed[turn];
                let by_black = self.look::<BLACK, B>(direction, &mut states, black, &mut found[axis]);
                white.iter_mut().zip(by_black).for_each(|(known, new)| *known |= new);
                let by_white = self.look::<WHITE, B>(direction, &mut states, white, &mut found[axis]);
                let news: [B; 3] = std::array::from_fn(|state| by_black[state] | by_white[state]);
                if news.iter().all(|news| news.is_empty()) {
                    quiet += 1;
                    if quiet == 4 {
                        return found;
                    }
                    continue;
                }
                quiet = 0;
                for (other, [black, white]) in changed.iter_mut().enumerate() {
                    let unseen = if other == turn { by_white } else { news };
                    for state in [BLACK, WHITE, EMPTY] {
                        black[state] |= news[state];
                        white[state] |= unseen[state];
                    }
                }
            }
        }
    }

    /// Looks at the jumps of a colour in a direction that depend on what has changed, and says what changes by them.
    #[inline(always)]
    fn look<const COLOUR: usize, B: Bits>(
        &mut self,
        direction: Direction<B>,
        states: &mut [B; 3],
        changed: &mut [B; 3],
        found: &mut [B; N],
    ) -> [B; 3] {
        let other = 1 - COLOUR;
        let since = std::mem::replace(changed, [B::EMPTY; 3]);
        let pending = direction.over
            & direction.forth(states[COLOUR])
            & states[other]
            & direction.back(states[EMPTY])
            & (direction.forth(since[COLOUR]) | since[other] | direction.back(since[EMPTY]));
        let mut news = [B::EMPTY; 3];
        for middle in pending.cells() {
            let (below, above) = (middle.wrapping_sub(direction.step), middle.wrapping_add(direction.step));
            let (x, z) = if direction.backwards { (above, below) } else { (below, above) };
            let (possible, changes) = self.jump::<COLOUR>(x, middle, z);
            for (jumps, mask) in found.iter_mut().zip(possible) {
                *jumps |= B::bit(middle).masked(mask.mask());
            }
            news[COLOUR] |= B::bit(z).masked(changes[0]);
            news[EMPTY] |= B::bit(x).masked(changes[1]) | B::bit(middle).masked(changes[2]);
        }
        states[COLOUR] |= news[COLOUR];
        states[EMPTY] |= news[EMPTY];
        news
    }

    /// Lets stones of one colour jump from `x` over `y` to `z` where they can. Masks say in which lanes they can, and
    /// whether that changed anything about `z`, `x` and `y`.
    #[inline(always)]
    fn jump<const COLOUR: usize>(&mut self, x: u32, y: u32, z: u32) -> ([S; N], [u64; 3]) {
        let (movers, movers_gone) = (self.cell(x).holders[COLOUR], self.cell(x).gone[COLOUR]);
        let (victims, victims_gone) = (self.cell(y).holders[1 - COLOUR], self.cell(y).gone[1 - COLOUR]);
        let landing = self.cell(z);
        let (mut possible, mut gone) = ([S::NONE; N], [S::NONE; N]);
        let mut change = S::NONE;
        for lane in 0..N {
            let before = movers_gone[lane] | victims_gone[lane] | landing.gone_if_empty[lane];
            let movers = movers[lane] & !before;
            let victims = victims[lane] & !before;
            // Where it fails, everything is what changes nothing: no holders, all stones gone.
            let fails = all_if::<S>(movers == S::NONE) | all_if(victims == S::NONE);
            let captured = if victims.is_small() { victims } else { S::NONE };
            gone[lane] = before | captured | fails;
            possible[lane] = !fails;
            let holders = landing.holders[COLOUR][lane] | (movers & !fails);
            let still_gone = landing.gone[COLOUR][lane] & gone[lane];
            change = change | (holders ^ landing.holders[COLOUR][lane]) | (still_gone ^ landing.gone[COLOUR][lane]);
            landing.holders[COLOUR][lane] = holders;
            landing.gone[COLOUR][lane] = still_gone;
        }
        let left = self.vacate(x, &gone);
        let taken = self.vacate(y, &gone);
        (possible, [mask_of(change), left, taken])
    }

    /// Lets a cell be empty when these stones are gone; the mask says whether that is new.
    #[inline(always)]
    fn vacate(&mut self, cell: u32, gone: &[S; N]) -> u64 {
        let known = &mut self.cell(cell).gone_if_empty;
        let mut change = S::NONE;
        for lane in 0..N {
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
