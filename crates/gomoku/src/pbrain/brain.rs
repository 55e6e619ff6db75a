//! Whoever plays behind the protocol.

use std::time::Duration;

use banmen_core::{Cancel, Clock};

use super::{Budget, Settings, Spot};
use crate::engine::board::Side;
use crate::engine::player::{Engine, EngineOptions, SearchLimits};
use crate::engine::tables::Tables;
use crate::{Rule, Size};

/// What a game is prepared with, before any clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Points a side.
    pub size: Size,
    /// What wins.
    pub rule: Rule,
    /// Most memory in bytes, if limited.
    pub memory: Option<u64>,
    /// Threads that may think at once.
    pub threads: usize,
    /// Time for a move; who thinks longer needs more memory.
    pub turn: Duration,
}

/// The stones in the order in which they were played; `true` for the brain's own.
pub type Stones = [(Spot, bool)];

/// A brain's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move.
    pub spot: Spot,
    /// What the brain thinks of its position: above 0 is good, [`Thought::WON`] and beyond a forced win.
    pub score: i32,
    /// A line to be shown with the move.
    pub remark: String,
}

impl Thought {
    /// The score from which on a win is forced.
    pub const WON: i32 = 20_000;
}

/// Somebody who plays; the protocol knows no more of them.
pub trait Brain {
    /// Prepares a new game, or the same game when a setting has changed, with all the memory it will need.
    fn prepare(&mut self, setup: Setup, new_game: bool);

    /// A move for the side to move, or `None` if there is none. Answers within the budget and at once when cancelled.
    ///
    /// `own_is_black` says which colour the brain has.
    fn think(
        &mut self,
        stones: &Stones,
        own_is_black: bool,
        budget: Budget,
        settings: &Settings,
        cancel: &Cancel,
    ) -> Option<Thought>;
}

/// The engine as a brain.
#[derive(Default)]
pub struct EngineBrain {
    engine: Option<Engine>,
}

/// Megabytes that the program needs besides the table.
const OTHER_MB: u64 = 40;
/// Megabytes of the table at most.
const MOST_MB: u64 = 1024;
/// Megabytes of the table for each second of a move: about what a search fills.
const MB_A_SECOND: u64 = 32;
const LEAST_MB: u64 = 4;
/// Megabytes of the table beyond which more time asks for no more.
const ENOUGH_MB: u64 = 256;

/// Megabytes of the table that are wanted, and that are allowed.
///
/// A manager does not wait between telling us its settings and asking for a move, so a table must never take longer to get
/// than the move may take.
fn hash_megabytes(setup: &Setup) -> (usize, usize) {
    let allowed = setup.memory.map_or(MOST_MB, |bytes| ((bytes >> 20).saturating_sub(OTHER_MB) / 2).clamp(1, MOST_MB));
    let wanted = (setup.turn.as_millis() as u64 * MB_A_SECOND / 1000).clamp(LEAST_MB, ENOUGH_MB);
    (wanted.min(allowed) as usize, allowed as usize)
}

impl Brain for EngineBrain {
    fn prepare(&mut self, setup: Setup, new_game: bool) {
        let (wanted, allowed) = hash_megabytes(&setup);
        let size = usize::from(setup.size.get());
        if let Some(engine) = &mut self.engine {
            let options = *engine.options();
            if (options.size, options.rule, options.threads) == (size, setup.rule, setup.threads) {
                if !(wanted..=allowed).contains(&options.hash_mb) {
                    engine.set_hash(wanted);
                } else if new_game {
                    engine.forget();
                }
                return;
            }
        } else {
            // All rules' tables are made now, so that none has to be made while a clock runs.
            for rule in Rule::ALL {
                drop(Tables::shared(rule));
            }
        }
        // The old engine's memory is given back before the new one asks for its own.
        self.engine = None;
        let options = EngineOptions { size, rule: setup.rule, hash_mb: wanted, threads: setup.threads };
        self.engine = Some(Engine::new(options));
    }

    fn think(
        &mut self,
        stones: &Stones,
        own_is_black: bool,
        budget: Budget,
        settings: &Settings,
        cancel: &Cancel,
    ) -> Option<Thought> {
        let engine = self.engine.as_mut()?;
        let own = if own_is_black { Side::Black } else { Side::White };
        let placed: Vec<_> =
            stones.iter().map(|&(spot, is_own)| ((spot.x, spot.y), if is_own { own } else { own.other() })).collect();
        engine.set_stones(&placed, own).ok()?;
        let limits = SearchLimits {
            turn: Some(budget.turn),
            match_left: budget.game,
            nodes: settings.nodes,
            depth: settings.depth,
            cancel: cancel.clone(),
            clock: Clock::default(),
            ..SearchLimits::default()
        };
        let found = engine.search(&limits, &mut |_| {});
        let (x, y) = found.best?;
        let line: Vec<String> = found
            .lines
            .first()
            .map(|line| line.moves.iter().take(8).map(|&(x, y)| Spot { x, y }.to_string()).collect())
            .unwrap_or_default();
        let millis = found.elapsed.max(Duration::from_millis(1)).as_millis();
        let speed = u128::from(found.nodes) / millis;
        let remark = format!(
            "depth {} score {} nodes {} time {millis} speed {speed}k pv {}",
            found.depth,
            found.score,
            found.nodes,
            line.join(" ")
        );
        Some(Thought { spot: Spot { x, y }, score: found.score, remark })
    }
}
