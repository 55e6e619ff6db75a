//! How the events of a game are written.

use std::fmt;
use std::str::FromStr;

use banmen_core::ParseMoveError;

use crate::{MAX_POINTS, Point};

const WORDS: usize = MAX_POINTS.div_ceil(64);

/// The colours that an observation drew, one for each stone in the order in which the stones were placed.
///
/// ```
/// use banmen_quantum::Colours;
/// let colours: Colours = [true, false, true].into_iter().collect();
/// assert_eq!(colours.to_string(), "bwb");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colours {
    black: [u64; WORDS],
    count: u16,
}

impl Colours {
    /// How many stones there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there is no stone.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a stone is black, by its number in the order of placing.
    pub fn is_black(&self, stone: usize) -> bool {
        self.black[stone / 64] >> (stone % 64) & 1 == 1
    }

    /// For each stone whether it is black.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.len()).map(|stone| self.is_black(stone))
    }

    fn push(&mut self, black: bool) {
        let stone = self.len();
        self.black[stone / 64] |= u64::from(black) << (stone % 64);
        self.count += 1;
    }
}

impl FromIterator<bool> for Colours {
    /// The first [`MAX_POINTS`] colours; no board has more stones.
    fn from_iter<I: IntoIterator<Item = bool>>(colours: I) -> Self {
        let mut result = Self::default();
        for black in colours.into_iter().take(MAX_POINTS) {
            result.push(black);
        }
        result
    }
}

impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|black| f.write_str(if black { "b" } else { "w" }))
    }
}

impl fmt::Debug for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One event of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone is placed, such as `j10`.
    Place(Point),
    /// The board is observed: `observe`.
    Observe,
    /// The turn passes without an observation: `skip`.
    Skip,
    /// After a miss the stones return to their probabilities: `cancel`.
    Cancel,
    /// After a miss the colours stay for good: `keep`.
    Keep,
    /// Chance: the colours drawn, in the order in which the stones were placed, such as `bwwb`.
    Collapse(Colours),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => point.fmt(f),
            Self::Observe => f.write_str("observe"),
            Self::Skip => f.write_str("skip"),
            Self::Cancel => f.write_str("cancel"),
            Self::Keep => f.write_str("keep"),
            Self::Collapse(colours) => colours.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let colours =
            !text.is_empty() && text.len() <= MAX_POINTS && text.bytes().all(|byte| matches!(byte, b'b' | b'w'));
        match text {
            "observe" => Ok(Self::Observe),
            "skip" => Ok(Self::Skip),
            "cancel" => Ok(Self::Cancel),
            "keep" => Ok(Self::Keep),
            _ if colours => Ok(Self::Collapse(text.bytes().map(|byte| byte == b'b').collect())),
            _ => text.parse().map(Self::Place).map_err(|_| {
                let expected =
                    "expected a point such as j10, or observe, skip, cancel, keep, or drawn colours such as bwwb";
                ParseMoveError::new(text, expected)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_event_reads_back() {
        for text in ["j10", "a1", "v22", "observe", "skip", "cancel", "keep", "b", "w", "bwbwwwb"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        let long: String = (0..MAX_POINTS).map(|i| if i % 3 == 0 { 'b' } else { 'w' }).collect();
        assert_eq!(long.parse::<Move>().unwrap().to_string(), long);
    }

    #[test]
    fn reject_what_is_no_event() {
        for text in ["", "look", "Observe", "bwx", "j", "w23", "j10:90", &"b".repeat(MAX_POINTS + 1)] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
