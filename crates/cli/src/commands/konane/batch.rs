//! `--batch`: the same question about many boards, on all cores, answered in the order in which they were asked.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::Duration;

use banmen_core::Limits;
use banmen_konane::Jumps;
use banmen_konane::tools::{Asked, Boards, Clerk, Field, Layout, Listed};
use clap::Args;
use indicatif::HumanCount;

use super::shard::Shard;
use super::sheet::{Format, Sheet};
use super::{Spending, Watch};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::Failure;

/// Many boards instead of one.
#[derive(Args)]
pub struct Batch {
    /// Answer for every board of this file (`-`: standard input): one a line with its rows joined by `/`, or blocks of
    /// rows with blank lines between them. --time then holds for each board.
    #[arg(long = "batch", id = "batch", value_name = "FILE", conflicts_with = "board")]
    pub file: Option<String>,
    /// Every line of the batch is a board, even one without a `/`, which then has one row.
    #[arg(long, requires = "batch")]
    lines: bool,
    #[command(flatten)]
    pub format: Format,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on where an earlier run with the same --output was stopped.
    #[arg(long, requires = "batch", requires = "output")]
    resume: bool,
    /// Only the i-th of n pieces, 1/8 to 8/8; `konane merge` puts them together.
    #[arg(long, value_name = "I/N", requires = "batch")]
    shard: Option<Shard>,
    /// How many boards are looked at at once; one for each core if nothing is said.
    #[arg(long, requires = "batch", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// Boards that a worker takes at once, and at most so many ahead of what is written.
const HANDFUL: usize = 64;
const FURTHEST_AHEAD: u64 = 1 << 12;

/// What is left to be looked at.
struct Queue<R> {
    boards: Boards<R>,
    shard: Shard,
    /// Handfuls that were taken.
    taken: u64,
    ended: bool,
    failed: Option<io::Error>,
}

impl<R: BufRead> Queue<R> {
    fn handful(&mut self) -> Vec<Listed> {
        let mut handful = Vec::with_capacity(HANDFUL);
        while handful.len() < HANDFUL && !self.ended {
            match self.boards.next() {
                Some(Ok(listed)) if self.shard.holds(listed.index) => handful.push(listed),
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    self.failed = Some(error);
                    self.ended = true;
                }
                None => self.ended = true,
            }
        }
        handful
    }

    /// Passes over rows that an earlier run has written.
    fn skip(&mut self, mut rows: u64) {
        while rows > 0 && !self.ended {
            match self.boards.next() {
                Some(Ok(listed)) => rows -= u64::from(self.shard.holds(listed.index)),
                _ => self.ended = true,
            }
        }
    }
}

/// The rows of one handful of boards.
struct Answers {
    number: u64,
    lines: String,
    boards: u64,
    /// Lines of the input that hold no board, or of whose board nothing was found, and why.
    troubles: Vec<(u64, String)>,
    /// Whether the work was cancelled before the handful was done.
    cut: bool,
}

/// Answers a question about all boards of the batch.
pub fn run(batch: &Batch, asked: Asked, jumps: Jumps, longest: u32, spending: &Spending) -> Result<(), Failure> {
    let path = batch.file.as_deref().unwrap_or("-");
    let layout = if batch.lines { Layout::Lines } else { Layout::Mixed };
    let from: Box<dyn BufRead + Send> = if path == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(path).map_err(|error| Failure::input(format!("{path}: {error}")))?))
    };
    let columns = asked.columns();
    let mut sheet = Sheet::open(&columns, &batch.format, batch.output.as_deref(), batch.resume)?;
    let shard = batch.shard.unwrap_or(Shard::WHOLE);
    let mut queue = Queue { boards: Boards::new(from, layout), shard, taken: 0, ended: false, failed: None };
    queue.skip(sheet.kept);
    let workers = batch.jobs.map_or_else(super::cores, usize::from).max(1);
    let cancel = cancel_on_ctrl_c();
    let limits = Limits {
        time: spending.time,
        memory: Some((spending.memory / workers as u64).max(1 << 20)),
        cancel: cancel.clone(),
        ..Limits::none()
    };

    let queue = Mutex::new(queue);
    let written = (Mutex::new(0u64), Condvar::new());
    let (sender, answers) = mpsc::channel::<Answers>();
    let mut watch = Watch::new("boards");
    let (mut done, mut troubled) = (sheet.kept, 0u64);
    let outcome = std::thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, queue, written, limits, sheet) =
                (sender.clone(), &queue, &written, limits.clone(), sheet.line_maker());
            scope.spawn(move || {
                let mut clerk = Clerk::new(asked, jumps, longest, limits);
                while let Some((number, handful)) = next(queue, written) {
                    if sender.send(answer(&mut clerk, number, &handful, &sheet)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, Answers> = BTreeMap::new();
        let mut next_number = 0;
        let mut ended: Result<(), Failure> = Ok(());
        while let Ok(found) = answers.recv() {
            waiting.insert(found.number, found);
            while let Some(found) = waiting.remove(&next_number) {
                next_number += 1;
                if ended.is_ok() {
                    ended = sheet.write(&found.lines);
                    if found.cut && ended.is_ok() {
                        ended = Err(Failure::Interrupted);
                    }
                }
                done += found.boards;
                for (line, why) in &found.troubles {
                    troubled += 1;
                    watch.line.suspend(|| eprintln!("banmen: line {line}: {why}"));
                }
                *written.0.lock().unwrap_or_else(PoisonError::into_inner) = next_number;
                written.1.notify_all();
            }
            if ended.is_err() {
                cancel.set();
            }
            if watch.due() {
                watch.line.set_message(format!("{} done", HumanCount(done)));
                if ended.is_ok() {
                    ended = sheet.flush();
                }
            }
        }
        ended
    });
    watch.end();
    // What was written stays, so that the work can go on from there.
    sheet.flush()?;
    outcome?;
    let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = queue.failed {
        return Err(Failure::failed(format!("{path}: {error}")));
    }
    sheet.finish()?;
    if troubled > 0 {
        let have = if troubled == 1 { "has" } else { "have" };
        return Err(Failure::input(format!("{troubled} of {done} boards {have} no answer; the others are answered")));
    }
    Ok(())
}

/// The next handful, once it is not too far ahead of what is written.
fn next<R: BufRead>(queue: &Mutex<Queue<R>>, written: &(Mutex<u64>, Condvar)) -> Option<(u64, Vec<Listed>)> {
    let (number, handful) = {
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let handful = queue.handful();
        queue.taken += 1;
        (queue.taken - 1, handful)
    };
    if handful.is_empty() {
        return None;
    }
    let mut done = written.0.lock().unwrap_or_else(PoisonError::into_inner);
    while number > *done + FURTHEST_AHEAD {
        let waited = written.1.wait_timeout(done, Duration::from_millis(200));
        done = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
    Some((number, handful))
}

fn answer(clerk: &mut Clerk, number: u64, handful: &[Listed], maker: &super::sheet::LineMaker) -> Answers {
    let mut answers = Answers { number, lines: String::new(), boards: 0, troubles: Vec::new(), cut: false };
    for listed in handful {
        let Ok(row) = clerk.answer(listed) else {
            answers.cut = true;
            break;
        };
        answers.boards += 1;
        if let Some(Field::Text(why)) = row.last() {
            answers.troubles.push((listed.line, why.clone()));
        }
        answers.lines.push_str(&maker.line(&row));
        answers.lines.push('\n');
    }
    answers
}
