//! Proof-number search over sums, depth first.

use banmen_core::{Budget, Limits, Stop};

use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps, Stone};
use crate::engine::{Effort, Splitting};
use crate::frame::{Field, Frame};
use crate::outcome::sum::{Sum, Sums};
use crate::outcome::verdicts::{INFINITE, Numbers, Verdicts};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the player to move wins.
    pub wins: bool,
    /// How much it took.
    pub effort: Effort,
}

/// The memory for remembered verdicts when no limit says otherwise. Only what is used is taken from the system.
const USUAL_BYTES: u64 = if cfg!(target_family = "wasm") { 32 << 20 } else { 1 << 30 };
/// Boards with at most this share of stones, in percent, are split by following captures.
const SPARSE: usize = 60;
/// Sums between two looks at the limits.
const CHECK_EVERY: u64 = 64;
/// How much one possible move counts in the first guess of how hard a proof is.
const MOVE_WEIGHT: u32 = 2;
/// A line is left for the next best one only when it looks worse by more than one part in so many.
const PATIENCE: u32 = 4;

struct Search<'a, B: Bits> {
    sums: &'a mut Sums<B>,
    verdicts: &'a mut Verdicts,
    budget: &'a Budget,
    report: &'a mut dyn FnMut(&Effort),
    nodes: u64,
    options: Vec<(Sum, Numbers)>,
}

impl<B: Bits> Search<'_, B> {
    fn effort(&self) -> Effort {
        Effort {
            positions: self.nodes,
            different: self.sums.arena.len() as u64,
            bytes: (self.sums.bytes() + self.verdicts.used_bytes()) as u64,
            elapsed: self.budget.elapsed(),
        }
    }

    fn check(&mut self) -> Result<(), Stop> {
        let effort = self.effort();
        (self.report)(&effort);
        self.budget.stop_with_memory(self.nodes, effort.bytes).map_or(Ok(()), Err)
    }

    /// What is known of a sum before it is looked into.
    fn first_numbers(sums: &Sums<B>, verdicts: &Verdicts, sum: &Sum) -> Numbers {
        if sum.first == sum.end {
            return if sums.wins_value(sum.value) { Numbers::WON } else { Numbers::LOST };
        }
        verdicts.get(sum.signature).unwrap_or(Numbers {
            proof: 1 + MOVE_WEIGHT * sum.other_mobility,
            disproof: 1 + MOVE_WEIGHT * sum.mobility,
        })
    }

    /// Looks into a sum until it is decided or its numbers pass the bounds.
    fn search(&mut self, sum: &Sum, most: Numbers) -> Result<Numbers, Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.check()?;
        }
        let before = self.nodes;
        let first_option = self.options.len();
        let first_key = self.sums.keys.len();
        let mut options = std::mem::take(&mut self.options);
        let verdicts = &*self.verdicts;
        let mut won = false;
        let listed = self.sums.for_each_option(sum, self.budget, |sums, option| {
            let numbers = Self::first_numbers(sums, verdicts, &option);
            won |= numbers.disproof == 0;
            options.push((option, numbers));
        });
        self.options = options;
        listed?;
        let mut found = if won { Numbers::WON } else { self.combined(first_option) };
        while found.proof < most.proof && found.disproof < most.disproof {
            let (index, second) = self.most_promising(first_option);
            let (option, numbers) = self.options[index];
            // The option's proof is our disproof.
            let room = Numbers {
                disproof: most.proof.min(second.saturating_add(1 + second / PATIENCE)).min(INFINITE),
                proof: most.disproof.saturating_sub(found.disproof).saturating_add(numbers.proof).min(INFINITE),
            };
            let now = self.search(&option, room)?;
            self.options[index].1 = now;
            found = self.combined(first_option);
        }
        self.options.truncate(first_option);
        self.sums.keys.truncate(first_key);
        self.verdicts.insert(sum.signature, found, self.nodes - before + 1);
        Ok(found)
    }

    /// The numbers of a sum from those of its options.
    fn combined(&self, first: usize) -> Numbers {
        let mut proof = INFINITE;
        let (mut hardest, mut open) = (0u32, 0u32);
        for (_, numbers) in &self.options[first..] {
            if numbers.disproof == 0 {
                return Numbers::WON;
            }
            proof = proof.min(numbers.disproof);
            if numbers.proof > 0 {
                hardest = hardest.max(numbers.proof);
                open += 1;
            }
        }
        if open == 0 {
            return Numbers::LOST;
        }
        // The hardest option and one for each other: adding them all up would count shared lines many times over.
        Numbers { proof, disproof: (hardest + open - 1).min(INFINITE - 1) }
    }

    /// The option that looks easiest to win with, and the disproof number of the next one.
    fn most_promising(&self, first: usize) -> (usize, u32) {
        let (mut best, mut least, mut second) = (first, u32::MAX, INFINITE);
        for (index, (_, numbers)) in self.options.iter().enumerate().skip(first) {
            if numbers.proof == 0 {
                continue;
            }
            if numbers.disproof < least {
                second = least.min(INFINITE);
                least = numbers.disproof;
                best = index;
            } else {
                second = second.min(numbers.disproof);
            }
        }
        (best, second)
    }
}

