//! Time that passes while nobody moves: flags fall even if nobody looks, and time in which the server was away is nobody's.

use std::sync::Arc;
use std::time::Duration;

use super::{Command, Hall};
use crate::error::ApiResult;
use crate::store::StoreError;
use crate::time;

/// How often flags are looked at.
const LOOK: Duration = Duration::from_millis(250);
/// Flags that are taken down at one look.
const AT_ONCE: u32 = 100;
/// While a clock runs, every how many looks the store is told that a server is alive.
const LOOKS_PER_BEAT: u32 = 4;
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
        let mut looks = tokio::time::interval(LOOK);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut number = 0_u32;
        loop {
            looks.tick().await;
            number = number.wrapping_add(1);
            if let Err(error) = self.look_at_clocks(number.is_multiple_of(LOOKS_PER_BEAT)).await {
                tracing::error!(%error, "the clocks could not be looked at");
            }
        }
    }

    async fn look_at_clocks(self: &Arc<Hall>, beat: bool) -> Result<(), StoreError> {
        let running = self.store().clocks(AT_ONCE).await?;
        let now = time::now_ms();
        if beat && !running.is_empty() {
            self.store().heartbeat(now).await?;
        }
        for (id, _) in running.into_iter().filter(|(_, deadline)| *deadline <= now) {
            if let Err(error) = self.clock(&id, Command::Flag).await {
                tracing::warn!(table = id, %error, "a flag could not be taken down");
            }
        }
        Ok(())
    }

    async fn clock(self: &Arc<Hall>, id: &str, command: Command) -> ApiResult<()> {
        self.table(id).await?.host(self, command).await
    }
}
