//! Whole games without a server: a store in memory, computers that answer at once, a clock that the test turns.

use std::collections::HashMap;

use banmen_core::{Draw, Limits, Nonce, Random, Seal, Seat};
use banmen_table::*;
use serde_json::{Value, json};

/// A store and the outside world, as small as they can be.
struct House {
    store: HashMap<String, StoredTable>,
    now_ms: i64,
    random: u64,
}

impl House {
    fn new() -> House {
        House { store: HashMap::new(), now_ms: 1_790_000_000_000, random: 0 }
    }

    fn moment(&mut self) -> Moment {
        self.now_ms += 1000;
        self.random += 1;
        let mut random = [0; 32];
        random[..8].copy_from_slice(&self.random.to_be_bytes());
        Moment { now_ms: self.now_ms, random }
    }

    fn open(&mut self, setup: Setup) -> Result<(Table, Tokens), TableError> {
        let moment = self.moment();
        let Opened { table, tokens, .. } = setup.open(&moment)?;
        assert!(self.store.insert(table.id().to_owned(), table.stored()).is_none());
        Ok((table, tokens))
    }

    /// Compare and set.
    fn keep(&mut self, changed: &Changed) -> bool {
        let stored = self.store.get_mut(&changed.change.id).unwrap();
        if !changed.change.apply(stored) {
            return false;
        }
        if let Some(next) = &changed.change.next {
            assert!(self.store.insert(next.id.clone(), (**next).clone()).is_none());
        }
        true
    }

    /// The table as anybody finds it who comes later; it is the one that was shown.
    fn reload(&self, shown: &Table) -> Table {
        let stored = self.store[shown.id()].clone();
        assert_eq!(stored, shown.stored());
        // A store may keep JSON.
        let through_json: StoredTable = serde_json::from_str(&serde_json::to_string(&stored).unwrap()).unwrap();
        assert_eq!(through_json, stored);
        let table = Table::open(stored).unwrap();
        assert_eq!(table.state(None), shown.state(None));
        table
    }

    fn act(&mut self, table: &Table, command: Command, caller: Caller) -> Result<(Table, Vec<Think>), TableError> {
        let moment = self.moment();
        let step = table.act(command, caller, &moment)?;
        let changed = step.changed.expect("the command changes the table");
        assert!(self.keep(&changed));
        // Another host that had the table as it was gets to the same one.
        let elsewhere = table.caught_up(self.store[table.id()].clone()).unwrap();
        assert_eq!(elsewhere.state(None), changed.table.state(None));
        Ok((self.reload(&changed.table), step.think))
    }

    /// Lets the computers play to the end of the game with little effort.
    fn play_out(&mut self, mut table: Table) -> Table {
        let mut players = HashMap::new();
        for _ in 0..1000 {
            let Some(assignment) = table.assignment() else { return table };
            let rules = &table.stored().rules;
            let entry = table.course().entry();
            let player =
                players.entry(assignment.seat).or_insert_with(|| entry.player(&assignment.level, rules, 5).unwrap());
            let limits = Limits { nodes: Some(50), ..assignment.limits() };
            let text = player.choose(table.course().game(), &limits, &mut |_| ());
            table = self.act(&table, Command::Answer { assignment, text }, Caller::Host).unwrap().0;
        }
        panic!("the game does not end");
    }
}

fn setup(game: &str, rules: Value, seats: Seats) -> Setup {
    Setup {
        game: Some(game.to_owned()),
        rules: Some(rules),
        seats,
        record: None,
        options: None,
        terms: Terms::default(),
        invite: Vec::new(),
    }
}

fn computer(level: &str) -> SeatSpec {
    SeatSpec::Level { level: level.to_owned() }
}

fn play(table: &Table, text: &str) -> Command {
    Command::Play { version: table.version(), text: text.to_owned(), thought_ms: None }
}

