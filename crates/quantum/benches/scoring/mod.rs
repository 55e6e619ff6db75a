//! Games scored by their odds: what an observation wins counts at once, and the game goes on from a miss.

use banmen_core::{Game, Random, Seat};
use banmen_quantum::odds::{Budget, odds};
use banmen_quantum::{Move, Position};

/// Below this weight an observation is drawn and ends the game, or does not.
const LITTLE: f64 = 0.1;
/// Below this weight the rest counts as even.
const NOTHING: f64 = 1e-3;

/// What a game has brought so far.
#[derive(Clone, Copy)]
pub struct Ledger {
    /// The first player's score.
    pub score: f64,
    /// The chance that the game is still on.
    pub weight: f64,
}

impl Ledger {
    pub const START: Self = Self { score: 0.0, weight: 1.0 };

    /// Ends the game, whose rest is worth so much to the first player.
    pub fn end(&mut self, worth: f64) {
        self.score += self.weight * worth;
        self.weight = 0.0;
    }

    /// Counts an observation: what the game goes on with, or `None` if hardly anything is left of it.
    pub fn observe(&mut self, position: &Position, random: &mut Random) -> Option<Move> {
        if self.weight < LITTLE {
            return Some(position.draw(random).unwrap());
        }
        let [win, nothing] = observation(position, Seat::First);
        self.score += self.weight * win;
        self.weight *= nothing;
        if self.weight < NOTHING {
            self.end(0.5);
            return None;
        }
        Some(miss(position, random))
    }
}

/// The chances that an observation wins for this player, and that nothing comes of it.
pub fn observation(position: &Position, to: Seat) -> [f64; 2] {
    let chances = odds(position.grid(), position.rules().row, &Budget::default()).unwrap().chances;
    // Under both presets the observer wins when both have a row.
    let both = if position.mover() == to { chances.both } else { 0.0 };
    [chances.only(to) + both, chances.none]
}

/// An observation without a row, drawn by the chances that misses have.
pub fn miss(position: &Position, random: &mut Random) -> Move {
    loop {
        let drawn = position.draw(random).unwrap();
        let mut after = position.clone();
        after.play(drawn).unwrap();
        if after.outcome().is_none_or(|outcome| outcome.winner.is_none()) {
            return drawn;
        }
    }
}
