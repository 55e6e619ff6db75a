//! Tiny games solved to the end: backward induction over every position, with chance.

mod chances;
mod exact;
mod symmetry;

pub use exact::Exact;

use symmetry::Symmetries;

use banmen_core::{Budget as Time, Game, Limits, Seat, Stop};
use rustc_hash::FxHashMap;

use crate::odds::rows::{Row, all_rows};
use crate::odds::{Chances, Frontier, Prepared};
use crate::search::Look;
use crate::{AfterMiss, Grid, Move, Observations, Percent, Position, Rules, Stage};

/// The most points of a board that can be solved.
pub const MOST_POINTS: usize = 16;
/// A point takes four bits of a position; 0 is empty.
const BITS: u32 = 4;
const MOST_KINDS: usize = 15;
/// About how many bytes one remembered position takes.
const BYTES_OF_A_POSITION: u64 = 40;
/// The clock is read once for so many positions.
const CLOCK_PERIOD: u64 = 64;
/// Wider than any value, so that nothing is cut.
const OPEN: (f64, f64) = (-1.0, 2.0);
/// A window is widened by more than rounding can take from it, so that a bound is never taken for a value.
const MARGIN: f64 = 1e-12;

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The board or the cycles are beyond what the solver can write down.
    #[error(
        "a board of {points} points with {kinds} kinds of stones is too large to solve; at most {MOST_POINTS} points and {MOST_KINDS} kinds"
    )]
    TooLarge {
        /// Points on the board.
        points: usize,
        /// Different percentages, and the two certain colours.
        kinds: usize,
    },
    /// A limit ended the work.
    #[error("not solved: {why}, after {positions} positions")]
    Stopped {
        /// Which limit.
        why: Stop,
        /// Positions visited.
        positions: u64,
    },
}

/// Four bits for each point, and the observations left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    cells: u64,
    left: [u16; 2],
}

/// What is known of a position's value: it lies between the two.
#[derive(Clone, Copy, Debug)]
struct Known {
    low: f64,
    high: f64,
}

/// Solves positions under one set of rules, and remembers them.
#[derive(Debug)]
pub struct Solver {
    rules: Rules,
    points: usize,
    /// The percentages by their number in a cell, from 1.
    kinds: Vec<Percent>,
    rows: Vec<Row>,
    masks: Vec<u16>,
    symmetries: Symmetries,
    /// The rows through each point.
    rows_of: Vec<Vec<usize>>,
    known: FxHashMap<Key, Known>,
    chances: FxHashMap<u64, Chances>,
    frontier: Frontier,
    /// For each set of full rows of uncertain stones, the order of its stones.
    prepared: FxHashMap<u16, Vec<Prepared>>,
    scratch: Grid,
    visited: u64,
    /// Positions that had been visited before the question in hand.
    visited_before: u64,
    time: Option<Time>,
    stopped: Option<Stop>,
}

/// The value of a game and how it is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The expected score of the player to decide: win 1, draw ½, loss 0.
    pub value: f64,
    /// A best move.
    pub best: Move,
    /// The moves whose value was found, best first; others are no better than the best.
    pub moves: Vec<(Move, f64)>,
    /// Positions visited.
    pub positions: u64,
}

impl Solver {
    /// A solver for games under these rules.
    pub fn new(rules: &Rules) -> Result<Self, SolveError> {
        let points = usize::from(rules.size) * usize::from(rules.size);
        let mut kinds = vec![Percent::WHITE, Percent::BLACK];
        for &percent in rules.black_cycle.iter().chain(&rules.white_cycle) {
            if !kinds.contains(&percent) {
                kinds.push(percent);
            }
        }
        let too_large = SolveError::TooLarge { points, kinds: kinds.len() };
        if points > MOST_POINTS || kinds.len() > MOST_KINDS {
            return Err(too_large);
        }
        let rows = all_rows(rules.size, rules.row);
        let masks: Vec<u16> =
            rows.iter().map(|row| row.cells().iter().fold(0, |mask, &cell| mask | 1 << cell)).collect();
        Ok(Self {
            symmetries: Symmetries::new(usize::from(rules.size), &masks),
            rows_of: (0..points)
                .map(|cell| (0..masks.len()).filter(|&row| masks[row] >> cell & 1 == 1).collect())
                .collect(),
            rules: rules.clone(),
            points,
            kinds,
            rows,
            masks,
            known: FxHashMap::default(),
            chances: FxHashMap::default(),
            frontier: Frontier::default(),
            prepared: FxHashMap::default(),
            scratch: Grid::new(rules.size).map_err(|_| too_large)?,
            visited: 0,
            visited_before: 0,
            time: None,
            stopped: None,
        })
    }