fn small_rules(game: &str) -> Value {
    match game {
        "gomoku" | "quantum" => json!({"size": 7}),
        "konane" => json!({"rows": 6, "cols": 6}),
        _ => json!({}),
    }
}

#[test]
fn two_computers_of_every_game_play_to_the_end() {
    for entry in banmen_catalog::games() {
        let mut house = House::new();
        let level = entry.info().levels[0].id;
        let seats = Seats { first: computer(level), second: computer(level) };
        let (table, tokens) = house.open(setup(entry.id(), small_rules(entry.id()), seats)).unwrap();
        assert_eq!((tokens.first.is_some(), tokens.second), (true, None), "one token, for whoever set up the table");
        let table = house.play_out(table);
        assert!(table.is_over(), "{}", entry.id());
        assert_eq!(table.version() + table.course().draws(), table.course().rows().len() as u64);
    }
}

#[test]
fn two_computers_pause_go_one_move_on_and_go_on() {
    let mut house = House::new();
    let seats = Seats { first: computer("novice"), second: computer("novice") };
    let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), seats)).unwrap();
    let token = tokens.first.expect("a token of whoever set up the table");
    let keeper = Caller::Token(&token);
    let moment = house.moment();
    for stranger in [Caller::Anybody, Caller::Token("0123456789abcdefghjkmnpqrs")] {
        let refused = table.act(Command::Pace { pace: Pace::Paused }, stranger, &moment).unwrap_err();
        assert_eq!(refused, TableError::WrongToken);
    }
    let resign = Command::Resign { version: table.version() };
    assert_eq!(table.act(resign, keeper, &moment).unwrap_err(), TableError::WrongToken, "the seat is the computer's");
    let (paused, think) = house.act(&table, Command::Pace { pace: Pace::Paused }, keeper).unwrap();
    assert_eq!((&think[..], paused.assignment()), (&[Think::Stop][..], None), "nobody thinks");
    assert_eq!(house.reload(&paused).assignment(), None, "nor does whoever comes later");
    let (stepping, think) = house.act(&paused, Command::Pace { pace: Pace::Step }, keeper).unwrap();
    let [Think::Stop, Think::Start(assignment)] = &think[..] else { panic!("{think:?}") };
    let answer = Command::Answer { assignment: assignment.clone(), text: Some("e5".to_owned()) };
    let (moved, think) = house.act(&stepping, answer, Caller::Host).unwrap();
    assert_eq!((moved.course().rows().len(), &think[..]), (1, &[Think::Stop][..]), "one move and no more");
    assert_eq!(moved.state(None).pace, Pace::Paused);
    let (running, think) = house.act(&moved, Command::Pace { pace: Pace::Running }, keeper).unwrap();
    assert!(matches!(think[..], [Think::Stop, Think::Start(_)]), "{think:?}");
    let over = house.play_out(running);
    let moment = house.moment();
    let late = over.act(Command::Pace { pace: Pace::Paused }, keeper, &moment).unwrap_err();
    assert_eq!(late, TableError::GameOver);
    // Where somebody plays, nobody else stops the game.
    let seats = Seats { first: SeatSpec::Human {}, second: computer("novice") };
    let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), seats)).unwrap();
    let pause = Command::Pace { pace: Pace::Paused };
    assert_eq!(table.act(pause.clone(), Caller::Anybody, &moment).unwrap_err(), TableError::WrongToken);
    let token = tokens.first.unwrap();
    assert!(matches!(table.act(pause, Caller::Token(&token), &moment), Err(TableError::NotNow(_))));
}

