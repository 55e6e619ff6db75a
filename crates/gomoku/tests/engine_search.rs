//! The engine as others use it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use banmen_core::{Cancel, Clock, Draw, Limits, Random};
use banmen_gomoku::Rule;
use banmen_gomoku::engine::board::{Board, Side, place_at};
use banmen_gomoku::engine::point::Class;
use banmen_gomoku::engine::search::moves::{Urgency, generate};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::{
    Engine, EngineOptions, Level, PositionError, SearchLimits, ThreatKind, Verdict, bench, level,
};

type Coordinates = (u8, u8);

fn engine(size: usize, rule: Rule) -> Engine {
    Engine::new(EngineOptions { size, rule, hash_mb: 4, threads: 1 })
}

fn moves(text: &str) -> Vec<Coordinates> {
    text.split_whitespace().map(|word| (word.as_bytes()[0] - b'a', word[1..].parse::<u8>().unwrap() - 1)).collect()
}

fn search(size: usize, text: &str, limits: &SearchLimits) -> banmen_gomoku::engine::BestMove {
    let mut engine = engine(size, Rule::Freestyle);
    engine.set_position(&moves(text)).unwrap();
    engine.search(limits, &mut |_| {})
}

#[test]
fn five_is_made_and_five_is_stopped() {
    let made = search(15, "h8 h9 i8 i9 j8 j9 k8 k9", &SearchLimits::of_nodes(1000));
    assert!(made.best == Some((6, 7)) || made.best == Some((11, 7)));
    assert_eq!(made.lines[0].mate(), Some(1));
    let stopped = search(15, "g8 h9 h8 i9 i8 a1 j8", &SearchLimits::of_nodes(1000));
    assert!(stopped.lines[0].mate().is_none_or(|plies| plies == -2));
    assert!([(5, 7), (10, 7)].contains(&stopped.best.unwrap()));
}

#[test]
fn an_open_three_is_answered() {
    let found = search(15, "h8 a1 i8 a15 j8", &SearchLimits::of_nodes(5000));
    let (x, y) = found.best.unwrap();
    assert_eq!(y, 7);
    assert!((5..=11).contains(&x), "{x}");
}

#[test]
fn a_win_by_threats_is_found() {
    // Two open twos that cross at h8: the double three there cannot be stopped.
    let found = search(15, "h9 a1 h10 a15 i8 o1 j8 o15", &SearchLimits::of_nodes(20000));
    assert!(found.lines[0].mate().is_some_and(|plies| plies > 0), "{found:?}");
}

#[test]
fn fixed_limits_give_the_same_search_twice() {
    for limits in [SearchLimits::of_nodes(4000), SearchLimits::to_depth(6)] {
        let one = search(15, "h8 i9 g7 h9 j9", &limits);
        let two = search(15, "h8 i9 g7 h9 j9", &limits);
        assert_eq!((one.best, one.score, one.nodes, one.lines), (two.best, two.score, two.nodes, two.lines));
    }
    let clock = Clock::stopped();
    assert_eq!(bench(3, &clock).signature, bench(3, &clock).signature);
}

#[test]
fn node_limits_hold() {
    for nodes in [50, 500, 5000] {
        let found = search(15, "h8 i9 g7 h9 j9", &SearchLimits::of_nodes(nodes));
        assert!(found.nodes <= nodes + 500, "{nodes}: {}", found.nodes);
        assert!(found.best.is_some());
    }
}

#[test]
fn time_limits_hold_and_a_told_stop_is_at_once() {
    // A clock that goes on by a millisecond whenever it is looked at.
    let looks = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&looks);
    let clock = Clock::new(move || Duration::from_millis(seen.fetch_add(1, Ordering::Relaxed)));
    let limits = SearchLimits { clock, ..SearchLimits::within(Duration::from_millis(60)) };
    let found = search(19, "j10 k11", &limits);
    assert!(found.best.is_some());
    assert!(looks.load(Ordering::Relaxed) < 70, "{looks:?}");
    let cancel = Cancel::new();
    cancel.set();
    let found = search(19, "j10 k11", &SearchLimits { cancel, ..SearchLimits::default() });
    assert!(found.best.is_some());
    assert!(found.nodes < 1000, "{}", found.nodes);
}

#[test]
fn several_best_lines_are_in_order_and_differ() {
    let limits = SearchLimits { multi_pv: 4, ..SearchLimits::to_depth(5) };
    let found = search(15, "h8 i9 g7", &limits);
    assert_eq!(found.lines.len(), 4);
    assert!(found.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut first: Vec<_> = found.lines.iter().map(|line| line.moves[0]).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 4);
}

#[test]
fn several_threads_find_a_move() {
    let mut engine = Engine::new(EngineOptions { size: 15, rule: Rule::Freestyle, hash_mb: 4, threads: 3 });
    engine.set_position(&moves("h8 i9 g7")).unwrap();
    let found = engine.search(&SearchLimits::of_nodes(20000), &mut |_| {});
    assert!(found.best.is_some());
}

#[test]
fn an_empty_board_is_opened_in_the_middle_and_a_full_one_is_over() {
    for size in [5, 15, 19, 22] {
        let found = search(size, "", &SearchLimits::of_nodes(100));
        assert_eq!(found.best, Some((size as u8 / 2, size as u8 / 2)));
    }
    assert_eq!(search(15, "a1 b1 a2 b2 a3 b3 a4 b4 a5", &SearchLimits::of_nodes(100)).best, None);
}

