//! `banmen dobutsu solve` and `banmen dobutsu probe`: the solved 3×4 game.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Instant;

use banmen_core::{Game, Limits, Progress, Seat, Stop};
use banmen_dobutsu::tablebase::{FILE_NAME, Tablebase, TablebaseValue, library, write_file};
use banmen_dobutsu::{BoardName, Classic, PieceBoard, Position};
use clap::Args;
use cpu_time::ProcessTime;
use indicatif::ProgressBar;
use serde_json::json;

use crate::output::{self, Failure};
use crate::{data_dir, interrupt, progress};

/// A progress bar in thousandths.
const WHOLE: u64 = 1000;

/// Builds the table of the whole game.
#[derive(Args)]
pub struct SolveOptions {
    /// The board; only `classic` is small enough.
    #[arg(long, default_value = "classic")]
    board: String,
    /// Where to write the table [default: where the page and `probe` look for it].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Afterwards check every value against the values one move later.
    #[arg(long)]
    verify: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Looks a position up in the table.
#[derive(Args)]
pub struct ProbeOptions {
    /// The position, as `gle/1c1/1C1/ELG[-] w` [default: the start].
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// The table's file [default: where `solve` writes it].
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Sees to it that the table is here for a position that needs it: if it must be built first, a bar tells how far that is.
pub fn have_table_for(position: &Position) -> Result<(), Failure> {
    let needed = position.name() == BoardName::Classic && position.turn().seat().is_some();
    if !needed || library().table().is_some() {
        return Ok(());
    }
    match library().trouble() {
        Some(trouble) => eprintln!("banmen: {trouble}; the table is built anew, which takes a minute or two"),
        None => eprintln!(
            "banmen: the table of the 3×4 game is not here; it is built now, once, which takes a minute or two"
        ),
    }
    let limits = Limits { cancel: interrupt::cancel_on_ctrl_c(), ..Limits::none() };
    let bar = progress::bar("solving", WHOLE);
    let built = library().build(&limits, &mut |p| show(&bar, p));
    bar.finish_and_clear();
    // A table that cannot be kept is of use all the same.
    if let Err(error) = built.map_err(stopped)? {
        eprintln!("banmen: the table could not be kept for the next time: {error}");
    }
    Ok(())
}

/// Runs `banmen dobutsu solve`.
pub fn solve(options: SolveOptions) -> Result<(), Failure> {
    if options.board != "classic" {
        return Err(Failure::input(format!("the board {:?} cannot be solved, only classic can", options.board)));
    }
    let limits = Limits { cancel: interrupt::cancel_on_ctrl_c(), ..Limits::none() };
    let (started, busy) = (Instant::now(), ProcessTime::now());
    let path = match options.out {
        Some(path) => path,
        None => data_dir::file(FILE_NAME)?,
    };
    // A file that cannot be written is found out before two minutes of work, not after.
    writable(&path)?;
    let bar = progress::bar("solving", WHOLE);
    let table = Tablebase::build(&limits, &mut |p| show(&bar, p)).map_err(stopped)?;
    bar.finish_and_clear();
    write_file(&table, &path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    let checked = if options.verify { Some(verify(&table, &limits)?) } else { None };
    let seconds = started.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(&path)?.len();
    let start = table.probe(&PieceBoard::start()).map(|verdict| verdict.to_string());
    let (processor, memory) = (busy.elapsed().as_secs_f64(), peak_memory());
    if options.json {
        return output::json(&json!({
            "file": path, "bytes": bytes, "positions": table.len(), "longest": table.longest().div_ceil(2),
            "start": start, "checked": checked, "seconds": seconds, "cpu_seconds": processor, "memory_bytes": memory,
        }));
    }
    output::line(format_args!(
        "the start: {}; the longest win: {} moves; {} positions in {bytes} bytes, written to {} ({seconds:.1} s)",
        start.unwrap_or_default(),
        table.longest().div_ceil(2),
        table.len(),
        path.display(),
    ))?;
    let memory = memory.map_or_else(String::new, |bytes| format!(", at most {} MiB of memory", bytes >> 20));
    output::line(format_args!("{processor:.1} s of processor time{memory}"))?;
    match checked {
        Some(count) => output::line(format_args!("{count} positions agree with the positions one move later")),
        None => Ok(()),
    }
}

/// The most memory this process has had at a time, where the system tells it.
fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

fn writable(path: &std::path::Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::input(format!("{} is a folder; name a file", path.display())));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(Failure::input(format!("there is no folder {} to write the table to", folder.display())))
        }
        _ => Ok(()),
    }
}

fn verify(table: &Tablebase, limits: &Limits) -> Result<u64, Failure> {
    let bar = progress::bar("checking", WHOLE);
    let checked = table.validate(1, limits, &mut |p| show(&bar, p)).map_err(stopped)?;
    bar.finish_and_clear();
    checked.map_err(Failure::failed)
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_position((progress.fraction.unwrap_or_default() * WHOLE as f64) as u64);
    if let Some(depth) = progress.depth {
        bar.set_message(format!("{} moves from the end", depth.div_ceil(2)));
    }
}

fn stopped(stop: Stop) -> Failure {
    match stop {
        Stop::Cancelled => Failure::Interrupted,
        limit => Failure::failed(limit),
    }
}

/// Runs `banmen dobutsu probe`.
pub fn probe(options: ProbeOptions) -> Result<(), Failure> {
    let board = match &options.position {
        Some(text) => PieceBoard::<Classic>::from_text(text).map_err(Failure::input)?,
        None => PieceBoard::start(),
    };
    let path = match options.table {
        Some(path) => path,
        None => data_dir::file(FILE_NAME)?,
    };
    let file = File::open(&path).map_err(|error| {
        Failure::input(format!("{}: {error}; `banmen dobutsu solve` builds the table", path.display()))
    })?;
    let table = Tablebase::read(&mut BufReader::new(file))
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    let verdict = table
        .probe(&board)
        .ok_or_else(|| Failure::input("the table has only positions with all eight pieces on the board or in hand"))?;
    // A position that has ended has a verdict but no moves.
    let moves = if board.ending().is_some() { Vec::new() } else { table.moves(&board).unwrap_or_default() };
    if options.json {
        let rows: Vec<_> =
            moves.iter().map(|(m, verdict)| answer(Some(m.to_string()), board.side(), *verdict)).collect();
        let mut whole = answer(None, board.side(), verdict);
        whole["position"] = json!(board.to_text());
        whole["moves"] = json!(rows);
        return output::json(&whole);
    }
    output::line(format_args!("{}: {verdict}", board.to_text()))?;
    for (m, verdict) in moves {
        output::line(format_args!("  {m:<6} {verdict}"))?;
    }
    Ok(())
}

/// A move, or the position itself, and what it is worth to the side to move.
fn answer(m: Option<String>, side: Seat, value: TablebaseValue) -> serde_json::Value {
    let result = match value {
        TablebaseValue::Win(_) => "win",
        TablebaseValue::Loss(_) => "loss",
        TablebaseValue::Draw => "draw",
    };
    match m {
        Some(m) => json!({ "move": m, "result": result, "score": value.told(side) }),
        None => json!({ "result": result, "score": value.told(side) }),
    }
}