#[test]
fn what_was_set_up_is_no_move_and_is_not_taken_back() {
    let mut house = House::new();
    let seats = Seats { first: SeatSpec::Human {}, second: computer("classic") };
    let record: banmen_core::Record = serde_json::from_value(json!({
        "format": 1, "game": "gomoku", "rules": {"size": 9}, "tags": {"set_up": "2"},
        "events": [{"move": "e5"}, {"move": "d4"}],
    }))
    .unwrap();
    let setup = Setup { record: Some(record), ..setup("gomoku", json!({"size": 9}), seats) };
    let (table, tokens) = house.open(setup).unwrap();
    let token = tokens.first.unwrap();
    let me = Caller::Token(&token);
    assert_eq!(table.state(None).undoable, Undoable { first: false, second: false });
    assert!(table.view().pieces.iter().all(|piece| piece.number.is_none()));
    let (table, _) = house.act(&table, play(&table, "e6"), me).unwrap();
    assert_eq!(table.view().pieces.iter().filter_map(|piece| piece.number).collect::<Vec<_>>(), [1]);
    let (back, _) = house.act(&table, Command::Undo { version: table.version(), consent: None }, me).unwrap();
    assert_eq!(back.course().rows().len(), 2);
    let moment = house.moment();
    let again = Command::Undo { version: back.version(), consent: None };
    assert!(matches!(back.act(again, me, &moment), Err(TableError::NothingToUndo(_))));
    let sgf = exchange::write(&table.public_record(), "sgf").unwrap().text;
    assert!(sgf.contains("AB[ee]AW[df]") && sgf.contains(";B[ed]"), "{sgf}");
}

#[test]
fn a_person_plays_the_computer_takes_back_and_resigns() {
    let mut house = House::new();
    let seats = Seats { first: SeatSpec::Human {}, second: computer("classic") };
    let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), seats)).unwrap();
    let token = tokens.first.unwrap();
    assert_eq!(tokens.second, None);
    let me = Caller::Token(&token);
    let (table, think) = house.act(&table, play(&table, "e5"), me).unwrap();
    let [Think::Stop, Think::Start(assignment)] = &think[..] else { panic!("{think:?}") };
    assert_eq!((assignment.seat, assignment.version, assignment.pause), (Seat::Second, 1, Pause::None));
    assert_eq!(table.state(None).undoable, Undoable { first: true, second: false });

    // Taking back while the computer thinks: its answer is no longer wanted.
    let (back, think) = house.act(&table, Command::Undo { version: 1, consent: None }, me).unwrap();
    assert_eq!((back.version(), back.course().rows().len(), &think[..]), (2, 0, &[Think::Stop][..]));
    let late = Command::Answer { assignment: assignment.clone(), text: Some("d4".to_owned()) };
    let moment = house.moment();
    assert_eq!(back.act(late, Caller::Host, &moment).unwrap_err(), TableError::Stale { asked: 1, current: 2 });

    let (table, think) = house.act(&back, play(&back, "e5"), me).unwrap();
    let Some(Think::Start(assignment)) = think.last() else { panic!("{think:?}") };
    let answer = Command::Answer { assignment: assignment.clone(), text: Some("d4".to_owned()) };
    assert_eq!(table.act(answer.clone(), me, &moment).unwrap_err(), TableError::WrongToken, "only the host answers");
    let (table, think) = house.act(&table, answer, Caller::Host).unwrap();
    assert_eq!(think, [Think::Stop]);
    let (table, think) = house.act(&table, Command::Resign { version: table.version() }, me).unwrap();
    assert!(table.is_over() && think == [Think::Stop]);
    for command in [play(&table, "a1"), Command::Resign { version: table.version() }] {
        assert_eq!(table.act(command, me, &moment).unwrap_err(), TableError::GameOver);
    }
}

