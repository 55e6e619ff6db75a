//! Victory by continuous fours: every move of the attacker makes a four, so every answer is forced.

use banmen_core::{Budget, Limits};

use super::class::Class;
use super::renju::is_forbidden;
use super::shape_board::{NOWHERE, PointIndex, ShapeBoard, Side, distance};

/// What a search for a win by fours found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vcf {
    /// A win after this many plies.
    Win(u32),
    /// There is none.
    None,
    /// The search ended before it could tell.
    Unknown,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    best: PointIndex,
    /// No win within this many fours; 255 when there is none at all.
    refuted: u8,
}

/// More fours than any board has room for.
const WITHOUT_END: u8 = 255;

/// A searcher for wins by fours with a table of its own.
pub struct FourSearch {
    table: Vec<Entry>,
    nodes: u64,
    limit: u64,
    budget: Option<Budget>,
    /// Whether fours that make nothing else are left alone unless there is a better one too.
    hasty: bool,
    line: Vec<PointIndex>,
}

/// A move that makes a four, and how soon to try it.
type Rated = (i32, PointIndex);

impl FourSearch {
    /// A searcher whose table has room for `2^bits` positions.
    pub fn new(bits: u32) -> Self {
        let empty = Entry { key: 0, best: NOWHERE, refuted: 0 };
        Self { table: vec![empty; 1 << bits], nodes: 0, limit: 0, budget: None, hasty: false, line: Vec::new() }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.fill(Entry { key: 0, best: NOWHERE, refuted: 0 });
    }

    /// Positions visited by all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The moves of the last win found, the winner's first.
    pub fn line(&self) -> Vec<PointIndex> {
        self.line.iter().rev().copied().collect()
    }

    /// Looks for a win of the side to move by at most `fours` fours, visiting at most `nodes` positions.
    ///
    /// Made for the leaves of a search: where every four makes nothing but a four, it looks no further, for then a win needs
    /// two fours in the same line one after the other, which is rare. A win is always a real one.
    pub fn search(&mut self, board: &mut ShapeBoard, fours: u32, nodes: u64) -> Vcf {
        self.hasty = true;
        self.limit = self.nodes + nodes;
        self.line.clear();
        self.attack(board, fours.min(u32::from(WITHOUT_END) - 1) as u8, NOWHERE)
    }

    /// Looks for a win of the side to move by any number of fours.
    pub fn solve(&mut self, board: &mut ShapeBoard, limits: &Limits) -> Vcf {
        self.limit = limits.nodes.map_or(u64::MAX, |nodes| self.nodes.saturating_add(nodes));
        self.hasty = false;
        self.budget = Some(Limits { nodes: None, ..limits.clone() }.start());
        self.line.clear();
        let found = self.attack(board, WITHOUT_END, NOWHERE);
        self.budget = None;
        found
    }

    fn attack(&mut self, board: &mut ShapeBoard, fours: u8, last: PointIndex) -> Vcf {
        self.nodes += 1;
        // Often enough for renju too, where the test for forbidden points makes positions dearer.
        if self.nodes.is_multiple_of(64) && self.budget.as_ref().is_some_and(|budget| budget.stop(0).is_some()) {
            self.limit = 0;
        }
        let (me, it) = (board.turn(), board.turn().other());
        if board.count(me, Class::Five) > 0 {
            self.line.push(board.find(me, Class::Five).unwrap_or(NOWHERE));
            return Vcf::Win(1);
        }
        let threatened = board.count(it, Class::Five);
        if threatened > 1 {
            return Vcf::None;
        }
        if threatened == 0 && board.count(me, Class::OpenFour) > 0 {
            self.finish(board, me);
            return Vcf::Win(3);
        }
        let fours_there = board.count(me, Class::Four)
            + board.count(me, Class::FourPlus)
            + board.count(me, Class::FourThree)
            + board.count(me, Class::Forbidden)
            + if threatened > 0 { board.count(me, Class::OpenFour) } else { 0 };
        if fours_there == 0 {
            return Vcf::None;
        }
        if fours == 0 || self.nodes >= self.limit {
            return Vcf::Unknown;
        }
        if self.hasty && threatened == 0 && fours_there == board.count(me, Class::Four) {
            return Vcf::Unknown;
        }
        let slot = board.key() as usize & (self.table.len() - 1);
        let entry = self.table[slot];
        let mut best = NOWHERE;
        if entry.key == board.key() {
            if entry.refuted >= fours {
                return if entry.refuted == WITHOUT_END { Vcf::None } else { Vcf::Unknown };
            }
            best = entry.best;
        }

        let mut moves = [(0, NOWHERE); 64];
        let count = if threatened > 0 {
            let only = board.find(it, Class::Five).unwrap_or(NOWHERE);
            if !makes_four(board, only, me) {
                return Vcf::None;
            }
            moves[0] = (0, only);
            1
        } else {
            rate_fours(board, me, last, best, &mut moves)
        };
        let Some(count) = count_within(count, moves.len()) else { return Vcf::Unknown };

        let mut proved = true;
        for &(_, point) in &moves[..count] {
            if board.class(point, me) == Class::Forbidden && is_forbidden(board, point) {
                continue;
            }
            let result = self.try_four(board, point, me, it, fours - 1);
            match result {
                Vcf::Win(plies) => {
                    self.line.push(point);
                    self.table[slot] = Entry { key: board.key(), best: point, refuted: 0 };
                    return Vcf::Win(plies + 1);
                }
                Vcf::None => {}
                Vcf::Unknown => {
                    proved = false;
                    if self.nodes >= self.limit {
                        return Vcf::Unknown;
                    }
                }
            }
        }
        let refuted = if proved { WITHOUT_END } else { fours };
        self.table[slot] = Entry { key: board.key(), best: NOWHERE, refuted };
        if proved { Vcf::None } else { Vcf::Unknown }
    }

