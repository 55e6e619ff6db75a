//! Every answer in two ways, on thousands of random boards.

use std::collections::{BTreeSet, HashMap};

use banmen_cgt::{Arena, Value};
use banmen_core::{Draw, Limits, Random};
use banmen_konane::{Board, Evaluator, Integers, Jumps, Splitting, Stone, Structures, read_game_string};

fn random_board(rows: usize, cols: usize, random: &mut Random) -> Board {
    let mut board = Board::empty(rows, cols).unwrap();
    let stones = 20 + random.below(70) as u8;
    for row in 0..rows {
        for col in 0..cols {
            if random.percent(stones) {
                let stone = if random.percent(50) { Stone::Black } else { Stone::White };
                board.set(row, col, Some(stone));
            }
        }
    }
    board
}

/// The value by the definition alone: no splitting, no symmetry, a plain map from boards to values.
fn plain_value(board: &Board, jumps: Jumps, arena: &mut Arena, known: &mut HashMap<Board, Value>) -> Value {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let mut options = |stone, known: &mut HashMap<Board, Value>| -> Vec<Value> {
        board.options(stone, jumps).iter().map(|(_, after)| plain_value(after, jumps, arena, known)).collect()
    };
    let left = options(Stone::Black, known);
    let right = options(Stone::White, known);
    let value = arena.from_options(&left, &right);
    known.insert(*board, value);
    value
}

/// The string by the definition alone.
fn plain_string(board: &Board, jumps: Jumps, known: &mut HashMap<Board, String>) -> String {
    if let Some(string) = known.get(board) {
        return string.clone();
    }
    let side = |stone, known: &mut HashMap<Board, String>| -> String {
        let options: BTreeSet<String> =
            board.options(stone, jumps).iter().map(|(_, after)| plain_string(after, jumps, known)).collect();
        options.into_iter().collect::<Vec<_>>().join(",")
    };
    let left = side(Stone::Black, known);
    let right = side(Stone::White, known);
    let string = if left.is_empty() && right.is_empty() { "0".to_owned() } else { format!("{{{left}|{right}}}") };
    known.insert(*board, string.clone());
    string
}

fn values_agree(rows: usize, cols: usize, boards: usize, seed: u64) {
    let mut random = Random::new(seed);
    for jumps in [Jumps::Any, Jumps::Final] {
        let mut evaluators = [Splitting::Closure, Splitting::Captures, Splitting::Whole]
            .map(|splitting| Evaluator::new(Arena::new(), jumps).with_splitting(splitting));
        for _ in 0..boards {
            let board = random_board(
                1 + random.below(rows as u64) as usize,
                1 + random.below(cols as u64) as usize,
                &mut random,
            );
            for evaluator in &mut evaluators {
                let value = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
                let plain = plain_value(&board, jumps, &mut evaluator.algebra, &mut HashMap::new());
                assert_eq!(value, plain, "{jumps}\n{board}");
            }
        }
    }
}

#[test]
fn values_with_and_without_splitting_agree_with_the_definition() {
    values_agree(4, 4, 600, 1);
    values_agree(3, 7, 300, 2);
    values_agree(2, 12, 200, 3);
}

#[test]
fn wider_frames_agree_too() {
    let mut random = Random::new(9);
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    for (rows, cols) in [(9, 9), (2, 40), (16, 16), (40, 2), (1, 64)] {
        for _ in 0..40 {
            // A small random board somewhere on a large one.
            let small = random_board(2, 5, &mut random);
            let mut board = Board::empty(rows, cols).unwrap();
            let (down, right) = (
                random.below((rows.saturating_sub(2) + 1) as u64) as usize,
                random.below((cols.saturating_sub(5) + 1) as u64) as usize,
            );
            for row in 0..2.min(rows) {
                for col in 0..5.min(cols) {
                    board.set(down + row, right + col, small.get(row, col));
                }
            }
            let value = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let plain = plain_value(&board, Jumps::Any, &mut evaluator.algebra, &mut HashMap::new());
            assert_eq!(value, plain, "{board}");
        }
    }
}

#[test]
fn a_board_is_the_sum_of_its_components() {
    let mut random = Random::new(4);
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    let mut several = 0;
    for _ in 0..1500 {
        let board = random_board(3 + random.below(4) as usize, 4 + random.below(5) as usize, &mut random);
        if board.count(Stone::Black) + board.count(Stone::White) > 16 {
            continue;
        }
        let whole = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
        let components = evaluator.components(&board);
        several += usize::from(components.len() > 1);
        let mut sum = Value::ZERO;
        for component in components {
            let part = evaluator.solve(&component.board, &Limits::none(), &mut |_| {}).unwrap();
            sum = evaluator.algebra.add(sum, part);
            assert!(component.cells().all(|(row, col)| row < board.rows() && col < board.cols()));
        }
        assert_eq!(whole, sum, "{board}");
    }
    assert!(several > 100, "only {several} boards had several parts");
}

