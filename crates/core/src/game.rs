use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Draw, Seat, Turn};

/// What a referee needs, and nothing that a player needs.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// What may be chosen before the first move. The default rules are the game as most people know it.
    type Rules: Default + Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// One event of the game, a player's or chance's. Its text form is its notation.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseMoveError> + Send + Sync;

    /// The first position under these rules.
    fn start(rules: &Self::Rules) -> Result<Self, RulesError>;

    /// The rules this position is played under.
    fn rules(&self) -> &Self::Rules;

    /// Whose decision comes next.
    fn turn(&self) -> Turn;

    /// Appends every move that the player to move may make; nothing when chance decides or the game is over.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move (or the outcome of a draw). An illegal one changes nothing.
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove>;

    /// The side whose piece the next move is about. It is not the mover's own where an opening lets one player place stones of
    /// both colours, or where the players have exchanged sides.
    fn side_to_move(&self) -> Option<Seat> {
        self.turn().seat()
    }

    /// Whether each player has taken over the side with which the other one began.
    fn sides_exchanged(&self) -> bool {
        false
    }

    /// Lets chance decide; `None` unless the turn is [`Turn::Chance`]. The position does not change until the event is played.
    fn draw(&self, source: &mut dyn Draw) -> Option<Self::Move> {
        let _ = source;
        None
    }
}

/// Text that is no move in this game's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a move: {expected}")]
pub struct ParseMoveError {
    /// What was read, cut to a readable length.
    pub text: String,
    /// What would have been understood.
    pub expected: String,
}

impl ParseMoveError {
    /// The longest piece of somebody's text that is repeated in an error.
    const QUOTED: usize = 40;

    /// An error about `text` where `expected` was expected.
    pub fn new(text: &str, expected: impl Into<String>) -> ParseMoveError {
        let mut quoted: String = text.chars().take(Self::QUOTED).collect();
        if quoted.len() < text.len() {
            quoted.push('…');
        }
        ParseMoveError { text: quoted, expected: expected.into() }
    }
}

/// A move that may not be played here, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{played} cannot be played: {why}")]
pub struct IllegalMove {
    /// The move.
    pub played: String,
    /// The rule it breaks.
    pub why: String,
}

impl IllegalMove {
    /// An error about `played`.
    pub fn new(played: impl Display, why: impl Into<String>) -> IllegalMove {
        IllegalMove { played: played.to_string(), why: why.into() }
    }
}

/// Rules that no game can be played under.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules do not fit: {field}: {why}")]
pub struct RulesError {
    /// The field of the rules.
    pub field: String,
    /// What is wrong with it, and what was expected.
    pub why: String,
}

impl RulesError {
    /// An error about one field of the rules.
    pub fn new(field: impl Into<String>, why: impl Into<String>) -> RulesError {
        RulesError { field: field.into(), why: why.into() }
    }
}
