//! `banmen gomoku best`: what a computer player would play.

use std::time::Instant;

use banmen_core::{Game, Limits, Playable, Progress};
use banmen_gomoku::Position;
use clap::Args;
use serde_json::json;

use super::{Start, seconds};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Who is asked, and about what.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// Who is asked; `banmen games gomoku` lists the levels.
    #[arg(long, default_value = banmen_gomoku::levels::DEFAULT)]
    level: String,
    /// Seconds to think at most; the level's own time if not given.
    #[arg(long)]
    time: Option<f64>,
    /// The seed of a level that makes mistakes.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Asks a player for a move.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    if let Some(outcome) = position.outcome() {
        return Err(Failure::input(format!("the game is over ({}); nobody moves", outcome.reason)));
    }
    let rules = *position.rules();
    let level = options.level.as_str();
    let info = Position::info();
    let unknown = || {
        let known: Vec<&str> = info.levels.iter().map(|level| level.id).collect();
        Failure::input(format!("gomoku has no level {level:?}; there are {}", known.join(", ")))
    };
    let usual = info.levels.iter().find(|known| known.id == level).ok_or_else(unknown)?.seconds;
    let mut player = Position::player(level, &rules, options.seed).ok_or_else(unknown)?;
    let time = seconds(options.time.unwrap_or(usual))?;
    let cancel = cancel_on_ctrl_c();
    let limits = Limits { time: Some(time), cancel: cancel.clone(), ..Limits::none() };
    let started = Instant::now();
    let mut last = Progress::default();
    let chosen = player.choose(&position, &limits, &mut |progress| last = progress);
    let spent = started.elapsed();
    let point = chosen.ok_or_else(|| Failure::failed("the player found no move"))?;
    if options.json {
        output::json(&json!({
            "move": point,
            "level": level,
            "rules": rules,
            "moves": position.moves(),
            "score": last.score,
            "depth": last.depth,
            "nodes": last.nodes,
            "line": last.line,
            "seconds": spent.as_secs_f64(),
        }))?;
    } else {
        output::line(point)?;
    }
    if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}
