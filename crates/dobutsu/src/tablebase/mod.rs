//! The solved 3×4 game: every position's exact distance to the end.
//!
//! [`Table::build`] finds it by retrograde analysis, [`Table::write`] and [`Table::read`] keep it in a file, [`Table::probe`]
//! answers for a position, and [`Table::validate`] checks every answer against the answers one move later.

#[cfg(feature = "audit")]
mod audit;
mod index;
mod library;
mod perfect;
mod placing;
mod probe;
mod retrograde;
mod steps;
mod table;
mod validate;

#[cfg(feature = "audit")]
pub use audit::count_reachable;
#[cfg(feature = "files")]
pub use library::{FILE_NAME, write_file};
pub use library::{Library, library};
pub use perfect::Perfect;
pub(crate) use perfect::building;
pub use probe::Verdict;
pub use table::{Table, TableError};
pub use validate::Contradiction;
