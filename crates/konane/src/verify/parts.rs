//! Positions as sums of independent parts, and what small parts are worth, by the plain rules.

use std::collections::HashMap;

use banmen_cgt::{Arena, Value};

use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps, Stone};

/// Parts with at most this many stones are added to the value of a sum.
const SMALL: usize = 9;
/// Wide parts with more stones than this are split less finely after a move.
const MANY: usize = 15;
/// Parts with more rows and columns than this are wide.
const NARROW: usize = 3;
/// The most stones that are told apart when captures are followed.
const TOLD_APART: usize = 128;

/// The values of small parts under one jump convention.
pub struct Worths {
    /// Where values live.
    pub arena: Arena,
    jumps: Jumps,
    /// Whether captures are followed where that may split a position further.
    captures: bool,
    known: HashMap<Board, Value>,
}

impl Worths {
    /// Nothing is known yet.
    pub fn new(jumps: Jumps, captures: bool) -> Worths {
        Worths { arena: Arena::new(), jumps, captures, known: HashMap::new() }
    }

    /// The jump convention.
    pub fn jumps(&self) -> Jumps {
        self.jumps
    }

    /// The independent parts of a board in normal form, but for the small ones, which are added to a value.
    pub fn split(&mut self, board: &Board, finely: bool, mut value: Value) -> (Vec<Board>, Value) {
        let mut large = Vec::new();
        for part in parts(board, self.captures && finely) {
            let part = normal(&part);
            if stones(&part) <= SMALL {
                let worth = self.worth(part);
                value = self.arena.add(value, worth);
            } else {
                large.push(part);
            }
        }
        (large, value)
    }

    /// The same for a board that came from a part by a move.
    pub fn split_after(&mut self, part: &Board, after: &Board, value: Value) -> (Vec<Board>, Value) {
        let is_wide = part.rows().min(part.cols()) > NARROW;
        self.split(after, !(is_wide && stones(part) > MANY), value)
    }

    /// What a part in normal form is worth: all moves of both players, and so on to the end.
    fn worth(&mut self, part: Board) -> Value {
        if let Some(&value) = self.known.get(&part) {
            return value;
        }
        let [left, right] = Stone::BOTH.map(|stone| {
            let options = part.options(stone, self.jumps).into_iter();
            let mut values: Vec<Value> = options.map(|(_, after)| self.worth_of_parts(&after)).collect();
            values.sort_unstable();
            values.dedup();
            values
        });
        let value = self.arena.from_options(&left, &right);
        self.known.insert(part, value);
        value
    }

    fn worth_of_parts(&mut self, board: &Board) -> Value {
        parts(board, self.captures).iter().fold(Value::ZERO, |sum, part| {
            let worth = self.worth(normal(part));
            self.arena.add(sum, worth)
        })
    }
}

/// How many stones a board has.
fn stones(board: &Board) -> usize {
    board.count(Stone::Black) + board.count(Stone::White)
}

/// The smallest of the eight ways to turn and mirror a board.
pub fn normal(board: &Board) -> Board {
    let turned = board.transposed();
    let four = |board: &Board| {
        let mirrored = board.mirrored();
        [*board, mirrored, board.flipped(), mirrored.flipped()]
    };
    four(board).into_iter().chain(four(&turned)).min().expect("there are eight")
}

const BLACK: usize = 0;
const WHITE: usize = 1;
const EMPTY: usize = 2;

