//! Every way to make five, and how far each side has got with it.

use crate::size::MAX_POINTS;
use crate::{Direction, Point, Size, Stone};

/// The length of a winning row.
const FIVE: u8 = 5;

/// The stones of each side in every window of five points in a line, kept up to date stone by stone.
///
/// A stone changes at most 20 windows, five in each direction, whatever the size of the board. For every point the windows
/// through it that one side can still win are counted by the number of that side's stones in them.
///
/// ```
/// use banmen_gomoku::{Size, Stone, Windows};
/// let mut windows = Windows::new(Size::NINETEEN);
/// assert_eq!(windows.count(), 1020);
/// windows.place("j10".parse().unwrap(), Stone::Black);
/// assert_eq!(windows.tally("k10".parse().unwrap(), Stone::Black), [4, 0, 0, 0]);
/// ```
#[derive(Clone)]
pub struct Windows {
    size: Size,
    /// By direction and lowest point: the stones of each side.
    counts: Box<[[[u8; 2]; MAX_POINTS]; 4]>,
    /// By point: for each side, four counters of eight bits.
    tallies: Box<[[u32; 2]; MAX_POINTS]>,
}

impl Windows {
    /// The windows of an empty board.
    pub fn new(size: Size) -> Self {
        Self { size, counts: Box::new([[[0; 2]; MAX_POINTS]; 4]), tallies: Box::new([[0; 2]; MAX_POINTS]) }
    }

    /// The board they belong to.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The number of windows on this board: on n×n they are 2·n·(n−4) + 2·(n−4)².
    pub fn count(&self) -> usize {
        let starts = |direction| self.size.iter().filter(|&point| reach(self.size, point, direction).1 >= 4).count();
        Direction::ALL.into_iter().map(starts).sum()
    }

    /// How many windows through a point are free of the other side's stones and have 1, 2, 3 and 4 of this side's.
    pub fn tally(&self, point: Point, stone: Stone) -> [u8; 4] {
        self.tallies[self.size.index(point)][stone.index()].to_le_bytes()
    }

    /// The windows of [`Windows::tally`] of the point at an index, each weighed by the number of stones in it and added up.
    #[inline]
    pub(crate) fn weigh(&self, index: usize, stone: Stone, weights: &[u32; 4]) -> u32 {
        let tally = self.tallies[index][stone.index()];
        if tally == 0 {
            return 0;
        }
        tally.to_le_bytes().iter().zip(weights).map(|(&windows, weight)| u32::from(windows) * weight).sum()
    }

    /// Puts a stone on an empty point.
    pub fn place(&mut self, point: Point, stone: Stone) {
        let (own, other) = (stone.index(), stone.other().index());
        self.for_each_through(point, |counts, tallies, points| {
            match (counts[own], counts[other]) {
                (0, 0) => add(tallies, points, own, ONE_STONE),
                (before, 0) => add(tallies, points, own, lane(before + 1).wrapping_sub(lane(before))),
                (0, theirs) => add(tallies, points, other, lane(theirs).wrapping_neg()),
                _ => {}
            }
            counts[own] += 1;
        });
    }

    /// Takes away a stone that was placed; the exact opposite of [`Windows::place`].
    pub fn undo(&mut self, point: Point, stone: Stone) {
        let (own, other) = (stone.index(), stone.other().index());
        self.for_each_through(point, |counts, tallies, points| {
            counts[own] -= 1;
            match (counts[own], counts[other]) {
                (0, 0) => add(tallies, points, own, ONE_STONE.wrapping_neg()),
                (before, 0) => add(tallies, points, own, lane(before).wrapping_sub(lane(before + 1))),
                (0, theirs) => add(tallies, points, other, lane(theirs)),
                _ => {}
            }
        });
    }

    #[inline]
    fn for_each_through(
        &mut self,
        point: Point,
        mut change: impl FnMut(&mut [u8; 2], &mut [[u32; 2]; MAX_POINTS], [usize; 5]),
    ) {
        let n = usize::from(self.size.get());
        let at = self.size.index(point);
        for (direction, counts) in Direction::ALL.into_iter().zip(self.counts.iter_mut()) {
            let (back, ahead) = reach(self.size, point, direction);
            let step = match direction {
                Direction::Horizontal => 1,
                Direction::Vertical => n as isize,
                Direction::Rising => n as isize + 1,
                Direction::Falling => 1 - n as isize,
            };
            let place = |steps: isize| at.wrapping_add_signed(steps * step);
            for start in -(back.min(FIVE - 1) as isize)..=ahead.min(FIVE - 1) as isize - (FIVE - 1) as isize {
                let points = [place(start), place(start + 1), place(start + 2), place(start + 3), place(start + 4)];
                change(&mut counts[points[0]], &mut self.tallies, points);
            }
        }
    }
}

