//! What a text is translated into: steps of a stack machine.
//!
//! Neither translating nor running recurses into brackets, so that no nesting can overflow the program's stack.

use std::rc::Rc;

use super::function::Function;
use super::token::Relation;
use crate::value::NumberUpStar;

/// One step.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Literal(NumberUpStar),
    Text(Rc<str>),
    Truth(bool),
    Nothing,
    /// A variable of the session, or else a built-in function as a value.
    Global(Rc<str>),
    SetGlobal(Rc<str>),
    /// A variable of the function that runs.
    Local(usize),
    SetLocal(usize),
    /// A variable of the function around it, as it was when the function was made.
    Captured(usize),
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    OrdinalSum,
    /// So many copies.
    Times(i64),
    /// Takes this many values and makes `±(…)`.
    PlusMinus(usize),
    /// Takes the lists of options between the bars of a pair of braces.
    Braces(Rc<Braces>),
    Relation(Relation),
    Not,
    List(usize),
    Index,
    /// A built-in function with this many arguments.
    Call(Function, usize),
    /// A kind of position, by its place among those that are known, from its text.
    Position(usize, usize),
    /// Calls what lies below this many arguments.
    CallValue(usize),
    Closure(Rc<Prototype>),
    Jump(usize),
    JumpIfFalse(usize),
    /// Jumps with the truth value if it is false (`and`) or true (`or`), and drops it otherwise.
    JumpKeeping(bool, usize),
    /// Begins a loop over the list on top of the stack.
    Loop,
    /// Puts the next element of the list on the stack, or ends the loop and jumps.
    Next(usize),
    Drop,
    Return,
    /// Takes the result of a statement; `true` if nobody is to see it.
    Result(bool),
}

/// The shape of what stands between braces: the lengths of the lists, and the bars between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Braces {
    pub(crate) lists: Vec<u32>,
    pub(crate) bars: Vec<u8>,
}

impl Braces {
    /// The bars, if any, that occur twice without stronger ones between them.
    pub(crate) fn ambiguous_bars(&self) -> Option<usize> {
        let mut open: Vec<u8> = Vec::new();
        for &bar in &self.bars {
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
}

/// A function, or a whole text, ready to run.
#[derive(Debug)]
pub(crate) struct Prototype {
    /// Its name, if it has one.
    pub(crate) name: Option<Rc<str>>,
    pub(crate) parameters: usize,
    /// Variables of its own, the parameters among them.
    pub(crate) locals: usize,
    pub(crate) captures: Vec<Capture>,
    pub(crate) steps: Vec<Step>,
    /// The byte of the source from which each step comes.
    pub(crate) places: Vec<usize>,
    pub(crate) source: Rc<str>,
}

/// Where a captured variable comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    Local(usize),
    Captured(usize),
}
