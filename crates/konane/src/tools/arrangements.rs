//! All arrangements of stones on a board of some size, one for each class of boards that are the same up to symmetry.

use crate::board::{Board, Stone};

/// Counts through the arrangements of stones on a board. Each cell is a digit, 0 (empty), 1 (black) or 2 (white), and the boards
/// are counted through like numbers.
pub(super) struct Arrangements {
    empty: Board,
    maps: Vec<Vec<usize>>,
    /// Whether boards that differ by the colours are the same, too.
    colours: bool,
    digits: Vec<u8>,
    /// The number of the arrangement that comes next.
    pub next: u64,
    /// How many there are.
    pub total: u64,
}

impl Arrangements {
    /// All arrangements on a board of at most 40 cells; up to turning and mirroring, and with `colours` up to exchanging the colours
    /// as well.
    pub fn new(empty: &Board, colours: bool) -> Arrangements {
        let cells = empty.rows() * empty.cols();
        let total = 3u64.pow(cells as u32);
        Arrangements { empty: *empty, maps: permutations(empty), colours, digits: vec![0; cells], next: 0, total }
    }

    /// Goes on with the arrangement of this number.
    pub fn seek(&mut self, number: u64) {
        self.next = number;
        let mut rest = number;
        for digit in self.digits.iter_mut().rev() {
            *digit = (rest % 3) as u8;
            rest /= 3;
        }
    }

    /// The next arrangement, if it is the one of its class to look at; goes on to the one after it.
    pub fn step(&mut self) -> Option<Board> {
        let first = is_first(&self.digits, &self.maps, self.colours);
        let board = first.then(|| board_of(&self.empty, &self.digits));
        self.next += 1;
        for digit in self.digits.iter_mut().rev() {
            *digit = (*digit + 1) % 3;
            if *digit != 0 {
                break;
            }
        }
        board
    }
}

/// Which cell of a board each cell of an image is taken from.
fn permutations(board: &Board) -> Vec<Vec<usize>> {
    let (rows, cols) = (board.rows(), board.cols());
    let mut maps = Vec::new();
    for turned in [false, true] {
        if turned && rows != cols {
            continue;
        }
        for (flip, mirror) in [(false, false), (false, true), (true, false), (true, true)] {
            let map = (0..rows * cols).map(|cell| {
                let (mut row, mut col) = (cell / cols, cell % cols);
                if turned {
                    (row, col) = (col, row);
                }
                if flip {
                    row = rows - 1 - row;
                }
                if mirror {
                    col = cols - 1 - col;
                }
                row * cols + col
            });
            maps.push(map.collect());
        }
    }
    maps
}

/// Whether no image of these digits is smaller, so that this is the one of them to look at.
fn is_first(digits: &[u8], maps: &[Vec<usize>], colours: bool) -> bool {
    const SWAPPED: [u8; 3] = [0, 2, 1];
    maps.iter().all(|map| {
        let plain = map.iter().map(|&from| digits[from]);
        let swapped = map.iter().map(|&from| SWAPPED[usize::from(digits[from])]);
        let smaller = plain.lt(digits.iter().copied()) || (colours && swapped.lt(digits.iter().copied()));
        !smaller
    })
}

/// The board with these digits.
pub(super) fn board_of(empty: &Board, digits: &[u8]) -> Board {
    let mut board = *empty;
    for (cell, &digit) in digits.iter().enumerate() {
        let stone = [None, Some(Stone::Black), Some(Stone::White)][usize::from(digit)];
        board.set(cell / empty.cols(), cell % empty.cols(), stone);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Every board of a size, and one of each class found by listing all images of each.
    fn classes(rows: usize, cols: usize, colours: bool) -> usize {
        let empty = Board::empty(rows, cols).unwrap();
        let mut seen: HashSet<Board> = HashSet::new();
        let mut classes = 0;
        for number in 0..3u64.pow((rows * cols) as u32) {
            let digits: Vec<u8> = (0..rows * cols).map(|cell| (number / 3u64.pow(cell as u32) % 3) as u8).collect();
            let board = board_of(&empty, &digits);
            if seen.contains(&board) {
                continue;
            }
            classes += 1;
            let mut images = vec![board, board.mirrored(), board.flipped(), board.mirrored().flipped()];
            if rows == cols {
                images.extend(images.clone().iter().map(Board::transposed));
            }
            if colours {
                images.extend(images.clone().iter().map(Board::colours_swapped));
            }
            seen.extend(images);
        }
        classes
    }

    #[test]
    fn seeking_is_counting() {
        let empty = Board::empty(2, 3).unwrap();
        let mut counted = Arrangements::new(&empty, true);
        for number in 0..counted.total {
            let mut sought = Arrangements::new(&empty, true);
            sought.seek(number);
            assert_eq!((sought.next, sought.step()), (counted.next, counted.step()));
        }
    }

    #[test]
    fn each_class_is_met_once() {
        for (rows, cols) in [(1, 5), (2, 3), (2, 2), (3, 3)] {
            for colours in [false, true] {
                let mut all = Arrangements::new(&Board::empty(rows, cols).unwrap(), colours);
                let mut met = 0;
                while all.next < all.total {
                    met += usize::from(all.step().is_some());
                }
                assert_eq!(met, classes(rows, cols, colours), "{rows}×{cols} {colours}");
            }
        }
    }
}
