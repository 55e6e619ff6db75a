//! Making a corpus on several threads.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use banmen_core::Limits;

use super::folder::{Corpus, CorpusError, Shard};
use super::game::Game;
use super::plan::Plan;
use super::selfplay::SelfPlay;

/// Games of a block.
const BLOCK: usize = 512;

/// How far a corpus has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// Games played, in this run and before.
    pub games: usize,
    /// Different labelled positions.
    pub positions: usize,
}

/// Plays the games of a plan that the corpus does not have, in the order of their numbers, until there are this many or the
/// [limits](Limits) (time, threads, cancel) end it. What was played by then is on disk.
pub fn make(
    corpus: Corpus,
    plan: &Plan,
    games: u32,
    shards: usize,
    limits: &Limits,
    report: &(dyn Fn(Made) + Sync),
) -> Result<Made, CorpusError> {
    let threads = limits.threads.max(1);
    let shards: Vec<Mutex<Shard>> =
        (0..shards.clamp(1, threads)).map(|index| corpus.shard(index).map(Mutex::new)).collect::<Result<_, _>>()?;
    let budget = limits.start();
    let corpus = Mutex::new(corpus);
    let next = AtomicU32::new(0);
    let failed = AtomicBool::new(false);
    let work = |thread: usize| -> Result<(), CorpusError> {
        let mut player = SelfPlay::new(plan.clone());
        let mut block: Vec<Game> = Vec::with_capacity(BLOCK);
        let write = |block: &mut Vec<Game>| {
            let written = lock(&shards[thread % shards.len()]).write(block);
            block.clear();
            written.inspect_err(|_| failed.store(true, Ordering::Relaxed))
        };
        while budget.stop(0).is_none() && !failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                break;
            }
            if lock(&corpus).has(number) {
                continue;
            }
            let Some(mut game) = player.game(number) else { break };
            let made = {
                let mut corpus = lock(&corpus);
                if corpus.admit(&mut game) {
                    block.push(game);
                }
                Made { games: corpus.games(), positions: corpus.positions() }
            };
            report(made);
            if block.len() == BLOCK {
                write(&mut block)?;
            }
        }
        write(&mut block)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let corpus = lock(&corpus);
    Ok(Made { games: corpus.games(), positions: corpus.positions() })
}

/// A panic of another thread ends the whole run, so what it left behind is never read.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use std::path::PathBuf;

    use super::super::folder::read;
    use super::super::game::Flags;
    use super::*;
    use crate::engine::evaluator::Evaluation;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("banmen-corpus-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn plan() -> Plan {
        let shares = ["freestyle15=2", "renju11=1"].map(|share| share.parse().unwrap()).to_vec();
        Plan { shares, nodes: 60, seed: 9, evaluation: Evaluation::Shapes }
    }

    fn run(folder: &Folder, games: u32, threads: usize) -> Made {
        let corpus = Corpus::open(&folder.0, &plan()).unwrap();
        let limits = Limits { threads, ..Limits::none() };
        make(corpus, &plan(), games, 3, &limits, &|_| {}).unwrap()
    }

    /// All games by number, without the marks of repeated positions, which depend on the order of games.
    fn games(folder: &Folder) -> Vec<Game> {
        let mut games = Vec::new();
        read(&folder.0, |mut game| {
            for label in &mut game.labels {
                label.flags.0 &= !Flags::REPEATED.0;
            }
            games.push(game);
        })
        .unwrap();
        games.sort_by_key(|game| game.number);
        games
    }

    #[test]
    fn the_games_are_the_same_on_any_number_of_threads_and_after_a_break() {
        let (one, two, torn) = (Folder::new("one"), Folder::new("two"), Folder::new("torn"));
        run(&one, 40, 1);
        run(&two, 40, 2);
        run(&torn, 15, 1);
        let shard = torn.0.join("000.games");
        let whole = fs::metadata(&shard).unwrap().len();
        OpenOptions::new().append(true).open(&shard).unwrap().write_all(&[200, 0, 0, 0, 0x78, 1, 2, 3]).unwrap();
        assert!(fs::metadata(&shard).unwrap().len() > whole);
        run(&torn, 40, 3);
        assert_eq!(games(&one).len(), 40);
        assert_eq!(games(&one), games(&two));
        assert_eq!(games(&one), games(&torn));
        assert_eq!(run(&two, 40, 2).games, 40);
        assert_eq!(games(&one), games(&two));
    }

    #[test]
    fn no_position_is_there_twice_without_a_mark() {
        let folder = Folder::new("keys");
        let made = run(&folder, 40, 2);
        let mut keys = HashSet::new();
        read(&folder.0, |game| {
            for (key, label) in game.keys().into_iter().zip(&game.labels) {
                assert!(label.flags.has(Flags::REPEATED) || keys.insert(key));
            }
        })
        .unwrap();
        assert_eq!(keys.len(), made.positions);
    }

    #[test]
    fn a_folder_of_another_plan_or_a_foreign_file_is_refused() {
        let folder = Folder::new("other");
        run(&folder, 1, 1);
        let other = Plan { nodes: 61, ..plan() };
        assert!(matches!(Corpus::open(&folder.0, &other), Err(CorpusError::OtherPlan { .. })));
        fs::write(folder.0.join("007.games"), "something else").unwrap();
        assert!(matches!(Corpus::open(&folder.0, &plan()), Err(CorpusError::Foreign { .. })));
    }
}
