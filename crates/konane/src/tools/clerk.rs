//! The same question about many boards, one after the other, with one memory for all of them.

use banmen_cgt::{Arena, Notation, Value};
use banmen_core::{Limits, Stop};
use rustc_hash::FxHashMap;

use super::value::evaluator;
use super::{Count, Halt, LONGEST_NAME, Listed, OutcomeQuestion, outcome};
use crate::algebra::Algebra;
use crate::board::{Board, Jumps, Stone};
use crate::evaluator::Evaluator;
use crate::game_string::Integers;
use crate::structures::Structures;

/// What is asked about each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// What it is worth.
    Value,
    /// Who wins.
    Outcome {
        /// Who starts; both if nothing is said.
        first: Option<Stone>,
    },
    /// Its game string.
    String {
        /// Whether integers are written as such.
        integers: bool,
    },
}

/// What stands in one column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Nothing is known, or there is nothing.
    Missing,
    /// A whole number.
    Integer(u64),
    /// Anything else.
    Text(String),
}

/// A column of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Whether it holds whole numbers.
    pub integers: bool,
}

const fn text(name: &'static str) -> Column {
    Column { name, integers: false }
}

const fn integers(name: &'static str) -> Column {
    Column { name, integers: true }
}

/// The columns before the answer, in every table.
const BEFORE: [Column; 2] = [integers("line"), text("board")];

const VALUE: &[Column] = &[
    text("value"),
    text("value_length"),
    text("outcome"),
    text("temperature"),
    text("mean"),
    text("left_stop"),
    text("right_stop"),
    integers("birthday"),
    text("atomic_weight"),
    integers("nodes"),
];
const OUTCOME: &[Column] = &[text("outcome"), text("black_first"), text("white_first")];
const STRING: &[Column] = &[text("length"), text("string")];

impl Asked {
    /// The columns of the answers: where the board stands, the board, the answer, and why there is none.
    pub fn columns(self) -> Vec<Column> {
        let own = match self {
            Asked::Value => VALUE,
            Asked::Outcome { .. } => OUTCOME,
            Asked::String { .. } => STRING,
        };
        BEFORE.iter().chain(own).copied().chain([text("error")]).collect()
    }
}

/// Answers one question about board after board. What was learnt about one board helps with the next.
pub struct Clerk {
    asked: Asked,
    jumps: Jumps,
    /// For each board.
    limits: Limits,
    longest: u128,
    values: Evaluator<Arena>,
    structures: Evaluator<Structures>,
    /// What was reported about values that came up before.
    told: FxHashMap<Value, Vec<Field>>,
}

/// Boards of which an outcome is asked are evaluated if that takes at most this many positions; otherwise it is proved.
const EVALUATED: u64 = 20_000;
/// Structures of strings beyond which they are forgotten.
const MOST_STRUCTURES: usize = 1 << 11;
/// The bytes beyond which everything is forgotten, where no limit is given.
const USUAL_BYTES: u64 = 2 << 30;

impl Clerk {
    /// A clerk with limits for each board; the memory is for all of them. Names and strings longer than `longest`
    /// are not written.
    pub fn new(asked: Asked, jumps: Jumps, longest: u32, limits: Limits) -> Clerk {
        Clerk {
            asked,
            jumps,
            longest: u128::from(longest.min(LONGEST_NAME)),
            values: evaluator(jumps, &limits),
            structures: Evaluator::new(Structures::new(), jumps),
            told: FxHashMap::default(),
            limits,
        }
    }

    /// The row of one board, and whether it was cancelled and so has to be asked again.
    pub fn answer(&mut self, listed: &Listed) -> Result<Vec<Field>, Stop> {
        let mut row = vec![Field::Integer(listed.line)];
        let found = match &listed.board {
            Ok(board) => {
                row.push(Field::Text(board.line()));
                self.forget_when_full();
                match self.asked {
                    Asked::Value => self.value(board),
                    Asked::Outcome { first } => self.outcome(board, first),
                    Asked::String { integers } => self.string(board, integers),
                }
            }
            Err(error) => {
                row.push(Field::Missing);
                Err(error.to_string())
            }
        };
        if self.limits.cancel.is_set() {
            return Err(Stop::Cancelled);
        }
        let width = self.asked.columns().len();
        match found {
            Ok(answer) => {
                row.extend(answer);
                row.push(Field::Missing);
            }
            Err(why) => {
                row.resize(width - 1, Field::Missing);
                row.push(Field::Text(why));
            }
        }
        debug_assert_eq!(row.len(), width);
        Ok(row)
    }

