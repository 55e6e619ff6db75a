//! One searching thread: its memory, the root's moves, and one iteration after another.

mod depth;
mod leaf;
mod node;
mod order;
mod pruning;

use std::sync::Arc;

use super::control::Control;
use super::history::History;
use super::moves::{Hints, Rated, rate};
use super::parameters::{PLY, Parameters};
use super::score::{INFINITE, MOST_EVAL, Score, is_mate};
use super::transposition::TranspositionTable;
use crate::engine::evaluator::Evaluator;
use crate::engine::shape_board::{NOWHERE, PointIndex, ShapeBoard};
use crate::engine::vcf::FourSearch;

/// Deepest line.
pub const MAX_PLY: usize = 240;

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub point: PointIndex,
    /// Its score in the iteration under way.
    pub score: Score,
    /// Its score in the last finished iteration.
    pub previous: Score,
    /// The expected play, this move first.
    pub line: Vec<PointIndex>,
    /// Nodes spent on it.
    pub nodes: u64,
}

/// What the nodes of one line know of each other, by distance from the root.
#[derive(Clone, Default)]
struct Ply {
    /// The static evaluation.
    eval: Score,
    /// Moves that cut off at this distance.
    killers: [PointIndex; 2],
    /// The move that a singular extension leaves out.
    excluded: PointIndex,
    /// The principal variation from here.
    line: Vec<PointIndex>,
    /// Whether the node is, or ever was, part of a principal variation.
    principal: bool,
    /// Double extensions on the way here.
    doubled: i32,
}

/// One searching thread.
pub struct Worker<E> {
    /// The position being searched.
    pub board: ShapeBoard,
    /// The root's moves, best first after each iteration.
    pub roots: Vec<RootMove>,
    /// Deepest ply seen in the iteration.
    pub deepest: usize,
    evaluator: E,
    table: Arc<TranspositionTable>,
    control: Arc<Control>,
    parameters: Parameters,
    history: Box<History>,
    fours: FourSearch,
    stack: Vec<Ply>,
    points: Vec<PointIndex>,
    moves: Vec<Rated>,
    /// What a learned evaluation says of the moves being rated.
    ratings: Vec<i32>,
    reductions: Vec<[i32; 64]>,
    /// After how many moves the others are skipped, by plies of depth.
    late: Vec<usize>,
    nodes: u64,
    uncounted: u64,
    allowance: u64,
    first_root: usize,
}

impl<E: Evaluator> Worker<E> {
    /// A worker on a position.
    pub fn new(
        board: ShapeBoard,
        mut evaluator: E,
        table: Arc<TranspositionTable>,
        control: Arc<Control>,
        parameters: Parameters,
    ) -> Self {
        // What takes long the first time is done before a clock runs.
        evaluator.start(&board);
        let mut worker = Self {
            board,
            roots: Vec::new(),
            deepest: 0,
            evaluator,
            table,
            control,
            parameters,
            history: Box::default(),
            fours: FourSearch::new(16),
            stack: vec![Ply::default(); MAX_PLY + 4],
            points: Vec::with_capacity(512),
            moves: Vec::with_capacity(8192),
            ratings: Vec::new(),
            reductions: Vec::new(),
            late: Vec::new(),
            nodes: 0,
            uncounted: 0,
            allowance: 1,
            first_root: 0,
        };
        worker.prepare_reductions();
        worker
    }

    /// Computes the tables of late move reductions and late move pruning.
    fn prepare_reductions(&mut self) {
        let scale = self.parameters.reduction as f64 / 100.0 * f64::from(PLY);
        self.reductions = (0..64)
            .map(|depth| {
                std::array::from_fn(|count| {
                    if depth == 0 || count == 0 {
                        0
                    } else {
                        (scale * f64::ln(depth as f64) * f64::ln(count as f64)) as i32
                    }
                })
            })
            .collect();
        let growth = f64::from(self.parameters.late_slope) / 16.0;
        let power = f64::from(self.parameters.late_power) / 100.0;
        self.late = (0..64)
            .map(|depth| (f64::from(self.parameters.late_base) + growth * f64::from(depth).powf(power)) as usize)
            .collect();
    }

