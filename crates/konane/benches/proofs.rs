//! Proofs of who wins, by one thread and by several: sums, seconds and speed-up.
//!
//! `cargo bench -p banmen-konane --bench proofs -- 6x9 6x12 9x9 full6 threads=2 nodes=20000000`
//!
//! Boards are tiles (`6x12`), the traditional game (`full6`, `full5x8`), a chequered board with holes at random (`holes7x7s3`,
//! s being the seed; the first guess was tuned on boards of this kind) or tiles shifted and torn at random (`torn6x13s1`). Both starters are decided, but for the traditional game, each with
//! a memory of its own of `gigabytes=1`. `first=white` leaves out Black, and `seconds=60` ends each search. `threads=1` leaves out the
//! comparison; `runs=3` asks each question so often and keeps the fastest answer. `svg=FILE` draws the sums of the serial searches, and with
//! `'also=tiles 6×15, both=4178650'` a bar that was measured elsewhere; `certify` writes a certificate of each and checks it.

use std::time::{Duration, Instant};

use banmen_core::{Draw, Limits, Random};
use banmen_konane::verify::{Certificate, Checked, Claim, Setup, check};
use banmen_konane::{Board, Jumps, Prover, Stone};
use cpu_time::ProcessTime;

struct Run {
    verdict: String,
    sums: u64,
    seconds: f64,
    cpu: f64,
    megabytes: u64,
}

fn run(setup: &Setup, first: Stone, limits: &Limits, certify: bool) -> Run {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let mut prover = Prover::new(Jumps::Any, limits.memory);
    let found = prover.solve_openings(&setup.openings(), first, limits, &mut |_| {});
    let (seconds, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    let (verdict, effort) = match found {
        Ok(verdict) => {
            let winner = if verdict.wins { first } else { first.other() };
            let proof = if certify { certified(&mut prover, setup, Claim { first, winner }) } else { String::new() };
            (format!("{winner} wins{proof}"), verdict.effort)
        }
        Err((stop, effort)) => (format!("open: {stop}"), effort),
    };
    Run { verdict, sums: effort.positions, seconds, cpu, megabytes: effort.bytes >> 20 }
}

/// Writes a certificate and checks it.
fn certified(prover: &mut Prover, setup: &Setup, claim: Claim) -> String {
    let started = ProcessTime::now();
    let certificate = match prover.certificate(setup, &[claim], &Limits::none(), &mut |_| {}) {
        Ok(certificate) => certificate,
        Err(refusal) => return format!("; no certificate: {refusal}"),
    };
    let bytes = certificate.write();
    let written = started.elapsed().as_secs_f64();
    let started = ProcessTime::now();
    let read = Certificate::read(&bytes).expect("what was written can be read");
    let checked = check(&read, &Limits::none(), &mut |_| {});
    let seconds = started.elapsed().as_secs_f64();
    match checked {
        Ok(Checked { moves, replies }) => format!(
            "; certificate of {} bytes written in {written:.1} s, checked in {seconds:.1} s: {moves} moves, {replies} replies",
            bytes.len()
        ),
        Err(refusal) => format!("; refused: {refusal}"),
    }
}

/// Cells of a chequered board that are left empty, in percent.
const HOLES: u8 = 22;
/// Cells of torn tiles that are filled at random, in percent.
const TORN: u8 = 20;

fn tile() -> Board {
    ".../BW./WB.".parse().expect("the tile is a board")
}

fn setup(name: &str) -> Option<(Setup, &'static [Stone])> {
    if let Some(size) = name.strip_prefix("full") {
        let (rows, cols) = size.split_once('x').unwrap_or((size, size));
        let board = Board::chequered(rows.parse().ok()?, cols.parse().ok()?).ok()?;
        return Some((Setup { board, traditional: true, jumps: Jumps::Any }, &[Stone::Black]));
    }
    if let Some((size, seed)) = name.strip_prefix("holes").and_then(|rest| rest.split_once('s')) {
        let (rows, cols) = size.split_once('x')?;
        let mut board = Board::chequered(rows.parse().ok()?, cols.parse().ok()?).ok()?;
        let mut random = Random::new(seed.parse().ok()?);
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                if random.percent(HOLES) {
                    board.set(row, col, None);
                }
            }
        }
        return Some((Setup { board, traditional: false, jumps: Jumps::Any }, &Stone::BOTH));
    }
    if let Some((size, seed)) = name.strip_prefix("torn").and_then(|rest| rest.split_once('s')) {
        let (rows, cols) = size.split_once('x')?;
        let (rows, cols): (usize, usize) = (rows.parse().ok()?, cols.parse().ok()?);
        let mut random = Random::new(seed.parse().ok()?);
        let (down, right) = (random.below(3) as usize, random.below(3) as usize);
        let mut board = Board::empty(rows, cols).ok()?;
        let tile = tile();
        for row in 0..rows {
            for col in 0..cols {
                let mut cell = tile.get((row + down) % 3, (col + right) % 3);
                if random.percent(TORN) {
                    cell = [None, Some(Stone::Black), Some(Stone::White)][random.below(3) as usize];
                }
                board.set(row, col, cell);
            }
        }
        return Some((Setup { board, traditional: false, jumps: Jumps::Any }, &Stone::BOTH));
    }
    let (rows, cols) = name.split_once('x')?;
    let (rows, cols): (usize, usize) = (rows.parse().ok()?, cols.parse().ok()?);
    let board = Board::tiled(&tile(), rows / 3, cols / 3).ok()?;
    Some((Setup { board, traditional: false, jumps: Jumps::Any }, &Stone::BOTH))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let number = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)?.parse::<u64>().ok());
    let threads = number("threads=").unwrap_or(2) as usize;
    let limits = Limits {
        nodes: Some(number("nodes=").unwrap_or(20_000_000)),
        time: number("seconds=").map(Duration::from_secs),
        memory: Some(number("gigabytes=").unwrap_or(1) << 30),
        ..Limits::none()
    };
    let runs = number("runs=").unwrap_or(1).max(1);
    let fastest = |setup: &Setup, first: Stone, limits: &Limits, certify: bool| {
        let runs = (0..runs).map(|_| run(setup, first, limits, certify));
        runs.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("there is at least one run")
    };
    let only = words.iter().find_map(|word| word.strip_prefix("first="));
    let certify = words.iter().any(|word| word == "certify");
    let names = words.iter().map(String::as_str).filter(|word| !word.contains('=') && *word != "certify");
    let mut names: Vec<&str> = names.collect();
    if names.is_empty() {
        names = vec!["6x9", "6x12"];
    }
    let mut bars = Vec::new();
    println!("board  first   threads      sums   seconds       CPU     MB  speed-up  sums by serial  verdict");
    for name in names {
        let Some((setup, starters)) = setup(name) else {
            println!("{name}: a tiled board like 6x12 or full6 was expected");
            continue;
        };
        let mut total = [0.0; 2];
        for &first in starters {
            if only.is_some_and(|only| only != first.to_string()) {
                continue;
            }
            let serial = fastest(&setup, first, &limits, certify);
            let print = |threads: usize, run: &Run| {
                println!(
                    "{name:<6} {:<7} {threads:>7} {:>9} {:>9.2} {:>9.2} {:>6} {:>9.2} {:>15.2}  {}",
                    first.to_string(),
                    run.sums,
                    run.seconds,
                    run.cpu,
                    run.megabytes,
                    serial.seconds / run.seconds,
                    run.sums as f64 / serial.sums as f64,
                    run.verdict
                );
            };
            print(1, &serial);
            bars.push(Bar { label: label(name, first), sums: serial.sums, open: serial.verdict.starts_with("open") });
            if threads > 1 {
                let parallel = fastest(&setup, first, &Limits { threads, ..limits.clone() }, false);
                print(threads, &parallel);
                total[0] += serial.seconds;
                total[1] += parallel.seconds;
            }
        }
        if threads > 1 && starters.len() > 1 {
            println!("{name:<6} both: {:.2} s, {:.2} s, speed-up {:.2}", total[0], total[1], total[0] / total[1]);
        }
    }
    for word in words.iter().filter_map(|word| word.strip_prefix("also=")) {
        match word.split_once('=').and_then(|(label, sums)| Some((label, sums.parse().ok()?))) {
            Some((label, sums)) => bars.push(Bar { label: label.to_owned(), sums, open: false }),
            None => println!("also={word}: a label and a number like `tiles 6×15, both=4178650` were expected"),
        }
    }
    if let Some(path) = words.iter().find_map(|word| word.strip_prefix("svg=")) {
        bars.sort_by_key(|bar| (!bar.label.starts_with("tiles"), bar.sums));
        // Cargo runs a bench in its package's folder; files are named from the workspace's.
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        std::fs::write(&path, drawing(&bars)).unwrap_or_else(|error| println!("{}: {error}", path.display()));
    }
}

