use banmen_core::Seat;
use serde::{Deserialize, Serialize};

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum SeatSpec {
    /// A person, who shows a token with every move.
    Human {},
    /// The computer.
    Level {
        /// One of the game's levels.
        level: String,
    },
}

impl SeatSpec {
    /// The computer's level, or `None` for a person.
    pub fn level(&self) -> Option<&str> {
        match self {
            SeatSpec::Human {} => None,
            SeatSpec::Level { level } => Some(level),
        }
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        self.level().is_none()
    }
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The side that moves first.
    pub first: SeatSpec,
    /// The side that moves second.
    pub second: SeatSpec,
}

impl Seats {
    /// Two people.
    pub fn people() -> Seats {
        Seats { first: SeatSpec::Human {}, second: SeatSpec::Human {} }
    }

    /// Who sits on this seat.
    pub fn of(&self, seat: Seat) -> &SeatSpec {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }

    /// The same two with their seats exchanged.
    pub fn swapped(&self) -> Seats {
        Seats { first: self.second.clone(), second: self.first.clone() }
    }

    /// Whether nobody but the computer plays.
    pub fn only_computers(&self) -> bool {
        Seat::BOTH.iter().all(|&seat| !self.of(seat).is_human())
    }

    /// Whether two people play each other.
    pub fn only_people(&self) -> bool {
        Seat::BOTH.iter().all(|&seat| self.of(seat).is_human())
    }
}
