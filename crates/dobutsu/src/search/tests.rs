//! The search against a plain negamax, and what it must find.

use super::score::*;
use super::*;
use crate::moves::MoveList;
use crate::rules::LionRule;
use banmen_core::{Draw, Random};

/// Scores by looking at everything, in the plainest way: every legal move, no bounds, no order, no table. Leaves are quiesced.
fn plain<V: Variant>(board: &PieceBoard<V>, evaluator: &Evaluator, ply: usize, depth: u32, line: &mut Vec<u64>) -> i32 {
    if let Some(ending) = board.ending() {
        return if ending.winner == board.side() { win_at(ply) } else { loss_at(ply) };
    }
    if line.contains(&board.key()) {
        return DRAW;
    }
    let mut list = MoveList::new();
    board.moves(&mut list);
    if depth == 0 {
        return plain_quiet(board, evaluator, ply, true, line, -INFINITE, INFINITE);
    }
    line.push(board.key());
    let best = list.iter().map(|&m| -plain(&board.after(m), evaluator, ply + 1, depth - 1, line)).max();
    line.pop();
    best.unwrap()
}

/// Captures, escapes and, at first, attacks on the lion; with bounds, because there are too many captures to look at all.
fn plain_quiet<V: Variant>(
    board: &PieceBoard<V>,
    evaluator: &Evaluator,
    ply: usize,
    checks: bool,
    line: &mut Vec<u64>,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    if let Some(ending) = board.ending() {
        return if ending.winner == board.side() { win_at(ply) } else { loss_at(ply) };
    }
    let mut list = MoveList::new();
    board.moves(&mut list);
    let wins = |m: &&Move| {
        V::SPEC.lion != LionRule::Checked
            && board.after(**m).ended().is_some_and(|ending| ending.winner == board.side())
    };
    if list.iter().any(|m| wins(&m)) {
        return win_at(ply + 1);
    }
    if line.contains(&board.key()) {
        return DRAW;
    }
    let safe = |m: &&Move| board.after(**m).lion_takers() == 0;
    let in_check = board.checkers() != 0;
    if in_check && !list.iter().any(|m| safe(&m)) {
        return loss_at(ply + 2);
    }
    let mut best = if in_check { -INFINITE } else { evaluator.evaluate(board) };
    line.push(board.key());
    for m in list.iter().filter(safe) {
        let after = board.after(*m);
        let wanted = in_check || board.slot_on(m.to()).is_some() || checks && after.checkers() != 0;
        alpha = alpha.max(best);
        if wanted && alpha < beta {
            best = best.max(-plain_quiet(&after, evaluator, ply + 1, false, line, -beta, -alpha));
        }
    }
    line.pop();
    best
}

fn random_board<V: Variant>(random: &mut Random, plies: u64) -> Option<PieceBoard<V>> {
    let mut board = PieceBoard::<V>::start();
    for _ in 0..random.below(plies) {
        let mut list = MoveList::new();
        board.moves(&mut list);
        board = board.after(*random.pick(&list)?);
    }
    board.ending().is_none().then_some(board)
}

fn fixed<V: Variant>(selective: bool, use_table: bool) -> Engine<V> {
    let mut engine = Engine::new(1 << 20);
    engine.selective = selective;
    engine.use_table = use_table;
    engine
}

fn to_depth<V: Variant>(engine: &mut Engine<V>, board: &PieceBoard<V>, depth: u32) -> Found {
    let limits = Limits { depth: Some(depth), ..Limits::none() };
    engine.forget();
    engine.search(board, &[board.key()], &limits, &Request::default(), &mut |_| ())
}

fn agrees_with_plain<V: Variant>(seed: u64, positions: usize, depths: std::ops::RangeInclusive<u32>) {
    let mut random = Random::new(seed);
    let mut engine = fixed::<V>(false, false);
    let mut with_table = fixed::<V>(false, true);
    let mut compared = 0;
    while compared < positions {
        let Some(board) = random_board::<V>(&mut random, 40) else { continue };
        for depth in depths.clone() {
            let expected = plain(&board, &engine.evaluator.clone(), 0, depth, &mut Vec::new());
            let found = to_depth(&mut engine, &board, depth).info.lines[0].score;
            // An end that is seen at once is told exactly at any depth.
            let (expected, found) = (Score(expected), found);
            if found.mate().is_some() && expected.mate().is_none() {
                assert!(found.mate().unwrap().unsigned_abs() > depth, "{} depth {depth}", board.to_text());
                continue;
            }
            assert_eq!(found, expected, "{} depth {depth}", board.to_text());
            if depth < 4 {
                let tabled = to_depth(&mut with_table, &board, depth).info.lines[0].score;
                assert_eq!(tabled, expected, "{} depth {depth} with the table", board.to_text());
            }
        }
        compared += 1;
    }
}

