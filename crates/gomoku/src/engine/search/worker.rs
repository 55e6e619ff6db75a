//! One searching thread: principal variation search with everything that makes it deep.

use std::sync::Arc;

use super::control::Control;
use super::history::{HISTORY_LIMIT, History};
use super::moves::{Hints, Rated, Urgency, generate, rate};
use super::parameters::{PLY, Parameters};
use super::score::{DRAW, INFINITE, LEAST_MATE, MOST_EVAL, Score, is_mate, mate_in, mated_in};
use super::table::{Bound, Known, Table};
use crate::engine::board::{Board, NOWHERE, Place, Side, distance};
use crate::engine::evaluator::Evaluator;
use crate::engine::point::Class;
use crate::engine::renju::is_forbidden;
use crate::engine::vcf::{FourSearch, Vcf};

/// Deepest line.
pub const MAX_PLY: usize = 240;

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub place: Place,
    /// Its score in the iteration under way.
    pub score: Score,
    /// Its score in the last finished iteration.
    pub previous: Score,
    /// The expected play, this move first.
    pub line: Vec<Place>,
    /// Nodes spent on it.
    pub nodes: u64,
    /// What the shapes say of it.
    pub shapes: i32,
}

#[derive(Clone, Default)]
struct Ply {
    eval: Score,
    current: Place,
    killers: [Place; 2],
    excluded: Place,
    line: Vec<Place>,
    /// What the current move makes for its own side.
    made: i32,
    principal: bool,
    doubled: i32,
}

/// One searching thread.
pub struct Worker<E> {
    /// The position being searched.
    pub board: Board,
    /// The root's moves, best first after each iteration.
    pub roots: Vec<RootMove>,
    /// Deepest ply seen in the iteration.
    pub deepest: usize,
    evaluator: E,
    table: Arc<Table>,
    control: Arc<Control>,
    parameters: Parameters,
    history: Box<History>,
    fours: FourSearch,
    stack: Vec<Ply>,
    places: Vec<Place>,
    moves: Vec<Rated>,
    reductions: Vec<[i32; 64]>,
    /// After how many moves the others are skipped, by plies of depth.
    late: Vec<usize>,
    nodes: u64,
    uncounted: u64,
    allowance: u64,
    first_root: usize,
    helper: bool,
}

