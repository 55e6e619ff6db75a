//! How fast values are brought to canonical form, added and compared. Prints figures; CPU time where the system tells it.
//!
//! The games come from a plain recursion over a jumping game on a board of three rows, because its positions are hot,
//! have many options and few different values, as real positions have. `cargo bench -p banmen-cgt --bench values`; an argument is
//! the number of tiles to go up to (4 unless told).

use std::collections::HashMap;
use std::time::{Duration, Instant};

use banmen_cgt::{Arena, Notation, Value};

/// User time of this process, or `None` where the system does not tell.
fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks: u64 = stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

fn timed<T>(what: &str, work: impl FnOnce() -> (T, String)) -> T {
    let (cpu, wall) = (cpu_time(), Instant::now());
    let (result, note) = work();
    let cpu =
        cpu.and_then(|before| cpu_time().map(|after| after.saturating_sub(before))).unwrap_or_else(|| wall.elapsed());
    println!("{what:<28} {:>8.2} s  {note}", cpu.as_secs_f64());
    result
}

/// A board of three rows: Left's stones, Right's stones, one bit a cell, by columns.
type Board = (u64, u64);

fn tiles(count: u32) -> (Board, u32) {
    let columns = 3 * count;
    let (mut left, mut right) = (0, 0);
    for column in 0..columns {
        for (row, pattern) in ["...", "BW.", "WB."].iter().enumerate() {
            let bit = 1u64 << (column * 3 + row as u32);
            match pattern.as_bytes()[column as usize % 3] {
                b'B' => left |= bit,
                b'W' => right |= bit,
                _ => {}
            }
        }
    }
    ((left, right), columns)
}

fn moves(own: u64, other: u64, columns: u32) -> Vec<Board> {
    let mut found = Vec::new();
    let cell = |column: i32, row: i32| {
        (0..columns as i32).contains(&column).then(|| (0..3).contains(&row).then(|| 1u64 << (column * 3 + row)))?
    };
    for column in 0..columns as i32 {
        for row in 0..3 {
            let start = 1u64 << (column * 3 + row);
            if own & start == 0 {
                continue;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let (mut x, mut y, mut rest) = (column, row, other);
                while let (Some(over), Some(to)) = (cell(x + dx, y + dy), cell(x + 2 * dx, y + 2 * dy)) {
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

/// The options of every position below a board, options before the positions that have them.
fn positions(board: Board, columns: u32) -> Vec<(Vec<u32>, Vec<u32>)> {
    let mut index: HashMap<Board, u32> = HashMap::new();
    let mut list = Vec::new();
    let mut pending = vec![board];
    while let Some(&(left, right)) = pending.last() {
        if index.contains_key(&(left, right)) {
            pending.pop();
            continue;
        }
        let left_moves = moves(left, right, columns);
        let right_moves: Vec<Board> =
            moves(right, left, columns).into_iter().map(|(own, other)| (other, own)).collect();
        let before = pending.len();
        pending.extend(left_moves.iter().chain(&right_moves).filter(|board| !index.contains_key(*board)));
        if pending.len() == before {
            let known = |moves: &[Board]| moves.iter().map(|board| index[board]).collect::<Vec<u32>>();
            list.push((known(&left_moves), known(&right_moves)));
            index.insert((left, right), list.len() as u32 - 1);
            pending.pop();
        }
    }
    list
}

fn main() {
    let largest = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(4);
    for count in 2..=largest {
        let (board, columns) = tiles(count);
        let list = positions(board, columns);
        let mut arena = Arena::new();
        let values = timed(&format!("3x{columns}: canonical forms"), || {
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
        timed(&format!("3x{columns}: sums"), || {
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
        timed(&format!("3x{columns}: comparisons"), || {
            let sample: Vec<Value> = different.iter().copied().step_by(different.len().div_ceil(1000)).collect();
            let mut below = 0;
            for &a in &sample {
                for &b in &sample {
                    below += u32::from(arena.less_or_equal(a, b));
                }
            }
            ((), format!("{} pairs of {} values, {below} hold", sample.len() * sample.len(), different.len()))
        });
        timed(&format!("3x{columns}: thermographs"), || {
            let v = values[values.len() - 1];
            let thermograph = arena.thermograph(v);
            ((), format!("temperature {}, mean {}", thermograph.temperature(), thermograph.mean()))
        });
    }
}
