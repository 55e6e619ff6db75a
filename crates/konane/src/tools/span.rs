//! A range of sizes as people write it.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::MAX_CELLS;

/// Sizes from one to another, both included. Written `3..=18`, `3..19` (without the last) or `6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The smallest.
    pub from: usize,
    /// The largest.
    pub to: usize,
}

impl Span {
    /// The sizes, this far apart.
    pub fn sizes(self, step: usize) -> impl Iterator<Item = usize> {
        (self.from..=self.to.min(MAX_CELLS)).step_by(step.max(1))
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let fail = || format!("{text:?} is not a range of sizes; `3..=18`, `3..19` or `6` was expected");
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| fail());
        let (from, to) = match text.split_once("..") {
            None => (number(text)?, number(text)?),
            Some((from, last)) => match last.strip_prefix('=') {
                Some(last) => (number(from)?, number(last)?),
                None => (number(from)?, number(last)?.checked_sub(1).ok_or_else(fail)?),
            },
        };
        if from == 0 || from > to {
            return Err(format!("{text:?} has no sizes in it: it must begin at 1 or more and end no earlier"));
        }
        Ok(Span { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_rust_writes_them() {
        assert_eq!("3..=18".parse(), Ok(Span { from: 3, to: 18 }));
        assert_eq!("3..19".parse(), Ok(Span { from: 3, to: 18 }));
        assert_eq!("6".parse(), Ok(Span { from: 6, to: 6 }));
        assert_eq!(Span { from: 3, to: 10 }.sizes(3).collect::<Vec<_>>(), [3, 6, 9]);
        for text in ["", "a", "5..=3", "0..=3", "3..=", "..", "3..0", "-1"] {
            assert!(text.parse::<Span>().is_err(), "{text:?}");
        }
    }
}
