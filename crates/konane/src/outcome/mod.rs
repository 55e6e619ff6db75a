//! Who wins, without the value of everything: a search that asks only what is needed.

mod proof;
mod sum;
mod verdicts;

pub use proof::{Prover, Verdict};
