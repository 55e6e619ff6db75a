//! Forced wins: is there one, and how does it go?

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use banmen_core::{Game, Limits};
use serde::{Deserialize, Serialize};

use crate::computer::{coordinates, new_engine, point_of};
use crate::engine::player::Coordinates;
use crate::engine::solve as engine;
use crate::{Point, Position};

/// What the attacker may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Victory by continuous fours.
    Vcf,
    /// Victory by continuous threats: fours and open threes.
    #[default]
    Vct,
}

impl Kind {
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

/// Text that names no kind of forced win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no kind of forced win; kinds are vcf (fours) and vct (fours and open threes)")]
pub struct ParseKindError {
    text: String,
}

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Self, ParseKindError> {
        Self::ALL
            .into_iter()
            .find(|kind| text.eq_ignore_ascii_case(kind.name()))
            .ok_or_else(|| ParseKindError { text: text.chars().take(40).collect() })
    }
}

impl fmt::Display for Kind {
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
    pub kind: Kind,
    /// A winning line with the defender's answers, if there is a win.
    pub line: Vec<Point>,
    /// First moves that are known to win.
    pub first: Vec<Point>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// Looks for a forced win of the side to move; a finished game has none.
pub fn solve(position: &Position, kind: Kind, limits: &Limits) -> Solution {
    let unknown =
        |answer| Solution { answer, kind, line: Vec::new(), first: Vec::new(), nodes: 0, elapsed: Duration::ZERO };
    if position.outcome().is_some() {
        return unknown(Answer::None);
    }
    let mut engine = new_engine(*position.rules(), 1, 1);
    if engine.set_position(&coordinates(position)).is_err() {
        return unknown(Answer::Unknown);
    }
    let found = match kind {
        Kind::Vcf => engine.solve_vcf(limits),
        Kind::Vct => engine.solve_vct(limits),
    };
    let points = |coordinates: &[Coordinates]| coordinates.iter().filter_map(|&at| point_of(at)).collect();
    Solution {
        answer: match found.verdict {
            engine::Verdict::Win => Answer::Win,
            engine::Verdict::None => Answer::None,
            engine::Verdict::Unknown => Answer::Unknown,
        },
        kind: match found.kind {
            engine::Kind::Vcf => Kind::Vcf,
            engine::Kind::Vct => Kind::Vct,
        },
        line: points(&found.line),
        first: points(&found.first),
        nodes: found.nodes,
        elapsed: found.elapsed,
    }
}
