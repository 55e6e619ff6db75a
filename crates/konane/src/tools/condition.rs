//! Conditions on positions: `temperature > 1 and stones < 6`.

use banmen_cgt::{Arena, Object, Session, Summary, Value};
use banmen_core::Limits;

use super::evaluate::{Mistake, session_limits};
use crate::board::{Board, Stone};

/// Words of a condition that depend on the position and not on its value alone.
const OF_POSITIONS: [&str; 3] = ["stones", "black", "white"];

/// What must hold of a position, in the language of games.
pub(super) struct Condition {
    text: String,
    /// Whether it speaks of the position and not of its value alone.
    pub of_positions: bool,
    session: Session,
}

impl Condition {
    /// A condition that has not been tried yet.
    pub fn new(text: &str, limits: &Limits) -> Condition {
        let mut session = Session::new();
        session.limits = session_limits(limits);
        let of_positions = OF_POSITIONS.iter().any(|word| text.contains(word));
        Condition { text: text.to_owned(), of_positions, session }
    }

    /// Whether it holds.
    pub fn holds(&mut self, arena: &mut Arena, value: Value, summary: &Summary, board: &Board) -> Result<bool, String> {
        std::mem::swap(&mut self.session.arena, arena);
        let session = &mut self.session;
        let numbers = [
            ("temperature", summary.temperature),
            ("mean", summary.mean),
            ("left_stop", summary.left_stop),
            ("right_stop", summary.right_stop),
            ("birthday", i64::from(summary.birthday).into()),
            ("nodes", (summary.subgames as i64).into()),
            ("black", (board.count(Stone::Black) as i64).into()),
            ("white", (board.count(Stone::White) as i64).into()),
            ("stones", (stones(board) as i64).into()),
        ];
        for (name, number) in numbers {
            let number = session.arena.number(number);
            session.set(name, Object::Game(number));
        }
        session.set("value", Object::Game(value));
        session.set("outcome", Object::Text(summary.outcome.to_string().into()));
        let result = session.run_with(&self.text, &mut |_, _| {}, &mut || None);
        std::mem::swap(&mut self.session.arena, arena);
        match result {
            Ok(Object::Truth(truth)) => Ok(truth),
            Ok(other) => Err(format!("the condition is {}, not a truth value such as `temperature > 1`", other.kind())),
            Err(error) => Err(format!("the condition: {}", Mistake::of(&error, &self.text))),
        }
    }
}

/// How many stones a board has.
pub(super) fn stones(board: &Board) -> usize {
    board.count(Stone::Black) + board.count(Stone::White)
}
