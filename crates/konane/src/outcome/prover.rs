//! Decides who wins boards, and remembers what it found.

use std::sync::Arc;

use banmen_cgt::{Arena, Value};
use banmen_core::{Budget, Limits, Stop};

use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps, Stone};
use crate::engine::{Effort, Splitting};
use crate::frame::Frame;
use crate::outcome::pool::Pool;
use crate::outcome::search::{BlackMove, Options, Root, Worker};
use crate::outcome::shared::Shared;
use crate::outcome::sum::Sums;
use crate::outcome::verdicts::{BUCKET_BYTES, Verdicts};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Whether the player to move wins.
    pub wins: bool,
    /// How much it took.
    pub effort: Effort,
}

/// The memory when no limit says otherwise. Only what is used is taken from the system.
const USUAL_BYTES: u64 = if cfg!(target_family = "wasm") { 32 << 20 } else { 1 << 30 };
/// Boards with at most this share of stones, in percent, are split by following captures.
const SPARSE: usize = 60;

/// Decides who wins boards under one jump convention, and remembers what it found.
pub struct Prover {
    jumps: Jumps,
    bytes: Option<u64>,
    memory: Option<AnyMemory>,
}

/// What is remembered about boards of one frame.
struct Memory<B: Bits> {
    frame: Frame<B>,
    splitting: Splitting,
    verdicts: Verdicts,
    /// The values of small parts, for each worker its own.
    sums: Vec<Sums<B>>,
    /// The values of restrained parts, if several workers share them.
    pool: Option<Arc<Pool>>,
    /// The bytes that all values together may take.
    room: usize,
}

enum AnyMemory {
    Narrow(Memory<u64>),
    Medium(Memory<u128>),
    Broad(Memory<Wide>),
}

/// Calls a method of whichever memory it is.
macro_rules! with_memory {
    ($any:expr, $memory:ident => $call:expr) => {
        match $any {
            AnyMemory::Narrow($memory) => $call,
            AnyMemory::Medium($memory) => $call,
            AnyMemory::Broad($memory) => $call,
        }
    };
}

impl AnyMemory {
    fn for_size(rows: usize, cols: usize, splitting: Splitting, verdicts: Verdicts, room: usize) -> AnyMemory {
        if let Some(frame) = Frame::<u64>::for_size(rows, cols) {
            AnyMemory::Narrow(Memory { frame, splitting, verdicts, sums: Vec::new(), pool: None, room })
        } else if let Some(frame) = Frame::<u128>::for_size(rows, cols) {
            AnyMemory::Medium(Memory { frame, splitting, verdicts, sums: Vec::new(), pool: None, room })
        } else {
            let frame = Frame::for_size(rows, cols).expect("a board fits the widest set");
            AnyMemory::Broad(Memory { frame, splitting, verdicts, sums: Vec::new(), pool: None, room })
        }
    }

    fn fits(&self, rows: usize, cols: usize) -> bool {
        let [narrow, medium] =
            [Frame::<u64>::for_size(rows, cols).is_some(), Frame::<u128>::for_size(rows, cols).is_some()];
        match self {
            AnyMemory::Narrow(memory) => Frame::for_size(rows, cols) == Some(memory.frame),
            AnyMemory::Medium(memory) => !narrow && Frame::for_size(rows, cols) == Some(memory.frame),
            AnyMemory::Broad(memory) => !medium && Frame::for_size(rows, cols) == Some(memory.frame),
        }
    }

    fn splitting(&self) -> Splitting {
        with_memory!(self, memory => memory.splitting)
    }
}

impl Prover {
    /// A prover that may use this many bytes in all.
    pub fn new(jumps: Jumps, bytes: Option<u64>) -> Prover {
        Prover { jumps, bytes, memory: None }
    }

