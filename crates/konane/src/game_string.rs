//! Game strings: how long they are without making them, and making them without holding them.

use std::cmp::Ordering;
use std::io;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::algebra::Algebra;
use crate::structures::{Side, Structure, Structures};

/// Whether integers are written as such.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Only `0`; everything else by its options.
    #[default]
    Spelled,
    /// `{0|}` as `1`, `{|{|0}}` as `-2`, and so on; nothing else is simplified, and the order stays.
    Written,
}

impl Structures {
    /// The number of characters of a structure's string.
    pub fn string_length(&self, structure: Structure, integers: Integers) -> BigUint {
        let (last, negated) = Structures::place(structure);
        let narrow = self.lengths_up_to::<u128>(last, integers);
        if let Some(lengths) = narrow {
            BigUint::from(lengths[last][usize::from(negated)])
        } else {
            let lengths = self.lengths_up_to::<BigUint>(last, integers).expect("big integers do not overflow");
            lengths[last][usize::from(negated)].clone()
        }
    }

    /// The lengths of the strings of everything kept up to an index and of the negatives; `None` if the numbers overflow.
    ///
    /// A string and its negative differ in length only by the signs of integers.
    fn lengths_up_to<N: Length>(&self, last: usize, integers: Integers) -> Option<Vec<[N; 2]>> {
        let mut lengths: Vec<[N; 2]> = Vec::with_capacity(last + 1);
        let mut values: Vec<i32> = Vec::new();
        for index in 0..=last {
            let (left, right) = self.kept_options(index);
            let value = self.integer_of_kept(index, &values);
            if integers == Integers::Written {
                values.push(value.unwrap_or(NO_INTEGER));
            }
            let written = match (integers, value) {
                (Integers::Written, Some(value)) => Some(value),
                _ if index == 0 => Some(0),
                _ => None,
            };
            if let Some(value) = written {
                let digits = |value: i32| N::from_count(value.to_string().len());
                lengths.push([digits(value), digits(-value)]);
                continue;
            }
            let punctuation = 3 + left.len().saturating_sub(1) + right.len().saturating_sub(1);
            let mut sums = [N::from_count(punctuation), N::from_count(punctuation)];
            for &option in left.iter().chain(right) {
                let (at, negated) = Structures::place(option);
                for sign in 0..2 {
                    sums[sign] = sums[sign].plus(&lengths[at][sign ^ usize::from(negated)])?;
                }
            }
            lengths.push(sums);
        }
        Some(lengths)
    }

    /// The integer that a kept structure spells, given those of all before it.
    fn integer_of_kept(&self, index: usize, values: &[i32]) -> Option<i32> {
        let of = |option: Structure| {
            let (at, negated) = Structures::place(option);
            values.get(at).filter(|&&value| value != NO_INTEGER).map(|&value| if negated { -value } else { value })
        };
        match self.kept_options(index) {
            ([], []) => Some(0),
            (&[option], []) => of(option).filter(|&n| n >= 0).map(|n| n + 1),
            ([], &[option]) => of(option).filter(|&n| n <= 0).map(|n| n - 1),
            _ => None,
        }
    }

    /// The string of a structure, ready to be written.
    pub fn text(&self, structure: Structure, integers: Integers) -> GameText {
        GameText::new(self, structure, integers)
    }
}

const NO_INTEGER: i32 = i32::MIN;

/// A number of characters.
trait Length: Clone {
    fn from_count(count: usize) -> Self;
    fn plus(&self, other: &Self) -> Option<Self>;
}

impl Length for u128 {
    fn from_count(count: usize) -> u128 {
        count as u128
    }

    fn plus(&self, other: &u128) -> Option<u128> {
        self.checked_add(*other)
    }
}

impl Length for BigUint {
    fn from_count(count: usize) -> BigUint {
        BigUint::from(count)
    }

    fn plus(&self, other: &BigUint) -> Option<BigUint> {
        Some(self + other)
    }
}

/// A game string that can be written to a sink piece by piece: only the structures are held, each once, with their options
/// in byte order.
pub struct GameText {
    /// For each structure, where its options begin and where the right ones do.
    nodes: Vec<[u32; 2]>,
    options: Vec<u32>,
    root: u32,
    /// The strings of structures that are short enough to be kept.
    short: Vec<Option<Box<[u8]>>>,
}

