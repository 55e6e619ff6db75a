//! Two people who play from two places: offers, leaving, and what a clock does meanwhile.

use std::time::Duration;

use banmen_core::{Seat, Turn};
use banmen_table::*;
use serde_json::json;

struct Pair {
    table: Table,
    tokens: [String; 2],
    now_ms: i64,
}

const PATIENCE: Duration = Duration::from_mins(1);

impl Pair {
    fn new(terms: Terms) -> Pair {
        let setup = Setup {
            game: Some("gomoku".to_owned()),
            rules: Some(json!({"size": 9})),
            seats: Seats::people(),
            record: None,
            options: None,
            terms,
            invite: Vec::new(),
        };
        let opened = setup.open(&Moment { now_ms: 0, random: [1; 32] }).unwrap();
        Pair { table: opened.table, tokens: [opened.tokens.first.unwrap(), opened.tokens.second.unwrap()], now_ms: 0 }
    }

    fn apart() -> Pair {
        Pair::new(Terms { apart: true, ..Terms::default() })
    }

    fn act(&mut self, seat: Seat, command: Command) -> Result<(), TableError> {
        let token = self.tokens[seat.index()].clone();
        self.send(Caller::Token(&token), command)
    }

    fn send(&mut self, caller: Caller, command: Command) -> Result<(), TableError> {
        let step = self.table.act(command, caller, &Moment { now_ms: self.now_ms, random: [2; 32] })?;
        if let Some(changed) = step.changed {
            let mut stored = self.table.stored();
            assert!(changed.change.apply(&mut stored));
            assert_eq!(stored, changed.table.stored());
            self.table = Table::open(stored).unwrap();
        }
        Ok(())
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<(), TableError> {
        let version = self.table.version();
        self.act(seat, Command::Play { version, text: text.to_owned(), thought_ms: None })
    }

    fn offer(&mut self, seat: Seat, offer: Offer) -> Result<(), TableError> {
        let version = self.table.version();
        self.act(seat, Command::Offer { version, offer })
    }

    fn reason(&self) -> &'static str {
        self.table.turn().outcome().map_or("", |outcome| outcome.reason)
    }
}

const FIRST: Seat = Seat::First;
const SECOND: Seat = Seat::Second;

#[test]
fn a_draw_needs_both() {
    let mut pair = Pair::apart();
    pair.play(FIRST, "e5").unwrap();
    assert!(matches!(pair.offer(FIRST, Offer::Draw), Err(TableError::NotNow(_))), "not both have moved");
    pair.play(SECOND, "d4").unwrap();
    pair.offer(FIRST, Offer::Draw).unwrap();
    assert_eq!(pair.table.state(None).offers.draw, Some(FIRST));
    assert!(pair.offer(FIRST, Offer::Draw).is_err(), "nobody accepts their own offer");
    pair.offer(SECOND, Offer::Draw).unwrap();
    assert_eq!(pair.reason(), "agreed");
    assert!(matches!(pair.offer(FIRST, Offer::Draw), Err(TableError::GameOver)));
}

#[test]
fn an_offer_is_void_after_a_move_and_spent_once_declined() {
    let mut pair = Pair::apart();
    pair.play(FIRST, "e5").unwrap();
    pair.play(SECOND, "d4").unwrap();
    pair.offer(SECOND, Offer::Draw).unwrap();
    pair.play(FIRST, "e6").unwrap();
    assert!(pair.table.state(None).offers.is_empty());
    pair.offer(SECOND, Offer::Draw).unwrap();
    pair.act(FIRST, Command::Decline { offer: Offer::Draw }).unwrap();
    assert!(matches!(pair.offer(SECOND, Offer::Draw), Err(TableError::NotNow(_))));
    assert!(matches!(pair.act(FIRST, Command::Decline { offer: Offer::Draw }), Err(TableError::NotNow(_))));
    pair.play(SECOND, "d5").unwrap();
    pair.offer(SECOND, Offer::Draw).unwrap();
}

