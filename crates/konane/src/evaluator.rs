//! Evaluates boards of every size, and remembers what it has learnt about all of them.

use banmen_core::{Limits, Stop};

use crate::algebra::Algebra;
use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps};
use crate::engine::{Effort, Engine, Splitting};
use crate::frame::Frame;

/// Evaluates boards under one jump convention: to values with a [`banmen_cgt::Arena`], to structures of game strings with
/// [`Structures`](crate::Structures).
///
/// What was learnt stays when a limit ends a question, so that asking again goes on from there.
pub struct Evaluator<A: Algebra> {
    /// Where the answers' ids come from.
    pub algebra: A,
    jumps: Jumps,
    splitting: Option<Splitting>,
    engines: Vec<AnyEngine<A::Id>>,
}

enum AnyEngine<I> {
    Narrow(Engine<u64, I>),
    Medium(Engine<u128, I>),
    Broad(Engine<Wide, I>),
}

/// A part of a board that never influences the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its rows and columns, cut out, with the cells of other parts blocked.
    pub board: Board,
    /// Its cells on the whole board, bit `row * cols + col`.
    pub(crate) cells: Wide,
    cols: usize,
}

impl Component {
    /// Its cells on the whole board: row from the top, column from the left.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let cols = self.cols;
        self.cells.cells().map(move |cell| (cell as usize / cols, cell as usize % cols))
    }
}

/// A question that a limit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stop} after {} positions", effort.positions)]
pub struct Unfinished {
    /// Which limit.
    pub stop: Stop,
    /// How far the work had got.
    pub effort: Effort,
}

/// Boards with at most this share of stones, in percent, are split by following captures.
///
/// On boards fuller than this, following captures finds few more parts and takes longer than it saves.
const SPARSE: usize = 60;

impl<A: Algebra> Evaluator<A> {
    /// An evaluator that knows nothing yet.
    pub fn new(algebra: A, jumps: Jumps) -> Evaluator<A> {
        Evaluator { algebra, jumps, splitting: None, engines: Vec::new() }
    }

    /// The same, splitting always in one way. The answers do not depend on it.
    #[must_use]
    pub fn with_splitting(mut self, splitting: Splitting) -> Evaluator<A> {
        self.splitting = Some(splitting);
        self
    }

    /// The jump convention.
    pub fn jumps(&self) -> Jumps {
        self.jumps
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.algebra.bytes() + self.engines.iter().map(AnyEngine::bytes).sum::<usize>()
    }

    fn splitting_of(&self, board: &Board) -> Splitting {
        let stones = board.count(crate::Stone::Black) + board.count(crate::Stone::White);
        let sparse = stones * 100 <= board.rows() * board.cols() * SPARSE;
        self.splitting.unwrap_or(if sparse { Splitting::Captures } else { Splitting::Closure })
    }

    /// The independent parts of a board, none of which is without moves.
    pub fn components(&mut self, board: &Board) -> Vec<Component> {
        let splitting = self.splitting_of(board);
        let (engine, laid, transposed) = self.engine_for(board);
        let mut sets = match engine {
            AnyEngine::Narrow(engine) => component_cells(engine, &laid, splitting),
            AnyEngine::Medium(engine) => component_cells(engine, &laid, splitting),
            AnyEngine::Broad(engine) => component_cells(engine, &laid, splitting),
        };
        if transposed {
            for set in &mut sets {
                *set = set.cells().fold(Wide::EMPTY, |moved, cell| {
                    let (row, col) = (cell as usize / laid.cols(), cell as usize % laid.cols());
                    moved | Wide::bit(board.index(col, row))
                });
            }
        }
        sets.into_iter().map(|cells| Component { board: board.part(cells), cells, cols: board.cols() }).collect()
    }