#[test]
fn a_computer_that_fails_is_asked_again_and_then_resigns() {
    for wrong in [None, Some("e5".to_owned()), Some("nonsense".to_owned())] {
        let mut house = House::new();
        let seats = Seats { first: SeatSpec::Human {}, second: computer("classic") };
        let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), seats)).unwrap();
        let (table, think) = house.act(&table, play(&table, "e5"), Caller::Token(&tokens.first.unwrap())).unwrap();
        let Some(Think::Start(mut assignment)) = think.last().cloned() else { panic!() };
        for attempt in 2..=Assignment::ATTEMPTS {
            let answer = Command::Answer { assignment, text: wrong.clone() };
            let step = table.act(answer, Caller::Host, &house.moment()).unwrap();
            assert!(step.changed.is_none());
            let [Think::Start(again)] = &step.think[..] else { panic!() };
            assert_eq!(again.attempt, attempt);
            assignment = again.clone();
        }
        let (table, _) = house.act(&table, Command::Answer { assignment, text: wrong }, Caller::Host).unwrap();
        assert_eq!(table.turn().outcome().unwrap().winner, Some(Seat::First));
    }
}

#[test]
fn who_may_do_what_between_two_people() {
    let mut house = House::new();
    let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), Seats::people())).unwrap();
    let (first, second) = (tokens.first.unwrap(), tokens.second.unwrap());
    let moment = house.moment();
    let refused = |table: &Table, command: Command, caller: Caller| table.act(command, caller, &moment).unwrap_err();
    assert_eq!(refused(&table, play(&table, "e5"), Caller::Token(&second)), TableError::NotYourTurn);
    assert_eq!(refused(&table, play(&table, "e5"), Caller::Token("guess")), TableError::WrongToken);
    assert_eq!(refused(&table, play(&table, "e5"), Caller::Anybody), TableError::WrongToken);
    assert_eq!(refused(&table, Command::Hurry, Caller::Anybody), TableError::WrongToken);
    assert!(matches!(refused(&table, play(&table, "z99"), Caller::Token(&first)), TableError::IllegalMove(_)));
    let long = "a".repeat(100_000);
    assert!(matches!(refused(&table, play(&table, &long), Caller::Token(&first)), TableError::IllegalMove(_)));
    let (table, _) = house.act(&table, play(&table, " e5 "), Caller::Token(&first)).unwrap();
    let (table, _) = house.act(&table, play(&table, "d4"), Caller::Token(&second)).unwrap();
    let undo = |consent: Option<&str>| Command::Undo { version: 2, consent: consent.map(str::to_owned) };
    assert!(matches!(refused(&table, undo(None), Caller::Token(&first)), TableError::NothingToUndo(_)));
    assert_eq!(refused(&table, undo(Some(&first)), Caller::Token(&first)), TableError::WrongConsent);
    let (table, _) = house.act(&table, undo(Some(&second)), Caller::Token(&first)).unwrap();
    assert_eq!(table.course().rows().len(), 0);
}

#[test]
fn of_two_changes_of_one_version_one_is_kept() {
    let mut house = House::new();
    let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), Seats::people())).unwrap();
    let first = tokens.first.unwrap();
    let moment = house.moment();
    let [one, other] = ["a1", "b2"].map(|text| table.act(play(&table, text), Caller::Token(&first), &moment).unwrap());
    assert!(house.keep(&one.changed.unwrap()));
    assert!(!house.keep(&other.changed.unwrap()));
    assert_eq!(house.store[table.id()].events.len(), 1);
}