#[test]
fn strings_agree_with_building_them() {
    let mut random = Random::new(5);
    for jumps in [Jumps::Any, Jumps::Final] {
        let mut evaluator = Evaluator::new(Structures::new(), jumps);
        let mut values = Evaluator::new(Arena::new(), jumps);
        for _ in 0..800 {
            let board = random_board(1 + random.below(4) as usize, 1 + random.below(5) as usize, &mut random);
            let expected = plain_string(&board, jumps, &mut HashMap::new());
            let mut fresh = Evaluator::new(Structures::new(), jumps);
            let structure = fresh.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            assert_eq!(fresh.algebra.text(structure, Integers::Spelled).to_string(), expected, "{jumps}\n{board}");
            if expected.len() > 200_000 {
                continue;
            }
            let structure = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let text = evaluator.algebra.text(structure, Integers::Spelled).to_string();
            assert_eq!(text, expected, "{board}");
            let length = evaluator.algebra.string_length(structure, Integers::Spelled);
            assert_eq!(length, expected.len().into(), "{board}");
            let written = evaluator.algebra.text(structure, Integers::Written).to_string();
            assert_eq!(written, replace_integers(&expected), "{board}");
            assert_eq!(evaluator.algebra.string_length(structure, Integers::Written), written.len().into());
            // Read back as a structure and as a value.
            for string in [&expected, &written] {
                let bytes = || string.bytes().map(Ok);
                assert_eq!(read_game_string(bytes(), &mut evaluator.algebra), Ok(structure), "{string}");
                let value = values.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
                assert_eq!(read_game_string(bytes(), &mut values.algebra), Ok(value), "{string}");
            }
        }
    }
}

/// Replaces integers by rewriting the text, as long as anything can be rewritten.
fn replace_integers(string: &str) -> String {
    let mut text = string.to_owned();
    for n in 0..30 {
        text = text.replace(&format!("{{{n}|}}"), &(n + 1).to_string());
        let negative = if n == 0 { "0".to_owned() } else { format!("-{n}") };
        text = text.replace(&format!("{{|{negative}}}"), &format!("-{}", n + 1));
    }
    text
}

#[test]
fn strings_that_are_none_are_refused_where_they_go_wrong() {
    let mut arena = Arena::new();
    for (text, position) in [
        ("", 1),
        ("{", 2),
        ("{0", 3),
        ("{0|", 4),
        ("{0|}}", 5),
        ("{0|0,}", 6),
        ("{,|}", 2),
        ("{0||}", 4),
        ("x", 1),
        ("{0}", 3),
        ("-", 2),
        ("99999|", 4),
    ] {
        let error = read_game_string(text.bytes().map(Ok), &mut arena).unwrap_err();
        assert_eq!(error.position, position, "{text}: {error}");
    }
    let deep = std::iter::repeat_n(b'{', 1_000_000).map(Ok);
    assert!(read_game_string(deep, &mut arena).unwrap_err().to_string().contains("braces"));
}

#[test]
fn a_limit_keeps_what_is_known_and_the_work_goes_on_from_there() {
    let board = Board::tiled(&".../BW./WB.".parse().unwrap(), 1, 5).unwrap();
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    let whole = Evaluator::new(Arena::new(), Jumps::Any).solve(&board, &Limits::none(), &mut |_| {}).map(|_| ());
    assert!(whole.is_ok());
    let mut rounds = 0;
    let value = loop {
        rounds += 1;
        match evaluator.solve(&board, &Limits::of_nodes(3000), &mut |_| {}) {
            Ok(value) => break value,
            Err(unfinished) => {
                assert!(unfinished.effort.positions >= 3000, "{unfinished}");
                assert!(rounds < 20, "the work does not go on");
            }
        }
    };
    assert!(rounds > 2, "the limit ended nothing");
    assert_eq!(evaluator.algebra.temperature(value).to_string(), "27/16");
    let mut small = Evaluator::new(Arena::new(), Jumps::Any);
    let limits = Limits { memory: Some(100_000), ..Limits::none() };
    let stopped = small.solve(&board, &limits, &mut |_| {}).unwrap_err();
    assert_eq!(stopped.stop, banmen_core::Stop::Memory);
}

