use banmen_core::{AnalysisRequest, Record, Score};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::Problem;

/// Work to be done on the server's search threads.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum JobRequest {
    /// One of the tools.
    Tool {
        /// Its name, such as `konane.value`.
        tool: String,
        /// Its question.
        #[serde(default)]
        #[schema(value_type = Object)]
        input: Value,
        /// Longest time in seconds.
        #[serde(default)]
        seconds: Option<f64>,
    },
    /// What a position is worth. Progress and result are `Analysis`.
    Analysis {
        /// The game.
        record: Record,
        /// After how many events; all of them unless told.
        #[serde(default)]
        at: Option<u32>,
        /// What is asked.
        #[serde(default)]
        request: AnalysisRequest,
        /// Longest time in seconds.
        #[serde(default)]
        seconds: Option<f64>,
    },
    /// A good move. The result is a `Hint`.
    Hint {
        /// The game.
        record: Record,
        /// After how many events; all of them unless told.
        #[serde(default)]
        at: Option<u32>,
        /// Longest time in seconds.
        #[serde(default)]
        seconds: Option<f64>,
    },
}

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// It waits for a thread or runs.
    Running,
    /// The result is whole.
    Done,
    /// It was stopped or a limit ended it; the result is what was known by then.
    Stopped,
    /// There is an error instead of a result.
    Failed,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct JobState {
    /// Its name in addresses.
    pub id: String,
    /// How it stands.
    pub status: JobStatus,
    /// Whether it still waits for a free thread.
    pub queued: bool,
    /// How far it has got, in the form of its kind.
    #[schema(required, value_type = Value)]
    pub progress: Option<Value>,
    /// The answer, in the form of its kind.
    #[schema(required, value_type = Value)]
    pub result: Option<Value>,
    /// What went wrong, or which limit ended it.
    #[schema(required)]
    pub error: Option<Problem>,
}

/// A good move.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Hint {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The line expected.
    pub line: Vec<String>,
    /// What the position is worth.
    #[schema(required)]
    pub score: Option<Score>,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToolInfo {
    /// The name it is asked for by.
    pub name: &'static str,
    /// One sentence on what it answers.
    pub summary: &'static str,
}
