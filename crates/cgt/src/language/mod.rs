//! A language for games: what people write down when they work with them.
//!
//! A [`Session`] keeps variables and the arena of values from one text to the next:
//!
//! ```
//! use banmen_cgt::{Notation, Object, Session};
//!
//! let mut session = Session::new();
//! let shown = session.run("
//!     f(n) := if n = 0 then 0 else {f(n - 1) | *} end
//!     f(2)
//!     Map([1, 2], n -> Cool({n|-n}, 1))
//! ").unwrap();
//! let texts: Vec<String> = shown.iter().map(|object| session.show(object)).collect();
//! assert_eq!(texts, ["{^|*}", "[*, +-1]"]);
//! ```
//!
//! # What can be written
//! - Games: numbers `3`, `-1/2`, `0.5`; arrows `^`, `^^`, `^3`, `v`, `v2`, with powers `^<2>` and sums of powers `^[2]`; nimbers `*`, `*3`;
//!   these joined without spaces, as in `1^*` or `2v3*2`; also `↑ ⇑ ↓ ⇓ ∗ ★ ↑² ↑₂`.
//! - `{0,{0|0}|0}`, with either side possibly empty, and doubled bars instead of braces: `{3/2*|0||-2|-3}`. A list among the
//!   options stands for its elements.
//! - `+-x` or `±x` for `{x|-x}`, also `+-(x,y)`.
//! - Sums, differences and negatives; whole multiples `3.x` (but `3.5` is a number), `n*x`, `3·x`; ordinal sums `a:b`; brackets.
//! - Comparisons `<`, `>`, `<=`, `>=`, `=`, `!=`, `||` or `<>` (confused), `<|` and `|>`, and `and`, `or`, `not`.
//! - Variables `x := …`, functions `f(x) := …` and `x -> …`, lists `[1, 2]` with elements `l[1]`, texts `"…"`.
//! - `if … then … elseif … else … end`, `for x in … do … end`, `for n from 1 to 9 by 2 do … end`, `while … do … end`,
//!   `begin … end`, `return …` within a function; comments after `//`.
//! - The functions of [`Function`], as `Mean(g)` or `g.Mean`.
//!
//! A statement ends with its line or with `;`. What it comes to is shown unless it ends with `;`.
//!
//! # Limits
//! Beside the work that [`Session::limits`] allow, numbers end at `2^30` and at denominators of `2^30`, arrows and nimbers at 1000,
//! and canonical forms at a height of 60 above their numbers, arrows and nimbers: within these bounds everything else about a
//! value can be worked out exactly. Neither deep brackets nor deep calls overflow the program's stack.

mod builtin;
mod code;
mod compiler;
mod function;
mod machine;
mod object;
mod problem;
mod scanner;
mod token;

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

pub use function::Function;
pub use object::{Callable, List, Object, Position, PositionProblem, Positions};
pub use problem::{Place, Problem, ScriptError};
pub use token::Relation;

use crate::arena::Arena;
use crate::name::Notation;
use crate::value::Value;
use machine::Machine;

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 16 << 20;
/// About what the steps take that a character of a text becomes.
const BYTES_PER_CHARACTER: usize = 256;
/// How deep brackets may be nested.
pub const MAX_DEPTH: usize = 10_000;
/// How many bars may stand together, as in `{1||2|||3}`.
pub(crate) const MAX_BARS: usize = 32;
/// How deep blocks and functions may be nested in a text.
pub(crate) const MAX_BLOCKS: usize = 64;
/// How deep functions may call each other.
pub(crate) const MAX_CALLS: usize = 2000;
/// The longest list.
pub(crate) const LONGEST_LIST: usize = 1 << 20;
/// How deep lists may be nested.
pub(crate) const DEEPEST_LIST: u32 = 64;

pub(crate) const LARGEST_NUMBER: i128 = 1 << 30;
pub(crate) const FINEST_EXPONENT: u32 = 30;
pub(crate) const LARGEST_INFINITESIMAL: u32 = 1000;
pub(crate) const GREATEST_HEIGHT: u32 = 60;

/// How much one text may take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SessionLimits {
    /// How many comparisons, sums and steps may be worked out.
    pub work: u64,
    /// How many bytes may be used for values, lists, texts and everything about them.
    pub memory: usize,
}

impl Default for SessionLimits {
    /// Two million steps, which take a few seconds, and a gigabyte.
    fn default() -> Self {
        Self { work: 2_000_000, memory: 1 << 30 }
    }
}

