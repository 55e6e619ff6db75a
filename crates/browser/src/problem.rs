use banmen_catalog::CatalogError;
use banmen_core::ExchangeError;
use banmen_table::TableError;
use serde::Serialize;

/// The longest quotation of what was asked in an error.
const LONGEST: usize = 600;

/// Why a question was not answered, in the form in which the server says it: a code for the page, a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What kind of thing went wrong.
    pub code: &'static str,
    /// The HTTP status that the server would answer with.
    pub status: u16,
    /// What was wrong, where, and what was expected.
    pub detail: String,
    /// The table's current version, when the question was about an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
}

impl Problem {
    pub(crate) fn new(code: &'static str, status: u16, detail: &str) -> Problem {
        Problem { code, status, detail: detail.chars().take(LONGEST).collect(), version: None }
    }

    /// The question is malformed.
    pub(crate) fn malformed(detail: &str) -> Problem {
        Problem::new("malformed", 400, detail)
    }
}

impl From<CatalogError> for Problem {
    fn from(error: CatalogError) -> Problem {
        let code = match &error {
            CatalogError::UnknownGame { .. } => "unknown-game",
            CatalogError::UnknownLevel { .. } => "unknown-level",
            CatalogError::UnknownTool { .. } => "unknown-tool",
            CatalogError::Exchange(ExchangeError::UnknownFormat(_)) => "unknown-format",
            CatalogError::Replay(_) | CatalogError::Exchange(_) => "bad-record",
        };
        Problem::new(code, 422, &error.to_string())
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        let detail = error.to_string();
        let (code, status) = match error {
            TableError::Catalog(error) => return error.into(),
            TableError::Stale { current, .. } => {
                return Problem { version: Some(current), ..Problem::new("stale-version", 409, &detail) };
            }
            TableError::WrongToken | TableError::WrongConsent => ("wrong-token", 403),
            TableError::WrongPass => ("wrong-pass", 403),
            TableError::SeatTaken => ("seat-taken", 403),
            TableError::NotYourTurn => ("not-your-turn", 403),
            TableError::UnknownFormat { .. } => ("unknown-format", 422),
            TableError::GameOver => ("game-over", 422),
            TableError::GameNotOver => ("game-not-over", 422),
            TableError::IllegalMove(_) => ("illegal-move", 422),
            TableError::NotApart | TableError::NotNow(_) => ("not-now", 422),
            TableError::NothingToUndo(_) => ("nothing-to-undo", 422),
            TableError::Invalid(_) => ("invalid", 422),
            TableError::BadRecord(_) => ("bad-record", 422),
            TableError::Broken(_) => ("internal", 500),
        };
        Problem::new(code, status, &detail)
    }
}
