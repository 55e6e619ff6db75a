//! Functions that are being translated, and where they find their variables.

use std::rc::Rc;

use super::{Compiler, Failure, LOOPY};
use crate::language::code::{Capture, Prototype, Step};
use crate::language::function::Function;
use crate::language::problem::Problem;

/// A function that is being translated.
pub(super) struct Scope {
    pub(super) name: Option<Rc<str>>,
    pub(super) locals: Vec<Rc<str>>,
    pub(super) captures: Vec<(Rc<str>, Capture)>,
    pub(super) steps: Vec<Step>,
    pub(super) places: Vec<usize>,
}

impl Scope {
    pub(super) fn prototype(self, parameters: usize, source: Rc<str>) -> Prototype {
        Prototype {
            name: self.name,
            parameters,
            locals: self.locals.len(),
            captures: self.captures.into_iter().map(|(_, capture)| capture).collect(),
            steps: self.steps,
            places: self.places,
            source,
        }
    }
}

impl Compiler<'_> {
    /// Whether a name may be given to something.
    pub(super) fn new_name(&self, name: &str, at: usize) -> Result<(), Failure> {
        if Function::named(name).is_some() || self.positions.contains(&name) || LOOPY.contains(&name) {
            return Self::fail(at, Problem::Reserved(name.to_owned()));
        }
        Ok(())
    }

    pub(super) fn store(&mut self, name: &str, at: usize) {
        let step = if self.scopes.len() > 1 {
            let scope = self.scope();
            let known = scope.locals.iter().position(|local| **local == *name);
            Step::SetLocal(known.unwrap_or_else(|| {
                scope.locals.push(name.into());
                scope.locals.len() - 1
            }))
        } else {
            Step::SetGlobal(name.into())
        };
        self.emit(step, at);
    }

    pub(super) fn load(&mut self, name: &str, at: usize) {
        let inner = self.scopes.len() - 1;
        let step = match self.find(inner, name) {
            Some(Capture::Local(index)) => Step::Local(index),
            Some(Capture::Captured(index)) => Step::Captured(index),
            None => Step::Global(name.into()),
        };
        self.emit(step, at);
    }

    /// Where a function finds a variable that is not one of the session.
    pub(super) fn find(&mut self, scope: usize, name: &str) -> Option<Capture> {
        if scope == 0 {
            return None;
        }
        if let Some(index) = self.scopes[scope].locals.iter().position(|local| **local == *name) {
            return Some(Capture::Local(index));
        }
        if let Some(index) = self.scopes[scope].captures.iter().position(|(known, _)| **known == *name) {
            return Some(Capture::Captured(index));
        }
        let outer = self.find(scope - 1, name)?;
        let captures = &mut self.scopes[scope].captures;
        captures.push((name.into(), outer));
        Some(Capture::Captured(captures.len() - 1))
    }
}
