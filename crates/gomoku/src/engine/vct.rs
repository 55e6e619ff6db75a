//! Victory by continuous threats: every move of the attacker makes a four or an open three.
//!
//! A proof-number search. The attacker tries moves that make a four or an open three, and stops fives. The defender tries
//! everything that can help: against a five the point that stops it; against an open four every point on which the attacker
//! would make a four (any stone that stops an open four lies on one), and every four of its own.

use banmen_core::{Budget, Limits, Stop};

use super::class::Class;
use super::renju::is_forbidden;
use super::search::moves::rate_by_shapes;
use super::shape_board::{MAX_SIDE, NOWHERE, PointIndex, ShapeBoard, point_index};
use super::vcf::{FourSearch, Vcf};
use crate::rules::Rule;

/// What a search for a forced win found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forced {
    /// A win; these moves lead to it if the defender answers so.
    Win(Vec<PointIndex>),
    /// There is no win of this kind.
    None,
    /// The search ended before it could tell.
    Unknown,
}

const INFINITE: u32 = 1 << 28;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
}

/// A searcher for wins by threats.
pub struct ThreatSearch {
    table: Vec<Entry>,
    fours: FourSearch,
    moves: Vec<PointIndex>,
    nodes: u64,
    stopped: Option<Stop>,
}

const CLUSTER: usize = 4;

/// Positions that each attacking node's look for fours may visit.
const FOURS_NODES: u64 = 400;

impl ThreatSearch {
    /// A searcher whose table has room for `2^bits` positions.
    pub fn new(bits: u32) -> Self {
        Self {
            table: vec![Entry { key: 0, proof: 1, disproof: 1 }; 1 << bits],
            fours: FourSearch::new(bits.saturating_sub(2).max(10)),
            moves: Vec::new(),
            nodes: 0,
            stopped: None,
        }
    }

