//! `banmen gomoku pbrain`: the engine behind the Gomocup protocol.

use std::io;

use banmen_gomoku::engine::evaluator::Evaluation;
use banmen_gomoku::pbrain::{EngineBrain, run as speak};
use clap::Args;

use crate::output::Failure;

/// There is little to choose; the manager says everything else.
#[derive(Args)]
pub struct Options {
    /// Judge positions by the network as well (15 to 20 lines; an experiment)
    #[arg(long)]
    network: bool,
}

/// Speaks the protocol until the manager ends it.
pub fn run(options: &Options) -> Result<(), Failure> {
    let evaluation = if options.network { Evaluation::Network } else { Evaluation::Shapes };
    speak(EngineBrain::start_with(evaluation)?, io::BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(())
}
