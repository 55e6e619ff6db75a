//! What the network keeps for each point, brought up to date with every stone.

use std::sync::Arc;

use super::around::{Around, GRID, MIDDLE};
use super::pattern::{REACH, WINDOW, number};
use super::pattern_table::{PatternTable, activate, product};
#[cfg(target_arch = "x86_64")]
use super::vector::x86::{Avx2, Avx512};
use super::vector::{Always, Half, Machine};
use super::{CONVOLVED, HALF, Network, REGIONS, SIDES, VIEWS, leaky16};
use crate::engine::line::WALL;
use crate::engine::shape_board::{PointIndex, Side, column_and_row};
use crate::rules::Rule;

/// Room for the points of the largest board; a power of two, so that indices need no check.
pub const POINTS: usize = (*SIDES.end() * *SIDES.end()).next_power_of_two();
/// Lines of one direction.
const LINES: usize = 2 * *SIDES.end();
/// Room for the cells of a grid; a power of two, so that indices need no check.
const PADDED: usize = (GRID * GRID).next_power_of_two();
/// Most patterns that a stone changes: ten for each direction, and those of its own point.
const STAR: usize = 4 * (2 * REACH + 1);

/// The sums of a point: convolved channels of both colours, then the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Sums([[i16; HALF]; 2]);

/// The convolved channels of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Near([i16; HALF]);

/// Final channels of the points of each region, less those of an empty plain.
pub type Regions = [[[i32; HALF]; 2]; REGIONS];

/// A pattern that a stone changes.
#[derive(Clone, Copy, Default)]
struct Change {
    point: u16,
    /// Where the point lies in the grid around the stone.
    grid: u8,
    direction: u8,
    old: u32,
    new: u32,
}

/// The patterns that a stone changes; the four of its own point come first.
struct Star {
    changes: [Change; STAR],
    count: usize,
}

/// What a stone changed: most of it as it was before.
#[derive(Clone)]
struct Before {
    points: [u16; STAR],
    count: usize,
    patterns: [[u32; 4]; STAR],
    sums: [Sums; STAR],
    regions: Regions,
    /// What the stone added to the convolved channels around it.
    grid: [Near; PADDED],
}

impl Before {
    const fn new() -> Self {
        Self {
            points: [0; STAR],
            count: 0,
            patterns: [[0; 4]; STAR],
            sums: [Sums([[0; HALF]; 2]); STAR],
            regions: [[[0; HALF]; 2]; REGIONS],
            grid: [Near([0; HALF]); PADDED],
        }
    }
}

/// The sums of a position from both colours' views.
///
/// Stones are only noted when they are put or taken back. When the value is asked the sums are brought up to date with all stones but
/// the last, whose share is added without being kept: most positions are leaves of a search, and a leaf is left at once.
#[derive(Clone)]
pub struct Accumulator {
    network: Arc<Network>,
    table: Arc<PatternTable>,
    around: Arc<Around>,
    rule: Rule,
    side: usize,
    pub(super) machine: Machine,
    /// Two bits a cell, beginning with walls as many as an arm has cells.
    lines: [[u64; LINES]; 4],
    /// The patterns of each point in the four directions, as Black sees them.
    patterns: Box<[[u32; 4]; POINTS]>,
    /// Sums of the rows of the four directions, for each point.
    sums: Box<[Sums; POINTS]>,
    /// Sums of the convolution with its bias, for each point.
    near: Box<[Near; POINTS]>,
    regions: Box<Regions>,
    /// The same with the last stone, whose share is not kept.
    with_last: Box<Regions>,
    /// Stones on the board, in order, and those that the sums know.
    stones: Vec<(PointIndex, u8)>,
    known: Vec<(PointIndex, u8)>,
    /// The fewest stones there were since the sums were brought up to date.
    lowest: usize,
    /// What each of those changed; longer than they are many once stones were taken back.
    before: Vec<Box<Before>>,
    /// The same for a stone that is not kept, of which only the grid is used.
    fleeting: Box<Before>,
}

