//! `konane.census` and `konane.find`: all positions of a size up to symmetry and what they are worth, and the simplest position
//! with a value.

use banmen_cgt::{Arena, Notation, Object, Session, Summary, Value};
use banmen_core::{Limits, Stop};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::arrangements::Arrangements;
use super::evaluate::session_limits;
use super::value::{evaluator, usual_name};
use super::{Column, EVER_ALL, Field, Halt, LONGEST_NAME};
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::evaluator::Evaluator;

/// Which size, and which of its positions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CensusQuestion {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// What must hold of a position, in the language of games: `temperature > 1`. It may speak of `value`, `temperature`, `mean`,
    /// `left_stop`, `right_stop`, `birthday`, `outcome`, `nodes`, `stones`, `black` and `white`.
    #[serde(default, rename = "where")]
    pub condition: Option<String>,
    /// How many values are listed.
    #[serde(default = "usual_top")]
    pub top: usize,
    /// The longest name of a value that is written.
    #[serde(default = "usual_name")]
    pub max_length: u32,
    /// `(i, n)`: only every n-th position, beginning with the i-th, counted from 0.
    #[serde(default, skip)]
    pub piece: Option<(u64, u64)>,
}

fn usual_top() -> usize {
    100
}

/// The most values that are listed in an answer.
const MOST_LISTED: usize = 100_000;

/// All positions of a size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Census {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// How far jumps go.
    pub jumps: Jumps,
    /// Positions up to turning and mirroring that were looked at.
    pub positions: u64,
    /// Those of them for which the condition holds.
    pub counted: u64,
    /// Different values among these.
    pub distinct: usize,
    /// The values, the most frequent first.
    pub values: Vec<Counted>,
    /// The positions that are the most of something.
    pub records: Vec<Record>,
    /// How many positions have each temperature, the coldest first.
    pub temperatures: Vec<(String, u64)>,
}

/// A value and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The canonical form in ASCII, unless it is longer than was asked for.
    pub value: Option<String>,
    /// The same with arrows and stars.
    pub unicode: Option<String>,
    /// How many positions, up to symmetry.
    pub count: u64,
    /// `L`, `R`, `N` or `P`.
    pub outcome: String,
    /// The temperature.
    pub temperature: String,
    /// The mean value.
    pub mean: String,
    /// The height of the canonical form.
    pub birthday: u32,
    /// The position with the fewest stones.
    pub simplest: Board,
}

/// A position that is the most of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// `temperature`, `mean`, `birthday`, `value_length` or `nodes`.
    pub what: &'static str,
    /// How much.
    pub amount: String,
    /// The position with the fewest stones that has it.
    pub board: Board,
    /// Its value, unless the name is too long.
    pub value: Option<String>,
}

/// How far the census has got.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CensusProgress {
    /// Arrangements numbered through.
    pub done: u64,
    /// How many there are.
    pub total: u64,
    /// Different values so far.
    pub distinct: usize,
    /// What it took.
    #[serde(flatten)]
    pub effort: Effort,
}

/// What is kept about a value.
struct Kept {
    summary: Summary,
    counted: bool,
    count: u64,
    simplest: Board,
    stones: usize,
}

/// The columns of the list of positions.
pub const CENSUS_COLUMNS: [Column; 9] = [
    Column { name: "index", integers: true },
    Column { name: "board", integers: false },
    Column { name: "value", integers: false },
    Column { name: "outcome", integers: false },
    Column { name: "temperature", integers: false },
    Column { name: "mean", integers: false },
    Column { name: "birthday", integers: true },
    Column { name: "nodes", integers: true },
    Column { name: "stones", integers: true },
];

/// Arrangements between two looks at the limits.
const CHECK_EVERY: u64 = 1 << 12;
/// Words of a condition that depend on the position and not on its value alone.
const OF_POSITIONS: [&str; 3] = ["stones", "black", "white"];

struct Condition {
    text: String,
    of_positions: bool,
    session: Session,
}

