//! Games as files.

use banmen_catalog::Entry;
use banmen_core::{Record, Study};
use serde::Serialize;

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
    if format == JSON { json_file(record) } else { write_study(&Study::of(record), format) }
}

/// Writes a study as a file: `json`, or one of the game's formats, with as much as the format can hold.
pub fn write_study(study: &Study, format: &str) -> Result<GameFile, TableError> {
    let entry = banmen_catalog::find(&study.game)?;
    entry.walk(study)?;
    if format == JSON {
        return json_file(study);
    }
    let known = entry.info().formats.iter().find(|known| known.id == format && known.writes);
    let known = known.ok_or_else(|| unknown_format(format))?;
    Ok(GameFile { format: known.id, media_type: known.media_type, text: entry.export(known.id, study)? })
}

fn json_file(content: &impl Serialize) -> Result<GameFile, TableError> {
    let text = serde_json::to_string_pretty(content).map_err(|error| TableError::Broken(error.to_string()))?;
    Ok(GameFile { format: JSON, media_type: "application/json", text })
}

/// Reads a file with its variations; the game may be left out for `json`, and where only one game has the format.
pub fn read(format: &str, game: Option<&str>, text: &str) -> Result<Study, TableError> {
    if format == JSON {
        return read_json(text);
    }
    if let Some(game) = game {
        let entry = banmen_catalog::find(game)?;
        if !has_format(entry, format) {
            return Err(unknown_format(format));
        }
        return Ok(entry.import(format, text)?);
    }
    let mut entries = banmen_catalog::games().iter().filter(|entry| has_format(entry, format));
    match (entries.next(), entries.next()) {
        (None, _) => Err(unknown_format(format)),
        (Some(entry), None) => Ok(entry.import(format, text)?),
        (Some(_), Some(_)) => {
            Err(TableError::Invalid("several games have this format; say which by `game`".to_owned()))
        }
    }
}

/// Reads the game of a file: its main line.
pub fn read_record(format: &str, game: Option<&str>, text: &str) -> Result<Record, TableError> {
    if format == JSON && !text.contains("\"nodes\"") {
        return serde_json::from_str(text).map_err(|error| TableError::BadRecord(format!("not a record: {error}")));
    }
    Ok(read(format, game, text)?.record())
}

/// A study or a record.
fn read_json(text: &str) -> Result<Study, TableError> {
    let wrong = |error: serde_json::Error| TableError::BadRecord(format!("not a record: {error}"));
    let value: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
    if value.get("nodes").is_some() {
        // Read from the text again: what is wrong then has a line and a column.
        serde_json::from_str(text).map_err(wrong)
    } else {
        serde_json::from_str(text).map(|record: Record| Study::of(&record)).map_err(wrong)
    }
}

fn has_format(entry: &Entry, format: &str) -> bool {
    entry.info().formats.iter().any(|known| known.id == format)
}

/// Which formats are read, for people: `json of every game, sgf of gomoku, …`.
pub fn readable() -> String {
    let of_games = banmen_catalog::games()
        .iter()
        .flat_map(|entry| entry.info().formats.iter().map(|format| format!("{} of {}", format.id, entry.id())));
    std::iter::once(format!("{JSON} of every game")).chain(of_games).collect::<Vec<_>>().join(", ")
}

fn unknown_format(format: &str) -> TableError {
    TableError::UnknownFormat { asked: format.chars().take(40).collect(), known: readable() }
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
