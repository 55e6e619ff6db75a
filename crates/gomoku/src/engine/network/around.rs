//! Which points a stone concerns.

use super::REGIONS;
use super::accumulator::POINTS;
use super::pattern::REACH;

/// How far a stone's change is carried: along its lines, and one step by the convolution.
const FAR: usize = REACH + 1;
/// Cells in a row of the grid around a stone.
pub const GRID: usize = 2 * FAR + 1;
/// The stone's own cell.
pub const MIDDLE: usize = FAR * GRID + FAR;

/// A point whose convolved channels a stone concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its number on the board.
    pub point: u16,
    /// Its place in the grid around the stone.
    pub grid: u16,
}

/// For each point of a board the points around it that a stone there concerns.
#[derive(Debug)]
pub struct Around {
    region: Box<[u8; POINTS]>,
    cells: Vec<Cell>,
    /// For each point, where the cells of each region begin, and where the last ends.
    starts: Vec<[u32; REGIONS + 1]>,
}

impl Around {
    /// The points of a board.
    pub fn new(side: usize) -> Self {
        let mut region = Box::new([0; POINTS]);
        for (point, region) in region.iter_mut().enumerate().take(side * side) {
            *region = (point / side * 3 / side * 3 + point % side * 3 / side) as u8;
        }
        let concerned: Vec<usize> = (0..GRID * GRID).filter(|&grid| is_concerned(grid)).collect();
        let mut cells = Vec::with_capacity(side * side * concerned.len());
        let mut starts = Vec::with_capacity(side * side);
        let mut by_region: [Vec<Cell>; REGIONS] = Default::default();
        for stone in 0..side * side {
            for &grid in &concerned {
                let (x, y) = (stone % side + grid % GRID, stone / side + grid / GRID);
                let inside = FAR..side + FAR;
                if inside.contains(&x) && inside.contains(&y) {
                    let point = (y - FAR) * side + x - FAR;
                    by_region[usize::from(region[point])].push(Cell { point: point as u16, grid: grid as u16 });
                }
            }
            let mut start = [0; REGIONS + 1];
            for (start, cells_of_region) in start.iter_mut().zip(&mut by_region) {
                *start = cells.len() as u32;
                cells.append(cells_of_region);
            }
            start[REGIONS] = cells.len() as u32;
            starts.push(start);
        }
        Self { region, cells, starts }
    }

    /// The region of a point.
    #[inline(always)]
    pub fn region(&self, point: usize) -> usize {
        usize::from(self.region[point % POINTS]) % REGIONS
    }

    /// The cells around a point, region after region.
    #[inline(always)]
    pub fn cells(&self, stone: usize) -> &[Cell] {
        let starts = &self.starts[stone];
        &self.cells[starts[0] as usize..starts[REGIONS] as usize]
    }

    /// The regions that have any with the cells of each.
    #[inline(always)]
    pub fn by_region(&self, stone: usize) -> impl Iterator<Item = (usize, &[Cell])> {
        let starts = &self.starts[stone];
        (0..REGIONS)
            .map(|region| (region, &self.cells[starts[region] as usize..starts[region + 1] as usize]))
            .filter(|(_, cells)| !cells.is_empty())
    }
}

/// Whether a cell of the grid is beside or on one of the four lines through the middle.
fn is_concerned(grid: usize) -> bool {
    let (x, y) = ((grid % GRID) as isize - FAR as isize, (grid / GRID) as isize - FAR as isize);
    let reach = REACH as isize;
    (-1..=1).any(|dx| {
        (-1..=1).any(|dy| {
            let (x, y): (isize, isize) = (x + dx, y + dy);
            x.abs().max(y.abs()) <= reach && (x == 0 || y == 0 || x == y || x == -y)
        })
    })
}
