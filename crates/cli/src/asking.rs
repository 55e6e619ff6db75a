//! Asking a level for its move, the same way in every game.

use std::time::{Duration, Instant};

use banmen_catalog::AnyGame;
use banmen_core::{Limits, Progress};
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
    pub time: Option<Duration>,
    /// Where chance begins, for a level that has any.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

impl Asking {
    /// Asks the level what it would play, and prints its move; in JSON together with what `more` says of the question.
    pub fn ask(&self, game: &dyn AnyGame, level: &str, threads: usize, more: Value) -> Result<(), Failure> {
        if let Some(outcome) = game.turn().outcome() {
            return Err(Failure::input(format!("the game is over ({}); nobody moves", outcome.reason)));
        }
        if game.turn().seat().is_none() {
            return Err(Failure::input("chance decides in this position; nobody else does"));
        }
        let entry = banmen_catalog::find(&game.record().game).map_err(Failure::input)?;
        let mut player = entry.player(level, &game.record().rules, self.seed).map_err(Failure::input)?;
        let usual = entry.info().levels.iter().find(|known| known.id == level).map_or(1.0, |level| level.seconds);
        let cancel = cancel_on_ctrl_c();
        let limits = Limits {
            time: Some(self.time.unwrap_or(Duration::from_secs_f64(usual))),
            threads: threads.clamp(1, 256),
            cancel: cancel.clone(),
            ..Limits::none()
        };
        let started = Instant::now();
        let mut last = Progress::default();
        let chosen = player.choose(game, &limits, &mut |progress| last = progress);
        let spent = started.elapsed();
        let chosen = chosen.ok_or_else(|| Failure::failed("the player found no move"))?;
        if self.json {
            let mut answer = Map::from_iter([
                ("move".to_owned(), json!(chosen)),
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
