//! The numbers that shape the tree, found by playing one setting against another.

/// One ply of depth; depths are counted in parts of it.
pub const PLY: i32 = 32;

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
    /// Most fours in a row that the search looks ahead for a win.
    leaf_fours: 12,
    /// Most positions that such a look-ahead visits.
    leaf_nodes: 20,
    /// Half-width of the first aspiration window.
    window: 20,
    /// Razoring margin at depth zero.
    razor_base: 20,
    /// Razoring margin for each ply.
    razor_slope: 25,
    /// Deepest razoring, in plies.
    razor_depth: 3,
    /// Margin of reverse futility for each ply.
    futility_slope: 60,
    /// Deepest reverse futility, in plies.
    futility_depth: 30,
    /// Moves tried at least before late ones are skipped.
    late_base: 4,
    /// Growth of the moves tried with depth, in sixteenths.
    late_slope: 16,
    /// The power of depth with which they grow, in hundredths.
    late_power: 132,
    /// Reduction of late moves, in hundredths.
    reduction: 130,
    /// Further reduction where a cut-off is expected, in parts of a ply.
    reduction_cut: 40,
    /// Less reduction on what was once a principal variation.
    reduction_principal: 24,
    /// Less reduction for moves that make an open three or a four.
    reduction_attack: 20,
    /// More reduction for moves that make nothing for either side.
    reduction_idle: 16,
    /// More reduction where the position got no better in two plies.
    reduction_worse: 10,
    /// History that is worth one ply of reduction.
    reduction_history: 10000,
    /// Extension of the only answer to a four.
    forced: 36,
    /// Extension of the answers to an open three.
    threatened: 0,
    /// Least depth, in plies, for the test of whether one move stands alone.
    singular_depth: 6,
    /// Least depth, in plies, for a null move.
    null_depth: 40,
    /// How far above the bound the evaluation must be for a null move.
    null_margin: 100,
    /// Depth taken away once a move raised the bound.
    raised: 16,
    /// Depth taken away where a cut-off is all but sure.
    sure: 0,
    /// How far above the bound the evaluation must be for that.
    sure_base: 0,
    /// The same for each ply of depth.
    sure_slope: 15,
    /// Aspiration begins at this depth in plies.
    aspiration_depth: 4,
}
