//! What is asked of tables.

use banmen_core::{Nonce, Record, Seat};
use serde::Deserialize;
use serde_json::Value;

use crate::{Names, Offer, Pace, Phrase, Seats, TimeControl};

/// A wish to sit down at a table of the lobby.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// A token of the caller's own making, as in `TakeSeat`. Left out, the answer brings one.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub token: Option<String>,
    /// What the caller is called.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub name: Option<String>,
}

/// How to set up a table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The game's name in the catalogue.
    pub game: String,
    /// The rules; what is missing has its default value.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    #[cfg_attr(feature = "typescript", ts(optional, type = "{ [key: string]: unknown } | null"))]
    pub rules: Option<Value>,
    /// Who sits where.
    pub seats: Seats,
    /// A game to go on from, instead of `rules`.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub record: Option<Record>,
    /// Anything else worth keeping, at most 4 KiB of JSON.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    #[cfg_attr(feature = "typescript", ts(optional, type = "{ [key: string]: unknown } | null"))]
    pub options: Option<Value>,
    /// How time is given, if it is limited.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub clock: Option<TimeControl>,
    /// Whether strangers are shown the table. Otherwise only who knows its address finds it.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub listed: bool,
    /// Whether two people play from two places. Then taking back needs the other's consent, and nobody is given hints.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub apart: bool,
    /// What people call themselves; 24 characters of each name are kept.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub names: Names,
    /// Seats of people that are not the caller's: the answer has an invitation for each of them instead of a token.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub invite: Vec<Seat>,
}

/// A wish to sit down.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The invitation, or the code.
    pub pass: String,
    /// A token of the caller's own making, 26 random letters and digits of Crockford's base 32 in lower case. Whoever gets no
    /// answer can ask again with the same token. Left out, the answer brings one.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub token: Option<String>,
}

/// A wish to let somebody sit down.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MakePass {
    /// The token of the caller's seat.
    pub token: String,
    /// The seat: one on which nobody sits, or the caller's own, which is the caller's until the pass is used.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub seat: Option<Seat>,
    /// Whether it is to be a code of ten letters for the next ten minutes, instead of a long invitation without an end.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub short: bool,
}

/// What a player adds to the draws of a table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Contribute {
    /// The token of the caller's seat.
    pub token: String,
    /// 32 random bytes of the caller's own making, as 64 hexadecimal digits.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub nonce: Nonce,
}

/// What a player is called from now on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The token of the caller's seat.
    pub token: String,
    /// The name, of which 24 characters are kept; empty for none.
    pub name: String,
}

/// A wish to give up a seat.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LeaveSeat {
    /// The token of the seat.
    pub token: String,
}

/// A move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayMove {
    /// The token of the seat to move.
    pub token: String,
    /// The version of the table that the move answers.
    pub version: u64,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// How long the mover thought, by the mover's own clock in milliseconds. What the network took beyond that is not charged,
    /// within bounds.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub thought_ms: Option<i64>,
}

/// An offer, or the answer to one.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MakeOffer {
    /// The token of the seat that offers.
    pub token: String,
    /// The version of the table that it is about.
    pub version: u64,
    /// What.
    pub offer: Offer,
    /// `true` to decline what the opponent offers, or to withdraw the caller's own offer.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub decline: bool,
}

/// Something said to the opponent.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The token of the seat that says it.
    pub token: String,
    /// What.
    pub phrase: Phrase,
}

/// A decision that needs a seat and the version it is about: taking back, giving up.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The token of the seat that decides.
    pub token: String,
    /// The version of the table that it is about.
    pub version: u64,
    /// To take back a human opponent's answer as well: the opponent's token.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub consent: Option<String>,
}

/// A request that only needs a seat.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Nudge {
    /// The token of a seat. A table without people needs none.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub token: Option<String>,
}

/// How two computers are to go on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetPace {
    /// How.
    pub pace: Pace,
    /// The token that whoever set up the table was given.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub token: Option<String>,
}

/// The wish to be rid of a table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Removal {
    /// The tokens that the caller holds.
    pub tokens: Vec<String>,
}

/// How to play again.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    /// The token of a seat. A table without people needs none.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub token: Option<String>,
    /// Whether the players exchange seats.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub swap: bool,
}

/// A game in another format.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// `json` for a record, or one of the game's formats.
    pub format: String,
    /// The game's name in the catalogue; may be left out for `json`, and where only one game has the format.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub game: Option<String>,
    /// The file's text.
    pub text: String,
    /// Who sits where; two people unless told.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub seats: Option<Seats>,
}

/// A record and a place in it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ViewRequest {
    /// The game.
    pub record: Record,
    /// After how many events; all of them unless told.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub at: Option<u32>,
}

/// What a follower may say on a table's WebSocket.
#[derive(Clone, Debug, Deserialize)]
pub struct Hello {
    /// The token of the follower's seat.
    pub token: String,
}
