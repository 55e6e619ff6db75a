//! `konane.string`: game strings and their lengths.

use banmen_core::Limits;
use serde::{Deserialize, Serialize};

use super::value::usual_name;
use super::{Count, Halt, LONGEST_NAME};
use crate::board::{Board, Jumps};
use crate::engine::Effort;
use crate::evaluator::Evaluator;
use crate::game_string::{GameText, Integers};
use crate::structures::{Structure, Structures};

/// Which position, and how to write its string.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringQuestion {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// Whether integers are written as such.
    #[serde(default)]
    pub integers: bool,
    /// The longest string that is written into the answer.
    #[serde(default = "usual_name")]
    pub max_length: u32,
}

/// A game string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameString {
    /// The string, unless it is longer than was asked for.
    pub string: Option<String>,
    /// How many characters it has.
    pub length: Count,
    /// Different structures in it.
    pub structures: u64,
    /// Sub-positions that were looked at.
    pub positions: u64,
}

/// The structure of a position, from which its string can be written piece by piece.
pub struct Strings {
    evaluator: Evaluator<Structures>,
    structure: Structure,
    integers: Integers,
    /// What it took.
    pub effort: Effort,
}

impl Strings {
    /// How many characters the string has.
    pub fn length(&self) -> Count {
        Count(self.evaluator.algebra.string_length(self.structure, self.integers))
    }

    /// The string, ready to be written.
    pub fn text(&self) -> GameText {
        self.evaluator.algebra.text(self.structure, self.integers)
    }
}

/// Finds the structure of a position's string.
pub fn strings(
    question: &StringQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<Strings, Halt<Effort>> {
    let mut evaluator = Evaluator::new(Structures::new(), question.jumps);
    let mut effort = Effort::default();
    let found = evaluator.solve(&question.board, limits, &mut |now| {
        effort = *now;
        report(now);
    });
    let integers = if question.integers { Integers::Written } else { Integers::Spelled };
    match found {
        Ok(structure) => Ok(Strings { evaluator, structure, integers, effort }),
        Err(unfinished) => Err(Halt::Limit { stop: unfinished.stop, partial: unfinished.effort }),
    }
}

/// A position's game string and how long it is.
pub fn string(
    question: &StringQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<GameString, Halt<Effort>> {
    let strings = strings(question, limits, report)?;
    let length = strings.length();
    let short = length <= Count::from(u128::from(question.max_length.min(LONGEST_NAME)));
    let written = short.then(|| {
        let mut bytes = Vec::new();
        strings.text().write(&mut bytes).expect("memory takes everything");
        String::from_utf8(bytes).expect("game strings are ASCII")
    });
    Ok(GameString {
        string: written,
        length,
        structures: strings.effort.different,
        positions: strings.effort.positions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_written_only_if_short_enough() {
        let mut question = StringQuestion {
            board: "W../WWW/.BW/B..".parse().unwrap(),
            jumps: Jumps::Any,
            integers: false,
            max_length: 100,
        };
        let answer = |question: &StringQuestion| string(question, &Limits::none(), &mut |_| {}).unwrap();
        assert_eq!(answer(&question).string.as_deref(), Some("{{|0}|0,{0|}}"));
        question.integers = true;
        assert_eq!(answer(&question).string.as_deref(), Some("{-1|0,1}"));
        question.max_length = 7;
        assert_eq!(answer(&question), GameString { string: None, ..answer(&question) });
        assert_eq!(answer(&question).length, Count::from(8));
    }
}
