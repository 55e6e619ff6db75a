//! What every game shares, and nothing that only one game needs.
//!
//! **A game is a record**: rules and a list of events. Everything else is derived by replaying it. This crate holds the
//! words for that: the referee's contract [`Game`], the [`Record`], the [`Player`] who decides within [`Limits`], the
//! [`View`] that is drawn, the [`Analysis`] that is shown, and the metadata ([`Playable`], [`Tool`]) by which the catalogue
//! offers a game to people and machines.
//!
//! A whole game, in which two players take one or two stones from a heap and the one who takes the last has won:
//!
//! ```
//! use banmen_core::{Game, IllegalMove, Outcome, ParseMoveError, RulesError, Seat, Turn};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! struct Heap { stones: u8 }
//!
//! impl Default for Heap {
//!     fn default() -> Self { Self { stones: 5 } }
//! }
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Take(u8);
//!
//! impl std::fmt::Display for Take {
//!     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}", self.0) }
//! }
//!
//! impl std::str::FromStr for Take {
//!     type Err = ParseMoveError;
//!     fn from_str(text: &str) -> Result<Self, ParseMoveError> {
//!         text.parse().map(Take).map_err(|_| ParseMoveError::new(text, "a number of stones"))
//!     }
//! }
//!
//! #[derive(Clone, Debug, PartialEq)]
//! struct Nim { rules: Heap, left: u8, mover: Seat }
//!
//! impl Game for Nim {
//!     type Rules = Heap;
//!     type Move = Take;
//!
//!     fn start(rules: &Heap) -> Result<Self, RulesError> {
//!         Ok(Nim { rules: rules.clone(), left: rules.stones, mover: Seat::First })
//!     }
//!     fn rules(&self) -> &Heap { &self.rules }
//!     fn turn(&self) -> Turn {
//!         match self.left {
//!             0 => Turn::Over { outcome: Outcome::win(self.mover.other(), "took-the-last") },
//!             _ => Turn::Seat { seat: self.mover },
//!         }
//!     }
//!     fn legal_moves(&self, out: &mut Vec<Take>) {
//!         out.extend((1..=self.left.min(2)).map(Take));
//!     }
//!     fn play(&mut self, m: Take) -> Result<(), IllegalMove> {
//!         if !(1..=self.left.min(2)).contains(&m.0) {
//!             return Err(IllegalMove::new(m, "one or two of the stones that are left"));
//!         }
//!         self.left -= m.0;
//!         self.mover = self.mover.other();
//!         Ok(())
//!     }
//! }
//!
//! let mut game = Nim::start(&Heap::default()).unwrap();
//! assert!(game.play("3".parse().unwrap()).is_err());
//! for taken in ["2", "1", "2"] {
//!     game.play(taken.parse().unwrap()).unwrap();
//! }
//! assert_eq!(game.turn(), Turn::Over { outcome: Outcome::win(Seat::First, "took-the-last") });
//! ```
//!
//! Nothing here starts a thread, opens a file or reads a clock; the system clock is behind the feature `clock`.

mod analysis;
mod draw;
mod game;
mod limits;
mod nonce;
mod playable;
mod player;
mod protocol;
mod puzzle;
mod record;
mod score;
mod seal;
mod seat;
pub mod squares;
mod study;
mod text;
mod tool;
mod view;
mod written_view;

#[cfg(feature = "testing")]
pub mod testing;

pub use analysis::{Analysis, AnalysisLine, AnalysisRequest, Candidate, Certainty, Figure, Odds};
pub use draw::{Draw, Random};
pub use game::{Game, IllegalMove, ParseMoveError, RulesError};
pub use limits::{Budget, Cancel, Clock, Limits, Stop};
pub use nonce::{Nonce, NonceError, Nonces};
pub use playable::{
    AnalysisInfo, Condition, ExchangeError, FormatInfo, GameInfo, LevelInfo, Playable, Preset, Promotion, RuleField,
    RuleKind, SeatInfo,
};
pub use player::{Player, Progress};
pub use protocol::Protocol;
pub use puzzle::{Judgement, Puzzle, PuzzleKind, Puzzles, Task, Verdict};
pub use record::{Agreement, Event, MAX_EVENTS, RECORD_FORMAT, Record, Replay, ReplayError, SET_UP, SealNote};
pub use score::{Score, share_of_first, who_is_ahead, wins_in, with_minus};
pub use seal::{Seal, SealError, SealedDraw};
pub use seat::{Outcome, Seat, Turn};
pub use study::{Arrow, LONGEST_COMMENT, LONGEST_LABEL, MAX_NODES, MOST_SIGNS, Node, Sign, SignKind, Study};
pub use text::Text;
pub use tool::{RunTool, Tool, ToolError};
pub use view::{
    Counter, Ghost, Grid, GridStyle, Hand, HandPiece, Heat, Layer, LegalMove, Mark, MarkKind, Piece, Region, Show,
    Source, Square, Stroke, StrokeKind, View,
};
