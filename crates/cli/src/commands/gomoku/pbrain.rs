//! `banmen gomoku pbrain`: the engine behind the Gomocup protocol.

use std::io;

use banmen_gomoku::pbrain::{EngineBrain, run as speak};
use clap::Args;

use crate::output::Failure;

/// There is nothing to choose; the manager says everything.
#[derive(Args)]
pub struct Options {}

/// Speaks the protocol until the manager ends it.
pub fn run(_: &Options) -> Result<(), Failure> {
    speak(EngineBrain::start()?, io::BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(())
}
