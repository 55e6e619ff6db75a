//! The conformance suite: what every game promises, checked by random playouts. A game runs it with one line.

use std::collections::HashSet;

use crate::{Draw, Event, Random, Record, Replay, Show, Turn};

/// More events than any game in the catalogue can have; a playout that gets here does not end.
const NEVER_ENDS: usize = 20_000;
/// How many moves seen elsewhere are tried at each position, to be refused unless they are legal there.
const STRANGERS: usize = 60;

/// Plays `playouts` random games under each of the rules and checks at every step:
///
/// - every legal move is listed once, is accepted, and its text reads back as the same move;
/// - every other move (drawn from all moves seen so far) is refused, and refusing changes nothing;
/// - the view lists exactly the legal moves and knows whose turn it is;
/// - the record replays to the same position, through JSON;
/// - the game ends, and then nothing can be played.
///
/// # Panics
/// When the game breaks a promise; the message says which, and after which moves.
pub fn conformance<G: Show>(id: &str, all_rules: &[G::Rules], playouts: usize) {
    for (index, rules) in all_rules.iter().enumerate() {
        let mut seen = Vec::new();
        let mut known = HashSet::new();
        for playout in 0..playouts {
            let mut random = Random::new((index * 1_000_003 + playout) as u64);
            playout_conforms::<G>(id, rules, &mut random, &mut seen, &mut known);
        }
    }
}

fn playout_conforms<G: Show>(
    id: &str,
    rules: &G::Rules,
    random: &mut Random,
    seen: &mut Vec<G::Move>,
    known: &mut HashSet<G::Move>,
) {
    let mut replay = Replay::<G>::start(rules).expect("the rules under test can be played");
    let mut record = Record::new::<G>(id, rules);
    let mut legal = Vec::new();
    // The view and the strangers are costly on large boards: look at every early position and then at some.
    let thoroughness = 8;
    loop {
        let position = &replay.position;
        legal.clear();
        position.legal_moves(&mut legal);
        let step = record.events.len();
        assert!(step < NEVER_ENDS, "a game of {id} under {rules:?} did not end after {step} events");
        let look_closely = step < thoroughness || random.below(thoroughness as u64) == 0;
        let context = || format!("{id} under {rules:?} after {:?}", record.events);
        assert_eq!(position.rules(), rules, "a position forgot its rules: {}", context());
        if look_closely {
            check_position(position, &legal, random, seen, &context);
        }
        let event = match position.turn() {
            Turn::Over { .. } => {
                assert!(legal.is_empty(), "moves after the end: {}", context());
                break;
            }
            Turn::Chance => {
                assert!(legal.is_empty(), "a player may move while chance decides: {}", context());
                let m = position.draw(random).unwrap_or_else(|| panic!("chance has nothing to draw: {}", context()));
                remember(m, seen, known);
                Event::Chance(m.to_string())
            }
            Turn::Seat { .. } => {
                assert!(position.draw(random).is_none(), "chance draws in a player's turn: {}", context());
                let m = *random
                    .pick(&legal)
                    .unwrap_or_else(|| panic!("no legal move, but the game goes on: {}", context()));
                for &m in &legal {
                    remember(m, seen, known);
                }
                Event::Move(m.to_string())
            }
        };
        replay.apply(&event).unwrap_or_else(|why| panic!("legal {event:?} was refused ({why}): {}", context()));
        record.events.push(event);
    }
    let json = serde_json::to_string(&record).expect("a record has a JSON form");
    let read: Record = serde_json::from_str(&json).expect("our own record can be read");
    assert_eq!(read, record, "a record changed on its way through JSON");
    let again = read.replay::<G>(id).unwrap_or_else(|error| panic!("our own record does not replay: {error}"));
    assert_eq!(again, replay, "a replayed record leads elsewhere: {record:?}");
}

fn remember<M: Copy + Eq + std::hash::Hash>(m: M, seen: &mut Vec<M>, known: &mut HashSet<M>) {
    if known.insert(m) {
        seen.push(m);
    }
}

fn check_position<G: Show>(
    position: &G,
    legal: &[G::Move],
    random: &mut Random,
    seen: &[G::Move],
    context: &dyn Fn() -> String,
) {
    let legal_set: HashSet<G::Move> = legal.iter().copied().collect();
    assert_eq!(legal_set.len(), legal.len(), "a legal move is listed twice: {}", context());
    for &m in legal {
        let text = m.to_string();
        assert_eq!(text.parse::<G::Move>().ok(), Some(m), "{text} does not read back as itself: {}", context());
    }
    if let Some(&m) = random.pick(legal) {
        let mut after = position.clone();
        after.play(m).unwrap_or_else(|error| panic!("legal {m} was refused ({error}): {}", context()));
    }
    let in_chance = position.turn() == Turn::Chance;
    for _ in 0..STRANGERS {
        let Some(&stranger) = random.pick(seen) else { break };
        let mut after = position.clone();
        // Many outcomes of one draw are possible; only in a player's turn is the list of legal moves complete.
        if !in_chance && !legal_set.contains(&stranger) {
            assert!(after.play(stranger).is_err(), "{stranger} is not listed but was accepted: {}", context());
            assert!(&after == position, "refusing {stranger} changed the position: {}", context());
        }
    }
    let view = position.view();
    let mut drawn: Vec<&str> = view.moves.iter().map(|m| m.text.as_str()).collect();
    let mut listed: Vec<String> = legal.iter().map(ToString::to_string).collect();
    drawn.sort_unstable();
    listed.sort_unstable();
    assert_eq!(drawn, listed, "the view's moves are not the legal moves: {}", context());
    assert_eq!(view.turn, position.turn(), "the view is of another turn: {}", context());
    for piece in &view.pieces {
        assert!(
            piece.at.x < view.grid.columns && piece.at.y < view.grid.rows,
            "a piece beside the board: {}",
            context()
        );
    }
}
