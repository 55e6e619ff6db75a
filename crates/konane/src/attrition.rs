//! Which jumps can ever happen, knowing who must have been captured for a stone to be where it is.
//!
//! The plain closure forgets that a stone pays for every jump with a stone of the other colour: it lets a white stone jump
//! over the black one that has just captured it. Here every possibility "a black stone may stand on this cell" carries the
//! stones that it may be, and the stones that are surely gone by then, whatever way it took. A jump needs a mover and a
//! victim that are not surely gone. The result is again a fixed point from above, hence sound, and much nearer to the truth.

use crate::bits::Bits;
use crate::closure::Middles;
use crate::frame::{Field, Frame};

/// What is known of a cell in one of its states: held by black, held by white, or empty.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The stones that may hold the cell; of an empty cell, all bits once it may be empty.
    holders: u64,
    /// The stones that are surely gone in this state.
    gone: u64,
}

const BLACK: usize = 0;
const WHITE: usize = 1;
const EMPTY: usize = 2;

/// The most stones that are told apart; positions with more are left to the plain closure.
const STONES: u32 = 64;

/// Room for the analysis, kept from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Attrition {
    cells: Vec<[State; 3]>,
}

impl Attrition {
    /// The jumps that can ever happen, as far as captures tell; `None` if there are too many stones to tell them apart.
    #[inline]
    pub fn possible_jumps<B: Bits>(&mut self, frame: &Frame<B>, field: &Field<B>) -> Option<Middles<B>> {
        let stones = field.stones();
        if stones.count() > STONES {
            return None;
        }
        if self.cells.len() < B::WIDTH as usize {
            self.cells = vec![[State::default(); 3]; B::WIDTH as usize];
        }
        let stride = frame.stride;
        let mut pending = frame.present_jumps(field);
        let mut possible = Middles { row: B::EMPTY, column: B::EMPTY };
        if pending.is_empty() {
            return Some(possible);
        }
        let nothing = State { holders: 0, gone: 0 };
        for cell in field.open.cells() {
            self.cells[cell as usize] = [nothing, nothing, State { holders: !0, gone: 0 }];
        }
        for (stone, cell) in stones.cells().enumerate() {
            let states = &mut self.cells[cell as usize];
            *states = [nothing; 3];
            states[if field.black.has(cell) { BLACK } else { WHITE }].holders = 1 << stone;
        }
        // Cells outside the field are walls; a jump needs a cell behind the middle on both sides.
        let cells = field.cells();
        let row_middles = cells & cells << 1 & cells >> 1 & frame.interior();
        let column_middles = cells & cells << stride & cells >> stride;
        loop {
            let mut changing = B::EMPTY;
            if !pending.row.is_empty() {
                let middle = pending.row.lowest();
                pending.row = pending.row.without_lowest();
                if self.jumps_over(middle, 1, &mut changing) {
                    possible.row |= B::bit(middle);
                }
            } else if !pending.column.is_empty() {
                let middle = pending.column.lowest();
                pending.column = pending.column.without_lowest();
                if self.jumps_over(middle, stride, &mut changing) {
                    possible.column |= B::bit(middle);
                }
            } else {
                return Some(possible);
            }
            if !changing.is_empty() {
                pending.row |= row_middles & (changing | changing << 1 | changing >> 1);
                pending.column |= column_middles & (changing | changing << stride | changing >> stride);
            }
        }
    }

    /// Lets stones of both colours jump over `middle` in both directions if they can; says whether any can.
    #[inline(always)]
    fn jumps_over<B: Bits>(&mut self, middle: u32, step: u32, changing: &mut B) -> bool {
        let (before, after) = (middle - step, middle + step);
        let [black, white, _] = self.cells[middle as usize];
        let mut happened = false;
        if black.holders != 0 {
            happened |= self.jump(before, middle, after, WHITE, changing);
            happened |= self.jump(after, middle, before, WHITE, changing);
        }
        if white.holders != 0 {
            happened |= self.jump(before, middle, after, BLACK, changing);
            happened |= self.jump(after, middle, before, BLACK, changing);
        }
        happened
    }

    /// Lets stones of one colour jump from `x` over `y` to `z` if they can; says whether they can.
    #[inline(always)]
    fn jump<B: Bits>(&mut self, x: u32, y: u32, z: u32, colour: usize, changing: &mut B) -> bool {
        let mover = self.cells[x as usize][colour];
        let victim = self.cells[y as usize][1 - colour];
        let landing = self.cells[z as usize][EMPTY];
        let gone = mover.gone | victim.gone | landing.gone;
        let movers = mover.holders & !gone;
        let victims = victim.holders & !gone;
        if movers == 0 || victims == 0 || landing.holders == 0 {
            return false;
        }
        let gone = gone | if victims.is_power_of_two() { victims } else { 0 };
        self.reach(z, colour, movers, gone, changing);
        self.reach(x, EMPTY, !0, gone, changing);
        self.reach(y, EMPTY, !0, gone, changing);
        true
    }

    #[inline(always)]
    fn reach<B: Bits>(&mut self, cell: u32, state: usize, holders: u64, gone: u64, changing: &mut B) {
        let known = &mut self.cells[cell as usize][state];
        let now = if known.holders == 0 {
            State { holders, gone }
        } else {
            State { holders: known.holders | holders, gone: known.gone & gone }
        };
        if now.holders != known.holders || now.gone != known.gone {
            *known = now;
            *changing |= B::bit(cell);
        }
    }
}
