//! `konane.tile`: a family of boards, a quantity, and how it grows.

use std::fmt;
use std::str::FromStr;

use banmen_cgt::Dyadic;
use banmen_core::{Budget, Limits, Stop};
use serde::{Deserialize, Serialize};

use super::value::usual_name;
use super::{
    Count, Halt, OutcomeQuestion, Span, StringQuestion, ValueQuestion, Worth, outcome, reachable, remaining, strings,
    value,
};
use crate::board::{Board, Jumps};
use crate::engine::Effort;

/// The tile of the notes from which the experiment comes.
pub const TILE: &str = ".../BW./WB.";
/// The side of that tile, and so the usual step.
pub const USUAL_STEP: usize = 3;

/// What is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// The length of the game string.
    #[default]
    Length,
    /// The value.
    Value,
    /// The positions that can be reached.
    Positions,
    /// Who wins.
    Outcome,
}

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Quantity, String> {
        match text {
            "length" => Ok(Quantity::Length),
            "value" => Ok(Quantity::Value),
            "positions" => Ok(Quantity::Positions),
            "outcome" => Ok(Quantity::Outcome),
            _ => Err(format!("{text:?} cannot be measured; `length`, `value`, `positions` or `outcome` was expected")),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::Length => "length",
            Quantity::Value => "value",
            Quantity::Positions => "positions",
            Quantity::Outcome => "outcome",
        })
    }
}

/// Which boards, and what to measure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileQuestion {
    /// The tile that is repeated; the usual one if nothing is said.
    #[serde(default)]
    pub tile: Option<Board>,
    /// Rows of the boards, unless they are square.
    #[serde(default = "usual_rows")]
    pub rows: usize,
    /// Columns of the boards.
    #[serde(default)]
    pub cols: Option<Span>,
    /// Sides of square boards.
    #[serde(default)]
    pub square: Option<Span>,
    /// From one size to the next.
    #[serde(default = "usual_step")]
    pub step: usize,
    /// What is measured.
    #[serde(default)]
    pub what: Quantity,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// The longest name of a value that is written.
    #[serde(default = "usual_name")]
    pub max_length: u32,
    /// `(i, n)`: only every n-th board, beginning with the i-th, counted from 0.
    #[serde(default, skip)]
    pub piece: Option<(u64, u64)>,
}

fn usual_rows() -> usize {
    3
}

fn usual_step() -> usize {
    USUAL_STEP
}

/// One board of the family.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileRow {
    /// Its columns, or its side if it is square.
    pub n: usize,
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub cols: usize,
    /// The length of its string, where that is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub string_length: Option<Count>,
    /// The positions that can be reached, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_positions: Option<u64>,
    /// Its value, where that is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<Worth>,
    /// Who wins, `L`, `R`, `N` or `P`, where that is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// Sub-positions that had to be looked at.
    pub positions: u64,
    /// How long it took, in milliseconds.
    pub time_ms: f64,
}

/// The whole experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileTable {
    /// What was measured.
    pub what: Quantity,
    /// How far jumps go.
    pub jumps: Jumps,
    /// The boards in order.
    pub table: Vec<TileRow>,
    /// The same as comma-separated values.
    pub csv: String,
}

/// How far the experiment has got.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileProgress {
    /// The board that is being looked at.
    pub n: usize,
    /// How many of how many boards are done.
    pub done: usize,
    /// How many there are.
    pub total: usize,
    /// What is being done with this one.
    #[serde(flatten)]
    pub effort: Effort,
    /// The boards that are done.
    pub table: Vec<TileRow>,
}

impl TileRow {
    /// The number that a plot shows: the quantity, or for values the temperature.
    pub fn height(&self) -> Option<f64> {
        if let Some(length) = &self.string_length {
            return Some(length.to_f64());
        }
        if let Some(worth) = &self.worth {
            return worth.temperature.parse().ok().map(Dyadic::to_f64);
        }
        if self.winner.is_some() {
            return Some(self.positions as f64);
        }
        self.unique_positions.map(|count| count as f64)
    }
}

