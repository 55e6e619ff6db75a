//! What the network keeps for each point, brought up to date with every stone.

use std::sync::Arc;

use super::pattern::{REACH, number};
use super::pattern_table::{PatternTable, Row, activate};
#[cfg(target_arch = "x86_64")]
use super::vector::avx2;
#[cfg(target_arch = "x86_64")]
use super::vector::has_avx2;
use super::vector::{activated, add_products};
use super::{CHANNELS, CONVOLVED, Network, REGIONS, Role, SIDES, leaky16};
use crate::engine::line::WALL;
use crate::engine::shape_board::{PointIndex, STEPS, Side, column_and_row, point_index};
use crate::rules::Rule;

/// Cells in a row of the padded board, as in [`ShapeBoard`](crate::engine::shape_board::ShapeBoard).
const STRIDE: usize = 32;
const CELLS: usize = STRIDE * STRIDE;
const MASK: usize = CELLS - 1;
/// Region of a cell that is not on the board.
const NO_REGION: u8 = REGIONS as u8;

/// The nine cells around a cell, as steps, in the order of the convolution's weights: the weight with which a cell counts for the
/// cell that lies this step from it.
const AROUND: [isize; 9] = {
    let stride = STRIDE as isize;
    [stride + 1, stride, stride - 1, 1, 0, -1, 1 - stride, -stride, -stride - 1]
};

/// One colour's view of the board.
#[derive(Clone)]
struct View {
    table: Arc<PatternTable>,
    /// Sums of the rows of the four directions, for each cell.
    sums: Box<[[i16; CHANNELS]; CELLS]>,
    /// Sums of the convolution with its bias, for each cell.
    near: Box<[[i16; CONVOLVED]; CELLS]>,
    /// Final channels of the points of each region, less those of an empty plain; and a region for what is not on the board.
    regions: [[i32; CHANNELS]; REGIONS + 1],
}

impl View {
    /// Replaces the sums of a cell and brings the convolution around it up to date.
    #[inline(always)]
    fn set<const AVX2: bool>(
        &mut self,
        conv: &[[i16; CONVOLVED]; 9],
        at: usize,
        region: usize,
        sums: &[i16; CHANNELS],
    ) {
        let (before, after) = (activated(&self.sums[at]), activated(sums));
        self.sums[at] = *sums;
        let region = &mut self.regions[region];
        for channel in CONVOLVED..CHANNELS {
            region[channel] += i32::from(after[channel] - before[channel]) << 2;
        }
        if before[..CONVOLVED] == after[..CONVOLVED] {
            return;
        }
        for tap in 0..9 {
            let near = &mut self.near[(at as isize + AROUND[tap]) as usize & MASK];
            #[cfg(target_arch = "x86_64")]
            if AVX2 {
                // SAFETY: the caller has seen that the machine has AVX2.
                unsafe { avx2::add_products(near, &before, &after, &conv[tap]) };
                continue;
            }
            add_products(near, &before, &after, &conv[tap]);
        }
    }

    /// Counts the convolved channels of a cell in its region instead of what they were.
    #[inline(always)]
    fn recount(&mut self, at: usize, region: usize, before: &[i16; CONVOLVED]) {
        if self.near[at] == *before {
            return;
        }
        let region = &mut self.regions[region];
        for channel in 0..CONVOLVED {
            region[channel] += i32::from(activate(self.near[at][channel])) - i32::from(activate(before[channel]));
        }
    }

    /// The final channels of a cell.
    #[inline(always)]
    fn channels(&self, at: usize) -> [i16; CHANNELS] {
        let mut channels = [0; CHANNELS];
        for channel in 0..CONVOLVED {
            channels[channel] = activate(self.near[at][channel]);
        }
        for channel in CONVOLVED..CHANNELS {
            channels[channel] = leaky16(self.sums[at][channel]) << 2;
        }
        channels
    }
}

