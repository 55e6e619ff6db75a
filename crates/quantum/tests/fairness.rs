//! Draws follow from the seed, anybody can recompute them, and meddling shows.

use std::fmt::Write;
use std::process::Command;

use banmen_core::{Draw, Event, Game, Nonce, Nonces, Random, Record, Seal, SealNote, Turn};
use banmen_quantum::{ID, Move, Position, Rules, VerifyError, verify};

/// What players contributed: in some games both, in some one of them, or nobody.
fn nonces(game: u64) -> Nonces {
    let nonce = |number: u64| {
        let mut random = Random::new(number + 1000);
        Some(Nonce::new(std::array::from_fn(|_| random.next_u64() as u8)))
    };
    match game % 4 {
        0 => Nonces { first: nonce(game), second: nonce(game + 1) },
        1 => Nonces { first: nonce(game), second: None },
        2 => Nonces { first: None, second: nonce(game) },
        _ => Nonces::default(),
    }
}

/// A finished game under a seal, whose players do anything.
fn sealed_game(rules: &Rules, seal: Seal, seed: u64) -> Record {
    let mut random = Random::new(seed);
    let mut position = Position::start(rules).unwrap();
    let mut record = Record::new::<Position>(ID, rules);
    let nonces = nonces(seed);
    let construction = Seal::construction(&nonces).to_owned();
    record.seal = Some(SealNote { construction, hash: seal.hash(), seed: Some(seal.reveal()), nonces });
    let mut draws = 0;
    loop {
        let (m, event): (Move, fn(String) -> Event) = match position.turn() {
            Turn::Over { .. } => return record,
            Turn::Chance => {
                draws += 1;
                (position.draw(&mut seal.draw(draws - 1, &nonces)).unwrap(), Event::Chance)
            }
            Turn::Seat { .. } => {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                (*random.pick(&legal).unwrap(), Event::Move)
            }
        };
        position.play(m).unwrap();
        record.events.push(event(m.to_string()));
    }
}

fn seal(number: u64) -> Seal {
    let mut random = Random::new(number);
    Seal::new(std::array::from_fn(|_| random.next_u64() as u8))
}

#[test]
fn honest_records_verify() {
    for (number, rules) in [Rules::video(), Rules::rulebook()].into_iter().enumerate() {
        let rules = Rules { size: 7, ..rules };
        for game in 0..20 {
            let record = sealed_game(&rules, seal(game), 100 * number as u64 + game);
            let verification = verify(&record, None).unwrap();
            assert!(verification.fair, "{verification:?}");
            assert!(!verification.observations.is_empty());
        }
    }
}

/// The other colour for the first stone of the first draw. That draw is of few stones and ends no game, so the record replays whatever it
/// shows.
fn change_the_first_draw(record: &mut Record) {
    let mut draws = record.events.iter_mut().filter_map(|event| match event {
        Event::Chance(text) => Some(text),
        _ => None,
    });
    let first = draws.next().unwrap();
    let flipped = if first.starts_with('b') { "w" } else { "b" };
    first.replace_range(0..1, flipped);
}

#[test]
fn a_changed_draw_is_found() {
    let rules = Rules { size: 7, ..Rules::video() };
    for game in 0..20 {
        let mut record = sealed_game(&rules, seal(game), game);
        change_the_first_draw(&mut record);
        let verification = verify(&record, None).unwrap();
        assert!(!verification.fair && verification.hash_matches);
        assert_eq!(verification.observations.iter().filter(|draw| !draw.fair).count(), 1);
    }
}

#[test]
fn draws_older_than_the_seal_are_not_called_unfair() {
    let rules = Rules { size: 7, ..Rules::video() };
    for game in 0..20 {
        let mut record = sealed_game(&rules, seal(game), game);
        change_the_first_draw(&mut record);
        record.tags.insert("sealed_from".to_owned(), "1".to_owned());
        let verification = verify(&record, None).unwrap();
        assert!(verification.fair, "{verification:?}");
        let sealed: Vec<bool> = verification.observations.iter().map(|draw| draw.sealed).collect();
        assert!(!sealed[0] && sealed[1..].iter().all(|&sealed| sealed));
        // The seal speaks of all others.
        record.tags.insert("sealed_from".to_owned(), "0".to_owned());
        assert!(!verify(&record, None).unwrap().fair);
    }
}

#[test]
fn a_changed_seed_is_found() {
    let mut record = sealed_game(&Rules { size: 5, ..Rules::video() }, seal(1), 1);
    record.seal.as_mut().unwrap().seed = Some(seal(2).reveal());
    let verification = verify(&record, None).unwrap();
    assert!(!verification.hash_matches && !verification.fair);
}

