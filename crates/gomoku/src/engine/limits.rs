use std::time::Duration;

use banmen_core::{Cancel, Clock, Limits};

/// How long a search may take.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Time for this move.
    pub turn: Option<Duration>,
    /// Time left for all further moves of the game.
    pub match_left: Option<Duration>,
    /// Most positions.
    pub nodes: Option<u64>,
    /// Deepest iteration.
    pub depth: Option<u32>,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// Goes on to the limits even when the move is clear.
    pub analyse: bool,
    /// Set to end the search early.
    pub cancel: Cancel,
    /// Where the time comes from.
    pub clock: Clock,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            turn: None,
            match_left: None,
            nodes: None,
            depth: None,
            multi_pv: 1,
            analyse: false,
            cancel: Cancel::default(),
            clock: Clock::default(),
        }
    }
}

impl SearchLimits {
    /// At most this long for the move.
    pub fn within(turn: Duration) -> Self {
        Self { turn: Some(turn), ..Self::default() }
    }

    /// At most this many positions.
    pub fn of_nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// To a depth in plies.
    pub fn to_depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }
}

impl From<&Limits> for SearchLimits {
    fn from(limits: &Limits) -> Self {
        Self {
            turn: limits.time,
            nodes: limits.nodes,
            depth: limits.depth,
            cancel: limits.cancel.clone(),
            clock: limits.clock.clone(),
            ..Self::default()
        }
    }
}
