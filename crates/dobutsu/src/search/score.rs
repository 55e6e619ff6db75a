//! Scores: hundredths of a chick, or the distance to a forced end.

use std::fmt;

use banmen_core::Seat;

/// The score of having won already; a win in `n` plies is worth `n` less.
pub(super) const MATE: i32 = 32_000;
/// Above every score.
pub(super) const INFINITE: i32 = 32_001;
/// Scores beyond this tell a forced end, however far the search can see.
pub(super) const FORCED: i32 = MATE - 1000;
/// The score of a draw.
pub(super) const DRAW: i32 = 0;

/// The score of winning at this ply.
#[inline]
pub(super) const fn win_at(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The score of losing at this ply.
#[inline]
pub(super) const fn loss_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(pub(super) i32);

impl Score {
    /// The number of plies to a forced end: positive when the side to move wins, negative (or zero) when it loses.
    ///
    /// Where the lion is taken, its being taken is the last ply; where it is mated, the mating move is.
    pub const fn mate(self) -> Option<i32> {
        if self.0 >= FORCED {
            Some(MATE - self.0)
        } else if self.0 <= -FORCED {
            Some(-(MATE + self.0))
        } else {
            None
        }
    }

    /// Whether the side to move loses by force.
    pub const fn is_loss(self) -> bool {
        self.0 <= -FORCED
    }

    /// Hundredths of a chick; beyond all material for a forced end.
    pub const fn centichicks(self) -> i32 {
        self.0
    }

    /// The same in the words all games share: in chicks, or the way to a forced end.
    pub fn told(self, to_move: Seat) -> banmen_core::Score {
        match self.mate() {
            Some(plies) => {
                let winner = if plies > 0 { to_move } else { to_move.other() };
                banmen_core::Score::win_after(winner, to_move, plies.unsigned_abs())
            }
            None => banmen_core::Score::value(to_move, f64::from(self.0) / 100.0),
        }
    }

    /// The share of the bar that the side to move gets, 0 to 1: the expected score of the game.
    pub fn expectation(self) -> f64 {
        match self.mate() {
            Some(_) => f64::from(u8::from(self.0 > 0)),
            None => crate::evaluation::expectation(f64::from(self.0)),
        }
    }

    /// The same score as the opponent sees it.
    pub const fn reversed(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// `+1.20` in chicks, `win in 5` or `loss in 4` in the winner's own moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(plies) if plies > 0 => write!(f, "win in {}", (plies + 1) / 2),
            Some(plies) => write!(f, "loss in {}", -plies / 2),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}
