use serde::{Deserialize, Serialize};

use crate::{Heat, Mark, Region, Stroke, Text};

/// How a number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Computed exactly.
    Exact,
    /// Proved by a complete search (a forced win).
    Proved,
    /// Estimated, with a stated error.
    Estimate,
    /// A player's opinion.
    Score,
}

/// What is asked of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisRequest {
    /// What to find: empty for the game's usual analysis, else one of the kinds in its [`crate::GameInfo`], such as `threats`, `forced_win`, `odds`.
    pub kind: String,
    /// How many lines are wanted; 0 for the game's usual number.
    pub lines: u32,
}

/// What is known about a position, for people: one vocabulary for all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// One sentence in words.
    pub headline: Text,
    /// The first player's share of the bar, 0 to 1.
    pub bar: Option<f64>,
    /// The main number as written by the field (`+1.20`, `win in 5`, `↑*`).
    pub score: Option<String>,
    /// How the main number is known.
    pub certainty: Option<Certainty>,
    /// Best lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Further numbers with their names.
    pub figures: Vec<Figure>,
    /// A value for points of the board.
    pub heat: Vec<Heat>,
    /// Marks on the board.
    pub marks: Vec<Mark>,
    /// Strokes on the board.
    pub strokes: Vec<Stroke>,
    /// Parts of the board.
    pub regions: Vec<Region>,
    /// Depth finished.
    pub depth: Option<u32>,
    /// Nodes so far.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
}

/// One line of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisLine {
    /// The moves from the position on, in the game's notation.
    pub moves: Vec<String>,
    /// The score for the player to move, as written by the field.
    pub score: String,
    /// The first player's share of the bar, 0 to 1.
    pub bar: Option<f64>,
    /// How the score is known.
    pub certainty: Option<Certainty>,
    /// A remark (`dominated`, `reversible`, `blocks the four`).
    pub note: Option<Text>,
}

/// A named number of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Figure {
    /// Its name.
    pub label: Text,
    /// Its value, as text.
    pub value: String,
    /// How it is known.
    pub certainty: Option<Certainty>,
}
