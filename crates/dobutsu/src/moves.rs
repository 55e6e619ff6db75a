//! A move, and a list of moves that never allocates.

use crate::square::Square;
use banmen_core::ParseMoveError;
use std::fmt;
use std::str::FromStr;

/// A move: a step of a piece on the board, or a drop of a piece from the hand.
///
/// Written `b2b3`, `b4b5+` (promoting) or `C@c3` (a drop); the same text means the same move on every board.
///
/// ```
/// use banmen_dobutsu::Move;
/// let m: Move = "b4b5+".parse().unwrap();
/// assert!(m.promotes());
/// assert_eq!(m.to().to_string(), "b5");
/// assert!("b4b4".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const FROM_SHIFT: u32 = 5;
const FIELD: u16 = 31;
const PROMOTES: u16 = 1 << 10;
const DROPS: u16 = 1 << 11;

/// The letters of pieces that can be dropped. The low three bits of an index are the piece's slot on the boards that have it.
const LETTERS: [u8; 12] = *b"C?EGD???P?S?";

/// The index in [`LETTERS`] of a droppable piece's letter.
pub(crate) const fn letter_index(letter: u8) -> Option<u16> {
    let mut index = 0;
    while index < LETTERS.len() {
        if LETTERS[index] == letter && letter != b'?' {
            return Some(index as u16);
        }
        index += 1;
    }
    None
}

impl Move {
    /// No move at all; equal to no move that can be played, and never returned by a parser.
    pub(crate) const NONE: Self = Self(0);

    /// The number of different values of [`Move::bits`].
    pub(crate) const VALUES: usize = 1 << 12;

    /// A piece goes from one square to another.
    #[inline]
    pub const fn step(from: Square, to: Square, promotes: bool) -> Self {
        Self((from.index() as u16) << FROM_SHIFT | to.index() as u16 | if promotes { PROMOTES } else { 0 })
    }

    /// A piece with this letter index is dropped.
    #[inline]
    pub(crate) const fn drop_indexed(letter_index: u16, to: Square) -> Self {
        Self(DROPS | letter_index << FROM_SHIFT | to.index() as u16)
    }

    /// The piece with this letter (upper case) is dropped, if there is such a piece.
    pub fn drop(letter: char, to: Square) -> Option<Self> {
        let index = letter_index(u8::try_from(letter).ok()?)?;
        Some(Self::drop_indexed(index, to))
    }

    /// Where the piece arrives.
    #[inline]
    pub const fn to(self) -> Square {
        Square::numbered((self.0 & FIELD) as u32)
    }

    /// Where the piece comes from; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() { None } else { Some(Square::numbered((self.0 >> FROM_SHIFT & FIELD) as u32)) }
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// Whether a piece is dropped from the hand.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 & DROPS != 0
    }

    /// The letter of the piece that is dropped; `None` for a step.
    pub const fn dropped_letter(self) -> Option<char> {
        if self.is_drop() { Some(LETTERS[(self.0 >> FROM_SHIFT & FIELD) as usize] as char) } else { None }
    }

    /// The slot of the piece that is dropped; meaningful for drops only.
    #[inline]
    pub(crate) const fn dropped_slot(self) -> usize {
        (self.0 >> FROM_SHIFT & 7) as usize
    }

    /// The move as a small number, for tables.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The move with this number; any number makes some value, which must be checked before it is played.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped_letter()) {
            (Some(from), _) => write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" }),
            (None, Some(letter)) => write!(f, "{letter}@{}", self.to()),
            (None, None) => f.write_str("none"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        parse(text).ok_or_else(|| ParseMoveError::new(text, "expected something like b2b3, b4b5+ or C@c3"))
    }
}

fn parse(text: &str) -> Option<Move> {
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return None;
    }
    let to = text[2..4].parse().ok()?;
    if text.as_bytes()[1] == b'@' {
        return if text.len() == 4 { Move::drop(char::from(text.as_bytes()[0]), to) } else { None };
    }
    let from: Square = text[..2].parse().ok()?;
    let promotes = match &text[4..] {
        "" => false,
        "+" => true,
        _ => return None,
    };
    (from != to).then(|| Move::step(from, to, promotes))
}

/// The most moves any position of any board has: every kind in hand on every empty square, every other piece with
/// all its steps, each with and without promotion, stays below this.
pub const MAX_MOVES: usize = 256;

/// A list of moves on the stack.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MAX_MOVES],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Move::NONE; MAX_MOVES], len: 0 }
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn push(&mut self, m: Move) {
        self.moves[self.len] = m;
        self.len += 1;
    }

    /// Forgets every move.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_what_it_writes() {
        for text in ["b2b3", "b4b5+", "C@c3", "G@a6", "P@e1", "S@b2", "D@d4", "E@e5"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn reject_what_is_no_move() {
        for text in ["", "b2", "b2b2", "b2b3=", "b2b3++", "X@c3", "?@c3", "c@c3", "C@c3+", "C@", "b2b9", "bébé", "L@a1"]
        {
            assert!(text.parse::<Move>().is_err(), "{text:?} was accepted");
        }
    }
}
