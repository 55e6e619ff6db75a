//! How positions and moves are written: our own form, and that of the USI protocol.

use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::rules::{BoardSpec, CHICK, LION, SLOTS};
use crate::square::{Each, Square};
use crate::variant::{Variant, lion_is_checked};
use banmen_core::{ParseMoveError, Seat};
use std::fmt::Write;

/// Longer text is not read as a position.
const LONGEST_TEXT: usize = 200;

/// Why a text is not a position of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Far longer than any position.
    #[error("the position has {0} characters, at most {LONGEST_TEXT} are read")]
    TooLong(usize),
    /// A part is missing.
    #[error("the position has no {0}")]
    Missing(&'static str),
    /// A part too many.
    #[error("{0:?} follows the position, but nothing is expected there")]
    Trailing(String),
    /// The wrong number of ranks.
    #[error("the position has {found} ranks, the board {board} has {expected}")]
    Ranks {
        /// How many were written.
        found: usize,
        /// The board.
        board: &'static str,
        /// How many it has.
        expected: usize,
    },
    /// A rank that is too short or too long.
    #[error("rank {rank} has {found} squares, the board {board} has {expected}")]
    Files {
        /// The rank, counted from 1 at the bottom.
        rank: usize,
        /// How many squares were written.
        found: usize,
        /// The board.
        board: &'static str,
        /// How many it has.
        expected: usize,
    },
    /// A letter that stands for no piece there.
    #[error("{found:?} in {place} is not a piece of the board {board}")]
    Piece {
        /// What was found.
        found: String,
        /// Where.
        place: &'static str,
        /// The board.
        board: &'static str,
    },
    /// Neither side's letter.
    #[error("{found:?} is not a side to move; expected {first} (first player) or {second} (second player)")]
    Side {
        /// What was found.
        found: String,
        /// The first player's letter.
        first: char,
        /// The second player's letter.
        second: char,
    },
    /// More pieces of a kind than the game has.
    #[error("there are {found} pieces {letter:?}, the board {board} has {most}")]
    TooMany {
        /// The letter of the kind.
        letter: char,
        /// How many, on board and in hands.
        found: usize,
        /// The board.
        board: &'static str,
        /// How many there can be.
        most: usize,
    },
    /// A side with more than one lion.
    #[error("the {0} player has {1} lions, expected one")]
    Lions(&'static str, usize),
    /// A side has lost its lion, which only the side to move can have.
    #[error("the {0} player has no lion")]
    NoLion(&'static str),
    /// A piece where it could never move.
    #[error("the {piece} on {square} could never move")]
    Dead {
        /// Which piece.
        piece: &'static str,
        /// Where.
        square: Square,
    },
    /// Two unpromoted chicks of a side on a file, where that is forbidden.
    #[error("the {0} player has two unpromoted chicks on file {1}")]
    Doubled(&'static str, char),
    /// The side to move could take the other lion, where a lion may not be left in danger.
    #[error("the side to move could take the other lion, which may not be left in danger on the board {0}")]
    LeftInCheck(&'static str),
}

const fn name_of(side: Seat) -> &'static str {
    match side {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

fn quoted(text: &str) -> String {
    text.chars().take(20).collect()
}

/// How a position is laid out.
struct Layout {
    first: char,
    second: char,
}

const OURS: Layout = Layout { first: 'w', second: 'b' };
const USI: Layout = Layout { first: 'b', second: 'w' };

impl<V: Variant> PieceBoard<V> {
    /// The start position.
    pub fn start() -> Self {
        Self::from_text(V::SPEC.start).expect("the start position of every board is tested")
    }

    /// Reads a position: ranks from the top, hands in brackets (nothing means empty), `w` for the first player to move or `b`.
    ///
    /// ```
    /// use banmen_dobutsu::{PieceBoard, Deer};
    /// let board = PieceBoard::<Deer>::from_text("gel2/1C1cd/5/1CcLE/D3G[Cc] b").unwrap();
    /// assert_eq!(board.count_moves(), 20);
    /// assert!(PieceBoard::<Deer>::from_text("gel1d/1ccc1/5/1CCC1/DLLEG[-] w").is_err());
    /// ```
    pub fn from_text(text: &str) -> Result<Self, PositionError> {
        let mut words = words(text)?;
        let placed = words.next().ok_or(PositionError::Missing("board"))?;
        let (ranks, hands) = match placed.split_once('[') {
            None => (placed, "-"),
            Some((ranks, hands)) => {
                (ranks, hands.strip_suffix(']').ok_or(PositionError::Missing("closing bracket after the hands"))?)
            }
        };
        let side = words.next().ok_or(PositionError::Missing("side to move (w or b)"))?;
        if let Some(more) = words.next() {
            return Err(PositionError::Trailing(quoted(more)));
        }
        read(ranks, hands, side, &OURS)
    }

    /// Reads a position as the USI protocol writes it: ranks, `b` (first player) or `w`, hands or `-`, and a move number or nothing.
    ///
    /// ```
    /// use banmen_dobutsu::{PieceBoard, Deer};
    /// let board = PieceBoard::<Deer>::from_sfen("gel1d/1ccc1/5/1CCC1/D1LEG b - 1").unwrap();
    /// assert_eq!(board, PieceBoard::start());
    /// ```
    pub fn from_sfen(text: &str) -> Result<Self, PositionError> {
        let mut words = words(text)?;
        let ranks = words.next().ok_or(PositionError::Missing("board"))?;
        let side = words.next().ok_or(PositionError::Missing("side to move (b or w)"))?;
        let hands = words.next().ok_or(PositionError::Missing("hands (- if empty)"))?;
        if let Some(number) = words.next()
            && number.parse::<u32>().is_err()
        {
            return Err(PositionError::Trailing(quoted(number)));
        }
        if let Some(more) = words.next() {
            return Err(PositionError::Trailing(quoted(more)));
        }
        read(ranks, hands, side, &USI)
    }

    /// The position in our own form; [`PieceBoard::from_text`] reads it back.
    pub fn to_text(&self) -> String {
        let mut text = self.ranks();
        text.push('[');
        let before = text.len();
        for (side, slot, count) in self.held() {
            for _ in 0..count {
                text.push(letter_of(V::SPEC, side, slot));
            }
        }
        if text.len() == before {
            text.push('-');
        }
        let _ = write!(text, "] {}", if self.side() == Seat::First { OURS.first } else { OURS.second });
        text
    }

    /// The position in the USI protocol's form; [`PieceBoard::from_sfen`] reads it back.
    pub fn to_sfen(&self) -> String {
        let mut text = self.ranks();
        let _ = write!(text, " {} ", if self.side() == Seat::First { USI.first } else { USI.second });
        let before = text.len();
        for (side, slot, count) in self.held() {
            if count > 1 {
                let _ = write!(text, "{count}");
            }
            text.push(letter_of(V::SPEC, side, slot));
        }
        if text.len() == before {
            text.push('-');
        }
        text.push_str(" 1");
        text
    }

    fn ranks(&self) -> String {
        let mut text = String::new();
        for rank in (0..V::SPEC.height).rev() {
            let mut gap = 0;
            for file in 0..V::SPEC.width {
                match Square::at(file, rank).and_then(|square| self.piece_on(square)) {
                    None => gap += 1,
                    Some((side, slot)) => {
                        if gap > 0 {
                            let _ = write!(text, "{gap}");
                        }
                        gap = 0;
                        if V::SPEC.pieces[slot].is_some_and(|piece| piece.promoted_from.is_some()) {
                            text.push('+');
                        }
                        text.push(letter_of(V::SPEC, side, slot));
                    }
                }
            }
            if gap > 0 {
                let _ = write!(text, "{gap}");
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// What is in hands: the first player's before the second's, the pieces that are worth most first.
    fn held(&self) -> impl Iterator<Item = (Seat, usize, usize)> {
        let hands = Seat::BOTH.map(|side| self.hand(side));
        Seat::BOTH.into_iter().flat_map(move |side| {
            let hand = hands[side.index()];
            (0..SLOTS).rev().map(move |slot| (side, slot, hand.count(slot))).filter(|&(_, _, count)| count > 0)
        })
    }
}

fn words(text: &str) -> Result<std::str::SplitAsciiWhitespace<'_>, PositionError> {
    if text.len() > LONGEST_TEXT {
        return Err(PositionError::TooLong(text.len()));
    }
    Ok(text.split_ascii_whitespace())
}

fn letter_of(spec: &BoardSpec, side: Seat, slot: usize) -> char {
    let letter = spec.pieces[slot].map_or('?', |piece| char::from(piece.letter));
    if side == Seat::First { letter } else { letter.to_ascii_lowercase() }
}

/// The side and slot that a letter stands for.
fn piece_of(spec: &BoardSpec, letter: char, promoted: bool) -> Option<(Seat, usize)> {
    let side = if letter.is_ascii_uppercase() { Seat::First } else { Seat::Second };
    let upper = u8::try_from(letter).ok()?.to_ascii_uppercase();
    Some((side, spec.slot(upper, promoted)?))
}

fn read<V: Variant>(ranks: &str, hands: &str, side: &str, layout: &Layout) -> Result<PieceBoard<V>, PositionError> {
    let spec = V::SPEC;
    let mut board = PieceBoard::empty();
    let rows: Vec<&str> = ranks.split('/').collect();
    if rows.len() != spec.height {
        return Err(PositionError::Ranks { found: rows.len(), board: spec.name, expected: spec.height });
    }
    for (row, text) in rows.iter().enumerate() {
        read_rank(&mut board, spec.height - 1 - row, text)?;
    }
    read_hands(&mut board, hands)?;
    let mut letters = side.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter == layout.first => {}
        (Some(letter), None) if letter == layout.second => board.pass(),
        _ => {
            let (first, second) = (layout.first, layout.second);
            return Err(PositionError::Side { found: quoted(side), first, second });
        }
    }
    check(&board)?;
    Ok(board)
}

fn read_rank<V: Variant>(board: &mut PieceBoard<V>, rank: usize, text: &str) -> Result<(), PositionError> {
    let spec = V::SPEC;
    let mut file = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if let Some(gap) = letter.to_digit(10).filter(|&gap| gap > 0) {
            file += gap as usize;
            continue;
        }
        let promoted = letter == '+';
        let letter = if promoted { letters.next().unwrap_or('+') } else { letter };
        let Some((side, slot)) = piece_of(spec, letter, promoted) else {
            let found = if promoted { format!("+{letter}") } else { letter.to_string() };
            return Err(PositionError::Piece { found, place: "a rank", board: spec.name });
        };
        if file < spec.width
            && let Some(square) = Square::at(file, rank)
        {
            board.put(side, slot, square);
        }
        file += 1;
    }
    if file != spec.width {
        return Err(PositionError::Files { rank: rank + 1, found: file, board: spec.name, expected: spec.width });
    }
    Ok(())
}

fn read_hands<V: Variant>(board: &mut PieceBoard<V>, text: &str) -> Result<(), PositionError> {
    let spec = V::SPEC;
    if text == "-" {
        return Ok(());
    }
    let mut count = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = count * 10 + digit as usize;
            if count > 99 {
                break;
            }
            continue;
        }
        let Some((side, slot)) = piece_of(spec, letter, false).filter(|&(_, slot)| slot != LION) else {
            return Err(PositionError::Piece { found: letter.to_string(), place: "the hands", board: spec.name });
        };
        let most = usize::from(spec.census[slot]);
        for _ in 0..count.max(1) {
            let found = board.hand(side).count(slot) + 1;
            if found > most {
                let letter = letter_of(spec, Seat::First, slot);
                return Err(PositionError::TooMany { letter, found: count.max(found), board: spec.name, most });
            }
            board.give(side, slot);
        }
        count = 0;
    }
    if count > 0 {
        return Err(PositionError::Piece { found: count.to_string(), place: "the hands", board: spec.name });
    }
    Ok(())
}

/// Refuses what no game could lead to.
fn check<V: Variant>(board: &PieceBoard<V>) -> Result<(), PositionError> {
    let spec = V::SPEC;
    for side in Seat::BOTH {
        let lions = board.pieces(side, LION).count_ones() as usize;
        if lions > 1 {
            return Err(PositionError::Lions(name_of(side), lions));
        }
        // Only the side to move can have lost its lion just now, and only where lions are taken.
        if lions == 0 && (lion_is_checked(spec) || side != board.side()) {
            return Err(PositionError::NoLion(name_of(side)));
        }
    }
    let mut census = [0; SLOTS];
    for side in Seat::BOTH {
        for slot in 0..SLOTS {
            census[spec.hand_slot(slot)] +=
                board.pieces(side, slot).count_ones() as usize + board.hand(side).count(slot);
            let dead = board.pieces(side, slot) & V::TABLES.dead[side.index()][slot];
            if !spec.dead_drops
                && let (Some(square), Some(piece)) = (Each(dead).next(), &spec.pieces[slot])
            {
                return Err(PositionError::Dead { piece: piece.name, square });
            }
        }
        if !spec.doubled_chicks {
            let mut files = 0u32;
            for chick in Each(board.pieces(side, CHICK)) {
                if files >> chick.file() & 1 != 0 {
                    return Err(PositionError::Doubled(name_of(side), char::from(b'a' + chick.file() as u8)));
                }
                files |= 1 << chick.file();
            }
        }
    }
    for slot in 0..SLOTS {
        let most = usize::from(spec.census[slot]);
        if census[slot] > most {
            let letter = letter_of(spec, Seat::First, slot);
            return Err(PositionError::TooMany { letter, found: census[slot], board: spec.name, most });
        }
    }
    if lion_is_checked(spec) && board.lion_takers() != 0 {
        return Err(PositionError::LeftInCheck(spec.name));
    }
    Ok(())
}

/// A move as the USI protocol writes it on this board: `1e1d`, `4b4a+`, `C*3c`.
pub fn move_to_usi(spec: &BoardSpec, m: Move) -> String {
    let mut text = String::new();
    if let Some(letter) = m.dropped_letter() {
        let _ = write!(text, "{letter}*");
    }
    for square in m.from().into_iter().chain([m.to()]) {
        let rank = char::from(b'a' + (spec.height - 1).saturating_sub(square.rank()) as u8);
        let _ = write!(text, "{}{rank}", spec.width.saturating_sub(square.file()));
    }
    if m.promotes() {
        text.push('+');
    }
    text
}

/// Reads a move as the USI protocol writes it on this board.
pub fn move_from_usi(spec: &BoardSpec, text: &str) -> Result<Move, ParseMoveError> {
    let square = |name: &[u8]| {
        let file = spec.width.checked_sub(usize::from(name[0].checked_sub(b'0')?))?;
        let rank = (spec.height - 1).checked_sub(usize::from(name[1].checked_sub(b'a')?))?;
        if file < spec.width { Square::at(file, rank) } else { None }
    };
    let read = || match *text.as_bytes() {
        [letter, b'*', file, rank] => Move::drop(char::from(letter), square(&[file, rank])?),
        [file, rank, to_file, to_rank, ref promotes @ ..] if matches!(promotes, b"" | b"+") => {
            let (from, to) = (square(&[file, rank])?, square(&[to_file, to_rank])?);
            (from != to).then(|| Move::step(from, to, !promotes.is_empty()))
        }
        _ => None,
    };
    read().ok_or_else(|| ParseMoveError::new(text, "expected something like 1e1d, 4b4a+ or C*3c"))
}
