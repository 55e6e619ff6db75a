//! The board as a player sees it: every row with its chances, kept up to date stone by stone.

use std::sync::Arc;

use super::judgement::Worth;
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
    /// Whether the stone changed the sums alone.
    last: bool,
}

/// A row as it was before a stone.
#[derive(Clone, Copy, Debug)]
struct SavedRow {
    number: u16,
    row: RowState,
    /// What the stone added to the worth of the row.
    change: Worth,
}

/// Stones on a board with the sums that the player's judgement is made of.
#[derive(Clone, Debug)]
pub(crate) struct SearchBoard {
    pub(crate) lines: Arc<Lines>,
    /// The percentage of each stone, or [`SearchBoard::EMPTY`].
    cells: Vec<u8>,
    rows: Vec<RowState>,
    row_worth: Vec<Worth>,
    /// For each point the sum over the rows through it, for the order in which moves are tried.
    worth: Vec<Worth>,
    /// How many stones lie on a row through this point; points far from everything have none.
    near: Vec<u16>,
    line_quiet: Vec<Quiet>,
    /// By colour and by the number of empty points, the sum over the rows of the squared chance that the stones agree.
    potential: [[f64; OPENS]; 2],
    quiet: Quiet,
    stones: usize,
    /// How many stones have no certain colour.
    uncertain: usize,
    hash: u64,
    saved_rows: Vec<SavedRow>,
    saved_lines: Vec<(u16, Quiet)>,
    marks: Vec<Mark>,
}

impl SearchBoard {
    pub(crate) const EMPTY: u8 = u8::MAX;