/// Words that tell the search without one move from the search with all.
fn without(place: Place) -> u64 {
    u64::from(place).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl<E: Evaluator> Worker<E> {
    /// A worker on a position; `helper` for every thread but the first.
    pub fn new(
        board: Board,
        evaluator: E,
        table: Arc<Table>,
        control: Arc<Control>,
        parameters: Parameters,
        helper: bool,
    ) -> Self {
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
            places: Vec::with_capacity(512),
            moves: Vec::with_capacity(8192),
            reductions: Vec::new(),
            late: Vec::new(),
            nodes: 0,
            uncounted: 0,
            allowance: 1,
            first_root: 0,
            helper,
        };
        worker.prepare_reductions();
        worker
    }

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
    pub fn restart(&mut self, board: &Board, control: Arc<Control>) {
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
    pub fn set_roots(&mut self, places: &[Place]) {
        let hints = Hints {
            history: &self.history,
            before: [self.board.last(), self.board.last_but_one()],
            killers: [NOWHERE; 2],
            answer: NOWHERE,
        };
        let mut rated: Vec<Rated> = places.iter().map(|&place| rate(&self.board, place, &hints)).collect();
        rated.sort_by_key(|rated| std::cmp::Reverse((rated.shapes, rated.place)));
        self.roots = rated
            .into_iter()
            .map(|rated| RootMove {
                place: rated.place,
                score: -INFINITE,
                previous: -INFINITE,
                line: vec![rated.place],
                nodes: 0,
                shapes: rated.shapes,
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

    fn make(&mut self, ply: usize, place: Place) {
        self.stack[ply].current = place;
        self.stack[ply].made = self.board.class(place, self.board.turn()) as i32;
        self.board.place(place);
        self.evaluator.placed(&self.board, place);
    }

    fn unmake(&mut self) {
        let place = self.board.last();
        self.board.undo();
        self.evaluator.undone(&self.board, place);
    }

    fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.board).clamp(-MOST_EVAL, MOST_EVAL)
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
        let mut delta = self.parameters.window + previous.abs() / 16;
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
                less = (less + PLY / 2).min(2 * PLY);
            } else {
                return;
            }
            delta += delta / 2 + 5;
        }
    }

    /// The score of a position that shapes alone decide: a five at hand, two fives to stop, an open four at hand.
    #[inline(always)]
    fn decided(&self, ply: usize) -> Option<Score> {
        let (me, it) = (self.board.turn(), self.board.turn().other());
        if self.board.count(me, Class::Five) > 0 {
            return Some(mate_in(ply + 1));
        }
        match self.board.count(it, Class::Five) {
            0 if self.board.count(me, Class::OpenFour) > 0 => Some(mate_in(ply + 3)),
            0 | 1 => None,
            _ => Some(mated_in(ply + 2)),
        }
    }

    fn has_fours(&self) -> bool {
        let me = self.board.turn();
        self.board.count(me, Class::Four)
            + self.board.count(me, Class::FourPlus)
            + self.board.count(me, Class::FourThree)
            + self.board.count(me, Class::Forbidden)
            > 0
    }

    fn win_by_fours(&mut self, nodes: i32) -> Option<usize> {
        if !self.has_fours() {
            return None;
        }
        let before = self.fours.nodes();
        let found = self.fours.search(&mut self.board, self.parameters.leaf_fours as u32, nodes as u64);
        let spent = self.fours.nodes() - before;
        self.nodes += spent;
        self.uncounted += spent;
        match found {
            Vcf::Win(plies) => Some(plies as usize),
            _ => None,
        }
    }

    fn leaf<const PV: bool>(&mut self, ply: usize) -> Score {
        if let Some(plies) = self.win_by_fours(self.parameters.leaf_nodes) {
            if PV {
                self.stack[ply].line = self.fours.line();
            }
            return mate_in(ply + plies);
        }
        self.evaluate()
    }

    fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut: bool,
    ) -> Score {
        if self.visit(1) {
            return DRAW;
        }
        let root = PV && ply == 0;
        let (me, it) = (self.board.turn(), self.board.turn().other());
        if PV {
            self.stack[ply].line.clear();
            self.deepest = self.deepest.max(ply);
        }
        if !root {
            if let Some(score) = self.decided(ply) {
                if PV && score > 0 {
                    self.stack[ply].line = self.finish();
                }
                return score;
            }
            if self.board.is_full() {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate();
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let urgency = Urgency::of(&self.board);
        if let (Urgency::Five(place), false) = (urgency, root) {
            return self.answer::<PV>(ply, place, alpha, beta, depth, cut);
        }
        if depth <= 0 && !root {
            return self.leaf::<PV>(ply);
        }

        let excluded = self.stack[ply].excluded;
        let key = self.board.key() ^ without(excluded);
        let known = self.table.get(key, ply);
        let hash_move = match known {
            _ if root => self.roots[self.first_root].place,
            Some(known) if known.best != NOWHERE && self.board.is_empty(known.best) => known.best,
            _ => NOWHERE,
        };
        if excluded == NOWHERE {
            self.stack[ply].principal = PV || known.is_some_and(|known| known.principal);
        }
        if let (false, Some(known)) = (PV, known)
            && known.depth * PLY >= depth
            && (if known.score >= beta { known.bound.is_lower() } else { known.bound.is_upper() })
        {
            if known.score >= beta && hash_move != NOWHERE && self.board.class(hash_move, me) < Class::Four {
                let before = self.before();
                self.history.learn(me, hash_move, before, bonus_for(depth) / 2);
            }
            return known.score;
        }

        if !root && excluded == NOWHERE {
            let nodes = self.parameters.leaf_nodes + self.parameters.node_nodes * (depth / PLY).min(16);
            if let Some(plies) = self.win_by_fours(nodes) {
                let score = mate_in(ply + plies);
                let best = self.fours.line().first().copied().unwrap_or(NOWHERE);
                if PV {
                    self.stack[ply].line = self.fours.line();
                }
                let known = Known { score, eval: 0, best, depth: 100, bound: Bound::Lower, principal: PV };
                self.table.put(key, ply, known);
                return score;
            }
        }

        let static_eval = match known {
            Some(known) => known.eval,
            None => self.evaluate(),
        };
        self.stack[ply].eval = static_eval;
        let mut eval = static_eval;
        if let Some(known) = known
            && (if known.score > eval { known.bound.is_lower() } else { known.bound.is_upper() })
        {
            eval = known.score;
        }
        let improving = ply >= 2 && static_eval > self.stack[ply - 2].eval;

        if !PV && excluded == NOWHERE {
            if depth <= self.parameters.razor_depth * PLY
                && alpha < LEAST_MATE
                && eval + self.parameters.razor_base + self.parameters.razor_slope * depth / PLY < alpha
            {
                return eval;
            }
            if urgency == Urgency::Quiet
                && depth <= self.parameters.futility_depth * PLY
                && eval < LEAST_MATE
                && beta > -LEAST_MATE
                && eval - self.parameters.futility_slope * (depth - if improving { PLY } else { 0 }) / PLY >= beta
            {
                return eval;
            }
        }
        if !PV
            && excluded == NOWHERE
            && urgency == Urgency::Quiet
            && depth >= self.parameters.null_depth * PLY
            && self.board.last() != NOWHERE
            && !is_mate(beta)
            && static_eval >= beta + self.parameters.null_margin
            && self.holds_still(ply, beta, depth, cut)
        {
            return beta;
        }
        if hash_move == NOWHERE && depth >= 4 * PLY {
            depth -= PLY;
        }
        let sure = !PV
            && cut
            && urgency == Urgency::Quiet
            && eval >= beta + self.parameters.sure_base + self.parameters.sure_slope * depth / PLY;

        let before = self.before();
        self.stack[ply + 2].killers = [NOWHERE; 2];
        let start = self.moves.len();
        if root {
            for index in self.first_root..self.roots.len() {
                let RootMove { place, shapes, .. } = self.roots[index];
                self.moves.push(Rated { rate: -(index as i32), shapes, place });
            }
        } else {
            self.places.clear();
            generate(&self.board, urgency, &mut self.places);
            let hints = Hints {
                history: &self.history,
                before,
                killers: self.stack[ply].killers,
                answer: self.history.answer(it, before[0]),
            };
            for &place in &self.places {
                let mut rated = rate(&self.board, place, &hints);
                if place == hash_move {
                    rated.rate = i32::MAX;
                }
                self.moves.push(rated);
            }
        }
        let end = self.moves.len();

        let mut best_score = -INFINITE;
        let mut best = NOWHERE;
        let mut count = 0usize;
        let mut best_shapes = 0;
        let raised = alpha;
        let late = self.late[(depth / PLY).clamp(0, 63) as usize] >> u32::from(!improving);
        let late = late.max(2);
        let mut tried: [Place; 32] = [NOWHERE; 32];
        for next in start..end {
            let mut top = next;
            for index in next + 1..end {
                if self.moves[index].rate > self.moves[top].rate {
                    top = index;
                }
            }
            self.moves.swap(next, top);
            let Rated { place, shapes, .. } = self.moves[next];
            if place == excluded {
                continue;
            }
            let (mine, theirs) = (self.board.class(place, me), self.board.class(place, it));
            if mine == Class::Forbidden && is_forbidden(&mut self.board, place) {
                continue;
            }
            count += 1;
            if count == 1 {
                best_shapes = shapes;
            }
            let attacks = mine >= Class::Three && mine != Class::Forbidden;
            let idle = mine == Class::None && theirs == Class::None;

            if !root && best_score > -LEAST_MATE {
                if urgency == Urgency::Quiet && count > late && !(PV && count < 12) && mine < Class::Four {
                    continue;
                }
                if idle && depth < 4 * PLY {
                    continue;
                }
            }

            let mut extension = 0;
            if !root
                && place == hash_move
                && excluded == NOWHERE
                && depth >= self.parameters.singular_depth * PLY
                && let Some(known) = known
                && known.bound.is_lower()
                && !is_mate(known.score)
                && known.depth * PLY >= depth - 3 * PLY
            {
                let target = known.score - depth / PLY * 2;
                self.stack[ply].excluded = place;
                let score = self.search::<false>(ply, target - 1, target, depth / 2, cut);
                self.stack[ply].excluded = NOWHERE;
                if score < target {
                    extension = PLY;
                    if !PV && score < target - 30 && self.stack[ply].doubled < 6 {
                        extension = 2 * PLY;
                    }
                } else if target >= beta {
                    self.moves.truncate(start);
                    return target;
                } else if known.score >= beta {
                    extension = -PLY;
                }
            }

            if sure && mine < Class::Four {
                extension -= self.parameters.sure;
            }
            let new_depth = depth - PLY + extension;
            self.stack[ply + 1].doubled = self.stack[ply].doubled + i32::from(extension > PLY);
            let nodes_before = self.nodes;
            let history = self.history.get(me, place, before);
            self.make(ply, place);

            let mut score = -INFINITE;
            let mut full = true;
            if depth >= 2 * PLY && count > 1 + usize::from(root) {
                let mut reduction = self.reductions[(depth / PLY).min(63) as usize][count.min(63)];
                if cut {
                    reduction += self.parameters.reduction_cut;
                }
                if self.stack[ply].principal {
                    reduction -= self.parameters.reduction_principal;
                }
                if !improving {
                    reduction += self.parameters.reduction_worse;
                }
                reduction += (best_shapes - shapes).clamp(-80, 240) * self.parameters.reduction_shapes / 64;
                if attacks {
                    reduction -= self.parameters.reduction_attack;
                }
                if idle {
                    reduction += self.parameters.reduction_idle;
                }
                reduction -= history * PLY / self.parameters.reduction_history;
                let reduced = (new_depth - reduction.max(0)).max(PLY / 2);
                score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, reduced, true);
                full = score > alpha && reduced < new_depth;
                if full {
                    score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, new_depth, !cut);
                }
                full = false;
            }
            if full && (!PV || count > 1) {
                score = -self.search::<false>(ply + 1, -alpha - 1, -alpha, new_depth, !cut);
            }
            if PV && (count == 1 || (score > alpha && (root || score < beta))) {
                score = -self.search::<true>(ply + 1, -beta, -alpha, new_depth, false);
            }
            self.unmake();
            if self.control.is_stopped() {
                self.moves.truncate(start);
                return DRAW;
            }

            if root {
                let spent = self.nodes - nodes_before;
                let line = std::mem::take(&mut self.stack[1].line);
                let first_root = self.first_root;
                if let Some(root) = self.roots[first_root..].iter_mut().find(|root| root.place == place) {
                    root.nodes += spent;
                    if count == 1 || score > alpha {
                        root.score = score;
                        root.line.clear();
                        root.line.push(place);
                        root.line.extend_from_slice(&line);
                    } else {
                        root.score = -INFINITE;
                    }
                }
                self.stack[1].line = line;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best = place;
                    if PV && !root {
                        self.extend_line(ply, place);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                    if depth > 2 * PLY && depth < 12 * PLY && !is_mate(score) {
                        depth -= self.parameters.raised;
                    }
                }
            }
            if place != best && count <= tried.len() {
                tried[count - 1] = place;
            }
        }
        self.moves.truncate(start);

        if count == 0 {
            return if excluded != NOWHERE {
                alpha
            } else if urgency == Urgency::Four {
                mated_in(ply + 4)
            } else {
                DRAW
            };
        }
        if best != NOWHERE && urgency == Urgency::Quiet {
            self.learn(ply, me, best, best_score >= beta, depth, &tried[..count.min(tried.len())]);
        }
        if excluded == NOWHERE && !(root && self.first_root > 0) {
            let bound = if best_score >= beta {
                Bound::Lower
            } else if PV && alpha > raised {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let known = Known {
                score: best_score,
                eval: static_eval,
                best,
                depth: depth / PLY,
                bound,
                principal: self.stack[ply].principal,
            };
            self.table.put(key, ply, known);
        }
        best_score
    }

    /// Whether the side to move stands well even after a move of the other side.
    fn holds_still(&mut self, ply: usize, beta: Score, depth: i32, cut: bool) -> bool {
        let reduced = depth - (4 * PLY + depth / 6);
        self.stack[ply].current = NOWHERE;
        self.stack[ply].made = 0;
        self.board.pass();
        let score = -self.search::<false>(ply + 1, -beta, -beta + 1, reduced, !cut);
        self.board.undo();
        score >= beta && !self.control.is_stopped()
    }

    /// The only answer to a four, which costs no depth.
    fn answer<const PV: bool>(
        &mut self,
        ply: usize,
        place: Place,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut: bool,
    ) -> Score {
        if self.board.class(place, self.board.turn()) == Class::Forbidden && is_forbidden(&mut self.board, place) {
            return mated_in(ply + 2);
        }
        self.stack[ply].eval = if ply > 0 { -self.stack[ply - 1].eval } else { 0 };
        self.stack[ply].excluded = NOWHERE;
        self.stack[ply].principal = PV;
        self.stack[ply + 1].doubled = self.stack[ply].doubled;
        self.stack[ply + 2].killers = [NOWHERE; 2];
        self.make(ply, place);
        let next = if depth > 0 { depth - PLY + self.parameters.forced } else { depth };
        let score = -self.search::<PV>(ply + 1, -beta, -alpha, next, !cut);
        self.unmake();
        if PV && !self.control.is_stopped() {
            self.extend_line(ply, place);
        }
        score
    }

    /// The last two moves, the latest first.
    fn before(&self) -> [Place; 2] {
        [self.board.last(), self.board.last_but_one()]
    }

    fn extend_line(&mut self, ply: usize, place: Place) {
        let next = std::mem::take(&mut self.stack[ply + 1].line);
        let line = &mut self.stack[ply].line;
        line.clear();
        line.push(place);
        line.extend_from_slice(&next);
        self.stack[ply + 1].line = next;
    }

    /// The moves by which a position that shapes decide is won.
    fn finish(&mut self) -> Vec<Place> {
        let me = self.board.turn();
        if let Some(five) = self.board.find(me, Class::Five) {
            return vec![five];
        }
        let found = self.fours.search(&mut self.board, 2, 16);
        debug_assert!(matches!(found, Vcf::Win(_)));
        self.fours.line()
    }

    fn learn(&mut self, ply: usize, me: Side, best: Place, cut: bool, depth: i32, tried: &[Place]) {
        let before = self.before();
        let bonus = bonus_for(depth);
        self.history.learn(me, best, before, bonus);
        if cut {
            for &place in tried.iter().filter(|&&place| place != NOWHERE && place != best) {
                self.history.learn(me, place, before, -bonus);
            }
            let killers = &mut self.stack[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            if before[0] != NOWHERE {
                self.history.set_answer(me.other(), before[0], best);
            }
        }
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Whether the thread only helps the first one.
    pub fn is_helper(&self) -> bool {
        self.helper
    }
}

fn bonus_for(depth: i32) -> i32 {
    let plies = depth / PLY;
    (20 * plies * plies + 60 * plies).clamp(0, HISTORY_LIMIT / 4)
}

/// How far a move lies from the last two, for whoever wants to know.
pub fn remoteness(place: Place, before: [Place; 2]) -> usize {
    before.iter().filter(|&&other| other != NOWHERE).map(|&other| distance(place, other)).min().unwrap_or(0)
}
