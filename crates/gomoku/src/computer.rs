//! The engine as a player with a level.

use std::time::Duration;

use banmen_core::{Draw, Game, Limits, Player, Progress, Random};

use crate::engine::player::{Coordinates, Engine, EngineOptions, Info, Line, SearchLimits};
use crate::engine::search::score::plies_to_mate;
use crate::{Classic, Point, Position, Rules};

/// How much of the engine a level uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Most nodes for a move.
    pub nodes: Option<u64>,
    /// Longest time for a move when nobody says otherwise.
    pub time: Duration,
    /// Megabytes of the table.
    pub hash_mb: usize,
    /// How far below the best a move may score and still be played, so that games differ; 0 always plays the best.
    pub slack: i32,
}

/// How many of the best moves a player with slack chooses from.
const CHOICES: usize = 4;

/// The engine as a player.
pub struct Computer {
    strength: Strength,
    engine: Option<(Rules, usize, Engine)>,
    seed: u64,
}

impl Computer {
    /// A player of this strength. Memory is taken when it first thinks.
    pub fn new(strength: Strength, seed: u64) -> Self {
        Self { strength, engine: None, seed }
    }

    fn engine(&mut self, rules: Rules, threads: usize) -> &mut Engine {
        let fits = |(known, hired, _): &(Rules, usize, Engine)| *known == rules && *hired == threads;
        if !self.engine.as_ref().is_some_and(fits) {
            self.engine = None;
        }
        let hash_mb = self.strength.hash_mb;
        let (_, _, engine) = self.engine.get_or_insert_with(|| (rules, threads, new_engine(rules, hash_mb, threads)));
        engine
    }

    fn pick(&self, position: &Position, lines: &[Line]) -> Option<Point> {
        let best = lines.first()?;
        let good = lines
            .iter()
            .take_while(|line| line.score == best.score || line.mate().is_none())
            .take_while(|line| best.mate().is_none() && best.score - line.score <= self.strength.slack);
        let good: Vec<&Line> = good.collect();
        let mut random = Random::new(self.seed);
        for &point in position.moves() {
            random = Random::new(random.next_u64() ^ position.size().index(point) as u64);
        }
        let line = random.pick(&good).copied().unwrap_or(best);
        line.moves.first().and_then(|&at| point_of(at))
    }
}

/// An engine for these rules.
pub fn new_engine(rules: Rules, hash_mb: usize, threads: usize) -> Engine {
    Engine::new(EngineOptions { size: usize::from(rules.size.get()), rule: rules.rule, hash_mb, threads })
}

/// A point as the engine counts.
pub fn coordinates_of(point: Point) -> Coordinates {
    (point.column(), point.row())
}

/// A point of the engine's.
pub fn point_of((x, y): Coordinates) -> Option<Point> {
    Point::new(x, y)
}

/// A position as the engine takes it.
pub fn coordinates(position: &Position) -> Vec<Coordinates> {
    position.moves().iter().copied().map(coordinates_of).collect()
}

/// A line of the engine's in our notation.
pub fn notation(moves: &[Coordinates]) -> Vec<String> {
    moves.iter().filter_map(|&at| Some(point_of(at)?.to_string())).collect()
}

/// A score as people read it: `+1.20` in units of an open three, or `win in 5` plies.
pub fn score_text(score: i32) -> String {
    match plies_to_mate(score) {
        Some(plies) if score > 0 => format!("win in {plies}"),
        Some(plies) => format!("loss in {plies}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

pub(crate) fn progress_of(info: &Info) -> Progress {
    Progress {
        depth: Some(info.depth),
        nodes: info.nodes,
        fraction: None,
        score: Some(score_text(info.line.score)),
        line: notation(&info.line.moves),
    }
}

impl Player<Position> for Computer {
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Point> {
        position.turn().seat()?;
        let rules = *position.rules();
        let strength = self.strength;
        let engine = self.engine(rules, limits.threads.max(1));
        engine.set_position(&coordinates(position)).ok()?;
        let own_nodes = strength.nodes.unwrap_or(u64::MAX);
        let search = SearchLimits {
            turn: Some(limits.time.unwrap_or(strength.time)),
            nodes: Some(limits.nodes.map_or(own_nodes, |nodes| nodes.min(own_nodes))).filter(|&nodes| nodes < u64::MAX),
            multi_pv: if strength.slack > 0 { CHOICES } else { 1 },
            ..SearchLimits::from(limits)
        };
        let found = engine.search(&search, &mut |info| {
            if info.rank == 0 {
                report(progress_of(info));
            }
        });
        let chosen = if strength.slack > 0 { self.pick(position, &found.lines) } else { None };
        chosen
            .or_else(|| found.best.and_then(point_of))
            .filter(|&point| position.is_legal(point))
            // A player who has been asked always answers.
            .or_else(|| Classic::new(rules.size).choose(position, limits, report))
    }
}
