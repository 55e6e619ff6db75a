//! Positions as sums, and the moves in them.

use banmen_cgt::Value;

use super::parts::{Worths, most_moves_alone, normal};
use crate::board::{Board, Stone};

/// A position as a sum: parts in normal form, sorted, and a value. The winner has the black stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The parts with many stones.
    pub parts: Vec<Board>,
    /// What the rest is worth.
    pub value: Value,
}

impl State {
    /// A sum in the order of its parts, without those that cancel.
    pub fn of(mut parts: Vec<Board>, value: Value) -> State {
        parts.sort_unstable();
        let mut index = 0;
        while index + 1 < parts.len() {
            let negative = normal(&parts[index].colours_swapped());
            match (index + 1..parts.len()).find(|&other| parts[other] == negative) {
                Some(other) => {
                    parts.remove(other);
                    parts.remove(index);
                }
                None => index += 1,
            }
        }
        State { parts, value }
    }
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// In a part, by its number: what the part becomes.
    Jump(usize, Board),
    /// In the value: what it becomes.
    Value(Value),
}

impl State {
    /// Every move of a player, in a fixed order: part by part, jump by jump, then the options of the value by their names.
    pub fn moves(&self, mover: Stone, worths: &mut Worths) -> Vec<Move> {
        let mut moves = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            // Equal parts have the same moves.
            if index == 0 || self.parts[index - 1] != *part {
                let options = part.options(mover, worths.jumps()).into_iter();
                moves.extend(options.map(|(_, after)| Move::Jump(index, after)));
            }
        }
        moves.extend(worths.value_options(self.value, mover).iter().map(|&value| Move::Value(value)));
        moves
    }

    /// The position after a move.
    pub fn after(&self, chosen: &Move, worths: &mut Worths) -> State {
        match chosen {
            Move::Jump(moved, after) => {
                let (mut parts, value) = worths.split_after(&self.parts[*moved], after, self.value);
                parts
                    .extend(self.parts.iter().enumerate().filter(|&(other, _)| other != *moved).map(|(_, part)| *part));
                State::of(parts, value)
            }
            &Move::Value(value) => State { parts: self.parts.clone(), value },
        }
    }

    /// Whether Black is so far ahead in the value that White cannot make up for it in the parts.
    ///
    /// A part is worth no less to Black than if White made all the moves there that it can make while Black never moves:
    /// Black answers each of them with one of as many free moves.
    pub fn is_won_outright(&self, black_moves: bool, worths: &mut Worths) -> bool {
        let ahead = |worths: &mut Worths, moves: i64| {
            let moves = worths.arena.integer(moves);
            if black_moves {
                !worths.arena.less_or_equal(self.value, moves)
            } else {
                worths.arena.less_or_equal(moves, self.value)
            }
        };
        ahead(worths, 0) && {
            let moves: u32 = self.parts.iter().map(|part| most_moves_alone(part, Stone::White)).sum();
            ahead(worths, i64::from(moves))
        }
    }
}
