//! Characters of an expression to tokens.

use std::iter::Peekable;
use std::str::Chars;

use crate::dyadic::Dyadic;
use crate::expression::{ParseError, Problem, Relation, dyadic_literal};
use crate::value::NumberUpStar;

/// The smallest thing that means something.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Literal(NumberUpStar),
    /// A whole number that multiplies what follows.
    Multiple(i64),
    Name(String),
    /// `⧾`
    Tiny,
    /// `⧿`
    Miny,
    Plus,
    Minus,
    PlusMinus,
    Colon,
    Comma,
    Bars(usize),
    Open(char),
    Close(char),
    Relation(Relation),
    Unknown,
    End,
}

/// Numbers beyond this are not read; it leaves room for sums and for halving.
const LARGEST_DIGITS: u64 = 1 << 60;
/// The largest multiple of up or nimber that is read.
const LARGEST_COUNT: u64 = 1 << 30;

pub(crate) struct Scanner<'a> {
    text: &'a str,
    rest: Peekable<Chars<'a>>,
    /// Characters read so far.
    position: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, rest: text.chars().peekable(), position: 0 }
    }

    /// Where the next token begins.
    pub(crate) fn position(&mut self) -> usize {
        while self.rest.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
        self.position
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.next();
        self.position += usize::from(c.is_some());
        c
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn peek_second(&self) -> Option<char> {
        let mut ahead = self.rest.clone();
        ahead.next();
        ahead.next()
    }

    fn eat(&mut self, accept: impl Fn(char) -> bool) -> bool {
        let fits = self.peek().is_some_and(accept);
        if fits {
            self.next();
        }
        fits
    }

    /// Takes the next token if it is this character.
    pub(crate) fn take(&mut self, c: char) -> bool {
        self.position();
        self.eat(|next| next == c)
    }

    /// Whether a bar or a closing brace comes next.
    pub(crate) fn at_bar_or_close(&mut self) -> bool {
        self.position();
        matches!(self.peek(), Some('|' | '}'))
    }

    /// What stands at a position, for error messages.
    pub(crate) fn describe(&self, position: usize) -> String {
        match self.text.chars().nth(position) {
            Some(c) => format!("`{}`", c.escape_debug()),
            None => "the end".to_owned(),
        }
    }

    /// The next token where an operand may begin.
    pub(crate) fn operand(&mut self) -> Result<Token, ParseError> {
        self.position();
        let Some(c) = self.peek() else { return Ok(Token::End) };
        if c == '-' || c == '−' {
            // −1↑ is the number −1 and an up, so that the sign belongs to the digits.
            if !self.peek_second().is_some_and(|c| c.is_ascii_digit()) {
                self.next();
                return Ok(Token::Minus);
            }
            return self.literal();
        }
        if c.is_ascii_digit() || is_arrow(c) || is_star(c) {
            return self.literal();
        }
        if c.is_ascii_alphabetic() {
            let mut name = String::new();
            while let Some(c) = self.peek().filter(char::is_ascii_alphabetic) {
                name.push(c);
                self.next();
            }
            return Ok(Token::Name(name));
        }
        self.next();
        Ok(match c {
            '+' if self.eat(|c| c == '-' || c == '−') => Token::PlusMinus,
            '±' => Token::PlusMinus,
            '(' | '{' => Token::Open(c),
            '⧾' => Token::Tiny,
            '⧿' => Token::Miny,
            _ => Token::Unknown,
        })
    }

    /// The next token after an operand.
    pub(crate) fn operator(&mut self, in_braces: bool) -> Token {
        self.position();
        let Some(c) = self.next() else { return Token::End };
        match c {
            '+' => Token::Plus,
            '-' | '−' => Token::Minus,
            ':' => Token::Colon,
            ',' => Token::Comma,
            ')' | '}' => Token::Close(c),
            '|' if in_braces => {
                let mut count = 1;
                while self.eat(|c| c == '|') {
                    count += 1;
                }
                Token::Bars(count)
            }
            '|' if self.eat(|c| c == '|') => Token::Relation(Relation::Confused),
            '|' if self.eat(|c| c == '>') => Token::Relation(Relation::GreaterOrConfused),
            '<' if self.eat(|c| c == '=') => Token::Relation(Relation::LessOrEqual),
            '<' if self.eat(|c| c == '>') => Token::Relation(Relation::Confused),
            '<' if self.eat(|c| c == '|') => Token::Relation(Relation::LessOrConfused),
            '<' => Token::Relation(Relation::Less),
            '>' if self.eat(|c| c == '=') => Token::Relation(Relation::GreaterOrEqual),
            '>' => Token::Relation(Relation::Greater),
            '=' => {
                self.eat(|c| c == '=');
                Token::Relation(Relation::Equal)
            }
            '!' if self.eat(|c| c == '=') => Token::Relation(Relation::Different),
            '≤' => Token::Relation(Relation::LessOrEqual),
            '≥' => Token::Relation(Relation::GreaterOrEqual),
            '≠' => Token::Relation(Relation::Different),
            '∥' | '‖' => Token::Relation(Relation::Confused),
            '⧏' => Token::Relation(Relation::LessOrConfused),
            '⧐' => Token::Relation(Relation::GreaterOrConfused),
            _ => Token::Unknown,
        }
    }

    fn digits(&mut self, limit: u64) -> Result<Option<u64>, ParseError> {
        let start = self.position;
        let mut number: Option<u64> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.next();
            let grown = number.unwrap_or(0).checked_mul(10).and_then(|n| n.checked_add(u64::from(digit)));
            match grown.filter(|&n| n <= limit) {
                Some(n) => number = Some(n),
                None => return Err(ParseError { position: start, problem: Problem::NumberTooLarge }),
            }
        }
        Ok(number)
    }

    /// The decimals after a whole number: the numerator and the denominator of both together, without common fives.
    fn decimals(&mut self, start: usize, whole: u64) -> Result<(u64, u64), ParseError> {
        let too_large = || ParseError { position: start, problem: Problem::NumberTooLarge };
        self.next();
        let (mut numerator, mut denominator) = (whole, 1u64);
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.next();
            let grown = numerator.checked_mul(10).and_then(|n| n.checked_add(u64::from(digit)));
            numerator = grown.filter(|&n| n <= LARGEST_DIGITS).ok_or_else(too_large)?;
            denominator = denominator.checked_mul(10).ok_or_else(too_large)?;
        }
        while numerator.is_multiple_of(5) && denominator.is_multiple_of(5) {
            (numerator, denominator) = (numerator / 5, denominator / 5);
        }
        Ok((numerator, denominator))
    }

    /// A number, arrows and a nimber, each of which may be missing, without spaces.
    fn literal(&mut self) -> Result<Token, ParseError> {
        let start = self.position;
        let negative = self.eat(|c| c == '-' || c == '−');
        let mut number = Dyadic::ZERO;
        if let Some(mut numerator) = self.digits(LARGEST_DIGITS)? {
            let mut denominator = 1;
            if self.peek() == Some('.') && self.peek_second().is_some_and(|c| c.is_ascii_digit()) {
                (numerator, denominator) = self.decimals(start, numerator)?;
            } else if self.peek() == Some('/') {
                self.next();
                let place = self.position;
                denominator = self.digits(LARGEST_DIGITS)?.ok_or_else(|| ParseError {
                    position: place,
                    problem: Problem::Unexpected { expected: "the denominator", found: self.describe(place) },
                })?;
            }
            let magnitude = dyadic_literal(numerator, denominator).ok_or_else(|| ParseError {
                position: start,
                problem: Problem::NotDyadic(format!("{numerator}/{denominator}")),
            })?;
            number = if negative { -magnitude } else { magnitude };
            if self.eat(|c| matches!(c, '.' | '·' | '×' | '⋅')) || self.at_multiplying_star() {
                let problem = Problem::NotWhole;
                let n = number.to_integer().ok_or(ParseError { position: start, problem })?;
                return Ok(Token::Multiple(n));
            }
        }
        let ups = self.arrows()?;
        let mut nimber = 0;
        if self.eat(is_star) {
            nimber = self.digits(LARGEST_COUNT)?.unwrap_or(1) as u32;
        }
        Ok(Token::Literal(NumberUpStar { number, ups, nimber }))
    }

    /// Takes a `*` that stands before a bracket and so cannot be a nimber.
    fn at_multiplying_star(&mut self) -> bool {
        let multiplies = self.peek() == Some('*') && matches!(self.peek_second(), Some('{' | '('));
        if multiplies {
            self.next();
        }
        multiplies
    }

    fn arrows(&mut self) -> Result<i32, ParseError> {
        let Some(first) = self.peek().filter(|&c| is_arrow(c)) else { return Ok(0) };
        let mut count = 0u64;
        while let Some(c) = self.peek().filter(|&c| is_arrow(c) && points_up(c) == points_up(first)) {
            self.next();
            count += if matches!(c, '⇑' | '⇓') { 2 } else { 1 };
        }
        let start = self.position;
        if let Some(times) = self.digits(LARGEST_COUNT)? {
            if count != 1 {
                let problem =
                    Problem::Unexpected { expected: "either several arrows or a count", found: times.to_string() };
                return Err(ParseError { position: start, problem });
            }
            count = times;
        }
        if count > LARGEST_COUNT {
            return Err(ParseError { position: start, problem: Problem::NumberTooLarge });
        }
        Ok(if points_up(first) { count as i32 } else { -(count as i32) })
    }
}

const fn is_arrow(c: char) -> bool {
    matches!(c, '^' | 'v' | '↑' | '↓' | '⇑' | '⇓')
}

const fn points_up(c: char) -> bool {
    matches!(c, '^' | '↑' | '⇑')
}

const fn is_star(c: char) -> bool {
    matches!(c, '*' | '∗' | '★' | '⋆')
}
