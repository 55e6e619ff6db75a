//! The seed's computer: a random point, and an observation half of the time.

use banmen_core::{Draw, Game, Limits, Player, Progress, Random};

use crate::{Move, Position};

/// Plays any legal event, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// The player of this seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }
}

impl Player<Position> for RandomPlayer {
    fn choose(&mut self, position: &Position, _: &Limits, _: &mut dyn FnMut(Progress)) -> Option<Move> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        (!legal.is_empty()).then(|| legal[self.random.below(legal.len() as u64) as usize])
    }
}
