//! What may be played: a game in progress on one of the boards, with its past.

use crate::moves::{Move, MoveList};
use crate::notation::PositionError;
use crate::piece_board::{PieceBoard, Reason};
use crate::rules::BoardSpec;
use crate::variant::{Classic, Deer, Gorogoro, Variant};
use banmen_core::{Game, IllegalMove, Outcome, RulesError, Seat, Turn};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which board is played on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardName {
    /// The 5×5 game with deer.
    #[default]
    Deer,
    /// The classic 3×4 game.
    Classic,
    /// The 5×6 game.
    Gorogoro,
}

impl BoardName {
    /// Every board, the default first.
    pub const ALL: [Self; 3] = [Self::Deer, Self::Classic, Self::Gorogoro];

    /// The board's rules.
    pub const fn spec(self) -> &'static BoardSpec {
        match self {
            Self::Deer => Deer::SPEC,
            Self::Classic => Classic::SPEC,
            Self::Gorogoro => Gorogoro::SPEC,
        }
    }
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec().name)
    }
}

/// A name that no board has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no board {0:?}; expected deer, classic or gorogoro")]
pub struct UnknownBoard(String);

impl FromStr for BoardName {
    type Err = UnknownBoard;

    fn from_str(text: &str) -> Result<Self, UnknownBoard> {
        let found = Self::ALL.into_iter().find(|name| name.spec().name == text);
        found.ok_or_else(|| UnknownBoard(text.chars().take(40).collect()))
    }
}

/// What may be chosen before the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The board.
    pub board: BoardName,
    /// The position to start from in the text form; empty for the board's own.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub position: String,
}

impl Rules {
    /// A board's usual game.
    pub fn on(board: BoardName) -> Self {
        Self { board, position: String::new() }
    }
}

/// A board whose kind is known at run time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyBoard {
    /// The 5×5 game with deer.
    Deer(PieceBoard<Deer>),
    /// The classic 3×4 game.
    Classic(PieceBoard<Classic>),
    /// The 5×6 game.
    Gorogoro(PieceBoard<Gorogoro>),
}

/// Does the same with whichever board it is.
#[macro_export]
macro_rules! with_board {
    ($any:expr, $board:pat => $body:expr) => {
        match $any {
            $crate::AnyBoard::Deer($board) => $body,
            $crate::AnyBoard::Classic($board) => $body,
            $crate::AnyBoard::Gorogoro($board) => $body,
        }
    };
}

impl AnyBoard {
    /// A board's start position.
    pub fn start(name: BoardName) -> Self {
        match name {
            BoardName::Deer => Self::Deer(PieceBoard::start()),
            BoardName::Classic => Self::Classic(PieceBoard::start()),
            BoardName::Gorogoro => Self::Gorogoro(PieceBoard::start()),
        }
    }

    /// Reads a position in our own text form.
    pub fn from_text(name: BoardName, text: &str) -> Result<Self, PositionError> {
        Ok(match name {
            BoardName::Deer => Self::Deer(PieceBoard::from_text(text)?),
            BoardName::Classic => Self::Classic(PieceBoard::from_text(text)?),
            BoardName::Gorogoro => Self::Gorogoro(PieceBoard::from_text(text)?),
        })
    }

    /// Reads a position in the USI protocol's form.
    pub fn from_sfen(name: BoardName, text: &str) -> Result<Self, PositionError> {
        Ok(match name {
            BoardName::Deer => Self::Deer(PieceBoard::from_sfen(text)?),
            BoardName::Classic => Self::Classic(PieceBoard::from_sfen(text)?),
            BoardName::Gorogoro => Self::Gorogoro(PieceBoard::from_sfen(text)?),
        })
    }

    /// The position in our own text form.
    pub fn to_text(&self) -> String {
        with_board!(self, board => board.to_text())
    }

    /// The position in the USI protocol's form.
    pub fn to_sfen(&self) -> String {
        with_board!(self, board => board.to_sfen())
    }

    /// The side to move.
    pub const fn side(&self) -> Seat {
        with_board!(self, board => board.side())
    }

    /// The position's key.
    pub const fn key(&self) -> u64 {
        with_board!(self, board => board.key())
    }

    /// Adds every legal move to the list.
    pub fn moves(&self, list: &mut MoveList) {
        with_board!(self, board => board.moves(list));
    }
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    board: AnyBoard,
    /// The keys of all positions so far, this one last.
    keys: Vec<u64>,
    last: Option<Played>,
    turn: Turn,
}

/// The last move in words: what the board no longer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub m: Move,
    pub slot: usize,
    pub taken: Option<usize>,
}

impl Position {
    /// The board as it stands.
    pub const fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// Which board it is.
    pub const fn name(&self) -> BoardName {
        self.rules.board
    }

    /// The keys of all positions so far, this one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The last move, if one has been made.
    pub fn last_move(&self) -> Option<Move> {
        self.last.map(|last| last.m)
    }

