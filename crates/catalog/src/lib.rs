//! Every game by name: the only crate that knows them all.
//!
//! Below this crate games are types; above it (server, command line, arena) they are names. [`games`] lists what there is,
//! [`find`] looks one up, and an [`AnyGame`] is a game in play whose type only this crate knows.
//!
//! ```
//! use banmen_core::{Event, Limits};
//! use serde_json::json;
//!
//! let entry = banmen_catalog::find("gomoku")?;
//! let rules = json!({"size": 15, "rule": "standard"});
//! let mut game = entry.start(&rules)?;
//! game.apply(&Event::Move("h8".to_owned()))?;
//! assert!(game.apply(&Event::Move("h8".to_owned())).is_err(), "there is a stone already");
//!
//! // A computer player answers.
//! let mut player = entry.player("novice", &rules, 1)?;
//! let answer = player.choose(&*game, &Limits::none(), &mut |_| {}).expect("a legal move");
//! game.apply(&Event::Move(answer))?;
//!
//! // The record is the game: replayed, it leads to the same picture.
//! let again = banmen_catalog::replay(game.record())?;
//! assert_eq!(again.view(), game.view());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A new game is one line in [`games`].

mod bounds;
mod entry;
mod error;
mod played;
mod puzzles;

use std::path::Path;
use std::sync::LazyLock;

pub use entry::Entry;
pub use error::CatalogError;
pub use played::{AnyGame, AnyPlayer};
pub use puzzles::PuzzleBook;

use banmen_core::{Record, Tool};

/// Every game, in the order in which the page shows them.
pub fn games() -> &'static [Entry] {
    static GAMES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        vec![
            Entry::of::<banmen_gomoku::Position>(),
            Entry::of::<banmen_quantum::Position>(),
            Entry::of::<banmen_dobutsu::Position>(),
            Entry::of::<banmen_konane::Konane>(),
        ]
    });
    &GAMES
}

/// The game of this name.
pub fn find(id: &str) -> Result<&'static Entry, CatalogError> {
    games().iter().find(|entry| entry.id() == id).ok_or_else(|| CatalogError::UnknownGame {
        asked: id.chars().take(40).collect(),
        known: games().iter().map(Entry::id).collect::<Vec<_>>().join(", "),
    })
}

/// Replays a record of any game.
pub fn replay(record: &Record) -> Result<Box<dyn AnyGame>, CatalogError> {
    find(&record.game)?.replay(record)
}

/// Every tool of every game, and those that work for all of them.
pub fn tools() -> impl Iterator<Item = &'static Tool> {
    games().iter().flat_map(Entry::tools).chain(puzzles::TOOLS)
}

/// The tool of this name.
pub fn find_tool(name: &str) -> Result<&'static Tool, CatalogError> {
    tools().find(|tool| tool.name == name).ok_or_else(|| CatalogError::UnknownTool {
        asked: name.chars().take(40).collect(),
        known: tools().map(|tool| tool.name).collect::<Vec<_>>().join(", "),
    })
}

/// Lets every game keep large computed data, such as a solved game, in this folder.
pub fn keep_data_in(folder: &Path) {
    for game in games() {
        game.keep_data_in(folder);
    }
}
