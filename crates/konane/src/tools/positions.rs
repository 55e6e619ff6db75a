//! How many different positions can be reached, by moves of either player in any order.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use banmen_core::{Budget, Limits, Stop};

use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::frame::{Field, Frame};
use crate::normal::Key;

/// Counts the positions that can be reached from a board, itself included: as they are, neither split nor turned.
///
/// ```
/// use banmen_konane::{Jumps, tools::reachable};
/// let board = ".../BW./WB.".parse()?;
/// assert_eq!(reachable(&board, Jumps::Any, &Default::default(), &mut |_| {}), Ok(8));
/// # Ok::<(), banmen_konane::BoardError>(())
/// ```
pub fn reachable(
    board: &Board,
    jumps: Jumps,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<u64, (Stop, Effort)> {
    let board = if board.rows() > board.cols() { board.transposed() } else { *board };
    let (rows, cols) = (board.rows(), board.cols());
    if let Some(frame) = Frame::<u64>::for_size(rows, cols) {
        count(frame, &board, jumps, limits, report)
    } else if let Some(frame) = Frame::<u128>::for_size(rows, cols) {
        count(frame, &board, jumps, limits, report)
    } else {
        let frame = Frame::<Wide>::for_size(rows, cols).expect("a board fits the widest set");
        count(frame, &board, jumps, limits, report)
    }
}

/// Positions with the same number of stones; what occurs twice is removed whenever the list has doubled.
struct Level<B> {
    found: Vec<[B; 2]>,
    distinct: usize,
}

impl<B: Bits> Level<B> {
    const EMPTY: Level<B> = Level { found: Vec::new(), distinct: 0 };

    fn push(&mut self, position: [B; 2]) {
        self.found.push(position);
        if self.found.len() > 2 * self.distinct + FEWEST {
            self.thin();
        }
    }

    fn thin(&mut self) {
        self.found.sort_unstable();
        self.found.dedup();
        self.distinct = self.found.len();
    }
}

/// Lists shorter than this are not worth thinning, nor a thread of its own.
const FEWEST: usize = 1 << 12;
/// Positions between two looks at the limits.
const CHECK_EVERY: usize = 1 << 12;

/// Every jump takes stones away, so that positions are finished level by level, and only open levels are held. Each position belongs to one of
/// the threads, by its hash; each thread looks at its own positions and sorts what they lead to by whose that is.
fn count<B: Bits>(
    frame: Frame<B>,
    board: &Board,
    jumps: Jumps,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<u64, (Stop, Effort)> {
    let start = frame.field(board);
    let stones = start.stones().count() as usize;
    let threads = if cfg!(feature = "threads") { limits.threads.max(1) } else { 1 };
    let counters = || (0..threads).map(|_| AtomicUsize::new(0)).collect();
    let common = Common {
        frame,
        jumps,
        cells: start.cells(),
        budget: limits.start(),
        total: AtomicU64::new(0),
        held: counters(),
        stopped: AtomicBool::new(false),
    };
    // What each thread has found: by whose it is, and by the number of stones.
    let mut found: Vec<Vec<Vec<Level<B>>>> =
        (0..threads).map(|_| (0..threads).map(|_| (0..=stones).map(|_| Level::EMPTY).collect()).collect()).collect();
    found[0][common.owner([start.black, start.white])][stones].push([start.black, start.white]);
    for level in (0..=stones).rev() {
        let shares: Vec<Vec<[B; 2]>> = (0..threads)
            .map(|owner| {
                let mut lists = found.iter_mut().map(|found| std::mem::take(&mut found[owner][level].found));
                let mut share = lists.next().expect("there is at least one thread");
                lists.for_each(|list| share.extend(list));
                share
            })
            .collect();
        common.finish_level(shares, &mut found, report)?;
    }
    Ok(common.total.into_inner())
}

/// What the threads of a count share.
struct Common<B> {
    frame: Frame<B>,
    jumps: Jumps,
    cells: B,
    budget: Budget,
    /// Positions counted so far.
    total: AtomicU64,
    /// Positions held by each thread.
    held: Box<[AtomicUsize]>,
    /// Whether a thread met a limit.
    stopped: AtomicBool,
}

impl<B: Bits> Common<B> {
    /// Whose a position is.
    #[inline]
    fn owner(&self, [black, white]: [B; 2]) -> usize {
        let threads = self.held.len();
        let key = Key { black_or_open: black, white_or_open: white };
        if threads == 1 { 0 } else { (key.hash() >> 32) as usize % threads }
    }

    /// Looks at all positions of a level, of which each thread has a share.
    fn finish_level(
        &self,
        shares: Vec<Vec<[B; 2]>>,
        found: &mut [Vec<Vec<Level<B>>>],
        report: &mut dyn FnMut(&Effort),
    ) -> Result<(), (Stop, Effort)> {
        #[cfg(feature = "threads")]
        let positions: usize = shares.iter().map(Vec::len).sum();
        let mut tasks = shares.into_iter().zip(found).enumerate();
        #[cfg(feature = "threads")]
        if self.held.len() > 1 && positions > FEWEST {
            return std::thread::scope(|scope| {
                let (_, (first_share, first_found)) = tasks.next().expect("there is at least one thread");
                let helpers: Vec<_> = tasks
                    .map(|(number, (share, found))| scope.spawn(move || self.finish(number, share, found, &mut |_| {})))
                    .collect();
                let mut ended = self.finish(0, first_share, first_found, report);
                for helper in helpers {
                    let other = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    // A thread that was ended by another one has nothing to say.
                    if other.is_err() && matches!(ended, Ok(()) | Err((Stop::Cancelled, _))) {
                        ended = other;
                    }
                }
                ended
            });
        }
        tasks.try_for_each(|(number, (share, found))| self.finish(number, share, found, report))
    }

    /// Looks at the positions of a thread, and adds what they lead to to what it has found.
    fn finish(
        &self,
        number: usize,
        share: Vec<[B; 2]>,
        found: &mut [Vec<Level<B>>],
        report: &mut dyn FnMut(&Effort),
    ) -> Result<(), (Stop, Effort)> {
        let mut level = Level { found: share, distinct: 0 };
        level.thin();
        for (index, &[black, white]) in level.found.iter().enumerate() {
            if index % CHECK_EVERY == 0 {
                let lists = found.iter().flatten().map(|open| open.found.capacity());
                self.held[number].store(level.found.capacity() + lists.sum::<usize>(), Ordering::Relaxed);
                self.check(report)?;
                let next = level.found.len() - index;
                self.total.fetch_add(next.min(CHECK_EVERY) as u64, Ordering::Relaxed);
            }
            let field = Field { black, white, open: self.cells & !(black | white) };
            for stone in Stone::BOTH {
                self.frame.for_each_step(&field, stone, self.jumps, |step| {
                    let position = [step.after.black, step.after.white];
                    found[self.owner(position)][step.after.stones().count() as usize].push(position);
                });
            }
        }
        Ok(())
    }

    fn check(&self, report: &mut dyn FnMut(&Effort)) -> Result<(), (Stop, Effort)> {
        let total = self.total.load(Ordering::Relaxed);
        let held: usize = self.held.iter().map(|held| held.load(Ordering::Relaxed)).sum();
        let effort = Effort {
            positions: total,
            different: total,
            bytes: (held * size_of::<[B; 2]>()) as u64,
            elapsed: self.budget.elapsed(),
        };
        report(&effort);
        let stop = self.budget.stop_with_memory(total, effort.bytes);
        let stop = stop.or_else(|| self.stopped.load(Ordering::Relaxed).then_some(Stop::Cancelled));
        stop.map_or(Ok(()), |stop| {
            self.stopped.store(true, Ordering::Relaxed);
            Err((stop, effort))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use banmen_core::Random;

    use super::*;

    /// Every position in a plain set, by the referee's moves.
    fn plainly(board: Board, jumps: Jumps) -> u64 {
        let mut seen = HashSet::from([board]);
        let mut pending = vec![board];
        while let Some(board) = pending.pop() {
            for stone in Stone::BOTH {
                for (_, after) in board.options(stone, jumps) {
                    if seen.insert(after) {
                        pending.push(after);
                    }
                }
            }
        }
        seen.len() as u64
    }

    #[test]
    fn counts_agree_with_a_plain_set() {
        let mut random = Random::new(7);
        for case in 0..300 {
            let board = crate::testing::random_board(3 + case % 2, 3 + case % 3, &mut random);
            for jumps in [Jumps::Any, Jumps::Final] {
                let expected = plainly(board, jumps);
                for threads in [1, 2, 5] {
                    let limits = Limits { threads, ..Limits::none() };
                    let counted = reachable(&board, jumps, &limits, &mut |_| {});
                    assert_eq!(counted, Ok(expected), "{threads} threads\n{board}");
                }
            }
        }
    }

    #[test]
    fn tiles_reach_as_many_as_the_table_says() {
        let tile: Board = ".../BW./WB.".parse().unwrap();
        for (down, right, expected) in [(1, 1, 8), (1, 2, 100), (1, 3, 1268), (1, 4, 16_084), (2, 2, 28_545)] {
            let board = Board::tiled(&tile, down, right).unwrap();
            for threads in 1..4 {
                let limits = Limits { threads, ..Limits::none() };
                assert_eq!(reachable(&board, Jumps::Any, &limits, &mut |_| {}), Ok(expected), "{threads} threads");
            }
        }
    }

    #[test]
    fn a_limit_ends_the_count_of_all_threads() {
        let board = Board::tiled(&".../BW./WB.".parse().unwrap(), 2, 3).unwrap();
        for threads in 1..4 {
            let limits = Limits { threads, ..Limits::of_nodes(20_000) };
            let (stop, _) = reachable(&board, Jumps::Any, &limits, &mut |_| {}).unwrap_err();
            assert_eq!(stop, Stop::Nodes, "{threads} threads");
        }
    }
}
