//! Retrograde analysis: from the ends of the game backwards, one ply at a time.
//!
//! One byte per position holds, while the position is open, how many of its safe moves are not yet known to lose; once it is
//! decided, the distance to the end. A position lost in d makes every position before it won in d + 1; a position won in d takes
//! one hope from every position before it, and the one that loses its last hope is lost in d + 1. What stays open is drawn.

use banmen_core::{Budget, Limits, Progress, Stop};

use crate::pages::Pages;

use super::index::{Index, Number};
use super::placing::{CHICKS, ELEPHANTS, GIRAFFES, OTHER, OWN, Placing, Prospect};
use super::steps::{BOARD, CHICK_DOWN, ELEPHANT, FAR_RANK, GIRAFFE, HEN_DOWN, LION, Mask, squares};

/// A position of which every safe move is still open has at most this code.
pub(super) const MOST_MOVES: u8 = 63;
/// A position decided in d plies has the code `DECIDED + d`.
pub(super) const DECIDED: u8 = 64;
/// A position in which the lion can be taken. It is never looked at from behind: no safe move leads there.
pub(super) const TAKES_LION: u8 = 255;

/// Positions per stretch; a stretch without news is skipped.
const STRETCH: u32 = 1 << 14;

/// The finished work: one byte per number of the [`Index`].
pub(super) struct Solved {
    pub codes: Pages<u8>,
    /// The longest distance of any decided position.
    pub longest: u8,
}

/// Solves the game. Stops with the reason when a limit is reached.
pub(super) fn solve(index: &Index, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Result<Solved, Stop> {
    let budget = limits.start();
    let mut work = Work::new(index);
    work.look_one_move_ahead(&budget, report)?;
    let mut depth = 0;
    while work.longest >= depth || depth < 3 {
        work.step_back(depth, &budget, report)?;
        depth += 1;
    }
    Ok(Solved { codes: work.codes, longest: work.longest })
}

struct Work<'a> {
    index: &'a Index,
    codes: Pages<u8>,
    /// For each stretch, the depths decided in it that have still to be followed back, one bit each.
    news: Vec<[u64; 3]>,
    longest: u8,
    followed: u64,
}

