use std::collections::BTreeMap;

use banmen_core::{Nonces, Record, Seal, Seat};
use serde_json::Value;

use crate::moment::date;
use crate::{Course, Moment, Pass, Seats, StoredTable, Table, TableError, Terms, TokenHash, Tokens, names};

/// The largest `options`, in bytes of JSON.
const OPTIONS_BYTES: usize = 4096;
/// How many tags a record may bring along, and how long each may be.
const TAGS: usize = 64;
const TAG_BYTES: usize = 1024;
/// The tag that says how many draws of the record are older than its seal.
pub const SEALED_FROM: &str = "sealed_from";

/// What a table is to be.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's name in the catalogue; a record says it itself.
    pub game: Option<String>,
    /// The rules; a record says them itself.
    pub rules: Option<Value>,
    /// Who sits where.
    pub seats: Seats,
    /// A game to go on from.
    pub record: Option<Record>,
    /// What the creator chose beside the rules.
    pub options: Option<Value>,
    /// What the creator chose beside the game.
    pub terms: Terms,
    /// The seats of people that are for others, who are invited to them.
    pub invite: Vec<Seat>,
}

/// A new table that has still to be stored, and what opens its seats. Nobody can ask for it again.
#[derive(Debug)]
pub struct Opened {
    /// The table.
    pub table: Table,
    /// The tokens of the creator's seats.
    pub tokens: Tokens,
    /// The invitations to the other seats.
    pub invitations: Tokens,
}

impl Setup {
    /// A table with a new token, or an invitation, for each person. Replays a record, so it may take a moment.
    pub fn open(self, moment: &Moment) -> Result<Opened, TableError> {
        if let Some(seat) = self.invite.iter().find(|&&seat| !self.seats.of(seat).is_human()) {
            let seat = ["first", "second"][seat.index()];
            return Err(TableError::Invalid(format!("`invite`: the {seat} seat is the computer's")));
        }
        let (mut tokens, mut invitations) = (Tokens::default(), Tokens::default());
        let (mut hashes, mut passes) = (Vec::new(), Vec::new());
        for seat in Seat::BOTH.into_iter().filter(|&seat| self.seats.of(seat).is_human()) {
            let token = names::token(&moment.bytes(["token first", "token second"][seat.index()]));
            let hash = TokenHash::of(&token);
            if self.invite.contains(&seat) {
                passes.push(Pass { seat, hash, until: None });
                *invitations.of_mut(seat) = Some(token);
            } else {
                hashes.push((seat, hash));
                *tokens.of_mut(seat) = Some(token);
            }
        }
        if self.seats.only_computers() {
            // Whoever has two computers play holds a token all the same: it is theirs to pause and to remove.
            let token = names::token(&moment.bytes("token first"));
            hashes.push((Seat::First, TokenHash::of(&token)));
            tokens.first = Some(token);
        }
        let opened = self.open_for(hashes, passes, moment)?;
        Ok(Opened { tokens, invitations, ..opened })
    }