impl Condition {
    fn new(text: &str, limits: &Limits) -> Condition {
        let mut session = Session::new();
        session.limits = session_limits(limits);
        let of_positions = OF_POSITIONS.iter().any(|word| text.contains(word));
        Condition { text: text.to_owned(), of_positions, session }
    }

    /// Whether it holds.
    fn holds(&mut self, arena: &mut Arena, value: Value, summary: &Summary, board: &Board) -> Result<bool, String> {
        std::mem::swap(&mut self.session.arena, arena);
        let session = &mut self.session;
        let numbers = [
            ("temperature", summary.temperature),
            ("mean", summary.mean),
            ("left_stop", summary.left_stop),
            ("right_stop", summary.right_stop),
            ("birthday", i64::from(summary.birthday).into()),
            ("nodes", (summary.subgames as i64).into()),
            ("black", (board.count(Stone::Black) as i64).into()),
            ("white", (board.count(Stone::White) as i64).into()),
            ("stones", (stones(board) as i64).into()),
        ];
        for (name, number) in numbers {
            let number = session.arena.number(number);
            session.set(name, Object::Game(number));
        }
        session.set("value", Object::Game(value));
        session.set("outcome", Object::Text(summary.outcome.to_string().into()));
        let result = session.run_with(&self.text, &mut |_, _| {}, &mut || None);
        std::mem::swap(&mut self.session.arena, arena);
        match result {
            Ok(Object::Truth(truth)) => Ok(truth),
            Ok(other) => Err(format!("the condition is {}, not a truth value such as `temperature > 1`", other.kind())),
            Err(error) => Err(format!("the condition: {error}")),
        }
    }
}

fn stones(board: &Board) -> usize {
    board.count(Stone::Black) + board.count(Stone::White)
}

fn empty_board(rows: usize, cols: usize) -> Result<Board, String> {
    let empty = Board::empty(rows, cols).map_err(|error| error.to_string())?;
    let cells = rows * cols;
    if cells > EVER_ALL {
        return Err(format!("{cells} cells are too many to look at all positions; at most {EVER_ALL} can be"));
    }
    Ok(empty)
}

/// Looks at all positions of a size. Each position for which the condition holds is handed over as a row of
/// [`CENSUS_COLUMNS`].
pub fn census_with(
    question: &CensusQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&CensusProgress),
    each: &mut dyn FnMut(Vec<Field>),
) -> Result<Census, Halt<Census>> {
    let empty = empty_board(question.rows, question.cols).map_err(Halt::Input)?;
    let budget = limits.start();
    let boundless = Limits { cancel: limits.cancel.clone(), ..Limits::none() };
    let longest = u128::from(question.max_length.min(LONGEST_NAME));
    let mut evaluator = evaluator(question.jumps, limits);
    let mut condition = question.condition.as_deref().map(|text| Condition::new(text, &Limits::none()));
    let mut kept: FxHashMap<Value, Kept> = FxHashMap::default();
    let mut all = Arrangements::new(&empty, false);
    let (mut positions, mut counted, mut classes) = (0u64, 0u64, 0u64);
    let mut stopped: Option<Stop> = None;
    while all.next < all.total && stopped.is_none() {
        if all.next.is_multiple_of(CHECK_EVERY) {
            let effort = Effort {
                positions,
                different: kept.len() as u64,
                bytes: evaluator.bytes() as u64,
                elapsed: budget.elapsed(),
            };
            report(&CensusProgress { done: all.next, total: all.total, distinct: kept.len(), effort });
            stopped = budget.stop_with_memory(positions, effort.bytes);
        }
        let Some(board) = all.step() else { continue };
        classes += 1;
        if question.piece.is_some_and(|(number, of)| (classes - 1) % of != number) {
            continue;
        }
        let value = match evaluator.solve(&board, &boundless, &mut |_| {}) {
            Ok(value) => value,
            Err(unfinished) => {
                stopped = Some(unfinished.stop);
                continue;
            }
        };
        positions += 1;
        let arena = &mut evaluator.algebra;
        let known = kept.entry(value).or_insert_with(|| Kept {
            summary: arena.summary(value, Notation::Ascii, longest),
            counted: false,
            count: 0,
            simplest: board,
            stones: usize::MAX,
        });
        let holds = match &mut condition {
            Some(condition) if condition.of_positions || known.stones == usize::MAX => {
                condition.holds(arena, value, &known.summary, &board).map_err(Halt::Input)?
            }
            Some(_) => known.counted,
            None => true,
        };
        known.counted |= holds;
        let stones = stones(&board);
        if known.stones == usize::MAX && !holds {
            // The condition was tried for this value; there is no position of it yet.
            known.stones = usize::MAX - 1;
        }
        if !holds {
            continue;
        }
        counted += 1;
        known.count += 1;
        if stones < known.stones {
            (known.simplest, known.stones) = (board, stones);
        }
        each(row(classes - 1, &board, stones, &known.summary));
    }
    let tally = Tally { question, positions, counted };
    let census = tally.census(&mut evaluator, kept, longest);
    match stopped {
        None => Ok(census),
        Some(stop) => Err(Halt::Limit { stop, partial: census }),
    }
}

