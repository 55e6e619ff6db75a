//! Tables: games in play, who sits at them, and who watches.

mod course;
mod hall;
mod setup;
mod table;
mod think;
mod wire;

pub use course::Course;
pub use hall::Hall;
pub use setup::Setup;
pub use table::{Table, Watch};
pub use wire::*;
