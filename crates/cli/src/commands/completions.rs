//! `banmen completions SHELL`.

use std::io;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::output::Failure;

/// Which shell.
#[derive(Args)]
pub struct Options {
    /// The shell to complete for.
    shell: Shell,
}

/// Prints the completion script of the whole command line.
pub fn run(options: Options, command: &mut Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, command, "banmen", &mut script);
    io::Write::write_all(&mut io::stdout().lock(), &script)?;
    Ok(())
}
