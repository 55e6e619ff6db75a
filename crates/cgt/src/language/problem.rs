//! What can be wrong with a text, and where.

use thiserror::Error;

use super::{MAX_BARS, MAX_BLOCKS, MAX_CALLS, MAX_DEPTH, MAX_LENGTH};
use crate::arena::Exhausted;

/// Why a text has no value, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}{}", within.as_ref().map_or_else(String::new, |name| format!(" (in the function `{name}`)")))]
pub struct ScriptError {
    /// Where the problem is.
    pub place: Place,
    /// What is wrong and what was expected.
    pub problem: Problem,
    /// The function in which it happened, if that was defined in an earlier text.
    pub within: Option<String>,
}

/// Characters of a line that an excerpt shows before the place, and after it.
const SHOWN_AROUND: usize = 60;

impl ScriptError {
    /// The line of the text that is wrong, with a caret below the place; of a long line what is near it.
    ///
    /// ```
    /// let text = "x := 1\ny := x + z";
    /// let error = banmen_cgt::Session::new().run(text).unwrap_err();
    /// assert_eq!(error.excerpt(text), "y := x + z\n         ^");
    /// ```
    pub fn excerpt(&self, text: &str) -> String {
        let line = text.lines().nth(self.place.line - 1).unwrap_or_default();
        let before = self.place.column - 1;
        let left_out = before.saturating_sub(SHOWN_AROUND);
        let shown: String = line.chars().skip(left_out).take(before - left_out + SHOWN_AROUND).collect();
        // A tab stays one, so that the caret is below its character however wide the terminal makes it.
        let indent = shown.chars().take(before - left_out).map(|c| if c == '\t' { '\t' } else { ' ' });
        let indent: String = indent.collect();
        format!("{shown}\n{indent}^")
    }
}

/// A place in a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// In characters from the beginning, counted from 0.
    pub position: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// Whether the text has only one line.
    pub single: bool,
}

impl Place {
    /// The place of a byte of a text.
    pub(crate) fn of(text: &str, byte: usize) -> Place {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            position: before.chars().count(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            single: !text.trim_end().contains('\n'),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.single {
            write!(f, "at character {}", self.position + 1)
        } else {
            write!(f, "line {}, character {}", self.line, self.column)
        }
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
    /// A quotation mark that is never closed.
    #[error("this text has no closing quotation mark")]
    UnclosedText,
    /// A word that begins a block without the `end` of the block.
    #[error("this `{0}` has no `end`")]
    NoEnd(&'static str),
    /// Braces without a bar.
    #[error("expected `|` between the options of Left and of Right before `}}`")]
    NoBar,
    /// Bars of which none is the outermost.
    #[error("`{0}` stands here for the second time between the same braces; write inner games in braces, or more bars")]
    AmbiguousBar(String),
    /// More bars together than are read.
    #[error("more than {MAX_BARS} bars together")]
    TooManyBars,
    /// A name that means nothing.
    #[error("unknown name `{0}`")]
    UnknownName(String),
    /// A name that cannot be given to something else.
    #[error("`{0}` has a meaning already; choose another name")]
    Reserved(String),
    /// Games in which play need not end.
    #[error("`{0}` is a loopy game; only games that end can be worked out here")]
    Loopy(String),
    /// A function with too few or too many arguments.
    #[error("{function} takes {expected}, not {found}")]
    Arguments {
        /// The function.
        function: String,
        /// How many it takes, in words.
        expected: String,
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
    #[error("only whole numbers can multiply a game; Norton(g, u) multiplies games")]
    NotWhole,
    /// Brackets in brackets beyond the limit.
    #[error("brackets are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// Blocks in blocks beyond the limit.
    #[error("blocks and functions are nested more than {MAX_BLOCKS} deep")]
    TooManyBlocks,
    /// A longer text than is read.
    #[error("the text is longer than {MAX_LENGTH} bytes")]
    TooLong,

    /// The work limit was reached.
    #[error("this takes more work than allowed")]
    Exhausted,
    /// Whoever runs the text has stopped it.
    #[error("{0}")]
    Stopped(String),
    /// A number is too large or too fine.
    #[error("numbers here end at 2^30, and at denominators of 2^30")]
    NumberRange,
    /// Too many arrows or too large a nimber.
    #[error("arrows and nimbers here end at {}", super::LARGEST_INFINITESIMAL)]
    InfinitesimalRange,
    /// A canonical form that is too high.
    #[error("the canonical form is higher than {} moves", super::GREATEST_HEIGHT)]
    Height,
    /// Something of the wrong kind.
    #[error("{what} needs {expected}, not {found}")]
    Kind {
        /// The operation.
        what: String,
        /// What it needs.
        expected: &'static str,
        /// What it was given.
        found: &'static str,
    },
    /// A temperature below −1.
    #[error("games are cooled by at least -1")]
    BelowMinusOne,
    /// A game without an atomic weight.
    #[error("the game has no atomic weight: {0}")]
    NoAtomicWeight(&'static str),
    /// A game that is not impartial.
    #[error("the game is not a nimber, so it has no nim value")]
    NoNimValue,
    /// A game that is not of the form `{0|H}`.
    #[error("powers are of games above 0 whose only option of Left is 0, such as ^")]
    NoPower,
    /// A Norton product by something that is not above 0.
    #[error("the unit of a Norton product must be above 0")]
    UnitNotPositive,
    /// A place that is not in a list.
    #[error("the list has {length} elements; there is no element {index}")]
    NoElement {
        /// The place that was asked for.
        index: String,
        /// The length of the list.
        length: usize,
    },
    /// A list that is too long, or lists too deep in each other.
    #[error(
        "lists here have at most {} elements and are nested at most {} deep",
        super::LONGEST_LIST,
        super::DEEPEST_LIST
    )]
    ListSize,
    /// Calls in calls beyond the limit.
    #[error("functions call each other more than {MAX_CALLS} deep")]
    TooManyCalls,
    /// A position that cannot be read or worked out.
    #[error("{0}")]
    Position(String),
}

impl Problem {
    /// Whether a limit or an interruption ended the work, rather than a mistake in the text.
    pub fn is_limit(&self) -> bool {
        matches!(self, Problem::Exhausted | Problem::Stopped(_))
    }
}

impl From<Exhausted> for Problem {
    fn from(_: Exhausted) -> Self {
        Self::Exhausted
    }
}
