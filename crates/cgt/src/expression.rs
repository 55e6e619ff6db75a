//! Expressions as people write them, read into a program for a stack machine.
//!
//! Reading uses a stack of its own and no recursion, so that no nesting can overflow the program's stack.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::dyadic::Dyadic;
use crate::scanner::{Scanner, Token};
use crate::value::NumberUpStar;

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 16 << 20;
/// How deep brackets may be nested.
pub const MAX_DEPTH: usize = 10_000;
/// How many bars may stand together, as in `{1||2|||3}`.
pub(crate) const MAX_BARS: usize = 32;

/// An expression that was read without errors, to be given to [`evaluate`](crate::evaluate).
///
/// What can be written:
/// - numbers `3`, `-1/2`; arrows `^`, `^^`, `^3`, `v`, `v2`; nimbers `*`, `*3`; these joined without spaces, as in `1^*`
///   or `2v3*2`; also `↑ ⇑ ↓ ⇓ ∗ ★`;
/// - `{0,{0|0}|0}`, with either side possibly empty, and doubled bars instead of braces: `{3/2*|0||-2|-3}`;
/// - `+-x` or `±x` for `{x|-x}`, also `+-(x,y)`;
/// - sums, differences and negatives `a+b`, `a-b`, `-a`; whole multiples `3.x` (but `3.5` is a number), `3·x`, and
///   `3*{…}` or `3*(…)`; ordinal sums `a:b`; brackets;
/// - the functions of [`Function`], such as `Tiny(2)` or `Cool({3|-1},1/2)`;
/// - at the outside, one comparison: `<`, `>`, `<=`, `>=`, `=`, `!=`, `||` or `<>` (confused), `<|` and `|>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub(crate) steps: Vec<Step>,
    pub(crate) relation: Option<Relation>,
}

/// One step of the stack machine, and where in the text it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) action: Action,
    pub(crate) position: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Push(NumberUpStar),
    Add,
    Subtract,
    Negate,
    OrdinalSum,
    Multiply(i64),
    /// Takes so many values and makes `±(…)`.
    PlusMinus(usize),
    /// Takes the lists of options between the bars of a pair of braces.
    Braces(Braces),
    Call(Function, usize),
}

/// The shape of what stands between braces: the lengths of the lists, and the bars between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Braces {
    pub(crate) lists: Vec<u32>,
    pub(crate) bars: Vec<u8>,
}

/// A function that can be called in an expression. Names are read in upper or lower case.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Function {
    /// `Tiny(x)` = `{0||0|-x}`.
    Tiny,
    /// `Miny(x)` = `{x|0||0}`.
    Miny,
    /// `Cool(g,t)`: cooled by the number `t`.
    Cool,
    /// `Heat(g,t)`: heated by the number `t`.
    Heat,
    /// `Overheat(g,s,t)`: overheated from `s` to `t`.
    Overheat,
    /// `Mean(g)`.
    Mean,
    /// `Temperature(g)`.
    Temperature,
    /// `LeftStop(g)`.
    LeftStop,
    /// `RightStop(g)`.
    RightStop,
    /// `Birthday(g)`.
    Birthday,
    /// `AtomicWeight(g)`, an error if `g` is not all small.
    AtomicWeight,
}

impl Function {
    const ALL: [(&'static str, Self, usize); 11] = [
        ("Tiny", Self::Tiny, 1),
        ("Miny", Self::Miny, 1),
        ("Cool", Self::Cool, 2),
        ("Heat", Self::Heat, 2),
        ("Overheat", Self::Overheat, 3),
        ("Mean", Self::Mean, 1),
        ("Temperature", Self::Temperature, 1),
        ("LeftStop", Self::LeftStop, 1),
        ("RightStop", Self::RightStop, 1),
        ("Birthday", Self::Birthday, 1),
        ("AtomicWeight", Self::AtomicWeight, 1),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)).map(|(_, function, _)| function)
    }

    fn arguments(self) -> usize {
        Self::ALL.into_iter().find(|&(_, function, _)| function == self).map_or(1, |(_, _, count)| count)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::ALL.into_iter().find(|(_, function, _)| function == self).map_or("", |(name, ..)| name);
        f.write_str(name)
    }
}

