use banmen_catalog::CatalogError;

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The token opens no seat.
    #[error("the token opens no seat of this table")]
    WrongToken,
    /// The consent is not the opponent's.
    #[error("the consent is not the other seat's token")]
    WrongConsent,
    /// The invitation or code lets nobody sit down.
    #[error("this invitation or code has been used already, or its time is over")]
    WrongPass,
    /// Somebody sits there.
    #[error("somebody sits on this seat; only they can pass it on")]
    SeatTaken,
    /// Somebody else decides now.
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// Nothing is decided any more.
    #[error("the game is over")]
    GameOver,
    /// The game has to end first.
    #[error("the game is not over yet")]
    GameNotOver,
    /// The move cannot be played here.
    #[error("{0}")]
    IllegalMove(String),
    /// There is nothing that this seat may take back.
    #[error("{0}")]
    NothingToUndo(&'static str),
    /// The table has changed since.
    #[error("the request is about version {asked}, the table is at version {current}")]
    Stale {
        /// The version that the command was about.
        asked: u64,
        /// The table's version.
        current: u64,
    },
    /// Only two people who play from two places do this.
    #[error("this is for two people who play each other from two places")]
    NotApart,
    /// It is too early or too late for this.
    #[error("{0}")]
    NotNow(&'static str),
    /// A table cannot be set up like this.
    #[error("{0}")]
    Invalid(String),
    /// No game has such a format, or this game does not write it.
    #[error("there is no format {asked:?} here; these are read: {known}")]
    UnknownFormat {
        /// What was asked for.
        asked: String,
        /// What there is.
        known: String,
    },
    /// The record cannot be taken over.
    #[error("{0}")]
    BadRecord(String),
    /// The catalogue refuses: no such game or level, rules or a record that cannot be played.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A game broke its contract with the table; a fault of the program.
    #[error("{0}")]
    Broken(String),
}
