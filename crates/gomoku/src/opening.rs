//! The stages of an opening: who places which of the first stones, and who then decides about the colours.

use banmen_core::{IllegalMove, Seat};

use crate::symmetry::Symmetry;
use crate::{Move, Opening, Point, Position, Stone};

/// How many fifth moves Black offers.
pub const OFFERS: usize = 10;

/// What the player to move has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Place a stone of one's own colour anywhere: the opening is over.
    Play,
    /// Place stones of both colours anywhere.
    Lay {
        /// Who places them.
        by: Seat,
        /// How many are still to be placed.
        left: u8,
    },
    /// Place a stone at most so many lines from the centre.
    Near(u8),
    /// Take over the other colour or keep one's own.
    Choose {
        /// Who chooses.
        by: Seat,
        /// What may be chosen besides, [`Move::Two`] or [`Move::Ten`].
        or: Option<Move>,
    },
    /// Black offers fifth moves, no two of them alike.
    Offer,
    /// White chooses one of the moves offered.
    Pick,
}

impl Stage {
    /// The first stage of an opening.
    pub const fn first(opening: Opening) -> Self {
        match opening {
            Opening::None => Self::Play,
            Opening::Swap | Opening::Swap2 => Self::Lay { by: Seat::First, left: 3 },
            Opening::Taraguchi10 => Self::Near(0),
        }
    }
}

impl Position {
    /// The player who has to act now, also after the end of the game.
    pub(crate) fn actor(&self) -> Seat {
        match self.stage() {
            Stage::Play | Stage::Near(_) => self.seat_of(self.to_move()),
            Stage::Lay { by, .. } | Stage::Choose { by, .. } => by,
            Stage::Offer => self.seat_of(Stone::Black),
            Stage::Pick => self.seat_of(Stone::White),
        }
    }

    /// The decisions that may be made now.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Move> + use<> {
        let stage = self.stage();
        Move::DECISIONS.into_iter().filter(move |&decision| match stage {
            Stage::Choose { or, .. } => matches!(decision, Move::Swap | Move::Stay) || or == Some(decision),
            _ => false,
        })
    }

    /// What the opening has against a stone, or an offer, on an empty point.
    pub(crate) fn opening_objection(&self, point: Point) -> Option<String> {
        let size = self.size();
        match self.stage() {
            Stage::Play | Stage::Lay { .. } => None,
            Stage::Near(0) => (point != size.centre()).then(|| "the first stone comes to the centre".to_owned()),
            Stage::Near(reach) => {
                let centre = size.centre();
                let far = point.column().abs_diff(centre.column()).max(point.row().abs_diff(centre.row())) > reach;
                let side = 2 * reach + 1;
                far.then(|| format!("this stone comes to the {side}×{side} points in the centre"))
            }
            Stage::Choose { .. } => Some("first the colours have to be decided".to_owned()),
            Stage::Offer => {
                let symmetries = Symmetry::keeping(self.board());
                let twin = self
                    .offers()
                    .iter()
                    .find(|&&offer| symmetries.iter().any(|symmetry| symmetry.of(size, point) == offer))?;
                Some(if *twin == point {
                    "it has been offered already".to_owned()
                } else {
                    format!("it is the mirror image of {twin}, which has been offered")
                })
            }
            Stage::Pick => (!self.offers().contains(&point)).then(|| "it is not among the moves offered".to_owned()),
        }
    }

    /// The stage after a stone has been placed.
    pub(crate) fn stage_after_stone(&self) -> Stage {
        let stones = self.moves().len();
        match self.stage() {
            Stage::Lay { by, left } if left > 1 => Stage::Lay { by, left: left - 1 },
            Stage::Lay { by, .. } => {
                let or = (self.rules.opening == Opening::Swap2 && stones == 3).then_some(Move::Two);
                Stage::Choose { by: by.other(), or }
            }
            Stage::Near(_) => {
                Stage::Choose { by: self.seat_of(self.to_move()), or: (stones == 4).then_some(Move::Ten) }
            }
            _ => Stage::Play,
        }
    }

    /// Makes a decision about the opening.
    pub(crate) fn decide(&mut self, decision: Move) -> Result<(), IllegalMove> {
        let Stage::Choose { by, .. } = self.stage() else {
            return Err(IllegalMove::new(decision, "there is nothing to decide about the colours now"));
        };
        if !self.decisions().any(|legal| legal == decision) {
            return Err(IllegalMove::new(decision, "it is not among the choices here; swap or stay"));
        }
        let stones = self.moves().len();
        self.stage = match decision {
            Move::Two => Stage::Lay { by, left: 2 },
            Move::Ten => Stage::Offer,
            _ if self.rules.opening == Opening::Taraguchi10 && stones < 5 => Stage::Near(stones as u8),
            _ => Stage::Play,
        };
        self.exchanged ^= decision == Move::Swap;
        Ok(())
    }

    /// Offers a fifth move.
    pub(crate) fn offer(&mut self, point: Point) {
        self.offers.push(point);
        if self.offers.len() == OFFERS {
            self.stage = Stage::Pick;
        }
    }
}
