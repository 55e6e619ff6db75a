//! Who says what a quiet position is worth.

use serde::{Deserialize, Serialize};

use super::network::{ByNetwork, Network};
use super::shape_board::{PointIndex, ShapeBoard};

/// Judges positions for the search; the seam for anything better than tables, such as a trained network.
///
/// The search tells it of every stone, so that it can keep running sums of its own.
pub trait Evaluator: Clone + Send {
    /// Begins with a position.
    fn start(&mut self, board: &ShapeBoard);

    /// A stone was put on a point; the board already has it.
    fn placed(&mut self, board: &ShapeBoard, point: PointIndex);

    /// The last stone was taken back; the board no longer has it.
    fn undone(&mut self, board: &ShapeBoard, point: PointIndex);

    /// The worth of the position to the side to move: [`SCALE`](super::weights::SCALE) is a winning chance of about 73 %.
    /// `leaves` tells that no stone will be put on top of the last one.
    fn evaluate(&mut self, board: &ShapeBoard, leaves: bool) -> i32;

    /// Whether it is more than the board's own evaluation and can rate moves.
    #[inline(always)]
    fn is_learned(&self) -> bool {
        false
    }

    /// Rates moves: one twice as likely to be the best has 177 more. Nothing is rated by an evaluation that was not learned.
    /// The same position must be asked about the same moves in the same order.
    #[inline(always)]
    fn rate(&mut self, _: &ShapeBoard, _: &[PointIndex], ratings: &mut Vec<i32>) {
        ratings.clear();
    }
}

/// The board's own running evaluation by shapes and threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByShapes;

impl Evaluator for ByShapes {
    fn start(&mut self, _: &ShapeBoard) {}

    fn placed(&mut self, _: &ShapeBoard, _: PointIndex) {}

    fn undone(&mut self, _: &ShapeBoard, _: PointIndex) {}

    #[inline(always)]
    fn evaluate(&mut self, board: &ShapeBoard, _: bool) -> i32 {
        board.evaluate()
    }
}

/// Which evaluation an engine plays with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evaluation {
    /// Shapes and threats.
    #[default]
    Shapes,
    /// The network, on boards that it was taught; shapes on others.
    Network,
}

impl Evaluation {
    /// The strongest that this build has.
    pub const STRONGEST: Self = if cfg!(feature = "network") { Self::Network } else { Self::Shapes };
}

/// The best evaluation that this build has.
#[cfg(feature = "network")]
pub type Best = Judge;
/// The best evaluation that this build has.
#[cfg(not(feature = "network"))]
pub type Best = ByShapes;

/// The strongest evaluation that this build has, or that by shapes.
#[cfg(feature = "network")]
pub fn judge(strongest: bool) -> Best {
    Judge::from(if strongest { Evaluation::Network } else { Evaluation::Shapes })
}

/// The strongest evaluation that this build has, which is that by shapes.
#[cfg(not(feature = "network"))]
pub fn judge(_: bool) -> Best {
    ByShapes
}

/// An evaluation that is chosen when the program runs.
#[derive(Clone, Debug)]
pub enum Judge {
    /// Shapes and threats.
    Shapes,
    /// A network.
    Network(Box<ByNetwork>),
}

impl From<Evaluation> for Judge {
    fn from(evaluation: Evaluation) -> Self {
        match evaluation {
            Evaluation::Shapes => Self::Shapes,
            Evaluation::Network => Self::Network(Box::new(ByNetwork::new(Network::shipped()))),
        }
    }
}

impl Evaluator for Judge {
    fn start(&mut self, board: &ShapeBoard) {
        if let Self::Network(network) = self {
            network.start(board);
        }
    }

    #[inline(always)]
    fn placed(&mut self, board: &ShapeBoard, point: PointIndex) {
        if let Self::Network(network) = self {
            network.placed(board, point);
        }
    }

    #[inline(always)]
    fn undone(&mut self, board: &ShapeBoard, point: PointIndex) {
        if let Self::Network(network) = self {
            network.undone(board, point);
        }
    }

    #[inline(always)]
    fn evaluate(&mut self, board: &ShapeBoard, leaves: bool) -> i32 {
        match self {
            Self::Shapes => board.evaluate(),
            Self::Network(network) => network.evaluate(board, leaves),
        }
    }

    #[inline(always)]
    fn is_learned(&self) -> bool {
        matches!(self, Self::Network(network) if network.is_learned())
    }

    #[inline(always)]
    fn rate(&mut self, board: &ShapeBoard, points: &[PointIndex], ratings: &mut Vec<i32>) {
        match self {
            Self::Shapes => ratings.clear(),
            Self::Network(network) => network.rate(board, points, ratings),
        }
    }
}