    fn forget_when_full(&mut self) {
        let most = self.limits.memory.unwrap_or(USUAL_BYTES) / 2;
        if self.values.bytes() as u64 > most {
            self.values = evaluator(self.jumps, &self.limits);
            self.told.clear();
        }
        // Measuring a string looks at everything that is kept, so that keeping much costs more than it saves.
        if self.structures.algebra.count() > MOST_STRUCTURES || self.structures.bytes() as u64 > most {
            self.structures = Evaluator::new(Structures::new(), self.jumps);
        }
    }

    fn value(&mut self, board: &Board) -> Result<Vec<Field>, String> {
        let found = self.values.solve(board, &self.limits, &mut |_| {});
        let value = found.map_err(|unfinished| unfinished.stop.to_string())?;
        let arena = &mut self.values.algebra;
        Ok(self.told.entry(value).or_insert_with(|| described(arena, value, self.longest)).clone())
    }

    fn outcome(&mut self, board: &Board, first: Option<Stone>) -> Result<Vec<Field>, String> {
        let few = Limits { nodes: Some(EVALUATED), ..self.limits.clone() };
        if let Ok(value) = self.values.solve(board, &few, &mut |_| {}) {
            let outcome = self.values.algebra.outcome(value).to_string();
            let [black, white] = match outcome.as_str() {
                "L" => [Stone::Black, Stone::Black],
                "R" => [Stone::White, Stone::White],
                "N" => [Stone::Black, Stone::White],
                _ => [Stone::White, Stone::Black],
            };
            let told = |starter: Stone, winner: Stone| asked_for(first, starter).then(|| winner.to_string());
            let whole = first.is_none().then_some(outcome);
            return Ok(outcome_row(whole, told(Stone::Black, black), told(Stone::White, white)));
        }
        let question = OutcomeQuestion { board: *board, jumps: self.jumps, first, traditional: false };
        match outcome(&question, &self.limits, &mut |_| {}) {
            Ok(found) => Ok(outcome_row(
                found.outcome.map(str::to_owned),
                found.black_first.map(|stone| stone.to_string()),
                found.white_first.map(|stone| stone.to_string()),
            )),
            Err(Halt::Input(why)) => Err(why),
            Err(Halt::Limit { stop, .. }) => Err(stop.to_string()),
        }
    }

    fn string(&mut self, board: &Board, integers: bool) -> Result<Vec<Field>, String> {
        let found = self.structures.solve(board, &self.limits, &mut |_| {});
        let structure = found.map_err(|unfinished| unfinished.stop.to_string())?;
        let integers = if integers { Integers::Written } else { Integers::Spelled };
        let structures = &self.structures.algebra;
        let length = Count(structures.string_length(structure, integers));
        let string = if length <= Count::from(self.longest) {
            let mut bytes = Vec::new();
            structures.text(structure, integers).write(&mut bytes).map_err(|error| error.to_string())?;
            Field::Text(String::from_utf8_lossy(&bytes).into_owned())
        } else {
            Field::Missing
        };
        Ok(vec![Field::Text(length.to_string()), string])
    }
}

/// Whether the question is about this starter.
fn asked_for(first: Option<Stone>, starter: Stone) -> bool {
    first.is_none_or(|first| first == starter)
}

fn outcome_row(outcome: Option<String>, black: Option<String>, white: Option<String>) -> Vec<Field> {
    let told = |text: Option<String>| text.map_or(Field::Missing, Field::Text);
    vec![told(outcome), told(black), told(white)]
}

