//! Which rows and lines there are on a board, and which of them a point lies on.

use crate::odds::rows::{Row, STEPS, all_rows};

/// The rows and the lines of a board of one size for rows of one length.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) size: u8,
    pub(crate) row: u8,
    pub(crate) points: usize,
    pub(crate) rows: Vec<Row>,
    /// The line that each row is a part of.
    pub(crate) line_of_row: Vec<u16>,
    /// For each point, where its rows begin in `row_list`; one more at the end.
    row_starts: Vec<u32>,
    row_list: Vec<u16>,
    /// The points of each line in order.
    pub(crate) whole: Vec<Vec<u16>>,
}

impl Lines {
    pub(crate) fn new(size: u8, row: u8) -> Self {
        let side = isize::from(size);
        let points = usize::from(size) * usize::from(size);
        let mut lines = Vec::new();
        let mut line_through = vec![[0u16; 4]; points];
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            for start in 0..points as isize {
                let (mut x, mut y) = (start % side, start / side);
                let inside = |x: isize, y: isize| (0..side).contains(&x) && (0..side).contains(&y);
                if inside(x - dx, y - dy) {
                    continue;
                }
                let mut line = Vec::new();
                while inside(x, y) {
                    line.push((y * side + x) as u16);
                    line_through[(y * side + x) as usize][direction] = lines.len() as u16;
                    x += dx;
                    y += dy;
                }
                lines.push(line);
            }
        }
        let rows = all_rows(size, row);
        let line_of_row = rows
            .iter()
            .map(|row| {
                let step = isize::from(row.cells[1] as i16) - isize::from(row.cells[0] as i16);
                let direction = STEPS.iter().position(|(dx, dy)| dy * side + dx == step).unwrap_or(0);
                line_through[usize::from(row.cells[0])][direction]
            })
            .collect();
        let mut of_point: Vec<Vec<u16>> = vec![Vec::new(); points];
        for (number, row) in rows.iter().enumerate() {
            for &cell in row.cells() {
                of_point[usize::from(cell)].push(number as u16);
            }
        }
        let mut row_starts = vec![0];
        let mut row_list = Vec::new();
        for rows in of_point {
            row_list.extend(rows);
            row_starts.push(row_list.len() as u32);
        }
        Self { size, row, points, rows, line_of_row, row_starts, row_list, whole: lines }
    }

    /// The rows through a point.
    #[inline]
    pub(crate) fn rows_through(&self, cell: usize) -> &[u16] {
        &self.row_list[self.row_starts[cell] as usize..self.row_starts[cell + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_lies_on_its_line() {
        for (size, row) in [(3, 3), (4, 4), (7, 5), (19, 5), (22, 6)] {
            let lines = Lines::new(size, row);
            for (number, row) in lines.rows.iter().enumerate() {
                let line = &lines.whole[usize::from(lines.line_of_row[number])];
                assert!(row.cells().iter().all(|cell| line.contains(cell)));
            }
        }
    }

    #[test]
    fn there_are_as_many_rows_as_the_formula_says() {
        let lines = Lines::new(19, 5);
        assert_eq!(lines.rows.len(), 2 * 19 * 15 + 2 * 15 * 15);
        assert_eq!(lines.rows_through(180).len(), 20, "the centre");
        assert_eq!(lines.rows_through(0).len(), 3, "a corner");
    }
}
