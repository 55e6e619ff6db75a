//! Quantum gomoku: rules, exact odds, sampling, players.
//!
//! A stone is placed with a probability of being black. An observation gives every stone a colour; five of one colour in a
//! row win. [`Position`] is the referee, [`odds`] says what an observation would bring.

mod analysis;
mod fairness;
mod grid;
mod notation;
pub mod odds;
mod percent;
mod playable;
mod player;
mod position;
pub mod puzzles;
mod rules;
pub mod search;
mod solve;
pub mod tools;
mod view;

pub use banmen_gomoku::Point;
pub use fairness::{CheckedDraw, Verification, VerifyError, verify};
pub use grid::{Grid, GridError, MAX_POINTS, ROWS, SIZES};
pub use notation::{Colours, Move};
pub use percent::{Percent, PercentError};
pub use position::{Observation, Position, Stage, reason};
pub use rules::{AfterMiss, BothRows, LONGEST_CYCLE, MOST_OBSERVATIONS, Observations, OutOfObservations, Rules};
pub use solve::{Exact, GameValue, MOST_POINTS, SolveError, Solver};
pub use view::{side, square};

pub use playable::ID;
pub use player::{ADVISER, Greedy, Hopeful, LARGEST_EXACT, Opinion, RandomPlayer, Strength, Thinker, player};

use banmen_core::Seat;
