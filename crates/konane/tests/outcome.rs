//! Who wins, by proof and by the sign of the value.

use std::collections::HashMap;

use banmen_cgt::{Arena, Outcome};
use banmen_core::{Draw, Limits, Random, Stop};
use banmen_konane::{Board, Evaluator, Jumps, Prover, Stone};

const SMALL_MEMORY: u64 = 1 << 22;
const MEGABYTE: u64 = 1 << 20;

fn random_board(rows: usize, cols: usize, random: &mut Random) -> Board {
    let mut board = Board::empty(rows, cols).unwrap();
    let stones = 20 + random.below(75) as u8;
    for row in 0..rows {
        for col in 0..cols {
            if random.percent(stones) {
                // Chequered with some exceptions, so that there is much to jump over.
                let black = ((row + col) % 2 == 0) != random.percent(15);
                board.set(row, col, Some(if black { Stone::Black } else { Stone::White }));
            }
        }
    }
    board
}

fn wins(outcome: Outcome, first: Stone) -> bool {
    match first {
        Stone::Black => matches!(outcome, Outcome::L | Outcome::N),
        Stone::White => matches!(outcome, Outcome::R | Outcome::N),
    }
}

/// Compares proofs with values on random boards of the sizes that `size` draws.
fn compare(boards: usize, seed: u64, size: impl Fn(&mut Random) -> (usize, usize)) {
    let mut random = Random::new(seed);
    for jumps in [Jumps::Any, Jumps::Final] {
        let mut evaluator = Evaluator::new(Arena::new(), jumps);
        // One prover for boards of changing sizes and densities: what it remembers must never mislead it.
        let mut prover = Prover::new(jumps, Some(SMALL_MEMORY));
        for _ in 0..boards {
            let (rows, cols) = size(&mut random);
            let board = random_board(rows, cols, &mut random);
            let value = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
            let outcome = evaluator.algebra.outcome(value);
            for first in Stone::BOTH {
                let verdict = prover.solve(&board, first, &Limits::none(), &mut |_| {}).unwrap();
                assert_eq!(verdict.wins, wins(outcome, first), "{first} first, {jumps}\n{board}");
            }
        }
    }
}

/// Who wins, by looking at every move; positions are remembered whole.
fn plain(board: &Board, to_move: Stone, jumps: Jumps, known: &mut HashMap<(Board, Stone), bool>) -> bool {
    if let Some(&wins) = known.get(&(*board, to_move)) {
        return wins;
    }
    let options = board.options(to_move, jumps);
    let wins = options.into_iter().any(|(_, after)| !plain(&after, to_move.other(), jumps, known));
    known.insert((*board, to_move), wins);
    wins
}

#[test]
fn one_thread_and_several_agree_with_the_plain_rules() {
    let mut random = Random::new(13);
    for jumps in [Jumps::Any, Jumps::Final] {
        let mut provers = [1, 2, 7].map(|threads| (threads, Prover::new(jumps, Some(SMALL_MEMORY))));
        for _ in 0..1000 {
            let (rows, cols) = (2 + random.below(3) as usize, 3 + random.below(3) as usize);
            let board = random_board(rows, cols, &mut random);
            let mut known = HashMap::new();
            for first in Stone::BOTH {
                let wins = plain(&board, first, jumps, &mut known);
                for (threads, prover) in &mut provers {
                    let limits = Limits { threads: *threads, ..Limits::none() };
                    let verdict = prover.solve(&board, first, &limits, &mut |_| {}).unwrap();
                    assert_eq!(verdict.wins, wins, "{first} first, {jumps}, {threads} threads\n{board}");
                }
            }
        }
    }
}

