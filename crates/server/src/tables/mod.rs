//! Tables in play: those in memory, who watches them, and the threads on which their computers think. What may happen at a
//! table is decided in `banmen_table`.

mod attendance;
mod clocks;
mod hall;
pub mod neighbours;
mod open_table;
mod think;

pub use attendance::{Attendance, Line};
pub use banmen_table::*;
pub use hall::Hall;
pub use open_table::{Now, OpenTable, Signal, Watch};
