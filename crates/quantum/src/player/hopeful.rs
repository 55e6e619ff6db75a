//! A player who observes only where that can win.

use banmen_core::{Limits, Player, Progress};

use crate::{Move, Position, Stage};

/// Another player that skips where an observation cannot show a row of its own. To people an observation that can only miss or lose looks
/// like a mistake, and nearly always is one.
#[derive(Clone, Debug)]
pub struct Hopeful<P>(pub P);

impl<P: Player<Position>> Player<Position> for Hopeful<P> {
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        if position.outcome().is_none() && position.stage() == Stage::Decide && !position.row_possible(position.mover())
        {
            return Some(Move::Skip);
        }
        self.0.choose(position, limits, report)
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Game, Playable, Random, Turn};

    use super::*;
    use crate::Rules;
    use crate::odds::{Budget, odds};

    /// Every level but the exact one, whose moves are proved best.
    const LEVELS: [&str; 4] = ["random", "easy", "normal", "hard"];

    #[test]
    fn no_level_observes_where_its_odds_are_nought() {
        let mut random = Random::new(5);
        for rules in [Rules { size: 5, row: 3, ..Rules::video() }, Rules { size: 5, row: 3, ..Rules::rulebook() }] {
            for level in LEVELS {
                let mut player = Position::player(level, &rules, 1).unwrap();
                let mut position = Position::start(&rules).unwrap();
                while position.outcome().is_none() {
                    let m = if position.turn() == Turn::Chance {
                        position.draw(&mut random).unwrap()
                    } else {
                        let limits = Limits { nodes: Some(50), ..Limits::none() };
                        player.choose(&position, &limits, &mut |_| {}).unwrap()
                    };
                    if m == Move::Observe {
                        let chances = odds(position.grid(), rules.row, &Budget::default()).unwrap().chances;
                        let own = chances.only(position.mover()) + chances.both;
                        assert!(own > 0.0, "{level} observed in vain");
                    }
                    position.play(m).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_row_is_possible_where_the_odds_are_above_nought() {
        let mut random = Random::new(6);
        let rules = Rules { size: 4, row: 3, ..Rules::rulebook() };
        let mut compared = 0;
        for _ in 0..300 {
            let mut position = Position::start(&rules).unwrap();
            while position.outcome().is_none() {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                let m = position.draw(&mut random).or_else(|| random.pick(&legal).copied()).unwrap();
                position.play(m).unwrap();
                let chances = odds(position.grid(), rules.row, &Budget::default()).unwrap().chances;
                for seat in banmen_core::Seat::BOTH {
                    assert_eq!(
                        position.row_possible(seat),
                        chances.only(seat) + chances.both > 0.0,
                        "{:?}",
                        position.grid()
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 5000);
    }
}
