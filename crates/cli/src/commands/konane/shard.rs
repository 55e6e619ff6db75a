//! `--shard i/n`: one piece of a sweep, so that a cluster's scheduler can split it.

use std::fmt;
use std::str::FromStr;

/// The i-th of n pieces, counted from 1: every n-th row, beginning with the i-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The whole as one piece.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Which piece, counted from 0, and of how many.
    pub fn piece(self) -> (u64, u64) {
        (self.number - 1, self.of)
    }

    /// Whether the row with this index, counted from 0, belongs to the piece.
    pub fn holds(self, index: u64) -> bool {
        index % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let fail = || format!("{text:?} is not a share; `1/8` (the first of eight) up to `8/8` was expected");
        let (number, of) = text.split_once('/').ok_or_else(fail)?;
        let number = number.trim().parse().map_err(|_| fail())?;
        let of = of.trim().parse().map_err(|_| fail())?;
        if number == 0 || number > of { Err(fail()) } else { Ok(Shard { number, of }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_in_one_piece() {
        let pieces: Vec<Shard> = (1..=3).map(|i| format!("{i}/3").parse().unwrap()).collect();
        for index in 0..20 {
            assert_eq!(pieces.iter().filter(|piece| piece.holds(index)).count(), 1);
        }
        assert!(Shard::WHOLE.holds(7));
        for text in ["", "0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
