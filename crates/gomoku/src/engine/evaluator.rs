//! Who says what a quiet position is worth.

use super::board::{PointIndex, ShapeBoard};

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
    fn evaluate(&mut self, board: &ShapeBoard) -> i32;
}

/// The board's own running evaluation by shapes and threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByShapes;

impl Evaluator for ByShapes {
    fn start(&mut self, _: &ShapeBoard) {}

    fn placed(&mut self, _: &ShapeBoard, _: PointIndex) {}

    fn undone(&mut self, _: &ShapeBoard, _: PointIndex) {}

    #[inline(always)]
    fn evaluate(&mut self, board: &ShapeBoard) -> i32 {
        board.evaluate()
    }
}
