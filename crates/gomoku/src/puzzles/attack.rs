//! The shortest forced win, exactly: every move of the attacker is a five, a four or an open three.

use banmen_core::{Budget, Limits, Stop};
use rustc_hash::FxHashMap;

use crate::engine::class::Class;
use crate::engine::shape_board::{PointIndex, ShapeBoard, point_index};
use crate::engine::solve::WinKind;

/// What is known of a position in which the attacker is to move: it wins within `won` own moves, and not within `refuted`.
#[derive(Clone, Copy)]
struct Known {
    won: u32,
    refuted: u32,
}

/// Finds shortest wins of one attacker. Boards without forbidden points only.
pub struct Attack {
    kind: WinKind,
    known: FxHashMap<u64, Known>,
    nodes: u64,
    budget: Budget,
    stopped: Option<Stop>,
}

impl Attack {
    /// A search for wins of this kind within the limits.
    pub fn new(kind: WinKind, limits: &Limits) -> Self {
        Self { kind, known: FxHashMap::default(), nodes: 0, budget: limits.start(), stopped: None }
    }

    /// Which limit ended the work; what was not found then may exist.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// The fewest own moves with which the side to move wins, if at most `most`.
    pub fn shortest(&mut self, board: &mut ShapeBoard, most: u32) -> Option<u32> {
        (1..=most).find(|&length| self.wins(board, length))
    }

    /// The fewest own moves with which the side that has just moved wins, if at most `most`.
    pub fn shortest_after(&mut self, board: &mut ShapeBoard, most: u32) -> Option<u32> {
        (1..=most).find(|&length| self.holds(board, length))
    }

    /// Every first move that wins within `length` own moves.
    pub fn firsts(&mut self, board: &mut ShapeBoard, length: u32) -> Vec<PointIndex> {
        let mut moves = Vec::new();
        if board.count(board.turn(), Class::Five) > 0 {
            let me = board.turn();
            board.for_each_four(me, |point, class| moves.extend((class == Class::Five).then_some(point)));
            return moves;
        }
        self.candidates(board, length, &mut moves);
        moves.retain(|&point| {
            board.place(point);
            let wins = self.holds(board, length - 1);
            board.undo();
            wins
        });
        moves
    }

    /// Whether the side to move wins within `length` own moves.
    pub fn wins(&mut self, board: &mut ShapeBoard, length: u32) -> bool {
        let (me, it) = (board.turn(), board.turn().other());
        if length == 0 || self.over() {
            return false;
        }
        if board.count(me, Class::Five) > 0 {
            return true;
        }
        let threatened = board.count(it, Class::Five);
        if length == 1 || threatened > 1 {
            return false;
        }
        if threatened == 0 && board.count(me, Class::OpenFour) > 0 {
            return true;
        }
        let key = board.key();
        let known = self.known.get(&key).copied().unwrap_or(Known { won: u32::MAX, refuted: 0 });
        if known.won <= length || known.refuted >= length {
            return known.won <= length;
        }
        let mut moves = Vec::new();
        self.candidates(board, length, &mut moves);
        let wins = moves.into_iter().any(|point| {
            board.place(point);
            let wins = self.holds(board, length - 1);
            board.undo();
            wins
        });
        if self.stopped.is_none() {
            let known = if wins { Known { won: length, ..known } } else { Known { refuted: length, ..known } };
            self.known.insert(key, known);
        }
        wins
    }

    /// Whether the side that has just moved wins within `length` further own moves, whatever the other side does.
    pub fn holds(&mut self, board: &mut ShapeBoard, length: u32) -> bool {
        let (me, it) = (board.turn(), board.turn().other());
        if length == 0 || board.is_full() || board.count(me, Class::Five) > 0 {
            return false;
        }
        match board.count(it, Class::Five) {
            0 => {}
            1 => {
                let Some(answer) = board.find(it, Class::Five) else { return false };
                board.place(answer);
                let wins = self.wins(board, length);
                board.undo();
                return wins;
            }
            _ => return true,
        }
        // Without a four, only the threat of an open four forces anything, and an open four of the other side is faster.
        if self.kind == WinKind::Vcf
            || length < 2
            || board.count(it, Class::OpenFour) == 0
            || board.count(me, Class::OpenFour) > 0
        {
            return false;
        }
        defences(board).into_iter().all(|point| {
            board.place(point);
            let wins = self.wins(board, length);
            board.undo();
            wins
        })
    }

    /// The answer that makes the win of the side that has just moved last longest, and how long that is.
    pub fn longest_defence(&mut self, board: &mut ShapeBoard, most: u32) -> Option<(PointIndex, u32)> {
        let it = board.turn().other();
        let answers = match board.count(it, Class::Five) {
            0 => defences(board),
            _ => board.find(it, Class::Five).into_iter().collect(),
        };
        let lasting = answers.into_iter().map(|point| {
            board.place(point);
            let length = self.shortest(board, most).unwrap_or(u32::MAX);
            board.undo();
            (point, length)
        });
        // Among equals the first, so that the answer does not depend on the machine.
        lasting.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// A winning line of the side to move, with answers that last.
    pub fn line(&mut self, board: &mut ShapeBoard, most: u32) -> Vec<PointIndex> {
        let mut line = Vec::new();
        while let Some(length) = self.shortest(board, most) {
            let Some(&point) = self.firsts(board, length).first() else { break };
            board.place(point);
            line.push(point);
            if length == 1 {
                break;
            }
            let Some((answer, _)) = self.longest_defence(board, length) else { break };
            board.place(answer);
            line.push(answer);
        }
        for _ in &line {
            board.undo();
        }
        line
    }

    fn over(&mut self) -> bool {
        self.nodes += 1;
        if self.stopped.is_none() && self.nodes.is_multiple_of(64) {
            self.stopped = self.budget.stop(self.nodes);
        }
        self.stopped.is_some()
    }

    /// The attacker's moves, the strongest first.
    fn candidates(&self, board: &ShapeBoard, length: u32, moves: &mut Vec<PointIndex>) {
        let (me, it) = (board.turn(), board.turn().other());
        if board.count(it, Class::Five) > 0 {
            moves.extend(board.find(it, Class::Five));
            return;
        }
        board.for_each_four(me, |point, _| moves.push(point));
        // A three needs an open four and a five after it.
        if self.kind == WinKind::Vct && length >= 3 {
            for y in 0..board.side_length() {
                let mut bits = board.around()[y] & !board.fours(me)[y];
                while bits != 0 {
                    let point = point_index(bits.trailing_zeros() as usize, y);
                    bits &= bits - 1;
                    if board.is_empty(point) && board.class(point, me) >= Class::Three {
                        moves.push(point);
                    }
                }
            }
        }
        moves.sort_by_key(|&point| std::cmp::Reverse((board.class(point, me), point)));
    }
}

/// Everything that can help against the threat of an open four: the points on which either side would make a four.
fn defences(board: &ShapeBoard) -> Vec<PointIndex> {
    let mut points = Vec::new();
    for y in 0..board.side_length() {
        let mut bits = board.fours(board.turn())[y] | board.fours(board.turn().other())[y];
        while bits != 0 {
            points.push(point_index(bits.trailing_zeros() as usize, y));
            bits &= bits - 1;
        }
    }
    points
}
