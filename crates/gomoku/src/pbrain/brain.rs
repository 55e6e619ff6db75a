//! Whoever plays behind the protocol.

use std::time::Duration;

use banmen_core::Cancel;

use super::{Budget, Settings};
use crate::{Point, Rule, Size};

/// What a game is prepared with, before any clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Points a side.
    pub size: Size,
    /// What wins.
    pub rule: Rule,
    /// Most memory in bytes, if limited.
    pub memory: Option<u64>,
    /// Threads that may think at once.
    pub threads: usize,
    /// Time for a move; who thinks longer needs more memory.
    pub turn: Duration,
}

/// The stones in the order in which they were played; `true` for the brain's own.
pub type Stones = [(Point, bool)];

/// What a brain is asked.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The position.
    pub stones: &'a Stones,
    /// Which colour the brain has.
    pub own_is_black: bool,
    /// How long it may think.
    pub budget: Budget,
    /// What else the manager has said.
    pub settings: &'a Settings,
    /// Set to end the search early.
    pub cancel: &'a Cancel,
}

/// A brain's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move.
    pub point: Point,
    /// What the brain thinks of its position: above 0 is good, [`Thought::WON`] and beyond a forced win.
    pub score: i32,
    /// A line to be shown with the move.
    pub remark: String,
}

impl Thought {
    /// The score from which on a win is forced.
    pub const WON: i32 = 20_000;
}

/// Somebody who plays; the protocol knows no more of them.
pub trait Brain {
    /// Prepares a new game, or the same game when a setting has changed, with all the memory it will need.
    fn prepare(&mut self, setup: Setup, new_game: bool);

    /// A move for the side to move, or `None` if there is none. Answers within the budget and at once when cancelled.
    fn think(&mut self, question: Question<'_>) -> Option<Thought>;
}