    pub(crate) fn new(lines: Arc<Lines>, grid: &Grid) -> Self {
        let fresh = RowState { open: lines.row, black: 1.0, white: 1.0 };
        let fresh_worth = Worth::of(&fresh);
        let mut worth = vec![Worth::default(); lines.points];
        for row in &lines.rows {
            for &cell in row.cells() {
                worth[usize::from(cell)].add(&fresh_worth);
            }
        }
        let mut board = Self {
            cells: vec![Self::EMPTY; lines.points],
            rows: vec![fresh; lines.rows.len()],
            row_worth: vec![fresh_worth; lines.rows.len()],
            worth,
            near: vec![0; lines.points],
            line_quiet: vec![[0.0; 2]; lines.whole.len()],
            potential: [[0.0; OPENS]; 2],
            quiet: [0.0; 2],
            stones: 0,
            uncertain: 0,
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

    /// How many stones could still take either colour.
    pub(crate) fn uncertain(&self) -> usize {
        self.uncertain
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

    /// The rows through a point together, for the order in which moves are tried.
    pub(crate) fn worth(&self, cell: usize) -> &Worth {
        &self.worth[cell]
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
        self.hash ^= stone_hash(cell, percent);
        let first = self.saved_rows.len();
        let lines = Arc::clone(&self.lines);
        self.put(cell, percent, false, |board, number, after| {
            let index = usize::from(number);
            let new = Worth::of(&after);
            let change = new.less(&board.row_worth[index]);
            board.saved_rows.push(SavedRow { number, row: board.rows[index], change });
            board.rows[index] = after;
            board.row_worth[index] = new;
        });
        for saved in &self.saved_rows[first..] {
            for &other in lines.rows[usize::from(saved.number)].cells() {
                self.near[usize::from(other)] += 1;
                self.worth[usize::from(other)].add(&saved.change);
            }
        }
    }

    /// Puts a stone on an empty point and changes the sums alone: enough for a judgement, and much quicker. It has to be
    /// taken off before the next one.
    pub(crate) fn place_last(&mut self, cell: usize, percent: u8) {
        self.put(cell, percent, true, |_, _, _| {});
    }

    /// Changes the sums, and gives each row through the point as it is with the stone.
    #[inline(always)]
    fn put(&mut self, cell: usize, percent: u8, last: bool, mut changed: impl FnMut(&mut Self, u16, RowState)) {
        debug_assert!(self.is_empty_at(cell));
        debug_assert!(self.marks.last().is_none_or(|mark| !mark.last), "the last stone is still there");
        self.marks.push(Mark {
            rows: self.saved_rows.len(),
            lines: self.saved_lines.len(),
            potential: self.potential,
            quiet: self.quiet,
            cell: cell as u16,
            last,
        });
        self.cells[cell] = percent;
        self.stones += 1;
        self.uncertain += usize::from(is_uncertain(percent));
        let black = f32::from(percent) / 100.0;
        let white = f32::from(100 - percent) / 100.0;
        let lines = Arc::clone(&self.lines);
        let mut full_lines = [u16::MAX; 4];
        let mut full = 0;
        for &number in lines.rows_through(cell) {
            let mut row = self.rows[usize::from(number)];
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
            changed(self, number, row);
        }
        for &line in &full_lines[..full] {
            self.refresh_line(line);
        }
    }

    /// Takes off the last stone.
    pub(crate) fn undo(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        let cell = usize::from(mark.cell);
        if !mark.last {
            self.hash ^= stone_hash(cell, self.cells[cell]);
        }
        self.uncertain -= usize::from(is_uncertain(self.cells[cell]));
        self.cells[cell] = Self::EMPTY;
        self.stones -= 1;
        self.potential = mark.potential;
        self.quiet = mark.quiet;
        while self.saved_lines.len() > mark.lines {
            let Some((line, quiet)) = self.saved_lines.pop() else { break };
            self.line_quiet[usize::from(line)] = quiet;
        }
        while self.saved_rows.len() > mark.rows {
            let Some(saved) = self.saved_rows.pop() else { break };
            let index = usize::from(saved.number);
            self.rows[index] = saved.row;
            self.row_worth[index] = self.row_worth[index].less(&saved.change);
            for &other in self.lines.rows[index].cells() {
                self.near[usize::from(other)] -= 1;
                self.worth[usize::from(other)] = self.worth[usize::from(other)].less(&saved.change);
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

fn is_uncertain(percent: u8) -> bool {
    percent > 0 && percent < 100
}

fn stone_hash(cell: usize, percent: u8) -> u64 {
    let mut z = (cell as u64 * 128 + u64::from(percent) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::super::judgement::ORDER;
    use super::*;
    use banmen_core::{Draw, Random, Seat};

    fn board(size: u8, row: u8) -> SearchBoard {
        SearchBoard::new(Arc::new(Lines::new(size, row)), &Grid::new(size).unwrap())
    }

    fn everything(board: &SearchBoard) -> impl PartialEq + use<> {
        let rows = (board.rows.clone(), board.row_worth.clone(), board.line_quiet.clone());
        let points = (board.cells.clone(), board.near.clone(), board.worth.clone());
        (rows, points, board.potential, board.quiet, board.stones, board.uncertain, board.hash)
    }

    /// How much a stone changes the judgement, row by row.
    fn plain_gain(board: &SearchBoard, cell: usize, mover: Seat, percent: u8) -> f32 {
        let (black, white) = (f32::from(percent) / 100.0, f32::from(100 - percent) / 100.0);
        let (my_chance, their_chance) = if mover == Seat::First { (black, white) } else { (white, black) };
        let worth = |side: usize, open: u8, chance: f32| -> f32 {
            let weight = ORDER[side][usize::from(open.min(5))] * chance;
            if open == 0 { weight } else { weight * chance }
        };
        let mut gain = 0.0;
        for &number in board.lines.rows_through(cell) {
            let row = board.rows[usize::from(number)];
            let (mine, theirs) = if mover == Seat::First { (row.black, row.white) } else { (row.white, row.black) };
            gain += worth(1, row.open - 1, mine * my_chance) - worth(1, row.open, mine);
            gain -= worth(0, row.open - 1, theirs * their_chance) - worth(0, row.open, theirs);
        }
        gain
    }

    #[test]
    fn the_rows_through_a_point_together_gain_what_they_gain_one_by_one() {
        let mut random = Random::new(2);
        let mut compared = 0;
        for (size, row) in [(3, 3), (6, 4), (9, 5), (8, 6)] {
            let mut board = board(size, row);
            while !board.is_full() {
                let cell = random.below(board.lines.points as u64) as usize;
                if !board.is_empty_at(cell) {
                    continue;
                }
                let percent = random.below(101) as u8;
                for mover in Seat::BOTH {
                    let black = f32::from(percent) / 100.0;
                    let chance = if mover == Seat::First { black } else { 1.0 - black };
                    let (together, plain) =
                        (board.worth(cell).gain(mover, chance), plain_gain(&board, cell, mover, percent));
                    assert!((together - plain).abs() < 1e-3, "{together} and {plain}");
                    compared += 1;
                }
                board.place(cell, percent);
            }
        }
        assert!(compared > 300);
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
                let before = everything(&board);
                let percent = random.below(101) as u8;
                board.place(cell, percent);
                let sums = (board.potential, board.quiet);
                board.undo();
                assert!(before == everything(&board));
                board.place_last(cell, percent);
                assert_eq!(sums, (board.potential, board.quiet), "the sums alone are the same sums");
                board.undo();
                assert!(before == everything(&board));
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