    pub(crate) const fn last(&self) -> Option<Played> {
        self.last
    }

    /// How often this position has occurred, now included.
    pub fn occurrences(&self) -> usize {
        let now = self.board.key();
        self.keys.iter().filter(|&&key| key == now).count()
    }

    /// A game that starts from this board, written into the rules.
    pub fn from_board(board: AnyBoard) -> Self {
        let name = match board {
            AnyBoard::Deer(_) => BoardName::Deer,
            AnyBoard::Classic(_) => BoardName::Classic,
            AnyBoard::Gorogoro(_) => BoardName::Gorogoro,
        };
        let position = if board == AnyBoard::start(name) { String::new() } else { board.to_text() };
        Self::begin(Rules { board: name, position }, board)
    }

    fn begin(rules: Rules, board: AnyBoard) -> Self {
        let mut position = Self { rules, board, keys: vec![board.key()], last: None, turn: Turn::of(board.side()) };
        position.turn = position.referee();
        position
    }

    /// Whose decision comes next, worked out from the board and its past.
    fn referee(&self) -> Turn {
        let (ending, side, in_check) = with_board!(&self.board, board => {
            (board.ending(), board.side(), board.checkers() != 0)
        });
        if let Some(ending) = ending {
            let reason = match ending.reason {
                Reason::LionTaken => "lion_taken",
                Reason::Try => "try",
                Reason::NoMove if in_check => "checkmate",
                Reason::NoMove => "no_move",
            };
            return Turn::over(Outcome::win(ending.winner, reason));
        }
        if self.occurrences() >= usize::from(self.rules.board.spec().repetitions) {
            return Turn::over(Outcome::draw("repetition"));
        }
        Turn::of(side)
    }
}

impl Game for Position {
    type Rules = Rules;
    type Move = Move;

    fn start(rules: &Rules) -> Result<Self, RulesError> {
        let board = if rules.position.is_empty() {
            AnyBoard::start(rules.board)
        } else {
            AnyBoard::from_text(rules.board, &rules.position)
                .map_err(|error| RulesError::new("position", error.to_string()))?
        };
        Ok(Self::begin(rules.clone(), board))
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.turn.seat().is_some() {
            let mut list = MoveList::new();
            self.board.moves(&mut list);
            out.extend_from_slice(&list);
        }
    }

    fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if self.turn.outcome().is_some() {
            return Err(IllegalMove::new(m, "the game is over"));
        }
        with_board!(&mut self.board, board => {
            if !board.is_legal(m) {
                return Err(IllegalMove::new(m, why_illegal(board, m)));
            }
            let slot = m.from().and_then(|from| board.slot_on(from)).unwrap_or_else(|| m.dropped_slot());
            self.last = Some(Played { m, slot, taken: board.slot_on(m.to()) });
            board.play(m);
        });
        self.keys.push(self.board.key());
        self.turn = self.referee();
        Ok(())
    }
}

