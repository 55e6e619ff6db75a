//! Forced wins as others ask for them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use banmen_core::Limits;
use serde::{Deserialize, Serialize};

use super::class::Class;
use super::evaluator::Evaluator;
use super::player::Engine;
use super::renju::is_forbidden;
use super::shape_board::{ShapeBoard, point_of};
use super::vcf::{FourSearch, Vcf};
use super::vct::{Forced, ThreatSearch};
use crate::point::Point;

impl<E: Evaluator> Engine<E> {
    /// Looks for a forced win of the side to move.
    pub fn solve(&self, kind: WinKind, limits: &Limits) -> Solution {
        solve(&mut self.board().clone(), kind, limits)
    }
}

/// What the attacker may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WinKind {
    /// Victory by continuous fours.
    Vcf,
    /// Victory by continuous threats: fours and open threes.
    #[default]
    Vct,
}

impl WinKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Vcf, Self::Vct];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vcf => "vcf",
            Self::Vct => "vct",
        }
    }
}

/// Text that does not name a kind of forced win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a kind of forced win; kinds are vcf (fours) and vct (fours and open threes)")]
pub struct ParseWinKindError {
    text: String,
}

impl FromStr for WinKind {
    type Err = ParseWinKindError;

    fn from_str(text: &str) -> Result<Self, ParseWinKindError> {
        Self::ALL
            .into_iter()
            .find(|kind| text.eq_ignore_ascii_case(kind.name()))
            .ok_or_else(|| ParseWinKindError { text: text.chars().take(40).collect() })
    }
}

impl fmt::Display for WinKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether there is a forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// There is one.
    Win,
    /// It is proved that there is none of this kind.
    None,
    /// A limit ended the search.
    Unknown,
}

/// What is known about a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is one.
    pub answer: Answer,
    /// By which moves it was looked for.
    pub kind: WinKind,
    /// A winning line with the defender's answers, the winner's move first; empty without a win.
    pub line: Vec<Point>,
    /// First moves that are known to win.
    pub first: Vec<Point>,
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
pub fn solve(board: &mut ShapeBoard, kind: WinKind, limits: &Limits) -> Solution {
    let budget = limits.start();
    let nothing = |answer, nodes| Solution {
        kind,
        answer,
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
            answer: Answer::Win,
            first: if first.is_empty() { line.iter().take(1).copied().map(point_of).collect() } else { first },
            line: line.into_iter().map(point_of).collect(),
            nodes: fours.nodes(),
            elapsed: budget.elapsed(),
        };
    }
    if kind == WinKind::Vcf {
        return nothing(if found == Vcf::None { Answer::None } else { Answer::Unknown }, fours.nodes());
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
            answer: Answer::Win,
            first: line.iter().take(1).copied().map(point_of).collect(),
            line: line.into_iter().map(point_of).collect(),
            nodes,
            elapsed: budget.elapsed(),
        },
        Forced::None => nothing(Answer::None, nodes),
        Forced::Unknown => nothing(Answer::Unknown, nodes),
    }
}

/// All first moves that win by fours, as far as the limits allow to tell.
fn first_fours(board: &mut ShapeBoard, limits: &Limits, fours: &mut FourSearch) -> Vec<Point> {
    let me = board.turn();
    let mut points = Vec::new();
    board.for_each_four(me, |point, _| points.push(point));
    let fives: Vec<_> = points.iter().copied().filter(|&point| board.class(point, me) == Class::Five).collect();
    if !fives.is_empty() {
        return fives.into_iter().map(point_of).collect();
    }
    let limits = Limits { nodes: Some(SHORTEN_NODES), ..limits.clone() };
    let mut first = Vec::new();
    for point in points {
        if board.class(point, me) == Class::Forbidden && is_forbidden(board, point) {
            continue;
        }
        board.place(point);
        let answers = board.count(me, Class::Five);
        let won = if board.count(me.other(), Class::Five) > 0 || answers == 0 {
            false
        } else if answers > 1 {
            true
        } else {
            let answer = board.find(me, Class::Five).unwrap_or(point);
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
            first.push(point_of(point));
        }
    }
    first
}