    /// Whether the player to move wins. What is found on the way is remembered for boards of the same size.
    ///
    /// As many threads work as the limits allow, if the crate was built with the feature `threads`.
    pub fn solve(
        &mut self,
        board: &Board,
        to_move: Stone,
        limits: &Limits,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<Proved, (Stop, Effort)> {
        self.solve_openings(&[vec![*board]], to_move, limits, report)
    }

    /// Whether the player to move wins a game in which it first chooses one of several lists, then the other player chooses
    /// a board from that list, and then the player to move jumps first. All boards have the same size.
    pub fn solve_openings(
        &mut self,
        openings: &[Vec<Board>],
        to_move: Stone,
        limits: &Limits,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<Proved, (Stop, Effort)> {
        let budget = limits.start();
        let laid: Vec<Vec<Board>> = openings.iter().map(|boards| boards.iter().map(laid_out).collect()).collect();
        let Some(fullest) = laid.iter().flatten().max_by_key(|board| stones(board)) else {
            // Nothing to choose from: the player to move loses.
            return Ok(Proved { wins: false, effort: Effort::default() });
        };
        let jumps = self.jumps;
        let memory = self.memory_for(fullest, limits);
        with_memory!(memory, memory => {
            let fields = |boards: &Vec<Board>| boards.iter().map(|board| memory.frame.field(board)).collect();
            let openings = laid.iter().map(fields).collect();
            memory.solve(&Root::Openings(&openings, to_move), jumps, &budget, report)
        })
    }

    /// Whether the player to move wins a sum of parts of a board that was solved before, and a value.
    pub(super) fn solve_parts(
        &mut self,
        parts: &[Board],
        value: Value,
        arena: &Arena,
        to_move: Stone,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let parts: Vec<Board> = parts.iter().map(laid_out).collect();
        let (jumps, budget) = (self.jumps, limits.start());
        let memory = self.memory.as_mut().expect("a board was solved before");
        let root = (parts.as_slice(), value, arena, to_move);
        let found = with_memory!(memory, memory => {
            memory.solve(&Root::Parts(root.0, root.1, root.2, root.3), jumps, &budget, &mut |_| {})
        });
        found.map(|verdict| verdict.wins).map_err(|(stop, _)| stop)
    }

    /// Which of Black's moves in a sum leads to what is known to be lost for White, without a search: of several the one that leaves
    /// the fewest stones to play for. The moves are what each becomes, with the part in which it is.
    pub(super) fn known_to_win(
        &mut self,
        parts: &[Board],
        moves: &[BlackMove],
        arena: &Arena,
        limits: &Limits,
    ) -> Result<Option<usize>, Stop> {
        let parts: Vec<Board> = parts.iter().map(laid_out).collect();
        let laid = |made: &BlackMove| BlackMove {
            jump: made.jump.map(|(part, after)| (part, laid_out(&after))),
            value: made.value,
        };
        let list: Vec<BlackMove> = moves.iter().map(laid).collect();
        let options = Options { parts: &parts, arena, list: &list };
        let budget = limits.start();
        let memory = self.memory.as_mut().expect("a board was solved before");
        with_memory!(memory, memory => memory.known_to_be_lost(&options, &budget))
    }

    /// Says whether bounds by restraint are asked for. What they decide, a certificate has to spell out.
    pub(super) fn restrain(&mut self, restrains: bool) {
        if let Some(memory) = &mut self.memory {
            with_memory!(memory, memory => {
                memory.sums.iter_mut().for_each(|sums| sums.restrains = restrains);
            });
        }
    }

    /// Whether the board that was solved last is split by following captures.
    pub(super) fn follows_captures(&self) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.splitting() == Splitting::Captures)
    }

    /// The memory for boards like this one, made if there is none yet.
    fn memory_for(&mut self, board: &Board, limits: &Limits) -> &mut AnyMemory {
        let (rows, cols) = (board.rows(), board.cols());
        let splitting = splitting_of(board);
        // A memory made for a fuller board serves its later positions as well.
        let serves = |memory: &AnyMemory| {
            memory.fits(rows, cols) && (splitting == Splitting::Captures || memory.splitting() == splitting)
        };
        let kept = self.memory.take().filter(serves);
        let bytes = self.bytes_within(limits);
        self.memory.insert(kept.unwrap_or_else(|| {
            AnyMemory::for_size(rows, cols, splitting, Verdicts::new(table_bytes(bytes)), value_bytes(bytes))
        }))
    }

    fn bytes_within(&self, limits: &Limits) -> usize {
        let bytes = self.bytes.into_iter().chain(limits.memory).min().unwrap_or(USUAL_BYTES);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }

    /// Makes an empty memory for boards like this one, with a table that began with this many buckets and has doubled so often.
    /// Says whether it fits the limits.
    pub(super) fn make_room(&mut self, board: &Board, first_buckets: usize, doublings: u32, limits: &Limits) -> bool {
        let bytes = self.bytes_within(limits);
        let most = table_bytes(bytes) / BUCKET_BYTES;
        if most.checked_shr(doublings).is_none_or(|most| first_buckets > most) {
            return false;
        }
        let board = laid_out(board);
        let verdicts = Verdicts::with_buckets(first_buckets, doublings, most);
        let fits = verdicts.size() == (first_buckets, doublings);
        self.memory = fits.then(|| {
            AnyMemory::for_size(board.rows(), board.cols(), splitting_of(&board), verdicts, value_bytes(bytes))
        });
        fits
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.memory = None;
    }

    /// The table of what is remembered.
    pub(super) fn verdicts(&self) -> Option<&Verdicts> {
        self.memory.as_ref().map(|memory| with_memory!(memory, memory => &memory.verdicts))
    }
}