/// Decides who wins boards under one jump convention, and remembers what it found.
pub struct Prover {
    jumps: Jumps,
    bytes: Option<u64>,
    memory: Option<Memory>,
}

/// What is remembered about boards of one frame.
struct Memory {
    sums: AnySums,
    splitting: Splitting,
    verdicts: Verdicts,
}

enum AnySums {
    Narrow(Sums<u64>),
    Medium(Sums<u128>),
    Broad(Sums<Wide>),
}

impl AnySums {
    fn for_size(rows: usize, cols: usize, jumps: Jumps, splitting: Splitting) -> AnySums {
        if let Some(frame) = Frame::<u64>::for_size(rows, cols) {
            AnySums::Narrow(Sums::new(frame, jumps, splitting))
        } else if let Some(frame) = Frame::<u128>::for_size(rows, cols) {
            AnySums::Medium(Sums::new(frame, jumps, splitting))
        } else {
            let frame = Frame::for_size(rows, cols).expect("a board fits the widest set");
            AnySums::Broad(Sums::new(frame, jumps, splitting))
        }
    }

    fn fits(&self, rows: usize, cols: usize) -> bool {
        match self {
            AnySums::Narrow(sums) => Frame::for_size(rows, cols) == Some(*sums.frame()),
            AnySums::Medium(sums) => {
                Frame::<u64>::for_size(rows, cols).is_none() && Frame::for_size(rows, cols) == Some(*sums.frame())
            }
            AnySums::Broad(sums) => {
                Frame::<u128>::for_size(rows, cols).is_none() && Frame::for_size(rows, cols) == Some(*sums.frame())
            }
        }
    }
}

impl Prover {
    /// A prover that may use this many bytes for what it remembers.
    pub fn new(jumps: Jumps, bytes: Option<u64>) -> Prover {
        Prover { jumps, bytes, memory: None }
    }

    /// Whether the player to move wins. What is found on the way is remembered for boards of the same size.
    pub fn solve(
        &mut self,
        board: &Board,
        to_move: Stone,
        limits: &Limits,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<Verdict, (Stop, Effort)> {
        let board = if board.rows() > board.cols() { board.transposed() } else { *board };
        let (rows, cols) = (board.rows(), board.cols());
        let stones = board.count(Stone::Black) + board.count(Stone::White);
        let sparse = stones * 100 <= rows * cols * SPARSE;
        let splitting = if sparse { Splitting::Captures } else { Splitting::Closure };
        let budget = limits.start();
        // A memory made for a fuller board serves its later positions as well.
        let reusable = self
            .memory
            .as_ref()
            .is_some_and(|memory| memory.sums.fits(rows, cols) && (sparse || memory.splitting == splitting));
        if !reusable {
            let half = limits.memory.map(|bytes| bytes / 2);
            let bytes = self.bytes.into_iter().chain(half).min().unwrap_or(USUAL_BYTES);
            self.memory = Some(Memory {
                sums: AnySums::for_size(rows, cols, self.jumps, splitting),
                splitting,
                verdicts: Verdicts::new(bytes as usize),
            });
        }
        let memory = self.memory.as_mut().expect("there is a memory by now");
        let verdicts = &mut memory.verdicts;
        match &mut memory.sums {
            AnySums::Narrow(sums) => Search::run(sums, verdicts, &board, to_move, &budget, report),
            AnySums::Medium(sums) => Search::run(sums, verdicts, &board, to_move, &budget, report),
            AnySums::Broad(sums) => Search::run(sums, verdicts, &board, to_move, &budget, report),
        }
    }
}

impl<'a, B: Bits> Search<'a, B> {
    fn run(
        sums: &'a mut Sums<B>,
        verdicts: &'a mut Verdicts,
        board: &Board,
        to_move: Stone,
        budget: &'a Budget,
        report: &'a mut dyn FnMut(&Effort),
    ) -> Result<Verdict, (Stop, Effort)> {
        let field = sums.frame().field(board);
        sums.keys.clear();
        let mut search = Search { sums, verdicts, budget, report, nodes: 0, options: Vec::new() };
        let answer = search.decide(&field, to_move);
        let effort = search.effort();
        (search.report)(&effort);
        answer.map(|wins| Verdict { wins, effort }).map_err(|stop| (stop, effort))
    }

    fn decide(&mut self, field: &Field<B>, to_move: Stone) -> Result<bool, Stop> {
        self.check()?;
        let sum = self.sums.of_field(field, to_move, self.budget)?;
        let mut numbers = Self::first_numbers(self.sums, self.verdicts, &sum);
        let whole = Numbers { proof: INFINITE, disproof: INFINITE };
        while numbers.decided().is_none() {
            numbers = self.search(&sum, whole)?;
        }
        Ok(numbers.proof == 0)
    }
}
