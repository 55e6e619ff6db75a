//! Konane positions in the language of games: `Konane("BW./.WB")`.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use banmen_cgt::{Arena, Position, PositionProblem, Positions, Session, Value};
use banmen_core::{Budget, Limits};

use crate::board::{Board, Jumps, Stone};
use crate::evaluator::Evaluator;

/// What was learnt about positions, and how much may be spent on them.
struct Knowledge {
    evaluator: Evaluator<Arena>,
    budget: Budget,
}

/// Makes positions from their text, all of which share what was learnt about any of them.
struct Desk {
    name: &'static str,
    jumps: Jumps,
    knowledge: Rc<RefCell<Knowledge>>,
}

/// What the positions of a session share: with it, limits can be set anew for each text.
pub struct Desks(Vec<Rc<RefCell<Knowledge>>>);

impl Desks {
    /// Lets a session's texts speak of Konane: `Konane("…")` with the usual jumps, and `KonaneFinal("…")` where stones jump as far
    /// as they can.
    ///
    /// ```
    /// use banmen_cgt::Session;
    /// use banmen_core::Limits;
    /// use banmen_konane::tools::Desks;
    ///
    /// let mut session = Session::new();
    /// Desks::open(&mut session, &Limits::none());
    /// let shown = session.run("g := Konane(\".../BW./WB.\")\ng + 1\ng.LeftOptions").unwrap();
    /// assert_eq!(session.show(&shown[0]), "0");
    /// ```
    pub fn open(session: &mut Session, limits: &Limits) -> Desks {
        let mut desks = Desks(Vec::new());
        for (name, jumps) in [("Konane", Jumps::Any), ("KonaneFinal", Jumps::Final)] {
            let evaluator = Evaluator::new(Arena::new(), jumps);
            let knowledge = Rc::new(RefCell::new(Knowledge { evaluator, budget: limits.start() }));
            desks.0.push(Rc::clone(&knowledge));
            session.add_positions(Box::new(Desk { name, jumps, knowledge }));
        }
        desks
    }

    /// New limits, from now on.
    pub fn limit(&self, limits: &Limits) {
        for knowledge in &self.0 {
            knowledge.borrow_mut().budget = limits.start();
        }
    }
}

impl Positions for Desk {
    fn name(&self) -> &'static str {
        self.name
    }

    fn read(&self, text: &str) -> Result<Rc<dyn Position>, PositionProblem> {
        let board: Board =
            text.parse().map_err(|error: crate::BoardError| PositionProblem::Wrong(error.to_string()))?;
        Ok(Rc::new(OnBoard { board, jumps: self.jumps, knowledge: Rc::clone(&self.knowledge) }))
    }
}

/// A position on a board.
struct OnBoard {
    board: Board,
    jumps: Jumps,
    knowledge: Rc<RefCell<Knowledge>>,
}

impl fmt::Debug for OnBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.line())
    }
}

impl OnBoard {
    fn after(&self, board: Board) -> Rc<dyn Position> {
        Rc::new(OnBoard { board, jumps: self.jumps, knowledge: Rc::clone(&self.knowledge) })
    }

    fn options(&self, stone: Stone) -> Vec<Rc<dyn Position>> {
        let mut boards: Vec<Board> =
            self.board.options(stone, self.jumps).into_iter().map(|(_, after)| after).collect();
        boards.sort_unstable_by_key(Board::line);
        boards.dedup();
        boards.into_iter().map(|board| self.after(board)).collect()
    }
}

impl Position for OnBoard {
    fn text(&self) -> String {
        self.board.line()
    }

    fn value(&self, arena: &mut Arena) -> Result<Value, PositionProblem> {
        let Knowledge { evaluator, budget } = &mut *self.knowledge.borrow_mut();
        let limits = Limits { time: budget.remaining(), ..budget.limits().clone() };
        // What is known are ids of the session's arena, so that this arena is the one to work with.
        std::mem::swap(&mut evaluator.algebra, arena);
        let found = evaluator.solve(&self.board, &limits, &mut |_| {});
        std::mem::swap(&mut evaluator.algebra, arena);
        found.map_err(|unfinished| PositionProblem::Stopped(unfinished.stop.to_string()))
    }

    fn left_options(&self) -> Vec<Rc<dyn Position>> {
        self.options(Stone::Black)
    }

    fn right_options(&self) -> Vec<Rc<dyn Position>> {
        self.options(Stone::White)
    }

    fn negative(&self) -> Rc<dyn Position> {
        self.after(self.board.colours_swapped())
    }

    fn tikz(&self) -> Option<String> {
        Some(self.board.tikz())
    }
}
