//! The board that the search plays on: shapes, classes, evaluation and key follow every stone.

use std::sync::Arc;

use super::arm::{LEFT, RIGHT};
use super::class::{Class, Packed};
use super::line::{EMPTY, LineTable, Shape, WALL};
use super::point_index::{CELLS, MASK, STRIDE};
pub use super::point_index::{
    MAX_SIDE, NOWHERE, PointIndex, RELATIONS, STEPS, column_and_row, distance, index_of, point_index, point_of,
    relation,
};
pub use super::side::Side;
use super::tables::Tables;
use crate::rules::Rule;

/// What is known of one cell; the shapes and classes of an occupied cell are those it had when it was empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(8))]
struct Cell {
    /// Black's packed shapes in the low half, White's in the high half.
    shapes: u32,
    class: [Class; 2],
    stone: u8,
}

impl Cell {
    #[inline(always)]
    fn shapes(self, side: usize) -> Packed {
        (self.shapes >> (16 * side)) as Packed
    }
}

/// A set of points, one word for each row.
pub type Rows = [u32; MAX_SIDE];

/// What changes with every stone and is simply kept for taking it back.
#[derive(Clone)]
struct Frame {
    key: u64,
    mine: [i32; 2],
    theirs: [i32; 2],
    counts: [[u16; Class::COUNT]; 2],
    near: Rows,
    fours: [Rows; 2],
    last: PointIndex,
    changes: u32,
}

/// A position with everything the search asks of it.
pub struct ShapeBoard {
    tables: Arc<Tables>,
    side: usize,
    wide: bool,
    turn: Side,
    stones: usize,
    cells: Box<[Cell; CELLS]>,
    lines: [[u64; 64]; 4],
    now: Frame,
    past: Vec<Frame>,
    changes: Vec<(PointIndex, Cell)>,
}

impl Clone for ShapeBoard {
    fn clone(&self) -> Self {
        Self {
            tables: Arc::clone(&self.tables),
            side: self.side,
            wide: self.wide,
            turn: self.turn,
            stones: self.stones,
            cells: self.cells.clone(),
            lines: self.lines,
            now: self.now.clone(),
            past: self.past.clone(),
            changes: self.changes.clone(),
        }
    }
}

