//! Figures: what the solver takes, in CPU seconds of one core and in memory, each in a process of its own.
//!
//! `cargo bench -p banmen-konane --bench figures` runs the quick ones; with arguments after `--` it runs those whose names
//! contain one of them (`all` for every one).

use std::process::Command;
use std::time::{Duration, Instant};

use banmen_cgt::{Arena, Notation};
use banmen_core::{Draw, Limits, Random};
use banmen_konane::tools::{self, LongestQuestion, Quantity, Span, TileQuestion, USUAL_STEP};
use banmen_konane::{Board, Effort, Evaluator, Integers, Jumps, Prover, Stone, Structures};
use cpu_time::ProcessTime;

/// The environment variable that tells a process which figure it is to find.
const CHILD: &str = "BANMEN_FIGURE";

struct Figure {
    name: &'static str,
    /// The goal in CPU seconds, where there is one.
    goal: Option<f64>,
    quick: bool,
    find: fn() -> String,
}

const fn figure(name: &'static str, goal: f64, quick: bool, find: fn() -> String) -> Figure {
    Figure { name, goal: Some(goal), quick, find }
}

const fn stretch(name: &'static str, find: fn() -> String) -> Figure {
    Figure { name, goal: None, quick: false, find }
}

const FIGURES: &[Figure] = &[
    figure("value of tile 3×15", 0.4, true, || value(&tile(3, 15))),
    figure("value of tile 3×18", 6.0, true, || value(&tile(3, 18))),
    figure("value of tile 3×21", 60.0, false, || value(&tile(3, 21))),
    figure("value of tile 6×9", 60.0, false, || value(&tile(6, 9))),
    stretch("together: value of tile 6×9", || value_together(&tile(6, 9))),
    stretch("together: tile 6×9", || tile_together(6, 9)),
    stretch("together: longest 6×9", || longest_together(6, 9)),
    figure("value of full 5×6", 60.0, false, || value(&full_without_pair(5, 6))),
    figure("length of tile 3×18", 5.0, true, || length(&tile(3, 18))),
    figure("length of tile 3×21", 60.0, false, || length(&tile(3, 21))),
    figure("length of tile 6×9", 30.0, false, || length(&tile(6, 9))),
    figure("4000 random boards", 0.2, true, random_boards),
    figure("outcome of traditional 5×5", 5.0, true, || traditional(5, 5)),
    stretch("outcome of tile 9×9", || outcome(&tile(9, 9))),
    stretch("value of tile 3×24", || value(&tile(3, 24))),
    stretch("value of full 6×6", || value(&full_without_pair(6, 6))),
    figure("outcome of traditional 6×6", 60.0, false, || traditional(6, 6)),
    stretch("outcome of traditional 7×7", || traditional(7, 7)),
    stretch("outcome of traditional 8×8", || traditional(8, 8)),
];

fn tile(rows: usize, cols: usize) -> Board {
    let tile: Board = ".../BW./WB.".parse().expect("the tile is a board");
    Board::tiled(&tile, rows / 3, cols / 3).expect("tiles fit")
}

/// A full board, black at the top left, without two stones in the middle of its middle row.
fn full_without_pair(rows: usize, cols: usize) -> Board {
    let mut board = Board::empty(rows, cols).expect("the board is small");
    for row in 0..rows {
        for col in 0..cols {
            board.set(row, col, Some(if (row + col) % 2 == 0 { Stone::Black } else { Stone::White }));
        }
    }
    board.set((rows - 1) / 2, (cols - 1) / 2, None);
    board.set((rows - 1) / 2, (cols - 1) / 2 + 1, None);
    board
}

/// No figure may take longer or more than this.
fn limits() -> Limits {
    Limits { memory: Some(8 << 30), ..Limits::within(Duration::from_mins(15)) }
}