#[test]
fn draws_follow_from_the_seal_and_the_seed_is_shown_at_the_end_only() {
    let mut house = House::new();
    let (mut table, tokens) = house.open(setup("quantum", json!({"size": 7}), Seats::people())).unwrap();
    let tokens = [tokens.first.unwrap(), tokens.second.unwrap()];
    let mut random = Random::new(3);
    let hash = table.public_record().seal.unwrap().hash;
    let nonce = |byte| Command::Contribute { nonce: Nonce::new([byte; 32]) };
    for (token, byte) in tokens.iter().zip([1, 2]) {
        table = house.act(&table, nonce(byte), Caller::Token(token)).unwrap().0;
        let version = table.version();
        let asked_twice = table.act(nonce(byte), Caller::Token(token), &house.moment()).unwrap();
        assert!(asked_twice.changed.is_none());
        let other = table.act(nonce(9), Caller::Token(token), &house.moment()).unwrap_err();
        assert!(matches!(other, TableError::NotNow(_)), "a contribution stays what it was");
        assert_eq!(table.version(), version);
    }
    assert_eq!(table.act(nonce(1), Caller::Anybody, &house.moment()).unwrap_err(), TableError::WrongToken);
    assert_eq!(table.public_record().seal.unwrap().construction, Seal::TOGETHER);
    while let Some(seat) = table.turn().seat() {
        assert_eq!(table.public_record().seal.unwrap().seed, None);
        let moves = table.course().game().legal_moves();
        // Observing now and then, so that there are draws and yet an end.
        let observe = moves.iter().find(|text| *text == "observe").filter(|_| table.course().rows().len() > 16);
        let text = observe.unwrap_or(&moves[random.below(moves.len() as u64) as usize]);
        let command = play(&table, text);
        table = house.act(&table, command, Caller::Token(&tokens[seat.index()])).unwrap().0;
    }
    assert!(table.course().draws() > 0);
    let note = table.public_record().seal.unwrap();
    let seal = Seal::from_hex(note.seed.as_ref().unwrap()).unwrap();
    assert_eq!((seal.hash(), &note.hash), (hash.clone(), &hash));
    // Anybody can draw again what was drawn.
    let record = table.public_record();
    let mut again = Course::replay(&banmen_core::Record { events: Vec::new(), ..record.clone() }).unwrap();
    for event in &record.events {
        if again.turn() == banmen_core::Turn::Chance {
            continue;
        }
        if !matches!(event, banmen_core::Event::Chance(_)) {
            again.push(event).unwrap();
            again.settle(&seal, &note.nonces).unwrap();
        }
    }
    assert_eq!(again.game().record().events, record.events);
    let undo = Command::Undo { version: table.version(), consent: Some(tokens[1].clone()) };
    let refused = table.act(undo, Caller::Token(&tokens[0]), &house.moment()).unwrap_err();
    assert!(matches!(refused, TableError::NothingToUndo(_)));
}

#[test]
fn a_contribution_after_the_first_draw_changes_nothing() {
    let mut house = House::new();
    let rules = json!({"size": 7, "observations": "unlimited"});
    let (mut table, tokens) = house.open(setup("quantum", rules, Seats::people())).unwrap();
    let tokens = [tokens.first.unwrap(), tokens.second.unwrap()];
    let nonce = Command::Contribute { nonce: Nonce::new([1; 32]) };
    table = house.act(&table, nonce.clone(), Caller::Token(&tokens[0])).unwrap().0;
    let before = table.public_record().seal;
    while table.course().draws() == 0 {
        let moves = table.course().game().legal_moves();
        let text = moves.iter().find(|text| *text == "observe").unwrap_or(&moves[0]);
        let (seat, command) = (table.turn().seat().unwrap(), play(&table, text));
        table = house.act(&table, command, Caller::Token(&tokens[seat.index()])).unwrap().0;
    }
    let late = table.act(nonce, Caller::Token(&tokens[1]), &house.moment()).unwrap_err();
    assert!(matches!(late, TableError::NotNow(_)), "{late:?}");
    assert_eq!(table.public_record().seal, before);
    let (plain, tokens) = house.open(setup("gomoku", json!({"size": 9}), Seats::people())).unwrap();
    let nonce = Command::Contribute { nonce: Nonce::new([1; 32]) };
    let refused = plain.act(nonce, Caller::Token(&tokens.first.unwrap()), &house.moment()).unwrap_err();
    assert!(matches!(refused, TableError::NotNow(_)), "nothing is drawn in gomoku");
}

