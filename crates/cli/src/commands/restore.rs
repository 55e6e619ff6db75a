//! `banmen restore`: the games of a backup, brought back.

use std::path::PathBuf;

use clap::Args;

use super::backup;
use crate::output::{self, Failure};
use crate::settings::Place;

/// Where the games come from, and where they go.
#[derive(Args)]
#[command(after_help = "Examples:
  banmen restore games-2026-11-16.db                          into this user's own games
  banmen restore games.db --db postgres://banmen@localhost/banmen --key-file banmen.key

Games that are there already stay as they are. A backup of an SQLite file can be brought into PostgreSQL and the other way round.")]
pub struct Options {
    /// The backup.
    file: PathBuf,
    /// The file of the key that the backup's seeds are hidden with, if it is another than the server's.
    #[arg(long, value_name = "FILE")]
    backup_key: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

/// Brings the games back and says how many.
pub fn run(options: Options) -> Result<(), Failure> {
    let (database, key) = options.place.found()?;
    if !options.file.is_file() {
        return Err(Failure::input(format!("{}: there is no such file", options.file.display())));
    }
    let restored = banmen_server::restore(&options.file, options.backup_key.as_deref(), &database, key.as_deref());
    let copied = super::in_runtime(restored)?;
    backup::say(&copied);
    output::line(format_args!("games brought back: {}; there already: {}", copied.games, copied.known))?;
    if copied.damaged.is_empty() {
        return Ok(());
    }
    Err(Failure::failed(format!("games that could not be read: {}; is --backup-key needed?", copied.damaged.len())))
}
