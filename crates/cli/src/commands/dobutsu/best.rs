//! `banmen dobutsu best`: what a computer player would play.

use banmen_core::{Game, Limits};
use banmen_dobutsu::BoardName;
use clap::Args;
use serde_json::json;

use super::table::have_table;
use super::{Start, use_tables};
use crate::asking::Asking;
use crate::interrupt::cancel_on_ctrl_c;
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
    if options.level == "perfect" && position.name() == BoardName::Classic && position.turn().seat().is_some() {
        have_table(&Limits { cancel: cancel_on_ctrl_c(), ..Limits::none() })?;
    }
    let question = json!({ "board": position.name().to_string(), "position": position.board().to_text() });
    options.asking.ask(&position, &options.level, options.threads, question)
}