/// Most points that share a line of eleven with a stone.
const STAR: usize = 8 * REACH + 1;
/// More points than the convolution can carry a stone to.
const WIDE_STAR: usize = (2 * REACH + 3) * (2 * REACH + 3);

/// What a stone changed, as it was before.
#[derive(Clone)]
struct Before {
    star: [u16; STAR],
    star_points: usize,
    wide: [u16; WIDE_STAR],
    wide_points: usize,
    sums: [[[i16; CHANNELS]; STAR]; 2],
    near: [[[i16; CONVOLVED]; WIDE_STAR]; 2],
    regions: [[[i32; CHANNELS]; REGIONS + 1]; 2],
}

impl Before {
    const fn new() -> Self {
        Self {
            star: [0; STAR],
            star_points: 0,
            wide: [0; WIDE_STAR],
            wide_points: 0,
            sums: [[[0; CHANNELS]; STAR]; 2],
            near: [[[0; CONVOLVED]; WIDE_STAR]; 2],
            regions: [[[0; CHANNELS]; REGIONS + 1]; 2],
        }
    }
}

/// The sums of a position from both colours' views.
///
/// Stones are only noted when they are put or taken back; the sums are brought up to date when they are read.
#[derive(Clone)]
pub struct Accumulator {
    network: Arc<Network>,
    rule: Rule,
    side: usize,
    lines: [[u64; 64]; 4],
    views: [View; 2],
    /// Region of each cell.
    region: Box<[u8; CELLS]>,
    /// Stones on the board, in order, and how many of them the sums know.
    stones: Vec<(PointIndex, u8)>,
    known: Vec<(PointIndex, u8)>,
    /// The fewest stones there were since the sums were brought up to date.
    lowest: usize,
    /// What each of those changed; longer than they are many once stones were taken back.
    before: Vec<Box<Before>>,
}

impl std::fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Accumulator of {} stones on {} lines, {}", self.stones.len(), self.side, self.rule)
    }
}

/// The same value for each cell, never on the stack.
#[expect(clippy::unnecessary_box_returns, reason = "the array is too large for the stack")]
fn for_each_cell<T: Copy>(value: T) -> Box<[T; CELLS]> {
    vec![value; CELLS].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("there are as many as asked for"))
}

/// Which line of each direction a cell lies on, and at which two-bit place of it.
#[inline(always)]
fn line_of(place: usize, direction: usize) -> (usize, usize) {
    let (x, y) = (place % STRIDE, place / STRIDE);
    match direction {
        0 => (y, x),
        1 => (x, y),
        2 => (x + STRIDE - y, x),
        _ => (x + y, x),
    }
}

/// The eleven cells around a place of a line.
#[inline(always)]
fn window(bits: u64, at: usize) -> u32 {
    (bits >> ((2 * (at - REACH)) & 63)) as u32 & ((1 << 22) - 1)
}

#[inline(always)]
fn exchange(sums: &mut [i16; CHANNELS], old: &Row, new: &Row) {
    for channel in 0..CHANNELS {
        sums[channel] += i16::from(new[channel]) - i16::from(old[channel]);
    }
}