#[test]
fn threads_change_no_value_and_no_string() {
    let mut random = Random::new(77);
    let mut positions = 0;
    for threads in [2, 5] {
        let limits = Limits { threads, ..Limits::none() };
        let mut together = Evaluator::new(Arena::new(), Jumps::Any);
        let mut alone = Evaluator::new(Arena::new(), Jumps::Any);
        let mut strings_together = Evaluator::new(Structures::new(), Jumps::Any);
        let mut strings_alone = Evaluator::new(Structures::new(), Jumps::Any);
        for _ in 0..1000 {
            let board = random_board(4, 5, &mut random);
            let value = together.solve(&board, &limits, &mut |effort| positions += effort.positions).unwrap();
            let expected = alone.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let expected = together.algebra.import(&alone.algebra, &[expected])[0];
            assert_eq!(value, expected, "{board}");
            let structure = strings_together.solve(&board, &limits, &mut |_| {}).unwrap();
            let expected = strings_alone.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let length = strings_together.algebra.string_length(structure, Integers::Spelled);
            assert_eq!(length, strings_alone.algebra.string_length(expected, Integers::Spelled), "{board}");
        }
    }
    assert!(positions > 1000);
}

#[test]
fn threads_change_no_value_of_larger_boards() {
    let tile: Board = ".../BW./WB.".parse().unwrap();
    let mut random = Random::new(78);
    let mut boards: Vec<Board> = (0..12).map(|_| random_board(5, 5, &mut random)).collect();
    boards.push(Board::tiled(&tile, 1, 5).unwrap());
    boards.push(Board::tiled(&tile, 2, 2).unwrap());
    for board in boards {
        let mut alone = Evaluator::new(Arena::new(), Jumps::Any);
        let mut strings_alone = Evaluator::new(Structures::new(), Jumps::Any);
        let expected = alone.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
        let structure = strings_alone.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
        let length = strings_alone.algebra.string_length(structure, Integers::Spelled);
        for threads in [2, 3, 8] {
            let limits = Limits { threads, ..Limits::none() };
            // Everything is new to these evaluators.
            let mut together = Evaluator::new(Arena::new(), Jumps::Any);
            let value = together.solve(&board, &limits, &mut |_| {}).unwrap();
            assert_eq!(value, together.algebra.import(&alone.algebra, &[expected])[0], "{threads} threads\n{board}");
            let mut strings_together = Evaluator::new(Structures::new(), Jumps::Any);
            let structure = strings_together.solve(&board, &limits, &mut |_| {}).unwrap();
            assert_eq!(strings_together.algebra.string_length(structure, Integers::Spelled), length);
            // One thread goes on from what several have found.
            let mut positions = 0;
            let again = together.solve(&board, &Limits::none(), &mut |effort| positions = effort.positions);
            assert_eq!((again, positions), (Ok(value), 0));
        }
    }
}

#[test]
fn threads_go_on_where_a_limit_ended_them() {
    let board = Board::tiled(&".../BW./WB.".parse().unwrap(), 1, 6).unwrap();
    let mut alone = Evaluator::new(Arena::new(), Jumps::Any);
    let expected = alone.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
    for threads in [2, 4] {
        let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
        let limits = Limits { threads, ..Limits::of_nodes(20_000) };
        let mut rounds = 0;
        let value = loop {
            rounds += 1;
            assert!(rounds < 40, "what a limit ended is lost");
            if let Ok(value) = evaluator.solve(&board, &limits, &mut |_| {}) {
                break value;
            }
        };
        assert!(rounds > 2, "the limit ended nothing");
        assert_eq!(value, evaluator.algebra.import(&alone.algebra, &[expected])[0]);
    }
}

#[test]
fn a_limit_ends_the_work_of_all_threads() {
    let board = Board::tiled(&".../BW./WB.".parse().unwrap(), 1, 6).unwrap();
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    let limits = Limits { threads: 3, ..Limits::of_nodes(3000) };
    let unfinished = evaluator.solve(&board, &limits, &mut |_| {}).unwrap_err();
    assert_eq!(unfinished.stop, banmen_core::Stop::Nodes);
}

#[test]
fn a_small_stack_is_enough_for_the_largest_board() {
    let board = Board::chequered(16, 16).map(|mut board| {
        board.set(7, 7, None);
        board.set(7, 8, None);
        board
    });
    let work = move || {
        let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
        evaluator.solve(&board.unwrap(), &Limits::of_nodes(3000), &mut |_| {}).map(|_| ()).unwrap_err()
    };
    let handle = std::thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap();
    assert!(handle.join().unwrap().effort.positions >= 3000);
}
