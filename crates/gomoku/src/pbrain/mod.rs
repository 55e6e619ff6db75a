//! The Gomocup protocol ("pbrain"): text lines between a manager and an engine.
//!
//! [`Command`] is a line understood, [`Session`] is the conversation, [`Brain`] is the player. The protocol knows nothing of
//! how a brain finds its moves. Three threads share the work: [`run`] reads lines on one, so that nothing sent
//! while the brain thinks is lost; [`EngineBrain`] thinks on another; the one between them sleeps, and so answers in time.

mod brain;
mod command;
#[cfg(all(feature = "threads", feature = "clock"))]
mod driver;
mod lines;
mod session;
mod settings;
mod swap2;
#[cfg(all(feature = "threads", feature = "clock"))]
mod thinker;

pub use brain::{Brain, Question, Setup, Stones, Thought};
pub use command::{Command, CommandError, parse_point, write_point};
#[cfg(all(feature = "threads", feature = "clock"))]
pub use driver::run;
pub use lines::{LONGEST_LINE, Line, Lines};
pub use session::{Flow, Session};
pub use settings::{Budget, Settings};
pub(crate) use swap2::{EVEN, opening as opening_stones};
#[cfg(all(feature = "threads", feature = "clock"))]
pub use thinker::EngineBrain;