    /// Positions remembered.
    pub fn positions(&self) -> u64 {
        self.visited
    }

    /// The expected score of the player to decide, and a best move. `None` for a position that nobody decides.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Result<Option<Solution>, SolveError> {
        if position.turn().seat().is_none() {
            return Ok(None);
        }
        self.time = Some(limits.start());
        self.stopped = None;
        self.visited_before = self.visited;
        let mut moves = self.options(position);
        let positions = self.visited - self.visited_before;
        if let Some(why) = self.stopped {
            return Err(SolveError::Stopped { why, positions });
        }
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let Some(&(best, value)) = moves.first() else { return Ok(None) };
        Ok(Some(Solution { value, best, moves, positions }))
    }

    /// The expected score of the player to decide.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<Option<f64>, SolveError> {
        Ok(self.solve(position, limits)?.map(|solution| solution.value))
    }

    /// Every option with its exact value.
    fn options(&mut self, position: &Position) -> Vec<(Move, f64)> {
        let cells = self.cells(position.grid());
        let left = Self::left(position);
        let seat = position.mover();
        match position.stage() {
            Stage::Place => {
                let mut cells_in_order: Vec<usize> = self.empty(cells).collect();
                cells_in_order.sort_by(|&a, &b| self.promise(cells, b).total_cmp(&self.promise(cells, a)));
                let mut seen = Vec::new();
                let mut options = Vec::new();
                let mut best = OPEN.0;
                for cell in cells_in_order {
                    let after = self.canonical(self.with_next_stone(cells, cell));
                    if seen.contains(&after) {
                        continue;
                    }
                    seen.push(after);
                    let value = self.after_placing(after, left, seat, best, OPEN.1);
                    // At or below the best so far it is only a bound.
                    if value > best {
                        best = value;
                        options.push((Move::Place(position.grid().point(cell)), value));
                    }
                }
                options
            }
            Stage::Decide => {
                let cells = self.canonical(cells);
                let skip = self.rest(cells, left, seat, OPEN.0, OPEN.1);
                let observe = self.observation(cells, left, seat, OPEN.0, OPEN.1);
                vec![(Move::Observe, observe), (Move::Skip, skip)]
            }
            Stage::AfterMiss => {
                let kept = position.observations().last().map(|last| position.kept_grid(&last.colours));
                let kept = self.canonical(kept.map_or(cells, |grid| self.cells(&grid)));
                let cancelled = self.rest(self.canonical(cells), left, seat, OPEN.0, OPEN.1);
                let kept = self.rest(kept, left, seat, OPEN.0, OPEN.1);
                vec![(Move::Cancel, cancelled), (Move::Keep, kept)]
            }
            Stage::Collapse => Vec::new(),
        }
    }

    fn cells(&self, grid: &Grid) -> u64 {
        grid.iter().fold(0, |cells, (index, percent)| cells | self.kind(percent) << (BITS * index as u32))
    }

    fn kind(&self, percent: Percent) -> u64 {
        self.kinds.iter().position(|&kind| kind == percent).map_or(0, |number| number as u64 + 1)
    }

    /// Without a limit everybody always has one left.
    fn left(position: &Position) -> [u16; 2] {
        Seat::BOTH.map(|seat| position.observations_left(seat).unwrap_or(1))
    }

    fn empty(&self, cells: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.points).filter(move |&cell| at(cells, cell) == 0)
    }

    fn with_next_stone(&self, cells: u64, cell: usize) -> u64 {
        cells | self.kind(self.rules.stone(stones(cells))) << (BITS * cell as u32)
    }

    /// The smallest of the position's mirror images.
    fn canonical(&self, cells: u64) -> u64 {
        self.symmetries.smallest(cells)
    }

    /// How promising a placement looks, for the order in which they are tried: rows that it helps or spoils count the
    /// more the fuller they are.
    fn promise(&self, cells: u64, cell: usize) -> f64 {
        let mut sum = 0.0;
        for &row in &self.rows_of[cell] {
            let (mut black, mut white, mut weight) = (1.0, 1.0, 1.0);
            for &other in self.rows[row].cells() {
                let kind = at(cells, usize::from(other)) as usize;
                if kind > 0 {
                    black *= self.kinds[kind - 1].black();
                    white *= self.kinds[kind - 1].white();
                    weight *= 4.0;
                }
            }
            sum += weight * (black * black + white * white);
        }
        sum
    }

    fn may_observe(&self, cells: u64, left: [u16; 2], seat: Seat) -> bool {
        stones(cells) >= usize::from(self.rules.first_observation) && left[seat.index()] > 0
    }

    fn one_fewer(&self, left: [u16; 2], observer: Seat) -> [u16; 2] {
        let mut fewer = left;
        for seat in Seat::BOTH {
            fewer[seat.index()] -= match self.rules.observations {
                Observations::Unlimited => 0,
                Observations::Shared => 1,
                Observations::Each => u16::from(seat == observer),
            };
        }
        fewer
    }

    /// The value to `seat`, whose turn has ended. Here as below, positions are the smallest of their mirror images.
    fn rest(&mut self, cells: u64, left: [u16; 2], seat: Seat, alpha: f64, beta: f64) -> f64 {
        1.0 - self.turn(cells, left, seat.other(), 1.0 - beta, 1.0 - alpha)
    }

    /// Between what the rest of the game lies for a player, whatever the stones. A draw is certain when nobody can observe
    /// any more; and whoever alone can observe can always refrain.
    fn bounds(&self, cells: u64, left: [u16; 2], seat: Seat) -> Known {
        if left == [0, 0] || stones(cells) == self.points {
            return Known { low: 0.5, high: 0.5 };
        }
        Known {
            low: if left[seat.other().index()] == 0 { 0.5 } else { 0.0 },
            high: if left[seat.index()] == 0 { 0.5 } else { 1.0 },
        }
    }

    /// The value to `mover`, who places next. Exact between alpha and beta, otherwise a bound.
    fn turn(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        let known = self.bounds(cells, left, mover);
        if known.low >= known.high || self.stopped.is_some() {
            return known.low;
        }
        let key = Key { cells, left };
        let known = self.known.get(&key).copied().unwrap_or(known);
        if known.low >= beta || known.low >= known.high {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CLOCK_PERIOD) {
            let bytes = (self.known.len() + self.chances.len()) as u64 * BYTES_OF_A_POSITION;
            let visited = self.visited - self.visited_before;
            self.stopped = self.time.as_ref().and_then(|time| time.stop_with_memory(visited, bytes));
        }
        let mut options: Vec<(f64, u64)> = Vec::with_capacity(MOST_POINTS);
        let mut best = f64::NEG_INFINITY;
        for cell in self.empty(cells) {
            let after = self.canonical(self.with_next_stone(cells, cell));
            if options.iter().any(|&(_, other)| other == after) {
                continue;
            }
            // Perhaps a skip there is known to be good enough.
            if let Some(rest) = self.known.get(&Key { cells: after, left }) {
                best = best.max(1.0 - rest.high);
                if best >= beta {
                    break;
                }
            }
            options.push((self.promise(cells, cell), after));
        }
        if best < beta {
            options.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut lower = alpha.max(known.low);
            for (_, after) in options {
                let value = self.after_placing(after, left, mover, lower, beta);
                best = best.max(value);
                lower = lower.max(value);
                if best >= beta {
                    break;
                }
            }
        }
        if self.stopped.is_some() {
            return best;
        }
        let entry = self.known.entry(key).or_insert(known);
        if best >= beta {
            entry.low = entry.low.max(best);
        } else if best <= alpha {
            entry.high = entry.high.min(best);
        } else {
            *entry = Known { low: best, high: best };
        }
        best
    }

    /// The value to `mover`, who has just placed a stone and may observe or skip.
    fn after_placing(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        if !self.may_observe(cells, left, mover) {
            return self.rest(cells, left, mover, alpha, beta);
        }
        let look = self.look(cells, mover);
        let after_miss = self.bounds(cells, self.one_fewer(left, mover), mover);
        let at_least = look.win + look.nothing * after_miss.low;
        if at_least >= beta {
            return at_least;
        }
        let skip = self.rest(cells, left, mover, alpha.max(at_least), beta);
        let at_most = look.win + look.nothing * after_miss.high;
        if skip >= beta || at_most <= alpha.max(skip) {
            return skip.max(at_most.min(alpha));
        }
        skip.max(self.observation(cells, left, mover, alpha.max(skip), beta))
    }

    fn look(&mut self, cells: u64, observer: Seat) -> Look {
        Look::new(self.chances_of(cells), observer, self.rules.both_rows)
    }

    /// The value to `mover` of observing.
    fn observation(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        let look = self.look(cells, mover);
        let fewer = self.one_fewer(left, mover);
        if stones(cells) == self.points {
            return look.win + 0.5 * look.nothing;
        }
        if look.nothing <= 0.0 {
            return look.win;
        }
        if self.rules.after_miss == AfterMiss::Revert {
            let through = |value: f64| (value - look.win) / look.nothing;
            let (low, high) = (through(alpha) - MARGIN, through(beta) + MARGIN);
            return look.win + look.nothing * self.rest(cells, fewer, mover, low, high);
        }
        if self.rules.after_miss == AfterMiss::Keep {
            return self.kept(cells, fewer, mover, f64::NEG_INFINITY, look, alpha, beta);
        }
        // A bound on what cancelling is worth is often enough.
        let cancelled = self.rest(cells, fewer, mover, alpha, beta);
        let value = self.kept(cells, fewer, mover, cancelled, look, alpha, beta);
        if cancelled <= alpha && value > alpha || cancelled >= beta && value < beta {
            let cancelled = self.rest(cells, fewer, mover, OPEN.0, OPEN.1);
            return self.kept(cells, fewer, mover, cancelled, look, alpha, beta);
        }
        value
    }

    /// The value to `mover` of an observation after which the better of keeping and `cancelled` can be had.
    #[allow(clippy::too_many_arguments)]
    fn kept(
        &mut self,
        cells: u64,
        left: [u16; 2],
        mover: Seat,
        cancelled: f64,
        look: Look,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let bounds = self.bounds(cells, left, mover);
        let low = bounds.low.max(cancelled);
        let mut sum = look.win;
        let mut open = look.nothing;
        for (chance, kept) in self.misses(cells) {
            open -= chance;
            let from = ((alpha - sum - open * bounds.high) / chance - MARGIN).max(cancelled);
            let to = (beta - sum - open * low) / chance + MARGIN;
            let kept = self.canonical(kept);
            sum += chance * self.rest(kept, left, mover, from, to).max(cancelled);
            if sum + open * bounds.high <= alpha {
                return sum + open * bounds.high;
            }
            if sum + open * low >= beta {
                return sum + open * low;
            }
        }
        sum
    }

    /// The colourings of a board without a row, the likeliest first.
    fn misses(&self, cells: u64) -> Vec<(f64, u64)> {
        // Each as its chance, the set of black stones, and the board with the colours kept; every uncertain stone doubles
        // the list.
        let mut colourings = vec![(1.0, 0u16, 0u64)];
        let mut stones = 0u16;
        let (white_kind, black_kind) = (self.kind(Percent::WHITE), self.kind(Percent::BLACK));
        for cell in (0..self.points).filter(|&cell| at(cells, cell) != 0) {
            stones |= 1 << cell;
            let percent = self.kinds[at(cells, cell) as usize - 1];
            let place = BITS * cell as u32;
            let black = |&(chance, black, kept): &(f64, u16, u64)| {
                (chance * percent.black(), black | 1 << cell, kept | black_kind << place)
            };
            let white = |&(chance, black, kept): &(f64, u16, u64)| {
                (chance * percent.white(), black, kept | white_kind << place)
            };
            let mut longer: Vec<(f64, u16, u64)> = Vec::with_capacity(2 * colourings.len());
            if percent != Percent::WHITE {
                longer.extend(colourings.iter().map(black));
            }
            if percent != Percent::BLACK {
                longer.extend(colourings.iter().map(white));
            }
            colourings = longer;
        }
        let row = |black: u16| {
            let white = stones & !black;
            self.masks.iter().any(|&mask| black & mask == mask || white & mask == mask)
        };
        let mut misses: Vec<(f64, u64)> = colourings
            .into_iter()
            .filter(|&(_, black, _)| !row(black))
            .map(|(chance, _, kept)| (chance, kept))
            .collect();
        misses.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        misses
    }
}

