//! `banmen gomoku bench`: the engine's speed and its signature.

use banmen_core::Clock;
use banmen_gomoku::engine::bench::bench;
use clap::Args;
use serde_json::json;

use crate::output::{self, Failure};

/// How deep to search.
#[derive(Args)]
pub struct Options {
    /// Plies for every position.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Searches fixed positions to the same depth.
pub fn run(options: &Options) -> Result<(), Failure> {
    let measured = bench(options.depth, &Clock::system());
    let seconds = measured.elapsed.as_secs_f64();
    let speed = measured.nodes_per_second();
    let signature = format!("{:016x}", measured.signature);
    if options.json {
        return output::json(&json!({
            "signature": signature,
            "nodes": measured.nodes,
            "seconds": seconds,
            "nodes_per_second": speed,
            "depth": options.depth,
        }));
    }
    let nodes = measured.nodes;
    output::line(format!(
        "to depth {}: {nodes} nodes in {seconds:.2} s, {speed:.0} nodes a second\nsignature {signature}",
        options.depth
    ))
}
