//! `konane.value`: what a position is worth, and its parts.

use banmen_cgt::{Arena, Notation, Value};
use banmen_core::{Budget, Limits, Stop};
use serde::{Deserialize, Serialize};

use super::{Halt, USUAL_NAME, Worth, added, remaining};
use crate::board::{Board, Jumps};
use crate::engine::Effort;
use crate::evaluator::{Component, Evaluator};

/// Which position, and how long names may be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueQuestion {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// The longest name that is written.
    #[serde(default = "usual_name")]
    pub max_length: u32,
}

pub(super) fn usual_name() -> u32 {
    USUAL_NAME
}

/// What a position is worth. The fields of [`Worth`] are missing where a limit ended the work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionValue {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    pub jumps: Jumps,
    /// The whole position.
    #[serde(flatten)]
    pub worth: Option<Worth>,
    /// The independent parts, of which the position is the sum.
    pub components: Vec<Part>,
    /// How many sub-positions were evaluated.
    pub positions: u64,
    /// How many different values were found on the way.
    pub different_values: u64,
    /// How long it took.
    pub seconds: f64,
    /// The bytes that were in use.
    pub bytes: u64,
}

/// An independent part of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// `A`, `B`, …: what it is called on the board.
    pub letter: String,
    /// Its rows and columns, cut out, with the cells of other parts blocked.
    pub board: Board,
    /// Its cells on the whole board: row from the top, column from the left, counted from 0.
    pub cells: Vec<[usize; 2]>,
    /// Its canonical form, unless that is too long or not known.
    pub value: Option<String>,
    /// The same with arrows and stars.
    pub unicode: Option<String>,
    /// Its temperature, if it is known.
    pub temperature: Option<String>,
    /// Its mean value, if it is known.
    pub mean: Option<String>,
    /// Whether its value is known.
    pub known: bool,
}

impl PositionValue {
    /// How much was done in all.
    fn note(&mut self, effort: &Effort) {
        self.positions = effort.positions;
        self.different_values = effort.different;
        self.seconds = effort.elapsed.as_secs_f64();
        self.bytes = effort.bytes;
    }
}

/// The letters of a part: `A` to `Z`, then `AA`, ….
pub(super) fn letter(index: usize) -> String {
    crate::cell::file_name(index % 702).to_uppercase()
}

/// An evaluator whose remembered sums and comparisons fit the limits.
pub(super) fn evaluator(jumps: Jumps, limits: &Limits) -> Evaluator<Arena> {
    let mut arena = Arena::new();
    if let Some(memory) = limits.memory {
        arena.set_memory_limit(usize::try_from(memory / 2).unwrap_or(usize::MAX));
    }
    Evaluator::new(arena, jumps)
}