impl std::fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Accumulator of {} stones on {} lines, {}", self.stones.len(), self.side, self.rule)
    }
}

/// The same value for each point, never on the stack.
#[expect(clippy::unnecessary_box_returns, reason = "the array is too large for the stack")]
fn for_each_point<T: Copy>(value: T) -> Box<[T; POINTS]> {
    vec![value; POINTS].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("there are as many as asked for"))
}

/// Which line of each direction a point lies on, and at which place of it.
#[inline(always)]
fn line_of(x: usize, y: usize, side: usize, direction: usize) -> (usize, usize) {
    match direction {
        0 => (y, x),
        1 => (x, y),
        2 => (x + side - 1 - y, x),
        _ => (x + y, x),
    }
}

/// How far the board goes on from a point backwards and forwards in a direction, at most an arm's length.
#[inline(always)]
fn room(x: usize, y: usize, side: usize, direction: usize) -> (usize, usize) {
    let (right, down) = (side - 1 - x, side - 1 - y);
    let (back, on) = match direction {
        0 => (x, right),
        1 => (y, down),
        2 => (x.min(y), right.min(down)),
        _ => (x.min(down), right.min(y)),
    };
    (back.min(REACH), on.min(REACH))
}

/// The halves of a row.
#[inline(always)]
fn halves(row: &[i8; VIEWS]) -> [&[i8; HALF]; 2] {
    let (one, other) = row.split_at(HALF);
    [one.first_chunk(), other.first_chunk()].map(|half| half.unwrap_or(&[0; HALF]))
}

/// What a change of a pattern adds to the sums of its point.
#[inline(always)]
unsafe fn change<H: Half>(table: &PatternTable, old: u32, new: u32) -> [H; 2] {
    let (old, new) = (halves(table.row(old)), halves(table.row(new)));
    // SAFETY: the caller has seen that the machine has the instructions.
    unsafe { [H::widen(new[0]).minus(H::widen(old[0])), H::widen(new[1]).minus(H::widen(old[1]))] }
}

/// Where the nine cells around a cell lie in the part of a grid that begins with the first of them, in the order of the convolution's
/// weights: the weight with which a cell counts for the cell that lies there.
const TAPS: [usize; 9] = [2 * GRID + 2, 2 * GRID + 1, 2 * GRID, GRID + 2, GRID + 1, GRID, 2, 1, 0];
/// How many cells that part has.
const BLOCK: usize = 2 * GRID + 3;

