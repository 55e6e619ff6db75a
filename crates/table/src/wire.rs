//! What is told about tables.

use banmen_core::{Progress, Record, Seat, Turn, View};
use serde::Serialize;
use serde_json::Value;

use crate::{ClockReading, Names, Offers, Pace, Phrase, Seats, TableChange, TableSummary};

/// A computer that is thinking.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Thinking {
    /// Whose turn it is.
    pub seat: Seat,
    /// When it began, in milliseconds since 1970 (UTC).
    pub since_ms: i64,
    /// How far it has got.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub progress: Option<Progress>,
}

/// Which seats may take back now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Undoable {
    /// Whether the first player may, alone or with the other's consent.
    pub first: bool,
    /// Whether the second player may, alone or with the other's consent.
    pub second: bool,
}

/// A table as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableState {
    /// Its name in addresses.
    pub id: String,
    /// The game's name in the catalogue.
    pub game: String,
    /// The rules, whole.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key: string]: unknown }"))]
    pub rules: Value,
    /// Who sits where.
    pub seats: Seats,
    /// Who holds the seats of people; a person's seat that is not named here waits for somebody.
    pub holders: Holders,
    /// Grows by one with every change, also when something is taken back.
    pub version: u64,
    /// How many events have happened.
    pub events: u32,
    /// Rules and events; the seal's seed only when the game is over.
    pub record: Record,
    /// What is to be drawn.
    pub view: View,
    /// Whose decision comes next.
    pub turn: Turn,
    /// The side that each event of the record is about, a letter each: `1` for the first, `2` for the second, `-` for chance or for both.
    pub movers: String,
    /// The computer that is thinking, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub thinking: Option<Thinking>,
    /// Which seats may take back now.
    pub undoable: Undoable,
    /// The clock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub clock: Option<ClockReading>,
    /// What is offered.
    #[serde(skip_serializing_if = "Offers::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub offers: Offers,
    /// What people call themselves.
    #[serde(skip_serializing_if = "Names::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub names: Names,
    /// How two computers go on, where nobody else plays.
    #[serde(skip_serializing_if = "Pace::is_running")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub pace: Pace,
    /// Whether two people play from two places. Then taking back needs the other's consent, and there are no hints and no
    /// analysis until the game is over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub apart: bool,
    /// Whether strangers are shown the table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub listed: bool,
    /// The table of the next game, once somebody asked for a rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub next: Option<String>,
    /// When it was set up (RFC 3339, UTC).
    pub created_at: String,
    /// When it changed last (RFC 3339, UTC).
    pub updated_at: String,
    /// What the creator chose beside the rules. The server knows `seconds` (thinking time of the computer)
    /// and `pause_ms` (between moves of two computers); the rest is the page's.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key: string]: unknown }"))]
    pub options: Value,
}

/// Tables, the one that changed last first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableList {
    /// The tables.
    pub tables: Vec<TableSummary>,
}

/// The tables that strangers are shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Lobby {
    /// Those with a seat that waits for somebody.
    pub open: Vec<TableSummary>,
    /// Games to watch.
    pub playing: Vec<TableSummary>,
}

/// What opens the seats of people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tokens {
    /// The first player's, if a person sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first: Option<String>,
    /// The second player's, if a person sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub second: Option<String>,
}

impl Tokens {
    /// One seat's token.
    pub fn of(seat: Seat, token: &str) -> Tokens {
        let mut tokens = Tokens::default();
        *tokens.of_mut(seat) = Some(token.to_owned());
        tokens
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Tokens::default()
    }

    /// The place of this seat's token.
    pub fn of_mut(&mut self, seat: Seat) -> &mut Option<String> {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}

/// Who holds the seats of people, each by a sign that changes when the seat changes hands and is no secret. Whoever is given a
/// token notes its seat's sign; once the sign is another one, the token opens nothing any more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Holders {
    /// Who holds the first seat, if a person does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first: Option<String>,
    /// Who holds the second seat, if a person does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub second: Option<String>,
}

/// A table and what opens the caller's seats there. Nobody can ask for that again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Created {
    /// The table.
    pub table: TableState,
    /// The tokens of the caller's seats. Whoever has two computers play gets one too, to pause them with.
    pub tokens: Tokens,
    /// Invitations to the seats that the caller asked them for. Each lets one person sit down once.
    #[serde(skip_serializing_if = "Tokens::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub invitations: Tokens,
}

/// What a change is answered with when the caller asks for no more (`Prefer: return=minimal`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Receipt {
    /// The table's version afterwards. Watchers are sent what changed.
    pub version: u64,
}

/// What a watcher of a table is sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum LiveEvent {
    /// The whole table, for a watcher who has just come or has fallen behind.
    Table {
        /// The table's version.
        seq: u64,
        /// The table now.
        table: Box<TableState>,
    },
    /// The table changed.
    Change {
        /// The table's version after the change, one more than before. After a gap, fetch the table again.
        seq: u64,
        /// What is different.
        change: Box<TableChange>,
    },
    /// Who is there.
    Presence {
        /// The table's version.
        seq: u64,
        /// Who.
        presence: Presence,
    },
    /// A player says something.
    Phrase {
        /// The table's version.
        seq: u64,
        /// Who says it.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// A computer thinks, or has stopped thinking.
    Thinking {
        /// The table's version.
        seq: u64,
        /// The computer that is thinking, if one is.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        thinking: Option<Thinking>,
    },
}

impl LiveEvent {
    /// The table's version.
    pub fn seq(&self) -> u64 {
        let (LiveEvent::Table { seq, .. }
        | LiveEvent::Change { seq, .. }
        | LiveEvent::Presence { seq, .. }
        | LiveEvent::Phrase { seq, .. }
        | LiveEvent::Thinking { seq, .. }) = self;
        *seq
    }
}

/// Who is at the table now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Presence {
    /// Whether whoever holds the first seat is there.
    pub first: bool,
    /// Whether whoever holds the second seat is there.
    pub second: bool,
    /// How many others watch.
    pub watchers: u32,
    /// The player who has to move is away: after so many milliseconds more, the other one may claim the win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub claim_ms: Option<u64>,
}

/// What lets one person sit down once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PassMade {
    /// The invitation, or the code.
    pub pass: String,
    /// The seat that it is for.
    pub seat: Seat,
    /// The end of its time, in milliseconds since 1970 (UTC), if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub until: Option<i64>,
}

/// A place in a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RecordView {
    /// What is to be drawn.
    pub view: View,
    /// How many events the whole record has.
    pub events: u32,
    /// Whose decision comes next at that place.
    pub turn: Turn,
    /// Who decided each event of the whole record, a letter each: `1` for the first player, `2` for the second, `-` for chance or for both.
    pub movers: String,
}
