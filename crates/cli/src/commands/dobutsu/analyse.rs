//! `banmen dobutsu analyse`: the best lines as they are found.

use banmen_core::{Analysis, AnalysisRequest, Limits, Playable};
use clap::Args;
use serde_json::json;

use super::{Start, seconds, use_tables};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Which position, how many lines, how long.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// What to find: lines, or on the classic board exact.
    #[arg(long, default_value = "lines")]
    kind: String,
    /// How many lines, up to 64.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    lines: u32,
    /// Seconds to think at most; without it until Ctrl-C.
    #[arg(long)]
    time: Option<f64>,
    /// Depth to search at most.
    #[arg(long)]
    depth: Option<u32>,
    /// How many threads think.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print JSON, one document a line.
    #[arg(long)]
    json: bool,
}

/// Analyses until a limit or Ctrl-C; the last report is the answer.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    use_tables();
    let cancel = cancel_on_ctrl_c();
    let limits = Limits {
        time: options.time.map(seconds).transpose()?,
        depth: options.depth,
        threads: options.threads.clamp(1, 256),
        cancel: cancel.clone(),
        ..Limits::none()
    };
    let request = AnalysisRequest { kind: options.kind.clone(), lines: options.lines };
    let mut written = Ok(());
    position
        .analyse(&request, &limits, &mut |analysis| {
            let result = if options.json { output::line(json!(analysis)) } else { output::line(text(&analysis)) };
            if result.is_err() && written.is_ok() {
                // Nobody reads any more: there is no reason to go on.
                written = result;
                cancel.set();
            }
        })
        .map_err(Failure::input)?;
    written?;
    // Ctrl-C is the usual way to end an analysis without a limit.
    if cancel.is_set() && options.time.is_some() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn text(analysis: &Analysis) -> String {
    let depth = analysis.depth.map_or(String::new(), |depth| format!("depth {depth}  "));
    let mut lines = vec![format!("{depth}{} positions  {:.2} s", analysis.nodes, analysis.seconds)];
    for (rank, line) in analysis.lines.iter().enumerate() {
        lines.push(format!("  {}. {:>10}  {}", rank + 1, line.score, line.moves.join(" ")));
    }
    lines.join("\n")
}