#[test]
fn the_search_without_selection_is_plain_negamax_on_deer() {
    agrees_with_plain::<Deer>(1, 60, 1..=2);
}

#[test]
fn the_search_without_selection_is_plain_negamax_on_classic() {
    agrees_with_plain::<Classic>(2, 100, 1..=3);
}

#[test]
fn the_search_without_selection_is_plain_negamax_on_gorogoro() {
    agrees_with_plain::<Gorogoro>(3, 30, 1..=2);
}

/// The best move and the plies to the forced end that it leads to.
fn best<V: Variant>(position: &str, depth: u32) -> (String, Option<i32>) {
    let board = PieceBoard::<V>::from_text(position).unwrap();
    let found = to_depth(&mut fixed(true, true), &board, depth);
    (found.best.to_string(), found.info.lines[0].score.mate())
}

#[test]
fn a_lion_that_can_be_taken_is_taken() {
    assert_eq!(best::<Deer>("2l2/2C2/5/5/2L2[-] w", 5), ("c4c5+".into(), Some(1)));
}

#[test]
fn a_mate_by_a_drop_is_found_with_its_exact_distance() {
    assert_eq!(best::<Gorogoro>("k4/5/1G3/5/5/4K[G] w", 6).1, Some(1));
    assert_eq!(best::<Deer>("l4/5/1G3/5/4L[G] w", 6).1, Some(3));
}

#[test]
fn a_hopeless_side_still_moves() {
    let (_, plies) = best::<Deer>("l4/+C4/GG3/5/4L[-] b", 4);
    assert_eq!(plies, Some(-2));
}

#[test]
fn walking_the_lion_home_wins_the_classic_game() {
    assert_eq!(best::<Classic>("3/L1l/3/3[-] w", 4), ("a3a4".into(), Some(1)));
}

#[test]
fn every_line_of_many_is_legal_and_they_come_best_first() {
    let board = PieceBoard::<Deer>::start();
    let mut engine = Engine::<Deer>::new(1 << 20);
    let request = Request { lines: 4, ..Request::default() };
    let limits = Limits { depth: Some(7), ..Limits::none() };
    let found = engine.search(&board, &[board.key()], &limits, &request, &mut |_| ());
    assert_eq!(found.info.lines.len(), 4);
    assert!(found.info.lines.is_sorted_by(|a, b| a.score >= b.score));
    for line in &found.info.lines {
        let mut board = board;
        for &m in &line.moves {
            assert!(board.is_legal(m), "{m} in {:?}", line.moves);
            board = board.after(m);
        }
    }
}

#[test]
fn nodes_and_the_cancel_flag_are_obeyed() {
    let board = PieceBoard::<Gorogoro>::start();
    let mut engine = Engine::<Gorogoro>::new(1 << 20);
    let found = engine.search(&board, &[board.key()], &Limits::of_nodes(5000), &Request::default(), &mut |_| ());
    assert!(found.info.nodes <= 5100, "{}", found.info.nodes);
    let limits = Limits::none();
    limits.cancel.set();
    let found = engine.search(&board, &[board.key()], &limits, &Request::default(), &mut |_| ());
    assert!(board.is_legal(found.best));
}

#[test]
#[cfg(feature = "threads")]
fn several_threads_find_the_same_mate() {
    let board = PieceBoard::<Deer>::from_text("l4/5/1G3/5/4L[G] w").unwrap();
    let mut engine = Engine::<Deer>::new(1 << 20);
    let limits = Limits { depth: Some(8), threads: 3, ..Limits::none() };
    let found = engine.search(&board, &[board.key()], &limits, &Request::default(), &mut |_| ());
    assert_eq!(found.info.lines[0].score.mate(), Some(3));
}

#[test]
fn the_evaluation_is_the_sum_of_its_terms_and_knows_no_colour_and_no_left() {
    fn check<V: Variant>(random: &mut Random) {
        let weights: Vec<f64> = (0..crate::evaluation::TERMS).map(|_| random.below(200) as f64 - 100.0).collect();
        let weights = Weights::from_values(weights.as_slice().try_into().unwrap());
        let evaluator = Evaluator::new::<V>(&weights);
        let mut terms = Vec::new();
        for _ in 0..500 {
            let Some(board) = random_board::<V>(random, 60) else { continue };
            crate::evaluation::trace(&board, &mut terms);
            let sum: i32 = terms.iter().map(|&(index, n)| weights.values()[usize::from(index)] * i32::from(n)).sum();
            assert_eq!(evaluator.evaluate(&board), sum, "{}", board.to_text());
            assert_eq!(evaluator.evaluate(&board.mirrored()), sum);
            assert_eq!(evaluator.evaluate(&board.exchanged()), sum);
        }
    }
    let mut random = Random::new(5);
    check::<Deer>(&mut random);
    check::<Classic>(&mut random);
    check::<Gorogoro>(&mut random);
}
