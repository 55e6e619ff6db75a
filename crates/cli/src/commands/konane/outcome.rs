//! `banmen konane outcome`: who wins.

use banmen_core::Limits;
use banmen_konane::tools::{self, Asked, OutcomeQuestion, PositionOutcome};
use banmen_konane::{Effort, Stone};
use clap::Args;

use super::{PositionOrBatch, Spending, batch, parse_stone};
use crate::output::{self, Failure};

/// Which position, and who starts.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    position: PositionOrBatch,
    #[command(flatten)]
    spending: Spending,
    /// Who starts, black or white; both if nothing is said.
    #[arg(long, value_parser = parse_stone)]
    first: Option<Stone>,
    /// With two or more, both starters are looked at side by side, each with half of the memory.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Tells who wins.
pub fn run(options: &Options) -> Result<(), Failure> {
    let PositionOrBatch { rule, batch, .. } = &options.position;
    let Some(board) = options.position.board()? else {
        return batch::run(batch, Asked::Outcome { first: options.first }, rule.jumps, 0, &options.spending);
    };
    let question = OutcomeQuestion { board, jumps: rule.jumps, first: options.first };
    let threads = usize::from(options.threads);
    let work = |limits: &Limits, report: &mut dyn FnMut(&Effort)| {
        tools::outcome(&question, &Limits { threads, ..limits.clone() }, report)
    };
    options.spending.spend("proving", work, |answer| print(answer, options.json))
}

fn print(answer: &PositionOutcome, json: bool) -> Result<(), Failure> {
    if json {
        return output::json(answer);
    }
    let mut lines = Vec::new();
    if let Some(outcome) = answer.outcome {
        let meaning = match outcome {
            "L" => "Black wins",
            "R" => "White wins",
            "N" => "the next player wins",
            _ => "the previous player wins",
        };
        lines.push(format!("outcome       {outcome}: {meaning}"));
    }
    for (starts, winner) in [("black first", answer.black_first), ("white first", answer.white_first)] {
        if let Some(winner) = winner {
            lines.push(format!("{starts:<14}{winner} wins"));
        }
    }
    lines.push(format!("positions     {} in {:.3} s", answer.positions, answer.seconds));
    output::line(lines.join("\n"))
}
