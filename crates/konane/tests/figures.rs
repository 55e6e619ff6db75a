//! The figures and tables of the literature and of the tiled family.

use banmen_cgt::{Arena, Notation};
use banmen_core::Limits;
use banmen_konane::{Board, Evaluator, Integers, Jumps, Stone, Structures, tools};

fn value_of(board: &Board) -> (Arena, banmen_cgt::Value) {
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    let value = evaluator.solve(board, &Limits::none(), &mut |_| {}).expect("there is no limit");
    (evaluator.algebra, value)
}

fn name(board: &Board) -> String {
    let (mut arena, value) = value_of(board);
    arena.name(value, Notation::Ascii)
}

fn string(board: &Board, integers: Integers) -> String {
    let mut evaluator = Evaluator::new(Structures::new(), Jumps::Any);
    let structure = evaluator.solve(board, &Limits::none(), &mut |_| {}).expect("there is no limit");
    let text = evaluator.algebra.text(structure, integers).to_string();
    let length = evaluator.algebra.string_length(structure, integers);
    assert_eq!(length, text.len().into());
    text
}

fn tile(rows: usize, cols: usize) -> Board {
    Board::tiled(&".../BW./WB.".parse().unwrap(), rows / 3, cols / 3).unwrap()
}

/// A full board, black at the top left, without two stones in the middle of its middle row.
fn full_without_pair(rows: usize, cols: usize) -> Board {
    let mut board = Board::empty(rows, cols).unwrap();
    for row in 0..rows {
        for col in 0..cols {
            board.set(row, col, Some(if (row + col) % 2 == 0 { Stone::Black } else { Stone::White }));
        }
    }
    let (row, col) = ((rows - 1) / 2, (cols - 1) / 2);
    board.set(row, col, None);
    board.set(row, col + 1, None);
    board
}

#[test]
fn figures_of_the_textbook() {
    for (rows, expected, value) in [
        ("... .W. ... .W. WB. ...", "{0,{0|0}|0}", "^*"),
        ("W.. WWW .BW B..", "{{|0}|0,{0|}}", "-1/2"),
        ("... W.W BW. ...", "{0,{0|0}|0}", "^*"),
        ("... B.B WB. ...", "{0|0,{0|0}}", "v*"),
        ("... ... ... W.. B..", "{0|}", "1"),
        ("... ... .W. W.. B..", "{{0|}|}", "2"),
        ("... ..B .B. B.B W..", "{|{|{|0}}}", "-3"),
    ] {
        let board: Board = rows.parse().unwrap();
        assert_eq!(string(&board, Integers::Spelled), expected, "{rows}");
        assert_eq!(name(&board), value, "{rows}");
    }
}

#[test]
fn integers_inside_a_string_are_replaced_and_nothing_else() {
    let board: Board = "W../WWW/.BW/B..".parse().unwrap();
    assert_eq!(string(&board, Integers::Written), "{-1|0,1}");
    let board: Board = "... ..B .B. B.B W..".parse().unwrap();
    assert_eq!(string(&board, Integers::Written), "-3");
}

#[test]
fn string_lengths_of_the_tiled_family() {
    for (rows, cols, any, last) in [
        (3, 3, 17u64, 17u64),
        (3, 6, 2_505, 2_505),
        (3, 9, 999_513, 999_513),
        (3, 12, 1_031_528_275, 1_031_528_275),
        (3, 15, 2_101_776_282_609, 2_101_776_282_609),
        (6, 6, 1_473_489_802, 1_203_188_628),
    ] {
        for (jumps, expected) in [(Jumps::Any, any), (Jumps::Final, last)] {
            let mut evaluator = Evaluator::new(Structures::new(), jumps);
            let structure = evaluator.solve(&tile(rows, cols), &Limits::none(), &mut |_| {}).unwrap();
            let length = evaluator.algebra.string_length(structure, Integers::Spelled);
            assert_eq!(length, expected.into(), "{rows}×{cols} {jumps}");
        }
    }
}

#[test]
fn positions_of_the_tiled_family() {
    for (rows, cols, positions) in
        [(3, 3, 8), (3, 6, 100), (3, 9, 1_268), (3, 12, 16_084), (3, 15, 204_020), (6, 6, 28_545)]
    {
        let found = tools::reachable(&tile(rows, cols), Jumps::Any, &Limits::none(), &mut |_| {});
        assert_eq!(found, Ok(positions), "{rows}×{cols}");
    }
}

#[test]
fn values_of_the_tiled_family() {
    assert_eq!(name(&tile(3, 3)), "-1");
    assert_eq!(name(&tile(3, 6)), "{1*|-3/2}");
    assert_eq!(name(&tile(3, 9)), "{{3/2*|0}|{-2|-3}}");
    for (rows, cols, temperature, mean, birthday) in
        [(3, 6, "5/4", "-1/4", 4), (3, 9, "13/8", "-7/8", 6), (3, 12, "3/2", "-1/2", 9), (6, 6, "5/8", "-3/8", 10)]
    {
        let (mut arena, value) = value_of(&tile(rows, cols));
        assert_eq!(arena.temperature(value).to_string(), temperature, "{rows}×{cols}");
        assert_eq!(arena.mean(value).to_string(), mean, "{rows}×{cols}");
        assert_eq!(arena.birthday(value), birthday, "{rows}×{cols}");
    }
}

#[test]
fn full_boards_without_a_pair() {
    for (rows, cols, value) in [(4, 4, "0"), (4, 5, "-1"), (4, 6, "0"), (5, 5, "1")] {
        assert_eq!(name(&full_without_pair(rows, cols)), value, "{rows}×{cols}");
    }
}
