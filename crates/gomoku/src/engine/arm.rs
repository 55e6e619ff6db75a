//! How far along a line a stone is felt.

use super::line::{EMPTY, WALL};

/// Which cells of an arm, the four or five cells beside a point on a line, a stone on the point can concern.
///
/// A shape does not reach past a stone of the other colour, so the arm ends where neither colour's can. Indexed by the arm's
/// two-bit cells; a bit for each empty cell that is concerned.
const fn arms(left: bool, reach: usize) -> [u8; 1024] {
    let mut table = [0; 1024];
    let mut index = 0;
    while index < 1 << (2 * reach) {
        let mut open = 3;
        let mut step = 0;
        while step < reach {
            let at = if left { reach - 1 - step } else { step };
            let stone = (index >> (2 * at)) as u8 & 3;
            if stone == EMPTY {
                if open != 0 {
                    table[index] |= 1 << at;
                }
            } else {
                open &= if stone == WALL { 0 } else { stone };
            }
            step += 1;
        }
        index += 1;
    }
    table
}

/// Arms of four cells and of five that end at the point.
pub(super) static LEFT: [[u8; 1024]; 2] = [arms(true, 4), arms(true, 5)];
/// Arms of four cells and of five that begin at the point.
pub(super) static RIGHT: [[u8; 1024]; 2] = [arms(false, 4), arms(false, 5)];