/// A pseudo-random word for a cell and a colour, or for the turn (cell 0), the same in every run.
const fn key_of(point: PointIndex, side: Side) -> u64 {
    let mut word = (point as u64 * 2 + side as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The word that tells whose turn it is.
const TURN_KEY: u64 = key_of(NOWHERE, Side::Black);

/// Which line of each direction a cell lies on, and at which two-bit place of it.
#[inline(always)]
fn line_of(point: usize, direction: usize) -> (usize, usize) {
    let (x, y) = (point % STRIDE, point / STRIDE);
    match direction {
        0 => (y, x),
        1 => (x, y),
        2 => (x + STRIDE - y, x),
        _ => (x + y, x),
    }
}

impl ShapeBoard {
    /// An empty board of 5 to 22 points a side.
    pub fn new(side: usize, tables: Arc<Tables>) -> Self {
        assert!((5..=MAX_SIDE).contains(&side), "a board has 5 to 22 points a side");
        let blank = Cell { shapes: 0, class: [Class::None; 2], stone: WALL };
        let mut board = Self {
            side,
            wide: LineTable::reach_of(tables.rule) == 5,
            turn: Side::Black,
            stones: 0,
            cells: Box::new([blank; CELLS]),
            lines: [[u64::MAX; 64]; 4],
            now: Frame {
                key: 0,
                mine: [0; 2],
                theirs: [0; 2],
                counts: [[0; Class::COUNT]; 2],
                near: [0; MAX_SIDE],
                fours: [[0; MAX_SIDE]; 2],
                last: NOWHERE,
                changes: 0,
            },
            past: Vec::with_capacity(side * side + 64),
            changes: Vec::with_capacity(4096),
            tables,
        };
        for y in 0..side {
            for x in 0..side {
                let point = usize::from(point_index(x, y));
                board.cells[point].stone = EMPTY;
                for direction in 0..4 {
                    let (line, at) = line_of(point, direction);
                    board.lines[direction][line] &= !(3 << (2 * at));
                }
            }
        }
        for y in 0..side {
            for x in 0..side {
                let point = usize::from(point_index(x, y));
                let mut shapes = [0; 2];
                for direction in 0..4 {
                    let entry = board.tables.lines.get(board.window(point, direction));
                    shapes[0] |= Packed::from(entry & 15) << (4 * direction);
                    shapes[1] |= Packed::from(entry >> 4) << (4 * direction);
                }
                for side in 0..2 {
                    let table = &board.tables.colours[side];
                    let worth = table.worths[usize::from(shapes[side])];
                    let class = table.classes[usize::from(shapes[side])];
                    board.cells[point].shapes |= u32::from(shapes[side]) << (16 * side);
                    board.cells[point].class[side] = class;
                    board.now.mine[side] += i32::from(worth.mine);
                    board.now.theirs[side] += i32::from(worth.theirs);
                    board.now.counts[side][class as usize] += 1;
                }
            }
        }
        board
    }

    /// The window around a cell in one direction, without the cell itself.
    fn window(&self, point: usize, direction: usize) -> usize {
        let reach = self.tables.lines.reach();
        let (line, at) = line_of(point, direction);
        let bits = self.lines[direction][line] >> (2 * (at - reach));
        let low = (1u64 << (2 * reach)) - 1;
        ((bits & low) | (bits >> 2 & low << (2 * reach))) as usize
    }

    /// Puts a stone of the side to move on an empty point.
    #[inline]
    pub fn place(&mut self, point: PointIndex) {
        if self.wide {
            self.put::<5, true>(point);
        } else {
            self.put::<4, true>(point);
        }
    }

    /// The same without keeping the evaluation and the points near stones, which mean nothing until the stone is taken back.
    #[inline]
    pub fn place_unjudged(&mut self, point: PointIndex) {
        if self.wide {
            self.put::<5, false>(point);
        } else {
            self.put::<4, false>(point);
        }
    }

    #[inline(always)]
    fn put<const REACH: usize, const JUDGE: bool>(&mut self, point: PointIndex) {
        let at = usize::from(point) & MASK;
        debug_assert_eq!(self.cells[at].stone, EMPTY, "a stone goes on an empty point");
        self.past.push(self.now.clone());
        let code = u64::from(self.turn.code());
        let now = &mut self.now;
        let tables = &*self.tables;
        let colours = [&*tables.colours[0], &*tables.colours[1]];
        let entries = tables.lines.entries();
        assert!(entries.len() == 1 << (4 * REACH));
        let (x, y) = column_and_row(point);

        // In registers until the end.
        let (mut mine, mut theirs) = (now.mine, now.theirs);
        now.key ^= key_of(point, self.turn) ^ TURN_KEY;
        now.last = point;
        let cell = &mut self.cells[at];
        cell.stone = self.turn.code();
        for colour in 0..2 {
            if JUDGE {
                let worth = colours[colour].worths[usize::from(cell.shapes(colour))];
                mine[colour] -= i32::from(worth.mine);
                theirs[colour] -= i32::from(worth.theirs);
            }
            now.counts[colour][cell.class[colour] as usize] -= 1;
            now.fours[colour][y] &= !(1 << x);
        }

        let low = (1u64 << (2 * REACH)) - 1;
        for direction in 0..4 {
            let (line, middle) = line_of(at, direction);
            let bits = self.lines[direction][line & 63] | code << (2 * middle);
            self.lines[direction][line & 63] = bits;
            let shift = 4 * direction;
            let keep = !(0x000f_000f_u32 << shift);
            let around = bits >> ((2 * (middle - REACH)) & 63);
            let left = LEFT[REACH - 4][(around & low) as usize];
            let right = RIGHT[REACH - 4][(around >> (2 * REACH + 2) & low) as usize];
            let mut concerned = u32::from(left) | u32::from(right) << (REACH + 1);
            while concerned != 0 {
                let offset = concerned.trailing_zeros() as usize;
                concerned &= concerned - 1;
                let there = (at as isize + (offset as isize - REACH as isize) * STEPS[direction]) as usize & MASK;
                let around = bits >> ((2 * (middle + offset - 2 * REACH)) & 63);
                let window = (around & low) | (around >> 2 & low << (2 * REACH));
                let entry = entries[window as usize & ((1 << (4 * REACH)) - 1)];
                let cell = &mut self.cells[there];
                let old = *cell;
                cell.shapes = old.shapes & keep | (u32::from(entry & 15) | u32::from(entry >> 4) << 16) << shift;
                if cell.shapes == old.shapes {
                    continue;
                }
                self.changes.push((there as PointIndex, old));
                for colour in 0..2 {
                    let (before, after) = (usize::from(old.shapes(colour)), usize::from(cell.shapes(colour)));
                    if JUDGE {
                        let worths = &colours[colour].worths;
                        mine[colour] += i32::from(worths[after].mine) - i32::from(worths[before].mine);
                        theirs[colour] += i32::from(worths[after].theirs) - i32::from(worths[before].theirs);
                    }
                    let (before, after) = (old.class[colour], colours[colour].classes[after]);
                    if after != before {
                        cell.class[colour] = after;
                        now.counts[colour][before as usize] -= 1;
                        now.counts[colour][after as usize] += 1;
                        // A point that may be forbidden can still hold a four.
                        let is_four = |class: Class| class >= Class::Four || class == Class::Forbidden;
                        if is_four(before) != is_four(after) {
                            let (x, y) = column_and_row(there as PointIndex);
                            now.fours[colour][y] ^= 1 << x;
                        }
                    }
                }
            }
        }
        if JUDGE {
            (now.mine, now.theirs) = (mine, theirs);
            let mask = |row: u64| (row << x >> 3) as u32 & ((1u32 << self.side) - 1);
            for (row, points) in NEAR.iter().enumerate() {
                if (3..self.side + 3).contains(&(y + row)) {
                    now.near[y + row - 3] |= mask(*points);
                }
            }
        }
        now.changes = self.changes.len() as u32;
        self.stones += 1;
        self.turn = self.turn.other();
    }

    /// Takes back the last stone or pass.
    #[inline]
    pub fn undo(&mut self) {
        let before = self.past.pop().expect("there is a stone to take back");
        let point = self.now.last;
        self.turn = self.turn.other();
        self.now = before;
        if point == NOWHERE {
            return;
        }
        self.stones -= 1;
        let at = usize::from(point) & MASK;
        self.cells[at].stone = EMPTY;
        for direction in 0..4 {
            let (line, middle) = line_of(at, direction);
            self.lines[direction][line & 63] &= !(3 << (2 * middle));
        }
        let kept = self.now.changes as usize;
        for (there, cell) in self.changes.drain(kept..) {
            self.cells[usize::from(there) & MASK] = cell;
        }
    }

    /// Gives the turn to the other side without a stone.
    pub fn pass(&mut self) {
        self.past.push(self.now.clone());
        self.now.last = NOWHERE;
        self.now.key ^= TURN_KEY;
        self.turn = self.turn.other();
    }

    /// Points a side.
    pub fn side_length(&self) -> usize {
        self.side
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.tables.rule
    }

    /// The tables it looks things up in.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// How many stones lie on the board.
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// Whether no point is empty.
    pub fn is_full(&self) -> bool {
        self.stones == self.side * self.side
    }

    /// The key of the position, the same for the same stones and turn.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.now.key
    }

    /// The key that the position will have after a stone of the side to move.
    #[inline(always)]
    pub fn key_after(&self, point: PointIndex) -> u64 {
        self.now.key ^ key_of(point, self.turn) ^ TURN_KEY
    }

    /// The last stone's cell, or [`NOWHERE`].
    #[inline(always)]
    pub fn last(&self) -> PointIndex {
        self.now.last
    }

    /// The cell of the stone before the last, or [`NOWHERE`].
    #[inline(always)]
    pub fn last_but_one(&self) -> PointIndex {
        self.past.last().map_or(NOWHERE, |frame| frame.last)
    }

    /// Whether a cell is an empty point of the board.
    #[inline(always)]
    pub fn is_empty(&self, point: PointIndex) -> bool {
        self.cells[usize::from(point) & MASK].stone == EMPTY
    }

    /// The stone on a cell.
    pub fn stone(&self, point: PointIndex) -> Option<Side> {
        match self.cells[usize::from(point) & MASK].stone {
            1 => Some(Side::Black),
            2 => Some(Side::White),
            _ => None,
        }
    }

    /// What a side would make on an empty point; on an occupied one, what it would have made before.
    #[inline(always)]
    pub fn class(&self, point: PointIndex, side: Side) -> Class {
        self.cells[usize::from(point) & MASK].class[side as usize]
    }

    /// The four packed shapes a side would make on an empty point.
    #[inline(always)]
    pub fn shapes(&self, point: PointIndex, side: Side) -> Packed {
        self.cells[usize::from(point) & MASK].shapes(side as usize)
    }

    /// The shape a side would make on an empty point in one direction.
    #[inline(always)]
    pub fn shape(&self, point: PointIndex, side: Side, direction: usize) -> Shape {
        Shape::from_index(usize::from(self.shapes(point, side) >> (4 * direction) & 15))
    }

    /// How many empty points have a class for a side.
    #[inline(always)]
    pub fn count(&self, side: Side, class: Class) -> usize {
        usize::from(self.now.counts[side as usize][class as usize])
    }

    /// How many empty points each class has for a side.
    pub fn class_counts(&self, side: Side) -> &[u16; Class::COUNT] {
        &self.now.counts[side as usize]
    }

    /// Empty points near stones: two steps in every direction, three in a line; all of the board when it has no stone.
    pub fn near(&self) -> Rows {
        let mut rows = self.now.near;
        for (y, row) in rows.iter_mut().enumerate().take(self.side) {
            let mut bits = *row;
            while bits != 0 {
                let x = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if !self.is_empty(point_index(x, y)) {
                    *row &= !(1 << x);
                }
            }
        }
        rows
    }

    /// Points near stones, occupied ones included.
    #[inline(always)]
    pub fn around(&self) -> &Rows {
        &self.now.near
    }

    /// Empty points on which a side would make a four or better, or may be forbidden to move.
    #[inline(always)]
    pub fn fours(&self, side: Side) -> &Rows {
        &self.now.fours[side as usize]
    }

    /// Calls back for every empty point on which a side would make at least a class among [`ShapeBoard::fours`].
    #[inline(always)]
    pub fn for_each_four(&self, side: Side, mut each: impl FnMut(PointIndex, Class)) {
        for (y, &row) in self.now.fours[side as usize].iter().enumerate() {
            let mut bits = row;
            while bits != 0 {
                let point = point_index(bits.trailing_zeros() as usize, y);
                bits &= bits - 1;
                each(point, self.class(point, side));
            }
        }
    }

    /// The first empty point of a class of [`Class::Four`] or better.
    pub fn find(&self, side: Side, class: Class) -> Option<PointIndex> {
        let mut found = None;
        self.for_each_four(side, |point, its| {
            if its == class && found.is_none() {
                found = Some(point);
            }
        });
        found
    }

    /// What the position is worth to the side to move by its points and threats alone.
    #[inline]
    pub fn evaluate(&self) -> i32 {
        let me = self.turn as usize;
        let points = self.now.mine[me] - self.now.theirs[1 - me];
        let threats = self.threat_mask();
        let [mine, theirs] = [&self.now.counts[me], &self.now.counts[1 - me]];
        points + i32::from(self.tables.threats[threats]) + self.tables.counts.judge(mine, theirs, threats)
    }

    /// Which kinds of threats both sides have, seen from the side to move; below [`THREATS`](super::weights::THREATS).
    #[inline]
    pub fn threat_mask(&self) -> usize {
        let (me, it) = (self.turn, self.turn.other());
        let any = |side: Side, classes: &[Class]| {
            usize::from(classes.iter().map(|&class| self.count(side, class)).sum::<usize>() > 0)
        };
        any(me, &[Class::FourThree])
            | any(me, &[Class::FourPlus]) << 1
            | any(me, &[Class::Four]) << 2
            | any(me, &[Class::ThreeThree, Class::ThreePlus]) << 3
            | any(me, &[Class::Three]) << 4
            | any(it, &[Class::OpenFour]) << 5
            | any(it, &[Class::FourThree]) << 6
            | any(it, &[Class::FourPlus, Class::Four]) << 7
            | any(it, &[Class::ThreeThree, Class::ThreePlus]) << 8
            | any(it, &[Class::Three]) << 9
    }
}

/// Points around a stone that are worth a look, one word a row, the stone in the middle of the middle row.
const NEAR: [u64; 7] = [0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001];
