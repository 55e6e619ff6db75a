//! One file per command, or per game with all of its commands.

pub mod backup;
pub mod cgt;
pub mod completions;
pub mod convert;
pub mod dobutsu;
pub mod games;
pub mod generic;
pub mod gomoku;
pub mod konane;
pub mod match_;
pub mod prune;
pub mod puzzles;
pub mod quantum;
pub mod restore;
pub mod serve;

use crate::output::Failure;

/// Waits for work on the games.
fn in_runtime<T>(work: impl Future<Output = Result<T, banmen_server::StoreError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::failed)?;
    runtime.block_on(work).map_err(Failure::failed)
}
