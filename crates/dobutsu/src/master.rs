//! The Master as a player.

use crate::moves::Move;
use crate::position::{BoardName, Position};
use crate::search::{AnyEngine, DEFAULT_TABLE, Info, Request};
use banmen_core::{Game, Limits, Player, Progress, Seat};
use std::time::Duration;

/// How long the Master thinks by default.
pub const THINKING_TIME: Duration = Duration::from_secs(1);

/// By how many hundredths of a chick a player would rather be behind than repeat: more than a piece. The game is seldom drawn by its
/// nature, and whoever plays the Master is more likely to err than not; chosen by matches against the other levels.
pub const CONTEMPT: i32 = 400;

/// A player who searches the game tree and remembers what it saw from move to move.
pub struct Master {
    engine: AnyEngine,
}

impl Master {
    /// A Master of this board.
    pub fn new(board: BoardName) -> Self {
        Self::with_table(board, DEFAULT_TABLE)
    }

    /// A Master with a table of about this many bytes.
    pub fn with_table(board: BoardName, bytes: usize) -> Self {
        Self { engine: AnyEngine::new(board, bytes) }
    }
}

/// A search's state in the words all games share.
pub(crate) fn progress(info: &Info, to_move: Seat) -> Progress {
    let best = info.lines.first();
    Progress {
        depth: Some(info.depth),
        nodes: info.nodes,
        fraction: None,
        score: best.map(|line| line.score.told(to_move)),
        line: best.map(|line| line.moves.iter().map(ToString::to_string).collect()).unwrap_or_default(),
        doing: None,
    }
}

impl Player<Position> for Master {
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let seat = position.turn().seat()?;
        if position.name() != self.engine.name() {
            self.engine = AnyEngine::new(position.name(), DEFAULT_TABLE);
        }
        let unlimited = limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none();
        let time = if unlimited { Some(THINKING_TIME) } else { limits.time };
        let limits = Limits { time, ..limits.clone() };
        let request = Request { contempt: CONTEMPT, ..Request::default() };
        let found = self.engine.search(position, &limits, &request, &mut |info| report(progress(info, seat)))?;
        Some(found.best)
    }
}
