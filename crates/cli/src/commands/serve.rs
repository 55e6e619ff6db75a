//! `banmen` and `banmen serve`: the page, for browsers on this machine or beyond.

use clap::Args;

use crate::output::Failure;

/// Where to listen and what to keep.
#[derive(Args)]
pub struct Options {
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// Serves until it is told to stop.
pub fn run(options: Options) -> Result<(), Failure> {
    let _ = options.no_open;
    Err(Failure::failed("the server is not part of this build"))
}
