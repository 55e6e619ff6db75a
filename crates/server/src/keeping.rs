//! Games as a whole: copied to another place, brought back, and thrown away when they are old.
//!
//! A backup is an SQLite file whatever the games are kept in, so that one made on PostgreSQL can be brought back on SQLite and the
//! other way round. The seeds of running games stay hidden by the server's key in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use tokio::sync::mpsc;

use crate::config::Database;
use crate::store::{self, Kept, Store, StoreError, Weighed};
use crate::time;
use crate::vault;

/// Games on their way from one place to another.
const UNDER_WAY: usize = 64;
/// Games that are looked at together when old ones are thrown away.
const AT_ONCE: u32 = 256;
/// Games that changed within this time are never thrown away to make room.
const YOUNG: Duration = Duration::from_hours(24);

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Games that were copied.
    pub games: usize,
    /// Games that were there already, which were left as they are.
    pub known: usize,
    /// What is wrong with those that could not be read.
    pub damaged: Vec<String>,
}

/// What was thrown away, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// How many games.
    pub games: usize,
    /// About how many bytes.
    pub bytes: u64,
    /// About how many bytes are kept.
    pub left: u64,
}

/// Which games are thrown away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pruning {
    /// Those that have not changed for so long.
    pub older_than: Option<Duration>,
    /// The longest unchanged, until the others are no more than so many bytes; never one that changed within a day.
    pub larger_than: Option<u64>,
    /// Only says what would be thrown away.
    pub dry_run: bool,
}

/// Writes all games into a new file, while a server may go on playing them.
pub async fn backup(from: &Database, key: Option<&Path>, to: &Path) -> Result<Copied, StoreError> {
    existing(from)?;
    if to.exists() {
        return Err(StoreError::File(format!("{} exists already; a backup never overwrites anything", to.display())));
    }
    // Whoever looks for a backup finds a whole one or none.
    let part = beside(to, ".part");
    remove(&part);
    let source = store::open(from, key).await?;
    let copied = write_backup(from, key, &*source, &part).await;
    source.close().await;
    let finished = copied.and_then(|copied| {
        let sync = std::fs::File::open(&part).and_then(|file| file.sync_all());
        sync.and_then(|()| std::fs::rename(&part, to))
            .map_err(|error| StoreError::File(format!("the backup {} cannot be written: {error}", to.display())))?;
        Ok(copied)
    });
    remove(&part);
    finished
}

async fn write_backup(
    from: &Database,
    key: Option<&Path>,
    source: &dyn Store,
    part: &Path,
) -> Result<Copied, StoreError> {
    vault::private()
        .write(true)
        .create_new(true)
        .open(part)
        .map_err(|error| StoreError::File(format!("the backup {} cannot be written: {error}", part.display())))?;
    if let Some(games) = source.copy_file(part).await? {
        return Ok(Copied { games, ..Copied::default() });
    }
    let target = store::open_beside(part, from, key).await?;
    let copied = copy(source, &*target).await;
    target.close().await;
    copied
}

/// Brings the games of a backup into a database. Games that are there already stay as they are.
///
/// `backup_key` is the file of the key that the backup's seeds are hidden with, if it is another than the database's.
pub async fn restore(
    from: &Path,
    backup_key: Option<&Path>,
    to: &Database,
    key: Option<&Path>,
) -> Result<Copied, StoreError> {
    let unreadable = |error| StoreError::File(format!("the backup {} cannot be read: {error}", from.display()));
    // An older backup is brought up to date, and that is done to a copy.
    let copy_of = beside(from, ".restoring");
    remove(&copy_of);
    std::fs::copy(from, &copy_of).map_err(unreadable)?;
    let copied = async {
        let source = match backup_key {
            Some(key) => store::open(&Database::File(copy_of.clone()), Some(key)).await?,
            None => store::open_beside(&copy_of, to, key).await?,
        };
        let target = store::open(to, key).await?;
        let copied = copy(&*source, &*target).await;
        source.close().await;
        target.close().await;
        copied
    }
    .await;
    remove(&copy_of);
    copied
}

/// Copies every game that is not there yet.
async fn copy(source: &dyn Store, target: &dyn Store) -> Result<Copied, StoreError> {
    let (sender, receiver) = mpsc::channel(UNDER_WAY);
    let games = stream::unfold(receiver, |mut receiver| async move {
        let next = receiver.recv().await;
        next.map(|next: Result<Kept, StoreError>| (next, receiver))
    });
    let mut stored = games
        .map(|kept| async move {
            let Kept { table, wake_at } = kept?;
            target.create(table, wake_at).await
        })
        .buffer_unordered(UNDER_WAY)
        .boxed();
    let mut copied = Copied::default();
    let receive = async {
        while let Some(answer) = stored.next().await {
            match answer {
                Ok(()) => copied.games += 1,
                Err(StoreError::Conflict) => copied.known += 1,
                Err(error @ StoreError::Damaged { .. }) => copied.damaged.push(error.to_string()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    };
    let (beat, received) = futures_util::future::join(source.send_all(sender), receive).await;
    received?;
    // Time in which no server ran is charged to nobody: a running clock goes on from the last sign of life.
    if let Some(at) = beat? {
        target.remember_heartbeat(at).await?;
    }
    Ok(copied)
}

/// Throws away old games.
pub async fn prune(database: &Database, key: Option<&Path>, pruning: Pruning) -> Result<Pruned, StoreError> {
    existing(database)?;
    let store = store::open(database, key).await?;
    let pruned = prune_in(&store, pruning).await;
    store.close().await;
    pruned
}

async fn prune_in(store: &Arc<dyn Store>, pruning: Pruning) -> Result<Pruned, StoreError> {
    let now = time::now_ms();
    let before = |age: Duration| now.saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX));
    let mut pruned = Pruned { left: store.weight().await?, ..Pruned::default() };
    let mut after: Option<(i64, String)> = None;
    loop {
        let oldest = store.oldest(after.clone(), AT_ONCE).await?;
        let Some(last) = oldest.last() else { return Ok(pruned) };
        after = Some((last.updated_at, last.id.clone()));
        for Weighed { id, updated_at, bytes } in oldest {
            let old = pruning.older_than.is_some_and(|age| updated_at < before(age));
            let surplus = pruning.larger_than.is_some_and(|most| pruned.left > most) && updated_at < before(YOUNG);
            if !old && !surplus {
                return Ok(pruned);
            }
            if !pruning.dry_run {
                store.remove(&id).await?;
            }
            pruned.games += 1;
            pruned.bytes += bytes;
            pruned.left = pruned.left.saturating_sub(bytes);
        }
    }
}

/// A misspelt name must not make a new, empty database.
fn existing(database: &Database) -> Result<(), StoreError> {
    match database {
        Database::File(path) if !path.is_file() => {
            Err(StoreError::File(format!("there are no games in {}: there is no such file", path.display())))
        }
        Database::Memory => Err(StoreError::File("games in memory are their server's alone".to_owned())),
        _ => Ok(()),
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn remove(path: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(path, ending));
    }
}