impl Accumulator {
    /// The sums of an empty board; `None` for a size that the network was not taught.
    pub fn new(network: &Arc<Network>, rule: Rule, side: usize) -> Option<Self> {
        if !SIDES.contains(&side) {
            return None;
        }
        let mut region = Box::new([NO_REGION; CELLS]);
        let mut lines = [[u64::MAX; 64]; 4];
        let points: Vec<usize> =
            (0..side * side).map(|point| usize::from(point_index(point % side, point / side))).collect();
        for &at in &points {
            let (x, y) = column_and_row(at as PointIndex);
            region[at] = (y * 3 / side * 3 + x * 3 / side) as u8;
            for (direction, lines) in lines.iter_mut().enumerate() {
                let (line, place) = line_of(at, direction);
                lines[line] &= !(u64::from(WALL) << (2 * place));
            }
        }
        let conv = &network.weights().conv;
        let views = [Side::Black, Side::White].map(|colour| {
            let table = network.table(Role::of(rule, colour));
            let mut view = View {
                sums: for_each_cell([0; CHANNELS]),
                near: for_each_cell(network.weights().conv_bias),
                regions: [[0; CHANNELS]; REGIONS + 1],
                table,
            };
            for &at in &points {
                let mut sums = [0; CHANNELS];
                for direction in 0..4 {
                    let (line, place) = line_of(at, direction);
                    let row = view.table.row(number(window(lines[direction][line], place), colour as usize));
                    exchange(&mut sums, &[0; CHANNELS], row);
                }
                view.set::<false>(conv, at, usize::from(region[at]), &sums);
            }
            for &at in &points {
                for channel in 0..CONVOLVED {
                    view.regions[usize::from(region[at])][channel] += i32::from(activate(view.near[at][channel]));
                }
                let plain = *view.table.plain();
                for (sum, plain) in view.regions[usize::from(region[at])].iter_mut().zip(plain) {
                    *sum -= i32::from(plain);
                }
            }
            view
        });
        let room = side * side;
        Some(Self {
            network: Arc::clone(network),
            rule,
            side,
            lines,
            views,
            region,
            stones: Vec::with_capacity(room),
            known: Vec::with_capacity(room),
            lowest: usize::MAX,
            before: Vec::new(),
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
    #[inline]
    pub fn put(&mut self, place: PointIndex, side: Side) {
        self.stones.push((place, side as u8 + 1));
    }

    /// Takes back the last stone.
    #[inline]
    pub fn undo(&mut self) {
        self.stones.pop();
        self.lowest = self.lowest.min(self.stones.len());
    }

    /// Brings the sums up to date: takes out the stones that are gone and puts in those that are new.
    #[inline]
    pub fn settle(&mut self) {
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
        for index in same..self.stones.len() {
            let (place, stone) = self.stones[index];
            if self.before.len() == index {
                self.before.push(Box::new(Before::new()));
            }
            self.add(index, place, stone);
            self.known.push((place, stone));
        }
    }

    /// Puts back what the last of the known stones changed, which was this one.
    fn restore(&mut self, place: PointIndex) {
        let middle = usize::from(place) & MASK;
        for direction in 0..4 {
            let (line, at) = line_of(middle, direction);
            self.lines[direction][line & 63] &= !(3 << (2 * at));
        }
        let before = &self.before[self.known.len()];
        for (view, index) in self.views.iter_mut().zip(0..) {
            for (&at, sums) in before.star[..before.star_points].iter().zip(&before.sums[index]) {
                view.sums[usize::from(at) & MASK] = *sums;
            }
            for (&at, near) in before.wide[..before.wide_points].iter().zip(&before.near[index]) {
                view.near[usize::from(at) & MASK] = *near;
            }
            view.regions = before.regions[index];
        }
    }

    /// Puts in a stone.
    #[inline(always)]
    fn add(&mut self, index: usize, place: PointIndex, cell: u8) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the machine was just seen to have what the function needs.
            return unsafe { self.add_with_avx2(index, place, cell) };
        }
        self.add_plainly::<false>(index, place, cell);
    }

    /// The same instructions of the language, which the compiler makes into wider ones of the machine.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn add_with_avx2(&mut self, index: usize, place: PointIndex, cell: u8) {
        self.add_plainly::<true>(index, place, cell);
    }

