use serde::{Deserialize, Serialize};

/// One of the two sides of a game. `First` makes the first move: Black in gomoku and Konane, the lower side in animal shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
}

impl Seat {
    /// Both seats, in order of play.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent's seat.
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first seat, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Seat>,
    /// Why, as a key that the page translates (`reason.five`, `reason.lion_taken`, …, without the `reason.`).
    pub reason: &'static str,
}

impl Outcome {
    /// A win for `seat`.
    pub const fn win(seat: Seat, reason: &'static str) -> Outcome {
        Outcome { winner: Some(seat), reason }
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// The score of `seat`: win 1, draw ½, loss 0.
    pub fn score(&self, seat: Seat) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == seat => 1.0,
            Some(_) => 0.0,
        }
    }
}

/// Whose decision comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Turn {
    /// A player decides.
    Seat {
        /// Which one.
        seat: Seat,
    },
    /// Chance decides: the next event is the outcome of a draw.
    Chance,
    /// Nobody decides any more.
    Over {
        /// The result.
        outcome: Outcome,
    },
}

impl Turn {
    /// The seat to move, if a player decides.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Turn::Seat { seat } => Some(seat),
            _ => None,
        }
    }

    /// The result, if the game is over.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over { outcome } => Some(outcome),
            _ => None,
        }
    }

    /// A player's turn.
    pub const fn of(seat: Seat) -> Turn {
        Turn::Seat { seat }
    }

    /// The end of the game.
    pub const fn over(outcome: Outcome) -> Turn {
        Turn::Over { outcome }
    }
}
