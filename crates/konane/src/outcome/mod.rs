//! Who wins, without the value of everything: a search that asks only what is needed.

mod checkpoint;
mod guess;
mod pool;
mod prover;
mod restraint;
mod search;
mod shared;
mod signature;
mod strategist;
mod sum;
mod verdicts;

pub use checkpoint::CheckpointError;
pub use prover::{Proved, Prover};
