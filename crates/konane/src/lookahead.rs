//! Looking ahead by alpha-beta, where neither values nor a proof can be had in time.

use banmen_core::{Budget, Progress, Score};

use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps, Stone};
use crate::frame::{Field, Frame, sides};
use crate::position::{Konane, Move, Opening, seat_of};

/// A position that is won or lost for certain scores more than any count of moves.
const WON: i32 = 100_000;
/// Nodes between two looks at the clock.
const CLOCK_STEP: u64 = 256;

/// How many more jumps `side` has than the other.
pub(crate) fn mobility(board: &Board, side: Stone, jumps: Jumps) -> i32 {
    board.jumps(side, jumps).len() as i32 - board.jumps(side.other(), jumps).len() as i32
}

/// In how many ways a stone of `side` can begin to jump.
#[inline]
fn beginnings<B: Bits>(frame: &Frame<B>, field: &Field<B>, side: Stone) -> i32 {
    let (movers, others) = sides(field, side);
    frame.landings(movers, others, field.open).iter().map(|landing| landing.count() as i32).sum()
}

/// A search with iterative deepening.
pub(crate) struct Lookahead {
    budget: Budget,
    deepest: u32,
    nodes: u64,
    stopped: bool,
}

impl Lookahead {
    /// A search within a budget, down to a depth at most.
    pub fn new(budget: Budget, deepest: u32) -> Lookahead {
        let deepest = budget.limits().depth.map_or(deepest, |depth| depth.min(deepest));
        Lookahead { budget, deepest, nodes: 0, stopped: false }
    }

    /// The best of these moves, each given with the position after it.
    pub fn choose(mut self, mut options: Vec<(Move, Konane)>, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let (first, after) = options.first()?;
        let (mut best, mover) = (*first, seat_of(after.to_move().other()));
        for depth in 1..=self.deepest.max(1) {
            let mut alpha = -2 * WON;
            let mut scored = Vec::with_capacity(options.len());
            for (m, after) in options {
                // Once the time is up the rest keeps its order behind what was looked at.
                let score = if self.stopped { -2 * WON } else { -self.after(&after, depth - 1, -2 * WON, -alpha) };
                if !self.stopped && score > alpha {
                    alpha = score;
                    best = m;
                }
                scored.push((score, m, after));
            }
            if !self.stopped {
                // A game that is decided has no number of moves ahead.
                let score = (alpha.abs() < WON).then(|| Score::value(mover, f64::from(alpha)));
                report(Progress {
                    depth: Some(depth),
                    nodes: self.nodes,
                    score,
                    line: vec![best.to_string()],
                    ..Progress::default()
                });
            }
            // Nothing changes any more once the game is decided either way.
            if self.stopped || alpha.abs() >= WON {
                break;
            }
            scored.sort_by_key(|&(score, ..)| -score);
            options = scored.into_iter().map(|(_, m, after)| (m, after)).collect();
        }
        Some(best)
    }

    /// The score of a position for the side to move, looking this many plies ahead.
    pub fn score(&mut self, position: &Konane, depth: u32) -> i32 {
        self.after(position, depth, -2 * WON, 2 * WON)
    }

    /// The same within a window.
    fn after(&mut self, position: &Konane, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if position.opening() == Opening::Done {
            return self.score_board(position.board(), position.to_move(), position.jumps(), depth, alpha, beta);
        }
        for (_, next) in position.options() {
            alpha = alpha.max(-self.after(&next, depth.saturating_sub(1), -beta, -alpha));
            if alpha >= beta || self.stopped {
                break;
            }
        }
        alpha
    }

    fn score_board(&mut self, board: &Board, side: Stone, jumps: Jumps, depth: u32, alpha: i32, beta: i32) -> i32 {
        let (rows, cols) = (board.rows(), board.cols());
        if let Some(frame) = Frame::<u64>::for_size(rows, cols) {
            self.score_field(&Rules { frame, jumps }, &frame.field(board), side, depth, alpha, beta)
        } else if let Some(frame) = Frame::<u128>::for_size(rows, cols) {
            self.score_field(&Rules { frame, jumps }, &frame.field(board), side, depth, alpha, beta)
        } else {
            let frame = Frame::<Wide>::for_size(rows, cols).expect("a board fits the widest set");
            self.score_field(&Rules { frame, jumps }, &frame.field(board), side, depth, alpha, beta)
        }
    }

    fn score_field<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        field: &Field<B>,
        side: Stone,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_STEP) && self.budget.stop(self.nodes).is_some() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let frame = &rules.frame;
        let own = beginnings(frame, field, side);
        if own == 0 {
            // Who cannot move has lost; losing later is better than losing now.
            return -WON - depth as i32;
        }
        if depth == 0 {
            // Whoever can move more is ahead.
            return own - beginnings(frame, field, side.other());
        }
        let mut options = Vec::new();
        frame.for_each_step(field, side, rules.jumps, |step| {
            let after = step.after;
            let hope = beginnings(frame, &after, side.other()) - beginnings(frame, &after, side);
            options.push((hope, after));
        });
        options.sort_unstable_by_key(|&(hope, _)| hope);
        for (_, after) in options {
            alpha = alpha.max(-self.score_field(rules, &after, side.other(), depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// Where stones lie, and how they jump.
struct Rules<B> {
    frame: Frame<B>,
    jumps: Jumps,
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Game, Limits, Random};

    use super::*;

    /// The same search without cutting anything off. As far as they can, stones jump in as many ways as they can begin to.
    fn plain(board: &Board, side: Stone, depth: u32) -> i32 {
        if depth == 0 {
            return if board.can_jump(side) { mobility(board, side, Jumps::Final) } else { -WON };
        }
        let scores = board.options(side, Jumps::Any).into_iter();
        scores.map(|(_, after)| -plain(&after, side.other(), depth - 1)).max().unwrap_or(-WON - depth as i32)
    }

    #[test]
    fn cutting_off_changes_no_score() {
        let mut random = Random::new(8);
        for _ in 0..300 {
            let rows: Vec<String> = (0..4)
                .map(|_| (0..4).map(|_| *random.pick(&['B', 'W', '.']).expect("three to pick from")).collect())
                .collect();
            let board: Board = rows.join("/").parse().expect("a drawn board");
            let depth = random.below(5) as u32;
            let mut search = Lookahead::new(Limits::none().start(), depth);
            let score = search.score_board(&board, Stone::White, Jumps::Any, depth, -2 * WON, 2 * WON);
            assert_eq!(score, plain(&board, Stone::White, depth), "depth {depth}\n{board}");
        }
    }

    #[test]
    fn a_move_is_chosen_even_when_there_is_no_time() {
        let start = Konane::start(&crate::Rules::traditional(6, 6)).expect("a usual board");
        let limits = Limits { nodes: Some(0), ..Limits::none() };
        assert!(Lookahead::new(limits.start(), 10).choose(start.options(), &mut |_| {}).is_some());
    }
}