impl Accumulator {
    /// The sums of an empty board; `None` for a size that the network was not taught.
    pub fn new(network: &Arc<Network>, rule: Rule, side: usize) -> Option<Self> {
        if !SIDES.contains(&side) {
            return None;
        }
        let table = network.table(rule);
        let around = Arc::new(Around::new(side));
        let mut lines = [[u64::MAX; LINES]; 4];
        for (x, y) in (0..side * side).map(|point| (point % side, point / side)) {
            for (direction, lines) in lines.iter_mut().enumerate() {
                let (line, place) = line_of(x, y, side, direction);
                lines[line] &= !(u64::from(WALL) << (2 * (place + REACH)));
            }
        }
        let mut patterns = for_each_point([0; 4]);
        let mut sums = for_each_point(Sums([[0; HALF]; 2]));
        for point in 0..side * side {
            for direction in 0..4 {
                let (line, place) = line_of(point % side, point / side, side, direction);
                let pattern = number(lines[direction][line] >> (2 * place) & WINDOW, 0) as u32;
                patterns[point][direction] = pattern;
                for (sum, &channel) in sums[point].0.as_flattened_mut().iter_mut().zip(table.row(pattern)) {
                    *sum += i16::from(channel);
                }
            }
        }
        let weights = network.weights();
        let mut near = for_each_point(Near([0; HALF]));
        let mut regions = Box::new([[[0; HALF]; 2]; REGIONS]);
        for point in 0..side * side {
            let region = &mut regions[around.region(point)];
            for channel in 0..HALF {
                let mut sum = weights.conv_bias[channel % CONVOLVED];
                for tap in 0..9 {
                    let (x, y) = ((point % side + tap % 3).wrapping_sub(1), (point / side + tap / 3).wrapping_sub(1));
                    if x < side && y < side {
                        let x = leaky16(sums[y * side + x].0[0][channel]);
                        sum += product(x, weights.conv[tap][channel % CONVOLVED]);
                    }
                }
                near[point].0[channel] = sum;
                region[0][channel] += i32::from(activate(sum)) - i32::from(table.plain()[channel]);
                let other = leaky16(sums[point].0[1][channel]) << 2;
                region[1][channel] += i32::from(other) - i32::from(table.plain()[HALF + channel]);
            }
        }
        let room = side * side;
        Some(Self {
            network: Arc::clone(network),
            table,
            around,
            rule,
            side,
            machine: Machine::best(),
            lines,
            patterns,
            sums,
            near,
            with_last: regions.clone(),
            regions,
            stones: Vec::with_capacity(room),
            known: Vec::with_capacity(room),
            lowest: usize::MAX,
            before: Vec::new(),
            fleeting: Box::new(Before::new()),
        })
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Points a side.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Takes back all stones.
    pub fn clear(&mut self) {
        self.stones.clear();
        self.lowest = 0;
    }

    /// Notes a stone on an empty point.
    #[inline(always)]
    pub fn put(&mut self, place: PointIndex, side: Side) {
        self.stones.push((place, side as u8 + 1));
    }

    /// Takes back the last stone.
    #[inline(always)]
    pub fn undo(&mut self) {
        self.stones.pop();
        self.lowest = self.lowest.min(self.stones.len());
    }

    /// Brings the sums up to date with all stones but so many of the last, which need not be put in: takes out the stones that are gone
    /// and puts in those that are new.
    pub(super) fn settle(&mut self, spared: usize) {
        let both = self.stones.len().min(self.known.len());
        // Only stones taken back since then can differ, so the search begins at the lowest of them.
        let lowest = self.lowest.min(both);
        let same = lowest
            + self.stones[lowest..both].iter().zip(&self.known[lowest..both]).take_while(|(a, b)| a == b).count();
        self.lowest = usize::MAX;
        while self.known.len() > same {
            if let Some((place, _)) = self.known.pop() {
                self.restore(place);
            }
        }
        for index in same..self.stones.len().saturating_sub(spared) {
            let (place, stone) = self.stones[index];
            if self.before.len() == index {
                self.before.push(Box::new(Before::new()));
            }
            self.add(place, stone);
            self.known.push((place, stone));
        }
    }

    /// Puts back what the last of the known stones changed, which was this one.
    fn restore(&mut self, place: PointIndex) {
        match self.machine {
            // SAFETY: these instructions are always there.
            Machine::Any => unsafe { self.restore_with::<Always>(place) },
            // SAFETY: the machine was seen to have them.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2 => unsafe { self.restore_with_avx2(place) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512 => unsafe { self.restore_with_avx512(place) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn restore_with_avx2(&mut self, place: PointIndex) {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.restore_with::<Avx2>(place) };
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vnni")]
    unsafe fn restore_with_avx512(&mut self, place: PointIndex) {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.restore_with::<Avx512>(place) };
    }

    #[inline(always)]
    unsafe fn restore_with<H: Half>(&mut self, place: PointIndex) {
        let (x, y) = column_and_row(place);
        for direction in 0..4 {
            let (line, at) = line_of(x, y, self.side, direction);
            self.lines[direction][line] &= !(3 << (2 * (at + REACH)));
        }
        let before = &*self.before[self.known.len()];
        let kept = before.points.iter().zip(&before.patterns).zip(&before.sums);
        // SAFETY: the caller has seen that the machine has the instructions.
        unsafe {
            for ((&point, patterns), sums) in kept.take(before.count) {
                let point = usize::from(point) % POINTS;
                self.patterns[point] = *patterns;
                for (now, was) in self.sums[point].0.iter_mut().zip(&sums.0) {
                    H::load(was).store(now);
                }
            }
            for cell in self.around.cells(y * self.side + x) {
                let near = &mut self.near[usize::from(cell.point) % POINTS].0;
                H::load(near).minus(H::load(&before.grid[usize::from(cell.grid) % PADDED].0)).store(near);
            }
        }
        *self.regions = before.regions;
    }

    /// The patterns that a stone changes.
    #[inline(always)]
    fn star(&self, place: PointIndex, cell: u8) -> Star {
        let (x, y) = column_and_row(place);
        let side = self.side;
        let middle = y * side + x;
        let mut star = Star { changes: [Change::default(); STAR], count: 4 };
        for direction in 0..4 {
            let (line, at) = line_of(x, y, side, direction);
            let bits = self.lines[direction][line] | u64::from(cell) << (2 * (at + REACH));
            let pattern = |at: usize| number(bits >> (2 * at) & WINDOW, 0) as u32;
            let (old, new) = (self.patterns[middle][direction], pattern(at));
            let (point, grid) = (middle as u16, MIDDLE as u8);
            star.changes[direction] = Change { point, grid, direction: direction as u8, old, new };
            let (back, on) = room(x, y, side, direction);
            let step = [1, side as isize, side as isize + 1, 1 - side as isize][direction];
            let grid_step = [1, GRID as isize, GRID as isize + 1, 1 - GRID as isize][direction];
            for offset in -(back as isize)..=on as isize {
                let point = (middle as isize + offset * step) as usize % POINTS;
                let (old, new) = (self.patterns[point][direction], pattern((at as isize + offset) as usize));
                self.table.expect(new);
                let grid = (MIDDLE as isize + offset * grid_step) as u8;
                star.changes[star.count % STAR] =
                    Change { point: point as u16, grid, direction: direction as u8, old, new };
                // The stone's own point is there already, and a stone behind an edge changes nothing.
                star.count += usize::from(offset != 0 && old != new);
            }
        }
        star
    }

    /// The regions with one more stone. The stone is put in if it is to be kept, after the sums that it changes were written down.
    #[inline(always)]
    unsafe fn stone<H: Half, const KEEP: bool>(&mut self, place: PointIndex, cell: u8) {
        let star = self.star(place, cell);
        let (x, y) = column_and_row(place);
        let frame = if KEEP { &mut *self.before[self.known.len()] } else { &mut *self.fleeting };
        let Before { points, count, patterns, sums, regions, grid } = frame;
        if KEEP {
            for direction in 0..4 {
                let (line, at) = line_of(x, y, self.side, direction);
                self.lines[direction][line] |= u64::from(cell) << (2 * (at + REACH));
            }
            *regions = *self.regions;
        } else {
            *self.with_last = *self.regions;
        }
        grid[..GRID * GRID].fill(Near([0; HALF]));
        let mut others = [Near([0; HALF]); REGIONS];
        let mut kept = 0;
        let mut at = 0;
        // SAFETY: the caller has seen that the machine has the instructions.
        unsafe {
            let conv: [H; 9] = std::array::from_fn(|tap| H::load(&self.network.conv()[tap]));
            while at < star.count.min(STAR) {
                let Change { point, grid: place, .. } = star.changes[at];
                let point = usize::from(point) % POINTS;
                let was = [H::load(&self.sums[point].0[0]), H::load(&self.sums[point].0[1])];
                if KEEP {
                    points[kept] = point as u16;
                    patterns[kept] = self.patterns[point];
                    was[0].store(&mut sums[kept].0[0]);
                    was[1].store(&mut sums[kept].0[1]);
                    kept += 1;
                }
                let mut is = was;
                // The stone's own point changes in four directions, all others in one.
                for _ in 0..if at == 0 { 4 } else { 1 } {
                    let Change { direction, old, new, .. } = star.changes[at];
                    let change = change::<H>(&self.table, old, new);
                    is = [is[0].plus(change[0]), is[1].plus(change[1])];
                    if KEEP {
                        self.patterns[point][usize::from(direction) % 4] = new;
                    }
                    at += 1;
                }
                if KEEP {
                    is[0].store(&mut self.sums[point].0[0]);
                    is[1].store(&mut self.sums[point].0[1]);
                }
                let other = &mut others[self.around.region(point)].0;
                H::load(other).plus(is[1].leaky().minus(was[1].leaky())).store(other);
                let (was, is) = (was[0].leaky(), is[0].leaky());
                let cells = grid[usize::from(place) - TAPS[4]..].first_chunk_mut::<BLOCK>();
                let Some(cells) = cells else { unreachable!("no stone changes a pattern at the edge of its grid") };
                for tap in 0..9 {
                    let near = &mut cells[TAPS[tap]].0;
                    H::load(near).plus(is.times(conv[tap]).minus(was.times(conv[tap]))).store(near);
                }
            }
            let regions = if KEEP { &mut self.regions } else { &mut self.with_last };
            for (region, cells) in self.around.by_region(y * self.side + x) {
                let mut sum = H::no_sum();
                for cell in cells {
                    let near = &mut self.near[usize::from(cell.point) % POINTS].0;
                    let was = H::load(near);
                    let is = was.plus(H::load(&grid[usize::from(cell.grid) % PADDED].0));
                    if KEEP {
                        is.store(near);
                    }
                    sum = is.leaky().limited().minus(was.leaky().limited()).added_to(sum);
                }
                H::deposit(sum, &mut regions[region][0]);
                for (sum, &other) in regions[region][1].iter_mut().zip(&others[region].0) {
                    *sum += i32::from(other) << 2;
                }
            }
        }
        if KEEP {
            *count = kept;
        }
    }

    /// Puts in a stone.
    fn add(&mut self, place: PointIndex, cell: u8) {
        match self.machine {
            // SAFETY: these instructions are always there.
            Machine::Any => unsafe { self.stone::<Always, true>(place, cell) },
            // SAFETY: the machine was seen to have them.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2 => unsafe { self.add_with_avx2(place, cell) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512 => unsafe { self.add_with_avx512(place, cell) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn add_with_avx2(&mut self, place: PointIndex, cell: u8) {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.stone::<Avx2, true>(place, cell) };
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vnni")]
    unsafe fn add_with_avx512(&mut self, place: PointIndex, cell: u8) {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.stone::<Avx512, true>(place, cell) };
    }

    /// Works out the regions with all stones, of which all but one must be known; whether that one was not.
    #[inline(always)]
    pub(super) unsafe fn settle_last<H: Half>(&mut self) -> bool {
        let Some(&(place, cell)) = self.stones.get(self.known.len()) else { return false };
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.stone::<H, false>(place, cell) };
        true
    }

    /// The regions, with the last stone whose share is not kept or without.
    #[inline(always)]
    pub(super) fn regions(&self, with_last: bool) -> &Regions {
        if with_last { &self.with_last } else { &self.regions }
    }

    /// The final channels of a point for both colours when all stones are known.
    #[inline(always)]
    pub(super) fn channels(&self, place: PointIndex) -> [i16; VIEWS] {
        let (x, y) = column_and_row(place);
        let point = (y * self.side + x) % POINTS;
        let mut channels = [0; VIEWS];
        for channel in 0..HALF {
            channels[channel] = activate(self.near[point].0[channel]);
            channels[HALF + channel] = leaky16(self.sums[point].0[1][channel]) << 2;
        }
        channels
    }

    /// Whether two positions of the same rule and size have the same sums.
    #[cfg(test)]
    pub(super) fn agrees(&self, other: &Self) -> bool {
        self.regions == other.regions
            && self.sums == other.sums
            && self.near == other.near
            && self.patterns == other.patterns
            && self.lines == other.lines
    }
}
