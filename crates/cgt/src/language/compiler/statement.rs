//! Statements, blocks, loops and definitions.

use std::rc::Rc;

use super::scope::Scope;
use super::{Compiler, Failure};
use crate::language::code::Step;
use crate::language::function::Function;
use crate::language::problem::Problem;
use crate::language::token::{Keyword, Token};

impl Compiler<'_> {
    /// The whole text: statements, each of which leaves a result.
    pub(super) fn script(&mut self) -> Result<(), Failure> {
        loop {
            while matches!(self.peek(), Token::Newline | Token::Semicolon) {
                self.advance();
            }
            let at = self.at();
            if *self.peek() == Token::End {
                if self.here() == 0 {
                    return self.unexpected("a game such as 1/2, ^*, {0|-1} or (…)");
                }
                return Ok(());
            }
            let quiet = self.statement()?;
            let ended = match self.peek() {
                Token::Semicolon => {
                    self.advance();
                    true
                }
                Token::Newline | Token::End => false,
                Token::Comma => return self.unexpected("an operator or the end; lists belong in brackets"),
                _ => return self.unexpected("an operator or the end"),
            };
            self.emit(Step::Result(quiet || ended), at);
        }
    }

    /// Statements up to a word that ends a block; they leave the result of the last one on the stack.
    pub(super) fn block(&mut self, opened: (&'static str, usize)) -> Result<(), Failure> {
        let mut empty = true;
        loop {
            while matches!(self.peek(), Token::Newline | Token::Semicolon) {
                self.advance();
            }
            let at = self.at();
            match self.peek() {
                Token::Keyword(Keyword::End | Keyword::Else | Keyword::Elseif) => break,
                Token::End => return Self::fail(opened.1, Problem::NoEnd(opened.0)),
                _ => {}
            }
            if !empty {
                self.emit(Step::Drop, at);
            }
            self.statement()?;
            empty = false;
            match self.peek() {
                Token::Semicolon | Token::Newline | Token::Keyword(Keyword::End | Keyword::Else | Keyword::Elseif) => {}
                Token::End => return Self::fail(opened.1, Problem::NoEnd(opened.0)),
                _ => return self.unexpected("an operator, `;`, `end` or the end of the line"),
            }
        }
        if empty {
            let at = self.at();
            self.emit(Step::Nothing, at);
        }
        Ok(())
    }

    /// One statement, which leaves one thing on the stack; returns whether nobody expects to see it.
    pub(super) fn statement(&mut self) -> Result<bool, Failure> {
        let at = self.at();
        match self.peek().clone() {
            Token::Name(name) if *self.ahead(1) == Token::Assign => {
                self.advance();
                self.advance();
                self.new_name(&name, at)?;
                if let Some(parameters) = self.lambda() {
                    self.function(Some(name.as_str().into()), parameters, at)?;
                } else {
                    self.expression()?;
                }
                self.store(&name, at);
                Ok(true)
            }
            Token::Name(name) if *self.ahead(1) == Token::Open('(') => {
                let Some(parameters) = self.definition() else {
                    self.expression()?;
                    return Ok(false);
                };
                self.new_name(&name, at)?;
                self.function(Some(name.as_str().into()), parameters, at)?;
                self.store(&name, at);
                Ok(true)
            }
            Token::Keyword(Keyword::For) => self.nested(Self::for_loop).map(|()| true),
            Token::Keyword(Keyword::While) => self.nested(Self::while_loop).map(|()| true),
            Token::Keyword(Keyword::Return) => {
                if self.scopes.len() < 2 {
                    return self.unexpected("a statement; `return` belongs in a function");
                }
                self.advance();
                self.expression()?;
                self.emit(Step::Return, at);
                Ok(true)
            }
            _ => self.expression().map(|()| false),
        }
    }

    /// The parameters, if `name(a, b) :=` comes next; it is passed over then.
    pub(super) fn definition(&mut self) -> Option<Vec<Rc<str>>> {
        let (parameters, after) = self.parameters(1)?;
        (*self.ahead(after) == Token::Assign).then(|| {
            self.next += after + 1;
            parameters
        })
    }

    /// The parameters, if `x ->` or `(x, y) ->` comes next; it is passed over then.
    pub(super) fn lambda(&mut self) -> Option<Vec<Rc<str>>> {
        if let Token::Name(name) = self.peek()
            && *self.ahead(1) == Token::Arrow
        {
            let parameters = vec![name.as_str().into()];
            self.next += 2;
            return Some(parameters);
        }
        let (parameters, after) = self.parameters(0)?;
        (*self.ahead(after) == Token::Arrow).then(|| {
            self.next += after + 1;
            parameters
        })
    }

    /// Names in round brackets that begin `start` tokens ahead, and where the next token is.
    pub(super) fn parameters(&self, start: usize) -> Option<(Vec<Rc<str>>, usize)> {
        if *self.ahead(start) != Token::Open('(') {
            return None;
        }
        let mut names: Vec<Rc<str>> = Vec::new();
        let mut place = start + 1;
        if *self.ahead(place) == Token::Close(')') {
            return Some((names, place + 1));
        }
        loop {
            let Token::Name(name) = self.ahead(place) else { return None };
            names.push(name.as_str().into());
            match self.ahead(place + 1) {
                Token::Comma => place += 2,
                Token::Close(')') => return Some((names, place + 2)),
                _ => return None,
            }
        }
    }

    /// A function's body, which is one expression.
    pub(super) fn function(
        &mut self,
        name: Option<Rc<str>>,
        parameters: Vec<Rc<str>>,
        at: usize,
    ) -> Result<(), Failure> {
        for (i, parameter) in parameters.iter().enumerate() {
            if parameters[..i].contains(parameter) {
                return Self::fail(at, Problem::Reserved(parameter.to_string()));
            }
            self.new_name(parameter, at)?;
        }
        let count = parameters.len();
        let scope = Scope { name, locals: parameters, captures: Vec::new(), steps: Vec::new(), places: Vec::new() };
        self.scopes.push(scope);
        let body = self.nested(Self::expression);
        let end = self.at();
        self.emit(Step::Return, end);
        let scope = self.scopes.pop().expect("it was pushed");
        body?;
        let prototype = Rc::new(scope.prototype(count, Rc::clone(&self.source)));
        self.emit(Step::Closure(prototype), at);
        Ok(())
    }

    pub(super) fn for_loop(&mut self) -> Result<(), Failure> {
        let start = self.at();
        self.advance();
        let at = self.at();
        let Token::Name(name) = self.advance() else {
            self.next -= 1;
            return self.unexpected("the name of a variable");
        };
        self.new_name(&name, at)?;
        match self.peek() {
            Token::Keyword(Keyword::In) => {
                self.advance();
                self.expression()?;
            }
            Token::Keyword(Keyword::From) => {
                self.advance();
                self.expression()?;
                self.expect(Keyword::To, "`to` and the last number")?;
                self.expression()?;
                let mut arguments = 2;
                if self.take(&Token::Keyword(Keyword::By)) {
                    self.expression()?;
                    arguments = 3;
                }
                self.emit(Step::Call(Function::Range, arguments), at);
            }
            _ => return self.unexpected("`in` and a list, or `from` and the first number"),
        }
        self.expect(Keyword::Do, "an operator or `do`")?;
        self.emit(Step::Loop, at);
        let next = self.emit(Step::Next(0), at);
        self.store(&name, at);
        self.emit(Step::Drop, at);
        self.block(("for", start))?;
        self.expect(Keyword::End, "`end`")?;
        self.emit(Step::Drop, at);
        self.emit(Step::Jump(next), at);
        self.land(next);
        self.emit(Step::Nothing, at);
        Ok(())
    }

    pub(super) fn while_loop(&mut self) -> Result<(), Failure> {
        let start = self.at();
        self.advance();
        let condition = self.here();
        self.expression()?;
        self.expect(Keyword::Do, "an operator or `do`")?;
        let leave = self.emit(Step::JumpIfFalse(0), start);
        self.block(("while", start))?;
        self.expect(Keyword::End, "`end`")?;
        self.emit(Step::Drop, start);
        self.emit(Step::Jump(condition), start);
        self.land(leave);
        self.emit(Step::Nothing, start);
        Ok(())
    }

    pub(super) fn condition(&mut self) -> Result<(), Failure> {
        let start = self.at();
        self.advance();
        let mut ends = Vec::new();
        loop {
            let at = self.at();
            self.expression()?;
            self.expect(Keyword::Then, "an operator or `then`")?;
            let otherwise = self.emit(Step::JumpIfFalse(0), at);
            self.block(("if", start))?;
            ends.push(self.emit(Step::Jump(0), at));
            self.land(otherwise);
            match self.peek() {
                Token::Keyword(Keyword::Elseif) => {
                    self.advance();
                }
                Token::Keyword(Keyword::Else) => {
                    self.advance();
                    self.block(("if", start))?;
                    break;
                }
                _ => {
                    self.emit(Step::Nothing, at);
                    break;
                }
            }
        }
        self.expect(Keyword::End, "`end`")?;
        for jump in ends {
            self.land(jump);
        }
        Ok(())
    }
}
