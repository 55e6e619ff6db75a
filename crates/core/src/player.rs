use serde::Serialize;

use crate::{Game, Limits, Score, Text};

/// Somebody who decides. Stops when told, reports as it goes.
pub trait Player<G: Game>: Send {
    /// A legal move for the player to move, or `None` if there is none (or no decision is to be made).
    ///
    /// When a limit is reached the best move so far is returned: a player who has been asked always answers.
    fn choose(&mut self, position: &G, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<G::Move>;
}

/// How far a player or a long computation has got.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Progress {
    /// Depth finished, where the work has a depth.
    pub depth: Option<u32>,
    /// Nodes, positions or samples so far.
    pub nodes: u64,
    /// Share of the work done, 0 to 1, where it can be known.
    pub fraction: Option<f64>,
    /// What the position is worth, as far as known.
    pub score: Option<Score>,
    /// The line expected, in the game's notation.
    pub line: Vec<String>,
    /// What is being done, where that is more than to choose a move: *Perfect* builds its table once.
    pub doing: Option<Text>,
}
