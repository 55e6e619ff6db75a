//! Many boards in one text: one a line, or as blocks of rows with blank lines between them.

use std::io::{self, BufRead};

use crate::board::{Board, BoardError};

/// How boards stand in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// A line with `/`, `|` or a space in it is a board; other lines are rows of a block that a blank line ends.
    #[default]
    Mixed,
    /// Every line is a board, of one row if nothing in it separates rows.
    Lines,
}

/// A board of a list, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its place in the list, counted from 0.
    pub index: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The board.
    pub board: Result<Board, BoardError>,
}

/// A board longer than this many bytes is not kept while it is read; it could not be a board anyway.
const LONGEST_BLOCK: usize = 1 << 16;

/// Reads a list of boards one by one.
///
/// ```
/// use banmen_konane::tools::{Boards, Layout};
/// let text = "BW./.WB\n\nBW.\n.WB\n\nB?.\n";
/// let boards: Vec<_> = Boards::new(text.as_bytes(), Layout::Mixed).map(Result::unwrap).collect();
/// assert_eq!(boards[0].board, boards[1].board);
/// assert_eq!((boards[1].line, boards[2].line), (3, 6));
/// assert!(boards[2].board.is_err());
/// ```
pub struct Boards<R> {
    from: R,
    layout: Layout,
    /// Lines read so far.
    lines: u64,
    count: u64,
    /// A line that belongs to the next board.
    waiting: Option<String>,
}

impl<R: BufRead> Boards<R> {
    /// Reads boards from a text.
    pub fn new(from: R, layout: Layout) -> Boards<R> {
        Boards { from, layout, lines: 0, count: 0, waiting: None }
    }

    /// The next line without its end.
    fn line(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.waiting.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        if self.from.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.lines += 1;
        // What is not UTF-8 becomes a character that is not a cell, and is reported with its line.
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    fn listed(&mut self, line: u64, text: &str) -> Listed {
        let index = self.count;
        self.count += 1;
        Listed { index, line, board: text.parse() }
    }

    fn read(&mut self) -> io::Result<Option<Listed>> {
        let mut first = self.line()?;
        while first.as_ref().is_some_and(String::is_empty) {
            first = self.line()?;
        }
        let Some(mut block) = first else { return Ok(None) };
        let start = self.lines;
        if self.layout == Layout::Lines || is_whole(&block) {
            return Ok(Some(self.listed(start, &block)));
        }
        while let Some(line) = self.line()? {
            if line.is_empty() {
                break;
            }
            if is_whole(&line) {
                self.waiting = Some(line);
                break;
            }
            if block.len() + line.len() < LONGEST_BLOCK {
                block.push('\n');
                block.push_str(&line);
            }
        }
        Ok(Some(self.listed(start, &block)))
    }
}

/// Whether a line is a board by itself.
fn is_whole(line: &str) -> bool {
    line.contains(|c: char| c == '/' || c == '|' || c.is_whitespace())
}

impl<R: BufRead> Iterator for Boards<R> {
    type Item = io::Result<Listed>;

    fn next(&mut self) -> Option<io::Result<Listed>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, layout: Layout) -> Vec<(u64, String)> {
        let told =
            |listed: Listed| (listed.line, listed.board.map_or_else(|why| why.to_string(), |board| board.line()));
        Boards::new(text.as_bytes(), layout).map(|listed| told(listed.unwrap())).collect()
    }

    #[test]
    fn lines_and_blocks_may_be_mixed() {
        let text = "\n\nBW.\n.WB\n\n\nB./.W\nW.|.B\nBBB\n...\nB. W.\r\n\r\nW\n";
        let found = read(text, Layout::Mixed);
        let expected = [(3, "BW./.WB"), (7, "B./.W"), (8, "W./.B"), (9, "BBB/..."), (11, "B./W."), (13, "W")];
        assert_eq!(found, expected.map(|(line, board)| (line, board.to_owned())));
    }

    #[test]
    fn every_line_may_be_a_board() {
        let found = read("BW.\n.WB\n\nB/W\n", Layout::Lines);
        assert_eq!(found, [(1, "BW."), (2, ".WB"), (4, "B/W")].map(|(line, board)| (line, board.to_owned())));
    }

    #[test]
    fn a_bad_board_does_not_stop_the_rest() {
        let found = read("BW.\n.W\n\nB?/..\nBW./...\n", Layout::Mixed);
        assert!(found[0].1.contains("row 2") && found[1].1.contains("column 2"), "{found:?}");
        assert_eq!((found[2].0, found[2].1.as_str()), (5, "BW./..."));
    }
}
