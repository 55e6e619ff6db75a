//! The board as a player sees it: every row with its chances, kept up to date stone by stone.

use std::sync::Arc;

use super::lines::Lines;
use crate::Grid;

/// The longest row, and one for its being empty.
pub(crate) const OPENS: usize = 7;

/// A row's empty points and the chances that its stones are all black, and all white.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RowState {
    pub(crate) open: u8,
    pub(crate) black: f32,
    pub(crate) white: f32,
}

/// The logarithms of the chances that a line shows no black row, and no white one.
type Quiet = [f64; 2];

/// What has to be restored when the last stone is taken off.
#[derive(Clone, Debug)]
struct Mark {
    rows: usize,
    lines: usize,
    potential: [[f64; OPENS]; 2],
    quiet: Quiet,
    cell: u16,
}

/// Stones on a board with the sums that the player's judgement is made of.
#[derive(Clone, Debug)]
pub(crate) struct SearchBoard {
    pub(crate) lines: Arc<Lines>,
    /// The percentage of each stone, or [`SearchBoard::EMPTY`].
    cells: Vec<u8>,
    rows: Vec<RowState>,
    /// How many stones lie on a row through this point; points far from everything have none.
    near: Vec<u16>,
    line_quiet: Vec<Quiet>,
    /// By colour and by the number of empty points, the sum over the rows of the squared chance that the stones agree.
    potential: [[f64; OPENS]; 2],
    quiet: Quiet,
    stones: usize,
    hash: u64,
    saved_rows: Vec<(u16, RowState)>,
    saved_lines: Vec<(u16, Quiet)>,
    marks: Vec<Mark>,
}

impl SearchBoard {
    pub(crate) const EMPTY: u8 = u8::MAX;

    pub(crate) fn new(lines: Arc<Lines>, grid: &Grid) -> Self {
        let fresh = RowState { open: lines.row, black: 1.0, white: 1.0 };
        let mut board = Self {
            cells: vec![Self::EMPTY; lines.points],
            rows: vec![fresh; lines.rows.len()],
            near: vec![0; lines.points],
            line_quiet: vec![[0.0; 2]; lines.whole.len()],
            potential: [[0.0; OPENS]; 2],
            quiet: [0.0; 2],
            stones: 0,
            hash: 0,
            saved_rows: Vec::new(),
            saved_lines: Vec::new(),
            marks: Vec::new(),
            lines,
        };
        for (index, percent) in grid.iter() {
            board.place(index, percent.get());
        }
        board.saved_rows.clear();
        board.saved_lines.clear();
        board.marks.clear();
        board
    }

    pub(crate) fn stones(&self) -> usize {
        self.stones
    }

    pub(crate) fn is_full(&self) -> bool {
        self.stones == self.lines.points
    }

    pub(crate) fn is_empty_at(&self, cell: usize) -> bool {
        self.cells[cell] == Self::EMPTY
    }

    /// Whether a stone lies on a row through the point.
    pub(crate) fn is_near(&self, cell: usize) -> bool {
        self.near[cell] > 0
    }

