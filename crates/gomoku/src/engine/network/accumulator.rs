//! What the network keeps for each point, brought up to date with every stone.

use std::sync::Arc;

use super::pattern::{REACH, number};
use super::table::{Row, Table, activate, product};
use super::{CHANNELS, CONVOLVED, Network, REGIONS, Role, SIDES, leaky16};
use crate::engine::board::{PointIndex, STEPS, Side, column_and_row, point_index};
use crate::engine::line::{EMPTY, WALL};
use crate::rules::Rule;

/// Cells in a row of the padded board, as in [`ShapeBoard`](crate::engine::board::ShapeBoard).
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
    table: Arc<Table>,
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
    fn set(&mut self, conv: &[[i16; CONVOLVED]; 9], at: usize, region: usize, sums: [i16; CHANNELS]) {
        let before = self.sums[at].map(leaky16);
        let after = sums.map(leaky16);
        self.sums[at] = sums;
        let region = &mut self.regions[region];
        for channel in CONVOLVED..CHANNELS {
            region[channel] += i32::from(after[channel] - before[channel]) << 2;
        }
        for (step, weights) in AROUND.iter().zip(conv) {
            let near = &mut self.near[(at as isize + step) as usize & MASK];
            for channel in 0..CONVOLVED {
                near[channel] += product(after[channel], weights[channel]) - product(before[channel], weights[channel]);
            }
        }
    }

    /// Adds the convolved channels of a cell to its region, or takes them out.
    #[inline(always)]
    fn count<const IN: bool>(&mut self, at: usize, region: usize) {
        let region = &mut self.regions[region];
        for channel in 0..CONVOLVED {
            let y = i32::from(activate(self.near[at][channel]));
            region[channel] += if IN { y } else { -y };
        }
    }

    /// The final channels of a cell.
    #[inline(always)]
    fn channels(&self, at: usize) -> [i16; CHANNELS] {
        std::array::from_fn(|channel| {
            if channel < CONVOLVED { activate(self.near[at][channel]) } else { leaky16(self.sums[at][channel]) << 2 }
        })
    }
}

/// The sums of a position from both colours' views.
///
/// Stones are only noted when they are put or taken back; the work is done when somebody asks.
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
                view.set(conv, at, usize::from(region[at]), sums);
            }
            for &at in &points {
                view.count::<true>(at, usize::from(region[at]));
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

    /// Notes a stone on an empty point.
    #[inline]
    pub fn put(&mut self, place: PointIndex, side: Side) {
        self.stones.push((place, side as u8 + 1));
    }

    /// Takes back the last stone.
    #[inline]
    pub fn undo(&mut self) {
        self.stones.pop();
    }

    /// Brings the sums up to date: takes out the stones that are gone and puts in those that are new.
    pub fn settle(&mut self) {
        let same = self.stones.iter().zip(&self.known).take_while(|(stone, known)| stone == known).count();
        while self.known.len() > same {
            if let Some((place, _)) = self.known.pop() {
                self.change(place, EMPTY);
            }
        }
        for index in same..self.stones.len() {
            let (place, stone) = self.stones[index];
            self.change(place, stone);
            self.known.push((place, stone));
        }
    }

    /// Makes the cell of a point another one.
    fn change(&mut self, place: PointIndex, cell: u8) {
        let middle = usize::from(place) & MASK;
        let before: [u64; 4] = std::array::from_fn(|direction| {
            let (line, at) = line_of(middle, direction);
            let bits = &mut self.lines[direction][line & 63];
            let before = *bits;
            *bits = before & !(3 << (2 * at)) | u64::from(cell) << (2 * at);
            before
        });
        let network = Arc::clone(&self.network);
        let conv = &network.weights().conv;
        let (x, y) = column_and_row(place);
        for view in 0..2 {
            self.count_around::<false>(x, y, view);
            let table = Arc::clone(&self.views[view].table);
            let mut centre = self.views[view].sums[middle];
            for direction in 0..4 {
                let (line, at) = line_of(middle, direction);
                let (old, new) = (before[direction], self.lines[direction][line & 63]);
                for offset in 0..=2 * REACH {
                    let step = offset as isize - REACH as isize;
                    let there = (middle as isize + step * STEPS[direction]) as usize & MASK;
                    let region = usize::from(self.region[there]);
                    if region == REGIONS {
                        continue;
                    }
                    let along = at + offset - REACH;
                    let old = table.row(number(window(old, along), view));
                    let new = table.row(number(window(new, along), view));
                    if step == 0 {
                        exchange(&mut centre, old, new);
                    } else {
                        let mut sums = self.views[view].sums[there];
                        exchange(&mut sums, old, new);
                        self.views[view].set(conv, there, region, sums);
                    }
                }
            }
            self.views[view].set(conv, middle, usize::from(self.region[middle]), centre);
            self.count_around::<true>(x, y, view);
        }
    }

    /// Counts the convolved channels of all points that a stone on a point concerns, or takes them out.
    #[inline(always)]
    fn count_around<const IN: bool>(&mut self, x: usize, y: usize, view: usize) {
        let reach = REACH + 1;
        for row in y.saturating_sub(reach)..=(y + reach).min(self.side - 1) {
            let dy = row as isize - y as isize;
            let mut points = concerned(dy) << x >> reach & ((1 << self.side) - 1);
            while points != 0 {
                let at = usize::from(point_index(points.trailing_zeros() as usize, row));
                points &= points - 1;
                self.views[view].count::<IN>(at, usize::from(self.region[at]));
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
