//! Matches between players, and what they prove.
//!
//! Two contenders ([`Spec`]) play a number of games ([`Match`]): each opening twice with colours reversed, several games at a
//! time if wanted. Every game is saved as a record, so that a match that was stopped goes on where it ended. The
//! [`Tally`] of results becomes a difference in Elo with its interval, and a sequential test ([`Sprt`]) that says when
//! enough has been seen.
//!
//! ```
//! use banmen_arena::{Elo, Sprt, SprtVerdict, Tally};
//!
//! // Sixty openings, each played with both colours: forty pairs of a win and a draw, twenty of a win and a loss.
//! let pairs: Vec<[u8; 2]> = [[2, 1]; 40].into_iter().chain([[2, 0]; 20]).collect();
//! let mut tally = Tally::default();
//! for &pair in &pairs {
//!     pair.into_iter().for_each(|half_points| tally.add_game(half_points));
//!     tally.add_pair(pair);
//! }
//! assert_eq!((tally.games(), tally.wins, tally.draws, tally.losses), (120, 60, 40, 20));
//!
//! let elo = Elo::of(&tally);
//! assert!(elo.low > Some(90.0) && elo.high < Some(160.0));
//! let sprt: Sprt = "0,20".parse()?;
//! assert_eq!(sprt.after(pairs).verdict, SprtVerdict::Elo1);
//! # Ok::<(), banmen_arena::ParseSprtError>(())
//! ```

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
pub use sprt::{ParseSprtError, Sprt, SprtStanding, SprtVerdict};
pub use store::{Store, StoreError};
pub use tally::Tally;
pub use usi::Usi;
