//! Positions as sums of independent parts, and what small parts are worth, by the plain rules.

use std::rc::Rc;

use banmen_cgt::{Arena, Notation, Value};
use rustc_hash::FxHashMap;

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
    known: FxHashMap<Board, Value>,
    /// What boards after a move split into: their large parts, and what the rest is worth.
    splits: FxHashMap<(Board, bool), Split>,
    /// The options of values, left ones and right ones, in the order of their names.
    options: [FxHashMap<Value, Rc<[Value]>>; 2],
}

/// Large parts, and what the rest is worth.
type Split = (Box<[Board]>, Value);

/// Splits that are kept; when there are more, they are found anew.
const MOST_SPLITS: usize = 1 << 20;

impl Worths {
    /// Nothing is known yet.
    pub fn new(jumps: Jumps, captures: bool) -> Worths {
        Worths {
            arena: Arena::new(),
            jumps,
            captures,
            known: FxHashMap::default(),
            splits: FxHashMap::default(),
            options: Default::default(),
        }
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
        let finely = !(is_wide && stones(part) > MANY);
        if let Some((large, worth)) = self.splits.get(&(*after, finely)) {
            return (large.to_vec(), self.arena.add(value, *worth));
        }
        let (large, worth) = self.split(after, finely, Value::ZERO);
        if self.splits.len() >= MOST_SPLITS {
            self.splits.clear();
        }
        self.splits.insert((*after, finely), (large.clone().into_boxed_slice(), worth));
        (large, self.arena.add(value, worth))
    }

