//! Forced wins: is there one, and how does it go?

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use banmen_core::{Game, Limits, Stop};
use serde::{Deserialize, Serialize};

use crate::computer::{coordinates, new_engine, point_of};
use crate::engine::player::coordinates_of;
use crate::engine::vcf::{FourSearch, Vcf};
use crate::{Point, Position};

/// What the attacker may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Victory by continuous fours.
    #[default]
    Vcf,
}

/// Text that names no kind of forced win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no kind of forced win; kinds are vcf")]
pub struct ParseKindError {
    text: String,
}

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Self, ParseKindError> {
        match text.to_ascii_lowercase().as_str() {
            "vcf" => Ok(Self::Vcf),
            _ => Err(ParseKindError { text: text.chars().take(40).collect() }),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("vcf")
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
    /// A winning line with the defender's answers, if there is a win.
    pub line: Vec<Point>,
    /// Positions visited.
    pub nodes: u64,
}

/// Room for `2^20` positions.
const TABLE_BITS: u32 = 20;
/// The nodes between two looks at the clock.
const STRIDE: u64 = 100_000;
/// More fours than a board has room for.
const MOST_FOURS: u32 = 200;

/// Looks for a forced win of the side to move.
pub fn solve(position: &Position, kind: Kind, limits: &Limits, report: &mut dyn FnMut(u64)) -> Solution {
    let budget = limits.start();
    let Kind::Vcf = kind;
    let nothing = |answer, nodes| Solution { answer, line: Vec::new(), nodes };
    if position.outcome().is_some() {
        return nothing(Answer::None, 0);
    }
    let mut engine = new_engine(*position.rules(), 1, 1);
    if engine.set_position(&coordinates(position)).is_err() {
        return nothing(Answer::Unknown, 0);
    }
    let mut board = engine.board().clone();
    let mut fours = FourSearch::new(TABLE_BITS);
    let mut stride = STRIDE;
    loop {
        let nodes = fours.nodes();
        if let Some(Stop::Cancelled | Stop::Time | Stop::Nodes | Stop::Memory) = budget.stop(nodes) {
            return nothing(Answer::Unknown, nodes);
        }
        let left = limits.nodes.map_or(stride, |most| most.saturating_sub(nodes).min(stride).max(1));
        match fours.search(&mut board, MOST_FOURS, left) {
            Vcf::Win(_) => {
                let line = fours.line().into_iter().filter_map(|place| point_of(coordinates_of(place))).collect();
                return Solution { answer: Answer::Win, line, nodes: fours.nodes() };
            }
            Vcf::None => return nothing(Answer::None, fours.nodes()),
            Vcf::Unknown => report(fours.nodes()),
        }
        // Each new try begins from the root with what the table remembers; longer tries waste less.
        let enough_time = budget.remaining().is_none_or(|left| left > Duration::from_secs(2));
        if enough_time {
            stride = stride.saturating_mul(2);
        }
    }
}
