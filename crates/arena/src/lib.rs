//! Matches between players, and what they prove.
//!
//! Two contenders ([`Spec`]) play a number of games ([`Match`]): each opening twice with colours reversed, several games at a
//! time if wanted. Every game is saved as a record, so that a match that was stopped goes on where it ended. The
//! [`Tally`] of results becomes a difference in Elo with its interval, and a sequential test ([`Sprt`]) that says when
//! enough has been seen.

mod contender;
mod elo;
mod external;
mod game;
mod gomocup;
mod matchup;
mod openings;
mod spec;
mod sprt;
mod store;
mod tally;
mod usi;

pub use contender::{Contender, Fault, Level};
pub use elo::{Elo, expected_score};
pub use external::Program;
pub use game::{Conditions, Ending, Played, play};
pub use gomocup::Gomocup;
pub use matchup::{Match, MatchError, Standing};
pub use openings::{BadOpening, Openings};
pub use spec::{ParseSpecError, Spec};
pub use sprt::{ParseSprtError, Sprt, SprtVerdict};
pub use store::{Store, StoreError};
pub use tally::Tally;
pub use usi::Usi;
