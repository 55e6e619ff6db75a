//! `banmen cgt …`: games by their own names, without a board.

use std::io::{self, Read};

use banmen_cgt::MAX_LENGTH;
use banmen_core::Limits;
use banmen_konane::tools::{self, Expression, Halt, Solution, USUAL_NAME};
use clap::{Args, Subcommand};
use serde_json::json;

use super::konane::{To, described};
use crate::arguments::parse_seconds;
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Expressions of games.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Options {
    /// What to evaluate: `{0,{0|0}|0}`, `1/2 + ^*`, `+-1 - *2`, `^ > 0`; `-` reads it from standard input.
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    #[command(flatten)]
    work: Work,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How much may be spent and written.
#[derive(Args)]
struct Work {
    /// Seconds at most.
    #[arg(long, value_parser = parse_seconds)]
    time: Option<std::time::Duration>,
    /// The longest canonical form that is written; longer ones become a list of sub-games.
    #[arg(long, default_value_t = USUAL_NAME)]
    max_length: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// The thermograph of a game.
    Thermograph {
        /// The game.
        #[arg(allow_hyphen_values = true)]
        expression: String,
        #[command(flatten)]
        drawing: To,
    },
    /// How two games stand to each other: <, >, = or || (confused).
    Compare {
        /// The first game.
        #[arg(allow_hyphen_values = true)]
        first: String,
        /// The second game.
        #[arg(allow_hyphen_values = true)]
        second: String,
        #[command(flatten)]
        work: Work,
    },
}

impl Work {
    fn limits(&self) -> Limits {
        Limits { time: self.time, cancel: cancel_on_ctrl_c(), ..Limits::none() }
    }
}

/// Runs a command on games.
pub fn run(options: Options) -> Result<(), Failure> {
    match (options.command, options.expression) {
        (None, Some(expression)) => evaluate(&text(expression)?, &options.work),
        (None, None) => Err(Failure::input("an expression was expected, such as '{0|*}'")),
        (Some(Command::Thermograph { expression, drawing }), _) => {
            let drawn = tools::draw(&text(expression)?, drawing.width, drawing.height).map_err(Failure::input)?;
            drawing.print(&drawn)
        }
        (Some(Command::Compare { first, second, work }), _) => compare(&first, &second, &work),
    }
}

/// The expression itself, read from standard input if it is `-`.
fn text(expression: String) -> Result<String, Failure> {
    if expression != "-" {
        return Ok(expression);
    }
    let mut text = String::new();
    let mut input = io::stdin().lock().take(MAX_LENGTH as u64 + 1);
    input.read_to_string(&mut text).map_err(|error| Failure::input(format!("standard input: {error}")))?;
    Ok(text.trim_end().to_owned())
}

fn evaluate(expression: &str, work: &Work) -> Result<(), Failure> {
    let question = Expression { expression: expression.to_owned(), max_length: work.max_length };
    let solution = tools::evaluate(&question, &work.limits(), &mut |_| {}).map_err(|halt| ended(&halt))?;
    if work.json {
        return output::json(&solution);
    }
    match solution {
        Solution { truth: Some(truth), .. } => output::line(truth),
        Solution { worth: Some(worth), .. } => output::line(described(&worth).trim_end()),
        Solution { .. } => Ok(()),
    }
}

fn compare(first: &str, second: &str, work: &Work) -> Result<(), Failure> {
    let found = tools::compare(first, second, work.max_length, &work.limits()).map_err(|halt| ended(&halt))?;
    if work.json {
        return output::json(&json!({
            "relation": found.relation,
            "first": found.first,
            "second": found.second,
            "difference": found.difference,
        }));
    }
    let name = |worth: &tools::Worth| worth.value.clone().unwrap_or_else(|| "(too long to write)".to_owned());
    output::line(format!("{} {} {}", name(&found.first), found.relation, name(&found.second)))
}

fn ended<P>(halt: &Halt<P>) -> Failure {
    match halt {
        Halt::Input(why) => Failure::input(why),
        Halt::Limit { stop: banmen_core::Stop::Cancelled, .. } => Failure::Interrupted,
        Halt::Limit { stop, .. } => Failure::failed(format!("the expression was not evaluated: {stop}")),
    }
}
