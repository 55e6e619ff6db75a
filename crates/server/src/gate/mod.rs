//! What every request passes before it reaches a handler: limits, names, and who may drive this server.

mod client;
mod connections;
mod headers;
mod observe;
mod origin;
mod rate;

pub use client::{Client, Counted, Peer, PerAddress, is_local};
pub use connections::Doors;
pub use headers::{policy_with, secure};
pub use observe::{Numbers, REQUEST_ID, answered, check_id, measure, span};
pub use origin::{Names, guard};
pub use rate::{Rates, limit, share_rates};
