//! The openings by two ways: the referee's stages, and a plain reading of each rule as a list of what has happened.

use std::collections::BTreeSet;

use banmen_core::testing::conformance;
use banmen_core::{Draw, Event, Game, Playable, Random, Record, Seat, Study, Turn};
use banmen_gomoku::{Move, Opening, Point, Position, Rule, Rules, Size, Stage, Stone};

fn rules(size: u8, rule: Rule, opening: Opening) -> Rules {
    Rules { opening, ..Rules::new(Size::try_from(size).unwrap(), rule) }
}

const OPENINGS: [Opening; 3] = [Opening::Swap, Opening::Swap2, Opening::Taraguchi10];

#[test]
fn openings_keep_the_promises_of_every_game() {
    let all: Vec<Rules> = [5, 6, 9]
        .into_iter()
        .flat_map(|n| OPENINGS.into_iter().flat_map(move |opening| Rule::ALL.map(|rule| rules(n, rule, opening))))
        .collect();
    conformance::<Position>("gomoku", &all, 30);
    conformance::<Position>("gomoku", &OPENINGS.map(|opening| rules(15, Rule::Renju, opening)), 6);
}

/// Who has to do what after these moves, read off the list of moves as the rules are told to people: the player (0 begins), the
/// legal moves, and who plays Black. `None` once the opening is over.
fn plainly(opening: Opening, size: u8, moves: &[String]) -> (Option<(usize, BTreeSet<String>)>, usize) {
    let is_point = |text: &&String| text.len() < 4 && text.chars().any(|c| c.is_ascii_digit());
    let everywhere = || -> BTreeSet<String> {
        (0..size).flat_map(|x| (0..size).map(move |y| format!("{}{}", (b'a' + x) as char, y + 1))).collect()
    };
    let free = |stones: &[String]| -> BTreeSet<String> {
        everywhere().into_iter().filter(|point| !stones.contains(point)).collect()
    };
    let words = |list: &[&str]| -> BTreeSet<String> { list.iter().map(|&word| word.to_owned()).collect() };
    let stones: Vec<String> = moves.iter().filter(is_point).cloned().collect();
    let decisions: Vec<&str> = moves.iter().filter(|text| !is_point(text)).map(String::as_str).collect();
    // Player 0 begins as Black; every swap exchanges the colours.
    let black = decisions.iter().filter(|&&word| word == "swap").count() % 2;
    match opening {
        Opening::Swap => match (stones.len(), &decisions[..]) {
            (0..3, _) => (Some((0, free(&stones))), black),
            (3, []) => (Some((1, words(&["swap", "stay"]))), black),
            _ => (None, black),
        },
        Opening::Swap2 => match (stones.len(), &decisions[..]) {
            (0..3, _) => (Some((0, free(&stones))), black),
            (3, []) => (Some((1, words(&["swap", "stay", "two"]))), black),
            (3..5, ["two"]) => (Some((1, free(&stones))), black),
            (5, ["two"]) => (Some((0, words(&["swap", "stay"]))), black),
            _ => (None, black),
        },
        Opening::Taraguchi10 => {
            let holder = |n: usize| if n.is_multiple_of(2) { black } else { 1 - black };
            if decisions.contains(&"ten") {
                let (laid, offered) = stones.split_at(4);
                return match offered.len() {
                    0..10 => (Some((black, unlike(size, laid, offered, &free(laid)))), black),
                    10 => (Some((1 - black, offered.iter().cloned().collect())), black),
                    _ => (None, black),
                };
            }
            let n = stones.len();
            if n == 5 && decisions.len() == 5 {
                return (None, black);
            }
            if decisions.len() < n {
                // The stone just laid is answered by whoever does not play its colour.
                let by = 1 - holder(n - 1);
                let choices = if n == 4 { words(&["swap", "stay", "ten"]) } else { words(&["swap", "stay"]) };
                return (Some((by, choices)), black);
            }
            let middle = i32::from(size / 2);
            let near = |point: &String| {
                let (x, y) = place(point);
                (x - middle).abs() <= n as i32 && (y - middle).abs() <= n as i32
            };
            (Some((holder(n), free(&stones).into_iter().filter(near).collect())), black)
        }
        Opening::None => (None, black),
    }
}

fn place(point: &str) -> (i32, i32) {
    (i32::from(point.as_bytes()[0] - b'a'), point[1..].parse::<i32>().unwrap() - 1)
}

/// The points whose position with one black stone more is no turned or mirrored copy of one that has been offered.
fn unlike(size: u8, laid: &[String], offered: &[String], free: &BTreeSet<String>) -> BTreeSet<String> {
    let last = i32::from(size) - 1;
    let turn = |(x, y): (i32, i32)| (last - y, x);
    let mirror = |(x, y): (i32, i32)| (last - x, y);
    let picture = |point: &String| {
        let stones: Vec<((i32, i32), usize)> =
            laid.iter().chain([point]).enumerate().map(|(n, at)| (place(at), n % 2)).collect();
        let mut copies = Vec::new();
        for mirrored in [false, true] {
            let mut now: Vec<_> = stones.iter().map(|&(at, c)| (if mirrored { mirror(at) } else { at }, c)).collect();
            for _ in 0..4 {
                now = now.iter().map(|&(at, c)| (turn(at), c)).collect();
                let mut sorted = now.clone();
                sorted.sort_unstable();
                copies.push(sorted);
            }
        }
        copies.into_iter().min()
    };
    let known: Vec<_> = offered.iter().map(picture).collect();
    free.iter().filter(|point| !known.contains(&picture(point))).cloned().collect()
}

