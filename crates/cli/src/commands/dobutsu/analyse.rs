//! `banmen dobutsu analyse`: the best lines as they are found.

use banmen_core::AnalysisRequest;
use clap::Args;

use super::tablebase::have_table_for;
use super::{Start, use_tables};
use crate::analysing::Analysing;
use crate::output::Failure;

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
    #[command(flatten)]
    analysing: Analysing,
}

/// Analyses the position.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    use_tables();
    if options.kind == "exact" {
        have_table_for(&position)?;
    }
    let request = AnalysisRequest { kind: options.kind.clone(), lines: options.lines };
    options.analysing.analyse(options.start.game()?.as_ref(), &request)
}
