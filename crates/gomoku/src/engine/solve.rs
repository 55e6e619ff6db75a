//! Forced wins as others ask for them.

use std::time::Duration;

use banmen_core::Limits;

use super::board::Board;
use super::evaluator::Evaluator;
use super::player::{Coordinates, Engine, coordinates_of};
use super::point::Class;
use super::renju::is_forbidden;
use super::threats::{Threat, threats};
use super::vcf::{FourSearch, Vcf};
use super::vct::{Forced, ThreatSearch};

impl<E: Evaluator> Engine<E> {
    /// Looks for a win of the side to move by fours alone.
    pub fn solve_vcf(&self, limits: &Limits) -> Solution {
        solve(&mut self.board().clone(), Kind::Vcf, limits)
    }

    /// Looks for a win of the side to move by fours and open threes.
    pub fn solve_vct(&self, limits: &Limits) -> Solution {
        solve(&mut self.board().clone(), Kind::Vct, limits)
    }

    /// The fours and open threes on the board.
    pub fn threats(&self) -> Vec<Threat> {
        threats(self.board())
    }
}

/// By which moves a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fours only.
    Vcf,
    /// Fours and open threes.
    Vct,
}

/// Whether there is a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is one.
    Win,
    /// It is proved that there is none of this kind.
    None,
    /// The limits were reached first.
    Unknown,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// By which moves.
    pub kind: Kind,
    /// Whether there is a win.
    pub verdict: Verdict,
    /// One line to the win, the winner's move first; empty without one.
    pub line: Vec<Coordinates>,
    /// First moves that are known to win.
    pub first: Vec<Coordinates>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// Room for positions: `2^20`.
const BITS: u32 = 20;
/// A shorter win is looked for with at most this many positions for each length.
const SHORTEN_NODES: u64 = 300_000;

/// Looks for a win of the side to move.
pub fn solve(board: &mut Board, kind: Kind, limits: &Limits) -> Solution {
    let budget = limits.start();
    let nothing = |verdict, nodes| Solution {
        kind,
        verdict,
        line: Vec::new(),
        first: Vec::new(),
        nodes,
        elapsed: budget.elapsed(),
    };
    let mut fours = FourSearch::new(BITS);
    let found = fours.solve(board, limits);
    if let Vcf::Win(plies) = found {
        let mut line = fours.line();
        // Depth first finds some win; fewer fours make a better one to show.
        for most in 1..plies.div_ceil(2) {
            if budget.stop(fours.nodes()).is_some() {
                break;
            }
            if let Vcf::Win(_) = FourSearch::new(16).search(board, most, SHORTEN_NODES) {
                let mut again = FourSearch::new(16);
                again.search(board, most, SHORTEN_NODES);
                line = again.line();
                break;
            }
        }
        let first = first_fours(board, limits, &mut fours);
        return Solution {
            kind,
            verdict: Verdict::Win,
            first: if first.is_empty() { line.iter().take(1).copied().map(coordinates_of).collect() } else { first },
            line: line.into_iter().map(coordinates_of).collect(),
            nodes: fours.nodes(),
            elapsed: budget.elapsed(),
        };
    }
    if kind == Kind::Vcf {
        return nothing(if found == Vcf::None { Verdict::None } else { Verdict::Unknown }, fours.nodes());
    }
    let left = Limits {
        time: budget.remaining(),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(fours.nodes())),
        ..limits.clone()
    };
    let mut threats = ThreatSearch::new(BITS);
    let found = threats.search(board, &left);
    let nodes = fours.nodes() + threats.nodes();
    match found {
        Forced::Win(line) => Solution {
            kind,
            verdict: Verdict::Win,
            first: line.iter().take(1).copied().map(coordinates_of).collect(),
            line: line.into_iter().map(coordinates_of).collect(),
            nodes,
            elapsed: budget.elapsed(),
        },
        Forced::None => nothing(Verdict::None, nodes),
        Forced::Unknown => nothing(Verdict::Unknown, nodes),
    }
}

/// All first moves that win by fours, as far as the limits allow to tell.
fn first_fours(board: &mut Board, limits: &Limits, fours: &mut FourSearch) -> Vec<Coordinates> {
    let me = board.turn();
    let mut places = Vec::new();
    board.for_each_four(me, |place, _| places.push(place));
    let fives: Vec<_> = places.iter().copied().filter(|&place| board.class(place, me) == Class::Five).collect();
    if !fives.is_empty() {
        return fives.into_iter().map(coordinates_of).collect();
    }
    let limits = Limits { nodes: Some(SHORTEN_NODES), ..limits.clone() };
    let mut first = Vec::new();
    for place in places {
        if board.class(place, me) == Class::Forbidden && is_forbidden(board, place) {
            continue;
        }
        board.place(place);
        let answers = board.count(me, Class::Five);
        let won = if board.count(me.other(), Class::Five) > 0 || answers == 0 {
            false
        } else if answers > 1 {
            true
        } else {
            let answer = board.find(me, Class::Five).unwrap_or(place);
            if board.class(answer, me.other()) == Class::Forbidden && is_forbidden(board, answer) {
                true
            } else {
                board.place(answer);
                let found = fours.solve(board, &limits);
                board.undo();
                matches!(found, Vcf::Win(_))
            }
        };
        board.undo();
        if won {
            first.push(coordinates_of(place));
        }
    }
    first
}
