//! Analysing a position, the same way in every game: the best lines as they are found.

use std::time::Duration;

use banmen_catalog::AnyGame;
use banmen_core::{Analysis, AnalysisRequest, Certainty, Limits, Score};
use clap::Args;
use serde_json::json;

use crate::arguments::parse_seconds;
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// How far an analysis goes, and how it is written.
#[derive(Args)]
pub struct Analysing {
    /// Seconds to think at most; without it until Ctrl-C.
    #[arg(long, value_parser = parse_seconds)]
    time: Option<Duration>,
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

impl Analysing {
    /// Analyses until a limit or Ctrl-C; the last report is the answer.
    pub fn analyse(&self, game: &dyn AnyGame, request: &AnalysisRequest) -> Result<(), Failure> {
        let cancel = cancel_on_ctrl_c();
        let limits = Limits {
            time: self.time,
            depth: self.depth,
            threads: self.threads.clamp(1, 256),
            cancel: cancel.clone(),
            ..Limits::none()
        };
        let entry = banmen_catalog::find(&game.record().game).map_err(Failure::input)?;
        let sides = entry.info().seats.each_ref().map(|seat| seat.key);
        let mut written = Ok(());
        let report = &mut |analysis: Analysis| {
            let result = if self.json { output::line(json!(analysis)) } else { output::line(text(&analysis, sides)) };
            if result.is_err() && written.is_ok() {
                // Nobody reads any more: there is no reason to go on.
                written = result;
                cancel.set();
            }
        };
        game.analyse(request, &limits, report).map_err(Failure::input)?;
        written?;
        // Ctrl-C is the usual way to end an analysis without a limit.
        if cancel.is_set() && self.time.is_some() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

fn text(analysis: &Analysis, sides: [&str; 2]) -> String {
    let depth = analysis.depth.map_or(String::new(), |depth| format!("depth {depth}  "));
    let chances =
        matches!(analysis.score, Some(Score::Share { .. })) && analysis.certainty == Some(Certainty::Estimate);
    let said = if chances { "  win chance, an estimate" } else { "" };
    let mut lines = vec![format!("{depth}{} positions  {:.2} s{said}", analysis.nodes, analysis.seconds)];
    for (rank, line) in analysis.lines.iter().enumerate() {
        let score = line.score.as_ref().map_or(String::new(), |score| score.words(sides));
        lines.push(format!("  {}. {score:>15}  {}", rank + 1, line.moves.join(" ")));
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
