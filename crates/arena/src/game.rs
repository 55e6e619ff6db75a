//! One game of a match.

use std::time::{Duration, Instant};

use banmen_catalog::{AnyGame, Entry};
use banmen_core::{Cancel, Event, Outcome, Random, Record, Seat, Turn};
use serde_json::Value;

use crate::{Contender, Fault};

/// Under what conditions a game is played.
#[derive(Clone, Debug)]
pub struct Conditions<'a> {
    /// The game's rules.
    pub rules: &'a Value,
    /// The opening.
    pub opening: &'a [String],
    /// Time for a move of the first and the second contender.
    pub times: [Duration; 2],
    /// How much later a move may come before it loses.
    pub grace: Duration,
    /// Where each contender sits.
    pub seats: [Seat; 2],
    /// The seed of the contenders' noise and of chance.
    pub seed: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// A contender (0 or 1) lost by a fault.
    Fault(usize, Fault),
    /// The match was stopped; the game does not count.
    Stopped,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The record, with the faults of its ending in its tags.
    pub record: Record,
    /// How it ended.
    pub ending: Ending,
    /// The first contender's half points: 2, 1 or 0.
    pub half_points: u8,
    /// The longest time each contender took for a move.
    pub slowest: [Duration; 2],
    /// How far beyond its time each contender's latest move came.
    pub overrun: [Duration; 2],
}

/// Plays one game.
pub fn play(
    entry: &Entry,
    contenders: &mut [Box<dyn Contender>; 2],
    conditions: &Conditions,
    cancel: &Cancel,
) -> Result<Played, String> {
    let mut game = entry.start(conditions.rules).map_err(|error| error.to_string())?;
    for text in conditions.opening {
        game.apply(&Event::Move(text.clone())).map_err(|why| format!("opening: {why}"))?;
    }
    let mut slowest = [Duration::ZERO; 2];
    let mut overrun = [Duration::ZERO; 2];
    let ending = match contest(game.as_mut(), contenders, conditions, cancel, &mut slowest, &mut overrun) {
        Err((contender, fault)) => Ending::Fault(contender, fault),
        Ok(Some(outcome)) => Ending::Rules(outcome),
        Ok(None) => Ending::Stopped,
    };
    let half_points = match &ending {
        Ending::Rules(outcome) => (outcome.score(conditions.seats[0]) * 2.0).round() as u8,
        Ending::Fault(0, _) | Ending::Stopped => 0,
        Ending::Fault(..) => 2,
    };
    Ok(Played { record: game.record().clone(), ending, half_points, slowest, overrun })
}

type Lost = (usize, Fault);

fn contest(
    game: &mut dyn AnyGame,
    contenders: &mut [Box<dyn Contender>; 2],
    conditions: &Conditions,
    cancel: &Cancel,
    slowest: &mut [Duration; 2],
    overrun: &mut [Duration; 2],
) -> Result<Option<Outcome>, Lost> {
    for (index, contender) in contenders.iter_mut().enumerate() {
        let begun = contender.begin(game, conditions.seed.wrapping_mul(2).wrapping_add(index as u64), cancel);
        if cancel.is_set() {
            return Ok(None);
        }
        begun.map_err(|fault| (index, fault))?;
    }
    let mut chance = Random::new(conditions.seed);
    loop {
        if cancel.is_set() {
            return Ok(None);
        }
        match game.turn() {
            Turn::Over { outcome } => return Ok(Some(outcome)),
            Turn::Chance => {
                let event =
                    game.draw(&mut chance).ok_or((0, Fault::Refused("chance has nothing to draw".to_owned())))?;
                game.apply(&event).map_err(|why| (0, Fault::Refused(why)))?;
            }
            Turn::Seat { seat } => {
                let index = usize::from(conditions.seats[1] == seat);
                let time = conditions.times[index];
                contenders[index].catch_breath();
                let asked = Instant::now();
                let chosen = contenders[index].choose(game, time, cancel);
                let taken = asked.elapsed();
                // A match that is stopped is nobody's fault.
                if cancel.is_set() {
                    return Ok(None);
                }
                let text = chosen.map_err(|fault| (index, fault))?;
                slowest[index] = slowest[index].max(taken);
                overrun[index] = overrun[index].max(taken.saturating_sub(time));
                if taken > time + conditions.grace {
                    return Err((index, Fault::Late(taken)));
                }
                let event = Event::Move(text.clone());
                game.apply(&event).map_err(|why| (index, Fault::Illegal(format!("{text}: {why}"))))?;
            }
        }
    }
}
