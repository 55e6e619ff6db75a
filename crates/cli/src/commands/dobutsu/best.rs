//! `banmen dobutsu best`: what a computer player would play.

use std::time::Instant;

use banmen_core::{Game, Limits, Playable, Progress};
use banmen_dobutsu::Position;
use clap::Args;
use serde_json::json;

use super::{Start, seconds, use_tables};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Who is asked, and about what.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// easy, normal, hard, master, or on the classic board perfect.
    #[arg(long, default_value = "master")]
    level: String,
    /// Seconds to think at most; the level's own time if not given.
    #[arg(long)]
    time: Option<f64>,
    /// How many threads think (master only).
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The seed of a level with noise.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Asks a player for a move.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    if let Some(outcome) = position.turn().outcome() {
        return Err(Failure::input(format!("the game is over ({}); nobody moves", outcome.reason)));
    }
    let level = options.level.as_str();
    let info = Position::info();
    let Some(known) = info.levels.iter().find(|known| known.id == level) else {
        let names: Vec<&str> = info.levels.iter().map(|level| level.id).collect();
        return Err(Failure::input(format!("animal shogi has no level {level:?}; there are {}", names.join(", "))));
    };
    use_tables();
    let Some(mut player) = Position::player(level, position.rules(), options.seed) else {
        return Err(Failure::input(format!("the level {level} does not play on the board {}", position.name())));
    };
    let cancel = cancel_on_ctrl_c();
    let limits = Limits {
        time: Some(seconds(options.time.unwrap_or(known.seconds))?),
        threads: options.threads.clamp(1, 256),
        cancel: cancel.clone(),
        ..Limits::none()
    };
    let started = Instant::now();
    let mut last = Progress::default();
    let chosen = player.choose(&position, &limits, &mut |progress| last = progress);
    let spent = started.elapsed();
    let m = chosen.ok_or_else(|| Failure::failed("the player found no move"))?;
    if options.json {
        output::json(&json!({
            "move": m.to_string(),
            "level": level,
            "board": position.name().to_string(),
            "position": position.board().to_text(),
            "score": last.score,
            "depth": last.depth,
            "nodes": last.nodes,
            "line": last.line,
            "seconds": spent.as_secs_f64(),
        }))?;
    } else {
        output::line(m)?;
    }
    if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}
