use serde::{Deserialize, Serialize};

use crate::{Heat, Mark, Region, Score, Seat, Square, Stroke, Text};

/// How a number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Computed exactly.
    Exact,
    /// Proved by a complete search (a forced win).
    Proved,
    /// Estimated: with a stated error, or by a chance that was checked against results.
    Estimate,
    /// A player's opinion.
    Score,
}

/// What is asked of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Analysis {
    /// One sentence in words.
    pub headline: Text,
    /// The first player's share of the bar, 0 to 1.
    pub bar: Option<f64>,
    /// What the position is worth.
    pub score: Option<Score>,
    /// How the score is known.
    pub certainty: Option<Certainty>,
    /// What chance would bring if it decided now, as parts of a whole.
    pub odds: Vec<Odds>,
    /// Best lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Further numbers with their names.
    pub figures: Vec<Figure>,
    /// A value for points of the board.
    pub heat: Vec<Heat>,
    /// Where a strong player would look, the likeliest first, before any search.
    pub candidates: Vec<Candidate>,
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// The moves from the position on, in the game's notation.
    pub moves: Vec<String>,
    /// What the first move leads to.
    pub score: Option<Score>,
    /// The first player's share of the bar, 0 to 1.
    pub bar: Option<f64>,
    /// How the score is known.
    pub certainty: Option<Certainty>,
    /// A remark (`dominated`, `reversible`, `blocks the four`).
    pub note: Option<Text>,
}

/// A move that a strong player would look at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Candidate {
    /// The move in the game's notation.
    pub text: String,
    /// Where it is seen on the board.
    pub at: Square,
    /// How likely it is the best one, 0 to 1.
    pub share: f64,
}

/// One thing that chance may bring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Odds {
    /// Who wins by it; `None` where the game goes on or is drawn.
    pub winner: Option<Seat>,
    /// How probable it is, 0 to 1.
    pub share: f64,
}

/// A named number of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Figure {
    /// Its name.
    pub label: Text,
    /// Its value as people read it.
    pub value: String,
    /// How it is known.
    pub certainty: Option<Certainty>,
}