#[test]
fn taking_back_needs_consent_and_takes_back_the_answer_too() {
    let mut pair = Pair::apart();
    pair.play(FIRST, "e5").unwrap();
    let version = pair.table.version();
    let alone = pair.act(FIRST, Command::Undo { version, consent: None });
    assert!(matches!(alone, Err(TableError::NotNow(_))), "{alone:?}");
    pair.play(SECOND, "d4").unwrap();
    pair.offer(FIRST, Offer::Takeback).unwrap();
    pair.offer(SECOND, Offer::Takeback).unwrap();
    assert_eq!((pair.table.course().rows().len(), pair.table.turn()), (0, Turn::of(FIRST)));
    assert!(matches!(pair.offer(SECOND, Offer::Takeback), Err(TableError::NothingToUndo(_))));
}

#[test]
fn an_offer_does_not_come_in_the_way_of_a_move_on_its_way() {
    let mut pair = Pair::apart();
    pair.play(FIRST, "e5").unwrap();
    pair.play(SECOND, "d4").unwrap();
    let seen = pair.table.version();
    pair.offer(SECOND, Offer::Draw).unwrap();
    let play = |version, text: &str| Command::Play { version, text: text.to_owned(), thought_ms: None };
    pair.act(FIRST, play(seen, "e6")).unwrap();
    // But a move that answers an older position is stale.
    assert!(matches!(pair.act(SECOND, play(seen, "d5")), Err(TableError::Stale { .. })));
    let future = pair.table.version() + 1;
    assert!(matches!(pair.act(SECOND, play(future, "d5")), Err(TableError::Stale { .. })));
}

#[test]
fn a_game_is_aborted_only_before_both_have_moved() {
    let mut pair = Pair::apart();
    pair.play(FIRST, "e5").unwrap();
    pair.act(SECOND, Command::Abort { version: 1 }).unwrap();
    assert_eq!((pair.reason(), pair.table.turn().outcome().unwrap().winner), ("aborted", None));
    let mut pair = Pair::apart();
    pair.play(FIRST, "e5").unwrap();
    pair.play(SECOND, "d4").unwrap();
    assert!(matches!(pair.act(FIRST, Command::Abort { version: 2 }), Err(TableError::NotNow(_))));
}

#[test]
fn a_win_is_claimed_from_an_absent_player_who_has_to_move() {
    let mut pair = Pair::apart();
    let claim = |version, seconds| Command::Claim { version, away: Duration::from_secs(seconds), patience: PATIENCE };
    assert!(pair.act(SECOND, claim(0, 99)).is_err(), "the game has hardly begun");
    pair.play(FIRST, "e5").unwrap();
    pair.play(SECOND, "d4").unwrap();
    assert!(pair.act(SECOND, claim(2, 59)).is_err(), "not long enough");
    assert!(pair.act(FIRST, claim(2, 99)).is_err(), "it is the claimer's own turn");
    pair.act(SECOND, claim(2, 60)).unwrap();
    assert_eq!((pair.reason(), pair.table.turn().outcome().unwrap().winner), ("absent", Some(SECOND)));
}

#[test]
fn nobody_offers_or_claims_at_a_table_of_their_own() {
    let mut pair = Pair::new(Terms::default());
    pair.play(FIRST, "e5").unwrap();
    pair.play(SECOND, "d4").unwrap();
    assert_eq!(pair.offer(FIRST, Offer::Draw), Err(TableError::NotApart));
    let claim = Command::Claim { version: 2, away: PATIENCE, patience: PATIENCE };
    assert_eq!(pair.act(SECOND, claim), Err(TableError::NotApart));
}

#[test]
fn time_runs_from_the_second_move_on_and_ends_the_game() {
    let clock = Some(TimeControl::Fischer { seconds: 60, increment: 2 });
    let mut pair = Pair::new(Terms { clock, ..Terms::default() });
    pair.now_ms = 500_000;
    pair.play(FIRST, "e5").unwrap();
    pair.now_ms = 900_000;
    pair.play(SECOND, "d4").unwrap();
    pair.now_ms += 10_000;
    pair.play(FIRST, "e6").unwrap();
    let clock = pair.table.clock().unwrap();
    assert_eq!((clock.first.main_ms, clock.running), (52_000, Some(SECOND)));
    // The host's look changes nothing before the flag falls, and is nobody else's business.
    assert_eq!(pair.act(FIRST, Command::Flag), Err(TableError::WrongToken));
    pair.send(Caller::Host, Command::Flag).unwrap();
    assert_eq!(pair.reason(), "");
    pair.now_ms += 60_500;
    pair.send(Caller::Host, Command::Flag).unwrap();
    assert_eq!((pair.reason(), pair.table.turn().outcome().unwrap().winner), ("time", Some(FIRST)));
}

