//! `konane.census`: all positions of a size up to symmetry and what they are worth.

use banmen_cgt::{Arena, Notation, Summary, Value};
use banmen_core::Limits;
use serde::{Deserialize, Serialize};

use super::sweep::{Failed, Sweep, Tally};
use super::value::usual_name;
use super::{Column, EVER_ALL, Field, Halt, LONGEST_NAME};
use crate::board::{Board, Jumps};
use crate::engine::Effort;

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
    /// `(i, n)`: only the i-th of n pieces, counted from 0.
    #[serde(default, skip)]
    pub piece: Option<(u64, u64)>,
    /// Only arrangements with this number or a larger one.
    #[serde(default, skip)]
    pub from: u64,
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
pub(super) struct Kept {
    pub summary: Summary,
    /// Whether the condition holds of the value, if it depends on nothing else.
    pub holds: Option<bool>,
    pub count: u64,
    pub simplest: Board,
    /// The stones of the simplest position and the number of its arrangement.
    pub rank: (usize, u64),
}

/// The columns of the list of positions. The index is the arrangement as a number: a digit for each cell, 0 for an empty one, 1 for a
/// black and 2 for a white stone.
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

fn empty_board(rows: usize, cols: usize) -> Result<Board, String> {
    let empty = Board::empty(rows, cols).map_err(|error| error.to_string())?;
    let cells = rows * cols;
    if cells > EVER_ALL {
        return Err(format!("{cells} cells are too many to look at all positions; at most {EVER_ALL} can be"));
    }
    Ok(empty)
}

/// Looks at all positions of a size, on as many threads as the limits allow. Each position for which the condition holds is
/// handed over as a row of [`CENSUS_COLUMNS`], in the order of their numbers; when a limit ends the work, up to some number.
pub fn census_with(
    question: &CensusQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&CensusProgress),
    each: &mut dyn FnMut(Vec<Field>),
) -> Result<Census, Halt<Census>> {
    let empty = empty_board(question.rows, question.cols).map_err(Halt::Input)?;
    let (tally, failed) = Sweep::new(question, &empty, limits).run(report, each);
    let census = |tally| census_of(question, tally);
    match failed {
        None => Ok(census(tally)),
        Some(Failed::Input(why)) => Err(Halt::Input(why)),
        Some(Failed::Limit(stop)) => Err(Halt::Limit { stop, partial: census(tally) }),
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

/// A row of the list.
pub(super) fn row(index: u64, board: &Board, stones: usize, summary: &Summary) -> Vec<Field> {
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

fn census_of(question: &CensusQuestion, tally: Tally) -> Census {
    let Tally { mut evaluator, kept, positions, counted, .. } = tally;
    let longest = u128::from(question.max_length.min(LONGEST_NAME));
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
    let arena: &mut Arena = &mut evaluator.algebra;
    let listed = kept.iter().take(question.top.min(MOST_LISTED));
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
        rows: question.rows,
        cols: question.cols,
        jumps: question.jumps,
        positions,
        counted,
        distinct: kept.len(),
        values: values.collect(),
        records: records(&kept),
        temperatures: heat.into_iter().map(|(temperature, count)| (temperature.to_string(), count)).collect(),
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
            let order = amount(&other.summary).cmp(&amount(&best.summary)).then(best.rank.cmp(&other.rank));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::condition::stones;
    use crate::tools::{ValueQuestion, value};

    fn question(rows: usize, cols: usize) -> CensusQuestion {
        CensusQuestion {
            rows,
            cols,
            jumps: Jumps::Any,
            condition: None,
            top: 1000,
            max_length: 2000,
            piece: None,
            from: 0,
        }
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
    fn threads_and_stops_change_no_row() {
        let list = |question: &CensusQuestion, limits: &Limits| {
            let mut rows = Vec::new();
            let found = census_with(question, limits, &mut |_| {}, &mut |row| rows.push(row));
            (found, rows)
        };
        let asked = CensusQuestion { condition: Some("stones > 2 and value > 0".to_owned()), ..question(2, 5) };
        let (one, rows) = list(&asked, &Limits::none());
        let (three, same) = list(&asked, &Limits { threads: 3, ..Limits::none() });
        assert_eq!((&one, &rows), (&three, &same));
        // A census that was stopped goes on after its last row.
        let (stopped, mut begun) = list(&asked, &Limits { nodes: Some(3000), threads: 2, ..Limits::none() });
        assert!(matches!(stopped, Err(Halt::Limit { .. })));
        assert!((1..rows.len()).contains(&begun.len()), "{} of {}", begun.len(), rows.len());
        let Some(&[Field::Integer(last), ..]) = begun.last().map(Vec::as_slice) else { panic!("rows have numbers") };
        begun.extend(list(&CensusQuestion { from: last + 1, ..asked }, &Limits::none()).1);
        assert_eq!(begun, rows);
    }
}
