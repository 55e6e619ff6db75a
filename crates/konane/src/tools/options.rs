//! `konane.options`: every move of both players, what it leads to, and whether it matters.

use banmen_cgt::{Arena, Notation, Outcome, Standing, Value};
use banmen_core::{Limits, Square};
use serde::{Deserialize, Serialize};

use super::value::{evaluator, letter, usual_name, value_with};
use super::{Count, Halt, PositionValue, ValueQuestion, remaining};
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::evaluator::Evaluator;
use crate::jump::Jump;
use crate::view::square;

/// Which position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionsQuestion {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// The longest name that is written.
    #[serde(default = "usual_name")]
    pub max_length: u32,
}

/// The moves of both players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionTable {
    /// The position itself.
    #[serde(flatten)]
    pub position: PositionValue,
    /// Black's moves.
    pub left: Vec<PlayerOption>,
    /// White's moves.
    pub right: Vec<PlayerOption>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerOption {
    /// As it is written: `c3-c7`.
    #[serde(rename = "move")]
    pub jump: String,
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// The part in which it is played.
    pub component: String,
    /// The position after it.
    pub board: Board,
    /// What that is worth, unless the name is too long.
    pub value: Option<String>,
    /// The same with arrows and stars.
    pub unicode: Option<String>,
    /// How many characters the name has.
    pub value_length: Count,
    /// Its temperature.
    pub temperature: String,
    /// Its mean value.
    pub mean: String,
    /// Its outcome class.
    pub outcome: String,
    /// Whether the player who makes this move wins.
    pub wins: bool,
    /// Whether it matters to the value of the position.
    #[serde(flatten)]
    pub standing: OptionStanding,
}

/// Whether a move matters to the value of the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "standing", rename_all = "lowercase")]
pub enum OptionStanding {
    /// It does.
    Kept,
    /// Another move is at least as good.
    Dominated {
        /// What the better move leads to, unless the name is too long.
        by: Option<String>,
        /// The better move.
        better: String,
        /// Whether the two lead to the same value.
        equal: bool,
    },
    /// The opponent's best answer undoes it.
    Reversible {
        /// What that answer leads to, unless the name is too long.
        through: Option<String>,
        /// The same with arrows and stars.
        through_unicode: Option<String>,
    },
}

/// Every move of both players.
pub fn options(
    question: &OptionsQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<OptionTable, Halt<PositionValue>> {
    let mut evaluator = evaluator(question.jumps, limits);
    let budget = limits.start();
    let asked = ValueQuestion { board: question.board, jumps: question.jumps, max_length: question.max_length };
    let (position, _) = value_with(&mut evaluator, &asked, limits, report)?;
    let mut sides: [Vec<(Jump, Board, Value)>; 2] = [Vec::new(), Vec::new()];
    for (side, stone) in sides.iter_mut().zip(Stone::BOTH) {
        for (jump, after) in question.board.options(stone, question.jumps) {
            let left = remaining(limits, &budget, position.positions);
            match evaluator.solve(&after, &left, &mut |_| {}) {
                Ok(value) => side.push((jump, after, value)),
                Err(unfinished) => return Err(Halt::Limit { stop: unfinished.stop, partial: position }),
            }
        }
    }
    let values = |side: &[(Jump, Board, Value)]| side.iter().map(|&(_, _, value)| value).collect::<Vec<Value>>();
    let (lefts, rights) = evaluator.algebra.standings(&values(&sides[0]), &values(&sides[1]));
    let [left, right] = [(Stone::Black, lefts), (Stone::White, rights)].map(|(stone, standings)| {
        let side = &sides[usize::from(stone == Stone::White)];
        let rows = side.iter().zip(standings);
        rows.map(|(option, standing)| row(&mut evaluator, question, &position, stone, side, option, standing)).collect()
    });
    Ok(OptionTable { position, left, right })
}

fn name(arena: &mut Arena, value: Value, longest: u32) -> Option<String> {
    arena.name_within(value, Notation::Ascii, u128::from(longest.min(super::LONGEST_NAME)))
}

fn row(
    evaluator: &mut Evaluator<Arena>,
    question: &OptionsQuestion,
    position: &PositionValue,
    stone: Stone,
    side: &[(Jump, Board, Value)],
    option: &(Jump, Board, Value),
    standing: Standing,
) -> PlayerOption {
    let &(jump, board, value) = option;
    let arena = &mut evaluator.algebra;
    let named = name(arena, value, question.max_length);
    let outcome = arena.outcome(value);
    let (row, col) = question.board.place(jump.from);
    let part = position.components.iter().position(|part| part.cells.contains(&[row, col]));
    PlayerOption {
        jump: jump.to_string(),
        from: square(&question.board, jump.from),
        to: square(&question.board, jump.to),
        component: part.map(letter).unwrap_or_default(),
        board,
        unicode: named.is_some().then(|| arena.name(value, Notation::Unicode)),
        value: named,
        value_length: Count::from(arena.name_length(value)),
        temperature: arena.temperature(value).to_string(),
        mean: arena.mean(value).to_string(),
        outcome: outcome.to_string(),
        wins: outcome == Outcome::P || outcome == if stone == Stone::Black { Outcome::L } else { Outcome::R },
        standing: match standing {
            Standing::Kept => OptionStanding::Kept,
            Standing::Dominated { by } => OptionStanding::Dominated {
                by: name(arena, by, question.max_length),
                better: side.iter().find(|other| other.2 == by).map_or_else(String::new, |other| other.0.to_string()),
                equal: by == value,
            },
            Standing::Reversible { through } => {
                let ascii = name(arena, through, question.max_length);
                let unicode = ascii.as_ref().map(|_| arena.name(through, Notation::Unicode));
                OptionStanding::Reversible { through: ascii, through_unicode: unicode }
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_4_4_has_the_options_of_up_star() {
        let question =
            OptionsQuestion { board: ".../.W./.../.W./WB./...".parse().unwrap(), jumps: Jumps::Any, max_length: 100 };
        let table = options(&question, &Limits::none(), &mut |_| {}).unwrap();
        assert_eq!(table.position.worth.unwrap().value.as_deref(), Some("^*"));
        let values: Vec<&str> = table.left.iter().map(|option| option.value.as_deref().unwrap()).collect();
        assert!(values.contains(&"0") && values.contains(&"*"), "{values:?}");
        assert!(table.left.iter().all(|option| option.component == "A"));
        assert!(table.right.iter().all(|option| option.value.as_deref() == Some("0")));
    }

    #[test]
    fn a_worse_move_is_dominated_by_the_better_one() {
        // Black may stop after one jump, or go on and take the chance away from White.
        let question = OptionsQuestion { board: "BW.W.W.".parse().unwrap(), jumps: Jumps::Any, max_length: 100 };
        let table = options(&question, &Limits::none(), &mut |_| {}).unwrap();
        let dominated = table.left.iter().filter(|option| option.standing != OptionStanding::Kept).count();
        assert_eq!((table.left.len(), dominated), (3, 2));
    }
}