#[test]
fn the_stages_are_what_the_rules_say_in_thousands_of_openings() {
    let mut random = Random::new(11);
    for round in 0..3_000 {
        let opening = OPENINGS[round % 3];
        let size = [5, 7, 9, 15][random.below(4) as usize];
        let mut position = Position::new(rules(size, Rule::Freestyle, opening));
        let mut moves: Vec<String> = Vec::new();
        loop {
            let (expected, black) = plainly(opening, size, &moves);
            assert_eq!(position.seat_of(Stone::Black).index(), black, "{opening} {size} {moves:?}");
            let Some((player, choices)) = expected else {
                assert_eq!(position.stage(), Stage::Play, "{opening} {size} {moves:?}");
                // White moves next, whoever that is.
                let white = Seat::BOTH[1 - black];
                let next = if position.moves().len() % 2 == 1 { white } else { white.other() };
                assert_eq!(position.turn(), Turn::of(next), "{opening} {moves:?}");
                break;
            };
            assert_eq!(position.turn(), Turn::of(Seat::BOTH[player]), "{opening} {size} {moves:?}");
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let listed: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
            assert_eq!(listed, choices, "{opening} {size} {moves:?}");
            let m = *random.pick(&legal).unwrap();
            position.play(m).unwrap();
            moves.push(m.to_string());
        }
    }
}

fn played(rules: Rules, moves: &str) -> Position {
    let mut position = Position::new(rules);
    for text in moves.split_whitespace() {
        position.play(text.parse().unwrap()).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    position
}

#[test]
fn after_a_swap_the_second_player_wins_with_black() {
    let swapped = played(rules(15, Rule::Freestyle, Opening::Swap), "h8 a1 i8 swap a2 j8 a3 k8 a4 l8");
    assert_eq!(swapped.outcome().unwrap().winner, Some(Seat::Second));
    let stayed = played(rules(15, Rule::Freestyle, Opening::Swap), "h8 a1 i8 stay a2 j8 a3 k8 a4 l8");
    assert_eq!(stayed.outcome().unwrap().winner, Some(Seat::First));
}

#[test]
fn refusals_say_why() {
    let rules = rules(15, Rule::Renju, Opening::Taraguchi10);
    let refused = |moves: &str, m: &str| {
        let mut position = played(rules, moves);
        let before = position.clone();
        let error = position.play(m.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(position, before);
        error
    };
    assert!(refused("", "h9").contains("the centre"));
    assert!(refused("", "swap").contains("nothing to decide"));
    assert!(refused("h8", "h9").contains("colours"));
    assert!(refused("h8", "ten").contains("swap or stay"));
    assert!(refused("h8 stay", "h10").contains("3×3"));
    assert!(refused("h8 stay h9 stay", "h11").contains("5×5"));
    assert!(refused("h8 stay h9 stay h10 stay", "d8").contains("7×7"));
    assert!(refused("h8 stay h9 stay h10 stay h7 stay", "c8").contains("9×9"));
    // All four stones lie on one line: left and right are alike.
    assert!(refused("h8 stay h9 stay h10 stay h7 ten g8", "i8").contains("mirror image of g8"));
    assert!(refused("h8 stay h9 stay h10 stay h7 ten g8", "g8").contains("offered already"));
}

#[test]
fn sgf_keeps_offers_decisions_and_names() {
    let mut random = Random::new(5);
    for round in 0..300 {
        let rules = rules([9, 15][round % 2], Rule::ALL[round % 3], OPENINGS[round / 3 % 3]);
        let mut record = Record::new::<Position>("gomoku", &rules);
        record.tags.insert("first".to_owned(), "Aki".to_owned());
        record.tags.insert("second".to_owned(), "Ben".to_owned());
        let mut position = Position::new(rules);
        for _ in 0..random.below(40) {
            let mut legal: Vec<Move> = Vec::new();
            position.legal_moves(&mut legal);
            let Some(&m) = random.pick(&legal) else { break };
            position.play(m).unwrap();
            record.events.push(Event::Move(m.to_string()));
        }
        let resigned = position.outcome().is_none() && random.below(2) == 0;
        if resigned {
            record.events.push(Event::Resign(Seat::BOTH[round % 2]));
        }
        let text = Position::export("sgf", &Study::of(&record)).unwrap();
        let read = Position::import("sgf", &text).unwrap();
        assert_eq!(read.record(), record, "{text}");
        let black = if position.sides_exchanged() { "PB[Ben]" } else { "PB[Aki]" };
        assert!(text.contains(black), "{text}");
        if resigned {
            let winner = position.stone_of(Seat::BOTH[1 - round % 2]);
            let result = if winner == Stone::Black { "RE[B+R]" } else { "RE[W+R]" };
            assert!(text.contains(result), "{text}");
        }
    }
    let broken = "(;GM[4]SZ[15]OPENING[swap];B[hh];W[ii];B[hi];DECISION[two])";
    assert!(Position::import("sgf", broken).unwrap_err().to_string().contains("DECISION[two]"));
}

#[test]
fn the_view_shows_offers_and_whose_colours_they_are() {
    use banmen_core::{MarkKind, Show};
    let position = played(rules(15, Rule::Renju, Opening::Taraguchi10), "h8 swap i9 stay h10 stay h7 ten g8 b2");
    let view = position.view();
    assert!(view.exchanged);
    let offered: Vec<_> = view.marks.iter().filter(|mark| mark.kind == MarkKind::Offered).collect();
    assert_eq!(offered.len(), 2);
    assert_eq!(view.status.key, "status.gomoku.offer");
    assert_eq!(position.side_to_move(), Some(Seat::First));
    let point: Point = "h8".parse().unwrap();
    assert_eq!(position.board().get(point), Some(Stone::Black));
}