/// The independent parts of a board, cut out, with all other cells blocked.
///
/// Every jump that may ever happen is found by a fixed point: a stone may jump where it may stand beside a stone of the
/// other colour with an empty cell behind, and then it may stand there, and the first two cells may be empty. With
/// `captures` each of these possibilities carries the stones that are surely gone by then, whatever way led to it, so that
/// no stone jumps over one that was captured on the way. Cells that share a possible jump belong together; parts that share
/// none never influence each other.
fn parts(board: &Board, captures: bool) -> Vec<Board> {
    let (rows, cols) = (board.rows(), board.cols());
    let count = rows * cols;
    let tells_apart = captures && stones(board) <= TOLD_APART;
    // The stones that may stand on a cell, by colour, and the stones gone for sure when one of them does, or when it is empty.
    let mut holders = vec![[0u128; 2]; count];
    let mut gone = vec![[!0u128; 3]; count];
    let mut number = 0;
    for cell in 0..count {
        let (row, col) = (cell / cols, cell % cols);
        match board.get(row, col) {
            Some(stone) => {
                let colour = if stone == Stone::Black { BLACK } else { WHITE };
                holders[cell][colour] = if tells_apart { 1 << number } else { 1 };
                gone[cell][colour] = 0;
                number += 1;
            }
            None if board.is_blocked(row, col) => {}
            None => gone[cell][EMPTY] = 0,
        }
    }
    let mut triples = Vec::new();
    for cell in 0..count {
        let (row, col) = (cell / cols, cell % cols);
        for (step, fits) in [(1, col > 0 && col + 1 < cols), (cols, row > 0 && row + 1 < rows)] {
            let free = |cell: usize| !board.is_blocked(cell / cols, cell % cols);
            if fits && free(cell) && free(cell - step) && free(cell + step) {
                triples.extend([[cell - step, cell, cell + step], [cell + step, cell, cell - step]]);
            }
        }
    }
    let mut group: Vec<usize> = (0..count).collect();
    let mut changed = true;
    let mut joined = vec![false; triples.len()];
    while changed {
        changed = false;
        for (index, &[from, over, to]) in triples.iter().enumerate() {
            for colour in [BLACK, WHITE] {
                let before = gone[from][colour] | gone[over][1 - colour] | gone[to][EMPTY];
                let movers = holders[from][colour] & !before;
                let victims = holders[over][1 - colour] & !before;
                if movers == 0 || victims == 0 {
                    continue;
                }
                let taken = if tells_apart && victims.is_power_of_two() { victims } else { 0 };
                let after = before | taken;
                let now = (holders[to][colour] | movers, gone[to][colour] & after);
                let left = [gone[from][EMPTY] & after, gone[over][EMPTY] & after];
                changed |= now != (holders[to][colour], gone[to][colour]);
                changed |= left != [gone[from][EMPTY], gone[over][EMPTY]];
                (holders[to][colour], gone[to][colour]) = now;
                [gone[from][EMPTY], gone[over][EMPTY]] = left;
                if !joined[index] {
                    joined[index] = true;
                    join(&mut group, from, over);
                    join(&mut group, over, to);
                }
            }
        }
    }
    let mut classes: Vec<(usize, Wide)> = Vec::new();
    let cells = triples.iter().zip(&joined).filter(|&(_, &joined)| joined).flat_map(|(triple, _)| triple);
    for &cell in cells {
        let head = head(&group, cell);
        match classes.iter_mut().find(|(other, _)| *other == head) {
            Some((_, class)) => *class |= Wide::bit(cell as u32),
            None => classes.push((head, Wide::bit(cell as u32))),
        }
    }
    classes.into_iter().map(|(_, cells)| board.part(cells)).collect()
}

fn head(group: &[usize], mut cell: usize) -> usize {
    while group[cell] != cell {
        cell = group[cell];
    }
    cell
}

fn join(group: &mut [usize], a: usize, b: usize) {
    let (a, b) = (head(group, a), head(group, b));
    group[a.max(b)] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Splitting;
    use crate::evaluator::Evaluator;
    use crate::testing::random_board;
    use banmen_core::{Draw, Limits, Random};

    #[test]
    fn the_parts_are_those_of_the_engine() {
        let mut random = Random::new(31);
        for (captures, splitting) in [(true, Splitting::Captures), (false, Splitting::Closure)] {
            let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any).with_splitting(splitting);
            for _ in 0..500 {
                let (rows, cols) = (3 + random.below(5) as usize, 3 + random.below(5) as usize);
                let board = random_board(rows, cols, &mut random);
                let sorted = |mut boards: Vec<Board>| {
                    boards.sort_unstable();
                    boards
                };
                let engine = evaluator.components(&board).iter().map(|component| component.board).collect();
                assert_eq!(sorted(parts(&board, captures)), sorted(engine), "{board}");
            }
        }
    }

    #[test]
    fn worths_are_the_engines_values() {
        let mut random = Random::new(32);
        for jumps in [Jumps::Any, Jumps::Final] {
            for captures in [false, true] {
                let mut worths = Worths::new(jumps, captures);
                let mut evaluator = Evaluator::new(Arena::new(), jumps);
                for _ in 0..300 {
                    let board = random_board(3, 4, &mut random);
                    let plain = worths.worth_of_parts(&board);
                    let value = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
                    let engine = worths.arena.import(&evaluator.algebra, &[value])[0];
                    assert_eq!(plain, engine, "{board}");
                }
            }
        }
    }
}