struct Bar {
    label: String,
    sums: u64,
    open: bool,
}

fn label(name: &str, first: Stone) -> String {
    let size = |size: &str| size.replace('x', "×");
    match (name.strip_prefix("full"), name.strip_prefix("holes")) {
        (Some(side), _) if !side.contains('x') => format!("traditional {side}×{side}"),
        (Some(sides), _) => format!("traditional {}", size(sides)),
        (_, Some(sides)) => format!("holes {}, {first} first", size(sides)),
        _ => format!("tiles {}, {first} first", size(name)),
    }
}

/// Bars on a logarithmic scale; those of searches that a limit ended are hollow.
fn drawing(bars: &[Bar]) -> String {
    const LEFT: f64 = 190.0;
    const WIDTH: f64 = 420.0;
    const LINE: f64 = 22.0;
    let decades = bars.iter().map(|bar| (bar.sums.max(10) as f64).log10().ceil()).fold(3.0, f64::max);
    let height = LINE * (bars.len() as f64 + 2.0);
    let at = |sums: f64| LEFT + WIDTH * sums.log10() / decades;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        LEFT + WIDTH + 90.0
    );
    for decade in 0..=decades as i32 {
        let x = at(10f64.powi(decade));
        let bottom = height - 1.5 * LINE;
        text += &format!("<path d=\"M{x:.1} 8V{bottom:.1}\" stroke=\"#ccc\"/>\n");
        text += &format!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">10<tspan dy=\"-4\" \
             font-size=\"9\">{decade}</tspan></text>\n",
            bottom + 16.0
        );
    }
    for (index, bar) in bars.iter().enumerate() {
        let y = 8.0 + LINE * index as f64;
        let width = at(bar.sums.max(1) as f64) - LEFT;
        let fill = if bar.open { "none" } else { "#4a7ab5" };
        let open = if bar.open { "+" } else { "" };
        text += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n\
             <rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"14\" fill=\"{fill}\" stroke=\"#4a7ab5\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\">{}{open}</text>\n",
            LEFT - 8.0,
            y + 13.0,
            bar.label,
            y + 2.0,
            LEFT + width + 6.0,
            y + 13.0,
            bar.sums
        );
    }
    text + "</svg>\n"
}
