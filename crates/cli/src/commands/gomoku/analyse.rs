//! `banmen gomoku analyse`: the best lines as they are found.

use banmen_core::{Analysis, AnalysisRequest, Limits, Playable};
use clap::Args;
use serde_json::json;

use super::{Start, seconds};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Which position, how many lines, how long.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// What to find: lines, threats or forced_win.
    #[arg(long, default_value = "lines")]
    kind: String,
    /// How many lines, up to 10.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10))]
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
    if analysis.lines.is_empty() {
        let arguments: Vec<String> =
            analysis.headline.args.iter().map(|(name, value)| format!("{name} {value}")).collect();
        lines.push(format!("  {} {}", analysis.headline.key.trim_start_matches("analysis."), arguments.join(", ")));
        lines.extend(analysis.figures.iter().map(|figure| {
            let side = figure.label.args.get("side").map_or("", String::as_str);
            format!("  {side} {}: {}", figure.label.key.trim_start_matches("analysis."), figure.value)
        }));
    }
    lines.join("\n")
}
