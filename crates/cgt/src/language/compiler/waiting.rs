//! Operators and open brackets that wait for what follows.

use crate::language::code::Braces;
use crate::language::function::Function;
use crate::language::token::Relation;

/// Something that waits for what follows.
#[derive(Debug)]
pub(super) enum Waiting {
    Operator(Operator, usize),
    Open(Bracket, usize),
}

#[derive(Clone, Debug)]
pub(super) enum Operator {
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
    pub(super) const fn strength(&self) -> u8 {
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

pub(super) const OR: u8 = 1;
pub(super) const AND: u8 = 2;

#[derive(Debug)]
pub(super) enum Bracket {
    Round,
    PlusMinus(usize),
    Call(Callee, usize),
    List(usize),
    Index,
    Braces(Braces),
}

#[derive(Copy, Clone, Debug)]
pub(super) enum Callee {
    BuiltIn(Function),
    Position(usize),
    Value,
}

impl Bracket {
    /// The sign that opens it and the one that closes it.
    pub(super) const fn signs(&self) -> (char, char) {
        match self {
            Bracket::Round | Bracket::PlusMinus(_) | Bracket::Call(..) => ('(', ')'),
            Bracket::List(_) | Bracket::Index => ('[', ']'),
            Bracket::Braces(_) => ('{', '}'),
        }
    }

    /// Notes that one more option, argument or element begins.
    pub(super) fn count(&mut self) {
        match self {
            Bracket::Round | Bracket::Index => {}
            Bracket::PlusMinus(count) | Bracket::Call(_, count) | Bracket::List(count) => *count += 1,
            Bracket::Braces(braces) => *braces.lists.last_mut().expect("there is always a list") += 1,
        }
    }
}
