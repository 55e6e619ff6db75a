//! Somebody who plays in a match.

use std::time::Duration;

use banmen_catalog::{AnyGame, AnyPlayer, Entry};
use banmen_core::{Cancel, Limits};
use serde_json::Value;

/// Why a contender lost a game without being beaten on the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A move that is not legal, or no move at all.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The program ended or closed its streams.
    #[error("crashed: {0}")]
    Crashed(String),
    /// The move came too late, or never.
    #[error("too late: {0:?}")]
    Late(Duration),
    /// The program refused the game.
    #[error("refused: {0}")]
    Refused(String),
}

impl Fault {
    pub(crate) fn not_running() -> Self {
        Self::Crashed("it is not running".to_owned())
    }
}

/// Somebody who plays in a match, one game after the other.
pub trait Contender: Send {
    /// Prepares for a new game, with as much time as it takes.
    fn begin(&mut self, game: &dyn AnyGame, seed: u64, cancel: &Cancel) -> Result<(), Fault>;

    /// Waits until it can be asked for a move, before its clock starts.
    fn catch_breath(&mut self) {}

    /// A move in the game's notation. `time` is for this move; the referee measures for itself.
    fn choose(&mut self, game: &dyn AnyGame, time: Duration, cancel: &Cancel) -> Result<String, Fault>;
}

/// One of our own levels.
pub struct Level {
    entry: &'static Entry,
    name: String,
    rules: Value,
    player: Option<Box<dyn AnyPlayer>>,
}

impl Level {
    /// A level of a game under some rules; the level has been checked to exist.
    pub fn new(entry: &'static Entry, level: &str, rules: &Value) -> Self {
        Self { entry, name: level.to_owned(), rules: rules.clone(), player: None }
    }
}

impl Contender for Level {
    fn begin(&mut self, _: &dyn AnyGame, seed: u64, _: &Cancel) -> Result<(), Fault> {
        // Memory of the last game's player is given back before the next one takes its own.
        self.player = None;
        let player = self.entry.player(&self.name, &self.rules, seed);
        self.player = Some(player.map_err(|error| Fault::Refused(error.to_string()))?);
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, time: Duration, cancel: &Cancel) -> Result<String, Fault> {
        let limits = Limits { time: Some(time), cancel: cancel.clone(), ..Limits::none() };
        let player = self.player.as_mut().ok_or_else(|| Fault::Refused("the game has not begun".to_owned()))?;
        player.choose(game, &limits, &mut |_| {}).ok_or_else(|| Fault::Illegal("no move".to_owned()))
    }
}
