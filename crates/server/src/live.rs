//! Watching a table: a WebSocket with numbered events.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::broadcast::error::RecvError;

use crate::gate::Counted;
use crate::state::App;
use crate::tables::{OpenTable, Watch};

/// Between two pings.
const PING: Duration = Duration::from_secs(20);
/// A watcher that has said nothing, not even a pong, for so long is gone.
const SILENCE: Duration = Duration::from_secs(70);
/// A watcher that does not take a message for so long is gone.
const SEND: Duration = Duration::from_secs(20);

/// Sends a watcher what happens at the table until either side has enough.
///
/// `known` is the version that the watcher has already; the table is sent at once if it is newer.
pub async fn serve(app: Arc<App>, table: Arc<OpenTable>, known: Option<u64>, mut socket: WebSocket, counted: Counted) {
    let _counted = counted;
    let watch = table.watch();
    table.wake(&app.hall);
    let reason = talk(&app, &table, watch, known, &mut socket).await;
    if let Some((code, reason)) = reason {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = tokio::time::timeout(Duration::from_secs(2), socket.send(close)).await;
    }
}

/// Runs until the watcher leaves (`None`) or has to leave (the close code and the reason).
async fn talk(
    app: &App,
    table: &OpenTable,
    mut watch: Watch,
    known: Option<u64>,
    socket: &mut WebSocket,
) -> Option<(u16, &'static str)> {
    let first = table.whole();
    let mut seen = first.seq;
    if known.is_none_or(|known| known < seen) {
        send(socket, first.text?).await?;
    }
    let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
    let mut heard = Instant::now();
    let closed = app.closed();
    tokio::pin!(closed);
    loop {
        tokio::select! {
            biased;
            () = &mut closed => return Some((close_code::AWAY, "the server is shutting down")),
            signal = watch.signals.recv() => match signal {
                Ok(signal) => {
                    let Some(text) = signal.text else { return Some((close_code::RESTART, "the table was put away")) };
                    if signal.after == seen {
                        seen = signal.seq;
                        send(socket, text).await?;
                    } else if signal.seq > seen {
                        seen = catch_up(table, socket).await?;
                    }
                }
                // Too slow for every event; the table as it is now makes up for all of them.
                Err(RecvError::Lagged(_)) => seen = catch_up(table, socket).await?,
                Err(RecvError::Closed) => return Some((close_code::RESTART, "the table was put away")),
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => heard = Instant::now(),
            },
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    return Some((close_code::POLICY, "no sign of life"));
                }
                socket.send(Message::Ping(Vec::new().into())).await.ok()?;
            }
        }
    }
}

/// Sends the whole table; returns its version, or `None` when the watcher is gone.
async fn catch_up(table: &OpenTable, socket: &mut WebSocket) -> Option<u64> {
    let whole = table.whole();
    send(socket, whole.text?).await?;
    Some(whole.seq)
}

/// Sends, or `None` when the watcher is gone.
async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Option<()> {
    tokio::time::timeout(SEND, socket.send(Message::Text(text))).await.ok()?.ok()
}
