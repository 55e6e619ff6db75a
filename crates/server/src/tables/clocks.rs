//! Time that passes while nobody moves: flags fall even if nobody looks, and time in which the server was away is nobody's.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Command, Hall};
use crate::error::ApiResult;
use crate::store::StoreError;
use crate::time;

/// The store is asked for running clocks at least so often, because other nodes start clocks as well, and told that a server is
/// alive while there are any. A flag that falls earlier is looked at when it falls.
const LOOK: Duration = Duration::from_secs(1);
/// A clock that runs out sooner than this after a move is not left to the next look.
pub(super) const SOON_MS: i64 = 1500;
/// The store is asked no more often than this, however many flags fall.
const BREATH: Duration = Duration::from_millis(20);
/// Flags that are taken down at one look.
const AT_ONCE: u32 = 100;
/// A server that has been silent for so long was away.
const AWAY_MS: i64 = 3000;

impl Hall {
    /// Gives back the time in which no server was running, before anybody can lose by it.
    ///
    /// Whoever had to move when the last server went away is not charged from its last sign of life on.
    pub async fn resume_clocks(self: &Arc<Hall>) -> Result<(), StoreError> {
        let now = time::now_ms();
        let Some(last) = self.store().heartbeat(now).await? else { return Ok(()) };
        if now - last < AWAY_MS {
            return Ok(());
        }
        for (id, _) in self.store().clocks(u32::MAX).await? {
            if let Err(error) = self.clock(&id, Command::Resume { from_ms: last, to_ms: now }).await {
                tracing::error!(table = id, %error, "a clock could not be resumed");
            }
        }
        Ok(())
    }

    /// Takes down flags as they fall, for ever.
    pub async fn keep_time(self: Arc<Hall>) {
        let mut beaten: Option<Instant> = None;
        loop {
            let beat = beaten.is_none_or(|at| at.elapsed() >= LOOK);
            let soonest = self.look_at_clocks(beat).await.unwrap_or_else(|error| {
                tracing::error!(%error, "the clocks could not be looked at");
                None
            });
            if beat {
                beaten = Some(Instant::now());
            }
            let until = |flag: i64| Duration::from_millis(u64::try_from(flag - time::now_ms()).unwrap_or(0));
            let wait = soonest.map_or(LOOK, until).clamp(BREATH, LOOK);
            // A clock that was started here meanwhile may run out sooner.
            let _ = tokio::time::timeout(wait, self.flags().notified()).await;
            tokio::time::sleep(BREATH).await;
        }
    }

    /// Takes down the flags that have fallen; gives back when the next one falls.
    async fn look_at_clocks(self: &Arc<Hall>, beat: bool) -> Result<Option<i64>, StoreError> {
        let running = self.store().clocks(AT_ONCE).await?;
        let now = time::now_ms();
        if beat && !running.is_empty() {
            self.store().heartbeat(now).await?;
        }
        let (fallen, waiting): (Vec<_>, Vec<_>) = running.into_iter().partition(|(_, deadline)| *deadline <= now);
        for (id, _) in fallen {
            if let Err(error) = self.clock(&id, Command::Flag).await {
                tracing::warn!(table = id, %error, "a flag could not be taken down");
            }
        }
        Ok(waiting.first().map(|(_, deadline)| *deadline))
    }

    async fn clock(self: &Arc<Hall>, id: &str, command: Command) -> ApiResult<()> {
        self.table(id).await?.host(self, command).await
    }
}
