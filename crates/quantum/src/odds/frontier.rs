//! The exact odds of one group: its stones are decided one after another, and boards that agree about every
//! half-decided row are one state.

use super::Chances;
use super::order::Plan;
use super::rows::Edge;
use crate::Grid;

/// Half-decided rows at a time; a group that needs more has more states than anybody waits for.
const SLOTS: usize = 31;
/// In a state, bit `i` says that the row in slot `i` is all black so far, and bit `32 + i` that it is all white so far.
/// The flags say that a black or a white row is complete; then that colour's other rows no longer matter.
const BLACK_FOUND: u64 = 1 << 31;
const WHITE_FOUND: u64 = 1 << 63;
const BLACK_HALF: u64 = 0xffff_ffff;
const WHITE_HALF: u64 = !BLACK_HALF;

/// A group whose order seems to need this many times the budget is not begun. The estimate is up to sixteen times too high on
/// crowded boards, and hardly ever too low.
const HOPELESS: f64 = 100.0;

/// What deciding one stone does to a state.
#[derive(Clone, Default, Debug)]
struct Step {
    /// The rows, as bits of both halves, that the stone begins or is in.
    begins: u64,
    contains: u64,
    ends: u64,
    black: f64,
    white: f64,
    /// Rows that make others idle: a row whose open stones are among another's is complete whenever the other is.
    idle: Vec<(u64, u64)>,
}

/// A group's stones in the order in which they are decided, and what each does, whatever their percentages.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    stones: Vec<u16>,
    steps: Vec<Step>,
    /// About how many states it takes.
    cost: f64,
}

impl Prepared {
    /// Finds a good order; `None` when too many rows are half decided at a time.
    pub(crate) fn new(edges: &[Edge], size: u8) -> Option<Self> {
        let plan = Plan::new(edges, size);
        let steps = steps(&plan)?;
        Some(Self { stones: plan.stones, steps, cost: plan.cost })
    }
}

/// Tables to be used again and again.
#[derive(Clone, Default, Debug)]
pub(crate) struct Frontier {
    now: StateTable,
    next: StateTable,
}

impl Frontier {
    /// The four probabilities of the group and the number of states visited, or `None` when there would be more than
    /// `budget` of them.
    pub(crate) fn solve(&mut self, grid: &Grid, edges: &[Edge], budget: usize) -> Option<(Chances, usize)> {
        if let [edge] = edges {
            return Some((single(grid, edge), 1));
        }
        let mut prepared = Prepared::new(edges, grid.size())?;
        if prepared.cost > HOPELESS * budget as f64 {
            return None;
        }
        self.solve_prepared(grid, &mut prepared, budget)
    }

    /// The same for edges whose order of stones has been found before.
    pub(crate) fn solve_prepared(
        &mut self,
        grid: &Grid,
        prepared: &mut Prepared,
        budget: usize,
    ) -> Option<(Chances, usize)> {
        for (step, &stone) in prepared.steps.iter_mut().zip(&prepared.stones) {
            let percent = grid.at(usize::from(stone))?;
            step.black = percent.black();
            step.white = percent.white();
        }
        self.run(&prepared.steps, budget)
    }

