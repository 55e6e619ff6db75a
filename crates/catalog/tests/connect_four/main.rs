//! The example of CONTRIBUTING.md: a fifth game that is known nowhere else. It keeps what every game promises, and the catalogue
//! offers it by one line.

mod game;

use banmen_catalog::Entry;
use banmen_core::testing::conformance;
use banmen_core::{Event, Limits, Playable, Turn};
use serde_json::{Value, json};

use game::{ConnectFour, Rules};

#[test]
fn connect_four_keeps_what_every_game_promises() {
    conformance::<ConnectFour>(ConnectFour::ID, &[Rules::default(), Rules { columns: 4 }], 60);
}

/// Lets two levels play; returns how it ended.
fn play(entry: &Entry, rules: &Value, levels: [&str; 2], seed: u64) -> Turn {
    let mut game = entry.start(rules).unwrap();
    let mut players = levels.map(|level| entry.player(level, rules, seed).unwrap());
    while let Turn::Seat { seat } = game.turn() {
        let text = players[seat.index()].choose(game.as_ref(), &Limits::none(), &mut |_| ()).unwrap();
        game.apply(&Event::Move(text)).unwrap();
    }
    let again = entry.replay(game.record()).unwrap();
    assert!(again.view() == game.view() && again.turn() == game.turn());
    game.turn()
}

#[test]
fn the_catalogue_offers_it_by_one_line() {
    let entry = Entry::of::<ConnectFour>();
    assert_eq!((entry.id(), entry.info().name), ("connect-four", "Connect four"));
    let games = 60;
    let won: f64 = (0..games)
        .map(|seed| {
            play(&entry, &Value::Null, ["normal", "easy"], seed).outcome().unwrap().score(banmen_core::Seat::First)
        })
        .sum();
    assert!(won > games as f64 * 0.75, "who looks beats who does not: {won} of {games}");
}

#[test]
fn what_it_does_not_have_is_missing_politely() {
    let entry = Entry::of::<ConnectFour>();
    assert!(entry.protocols().is_empty() && entry.tools().is_empty());
    assert_eq!(entry.openings(&Value::Null).unwrap(), "");
    assert!(entry.openings(&json!({"columns": 7, "rows": 6})).is_err(), "unknown rules are refused");
    assert!(entry.start(&json!({"columns": 99})).is_err());
    assert!(entry.player("master", &Value::Null, 1).is_err());
    assert!(entry.import("sgf", "").is_err());
    let game = entry.start(&Value::Null).unwrap();
    let request = banmen_core::AnalysisRequest { kind: "lines".to_owned(), lines: 1 };
    assert!(game.analyse(&request, &Limits::none(), &mut |_| ()).is_err());
}

#[test]
fn a_row_of_four_wins_in_every_direction() {
    let entry = Entry::of::<ConnectFour>();
    for (moves, winner) in
        [("a b a b a b a", true), ("a a b b c c d", true), ("a b b c c d c d d a d", true), ("a b a b a c", false)]
    {
        let mut game = entry.start(&Value::Null).unwrap();
        for text in moves.split(' ') {
            game.apply(&Event::Move(text.to_owned())).unwrap();
        }
        assert_eq!(game.turn().outcome().is_some(), winner, "{moves}");
    }
}