/// The least that the values of one worker take: with less it would forget them all the time.
const LEAST_VALUES: usize = 256 << 10;

/// One part in so many of the values' room is for what workers share.
const POOL_SHARE: usize = 2;

/// The share of the memory for values; as much again is kept free for the moment when their room grows.
fn value_bytes(bytes: usize) -> usize {
    (bytes / 8).max(LEAST_VALUES)
}

/// The share of the values' room for what several workers share, without taking from what each needs for itself.
fn pool_bytes(room: usize, workers: usize) -> usize {
    if workers == 1 {
        return 0;
    }
    (room / POOL_SHARE).min(room.saturating_sub(workers * LEAST_VALUES))
}

/// The share of the memory for the table.
fn table_bytes(bytes: usize) -> usize {
    bytes.saturating_sub(2 * value_bytes(bytes))
}

/// How to split boards like this one.
fn splitting_of(board: &Board) -> Splitting {
    let sparse = stones(board) * 100 <= board.rows() * board.cols() * SPARSE;
    if sparse { Splitting::Captures } else { Splitting::Closure }
}

fn stones(board: &Board) -> usize {
    board.count(Stone::Black) + board.count(Stone::White)
}

/// The board with its longer side along the rows.
fn laid_out(board: &Board) -> Board {
    if board.rows() > board.cols() { board.transposed() } else { *board }
}

impl<B: Bits> Memory<B> {
    fn solve(
        &mut self,
        root: &Root<'_, B>,
        jumps: Jumps,
        budget: &Budget,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<Proved, (Stop, Effort)> {
        let Memory { frame, splitting, verdicts, sums, pool, room } = self;
        let threads = if cfg!(feature = "threads") { budget.limits().threads } else { 1 };
        let workers = threads.min(*room / LEAST_VALUES).max(1);
        let others = sums.len() != workers;
        sums.truncate(workers);
        while sums.len() < workers {
            let restrains = sums.first().is_none_or(|first| first.restrains);
            let mut more = Sums::new(*frame, jumps, *splitting);
            more.restrains = restrains;
            sums.push(more);
        }
        if others {
            // Bounds by restraint are asked for on such boards only.
            let restrained = jumps == Jumps::Any && *splitting == Splitting::Captures;
            *pool = restrained.then(|| Pool::new(pool_bytes(*room, workers)).map(Arc::new)).flatten();
            for sums in &mut *sums {
                sums.share(pool.as_ref());
            }
        }
        let own_room = (*room - pool.as_ref().map_or(0, |pool| pool.most_bytes())) / workers;
        let shared = Shared::new(workers);
        let mut hands: Vec<_> = sums
            .iter_mut()
            .enumerate()
            .map(|(number, sums)| Worker::new(sums, verdicts, &shared, budget, number, own_room))
            .collect();
        let found = loop {
            let found = work_together(&mut hands, root, report);
            if !shared.is_paused() {
                break found;
            }
            verdicts.grow();
            if let Some(pool) = pool {
                pool.grow();
            }
            shared.go_on();
        };
        let effort = hands[0].effort();
        // One worker may have met a limit while another wanted the table to grow.
        let found = found.and_then(|wins| {
            let limit = || budget.stop_with_memory(effort.positions, effort.bytes).unwrap_or(Stop::Cancelled);
            wins.ok_or_else(limit)
        });
        let found = shared.decided().map_or(found, Ok);
        found.map(|wins| Proved { wins, effort }).map_err(|stop| (stop, effort))
    }
}

impl<B: Bits> Memory<B> {
    fn known_to_be_lost(&mut self, options: &Options<'_>, budget: &Budget) -> Result<Option<usize>, Stop> {
        let shared = Shared::new(1);
        let sums = self.sums.first_mut().expect("a board was solved before");
        Worker::new(sums, &self.verdicts, &shared, budget, 0, self.room).known_to_be_lost(options)
    }
}

/// Lets workers work until one of them knows who wins, a limit is reached, or the table has to grow.
fn work_together<B: Bits>(
    hands: &mut [Worker<'_, B>],
    root: &Root<'_, B>,
    report: &mut dyn FnMut(&Effort),
) -> Result<Option<bool>, Stop> {
    let (first, others) = hands.split_first_mut().expect("there is at least one worker");
    #[cfg(feature = "threads")]
    return std::thread::scope(|scope| {
        for worker in others {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || worker.run(root, &mut |_| {}))
                // With fewer threads than hoped for the answer is the same.
                .ok();
        }
        first.run(root, report)
    });
    #[cfg(not(feature = "threads"))]
    {
        debug_assert!(others.is_empty());
        first.run(root, report)
    }
}

/// The stack of a worker: a search goes as deep as the game is long.
#[cfg(feature = "threads")]
const STACK_BYTES: usize = 16 << 20;
