//! Animal shogi: weights from self-play, and the number of positions.

mod audit;
mod fit;
mod rounds;
mod samples;
mod tune;

use anyhow::Result;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    /// Fit the weights of the evaluation to games of the Master against itself.
    #[command(after_help = "The same options give the same weights. Examples:
  workshop dobutsu tune --board deer --from bare --rounds 3 --games 4000 --out deer.weights")]
    Tune(tune::Options),
    /// Count the positions of the 3×4 game that can be reached from the start.
    Audit,
}

/// Runs a command of animal shogi.
pub fn run(command: Command) -> Result<()> {
    match command {
        Command::Tune(options) => tune::run(&options),
        Command::Audit => audit::run(),
    }
}
