//! Long work on request: analyses, hints, tools. A bounded number of threads, a bounded queue, and always a way to stop.

mod board;
mod job;
mod queue;
mod wire;

pub use banmen_table::{JobRequest, Order};
pub use board::Board;
pub use queue::Jobs;
pub use wire::*;