/// Strings up to this length are made once and kept.
const SHORT: usize = 1 << 12;
/// The bytes of short strings that are kept at most.
const MOST_SHORT_BYTES: usize = 64 << 20;

impl GameText {
    fn new(structures: &Structures, root: Structure, integers: Integers) -> GameText {
        // Everything that the string is made of, in an order where options come first.
        let mut reached = vec![root];
        let mut seen: FxHashMap<Structure, u32> = FxHashMap::default();
        seen.insert(root, 0);
        let mut next = 0;
        while next < reached.len() {
            for side in [Side::Left, Side::Right] {
                for option in structures.options(reached[next], side) {
                    seen.entry(option).or_insert_with(|| {
                        reached.push(option);
                        0
                    });
                }
            }
            next += 1;
        }
        reached.sort_unstable_by_key(|&structure| Structures::place(structure));
        for (number, structure) in reached.iter().enumerate() {
            seen.insert(*structure, number as u32);
        }
        let mut text = GameText { nodes: Vec::new(), options: Vec::new(), root: seen[&root], short: Vec::new() };
        let mut values: Vec<Option<i64>> = Vec::new();
        let mut kept_bytes = 0;
        for &structure in &reached {
            // Both lists are put in order before either is kept: the options of the structure before this one end where
            // the kept ones do.
            let [left, right] = [Side::Left, Side::Right].map(|side| {
                let mut options: Vec<u32> = structures.options(structure, side).map(|option| seen[&option]).collect();
                options.sort_unstable_by(|&a, &b| text.order(a, b));
                options
            });
            let start = text.options.len();
            text.options.extend(left);
            let middle = text.options.len();
            text.options.extend(right);
            text.nodes.push([start as u32, middle as u32]);
            let number = text.nodes.len() as u32 - 1;
            let value = match text.options_of(number) {
                ([], []) => Some(0),
                (&[n], []) => values[n as usize].filter(|&n| n >= 0).map(|n| n + 1),
                ([], &[n]) => values[n as usize].filter(|&n| n <= 0).map(|n| n - 1),
                _ => None,
            };
            values.push(value);
            let short = match (integers, value) {
                (Integers::Written, Some(value)) => Some(value.to_string().into_bytes().into_boxed_slice()),
                (_, Some(0)) => Some(Box::from(&b"0"[..])),
                _ if kept_bytes < MOST_SHORT_BYTES => text.spelled(number),
                _ => None,
            };
            kept_bytes += short.as_ref().map_or(0, |short| short.len());
            text.short.push(short);
        }
        text
    }

    #[inline]
    fn options_of(&self, number: u32) -> (&[u32], &[u32]) {
        let [start, middle] = self.nodes[number as usize];
        let end = self.nodes.get(number as usize + 1).map_or(self.options.len(), |next| next[0] as usize);
        (&self.options[start as usize..middle as usize], &self.options[middle as usize..end])
    }