    /// Changes the numbers that shape the tree.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.parameters = parameters;
        self.prepare_reductions();
    }

    /// Takes up another position of the same game, or a new search of the same one.
    pub fn restart(&mut self, board: &ShapeBoard, control: Arc<Control>) {
        self.board = board.clone();
        self.control = control;
        self.evaluator.start(&self.board);
        self.history.fade();
        self.nodes = 0;
        self.uncounted = 0;
        self.allowance = 1;
    }

    /// Forgets everything, for another game.
    pub fn forget(&mut self) {
        self.history.clear();
        self.fours.clear();
        // Killers and evaluations of another game would still order moves deep in the tree.
        self.stack.fill(Ply::default());
    }

    /// Nodes visited since the last restart.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reports the nodes that are not yet counted.
    pub fn settle(&mut self) {
        self.control.count(self.uncounted);
        self.uncounted = 0;
    }

    /// Sets the root's moves, the best-looking first.
    pub fn set_roots(&mut self, points: &[PointIndex]) {
        let hints = Hints {
            history: &self.history,
            before: [self.board.last(), self.board.last_but_one()],
            killers: [NOWHERE; 2],
            answer: NOWHERE,
        };
        let mut rated: Vec<Rated> = points.iter().map(|&point| rate(&self.board, point, &hints)).collect();
        rated.sort_by_key(|rated| std::cmp::Reverse((rated.rate, rated.point)));
        self.roots = rated
            .into_iter()
            .map(|rated| RootMove {
                point: rated.point,
                score: -INFINITE,
                previous: -INFINITE,
                line: vec![rated.point],
                nodes: 0,
            })
            .collect();
    }

    #[inline(always)]
    fn visit(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.uncounted += nodes;
        if self.uncounted >= self.allowance {
            self.settle();
            self.allowance = self.control.allowance();
        }
        self.control.is_stopped()
    }

    fn make(&mut self, point: PointIndex) {
        self.table.expect(self.board.key_after(point));
        self.board.place(point);
        self.evaluator.placed(&self.board, point);
    }

    fn unmake(&mut self) {
        let point = self.board.last();
        self.board.undo();
        self.evaluator.undone(&self.board, point);
    }

    fn evaluate(&mut self, leaves: bool) -> Score {
        self.evaluator.evaluate(&self.board, leaves).clamp(-MOST_EVAL, MOST_EVAL)
    }

    /// Searches one more iteration for the root's moves from `first` on, at a depth in plies.
    pub fn iterate(&mut self, depth: u32, first: usize) {
        self.first_root = first;
        self.deepest = 0;
        for root in &mut self.roots[first..] {
            root.previous = root.score;
        }
        let previous = self.roots[first].previous;
        let depth = depth as i32 * PLY;
        let mut delta = self.parameters.window + previous.abs() / self.parameters.window_share;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= self.parameters.aspiration_depth * PLY && !is_mate(previous) {
            (alpha, beta) = ((previous - delta).max(-INFINITE), (previous + delta).min(INFINITE));
        }
        let mut less = 0;
        loop {
            let score = self.search::<true>(0, alpha, beta, (depth - less).max(PLY), false);
            self.roots[first..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.control.is_stopped() {
                return;
            }
            if score <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = if is_mate(score) { -INFINITE } else { (score - delta).max(-INFINITE) };
                less = 0;
            } else if score >= beta && beta < INFINITE {
                beta = if is_mate(score) { INFINITE } else { (score + delta).min(INFINITE) };
                less = (less + self.parameters.fail_high).min(self.parameters.fail_high_most);
            } else {
                return;
            }
            delta += delta / 2 + self.parameters.widening;
        }
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}
