use banmen_core::{Event, Random, Record, Study, Turn};
use serde::{Deserialize, Serialize};

use crate::{Course, TableError, exchange};

/// A file to be studied.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadStudy {
    /// `json` for a record or a study, or one of the game's formats.
    pub format: String,
    /// The game's name in the catalogue; may be left out for `json`, and where only one game has the format.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub game: Option<String>,
    /// The file's text; the bytes of a binary format are the characters U+0000 to U+00FF.
    pub text: String,
}

/// A study whose every move is legal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckedStudy {
    /// The study.
    pub study: Study,
    /// The side that each node is about, a letter each: `1` for the first, `2` for the second, `-` for chance and the start.
    pub movers: String,
}

/// A study to be checked.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CheckStudy {
    /// The study.
    pub study: Study,
}

/// A study to be written as a file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WriteStudy {
    /// The study.
    pub study: Study,
    /// `json`, or one of the game's formats.
    pub format: String,
}

/// A study as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StudyFile {
    /// A name for it.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}

/// A game in which chance decides next.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    /// The game.
    pub record: Record,
    /// What the draw follows from; nothing is sealed in a study.
    pub seed: u32,
}

/// What chance decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Drawn {
    /// The event, which has still to happen.
    pub event: Event,
}

impl CheckedStudy {
    /// Plays every node of a study.
    pub fn of(study: Study) -> Result<CheckedStudy, TableError> {
        let movers = banmen_catalog::find(&study.game)?.walk(&study)?;
        let letter = |seat: Option<banmen_core::Seat>| seat.map_or('-', |seat| ['1', '2'][seat.index()]);
        Ok(CheckedStudy { movers: movers.into_iter().map(letter).collect(), study })
    }

    /// Reads a file.
    pub fn read(request: &ReadStudy) -> Result<CheckedStudy, TableError> {
        CheckedStudy::of(exchange::read(&request.format, request.game.as_deref(), &request.text)?)
    }
}

impl StudyFile {
    /// Writes a file.
    pub fn write(request: &WriteStudy) -> Result<StudyFile, TableError> {
        let file = exchange::write_study(&request.study, &request.format)?;
        let name = format!("banmen-{}.{}", request.study.game, file.format);
        Ok(StudyFile { name, media_type: file.media_type, text: file.text })
    }
}

impl Drawn {
    /// Lets chance decide.
    pub fn of(request: &DrawRequest) -> Result<Drawn, TableError> {
        let course = Course::replay(&request.record)?;
        let wrong = || TableError::Invalid("it is not for chance to decide now".to_owned());
        if course.turn() != Turn::Chance {
            return Err(wrong());
        }
        let event = course.game().draw(&mut Random::new(u64::from(request.seed))).ok_or_else(wrong)?;
        Ok(Drawn { event })
    }
}
