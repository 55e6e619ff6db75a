use banmen_core::{Event, SealNote, Turn};
use serde::Serialize;

use crate::{ClockReading, Holders, Names, Offers, Pace, Table, Thinking, Undoable, ViewChange, rfc3339};

/// What turns a table's state into the next one. Whatever is not named stays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableChange {
    /// How many events stay.
    pub keep: u32,
    /// What happened after them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub events: Vec<Event>,
    /// Who decided these events, as in the table's state.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub movers: String,
    /// The record's seal, when it has changed: at the end of the game it tells the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seal: Option<SealNote>,
    /// Whose decision comes next.
    pub turn: Turn,
    /// Who holds the seats of people, when somebody sat down or left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub holders: Option<Holders>,
    /// Which seats may take back now.
    pub undoable: Undoable,
    /// The computer that is thinking; nobody thinks where this is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub thinking: Option<Thinking>,
    /// The clock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub clock: Option<ClockReading>,
    /// What is offered; nothing where this is left out.
    #[serde(skip_serializing_if = "Offers::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub offers: Offers,
    /// What people call themselves; nobody has a name where this is left out.
    #[serde(skip_serializing_if = "Names::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub names: Names,
    /// How two computers go on; by themselves where this is left out.
    #[serde(skip_serializing_if = "Pace::is_running")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub pace: Pace,
    /// The table of the next game, once somebody asked for a rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub next: Option<String>,
    /// When the game changed last (RFC 3339, UTC).
    pub updated_at: String,
    /// What is different in the picture.
    #[serde(skip_serializing_if = "ViewChange::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub view: ViewChange,
}

impl TableChange {
    /// What turns the state of a table into that of the table after a change.
    pub fn between(before: &Table, after: &Table, thinking: Option<Thinking>) -> TableChange {
        let (old, new) = (before.course().game().record(), after.course().game().record());
        let keep = old.events.iter().zip(&new.events).take_while(|(old, new)| old == new).count();
        let seal = after.seal_note().filter(|seal| before.seal_note().as_ref() != Some(seal));
        TableChange {
            keep: keep as u32,
            events: new.events[keep..].to_vec(),
            movers: after.course().movers(keep),
            seal,
            turn: after.turn(),
            holders: Some(after.holders()).filter(|holders| *holders != before.holders()),
            undoable: after.undoable(),
            thinking,
            clock: after.clock(),
            offers: after.meeting().offers.clone(),
            names: after.meeting().names.clone(),
            pace: after.meeting().pace,
            next: after.next().map(str::to_owned),
            updated_at: rfc3339(after.updated_at()),
            view: ViewChange::between(before.view(), after.view()),
        }
    }
}