fn value(board: &Board) -> String {
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    let mut last = Effort::default();
    match evaluator.solve(board, &limits(), &mut |effort| last = *effort) {
        Ok(value) => {
            let arena = &mut evaluator.algebra;
            let name = arena.name_within(value, Notation::Ascii, 40).unwrap_or_else(|| "a long name".to_owned());
            format!(
                "{name}, temperature {}, mean {}, {} positions, {} values",
                arena.temperature(value),
                arena.mean(value),
                last.positions,
                last.different
            )
        }
        Err(unfinished) => unfinished.to_string(),
    }
}

/// The same question asked of one thread and of two: seconds on the clock, CPU seconds, and how many times faster two are. `ask` tells
/// how much work it did, where that differs, and what it found.
fn together(mut ask: impl FnMut(&Limits) -> (f64, String)) -> String {
    let [one, two] = [1, 2].map(|threads| {
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let (work, found) = ask(&Limits { threads, ..limits() });
        (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64(), work, found)
    });
    let told = |(wall, cpu, _, found): &(f64, f64, f64, String)| format!("{wall:.1} s, CPU {cpu:.1} s: {found}");
    let speed_up = (one.0 / one.2) / (two.0 / two.2);
    format!("speed-up {speed_up:.2}\n  one thread   {}\n  two threads  {}", told(&one), told(&two))
}

fn value_together(board: &Board) -> String {
    together(|limits| {
        let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
        let mut last = Effort::default();
        let value = evaluator.solve(board, limits, &mut |effort| last = *effort);
        let found = value.map_or_else(
            |unfinished| unfinished.to_string(),
            |value| format!("temperature {}, {} positions", evaluator.algebra.temperature(value), last.positions),
        );
        (1.0, found)
    })
}

/// As `konane tile` measures it.
fn tile_together(rows: usize, cols: usize) -> String {
    let span = Span { from: cols, to: cols };
    together(|limits| {
        let question = TileQuestion {
            tile: None,
            rows,
            cols: Some(span),
            square: None,
            step: USUAL_STEP,
            what: Quantity::Length,
            jumps: Jumps::Any,
            max_length: 0,
            piece: None,
        };
        let found = match tools::tile(&question, limits, &mut |_| {}) {
            Ok(table) => table.csv.lines().last().unwrap_or_default().to_owned(),
            Err(halt) => format!("{halt:?}"),
        };
        (1.0, found)
    })
}

/// The search for long strings, which ends with its time: the boards that it measures are its work.
fn longest_together(rows: usize, cols: usize) -> String {
    together(|limits| {
        let question = LongestQuestion {
            rows,
            cols,
            top: 1,
            jumps: Jumps::Any,
            seed: 1,
            exhaustive: Some(false),
            tries: None,
            piece: None,
        };
        let limits = Limits { time: Some(Duration::from_secs(30)), ..limits.clone() };
        match tools::longest(&question, &limits, &mut |_| {}) {
            Ok(found) => {
                let longest = found.top.first().map(|longest| longest.length.to_string()).unwrap_or_default();
                ((found.boards + found.passed_over) as f64, format!("{} boards, longest {longest}", found.boards))
            }
            Err(halt) => (1.0, format!("{halt:?}")),
        }
    })
}

fn length(board: &Board) -> String {
    let mut evaluator = Evaluator::new(Structures::new(), Jumps::Any);
    let mut last = Effort::default();
    match evaluator.solve(board, &limits(), &mut |effort| last = *effort) {
        Ok(structure) => {
            let length = evaluator.algebra.string_length(structure, Integers::Spelled);
            format!("{length}, {} positions, {} structures", last.positions, last.different)
        }
        Err(unfinished) => unfinished.to_string(),
    }
}

fn random_boards() -> String {
    const BOARDS: usize = 4000;
    let started = ProcessTime::now();
    let mut random = Random::new(2024);
    let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
    let mut positions = 0;
    for _ in 0..BOARDS {
        let (rows, cols) = (2 + random.below(3) as usize, 2 + random.below(5) as usize);
        let stones = 20 + random.below(70) as u8;
        let mut board = Board::empty(rows, cols).expect("the board is small");
        for row in 0..rows {
            for col in 0..cols {
                if random.percent(stones) {
                    board.set(row, col, Some(if random.percent(50) { Stone::Black } else { Stone::White }));
                }
            }
        }
        let mut last = Effort::default();
        evaluator.solve(&board, &Limits::none(), &mut |effort| last = *effort).expect("there is no limit");
        positions += last.positions;
    }
    format!("{:.0} values a second, {positions} positions", BOARDS as f64 / started.elapsed().as_secs_f64())
}

