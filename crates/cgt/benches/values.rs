//! How fast values are brought to canonical form, added and compared. Prints figures in CPU time.
//!
//! The games come from a plain recursion over a jumping game, because its positions are hot,
//! have many options and few different values, as real positions have. `cargo bench -p banmen-cgt --bench values`; an argument is
//! the number of tiles in a row to go up to (4 unless told).

use std::collections::HashMap;

use banmen_cgt::{Arena, Notation, Value};
use cpu_time::ProcessTime;

fn timed<T>(what: &str, work: impl FnOnce() -> (T, String)) -> T {
    let started = ProcessTime::now();
    let (result, note) = work();
    println!("{what:<30} {:>8.2} s  {note}", started.elapsed().as_secs_f64());
    result
}

/// Left's stones and Right's stones, one bit a cell.
type Stones = (u64, u64);

/// The size of a board.
#[derive(Copy, Clone)]
struct Size {
    rows: i32,
    columns: i32,
}

impl Size {
    fn cell(self, row: i32, column: i32) -> Option<u64> {
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        inside.then(|| 1 << (row * self.columns + column))
    }

    fn fill(self, stone: impl Fn(i32, i32) -> u8) -> Stones {
        let (mut left, mut right) = (0, 0);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let bit = self.cell(row, column).unwrap_or(0);
                match stone(row, column) {
                    b'B' => left |= bit,
                    b'W' => right |= bit,
                    _ => {}
                }
            }
        }
        (left, right)
    }

    /// A sparse pattern of three by three cells, repeated.
    fn tiles(self) -> Stones {
        self.fill(|row, column| ["...", "BW.", "WB."][row as usize % 3].as_bytes()[column as usize % 3])
    }

    /// A full board without two stones in the middle of a row.
    fn full(self) -> Stones {
        let (hole_row, hole) = ((self.rows - 1) / 2, (self.columns - 1) / 2);
        self.fill(|row, column| {
            if row == hole_row && (hole..=hole + 1).contains(&column) {
                b'.'
            } else if (row + column) % 2 == 0 {
                b'B'
            } else {
                b'W'
            }
        })
    }

    fn moves(self, own: u64, other: u64) -> Vec<Stones> {
        let mut found = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let start = self.cell(row, column).unwrap_or(0);
                if own & start == 0 {
                    continue;
                }
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (mut x, mut y, mut rest) = (column, row, other);
                    while let (Some(over), Some(to)) = (self.cell(y + dy, x + dx), self.cell(y + 2 * dy, x + 2 * dx)) {
                        if rest & over == 0 || (own & !start | rest) & to != 0 {
                            break;
                        }
                        rest &= !over;
                        (x, y) = (x + 2 * dx, y + 2 * dy);
                        found.push((own & !start | to, rest));
                    }
                }
            }
        }
        found
    }
}

/// The options of every position below a board, options before the positions that have them.
fn positions(board: Stones, size: Size) -> Vec<(Vec<u32>, Vec<u32>)> {
    let mut index: HashMap<Stones, u32> = HashMap::new();
    let mut list = Vec::new();
    let mut pending = vec![board];
    while let Some(&(left, right)) = pending.last() {
        if index.contains_key(&(left, right)) {
            pending.pop();
            continue;
        }
        let left_moves = size.moves(left, right);
        let right_moves: Vec<Stones> = size.moves(right, left).into_iter().map(|(own, other)| (other, own)).collect();
        let before = pending.len();
        pending.extend(left_moves.iter().chain(&right_moves).filter(|board| !index.contains_key(*board)));
        if pending.len() == before {
            let known = |moves: &[Stones]| moves.iter().map(|board| index[board]).collect::<Vec<u32>>();
            list.push((known(&left_moves), known(&right_moves)));
            index.insert((left, right), list.len() as u32 - 1);
            pending.pop();
        }
    }
    list
}

fn main() {
    let largest = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(4);
    let tiles = (2..=largest).map(|count| Size { rows: 3, columns: 3 * count }).chain([Size { rows: 6, columns: 6 }]);
    let full = [(4, 5), (5, 5), (4, 6)].map(|(rows, columns)| Size { rows, columns });
    let workloads = tiles
        .map(|size| (format!("tiles {}x{}", size.rows, size.columns), size, size.tiles()))
        .chain(full.map(|size| (format!("full {}x{}", size.rows, size.columns), size, size.full())));
    for (name, size, board) in workloads {
        let list = positions(board, size);
        let mut arena = Arena::new();
        let values = timed(&format!("{name}: canonical forms"), || {
            let mut values: Vec<Value> = Vec::with_capacity(list.len());
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for (left_moves, right_moves) in &list {
                left.clear();
                right.clear();
                left.extend(left_moves.iter().map(|&i| values[i as usize]));
                right.extend(right_moves.iter().map(|&i| values[i as usize]));
                values.push(arena.from_options(&left, &right));
            }
            let note = format!(
                "{} positions, {} nodes, {} MB, value {}",
                list.len(),
                arena.len(),
                arena.memory_bytes() >> 20,
                arena.name_within(values[values.len() - 1], Notation::Ascii, 60).unwrap_or_else(|| "long".into())
            );
            (values, note)
        });
        let mut different = values.clone();
        different.sort_unstable();
        different.dedup();
        timed(&format!("{name}: sums"), || {
            let before = arena.len();
            // Pairs that are far apart, of values that are not too large.
            let small: Vec<Value> = different.iter().copied().filter(|&v| arena.birthday(v) <= 5).collect();
            let pairs = 20_000.min(small.len() * small.len());
            let mut hash = 0u64;
            for i in 0..pairs {
                let (a, b) = (small[i % small.len()], small[i * 7919 / small.len() % small.len()]);
                let sum = arena.add(a, b);
                hash = hash.wrapping_mul(31).wrapping_add(u64::from(arena.birthday(sum)));
            }
            (
                (),
                format!(
                    "{pairs} sums of {} values, {} new nodes, birthdays {hash:x}",
                    small.len(),
                    arena.len() - before
                ),
            )
        });
        timed(&format!("{name}: comparisons"), || {
            let sample: Vec<Value> = different.iter().copied().step_by(different.len().div_ceil(1000)).collect();
            let mut below = 0;
            for &a in &sample {
                for &b in &sample {
                    below += u32::from(arena.less_or_equal(a, b));
                }
            }
            ((), format!("{} pairs of {} values, {below} hold", sample.len() * sample.len(), different.len()))
        });
        timed(&format!("{name}: thermographs"), || {
            let v = values[values.len() - 1];
            let thermograph = arena.thermograph(v);
            ((), format!("temperature {}, mean {}", thermograph.temperature(), thermograph.mean()))
        });
    }
}
