//! Scores: evaluations around zero, and won or lost games by their distance.

/// A score from the view of the side to move.
pub type Score = i32;

/// Higher than any score.
pub const INFINITE: Score = 30001;
/// A game won at once.
pub const MATE: Score = 30000;
/// A drawn game.
pub const DRAW: Score = 0;
/// Scores beyond this one tell a forced win.
pub const LEAST_MATE: Score = MATE - 600;
/// Evaluations stay within this.
pub const MOST_EVAL: Score = 10000;

/// The score of a game that is won after this many plies.
#[inline(always)]
pub const fn mate_in(plies: usize) -> Score {
    MATE - plies as Score
}

/// The score of a game that is lost after this many plies.
#[inline(always)]
pub const fn mated_in(plies: usize) -> Score {
    plies as Score - MATE
}

/// Whether a score tells a forced win or loss.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score >= LEAST_MATE || score <= -LEAST_MATE
}

/// In how many plies a score says that the game ends, if it does.
pub const fn plies_to_mate(score: Score) -> Option<u32> {
    if is_mate(score) { Some((MATE - score.abs()) as u32) } else { None }
}
