//! The game as a referee sees it.

use std::fmt;
use std::str::FromStr;

use banmen_core::{Game, IllegalMove, Outcome, ParseMoveError, RulesError, Seat, Turn};

use crate::board::{Board, Jumps, Stone};
use crate::cell::Cell;
use crate::jump::Jump;
use crate::rules::{Rules, Start, first_removals, second_removals};

/// A move of the game: a removal in the opening, then jumps. Written `c3` and `c3-c5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone taken off the full board.
    Remove(Cell),
    /// A jump.
    Jump(Jump),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Remove(cell) => cell.fmt(f),
            Move::Jump(jump) => jump.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let read =
            if text.contains('-') { text.parse().map(Move::Jump).ok() } else { text.parse().map(Move::Remove).ok() };
        read.ok_or_else(|| {
            ParseMoveError::new(text, "a move is a jump like `c3-c5`, or in the opening the cell of a stone like `c3`")
        })
    }
}

/// What is still to come before jumps begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// Black removes a stone.
    BlackRemoves,
    /// White removes one beside this cell.
    WhiteRemoves {
        /// The cell that Black emptied.
        hole: Cell,
    },
    /// Jumps have begun.
    Done,
}

/// A position of a game of Konane. Black is [`Seat::First`].
#[derive(Clone, Debug, PartialEq)]
pub struct Konane {
    rules: Rules,
    board: Board,
    opening: Opening,
    to_move: Stone,
    last: Option<Move>,
}

/// The seat of a colour.
pub const fn seat_of(stone: Stone) -> Seat {
    match stone {
        Stone::Black => Seat::First,
        Stone::White => Seat::Second,
    }
}

/// The colour of a seat.
pub const fn stone_of(seat: Seat) -> Stone {
    match seat {
        Seat::First => Stone::Black,
        Seat::Second => Stone::White,
    }
}

impl Konane {
    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How far jumps go.
    pub fn jumps(&self) -> Jumps {
        self.rules.jumps
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Stone {
        self.to_move
    }

    /// How far the opening has got.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// The last move played.
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// Plays a move that is known to be legal.
    fn place(&mut self, m: Move, board: Board) {
        if let Move::Remove(cell) = m {
            self.opening = match self.opening {
                Opening::BlackRemoves => Opening::WhiteRemoves { hole: cell },
                _ => Opening::Done,
            };
        }
        self.board = board;
        self.to_move = self.to_move.other();
        self.last = Some(m);
    }

    /// Every legal move with the position after it.
    pub fn options(&self) -> Vec<(Move, Konane)> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let after = |m: Move| {
            let mut after = self.clone();
            after.play(m).expect("a listed move is legal");
            (m, after)
        };
        moves.into_iter().map(after).collect()
    }
}

impl Game for Konane {
    type Rules = Rules;
    type Move = Move;

    fn start(rules: &Rules) -> Result<Konane, RulesError> {
        let (opening, to_move) = match rules.start {
            Start::Traditional => (Opening::BlackRemoves, Stone::Black),
            Start::Free => (Opening::Done, rules.first),
        };
        Ok(Konane { rules: rules.clone(), board: rules.board()?, opening, to_move, last: None })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        if self.opening == Opening::Done && !self.board.can_jump(self.to_move) {
            Turn::over(Outcome::win(seat_of(self.to_move.other()), "no_move"))
        } else {
            Turn::of(seat_of(self.to_move))
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        match self.opening {
            Opening::BlackRemoves => out.extend(first_removals(&self.board).into_iter().map(Move::Remove)),
            Opening::WhiteRemoves { hole } => {
                out.extend(second_removals(&self.board, hole).into_iter().map(Move::Remove));
            }
            Opening::Done => {
                out.extend(self.board.jumps(self.to_move, self.rules.jumps).into_iter().map(Move::Jump));
            }
        }
    }

    fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let refuse = |why: String| IllegalMove::new(m, why);
        let board = match (m, self.opening) {
            (Move::Jump(jump), Opening::Done) => {
                self.board.after(jump, self.to_move, self.rules.jumps).map_err(refuse)?
            }
            (Move::Jump(_), _) => return Err(refuse("each side first removes one stone".to_owned())),
            (Move::Remove(_), Opening::Done) => {
                return Err(refuse("stones are removed only in the opening".to_owned()));
            }
            (Move::Remove(cell), _) => {
                let mut legal = Vec::new();
                self.legal_moves(&mut legal);
                if !legal.contains(&m) {
                    let why = match self.opening {
                        Opening::BlackRemoves => "Black removes a black stone in the centre or in a corner".to_owned(),
                        _ => "White removes a white stone beside the empty cell".to_owned(),
                    };
                    return Err(refuse(why));
                }
                let mut board = self.board;
                let (row, col) = board.place(cell);
                board.set(row, col, None);
                board
            }
        };
        self.place(m, board);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Jumps;
    use banmen_core::testing::conformance;

    #[test]
    fn konane_conforms() {
        let free = |position: &str, first, jumps| Rules {
            start: Start::Free,
            position: position.to_owned(),
            first,
            jumps,
            ..Rules::default()
        };
        let rules = [
            Rules::default(),
            Rules { jumps: Jumps::Final, ..Rules::traditional(4, 4) },
            Rules::traditional(5, 7),
            Rules::traditional(10, 10),
            free("BWBWBWB/......./WBWBWBW", Stone::White, Jumps::Any),
            free("BW.W.W./WB.B.B.", Stone::Black, Jumps::Final),
            free("BW#./..WB/.BW.", Stone::Black, Jumps::Any),
        ];
        conformance::<Konane>("konane", &rules, 12);
    }

    #[test]
    fn the_opening_removes_two_stones_and_then_jumps_begin() {
        let mut game = Konane::start(&Rules::default()).unwrap();
        assert!(game.play("c3-c5".parse().unwrap()).unwrap_err().why.contains("removes one stone"));
        assert!(game.play("b1".parse().unwrap()).unwrap_err().why.contains("centre or in a corner"));
        game.play("c3".parse().unwrap()).unwrap();
        assert!(game.play("f1".parse().unwrap()).unwrap_err().why.contains("beside the empty cell"));
        game.play("c4".parse().unwrap()).unwrap();
        assert!(game.play("c2".parse().unwrap()).unwrap_err().why.contains("only in the opening"));
        game.play("a3-c3".parse().unwrap()).unwrap();
        assert_eq!(game.turn().seat(), Some(Seat::Second));
        assert_eq!(game.board().count(Stone::White), 16);
    }

    #[test]
    fn who_cannot_move_loses() {
        let rules = Rules { start: Start::Free, position: "BW.".to_owned(), ..Rules::default() };
        let mut game = Konane::start(&rules).unwrap();
        game.play("a1-c1".parse().unwrap()).unwrap();
        assert_eq!(game.turn().outcome(), Some(Outcome::win(Seat::First, "no_move")));
        let white_first = Rules { first: Stone::White, ..rules };
        let lost = Konane::start(&white_first).unwrap();
        assert_eq!(lost.turn().outcome(), Some(Outcome::win(Seat::First, "no_move")));
    }
}