/// What a position is worth.
pub fn value(
    question: &ValueQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<PositionValue, Halt<PositionValue>> {
    let mut evaluator = evaluator(question.jumps, limits);
    value_with(&mut evaluator, question, limits, report).map(|(answer, _)| answer)
}

/// The same, with an evaluator that may know something already and keeps what it learns.
pub(super) fn value_with(
    evaluator: &mut Evaluator<Arena>,
    question: &ValueQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<(PositionValue, Value), Halt<PositionValue>> {
    let budget = limits.start();
    let board = question.board;
    let components = evaluator.components(&board);
    let mut answer = PositionValue {
        board,
        jumps: question.jumps,
        worth: None,
        components: components.iter().enumerate().map(|(i, component)| unknown(i, component)).collect(),
        positions: 0,
        different_values: 0,
        seconds: 0.0,
        bytes: 0,
    };
    let mut effort = Effort::default();
    let mut sum = Value::ZERO;
    for (index, component) in components.iter().enumerate() {
        // The only part is left in its place, so that it is split just as the whole board would be.
        let part = if components.len() == 1 { board } else { alone(&board, component) };
        let before = effort;
        let mut noted = |step: &Effort| {
            effort = added(&before, step);
            report(&effort);
        };
        let found = evaluator.solve(&part, &remaining(limits, &budget, before.positions), &mut noted);
        answer.note(&effort);
        let summed = match found {
            Ok(value) => {
                describe(&mut answer.components[index], &mut evaluator.algebra, value, question.max_length);
                add(&mut evaluator.algebra, sum, value, &budget, effort.positions)
            }
            Err(unfinished) => Err(unfinished.stop),
        };
        match summed {
            Ok(value) => sum = value,
            Err(stop) => return Err(Halt::Limit { stop, partial: answer }),
        }
    }
    answer.worth = Some(Worth::of(&mut evaluator.algebra, sum, question.max_length));
    answer.seconds = budget.elapsed().as_secs_f64();
    answer.bytes = evaluator.bytes() as u64;
    Ok((answer, sum))
}

/// The board with only one part of it, in its place.
fn alone(board: &Board, component: &Component) -> Board {
    let mut part = *board;
    let mut inside = vec![false; board.rows() * board.cols()];
    for (row, col) in component.cells() {
        inside[row * board.cols() + col] = true;
    }
    for (index, inside) in inside.into_iter().enumerate() {
        if !inside {
            part.block(index / board.cols(), index % board.cols());
        }
    }
    part
}

fn unknown(index: usize, component: &Component) -> Part {
    Part {
        letter: letter(index),
        board: component.board,
        cells: component.cells().map(|(row, col)| [row, col]).collect(),
        value: None,
        unicode: None,
        temperature: None,
        mean: None,
        known: false,
    }
}

fn describe(part: &mut Part, arena: &mut Arena, value: Value, longest: u32) {
    let longest = u128::from(longest.min(super::LONGEST_NAME));
    part.value = arena.name_within(value, Notation::Ascii, longest);
    part.unicode = part.value.is_some().then(|| arena.name(value, Notation::Unicode));
    part.temperature = Some(arena.temperature(value).to_string());
    part.mean = Some(arena.mean(value).to_string());
    part.known = true;
}

/// Steps of a sum between two looks at the limits.
const STEPS: u64 = 1 << 20;

/// A sum within the limits. What was found before a limit is remembered, so that each round gets further.
fn add(arena: &mut Arena, a: Value, b: Value, budget: &Budget, positions: u64) -> Result<Value, Stop> {
    let mut steps = STEPS;
    loop {
        arena.set_work_limit(steps);
        let sum = arena.try_add(a, b);
        arena.set_work_limit(u64::MAX);
        if let Ok(sum) = sum {
            return Ok(sum);
        }
        if let Some(stop) = budget.stop_with_memory(positions, arena.memory_bytes() as u64) {
            return Err(stop);
        }
        steps = steps.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(board: &str) -> ValueQuestion {
        ValueQuestion { board: board.parse().unwrap(), jumps: Jumps::Any, max_length: USUAL_NAME }
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let answer = value(&question("BW..BW/....WB/....../.WB..."), &Limits::none(), &mut |_| {}).unwrap();
        assert!(answer.components.len() > 1);
        let mut arena = Arena::new();
        let sum = answer.components.iter().fold(Value::ZERO, |sum, part| {
            let value = arena.value(part.value.as_ref().unwrap()).unwrap();
            arena.add(sum, value)
        });
        assert_eq!(arena.name(sum, Notation::Ascii), answer.worth.unwrap().value.unwrap());
        let cells: usize = answer.components.iter().map(|part| part.cells.len()).sum();
        assert!(cells <= 24);
    }

    #[test]
    fn a_limit_keeps_the_parts_that_are_known() {
        // A small part first, then one that takes more than the limit.
        let limits = Limits::of_nodes(4);
        let halt = value(&question("BW.......BW.BW.BW.BW./.........WB.WB.WB.WB."), &limits, &mut |_| {}).unwrap_err();
        let Halt::Limit { stop, partial } = halt else { panic!("a limit was expected") };
        assert_eq!(stop, Stop::Nodes);
        assert_eq!(partial.worth, None);
        assert!(!partial.components.is_empty());
    }

    #[test]
    fn json_has_the_promised_fields() {
        let answer = value(&question(".../BW./WB."), &Limits::none(), &mut |_| {}).unwrap();
        let json = serde_json::to_value(&answer).unwrap();
        for field in ["value", "value_length", "outcome", "temperature", "mean", "left_stop", "right_stop", "birthday"]
            .into_iter()
            .chain(["atomic_weight", "components", "nodes", "positions", "seconds", "reading", "thermograph"])
        {
            assert!(json.get(field).is_some(), "{field}");
        }
        assert_eq!(json["value"], "-1");
    }
}