/// Asked now and then while a text runs: why it has to stop, if it has to.
pub type Interruption<'a> = dyn FnMut() -> Option<String> + 'a;

/// Variables, an arena, and what may be spent.
#[derive(Default)]
pub struct Session {
    /// Where the values are kept.
    pub arena: Arena,
    /// How much each text may take.
    pub limits: SessionLimits,
    globals: BTreeMap<Rc<str>, Object>,
    positions: Vec<Box<dyn Positions>>,
    /// Heights of nodes that were found to be low enough.
    heights: FxHashMap<Value, u32>,
}

impl Session {
    /// A session without variables.
    pub fn new() -> Session {
        Session::default()
    }

    /// Lets texts speak of one more kind of positions.
    pub fn add_positions(&mut self, positions: Box<dyn Positions>) {
        self.positions.push(positions);
    }

    /// Runs a text; what it shows, in order: the results of its statements and what `Print` prints. What was assigned before an
    /// error stays assigned.
    pub fn run(&mut self, text: &str) -> Result<Vec<Object>, ScriptError> {
        let mut shown = Vec::new();
        self.run_with(text, &mut |_, object| shown.push(object), &mut || None)?;
        Ok(shown)
    }

    /// Runs a text and hands over what it shows as it is found; gives the result of the last statement, even if it is not
    /// shown. `interrupted` is asked now and then whether to stop.
    pub fn run_with(
        &mut self,
        text: &str,
        show: &mut dyn FnMut(&mut Arena, Object),
        interrupted: &mut Interruption<'_>,
    ) -> Result<Object, ScriptError> {
        let names: Vec<&'static str> = self.positions.iter().map(|positions| positions.name()).collect();
        let failed = |(at, problem)| ScriptError { place: Place::of(text, at), problem, within: None };
        if text.len() > self.limits.memory / BYTES_PER_CHARACTER {
            return Err(failed((0, Problem::TooLong)));
        }
        let program = compiler::compile(text, &names).map_err(failed)?;
        let mut machine = Machine::new(self, program, show, interrupted);
        machine.run()
    }

    /// The value of a variable.
    pub fn get(&self, name: &str) -> Option<&Object> {
        self.globals.get(name)
    }

    /// Gives a variable a value.
    pub fn set(&mut self, name: &str, object: Object) {
        self.globals.insert(name.into(), object);
    }

    /// Everything that has a name, in alphabetical order: variables, functions, kinds of positions and words.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.globals.keys().map(ToString::to_string).collect();
        names.extend(Function::ALL.iter().map(ToString::to_string));
        names.extend(self.positions.iter().map(|positions| positions.name().to_owned()));
        names.extend(token::Keyword::ALL.iter().map(|(word, _)| (*word).to_owned()));
        names.sort();
        names
    }

    /// How something is written in ASCII; names of games up to 2000 characters.
    pub fn show(&mut self, object: &Object) -> String {
        object.show(&mut self.arena, Notation::Ascii, 2000)
    }
}

impl Arena {
    /// The value of a text, with the default limits.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// assert_eq!(arena.value("^ + ^* + v2").unwrap(), Value::STAR);
    /// assert!(arena.value("1/3").unwrap_err().to_string().contains("power of two"));
    /// ```
    pub fn value(&mut self, text: &str) -> Result<Value, ScriptError> {
        let mut session = Session { arena: std::mem::take(self), ..Session::default() };
        let result = session.run_with(text, &mut |_, _| {}, &mut || None);
        *self = session.arena;
        let start = Place::of(text, 0);
        let wrong = |found| {
            let problem = Problem::Kind { what: "this".to_owned(), expected: "a game", found };
            Err(ScriptError { place: start, problem, within: None })
        };
        match result? {
            Object::Game(value) => Ok(value),
            other => wrong(other.kind()),
        }
    }
}

/// Whether the text can be read as far as it goes and only more of it can make it whole: a bracket or a block is open.
///
/// ```
/// use banmen_cgt::is_unfinished;
/// assert!(is_unfinished("for x in [1, 2] do"));
/// assert!(is_unfinished("{0|"));
/// assert!(!is_unfinished("{0|1}}"));
/// ```
pub fn is_unfinished(text: &str) -> bool {
    match compiler::compile(text, &["Konane"]) {
        Err((_, Problem::Unclosed(_) | Problem::NoEnd(_))) => true,
        Err((at, Problem::Unexpected { .. })) => at >= text.trim_end().len() && !text.trim().is_empty(),
        _ => false,
    }
}
