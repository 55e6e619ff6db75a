//! The numbers that shape the tree, in the order of the stages in [`node`](super::node), then those of the quiescence search.
//!
//! Scores are in hundredths of a chick, depths in plies. The numbers were set by hand, and no ranges
//! were recorded; the weights of the evaluation are fitted (`workshop dobutsu tune`).

/// Aspiration windows: the first iteration that has one.
pub(super) const ASPIRATION_DEPTH: i32 = 5;
/// Aspiration windows: half the width of the first one.
pub(super) const WINDOW: i32 = 25;
/// Aspiration windows: beyond this half-width the window is opened wholly.
pub(super) const WIDEST_WINDOW: i32 = 800;

/// Extensions end at this many times the depth of the iteration.
pub(super) const EXTENDED: i32 = 2;

/// Reverse futility pruning: greatest depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Reverse futility pruning: margin above beta for each ply.
pub(super) const REVERSE_FUTILITY_SLOPE: i32 = 110;

/// Razoring: greatest depth.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Razoring: margin below alpha at depth zero.
pub(super) const RAZOR_BASE: i32 = 250;
/// Razoring: what each ply adds to that margin.
pub(super) const RAZOR_SLOPE: i32 = 250;

/// Null move pruning: least depth.
pub(super) const NULL_DEPTH: i32 = 3;
/// Null move pruning: how far above beta the static evaluation must be at depth zero.
pub(super) const NULL_MARGIN: i32 = 60;
/// Null move pruning: by how much each ply of depth lowers that margin.
pub(super) const NULL_SLOPE: i32 = 20;
/// Null move pruning: depth taken away from the search after the pass.
pub(super) const NULL_REDUCTION: i32 = 3;
/// Null move pruning: the part of the depth that is taken away besides, as a divisor.
pub(super) const NULL_DEPTH_DIVISOR: i32 = 4;
/// Null move pruning: the excess over beta that takes away one more ply.
pub(super) const NULL_EVAL_DIVISOR: i32 = 200;
/// Null move pruning: most plies taken away for that excess.
pub(super) const NULL_EVAL_MOST: i32 = 3;
/// Null move pruning: least depth at which the cut-off is verified by a search without passes.
pub(super) const NULL_VERIFIED_DEPTH: i32 = 12;

/// Internal iterative reduction: least depth at which a node without a move from the table loses one ply.
pub(super) const IIR_DEPTH: i32 = 4;

/// Futility pruning: greatest depth, reductions taken off.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Futility pruning: margin below alpha at depth zero.
pub(super) const FUTILITY_BASE: i32 = 150;
/// Futility pruning: what each ply adds to that margin.
pub(super) const FUTILITY_SLOPE: i32 = 110;

/// Late move pruning: moves tried at depth zero, to which the square of the depth is added. Half as many where the position got
/// no better.
pub(super) const LATE_BASE: i32 = 4;

/// History pruning: greatest depth, reductions taken off.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 3;
/// History pruning: how bad the history must be for each ply.
pub(super) const HISTORY_PRUNING_SLOPE: i32 = 4500;

/// Exchange pruning of quiet moves: greatest depth, reductions taken off.
pub(super) const EXCHANGE_DEPTH: i32 = 8;
/// Exchange pruning of quiet moves: the loss that is allowed, for the square of that depth.
pub(super) const EXCHANGE_SLOPE: i32 = 35;
/// Exchange pruning of captures: greatest depth.
pub(super) const CAPTURE_EXCHANGE_DEPTH: i32 = 7;
/// Exchange pruning of captures: the loss that is allowed for each ply.
pub(super) const CAPTURE_EXCHANGE_SLOPE: i32 = 100;

/// Singular extension: least depth.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: how much shallower than the node the table's entry may be.
pub(super) const SINGULAR_SLACK: i32 = 3;
/// Singular extension: how far below the table's score, for each ply, the other moves must stay.
pub(super) const SINGULAR_SLOPE: i32 = 2;
/// Double extension: how much further below they must stay for two plies.
pub(super) const DOUBLE_MARGIN: i32 = 40;

/// Late move reductions: least depth.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// Late move reductions: what every late move loses.
pub(super) const REDUCTION_BASE: f64 = 0.6;
/// Late move reductions: divisor of the product of the logarithms of depth and move number.
pub(super) const REDUCTION_DIVISOR: f64 = 2.1;
/// Late move reductions: history that is worth one ply.
pub(super) const REDUCTION_HISTORY: i32 = 9000;

/// History: bonus of a cut-off for each ply of depth.
pub(super) const BONUS_SLOPE: i32 = 170;
/// History: what is taken off that bonus.
pub(super) const BONUS_OFFSET: i32 = 90;
/// History: least bonus.
pub(super) const LEAST_BONUS: i32 = 60;
/// History: greatest bonus.
pub(super) const MOST_BONUS: i32 = 1800;

/// Delta pruning, in the quiescence search: a capture that leaves the evaluation this far below alpha is skipped.
pub(super) const DELTA_MARGIN: i32 = 150;

/// Move ordering: what promoting is worth beside the history.
pub(super) const PROMOTION: i32 = 8_000;
/// Move ordering: weight of a taken piece's value beside the history of captures.
pub(super) const CAPTURE_WEIGHT: i32 = 32;
