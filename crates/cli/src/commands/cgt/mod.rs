//! `banmen cgt …`: games by their own names, without a board.

mod session;

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use banmen_cgt::MAX_LENGTH;
use banmen_core::Limits;
use banmen_konane::tools::{self, Evaluated, Expression, Halt, USUAL_NAME};
use clap::{Args, Subcommand};
use serde_json::json;

use super::konane::{To, described_with};
use crate::arguments::{parse_bytes, parse_seconds};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Games in their own language.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  banmen cgt                            a session with history and completion; `help` explains
  banmen cgt '{0,{0|0}|0}'              everything about one game
  banmen cgt script.cgt                 runs a script
  banmen cgt -e 'x := {1|-1}; x + x'    evaluates, even if there is a file of that name

docs/cgt-language.md is a tutorial.")]
pub struct Options {
    /// What to evaluate: `{0,{0|0}|0}`, `1/2 + ^*`, `^ > 0`; or a file to run; `-` reads it from standard input. Without
    /// anything a session begins.
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    /// Evaluate this, even if there is a file of that name.
    #[arg(
        short = 'e',
        long = "evaluate",
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with = "expression"
    )]
    evaluate: Option<String>,
    #[command(flatten)]
    work: Work,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How much may be spent and written.
#[derive(Args, Clone)]
struct Work {
    /// Seconds at most, in a session for each input.
    #[arg(long, value_parser = parse_seconds)]
    time: Option<std::time::Duration>,
    /// The most memory: 400M, 8G.
    #[arg(long, value_parser = parse_bytes, default_value = "4G")]
    memory: u64,
    /// The longest canonical form that is written; longer ones become a list of sub-games.
    #[arg(long, default_value_t = USUAL_NAME)]
    max_length: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Only these fields of the JSON: value,temperature.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "json")]
    fields: Vec<String>,
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
        Limits { time: self.time, memory: Some(self.memory), cancel: cancel_on_ctrl_c(), ..Limits::none() }
    }
}

/// Runs a command on games.
pub fn run(options: Options) -> Result<(), Failure> {
    match options.command {
        Some(Command::Thermograph { expression, drawing }) => {
            let drawn = tools::draw(&text(expression)?, drawing.width, drawing.height).map_err(Failure::input)?;
            return drawing.print(&drawn);
        }
        Some(Command::Compare { first, second, work }) => return compare(&first, &second, &work),
        None => {}
    }
    match (options.evaluate, options.expression) {
        (Some(expression), _) => evaluate(&text(expression)?, &options.work),
        (None, Some(given)) if Path::new(&given).is_file() => script(&PathBuf::from(given), &options.work),
        (None, Some(given)) => evaluate(&text(given)?, &options.work),
        (None, None) if io::stdin().is_terminal() => session::talk(options.work.time, options.work.memory),
        (None, None) => show(&text("-".to_owned())?, &options.work),
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

fn script(path: &PathBuf, work: &Work) -> Result<(), Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    show(&text, work).map_err(|failure| match failure {
        Failure::Input(why) => Failure::Input(format!("{}: {why}", path.display())),
        failure => failure,
    })
}

/// Runs a script and prints what it shows as it is shown.
fn show(text: &str, work: &Work) -> Result<(), Failure> {
    if work.json {
        return evaluate(text, work);
    }
    session::run_script(text, &work.limits(), work.max_length)
}

/// Evaluates a text and tells everything about what it comes to.
fn evaluate(expression: &str, work: &Work) -> Result<(), Failure> {
    let question = Expression { expression: expression.to_owned(), max_length: work.max_length };
    let solution = match tools::evaluate(&question, &work.limits(), &mut |_| {}) {
        Ok(solution) => solution,
        Err(halt) => {
            if let Halt::Limit { partial, .. } = &halt
                && !work.json
            {
                partial.shown.iter().try_for_each(output::line)?;
            }
            return Err(ended(&halt));
        }
    };
    if let Some(mistake) = &solution.mistake {
        if !work.json {
            solution.shown.iter().try_for_each(output::line)?;
        }
        return Err(Failure::input(mistake));
    }
    if work.json {
        return output::json_fields(&solution, &work.fields);
    }
    // The result is described at length below, so it is not printed twice.
    let repeated = solution.shown.last().is_some_and(|last| match (&solution.worth, solution.truth) {
        (Some(worth), _) => worth.value.as_ref().is_none_or(|value| value == last),
        (None, Some(truth)) => *last == truth.to_string(),
        (None, None) => false,
    });
    let before = solution.shown.len() - usize::from(repeated);
    solution.shown[..before].iter().try_for_each(output::line)?;
    match solution {
        Evaluated { truth: Some(truth), .. } => output::line(truth),
        Evaluated { worth: Some(worth), .. } => output::line(described_with(&worth, ("Left", "Right")).trim_end()),
        Evaluated { .. } => Ok(()),
    }
}

fn compare(first: &str, second: &str, work: &Work) -> Result<(), Failure> {
    let found = tools::compare(first, second, work.max_length, &work.limits()).map_err(|halt| ended(&halt))?;
    if work.json {
        let answer = json!({
            "relation": found.relation,
            "first": found.first,
            "second": found.second,
            "difference": found.difference,
        });
        return output::json_fields(&answer, &work.fields);
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