/// A comparison of two values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessOrEqual,
    /// `>=`
    GreaterOrEqual,
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `||` or `<>`: neither is at most the other.
    Confused,
    /// `<|`: less or confused.
    LessOrConfused,
    /// `|>`: greater or confused.
    GreaterOrConfused,
}

/// Why a text is not an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {}: {problem}", position + 1)]
pub struct ParseError {
    /// Where the problem is, in characters from the beginning, counted from 0.
    pub position: usize,
    /// What is wrong and what was expected.
    pub problem: Problem,
}

/// What is wrong with a text that is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Something stands where something else was expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What would have been right.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A bracket that is never closed.
    #[error("this `{0}` is never closed")]
    Unclosed(char),
    /// Braces without a bar.
    #[error("expected `|` between the options of Left and of Right before `}}`")]
    NoBar,
    /// Bars of which none is the outermost.
    #[error("`{0}` stands here for the second time between the same braces; write inner games in braces, or more bars")]
    AmbiguousBar(String),
    /// More bars together than are read.
    #[error("more than {MAX_BARS} bars together")]
    TooManyBars,
    /// A name that is no function.
    #[error("unknown function `{0}`")]
    UnknownFunction(String),
    /// A function with too few or too many arguments.
    #[error("{function} takes {expected} argument(s), not {found}")]
    Arguments {
        /// The function.
        function: Function,
        /// How many it takes.
        expected: usize,
        /// How many were written.
        found: usize,
    },
    /// A fraction whose denominator is not a power of two.
    #[error("{0} is not dyadic: the denominator must be a power of two")]
    NotDyadic(String),
    /// A number with more digits than are read.
    #[error("the number is too large")]
    NumberTooLarge,
    /// A multiple by something that is not a whole number.
    #[error("only whole numbers can multiply a game")]
    NotWhole,
    /// Brackets in brackets beyond the limit.
    #[error("brackets are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// A longer text than is read.
    #[error("the text is longer than {MAX_LENGTH} bytes")]
    TooLong,
}

/// Something that waits for what follows.
#[derive(Clone, Debug)]
enum Waiting {
    Binary(Action, usize),
    Prefix(Action, usize),
    Open(Bracket, usize),
}

#[derive(Clone, Debug)]
enum Bracket {
    Round,
    PlusMinus(usize),
    Call(Function, usize),
    Braces(Braces),
}

/// How strongly an operator binds.
const fn strength(action: &Action) -> u8 {
    match action {
        Action::Add | Action::Subtract => 1,
        Action::Negate | Action::Multiply(_) => 2,
        Action::OrdinalSum => 3,
        _ => 4,
    }
}

/// Reads an expression.
///
/// ```
/// use banmen_cgt::{Arena, Notation, Problem, parse};
/// let mut arena = Arena::new();
/// let v = arena.value("{0,{0|0}|0} + {{|0}|0,{0|}}").unwrap();
/// assert_eq!(arena.name(v, Notation::Ascii), "-1/2^*");
/// let error = parse("{0|1").unwrap_err();
/// assert_eq!((error.position, error.problem), (0, Problem::Unclosed('{')));
/// ```
pub fn parse(text: &str) -> Result<Expression, ParseError> {
    if text.len() > MAX_LENGTH {
        return Err(ParseError { position: 0, problem: Problem::TooLong });
    }
    let mut reader =
        Reader { scanner: Scanner::new(text), steps: Vec::new(), waiting: Vec::new(), depth: 0, relation: None };
    reader.read()?;
    Ok(Expression { steps: reader.steps, relation: reader.relation })
}

