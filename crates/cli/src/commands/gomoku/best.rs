//! `banmen gomoku best`: what a computer player would play.

use banmen_core::Game;
use clap::Args;
use serde_json::json;

use super::Start;
use crate::asking::Asking;
use crate::output::Failure;

/// Who is asked, and about what.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// Who is asked; `banmen games gomoku` lists the levels.
    #[arg(long, default_value = banmen_gomoku::levels::DEFAULT)]
    level: String,
    #[command(flatten)]
    asking: Asking,
}

/// Asks a player for a move.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    let question = json!({ "rules": position.rules(), "moves": position.moves() });
    options.asking.ask(&position, &options.level, 1, question)
}
