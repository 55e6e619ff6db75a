//! Games as files.

use banmen_catalog::{CatalogError, Entry};
use banmen_core::{ExchangeError, Record};

use crate::{Course, RecordView, TableError, ViewRequest};

/// The record's own format, which every game has.
pub const JSON: &str = "json";

/// A game as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The format's name, which is also the file's ending.
    pub format: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}

/// Writes a record as a file: `json`, or one of the game's formats.
pub fn write(record: &Record, format: &str) -> Result<GameFile, TableError> {
    if format == JSON {
        let text = serde_json::to_string_pretty(record).map_err(|error| TableError::Broken(error.to_string()))?;
        return Ok(GameFile { format: JSON, media_type: "application/json", text });
    }
    let entry = banmen_catalog::find(&record.game)?;
    let known = entry.info().formats.iter().find(|known| known.id == format);
    let known = known.ok_or_else(|| unknown_format(format))?;
    Ok(GameFile { format: known.id, media_type: known.media_type, text: entry.export(known.id, record)? })
}

/// Reads a file; the game may be left out for `json`, and where only one game has the format.
pub fn read(format: &str, game: Option<&str>, text: &str) -> Result<Record, TableError> {
    if format == JSON {
        return serde_json::from_str(text).map_err(|error| TableError::BadRecord(format!("not a record: {error}")));
    }
    if let Some(game) = game {
        return Ok(banmen_catalog::find(game)?.import(format, text)?);
    }
    let has_format = |entry: &&Entry| entry.info().formats.iter().any(|known| known.id == format);
    let mut entries = banmen_catalog::games().iter().filter(has_format);
    match (entries.next(), entries.next()) {
        (None, _) => Err(unknown_format(format)),
        (Some(entry), None) => Ok(entry.import(format, text)?),
        (Some(_), Some(_)) => {
            Err(TableError::Invalid("several games have this format; say which by `game`".to_owned()))
        }
    }
}

fn unknown_format(format: &str) -> TableError {
    CatalogError::Exchange(ExchangeError::UnknownFormat(format.chars().take(40).collect())).into()
}

impl RecordView {
    /// The picture of any record at any place.
    pub fn of(request: &ViewRequest) -> Result<RecordView, TableError> {
        let whole = Course::replay(&request.record)?;
        let events = whole.rows().len();
        let shown = match request.at.map(|at| at as usize) {
            Some(at) if at > events => {
                return Err(TableError::Invalid(format!("`at` is {at}, the record has {events} events")));
            }
            Some(at) if at < events => whole.at(at),
            _ => whole.clone(),
        };
        Ok(RecordView { view: shown.view(), events: events as u32, turn: shown.turn(), movers: whole.movers(0) })
    }
}
