//! Which of several good placements a short-sighted opponent answers worst.
//!
//! The values of the search hold against an opponent who answers as well as the search does. Most do not: they look at their own
//! stone and what it leaves. Here the opponent is such a player, who looks one turn ahead and no further, and the player looks for the
//! turns that make the most of it.

use banmen_core::Seat;

use super::{Interrupted, Judgement, Scored, Search};

/// How many of its own turns a player plans ahead at most. Five take some 40,000 positions.
const MOST_TURNS: u32 = 5;
/// How many placements the player tries in each of them, and how many the opponent compares.
const OWN_WIDTH: usize = 6;
const REPLY_WIDTH: usize = 10;

/// The answer of a player who looks one turn ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reply {
    cell: usize,
    observes: bool,
}

/// A player's look ahead against a short-sighted opponent.
pub(crate) struct Plan<'a> {
    search: Search<'a>,
    player: Seat,
    /// How the opponent judges. The search judges by what such games are worth.
    opponents: Judgement,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(search: Search<'a>, player: Seat, opponents: Judgement) -> Self {
        Self { search, player, opponents }
    }

    /// Of the placements that are worth at most `margin` less than the best, the one whose worth by the search and whose worth
    /// against a short-sighted opponent have the greatest sum. `moves` are scored, best first. `None` if there is nothing to
    /// choose or no time to.
    pub(crate) fn hardest_to_answer(&mut self, moves: &[Scored], margin: f64) -> Option<usize> {
        let best = moves.first()?.value;
        let mut near: Vec<Scored> = moves.iter().copied().filter(|m| m.value >= best - margin).collect();
        let mut chosen = None;
        for turns in 1..=MOST_TURNS {
            if near.len() < 2 {
                break;
            }
            let mut sums = Vec::with_capacity(near.len());
            for m in &near {
                let Ok(tempting) = self.after_own_stone(m.cell, turns) else { return chosen };
                sums.push((m.value + tempting, *m));
            }
            sums.sort_by(|a, b| b.0.total_cmp(&a.0));
            chosen = sums.first().map(|(_, m)| m.cell);
            // Sequential halving: what asks least is not worth a longer plan.
            sums.truncate(sums.len().div_ceil(2).max(2));
            near = sums.into_iter().map(|(_, m)| m).collect();
        }
        chosen
    }

    fn next_stone(&self) -> u8 {
        self.search.rules.stone(self.search.board.stones()).get()
    }

    /// What the turn that begins with this stone is worth to the player.
    fn after_own_stone(&mut self, cell: usize, turns: u32) -> Result<f64, Interrupted> {
        let percent = self.next_stone();
        self.search.board.place(cell, percent);
        let look = self.search.look(self.player);
        let rest = self.opponents_turn(turns - 1);
        self.search.board.undo();
        rest.map(|rest| look.best(rest, rest))
    }

    /// What the rest of the game is worth to the player when the opponent is about to place, planning so many turns.
    fn opponents_turn(&mut self, turns: u32) -> Result<f64, Interrupted> {
        if self.search.board.is_full() || self.search.left == Some([0, 0]) {
            return Ok(0.5);
        }
        let percent = self.next_stone();
        let reply = self.reply(percent);
        self.search.board.place(reply.cell, percent);
        let look = self.search.look_by(&self.opponents, self.player.other());
        let own = self.own_turn(turns);
        self.search.board.undo();
        let theirs = 1.0 - own?;
        Ok(1.0 - if reply.observes { look.win + look.nothing * theirs } else { theirs })
    }

    /// The opponent's best reply at first sight. There is an empty point.
    fn reply(&mut self, percent: u8) -> Reply {
        let Self { search, player, opponents } = self;
        let opponent = player.other();
        let mut best = (f64::NEG_INFINITY, Reply { cell: usize::MAX, observes: false });
        for Scored { cell, .. } in search.candidates(opponent, percent, REPLY_WIDTH, None) {
            search.nodes += 1;
            search.board.place_last(cell, percent);
            let look = search.look_by(opponents, opponent);
            let rest = 1.0 - opponents.value(&search.board, search.rules, *player, search.left);
            search.board.undo();
            let value = look.best(rest, rest);
            if value > best.0 {
                best = (value, Reply { cell, observes: value > rest });
            }
        }
        best.1
    }

    /// What the position is worth to the player about to place.
    fn own_turn(&mut self, turns: u32) -> Result<f64, Interrupted> {
        let Self { search, player, .. } = self;
        if turns == 0 || search.board.is_full() || search.left == Some([0, 0]) {
            return Ok(search.judgement.value(&search.board, search.rules, *player, search.left));
        }
        if search.budget.stop(search.nodes).is_some() {
            return Err(Interrupted);
        }
        let percent = self.next_stone();
        let mut best = f64::NEG_INFINITY;
        for Scored { cell, .. } in self.search.candidates(self.player, percent, OWN_WIDTH, None) {
            best = best.max(self.after_own_stone(cell, turns)?);
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use banmen_core::{Draw, Limits, Random};

    use super::*;
    use crate::search::judgement::Insight;
    use crate::search::{Left, Lines, SearchBoard, lines};
    use crate::{Grid, Percent, Rules};

    /// The same by the book: every position on a board of its own.
    struct Plain<'a> {
        rules: &'a Rules,
        lines: Arc<Lines>,
        left: Left,
        player: Seat,
        own: Judgement,
        opponents: Judgement,
    }

    impl Plain<'_> {
        fn search<T>(&self, grid: &Grid, judgement: Judgement, ask: impl FnOnce(Search<'_>, u8) -> T) -> T {
            let time = Limits::none().start();
            let board = SearchBoard::new(Arc::clone(&self.lines), grid);
            let percent = self.rules.stone(grid.stones()).get();
            ask(Search::short(board, self.rules, judgement, self.left, &time), percent)
        }

        fn candidates(&self, grid: &Grid, mover: Seat, width: usize) -> Vec<Scored> {
            self.search(grid, self.own, |search, percent| search.candidates(mover, percent, width, None))
        }

        fn with_next(&self, grid: &Grid, cell: usize) -> Grid {
            let mut after = grid.clone();
            after.set(cell, Some(self.rules.stone(grid.stones())));
            after
        }

        /// What the position is worth at first sight to the player, who is about to place.
        fn first_sight(&self, grid: &Grid, judgement: Judgement) -> f64 {
            self.search(grid, judgement, |search, _| {
                search.judgement.value(&search.board, self.rules, self.player, self.left)
            })
        }

        /// What an observation now is worth to this player, and what a skip, if the rest is worth so much.
        fn both(&self, grid: &Grid, judgement: Judgement, mover: Seat, rest: f64) -> [f64; 2] {
            let look = self.search(grid, judgement, |search, _| search.look(mover));
            [look.win + look.nothing * rest, rest]
        }

        fn after_stone(&self, grid: &Grid, turns: u32) -> f64 {
            let rest = self.opponents_turn(grid, turns - 1);
            self.both(grid, self.own, self.player, rest).into_iter().fold(0.0, f64::max)
        }

        fn opponents_turn(&self, grid: &Grid, turns: u32) -> f64 {
            if grid.is_full() {
                return 0.5;
            }
            let both = |after: &Grid, rest: f64| self.both(after, self.opponents, self.player.other(), rest);
            let mut best = (-1.0, 0.0);
            for Scored { cell, .. } in self.candidates(grid, self.player.other(), REPLY_WIDTH) {
                let after = self.with_next(grid, cell);
                let [observe, skip] = both(&after, 1.0 - self.first_sight(&after, self.opponents));
                if observe.max(skip) > best.0 {
                    let really = both(&after, 1.0 - self.own_turn(&after, turns));
                    best = (observe.max(skip), 1.0 - really[usize::from(observe <= skip)]);
                }
            }
            best.1
        }

        fn own_turn(&self, grid: &Grid, turns: u32) -> f64 {
            if turns == 0 || grid.is_full() {
                return self.first_sight(grid, self.own);
            }
            let cells = self.candidates(grid, self.player, OWN_WIDTH);
            let values = cells.into_iter().map(|m| self.after_stone(&self.with_next(grid, m.cell), turns));
            values.fold(0.0, f64::max)
        }
    }

    #[test]
    fn agrees_with_boards_built_one_by_one() {
        let mut random = Random::new(3);
        let time = Limits::none().start();
        for number in 0..48usize {
            let limited = number % 2 == 1;
            let preset = if limited { Rules::rulebook() } else { Rules::video() };
            let rules = Rules { size: 5, row: 4, ..preset };
            let left = limited.then_some([2, 1]);
            let lines = lines(&rules);
            let mut grid = Grid::new(5).unwrap();
            let stones = 2 + number / 2;
            while grid.stones() < stones.min(24) {
                let percent: Percent = rules.stone(grid.stones());
                grid.set(random.below(25) as usize, Some(percent));
            }
            let player = Seat::BOTH[grid.stones() % 2];
            let opponents = Judgement::under(&rules, Insight::Careless);
            // The networks learnt on larger boards, which makes no difference here.
            let own = if limited { Judgement::against_short_sight(&Rules::rulebook(), player) } else { opponents };
            assert_eq!(limited, own != opponents);
            let board = SearchBoard::new(Arc::clone(&lines), &grid);
            let mut plan = Plan::new(Search::short(board, &rules, own, left, &time), player, opponents);
            let plain = Plain { rules: &rules, lines, left, player, own, opponents };
            for cell in grid.empty().take(4) {
                for turns in 1..=2 {
                    let quick = plan.after_own_stone(cell, turns).unwrap();
                    let slow = plain.after_stone(&plain.with_next(&grid, cell), turns);
                    assert!((quick - slow).abs() < 1e-6, "{quick} and {slow}, {grid:?}");
                }
            }
        }
    }
}
