use std::time::Duration;

use banmen_core::{Analysis, AnalysisRequest, Limits, Progress, Record, Score, Tool, ToolError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Course, TableError};

/// Work beside a table: long enough to be watched and stopped.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum JobRequest {
    /// One of the tools.
    Tool {
        /// Its name, such as `konane.value`.
        tool: String,
        /// Its question.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schema(value_type = Object))]
        #[cfg_attr(feature = "typescript", ts(type = "{ [key: string]: unknown }"))]
        input: Value,
        /// Longest time in seconds.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        seconds: Option<f64>,
    },
    /// What a position is worth. Progress and result are `Analysis`.
    Analysis {
        /// The game.
        record: Record,
        /// After how many events; all of them unless told.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        at: Option<u32>,
        /// What is asked.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
        request: AnalysisRequest,
        /// Longest time in seconds.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        seconds: Option<f64>,
    },
    /// A good move. The result is a `Hint`.
    Hint {
        /// The game.
        record: Record,
        /// After how many events; all of them unless told.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        at: Option<u32>,
        /// Longest time in seconds.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional = nullable))]
        seconds: Option<f64>,
    },
}

/// A good move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The line expected.
    pub line: Vec<String>,
    /// What the position is worth.
    #[cfg_attr(feature = "schema", schema(required))]
    pub score: Option<Score>,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToolInfo {
    /// The name it is asked for by.
    pub name: &'static str,
    /// One sentence on what it answers.
    pub summary: &'static str,
}

/// Every tool of the catalogue.
pub fn tools() -> Vec<ToolInfo> {
    banmen_catalog::tools().map(|tool| ToolInfo { name: tool.name, summary: tool.summary }).collect()
}

/// Where work says how far it has got.
pub trait Reporter {
    /// Whether a report would be passed on now; work that reports often asks before it writes one.
    fn is_due(&self) -> bool;
    /// Passes a report on.
    fn report(&mut self, progress: Value);
}

/// How work ended.
#[derive(Debug)]
pub enum Finished {
    /// With an answer.
    Done(Value),
    /// A limit ended it; what is known by then.
    Stopped {
        /// Which limit.
        why: String,
        /// What is known.
        partial: Value,
    },
    /// Without an answer.
    Failed(TableError),
}

/// The shortest time a job can be given.
const SHORTEST: f64 = 0.01;
/// More than a day is as good as for ever; the host's own limit comes first.
const LONGEST: f64 = 1e5;

type Work = Box<dyn FnOnce(&Limits, &mut dyn Reporter) -> Finished + Send>;

/// A request that has been checked: work, and the time it may take.
pub struct Order {
    /// Longest time.
    pub time: Duration,
    work: Work,
}

impl Order {
    /// Any work that reports, stops when told, and ends within `time`.
    pub fn new(time: Duration, work: impl FnOnce(&Limits, &mut dyn Reporter) -> Finished + Send + 'static) -> Order {
        Order { time, work: Box::new(work) }
    }

    /// Checks a request. Replays a record, so it may take a moment.
    ///
    /// A request that names no time gets `usual`. Players with noise use `seed`.
    pub fn prepare(request: JobRequest, usual: Duration, seed: u64) -> Result<Order, TableError> {
        let time = |seconds: Option<f64>| match seconds {
            None => Ok(usual),
            Some(seconds) if seconds > 0.0 && seconds.is_finite() => {
                Ok(Duration::from_secs_f64(seconds.clamp(SHORTEST, LONGEST)))
            }
            Some(seconds) => Err(TableError::Invalid(format!("`seconds` is {seconds}, expected more than 0"))),
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
                let course = Course::replay_to(&record, at)?;
                Order {
                    time: time(seconds)?,
                    work: Box::new(move |limits, reporter| analyse(&course, &request, limits, reporter)),
                }
            }
            JobRequest::Hint { record, at, seconds } => {
                let course = Course::replay_to(&record, at)?;
                if course.turn().seat().is_none() {
                    return Err(TableError::GameOver);
                }
                let info = course.entry().info();
                // Who gives hints may be no level to play against; then hints take as long as the strongest that is always there.
                let level = info.levels.iter().find(|level| level.id == info.hint_level);
                let level = level.or_else(|| info.levels.iter().rfind(|level| level.when.is_none()));
                let stated = level.map(|level| level.seconds).filter(|seconds| *seconds > 0.0);
                Order {
                    time: time(seconds.or(stated))?,
                    work: Box::new(move |limits, reporter| hint(&course, limits, seed, reporter)),
                }
            }
        })
    }

    /// Does the work within these limits.
    pub fn carry_out(self, limits: &Limits, reporter: &mut dyn Reporter) -> Finished {
        (self.work)(limits, reporter)
    }
}

fn run_tool(tool: &Tool, input: Value, limits: &Limits, reporter: &mut dyn Reporter) -> Finished {
    match (tool.run)(input, limits, &mut |progress| reporter.report(progress)) {
        Ok(answer) => Finished::Done(answer),
        Err(ToolError::Input(why)) => Finished::Failed(TableError::Invalid(why)),
        Err(ToolError::Stopped { why, partial }) => Finished::Stopped { why, partial },
        Err(ToolError::Failed(why)) => Finished::Failed(TableError::Broken(why)),
    }
}

fn analyse(course: &Course, request: &AnalysisRequest, limits: &Limits, reporter: &mut dyn Reporter) -> Finished {
    let mut last: Option<Analysis> = None;
    let done = course.game().analyse(request, limits, &mut |analysis| {
        if reporter.is_due() {
            reporter.report(json(&analysis));
        }
        last = Some(analysis);
    });
    match done {
        Ok(()) => Finished::Done(last.as_ref().map_or(Value::Null, json)),
        Err(why) => Finished::Failed(TableError::Invalid(why)),
    }
}

fn hint(course: &Course, limits: &Limits, seed: u64, reporter: &mut dyn Reporter) -> Finished {
    let (entry, rules) = (course.entry(), &course.game().record().rules);
    // The level for hints may not exist under these rules; then the strongest one that does.
    let levels = entry.info().levels.iter().rev().map(|level| level.id);
    let mut levels = std::iter::once(entry.info().hint_level).chain(levels);
    let Some(mut player) = levels.find_map(|level| entry.player(level, rules, seed).ok()) else {
        return Finished::Failed(TableError::Invalid("there are no hints under these rules".to_owned()));
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
        None => Finished::Failed(TableError::Broken("the player for hints has no move".to_owned())),
    }
}

/// Wire types are plain data with text keys and always have a JSON form.
fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
