//! The numbers that shape the tree, found by playing one setting against another.
//!
//! They stand in the order of the stages in `worker/node.rs`. The ranges that were tried were not written down. To try others:
//! `cargo bench -p banmen-gomoku --bench engine_matches -- settings GAMES NODES NAME=VALUE -` plays a changed setting against this one.

use super::history::HISTORY_LIMIT;

/// One ply of depth; depths are counted in parts of it.
pub const PLY: i32 = 32;

/// Move ordering: history that is worth one unit of the rating by shapes.
pub const HISTORY_SHARE: i32 = 192;
/// Move ordering: what a killer move gains.
pub const KILLER_BONUS: i32 = 15;
/// Move ordering: what the countermove, the move that once refuted the last one, gains.
pub const COUNTERMOVE_BONUS: i32 = 20;

macro_rules! parameters {
    ($($(#[doc = $doc:literal])* $name:ident: $value:expr,)*) => {
        /// The numbers that shape the tree.
        #[derive(Clone, Debug)]
        pub struct Parameters {
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Parameters {
            /// Changes one number by its name; false if there is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }

            /// All names with their numbers.
            pub fn list(&self) -> Vec<(&'static str, i32)> {
                vec![$((stringify!($name), self.$name),)*]
            }
        }
    };
}

parameters! {
    /// Aspiration windows: the first iteration, in plies, that has one.
    aspiration_depth: 4,
    /// Aspiration windows: half the width of the first one.
    window: 20,
    /// Aspiration windows: the part of the last score's size that is added to it, as a divisor.
    window_share: 16,
    /// Aspiration windows: what is added, besides half as much again, after each miss.
    widening: 5,
    /// Aspiration windows: depth taken away after each fail high, in parts of a ply.
    fail_high: PLY / 2,
    /// Aspiration windows: most depth taken away so.
    fail_high_most: 2 * PLY,

    /// VCF (victory by continuous fours): most fours in a row that a node looks ahead.
    vcf_fours: 12,
    /// VCF: most positions that one look-ahead visits.
    vcf_nodes: 20,

    /// Reverse futility pruning: greatest depth, in plies.
    futility_depth: 30,
    /// Reverse futility pruning: margin above beta for each ply.
    futility_slope: 60,

    /// Razoring: greatest depth, in plies.
    razor_depth: 3,
    /// Razoring: margin below alpha at depth zero.
    razor_base: 20,
    /// Razoring: what each ply adds to that margin.
    razor_slope: 25,

    /// Null move pruning: least depth, in plies.
    null_depth: 40,
    /// Null move pruning: how far above beta the evaluation must be.
    null_margin: 100,
    /// Null move pruning: depth taken away from the search after the pass, in parts of a ply.
    null_reduction: 4 * PLY,
    /// Null move pruning: the part of the depth that is taken away besides, as a divisor.
    null_divisor: 6,

    /// Internal iterative reduction: least depth, in plies, at which a node without a move from the table loses one ply.
    iir_depth: 4,

    /// Late move pruning: moves tried at depth zero before the others are skipped.
    late_base: 4,
    /// Late move pruning: growth of that number with depth, in sixteenths.
    late_slope: 16,
    /// Late move pruning: the power of depth with which it grows, in hundredths.
    late_power: 132,
    /// Late move pruning: moves tried in any case, however shallow the node.
    late_least: 2,
    /// Late move pruning: the first move that may be skipped on a principal variation.
    late_least_pv: 12,
    /// Idle move pruning: moves that make nothing for either side are skipped below this depth, in plies.
    idle_depth: 4,

    /// Singular extension: least depth, in plies.
    singular_depth: 6,
    /// Singular extension: how much shallower than the node the table's entry may be, in plies.
    singular_slack: 3,
    /// Singular extension: how far below the table's score, for each ply, the other moves must stay.
    singular_slope: 2,
    /// Double extension: how much further below they must stay for two plies.
    double_margin: 30,
    /// Double extension: most of them on one line.
    double_most: 6,
    /// Extension of the only answer to a four, in parts of a ply.
    forced: 36,

    /// Late move reductions: least depth, in plies.
    reduction_depth: 2,
    /// Late move reductions: share of the product of the logarithms of depth and move number, in hundredths of a ply.
    reduction: 130,
    /// Late move reductions: more where a cut-off is expected, in parts of a ply like those that follow.
    reduction_cut: 40,
    /// Late move reductions: less on what was once a principal variation.
    reduction_principal: 24,
    /// Late move reductions: less for moves that make an open three or a four.
    reduction_attack: 20,
    /// Late move reductions: more for moves that make nothing for either side.
    reduction_idle: 16,
    /// Late move reductions: more where the position got no better in two plies.
    reduction_worse: 10,
    /// Late move reductions: more for each unit of the logarithm of the odds by which a learned evaluation holds another move for better.
    reduction_doubt: 0,
    /// Late move reductions: the depth that always remains.
    reduction_rest: PLY / 2,
    /// Late move reductions: history that is worth one ply.
    reduction_history: 10000,

    /// Depth taken away from the moves after one that raised alpha, in parts of a ply.
    raised: 16,
    /// Nodes of at most this depth, in plies, are spared that.
    raised_above: 2,
    /// Nodes of at least this depth, in plies, are spared it too.
    raised_below: 12,

    /// Learned evaluation: leaves that shapes place further than this from the window are judged by shapes.
    rough_margin: 300,
    /// Learned order of moves: least depth, in plies, at which moves are rated.
    policy_depth: 1,
    /// Learned order of moves: what a rating of one unit of the logarithm of the odds is worth in the order.
    policy_share: 40,
    /// Learned order of moves: what remains of the rating by shapes, in hundredths.
    shapes_share: 0,

    /// History: bonus for the square of the depth in plies.
    bonus_square: 20,
    /// History: bonus for each ply of depth.
    bonus_slope: 60,
}

impl Parameters {
    /// How much a cut-off at a depth teaches.
    pub fn bonus(&self, depth: i32) -> i32 {
        let plies = depth / PLY;
        (self.bonus_square * plies * plies + self.bonus_slope * plies).clamp(0, HISTORY_LIMIT / 4)
    }
}