    /// The options that a player has in a value, in the order of their names.
    pub fn value_options(&mut self, value: Value, mover: Stone) -> Rc<[Value]> {
        let side = usize::from(mover == Stone::White);
        if let Some(options) = self.options[side].get(&value) {
            return Rc::clone(options);
        }
        let options = match mover {
            Stone::Black => self.arena.left_options(value),
            Stone::White => self.arena.right_options(value),
        };
        let mut named: Vec<(String, Value)> =
            options.into_iter().map(|option| (self.arena.name(option, Notation::Ascii), option)).collect();
        named.sort();
        let options: Rc<[Value]> = named.into_iter().map(|(_, option)| option).collect();
        self.options[side].insert(value, Rc::clone(&options));
        options
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

/// A direction: how far it is from one cell to the next, and the cells over which there is room to jump.
type Direction = (u32, Wide);

/// Along the rows and along the columns.
fn directions(board: &Board) -> [Direction; 2] {
    let (rows, cols) = (board.rows(), board.cols());
    let (mut across, mut down) = (Wide::EMPTY, Wide::EMPTY);
    for row in 0..rows {
        for col in 0..cols {
            let cell = (row * cols + col) as u32;
            if col > 0 && col + 1 < cols {
                across.insert(cell);
            }
            if row > 0 && row + 1 < rows {
                down.insert(cell);
            }
        }
    }
    [(1, across), (cols as u32, down)]
}

/// The cells over which stones of one set may jump stones of another into cells of a third: those over which they jump
/// forwards, and backwards.
fn jumped(own: Wide, other: Wide, empty: Wide, (step, room): Direction) -> [Wide; 2] {
    let victims = other & room;
    [victims & (own << step) & (empty >> step), victims & (own >> step) & (empty << step)]
}

/// What a board holds: black stones, white stones, nothing.
fn contents(board: &Board) -> [Wide; 3] {
    let (black, white) = (board.stones(Stone::Black), board.stones(Stone::White));
    let mut free = Wide::EMPTY;
    (0..(board.rows() * board.cols()) as u32).for_each(|cell| free.insert(cell));
    [black, white, free & !(black | white | board.blocked_cells())]
}

const BLACK: usize = 0;
const WHITE: usize = 1;
const EMPTY: usize = 2;

/// The most moves that a player can make on a board while the other never moves: no more than the stones that it could ever
/// capture then, each wherever it may have got.
pub fn most_moves_alone(board: &Board, stone: Stone) -> u32 {
    let directions = directions(board);
    let [black, white, mut empty] = contents(board);
    let (mut own, other) = if stone == Stone::Black { (black, white) } else { (white, black) };
    let mut captured = Wide::EMPTY;
    loop {
        let before = (own, empty, captured);
        for direction in directions {
            let [onwards, back] = jumped(own, other, empty, direction);
            let step = direction.0;
            own = own | (onwards << step) | (back >> step);
            empty = empty | onwards | back | (onwards >> step) | (back << step);
            captured = captured | onwards | back;
        }
        if before == (own, empty, captured) {
            return captured.count();
        }
    }
}

/// The independent parts of a board, cut out, with all other cells blocked.
///
/// Every jump that may ever happen is found by a fixed point: a stone may jump where it may stand beside a stone of the
/// other colour with an empty cell behind, and then it may stand there, and the first two cells may be empty. With
/// `captures` each of these possibilities carries the stones that are surely gone by then, whatever way led to it, so that
/// no stone jumps over one that was captured on the way. Cells that share a possible jump belong together; parts that share
/// none never influence each other.
fn parts(board: &Board, captures: bool) -> Vec<Board> {
    let mut possible = possible_at_all(board);
    if captures && stones(board) <= TOLD_APART {
        possible = possible_by_captures(board, possible);
    }
    let mut parts = Vec::new();
    loop {
        let left = possible[0].1 | possible[1].1;
        if left.is_empty() {
            return parts;
        }
        let mut class = Wide::bit(left.lowest());
        loop {
            let before = class;
            for (step, over) in possible {
                let touched = over & (class | (class << step) | (class >> step));
                class = class | touched | (touched << step) | (touched >> step);
            }
            if class == before {
                break;
            }
        }
        possible = possible.map(|(step, over)| (step, over & !class));
        parts.push(board.part(class));
    }
}

/// The cells over which jumps may ever happen, in each direction, if stones are not told apart.
fn possible_at_all(board: &Board) -> [Direction; 2] {
    let mut cells = contents(board);
    let mut possible = directions(board).map(|direction| (direction, Wide::EMPTY));
    loop {
        let before = (cells, possible);
        for (direction, over) in &mut possible {
            let step = direction.0;
            for colour in [BLACK, WHITE] {
                let [onwards, back] = jumped(cells[colour], cells[1 - colour], cells[EMPTY], *direction);
                *over = *over | onwards | back;
                cells[colour] = cells[colour] | (onwards << step) | (back >> step);
                cells[EMPTY] = cells[EMPTY] | onwards | back | (onwards >> step) | (back << step);
            }
        }
        if before == (cells, possible) {
            return possible.map(|((step, _), over)| (step, over));
        }
    }
}

/// Which of these jumps may ever happen as far as captures tell.
fn possible_by_captures(board: &Board, possible: [Direction; 2]) -> [Direction; 2] {
    // The stones that may stand on a cell, by colour, and the stones gone for sure when one of them does, or when it is empty.
    let cells = board.rows() * board.cols();
    let mut holders = vec![[0u128; 2]; cells];
    let mut gone = vec![[!0u128; 3]; cells];
    let mut number = 0;
    for (content, held) in contents(board).into_iter().enumerate() {
        for cell in held.cells() {
            gone[cell as usize][content] = 0;
            if content != EMPTY {
                holders[cell as usize][content] = 1 << number;
                number += 1;
            }
        }
    }
    // From the first cell over the second to the third, and back.
    let triples: Vec<[usize; 3]> = possible
        .iter()
        .flat_map(|&(step, over)| over.cells().map(move |cell| (cell as usize, step as usize)))
        .flat_map(|(cell, step)| [[cell - step, cell, cell + step], [cell + step, cell, cell - step]])
        .collect();
    let mut jumps = vec![false; triples.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (&[from, over, to], jumps) in triples.iter().zip(&mut jumps) {
            for colour in [BLACK, WHITE] {
                let before = gone[from][colour] | gone[over][1 - colour] | gone[to][EMPTY];
                let movers = holders[from][colour] & !before;
                let victims = holders[over][1 - colour] & !before;
                if movers == 0 || victims == 0 {
                    continue;
                }
                *jumps = true;
                let after = before | if victims.is_power_of_two() { victims } else { 0 };
                let now = (holders[to][colour] | movers, gone[to][colour] & after);
                let left = [gone[from][EMPTY] & after, gone[over][EMPTY] & after];
                changed |= now != (holders[to][colour], gone[to][colour]);
                changed |= left != [gone[from][EMPTY], gone[over][EMPTY]];
                (holders[to][colour], gone[to][colour]) = now;
                [gone[from][EMPTY], gone[over][EMPTY]] = left;
            }
        }
    }
    let mut found = possible.map(|(step, _)| (step, Wide::EMPTY));
    for ([from, over, to], _) in triples.into_iter().zip(jumps).filter(|&(_, jumps)| jumps) {
        let across = from.abs_diff(to) == 2;
        found[usize::from(!across)].1.insert(over as u32);
    }
    found
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

    /// The most moves that a player can make in a row, by trying them all.
    fn most_in_a_row(board: &Board, stone: Stone) -> u32 {
        let options = board.options(stone, Jumps::Any);
        options.into_iter().map(|(_, after)| 1 + most_in_a_row(&after, stone)).max().unwrap_or(0)
    }

    #[test]
    fn nobody_makes_more_moves_alone_than_the_bound_says() {
        let mut random = Random::new(33);
        let mut exact = 0;
        for _ in 0..1000 {
            let board = random_board(3, 5, &mut random);
            for stone in Stone::BOTH {
                let (bound, most) = (most_moves_alone(&board, stone), most_in_a_row(&board, stone));
                assert!(most <= bound, "{stone}\n{board}");
                exact += u32::from(most == bound);
            }
        }
        assert!(exact > 500, "{exact}");
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
