//! `banmen gomoku pbrain`: the engine behind the Gomocup protocol.

use std::io;

use banmen_gomoku::engine::evaluator::Evaluation;
use banmen_gomoku::pbrain::{EngineBrain, run as speak};
use clap::Args;

use crate::output::Failure;

/// There is little to choose; the manager says everything else.
#[derive(Args)]
pub struct Options {
    /// Judge positions by shapes alone, without the network
    #[arg(long)]
    shapes: bool,
}

/// Speaks the protocol until the manager ends it.
pub fn run(options: &Options) -> Result<(), Failure> {
    let evaluation = if options.shapes { Evaluation::Shapes } else { Evaluation::STRONGEST };
    speak(EngineBrain::start_with(evaluation)?, io::BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(())
}
