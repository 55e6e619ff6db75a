//! Asking a level for its move, the same way in every game.

use std::time::{Duration, Instant};

use banmen_core::{Limits, Playable, Progress};
use clap::Args;
use serde_json::{Map, Value, json};

use crate::arguments::parse_seconds;
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// How long a level may think, and how its answer is written.
#[derive(Args)]
pub struct Asking {
    /// Seconds to think at most; the level's own time if not given.
    #[arg(long, value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Where chance begins, for a level that has any.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Asking {
    /// Asks the level what it would play, and prints its move; in JSON together with what `more` says of the question.
    pub fn ask<G: Playable>(&self, position: &G, level: &str, threads: usize, more: Value) -> Result<(), Failure> {
        if let Some(outcome) = position.turn().outcome() {
            return Err(Failure::input(format!("the game is over ({}); nobody moves", outcome.reason)));
        }
        if position.turn().seat().is_none() {
            return Err(Failure::input("chance decides in this position; nobody else does"));
        }
        let info = G::info();
        let Some(known) = info.levels.iter().find(|known| known.id == level) else {
            let names: Vec<&str> = info.levels.iter().map(|level| level.id).collect();
            return Err(Failure::input(format!("{} has no level {level:?}; there are {}", G::ID, names.join(", "))));
        };
        let mut player = G::player(level, position.rules(), self.seed)
            .ok_or_else(|| Failure::input(format!("the level {level} does not play under these rules")))?;
        let cancel = cancel_on_ctrl_c();
        let limits = Limits {
            time: Some(self.time.unwrap_or(Duration::from_secs_f64(known.seconds))),
            threads: threads.clamp(1, 256),
            cancel: cancel.clone(),
            ..Limits::none()
        };
        let started = Instant::now();
        let mut last = Progress::default();
        let chosen = player.choose(position, &limits, &mut |progress| last = progress);
        let spent = started.elapsed();
        let chosen = chosen.ok_or_else(|| Failure::failed("the player found no move"))?;
        if self.json {
            let mut answer = Map::from_iter([
                ("move".to_owned(), json!(chosen.to_string())),
                ("level".to_owned(), json!(level)),
                ("score".to_owned(), json!(last.score)),
                ("depth".to_owned(), json!(last.depth)),
                ("nodes".to_owned(), json!(last.nodes)),
                ("line".to_owned(), json!(last.line)),
                ("seconds".to_owned(), json!(spent.as_secs_f64())),
            ]);
            if let Value::Object(more) = more {
                answer.extend(more);
            }
            output::json(&answer)?;
        } else {
            output::line(chosen)?;
        }
        if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