#[test]
fn two_people_who_ask_for_a_rematch_meet() {
    for swap in [[false, false], [true, false], [false, true], [true, true]] {
        let mut house = House::new();
        let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), Seats::people())).unwrap();
        let tokens = [tokens.first.unwrap(), tokens.second.unwrap()];
        let callers = [Caller::Token(&tokens[0]), Caller::Token(&tokens[1])];
        let moment = house.moment();
        let early = table.rematch(true, None, callers[0], &moment).unwrap_err();
        assert_eq!(early, TableError::GameNotOver);
        let (table, _) = house.act(&table, Command::Resign { version: 0 }, callers[1]).unwrap();
        assert_eq!(table.rematch(true, None, Caller::Anybody, &moment).unwrap_err(), TableError::WrongToken);
        assert_eq!(table.rematch(true, None, Caller::Token("guess"), &moment).unwrap_err(), TableError::WrongToken);

        // Both look at the same moment, and both want to set up a table.
        let [one, other] = [0, 1].map(|who| {
            let moment = house.moment();
            match table.rematch(swap[who], None, callers[who], &moment).unwrap() {
                NextGame::Open { old, new } => (old, new),
                NextGame::Join(_) => panic!("there is nothing to join yet"),
            }
        });
        assert!(house.keep(&one.0));
        assert!(!house.keep(&other.0), "the store takes one of them");
        let (old, next) = (house.reload(&one.0.table), house.reload(&one.1.table));
        assert_eq!((old.version(), old.next()), (2, Some(next.id())));
        let NextGame::Join(joined) = old.rematch(swap[1], Some(&next), callers[1], &moment).unwrap() else { panic!() };
        let seats = if swap[0] { [Seat::Second, Seat::First] } else { Seat::BOTH };
        assert_eq!(one.1.tokens, Tokens::of(seats[0], &tokens[0]));
        assert_eq!(joined, Tokens::of(seats[1], &tokens[1]));
        // Asking once more leads to the same table.
        assert!(matches!(old.rematch(false, Some(&next), callers[0], &moment).unwrap(), NextGame::Join(_)));
        let mover = if swap[0] { callers[1] } else { callers[0] };
        house.act(&next, play(&next, "e5"), mover).unwrap();
    }
}

#[test]
fn a_table_goes_on_from_a_record() {
    let mut house = House::new();
    let (table, tokens) = house.open(setup("gomoku", json!({"size": 9}), Seats::people())).unwrap();
    let (table, _) = house.act(&table, play(&table, "e5"), Caller::Token(&tokens.first.unwrap())).unwrap();
    let again = Setup {
        game: None,
        rules: None,
        seats: Seats { first: SeatSpec::Human {}, second: computer("classic") },
        record: Some(table.public_record()),
        options: Some(json!({"seconds": 0.2})),
        terms: Terms::default(),
        invite: Vec::new(),
    };
    let (copy, _) = house.open(again.clone()).unwrap();
    assert_ne!(copy.id(), table.id());
    let assignment = copy.assignment().unwrap();
    assert_eq!((assignment.seat, assignment.time.as_millis()), (Seat::Second, 200));
    let refused = |change: fn(&mut Setup)| {
        let mut setup = again.clone();
        change(&mut setup);
        setup.open(&Moment { now_ms: 0, random: [1; 32] }).unwrap_err()
    };
    assert!(matches!(refused(|setup| setup.game = Some("konane".to_owned())), TableError::BadRecord(_)));
    assert!(matches!(refused(|setup| setup.rules = Some(json!({"size": 15}))), TableError::BadRecord(_)));
    assert!(matches!(refused(|setup| setup.rules = Some(json!([]))), TableError::Invalid(_)));
    assert!(matches!(refused(|setup| setup.options = Some(json!("fast"))), TableError::Invalid(_)));
    assert!(matches!(refused(|setup| setup.seats.second = computer("godlike")), TableError::Catalog(_)));
    assert!(matches!(refused(|setup| setup.record = None), TableError::Invalid(_)));
}