#[test]
fn a_record_that_was_made_up_with_its_seed_fails_against_the_first_hash() {
    let rules = Rules { size: 5, ..Rules::video() };
    let (honest, forged) = (sealed_game(&rules, seal(1), 1), sealed_game(&rules, seal(2), 2));
    let first = honest.seal.as_ref().unwrap().hash.clone();
    let verification = verify(&honest, Some(&first)).unwrap();
    assert!(verification.fair && verification.first_hash_matches == Some(true));
    assert!(verify(&forged, None).unwrap().fair, "by itself it is as good as any");
    let verification = verify(&forged, Some(&first)).unwrap();
    assert!(!verification.fair && verification.hash_matches && verification.first_hash_matches == Some(false));
}

#[test]
fn a_contribution_that_was_changed_or_left_out_is_found() {
    let rules = Rules { size: 7, ..Rules::video() };
    let record = sealed_game(&rules, seal(4), 4);
    let with = |change: fn(&mut Nonces)| {
        let mut record = record.clone();
        change(&mut record.seal.as_mut().unwrap().nonces);
        verify(&record, None)
    };
    assert!(with(|_| ()).unwrap().fair);
    let other = |nonces: &mut Nonces| nonces.first = self::nonces(8).first;
    let less = |nonces: &mut Nonces| nonces.second = None;
    let exchanged = |nonces: &mut Nonces| std::mem::swap(&mut nonces.first, &mut nonces.second);
    for change in [other as fn(&mut Nonces), less, exchanged] {
        let verification = with(change).unwrap();
        assert!(verification.hash_matches && !verification.fair);
    }
    assert_eq!(with(|nonces| *nonces = Nonces::default()), Err(VerifyError::Contributions));
    let mut disguised = record.clone();
    disguised.seal.as_mut().unwrap().construction = Seal::ALONE.to_owned();
    assert_eq!(verify(&disguised, None), Err(VerifyError::Contributions));
}

#[test]
fn reject_what_cannot_be_checked() {
    let record = sealed_game(&Rules { size: 5, ..Rules::video() }, seal(3), 3);
    let changed = |change: fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        verify(&record, None).unwrap_err()
    };
    assert_eq!(changed(|record| record.seal = None), VerifyError::NoSeal);
    assert_eq!(changed(|record| record.seal.as_mut().unwrap().seed = None), VerifyError::NoSeed);
    let error = changed(|record| record.seal.as_mut().unwrap().seed = Some("12".to_owned()));
    assert!(matches!(error, VerifyError::Seed(_)));
    let error = changed(|record| record.seal.as_mut().unwrap().construction = "dice".to_owned());
    assert!(matches!(error, VerifyError::Construction(_)));
    assert!(matches!(changed(|record| record.game = "gomoku".to_owned()), VerifyError::Replay(_)));
    assert!(matches!(changed(|record| record.events.push(Event::Move("a1".to_owned()))), VerifyError::Replay(_)));
}

/// The first block of Python in the page about fairness.
fn snippet() -> String {
    let page = include_str!("../../../docs/fairness.md");
    let (_, rest) = page.split_once("```python\n").expect("the page has a snippet");
    rest.split_once("```").expect("the snippet ends").0.to_owned()
}

#[test]
fn the_published_snippet_recomputes_the_draws() {
    let mut program = snippet();
    let mut expected = Vec::new();
    for game in 0..5 {
        let seal = seal(game);
        let record = sealed_game(&Rules { size: 9, ..Rules::rulebook() }, seal, game + 50);
        let mut position = Position::start(&Rules { size: 9, ..Rules::rulebook() }).unwrap();
        let mut draws = 0;
        for event in &record.events {
            if let Event::Chance(text) = event {
                let percents: Vec<String> = position
                    .order()
                    .iter()
                    .map(|&index| position.grid().at(usize::from(index)).unwrap().to_string())
                    .collect();
                let Nonces { first, second } = nonces(game + 50);
                let [first, second] =
                    [first, second].map(|nonce| nonce.map_or("None".to_owned(), |nonce| format!("'{nonce}'")));
                let percents = percents.join(", ");
                writeln!(program, "print(draw({:?}, {draws}, [{percents}], {first}, {second}))", seal.reveal())
                    .unwrap();
                expected.push(text.clone());
                draws += 1;
            }
            let (Event::Move(text) | Event::Chance(text)) = event else { continue };
            position.play(text.parse().unwrap()).unwrap();
        }
    }
    assert!(expected.len() > 10);
    let Ok(output) = Command::new("python3").arg("-c").arg(&program).output() else {
        assert!(std::env::var("BANMEN_PYTHON").is_err(), "python3 is missing");
        println!("skipped: there is no python3 on this machine to run the snippet of docs/fairness.md");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
}