/// The rule that an illegal move breaks, as far as it can be told.
fn why_illegal<V: Variant>(board: &PieceBoard<V>, m: Move) -> String {
    let on_board = |square: crate::Square| V::TABLES.board & square.bit() != 0;
    if !on_board(m.to()) || m.from().is_some_and(|from| !on_board(from)) {
        return format!("it leaves the board {}", V::SPEC.name);
    }
    let Some(from) = m.from() else {
        let letter = m.dropped_letter().unwrap_or('?');
        return match board.piece_on(m.to()) {
            Some(_) => format!("{} is not empty", m.to()),
            None if V::SPEC.slot(letter as u8, false).is_none() => {
                format!("the board {} has no {letter}", V::SPEC.name)
            }
            None if board.hand(board.side()).count(m.dropped_slot()) == 0 => format!("there is no {letter} in hand"),
            None => format!("a {letter} may not be dropped on {} now", m.to()),
        };
    };
    match (board.piece_on(from), board.piece_on(m.to())) {
        (None, _) => format!("there is no piece on {from}"),
        (Some((side, _)), _) if side != board.side() => format!("the piece on {from} is the opponent's"),
        (_, Some((side, _))) if side == board.side() => format!("{} is taken by an own piece", m.to()),
        (Some((side, slot)), _) => {
            let name = V::SPEC.pieces[slot].map_or("piece", |piece| piece.name);
            if V::TABLES.steps[side.index()][slot][from.index()] & m.to().bit() == 0 {
                format!("the {name} does not step from {from} to {}", m.to())
            } else if board.is_legal(Move::step(from, m.to(), !m.promotes())) {
                format!("the {name} {} there", if m.promotes() { "cannot promote" } else { "must promote" })
            } else {
                "it would leave the lion in danger".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(rules: &Rules, moves: &str) -> Position {
        let mut position = Position::start(rules).unwrap();
        for m in moves.split_ascii_whitespace() {
            position.play(m.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
        }
        position
    }

    fn from(board: BoardName, position: &str) -> Rules {
        Rules { board, position: position.to_owned() }
    }

    #[test]
    fn every_game_conforms() {
        let rules: Vec<Rules> = BoardName::ALL.into_iter().map(Rules::on).collect();
        banmen_core::testing::conformance::<Position>("dobutsu", &rules, 60);
    }

    #[test]
    fn taking_the_lion_wins() {
        let position = played(&from(BoardName::Deer, "2l2/2C2/5/5/2L2[-] w"), "c4c5+");
        assert_eq!(position.turn(), Turn::over(Outcome::win(Seat::First, "lion_taken")));
    }

    #[test]
    fn the_lion_may_be_left_in_danger() {
        let position = played(&from(BoardName::Deer, "2l2/5/2L2/5/4G[-] w"), "c3c4");
        assert_eq!(position.turn(), Turn::of(Seat::Second));
    }

    #[test]
    fn a_lion_that_arrives_unattacked_wins_the_classic_game() {
        let safe = played(&from(BoardName::Classic, "3/L1l/3/3[-] w"), "a3a4");
        assert_eq!(safe.turn(), Turn::over(Outcome::win(Seat::First, "try")));
        let attacked = played(&from(BoardName::Classic, "3/Ll1/3/3[-] w"), "a3a4");
        assert_eq!(attacked.turn(), Turn::of(Seat::Second));
    }

    #[test]
    fn the_fourth_occurrence_draws_on_the_large_boards_and_the_third_on_the_classic() {
        let to_and_fro = "c1c2 c5c4 c2c1 c4c5 ";
        let lions = from(BoardName::Deer, "2l2/5/5/5/2L2[-] w");
        let position = played(&lions, &to_and_fro.repeat(2));
        assert_eq!((position.turn(), position.occurrences()), (Turn::of(Seat::First), 3));
        assert_eq!(played(&lions, &to_and_fro.repeat(3)).turn(), Turn::over(Outcome::draw("repetition")));
        let classic = from(BoardName::Classic, "l2/3/3/2L[-] w");
        let position = played(&classic, &"c1b1 a4b4 b1c1 b4a4 ".repeat(2));
        assert_eq!(position.turn(), Turn::over(Outcome::draw("repetition")));
    }

    #[test]
    fn whoever_cannot_move_loses() {
        let unguarded = played(&from(BoardName::Gorogoro, "k4/5/5/5/5/4K[G] w"), "G@a5");
        assert_eq!(unguarded.turn(), Turn::of(Seat::Second));
        let mated = played(&from(BoardName::Gorogoro, "k4/5/1G3/5/5/4K[G] w"), "G@a5");
        assert_eq!(mated.turn(), Turn::over(Outcome::win(Seat::First, "checkmate")));
    }

    #[test]
    fn a_chick_may_not_be_dropped_to_mate_in_gorogoro() {
        let position = Position::start(&from(BoardName::Gorogoro, "k4/2G2/1G3/5/5/4K[P] w")).unwrap();
        assert_eq!(
            position.clone().play("P@a5".parse().unwrap()).unwrap_err().to_string(),
            "P@a5 cannot be played: a P may not be dropped on a5 now"
        );
    }

    #[test]
    fn an_illegal_move_is_told_what_is_wrong_with_it() {
        let start = Position::start(&Rules::default()).unwrap();
        for (m, why) in [
            ("b3b4", "there is no piece on b3"),
            ("b4b3", "the piece on b4 is the opponent's"),
            ("b2b4", "the chick does not step from b2 to b4"),
            ("c1c2", "c2 is taken by an own piece"),
            ("C@a3", "there is no C in hand"),
            ("C@b2", "b2 is not empty"),
            ("P@a3", "the board deer has no P"),
            ("b2b3+", "the chick cannot promote there"),
            ("a6a5", "it leaves the board deer"),
        ] {
            let error = start.clone().play(m.parse().unwrap()).unwrap_err();
            assert_eq!(error.why, why, "{m}");
        }
        let last_step = Position::start(&from(BoardName::Deer, "l4/2C2/5/5/2L2[-] w")).unwrap();
        let error = last_step.clone().play("c4c5".parse().unwrap()).unwrap_err();
        assert_eq!(error.why, "the chick must promote there");
    }

    #[test]
    fn reject_rules_that_cannot_be_played() {
        let error = Position::start(&from(BoardName::Classic, "gle/1c1/1C1[-] w")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the rules do not fit: position: the position has 3 ranks, the board classic has 4"
        );
        assert!("shogi".parse::<BoardName>().is_err());
        assert!(serde_json::from_str::<Rules>(r#"{"board":"shogi"}"#).is_err());
        assert_eq!(serde_json::from_str::<Rules>(r#"{"board":"classic"}"#).unwrap(), Rules::on(BoardName::Classic));
    }
}
