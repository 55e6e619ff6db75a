//! Tokens to steps.

mod expression;
mod scope;
mod statement;
mod waiting;

use std::rc::Rc;

use scope::Scope;

use super::code::{Prototype, Step};
use super::problem::Problem;
use super::scanner::tokens;
use super::token::{Keyword, Placed, Token};
use super::{MAX_BLOCKS, MAX_LENGTH};

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
}

/// How many arguments a function takes, in words.
pub(crate) fn arguments_in_words(least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => "1 argument".to_owned(),
        (least, most) if least == most => format!("{least} arguments"),
        (least, most) => format!("{least} to {most} arguments"),
    }
}
