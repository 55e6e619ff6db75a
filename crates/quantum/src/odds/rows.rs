//! The rows an observation can complete, split into groups that share no uncertain stone.

use crate::{Grid, Percent};

/// The longest row of the rules.
pub(crate) const LONGEST: usize = 6;

/// The places of one full row; those beyond its length are unused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) cells: [u16; LONGEST],
    pub(crate) length: u8,
}

impl Row {
    pub(crate) fn cells(&self) -> &[u16] {
        &self.cells[..usize::from(self.length)]
    }
}

/// The steps to the right, upwards, and along both diagonals, in columns and rows.
pub(crate) const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Calls `found` for every row of `length` points that lies wholly on the board and contains `index`.
pub(crate) fn rows_through(size: u8, length: u8, index: usize, mut found: impl FnMut(Row)) {
    let side = isize::from(size);
    let (column, line) = ((index as isize) % side, (index as isize) / side);
    let length_minus_one = isize::from(length) - 1;
    for (dx, dy) in STEPS {
        for back in 0..=length_minus_one {
            let (x, y) = (column - dx * back, line - dy * back);
            let (end_x, end_y) = (x + dx * length_minus_one, y + dy * length_minus_one);
            let inside = |v: isize| (0..side).contains(&v);
            if inside(x) && inside(y) && inside(end_x) && inside(end_y) {
                let mut cells = [0; LONGEST];
                for (step, cell) in cells[..usize::from(length)].iter_mut().enumerate() {
                    *cell = ((y + dy * step as isize) * side + x + dx * step as isize) as u16;
                }
                found(Row { cells, length });
            }
        }
    }
}

/// Every row of `length` points on a board.
pub(crate) fn all_rows(size: u8, length: u8) -> Vec<Row> {
    let mut rows = Vec::new();
    for index in 0..usize::from(size) * usize::from(size) {
        rows_through(size, length, index, |row| {
            if usize::from(row.cells[0]) == index {
                rows.push(row);
            }
        });
    }
    rows
}

/// The rows of `length` points that are full of stones.
pub(crate) fn full_rows(grid: &Grid, length: u8) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, _) in grid.iter() {
        starting_at(grid, length, index, &mut rows);
    }
    rows
}

/// The full rows that contain the stone at `index`.
pub(crate) fn full_rows_through(grid: &Grid, length: u8, index: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    rows_through(grid.size(), length, index, |row| {
        if row.cells().iter().all(|&cell| grid.at(usize::from(cell)).is_some()) {
            rows.push(row);
        }
    });
    rows
}

fn starting_at(grid: &Grid, length: u8, index: usize, rows: &mut Vec<Row>) {
    let side = isize::from(grid.size());
    let (column, line) = ((index as isize) % side, (index as isize) / side);
    let last = isize::from(length) - 1;
    for (dx, dy) in STEPS {
        let (end_x, end_y) = (column + dx * last, line + dy * last);
        if end_x >= side || end_y >= side || end_y < 0 {
            continue;
        }
        let stride = dy * side + dx;
        let cell = |step: isize| (index as isize + stride * step) as usize;
        if (1..=last).all(|step| grid.at(cell(step)).is_some()) {
            let mut cells = [0; LONGEST];
            for step in 0..=last {
                cells[step as usize] = cell(step) as u16;
            }
            rows.push(Row { cells, length });
        }
    }
}

/// What is still undecided of a full row: its uncertain stones, and which colours it can still become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    /// The uncertain stones, as places on the board in a group's edges, or as positions in its order of stones in a plan.
    pub(crate) stones: [u16; LONGEST],
    pub(crate) length: u8,
    pub(crate) black: bool,
    pub(crate) white: bool,
}

impl Edge {
    pub(crate) fn stones(&self) -> &[u16] {
        &self.stones[..usize::from(self.length)]
    }

