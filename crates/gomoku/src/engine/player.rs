//! The engine as others use it: a position, limits, and the best move.

use std::sync::Arc;
use std::time::Duration;

use banmen_core::{Cancel, Clock, Limits};

use super::class::Class;
use super::evaluator::{ByShapes, Evaluator};
pub use super::limits::SearchLimits;
use super::renju::is_forbidden;
use super::search::control::Control;
use super::search::moves::{Urgency, fill, generate};
use super::search::parameters::Parameters;
use super::search::score::{Score, is_mate, mate_in, mated_in, plies_to_mate};
use super::search::transposition::TranspositionTable;
use super::search::worker::{RootMove, Worker};
use super::shape_board::{NOWHERE, PointIndex, ShapeBoard, Side, index_of, point_of};
use super::tables::Tables;
use super::time::{Plan, TimeControl};
use super::vcf::{FourSearch, Vcf};
use crate::point::Point;
use crate::rules::Rule;

/// What an engine is built with.
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// Points a side, 5 to 22.
    pub size: usize,
    /// The rule.
    pub rule: Rule,
    /// Megabytes for the transposition table.
    pub hash_mb: usize,
    /// Threads that search at once.
    pub threads: usize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { size: 15, rule: Rule::Freestyle, hash_mb: 64, threads: 1 }
    }
}

/// One line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move.
    pub score: Score,
    /// The moves, alternating, from the side to move on.
    pub moves: Vec<Point>,
}

impl Line {
    /// In how many plies the game is won (positive) or lost (negative), if it is.
    pub fn mate(&self) -> Option<i32> {
        plies_to_mate(self.score).map(|plies| plies as i32 * self.score.signum())
    }
}

/// What a search has found, at its end or so far.
#[derive(Clone, Debug)]
pub struct BestMove {
    /// The move, or `None` when the game is over.
    pub best: Option<Point>,
    /// Its score for the side to move.
    pub score: Score,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// Plies of the last whole iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// A list of moves that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A move beyond the edge.
    OffBoard {
        /// Which move, from 0.
        index: usize,
        /// The move.
        at: Point,
    },
    /// A move on a stone.
    Occupied {
        /// Which move, from 0.
        index: usize,
        /// The move.
        at: Point,
    },
}

impl std::fmt::Display for PositionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OffBoard { index, at } => write!(f, "move {} at {at} is off the board", index + 1),
            Self::Occupied { index, at } => write!(f, "move {} at {at} is on a stone", index + 1),
        }
    }
}

impl std::error::Error for PositionError {}

/// A stone with its colour.
pub type Stone = (Point, Side);

/// The engine: a board, a table, and its searching threads.
pub struct Engine<E: Evaluator = ByShapes> {
    options: EngineOptions,
    board: ShapeBoard,
    over: bool,
    table: Arc<TranspositionTable>,
    workers: Vec<Worker<E>>,
    fours: FourSearch,
    evaluator: E,
    parameters: Parameters,
}

impl Engine<ByShapes> {
    /// An engine with the evaluation that ships with the program.
    pub fn new(options: EngineOptions) -> Self {
        Self::with_evaluator(options, Tables::shared(options.rule), ByShapes)
    }
}

/// Room for positions of the root's search for fours: `2^18`.
const ROOT_FOURS_BITS: u32 = 18;

impl<E: Evaluator> Engine<E> {
    /// An engine with given tables and evaluation.
    pub fn with_evaluator(options: EngineOptions, tables: Arc<Tables>, evaluator: E) -> Self {
        let mut engine = Self {
            options,
            board: ShapeBoard::new(options.size, tables),
            over: false,
            table: Arc::new(TranspositionTable::new(options.hash_mb)),
            workers: Vec::new(),
            fours: FourSearch::new(ROOT_FOURS_BITS),
            evaluator,
            parameters: Parameters::default(),
        };
        engine.hire();
        engine
    }

    fn hire(&mut self) {
        let control = Arc::new(Control::start(Clock::stopped(), None, None, Cancel::default()));
        let threads = if cfg!(feature = "threads") { self.options.threads.clamp(1, 256) } else { 1 };
        self.workers = (0..threads)
            .map(|_| {
                Worker::new(
                    self.board.clone(),
                    self.evaluator.clone(),
                    Arc::clone(&self.table),
                    Arc::clone(&control),
                    self.parameters.clone(),
                )
            })
            .collect();
    }

    /// What it was built with.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The position.
    pub fn board(&self) -> &ShapeBoard {
        &self.board
    }

