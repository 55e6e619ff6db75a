//! `cgt.evaluate`: what an expression of games is worth.

use banmen_cgt::{Answer, Arena, EvaluationLimits, EvaluationProblem, evaluate_within, parse};
use banmen_core::{Limits, Stop};
use serde::{Deserialize, Serialize};

use super::value::usual_name;
use super::{Halt, Worth};
use crate::engine::Effort;

/// An expression.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// As people write it: `{1|-1} + ^*`, or a comparison.
    pub expression: String,
    /// The longest name that is written.
    #[serde(default = "usual_name")]
    pub max_length: u32,
}

/// What an expression comes to: a game, or whether a comparison holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// The game.
    #[serde(flatten)]
    pub worth: Option<Worth>,
    /// Whether the comparison holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<bool>,
}

/// The work of the first attempt; each further one may take twice as much, until a limit is reached.
const FIRST_WORK: u64 = 1 << 20;
/// The most work where neither time nor nodes are limited.
const MOST_WORK: u64 = 1 << 26;

/// What an expression is worth. Nothing is known before all of it is, so nothing is kept when a limit ends it.
pub fn evaluate(
    question: &Expression,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<Solution, Halt<Effort>> {
    let expression = parse(&question.expression).map_err(|error| Halt::Input(error.to_string()))?;
    let budget = limits.start();
    let mut arena = Arena::new();
    let mut work = FIRST_WORK;
    let limited = limits.time.is_some() || limits.nodes.is_some();
    loop {
        let effort = Effort {
            positions: 0,
            different: arena.len() as u64,
            bytes: arena.memory_bytes() as u64,
            elapsed: budget.elapsed(),
        };
        report(&effort);
        match evaluate_within(&expression, &mut arena, EvaluationLimits { work }) {
            Ok(Answer::Value(value)) => {
                let worth = Worth::of(&mut arena, value, question.max_length);
                return Ok(Solution { worth: Some(worth), truth: None });
            }
            Ok(Answer::Truth(truth)) => return Ok(Solution { worth: None, truth: Some(truth) }),
            Err(error) if error.problem == EvaluationProblem::Exhausted => {
                let stop = budget.stop_with_memory(work, effort.bytes);
                let stop = if !limited && work >= MOST_WORK { stop.or(Some(Stop::Nodes)) } else { stop };
                if let Some(stop) = stop {
                    return Err(Halt::Limit { stop, partial: effort });
                }
                work = work.saturating_mul(2);
            }
            Err(error) => return Err(Halt::Input(error.to_string())),
        }
    }
}

/// How two games stand to each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// `<`, `>`, `=` or `||` (confused: the difference is won by whoever starts).
    pub relation: &'static str,
    /// The first game.
    pub first: Worth,
    /// The second game.
    pub second: Worth,
    /// The first less the second.
    pub difference: Worth,
}

/// Compares two games.
pub fn compare(first: &str, second: &str, longest_name: u32, limits: &Limits) -> Result<Comparison, Halt<Effort>> {
    let worth = |which: &str, expression: String| {
        let question = Expression { expression, max_length: longest_name };
        let solution = evaluate(&question, limits, &mut |_| {}).map_err(|halt| match halt {
            Halt::Input(why) => Halt::Input(format!("{which}: {why}")),
            halt @ Halt::Limit { .. } => halt,
        })?;
        solution.worth.ok_or_else(|| Halt::Input(format!("{which}: this is a comparison, not a game")))
    };
    let first_worth = worth("the first game", first.to_owned())?;
    let second_worth = worth("the second game", second.to_owned())?;
    let difference = worth("the difference", format!("({first})-({second})"))?;
    let relation = match difference.outcome.as_str() {
        "L" => ">",
        "R" => "<",
        "P" => "=",
        _ => "||",
    };
    Ok(Comparison { relation, first: first_worth, second: second_worth, difference })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(expression: &str) -> Result<Solution, Halt<Effort>> {
        evaluate(&Expression { expression: expression.to_owned(), max_length: 100 }, &Limits::none(), &mut |_| {})
    }

    #[test]
    fn values_and_comparisons() {
        assert_eq!(ask("{0,{0|0}|0}").unwrap().worth.unwrap().value.as_deref(), Some("^*"));
        assert_eq!(ask("^ > 0").unwrap().truth, Some(true));
        assert_eq!(ask("* <= 0").unwrap().truth, Some(false));
    }

    #[test]
    fn games_are_compared_in_four_ways() {
        let relation = |a: &str, b: &str| compare(a, b, 100, &Limits::none()).unwrap().relation;
        assert_eq!(relation("^", "*"), "||");
        assert_eq!(relation("-1/2", "0"), "<");
        assert_eq!(relation("^^", "*"), ">");
        assert_eq!(relation("{0,{0|0}|0}", "^*"), "=");
        let error = compare("1", "{|", 100, &Limits::none()).unwrap_err();
        assert!(matches!(error, Halt::Input(why) if why.starts_with("the second game: ")));
    }

    #[test]
    fn reject_what_cannot_be_read() {
        for text in ["{1|", "1/3", "", &"{".repeat(100_000), &format!("{}0", "{".repeat(1_000_000))] {
            assert!(matches!(ask(text), Err(Halt::Input(_))), "{}", &text[..text.len().min(10)]);
        }
    }
}
