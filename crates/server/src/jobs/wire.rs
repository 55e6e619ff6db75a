use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Problem;

/// How a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub struct JobState {
    /// Its name in addresses.
    pub id: String,
    /// How it stands.
    pub status: JobStatus,
    /// Whether it still waits for a free thread.
    pub queued: bool,
    /// How far it has got, in the form of its kind.
    #[cfg_attr(test, schema(required, value_type = Value))]
    #[cfg_attr(test, ts(type = "unknown"))]
    pub progress: Option<Value>,
    /// The answer, in the form of its kind.
    #[cfg_attr(test, schema(required, value_type = Value))]
    #[cfg_attr(test, ts(type = "unknown"))]
    pub result: Option<Value>,
    /// What went wrong, or which limit ended it.
    #[cfg_attr(test, schema(required))]
    pub error: Option<Problem>,
}
