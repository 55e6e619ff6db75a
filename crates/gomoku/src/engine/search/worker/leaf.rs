//! Where the search ends: shapes that decide, wins by fours, the evaluation.

use super::Worker;
use crate::engine::class::Class;
use crate::engine::evaluator::Evaluator;
use crate::engine::search::score::{MOST_EVAL, Score, mate_in, mated_in};
use crate::engine::shape_board::PointIndex;
use crate::engine::vcf::Vcf;

impl<E: Evaluator> Worker<E> {
    /// Step 1: the score of a position that shapes alone decide: a five at hand, two fives to stop, an open four at hand.
    #[inline(always)]
    pub(super) fn decided_by_shapes(&self, ply: usize) -> Option<Score> {
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

    /// Whether there is a four that makes something else too, without which hardly any win by fours begins.
    fn has_fours(&self) -> bool {
        let me = self.board.turn();
        self.board.count(me, Class::FourPlus)
            + self.board.count(me, Class::FourThree)
            + self.board.count(me, Class::Forbidden)
            > 0
    }

    /// In how many plies the side to move wins by continuous fours, if a short look-ahead finds such a win.
    pub(super) fn win_by_fours(&mut self) -> Option<usize> {
        if !self.has_fours() {
            return None;
        }
        let before = self.fours.nodes();
        let found =
            self.fours.search(&mut self.board, self.parameters.vcf_fours as u32, self.parameters.vcf_nodes as u64);
        let spent = self.fours.nodes() - before;
        self.nodes += spent;
        self.uncounted += spent;
        match found {
            Vcf::Win(plies) => Some(plies as usize),
            _ => None,
        }
    }

    /// Step 4: the evaluation of a leaf, or a win by fours.
    pub(super) fn leaf<const PV: bool>(&mut self, ply: usize, beta: Score) -> Score {
        let rough = if !PV && self.evaluator.is_learned() { self.board.evaluate() } else { beta };
        // Where shapes alone leave no doubt the slower judgement is spared.
        let eval = if (rough - beta).abs() > self.parameters.rough_margin {
            rough.clamp(-MOST_EVAL, MOST_EVAL)
        } else {
            self.evaluate(true)
        };
        // What is good enough already needs no win.
        if !PV && eval >= beta {
            return eval;
        }
        if let Some(plies) = self.win_by_fours() {
            if PV {
                self.stack[ply].line = self.fours.line();
            }
            return mate_in(ply + plies);
        }
        eval
    }

    /// The moves by which a position that shapes decide is won.
    pub(super) fn finish(&mut self) -> Vec<PointIndex> {
        let me = self.board.turn();
        if let Some(five) = self.board.find(me, Class::Five) {
            return vec![five];
        }
        let found = self.fours.search(&mut self.board, 2, 16);
        debug_assert!(matches!(found, Vcf::Win(_)));
        self.fours.line()
    }
}