/// Looks at all positions of a size.
pub fn census(
    question: &CensusQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&CensusProgress),
) -> Result<Census, Halt<Census>> {
    census_with(question, limits, report, &mut |_| {})
}

fn row(index: u64, board: &Board, stones: usize, summary: &Summary) -> Vec<Field> {
    vec![
        Field::Integer(index),
        Field::Text(board.line()),
        summary.name.clone().map_or(Field::Missing, Field::Text),
        Field::Text(summary.outcome.to_string()),
        Field::Text(summary.temperature.to_string()),
        Field::Text(summary.mean.to_string()),
        Field::Integer(u64::from(summary.birthday)),
        Field::Integer(summary.subgames as u64),
        Field::Integer(stones as u64),
    ]
}

struct Tally<'a> {
    question: &'a CensusQuestion,
    positions: u64,
    counted: u64,
}

impl Tally<'_> {
    fn census(self, evaluator: &mut Evaluator<Arena>, kept: FxHashMap<Value, Kept>, longest: u128) -> Census {
        let mut kept: Vec<(Value, Kept)> = kept.into_iter().filter(|(_, kept)| kept.count > 0).collect();
        // Ids depend on the way; names, lengths and boards do not.
        kept.sort_by(|(_, a), (_, b)| {
            (b.count, a.summary.name_length, &a.summary.name, a.simplest.line()).cmp(&(
                a.count,
                b.summary.name_length,
                &b.summary.name,
                b.simplest.line(),
            ))
        });
        let mut heat: std::collections::BTreeMap<_, u64> = std::collections::BTreeMap::new();
        for (_, kept) in &kept {
            *heat.entry(kept.summary.temperature).or_default() += kept.count;
        }
        let arena = &mut evaluator.algebra;
        let listed = kept.iter().take(self.question.top.min(MOST_LISTED));
        let values = listed.map(|(value, kept)| Counted {
            value: kept.summary.name.clone(),
            unicode: arena.name_within(*value, Notation::Unicode, longest),
            count: kept.count,
            outcome: kept.summary.outcome.to_string(),
            temperature: kept.summary.temperature.to_string(),
            mean: kept.summary.mean.to_string(),
            birthday: kept.summary.birthday,
            simplest: kept.simplest,
        });
        Census {
            rows: self.question.rows,
            cols: self.question.cols,
            jumps: self.question.jumps,
            positions: self.positions,
            counted: self.counted,
            distinct: kept.len(),
            values: values.collect(),
            records: records(&kept),
            temperatures: heat.into_iter().map(|(temperature, count)| (temperature.to_string(), count)).collect(),
        }
    }
}

