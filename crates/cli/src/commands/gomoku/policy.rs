//! `banmen gomoku policy`: where a strong player would look.

use banmen_core::Game;
use banmen_gomoku::chance::{candidates, is_known};
use banmen_gomoku::engine::network::SIDES;
use clap::Args;
use serde_json::json;

use super::Start;
use crate::output::{self, Failure};

/// Which position.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints what the network says before any search.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    let rules = position.rules();
    if !is_known(rules) {
        let (least, most) = (SIDES.start(), SIDES.end());
        return Err(Failure::input(format!(
            "--size {}: the network knows boards of {least} to {most} lines",
            rules.size
        )));
    }
    if let Some(outcome) = position.outcome() {
        return Err(Failure::input(format!("the game is over: {}", outcome.reason)));
    }
    let found = candidates(&position);
    if found.is_empty() {
        return Err(Failure::input("the opening asks for a decision here, which the network does not know"));
    }
    if options.json {
        return output::json(&json!({ "candidates": found }));
    }
    let lines: Vec<String> =
        found.iter().map(|candidate| format!("{:>4} {:5.1} %", candidate.text, 100.0 * candidate.share)).collect();
    output::line(lines.join("\n"))
}
