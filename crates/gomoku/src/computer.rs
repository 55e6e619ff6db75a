//! The engine as a player with a level.

use banmen_core::{Draw, Game, Limits, Player, Progress, Random, Score, Seat};

use crate::engine::evaluator::{Best, ByShapes, Evaluator, judge};
use crate::engine::level::Level;
use crate::engine::player::{BestMove, Engine, EngineOptions, SearchLimits};
use crate::engine::search::score::plies_to_mate;
use crate::engine::tables::Tables;
use crate::{Classic, Move, Point, Position, Rules};

/// The engine as a player.
pub struct Computer {
    level: Level,
    engine: Option<Prepared>,
    seed: u64,
}

struct Prepared {
    rules: Rules,
    threads: usize,
    engine: Engine<Best>,
}

impl Computer {
    /// A player of this level. Memory is taken when it first thinks.
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, engine: None, seed }
    }

    fn engine(&mut self, rules: Rules, threads: usize) -> &mut Engine<Best> {
        if !self.engine.as_ref().is_some_and(|known| known.rules == rules && known.threads == threads) {
            self.engine = None;
        }
        // A level that visits few positions needs little room for them.
        let hash_mb = if self.level.settings().nodes.is_some() { 2 } else { 32 };
        // The lower levels are measured against one another as they are.
        let judge = judge(self.level == Level::Master);
        let prepare = || Prepared { rules, threads, engine: engine_with(judge, rules, hash_mb, threads) };
        &mut self.engine.get_or_insert_with(prepare).engine
    }

    /// The chances of this move: the same for the same seed and moves.
    fn mood(&self, position: &Position) -> Random {
        let mut random = Random::new(self.seed);
        for &point in position.moves() {
            random = Random::new(random.next_u64() ^ position.size().index(point) as u64);
        }
        random
    }
}

/// An engine for these rules that judges by shapes.
pub fn new_engine(rules: Rules, hash_mb: usize, threads: usize) -> Engine {
    engine_with(ByShapes, rules, hash_mb, threads)
}

/// The strongest engine for these rules.
pub fn strongest_engine(rules: Rules, hash_mb: usize, threads: usize) -> Engine<Best> {
    engine_with(judge(true), rules, hash_mb, threads)
}

fn engine_with<E: Evaluator>(judge: E, rules: Rules, hash_mb: usize, threads: usize) -> Engine<E> {
    let options = EngineOptions { size: usize::from(rules.size.get()), rule: rules.rule, hash_mb, threads };
    Engine::with_evaluator(options, Tables::shared(rules.rule), judge)
}

/// A line of play in our notation.
pub fn notation(moves: &[Point]) -> Vec<String> {
    moves.iter().map(Point::to_string).collect()
}

/// A score of the side to move as people read it: in units of an open three, or the way to a forced win.
pub fn score_of(score: i32, to_move: Seat) -> Score {
    match plies_to_mate(score) {
        Some(plies) => Score::win_after(if score > 0 { to_move } else { to_move.other() }, to_move, plies),
        None => Score::value(to_move, f64::from(score) / 100.0),
    }
}

fn progress_of(found: &BestMove, to_move: Seat) -> Progress {
    Progress {
        depth: Some(found.depth),
        nodes: found.nodes,
        fraction: None,
        score: Some(score_of(found.score, to_move)),
        line: found.lines.first().map(|line| notation(&line.moves)).unwrap_or_default(),
        doing: None,
    }
}

impl Player<Position> for Computer {
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        position.turn().seat()?;
        let to_move = position.to_move().seat();
        let rules = *position.rules();
        let settings = self.level.settings();
        let mut mood = self.mood(position);
        let asked = limits.clock.now();
        let engine = self.engine(rules, limits.threads.max(1));
        engine.set_position(position.moves()).ok()?;
        // The first move pays for the memory out of its own time.
        let spent = limits.clock.now().saturating_sub(asked);
        let turn = limits.time.unwrap_or(settings.time).saturating_sub(spent);
        let limits = Limits { time: Some(turn), ..limits.clone() };
        let found = if settings.doubt > 0 {
            engine.choose(&settings, &limits, &mut mood)
        } else {
            let nodes = [settings.nodes, limits.nodes].into_iter().flatten().min();
            let search = SearchLimits { nodes, ..SearchLimits::from(&limits) };
            engine.search(&search, &mut |found| report(progress_of(found, to_move)))
        };
        found
            .best
            .filter(|&point| position.is_legal(point))
            .map(Move::At)
            // A player who has been asked always answers.
            .or_else(|| Classic::new(rules.size).choose(position, &limits, report))
    }
}
