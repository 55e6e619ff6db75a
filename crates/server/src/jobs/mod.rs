//! Long work on request: analyses, hints, tools. A bounded number of threads, a bounded queue, and always a way to stop.

mod job;
mod job_board;
mod queue;
mod wire;

pub use banmen_table::{JobRequest, Order};
pub use job_board::JobBoard;
pub use queue::Jobs;
pub use wire::*;
