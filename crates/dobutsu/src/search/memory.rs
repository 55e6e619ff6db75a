//! What a thread keeps from one search to the next.

use super::history::{Arrival, History};
use super::parameters::{REDUCTION_BASE, REDUCTION_DIVISOR};
use super::picker::Room;
use super::worker::MAX_PLY;
use crate::moves::{MAX_MOVES, Move};

/// What is known of one ply of the line being searched.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// What the position seems worth; `None` where the lion is in danger.
    pub eval: Option<i32>,
    /// The move that was made here.
    pub arrival: Arrival,
    pub killers: [Move; 2],
    /// A move that is left out, to see whether the others hold without it.
    pub excluded: Move,
    /// Whether the move was a pass.
    pub passed: bool,
}

pub(super) const FRAME: Frame =
    Frame { eval: None, arrival: Arrival::NONE, killers: [Move::NONE; 2], excluded: Move::NONE, passed: false };

/// The first moves that were tried before another proved better.
pub(super) struct Tried {
    moves: [Move; 32],
    len: usize,
}

impl Tried {
    pub const fn new() -> Self {
        Self { moves: [Move::NONE; 32], len: 0 }
    }

    #[inline]
    pub fn push(&mut self, m: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = m;
            self.len += 1;
        }
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

/// Frames before the root, so that looking back needs no test.
pub(super) const BEFORE: usize = 2;

/// What a thread keeps from one search to the next: what it has learnt, and room to work in.
pub(super) struct Memory {
    pub history: History,
    pub frames: Box<[Frame; MAX_PLY + 8]>,
    /// The best line from each ply on.
    pub lines: Box<[[Move; MAX_PLY + 1]]>,
    pub rooms: Box<[Room]>,
    /// By how much a late move's depth is reduced: `[depth][moves tried before]`.
    pub reductions: Box<[[i8; 64]; 64]>,
}

impl Memory {
    pub fn new() -> Self {
        Self {
            history: History::new(),
            frames: Box::new([FRAME; MAX_PLY + 8]),
            lines: vec![[Move::NONE; MAX_PLY + 1]; MAX_PLY + 2].into_boxed_slice(),
            rooms: vec![[0; MAX_MOVES]; MAX_PLY + 2].into_boxed_slice(),
            reductions: reductions(),
        }
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.history.clear();
    }
}

/// The table of late move reductions.
fn reductions() -> Box<[[i8; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64 {
        for count in 1..64 {
            table[depth][count] =
                (REDUCTION_BASE + (depth as f64).ln() * (count as f64).ln() / REDUCTION_DIVISOR) as i8;
        }
    }
    table
}