    /// The id of a board.
    pub fn solve(
        &mut self,
        board: &Board,
        limits: &Limits,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<A::Id, Unfinished> {
        let splitting = self.splitting_of(board);
        let budget = limits.start();
        let index = self.engine_index(board);
        let others = self.engines.iter().enumerate().filter(|&(i, _)| i != index);
        let other_bytes = others.map(|(_, engine)| engine.bytes()).sum();
        let (laid, _) = laid_out(board);
        let mut last = Effort::default();
        let mut noted = |effort: &Effort| {
            last = *effort;
            report(effort);
        };
        let algebra = &mut self.algebra;
        macro_rules! ask {
            ($engine:expr) => {{
                let field = $engine.frame().field(&laid);
                #[cfg(feature = "threads")]
                if budget.limits().threads > 1 {
                    $engine.solve_together(&field, algebra, splitting, &budget, &mut noted, other_bytes)
                } else {
                    let mut inquiry = $engine.inquiry(algebra, splitting, &budget, &mut noted, other_bytes);
                    let answer = inquiry.solve(&field);
                    (answer, inquiry.effort())
                }
                #[cfg(not(feature = "threads"))]
                {
                    let mut inquiry = $engine.inquiry(algebra, splitting, &budget, &mut noted, other_bytes);
                    let answer = inquiry.solve(&field);
                    (answer, inquiry.effort())
                }
            }};
        }
        let (answer, effort) = match &mut self.engines[index] {
            AnyEngine::Narrow(engine) => ask!(engine),
            AnyEngine::Medium(engine) => ask!(engine),
            AnyEngine::Broad(engine) => ask!(engine),
        };
        report(&effort);
        self.algebra.allow(u64::MAX);
        answer.map_err(|stop| Unfinished { stop, effort })
    }

    fn engine_for(&mut self, board: &Board) -> (&mut AnyEngine<A::Id>, Board, bool) {
        let index = self.engine_index(board);
        let (laid, transposed) = laid_out(board);
        (&mut self.engines[index], laid, transposed)
    }

    /// The engine whose frame fits the board, made if there is none yet.
    fn engine_index(&mut self, board: &Board) -> usize {
        let (laid, _) = laid_out(board);
        let (rows, cols) = (laid.rows(), laid.cols());
        let frame = AnyFrame::for_size(rows, cols);
        let known = self.engines.iter().position(|engine| engine.shape() == frame.shape());
        known.unwrap_or_else(|| {
            self.engines.push(match frame {
                AnyFrame::Narrow(frame) => AnyEngine::Narrow(Engine::new(frame, self.jumps, A::ZERO)),
                AnyFrame::Medium(frame) => AnyEngine::Medium(Engine::new(frame, self.jumps, A::ZERO)),
                AnyFrame::Broad(frame) => AnyEngine::Broad(Engine::new(frame, self.jumps, A::ZERO)),
            });
            self.engines.len() - 1
        })
    }
}

/// The frame of a board.
enum AnyFrame {
    Narrow(Frame<u64>),
    Medium(Frame<u128>),
    Broad(Frame<Wide>),
}

impl AnyFrame {
    /// The narrowest frame that fits.
    fn for_size(rows: usize, cols: usize) -> AnyFrame {
        let narrow = Frame::for_size(rows, cols).map(AnyFrame::Narrow);
        let medium = || Frame::for_size(rows, cols).map(AnyFrame::Medium);
        let broad = || Frame::for_size(rows, cols).map(AnyFrame::Broad);
        narrow.or_else(medium).or_else(broad).expect("a board has at most as many cells as the widest set")
    }

    /// Its width and stride.
    fn shape(&self) -> (u32, u32) {
        match self {
            AnyFrame::Narrow(frame) => (u64::WIDTH, frame.stride),
            AnyFrame::Medium(frame) => (u128::WIDTH, frame.stride),
            AnyFrame::Broad(frame) => (Wide::WIDTH, frame.stride),
        }
    }
}

/// The board with its longer side along the rows, and whether it had to be transposed for that.
fn laid_out(board: &Board) -> (Board, bool) {
    if board.rows() > board.cols() { (board.transposed(), true) } else { (*board, false) }
}

fn component_cells<B: Bits, I: Copy + Ord>(
    engine: &mut Engine<B, I>,
    board: &Board,
    splitting: Splitting,
) -> Vec<Wide> {
    let frame = *engine.frame();
    let mut sets = Vec::new();
    engine.split(&frame.field(board), splitting, |part| sets.push(frame.on_board(part.cells(), board.cols())));
    sets
}

impl<I: Copy + Ord> AnyEngine<I> {
    fn bytes(&self) -> usize {
        match self {
            AnyEngine::Narrow(engine) => engine.bytes(),
            AnyEngine::Medium(engine) => engine.bytes(),
            AnyEngine::Broad(engine) => engine.bytes(),
        }
    }

    /// The width and stride of its frame.
    fn shape(&self) -> (u32, u32) {
        match self {
            AnyEngine::Narrow(engine) => (u64::WIDTH, engine.frame().stride),
            AnyEngine::Medium(engine) => (u128::WIDTH, engine.frame().stride),
            AnyEngine::Broad(engine) => (Wide::WIDTH, engine.frame().stride),
        }
    }
}