    fn run(&mut self, steps: &[Step], budget: usize) -> Option<(Chances, usize)> {
        let mut visited = 0;
        let mut both = 0.0;
        self.now.reset(1);
        self.now.add(0, 1.0);
        for step in steps {
            visited += self.now.len();
            if visited > budget {
                return None;
            }
            self.next.reset(2 * self.now.len());
            for i in 0..self.now.len() {
                let (state, mass) = (self.now.keys[i], self.now.mass[i]);
                let mut black = state;
                if state & BLACK_FOUND == 0 {
                    black |= step.begins & BLACK_HALF;
                    if black & step.ends & BLACK_HALF != 0 {
                        black = (black & WHITE_HALF) | BLACK_FOUND;
                    }
                }
                black &= !(step.contains & WHITE_HALF) & !(step.ends & BLACK_HALF);
                let mut white = state;
                if state & WHITE_FOUND == 0 {
                    white |= step.begins & WHITE_HALF;
                    if white & step.ends & WHITE_HALF != 0 {
                        white = (white & BLACK_HALF) | WHITE_FOUND;
                    }
                }
                white &= !(step.contains & BLACK_HALF) & !(step.ends & WHITE_HALF);
                for (mut after, part) in [(black, mass * step.black), (white, mass * step.white)] {
                    for &(row, others) in &step.idle {
                        if after & row != 0 {
                            after &= !others;
                        }
                    }
                    if after & (BLACK_FOUND | WHITE_FOUND) == BLACK_FOUND | WHITE_FOUND {
                        both += part;
                    } else {
                        self.next.add(after, part);
                    }
                }
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
        let mut chances = Chances { both, ..Chances::default() };
        for (&state, &mass) in self.now.keys.iter().zip(&self.now.mass) {
            match (state & BLACK_FOUND != 0, state & WHITE_FOUND != 0) {
                (false, false) => chances.none += mass,
                (true, false) => chances.black += mass,
                (false, true) => chances.white += mass,
                (true, true) => chances.both += mass,
            }
        }
        Some((chances, visited))
    }
}

/// A row that shares no stone with another needs no table.
fn single(grid: &Grid, edge: &Edge) -> Chances {
    let percents = || edge.stones().iter().filter_map(|&stone| grid.at(usize::from(stone)));
    let black = if edge.black { percents().map(crate::Percent::black).product() } else { 0.0 };
    let white = if edge.white { percents().map(crate::Percent::white).product() } else { 0.0 };
    Chances { black, white, both: 0.0, none: 1.0 - black - white }
}

/// The plan's stones as steps over slots, or `None` when there are too few slots.
fn steps(plan: &Plan) -> Option<Vec<Step>> {
    let mut starts: Vec<Vec<usize>> = vec![Vec::new(); plan.stones.len()];
    for (number, edge) in plan.edges.iter().enumerate() {
        starts[usize::from(edge.stones[0])].push(number);
    }
    let mut free: u32 = (1 << SLOTS) - 1;
    let mut live: Vec<(usize, u32)> = Vec::new();
    let mut steps = vec![Step::default(); plan.stones.len()];
    for position in 0..plan.stones.len() {
        for &number in &starts[position] {
            if free == 0 {
                return None;
            }
            let slot = free.trailing_zeros();
            free &= free - 1;
            let edge = &plan.edges[number];
            let bits = bits_of(edge, slot);
            steps[position].begins |= bits;
            steps[usize::from(last(edge))].ends |= bits;
            for &stone in edge.stones() {
                steps[usize::from(stone)].contains |= bits;
            }
            live.push((number, slot));
        }
        live.retain(|&(number, slot)| {
            let ends = usize::from(last(&plan.edges[number])) == position;
            free |= u32::from(ends) << slot;
            !ends
        });
        let step = &mut steps[position];
        for &(number, slot) in &live {
            let others = idle_beside(plan, &live, number, position);
            for half in [BLACK_HALF, WHITE_HALF] {
                let row = bits_of(&plan.edges[number], slot) & half;
                if row != 0 && others & half != 0 {
                    step.idle.push((row, others & half));
                }
            }
        }
    }
    Some(steps)
}

fn bits_of(edge: &Edge, slot: u32) -> u64 {
    (u64::from(edge.black) << slot) | (u64::from(edge.white) << (slot + 32))
}

fn last(edge: &Edge) -> u16 {
    edge.stones[usize::from(edge.length) - 1]
}

/// The live rows that include, since the stone just decided, all the open stones of a row.
fn idle_beside(plan: &Plan, live: &[(usize, u32)], number: usize, position: usize) -> u64 {
    let edge = &plan.edges[number];
    let decided = edge.stones().contains(&(position as u16));
    let open = |edge: &Edge| {
        let from = edge.stones().partition_point(|&stone| usize::from(stone) <= position);
        (from, usize::from(edge.length))
    };
    let (from, to) = open(edge);
    let mut idle = 0;
    for &(other, slot) in live {
        let edge_of_other = &plan.edges[other];
        // Only the stone just decided can have brought this about.
        let news = decided || usize::from(edge_of_other.stones[0]) == position;
        if other == number || !news {
            continue;
        }
        let (other_from, other_to) = open(edge_of_other);
        let rest = &edge_of_other.stones[other_from..other_to];
        let covered = edge.stones[from..to].iter().all(|stone| rest.contains(stone));
        // Of two rows with the same open stones the first one stays.
        if covered && (rest.len() > to - from || other > number) {
            idle |= bits_of(edge_of_other, slot);
        }
    }
    idle
}

/// States with their probability mass: a list, and an open-addressed index into it.
#[derive(Clone, Default, Debug)]
struct StateTable {
    keys: Vec<u64>,
    mass: Vec<f64>,
    index: Vec<u32>,
    shift: u32,
}

const VACANT: u32 = u32::MAX;

impl StateTable {
    fn len(&self) -> usize {
        self.keys.len()
    }

    /// Empties the table and makes room for `most` states.
    fn reset(&mut self, most: usize) {
        self.keys.clear();
        self.mass.clear();
        let capacity = (2 * most).next_power_of_two().max(16);
        self.shift = 64 - capacity.trailing_zeros();
        self.index.clear();
        self.index.resize(capacity, VACANT);
    }

    #[inline]
    fn add(&mut self, key: u64, mass: f64) {
        let mask = self.index.len() - 1;
        // The odd constant is 2^64 divided by the golden ratio.
        let mut at = ((key ^ (key >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        loop {
            let entry = self.index[at];
            if entry == VACANT {
                self.index[at] = self.keys.len() as u32;
                self.keys.push(key);
                self.mass.push(mass);
                return;
            }
            if self.keys[entry as usize] == key {
                self.mass[entry as usize] += mass;
                return;
            }
            at = (at + 1) & mask;
        }
    }
}
