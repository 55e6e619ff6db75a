//! The Master: a game-tree search.
//!
//! Iterative deepening of a principal variation search with aspiration windows, a transposition table that threads share without
//! locks, quiescence over captures and attacks on the lion, null moves, late move reductions, singular extensions, and moves ordered by
//! what was learnt about them. A lion that can be taken is taken, so no line goes past that; a forced end is scored exactly by its
//! distance. A position that repeats is a draw.

mod deepen;
mod depth;
mod exchange;
mod history;
mod memory;
mod node;
mod parameters;
mod past;
mod picker;
mod pruning;
mod quiescence;
mod score;
mod signature;
mod time;
mod transposition;
mod worker;

pub use deepen::{Found, Info, Line};
pub use score::Score;
pub use signature::signature;
pub use time::{Clocks, Plan};

use crate::evaluation::{Evaluator, Weights};
use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::position::{AnyBoard, BoardName, Position};
use crate::variant::{Classic, Deer, Gorogoro, Variant};
use banmen_core::{Game, Limits};
use memory::Memory;
use std::sync::Arc;
use std::time::Duration;
use transposition::TranspositionTable;

/// The size of a table by default, in bytes.
pub const DEFAULT_TABLE: usize = 32 << 20;

/// What is asked of a search besides its limits.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many best lines are wanted.
    pub lines: usize,
    /// No new iteration is begun after this long.
    pub soft_time: Option<Duration>,
    /// Only these moves are looked at; empty for all.
    pub only: Vec<Move>,
    /// The search ends as soon as a forced end within this many plies is found.
    pub mate: Option<u32>,
    /// By how many hundredths of a chick a draw is worse than an even position to the side that searches.
    pub contempt: i32,
}

impl Default for Request {
    fn default() -> Self {
        Self { lines: 1, soft_time: None, only: Vec::new(), mate: None, contempt: 0 }
    }
}

/// A searcher of one board, with what it remembers from one search to the next.
pub struct Engine<V> {
    evaluator: Arc<Evaluator>,
    table: TranspositionTable,
    memories: Vec<Memory>,
    selective: bool,
    use_table: bool,
    variant: std::marker::PhantomData<V>,
}

/// The name of the board `V`.
pub(crate) fn name_of<V: Variant>() -> BoardName {
    BoardName::ALL.into_iter().find(|name| name.spec().name == V::SPEC.name).unwrap_or_default()
}

impl<V: Variant> Engine<V> {
    /// A searcher with the weights that come with the program and a table of about this many bytes.
    pub fn new(table_bytes: usize) -> Self {
        Self::with_weights(&Weights::of(name_of::<V>()), table_bytes)
    }

    /// A searcher with other weights.
    pub fn with_weights(weights: &Weights, table_bytes: usize) -> Self {
        Self::with_evaluator(Arc::new(Evaluator::new::<V>(weights)), table_bytes)
    }

    /// A searcher that shares an evaluator with others.
    pub fn with_evaluator(evaluator: Arc<Evaluator>, table_bytes: usize) -> Self {
        Self {
            evaluator,
            table: TranspositionTable::new(table_bytes),
            memories: Vec::new(),
            selective: true,
            use_table: true,
            variant: std::marker::PhantomData,
        }
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// The table's size in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Searches a position that is not over. `keys` are those of the game so far, this position's last.
    ///
    /// There is always an answer: the first iteration is never stopped.
    pub fn search(
        &mut self,
        board: &PieceBoard<V>,
        keys: &[u64],
        limits: &Limits,
        request: &Request,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        deepen::search(self, board, keys, limits, request, report)
    }
}

/// A searcher whose board is known at run time only.
pub enum AnyEngine {
    /// The 5×5 game with deer.
    Deer(Box<Engine<Deer>>),
    /// The classic 3×4 game.
    Classic(Box<Engine<Classic>>),
    /// The 5×6 game.
    Gorogoro(Box<Engine<Gorogoro>>),
}

impl AnyEngine {
    /// A searcher of this board with a table of about this many bytes.
    pub fn new(board: BoardName, table_bytes: usize) -> Self {
        match board {
            BoardName::Deer => Self::Deer(Box::new(Engine::new(table_bytes))),
            BoardName::Classic => Self::Classic(Box::new(Engine::new(table_bytes))),
            BoardName::Gorogoro => Self::Gorogoro(Box::new(Engine::new(table_bytes))),
        }
    }

    /// The board it searches.
    pub const fn name(&self) -> BoardName {
        match self {
            Self::Deer(_) => BoardName::Deer,
            Self::Classic(_) => BoardName::Classic,
            Self::Gorogoro(_) => BoardName::Gorogoro,
        }
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self) {
        match self {
            Self::Deer(engine) => engine.forget(),
            Self::Classic(engine) => engine.forget(),
            Self::Gorogoro(engine) => engine.forget(),
        }
    }

    /// Searches a position; `None` if the game is over there or the board is another.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        request: &Request,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Found> {
        position.turn().seat()?;
        self.search_board(position.board(), position.keys(), limits, request, report)
    }

    /// Searches a board; `None` if nothing can be played there or the board is another. `keys` are those of the game so far, this
    /// board's last.
    pub fn search_board(
        &mut self,
        board: &AnyBoard,
        keys: &[u64],
        limits: &Limits,
        request: &Request,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Found> {
        match (self, board) {
            (Self::Deer(engine), AnyBoard::Deer(board)) if board.ending().is_none() => {
                Some(engine.search(board, keys, limits, request, report))
            }
            (Self::Classic(engine), AnyBoard::Classic(board)) if board.ending().is_none() => {
                Some(engine.search(board, keys, limits, request, report))
            }
            (Self::Gorogoro(engine), AnyBoard::Gorogoro(board)) if board.ending().is_none() => {
                Some(engine.search(board, keys, limits, request, report))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
