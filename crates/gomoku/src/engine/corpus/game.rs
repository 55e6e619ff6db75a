//! One game of a corpus with what a search said about its positions.

use banmen_core::{Draw, Random};

use crate::engine::search::score::Score;
use crate::point::Point;
use crate::rules::Rules;

/// What is special about a label; a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u8);

impl Flags {
    /// The score tells a forced win or loss.
    pub const PROVED: Self = Self(1);
    /// The move that was played is a random one, not the best.
    pub const DEVIATED: Self = Self(2);
    /// The position, perhaps turned or mirrored, occurred earlier in the corpus.
    pub const REPEATED: Self = Self(4);
    /// There was only one move, and the score is a static evaluation.
    pub const UNSEARCHED: Self = Self(8);

    /// Whether all bits of the other set are in this one.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds the bits of another set.
    pub const fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What a search said about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The best move.
    pub best: Point,
    /// Its score for the side to move.
    pub score: Score,
    /// What is special about it.
    pub flags: Flags,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ending {
    /// The board is full: a draw.
    Full = 0,
    /// The side to move in the last position has a forced win, or five in one move.
    Proved = 1,
    /// The game was long and quiet and counts as drawn.
    Adjourned = 2,
}

impl Ending {
    /// The ending of a code.
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Full),
            1 => Some(Self::Proved),
            2 => Some(Self::Adjourned),
            _ => None,
        }
    }
}

/// One game. The positions after its opening are labelled, one after another, as far as there are labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the plan.
    pub number: u32,
    /// Board and rule.
    pub rules: Rules,
    /// 1 if Black won, -1 if White won, 0 for a draw.
    pub result: i8,
    /// How it ended.
    pub ending: Ending,
    /// How many of the moves are a random opening.
    pub opening: usize,
    /// All moves, Black's first.
    pub moves: Vec<Point>,
    /// The label of the position after the opening, and of those that follow.
    pub labels: Vec<Label>,
}

impl Game {
    /// The keys of the labelled positions: equal for positions that are turned or mirrored copies of one another.
    pub fn keys(&self) -> Vec<u64> {
        let last = self.rules.size.get() - 1;
        let mut keys = [0u64; 8];
        let board = u64::from(last) << 8 | self.rules.rule as u64;
        let mut found = Vec::with_capacity(self.labels.len());
        for ply in 0..=self.moves.len() {
            if ply >= self.opening && found.len() < self.labels.len() {
                let least = keys.iter().min().copied().unwrap_or_default();
                found.push(Random::new(least ^ board).next_u64());
            }
            if let Some(&at) = self.moves.get(ply) {
                for (symmetry, key) in keys.iter_mut().enumerate() {
                    let at = turned(at, last, symmetry);
                    let stone = u64::from(at.row()) << 16 | u64::from(at.column()) << 1 | (ply as u64 & 1);
                    *key ^= Random::new(stone + 1).next_u64();
                }
            }
        }
        found
    }
}

/// A point under one of the eight symmetries of the board.
fn turned(at: Point, last: u8, symmetry: usize) -> Point {
    let x = if symmetry & 1 == 0 { at.column() } else { last - at.column() };
    let y = if symmetry & 2 == 0 { at.row() } else { last - at.row() };
    if symmetry & 4 == 0 { Point::at(x, y) } else { Point::at(y, x) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rule, Size};

    fn game(moves: &[Point], opening: usize) -> Game {
        let label = Label { best: Point::at(0, 0), score: 0, flags: Flags::default() };
        Game {
            number: 0,
            rules: Rules::new(Size::FIFTEEN, Rule::Freestyle),
            result: 0,
            ending: Ending::Adjourned,
            opening,
            moves: moves.to_vec(),
            labels: vec![label; moves.len() + 1 - opening],
        }
    }

    #[test]
    fn keys_are_equal_for_turned_and_transposed_games_only() {
        let moves = [(7, 7), (8, 7), (8, 8), (6, 5), (9, 2)].map(|(x, y)| Point::at(x, y));
        let keys = game(&moves, 2).keys();
        assert_eq!(keys.len(), 4);
        for symmetry in 0..8 {
            let copy: Vec<Point> = moves.iter().map(|&at| turned(at, 14, symmetry)).collect();
            assert_eq!(game(&copy, 2).keys(), keys);
        }
        let transposed = [2, 1, 0, 3, 4].map(|ply: usize| moves[ply]);
        assert_eq!(game(&transposed, 3).keys(), keys[1..]);
        let swapped = [1, 0, 2, 3, 4].map(|ply: usize| moves[ply]);
        assert!(game(&swapped, 2).keys().iter().all(|key| !keys.contains(key)));
        let mut renju = game(&moves, 2);
        renju.rules.rule = Rule::Renju;
        assert!(renju.keys().iter().all(|key| !keys.contains(key)));
    }
}
