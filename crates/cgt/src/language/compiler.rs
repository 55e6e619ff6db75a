//! Tokens to steps.

use std::rc::Rc;

use super::code::{Braces, Capture, Prototype, Step};
use super::function::Function;
use super::problem::Problem;
use super::token::{Keyword, Placed, Relation, Token, tokens};
use super::{MAX_BARS, MAX_BLOCKS, MAX_DEPTH, MAX_LENGTH};
use crate::value::NumberUpStar;

/// Why a text cannot be translated, and the byte where.
type Failure = (usize, Problem);

/// Names of loopy games, kept free for the day when they can be worked out.
const LOOPY: [&str; 5] = ["on", "off", "over", "under", "dud"];

/// Translates a text. `positions` are the names of functions that make positions.
pub(crate) fn compile(text: &str, positions: &[&'static str]) -> Result<Rc<Prototype>, Failure> {
    if text.len() > MAX_LENGTH {
        return Err((0, Problem::TooLong));
    }
    let tokens = tokens(text)?;
    let source: Rc<str> = text.into();
    let main = Scope { name: None, locals: Vec::new(), captures: Vec::new(), steps: Vec::new(), places: Vec::new() };
    let mut compiler = Compiler { text, tokens, next: 0, positions, source, scopes: vec![main], blocks: 0 };
    compiler.script()?;
    let scope = compiler.scopes.pop().expect("the scope of the text is there");
    Ok(Rc::new(scope.prototype(0, compiler.source)))
}

/// A function that is being translated.
struct Scope {
    name: Option<Rc<str>>,
    locals: Vec<Rc<str>>,
    captures: Vec<(Rc<str>, Capture)>,
    steps: Vec<Step>,
    places: Vec<usize>,
}

impl Scope {
    fn prototype(self, parameters: usize, source: Rc<str>) -> Prototype {
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

/// Something that waits for what follows.
#[derive(Debug)]
enum Waiting {
    Operator(Operator, usize),
    Open(Bracket, usize),
}

#[derive(Clone, Debug)]
enum Operator {
    /// Jumps over the second operand, from this step.
    Short {
        strength: u8,
        jump: usize,
    },
    Not,
    Relation(Relation),
    Add,
    Subtract,
    Negate,
    Multiply,
    Divide,
    Times(i64),
    OrdinalSum,
    PlusMinus,
    Tiny,
    Miny,
}

impl Operator {
    /// How strongly an operator binds.
    const fn strength(&self) -> u8 {
        match self {
            Operator::Short { strength, .. } => *strength,
            Operator::Not => 3,
            Operator::Relation(_) => 4,
            Operator::Add | Operator::Subtract => 5,
            Operator::Negate | Operator::Times(_) | Operator::Multiply | Operator::Divide => 6,
            Operator::OrdinalSum => 7,
            Operator::PlusMinus | Operator::Tiny | Operator::Miny => 8,
        }
    }
}

const OR: u8 = 1;
const AND: u8 = 2;

#[derive(Debug)]
enum Bracket {
    Round,
    PlusMinus(usize),
    Call(Callee, usize),
    List(usize),
    Index,
    Braces(Braces),
}

#[derive(Copy, Clone, Debug)]
enum Callee {
    BuiltIn(Function),
    Position(usize),
    Value,
}

impl Bracket {
    /// The sign that opens it and the one that closes it.
    const fn signs(&self) -> (char, char) {
        match self {
            Bracket::Round | Bracket::PlusMinus(_) | Bracket::Call(..) => ('(', ')'),
            Bracket::List(_) | Bracket::Index => ('[', ']'),
            Bracket::Braces(_) => ('{', '}'),
        }
    }

    /// Notes that one more option, argument or element begins.
    fn count(&mut self) {
        match self {
            Bracket::Round | Bracket::Index => {}
            Bracket::PlusMinus(count) | Bracket::Call(_, count) | Bracket::List(count) => *count += 1,
            Bracket::Braces(braces) => *braces.lists.last_mut().expect("there is always a list") += 1,
        }
    }
}

struct Compiler<'a> {
    text: &'a str,
    tokens: Vec<Placed>,
    next: usize,
    positions: &'a [&'static str],
    source: Rc<str>,
    scopes: Vec<Scope>,
    /// How many blocks and functions are open.
    blocks: usize,
}

impl Compiler<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].token
    }

    fn ahead(&self, places: usize) -> &Token {
        &self.tokens[(self.next + places).min(self.tokens.len() - 1)].token
    }

    fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.next].token.clone();
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
        token
    }

    fn take(&mut self, token: &Token) -> bool {
        let fits = self.peek() == token;
        if fits {
            self.advance();
        }
        fits
    }

    fn fail<T>(at: usize, problem: Problem) -> Result<T, Failure> {
        Err((at, problem))
    }

    fn unexpected<T>(&self, expected: &'static str) -> Result<T, Failure> {
        let at = self.at();
        let found = match (self.peek(), self.text[at.min(self.text.len())..].chars().next()) {
            (Token::End, _) | (_, None) => "the end".to_owned(),
            (Token::Newline, _) => "the end of the line".to_owned(),
            (Token::Keyword(_) | Token::Name(_), _) => {
                let word: String = self.text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                format!("`{word}`")
            }
            (_, Some(c)) => format!("`{}`", c.escape_debug()),
        };
        Self::fail(at, Problem::Unexpected { expected, found })
    }

    fn expect(&mut self, keyword: Keyword, expected: &'static str) -> Result<(), Failure> {
        if self.take(&Token::Keyword(keyword)) { Ok(()) } else { self.unexpected(expected) }
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("there is always a scope")
    }

    fn emit(&mut self, step: Step, at: usize) -> usize {
        let scope = self.scope();
        scope.steps.push(step);
        scope.places.push(at);
        scope.steps.len() - 1
    }

    fn here(&mut self) -> usize {
        self.scope().steps.len()
    }

    /// Lets a jump lead to the next step.
    fn land(&mut self, jump: usize) {
        let target = self.here();
        match &mut self.scope().steps[jump] {
            Step::Jump(to) | Step::JumpIfFalse(to) | Step::JumpKeeping(_, to) | Step::Next(to) => *to = target,
            _ => unreachable!("only jumps land"),
        }
    }

    /// Goes into a block or a function. This is the only recursion, and it is bounded.
    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        if self.blocks >= MAX_BLOCKS {
            return Self::fail(self.at(), Problem::TooManyBlocks);
        }
        self.blocks += 1;
        let result = work(self);
        self.blocks -= 1;
        result
    }

    /// The whole text: statements, each of which leaves a result.
    fn script(&mut self) -> Result<(), Failure> {
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
    fn block(&mut self, opened: (&'static str, usize)) -> Result<(), Failure> {
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

    /// One statement, which leaves one thing on the stack; tells whether nobody expects to see it.
    fn statement(&mut self) -> Result<bool, Failure> {
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

    /// Whether a name may be given to something.
    fn new_name(&self, name: &str, at: usize) -> Result<(), Failure> {
        if Function::named(name).is_some() || self.positions.contains(&name) || LOOPY.contains(&name) {
            return Self::fail(at, Problem::Reserved(name.to_owned()));
        }
        Ok(())
    }

    fn store(&mut self, name: &str, at: usize) {
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

    fn load(&mut self, name: &str, at: usize) {
        let inner = self.scopes.len() - 1;
        let step = match self.find(inner, name) {
            Some(Capture::Local(index)) => Step::Local(index),
            Some(Capture::Captured(index)) => Step::Captured(index),
            None => Step::Global(name.into()),
        };
        self.emit(step, at);
    }

    /// Where a function finds a variable that is not one of the session.
    fn find(&mut self, scope: usize, name: &str) -> Option<Capture> {
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

    /// The parameters, if `name(a, b) :=` comes next; it is passed over then.
    fn definition(&mut self) -> Option<Vec<Rc<str>>> {
        let (parameters, after) = self.parameters(1)?;
        (*self.ahead(after) == Token::Assign).then(|| {
            self.next += after + 1;
            parameters
        })
    }

    /// The parameters, if `x ->` or `(x, y) ->` comes next; it is passed over then.
    fn lambda(&mut self) -> Option<Vec<Rc<str>>> {
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

    /// Names in round brackets that begin so many tokens ahead, and where the next token is.
    fn parameters(&self, start: usize) -> Option<(Vec<Rc<str>>, usize)> {
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
    fn function(&mut self, name: Option<Rc<str>>, parameters: Vec<Rc<str>>, at: usize) -> Result<(), Failure> {
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

    fn for_loop(&mut self) -> Result<(), Failure> {
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

    fn while_loop(&mut self) -> Result<(), Failure> {
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

    fn condition(&mut self) -> Result<(), Failure> {
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

    /// One expression, up to a token that cannot belong to it.
    fn expression(&mut self) -> Result<(), Failure> {
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut depth = 0;
        loop {
            self.operand(&mut waiting, &mut depth)?;
            if self.operators(&mut waiting, &mut depth)? {
                return Ok(());
            }
        }
    }

    fn open(waiting: &mut Vec<Waiting>, depth: &mut usize, bracket: Bracket, at: usize) -> Result<(), Failure> {
        *depth += 1;
        if *depth > MAX_DEPTH {
            return Self::fail(at, Problem::TooDeep);
        }
        waiting.push(Waiting::Open(bracket, at));
        Ok(())
    }

    /// After an opening bracket or a bar: whether nothing stands there, so that the operand is missing and may be.
    fn is_empty(&self) -> bool {
        matches!(self.peek(), Token::Bars(_) | Token::Close(_))
    }

    /// Opens a bracket with a list in it and tells whether the list is empty.
    fn open_list(
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
    fn operand(&mut self, waiting: &mut Vec<Waiting>, depth: &mut usize) -> Result<(), Failure> {
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

    /// A name that was read; tells whether it is an operand already, or a call whose arguments follow.
    fn name(&mut self, name: &str, at: usize, waiting: &mut Vec<Waiting>, depth: &mut usize) -> Result<bool, Failure> {
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

    /// Reads closing brackets and separators after an operand; tells whether the expression ends here.
    fn operators(&mut self, waiting: &mut Vec<Waiting>, depth: &mut usize) -> Result<bool, Failure> {
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
    fn callable(&self) -> bool {
        matches!(self.tokens[self.next.saturating_sub(1)].token, Token::Close(')' | ']'))
    }

    fn binary(&mut self, mut operator: Operator, waiting: &mut Vec<Waiting>, at: usize) -> Result<(), Failure> {
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
    fn flush(&mut self, waiting: &mut Vec<Waiting>, least: u8) {
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

    fn close(&mut self, sign: char, waiting: &mut Vec<Waiting>) -> Result<(), Failure> {
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

    fn call(&mut self, callee: Callee, count: usize, at: usize) -> Result<(), Failure> {
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

/// How many arguments a function takes, in words.
pub(crate) fn arguments_in_words(least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => "1 argument".to_owned(),
        (least, most) if least == most => format!("{least} arguments"),
        (least, most) => format!("{least} to {most} arguments"),
    }
}