/// Everything about a value that stands in a table.
fn described(arena: &mut Arena, value: Value, longest: u128) -> Vec<Field> {
    let summary = arena.summary(value, Notation::Ascii, longest);
    let weight = summary.atomic_weight.and_then(|weight| arena.name_within(weight, Notation::Ascii, longest));
    vec![
        summary.name.map_or(Field::Missing, Field::Text),
        Field::Text(summary.name_length.to_string()),
        Field::Text(summary.outcome.to_string()),
        Field::Text(summary.temperature.to_string()),
        Field::Text(summary.mean.to_string()),
        Field::Text(summary.left_stop.to_string()),
        Field::Text(summary.right_stop.to_string()),
        Field::Integer(u64::from(summary.birthday)),
        weight.map_or(Field::Missing, Field::Text),
        Field::Integer(summary.subgames as u64),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_board;
    use crate::tools::{StringQuestion, ValueQuestion, string, value};

    fn listed(board: Board) -> Listed {
        Listed { index: 0, line: 7, board: Ok(board) }
    }

    fn field<'a>(asked: Asked, row: &'a [Field], name: &str) -> &'a Field {
        &row[asked.columns().iter().position(|column| column.name == name).unwrap()]
    }

    #[test]
    fn many_answers_are_those_of_single_questions() {
        let mut random = banmen_core::Random::new(31);
        let clerk = |asked| Clerk::new(asked, Jumps::Any, 2000, Limits::none());
        let (strings, outcomes) = (Asked::String { integers: true }, Asked::Outcome { first: None });
        let mut clerks = [clerk(Asked::Value), clerk(outcomes), clerk(strings)];
        for _ in 0..300 {
            let board = random_board(3, 4, &mut random);
            let [valued, won, spelled] = clerks.each_mut().map(|clerk| clerk.answer(&listed(board)).unwrap());
            let asked = ValueQuestion { board, jumps: Jumps::Any, max_length: 2000 };
            let worth = value(&asked, &Limits::none(), &mut |_| {}).unwrap().worth.unwrap();
            assert_eq!(field(Asked::Value, &valued, "value"), &Field::Text(worth.value.unwrap()), "{board}");
            assert_eq!(field(Asked::Value, &valued, "temperature"), &Field::Text(worth.temperature));
            assert_eq!(field(Asked::Value, &valued, "nodes"), &Field::Integer(worth.nodes as u64));
            assert_eq!(field(outcomes, &won, "outcome"), &Field::Text(worth.outcome));
            let asked = StringQuestion { board, jumps: Jumps::Any, integers: true, max_length: 2000 };
            let alone = string(&asked, &Limits::none(), &mut |_| {}).unwrap();
            assert_eq!(field(strings, &spelled, "string"), &Field::Text(alone.string.unwrap()));
            assert_eq!(field(strings, &spelled, "length"), &Field::Text(alone.length.to_string()));
        }
    }

    #[test]
    fn forgetting_changes_no_answer() {
        let mut random = banmen_core::Random::new(32);
        let limits = Limits { memory: Some(1 << 20), ..Limits::none() };
        let mut small = Clerk::new(Asked::Value, Jumps::Any, 2000, limits);
        let mut large = Clerk::new(Asked::Value, Jumps::Any, 2000, Limits::none());
        for _ in 0..200 {
            let board = random_board(4, 4, &mut random);
            let [a, b] = [&mut small, &mut large].map(|clerk| clerk.answer(&listed(board)).unwrap());
            assert_eq!(a, b, "{board}");
        }
    }

    #[test]
    fn what_has_no_answer_says_why() {
        let bad = Listed { index: 0, line: 3, board: "B?".parse() };
        let row = Clerk::new(Asked::Value, Jumps::Any, 100, Limits::none()).answer(&bad).unwrap();
        assert_eq!(row[0], Field::Integer(3));
        assert!(matches!(row.last(), Some(Field::Text(why)) if why.contains("column 2")));
        let board: Board = "BW.BW./WB.WB./......".parse().unwrap();
        let mut hurried = Clerk::new(Asked::Value, Jumps::Any, 100, Limits::of_nodes(0));
        let row = hurried.answer(&listed(board)).unwrap();
        assert!(matches!(row.last(), Some(Field::Text(why)) if why.contains("node limit")), "{row:?}");
    }
}
