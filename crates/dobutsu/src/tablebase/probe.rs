//! What the table says about a position, also about those that need no table.

use std::fmt;

use banmen_core::{Score, Seat};

use super::distances::{DRAWN, Tablebase};
use super::index::Number;
use super::placing::{CHICKS, ELEPHANTS, GIRAFFES, OF_A_KIND, OTHER, OWN, Placing};
use super::steps::{FAR_RANK, HOME_RANK, Mask};
use crate::rules::{CHICK, HEN, LION};
use crate::{Classic, PieceBoard, Square};

/// The slots of the two larger animals on the classic board.
const ELEPHANT: usize = 2;
const GIRAFFE: usize = 3;

/// What a position is worth to the side to move, and after how many plies the game ends under best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TablebaseValue {
    /// The side to move wins.
    Win(u8),
    /// The side to move loses.
    Loss(u8),
    /// Neither can force anything.
    Draw,
}

impl TablebaseValue {
    /// Higher is better for the side to move: quick wins, slow wins, draws, slow losses, quick losses.
    pub fn merit(self) -> i32 {
        match self {
            TablebaseValue::Win(plies) => 1000 - i32::from(plies),
            TablebaseValue::Draw => 0,
            TablebaseValue::Loss(plies) => i32::from(plies) - 1000,
        }
    }

    /// The worth of a position to the side that can move to this one.
    pub fn before(self) -> TablebaseValue {
        match self {
            TablebaseValue::Win(plies) => TablebaseValue::Loss(plies + 1),
            TablebaseValue::Loss(plies) => TablebaseValue::Win(plies + 1),
            TablebaseValue::Draw => TablebaseValue::Draw,
        }
    }
}

impl TablebaseValue {
    /// The same in the words all games share.
    pub fn told(self, to_move: Seat) -> Score {
        match self {
            TablebaseValue::Win(plies) => Score::win_after(to_move, to_move, plies.into()),
            TablebaseValue::Loss(plies) => Score::win_after(to_move.other(), to_move, plies.into()),
            TablebaseValue::Draw => Score::Draw,
        }
    }
}

impl fmt::Display for TablebaseValue {
    /// In the winner's own moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablebaseValue::Win(plies) => write!(f, "win in {}", plies.div_ceil(2)),
            TablebaseValue::Loss(plies) => write!(f, "loss in {}", plies / 2),
            TablebaseValue::Draw => f.write_str("draw"),
        }
    }
}

impl Tablebase {
    /// What a position is worth, or `None` if pieces are missing from it (the table has only whole games).
    pub fn probe(&self, board: &PieceBoard<Classic>) -> Option<TablebaseValue> {
        let lost = |seat: Seat| !board.has_lion(seat);
        if lost(board.side()) {
            return Some(TablebaseValue::Loss(0));
        }
        if lost(board.side().other()) {
            return Some(TablebaseValue::Win(0));
        }
        placing(board).map(|placing| self.verdict(&placing, &|number| self.stored(number)))
    }

    /// The worth of a placing, with the stored bytes looked up by `look`.
    pub(super) fn verdict(&self, placing: &Placing, look: &impl Fn(u32) -> u8) -> TablebaseValue {
        if placing.can_take_lion() {
            return TablebaseValue::Win(1);
        }
        if placing.lion(OTHER) & HOME_RANK != 0 {
            return TablebaseValue::Loss(0);
        }
        if placing.lion(OWN) & FAR_RANK != 0 {
            return self.verdict_of_spared_lion(placing, look);
        }
        match self.index.number(placing) {
            Number::Itself(number) | Number::Mirror(number) | Number::Unfolded(number) => match look(number) {
                DRAWN => TablebaseValue::Draw,
                byte if byte % 2 == 0 => TablebaseValue::Win(byte - 1),
                byte => TablebaseValue::Loss(byte - 1),
            },
            Number::Outside => unreachable!("lions that touch can be taken, and lions that arrived were looked at"),
        }
    }

    /// The mover's lion entered the far rank under attack and was not taken. The table has no such positions, since taking it
    /// was better; the answer is one move away.
    fn verdict_of_spared_lion(&self, placing: &Placing, look: &impl Fn(u32) -> u8) -> TablebaseValue {
        if placing.other_attackers(usize::from(placing.lions[OWN])) == 0 {
            return TablebaseValue::Win(0);
        }
        let mut best = TablebaseValue::Loss(0);
        placing.successors(&mut |after| {
            let verdict = self.verdict(&after, look).before();
            if verdict.merit() > best.merit() {
                best = verdict;
            }
        });
        best
    }
}

/// The table's form of a position that has all eight pieces.
fn placing(board: &PieceBoard<Classic>) -> Option<Placing> {
    let side = board.side();
    let view = |square: Square| match side {
        Seat::First => square.rank() * 3 + square.file(),
        Seat::Second => 11 - (square.rank() * 3 + square.file()),
    };
    let mut placing = Placing::default();
    let mut count = [0; 3];
    for rank in 0..4 {
        for file in 0..3 {
            let square = Square::at(file, rank)?;
            let Some((seat, slot)) = board.piece_on(square) else { continue };
            let whose = if seat == side { OWN } else { OTHER };
            let bit: Mask = 1 << view(square);
            let kind = match slot {
                LION => {
                    placing.lions[whose] = view(square) as u8;
                    continue;
                }
                GIRAFFE => GIRAFFES,
                ELEPHANT => ELEPHANTS,
                _ => CHICKS,
            };
            placing.board[kind][whose] |= bit;
            if slot == HEN {
                placing.hens[whose] |= bit;
            }
            count[kind] += 1;
        }
    }
    for (kind, slot) in [(GIRAFFES, GIRAFFE), (ELEPHANTS, ELEPHANT), (CHICKS, CHICK)] {
        placing.hand[kind] = board.hand(side).count(slot) as u8;
        count[kind] += board.hand(side).count(slot) + board.hand(side.other()).count(slot);
    }
    count.iter().all(|&count| count == OF_A_KIND as usize).then_some(placing)
}