fn stones(cells: u64) -> usize {
    let any = cells | cells >> 1 | cells >> 2 | cells >> 3;
    (any & 0x1111_1111_1111_1111).count_ones() as usize
}

fn at(cells: u64, cell: usize) -> u64 {
    cells >> (BITS * cell as u32) & 15
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BothRows, OutOfObservations};
    use banmen_core::{Draw, Player, Random, Turn};
    use std::collections::HashMap;

    fn tiny(rules: Rules) -> Rules {
        Rules { size: 3, row: 3, ..rules }
    }

    fn value(rules: &Rules) -> f64 {
        let position = Position::start(rules).unwrap();
        Solver::new(rules).unwrap().value(&position, &Limits::none()).unwrap().unwrap()
    }

    /// The plain way: the referee itself plays every move and every draw. Black's expected score.
    fn plain(position: &Position, known: &mut HashMap<String, f64>) -> f64 {
        if let Some(outcome) = position.outcome() {
            return outcome.score(Seat::First);
        }
        let key = format!(
            "{:?} {:?} {:?}",
            position.grid(),
            position.stage(),
            Seat::BOTH.map(|s| position.observations_left(s))
        ) + &position
            .observations()
            .last()
            .filter(|_| position.stage() == Stage::AfterMiss)
            .map_or(String::new(), |last| format!("{:?}{:?}", last.colours, position.order()));
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let play = |m: Move| {
            let mut after = position.clone();
            after.play(m).unwrap();
            after
        };
        let value = match position.turn() {
            Turn::Over { .. } => unreachable!("handled above"),
            Turn::Chance => {
                let percents: Vec<f64> =
                    position.order().iter().map(|&i| position.grid().at(usize::from(i)).unwrap().black()).collect();
                (0..1u32 << percents.len())
                    .map(|bits| {
                        let colours = (0..percents.len()).map(|i| bits >> i & 1 == 1);
                        let chance: f64 =
                            colours.clone().zip(&percents).map(|(b, p)| if b { *p } else { 1.0 - p }).product();
                        if chance == 0.0 {
                            0.0
                        } else {
                            chance * plain(&play(Move::Collapse(colours.collect())), known)
                        }
                    })
                    .sum()
            }
            Turn::Seat { seat } => {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                let values = legal.into_iter().map(|m| plain(&play(m), known));
                if seat == Seat::First { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
            }
        };
        known.insert(key, value);
        value
    }

    /// A position some random plies into a game, so that the plain way ends.
    fn deep(rules: &Rules, stones: usize, random: &mut Random) -> Option<Position> {
        let mut position = Position::start(rules).unwrap();
        while position.order().len() < stones || position.turn() == Turn::Chance {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let m = match position.turn() {
                Turn::Over { .. } => return None,
                Turn::Chance => position.draw(random).unwrap(),
                Turn::Seat { .. } => legal[random.below(legal.len() as u64) as usize],
            };
            position.play(m).unwrap();
        }
        position.turn().seat().map(|_| position)
    }

    #[test]
    fn the_solver_agrees_with_the_referee_playing_everything() {
        let mut random = Random::new(11);
        for after_miss in [AfterMiss::Revert, AfterMiss::Keep, AfterMiss::Choose] {
            for observations in [Observations::Unlimited, Observations::Each, Observations::Shared] {
                for (both_rows, out_of_observations) in
                    [(BothRows::Observer, OutOfObservations::PlayOn), (BothRows::Draw, OutOfObservations::Draw)]
                {
                    let rules = tiny(Rules {
                        after_miss,
                        observations,
                        observation_count: 2,
                        both_rows,
                        out_of_observations,
                        ..Rules::video()
                    });
                    let mut solver = Solver::new(&rules).unwrap();
                    let mut known = HashMap::new();
                    for stones in [6, 7, 8, 9] {
                        let Some(position) = deep(&rules, stones, &mut random) else { continue };
                        let seat = position.turn().seat().unwrap();
                        let black = plain(&position, &mut known);
                        let expected = if seat == Seat::First { black } else { 1.0 - black };
                        let found = solver.value(&position, &Limits::none()).unwrap().unwrap();
                        assert!((found - expected).abs() < 1e-9, "{rules:?} {position:?}: {found}, not {expected}");
                    }
                }
            }
        }
    }

    #[test]
    fn certain_stones_make_plain_tic_tac_toe() {
        // Stones of certain colours and free observations: tic-tac-toe, a draw.
        let rules =
            tiny(Rules { black_cycle: vec![Percent::BLACK], white_cycle: vec![Percent::WHITE], ..Rules::video() });
        assert!((value(&rules) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn an_observation_more_never_hurts_whoever_alone_has_it() {
        let shared = |count| {
            value(&tiny(Rules { observations: Observations::Shared, observation_count: count, ..Rules::video() }))
        };
        assert!(shared(1) >= 0.5 - 1e-12);
    }

    #[test]
    fn symmetries_of_small_boards() {
        let count = |rules: Rules| Solver::new(&rules).unwrap().symmetries.len();
        assert_eq!(count(tiny(Rules::video())), 8);
        assert_eq!(count(Rules { size: 4, row: 3, ..Rules::video() }), 8);
        assert_eq!(count(Rules { size: 4, row: 4, ..Rules::video() }), 32);
    }

    #[test]
    fn reject_what_is_too_large_and_stop_at_limits() {
        assert!(matches!(Solver::new(&Rules::video()), Err(SolveError::TooLarge { points: 361, .. })));
        let rules = Rules { size: 4, row: 4, ..Rules::video() };
        let mut solver = Solver::new(&rules).unwrap();
        let position = Position::start(&rules).unwrap();
        let error = solver.solve(&position, &Limits::of_nodes(1000)).unwrap_err();
        assert!(matches!(error, SolveError::Stopped { why: Stop::Nodes, .. }), "{error}");
    }

    #[test]
    fn exact_plays_legal_moves_to_the_end() {
        let rules = tiny(Rules::rulebook());
        let mut exact = Exact::new(&Rules { observation_count: 1, ..rules.clone() }).unwrap();
        let mut position = Position::start(&Rules { observation_count: 1, ..rules }).unwrap();
        let mut random = Random::new(3);
        while position.outcome().is_none() {
            let m = match position.turn() {
                Turn::Chance => position.draw(&mut random).unwrap(),
                _ => exact.choose(&position, &Limits::of_nodes(20_000), &mut |_| {}).unwrap(),
            };
            position.play(m).unwrap();
        }
    }
}
