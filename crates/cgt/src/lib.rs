//! Short partizan games: canonical forms, values, thermographs; knows no board.

mod arena;
mod cache;
mod canonical;
mod dyadic;
mod order;
mod stop;
mod sum;
mod thermograph;
mod value;

pub use arena::{Arena, Exhausted};
pub use dyadic::{Dyadic, DyadicError};
pub use order::Outcome;
pub use thermograph::{Corner, Thermograph};
pub use value::{NumberUpStar, Value};