    /// Positions visited, those of the looks for fours included.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.fours.nodes()
    }

    /// Looks for a win of the side to move.
    pub fn search(&mut self, board: &mut ShapeBoard, limits: &Limits) -> Forced {
        self.stopped = None;
        self.table.fill(Entry { key: 0, proof: 1, disproof: 1 });
        let budget = limits.start();
        self.visit(board, true, INFINITE, INFINITE, &budget);
        let entry = self.known(board.key());
        if entry.proof == 0 {
            Forced::Win(self.line(board, &budget))
        } else if self.stopped.is_none() && board.rule() != Rule::Renju {
            Forced::None
        } else {
            // Renju's false threes are judged carefully enough for a win, but too carefully for a refutation.
            Forced::Unknown
        }
    }

    fn cluster(&self, key: u64) -> std::ops::Range<usize> {
        let start = (key as usize & (self.table.len() / CLUSTER - 1)) * CLUSTER;
        start..start + CLUSTER
    }

    fn known(&self, key: u64) -> Entry {
        let unknown = Entry { key, proof: 1, disproof: 1 };
        self.table[self.cluster(key)].iter().find(|entry| entry.key == key).copied().unwrap_or(unknown)
    }

    /// Stores a node, always: a parent that could not read its child's numbers would visit it for ever.
    fn store(&mut self, key: u64, proof: u32, disproof: u32) {
        let slots = self.cluster(key);
        let entries = &mut self.table[slots];
        let worth = |entry: &Entry| match entry {
            Entry { key: 0, .. } => 0,
            Entry { proof: 0, .. } | Entry { disproof: 0, .. } => u32::MAX,
            entry => entry.proof.saturating_add(entry.disproof),
        };
        let slot = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            // Among equals the slot turns with the key, so that solved nodes make room for each other evenly.
            let first = (key >> 60) as usize % CLUSTER;
            (0..CLUSTER).map(|step| (first + step) % CLUSTER).min_by_key(|&slot| worth(&entries[slot])).unwrap_or(first)
        });
        entries[slot] = Entry { key, proof, disproof };
    }

    /// Proof and disproof numbers of a node that needs no children.
    fn terminal(&mut self, board: &mut ShapeBoard, attacks: bool) -> Option<(u32, u32)> {
        const WON: Option<(u32, u32)> = Some((0, INFINITE));
        const LOST: Option<(u32, u32)> = Some((INFINITE, 0));
        let (me, it) = (board.turn(), board.turn().other());
        if attacks {
            if board.count(me, Class::Five) > 0 {
                return WON;
            }
            match board.count(it, Class::Five) {
                0 => {}
                1 => return None,
                _ => return LOST,
            }
            return match self.fours.search(board, 100, FOURS_NODES) {
                Vcf::Win(_) => WON,
                _ => None,
            };
        }
        if board.count(me, Class::Five) > 0 || board.is_full() {
            return LOST;
        }
        match board.count(it, Class::Five) {
            0 => {}
            1 => return None,
            _ => return WON,
        }
        if board.count(me, Class::OpenFour) > 0 || board.count(it, Class::OpenFour) == 0 { LOST } else { None }
    }

    /// Adds the moves of a node, the most promising first.
    fn expand(&mut self, board: &mut ShapeBoard, attacks: bool) {
        let (me, it) = (board.turn(), board.turn().other());
        let start = self.moves.len();
        if board.count(it, Class::Five) > 0 {
            self.moves.extend(board.find(it, Class::Five));
        } else if attacks {
            for y in 0..board.side_length() {
                let mut bits = board.around()[y] | board.fours(me)[y];
                while bits != 0 {
                    let point = point_index(bits.trailing_zeros() as usize, y);
                    bits &= bits - 1;
                    if board.is_empty(point)
                        && (board.class(point, me) >= Class::Three || board.class(point, me) == Class::Forbidden)
                    {
                        self.moves.push(point);
                    }
                }
            }
        } else {
            for y in 0..MAX_SIDE {
                let mut bits = board.fours(me)[y] | board.fours(it)[y];
                while bits != 0 {
                    self.moves.push(point_index(bits.trailing_zeros() as usize, y));
                    bits &= bits - 1;
                }
            }
        }
        let mut kept = start;
        for index in start..self.moves.len() {
            let point = self.moves[index];
            if board.class(point, me) == Class::Forbidden && is_forbidden(board, point) {
                continue;
            }
            self.moves[kept] = point;
            kept += 1;
        }
        self.moves.truncate(kept);
        self.moves[start..].sort_by_key(|&point| std::cmp::Reverse((rate_by_shapes(board, point, me), point)));
    }

    fn visit(&mut self, board: &mut ShapeBoard, attacks: bool, most_proof: u32, most_disproof: u32, budget: &Budget) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(64) && self.stopped.is_none() {
            self.stopped = budget.stop(self.nodes());
        }
        if self.stopped.is_some() {
            return;
        }
        let key = board.key();
        if let Some((proof, disproof)) = self.terminal(board, attacks) {
            self.store(key, proof, disproof);
            return;
        }
        let start = self.moves.len();
        self.expand(board, attacks);
        let end = self.moves.len();
        loop {
            // Seen from the side to move: `least` is what it still has to prove, `sum` what the other side has.
            let (mut least, mut second, mut sum, mut chosen) = (INFINITE, INFINITE, 0u32, NOWHERE);
            let mut chosen_sum = 0;
            for index in start..end {
                let point = self.moves[index];
                let child = self.known(board.key_after(point));
                let (own, other) = if attacks { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
                sum = sum.saturating_add(other).min(INFINITE);
                if own < least {
                    second = least;
                    least = own;
                    chosen = point;
                    chosen_sum = other;
                } else if own < second {
                    second = own;
                }
            }
            let (most_own, most_other) =
                if attacks { (most_proof, most_disproof) } else { (most_disproof, most_proof) };
            if least >= most_own || sum >= most_other || least == 0 || sum == 0 || self.stopped.is_some() {
                let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
                self.store(key, proof, disproof);
                break;
            }
            let next_own = most_own.min(second.saturating_add(1 + second / 4)).min(INFINITE);
            let next_other = most_other.saturating_sub(sum).saturating_add(chosen_sum).min(INFINITE);
            board.place(chosen);
            let (proof, disproof) = if attacks { (next_own, next_other) } else { (next_other, next_own) };
            self.visit(board, !attacks, proof, disproof, budget);
            board.undo();
        }
        self.moves.truncate(start);
    }

    /// The winner's moves from a proved position, against the first defence that lasts.
    fn line(&mut self, board: &mut ShapeBoard, budget: &Budget) -> Vec<PointIndex> {
        let mut line = Vec::new();
        let mut placed = 0;
        let mut attacks = true;
        loop {
            if attacks && let Vcf::Win(_) = self.fours.search(board, 100, FOURS_NODES) {
                line.extend(self.fours.line());
                break;
            }
            let start = self.moves.len();
            self.expand(board, attacks);
            let moves: Vec<PointIndex> = self.moves.drain(start..).collect();
            let mut next = None;
            for point in moves {
                let mut child = self.known(board.key_after(point));
                if attacks && child.proof != 0 && child.disproof == 1 {
                    // Its proof may have made room for another: prove it again.
                    board.place(point);
                    self.visit(board, false, INFINITE, INFINITE, budget);
                    board.undo();
                    child = self.known(board.key_after(point));
                }
                if !attacks || child.proof == 0 {
                    next = Some(point);
                    break;
                }
            }
            let Some(point) = next else { break };
            board.place(point);
            placed += 1;
            line.push(point);
            attacks = !attacks;
        }
        for _ in 0..placed {
            board.undo();
        }
        line
    }
}