impl Quantity {
    /// The first line of the comma-separated values.
    pub fn header(self) -> &'static str {
        match self {
            Quantity::Length => "n,string_length,unique_positions,time_ms",
            Quantity::Value => "n,value,value_length,outcome,temperature,mean,birthday,nodes,positions,time_ms",
            Quantity::Positions => "n,unique_positions,time_ms",
            Quantity::Outcome => "n,outcome,positions,time_ms",
        }
    }

    /// The line of one board.
    pub fn line(self, row: &TileRow) -> String {
        let time = format!("{:.1}", row.time_ms);
        let unique = row.unique_positions.map(|count| count.to_string()).unwrap_or_default();
        match self {
            Quantity::Length => {
                let length = row.string_length.as_ref().map(Count::to_string).unwrap_or_default();
                format!("{},{length},{unique},{time}", row.n)
            }
            Quantity::Positions => format!("{},{unique},{time}", row.n),
            Quantity::Outcome => format!("{},{},{},{time}", row.n, row.winner.unwrap_or_default(), row.positions),
            Quantity::Value => match &row.worth {
                None => format!("{},,,,,,,,{},{time}", row.n, row.positions),
                Some(worth) => format!(
                    "{},{},{},{},{},{},{},{},{},{time}",
                    row.n,
                    quoted(worth.value.as_deref().unwrap_or_default()),
                    worth.value_length,
                    worth.outcome,
                    worth.temperature,
                    worth.mean,
                    worth.birthday,
                    worth.nodes,
                    row.positions
                ),
            },
        }
    }
}

/// A field of comma-separated values, in quotes where it has a comma in it.
fn quoted(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

impl TileQuestion {
    /// The boards in order, each with its `n`.
    pub fn boards(&self) -> Result<Vec<(usize, Board)>, String> {
        let tile = self.tile.unwrap_or_else(|| TILE.parse().expect("the usual tile is a board"));
        if self.step == 0 {
            return Err("step: 0 was given, 1 or more was expected".to_owned());
        }
        let sizes: Vec<(usize, usize, usize)> = match (self.cols, self.square) {
            (Some(cols), None) => cols.sizes(self.step).map(|n| (n, self.rows, n)).collect(),
            (None, Some(square)) => square.sizes(self.step).map(|n| (n, n, n)).collect(),
            _ => return Err("either the columns or the sides of squares must be given".to_owned()),
        };
        let board = |(n, rows, cols)| Ok((n, cut(&tile, rows, cols).map_err(|error| error.to_string())?));
        let wanted = |index: usize| self.piece.is_none_or(|(number, of)| index as u64 % of == number);
        sizes.into_iter().enumerate().filter(|(index, _)| wanted(*index)).map(|(_, size)| board(size)).collect()
    }
}

/// A board covered with tiles from the upper left, those at the edges cut off.
fn cut(tile: &Board, rows: usize, cols: usize) -> Result<Board, crate::BoardError> {
    let mut board = Board::empty(rows, cols)?;
    for row in 0..rows {
        for col in 0..cols {
            let (r, c) = (row % tile.rows(), col % tile.cols());
            if tile.is_blocked(r, c) {
                board.block(row, col);
            } else {
                board.set(row, col, tile.get(r, c));
            }
        }
    }
    Ok(board)
}

/// Measures a family of boards, one after the other. The limits hold for all of them together; the positions for each.
pub fn tile(
    question: &TileQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&TileProgress),
) -> Result<TileTable, Halt<TileTable>> {
    let boards = question.boards().map_err(Halt::Input)?;
    let budget = limits.start();
    let mut answer = TileTable {
        what: question.what,
        jumps: question.jumps,
        table: Vec::new(),
        csv: format!("{}\n", question.what.header()),
    };
    for (index, (n, board)) in boards.iter().enumerate() {
        let mut progress = TileProgress {
            n: *n,
            done: index,
            total: boards.len(),
            effort: Effort::default(),
            table: answer.table.clone(),
        };
        let started = budget.elapsed();
        let mut noted = |effort: &Effort| {
            progress.effort = *effort;
            report(&progress);
        };
        let measured = measure(question, board, limits, &budget, &mut noted);
        let (mut row, stop) = match measured {
            Ok(row) => (row, None),
            Err((row, stop)) => (row, Some(stop)),
        };
        row.n = *n;
        row.time_ms = (budget.elapsed().saturating_sub(started)).as_secs_f64() * 1000.0;
        // A board that was not finished is reported only if something is known about it.
        if stop.is_none() || row.height().is_some() {
            answer.csv.push_str(&question.what.line(&row));
            answer.csv.push('\n');
            answer.table.push(row);
        }
        if let Some(stop) = stop {
            return Err(Halt::Limit { stop, partial: answer });
        }
    }
    Ok(answer)
}

