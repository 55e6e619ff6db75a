//! Checking afterwards that the draws were not tampered with.

use banmen_core::{Event, Game, Nonces, Record, Replay, ReplayError, Seal, Turn};
use serde::Serialize;

use crate::{Move, Position};

/// What came of checking a record's draws against its revealed seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whether the hash is the seed's, is the one noted at the start if that is known, and every draw that the seal speaks of is
    /// what the seed and the players' contributions say.
    pub fair: bool,
    /// Whether the published hash is the hash of the revealed seed.
    pub hash_matches: bool,
    /// How draws follow from the seed.
    pub construction: String,
    /// The published hash.
    pub hash: String,
    /// Whether it is the hash that was noted when the game began; `None` if none was given to compare it with.
    pub first_hash_matches: Option<bool>,
    /// What the players added to the draws.
    pub nonces: Nonces,
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
    /// Whether the seal speaks of it. A game that goes on from another record has draws that are older than its seal.
    pub sealed: bool,
}

/// The tag that says how many draws of a record are older than its seal.
const SEALED_FROM: &str = "sealed_from";

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
    #[error("the draws were made by {0:?}, this program knows {known}", known = [Seal::ALONE, Seal::TOGETHER].join(" and "))]
    Construction(String),
    /// The construction has contributions and the record has none, or the other way round.
    #[error("the contributions of the players do not belong to the record's construction")]
    Contributions,
}

/// Recomputes every observation of a record from its revealed seed: draw number `n` of the game decides the colours of
/// observation `n`, counted from 0, stone by stone in the order in which the stones were placed.
///
/// Seed, hash and draws can be made up together afterwards. Only the hash that somebody noted before the first draw, `first`, shows that
/// the seed was fixed by then.
pub fn verify(record: &Record, first: Option<&str>) -> Result<Verification, VerifyError> {
    // Replaying the whole record first names the event that cannot have happened, if there is one.
    record.replay::<Position>(crate::ID)?;
    let note = record.seal.as_ref().ok_or(VerifyError::NoSeal)?;
    if ![Seal::ALONE, Seal::TOGETHER].contains(&note.construction.as_str()) {
        return Err(VerifyError::Construction(note.construction.chars().take(40).collect()));
    }
    if note.construction != Seal::construction(&note.nonces) {
        return Err(VerifyError::Contributions);
    }
    let seed = note.seed.as_ref().ok_or(VerifyError::NoSeed)?;
    let seal = Seal::from_hex(seed).map_err(|error| VerifyError::Seed(error.to_string()))?;
    let hash_matches = seal.hash() == note.hash;
    let mut replay = Replay::<Position>::start(&record.rules::<Position>()?)?;
    let older: u64 = record.tags.get(SEALED_FROM).and_then(|count| count.parse().ok()).unwrap_or(0);
    let mut observations = Vec::new();
    for (index, event) in record.events.iter().enumerate() {
        if let (Turn::Chance, Event::Chance(recorded)) = (replay.turn(), event) {
            let number = observations.len() as u64;
            let recomputed = replay.position.draw(&mut seal.draw(number, &note.nonces)).as_ref().map(Move::to_string);
            let recomputed = recomputed.unwrap_or_default();
            let fair = &recomputed == recorded;
            let (event, recorded, sealed) = (index + 1, recorded.clone(), number >= older);
            observations.push(CheckedDraw { number, event, recorded, recomputed, fair, sealed });
        }
        replay.apply(event).map_err(|why| ReplayError::Event { number: index + 1, why })?;
    }
    let first_hash_matches = first.map(|first| first.trim().eq_ignore_ascii_case(&note.hash));
    Ok(Verification {
        fair: hash_matches
            && first_hash_matches != Some(false)
            && observations.iter().all(|draw| draw.fair || !draw.sealed),
        hash_matches,
        construction: note.construction.clone(),
        hash: note.hash.clone(),
        first_hash_matches,
        nonces: note.nonces,
        observations,
    })
}
