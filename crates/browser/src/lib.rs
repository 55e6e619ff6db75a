//! Banmen inside a browser, without a server.
//!
//! The page loads this crate as one WebAssembly module, several times: once on its own thread as the **referee**, which
//! answers at once (what may be played, what is to be drawn, what follows from a command), and once in each worker as an
//! **engine**, which may compute for minutes (a computer's move, an analysis, a tool). Every instance is the same module; the
//! difference is only in what it is asked.
//!
//! There is one door, [`Module::call`]: the name of a question and JSON go in, JSON comes out. Nothing is kept between two
//! questions but a computer player's memory, so an instance can be ended and replaced at any moment without losing a game:
//! the page keeps the stored tables, in IndexedDB.
//!
//! ```
//! use banmen_browser::{Host, Module};
//! use serde_json::{Value, json};
//!
//! /// What the browser provides: a clock, and a place for reports of progress.
//! struct Page;
//!
//! impl Host for Page {
//!     fn now_ms(&self) -> f64 { 0.0 }
//!     fn report(&self, _progress: &Value) {}
//! }
//!
//! let mut module = Module::new(Page);
//! let moment = json!({"now_ms": 1_790_000_000_000_i64, "random": "00".repeat(32)});
//! let people = json!({"first": {"kind": "human"}, "second": {"kind": "human"}});
//! let created = module.call("create", json!({"table": {"game": "gomoku", "seats": people}, "moment": moment})).unwrap();
//! assert_eq!(created["state"]["game"], "gomoku");
//!
//! let wrong = module.call("create", json!({"table": {"game": "go", "seats": people}, "moment": moment})).unwrap_err();
//! assert_eq!(wrong.code, "unknown-game");
//! ```

mod engine;
mod fingerprint;
mod host;
mod module;
mod problem;
mod referee;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use host::Host;
pub use module::Module;
pub use problem::Problem;
