//! Characters to tokens.
//!
//! What a character means depends on what stands before it: after an operand `-` subtracts and `*` multiplies, elsewhere
//! they belong to a number or a nimber; between braces bars separate options, elsewhere `||` compares.

use winnow::combinator::{alt, opt, preceded, repeat};
use winnow::error::{ContextError, ErrMode};
use winnow::stream::{AsChar, Location, Stream};
use winnow::token::{one_of, take_till, take_while};
use winnow::{LocatingSlice, ModalResult, Parser};

use super::problem::Problem;
use super::token::{Keyword, Placed, Relation, Token};
use crate::dyadic::Dyadic;
use crate::value::NumberUpStar;

/// Numbers beyond this are not read; it leaves room for sums and for halving.
const LARGEST_DIGITS: u64 = 1 << 60;
/// The largest multiple of up or nimber that is read.
const LARGEST_COUNT: u64 = 1 << 30;

type Input<'a> = LocatingSlice<&'a str>;

/// All tokens of a text, the last one `End`.
pub(crate) fn tokens(text: &str) -> Result<Vec<Placed>, (usize, Problem)> {
    let mut scanner =
        Scanner { rest: LocatingSlice::new(text), brackets: Vec::new(), after_operand: false, problem: None };
    let mut found = Vec::new();
    loop {
        let newline = scanner.space();
        if newline && scanner.brackets.is_empty() {
            scanner.after_operand = false;
            found.push(Placed { token: Token::Newline, at: scanner.at().saturating_sub(1) });
        }
        let at = scanner.at();
        if scanner.rest.is_empty() {
            found.push(Placed { token: Token::End, at });
            return Ok(found);
        }
        let token = if scanner.after_operand { scanner.operator() } else { scanner.operand() };
        let Ok(token) = token else {
            return Err(scanner.problem.take().unwrap_or((at, Problem::NumberTooLarge)));
        };
        scanner.note(&token);
        found.push(Placed { token, at });
    }
}

struct Scanner<'a> {
    rest: Input<'a>,
    /// The brackets that are open.
    brackets: Vec<char>,
    /// Whether what was read last can be followed by an operator.
    after_operand: bool,
    problem: Option<(usize, Problem)>,
}

fn name<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    let letter = |c: char| c.is_alphabetic() || c == '_';
    (one_of(letter), take_while(0.., move |c: char| letter(c) || c.is_ascii_digit())).take().parse_next(input)
}

fn comment(input: &mut Input<'_>) -> ModalResult<()> {
    preceded("//", take_till(0.., '\n')).void().parse_next(input)
}

fn digits<'a>(input: &mut Input<'a>) -> ModalResult<&'a str> {
    take_while(1.., AsChar::is_dec_digit).parse_next(input)
}

