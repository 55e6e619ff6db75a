//! The board's running tables against plain recomputation from the stones.

use std::sync::Arc;

use banmen_core::Random;
use banmen_gomoku::Rule;
use banmen_gomoku::engine::class::Class;
use banmen_gomoku::engine::line::{LineTable, Shape};
use banmen_gomoku::engine::shape_board::{PointIndex, STEPS, ShapeBoard, Side, point_index};
use banmen_gomoku::engine::tables::Tables;

fn below(random: &mut Random, bound: usize) -> usize {
    (random.unit() * bound as f64) as usize
}

fn random_board(
    random: &mut Random,
    side: usize,
    tables: &Arc<Tables>,
    stones: usize,
) -> (ShapeBoard, Vec<PointIndex>) {
    let mut board = ShapeBoard::new(side, Arc::clone(tables));
    let mut moves = Vec::new();
    while moves.len() < stones.min(side * side - 1) {
        let point = point_index(below(random, side), below(random, side));
        if board.is_empty(point) {
            board.place(point);
            moves.push(point);
            if random.unit() < 0.2 {
                board.undo();
                moves.pop();
            }
        }
    }
    (board, moves)
}

/// The line through a point, the point in the middle, eleven cells: own `x`, other or wall `o`, empty `.`.
fn line(board: &ShapeBoard, point: PointIndex, side: Side, direction: usize, reach: isize) -> Vec<u8> {
    (-reach..=reach)
        .map(|offset| {
            let there = (point as isize + offset * STEPS[direction]) as PointIndex;
            match board.stone(there) {
                Some(stone) if stone == side => b'x',
                None if board.is_empty(there) => b'.',
                _ => b'o',
            }
        })
        .collect()
}

/// The length of the run through the middle, if the middle lies in one.
fn five(cells: &[u8], exact: bool) -> bool {
    let middle = cells.len() / 2;
    let before = cells[..middle].iter().rev().take_while(|&&cell| cell == b'x').count();
    let after = cells[middle..].iter().take_while(|&&cell| cell == b'x').count();
    if exact { before + after == 5 } else { before + after >= 5 }
}

fn with(cells: &[u8], at: usize) -> Vec<u8> {
    let mut next = cells.to_vec();
    next[at] = b'x';
    next
}

fn free(cells: &[u8]) -> Vec<usize> {
    (0..cells.len()).filter(|&at| cells[at] == b'.').collect()
}

fn fives(cells: &[u8], exact: bool) -> Vec<usize> {
    free(cells).into_iter().filter(|&at| five(&with(cells, at), exact)).collect()
}

fn open_four(cells: &[u8], exact: bool, straight: bool) -> bool {
    match fives(cells, exact).as_slice() {
        [first, second] => !straight || second - first == 5,
        more => more.len() > 2 && !straight,
    }
}

/// The plain meaning of each shape from a four upwards: what further stones can make of it.
fn plain_shape(cells: &[u8], exact: bool, straight: bool) -> Option<Shape> {
    if five(cells, exact) {
        return Some(Shape::Five);
    }
    let middle = cells.len() / 2;
    let before = cells[..middle].iter().rev().take_while(|&&cell| cell == b'x').count();
    let after = cells[middle..].iter().take_while(|&&cell| cell == b'x').count();
    if exact && before + after > 5 {
        return Some(Shape::Overline);
    }
    let ends = fives(cells, exact).len();
    if open_four(cells, exact, straight) {
        return Some(Shape::OpenFour);
    }
    if ends > 1 {
        return Some(Shape::DoubleFour);
    }
    if ends == 1 {
        return Some(Shape::Four);
    }
    // A further stone that only makes six is no step towards anything.
    let steps: Vec<Vec<u8>> = free(cells).into_iter().map(|at| with(cells, at)).collect();
    let overline = |cells: &[u8]| {
        let before = cells[..middle].iter().rev().take_while(|&&cell| cell == b'x').count();
        let after = cells[middle..].iter().take_while(|&&cell| cell == b'x').count();
        exact && before + after > 5
    };
    let steps: Vec<_> = steps.into_iter().filter(|cells| !overline(cells)).collect();
    match steps.iter().filter(|cells| open_four(cells, exact, straight)).count() {
        0 => {}
        1 => return Some(Shape::OpenThree),
        _ => return Some(Shape::WideThree),
    }
    if steps.iter().any(|cells| fives(cells, exact).len() == 1) {
        return Some(Shape::ClosedThree);
    }
    None
}