/// How many points lie before and behind a point in a direction, up to the edges.
fn reach(size: Size, point: Point, direction: Direction) -> (u8, u8) {
    let last = size.get() - 1;
    let (left, right) = (point.column(), last - point.column());
    let (below, above) = (point.row(), last - point.row());
    match direction {
        Direction::Horizontal => (left, right),
        Direction::Vertical => (below, above),
        Direction::Rising => (left.min(below), right.min(above)),
        Direction::Falling => (left.min(above), right.min(below)),
    }
}

const ONE_STONE: u32 = lane(1);

/// One window with this many stones, as a number to add to a point's counters; five stones are no longer counted.
#[inline]
const fn lane(stones: u8) -> u32 {
    if stones < FIVE { 1 << (8 * (stones - 1)) } else { 0 }
}

#[inline]
fn add(tallies: &mut [[u32; 2]; MAX_POINTS], points: [usize; 5], side: usize, change: u32) {
    for point in points {
        tallies[point][side] = tallies[point][side].wrapping_add(change);
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;
    use crate::StoneBoard;
    use crate::size::SIZES;

    /// The definition: every window of the board through the point, counted anew.
    fn tally_of(board: &StoneBoard, point: Point, stone: Stone) -> [u8; 4] {
        let size = board.size();
        let mut tally = [0; 4];
        for direction in Direction::ALL {
            for back in 0..5 {
                let window: Vec<Point> =
                    (0..5).filter_map(|i| point.step(direction, i - back)).filter(|&p| size.contains(p)).collect();
                if window.len() == 5 && window.iter().all(|&p| board.get(p) != Some(stone.other())) {
                    let stones = window.iter().filter(|&&p| board.get(p) == Some(stone)).count();
                    if (1..=4).contains(&stones) {
                        tally[stones - 1] += 1;
                    }
                }
            }
        }
        tally
    }

    fn assert_equal(windows: &Windows, board: &StoneBoard) {
        for point in board.size().iter() {
            for stone in Stone::BOTH {
                assert_eq!(windows.tally(point, stone), tally_of(board, point, stone), "{point} {stone}\n{board}");
            }
        }
    }

    #[test]
    fn nineteen_has_1020_windows() {
        assert_eq!(Windows::new(Size::NINETEEN).count(), 1020);
    }

    #[test]
    fn every_size_has_as_many_as_the_formula_says() {
        for n in SIZES {
            let (n, m) = (usize::from(n), usize::from(n) - 4);
            assert_eq!(Windows::new(Size::try_from(n as u64).unwrap()).count(), 2 * n * m + 2 * m * m);
        }
    }

    #[test]
    fn incremental_counts_equal_a_full_recomputation_after_every_move_and_undo() {
        let mut random = Random::new(3);
        for n in [5, 6, 9, 15, 19, 22_u8] {
            let size = Size::try_from(n).unwrap();
            let (mut board, mut windows) = (StoneBoard::new(size), Windows::new(size));
            let mut placed: Vec<(Point, Stone)> = Vec::new();
            for _ in 0..120 {
                let empty: Vec<Point> = board.empty_points().collect();
                if random.percent(30) || empty.is_empty() {
                    if let Some((point, stone)) = placed.pop() {
                        board.set(point, None);
                        windows.undo(point, stone);
                    }
                } else if let Some(&point) = random.pick(&empty) {
                    let stone = Stone::BOTH[random.below(2) as usize];
                    board.set(point, Some(stone));
                    windows.place(point, stone);
                    placed.push((point, stone));
                }
                assert_equal(&windows, &board);
            }
            while let Some((point, stone)) = placed.pop() {
                board.set(point, None);
                windows.undo(point, stone);
            }
            assert_equal(&windows, &StoneBoard::new(size));
        }
    }
}
