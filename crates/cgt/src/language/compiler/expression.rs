//! Expressions, by operator precedence and without recursion into brackets.

use std::rc::Rc;

use super::waiting::{AND, Bracket, Callee, OR, Operator, Waiting};
use super::{Compiler, Failure, LOOPY, arguments_in_words};
use crate::language::code::{Braces, Step};
use crate::language::function::Function;
use crate::language::problem::Problem;
use crate::language::token::{Keyword, Token};
use crate::language::{MAX_BARS, MAX_DEPTH};
use crate::value::NumberUpStar;

impl Compiler<'_> {
    /// One expression, up to a token that cannot belong to it.
    pub(super) fn expression(&mut self) -> Result<(), Failure> {
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut depth = 0;
        loop {
            self.operand(&mut waiting, &mut depth)?;
            if self.operators(&mut waiting, &mut depth)? {
                return Ok(());
            }
        }
    }

    pub(super) fn open(
        waiting: &mut Vec<Waiting>,
        depth: &mut usize,
        bracket: Bracket,
        at: usize,
    ) -> Result<(), Failure> {
        *depth += 1;
        if *depth > MAX_DEPTH {
            return Self::fail(at, Problem::TooDeep);
        }
        waiting.push(Waiting::Open(bracket, at));
        Ok(())
    }

    /// After an opening bracket or a bar: whether nothing stands there, so that the operand is missing and may be.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self.peek(), Token::Bars(_) | Token::Close(_))
    }

    /// Opens a bracket with a list in it and returns whether the list is empty.
    pub(super) fn open_list(
        &mut self,
        waiting: &mut Vec<Waiting>,
        depth: &mut usize,
        mut bracket: Bracket,
        at: usize,
    ) -> Result<bool, Failure> {
        let empty = self.is_empty();
        if !empty {
            bracket.count();
        }
        Self::open(waiting, depth, bracket, at)?;
        Ok(empty)
    }

    /// Reads prefixes and opening brackets up to and including an operand. Empty lists are operands that leave nothing
    /// behind.
    pub(super) fn operand(&mut self, waiting: &mut Vec<Waiting>, depth: &mut usize) -> Result<(), Failure> {
        const EXPECTED: &str = "a game such as 1/2, ^*, {0|-1} or (…)";
        loop {
            while *self.peek() == Token::Newline {
                self.advance();
            }
            let at = self.at();
            if let Some(parameters) = self.lambda() {
                return self.function(None, parameters, at);
            }
            let token = self.peek().clone();
            if matches!(token, Token::Keyword(Keyword::If)) {
                return self.nested(Self::condition);
            }
            if matches!(token, Token::Keyword(Keyword::Begin)) {
                self.advance();
                self.nested(|compiler| compiler.block(("begin", at)))?;
                return self.expect(Keyword::End, "`end`");
            }
            let prefix = |operator| Waiting::Operator(operator, at);
            match token {
                Token::Literal(parts) => {
                    self.advance();
                    self.emit(Step::Literal(parts), at);
                    return Ok(());
                }
                Token::Power { n, sum, down } => {
                    self.advance();
                    let parts =
                        |number: i64, ups| Step::Literal(NumberUpStar { number: number.into(), ups, nimber: 0 });
                    self.emit(parts(0, 1), at);
                    self.emit(parts(i64::from(n), 0), at);
                    self.emit(Step::Call(if sum { Function::PowTo } else { Function::Pow }, 2), at);
                    if down {
                        self.emit(Step::Negate, at);
                    }
                    return Ok(());
                }
                Token::Text(text) => {
                    self.advance();
                    self.emit(Step::Text(text.into()), at);
                    return Ok(());
                }
                Token::Keyword(Keyword::True | Keyword::False) => {
                    self.advance();
                    self.emit(Step::Truth(token == Token::Keyword(Keyword::True)), at);
                    return Ok(());
                }
                Token::Name(name) => {
                    self.advance();
                    if self.name(&name, at, waiting, depth)? {
                        return Ok(());
                    }
                }
                Token::Multiple(n) => {
                    self.advance();
                    waiting.push(prefix(Operator::Times(n)));
                }
                Token::Minus => {
                    self.advance();
                    waiting.push(prefix(Operator::Negate));
                }
                Token::Keyword(Keyword::Not) => {
                    self.advance();
                    waiting.push(prefix(Operator::Not));
                }
                Token::Tiny => {
                    self.advance();
                    waiting.push(prefix(Operator::Tiny));
                }
                Token::Miny => {
                    self.advance();
                    waiting.push(prefix(Operator::Miny));
                }
                Token::PlusMinus => {
                    self.advance();
                    if *self.peek() == Token::Open('(') {
                        self.advance();
                        Self::open(waiting, depth, Bracket::PlusMinus(1), at)?;
                    } else {
                        waiting.push(prefix(Operator::PlusMinus));
                    }
                }
                Token::Open('(') => {
                    self.advance();
                    Self::open(waiting, depth, Bracket::Round, at)?;
                }
                Token::Open('[') => {
                    self.advance();
                    if self.open_list(waiting, depth, Bracket::List(0), at)? {
                        return Ok(());
                    }
                }
                Token::Open(_) => {
                    self.advance();
                    let braces = Braces { lists: vec![0], bars: Vec::new() };
                    if self.open_list(waiting, depth, Bracket::Braces(braces), at)? {
                        return Ok(());
                    }
                }
                Token::End => {
                    let open = waiting.iter().rev().find_map(|w| match w {
                        Waiting::Open(bracket, start) => Some((*start, bracket.signs().0)),
                        Waiting::Operator(..) => None,
                    });
                    return match open {
                        Some((start, sign)) => Self::fail(start, Problem::Unclosed(sign)),
                        None => self.unexpected(EXPECTED),
                    };
                }
                _ => return self.unexpected(EXPECTED),
            }
        }
    }

    /// A name that was read; returns whether it is an operand already, or a call whose arguments follow.
    pub(super) fn name(
        &mut self,
        name: &str,
        at: usize,
        waiting: &mut Vec<Waiting>,
        depth: &mut usize,
    ) -> Result<bool, Failure> {
        if LOOPY.contains(&name) {
            return Self::fail(at, Problem::Loopy(name.to_owned()));
        }
        let called = *self.peek() == Token::Open('(');
        let callee = if called && let Some(function) = Function::named(name) {
            Callee::BuiltIn(function)
        } else if let Some(index) = self.positions.iter().position(|known| known.eq_ignore_ascii_case(name)) {
            if !called {
                return self.unexpected("`(` and the text of a position");
            }
            Callee::Position(index)
        } else {
            self.load(name, at);
            Callee::Value
        };
        if !called {
            return Ok(true);
        }
        self.advance();
        self.open_list(waiting, depth, Bracket::Call(callee, 0), at)
    }

    /// Reads closing brackets and separators after an operand; returns whether the expression ends here.
    pub(super) fn operators(&mut self, waiting: &mut Vec<Waiting>, depth: &mut usize) -> Result<bool, Failure> {
        loop {
            let at = self.at();
            let innermost = waiting.iter().rev().find_map(|w| match w {
                Waiting::Open(bracket, at) => Some((bracket, *at)),
                Waiting::Operator(..) => None,
            });
            let in_braces = matches!(innermost, Some((Bracket::Braces(_), _)));
            let open = innermost.map(|(bracket, at)| (bracket.signs(), at));
            let operator = match self.peek() {
                Token::Plus => Some(Operator::Add),
                Token::Minus => Some(Operator::Subtract),
                Token::Times => Some(Operator::Multiply),
                Token::Divide => Some(Operator::Divide),
                Token::Colon => Some(Operator::OrdinalSum),
                Token::Relation(_) if in_braces => {
                    return self.unexpected(
                        "an operator or a closing bracket; comparisons between braces stand in round brackets",
                    );
                }
                Token::Relation(relation) => Some(Operator::Relation(*relation)),
                Token::Keyword(Keyword::And) => Some(Operator::Short { strength: AND, jump: 0 }),
                Token::Keyword(Keyword::Or) => Some(Operator::Short { strength: OR, jump: 0 }),
                _ => None,
            };
            if let Some(operator) = operator {
                self.binary(operator, waiting, at)?;
                return Ok(false);
            }
            match self.peek().clone() {
                Token::Dot => {
                    self.advance();
                    let name_at = self.at();
                    let Token::Name(name) = self.advance() else {
                        self.next -= 1;
                        return self.unexpected("the name of a function after `.`");
                    };
                    let Some(function) = Function::named(&name) else {
                        return Self::fail(name_at, Problem::UnknownName(name));
                    };
                    if *self.peek() == Token::Open('(') {
                        self.advance();
                        if !self.open_list(waiting, depth, Bracket::Call(Callee::BuiltIn(function), 1), at)? {
                            return Ok(false);
                        }
                    } else {
                        self.call(Callee::BuiltIn(function), 1, name_at)?;
                    }
                }
                Token::Open('[') => {
                    self.advance();
                    Self::open(waiting, depth, Bracket::Index, at)?;
                    return Ok(false);
                }
                Token::Open('(') if self.callable() => {
                    self.advance();
                    if !self.open_list(waiting, depth, Bracket::Call(Callee::Value, 0), at)? {
                        return Ok(false);
                    }
                }
                Token::Comma if open.is_some() => {
                    self.flush(waiting, 0);
                    if let Some(Waiting::Open(Bracket::Round | Bracket::Index, _)) = waiting.last() {
                        return self.unexpected("an operator or a closing bracket; lists belong in braces or brackets");
                    }
                    self.advance();
                    if let Some(Waiting::Open(bracket, _)) = waiting.last_mut() {
                        bracket.count();
                    }
                    return Ok(false);
                }
                Token::Bars(count) => {
                    self.flush(waiting, 0);
                    let Some(Waiting::Open(Bracket::Braces(braces), _)) = waiting.last_mut() else {
                        return self.unexpected("an operator or `)`");
                    };
                    if count > MAX_BARS {
                        return Self::fail(at, Problem::TooManyBars);
                    }
                    braces.bars.push(count as u8);
                    self.advance();
                    let empty = self.is_empty();
                    braces.lists.push(u32::from(!empty));
                    if !empty {
                        return Ok(false);
                    }
                }
                Token::Close(sign) if open.is_some() => {
                    self.flush(waiting, 0);
                    self.close(sign, waiting)?;
                    *depth -= 1;
                }
                Token::End if open.is_some() => {
                    let ((sign, _), start) = open.expect("it was just seen");
                    return Self::fail(start, Problem::Unclosed(sign));
                }
                _ if open.is_some() => return self.unexpected("an operator or a closing bracket"),
                _ => {
                    self.flush(waiting, 0);
                    return Ok(true);
                }
            }
        }
    }

    /// Whether what was read last can be called: something in brackets, or the answer of a call.
    pub(super) fn callable(&self) -> bool {
        matches!(self.tokens[self.next.saturating_sub(1)].token, Token::Close(')' | ']'))
    }

    pub(super) fn binary(
        &mut self,
        mut operator: Operator,
        waiting: &mut Vec<Waiting>,
        at: usize,
    ) -> Result<(), Failure> {
        let strength = operator.strength();
        if matches!(operator, Operator::Relation(_)) {
            self.flush(waiting, strength + 1);
            if matches!(waiting.last(), Some(Waiting::Operator(Operator::Relation(_), _))) {
                return self.unexpected("`and`, `or` or the end: there is one comparison already");
            }
        }
        self.flush(waiting, strength);
        if let Operator::Short { jump, strength } = &mut operator {
            *jump = self.emit(Step::JumpKeeping(*strength == OR, 0), at);
        }
        self.advance();
        waiting.push(Waiting::Operator(operator, at));
        Ok(())
    }

    /// Carries out what waits in the innermost bracket and binds at least so strongly.
    pub(super) fn flush(&mut self, waiting: &mut Vec<Waiting>, least: u8) {
        while let Some(Waiting::Operator(operator, at)) = waiting.last()
            && operator.strength() >= least
        {
            let at = *at;
            let step = match operator.clone() {
                Operator::Short { jump, .. } => {
                    waiting.pop();
                    self.land(jump);
                    continue;
                }
                Operator::Not => Step::Not,
                Operator::Relation(relation) => Step::Relation(relation),
                Operator::Add => Step::Add,
                Operator::Subtract => Step::Subtract,
                Operator::Negate => Step::Negate,
                Operator::Multiply => Step::Multiply,
                Operator::Divide => Step::Divide,
                Operator::Times(n) => Step::Times(n),
                Operator::OrdinalSum => Step::OrdinalSum,
                Operator::PlusMinus => Step::PlusMinus(1),
                Operator::Tiny => Step::Call(Function::Tiny, 1),
                Operator::Miny => Step::Call(Function::Miny, 1),
            };
            waiting.pop();
            self.emit(step, at);
        }
    }

    pub(super) fn close(&mut self, sign: char, waiting: &mut Vec<Waiting>) -> Result<(), Failure> {
        let at = self.at();
        let Some(Waiting::Open(bracket, _)) = waiting.last() else { return self.unexpected("an operator or the end") };
        match bracket.signs().1 {
            expected if expected == sign => {}
            ')' => return self.unexpected("`)`"),
            ']' => return self.unexpected("`]`"),
            _ => return self.unexpected("`}`"),
        }
        self.advance();
        let Some(Waiting::Open(bracket, start)) = waiting.pop() else { return Ok(()) };
        match bracket {
            Bracket::Round => {}
            Bracket::PlusMinus(count) => {
                self.emit(Step::PlusMinus(count), start);
            }
            Bracket::Call(callee, count) => self.call(callee, count, start)?,
            Bracket::List(count) => {
                self.emit(Step::List(count), start);
            }
            Bracket::Index => {
                self.emit(Step::Index, start);
            }
            Bracket::Braces(braces) => {
                if braces.bars.is_empty() {
                    return Self::fail(at, Problem::NoBar);
                }
                if let Some(bars) = braces.ambiguous_bars() {
                    return Self::fail(start, Problem::AmbiguousBar("|".repeat(bars)));
                }
                self.emit(Step::Braces(Rc::new(braces)), start);
            }
        }
        Ok(())
    }

    pub(super) fn call(&mut self, callee: Callee, count: usize, at: usize) -> Result<(), Failure> {
        let step = match callee {
            Callee::BuiltIn(function) => {
                let (least, most) = function.arguments();
                if count < least || count > most {
                    let expected = arguments_in_words(least, most);
                    return Self::fail(
                        at,
                        Problem::Arguments { function: function.to_string(), expected, found: count },
                    );
                }
                Step::Call(function, count)
            }
            Callee::Position(index) => Step::Position(index, count),
            Callee::Value => Step::CallValue(count),
        };
        self.emit(step, at);
        Ok(())
    }
}
