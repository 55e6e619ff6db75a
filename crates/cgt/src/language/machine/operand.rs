//! What stands on the stack, as the kind of thing that an operation needs, within the limits of the language.

use std::cmp::Ordering;

use super::Machine;
use crate::arena::{Arena, Exhausted};
use crate::dyadic::Dyadic;
use crate::language::object::{List, Object, PositionProblem};
use crate::language::problem::Problem;
use crate::language::{
    DEEPEST_LIST, FINEST_EXPONENT, GREATEST_HEIGHT, LARGEST_INFINITESIMAL, LARGEST_NUMBER, LONGEST_LIST,
};
use crate::options::Side;
use crate::value::{NumberUpStar, Value};

impl Machine<'_, '_> {
    /// A list of these things, unless it is too large.
    pub(crate) fn list(&mut self, items: Vec<Object>) -> Result<Object, Problem> {
        self.spend(items.len())?;
        if items.len() > LONGEST_LIST {
            return Err(Problem::ListSize);
        }
        self.weigh(items.len() * size_of::<Object>())?;
        let list = List::new(items);
        let object = Object::List(list);
        if object.depth() > DEEPEST_LIST { Err(Problem::ListSize) } else { Ok(object) }
    }

    /// A text.
    pub(crate) fn text_object(&mut self, text: String) -> Result<Object, Problem> {
        self.weigh(text.len())?;
        Ok(Object::Text(text.into()))
    }

    /// The game that something is worth.
    pub(crate) fn game_of(&mut self, object: &Object, what: &str) -> Result<Value, Problem> {
        match object {
            Object::Game(value) => Ok(*value),
            Object::Position(position) => {
                let value = position.value(&mut self.session.arena).map_err(position_problem)?;
                self.check(value)?;
                Ok(value)
            }
            other => Err(kind_problem(what, "a game", other)),
        }
    }

    pub(crate) fn number_of(&mut self, object: &Object, what: &str) -> Result<Dyadic, Problem> {
        let value = self.game_of(object, what)?;
        self.session.arena.to_number(value).ok_or_else(|| Problem::Kind {
            what: what.to_owned(),
            expected: "a number",
            found: "another game",
        })
    }

    pub(crate) fn integer_of(&mut self, object: &Object, what: &str) -> Result<i64, Problem> {
        let number = self.number_of(object, what)?;
        number.to_integer().ok_or_else(|| Problem::Kind {
            what: what.to_owned(),
            expected: "an integer",
            found: "another number",
        })
    }

    pub(super) fn pop_game(&mut self, what: &str) -> Result<Value, Problem> {
        let object = self.pop();
        self.game_of(&object, what)
    }

    pub(super) fn pop_truth(&mut self, what: &str) -> Result<bool, Problem> {
        match self.pop() {
            Object::Truth(truth) => Ok(truth),
            other => Err(kind_problem(what, "a truth value", &other)),
        }
    }

    /// Games among options, where a list stands for its elements.
    pub(super) fn pop_options(&mut self, count: usize) -> Result<Vec<Value>, Problem> {
        let mut options = Vec::with_capacity(count);
        for object in self.pop_many(count) {
            match object {
                Object::List(list) => {
                    for item in list.items() {
                        options.push(self.game_of(item, "an option")?);
                    }
                }
                object => options.push(self.game_of(&object, "an option")?),
            }
        }
        Ok(options)
    }

    /// A game that the arena works out, if it is small enough.
    pub(crate) fn game(
        &mut self,
        operation: impl FnMut(&mut Arena) -> Result<Value, Exhausted>,
    ) -> Result<Object, Problem> {
        let value = self.work(operation)?;
        self.check(value)?;
        Ok(Object::Game(value))
    }

    pub(crate) fn number(&mut self, number: Dyadic) -> Result<Object, Problem> {
        check_parts(NumberUpStar::number(number))?;
        Ok(Object::Game(self.session.arena.number(number)))
    }

    pub(super) fn index(&mut self) -> Result<Object, Problem> {
        let place = self.pop();
        let list = match self.pop() {
            Object::List(list) => list,
            other => return Err(kind_problem("[…]", "a list", &other)),
        };
        let index = self.integer_of(&place, "the place in a list")?;
        let item = usize::try_from(index).ok().and_then(|index| list.items().get(index.checked_sub(1)?));
        item.cloned().ok_or_else(|| Problem::NoElement { index: index.to_string(), length: list.items().len() })
    }

    /// Whether a value is small enough that everything about it can be worked out.
    pub(crate) fn check(&mut self, v: Value) -> Result<(), Problem> {
        let (arena, heights) = (&self.session.arena, &mut self.session.heights);
        if let Some(parts) = arena.to_number_up_star(v) {
            return check_parts(parts);
        }
        let mut pending = vec![v];
        while let Some(&top) = pending.last() {
            let mut height = 0;
            let before = pending.len();
            for side in [Side::Left, Side::Right] {
                for &option in arena.node_options(top, side) {
                    match arena.to_number_up_star(option) {
                        Some(parts) => check_parts(parts)?,
                        None => match heights.get(&option) {
                            Some(&below) => height = height.max(below),
                            None => pending.push(option),
                        },
                    }
                }
            }
            if pending.len() == before {
                if height + 1 > GREATEST_HEIGHT {
                    return Err(Problem::Height);
                }
                heights.insert(top, height + 1);
                pending.pop();
            }
        }
        Ok(())
    }

    /// The order of two numbers that were given as arguments.
    pub(crate) fn order(&mut self, a: &Object, b: &Object, what: &str) -> Result<Ordering, Problem> {
        Ok(self.number_of(a, what)?.cmp(&self.number_of(b, what)?))
    }
}

pub(crate) fn kind_problem(what: &str, expected: &'static str, found: &Object) -> Problem {
    Problem::Kind { what: what.to_owned(), expected, found: found.kind() }
}

pub(crate) fn position_problem(problem: PositionProblem) -> Problem {
    match problem {
        PositionProblem::Wrong(why) => Problem::Position(why),
        PositionProblem::Stopped(why) => Problem::Stopped(why),
    }
}

pub(super) fn check_parts(parts: NumberUpStar) -> Result<(), Problem> {
    if parts.number.exponent() > FINEST_EXPONENT
        || parts.number.floor() >= LARGEST_NUMBER
        || parts.number.ceil() <= -LARGEST_NUMBER
    {
        return Err(Problem::NumberRange);
    }
    if parts.ups.unsigned_abs() > LARGEST_INFINITESIMAL || parts.nimber > LARGEST_INFINITESIMAL {
        return Err(Problem::InfinitesimalRange);
    }
    Ok(())
}