#[test]
fn reject_moves_that_cannot_be_played() {
    let mut engine = engine(15, Rule::Freestyle);
    assert_eq!(engine.set_position(&[(7, 7), (15, 0)]), Err(PositionError::OffBoard { index: 1, at: (15, 0) }));
    assert_eq!(engine.set_position(&[(7, 7), (7, 7)]), Err(PositionError::Occupied { index: 1, at: (7, 7) }));
}

#[test]
fn stones_may_be_given_in_any_number() {
    let mut engine = engine(15, Rule::Freestyle);
    let stones = [((7, 7), Side::Black), ((8, 7), Side::Black), ((9, 7), Side::Black), ((10, 7), Side::Black)];
    engine.set_stones(&stones, Side::White).unwrap();
    let found = engine.search(&SearchLimits::of_nodes(500), &mut |_| {});
    assert!([(6, 7), (11, 7)].contains(&found.best.unwrap()));
}

#[test]
fn black_plays_no_forbidden_point_in_renju() {
    let mut engine = engine(15, Rule::Renju);
    engine.set_position(&moves("h9 a1 h10 a15 i8 o1 j8 o15")).unwrap();
    assert!(!engine.root_moves().contains(&(7, 7)), "h8 is a double three");
    let found = engine.search(&SearchLimits::of_nodes(3000), &mut |_| {});
    assert_ne!(found.best, Some((7, 7)));
}

/// Whether the waiting side, once on move, makes five or an unstoppable open four.
fn loses_at_once(board: &Board) -> bool {
    let mover = board.turn();
    board.count(mover, Class::Five) > 0
        || (board.count(mover.other(), Class::Five) == 0 && board.count(mover, Class::OpenFour) > 0)
}

#[test]
fn no_necessary_move_is_dropped() {
    let mut random = Random::new(23);
    let mut urgent = 0;
    for round in 0..600 {
        let rule = [Rule::Freestyle, Rule::Standard][round % 2];
        let side = [9, 12, 15][round % 3];
        let mut board = Board::new(side, Tables::shared(rule));
        for _ in 0..side * side / 4 {
            let place = place_at(random.below(side as u64) as usize, random.below(side as u64) as usize);
            if board.is_empty(place) && board.class(place, board.turn()) < Class::OpenFour {
                board.place(place);
            }
        }
        let (me, it) = (board.turn(), board.turn().other());
        if board.count(me, Class::Five) + board.count(me, Class::OpenFour) > 0 || board.count(it, Class::Five) > 1 {
            continue;
        }
        let urgency = Urgency::of(&board);
        if urgency == Urgency::Quiet {
            continue;
        }
        urgent += 1;
        let mut listed = Vec::new();
        generate(&board, urgency, &mut listed);
        for at in 0..side * side {
            let place = place_at(at % side, at / side);
            if board.is_empty(place) && !listed.contains(&place) {
                board.place(place);
                assert!(loses_at_once(&board), "{rule}: a move that holds was dropped");
                board.undo();
            }
        }
    }
    assert!(urgent > 100, "{urgent}");
}

#[test]
fn threats_are_seen() {
    let mut engine = engine(15, Rule::Freestyle);
    engine.set_position(&moves("h8 a1 i8 a3 j8 b5")).unwrap();
    let threats = engine.threats();
    assert_eq!(threats.len(), 1);
    assert_eq!(threats[0].kind, ThreatKind::OpenThree);
    assert_eq!(threats[0].stones, vec![(7, 7), (8, 7), (9, 7)]);
    assert_eq!(threats[0].points, vec![(6, 7), (10, 7)]);
    engine.set_position(&moves("h8 g8 i8 a3 j8 b5 k8")).unwrap();
    let threats = engine.threats();
    assert_eq!((threats.len(), threats[0].kind, threats[0].points.clone()), (1, ThreatKind::Four, vec![(11, 7)]));
}

#[test]
fn solving_says_win_none_and_unknown() {
    let mut engine = engine(15, Rule::Freestyle);
    engine.set_position(&moves("h8 a1 i8 a3 j8 b5")).unwrap();
    let won = engine.solve_vcf(&Limits::none());
    assert_eq!((won.verdict, won.line.len()), (Verdict::Win, 3));
    assert!(won.first.contains(&won.line[0]));
    engine.set_position(&moves("h8 i9")).unwrap();
    assert_eq!(engine.solve_vcf(&Limits::none()).verdict, Verdict::None);
    assert_eq!(engine.solve_vct(&Limits::none()).verdict, Verdict::None);
    engine.set_position(&moves("h8 h9 i10 g9 i9 i8 j10 g7")).unwrap();
    assert_eq!(engine.solve_vct(&Limits::of_nodes(1)).verdict, Verdict::Unknown);
    engine.set_position(&moves("h9 a1 h10 a15 i8 o1 j8 o15")).unwrap();
    assert_eq!(engine.solve_vct(&Limits::none()).verdict, Verdict::Win);
}

#[test]
fn every_level_answers() {
    assert!(level("grandmaster").is_none());
    let mut random = Random::new(1);
    for choice in Level::ALL {
        assert_eq!(level(choice.name()), Some(choice.settings()));
        let mut engine = engine(15, Rule::Freestyle);
        engine.set_position(&moves("h8 i9 g7")).unwrap();
        let limits = Limits { time: Some(Duration::from_millis(50)), nodes: Some(2000), ..Limits::none() };
        let found = engine.choose(&choice.settings(), &limits, &mut random);
        assert!(found.best.is_some(), "{}", choice.name());
    }
}
