//! What the hall does about other nodes, and about computers whose turn it is and at whose tables nobody is.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;

use super::Hall;
use crate::store::{News, Nodes, StoreError};
use crate::time;

/// How often a node looks for tables where a computer or a clock should act and nobody does anything about it.
const DUE: Duration = Duration::from_secs(1);
/// Such tables at once.
const DUE_AT_ONCE: u32 = 32;
/// A table that could not be opened is tried again after so many looks.
const DUE_AGAIN: u32 = 60;
/// How often a node compares its tables with the store, in case that it was not told of a change, and says who sits there.
const COMPARE: Duration = Duration::from_secs(2);

/// Goes on with games that wait for this server, for ever: those of a node that died, and after a start those of its own.
pub async fn look_for_due(hall: Arc<Hall>) {
    let mut ticks = tokio::time::interval(DUE);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut failed: HashMap<String, u32> = HashMap::new();
    loop {
        ticks.tick().await;
        failed.retain(|_, looks| {
            *looks -= 1;
            *looks > 0
        });
        let due = match hall.store().take_due(time::now_ms(), DUE_AT_ONCE).await {
            Ok(due) => due,
            Err(StoreError::Closed) => return,
            Err(error) => {
                tracing::warn!(%error, "overdue tables cannot be found");
                continue;
            }
        };
        for id in due {
            if failed.contains_key(&id) || hall.known(&id).is_some_and(|table| table.thinking().is_some()) {
                continue;
            }
            // Opening a table wakes its computer.
            if hall.table(&id).await.is_err() {
                hall.let_others_keep(vec![id.clone()]);
                failed.insert(id, DUE_AGAIN);
            }
        }
    }
}

/// Follows what other nodes tell, for ever.
pub async fn follow(hall: Arc<Hall>) {
    let Some(nodes) = hall.store().nodes() else { return };
    let mut news = nodes.listen();
    let mut ticks = tokio::time::interval(COMPARE);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let heard = tokio::select! {
            heard = news.recv() => heard,
            _ = ticks.tick() => {
                tell_attendance(&hall, nodes);
                Ok(News::Gap)
            }
        };
        match heard {
            Ok(News::Changed { id, version }) => changed(&hall, &id, version),
            Ok(News::Hurry { id, version }) => {
                if let Some(table) = hall.known(&id).filter(|table| table.face().version() == version) {
                    table.hurry_computer();
                }
            }
            Ok(News::Attends { node, id, there }) => {
                if let Some(table) = hall.known(&id)
                    && table.attendance().note(node, there)
                {
                    table.tell_presence_soon();
                }
            }
            Ok(News::Says { id, seat, phrase }) => {
                if let Some(table) = hall.known(&id) {
                    table.pass_on(seat, phrase);
                }
            }
            // The gate and the board of jobs listen for themselves.
            Ok(News::Asked { .. } | News::Job { .. }) => {}
            Ok(News::Gap) | Err(RecvError::Lagged(_)) => {
                if let Err(error) = compare(&hall, nodes).await {
                    tracing::warn!(%error, "tables cannot be compared with the store");
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Tells the other nodes who is at the tables here: a player with a line to this node is not away, whoever asks.
fn tell_attendance(hall: &Hall, nodes: &dyn Nodes) {
    for table in hall.open_tables() {
        if let Some(there) = table.attendance().to_tell() {
            nodes.tell(News::Attends { node: String::new(), id: table.id().to_owned(), there });
        }
        if table.attendance().forget_silent() {
            table.tell_presence_soon();
        }
    }
}

/// Reads a table again if somebody here would miss its change; everybody else reads it when they next ask.
fn changed(hall: &Arc<Hall>, id: &str, version: u64) {
    let Some(table) = hall.known(id) else { return };
    if table.is_followed() && table.face().version() < version {
        let hall = Arc::clone(hall);
        tokio::spawn(async move {
            if table.face().version() < version
                && let Err(error) = table.catch_up(&hall).await
            {
                tracing::warn!(table = table.id(), %error, "a change by another node cannot be read");
            }
        });
    }
}

async fn compare(hall: &Arc<Hall>, nodes: &dyn Nodes) -> Result<(), StoreError> {
    let followed = hall.followed();
    if followed.is_empty() {
        return Ok(());
    }
    for (id, version) in nodes.versions(followed.into_keys().collect()).await? {
        changed(hall, &id, version);
    }
    Ok(())
}
