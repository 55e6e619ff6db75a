//! What all requests share.

use std::sync::Arc;

use tokio::sync::watch;

use crate::config::Config;
use crate::gate::{Names, PerAddress, Rates};
use crate::http::health::Pulse;
use crate::jobs::JobBoard;
use crate::metrics::Metrics;
use crate::tables::Hall;

/// The server's state.
pub struct App {
    /// What the operator chose.
    pub config: Config,
    /// All tables.
    pub hall: Arc<Hall>,
    /// All jobs.
    pub jobs: Arc<JobBoard>,
    /// Whether the store writes.
    pub pulse: Pulse,
    /// Requests per client.
    pub rates: Rates,
    /// Requests under way, where connections do not tell clients apart.
    pub requests: Option<PerAddress>,
    /// Names this server answers for.
    pub names: Names,
    /// Open watchers.
    pub sockets: PerAddress,
    /// What is counted.
    pub metrics: Metrics,
    /// Whether requests should go elsewhere, because the server is about to end.
    pub draining: watch::Sender<bool>,
    /// Whether the server is shutting down.
    pub closing: watch::Sender<bool>,
}

impl App {
    /// Whether the server shuts down.
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits until the server shuts down.
    pub async fn closed(&self) {
        // An error would mean that the sender is gone, which is this very struct.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }
}
