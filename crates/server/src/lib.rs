//! The Banmen server: tables, live play, jobs, storage, the page.
//!
//! [`Server::bind`] opens the games and listens; [`Server::run`] answers until told to stop. What an operator may choose is in
//! [`Config`].
//!
//! ```
//! use banmen_server::{Config, Server};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let config = Config { addr: ([127, 0, 0, 1], 0).into(), ..Config::default() };
//! let server = Server::bind(config).await?;
//! println!("Banmen is at http://{}/", server.local_addr());
//! let told_to_stop = async {}; // at once, here; usually when Ctrl-C is pressed
//! server.run(told_to_stop).await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A request passes the gate (limits, names, origins, a number for the log), reaches a handler in `http`, which asks the hall for a
//! table or the queue for a job, and ends as JSON or as a [`Problem`]. The interface is described by [`OPENAPI`], and its
//! types for the page are made from the Rust types (`cargo xtask wire`).
//!
//! The server knows no game: everything about games comes from the catalogue, by name.
//!
//! # What can be relied on
//! - A move that was acknowledged is on disk: SQLite's write-ahead log is flushed before the answer is sent. `(game_id, seq)` is
//!   unique and every change names the version it changes, so two writers can never both win.
//! - A game with chance has a seal: a secret seed from the operating system, whose hash is public from the start. Draw
//!   number *n* of the record uses the seal's draw *n*. The seed is public when the game is over and never before.
//! - A record that is continued at another table gets that table's own seal; its tag `sealed_from` says how many of its draws are
//!   older and cannot be checked against it.
//! - **No draw is ever taken back.** Otherwise somebody could look, take back, and roll again, or place stones knowing what will
//!   be drawn. Moves after the last draw can be taken back as in any other game until the game is over.
//! - Search never runs on the runtime's threads, and everything that searches can be stopped.

mod config;
mod error;
mod gate;
mod http;
mod jobs;
mod keeping;
mod live;
mod metrics;
#[cfg(test)]
mod openapi;
mod pool;
mod secret;
mod server;
mod state;
mod store;
mod tables;
mod time;
mod vault;
#[cfg(test)]
mod wire;

pub use config::{Config, DEFAULT_PORT, Database, DatabaseError, PostgresUrl, Rate, ServerLimits};
pub use error::{Problem, ProblemCode};
pub use http::docs::OPENAPI;
pub use keeping::{Copied, Pruned, Pruning, backup, prune, restore};
pub use server::{Server, ServerError};
pub use store::StoreError;
