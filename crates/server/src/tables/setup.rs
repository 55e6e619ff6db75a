use std::collections::BTreeMap;

use banmen_core::{Record, Seal, Seat};
use serde_json::Value;

use super::{Course, Seats, Tokens};
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::secret::{self, TokenHash};
use crate::store::StoredTable;
use crate::time;

/// The largest `options`, in bytes of JSON.
const OPTIONS_BYTES: usize = 4096;
/// How many tags a record may bring along, and how long each may be.
const TAGS: usize = 64;
const TAG_BYTES: usize = 1024;
/// The tag that says how many draws of the record are older than its seal.
const SEALED_FROM: &str = "sealed_from";

/// What a table is to be.
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
}

/// A table that is ready to be kept.
pub struct Prepared {
    /// What is kept.
    pub stored: StoredTable,
    /// Its game.
    pub course: Course,
    /// The tokens of its people.
    pub tokens: Tokens,
}

impl Setup {
    /// Checks everything and draws what is to be drawn. Replays a record, so it may take a moment.
    pub fn prepare(self) -> ApiResult<Prepared> {
        let options = checked_options(self.options)?;
        let asked = self.rules.filter(|rules| !rules.is_null());
        if asked.as_ref().is_some_and(|rules| !rules.is_object()) {
            return Err(ApiError::invalid("`rules` is an object"));
        }
        let (mut course, tags, seal) = if let Some(record) = self.record {
            continued(record, self.game.as_deref())?
        } else {
            let game = self.game.ok_or_else(|| ApiError::invalid("the field `game` is missing"))?;
            let start = Course::start(banmen_catalog::find(&game)?, asked.as_ref().unwrap_or(&Value::Null))?;
            (start, BTreeMap::new(), None)
        };
        let entry = course.entry();
        let rules = course.game().record().rules.clone();
        if let Some(asked) = asked
            && entry.start(&asked)?.record().rules != rules
        {
            return Err(ApiError::new(ProblemCode::BadRecord, "`rules` differ from the rules of the record"));
        }
        for seat in Seat::BOTH {
            if let Some(level) = self.seats.of(seat).level() {
                entry.player(level, &rules, 0)?;
            }
        }
        let now = time::now_ms();
        let mut tokens = Tokens::default();
        let mut hashes = Vec::new();
        for seat in Seat::BOTH.into_iter().filter(|&seat| self.seats.of(seat).is_human()) {
            let token = secret::token();
            hashes.push((seat, TokenHash::of(&token)));
            *tokens.of_mut(seat) = Some(token);
        }
        let mut stored = StoredTable {
            id: secret::table_name(),
            game: entry.id().to_owned(),
            rules,
            tags: with_names(tags, &self.seats, now),
            seats: self.seats,
            options,
            seal: None,
            seed: None,
            tokens: hashes,
            version: 0,
            next: None,
            created_at: now,
            updated_at: now,
            events: Vec::new(),
        };
        if course.turn().outcome().is_some() {
            stored.seal = seal;
        } else if entry.info().chance {
            let own = Seal::new(secret::random_bytes());
            if course.draws() > 0 {
                stored.tags.insert(SEALED_FROM.to_owned(), course.draws().to_string());
            }
            course.settle(&own).map_err(ApiError::internal)?;
            stored.seed = Some(own);
        }
        stored.events.clone_from(&course.game().record().events);
        *course.record_mut() = stored.record();
        Ok(Prepared { stored, course, tokens })
    }
}

type Continued = (Course, BTreeMap<String, String>, Option<banmen_core::SealNote>);

/// Replays a record that somebody sent, under its whole rules.
fn continued(mut record: Record, game: Option<&str>) -> ApiResult<Continued> {
    if let Some(game) = game.filter(|game| *game != record.game) {
        banmen_catalog::find(game)?;
        let detail = format!("the record is of {:?}, the request says {game:?}", record.game);
        return Err(ApiError::new(ProblemCode::BadRecord, detail));
    }
    if record.tags.len() > TAGS || record.tags.iter().any(|(name, text)| name.len() + text.len() > TAG_BYTES) {
        let detail = format!("a record may have {TAGS} tags of {TAG_BYTES} bytes each");
        return Err(ApiError::new(ProblemCode::BadRecord, detail));
    }
    let mut tags = std::mem::take(&mut record.tags);
    tags.remove(SEALED_FROM);
    let seal = record.seal.take();
    if let Some(note) = &seal
        && [&note.construction, &note.hash].iter().any(|text| text.len() > 128)
    {
        return Err(ApiError::new(ProblemCode::BadRecord, "the record's seal is no seal"));
    }
    if let Some(seed) = seal.as_ref().and_then(|note| note.seed.as_ref()) {
        Seal::from_hex(seed).map_err(|error| ApiError::new(ProblemCode::BadRecord, error.to_string()))?;
    }
    let entry = banmen_catalog::find(&record.game)?;
    let mut course = Course::replay(&record)?;
    // Rules may be written in part; the table keeps them whole.
    course.record_mut().rules = entry.start(&record.rules)?.record().rules.clone();
    Ok((course, tags, seal))
}

fn checked_options(options: Option<Value>) -> ApiResult<Value> {
    match options {
        None | Some(Value::Null) => Ok(Value::Object(serde_json::Map::new())),
        Some(Value::Object(options)) => {
            let options = Value::Object(options);
            if options.to_string().len() > OPTIONS_BYTES {
                return Err(ApiError::invalid(format!("`options` may have {OPTIONS_BYTES} bytes of JSON")));
            }
            Ok(options)
        }
        Some(_) => Err(ApiError::invalid("`options` is an object")),
    }
}

/// Adds the date and the computers' names, where the record does not say them.
fn with_names(mut tags: BTreeMap<String, String>, seats: &Seats, now: i64) -> BTreeMap<String, String> {
    tags.entry("date".to_owned()).or_insert_with(|| time::date(now));
    for (name, seat) in [("first", Seat::First), ("second", Seat::Second)] {
        if let Some(level) = seats.of(seat).level() {
            tags.insert(name.to_owned(), format!("Banmen {level}"));
        }
    }
    tags
}