fn records(kept: &[(Value, Kept)]) -> Vec<Record> {
    fn most<T: Ord + ToString>(
        kept: &[(Value, Kept)],
        what: &'static str,
        amount: impl Fn(&Summary) -> T,
    ) -> Option<Record> {
        // The first of those with the most and the fewest stones.
        let best = kept.iter().map(|(_, kept)| kept).reduce(|best, other| {
            let order = amount(&other.summary).cmp(&amount(&best.summary)).then(best.stones.cmp(&other.stones));
            if order.is_gt() { other } else { best }
        })?;
        let value = best.summary.name.clone();
        Some(Record { what, amount: amount(&best.summary).to_string(), board: best.simplest, value })
    }
    let records = [
        most(kept, "temperature", |summary| summary.temperature),
        most(kept, "mean", |summary| summary.mean),
        most(kept, "birthday", |summary| summary.birthday),
        most(kept, "value_length", |summary| summary.name_length),
        most(kept, "nodes", |summary| summary.subgames),
    ];
    records.into_iter().flatten().collect()
}

/// Which value to look for, and how far.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindQuestion {
    /// A text in the language of games: `^2`.
    pub value: String,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// The most cells of a board that is looked at.
    #[serde(default = "usual_cells")]
    pub cells: usize,
}

/// Boards of up to this many cells are looked at where nothing else is asked for.
pub const USUAL_CELLS: usize = 12;

fn usual_cells() -> usize {
    USUAL_CELLS
}

/// The simplest position with a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The value, in ASCII.
    pub value: String,
    /// The position: of those on the fewest cells one with the fewest stones. Missing if there is none on so few cells.
    pub board: Option<Board>,
    /// Its stones.
    pub stones: Option<usize>,
    /// The most cells of a board that was looked at whole.
    pub cells: usize,
    /// Positions that were looked at.
    pub positions: u64,
}