/// Measures one board; with a limit, what is known of it.
fn measure(
    question: &TileQuestion,
    board: &Board,
    limits: &Limits,
    budget: &Budget,
    report: &mut dyn FnMut(&Effort),
) -> Result<TileRow, (TileRow, Stop)> {
    let mut row = TileRow {
        n: 0,
        rows: board.rows(),
        cols: board.cols(),
        string_length: None,
        unique_positions: None,
        worth: None,
        winner: None,
        positions: 0,
        time_ms: 0.0,
    };
    let limits = remaining(limits, budget, 0);
    match question.what {
        Quantity::Length => {
            let asked = StringQuestion { board: *board, jumps: question.jumps, integers: false, max_length: 0 };
            match strings(&asked, &limits, report) {
                Ok(found) => {
                    row.string_length = Some(found.length());
                    row.positions = found.effort.positions;
                }
                Err(Halt::Limit { stop, .. }) => return Err((row, stop)),
                Err(Halt::Input(_)) => return Err((row, Stop::Cancelled)),
            }
        }
        Quantity::Value => {
            let asked = ValueQuestion { board: *board, jumps: question.jumps, max_length: question.max_length };
            match value(&asked, &limits, report) {
                Ok(found) => {
                    row.worth = found.worth;
                    row.positions = found.positions;
                }
                Err(Halt::Limit { stop, .. }) => return Err((row, stop)),
                Err(Halt::Input(_)) => return Err((row, Stop::Cancelled)),
            }
            return Ok(row);
        }
        Quantity::Outcome => {
            let asked = OutcomeQuestion { board: *board, jumps: question.jumps, first: None, traditional: false };
            return match outcome(&asked, &limits, report) {
                Ok(found) => {
                    row.winner = found.outcome;
                    row.positions = found.positions;
                    Ok(row)
                }
                Err(Halt::Limit { stop, .. }) => Err((row, stop)),
                Err(Halt::Input(_)) => Err((row, Stop::Cancelled)),
            };
        }
        Quantity::Positions => {}
    }
    match reachable(board, question.jumps, &remaining(&limits, budget, 0), report) {
        Ok(count) => {
            row.unique_positions = Some(count);
            Ok(row)
        }
        Err((stop, _)) => Err((row, stop)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(what: Quantity) -> TileQuestion {
        TileQuestion {
            tile: None,
            rows: 3,
            cols: Some(Span { from: 3, to: 9 }),
            square: None,
            step: 3,
            what,
            jumps: Jumps::Any,
            max_length: 100,
            piece: None,
        }
    }

    #[test]
    fn the_table_of_the_notes_comes_out() {
        let answer = tile(&question(Quantity::Length), &Limits::none(), &mut |_| {}).unwrap();
        let lines: Vec<&str> = answer.csv.lines().collect();
        assert_eq!(lines[0], "n,string_length,unique_positions,time_ms");
        assert!(lines[1].starts_with("3,17,8,"), "{}", lines[1]);
        assert!(lines[2].starts_with("6,2505,100,"), "{}", lines[2]);
        assert!(lines[3].starts_with("9,999513,1268,"), "{}", lines[3]);
    }

    #[test]
    fn values_have_their_own_columns() {
        let answer = tile(&question(Quantity::Value), &Limits::none(), &mut |_| {}).unwrap();
        let lines: Vec<&str> = answer.csv.lines().collect();
        assert!(lines[2].starts_with("6,{1*|-3/2},9,N,5/4,-1/4,4,1,"), "{}", lines[2]);
        assert!(lines.iter().all(|line| line.split(',').count() == 10));
    }

    #[test]
    fn outcomes_are_those_of_values() {
        let [won, worth] = [Quantity::Outcome, Quantity::Value]
            .map(|what| tile(&question(what), &Limits::none(), &mut |_| {}).unwrap().table);
        for (won, worth) in won.iter().zip(&worth) {
            assert_eq!(won.winner, worth.worth.as_ref().map(|worth| worth.outcome.as_str()));
        }
    }

    #[test]
    fn squares_and_other_steps() {
        let asked = TileQuestion {
            cols: None,
            square: Some(Span { from: 3, to: 5 }),
            step: 1,
            ..question(Quantity::Positions)
        };
        let sizes: Vec<(usize, usize)> =
            asked.boards().unwrap().iter().map(|(_, board)| (board.rows(), board.cols())).collect();
        assert_eq!(sizes, [(3, 3), (4, 4), (5, 5)]);
        let huge = TileQuestion { cols: Some(Span { from: 3, to: 300 }), ..question(Quantity::Positions) };
        assert!(huge.boards().unwrap_err().contains("too large"));
    }

    #[test]
    fn a_limit_keeps_the_boards_that_are_done() {
        let limits = Limits::of_nodes(60);
        let Err(Halt::Limit { partial, .. }) = tile(&question(Quantity::Positions), &limits, &mut |_| {}) else {
            panic!("a limit was expected");
        };
        assert_eq!(partial.table.len(), 1);
    }
}
