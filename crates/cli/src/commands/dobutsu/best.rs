//! `banmen dobutsu best`: what a computer player would play.

use clap::Args;
use serde_json::json;

use super::tablebase::have_table_for;
use super::{Start, use_tables};
use crate::asking::Asking;
use crate::output::Failure;

/// Who is asked, and about what.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// easy, normal, hard, master, or on the classic board perfect.
    #[arg(long, default_value = "master")]
    level: String,
    /// How many threads think (master only).
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    asking: Asking,
}

/// Asks a player for a move.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    use_tables();
    if options.level == "perfect" {
        have_table_for(&position)?;
    }
    let question = json!({ "board": position.name().to_string(), "position": position.board().to_text() });
    options.asking.ask(options.start.game()?.as_ref(), &options.level, options.threads, question)
}
