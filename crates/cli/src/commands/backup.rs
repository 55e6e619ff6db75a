//! `banmen backup`: all games in one file, while the server goes on.

use std::path::PathBuf;

use banmen_server::Copied;
use clap::Args;

use crate::output::{self, Failure};
use crate::settings::Place;

/// Where the games are, and where they go.
#[derive(Args)]
#[command(after_help = "Examples:
  banmen backup games-2026-11-16.db                           the games of this user's own server
  banmen backup games.db --db postgres://banmen@localhost/banmen
  banmen backup games.db --config /etc/banmen.toml

The backup is an SQLite file whatever the games are kept in. The seeds of running games are hidden in it by the server's key: keep a
copy of the key file too, in another place.")]
pub struct Options {
    /// The new file.
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Makes a backup and says how many games it holds.
pub fn run(options: Options) -> Result<(), Failure> {
    let (database, key) = options.place.found()?;
    let copied = super::in_runtime(banmen_server::backup(&database, key.as_deref(), &options.file))?;
    say(&copied);
    output::line(format_args!("games in {}: {}", options.file.display(), copied.games))
}

/// Says on standard error what could not be copied.
pub fn say(copied: &Copied) {
    for damage in &copied.damaged {
        eprintln!("banmen: left out: {damage}");
    }
}
