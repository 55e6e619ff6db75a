//! `banmen dobutsu bench`: the Master's speed and its signature.

use std::time::Instant;

use banmen_dobutsu::BoardName;
use banmen_dobutsu::search::signature;
use clap::Args;
use serde_json::json;

use crate::output::{self, Failure};

/// Which board.
#[derive(Args)]
pub struct Options {
    /// deer, classic or gorogoro.
    #[arg(long, default_value_t = BoardName::Deer)]
    board: BoardName,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Searches fixed positions to a fixed depth on one thread.
pub fn run(options: &Options) -> Result<(), Failure> {
    let started = Instant::now();
    let nodes = signature(options.board);
    let seconds = started.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds;
    if options.json {
        let board = options.board.to_string();
        return output::json(&json!({
            "board": board, "signature": nodes, "nodes": nodes, "seconds": seconds, "nodes_per_second": speed,
        }));
    }
    output::line(format!("signature {nodes}: {nodes} nodes in {seconds:.2} s, {speed:.0} nodes a second"))
}
