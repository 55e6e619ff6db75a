use serde_json::Value;

use crate::Limits;

/// A computation that is offered beside the games: a value, the odds, an experiment. Input and output are JSON.
#[derive(Clone, Copy)]
pub struct Tool {
    /// The name it is asked for by, such as `konane.value`.
    pub name: &'static str,
    /// One sentence on what it answers.
    pub summary: &'static str,
    /// Does the work: input, limits, and a place to report how far it has got (JSON as well).
    pub run: RunTool,
}

/// A tool's work: input, limits, where to report progress; the answer.
pub type RunTool = fn(Value, &Limits, &mut dyn FnMut(Value)) -> Result<Value, ToolError>;

/// Why a tool gave no whole answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ToolError {
    /// The question was wrong; the text says what and where.
    #[error("{0}")]
    Input(String),
    /// A limit ended the work; what is known so far is kept.
    #[error("{why}")]
    Stopped {
        /// Which limit.
        why: String,
        /// What is known.
        partial: Value,
    },
    /// The work failed for another reason.
    #[error("{0}")]
    Failed(String),
}
