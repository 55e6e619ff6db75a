//! `banmen konane value`: what a position is worth.

use banmen_cgt::{Form, SubGame, Value};
use banmen_core::Limits;
use banmen_konane::Effort;
use banmen_konane::tools::{self, Asked, PositionValue, USUAL_NAME, ValueQuestion, Worth};
use clap::Args;

use super::{PositionOrBatch, Spending, batch};
use crate::output::{self, Failure};

/// Which position, and how to tell its value.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    position: PositionOrBatch,
    #[command(flatten)]
    spending: Spending,
    /// The longest canonical form that is written; longer ones become a list of sub-games.
    #[arg(long, default_value_t = USUAL_NAME)]
    max_length: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print only the canonical form, for LaTeX's mathematics mode; a long one as an align* environment.
    #[arg(long, conflicts_with_all = ["json", "batch"])]
    latex: bool,
}

/// Tells the value.
pub fn run(options: &Options) -> Result<(), Failure> {
    let PositionOrBatch { rule, batch, .. } = &options.position;
    let Some(board) = options.position.board()? else {
        return batch::run(batch, Asked::Value, rule.jumps, options.max_length, &options.spending);
    };
    let question = ValueQuestion { board, jumps: rule.jumps, max_length: options.max_length };
    let work = |limits: &Limits, report: &mut dyn FnMut(&Effort)| tools::value(&question, limits, report);
    options.spending.spend("evaluating", work, |answer| print(answer, options, &batch.format.fields))
}

/// What is reported about the whole position once its value is known.
const ABOUT_THE_WHOLE: [&str; 10] = [
    "value",
    "value_length",
    "outcome",
    "temperature",
    "mean",
    "left_stop",
    "right_stop",
    "birthday",
    "atomic_weight",
    "nodes",
];

fn print(answer: &PositionValue, options: &Options, fields: &[String]) -> Result<(), Failure> {
    if options.latex
        && let Some(worth) = &answer.worth
    {
        return output::line(latex(worth));
    }
    if options.json && answer.worth.is_some() {
        return output::json_fields(answer, fields);
    }
    if options.json {
        // What is not known is null, so that every field is always there.
        let mut partial = serde_json::to_value(answer).map_err(Failure::failed)?;
        if let Some(fields) = partial.as_object_mut() {
            for name in ABOUT_THE_WHOLE {
                fields.entry(name).or_insert(serde_json::Value::Null);
            }
        }
        return output::json_fields(&partial, fields);
    }
    let mut text = String::new();
    if let Some(worth) = &answer.worth {
        text.push_str(&described(worth));
    }
    if answer.components.len() > 1 || answer.worth.is_none() {
        for part in &answer.components {
            let value = match (&part.value, part.known) {
                (Some(value), _) => value.clone(),
                (None, true) => "too long to write; --max-length".to_owned(),
                (None, false) => "not known".to_owned(),
            };
            text.push_str(&format!("part {:<9}{value}   {}\n", part.letter, part.board.line()));
        }
    }
    text.push_str(&format!("positions     {} in {:.3} s", answer.positions, answer.seconds));
    output::line(text)
}

/// The canonical form for LaTeX.
fn latex(worth: &Worth) -> String {
    let lines = worth.form.iter().flatten();
    let listed: Vec<SubGame> = lines
        .map(|line| SubGame {
            value: Value::ZERO,
            name: line.name.clone(),
            left: line.left.clone(),
            right: line.right.clone(),
        })
        .collect();
    let name = listed.last().map_or_else(String::new, |game| game.name.clone());
    worth.latex.clone().unwrap_or_else(|| Form { sub_games: listed, name }.latex())
}

/// A value in lines for people who play Black and White.
pub fn described(worth: &Worth) -> String {
    described_with(worth, ("Black", "White"))
}

/// A value in lines for people, with these names for Left and Right.
pub fn described_with(worth: &Worth, players: (&str, &str)) -> String {
    let mut text = String::new();
    match &worth.value {
        Some(value) => text.push_str(&format!("value         {value}\n")),
        None => text.push_str(&format!("value         {} characters; --max-length\n", worth.value_length)),
    }
    let lines = [
        ("", worth.reading.english_with(players)),
        ("outcome", worth.outcome.clone()),
        ("temperature", worth.temperature.clone()),
        ("mean", worth.mean.clone()),
        ("stops", format!("{} (Left starts), {} (Right starts)", worth.left_stop, worth.right_stop)),
        ("birthday", worth.birthday.to_string()),
        ("atomic weight", worth.atomic_weight.clone().unwrap_or_else(|| no_weight(worth).to_owned())),
        ("sub-games", worth.nodes.to_string()),
    ];
    for (name, line) in lines {
        text.push_str(&format!("{name:<14}{line}\n"));
    }
    for line in worth.form.iter().flatten() {
        text.push_str(&format!("  {} = {{{}|{}}}\n", line.name, line.left.join(","), line.right.join(",")));
    }
    text
}

/// Why a value has no atomic weight.
fn no_weight(worth: &Worth) -> &'static str {
    if worth.left_stop == "0" && worth.right_stop == "0" {
        "none was found: the game is not all small"
    } else {
        "none: the game is not infinitesimal"
    }
}
