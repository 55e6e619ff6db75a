//! `banmen GAME puzzles`: looks for puzzles in games of the engines and proves their answers.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use banmen_catalog::{Entry, PuzzleBook};
use banmen_core::{Draw, Limits, Puzzle, PuzzleKind, Random};
use clap::Args;

use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};
use crate::progress;

/// Games that are played before the puzzles in them are counted. Fixed, so that any number of threads finds the same puzzles.
const ROUND: usize = 64;

/// How many puzzles, from which seed.
#[derive(Args)]
pub struct Options {
    /// How many to find, of all kinds about equally many.
    #[arg(long, default_value_t = 120)]
    count: usize,
    /// Where the random numbers begin; the same seed finds the same puzzles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games to play at most.
    #[arg(long, default_value_t = 100_000)]
    games: usize,
    /// How many threads play and prove.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
}

/// Finds puzzles and prints them, one a line, after a remark with the command that found them.
pub fn run(entry: &Entry, options: &Options) -> Result<(), Failure> {
    let book = entry.puzzles().ok_or_else(|| Failure::input(format!("there are no puzzles of {}", entry.id())))?;
    let cancel = cancel_on_ctrl_c();
    let limits = Limits { cancel: cancel.clone(), ..Limits::none() };
    let bar = progress::bar("puzzles", options.count as u64);
    let mut found = Found::new(book, options.count);
    let mut games = 0;
    while !found.is_complete() && games < options.games && !cancel.is_set() {
        let round = found.next_round(games, ROUND.min(options.games - games));
        let puzzles = play(book, &round, options.seed, &limits, options.threads as usize);
        // A round that was interrupted may have missed what it was to prove; it does not count.
        if cancel.is_set() {
            break;
        }
        games += round.len();
        for ((_, kind), puzzle) in round.into_iter().zip(puzzles) {
            if let Some(puzzle) = puzzle {
                found.take(kind, puzzle)?;
            }
        }
        bar.set_position(found.count() as u64);
        bar.set_message(format!("in {games} games"));
    }
    bar.finish_and_clear();
    // A search that ended early is repeated by as many games.
    let ended = if found.is_complete() { String::new() } else { format!(" --games {games}") };
    output::line(format!("# banmen {} puzzles --count {} --seed {}{ended}", entry.id(), options.count, options.seed))?;
    for puzzle in found.puzzles() {
        output::line(serde_json::to_string(puzzle).map_err(Failure::failed)?)?;
    }
    if cancel.is_set() {
        return Err(Failure::Interrupted);
    }
    if !found.is_complete() {
        let count = found.count();
        return Err(Failure::failed(format!("{count} of {} puzzles were found in {games} games", options.count)));
    }
    Ok(())
}

/// Plays these games and looks for a puzzle in each, on several threads; the answers come in the order of the games.
fn play(
    book: &PuzzleBook,
    round: &[(usize, usize)],
    seed: u64,
    limits: &Limits,
    threads: usize,
) -> Vec<Option<Puzzle>> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; round.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(round.len()) {
            scope.spawn(|| {
                while let Some(&(game, kind)) = round.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let puzzle = (book.find)(&book.kinds[kind], seed_of(seed, game), limits);
                    let slot = game - round[0].0;
                    answers.lock().expect("no thread panics while it holds the lock")[slot] = puzzle;
                }
            });
        }
    });
    answers.into_inner().expect("no thread panics while it holds the lock")
}

/// The seed of a game.
fn seed_of(seed: u64, game: usize) -> u64 {
    Random::new(Random::new(seed).next_u64() ^ game as u64).next_u64()
}

/// What has been found, by kind.
struct Found<'a> {
    book: &'a PuzzleBook,
    kinds: &'a [PuzzleKind],
    wanted: Vec<usize>,
    puzzles: Vec<Vec<Puzzle>>,
    images: HashSet<String>,
}

impl<'a> Found<'a> {
    fn new(book: &'a PuzzleBook, count: usize) -> Self {
        let kinds = book.kinds;
        let wanted = (0..kinds.len()).map(|kind| (count + kinds.len() - 1 - kind) / kinds.len()).collect();
        Self { book, kinds, wanted, puzzles: vec![Vec::new(); kinds.len()], images: HashSet::new() }
    }

    fn count(&self) -> usize {
        self.puzzles.iter().map(Vec::len).sum()
    }

    fn lacks(&self, kind: usize) -> bool {
        self.puzzles[kind].len() < self.wanted[kind]
    }

    fn is_complete(&self) -> bool {
        (0..self.kinds.len()).all(|kind| !self.lacks(kind))
    }

    /// The next games, each with the kind that is looked for in it.
    fn next_round(&self, games: usize, most: usize) -> Vec<(usize, usize)> {
        let lacking: Vec<usize> = (0..self.kinds.len()).filter(|&kind| self.lacks(kind)).collect();
        (games..games + most).map(|game| (game, lacking[game % lacking.len()])).collect()
    }

    /// Takes a puzzle, unless there are enough of its kind or it is there already in a mirror.
    fn take(&mut self, kind: usize, puzzle: Puzzle) -> Result<(), Failure> {
        let image = (self.book.image)(&puzzle).map_err(Failure::failed)?;
        if self.lacks(kind) && self.images.insert(image) {
            self.puzzles[kind].push(puzzle);
        }
        Ok(())
    }

    /// All of them, kind by kind.
    fn puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        self.puzzles.iter().flatten()
    }
}