impl<'a> Work<'a> {
    fn new(index: &'a Index) -> Work<'a> {
        let stretches = index.len().div_ceil(STRETCH) as usize;
        Work { index, codes: Pages::new(index.len() as usize), news: vec![[0; 3]; stretches], longest: 0, followed: 0 }
    }

    fn stretch(&self, stretch: usize) -> std::ops::Range<u32> {
        let start = stretch as u32 * STRETCH;
        start..(start + STRETCH).min(self.index.len())
    }

    fn decide(&mut self, number: u32, depth: u8) {
        self.codes[number as usize] = DECIDED + depth;
        self.news[(number / STRETCH) as usize][usize::from(depth >> 6)] |= 1 << (depth & 63);
        self.longest = self.longest.max(depth);
    }

    fn tell(&self, report: &mut dyn FnMut(Progress), depth: u8, fraction: f64) {
        report(Progress {
            depth: Some(u32::from(depth)),
            nodes: self.followed,
            fraction: Some(fraction),
            ..Progress::default()
        });
    }

    fn look_one_move_ahead(&mut self, budget: &Budget, report: &mut dyn FnMut(Progress)) -> Result<(), Stop> {
        let index = self.index;
        let stretches = self.news.len();
        for stretch in 0..stretches {
            if stretch % 64 == 0 {
                budget.stop(self.followed).map_or(Ok(()), Err)?;
                self.tell(report, 0, 0.2 * stretch as f64 / stretches as f64);
            }
            for segment in index.segments(self.stretch(stretch)) {
                for number in segment.numbers.clone() {
                    match index.placing_of(&segment, number).prospect() {
                        Prospect::TakesLion => self.codes[number as usize] = TAKES_LION,
                        Prospect::Tries => self.decide(number, 1),
                        Prospect::Safe(moves) => {
                            debug_assert!(moves <= MOST_MOVES);
                            self.codes[number as usize] = moves;
                        }
                        Prospect::Mated => self.decide(number, 2),
                        Prospect::Stuck => self.decide(number, 0),
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows every position decided in `depth` plies back to the positions before it.
    fn step_back(&mut self, depth: u8, budget: &Budget, report: &mut dyn FnMut(Progress)) -> Result<(), Stop> {
        let (word, bit) = (usize::from(depth >> 6), 1u64 << (depth & 63));
        let code = DECIDED + depth;
        for stretch in 0..self.news.len() {
            if self.news[stretch][word] & bit == 0 {
                continue;
            }
            if stretch % 64 == 0 {
                budget.stop(self.followed).map_or(Ok(()), Err)?;
                let done = self.followed as f64 / f64::from(self.index.len());
                self.tell(report, depth, (0.2 + 1.3 * done).min(0.95));
            }
            let index = self.index;
            for segment in index.segments(self.stretch(stretch)) {
                for number in segment.numbers.clone() {
                    if self.codes[number as usize] == code {
                        self.followed += 1;
                        self.follow_back(&index.placing_of(&segment, number), depth);
                    }
                }
            }
        }
        Ok(())
    }

    fn follow_back(&mut self, placing: &Placing, depth: u8) {
        let unfolded = placing.lions.iter().all(|square| square % 3 == 1);
        predecessors(&placing.turned(), &mut |before| match self.index.number(&before) {
            Number::Outside => {}
            Number::Itself(n) => self.inform(n, depth),
            // A folded position stands for two images, of which the table plays the moves of one. It is told of an unfolded
            // successor only by the image whose move it is, or it would hear of the move and of its mirror image.
            Number::Mirror(n) => {
                if !unfolded {
                    self.inform(n, depth);
                }
            }
            // An unfolded position hears of a folded successor through both images, each with its own moves.
            Number::Unfolded(n) => {
                self.inform(n, depth);
                if !unfolded && let Number::Unfolded(m) = self.index.number(&before.mirrored()) {
                    self.inform(m, depth);
                }
            }
        });
    }

    /// Tells a position that one of its moves leads to a position decided in `depth` plies.
    #[inline]
    fn inform(&mut self, number: u32, depth: u8) {
        let code = self.codes[number as usize];
        if code > MOST_MOVES {
            return;
        }
        // A lost successor wins at once; a won one loses once it was the last hope.
        if depth.is_multiple_of(2) || code == 1 {
            self.decide(number, depth + 1);
        } else {
            self.codes[number as usize] = code - 1;
        }
    }
}

/// Calls `visit` with every position from which a move of the own side leads to `after`, which is seen by the side
/// that made that move. Every move is visited once.
///
/// Positions in which that side could have taken the lion instead are left out: they are decided already, and they are most.
fn predecessors(after: &Placing, visit: &mut impl FnMut(Placing)) {
    let target = usize::from(after.lions[OTHER]);
    let (chicks, hens) = (after.board[CHICKS][OWN] & !after.hens[OWN], after.hens[OWN]);
    // A piece that attacks the lion now attacked it before, unless it is the one that moved.
    let attackers = after.board[GIRAFFES][OWN] & GIRAFFE[target]
        | after.board[ELEPHANTS][OWN] & ELEPHANT[target]
        | chicks & CHICK_DOWN[target]
        | hens & HEN_DOWN[target];
    let movers = match attackers.count_ones() {
        0 => BOARD,
        1 => attackers,
        _ => return,
    };
    let empty = BOARD & !(after.occupied(OWN) | after.occupied(OTHER));
    // What may have stood on the square that was moved to: nothing, or a piece that is now in the mover's hand.
    let mut arrive = |moved_back: Placing, square: usize| {
        visit(moved_back);
        let bit: Mask = 1 << square;
        for kind in [GIRAFFES, ELEPHANTS, CHICKS] {
            if moved_back.hand[kind] > 0 {
                let mut before = moved_back;
                before.hand[kind] -= 1;
                before.board[kind][OTHER] |= bit;
                visit(before);
                if kind == CHICKS {
                    before.hens[OTHER] |= bit;
                    visit(before);
                }
            }
        }
    };
    let lion = usize::from(after.lions[OWN]);
    if movers & after.lion(OWN) != 0 {
        for from in squares(LION[lion] & empty & !FAR_RANK & !LION[target]) {
            let mut before = *after;
            before.lions[OWN] = from as u8;
            arrive(before, lion);
        }
    }
    for (kind, table) in [(GIRAFFES, &GIRAFFE), (ELEPHANTS, &ELEPHANT)] {
        for to in squares(after.board[kind][OWN] & movers) {
            for from in squares(table[to] & empty & !table[target]) {
                let mut before = *after;
                before.board[kind][OWN] ^= 1 << to | 1 << from;
                arrive(before, to);
            }
        }
    }
    let step_back = |to: usize, from: usize, was_hen: bool| {
        let mut before = *after;
        before.board[CHICKS][OWN] ^= 1 << to | 1 << from;
        before.hens[OWN] &= !(1 << to);
        if was_hen {
            before.hens[OWN] |= 1 << from;
        }
        before
    };
    let (from_as_chick, from_as_hen) = (empty & !CHICK_DOWN[target], empty & !HEN_DOWN[target]);
    for to in squares(after.board[CHICKS][OWN] & movers) {
        let on_far_rank = FAR_RANK >> to & 1 != 0;
        if after.hens[OWN] >> to & 1 != 0 {
            for from in squares(HEN_DOWN[to] & from_as_hen) {
                arrive(step_back(to, from, true), to);
            }
            if on_far_rank {
                for from in squares(CHICK_DOWN[to] & from_as_chick) {
                    arrive(step_back(to, from, false), to);
                }
            }
        } else if !on_far_rank {
            for from in squares(CHICK_DOWN[to] & from_as_chick) {
                arrive(step_back(to, from, false), to);
            }
        }
    }
    for kind in [GIRAFFES, ELEPHANTS, CHICKS] {
        for square in squares(after.board[kind][OWN] & !after.hens[OWN] & movers) {
            let mut before = *after;
            before.board[kind][OWN] &= !(1 << square);
            before.hand[kind] += 1;
            visit(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use banmen_core::{Draw, Random};

    use super::*;

    #[test]
    fn a_move_back_and_a_move_forth_are_the_same_move() {
        let index = Index::new();
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let after = index.placing(random.below(u64::from(index.len())) as u32).turned();
            if after.turned().can_take_lion() {
                continue;
            }
            predecessors(&after, &mut |before| {
                assert!(!before.can_take_lion(), "{before:?} is decided already");
                let mut ways = 0;
                before.successors(&mut |reached| ways += u32::from(reached == after.turned()));
                assert_eq!(ways, 1, "{before:?} to {after:?}");
            });
            let before = index.placing(random.below(u64::from(index.len())) as u32);
            let mut reached = HashMap::new();
            if before.prospect() == Prospect::TakesLion {
                continue;
            }
            before.successors(&mut |after| *reached.entry(format!("{after:?}")).or_insert(0) += 1);
            before.successors(&mut |after| {
                if after.can_take_lion() || after.lion(OTHER) & super::super::steps::HOME_RANK != 0 {
                    return;
                }
                let mut ways = 0;
                predecessors(&after.turned(), &mut |back| ways += u32::from(back == before));
                assert_eq!(ways, reached[&format!("{after:?}")], "{before:?} to {after:?}");
            });
        }
    }
}
