use banmen_core::{ExchangeError, ReplayError};

/// Why the catalogue could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogError {
    /// There is no such game.
    #[error("there is no game {asked:?}; there are {known}")]
    UnknownGame {
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// The game has no such level.
    #[error("{game} has no level {asked:?} under these rules; there are {known}")]
    UnknownLevel {
        /// The game.
        game: &'static str,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// There is no such tool.
    #[error("there is no tool {asked:?}; there are {known}")]
    UnknownTool {
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// The record or the rules do not fit the game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The text does not follow its format.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
}
