//! The network in the place of the evaluation by shapes.

use std::sync::Arc;

use super::{Accumulator, Network, Value};
use crate::engine::evaluator::Evaluator;
use crate::engine::search::score::MOST_EVAL;
use crate::engine::shape_board::{PointIndex, ShapeBoard, Side, point_index};

/// Judges positions by the network, or by shapes on boards that the network was not taught.
#[derive(Clone, Debug)]
pub struct ByNetwork {
    network: Arc<Network>,
    sums: Option<Accumulator>,
    /// The last judgement, with the position's key.
    last: Option<(u64, Value)>,
    /// Scores by the low bits of the key: leaves come up again and again.
    /// The last sixteen bits of an entry are the score, the others those of the key.
    /// There are none on boards that the network was not taught.
    scores: Vec<u64>,
    /// Ratings of all moves by the low bits of the key: the next iteration asks for them again.
    /// There are none on boards that the network was not taught.
    ratings: Vec<Ratings>,
}

/// What the policy said of the moves of a position, in the order in which they were asked.
#[derive(Clone, Debug)]
struct Ratings {
    key: u64,
    count: u16,
    values: [i16; MOST_RATINGS],
}

/// Moves of a position whose ratings are remembered at most: with more it would not fit in four lines of the cache.
const MOST_RATINGS: usize = 123;
const _: () = assert!(size_of::<Ratings>() == 256);
/// Positions whose ratings are remembered: one megabyte of them.
const POSITIONS: usize = 1 << 12;

/// Bits of a score.
const SCORE_BITS: u32 = 16;
/// Scores that are remembered: two megabytes of them.
const SCORES: usize = 1 << 18;

impl ByNetwork {
    /// Judges by a network.
    pub fn new(network: Arc<Network>) -> Self {
        Self { network, sums: None, last: None, scores: Vec::new(), ratings: Vec::new() }
    }

    fn value(&mut self, board: &ShapeBoard, leaves: bool) -> Option<Value> {
        let sums = self.sums.as_mut()?;
        if let Some((key, value)) = self.last
            && key == board.key()
        {
            return Some(value);
        }
        let value = sums.value(board.turn(), board.evaluate(), leaves);
        self.last = Some((board.key(), value));
        Some(value)
    }
}

impl Evaluator for ByNetwork {
    fn start(&mut self, board: &ShapeBoard) {
        self.last = None;
        match &mut self.sums {
            Some(sums) if (sums.rule(), sums.side()) == (board.rule(), board.side_length()) => sums.clear(),
            sums => {
                *sums = Accumulator::new(&self.network, board.rule(), board.side_length());
                // Memory that is zero from the beginning costs nothing until it is used.
                let room = |entries: usize| if sums.is_some() { entries } else { 0 };
                self.scores = vec![0; room(SCORES)];
                self.ratings = vec![Ratings { key: 0, count: 0, values: [0; MOST_RATINGS] }; room(POSITIONS)];
            }
        }
        let Some(sums) = &mut self.sums else { return };
        for y in 0..board.side_length() {
            for x in 0..board.side_length() {
                let point = point_index(x, y);
                if let Some(side) = board.stone(point) {
                    sums.put(point, side);
                }
            }
        }
    }

    #[inline]
    fn placed(&mut self, board: &ShapeBoard, point: PointIndex) {
        if let Some(sums) = &mut self.sums {
            sums.put(point, board.turn().other());
        }
    }

    #[inline]
    fn undone(&mut self, _: &ShapeBoard, _: PointIndex) {
        if let Some(sums) = &mut self.sums {
            sums.undo();
        }
    }

    fn evaluate(&mut self, board: &ShapeBoard, leaves: bool) -> i32 {
        let key = board.key();
        let slot = (key >> SCORE_BITS) as usize % SCORES;
        let Some(&known) = self.scores.get(slot) else { return board.evaluate() };
        if known >> SCORE_BITS == key >> SCORE_BITS {
            return i32::from(known as i16);
        }
        let score = self.value(board, leaves).map_or_else(|| board.evaluate(), |value| value.score);
        let score = score.clamp(-MOST_EVAL, MOST_EVAL);
        self.scores[slot] = key >> SCORE_BITS << SCORE_BITS | u64::from(score as i16 as u16);
        score
    }

    fn is_learned(&self) -> bool {
        self.sums.is_some()
    }

    fn rate(&mut self, board: &ShapeBoard, points: &[PointIndex], ratings: &mut Vec<i32>) {
        ratings.clear();
        let key = board.key();
        let slot = (key >> SCORE_BITS) as usize % POSITIONS;
        if let Some(known) = self.ratings.get(slot)
            && known.key == key
            && usize::from(known.count) == points.len()
        {
            ratings.extend(known.values[..points.len()].iter().copied().map(i32::from));
            return;
        }
        let Some(value) = self.value(board, false) else { return };
        let turn: Side = board.turn();
        let Some(sums) = &mut self.sums else { return };
        sums.policy(turn, &value, points, ratings);
        let fits = |&rating: &i32| i16::try_from(rating).is_ok();
        if points.len() <= MOST_RATINGS && ratings.iter().all(fits) {
            let known = &mut self.ratings[slot];
            (known.key, known.count) = (key, points.len() as u16);
            for (known, &rating) in known.values.iter_mut().zip(&*ratings) {
                *known = rating as i16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::super::samples::small;
    use super::*;
    use crate::engine::search::moves::{Urgency, generate};
    use crate::engine::tables::Tables;
    use crate::rules::Rule;

    #[test]
    fn a_game_followed_is_judged_as_a_position_begun() {
        let mut remembered = 0;
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let mut board = ShapeBoard::new(15, Tables::shared(Rule::Freestyle));
            let mut follows = ByNetwork::new(small().clone());
            follows.start(&board);
            for _ in 0..80 {
                let point = point_index(random.below(15) as usize, random.below(15) as usize);
                if random.below(3) == 0 && board.stones() > 0 {
                    let last = board.last();
                    board.undo();
                    follows.undone(&board, last);
                } else if board.is_empty(point) {
                    board.place(point);
                    follows.placed(&board, point);
                }
                if random.below(2) == 0 {
                    let mut begins = ByNetwork::new(small().clone());
                    begins.start(&board);
                    assert_eq!(follows.evaluate(&board, true), begins.evaluate(&board, true));
                    let mut points = Vec::new();
                    generate(&board, Urgency::Quiet, &mut points);
                    let (mut one, mut other) = (Vec::new(), Vec::new());
                    follows.rate(&board, &points, &mut one);
                    begins.rate(&board, &points, &mut other);
                    assert_eq!(one, other);
                    // What is remembered is the same.
                    begins.rate(&board, &points, &mut other);
                    assert_eq!(one, other);
                    remembered += usize::from(points.len() <= MOST_RATINGS);
                }
            }
            // Taken up anew, it is still right.
            follows.start(&board);
            let mut begins = ByNetwork::new(small().clone());
            begins.start(&board);
            assert_eq!(follows.evaluate(&board, true), begins.evaluate(&board, true));
        }
        assert!(remembered > 10);
    }

    #[test]
    fn boards_that_were_not_taught_are_judged_by_shapes() {
        let mut board = ShapeBoard::new(9, Tables::shared(Rule::Freestyle));
        board.place(point_index(4, 4));
        let mut judge = ByNetwork::new(small().clone());
        judge.start(&board);
        assert!(!judge.is_learned());
        assert_eq!(judge.evaluate(&board, true), board.evaluate());
    }
}
