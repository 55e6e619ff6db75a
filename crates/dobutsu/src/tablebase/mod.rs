//! The solved 3×4 game: every position's exact distance to the end.
//!
//! [`Tablebase::build`] finds it by retrograde analysis, [`Tablebase::write`] and [`Tablebase::read`] keep it in a file, [`Tablebase::probe`]
//! answers for a position, and [`Tablebase::validate`] checks every answer against the answers one move later.

#[cfg(feature = "audit")]
mod audit;
mod distances;
mod index;
mod library;
mod perfect;
mod placing;
mod probe;
mod retrograde;
mod steps;
mod validate;

#[cfg(feature = "audit")]
pub use audit::count_reachable;
pub use distances::{Tablebase, TablebaseError};
#[cfg(feature = "files")]
pub use library::{FILE_NAME, write_file};
pub use library::{Library, library};
pub use perfect::Perfect;
pub(crate) use perfect::building;
pub use probe::TablebaseValue;
pub use validate::Contradiction;
