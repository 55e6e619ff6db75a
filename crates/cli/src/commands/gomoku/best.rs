//! `banmen gomoku best`: what a computer player would play.

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
    let game = options.start.game()?;
    let question = json!({ "rules": game.record().rules, "moves": options.start.position()?.moves() });
    options.asking.ask(game.as_ref(), &options.level, 1, question)
}
