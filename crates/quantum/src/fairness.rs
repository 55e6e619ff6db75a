//! Checking afterwards that the draws were not tampered with.

use banmen_core::{Event, Game, Record, Replay, ReplayError, Seal, Turn};
use serde::Serialize;

use crate::{Move, Position};

/// What came of checking a record's draws against its revealed seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whether the hash is the seed's and every draw is what the seed says.
    pub fair: bool,
    /// Whether the published hash is the hash of the revealed seed.
    pub hash_matches: bool,
    /// How draws follow from the seed.
    pub construction: String,
    /// The published hash.
    pub hash: String,
    /// Every observation, in order.
    pub observations: Vec<CheckedDraw>,
}

/// One observation of a record beside what the seed says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedDraw {
    /// Its number, counted from 0 as the construction counts.
    pub number: u64,
    /// The event of the record, counted from 1.
    pub event: usize,
    /// What the record says was drawn.
    pub recorded: String,
    /// What the seed says.
    pub recomputed: String,
    /// Whether both are the same.
    pub fair: bool,
}

/// A record that cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// It is not a record of this game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It has no seal.
    #[error("the record has no fairness seal, so nothing was promised about its draws")]
    NoSeal,
    /// The seed is still secret.
    #[error("the seed has not been revealed; it is shown when the game has ended")]
    NoSeed,
    /// The seed is not a seed.
    #[error("the revealed seed cannot be read: {0}")]
    Seed(String),
    /// The draws were made in a way this program does not know.
    #[error("the draws were made by {0:?}, this program knows {known}", known = Seal::CONSTRUCTION)]
    Construction(String),
}

/// Recomputes every observation of a record from its revealed seed: draw number `n` of the game decides the colours of
/// observation `n`, counted from 0, stone by stone in the order in which the stones were placed.
pub fn verify(record: &Record) -> Result<Verification, VerifyError> {
    // Replaying the whole record first names the event that cannot have happened, if there is one.
    record.replay::<Position>(crate::ID)?;
    let note = record.seal.as_ref().ok_or(VerifyError::NoSeal)?;
    if note.construction != Seal::CONSTRUCTION {
        return Err(VerifyError::Construction(note.construction.chars().take(40).collect()));
    }
    let seed = note.seed.as_ref().ok_or(VerifyError::NoSeed)?;
    let seal = Seal::from_hex(seed).map_err(|error| VerifyError::Seed(error.to_string()))?;
    let hash_matches = seal.hash() == note.hash;
    let mut replay = Replay::<Position>::start(&record.rules::<Position>()?)?;
    let mut observations = Vec::new();
    for (index, event) in record.events.iter().enumerate() {
        if let (Turn::Chance, Event::Chance(recorded)) = (replay.turn(), event) {
            let number = observations.len() as u64;
            let recomputed = replay.position.draw(&mut seal.draw(number)).as_ref().map(Move::to_string);
            let recomputed = recomputed.unwrap_or_default();
            let fair = &recomputed == recorded;
            observations.push(CheckedDraw { number, event: index + 1, recorded: recorded.clone(), recomputed, fair });
        }
        replay.apply(event).map_err(|why| ReplayError::Event { number: index + 1, why })?;
    }
    Ok(Verification {
        fair: hash_matches && observations.iter().all(|draw| draw.fair),
        hash_matches,
        construction: note.construction.clone(),
        hash: note.hash.clone(),
        observations,
    })
}
