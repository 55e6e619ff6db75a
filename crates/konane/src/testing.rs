//! What several test modules share.

use banmen_core::{Draw, Random};

use crate::board::{Board, Stone};

/// A board whose cells are filled at random, with a random density.
pub fn random_board(rows: usize, cols: usize, random: &mut Random) -> Board {
    let mut board = Board::empty(rows, cols).expect("tests ask for boards that exist");
    let stones = 20 + random.below(70) as u8;
    for row in 0..rows {
        for col in 0..cols {
            let stone = match (random.percent(stones), random.percent(50)) {
                (false, _) => None,
                (true, true) => Some(Stone::Black),
                (true, false) => Some(Stone::White),
            };
            board.set(row, col, stone);
        }
    }
    board
}