#[test]
fn a_move_after_the_flag_ends_the_game_and_is_not_played() {
    let clock = Some(TimeControl::Byoyomi { seconds: 0, periods: 2, period: 10 });
    let mut pair = Pair::new(Terms { clock, ..Terms::default() });
    pair.play(FIRST, "e5").unwrap();
    pair.play(SECOND, "d4").unwrap();
    pair.now_ms += 20_000;
    pair.play(FIRST, "e6").unwrap();
    assert_eq!((pair.reason(), pair.table.course().rows().len()), ("time", 3));
}

#[test]
fn taking_back_keeps_the_time_that_is_left() {
    let clock = Some(TimeControl::Fischer { seconds: 60, increment: 0 });
    let mut pair = Pair::new(Terms { clock, apart: true, ..Terms::default() });
    for (seat, text) in [(FIRST, "e5"), (SECOND, "d4"), (FIRST, "e6")] {
        pair.play(seat, text).unwrap();
        pair.now_ms += 5000;
    }
    pair.offer(FIRST, Offer::Takeback).unwrap();
    pair.offer(SECOND, Offer::Takeback).unwrap();
    let clock = pair.table.clock().unwrap();
    assert_eq!((clock.first.main_ms, clock.second.main_ms, clock.running), (55_000, 55_000, Some(FIRST)));
}

#[test]
fn players_say_what_they_are_called_whenever_they_like() {
    let mut pair = Pair::apart();
    let rename = |name: &str| Command::Rename { name: name.to_owned() };
    pair.act(FIRST, rename(" Aki ")).unwrap();
    pair.act(SECOND, rename("Bo")).unwrap();
    assert_eq!(pair.table.state(None).names, Names { first: Some("Aki".to_owned()), second: Some("Bo".to_owned()) });
    let version = pair.table.version();
    pair.act(FIRST, rename("Aki")).unwrap();
    assert_eq!(pair.table.version(), version, "the same name changes nothing");
    // A move that answers an older version still counts: nothing happened in the game.
    pair.act(FIRST, Command::Play { version: 0, text: "e5".to_owned(), thought_ms: None }).unwrap();
    pair.act(FIRST, rename("\u{202e}\n")).unwrap();
    assert_eq!(pair.table.state(None).names.first, None);
    pair.act(SECOND, Command::Resign { version: pair.table.version() }).unwrap();
    pair.act(SECOND, rename("Bo the brave")).unwrap();
    assert_eq!(pair.table.public_record().tags["second"], "Bo the brave");
    assert_eq!(pair.send(Caller::Anybody, rename("Eve")), Err(TableError::WrongToken));
    assert_eq!(pair.send(Caller::Host, rename("Eve")), Err(TableError::WrongToken));
}

#[test]
fn a_rematch_keeps_the_clock_and_the_names() {
    let names = Names { first: Some("Aki".to_owned()), second: Some(" Bo\n".to_owned()) };
    let clock = Some(TimeControl::Correspondence { days: 3 });
    let mut pair = Pair::new(Terms { clock, names, apart: true, listed: true });
    assert_eq!(pair.table.public_record().tags["second"], "Bo");
    pair.act(FIRST, Command::Resign { version: 0 }).unwrap();
    let moment = Moment { now_ms: 9, random: [3; 32] };
    let next = pair.table.rematch(true, None, Caller::Token(&pair.tokens[0]), &moment).unwrap();
    let NextGame::Open { new, .. } = next else { panic!("nobody else has asked") };
    let state = new.table.state(None);
    assert_eq!((state.names.first.as_deref(), state.names.second.as_deref()), (Some("Bo"), Some("Aki")));
    assert_eq!(state.clock.unwrap().control, TimeControl::Correspondence { days: 3 });
    assert!(state.apart && state.listed);
}
