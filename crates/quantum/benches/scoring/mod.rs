//! Games scored by their odds: what an observation wins counts at once, and the game goes on from a miss.

use banmen_core::{Game, Random, Seat};
use banmen_quantum::odds::{Budget, odds};
use banmen_quantum::{Move, Position};

/// Below this weight an observation is drawn and ends the game, or does not.
pub const LITTLE: f64 = 0.1;
/// Below this weight the rest counts as even.
pub const NOTHING: f64 = 1e-3;

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
