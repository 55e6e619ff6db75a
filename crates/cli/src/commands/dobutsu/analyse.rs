//! `banmen dobutsu analyse`: the best lines as they are found.

use banmen_core::{AnalysisRequest, Game, Limits};
use banmen_dobutsu::BoardName;
use clap::Args;

use super::table::have_table;
use super::{Start, use_tables};
use crate::analysing::Analysing;
use crate::interrupt::cancel_on_ctrl_c;
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
    if options.kind == "exact" && position.name() == BoardName::Classic && position.turn().seat().is_some() {
        have_table(&Limits { cancel: cancel_on_ctrl_c(), ..Limits::none() })?;
    }
    let request = AnalysisRequest { kind: options.kind.clone(), lines: options.lines };
    options.analysing.analyse(&position, &request)
}
