//! What can be asked about positions beside playing: plain functions for the command line, and the same as [`Tool`]s for
//! the page. A limit that ends the work hands back what is known.

mod arrangements;
mod best;
mod boards;
mod census;
mod clerk;
mod climb;
mod condition;
mod count;
mod desk;
mod effort;
mod evaluate;
mod find;
mod joining;
mod longest;
mod options;
mod oracle;
mod outcome;
mod positions;
mod reading;
mod span;
mod strategy;
mod string;
mod sweep;
mod thermograph;
mod tile;
mod value;
mod worth;

use banmen_core::{Limits, Stop, Tool, ToolError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

pub use best::{BestMove, BestQuestion, best};
pub use boards::{Boards, Layout, Listed};
pub use census::{CENSUS_COLUMNS, Census, CensusProgress, CensusQuestion, Counted, Record, census, census_with};
pub use clerk::{Asked, Clerk, Column, Field};
pub use count::Count;
pub use desk::Desks;
pub use evaluate::{Comparison, Evaluated, Expression, Mistake, compare, evaluate, session_limits};
pub use find::{FindQuestion, Found, USUAL_CELLS, find};
pub use longest::{EVER_ALL, LongString, Longest, LongestProgress, LongestQuestion, Method, USUALLY_ALL, longest};
pub use options::{OptionStanding, OptionTable, OptionsQuestion, PlayerOption, options};
pub use outcome::{OutcomeQuestion, PositionOutcome, outcome, outcome_with};
pub use positions::reachable;
pub use reading::Reading;
pub use span::Span;
pub use strategy::{Branch, Strategy, StrategyQuestion, strategy};
pub use string::{GameString, StringQuestion, Strings, string, strings};
pub use thermograph::{DrawnThermograph, ThermographQuestion, draw, thermograph};
pub use tile::{Quantity, TILE, TileProgress, TileQuestion, TileRow, TileTable, USUAL_STEP, tile};
pub use value::{Part, PositionValue, ValueQuestion, value};
pub use worth::{FormLine, Walls, Worth};

use crate::engine::Effort;

/// The longest name that is written where nothing else is asked for.
pub const USUAL_NAME: u32 = 2000;
/// The longest name that is ever written whole into an answer.
pub const LONGEST_NAME: u32 = 1 << 20;

/// Work that gave no whole answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt<P> {
    /// The question was wrong; the text says what and where.
    Input(String),
    /// A limit ended the work.
    Limit {
        /// Which.
        stop: Stop,
        /// What is known so far.
        partial: P,
    },
}

/// Every tool of Konane and of games in general.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "konane.value",
        summary: "What a position is worth: its canonical form, temperature, mean, parts and thermograph.",
        run: |input, limits, report| run(input, limits, report, value),
    },
    Tool {
        name: "konane.options",
        summary: "Every move of both players with its value, and which of them are dominated or reversible.",
        run: |input, limits, report| run(input, limits, report, options),
    },
    Tool {
        name: "konane.string",
        summary: "A position's game string and how long it is.",
        run: |input, limits, report| run(input, limits, report, string),
    },
    Tool {
        name: "konane.outcome",
        summary: "Who wins, whoever starts, without the value.",
        run: |input, limits, report| run(input, limits, report, outcome),
    },
    Tool {
        name: "konane.strategy",
        summary: "A winning strategy to play through.",
        run: |input, limits, report| run(input, limits, report, strategy),
    },
    Tool {
        name: "konane.best",
        summary: "A move to play, and how sure it is.",
        run: |input, limits, report| run(input, limits, report, best),
    },
    Tool {
        name: "konane.thermograph",
        summary: "The thermograph of a position, in numbers and drawn.",
        run: |input, limits, report| run(input, limits, report, thermograph),
    },
    Tool {
        name: "konane.tile",
        summary: "How strings, values or positions grow over a family of tiled boards.",
        run: |input, limits, report| run(input, limits, report, tile),
    },
    Tool {
        name: "konane.longest",
        summary: "The positions of a size with the longest game strings.",
        run: |input, limits, report| run(input, limits, report, longest),
    },
    Tool {
        name: "konane.census",
        summary: "All positions of a size up to symmetry: their values, how often each occurs, and records.",
        run: |input, limits, report| run(input, limits, report, census),
    },
    Tool {
        name: "konane.find",
        summary: "The simplest position with a value.",
        run: |input, limits, report| run(input, limits, report, find),
    },
    Tool {
        name: "cgt.evaluate",
        summary: "What a text in the language of games comes to.",
        run: |input, limits, report| run(input, limits, report, evaluate),
    },
];

/// Reads the question, asks it, and writes the answer.
fn run<Q: DeserializeOwned, A: Serialize, P: Serialize, R: Serialize>(
    input: Json,
    limits: &Limits,
    report: &mut dyn FnMut(Json),
    ask: impl FnOnce(&Q, &Limits, &mut dyn FnMut(&R)) -> Result<A, Halt<P>>,
) -> Result<Json, ToolError> {
    let question: Q = serde_json::from_value(input).map_err(|error| ToolError::Input(error.to_string()))?;
    let answer = ask(&question, limits, &mut |progress| report(json!(progress)));
    match answer {
        Ok(answer) => to_json(&answer),
        Err(Halt::Input(why)) => Err(ToolError::Input(why)),
        Err(Halt::Limit { stop, partial }) => {
            Err(ToolError::Stopped { why: stop.to_string(), partial: to_json(&partial)? })
        }
    }
}

fn to_json(answer: &impl Serialize) -> Result<Json, ToolError> {
    serde_json::to_value(answer).map_err(|error| ToolError::Failed(error.to_string()))
}

/// The limits for what is left of a question that has taken some of its time and positions already.
fn remaining(limits: &Limits, budget: &banmen_core::Budget, positions: u64) -> Limits {
    Limits {
        time: budget.remaining(),
        nodes: limits.nodes.map(|most| most.saturating_sub(positions)),
        ..limits.clone()
    }
}

/// The effort of a step added to what came before it.
fn added(before: &Effort, step: &Effort) -> Effort {
    Effort {
        positions: before.positions + step.positions,
        different: step.different,
        bytes: step.bytes,
        elapsed: before.elapsed + step.elapsed,
    }
}
