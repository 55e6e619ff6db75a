//! `banmen gomoku bench`: the engine's speed and its signature.

use std::time::Instant;

use banmen_gomoku::computer::{coordinates, new_engine};
use banmen_gomoku::engine::player::SearchLimits;
use banmen_gomoku::{Rule, Rules, Size, notation};
use clap::Args;
use serde_json::json;

use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// How deep to search.
#[derive(Args)]
pub struct Options {
    /// Plies for every position.
    #[arg(long, default_value_t = 10)]
    depth: u32,
    /// Megabytes of the table.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    hash: u16,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Positions from openings to the thick of a fight, on the sizes and under the rules that are played most.
const POSITIONS: [(u8, Rule, &str); 10] = [
    (15, Rule::Freestyle, "h8"),
    (15, Rule::Freestyle, "h8 i9 g9 g8 i8"),
    (15, Rule::Freestyle, "h8 h9 g8 i8 g7 g9 i9 f8 f6 e5"),
    (15, Rule::Standard, "h8 g9 i9 g7 i7 h6 g8 i8 f9 h10"),
    (15, Rule::Standard, "d4 l12 d12 l4 h8 e5 k11 e11 k5"),
    (15, Rule::Renju, "h8 h9 j9 i8 g7 i9 j8 j7"),
    (15, Rule::Renju, "h8 i9 j9 j8 i7 g9 g8 h9 f9 k8"),
    (19, Rule::Freestyle, "j10 k10 k11 l12 j12 i11"),
    (20, Rule::Freestyle, "j10 k11 l10 k9 k10 j11 m10 i10"),
    (20, Rule::Freestyle, "c3 r18 c18 r3 j10 k11 j12"),
];

/// Searches every position to the same depth.
pub fn run(options: &Options) -> Result<(), Failure> {
    let cancel = cancel_on_ctrl_c();
    let (mut nodes, mut signature) = (0_u64, 0xcbf2_9ce4_8422_2325_u64);
    let started = Instant::now();
    for (size, rule, moves) in POSITIONS {
        let rules = Rules { size: Size::try_from(size).map_err(Failure::failed)?, rule };
        let position = notation::play_list(rules, moves).map_err(Failure::failed)?;
        let mut engine = new_engine(rules, usize::from(options.hash), 1);
        engine.set_position(&coordinates(&position)).map_err(Failure::failed)?;
        let limits = SearchLimits { analyse: true, cancel: cancel.clone(), ..SearchLimits::to_depth(options.depth) };
        let found = engine.search(&limits, &mut |_| {});
        nodes += found.nodes;
        // One number for everything that was searched and decided, so that a change in behaviour cannot hide.
        for value in [found.nodes, found.score as u64, found.best.map_or(0, |(x, y)| u64::from(x) << 8 | u64::from(y))]
        {
            signature = (signature ^ value).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let speed = nodes as f64 / seconds;
    if options.json {
        output::json(&json!({
            "signature": format!("{signature:016x}"),
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": speed,
            "depth": options.depth,
            "positions": POSITIONS.len(),
        }))?;
    } else {
        output::line(format!(
            "{} positions to depth {}: {nodes} nodes in {seconds:.2} s, {speed:.0} nodes a second\nsignature {signature:016x}",
            POSITIONS.len(),
            options.depth
        ))?;
    }
    if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}
