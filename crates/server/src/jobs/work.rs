use std::time::Duration;

use banmen_core::{Analysis, AnalysisRequest, Limits, Progress, Record, Tool, ToolError};
use serde_json::Value;

use super::job::{Finished, Reporter};
use super::{Hint, JobRequest};
use crate::error::{ApiError, ApiResult, ProblemCode, shortened};
use crate::secret;
use crate::tables::Course;

/// A job's work.
pub type Work = Box<dyn FnOnce(&Limits, &mut Reporter<'_>) -> Finished + Send>;

/// Work and the time it may take.
pub struct Order {
    /// Longest time.
    pub time: Duration,
    /// What is to be done.
    pub work: Work,
}

/// The shortest time a job can be given.
const SHORTEST: f64 = 0.01;
/// More than a day is as good as for ever; the server's own limit comes first.
const LONGEST: f64 = 1e5;

/// Checks a request and makes work of it. Replays a record, so it may take a moment.
pub fn prepare(request: JobRequest, usual: Duration) -> ApiResult<Order> {
    let time = |seconds: Option<f64>| -> ApiResult<Duration> {
        match seconds {
            None => Ok(usual),
            Some(seconds) if seconds > 0.0 && seconds.is_finite() => {
                Ok(Duration::from_secs_f64(seconds.clamp(SHORTEST, LONGEST)))
            }
            Some(seconds) => Err(ApiError::invalid(format!("`seconds` is {seconds}, expected more than 0"))),
        }
    };
    Ok(match request {
        JobRequest::Tool { tool, input, seconds } => {
            let tool = banmen_catalog::find_tool(&tool)?;
            Order {
                time: time(seconds)?,
                work: Box::new(move |limits, reporter| run_tool(tool, input, limits, reporter)),
            }
        }
        JobRequest::Analysis { record, at, request, seconds } => {
            let course = course(&record, at)?;
            Order {
                time: time(seconds)?,
                work: Box::new(move |limits, reporter| analyse(&course, &request, limits, reporter)),
            }
        }
        JobRequest::Hint { record, at, seconds } => {
            let course = course(&record, at)?;
            if course.turn().seat().is_none() {
                return Err(ApiError::new(ProblemCode::GameOver, "nobody is to move here"));
            }
            let info = course.entry().info();
            let level = info.levels.iter().find(|level| level.id == info.hint_level);
            let stated = level.map(|level| level.seconds).filter(|seconds| *seconds > 0.0);
            Order {
                time: time(seconds.or(stated))?,
                work: Box::new(move |limits, reporter| hint(&course, limits, reporter)),
            }
        }
    })
}

/// The game of a record after its first `at` events.
pub fn course(record: &Record, at: Option<u32>) -> ApiResult<Course> {
    let course = Course::replay(record)?;
    let events = course.rows().len();
    match at.map_or(events, |at| at as usize) {
        at if at == events => Ok(course),
        at if at < events => Ok(course.at(at)),
        at => Err(ApiError::invalid(format!("`at` is {at}, the record has {events} events"))),
    }
}

fn run_tool(tool: &Tool, input: Value, limits: &Limits, reporter: &mut Reporter<'_>) -> Finished {
    match (tool.run)(input, limits, &mut |progress| reporter.report(progress)) {
        Ok(answer) => Finished::Done(answer),
        Err(ToolError::Input(why)) => Finished::Failed(ApiError::invalid(shortened(&why))),
        Err(ToolError::Stopped { why, partial }) => Finished::Stopped { why, partial },
        Err(ToolError::Failed(why)) => Finished::Failed(ApiError::new(ProblemCode::Internal, shortened(&why))),
    }
}

fn analyse(course: &Course, request: &AnalysisRequest, limits: &Limits, reporter: &mut Reporter<'_>) -> Finished {
    let mut last: Option<Analysis> = None;
    let done = course.game().analyse(request, limits, &mut |analysis| {
        if reporter.is_due() {
            reporter.report(json(&analysis));
        }
        last = Some(analysis);
    });
    match done {
        Ok(()) => Finished::Done(last.as_ref().map_or(Value::Null, json)),
        Err(why) => Finished::Failed(ApiError::invalid(shortened(&why))),
    }
}

fn hint(course: &Course, limits: &Limits, reporter: &mut Reporter<'_>) -> Finished {
    let (entry, rules) = (course.entry(), &course.game().record().rules);
    // The level for hints may not exist under these rules; then the strongest one that does.
    let levels = entry.info().levels.iter().rev().map(|level| level.id);
    let mut levels = std::iter::once(entry.info().hint_level).chain(levels);
    let Some(mut player) = levels.find_map(|level| entry.player(level, rules, secret::random_u64()).ok()) else {
        return Finished::Failed(ApiError::invalid("there are no hints under these rules"));
    };
    let mut last = Progress::default();
    let chosen = player.choose(course.game(), limits, &mut |progress| {
        if reporter.is_due() {
            reporter.report(json(&progress));
        }
        last = progress;
    });
    match chosen {
        Some(text) => {
            let line = if last.line.first() == Some(&text) { last.line } else { vec![text.clone()] };
            Finished::Done(json(&Hint { text, line, score: last.score }))
        }
        None => Finished::Failed(ApiError::internal("the player for hints has no move")),
    }
}

/// Wire types are plain data with text keys and always have a JSON form.
fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