    /// The row with its kept colours taken out; `None` when it can become neither colour.
    pub(crate) fn of(grid: &Grid, row: &Row) -> Option<Self> {
        let mut edge = Self { stones: [0; LONGEST], length: 0, black: true, white: true };
        for &cell in row.cells() {
            let percent = grid.at(usize::from(cell))?;
            if percent == Percent::BLACK {
                edge.white = false;
            } else if percent == Percent::WHITE {
                edge.black = false;
            } else {
                edge.stones[usize::from(edge.length)] = cell;
                edge.length += 1;
            }
        }
        (edge.black || edge.white).then_some(edge)
    }

    fn is_part_of(&self, other: &Self) -> bool {
        self.length <= other.length && self.stones().iter().all(|stone| other.stones().contains(stone))
    }
}

/// Which colours are certain whatever is drawn, and the uncertain edges in groups that share no stone.
#[derive(Clone, Default, Debug)]
pub(crate) struct Groups {
    pub(crate) black_certain: bool,
    pub(crate) white_certain: bool,
    pub(crate) parts: Vec<Vec<Edge>>,
}

impl Groups {
    /// Sorts rows full of stones into groups.
    pub(crate) fn new(grid: &Grid, rows: &[Row]) -> Self {
        let edges = rows.iter().filter_map(|row| Edge::of(grid, row)).collect();
        Self::of_edges(edges, grid.points())
    }

    /// Sorts the edges of a board with this many points into groups.
    pub(crate) fn of_edges(mut edges: Vec<Edge>, points: usize) -> Self {
        let mut result = Self::default();
        edges.retain(|edge| {
            if edge.length == 0 {
                result.black_certain |= edge.black;
                result.white_certain |= edge.white;
            }
            edge.length > 0
        });
        let partly_certain =
            edges.iter().any(|edge| !(edge.black && edge.white)) || result.black_certain || result.white_certain;
        if partly_certain {
            for edge in &mut edges {
                edge.black &= !result.black_certain;
                edge.white &= !result.white_certain;
            }
            drop_implied(&mut edges);
        }
        result.parts = split(edges, points);
        result
    }
}

/// A row whose uncertain stones include all of another's of the same colour decides nothing by itself.
fn drop_implied(edges: &mut Vec<Edge>) {
    for i in 0..edges.len() {
        for j in 0..edges.len() {
            if i == j || !edges[i].is_part_of(&edges[j]) {
                continue;
            }
            // Of two equal rows the first one stays.
            if edges[i].length == edges[j].length && j < i {
                continue;
            }
            edges[j].black &= !edges[i].black;
            edges[j].white &= !edges[i].white;
        }
    }
    edges.retain(|edge| edge.black || edge.white);
}

/// Edges that are connected through stones come into the same group.
pub(crate) fn split(edges: Vec<Edge>, points: usize) -> Vec<Vec<Edge>> {
    const NOBODY: u16 = u16::MAX;
    let mut parent: Vec<u16> = (0..edges.len() as u16).collect();
    fn root(parent: &mut [u16], mut edge: u16) -> u16 {
        while parent[usize::from(edge)] != edge {
            parent[usize::from(edge)] = parent[usize::from(parent[usize::from(edge)])];
            edge = parent[usize::from(edge)];
        }
        edge
    }
    let mut owner = vec![NOBODY; points];
    for (number, edge) in edges.iter().enumerate() {
        for &stone in edge.stones() {
            let before = owner[usize::from(stone)];
            if before == NOBODY {
                owner[usize::from(stone)] = number as u16;
            } else {
                let (a, b) = (root(&mut parent, before), root(&mut parent, number as u16));
                parent[usize::from(b)] = a;
            }
        }
    }
    let mut place = vec![usize::MAX; edges.len()];
    let mut groups: Vec<Vec<Edge>> = Vec::new();
    for (number, edge) in edges.into_iter().enumerate() {
        let root = usize::from(root(&mut parent, number as u16));
        if place[root] == usize::MAX {
            place[root] = groups.len();
            groups.push(Vec::new());
        }
        groups[place[root]].push(edge);
    }
    groups
}