    #[inline(always)]
    fn add_plainly<const AVX2: bool>(&mut self, index: usize, place: PointIndex, cell: u8) {
        let middle = usize::from(place) & MASK;
        let (mut old, mut new) = ([0; 4], [0; 4]);
        for direction in 0..4 {
            let (line, at) = line_of(middle, direction);
            let bits = &mut self.lines[direction][line & 63];
            old[direction] = *bits;
            *bits |= u64::from(cell) << (2 * at);
            new[direction] = *bits;
        }
        let before = &mut *self.before[index];
        before.wide_points = 0;
        let (x, y) = column_and_row(place);
        let reach = REACH + 1;
        for row in y.saturating_sub(reach)..=(y + reach).min(self.side - 1) {
            let mut points = concerned(row as isize - y as isize) << x >> reach & ((1 << self.side) - 1);
            while points != 0 {
                let at = usize::from(point_index(points.trailing_zeros() as usize, row)) & MASK;
                points &= points - 1;
                let number = before.wide_points % WIDE_STAR;
                before.wide[number] = at as u16;
                before.near[0][number] = self.views[0].near[at];
                before.near[1][number] = self.views[1].near[at];
                before.wide_points = number + 1;
            }
        }
        let conv = &self.network.weights().conv;
        for (view, sees) in self.views.iter_mut().zip(0..) {
            before.regions[sees] = view.regions;
            // The stone's own point is on four lines and comes first.
            before.star[0] = middle as u16;
            before.sums[sees][0] = view.sums[middle];
            let mut count = 1;
            let mut centre = view.sums[middle];
            for direction in 0..4 {
                let (_, at) = line_of(middle, direction);
                for offset in 0..=2 * REACH {
                    let there =
                        (middle as isize + (offset as isize - REACH as isize) * STEPS[direction]) as usize & MASK;
                    let region = usize::from(self.region[there]);
                    if region >= REGIONS {
                        continue;
                    }
                    let along = at + offset - REACH;
                    let gone = view.table.row(number(window(old[direction], along), sees));
                    let come = view.table.row(number(window(new[direction], along), sees));
                    if offset == REACH {
                        exchange(&mut centre, gone, come);
                    } else {
                        let mut sums = view.sums[there];
                        before.star[count % STAR] = there as u16;
                        before.sums[sees][count % STAR] = sums;
                        count += 1;
                        exchange(&mut sums, gone, come);
                        view.set::<AVX2>(conv, there, region, &sums);
                    }
                }
            }
            before.star_points = count;
            view.set::<AVX2>(conv, middle, usize::from(self.region[middle]) % (REGIONS + 1), &centre);
            for number in 0..before.wide_points.min(WIDE_STAR) {
                let at = usize::from(before.wide[number]) & MASK;
                view.recount(at, usize::from(self.region[at]) % (REGIONS + 1), &before.near[sees][number]);
            }
        }
    }

    /// The sums over the regions for a colour's view.
    pub(super) fn regions(&self, side: Side) -> &[[i32; CHANNELS]] {
        &self.views[side as usize].regions[..REGIONS]
    }

    /// The final channels of a point for a colour's view.
    #[inline(always)]
    pub(super) fn channels(&self, place: PointIndex, side: Side) -> [i16; CHANNELS] {
        self.views[side as usize].channels(usize::from(place) & MASK)
    }

    /// Whether two positions of the same rule and size have the same sums.
    #[cfg(test)]
    pub(super) fn agrees(&self, other: &Self) -> bool {
        (0..2).all(|view| {
            let (mine, theirs) = (&self.views[view], &other.views[view]);
            mine.regions[..REGIONS] == theirs.regions[..REGIONS]
                && (0..CELLS)
                    .filter(|&at| self.region[at] != NO_REGION)
                    .all(|at| mine.sums[at] == theirs.sums[at] && mine.near[at] == theirs.near[at])
        })
    }
}

/// Points of a row so far from a stone's row whose convolved channels the stone concerns; bit 6 is the stone's column.
const fn concerned(dy: isize) -> u64 {
    let reach = REACH as isize;
    let mut points = 0u64;
    let mut row = dy - 1;
    while row <= dy + 1 {
        let far = if row < 0 { -row } else { row };
        if far <= reach {
            // The two diagonals and the column, or the whole line.
            let line = if row == 0 {
                (1 << (2 * REACH + 1)) - 1
            } else {
                1 << REACH | 1 << (REACH as isize - far) | 1 << (REACH as isize + far)
            };
            points |= line | line << 1 | line << 2;
        }
        row += 1;
    }
    points
}