    /// A table whose seats are opened by these tokens, and which can be joined with these passes.
    pub(crate) fn open_for(
        self,
        tokens: Vec<(Seat, TokenHash)>,
        passes: Vec<Pass>,
        moment: &Moment,
    ) -> Result<Opened, TableError> {
        let options = checked_options(self.options)?;
        // Whoever is invited plays from elsewhere.
        let apart = self.terms.apart || (!passes.is_empty() && self.seats.only_people());
        let meeting = Terms { apart, ..self.terms }.meeting()?;
        let asked = self.rules.filter(|rules| !rules.is_null());
        if asked.as_ref().is_some_and(|rules| !rules.is_object()) {
            return Err(TableError::Invalid("`rules` is an object".to_owned()));
        }
        let (mut course, tags, seal) = if let Some(record) = self.record {
            continued(record, self.game.as_deref())?
        } else {
            let game = self.game.ok_or_else(|| TableError::Invalid("the field `game` is missing".to_owned()))?;
            let start = Course::start(banmen_catalog::find(&game)?, asked.as_ref().unwrap_or(&Value::Null))?;
            (start, BTreeMap::new(), None)
        };
        let entry = course.entry();
        let rules = course.game().record().rules.clone();
        if let Some(asked) = asked
            && entry.start(&asked)?.record().rules != rules
        {
            return Err(TableError::BadRecord("`rules` differ from the rules of the record".to_owned()));
        }
        for seat in Seat::BOTH {
            if let Some(level) = self.seats.of(seat).level() {
                entry.player(level, &rules, 0)?;
            }
        }
        let now = moment.now_ms;
        let mut stored = StoredTable {
            id: names::table_name(&moment.bytes("name")),
            game: entry.id().to_owned(),
            rules,
            tags: with_names(tags, &self.seats, now),
            seats: self.seats,
            options,
            seal: None,
            seed: None,
            tokens,
            meeting,
            passes,
            version: 0,
            next: None,
            created_at: now,
            updated_at: now,
            events: Vec::new(),
            summary: Value::Null,
        };
        if course.turn().outcome().is_some() {
            stored.seal = seal;
        } else if entry.info().chance {
            let own = Seal::new(moment.bytes("seed"));
            if course.draws() > 0 {
                stored.tags.insert(SEALED_FROM.to_owned(), course.draws().to_string());
            }
            course.settle(&own, &Nonces::default()).map_err(TableError::Broken)?;
            stored.seed = Some(own);
        }
        stored.events.clone_from(&course.game().record().events);
        *course.record_mut() = stored.record();
        Ok(Opened { table: Table::of(stored, course), tokens: Tokens::default(), invitations: Tokens::default() })
    }
}

type Continued = (Course, BTreeMap<String, String>, Option<banmen_core::SealNote>);

/// Replays a record that somebody sent, under its whole rules.
fn continued(mut record: Record, game: Option<&str>) -> Result<Continued, TableError> {
    if let Some(game) = game.filter(|game| *game != record.game) {
        banmen_catalog::find(game)?;
        let detail = format!("the record is of {:?}, the request says {game:?}", record.game);
        return Err(TableError::BadRecord(detail));
    }
    if record.tags.len() > TAGS || record.tags.iter().any(|(name, text)| name.len() + text.len() > TAG_BYTES) {
        let detail = format!("a record may have {TAGS} tags of {TAG_BYTES} bytes each");
        return Err(TableError::BadRecord(detail));
    }
    let mut tags = record.tags.clone();
    tags.remove(SEALED_FROM);
    let seal = record.seal.take();
    if let Some(note) = &seal
        && [&note.construction, &note.hash].iter().any(|text| text.len() > 128)
    {
        return Err(TableError::BadRecord("the record's seal is malformed".to_owned()));
    }
    if let Some(seed) = seal.as_ref().and_then(|note| note.seed.as_ref()) {
        Seal::from_hex(seed).map_err(|error| TableError::BadRecord(error.to_string()))?;
    }
    let entry = banmen_catalog::find(&record.game)?;
    let mut course = Course::replay(&record)?;
    // Rules may be written in part; the table keeps them whole.
    course.record_mut().rules = entry.start(&record.rules)?.record().rules.clone();
    Ok((course, tags, seal))
}

fn checked_options(options: Option<Value>) -> Result<Value, TableError> {
    match options {
        None | Some(Value::Null) => Ok(Value::Object(serde_json::Map::new())),
        Some(Value::Object(options)) => {
            let options = Value::Object(options);
            if options.to_string().len() > OPTIONS_BYTES {
                return Err(TableError::Invalid(format!("`options` may have {OPTIONS_BYTES} bytes of JSON")));
            }
            Ok(options)
        }
        Some(_) => Err(TableError::Invalid("`options` is an object".to_owned())),
    }
}

/// Adds the date and the computers' names, where the record does not say them.
fn with_names(mut tags: BTreeMap<String, String>, seats: &Seats, now: i64) -> BTreeMap<String, String> {
    tags.entry("date".to_owned()).or_insert_with(|| date(now));
    for (name, seat) in [("first", Seat::First), ("second", Seat::Second)] {
        if let Some(level) = seats.of(seat).level() {
            tags.insert(name.to_owned(), format!("Banmen {level}"));
        }
    }
    tags
}
