//! One node of the principal variation search, with everything that makes it deep.

use super::order::bonus_for;
use super::{MAX_PLY, Worker};
use crate::engine::board::{NOWHERE, Place};
use crate::engine::evaluator::Evaluator;
use crate::engine::point::Class;
use crate::engine::renju::is_forbidden;
use crate::engine::search::moves::Urgency;
use crate::engine::search::parameters::PLY;
use crate::engine::search::score::{DRAW, INFINITE, LEAST_MATE, Score, is_mate, mate_in, mated_in};
use crate::engine::search::table::{Bound, Known};

/// Words that tell the search without one move from the search with all.
fn without(place: Place) -> u64 {
    u64::from(place).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
impl<E: Evaluator> Worker<E> {
    pub(super) fn search<const PV: bool>(
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
            return self.leaf::<PV>(ply, beta);
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

        if !PV
            && excluded == NOWHERE
            && urgency == Urgency::Quiet
            && depth <= self.parameters.futility_depth * PLY
            && eval < LEAST_MATE
            && beta > -LEAST_MATE
            && eval - self.parameters.futility_slope * (depth - if improving { PLY } else { 0 }) / PLY >= beta
        {
            return eval;
        }
        // A win by fours is looked for only where the position is not good enough as it is: elsewhere it would take most of
        // the time and change nothing.
        if !root
            && excluded == NOWHERE
            && eval < beta
            && let Some(plies) = self.win_by_fours()
        {
            let score = mate_in(ply + plies);
            let best = self.fours.line().first().copied().unwrap_or(NOWHERE);
            if PV {
                self.stack[ply].line = self.fours.line();
            }
            let known = Known { score, eval: static_eval, best, depth: 100, bound: Bound::Lower, principal: PV };
            self.table.put(key, ply, known);
            return score;
        }

        if !PV
            && excluded == NOWHERE
            && depth <= self.parameters.razor_depth * PLY
            && alpha < LEAST_MATE
            && eval + self.parameters.razor_base + self.parameters.razor_slope * depth / PLY < alpha
        {
            return eval;
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
        let mut best_score = -INFINITE;
        let mut best = NOWHERE;
        let mut count = 0usize;
        let raised = alpha;
        let late = self.late[(depth / PLY).clamp(0, 63) as usize] >> u32::from(!improving);
        let late = late.max(2);
        let mut tried: [Place; 32] = [NOWHERE; 32];
        // The table's move is tried before the others are even looked for: most often it is enough.
        let mut first = !root && hash_move != NOWHERE;
        let mut next = start;
        let mut gathered = false;
        let mut only_fours = false;
        loop {
            let place = if first {
                first = false;
                hash_move
            } else {
                if !gathered {
                    gathered = true;
                    self.gather(ply, urgency, before, if root { NOWHERE } else { hash_move });
                }
                let Some(place) = self.pick(next) else { break };
                next += 1;
                place
            };
            if place == excluded {
                continue;
            }
            let (mine, theirs) = (self.board.class(place, me), self.board.class(place, it));
            if mine == Class::Forbidden && is_forbidden(&mut self.board, place) {
                continue;
            }
            count += 1;
            let attacks = mine >= Class::Three && mine != Class::Forbidden;
            let idle = mine == Class::None && theirs == Class::None;

            if !root && best_score > -LEAST_MATE {
                if urgency == Urgency::Quiet && count > late && !(PV && count < 12) {
                    if gathered && !only_fours {
                        only_fours = true;
                        self.keep_fours(next, me);
                    }
                    if mine < Class::Four {
                        continue;
                    }
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

            if urgency == Urgency::Four && !root {
                extension += self.parameters.threatened;
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

    fn extend_line(&mut self, ply: usize, place: Place) {
        let next = std::mem::take(&mut self.stack[ply + 1].line);
        let line = &mut self.stack[ply].line;
        line.clear();
        line.push(place);
        line.extend_from_slice(&next);
        self.stack[ply + 1].line = next;
    }
}
