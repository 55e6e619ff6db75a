//! Quantum gomoku: rules, exact odds, sampling, players.
//!
//! A stone is placed with a probability of being black. An observation gives every stone a colour; five of one colour in a
//! row win. [`Position`] is the referee, [`odds`] says what an observation would bring.

mod grid;
mod notation;
pub mod odds;
mod percent;
mod player;
mod point;
mod position;
mod rules;
pub mod search;
mod solve;
mod view;

pub use grid::{Grid, GridError, MAX_POINTS, ROWS, SIZES};
pub use notation::{Colours, Move};
pub use percent::{Percent, PercentError};
pub use point::{ParsePointError, Point};
pub use position::{Observation, Position, Stage, reason};
pub use rules::{AfterMiss, BothRows, LONGEST_CYCLE, MOST_OBSERVATIONS, Observations, OutOfObservations, Rules};
pub use solve::{Exact, MOST_POINTS, Solution, SolveError, Solver};
pub use view::{side, square};

pub use player::{Greedy, RandomPlayer, Strength, Thinker, player};

use banmen_core::Seat;
