//! What every game shares, and nothing that only one game needs.
//!
//! **A game is a record**: rules and a list of events. Everything else is derived by replaying it. This crate holds the
//! words for that: the referee's contract [`Game`], the [`Record`], the [`Player`] who decides within [`Limits`], the
//! [`View`] that is drawn, the [`Analysis`] that is shown, and the metadata ([`Playable`], [`Tool`]) by which the catalogue
//! offers a game to people and machines.
//!
//! Nothing here starts a thread, opens a file or reads a clock; the system clock is behind the feature `clock`.

mod analysis;
mod draw;
mod game;
mod limits;
mod playable;
mod player;
mod record;
mod score;
mod seal;
mod seat;
mod text;
mod tool;
mod view;

#[cfg(feature = "testing")]
pub mod testing;

pub use analysis::{Analysis, AnalysisLine, AnalysisRequest, Certainty, Figure, Odds};
pub use draw::{Draw, Random};
pub use game::{Game, IllegalMove, ParseMoveError, RulesError};
pub use limits::{Budget, Cancel, Clock, Limits, Stop};
pub use playable::{
    AnalysisInfo, Condition, ExchangeError, FormatInfo, GameInfo, LevelInfo, Playable, Preset, Promotion, RuleField,
    RuleKind, SeatInfo,
};
pub use player::{Player, Progress};
pub use record::{Event, MAX_EVENTS, RECORD_FORMAT, Record, Replay, ReplayError, SealNote};
pub use score::{Score, share_of_first, who_is_ahead, wins_in, with_minus};
pub use seal::{Seal, SealError, SealedDraw};
pub use seat::{Outcome, Seat, Turn};
pub use text::Text;
pub use tool::{RunTool, Tool, ToolError};
pub use view::{
    Counter, Ghost, Grid, GridStyle, Hand, HandPiece, Heat, Layer, LegalMove, Mark, MarkKind, Piece, Region, Show,
    Source, Square, Stroke, StrokeKind, View,
};
