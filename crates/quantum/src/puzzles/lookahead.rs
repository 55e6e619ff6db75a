//! A plain look ahead, turn by turn with all placements and exact odds: how deep a player has to look, and a check of the solver.

use banmen_core::{Game, Seat, Turn};
use rustc_hash::FxHashMap;

use crate::odds::{Budget, Chances, odds};
use crate::search::Look;
use crate::{Colours, Grid, Move, Position, Stage};

/// Odds that have been worked out.
#[derive(Default)]
pub struct Lookahead {
    odds: FxHashMap<Vec<Option<u8>>, Chances>,
}

impl Lookahead {
    /// Every move of the player to decide with its expected score, looking `turns` turns ahead; what lies beyond counts as even.
    /// Rules after which a miss changes nothing only.
    pub fn values(&mut self, position: &Position, turns: u32) -> Vec<(Move, f64)> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        legal.into_iter().filter_map(|m| Some((m, self.after(position, m, turns)?))).collect()
    }

    /// The expected score of the player to decide after one of its moves.
    fn after(&mut self, position: &Position, m: Move, turns: u32) -> Option<f64> {
        let seat = position.mover();
        let mut next = position.clone();
        next.play(m).ok()?;
        if m == Move::Observe {
            let look = self.look(position.grid(), position.rules().row, seat, position);
            if look.nothing <= 0.0 {
                return Some(look.win);
            }
            let missed = miss(&next)?;
            return Some(look.win + look.nothing * self.rest(&missed, seat, turns));
        }
        Some(self.rest(&next, seat, turns))
    }

    /// The expected score of `seat` in a position in which anybody may be to decide.
    fn rest(&mut self, position: &Position, seat: Seat, turns: u32) -> f64 {
        let mover = match position.turn() {
            Turn::Over { outcome } => return outcome.score(seat),
            _ => position.mover(),
        };
        let same_turn = position.stage() == Stage::Decide;
        if turns == 0 && !same_turn {
            return 0.5;
        }
        let turns = if same_turn { turns } else { turns - 1 };
        let values = self.values(position, turns);
        let best = values.into_iter().map(|(_, value)| value).fold(0.0, f64::max);
        if mover == seat { best } else { 1.0 - best }
    }

    fn look(&mut self, grid: &Grid, row: u8, observer: Seat, position: &Position) -> Look {
        let key: Vec<Option<u8>> = (0..grid.points()).map(|cell| grid.at(cell).map(crate::Percent::get)).collect();
        let chances = *self.odds.entry(key).or_insert_with(|| {
            let budget = Budget { states: usize::MAX / 2, samples: 0, seed: 0 };
            odds(grid, row, &budget).map_or(Chances::NOTHING, |odds| odds.chances)
        });
        Look::new(chances, observer, position.rules().both_rows)
    }
}

/// The position after an observation that showed no row, whichever it was.
fn miss(observed: &Position) -> Option<Position> {
    let stones = observed.order().len();
    (0..1u32 << stones).find_map(|black| {
        let colours: Colours = (0..stones).map(|stone| (black ^ 0x5a5a) >> stone & 1 == 1).collect();
        let mut after = observed.clone();
        after.play(Move::Collapse(colours)).ok()?;
        let won =
            after.outcome().is_some_and(|outcome| outcome.winner.is_some() || outcome.reason != crate::reason::FULL);
        (!won).then_some(after)
    })
}
