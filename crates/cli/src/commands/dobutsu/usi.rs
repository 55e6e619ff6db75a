//! `banmen dobutsu usi`: the engine behind the protocol of shogi front ends.

use std::io::{self, BufReader};

use clap::Args;

use crate::output::Failure;

/// Everything is said in the protocol.
#[derive(Args)]
pub struct Options {}

/// Answers until `quit` or the end of standard input.
pub fn run(_: &Options) -> Result<(), Failure> {
    super::use_tables();
    banmen_dobutsu::usi::serve(&mut BufReader::new(io::stdin()), io::stdout())?;
    Ok(())
}