impl Scanner<'_> {
    fn at(&self) -> usize {
        self.rest.current_token_start()
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn second(&self) -> Option<char> {
        self.rest.chars().nth(1)
    }

    fn take(&mut self, accept: impl Fn(char) -> bool) -> bool {
        let fits = self.peek().is_some_and(accept);
        if fits {
            self.rest.next_token();
        }
        fits
    }

    /// Passes over white space and comments; returns whether a line ended.
    fn space(&mut self) -> bool {
        let start = self.rest;
        let white = take_while(1.., char::is_whitespace).void();
        let skipped: ModalResult<()> = repeat(0.., alt((white, comment))).parse_next(&mut self.rest);
        debug_assert!(skipped.is_ok());
        let length = self.at() - start.current_token_start();
        start[..length].contains('\n')
    }

    fn fail<T>(&mut self, at: usize, problem: Problem) -> ModalResult<T> {
        self.problem = Some((at, problem));
        Err(ErrMode::Cut(ContextError::new()))
    }

    /// Keeps in mind which brackets are open and whether an operand just ended.
    fn note(&mut self, token: &Token) {
        match token {
            Token::Open(bracket) => self.brackets.push(*bracket),
            Token::Close(_) => {
                self.brackets.pop();
            }
            _ => {}
        }
        self.after_operand = matches!(
            token,
            Token::Literal(_)
                | Token::Power { .. }
                | Token::Text(_)
                | Token::Name(_)
                | Token::Close(_)
                | Token::Keyword(Keyword::End | Keyword::True | Keyword::False)
        );
    }

    /// The next token where an operand may begin.
    fn operand(&mut self) -> ModalResult<Token> {
        let c = self.peek().unwrap_or('\0');
        if c == '-' || c == '−' {
            // −1↑ is the number −1 and an up, so that the sign belongs to the digits.
            if self.second().is_some_and(|c| c.is_ascii_digit()) {
                return self.literal();
            }
            if self.second() == Some('>') {
                return self.operator();
            }
            self.rest.next_token();
            return Ok(Token::Minus);
        }
        if c == '"' {
            return self.text();
        }
        if c.is_ascii_digit() || (is_arrow(c) && c != 'v') || is_star(c) {
            return self.literal();
        }
        if c.is_alphabetic() || c == '_' {
            let start = self.rest.checkpoint();
            let word = name(&mut self.rest)?;
            if let Some(after) = word.strip_prefix('v')
                && (after.bytes().all(|b| b.is_ascii_digit()) || after.bytes().all(|b| b == b'v'))
            {
                self.rest.reset(&start);
                return self.literal();
            }
            return Ok(Keyword::named(word).map_or_else(|| Token::Name(word.to_owned()), Token::Keyword));
        }
        if matches!(c, '|' | '}' | ')' | ']' | ',' | ';' | ':' | '<' | '>' | '=' | '!' | '≤' | '≥' | '/' | '.') {
            return self.operator();
        }
        self.rest.next_token();
        Ok(match c {
            '+' if self.take(|c| c == '-' || c == '−') => Token::PlusMinus,
            '+' => Token::Plus,
            '±' => Token::PlusMinus,
            '(' | '{' | '[' => Token::Open(c),
            '⧾' => Token::Tiny,
            '⧿' => Token::Miny,
            '→' => Token::Arrow,
            c => Token::Unknown(c),
        })
    }

    /// The next token after an operand.
    fn operator(&mut self) -> ModalResult<Token> {
        let in_braces = self.brackets.last() == Some(&'{');
        if self.peek().is_some_and(|c| c.is_alphabetic() || c == '_') {
            let word = name(&mut self.rest)?;
            return Ok(Keyword::named(word).map_or_else(|| Token::Name(word.to_owned()), Token::Keyword));
        }
        let Some(c) = self.rest.next_token() else { return Ok(Token::End) };
        Ok(match c {
            '+' => Token::Plus,
            '-' if self.take(|c| c == '>') => Token::Arrow,
            '-' | '−' => Token::Minus,
            '→' => Token::Arrow,
            '*' | '×' | '·' | '⋅' => Token::Times,
            '/' => Token::Divide,
            ':' if self.take(|c| c == '=') => Token::Assign,
            ':' => Token::Colon,
            ',' => Token::Comma,
            '.' => Token::Dot,
            ';' => Token::Semicolon,
            '(' | '[' | '{' => Token::Open(c),
            ')' | '}' | ']' => Token::Close(c),
            '|' if in_braces => {
                let more: &str = take_while(0.., '|').parse_next(&mut self.rest)?;
                Token::Bars(1 + more.len())
            }
            '|' if self.take(|c| c == '|') => Token::Relation(Relation::Confused),
            '|' if self.take(|c| c == '>') => Token::Relation(Relation::GreaterOrConfused),
            '<' if self.take(|c| c == '=') => Token::Relation(Relation::LessOrEqual),
            '<' if self.take(|c| c == '>') => Token::Relation(Relation::Confused),
            '<' if self.take(|c| c == '|') => Token::Relation(Relation::LessOrConfused),
            '<' => Token::Relation(Relation::Less),
            '>' if self.take(|c| c == '=') => Token::Relation(Relation::GreaterOrEqual),
            '>' => Token::Relation(Relation::Greater),
            '=' => {
                self.take(|c| c == '=');
                Token::Relation(Relation::Equal)
            }
            '!' if self.take(|c| c == '=') => Token::Relation(Relation::Different),
            '≤' => Token::Relation(Relation::LessOrEqual),
            '≥' => Token::Relation(Relation::GreaterOrEqual),
            '≠' => Token::Relation(Relation::Different),
            '∥' | '‖' => Token::Relation(Relation::Confused),
            '⧏' => Token::Relation(Relation::LessOrConfused),
            '⧐' => Token::Relation(Relation::GreaterOrConfused),
            c => Token::Unknown(c),
        })
    }

    /// Text between quotation marks; `\"`, `\\` and `\n` stand for what they usually do.
    fn text(&mut self) -> ModalResult<Token> {
        let at = self.at();
        self.rest.next_token();
        let mut text = String::new();
        loop {
            let plain: &str = take_while(0.., |c| c != '"' && c != '\\').parse_next(&mut self.rest)?;
            text.push_str(plain);
            match self.rest.next_token() {
                Some('"') => return Ok(Token::Text(text)),
                Some(_) => match self.rest.next_token() {
                    Some('n') => text.push('\n'),
                    Some(c) => text.push(c),
                    None => return self.fail(at, Problem::UnclosedText),
                },
                None => return self.fail(at, Problem::UnclosedText),
            }
        }
    }

    /// Digits as a number.
    fn digits(&mut self, limit: u64) -> ModalResult<Option<u64>> {
        let at = self.at();
        let Some(found) = opt(digits).parse_next(&mut self.rest)? else { return Ok(None) };
        match found.parse::<u64>().ok().filter(|&n| n <= limit) {
            Some(number) => Ok(Some(number)),
            None => self.fail(at, Problem::NumberTooLarge),
        }
    }

    /// A number, arrows and a nimber, each of which may be missing, without spaces.
    fn literal(&mut self) -> ModalResult<Token> {
        let start = self.at();
        let negative = self.take(|c| c == '-' || c == '−');
        let mut number = Dyadic::ZERO;
        let has_number = self.peek().is_some_and(|c| c.is_ascii_digit());
        if let Some(whole) = self.digits(LARGEST_DIGITS)? {
            let magnitude = self.fraction(start, whole)?;
            number = if negative { -magnitude } else { magnitude };
            if self.multiplies() {
                return match number.to_integer() {
                    Some(n) => Ok(Token::Multiple(n)),
                    None => self.fail(start, Problem::NotWhole),
                };
            }
        }
        let arrows_at = self.at();
        let ups = self.arrows()?;
        if !has_number
            && ups.abs() == 1
            && let Some((n, sum)) = self.power()
        {
            if n == 0 || n > 1000 {
                return self.fail(arrows_at, Problem::InfinitesimalRange);
            }
            return Ok(Token::Power { n, sum, down: ups < 0 });
        }
        let mut nimber = 0;
        if self.take(is_star) {
            nimber = self.digits(LARGEST_COUNT)?.unwrap_or(1) as u32;
        }
        Ok(Token::Literal(NumberUpStar { number, ups, nimber }))
    }

    /// What follows a whole number: decimals, or a denominator.
    fn fraction(&mut self, start: usize, whole: u64) -> ModalResult<Dyadic> {
        let (mut numerator, mut denominator) = (whole, 1u64);
        if self.peek() == Some('.') && self.second().is_some_and(|c| c.is_ascii_digit()) {
            self.rest.next_token();
            let decimals = digits(&mut self.rest)?;
            for digit in decimals.bytes() {
                let grown = numerator.checked_mul(10).and_then(|n| n.checked_add(u64::from(digit - b'0')));
                let (Some(grown), Some(finer)) = (grown.filter(|&n| n <= LARGEST_DIGITS), denominator.checked_mul(10))
                else {
                    return self.fail(start, Problem::NumberTooLarge);
                };
                (numerator, denominator) = (grown, finer);
            }
            while numerator.is_multiple_of(5) && denominator.is_multiple_of(5) {
                (numerator, denominator) = (numerator / 5, denominator / 5);
            }
        } else if self.peek() == Some('/') && self.second() != Some('/') {
            self.rest.next_token();
            let place = self.at();
            let Some(below) = self.digits(LARGEST_DIGITS)? else {
                let found = self.peek().map_or_else(|| "the end".to_owned(), |c| format!("`{}`", c.escape_debug()));
                return self.fail(place, Problem::Unexpected { expected: "the denominator", found });
            };
            denominator = below;
        }
        if !denominator.is_power_of_two() {
            return self.fail(start, Problem::NotDyadic(format!("{numerator}/{denominator}")));
        }
        Ok(Dyadic::new(i128::from(numerator), denominator.trailing_zeros()))
    }

    /// Takes what makes a number multiply what follows: a point, or a star before a bracket or a name, which cannot be a
    /// nimber.
    fn multiplies(&mut self) -> bool {
        let second = self.second();
        let names = |c: char| (c.is_alphabetic() && c != 'v') || c == '_';
        let star = self.peek() == Some('*') && second.is_some_and(|c| matches!(c, '{' | '(') || names(c));
        if star {
            self.rest.next_token();
            return true;
        }
        self.take(|c| matches!(c, '.' | '·' | '×' | '⋅'))
    }

    fn arrows(&mut self) -> ModalResult<i32> {
        let Some(first) = self.peek().filter(|&c| is_arrow(c)) else { return Ok(0) };
        let mut count = 0u64;
        while let Some(c) = self.peek().filter(|&c| is_arrow(c) && points_up(c) == points_up(first)) {
            self.rest.next_token();
            count += if matches!(c, '⇑' | '⇓') { 2 } else { 1 };
        }
        let start = self.at();
        if let Some(times) = self.digits(LARGEST_COUNT)? {
            if count != 1 {
                let found = times.to_string();
                return self.fail(start, Problem::Unexpected { expected: "either several arrows or a count", found });
            }
            count = times;
        }
        if count > LARGEST_COUNT {
            return self.fail(start, Problem::NumberTooLarge);
        }
        Ok(if points_up(first) { count as i32 } else { -(count as i32) })
    }

    /// The superscript or subscript of an arrow: `<n>`, `[n]`, or small digits.
    fn power(&mut self) -> Option<(u32, bool)> {
        let start = self.rest.checkpoint();
        let found = self.written_power();
        if found.is_none() {
            self.rest.reset(&start);
        }
        found
    }

    fn written_power(&mut self) -> Option<(u32, bool)> {
        const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
        const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉";
        for (small, sum) in [(RAISED, false), (LOWERED, true)] {
            let digit = |c: char| small.chars().position(|known| known == c);
            let mut number = None;
            while let Some(value) = self.peek().and_then(digit) {
                self.rest.next_token();
                number = Some((number.unwrap_or(0u32).saturating_mul(10)).saturating_add(value as u32));
            }
            if let Some(number) = number {
                return Some((number, sum));
            }
        }
        let (close, sum) = match self.rest.next_token()? {
            '<' => ('>', false),
            '[' => (']', true),
            _ => return None,
        };
        let number = digits(&mut self.rest).ok()?.parse().unwrap_or(u32::MAX);
        self.take(|c| c == close).then_some((number, sum))
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