#[test]
fn a_crowd_of_threads_and_next_to_no_memory_change_no_verdict() {
    let mut random = Random::new(14);
    let mut sums = 0;
    for _ in 0..8 {
        // A full board but for a few stones, so that there is something to search.
        let mut board = Board::chequered(5, 5).unwrap();
        for _ in 0..3 {
            board.set(random.below(5) as usize, random.below(5) as usize, None);
        }
        for first in Stone::BOTH {
            let mut plenty = Prover::new(Jumps::Any, Some(1 << 26));
            let wins = plenty.solve(&board, first, &Limits::none(), &mut |_| {}).unwrap().wins;
            for threads in [1, 6] {
                let memory = threads as u64 * MEGABYTE * 2;
                let limits = Limits { threads, memory: Some(memory), ..Limits::none() };
                let mut prover = Prover::new(Jumps::Any, None);
                let mut most = 0;
                let found = prover.solve(&board, first, &limits, &mut |effort| most = most.max(effort.bytes)).unwrap();
                assert_eq!(found.wins, wins, "{first} first, {threads} threads\n{board}");
                assert!(most <= memory, "{most} bytes were in use");
                sums += found.effort.positions;
            }
        }
    }
    assert!(sums > 1000, "{sums}");
}

#[test]
fn proofs_agree_with_values() {
    compare(150, 11, |random| {
        if random.percent(20) {
            (2, 9 + random.below(4) as usize)
        } else {
            (2 + random.below(3) as usize, 3 + random.below(3) as usize)
        }
    });
}

#[test]
#[ignore = "takes minutes; run it with --release"]
fn proofs_agree_with_values_on_larger_boards() {
    compare(200, 12, |random| match random.below(10) {
        0 => (2, 13 + random.below(8) as usize),
        1 | 2 => (3, 8 + random.below(4) as usize),
        3 => (5, 5),
        _ => (3 + random.below(2) as usize, 4 + random.below(3) as usize),
    });
}

/// Who wins the traditional game: Black removes a stone, White one beside it, and Black jumps first.
fn black_wins_traditional(size: usize) -> bool {
    let full = Board::chequered(size, size).unwrap();
    let mut prover = Prover::new(Jumps::Any, Some(SMALL_MEMORY));
    let without = |board: &Board, row: usize, col: usize| {
        let mut board = *board;
        board.set(row, col, None);
        board
    };
    let middle = if size % 2 == 1 { (size / 2, size / 2) } else { (size / 2, size / 2 - 1) };
    [(size - 1, 0), middle].into_iter().any(|(row, col)| {
        assert_eq!(full.get(row, col), Some(Stone::Black));
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|(down, right)| {
            let (r, c) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
            (r < size && c < size).then_some((r, c))
        });
        beside.into_iter().all(|(r, c)| {
            let board = without(&without(&full, row, col), r, c);
            prover.solve(&board, Stone::Black, &Limits::none(), &mut |_| {}).unwrap().wins
        })
    })
}

#[test]
fn the_traditional_game_is_whites_on_4x4_and_blacks_on_5x5() {
    assert!(!black_wins_traditional(4));
    assert!(black_wins_traditional(5));
}

#[test]
fn a_limit_ends_a_proof_and_what_was_found_is_kept() {
    let mut board = Board::chequered(5, 6).unwrap();
    board.set(2, 2, None);
    board.set(2, 3, None);
    let mut fresh = Prover::new(Jumps::Any, Some(SMALL_MEMORY));
    let whole = fresh.solve(&board, Stone::Black, &Limits::none(), &mut |_| {}).unwrap();
    let mut prover = Prover::new(Jumps::Any, Some(SMALL_MEMORY));
    let mut rounds = 0;
    let verdict = loop {
        rounds += 1;
        match prover.solve(&board, Stone::Black, &Limits::of_nodes(1024), &mut |_| {}) {
            Ok(verdict) => break verdict,
            Err((stop, effort)) => {
                assert_eq!(stop, Stop::Nodes);
                assert!(effort.positions >= 1024);
                assert!(rounds < 200, "the proof does not go on");
            }
        }
    };
    assert_eq!(verdict.wins, whole.wins);
}
