//! In which order the stones of a group are decided: the fewer rows are half decided at a time, the fewer states.

use super::rows::Edge;

/// A group's stones numbered in the order in which they are decided, and its edges in those numbers.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The places of the stones on the board.
    pub(crate) stones: Vec<u16>,
    /// The edges; their stones are positions in `stones`, in rising order.
    pub(crate) edges: Vec<Edge>,
    /// About how many states it takes.
    pub(crate) cost: f64,
}

/// Starting stones from which the greedy order is tried.
const STARTS: usize = 10;
/// A greedy order takes time with the square of the stones; with more than these it is tried from fewer starts.
const USUAL_STONES: usize = 60;
/// When every sweep takes more states than this, no greedy order takes few enough.
const BEYOND_HELP: f64 = 1e18;

/// How many binary digits of state one half-decided row is worth, about; measured on crowded boards.
const DIGITS_OF_A_ROW: f64 = 1.1;

impl Plan {
    /// The cheapest order among some greedy ones and some sweeps over the board.
    pub(crate) fn new(edges: &[Edge], size: u8) -> Self {
        let mut stones: Vec<u16> = edges.iter().flat_map(|edge| edge.stones().iter().copied()).collect();
        stones.sort_unstable();
        stones.dedup();
        let local = |stone: u16| stones.binary_search(&stone).expect("a stone of the group") as u16;
        let edges: Vec<Edge> = edges
            .iter()
            .map(|edge| {
                let mut edge = *edge;
                for stone in &mut edge.stones[..usize::from(edge.length)] {
                    *stone = local(*stone);
                }
                edge
            })
            .collect();
        let mut of_stone: Vec<Vec<u16>> = vec![Vec::new(); stones.len()];
        for (number, edge) in edges.iter().enumerate() {
            for &stone in edge.stones() {
                of_stone[usize::from(stone)].push(number as u16);
            }
        }
        let scheme = Scheme { edges: &edges, of_stone: &of_stone };

        let natural: Vec<u16> = (0..stones.len() as u16).collect();
        let mut best = (f64::INFINITY, natural.clone());
        if edges.len() > 1 {
            let column = |i: u16| i32::from(stones[usize::from(i)] % u16::from(size));
            let line = |i: u16| i32::from(stones[usize::from(i)] / u16::from(size));
            let consider = |order: Vec<u16>, best: &mut (f64, Vec<u16>)| {
                let cost = scheme.cost(&order, best.0);
                if cost < best.0 {
                    *best = (cost, order);
                }
            };
            consider(natural.clone(), &mut best);
            let mut by_column = natural.clone();
            by_column.sort_by_key(|&i| (column(i), line(i)));
            consider(by_column, &mut best);
            let mut rising = natural.clone();
            rising.sort_by_key(|&i| (column(i) + line(i), column(i)));
            consider(rising, &mut best);
            let mut falling = natural.clone();
            falling.sort_by_key(|&i| (column(i) - line(i), column(i)));
            consider(falling, &mut best);
            let mut starts = natural;
            starts.sort_by_key(|&i| of_stone[usize::from(i)].len());
            let tries = if best.0 > BEYOND_HELP { 0 } else { (STARTS * USUAL_STONES / stones.len()).clamp(1, STARTS) };
            for &start in starts.iter().take(tries) {
                consider(scheme.greedy(start), &mut best);
            }
        }

        let (cost, order) = best;
        let mut rank = vec![0u16; order.len()];
        for (position, &stone) in order.iter().enumerate() {
            rank[usize::from(stone)] = position as u16;
        }
        let edges = edges
            .iter()
            .map(|edge| {
                let mut edge = *edge;
                let used = &mut edge.stones[..usize::from(edge.length)];
                for stone in used.iter_mut() {
                    *stone = rank[usize::from(*stone)];
                }
                used.sort_unstable();
                edge
            })
            .collect();
        Self { stones: order.iter().map(|&i| stones[usize::from(i)]).collect(), edges, cost }
    }
}

struct Scheme<'a> {
    edges: &'a [Edge],
    of_stone: &'a [Vec<u16>],
}

impl Scheme<'_> {
    /// About how many states the order visits; stops counting beyond `limit`.
    fn cost(&self, order: &[u16], limit: f64) -> f64 {
        let mut decided = vec![0u8; self.edges.len()];
        // How many half-decided edges hold a decided stone.
        let mut held = vec![0u8; self.of_stone.len()];
        let mut done = vec![false; self.of_stone.len()];
        let (mut live, mut active, mut total) = (0i32, 0i32, 0.0);
        for &stone in order {
            done[usize::from(stone)] = true;
            for &number in &self.of_stone[usize::from(stone)] {
                let edge = &self.edges[usize::from(number)];
                let count = &mut decided[usize::from(number)];
                *count += 1;
                if *count == edge.length {
                    live -= i32::from(*count > 1);
                    for &other in edge.stones().iter().filter(|&&other| other != stone) {
                        held[usize::from(other)] -= 1;
                        active -= i32::from(held[usize::from(other)] == 0);
                    }
                } else if *count == 1 {
                    live += 1;
                }
                if *count < edge.length {
                    active += i32::from(held[usize::from(stone)] == 0);
                    held[usize::from(stone)] += 1;
                }
            }
            total += (f64::from(live) * DIGITS_OF_A_ROW).min(f64::from(active)).exp2();
            if total >= limit {
                break;
            }
        }
        total
    }

    /// From `start` on, always the stone that leaves the fewest rows half decided.
    fn greedy(&self, start: u16) -> Vec<u16> {
        let mut decided = vec![0u8; self.edges.len()];
        let mut done = vec![false; self.of_stone.len()];
        let mut order = Vec::with_capacity(self.of_stone.len());
        let mut next = start;
        loop {
            order.push(next);
            done[usize::from(next)] = true;
            for &number in &self.of_stone[usize::from(next)] {
                decided[usize::from(number)] += 1;
            }
            let mut best = None;
            for stone in 0..self.of_stone.len() as u16 {
                if done[usize::from(stone)] {
                    continue;
                }
                let (mut growth, mut progress) = (0i32, 0i32);
                for &number in &self.of_stone[usize::from(stone)] {
                    let length = self.edges[usize::from(number)].length;
                    let count = decided[usize::from(number)];
                    growth += i32::from(count == 0 && length > 1);
                    growth -= i32::from(count > 0 && count + 1 == length);
                    progress += i32::from(count);
                }
                let key = (growth, -progress);
                if best.is_none_or(|(old, _)| key < old) {
                    best = Some((key, stone));
                }
            }
            match best {
                Some((_, stone)) => next = stone,
                None => return order,
            }
        }
    }
}
