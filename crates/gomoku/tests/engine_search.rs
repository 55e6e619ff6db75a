//! The engine as others use it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use banmen_core::{Cancel, Clock, Draw, Limits, Random};
use banmen_gomoku::engine::class::Class;
use banmen_gomoku::engine::search::moves::{Urgency, generate};
use banmen_gomoku::engine::shape_board::{ShapeBoard, Side, point_index};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::{Answer, Engine, EngineOptions, Level, PositionError, SearchLimits, WinKind, bench, level};
use banmen_gomoku::{Point, Rule};

fn engine(size: usize, rule: Rule) -> Engine {
    Engine::new(EngineOptions { size, rule, hash_mb: 4, threads: 1 })
}

fn moves(text: &str) -> Vec<Point> {
    text.split_whitespace().map(at).collect()
}

fn at(text: &str) -> Point {
    text.parse().unwrap()
}

fn search(size: usize, text: &str, limits: &SearchLimits) -> banmen_gomoku::engine::BestMove {
    let mut engine = engine(size, Rule::Freestyle);
    engine.set_position(&moves(text)).unwrap();
    engine.search(limits, &mut |_| {})
}

#[test]
fn five_is_made_and_five_is_stopped() {
    let made = search(15, "h8 h9 i8 i9 j8 j9 k8 k9", &SearchLimits::of_nodes(1000));
    assert!(made.best == Some(at("g8")) || made.best == Some(at("l8")));
    assert_eq!(made.lines[0].mate(), Some(1));
    let stopped = search(15, "g8 h9 h8 i9 i8 a1 j8", &SearchLimits::of_nodes(1000));
    assert!(stopped.lines[0].mate().is_none_or(|plies| plies == -2));
    assert!([at("f8"), at("k8")].contains(&stopped.best.unwrap()));
}

#[test]
fn an_open_three_is_answered() {
    let found = search(15, "h8 a1 i8 a15 j8", &SearchLimits::of_nodes(5000));
    let best = found.best.unwrap();
    assert_eq!(best.row(), 7);
    assert!((5..=11).contains(&best.column()), "{best}");
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
        assert_eq!(found.best, Point::new(size as u8 / 2, size as u8 / 2));
    }
    assert_eq!(search(15, "a1 b1 a2 b2 a3 b3 a4 b4 a5", &SearchLimits::of_nodes(100)).best, None);
}

#[test]
fn reject_moves_that_cannot_be_played() {
    let mut engine = engine(15, Rule::Freestyle);
    assert_eq!(engine.set_position(&[at("h8"), at("p1")]), Err(PositionError::OffBoard { index: 1, at: at("p1") }));
    assert_eq!(engine.set_position(&[at("h8"), at("h8")]), Err(PositionError::Occupied { index: 1, at: at("h8") }));
}

#[test]
fn stones_may_be_given_in_any_number() {
    let mut engine = engine(15, Rule::Freestyle);
    let stones = [(at("h8"), Side::Black), (at("i8"), Side::Black), (at("j8"), Side::Black), (at("k8"), Side::Black)];
    engine.set_stones(&stones, Side::White).unwrap();
    let found = engine.search(&SearchLimits::of_nodes(500), &mut |_| {});
    assert!([at("g8"), at("l8")].contains(&found.best.unwrap()));
}

#[test]
fn black_plays_no_forbidden_point_in_renju() {
    let mut engine = engine(15, Rule::Renju);
    engine.set_position(&moves("h9 a1 h10 a15 i8 o1 j8 o15")).unwrap();
    assert!(!engine.root_moves().contains(&at("h8")), "h8 is a double three");
    let found = engine.search(&SearchLimits::of_nodes(3000), &mut |_| {});
    assert_ne!(found.best, Some(at("h8")));
}

/// Whether the waiting side, once on move, makes five or an unstoppable open four.
fn loses_at_once(board: &ShapeBoard) -> bool {
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
        let mut board = ShapeBoard::new(side, Tables::shared(rule));
        for _ in 0..side * side / 4 {
            let point = point_index(random.below(side as u64) as usize, random.below(side as u64) as usize);
            if board.is_empty(point) && board.class(point, board.turn()) < Class::OpenFour {
                board.place(point);
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
            let point = point_index(at % side, at / side);
            if board.is_empty(point) && !listed.contains(&point) {
                board.place(point);
                assert!(loses_at_once(&board), "{rule}: a move that holds was dropped");
                board.undo();
            }
        }
    }
    assert!(urgent > 100, "{urgent}");
}

#[test]
fn solving_says_win_none_and_unknown() {
    let mut engine = engine(15, Rule::Freestyle);
    engine.set_position(&moves("h8 a1 i8 a3 j8 b5")).unwrap();
    let won = engine.solve(WinKind::Vcf, &Limits::none());
    assert_eq!((won.answer, won.line.len()), (Answer::Win, 3));
    assert!(won.first.contains(&won.line[0]));
    engine.set_position(&moves("h8 i9")).unwrap();
    assert_eq!(engine.solve(WinKind::Vcf, &Limits::none()).answer, Answer::None);
    assert_eq!(engine.solve(WinKind::Vct, &Limits::none()).answer, Answer::None);
    engine.set_position(&moves("h8 h9 i10 g9 i9 i8 j10 g7")).unwrap();
    assert_eq!(engine.solve(WinKind::Vct, &Limits::of_nodes(1)).answer, Answer::Unknown);
    engine.set_position(&moves("h9 a1 h10 a15 i8 o1 j8 o15")).unwrap();
    assert_eq!(engine.solve(WinKind::Vct, &Limits::none()).answer, Answer::Win);
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
