//! Looking ahead: turns of both players with their chances, to a depth and for a time.
//!
//! A turn is a stone and the choice to observe. Where a miss changes nothing, an observation is worth
//! `win + nothing · U` and a skip `U`, where `U` is what the rest of the game is worth, so both need only one look at the
//! rest, and the best of both rises with `U`: alpha and beta pass through it.

pub mod judgement;
mod lines;
pub mod perceptron;
mod search_board;
mod short_sight;

use std::sync::Arc;

use banmen_core::{Budget, Seat};

pub(crate) use judgement::{Judgement, Left};
pub(crate) use lines::Lines;
pub(crate) use search_board::SearchBoard;
pub(crate) use short_sight::Plan;

use crate::odds::Chances;
use crate::{BothRows, Observations, Rules};

/// How many placements are tried, by the number of turns still to be looked at after this one; the root tries more.
const WIDTH: [usize; 8] = [8, 9, 10, 10, 10, 10, 10, 10];
const ROOT_WIDTH: usize = 24;
/// On a board of at most this many points, points far from every stone are tried as well.
const SMALL: usize = 36;
/// The deepest look; beyond it time is better spent elsewhere.
const DEEPEST: u32 = 24;
/// The clock is read once in this many nodes.
const CLOCK_PERIOD: u64 = 16;
const TABLE_BITS: u32 = 16;
/// A window in which nothing but a bound is found.
const NARROW: f64 = 1e-4;
/// Late move reductions: from which depth and which candidate on, counted from 0, a turn is looked at by so many turns less
/// deeply at first. The last that applies.
const REDUCTIONS: [(u32, usize, u32); 2] = [(3, 3, 1), (5, 6, 2)];

/// What an observation is worth to the observer right now: the chance to win, with a draw as half, and the chance that
/// nothing comes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) win: f64,
    pub(crate) nothing: f64,
}

impl Look {
    pub(crate) fn new(chances: Chances, observer: Seat, both: BothRows) -> Self {
        let both_share = if both == BothRows::Observer { 1.0 } else { 0.5 };
        Self { win: chances.only(observer) + both_share * chances.both, nothing: chances.none }
    }

