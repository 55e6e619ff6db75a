//! Proofs that can be checked: the winner's strategy in a file, and a checker that knows only the plain rules.
//!
//! The checker shares nothing with the search that found the strategy: it moves stones with the referee's [`Board`], splits
//! positions cell by cell, and works out what small parts are worth by looking at every move. A certificate holds one
//! number for each position in which the winner is to move: which of its moves, counted in a fixed order, to play. The
//! checker goes through everything that the loser can do, until the winner is ahead by more moves than the loser could make
//! in what is left if the winner never moved there.
//!
//! [`Board`]: crate::Board

mod file;
mod parts;
mod state;
mod walk;

pub use file::{Certificate, CertificateError, Claim, Setup};
pub use parts::Worths;
pub use state::{Move, State};
pub use walk::{Checked, Guide, Refusal, Walk, check};
