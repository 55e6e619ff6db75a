//! Gomoku keeps the promises that every game makes.

use banmen_core::testing::conformance;
use banmen_gomoku::{Position, Rule, Rules, Size};

fn rules(size: u8, rule: Rule) -> Rules {
    Rules::new(Size::try_from(size).unwrap(), rule)
}

#[test]
fn small_boards_thousands_of_times() {
    let all: Vec<Rules> = [5, 6, 7].into_iter().flat_map(|n| Rule::ALL.map(|rule| rules(n, rule))).collect();
    conformance::<Position>("gomoku", &all, 500);
}

#[test]
fn every_size_and_rule() {
    let all: Vec<Rules> = (8..=22).flat_map(|n| Rule::ALL.map(|rule| rules(n, rule))).collect();
    conformance::<Position>("gomoku", &all, 4);
}

#[test]
fn the_usual_boards() {
    conformance::<Position>(
        "gomoku",
        &[rules(15, Rule::Freestyle), rules(15, Rule::Renju), rules(19, Rule::Freestyle)],
        20,
    );
}