    /// What the turn is worth when the rest is worth `skip` after a skip and `miss` after a miss.
    pub(crate) fn best(self, skip: f64, miss: f64) -> f64 {
        skip.max(self.win + self.nothing * miss)
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: f32,
    depth: u8,
    bound: Bound,
    best: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The time is up; the work so far counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

/// A placement with what the turn that begins with it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scored {
    pub(crate) cell: usize,
    pub(crate) value: f64,
}

/// One player's look ahead.
pub(crate) struct Search<'a> {
    pub(crate) board: SearchBoard,
    rules: &'a Rules,
    judgement: Judgement,
    left: Left,
    budget: &'a Budget,
    pub(crate) nodes: u64,
    table: Vec<Entry>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        board: SearchBoard,
        rules: &'a Rules,
        judgement: Judgement,
        left: Left,
        budget: &'a Budget,
    ) -> Self {
        Self::with_table(board, rules, judgement, left, budget, TABLE_BITS)
    }

    /// A search that remembers hardly anything, for a short look.
    pub(crate) fn short(
        board: SearchBoard,
        rules: &'a Rules,
        judgement: Judgement,
        left: Left,
        budget: &'a Budget,
    ) -> Self {
        Self::with_table(board, rules, judgement, left, budget, 4)
    }

    fn with_table(
        board: SearchBoard,
        rules: &'a Rules,
        judgement: Judgement,
        left: Left,
        budget: &'a Budget,
        bits: u32,
    ) -> Self {
        let empty = Entry { key: 0, value: 0.0, depth: 0, bound: Bound::Exact, best: u16::MAX };
        Self { board, rules, judgement, left, budget, nodes: 0, table: vec![empty; 1 << bits] }
    }

    fn key(&self) -> u64 {
        let left = self.left.map_or(0, |[a, b]| (u64::from(a) << 16 | u64::from(b)) + 1);
        self.board.hash() ^ left.wrapping_mul(0xd6e8_feb8_6659_fd93) | 1
    }

    fn may_observe(&self, seat: Seat) -> bool {
        self.board.stones() >= usize::from(self.rules.first_observation)
            && self.left.is_none_or(|left| left[seat.index()] > 0)
    }

    /// The look of an observation now, roughly: as if different lines had nothing to do with each other.
    fn rough_look(&self, observer: Seat) -> Look {
        let chances = self.board.row_chances();
        let (mine, theirs) = (chances[observer.index()], chances[observer.other().index()]);
        let both = mine * theirs;
        let both_share = if self.rules.both_rows == BothRows::Observer { 1.0 } else { 0.5 };
        Look { win: mine - both + both_share * both, nothing: (1.0 - mine) * (1.0 - theirs) }
    }

    /// The rough look of the player who has just placed a stone and perhaps may observe. A miss with one observation fewer is
    /// worth less; the difference is paid in advance.
    fn look(&self, mover: Seat) -> Look {
        self.look_by(&self.judgement, mover)
    }

    /// The same by another judgement.
    fn look_by(&self, judgement: &Judgement, mover: Seat) -> Look {
        if !self.may_observe(mover) {
            return Look { win: 0.0, nothing: 1.0 };
        }
        let mut look = self.rough_look(mover);
        look.win -= look.nothing * self.cost_of_observation(judgement, mover);
        look
    }

    /// What a miss costs the observer beyond the turn: one observation fewer.
    fn cost_of_observation(&self, judgement: &Judgement, observer: Seat) -> f64 {
        let Some(left) = self.left else { return 0.0 };
        let mut fewer = left;
        fewer[observer.index()] = fewer[observer.index()].saturating_sub(1);
        if self.rules.observations == Observations::Shared {
            fewer = fewer.map(|_| fewer[observer.index()]);
        }
        let next = observer.other();
        judgement.value(&self.board, self.rules, next, Some(fewer))
            - judgement.value(&self.board, self.rules, next, Some(left))
    }

    /// The moves worth trying, best first.
    fn candidates(&self, mover: Seat, percent: u8, width: usize, first: Option<u16>) -> Vec<Scored> {
        let black = f32::from(percent) / 100.0;
        let chance = if mover == Seat::First { black } else { 1.0 - black };
        let small = self.board.lines.points <= SMALL && self.board.stones() > 0;
        let mut moves: Vec<Scored> = Vec::with_capacity(64);
        for cell in 0..self.board.lines.points {
            if self.board.is_empty_at(cell) && (small || self.board.is_near(cell)) {
                let gain = if first == Some(cell as u16) {
                    f64::INFINITY
                } else {
                    f64::from(self.board.worth(cell).gain(mover, chance))
                };
                moves.push(Scored { cell, value: gain });
            }
        }
        if moves.is_empty() {
            // Nothing near: the board is empty.
            let size = usize::from(self.board.lines.size);
            moves.push(Scored { cell: (size / 2) * size + size / 2, value: 0.0 });
        }
        if moves.len() > width {
            moves.select_nth_unstable_by(width - 1, |a, b| b.value.total_cmp(&a.value));
            moves.truncate(width);
        }
        moves.sort_unstable_by(|a, b| b.value.total_cmp(&a.value));
        moves
    }

    /// The chance to win of the player about to place, looking `depth` turns ahead.
    pub(crate) fn turn(&mut self, mover: Seat, depth: u32, alpha: f64, beta: f64) -> Result<f64, Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_PERIOD) && self.budget.stop(self.nodes).is_some() {
            return Err(Interrupted);
        }
        if depth == 0 || self.board.is_full() || self.left == Some([0, 0]) {
            return Ok(self.judgement.value(&self.board, self.rules, mover, self.left));
        }
        let key = self.key();
        let slot = (key >> 20) as usize & (self.table.len() - 1);
        let entry = self.table[slot];
        let mut first = None;
        if entry.key == key {
            first = Some(entry.best);
            let value = f64::from(entry.value);
            let decided = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if u32::from(entry.depth) >= depth && decided {
                return Ok(value);
            }
        }
        let percent = self.rules.stone(self.board.stones()).get();
        let width = WIDTH[(depth as usize - 1).min(WIDTH.len() - 1)];
        let mut best = Scored { cell: usize::MAX, value: -1.0 };
        let mut lower = alpha;
        for (number, candidate) in self.candidates(mover, percent, width, first).into_iter().enumerate() {
            if depth > 1 {
                self.board.place(candidate.cell, percent);
            } else {
                self.board.place_last(candidate.cell, percent);
            }
            let value = self.candidate(mover, depth, number, lower, beta);
            self.board.undo();
            let value = value?;
            if value > best.value {
                best = Scored { cell: candidate.cell, value };
                lower = lower.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        let bound = if best.value >= beta {
            Bound::AtLeast
        } else if best.value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table[slot] = Entry { key, value: best.value as f32, depth: depth as u8, bound, best: best.cell as u16 };
        Ok(best.value)
    }

    /// What the turn is worth whose stone has just been placed as the n-th candidate. Principal variation search with late move
    /// reductions: a later candidate has to show in a narrow window, and perhaps less deeply, that it beats the best so far
    /// before it is looked at in full.
    fn candidate(&mut self, mover: Seat, depth: u32, number: usize, lower: f64, beta: f64) -> Result<f64, Interrupted> {
        if number > 0 && depth > 1 {
            let late = REDUCTIONS.iter().rev().find(|(deep, late, _)| depth >= *deep && number >= *late);
            let reduction = late.map_or(0, |(_, _, turns)| *turns);
            let value = self.after_placing(mover, depth - reduction, lower, lower + NARROW)?;
            if value <= lower || (reduction == 0 && value >= beta) {
                return Ok(value);
            }
        }
        self.after_placing(mover, depth, lower, beta)
    }

    /// The chance to win of the player who has just placed a stone, with the better of observe and skip.
    fn after_placing(&mut self, mover: Seat, depth: u32, alpha: f64, beta: f64) -> Result<f64, Interrupted> {
        let look = self.look(mover);
        self.through(look, mover, depth, alpha, beta)
    }

    /// Looks at the rest of the game through an observation.
    pub(crate) fn through(
        &mut self,
        look: Look,
        mover: Seat,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> Result<f64, Interrupted> {
        let back = |value: f64| {
            let through = if look.nothing > 1e-9 { (value - look.win) / look.nothing } else { value };
            through.min(value).clamp(-0.001, 1.001)
        };
        let (low, high) = (back(alpha), back(beta));
        // Even the best or the worst rest of the game leaves the turn outside the window.
        if look.best(1.0, 1.0) <= alpha {
            return Ok(look.best(1.0, 1.0));
        }
        if look.best(0.0, 0.0) >= beta {
            return Ok(look.best(0.0, 0.0));
        }
        let rest = 1.0 - self.turn(mover.other(), depth - 1, 1.0 - high, 1.0 - low)?;
        Ok(look.best(rest, rest))
    }

    /// Every placement with what the turn that begins with it is worth at first sight.
    pub(crate) fn first_sight(&mut self, mover: Seat) -> Vec<Scored> {
        let percent = self.rules.stone(self.board.stones()).get();
        let mut values = Vec::new();
        for cell in 0..self.board.lines.points {
            if self.board.is_empty_at(cell) {
                self.board.place(cell, percent);
                let value = self.after_placing(mover, 1, -0.001, 1.001);
                self.board.undo();
                values.extend(value.ok().map(|value| Scored { cell, value }));
            }
        }
        values
    }

    /// Scores the placements of the player to move, best first, deeper and deeper until the limits end it. What is further
    /// than `margin` behind the best has a bound for its value. `look` gives the look after each placement where it is known
    /// better than roughly.
    pub(crate) fn placements(
        &mut self,
        mover: Seat,
        deepest: u32,
        margin: f64,
        look: &mut dyn FnMut(&SearchBoard, usize) -> Option<Look>,
        report: &mut dyn FnMut(u32, &[Scored], u64),
    ) -> Vec<Scored> {
        let percent = self.rules.stone(self.board.stones()).get();
        let mut moves = self.candidates(mover, percent, ROOT_WIDTH, None);
        let looks: Vec<Option<Look>> = moves
            .iter()
            .map(|candidate| {
                self.board.place(candidate.cell, percent);
                let known = look(&self.board, candidate.cell);
                let known = known.filter(|_| self.may_observe(mover)).map(|mut look| {
                    look.win -= look.nothing * self.cost_of_observation(&self.judgement, mover);
                    look
                });
                self.board.undo();
                known
            })
            .collect();
        let mut looks: Vec<(usize, Option<Look>)> = moves.iter().map(|m| m.cell).zip(looks).collect();
        for depth in 1..=deepest.min(DEEPEST) {
            let mut done: Vec<Scored> = Vec::with_capacity(moves.len());
            let mut best = f64::NEG_INFINITY;
            for candidate in &moves {
                let alpha = f64::max(-0.001, best - margin);
                let known = looks.iter().find(|(cell, _)| *cell == candidate.cell).and_then(|(_, look)| *look);
                self.board.place(candidate.cell, percent);
                let value = match known {
                    Some(look) => self.through(look, mover, depth, alpha, 1.001),
                    None => self.after_placing(mover, depth, alpha, 1.001),
                };
                self.board.undo();
                let Ok(value) = value else {
                    return unfinished(&done, &moves);
                };
                done.push(Scored { cell: candidate.cell, value });
                best = best.max(value);
            }
            done.sort_by(|a, b| b.value.total_cmp(&a.value));
            moves = done;
            looks.retain(|(cell, _)| moves.iter().any(|m| m.cell == *cell));
            report(depth, &moves, self.nodes);
            if moves.len() <= 1 || self.budget.stop(self.nodes).is_some() {
                break;
            }
        }
        moves
    }
}

/// What an unfinished depth and the one before say together, best first: the moves that it has come to count by it, and the
/// others keep their distance to the move that both began with.
fn unfinished(done: &[Scored], before: &[Scored]) -> Vec<Scored> {
    let shift = done.first().zip(before.first()).map_or(0.0, |(now, then)| now.value - then.value);
    let others = before.iter().skip(done.len()).map(|m| Scored { value: m.value + shift, ..*m });
    let mut moves: Vec<Scored> = done.iter().copied().chain(others).collect();
    moves.sort_by(|a, b| b.value.total_cmp(&a.value));
    moves
}

/// The rows and lines of these rules.
pub(crate) fn lines(rules: &Rules) -> Arc<Lines> {
    Arc::new(Lines::new(rules.size, rules.row))
}
