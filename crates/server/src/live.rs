//! Following a table: numbered events on a WebSocket, or as server-sent events for programs without one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::broadcast::error::RecvError;

use crate::gate::Counted;
use crate::state::App;
use crate::tables::{Hello, Line, OpenTable, Signal, Watch};

/// Between two pings.
const PING: Duration = Duration::from_secs(20);
/// A watcher that has said nothing, not even a pong, for so long is gone.
const SILENCE: Duration = Duration::from_secs(70);
/// A watcher that does not take a message for so long is gone.
const SEND: Duration = Duration::from_secs(20);
const SHUTTING_DOWN: (u16, &str) = (close_code::AWAY, "the server is shutting down");

/// What happens at a table, in order and without a gap, for one follower.
pub struct Feed {
    table: Arc<OpenTable>,
    watch: Watch,
    /// The version that the follower has.
    seen: Option<u64>,
    /// What is still to be told of the past.
    past: VecDeque<Signal>,
    _counted: Counted,
    line: Line,
}

impl Feed {
    /// Follows a table from the version that the follower has already. What was missed is told change by change while it is
    /// remembered, and otherwise as the whole table.
    pub fn new(app: &Arc<App>, table: Arc<OpenTable>, known: Option<u64>, counted: Counted) -> Feed {
        let watch = table.watch();
        table.wake(&app.hall);
        let past = table.since(known);
        let line = Line::open(Arc::clone(&table));
        table.tell_presence_soon();
        Feed { table, watch, seen: known, past, _counted: counted, line }
    }

    /// Says which seat the follower plays. A token that opens no seat says nothing.
    pub fn identify(&mut self, token: &str) {
        if let Ok(seat) = self.table.face().seat_of(token) {
            self.line.sit(seat);
            self.table.tell_presence_soon();
        }
    }

    /// The next message and its number; `None` when the table is put away and the follower has to come again.
    pub async fn next(&mut self) -> Option<(u64, Utf8Bytes)> {
        loop {
            if let Some(signal) = self.past.pop_front() {
                self.seen = Some(signal.seq);
                return Some((signal.seq, signal.text?));
            }
            match self.watch.signals.recv().await {
                Ok(signal) => {
                    let text = signal.text?;
                    let seen = self.seen.unwrap_or(u64::MAX);
                    if signal.after == seen {
                        self.seen = Some(signal.seq);
                        return Some((signal.seq, text));
                    }
                    if signal.seq > seen {
                        self.past = self.table.since(self.seen);
                    }
                }
                // Too slow for every event.
                Err(RecvError::Lagged(_)) => self.past = self.table.since(self.seen),
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

/// Sends a follower what happens at the table until either side has enough.
pub async fn serve(app: Arc<App>, mut feed: Feed, mut socket: WebSocket) {
    let reason = talk(&app, &mut feed, &mut socket).await;
    if let Some((code, reason)) = reason {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = tokio::time::timeout(Duration::from_secs(2), socket.send(close)).await;
    }
}

/// Runs until the follower leaves (`None`) or has to leave (the close code and the reason).
async fn talk(app: &App, feed: &mut Feed, socket: &mut WebSocket) -> Option<(u16, &'static str)> {
    let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
    let mut heard = Instant::now();
    // From now on the feed ends when the server does: at a table with thousands of followers each thing that they wait for is felt.
    if app.is_closing() {
        return Some(SHUTTING_DOWN);
    }
    loop {
        tokio::select! {
            biased;
            next = feed.next() => match next {
                Some((_, text)) => send(socket, text).await?,
                None if app.is_closing() => return Some(SHUTTING_DOWN),
                None => return Some((close_code::RESTART, "the table was put away")),
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(message)) => {
                    heard = Instant::now();
                    if let Message::Text(text) = message
                        && let Ok(Hello { token }) = serde_json::from_str(&text)
                    {
                        feed.identify(&token);
                    }
                }
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

/// Sends, or `None` when the follower is gone.
async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Option<()> {
    tokio::time::timeout(SEND, socket.send(Message::Text(text))).await.ok()?.ok()
}