    /// Equal for equal boards, and hardly ever for others.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    pub(crate) fn row(&self, number: u16) -> &RowState {
        &self.rows[usize::from(number)]
    }

    /// By colour (black first) and number of empty points, the sum over rows of the squared chance that the stones agree.
    pub(crate) fn potential(&self) -> &[[f64; OPENS]; 2] {
        &self.potential
    }

    /// The chance that an observation shows a black row, and that it shows a white one, as if different lines had
    /// nothing to do with each other.
    pub(crate) fn row_chances(&self) -> [f64; 2] {
        self.quiet.map(|quiet| -quiet.exp_m1())
    }

    /// The same as a rate: the negative logarithm of the chance of no row.
    pub(crate) fn hazards(&self) -> [f64; 2] {
        self.quiet.map(|quiet| -quiet)
    }

    /// Puts a stone on an empty point.
    pub(crate) fn place(&mut self, cell: usize, percent: u8) {
        debug_assert!(self.is_empty_at(cell));
        self.marks.push(Mark {
            rows: self.saved_rows.len(),
            lines: self.saved_lines.len(),
            potential: self.potential,
            quiet: self.quiet,
            cell: cell as u16,
        });
        self.cells[cell] = percent;
        self.hash ^= stone_hash(cell, percent);
        self.stones += 1;
        let black = f32::from(percent) / 100.0;
        let white = f32::from(100 - percent) / 100.0;
        let lines = Arc::clone(&self.lines);
        let mut full_lines = [u16::MAX; 4];
        let mut full = 0;
        for &number in lines.rows_through(cell) {
            let row = &mut self.rows[usize::from(number)];
            self.saved_rows.push((number, *row));
            let open = usize::from(row.open);
            if row.open < lines.row {
                self.potential[0][open] -= f64::from(row.black * row.black);
                self.potential[1][open] -= f64::from(row.white * row.white);
            }
            row.open -= 1;
            row.black *= black;
            row.white *= white;
            self.potential[0][open - 1] += f64::from(row.black * row.black);
            self.potential[1][open - 1] += f64::from(row.white * row.white);
            let line = lines.line_of_row[usize::from(number)];
            if row.open == 0 && !full_lines[..full].contains(&line) {
                full_lines[full] = line;
                full += 1;
            }
            for &other in lines.rows[usize::from(number)].cells() {
                self.near[usize::from(other)] += 1;
            }
        }
        for &line in &full_lines[..full] {
            self.refresh_line(line);
        }
    }

    /// Takes off the last stone.
    pub(crate) fn undo(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        let cell = usize::from(mark.cell);
        self.hash ^= stone_hash(cell, self.cells[cell]);
        self.cells[cell] = Self::EMPTY;
        self.stones -= 1;
        self.potential = mark.potential;
        self.quiet = mark.quiet;
        while self.saved_lines.len() > mark.lines {
            let Some((line, quiet)) = self.saved_lines.pop() else { break };
            self.line_quiet[usize::from(line)] = quiet;
        }
        while self.saved_rows.len() > mark.rows {
            let Some((number, row)) = self.saved_rows.pop() else { break };
            self.rows[usize::from(number)] = row;
            for &other in self.lines.rows[usize::from(number)].cells() {
                self.near[usize::from(other)] -= 1;
            }
        }
    }

    fn refresh_line(&mut self, line: u16) {
        let new = self.quiet_of(usize::from(line));
        let old = self.line_quiet[usize::from(line)];
        self.saved_lines.push((line, old));
        self.line_quiet[usize::from(line)] = new;
        for colour in 0..2 {
            self.quiet[colour] += new[colour] - old[colour];
        }
    }

    /// The exact chances of one line by itself, from the lengths of its runs.
    fn quiet_of(&self, line: usize) -> Quiet {
        let row = usize::from(self.lines.row);
        let mut quiet = [0.0; 2];
        for (colour, quiet) in quiet.iter_mut().enumerate() {
            let mut runs = [0.0f64; OPENS];
            runs[0] = 1.0;
            for &cell in &self.lines.whole[line] {
                let percent = self.cells[usize::from(cell)];
                let chance = match (percent, colour) {
                    (Self::EMPTY, _) => 0.0,
                    (percent, 0) => f64::from(percent) / 100.0,
                    (percent, _) => f64::from(100 - percent) / 100.0,
                };
                let all: f64 = runs[..row].iter().sum();
                for length in (1..row).rev() {
                    runs[length] = runs[length - 1] * chance;
                }
                runs[0] = all * (1.0 - chance);
            }
            let none: f64 = runs[..row].iter().sum();
            // A certain row is as good as certain; its logarithm must stay finite.
            *quiet = none.max(1e-12).ln();
        }
        quiet
    }
}

fn stone_hash(cell: usize, percent: u8) -> u64 {
    let mut z = (cell as u64 * 128 + u64::from(percent) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_core::{Draw, Random};

    fn board(size: u8, row: u8) -> SearchBoard {
        SearchBoard::new(Arc::new(Lines::new(size, row)), &Grid::new(size).unwrap())
    }

    #[test]
    fn undo_restores_everything() {
        let mut random = Random::new(1);
        for (size, row) in [(3, 3), (6, 4), (9, 5)] {
            let mut board = board(size, row);
            for _ in 0..300 {
                let cell = random.below(board.lines.points as u64) as usize;
                if !board.is_empty_at(cell) {
                    continue;
                }
                let before = (board.rows.clone(), board.potential, board.quiet, board.near.clone(), board.hash);
                let percent = random.below(101) as u8;
                board.place(cell, percent);
                board.undo();
                assert!(before == (board.rows.clone(), board.potential, board.quiet, board.near.clone(), board.hash));
                board.place(cell, percent);
            }
        }
    }

    #[test]
    fn one_line_alone_is_exact() {
        let grid = Grid::parse(9, "a1:90 b1:70 c1:90 d1:10 e1:90 f1:70 g1:30").unwrap();
        let board = SearchBoard::new(Arc::new(Lines::new(9, 5)), &grid);
        let exact = crate::odds::enumerate(&grid, 5).unwrap();
        assert!((board.row_chances()[0] - exact.black - exact.both).abs() < 1e-9);
        assert!((board.row_chances()[1] - exact.white - exact.both).abs() < 1e-9);
    }
}
