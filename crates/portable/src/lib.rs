//! Every level of every game plays a game, through the same tables as on the server, where there is no clock, thread or
//! file: in WebAssembly.
//!
//! `cargo xtask test` builds this crate for `wasm32-unknown-unknown` and runs it in Node with `run.mjs`; `cargo test` runs the
//! same games natively. The time comes from the host through [`Clock`], in a browser from `performance.now()`.

mod evening;
#[cfg(target_arch = "wasm32")]
mod module;

pub use evening::{Pairing, Played, pairings};