#[test]
fn shapes_mean_what_a_further_stone_can_make() {
    let mut random = Random::new(7);
    for rule in Rule::ALL {
        let tables = Tables::shared(rule);
        let reach = LineTable::reach_of(rule) as isize;
        for round in 0..60 {
            let side = [9, 12, 15, 19, 22][round % 5];
            let (board, _) = random_board(&mut random, side, &tables, side * side / 3);
            for _ in 0..100 {
                let point = point_index(below(&mut random, side), below(&mut random, side));
                if !board.is_empty(point) {
                    continue;
                }
                for colour in [Side::Black, Side::White] {
                    let exact = rule == Rule::Standard || (rule == Rule::Renju && colour == Side::Black);
                    let straight = rule == Rule::Renju && colour == Side::Black;
                    for direction in 0..4 {
                        let mut cells = line(&board, point, colour, direction, reach);
                        cells[reach as usize] = b'x';
                        let found = board.shape(point, colour, direction);
                        match plain_shape(&cells, exact, straight) {
                            Some(shape) => assert_eq!(found, shape, "{rule} {}", String::from_utf8_lossy(&cells)),
                            None => assert!(found <= Shape::WideTwo, "{rule} {}", String::from_utf8_lossy(&cells)),
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn running_tables_are_those_of_a_board_built_afresh() {
    let mut random = Random::new(11);
    for round in 0..3000 {
        let rule = Rule::ALL[round % 3];
        let side = [5, 9, 15, 15, 19, 20, 22][round % 7];
        let tables = Tables::shared(rule);
        let stones = below(&mut random, 60);
        let (board, moves) = random_board(&mut random, side, &tables, stones);
        let blacks: Vec<_> = moves.iter().step_by(2).collect();
        let whites: Vec<_> = moves.iter().skip(1).step_by(2).collect();
        let mut other = ShapeBoard::new(side, tables);
        let (mut black, mut white) = (blacks.into_iter().rev(), whites.into_iter().rev());
        while other.stones() < moves.len() {
            let next = if other.turn() == Side::Black { black.next() } else { white.next() };
            other.place(*next.unwrap());
        }
        assert_eq!(board.key(), other.key());
        assert_eq!(board.evaluate(), other.evaluate());
        assert_eq!(board.near(), other.near());
        for colour in [Side::Black, Side::White] {
            let mut counts = [0; Class::COUNT];
            let mut fours = [0u32; 22];
            for y in 0..side {
                for x in 0..side {
                    let point = point_index(x, y);
                    assert_eq!(board.stone(point), other.stone(point));
                    if !board.is_empty(point) {
                        continue;
                    }
                    assert_eq!(board.shapes(point, colour), other.shapes(point, colour));
                    let shapes = [0, 1, 2, 3].map(|direction| board.shape(point, colour, direction));
                    let class = Class::of(shapes, rule == Rule::Renju && colour == Side::Black);
                    assert_eq!(board.class(point, colour), class);
                    counts[class as usize] += 1;
                    if class >= Class::Four || class == Class::Forbidden {
                        fours[y] |= 1 << x;
                    }
                }
            }
            assert_eq!(*board.fours(colour), fours);
            for class in 0..Class::COUNT {
                assert_eq!(
                    board.class_counts(colour)[class],
                    counts[class],
                    "class {class} of {colour:?} on a board of {side}"
                );
            }
        }
    }
}