impl FromStr for Expression {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text)
    }
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    steps: Vec<Step>,
    waiting: Vec<Waiting>,
    depth: usize,
    relation: Option<Relation>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), ParseError> {
        loop {
            self.operand()?;
            if self.operators()? {
                return Ok(());
            }
        }
    }

    fn fail<T>(position: usize, problem: Problem) -> Result<T, ParseError> {
        Err(ParseError { position, problem })
    }

    fn unexpected<T>(&self, position: usize, expected: &'static str) -> Result<T, ParseError> {
        Self::fail(position, Problem::Unexpected { expected, found: self.scanner.describe(position) })
    }

    fn emit(&mut self, action: Action, position: usize) {
        self.steps.push(Step { action, position });
    }

    fn open(&mut self, bracket: Bracket, position: usize) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Self::fail(position, Problem::TooDeep);
        }
        self.waiting.push(Waiting::Open(bracket, position));
        Ok(())
    }

    /// Reads prefixes and opening brackets up to and including an operand. Empty lists of options are operands
    /// that leave nothing behind.
    fn operand(&mut self) -> Result<(), ParseError> {
        loop {
            let position = self.scanner.position();
            match self.scanner.operand()? {
                Token::Literal(parts) => {
                    self.emit(Action::Push(parts), position);
                    self.count_option();
                    return Ok(());
                }
                Token::Multiple(n) => self.waiting.push(Waiting::Prefix(Action::Multiply(n), position)),
                Token::Minus => self.waiting.push(Waiting::Prefix(Action::Negate, position)),
                Token::PlusMinus if self.scanner.take('(') => self.open(Bracket::PlusMinus(0), position)?,
                Token::PlusMinus => self.waiting.push(Waiting::Prefix(Action::PlusMinus(1), position)),
                Token::Tiny => self.waiting.push(Waiting::Prefix(Action::Call(Function::Tiny, 1), position)),
                Token::Miny => self.waiting.push(Waiting::Prefix(Action::Call(Function::Miny, 1), position)),
                Token::Open('(') => self.open(Bracket::Round, position)?,
                Token::Open(_) => {
                    self.open(Bracket::Braces(Braces { lists: vec![0], bars: Vec::new() }), position)?;
                    if self.scanner.at_bar_or_close() {
                        return Ok(());
                    }
                }
                Token::Name(name) => {
                    let Some(function) = Function::named(&name) else {
                        return Self::fail(position, Problem::UnknownFunction(name));
                    };
                    let bracket = self.scanner.position();
                    if !self.scanner.take('(') {
                        return self.unexpected(bracket, "`(` after the name of a function");
                    }
                    self.open(Bracket::Call(function, 0), position)?;
                }
                _ => return self.unexpected(position, "a game such as 1/2, ^*, {0|-1} or (…)"),
            }
        }
    }

    /// Notes in the enclosing bracket that one more option or argument has begun.
    fn count_option(&mut self) {
        let inner_start = self.waiting.iter().rposition(|w| matches!(w, Waiting::Open(..)));
        let begun_before =
            inner_start.is_some_and(|i| self.waiting[i + 1..].iter().any(|w| matches!(w, Waiting::Binary(..))));
        if begun_before {
            return;
        }
        if let Some(i) = inner_start
            && let Waiting::Open(bracket, _) = &mut self.waiting[i]
        {
            match bracket {
                Bracket::Round => {}
                Bracket::PlusMinus(count) | Bracket::Call(_, count) => *count += 1,
                Bracket::Braces(braces) => *braces.lists.last_mut().expect("there is always a list") += 1,
            }
        }
    }

    /// Reads closing brackets and separators after an operand; tells whether the text ends here.
    fn operators(&mut self) -> Result<bool, ParseError> {
        loop {
            let position = self.scanner.position();
            let in_braces = matches!(self.innermost(), Some(Bracket::Braces(_)));
            match self.scanner.operator(in_braces) {
                Token::End => {
                    self.flush(0);
                    if let Some(Waiting::Open(bracket, position)) = self.waiting.last() {
                        let sign = if matches!(bracket, Bracket::Braces(_)) { '{' } else { '(' };
                        return Self::fail(*position, Problem::Unclosed(sign));
                    }
                    return Ok(true);
                }
                Token::Plus => {
                    self.binary(Action::Add, position);
                    return Ok(false);
                }
                Token::Minus => {
                    self.binary(Action::Subtract, position);
                    return Ok(false);
                }
                Token::Colon => {
                    self.binary(Action::OrdinalSum, position);
                    return Ok(false);
                }
                Token::Comma => {
                    self.flush(0);
                    return match self.innermost() {
                        None | Some(Bracket::Round) => {
                            self.unexpected(position, "an operator or the end; lists belong in braces")
                        }
                        Some(_) => Ok(false),
                    };
                }
                Token::Bars(count) => {
                    self.flush(0);
                    let Some(Waiting::Open(Bracket::Braces(braces), _)) = self.waiting.last_mut() else {
                        return self.unexpected(position, "an operator or `)`");
                    };
                    if count > MAX_BARS {
                        return Self::fail(position, Problem::TooManyBars);
                    }
                    braces.bars.push(count as u8);
                    braces.lists.push(0);
                    if !self.scanner.at_bar_or_close() {
                        return Ok(false);
                    }
                }
                Token::Close(sign) => self.close(sign, position)?,
                Token::Relation(relation) => {
                    self.flush(0);
                    if !self.waiting.is_empty() {
                        return self.unexpected(
                            position,
                            "an operator or a closing bracket; comparisons stand outside of brackets",
                        );
                    }
                    if self.relation.is_some() {
                        return self.unexpected(position, "the end: there is one comparison already");
                    }
                    self.relation = Some(relation);
                    return Ok(false);
                }
                _ => return self.unexpected(position, "an operator, a closing bracket or the end"),
            }
        }
    }

    fn innermost(&self) -> Option<&Bracket> {
        self.waiting.iter().rev().find_map(|w| match w {
            Waiting::Open(bracket, _) => Some(bracket),
            _ => None,
        })
    }

    fn binary(&mut self, action: Action, position: usize) {
        self.flush(strength(&action));
        self.waiting.push(Waiting::Binary(action, position));
    }

    /// Carries out what waits in the innermost bracket and binds at least so strongly.
    fn flush(&mut self, least: u8) {
        while let Some(Waiting::Binary(action, _) | Waiting::Prefix(action, _)) = self.waiting.last()
            && strength(action) >= least
        {
            if let Some(Waiting::Binary(action, position) | Waiting::Prefix(action, position)) = self.waiting.pop() {
                self.emit(action, position);
            }
        }
    }

    fn close(&mut self, sign: char, position: usize) -> Result<(), ParseError> {
        self.flush(0);
        let fits = match self.waiting.last() {
            Some(Waiting::Open(Bracket::Braces(_), _)) => sign == '}',
            Some(Waiting::Open(..)) => sign == ')',
            _ => false,
        };
        if !fits {
            let expected = match self.waiting.last() {
                None => "an operator or the end",
                Some(Waiting::Open(Bracket::Braces(_), _)) => "`}`",
                Some(_) => "`)`",
            };
            return self.unexpected(position, expected);
        }
        let Some(Waiting::Open(bracket, start)) = self.waiting.pop() else { return Ok(()) };
        self.depth -= 1;
        match bracket {
            Bracket::Round => {}
            Bracket::PlusMinus(count) => self.emit(Action::PlusMinus(count), start),
            Bracket::Call(function, count) => {
                let expected = function.arguments();
                if count != expected {
                    return Self::fail(start, Problem::Arguments { function, expected, found: count });
                }
                self.emit(Action::Call(function, count), start);
            }
            Bracket::Braces(braces) => {
                if braces.bars.is_empty() {
                    return Self::fail(position, Problem::NoBar);
                }
                if let Some(bars) = ambiguous_bars(&braces.bars) {
                    return Self::fail(start, Problem::AmbiguousBar("|".repeat(bars)));
                }
                self.emit(Action::Braces(braces), start);
            }
        }
        self.count_option();
        Ok(())
    }
}

/// The bars, if any, that occur twice without stronger ones between them.
fn ambiguous_bars(bars: &[u8]) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    for &bar in bars {
        while open.last().is_some_and(|&last| last < bar) {
            open.pop();
        }
        if open.last() == Some(&bar) {
            return Some(bar as usize);
        }
        open.push(bar);
    }
    None
}

pub(crate) fn dyadic_literal(numerator: u64, denominator: u64) -> Option<Dyadic> {
    denominator.is_power_of_two().then(|| Dyadic::new(i128::from(numerator), denominator.trailing_zeros()))
}
