//! Black's forbidden points in renju.
//!
//! A stone of Black that makes exactly five in a row wins and is never forbidden. Otherwise it is forbidden when it makes
//! - an **overline**: six or more in a row;
//! - a **double-four**: two fours at once, where a four is four stones of one line to which one stone more makes exactly five,
//!   and a four that can be completed on both sides is still one four;
//! - a **double-three**: two threes at once, where a three is three stones of one line to which Black may *legally* add a stone
//!   that makes a straight four (four unbroken stones that both ends complete to exactly five) and no five.
//!
//! The last clause asks again whether the added stone would be forbidden, with the first stone in place; that is the nested
//! case of the international rules (9.3). Each question is asked with one stone more on the board, so it ends.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Direction, Point, Stone, StoneBoard};

/// Why Black may not play on a point in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once that can both become straight fours legally.
    DoubleThree,
}

impl Forbidden {
    /// The short sign that renju players write on the point: `33`, `44` or `6`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Overline => "6",
            Self::DoubleFour => "44",
            Self::DoubleThree => "33",
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double-four",
            Self::DoubleThree => "double-three",
        })
    }
}

/// Why a stone of Black on an empty point would be forbidden, or `None` if Black may play there.
///
/// ```
/// use banmen_gomoku::{StoneBoard, Forbidden, forbidden};
/// let board: StoneBoard = "
///     . . . . . . .
///     . . . . . . .
///     . . . X . . .
///     . . . X . . .
///     . X X . . . .
///     . . . . . . .
///     . . . . . . ."
///     .parse()
///     .unwrap();
/// assert_eq!(forbidden(&board, "d3".parse().unwrap()), Some(Forbidden::DoubleThree));
/// ```
pub fn forbidden(board: &StoneBoard, point: Point) -> Option<Forbidden> {
    let lines = Direction::ALL.map(|direction| Line::through(board, point, direction));
    if lines.iter().any(|line| line.run() == 5) {
        return None;
    }
    if lines.iter().any(|line| line.run() > 5) {
        return Some(Forbidden::Overline);
    }
    if lines.iter().map(|line| line.fours()).sum::<u32>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    // The common case ends here, before the board is copied.
    let shaped = lines.iter().filter(|line| line.straight_four_points() != 0).count();
    if shaped < 2 {
        return None;
    }
    let mut after = board.clone();
    after.set(point, Some(Stone::Black));
    let threes = Direction::ALL
        .iter()
        .zip(&lines)
        .filter(|(direction, line)| {
            Line::points(line.straight_four_points(), point, **direction)
                .any(|added| forbidden(&after, added).is_none() && !makes_five(&after, added))
        })
        .count();
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// Every point where Black may not play, with the reason, row by row from the bottom left.
pub fn forbidden_points(board: &StoneBoard) -> Vec<(Point, Forbidden)> {
    board.empty_points().filter_map(|point| Some((point, forbidden(board, point)?))).collect()
}

/// Whether a stone of Black on an empty point makes exactly five.
fn makes_five(board: &StoneBoard, point: Point) -> bool {
    Direction::ALL.iter().any(|&direction| board.run(point, Stone::Black, direction) == 5)
}

/// Eleven points of one line with the asked point, taken as Black's, in the middle: all that a five, a four or a three through
/// it can depend on.
#[derive(Clone, Copy)]
struct Line {
    black: u16,
    empty: u16,
}

/// The asked point's bit in a [`Line`].
const MIDDLE: i8 = 5;
const LENGTH: i8 = 2 * MIDDLE + 1;

impl Line {
    fn through(board: &StoneBoard, point: Point, direction: Direction) -> Self {
        let mut line = Self { black: 1 << MIDDLE, empty: 0 };
        for place in (0..LENGTH).filter(|&place| place != MIDDLE) {
            let Some(there) = point.step(direction, place - MIDDLE) else { continue };
            match board.get(there) {
                Some(Stone::Black) => line.black |= 1 << place,
                None if board.size().contains(there) => line.empty |= 1 << place,
                _ => {}
            }
        }
        line
    }

    /// The unbroken row of `black` through the middle.
    fn row(black: u16) -> u16 {
        let ahead = (black >> MIDDLE).trailing_ones();
        let back = (black << (16 - MIDDLE)).leading_ones();
        ((1 << (ahead + back)) - 1) << (MIDDLE as u32 - back)
    }

    fn run(self) -> u32 {
        Self::row(self.black).count_ones()
    }

    /// The empty places where a stone makes exactly five together with the middle.
    fn five_points(self) -> u16 {
        let mut found = 0;
        for place in MIDDLE - 4..=MIDDLE + 4 {
            if self.empty >> place & 1 == 1 {
                let black = self.black | 1 << place;
                let row = Self::row(black);
                if row >> place & 1 == 1 && row.count_ones() == 5 {
                    found |= 1 << place;
                }
            }
        }
        found
    }

    /// The fours through the middle: 0, 1 or 2. Two points that complete the same four stones are the ends of a straight four.
    fn fours(self) -> u32 {
        let fives = self.five_points();
        if fives == 0 {
            return 0;
        }
        let ends_of_one_four = fives.count_ones() == 2 && fives.leading_zeros() + fives.trailing_zeros() == 16 - 6;
        if ends_of_one_four { 1 } else { fives.count_ones() }
    }

    /// The empty places where a stone makes a straight four together with the middle.
    fn straight_four_points(self) -> u16 {
        if self.run() > 3 {
            return 0;
        }
        let mut found = 0;
        for place in MIDDLE - 3..=MIDDLE + 3 {
            if self.empty >> place & 1 == 1 {
                let black = self.black | 1 << place;
                let row = Self::row(black);
                if row.count_ones() == 4 && row >> place & 1 == 1 {
                    let ends = row << 1 & !row | row >> 1 & !row;
                    let beyond = row << 2 | row >> 2;
                    if self.empty & ends == ends && ends.count_ones() == 2 && black & beyond & !row == 0 {
                        found |= 1 << place;
                    }
                }
            }
        }
        found
    }

    fn points(mask: u16, middle: Point, direction: Direction) -> impl Iterator<Item = Point> {
        (0..LENGTH)
            .filter(move |&place| mask >> place & 1 == 1)
            .filter_map(move |place| middle.step(direction, place - MIDDLE))
    }
}
