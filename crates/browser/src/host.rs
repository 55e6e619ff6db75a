use std::sync::Arc;
use std::time::Duration;

use banmen_core::Clock;
use serde_json::Value;

/// What the surroundings provide: in a browser the functions that the page hands to the module.
pub trait Host: Send + Sync + 'static {
    /// Milliseconds since some fixed moment, never going back: `performance.now()`.
    fn now_ms(&self) -> f64;
    /// Takes a report of progress.
    fn report(&self, progress: &Value);
}

/// The host's clock as the games read it.
pub(crate) fn clock(host: &Arc<impl Host>) -> Clock {
    let host = Arc::clone(host);
    Clock::new(move || Duration::from_secs_f64(host.now_ms().max(0.0) / 1000.0))
}
