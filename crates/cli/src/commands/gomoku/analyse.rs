//! `banmen gomoku analyse`: the best lines as they are found.

use banmen_core::AnalysisRequest;
use clap::Args;

use super::Start;
use crate::analysing::Analysing;
use crate::output::Failure;

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
    #[command(flatten)]
    analysing: Analysing,
}

/// Analyses the position.
pub fn run(options: &Options) -> Result<(), Failure> {
    let request = AnalysisRequest { kind: options.kind.clone(), lines: options.lines };
    options.analysing.analyse(options.start.game()?.as_ref(), &request)
}