    /// Changes how many threads search.
    pub fn set_threads(&mut self, threads: usize) {
        self.options.threads = threads;
        self.hire();
    }

    /// Changes the size of the table, forgetting what it holds.
    pub fn set_hash(&mut self, megabytes: usize) {
        self.options.hash_mb = megabytes;
        self.table = Arc::new(TranspositionTable::new(megabytes));
        self.hire();
    }

    /// Changes the numbers that shape the tree.
    pub fn set_parameters(&mut self, parameters: &Parameters) {
        self.parameters = parameters.clone();
        for worker in &mut self.workers {
            worker.set_parameters(parameters.clone());
        }
    }

    /// Forgets all earlier searches, for a new game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.fours.clear();
        for worker in &mut self.workers {
            worker.forget();
        }
    }

    /// Takes up the position after some moves, Black's first.
    pub fn set_position(&mut self, moves: &[Point]) -> Result<(), PositionError> {
        let mut side = Side::Black;
        let stones: Vec<Stone> = moves
            .iter()
            .map(|&at| {
                let stone = (at, side);
                side = side.other();
                stone
            })
            .collect();
        self.set_stones(&stones, side)
    }

    /// Takes up a position by its stones in the order in which they were played, and whose turn it is.
    pub fn set_stones(&mut self, stones: &[Stone], turn: Side) -> Result<(), PositionError> {
        let mut board = ShapeBoard::new(self.options.size, Arc::clone(self.board.tables()));
        let mut over = false;
        for (index, &(at, side)) in stones.iter().enumerate() {
            if usize::from(at.column().max(at.row())) >= self.options.size {
                return Err(PositionError::OffBoard { index, at });
            }
            let point = index_of(at);
            if !board.is_empty(point) {
                return Err(PositionError::Occupied { index, at });
            }
            if board.turn() != side {
                board.pass();
            }
            over |= board.class(point, side) == Class::Five;
            board.place(point);
        }
        if board.turn() != turn {
            board.pass();
        }
        self.over = over || board.is_full();
        self.board = board;
        Ok(())
    }

    /// Whether the position is already won or full.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The moves that the search looks at.
    pub fn root_moves(&mut self) -> Vec<Point> {
        self.root_points().into_iter().map(point_of).collect()
    }

    fn root_points(&mut self) -> Vec<PointIndex> {
        let me = self.board.turn();
        let mut points = Vec::new();
        if self.board.count(me, Class::Five) > 0 {
            points.extend(self.board.find(me, Class::Five));
            return points;
        }
        generate(&self.board, Urgency::of(&self.board), &mut points);
        points
            .retain(|&point| self.board.class(point, me) != Class::Forbidden || !is_forbidden(&mut self.board, point));
        if points.is_empty() {
            fill(&self.board, &mut points);
            let allowed: Vec<PointIndex> = points
                .iter()
                .copied()
                .filter(|&point| !is_forbidden(&mut self.board, point) || me == Side::White)
                .collect();
            if !allowed.is_empty() {
                return allowed;
            }
        }
        points
    }

    /// Finds the best move.
    ///
    /// After every whole iteration the report gets what is known then.
    pub fn search(&mut self, limits: &SearchLimits, report: &mut dyn FnMut(&BestMove)) -> BestMove {
        let plan =
            Plan::new(TimeControl { turn: limits.turn, match_left: limits.match_left, stones: self.board.stones() });
        let control = Arc::new(Control::start(limits.clock.clone(), plan.hard, limits.nodes, limits.cancel.clone()));
        if self.over {
            return BestMove {
                best: None,
                score: 0,
                lines: Vec::new(),
                depth: 0,
                nodes: 0,
                elapsed: control.elapsed(),
            };
        }
        let points = self.root_points();
        if let Some(found) = self.at_once(&points, limits, &control) {
            report(&found);
            return found;
        }
        self.table.grow_older();
        for worker in &mut self.workers {
            worker.restart(&self.board, Arc::clone(&control));
            worker.set_roots(&points);
        }
        let multi_pv = limits.multi_pv.clamp(1, points.len());
        let deepest = limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        let (first, helpers) = self.workers.split_at_mut(1);
        let main = &mut first[0];
        #[cfg(feature = "threads")]
        let finished = std::thread::scope(|scope| {
            for (index, helper) in helpers.iter_mut().enumerate() {
                scope.spawn(move || help(helper, index, deepest));
            }
            let finished = deepen(main, &control, &plan, limits, multi_pv, deepest, report);
            control.stop();
            finished
        });
        #[cfg(not(feature = "threads"))]
        let finished = {
            let _ = helpers;
            deepen(main, &control, &plan, limits, multi_pv, deepest, report)
        };
        so_far(&self.workers[0].roots[..multi_pv], finished, &control)
    }

    /// A move that needs no search: a five, the only answer, a win by fours.
    fn at_once(&mut self, points: &[PointIndex], limits: &SearchLimits, control: &Control) -> Option<BestMove> {
        let me = self.board.turn();
        let one = |score: Score, moves: Vec<PointIndex>| {
            let line = Line { score, moves: moves.into_iter().map(point_of).collect() };
            Some(BestMove {
                best: line.moves.first().copied(),
                score,
                lines: vec![line],
                depth: 0,
                nodes: control.nodes(),
                elapsed: control.elapsed(),
            })
        };
        let alone = limits.multi_pv <= 1;
        if self.board.count(me, Class::Five) > 0 {
            return one(mate_in(1), points.to_vec());
        }
        if let ([only], true) = (points, alone && !limits.analyse) {
            let score = if self.board.count(me.other(), Class::Five) > 1 {
                mated_in(2)
            } else if self.board.stones() == 0 {
                0
            } else {
                self.board.evaluate()
            };
            return one(score, vec![*only]);
        }
        if alone {
            let share = Limits {
                nodes: Some(limits.nodes.map_or(ROOT_FOURS_NODES, |nodes| (nodes / 4).clamp(50, ROOT_FOURS_NODES))),
                time: limits.turn.or(limits.match_left).map(|time| time / 10),
                cancel: limits.cancel.clone(),
                clock: limits.clock.clone(),
                ..Limits::default()
            };
            let before = self.fours.nodes();
            let found = self.fours.solve(&mut self.board, &share);
            control.count(self.fours.nodes() - before);
            if let Vcf::Win(plies) = found {
                let line = self.fours.line();
                return one(mate_in(plies as usize), line);
            }
        }
        None
    }
}

