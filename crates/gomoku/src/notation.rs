//! Move lists such as `j10 k10 k11`.

use std::str::FromStr;

use banmen_core::{Game, IllegalMove, ParseMoveError};

use crate::{Move, Point, Position, Rules};

/// The most moves a list may have: a full board of the largest size, and the decisions and offers of an opening.
pub const LONGEST: usize = crate::size::MAX_POINTS + 16;

/// What is wrong with a move list, and at which move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveListError {
    /// A word that is not a point.
    #[error("move {number}: {error}")]
    Word {
        /// Counted from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseMoveError,
    },
    /// A move that may not be played.
    #[error("move {number}: {error}")]
    Illegal {
        /// Counted from 1.
        number: usize,
        /// Which rule it breaks.
        error: IllegalMove,
    },
    /// More moves than any game has.
    #[error("the list has more than {LONGEST} moves, which no board has room for")]
    TooLong,
}

/// Reads a list of points separated by spaces, commas or line ends.
pub fn parse_list(text: &str) -> Result<Vec<Point>, MoveListError> {
    parse(text)
}

/// Reads a list of moves, points and decisions of an opening, separated by spaces, commas or line ends.
pub fn parse_moves(text: &str) -> Result<Vec<Move>, MoveListError> {
    parse(text)
}

fn parse<M: FromStr<Err = ParseMoveError>>(text: &str) -> Result<Vec<M>, MoveListError> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|word| !word.is_empty());
    let mut points = Vec::new();
    for word in words {
        let number = points.len() + 1;
        if number > LONGEST {
            return Err(MoveListError::TooLong);
        }
        points.push(word.parse().map_err(|error| MoveListError::Word { number, error })?);
    }
    Ok(points)
}

/// The position after a list of moves.
///
/// ```
/// use banmen_gomoku::{Rules, notation::play_list};
/// assert_eq!(play_list(Rules::default(), "j10 k10 k11").unwrap().moves().len(), 3);
/// let error = play_list(Rules::default(), "j10 k10 j10").unwrap_err();
/// assert_eq!(error.to_string(), "move 3: j10 cannot be played: a stone of Black is already there");
/// ```
pub fn play_list(rules: Rules, text: &str) -> Result<Position, MoveListError> {
    let mut position = Position::new(rules);
    for (index, m) in parse_moves(text)?.into_iter().enumerate() {
        position.play(m).map_err(|error| MoveListError::Illegal { number: index + 1, error })?;
    }
    Ok(position)
}

/// Points as a move list.
pub fn write_list(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_do_not_matter() {
        let points = parse_list("j10 k10 k11").unwrap();
        assert_eq!(parse_list(" J10,K10\n;k11 "), Ok(points.clone()));
        assert_eq!(write_list(&points), "j10 k10 k11");
        assert_eq!(parse_list("  "), Ok(vec![]));
    }

    #[test]
    fn errors_name_the_move() {
        assert!(parse_list("j10 zz").unwrap_err().to_string().starts_with("move 2: \"zz\" is not a move"));
        assert_eq!(parse_list(&"a1 ".repeat(100_000)), Err(MoveListError::TooLong));
        let over = "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2";
        assert!(play_list(Rules::default(), over).unwrap_err().to_string().contains("move 10"));
        let off = play_list(Rules { size: 5_u8.try_into().unwrap(), ..Rules::default() }, "a1 f1").unwrap_err();
        assert!(off.to_string().contains("not on a board of size 5"));
    }
}
