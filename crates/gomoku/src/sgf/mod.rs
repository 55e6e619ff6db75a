//! Games in the Smart Game Format, `GM[4]`, with their variations, comments, signs and arrows.
//!
//! SGF has no words for openings. Ours are private properties, which other programs pass over: `OPENING[swap2]` in the root,
//! `DECISION[swap]` for a node where somebody decides, `OFFER[hg]` for a fifth move that is offered. Stones are `B` and `W` as
//! ever, and `PB` and `PW` name who plays the colours at the end.

mod read;
mod syntax;
mod write;

use banmen_core::{ExchangeError, SignKind};

pub use read::read;
pub use write::write;

/// The longest text that is read. Real collections are far smaller; beyond this nothing is looked at.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;

/// What SGF has no words for: the opening in the root, a decision in it, and a move offered.
const OPENING: &str = "OPENING";
const DECISION: &str = "DECISION";
const OFFER: &str = "OFFER";

/// The game number of gomoku and renju in SGF.
const GAME: &str = "4";

/// Tags of a record and the SGF properties that carry them.
const TAGS: [(&str, &str); 8] = [
    ("first", "PB"),
    ("second", "PW"),
    ("first_rating", "BR"),
    ("second_rating", "WR"),
    ("date", "DT"),
    ("event", "EV"),
    ("round", "RO"),
    ("place", "PC"),
];

/// The tag of the same fact about the other player.
fn others(tag: &str) -> &str {
    match tag {
        "first" => "second",
        "second" => "first",
        "first_rating" => "second_rating",
        "second_rating" => "first_rating",
        other => other,
    }
}

/// Signs and the SGF properties that carry them; a label has a property of its own.
const SIGNS: [(SignKind, &str); 4] =
    [(SignKind::Circle, "CR"), (SignKind::Square, "SQ"), (SignKind::Triangle, "TR"), (SignKind::Cross, "MA")];

/// Why a text is not a game of gomoku in SGF, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// More than [`MAX_BYTES`].
    #[error("the text has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// How many it has.
        bytes: usize,
    },
    /// The text does not follow the format.
    #[error("line {line}, column {column}: {what}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// What was found and what was expected.
        what: String,
    },
    /// The format is right, the game is not.
    #[error("line {line}, column {column}: {property}[{value}]: {why}")]
    Property {
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// The property's name.
        property: String,
        /// Its value, cut to a readable length.
        value: String,
        /// What is wrong with it.
        why: String,
    },
}

impl From<SgfError> for ExchangeError {
    fn from(error: SgfError) -> Self {
        Self::Malformed(format!("SGF: {error}"))
    }
}
