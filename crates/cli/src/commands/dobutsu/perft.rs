//! `banmen dobutsu perft`: the number of move sequences, to check and to time the move generator.

use std::time::Instant;

use banmen_dobutsu::{divide_until, with_board};
use clap::Args;
use serde_json::json;

use super::Start;
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// From where, and how far.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// The length of the sequences.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// Also print the number behind each first move.
    #[arg(long)]
    divide: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Counts.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    let cancel = cancel_on_ctrl_c();
    let started = Instant::now();
    let divided = with_board!(position.board(), board => divide_until(board, options.depth, &cancel));
    let seconds = started.elapsed().as_secs_f64();
    let divided = divided.ok_or(Failure::Interrupted)?;
    let nodes = divided.iter().map(|(_, leaves)| leaves).sum::<u64>() + u64::from(options.depth == 0);
    if options.json {
        let mut answer = json!({
            "board": position.name().to_string(),
            "position": position.board().to_text(),
            "depth": options.depth,
            "nodes": nodes,
            "seconds": seconds,
        });
        if options.divide {
            answer["moves"] = divided.iter().map(|(m, leaves)| (m.to_string(), json!(leaves))).collect();
        }
        return output::json(&answer);
    }
    if options.divide {
        for (m, leaves) in &divided {
            output::line(format!("{m}: {leaves}"))?;
        }
    }
    output::line(format!(
        "{nodes} leaves in {seconds:.3} s, {:.1} million a second",
        nodes as f64 / seconds.max(1e-9) / 1e6
    ))
}
