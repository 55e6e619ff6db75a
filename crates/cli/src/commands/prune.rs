//! `banmen prune`: old games, thrown away.

use banmen_server::Pruning;
use clap::Args;

use crate::output::{self, Failure};
use crate::settings::Place;
use crate::settings::units::{Size, Time};

/// Which games go.
#[derive(Args)]
#[command(after_help = "Examples:
  banmen prune --older-than 90d --dry-run                     what would go?
  banmen prune --older-than 90d --larger-than 2GB

The server may go on meanwhile. SQLite and PostgreSQL use the room again for new games; the file itself does not become smaller.")]
pub struct Options {
    /// Throw away games that have not changed for so long.
    #[arg(long, value_name = "TIME", required_unless_present = "larger_than")]
    older_than: Option<Time>,
    /// Throw away the longest unchanged games until the others take no more than this; never one that changed within a day.
    #[arg(long, value_name = "SIZE")]
    larger_than: Option<Size>,
    /// Only say what would go.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    place: Place,
}

/// Throws games away and says how many.
pub fn run(options: Options) -> Result<(), Failure> {
    let (database, key) = options.place.found()?;
    let pruning = Pruning {
        older_than: options.older_than.map(|Time(age)| age),
        larger_than: options.larger_than.map(|Size(bytes)| bytes),
        dry_run: options.dry_run,
    };
    let pruned = super::in_runtime(banmen_server::prune(&database, key.as_deref(), pruning))?;
    let went = if options.dry_run { "games that would go" } else { "games gone" };
    let (games, bytes, left) = (pruned.games, pruned.bytes, pruned.left);
    output::line(format_args!("{went}: {games}, about {bytes} bytes; kept: about {left} bytes"))
}