    /// Makes a four and its only answer, and goes on; the plies of a win count from the answer.
    fn try_four(&mut self, board: &mut ShapeBoard, point: PointIndex, me: Side, it: Side, fours: u8) -> Vcf {
        board.place_unjudged(point);
        let fives = board.count(me, Class::Five);
        let result = if fives == 0 || board.count(it, Class::Five) > 0 {
            Vcf::None
        } else {
            let answer = board.find(me, Class::Five).unwrap_or(NOWHERE);
            if fives > 1 {
                board.place_unjudged(answer);
                self.line.push(board.find(me, Class::Five).unwrap_or(NOWHERE));
                board.undo();
                self.line.push(answer);
                Vcf::Win(2)
            } else if board.class(answer, it) == Class::Forbidden && is_forbidden(board, answer) {
                // The only answer is forbidden to Black: any other move lets the five happen.
                self.line.push(answer);
                Vcf::Win(2)
            } else {
                board.place_unjudged(answer);
                let result = self.attack(board, fours, point);
                board.undo();
                if let Vcf::Win(plies) = result {
                    self.line.push(answer);
                    Vcf::Win(plies + 1)
                } else {
                    result
                }
            }
        };
        board.undo();
        result
    }

    /// Writes down an open four, one answer and the five.
    fn finish(&mut self, board: &mut ShapeBoard, me: Side) {
        let four = board.find(me, Class::OpenFour).unwrap_or(NOWHERE);
        board.place_unjudged(four);
        let answer = board.find(me, Class::Five).unwrap_or(NOWHERE);
        board.place_unjudged(answer);
        let five = board.find(me, Class::Five).unwrap_or(NOWHERE);
        board.undo();
        board.undo();
        self.line.extend([five, answer, four]);
    }
}

fn count_within(count: usize, most: usize) -> Option<usize> {
    (count <= most).then_some(count)
}

/// Whether a move makes a four, forbidden or not.
fn makes_four(board: &ShapeBoard, point: PointIndex, side: Side) -> bool {
    use super::line::Shape;
    let class = board.class(point, side);
    class >= Class::Four
        || (class == Class::Forbidden
            && (0..4).any(|direction| matches!(board.shape(point, side, direction), Shape::Four | Shape::OpenFour)))
}

/// Gathers the moves that make a four, the most promising first, and returns how many there are.
fn rate_fours(board: &ShapeBoard, me: Side, last: PointIndex, best: PointIndex, moves: &mut [Rated; 64]) -> usize {
    let mut count = 0;
    board.for_each_four(me, |point, class| {
        if class == Class::Forbidden && !makes_four(board, point, me) {
            return;
        }
        let near = if last == NOWHERE { 0 } else { distance(point, last) as i32 };
        let rate = 16 * class as i32 - 2 * near + if point == best { 1000 } else { 0 };
        if count < moves.len() {
            moves[count] = (rate, point);
        }
        count += 1;
    });
    let found = count.min(moves.len());
    moves[..found].sort_unstable_by_key(|&(rate, point)| (std::cmp::Reverse(rate), point));
    count
}