/// Looks for the simplest position with a value, on boards of one cell, two cells, and so on.
pub fn find(
    question: &FindQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&CensusProgress),
) -> Result<Found, Halt<Found>> {
    if question.cells > EVER_ALL {
        return Err(Halt::Input(format!("{} cells are too many; at most {EVER_ALL} can be looked at", question.cells)));
    }
    let budget = limits.start();
    let boundless = Limits { cancel: limits.cancel.clone(), ..Limits::none() };
    let mut evaluator = evaluator(question.jumps, limits);
    let wanted = evaluator.algebra.value(&question.value).map_err(|error| Halt::Input(error.to_string()))?;
    let name = evaluator.algebra.name_within(wanted, Notation::Ascii, u128::from(LONGEST_NAME)).unwrap_or_default();
    let mut found = Found { value: name, board: None, stones: None, cells: 0, positions: 0 };
    for cells in 1..=question.cells {
        for rows in (1..=cells).filter(|rows| cells % rows == 0 && rows * rows <= cells) {
            let Ok(empty) = Board::empty(rows, cells / rows) else { continue };
            let mut all = Arrangements::new(&empty, false);
            while all.next < all.total {
                if all.next.is_multiple_of(CHECK_EVERY) {
                    let effort = Effort {
                        positions: found.positions,
                        different: 0,
                        bytes: evaluator.bytes() as u64,
                        elapsed: budget.elapsed(),
                    };
                    report(&CensusProgress { done: all.next, total: all.total, distinct: cells, effort });
                    if let Some(stop) = budget.stop_with_memory(found.positions, effort.bytes) {
                        return Err(Halt::Limit { stop, partial: found });
                    }
                }
                let Some(board) = all.step() else { continue };
                found.positions += 1;
                let stones = stones(&board);
                if found.stones.is_some_and(|fewest| fewest <= stones) {
                    continue;
                }
                match evaluator.solve(&board, &boundless, &mut |_| {}) {
                    Ok(value) if value == wanted => (found.board, found.stones) = (Some(board), Some(stones)),
                    Ok(_) => {}
                    Err(unfinished) => return Err(Halt::Limit { stop: unfinished.stop, partial: found }),
                }
            }
        }
        found.cells = cells;
        if found.board.is_some() {
            break;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{ValueQuestion, value};

    fn question(rows: usize, cols: usize) -> CensusQuestion {
        CensusQuestion { rows, cols, jumps: Jumps::Any, condition: None, top: 1000, max_length: 2000, piece: None }
    }

    fn ask(question: &CensusQuestion) -> Census {
        census(question, &Limits::none(), &mut |_| {}).unwrap()
    }

    #[test]
    fn a_census_counts_what_single_questions_find() {
        let mut rows = Vec::new();
        let found = census_with(&question(2, 4), &Limits::none(), &mut |_| {}, &mut |row| rows.push(row)).unwrap();
        assert_eq!((found.positions, found.counted), (rows.len() as u64, rows.len() as u64));
        assert_eq!(found.values.iter().map(|value| value.count).sum::<u64>(), found.counted);
        assert_eq!(found.temperatures.iter().map(|(_, count)| count).sum::<u64>(), found.counted);
        let mut counts: std::collections::HashMap<String, u64> = std::collections::HashMap::new();
        for row in &rows {
            let (Field::Text(board), Field::Text(name)) = (&row[1], &row[2]) else { panic!("{row:?}") };
            let asked = ValueQuestion { board: board.parse().unwrap(), jumps: Jumps::Any, max_length: 2000 };
            let worth = value(&asked, &Limits::none(), &mut |_| {}).unwrap().worth.unwrap();
            assert_eq!(worth.value.as_deref(), Some(name.as_str()), "{board}");
            *counts.entry(name.clone()).or_default() += 1;
        }
        assert_eq!(counts.len(), found.distinct);
        for value in &found.values {
            assert_eq!(counts[value.value.as_ref().unwrap()], value.count);
        }
    }

    #[test]
    fn conditions_choose_positions() {
        let all = ask(&question(3, 3));
        let hot = ask(&CensusQuestion { condition: Some("temperature > 0".to_owned()), ..question(3, 3) });
        let expected: u64 = all
            .values
            .iter()
            .filter(|v| !v.temperature.starts_with('-') && v.temperature != "0")
            .map(|v| v.count)
            .sum();
        assert_eq!(hot.counted, expected);
        assert!(hot.counted > 0 && hot.positions == all.positions);
        let two = ask(&CensusQuestion { condition: Some("stones = 2 and value > 0".to_owned()), ..question(3, 3) });
        assert!(two.values.iter().all(|value| stones(&value.simplest) == 2 && value.outcome == "L"));
        for bad in ["temperature +", "3", "heat > 1"] {
            let asked = CensusQuestion { condition: Some(bad.to_owned()), ..question(2, 2) };
            assert!(matches!(census(&asked, &Limits::none(), &mut |_| {}), Err(Halt::Input(_))), "{bad}");
        }
    }

    #[test]
    fn pieces_make_the_whole() {
        let whole = ask(&question(2, 4));
        let pieces: Vec<Census> =
            (0..3).map(|number| ask(&CensusQuestion { piece: Some((number, 3)), ..question(2, 4) })).collect();
        assert_eq!(pieces.iter().map(|piece| piece.counted).sum::<u64>(), whole.counted);
    }

    #[test]
    fn the_simplest_position_is_found() {
        let ask = |value: &str, cells| {
            let asked = FindQuestion { value: value.to_owned(), jumps: Jumps::Any, cells };
            find(&asked, &Limits::none(), &mut |_| {}).unwrap()
        };
        assert_eq!(ask("1", 9).board.unwrap().line(), ".WB");
        assert_eq!(ask("0", 9).board.unwrap().line(), ".");
        let star = ask("*", 9);
        assert_eq!(
            (star.board.unwrap().rows() * star.board.unwrap().cols(), star.stones),
            (star.cells, Some(stones(&star.board.unwrap())))
        );
        assert_eq!(ask("1/1024", 6).board, None);
        let wrong = FindQuestion { value: "1/3".to_owned(), jumps: Jumps::Any, cells: 4 };
        assert!(matches!(find(&wrong, &Limits::none(), &mut |_| {}), Err(Halt::Input(_))));
    }
}
