//! Functions that are called, and functions made.

use std::rc::Rc;

use super::operand::kind_problem;
use super::{Frame, MOST_INNER_RUNS, Machine};
use crate::language::code::{Capture, Prototype};
use crate::language::compiler::arguments_in_words;
use crate::language::object::{Callable, Called, Object};
use crate::language::problem::Problem;
use crate::language::{DEEPEST_LIST, MAX_CALLS};

impl Machine<'_, '_> {
    pub(super) fn closure(&mut self, prototype: Rc<Prototype>) -> Result<Object, Problem> {
        let base = self.base();
        let outer = &self.frames.last().expect("something runs").captured;
        let captured: Vec<Object> = prototype
            .captures
            .iter()
            .map(|capture| match *capture {
                Capture::Local(index) => self.stack[base + index].clone(),
                Capture::Captured(index) => outer[index].clone(),
            })
            .collect();
        let depth = 1 + captured.iter().map(Object::depth).max().unwrap_or(0);
        if depth > DEEPEST_LIST {
            return Err(Problem::ListSize);
        }
        Ok(Object::Function(Callable(Called::Closure { prototype, captured: captured.into(), depth })))
    }

    pub(super) fn call_value(&mut self, count: usize) -> Result<(), Problem> {
        let arguments = self.pop_many(count);
        match self.pop() {
            Object::Function(Callable(called)) => self.call(called, arguments),
            other => Err(kind_problem("a call", "a function", &other)),
        }
    }

    /// Calls a function: a built-in one at once; of another one, the first step comes next.
    pub(super) fn call(&mut self, called: Called, arguments: Vec<Object>) -> Result<(), Problem> {
        match called {
            Called::BuiltIn(function) => {
                let (least, most) = function.arguments();
                if arguments.len() < least || arguments.len() > most {
                    let expected = arguments_in_words(least, most);
                    let (function, found) = (function.to_string(), arguments.len());
                    return Err(Problem::Arguments { function, expected, found });
                }
                let answer = self.call_built_in(function, arguments)?;
                self.stack.push(answer);
            }
            Called::Closure { prototype, captured, .. } => {
                if arguments.len() != prototype.parameters {
                    let name = prototype.name.as_deref().unwrap_or("the function").to_owned();
                    return Err(arguments_problem(&name, prototype.parameters, arguments.len()));
                }
                if self.frames.len() >= MAX_CALLS {
                    return Err(Problem::TooManyCalls);
                }
                let base = self.stack.len();
                self.stack.extend(arguments);
                self.stack.resize(base + prototype.locals, Object::Nothing);
                self.frames.push(Frame { prototype, next: 0, base, loops: self.loops.len(), captured });
            }
        }
        Ok(())
    }

    /// What a function answers, for built-in functions that take functions.
    pub(crate) fn answer(&mut self, function: &Object, arguments: Vec<Object>) -> Result<Object, Problem> {
        let Object::Function(Callable(called)) = function else {
            return Err(kind_problem("Map or Filter", "a function", function));
        };
        if self.inner_runs >= MOST_INNER_RUNS {
            return Err(Problem::TooManyCalls);
        }
        let before = self.frames.len();
        self.call(called.clone(), arguments)?;
        if self.frames.len() > before {
            self.inner_runs += 1;
            self.steps(before)?;
            self.inner_runs -= 1;
        }
        Ok(self.pop())
    }
}

pub(super) fn arguments_problem(function: &str, takes: usize, found: usize) -> Problem {
    Problem::Arguments { function: function.to_owned(), expected: arguments_in_words(takes, takes), found }
}