    /// The byte order of two strings, found along the first difference.
    fn order(&self, mut a: u32, mut b: u32) -> Ordering {
        // No string is the beginning of another, so the first different options decide. Where one list ends, `|` or `}`
        // stands against `,`, `0` or `{`, all of which are smaller: the longer list comes first.
        'descend: loop {
            if a == b {
                return Ordering::Equal;
            }
            let (left_a, right_a) = self.options_of(a);
            let (left_b, right_b) = self.options_of(b);
            let (nothing_a, nothing_b) =
                (left_a.is_empty() && right_a.is_empty(), left_b.is_empty() && right_b.is_empty());
            if nothing_a || nothing_b {
                return nothing_b.cmp(&nothing_a);
            }
            for (list_a, list_b) in [(left_a, left_b), (right_a, right_b)] {
                if let Some((&x, &y)) = list_a.iter().zip(list_b).find(|(x, y)| x != y) {
                    (a, b) = (x, y);
                    continue 'descend;
                }
                if list_a.len() != list_b.len() {
                    return list_b.len().cmp(&list_a.len());
                }
            }
            return Ordering::Equal;
        }
    }

    /// The string of a structure if it is short, made from those of its options.
    fn spelled(&self, number: u32) -> Option<Box<[u8]>> {
        let mut spelled = vec![b'{'];
        let (left, right) = self.options_of(number);
        for (list, end) in [(left, b'|'), (right, b'}')] {
            for (index, &option) in list.iter().enumerate() {
                if index > 0 {
                    spelled.push(b',');
                }
                spelled.extend_from_slice(self.short[option as usize].as_ref()?);
                if spelled.len() > SHORT {
                    return None;
                }
            }
            spelled.push(end);
        }
        Some(spelled.into_boxed_slice())
    }

    /// Writes the string.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        // What is left to write, the next on top: a structure, or the rest of a list of options.
        enum Rest {
            Structure(u32),
            Options { number: u32, next: usize },
        }
        let mut rest = vec![Rest::Structure(self.root)];
        while let Some(top) = rest.pop() {
            match top {
                Rest::Structure(number) => {
                    if let Some(short) = &self.short[number as usize] {
                        out.write_all(short)?;
                    } else {
                        out.write_all(b"{")?;
                        rest.push(Rest::Options { number, next: 0 });
                    }
                }
                Rest::Options { number, next } => {
                    let (left, right) = self.options_of(number);
                    let count = left.len() + right.len();
                    if next == left.len() {
                        out.write_all(b"|")?;
                    } else if next > 0 && next < count {
                        out.write_all(b",")?;
                    }
                    if next < count {
                        rest.push(Rest::Options { number, next: next + 1 });
                        rest.push(Rest::Structure(*left.get(next).unwrap_or_else(|| &right[next - left.len()])));
                    } else {
                        out.write_all(b"}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for GameText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("a vector takes every byte");
        f.write_str(std::str::from_utf8(&bytes).expect("game strings are ASCII"))
    }
}

/// Text that is no game string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {position}: {problem}")]
pub struct GameStringError {
    /// Where, counted from 1.
    pub position: u64,
    /// What is wrong.
    pub problem: GameStringProblem,
}

/// What can be wrong with a game string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameStringProblem {
    /// A character that cannot stand there.
    #[error("{found:?} cannot stand here; {expected} was expected")]
    Unexpected {
        /// The character.
        found: char,
        /// What could have stood there.
        expected: &'static str,
    },
    /// The text ends in the middle.
    #[error("the string ends too early; {0} was expected")]
    Ended(&'static str),
    /// Too many braces within each other.
    #[error("more than {MAX_NESTING} braces within each other")]
    TooDeep,
    /// An integer beyond what can be read.
    #[error("the integer is too large; at most {MAX_INTEGER} can be read")]
    TooLarge,
    /// The sink or source failed, or the algebra gave up.
    #[error("the string could not be evaluated: {0}")]
    Failed(String),
}

/// The most braces within each other that are read: more than any board has moves.
pub const MAX_NESTING: usize = 1000;
/// The largest integer that is read, by its size.
pub const MAX_INTEGER: i32 = 1000;

/// Reads a game string, with or without written integers, as a value or a structure.
pub fn read_game_string<A: Algebra>(
    bytes: impl IntoIterator<Item = io::Result<u8>>,
    algebra: &mut A,
) -> Result<A::Id, GameStringError> {
    Reader { bytes: bytes.into_iter(), position: 0, peeked: None, ended: false, algebra }.read()
}

struct Reader<'a, I, A> {
    bytes: I,
    position: u64,
    peeked: Option<u8>,
    ended: bool,
    algebra: &'a mut A,
}

impl<I: Iterator<Item = io::Result<u8>>, A: Algebra> Reader<'_, I, A> {
    fn error(&self, problem: GameStringProblem) -> GameStringError {
        GameStringError { position: self.position, problem }
    }

    fn unexpected(&self, found: u8, expected: &'static str) -> GameStringError {
        self.error(GameStringProblem::Unexpected { found: char::from(found), expected })
    }

    fn raw(&mut self) -> Result<Option<u8>, GameStringError> {
        if let Some(byte) = self.peeked.take() {
            return Ok(Some(byte));
        }
        if self.ended {
            return Ok(None);
        }
        self.position += 1;
        let byte = self.bytes.next().transpose();
        self.ended = matches!(byte, Ok(None));
        byte.map_err(|error| self.error(GameStringProblem::Failed(error.to_string())))
    }

    /// The next character that is not a space.
    fn next(&mut self) -> Result<Option<u8>, GameStringError> {
        loop {
            match self.raw()? {
                Some(byte) if byte.is_ascii_whitespace() => {}
                other => return Ok(other),
            }
        }
    }

    fn read(mut self) -> Result<A::Id, GameStringError> {
        // The open braces: options of both sides, and whether the bar has been passed.
        // Left options, right options, and whether the bar has been read.
        let mut open = Vec::<(Vec<A::Id>, Vec<A::Id>, bool)>::new();
        const GAME: &str = "`{` or an integer";
        let mut byte = self.next()?.ok_or_else(|| self.error(GameStringProblem::Ended(GAME)))?;
        loop {
            let mut done = match byte {
                b'{' => {
                    if open.len() >= MAX_NESTING {
                        return Err(self.error(GameStringProblem::TooDeep));
                    }
                    open.push((Vec::new(), Vec::new(), false));
                    byte = self.next()?.ok_or_else(|| self.error(GameStringProblem::Ended("an option or `|`")))?;
                    if byte != b'|' {
                        continue;
                    }
                    None
                }
                b'0'..=b'9' | b'-' => Some(self.integer(byte)?),
                other => return Err(self.unexpected(other, GAME)),
            };
            // After an option, or right after a brace: go on to the next option or close.
            let mut after = if done.is_some() { self.next()? } else { Some(byte) };
            loop {
                let Some((left, right, passed)) = open.last_mut() else {
                    return match after {
                        None => Ok(done.expect("a game was read")),
                        Some(extra) => Err(self.unexpected(extra, "the end")),
                    };
                };
                if let Some(option) = done.take() {
                    if *passed { right.push(option) } else { left.push(option) }
                }
                let passed_now = *passed;
                match after {
                    None => return Err(self.error(GameStringProblem::Ended("`,`, `|` or `}`"))),
                    Some(b'|') if !passed_now => {
                        *passed = true;
                        match self.next()? {
                            Some(b'}') => after = Some(b'}'),
                            Some(next) => {
                                byte = next;
                                break;
                            }
                            None => return Err(self.error(GameStringProblem::Ended("an option or `}`"))),
                        }
                    }
                    Some(b'}') if passed_now => {
                        let (mut left, mut right, _) = open.pop().expect("a brace is open");
                        let made = self.algebra.make(&mut left, &mut right);
                        done = Some(made.map_err(|e| self.error(GameStringProblem::Failed(e.to_string())))?);
                        after = self.next()?;
                    }
                    Some(b',') => {
                        byte = self.next()?.ok_or_else(|| self.error(GameStringProblem::Ended(GAME)))?;
                        break;
                    }
                    Some(other) => {
                        let expected = if passed_now { "`,` or `}`" } else { "`,` or `|`" };
                        return Err(self.unexpected(other, expected));
                    }
                }
            }
        }
    }

    fn integer(&mut self, first: u8) -> Result<A::Id, GameStringError> {
        let negative = first == b'-';
        let mut size: Option<i32> = (!negative).then(|| i32::from(first - b'0'));
        while let Some(byte) = self.raw()? {
            if !byte.is_ascii_digit() {
                self.peeked = Some(byte);
                break;
            }
            let grown = size.unwrap_or(0) * 10 + i32::from(byte - b'0');
            if grown > MAX_INTEGER {
                return Err(self.error(GameStringProblem::TooLarge));
            }
            size = Some(grown);
        }
        let size = size.ok_or_else(|| self.error(GameStringProblem::Ended("a digit after `-`")))?;
        let mut integer = A::ZERO;
        for _ in 0..size {
            let made = self.algebra.make(&mut [integer], &mut []);
            integer = made.map_err(|e| self.error(GameStringProblem::Failed(e.to_string())))?;
        }
        Ok(if negative { self.algebra.negative(integer) } else { integer })
    }
}
