//! Tiny games solved to the end: backward induction over every position, with chance.

use banmen_core::{Budget as Time, Game, Limits, Player, Progress, Seat, Stop};
use rustc_hash::FxHashMap;

use crate::odds::rows::{Edge, Groups, Row, all_rows};
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
const CLOCK_PERIOD: u64 = 256;
/// Stones up to which colourings are simply gone through.
const MOST_ENUMERATED: u32 = 10;
/// Wider than any value, so that nothing is cut.
const OPEN: (f64, f64) = (-1.0, 2.0);

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
    /// For each symmetry and each byte of a position, what the byte becomes.
    symmetries: Vec<[[u64; 256]; 8]>,
    /// The rows through each point.
    rows_of: Vec<Vec<usize>>,
    known: FxHashMap<Key, Known>,
    chances: FxHashMap<u64, Chances>,
    frontier: Frontier,
    /// For each set of full rows of uncertain stones, the order of its stones.
    prepared: FxHashMap<u16, Vec<Prepared>>,
    scratch: Grid,
    visited: u64,
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
            symmetries: symmetries(usize::from(rules.size), &masks).iter().map(|image| byte_table(image)).collect(),
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
        let before = self.visited;
        let mut moves = self.options(position);
        if let Some(why) = self.stopped {
            return Err(SolveError::Stopped { why, positions: self.visited - before });
        }
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let Some(&(best, value)) = moves.first() else { return Ok(None) };
        Ok(Some(Solution { value, best, moves, positions: self.visited - before }))
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
                let skip = self.rest(cells, left, seat, OPEN.0, OPEN.1);
                let observe = self.observation(cells, left, seat, OPEN.0, OPEN.1);
                vec![(Move::Observe, observe), (Move::Skip, skip)]
            }
            Stage::AfterMiss => {
                let cancelled = self.rest(cells, left, seat, OPEN.0, OPEN.1);
                let kept = position.observations().last().map(|last| position.kept_grid(&last.colours));
                let kept = kept.map_or(cells, |grid| self.cells(&grid));
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
        let bytes = cells.to_le_bytes();
        let image = |table: &[[u64; 256]; 8]| {
            bytes.iter().zip(table).fold(0, |sum, (&byte, part)| sum | part[usize::from(byte)])
        };
        self.symmetries.iter().map(image).min().unwrap_or(cells)
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

    /// The value to `seat`, whose turn has ended.
    fn rest(&mut self, cells: u64, left: [u16; 2], seat: Seat, alpha: f64, beta: f64) -> f64 {
        1.0 - self.turn(cells, left, seat.other(), 1.0 - beta, 1.0 - alpha)
    }

    /// The value to `mover`, who places next. Exact between alpha and beta, otherwise a bound.
    fn turn(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        // A draw is certain when nobody can observe any more; and whoever alone can observe can always refrain.
        let full = stones(cells) == self.points;
        if full || left == [0, 0] || self.stopped.is_some() {
            return 0.5;
        }
        let worst = if left[mover.other().index()] == 0 { 0.5 } else { 0.0 };
        let best_possible = if left[mover.index()] == 0 { 0.5 } else { 1.0 };
        let key = Key { cells: self.canonical(cells), left };
        let known = self.known.get(&key).copied().unwrap_or(Known { low: worst, high: best_possible });
        if known.low >= beta || known.low >= known.high {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CLOCK_PERIOD) {
            let bytes = (self.known.len() + self.chances.len()) as u64 * BYTES_OF_A_POSITION;
            self.stopped = self.time.as_ref().and_then(|time| time.stop_with_memory(self.visited, bytes));
        }
        let mut options: Vec<(f64, u64)> = Vec::with_capacity(MOST_POINTS);
        for cell in self.empty(key.cells) {
            let after = self.canonical(self.with_next_stone(key.cells, cell));
            if options.iter().all(|&(_, other)| other != after) {
                options.push((self.promise(key.cells, cell), after));
            }
        }
        options.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = f64::NEG_INFINITY;
        let mut lower = alpha.max(known.low);
        for (_, after) in options {
            let value = self.after_placing(after, left, mover, lower, beta);
            best = best.max(value);
            lower = lower.max(value);
            if best >= beta {
                break;
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
        let skip = self.rest(cells, left, mover, alpha, beta);
        if skip >= beta || !self.may_observe(cells, left, mover) {
            return skip;
        }
        skip.max(self.observation(cells, left, mover, alpha.max(skip), beta))
    }

    /// The value to `mover` of observing.
    fn observation(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        let chances = self.chances_of(cells);
        let look = Look::new(chances, mover, self.rules.both_rows);
        let fewer = self.one_fewer(left, mover);
        let full = stones(cells) == self.points;
        // Nothing is certain to come of it, so the rest of the game decides within its own bounds.
        if look.win + look.nothing <= alpha {
            return look.win + look.nothing;
        }
        if full {
            return look.win + 0.5 * look.nothing;
        }
        if self.rules.after_miss == AfterMiss::Revert {
            if look.nothing <= 0.0 {
                return look.win;
            }
            let through = |value: f64| (value - look.win) / look.nothing;
            return look.win + look.nothing * self.rest(cells, fewer, mover, through(alpha), through(beta));
        }
        let cancelled = match self.rules.after_miss {
            AfterMiss::Choose => self.rest(cells, fewer, mover, OPEN.0, OPEN.1),
            _ => f64::NEG_INFINITY,
        };
        look.win + self.kept(cells, fewer, mover, cancelled)
    }

    /// The sum over all colourings without a row of their chance times the better of keeping them and `cancelled`.
    fn kept(&mut self, cells: u64, left: [u16; 2], mover: Seat, cancelled: f64) -> f64 {
        let occupied: Vec<usize> = (0..self.points).filter(|&cell| at(cells, cell) != 0).collect();
        let uncertain: Vec<(usize, Percent)> = occupied
            .iter()
            .map(|&cell| (cell, self.kinds[at(cells, cell) as usize - 1]))
            .filter(|(_, percent)| !percent.is_certain())
            .collect();
        let mut base = 0u64;
        let mut base_black = 0u16;
        for &cell in &occupied {
            let percent = self.kinds[at(cells, cell) as usize - 1];
            if percent.is_certain() {
                base |= self.kind(percent) << (BITS * cell as u32);
                base_black |= u16::from(percent == Percent::BLACK) << cell;
            }
        }
        let stones: u16 = occupied.iter().fold(0, |mask, &cell| mask | 1 << cell);
        let (white_kind, black_kind) = (self.kind(Percent::WHITE), self.kind(Percent::BLACK));
        let mut sum = 0.0;
        for colouring in 0..1u32 << uncertain.len() {
            let mut black = base_black;
            let mut kept = base;
            let mut chance = 1.0;
            for (number, &(cell, percent)) in uncertain.iter().enumerate() {
                if colouring >> number & 1 == 1 {
                    black |= 1 << cell;
                    kept |= black_kind << (BITS * cell as u32);
                    chance *= percent.black();
                } else {
                    kept |= white_kind << (BITS * cell as u32);
                    chance *= percent.white();
                }
            }
            let white = stones & !black;
            let row = self.masks.iter().any(|&mask| black & mask == mask || white & mask == mask);
            if !row {
                let value = self.rest(kept, left, mover, cancelled, OPEN.1);
                sum += chance * value.max(cancelled);
            }
        }
        sum
    }

    fn chances_of(&mut self, cells: u64) -> Chances {
        let key = self.canonical(cells);
        if let Some(&chances) = self.chances.get(&key) {
            return chances;
        }
        let occupied = (0..self.points).filter(|&cell| at(key, cell) != 0).fold(0u16, |mask, cell| mask | 1 << cell);
        let full = self.masks.iter().filter(|&&mask| mask & occupied == mask);
        let relevant = full.fold(0u16, |all, mask| all | mask);
        let chances = if relevant == 0 {
            Chances::NOTHING
        } else if relevant.count_ones() <= MOST_ENUMERATED {
            self.enumerated(key, occupied, relevant)
        } else {
            self.by_frontier(key)
        };
        self.chances.insert(key, chances);
        chances
    }

    /// For few stones it is quickest to go through all colourings.
    fn enumerated(&self, cells: u64, occupied: u16, relevant: u16) -> Chances {
        // Colourings as the set of black stones, each with its chance; every stone doubles the list.
        let mut colourings: Vec<(u16, f64)> = vec![(0, 1.0)];
        for cell in (0..self.points).filter(|cell| relevant >> cell & 1 == 1) {
            let percent = self.kinds[at(cells, cell) as usize - 1];
            for number in 0..colourings.len() {
                let (black, chance) = colourings[number];
                colourings[number].1 = chance * percent.white();
                colourings.push((black | 1 << cell, chance * percent.black()));
            }
        }
        let full: Vec<u16> = self.masks.iter().copied().filter(|mask| mask & occupied == *mask).collect();
        let mut chances = Chances::default();
        for (black, chance) in colourings {
            let black_row = full.iter().any(|&mask| !black & mask == 0);
            let white_row = full.iter().any(|&mask| black & mask == 0);
            match (black_row, white_row) {
                (true, true) => chances.both += chance,
                (true, false) => chances.black += chance,
                (false, true) => chances.white += chance,
                (false, false) => chances.none += chance,
            }
        }
        chances
    }

    fn by_frontier(&mut self, cells: u64) -> Chances {
        for cell in 0..self.points {
            let kind = at(cells, cell) as usize;
            self.scratch.set(cell, (kind > 0).then(|| self.kinds[kind - 1]));
        }
        let certain = (0..self.points).any(|cell| matches!(at(cells, cell), 1 | 2));
        let full = self.masks.iter().enumerate().fold(0u16, |set, (number, &mask)| {
            let is_full = (0..self.points).all(|cell| mask >> cell & 1 == 0 || at(cells, cell) != 0);
            // Boards with more rows than bits have certain stones or few full rows; they are computed afresh.
            if is_full && number < 16 { set | 1 << number } else { set }
        });
        let edges = || self.rows.iter().filter_map(|row| Edge::of(&self.scratch, row)).collect();
        // A board of sixteen points never comes near any budget.
        if certain || self.rows.len() > 16 {
            let groups = Groups::of_edges(edges(), self.points);
            let mut chances = Chances::certain(groups.black_certain, groups.white_certain);
            for edges in &groups.parts {
                if let Some((part, _)) = self.frontier.solve(&self.scratch, edges, usize::MAX) {
                    chances = chances.and(part);
                }
            }
            return chances;
        }
        if !self.prepared.contains_key(&full) {
            let groups = Groups::of_edges(edges(), self.points).parts;
            let size = self.rules.size;
            self.prepared.insert(full, groups.iter().filter_map(|edges| Prepared::new(edges, size)).collect());
        }
        let mut chances = Chances::NOTHING;
        for group in self.prepared.get_mut(&full).into_iter().flatten() {
            if let Some((part, _)) = self.frontier.solve_prepared(&self.scratch, group, usize::MAX) {
                chances = chances.and(part);
            }
        }
        chances
    }
}

fn stones(cells: u64) -> usize {
    let any = cells | cells >> 1 | cells >> 2 | cells >> 3;
    (any & 0x1111_1111_1111_1111).count_ones() as usize
}

/// What each byte of a position, which is two points, becomes under a symmetry.
fn byte_table(from: &[u8]) -> [[u64; 256]; 8] {
    let mut table = [[0; 256]; 8];
    for (to, &from) in from.iter().enumerate() {
        let (byte, half) = (usize::from(from) / 2, BITS * (u32::from(from) % 2));
        for (value, image) in table[byte].iter_mut().enumerate() {
            *image |= (value as u64 >> half & 15) << (BITS * to as u32);
        }
    }
    table
}

fn at(cells: u64, cell: usize) -> u64 {
    cells >> (BITS * cell as u32) & 15
}

/// The ways to exchange lines and columns, and both, that map rows to rows. On most boards these are the eight
/// symmetries of the square; on a board as long as its rows there can be more.
fn symmetries(size: usize, masks: &[u16]) -> Vec<Vec<u8>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..size {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..size).filter(|next| !order.contains(next)).map(|next| {
                    let mut longer = order.clone();
                    longer.push(next);
                    longer
                })
            })
            .collect();
    }
    let mut sorted = masks.to_vec();
    sorted.sort_unstable();
    let mut found = Vec::new();
    for columns in &orders {
        for lines in &orders {
            for turned in [false, true] {
                let image: Vec<u8> = (0..size * size)
                    .map(|cell| {
                        let (x, y) = (columns[cell % size], lines[cell / size]);
                        (if turned { x * size + y } else { y * size + x }) as u8
                    })
                    .collect();
                let mut images: Vec<u16> = masks
                    .iter()
                    .map(|mask| {
                        (0..size * size).filter(|cell| mask >> cell & 1 == 1).fold(0, |to, cell| to | 1 << image[cell])
                    })
                    .collect();
                images.sort_unstable();
                if images == sorted {
                    found.push(image);
                }
            }
        }
    }
    found
}

/// Plays tiny games perfectly.
#[derive(Debug)]
pub struct Exact {
    solver: Solver,
}

impl Exact {
    /// The player of these rules.
    pub fn new(rules: &Rules) -> Result<Self, SolveError> {
        Ok(Self { solver: Solver::new(rules)? })
    }
}

impl Player<Position> for Exact {
    /// A best move; if the limits end the work before, any legal one.
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let Ok(solution) = self.solver.solve(position, limits) else {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            return legal.first().copied();
        };
        let solution = solution?;
        report(Progress {
            nodes: solution.positions,
            fraction: Some(1.0),
            score: Some(format!("{:.3} %", 100.0 * solution.value)),
            line: vec![solution.best.to_string()],
            ..Progress::default()
        });
        Some(solution.best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BothRows, OutOfObservations};
    use banmen_core::{Draw, Random, Turn};
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