/// Deepest iteration.
const MOST_DEPTH: u32 = 120;
/// Most positions of the root's search for fours.
const ROOT_FOURS_NODES: u64 = 200_000;

#[allow(clippy::too_many_arguments)]
fn deepen<E: Evaluator>(
    main: &mut Worker<E>,
    control: &Control,
    plan: &Plan,
    limits: &SearchLimits,
    multi_pv: usize,
    deepest: u32,
    report: &mut dyn FnMut(&BestMove),
) -> u32 {
    let mut finished = 0;
    let mut best = NOWHERE;
    let mut steady = 0;
    let mut mates = 0;
    for depth in 1..=deepest {
        for rank in 0..multi_pv {
            main.iterate(depth, rank);
            main.settle();
            main.roots[..=rank].sort_by_key(|root| std::cmp::Reverse(root.score));
            if control.is_stopped() {
                return finished;
            }
        }
        finished = depth;
        report(&so_far(&main.roots[..multi_pv], finished, control));
        let root = &main.roots[0];
        steady = if root.point == best { steady + 1 } else { 0 };
        best = root.point;
        mates = if is_mate(root.score) { mates + 1 } else { 0 };
        if limits.analyse {
            continue;
        }
        let enough_mate = if root.score > 0 { mates >= 2 } else { mates >= 6 };
        if enough_mate || plan.is_enough(control.elapsed(), steady) {
            break;
        }
    }
    finished
}

#[cfg(feature = "threads")]
fn help<E: Evaluator>(helper: &mut Worker<E>, index: usize, deepest: u32) {
    for depth in 1..=deepest + 4 {
        // Half of the helpers run a ply ahead, so that they do not all walk the same tree.
        helper.iterate(depth + (index % 2) as u32, 0);
        helper.settle();
        if helper.is_stopped() {
            return;
        }
    }
}

fn line_of(root: &RootMove) -> Line {
    Line { score: root.score, moves: root.line.iter().copied().map(point_of).collect() }
}

/// What is known with these best moves.
fn so_far(roots: &[RootMove], depth: u32, control: &Control) -> BestMove {
    let lines: Vec<Line> = roots.iter().map(line_of).collect();
    BestMove {
        best: lines.first().and_then(|line| line.moves.first().copied()),
        score: lines.first().map_or(0, |line| line.score),
        lines,
        depth,
        nodes: control.nodes(),
        elapsed: control.elapsed(),
    }
}
