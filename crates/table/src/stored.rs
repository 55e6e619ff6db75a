use std::collections::BTreeMap;

use banmen_core::{Event, RECORD_FORMAT, Record, Seal, SealNote, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::{Keys, Meeting, Pass, Seats, TokenHash};

/// A table as it is kept: rules, events, and who may play. Everything else is derived from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredTable {
    /// Its name.
    pub id: String,
    /// The game's name in the catalogue.
    pub game: String,
    /// The rules, whole.
    pub rules: Value,
    /// Who sits where.
    pub seats: Seats,
    /// What the creator chose beside the rules.
    pub options: Value,
    /// Names, dates and remarks.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// The seal that a finished record came with.
    #[serde(default)]
    pub seal: Option<SealNote>,
    /// The table's own secret. Its debug form shows the hash only.
    #[serde(default, serialize_with = "seed_digits", deserialize_with = "seed_of_digits")]
    pub seed: Option<Seal>,
    /// What opens the seats.
    pub tokens: Vec<(Seat, TokenHash)>,
    /// What lets somebody sit down.
    #[serde(default)]
    pub passes: Vec<Pass>,
    /// Grows by one with every change.
    pub version: u64,
    /// What players share beside the game.
    #[serde(default)]
    pub meeting: Meeting,
    /// The table of the rematch.
    #[serde(default)]
    pub next: Option<String>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Milliseconds since 1970.
    pub updated_at: i64,
    /// What happened.
    pub events: Vec<Event>,
    /// What a list tells of the game, a [`crate::Summary`]; `null` where an older program stored none.
    #[serde(default)]
    pub summary: Value,
}

impl StoredTable {
    /// The published part of the seal; it shows the hash but never the table's own secret.
    pub fn seal_note(&self) -> Option<SealNote> {
        let own = self.seed.map(|seal| SealNote {
            construction: Seal::construction(&self.meeting.nonces).to_owned(),
            hash: seal.hash(),
            seed: None,
            nonces: self.meeting.nonces,
        });
        own.or_else(|| self.seal.clone())
    }

    /// The game's record; its seal shows the hash but never the table's own secret.
    pub fn record(&self) -> Record {
        Record {
            format: RECORD_FORMAT,
            game: self.game.clone(),
            rules: self.rules.clone(),
            events: self.events.clone(),
            seal: self.seal_note(),
            tags: self.tags.clone(),
        }
    }
}

/// A change to be stored, all of it or nothing: compare the version, then set.
///
/// A store that holds another version of the table answers with a conflict and keeps what it has. Whoever lost reads the
/// table again and decides anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The table.
    pub id: String,
    /// The version that is changed. If the stored version differs, nothing happens; else it grows by one.
    pub version: u64,
    /// How many events stay.
    pub keep: usize,
    /// What happens after them.
    pub events: Vec<Event>,
    /// When the game changed last, in milliseconds since 1970.
    pub updated_at: i64,
    /// What a list tells of the game afterwards, a [`crate::Summary`].
    pub summary: Value,
    /// What players share beside the game afterwards.
    #[serde(default)]
    pub meeting: Meeting,
    /// A rematch: the table that is created together with the link to it.
    pub next: Option<Box<StoredTable>>,
    /// What opens the seats from now on, if that changes.
    #[serde(default)]
    pub keys: Option<Keys>,
}

impl Change {
    /// Whether events are added and nothing else is touched that has rows of its own, as by every move.
    pub fn only_adds(&self) -> bool {
        !self.events.is_empty() && self.next.is_none() && self.keys.is_none()
    }

    /// The same change made to a table in memory; `false`, and no change, if it is about another version.
    pub fn apply(&self, table: &mut StoredTable) -> bool {
        if (&table.id, table.version) != (&self.id, self.version) || self.keep > table.events.len() {
            return false;
        }
        table.version += 1;
        table.updated_at = self.updated_at;
        table.events.truncate(self.keep);
        table.events.extend(self.events.iter().cloned());
        table.summary.clone_from(&self.summary);
        table.meeting.clone_from(&self.meeting);
        if let Some(next) = &self.next {
            table.next = Some(next.id.clone());
        }
        if let Some(Keys { tokens, passes }) = self.keys.clone() {
            (table.tokens, table.passes) = (tokens, passes);
        }
        true
    }
}

// The signature is serde's.
#[allow(clippy::ref_option)]
fn seed_digits<S: Serializer>(seed: &Option<Seal>, serializer: S) -> Result<S::Ok, S::Error> {
    seed.map(|seal| seal.reveal()).serialize(serializer)
}

fn seed_of_digits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seal>, D::Error> {
    let digits = Option::<String>::deserialize(deserializer)?;
    digits.map(|digits| Seal::from_hex(&digits)).transpose().map_err(serde::de::Error::custom)
}
