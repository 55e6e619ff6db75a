//! `banmen konane best`: what the computer would play.

use std::time::Duration;

use banmen_konane::Stone;
use banmen_konane::tools::{self, BestQuestion};
use clap::Args;
use serde_json::Value;

use super::{Rule, Watch, ended, entry, parse_stone, read_board};
use crate::arguments::{parse_bytes, parse_seconds};
use crate::asking::Asking;
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Which position, and who asks.
#[derive(Args)]
pub struct Options {
    /// Rows joined by `/` or `|`, a file, or `-` for standard input with one row a line [default: the first position of a game].
    board: Option<String>,
    #[command(flatten)]
    rule: Rule,
    /// Who is to move on that board, black or white.
    #[arg(long, value_parser = parse_stone, requires = "board")]
    to_move: Option<Stone>,
    /// Seconds to think at most.
    #[arg(long, value_parser = parse_seconds, default_value = "1")]
    time: Duration,
    /// The most memory: 400M, 8G.
    #[arg(long, value_parser = parse_bytes, default_value = "1G")]
    memory: u64,
    /// easy, normal or hard.
    #[arg(long, default_value = "hard")]
    level: String,
    /// Where chance begins, for the levels that have any.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Tells the move.
pub fn run(options: &Options) -> Result<(), Failure> {
    let Some(board) = &options.board else {
        let game = entry()?.start(&Value::Null).map_err(Failure::input)?;
        let asking = Asking { time: Some(options.time), seed: options.seed, json: options.json };
        return asking.ask(game.as_ref(), &options.level, 1, Value::Null);
    };
    let question = BestQuestion {
        board: read_board(board)?,
        to_move: options.to_move.ok_or_else(|| Failure::input("--to-move: black or white was expected"))?,
        jumps: options.rule.jumps,
        level: options.level.clone(),
        seed: options.seed,
    };
    let cancel = cancel_on_ctrl_c();
    let limits = banmen_core::Limits {
        time: Some(options.time),
        memory: Some(options.memory),
        cancel: cancel.clone(),
        ..banmen_core::Limits::none()
    };
    let mut watch = Watch::new("thinking");
    let answer = tools::best(&question, &limits, &mut |effort| watch.show(effort));
    watch.end();
    let answer = answer.map_err(|halt| ended(&halt))?;
    if options.json {
        output::json(&answer)?;
    } else {
        output::line(match (&answer.best, &answer.score) {
            (None, _) => format!("{} cannot move", answer.to_move),
            (Some(best), None) => best.clone(),
            (Some(best), Some(score)) => format!("{best}  ({score})"),
        })?;
    }
    if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}