fn outcome(board: &Board) -> String {
    let mut prover = Prover::new(Jumps::Any, Some(3 << 30));
    let verdicts = Stone::BOTH.map(|first| match prover.solve(board, first, &limits(), &mut |_| {}) {
        Ok(verdict) => {
            let winner = if verdict.wins { first } else { first.other() };
            format!("{first} first: {winner} wins ({} nodes)", verdict.effort.positions)
        }
        Err((stop, effort)) => format!("{first} first: {stop} after {} nodes", effort.positions),
    });
    verdicts.join(", ")
}

/// Who wins the traditional game after each first removal, up to symmetry.
fn traditional(rows: usize, cols: usize) -> String {
    let full = Board::chequered(rows, cols).expect("the board is small");
    let middle = |side: usize| (side - 1) / 2;
    let centre = [(0, 0), (0, 1), (1, 0), (1, 1)]
        .into_iter()
        .map(|(down, right)| (middle(rows) + down * ((rows + 1) % 2), middle(cols) + right * ((cols + 1) % 2)))
        .find(|&(row, col)| full.get(row, col) == Some(Stone::Black));
    let mut prover = Prover::new(Jumps::Any, Some(3 << 30));
    let mut nodes = 0;
    let mut found = Vec::new();
    for (name, removal) in [("corner", Some((rows - 1, 0))), ("centre", centre)] {
        let Some((row, col)) = removal else { continue };
        let mut answers = Vec::new();
        for (down, right) in [(0isize, 1isize), (1, 0), (0, -1), (-1, 0)] {
            let (Some(r), Some(c)) = (row.checked_add_signed(down), col.checked_add_signed(right)) else { continue };
            if r >= rows || c >= cols {
                continue;
            }
            let mut board = full;
            board.set(row, col, None);
            board.set(r, c, None);
            let verdict = prover.solve(&board, Stone::Black, &limits(), &mut |_| {});
            nodes += verdict.map_or_else(|(_, effort)| effort.positions, |verdict| verdict.effort.positions);
            answers.push(verdict.ok().map(|verdict| verdict.wins));
            if answers.last() == Some(&Some(false)) {
                break;
            }
        }
        let winner = if answers.contains(&Some(false)) {
            "white wins"
        } else if answers.contains(&None) {
            "unknown"
        } else {
            "black wins"
        };
        found.push(format!("{name}: {winner}"));
    }
    format!("{}, {nodes} nodes", found.join(", "))
}

/// The most memory that this process has had, in megabytes, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

fn main() {
    let started = ProcessTime::now();
    if let Ok(name) = std::env::var(CHILD) {
        let figure = FIGURES.iter().find(|figure| figure.name == name).expect("the figure exists");
        let found = (figure.find)();
        let seconds = started.elapsed().as_secs_f64();
        let goal = figure.goal.map_or_else(|| "   stretch".to_owned(), |goal| format!("goal {goal:>4} s"));
        let memory = peak_megabytes().map_or_else(String::new, |megabytes| format!("{megabytes:>5} MB"));
        println!("{name:<28} {seconds:>8.2} s ({goal}) {memory}  {found}");
        return;
    }
    // Cargo passes flags of its own; only words choose figures.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |figure: &Figure| {
        if wanted.is_empty() {
            figure.quick
        } else {
            wanted.iter().any(|word| word == "all" || figure.name.contains(word))
        }
    };
    let program = std::env::current_exe().expect("the program knows where it is");
    for figure in FIGURES.iter().filter(|figure| is_wanted(figure)) {
        let status = Command::new(&program).env(CHILD, figure.name).status().expect("the program can start itself");
        if !status.success() {
            println!("{:<28} failed: {status}", figure.name);
        }
    }
}
