//! `banmen konane census`, `find` and `board`: all positions of a size, the simplest one with a value, and boards for LaTeX.

use std::path::PathBuf;

use banmen_konane::Board;
use banmen_konane::tools::{
    self, CENSUS_COLUMNS, Census, CensusQuestion, FindQuestion, Found, Halt, USUAL_CELLS, USUAL_NAME,
};
use clap::Args;
use indicatif::HumanCount;

use super::shard::Shard;
use super::sheet::{Format, Sheet};
use super::{Position, Rule, Spending, Watch, ended};
use crate::output::{self, Failure};

/// Which size, which positions of it, and how to tell.
#[derive(Args)]
pub struct Options {
    /// Rows.
    #[arg(long)]
    rows: usize,
    /// Columns.
    #[arg(long)]
    cols: usize,
    /// Only positions of which this holds: 'temperature > 1', 'value = ^2 and stones < 6'. It may speak of value,
    /// temperature, mean, left_stop, right_stop, birthday, outcome, nodes, stones, black and white.
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    #[command(flatten)]
    rule: Rule,
    #[command(flatten)]
    spending: Spending,
    /// How many values to list.
    #[arg(long, default_value_t = 20)]
    top: usize,
    /// The longest canonical form that is written.
    #[arg(long, default_value_t = USUAL_NAME)]
    max_length: u32,
    /// Write every position as a row of a table instead.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    format: Format,
    /// Write the table to this file instead of standard output.
    #[arg(long, short, value_name = "FILE", requires = "list")]
    output: Option<PathBuf>,
    /// Go on where an earlier run with the same --output was stopped.
    #[arg(long, requires = "output")]
    resume: bool,
    /// Only the i-th of n pieces of the table, 1/8 to 8/8; `konane merge` puts them together.
    #[arg(long, value_name = "I/N", requires = "list")]
    shard: Option<Shard>,
    /// Print JSON.
    #[arg(long, conflicts_with = "list")]
    json: bool,
}

/// Looks at all positions of a size.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut sheet = if options.list {
        Some(Sheet::open(&CENSUS_COLUMNS, &options.format, options.output.as_deref(), options.resume)?)
    } else {
        None
    };
    let from = match &sheet {
        Some(sheet) if sheet.kept > 0 => sheet.last_index().map(|last| last + 1).ok_or_else(|| {
            Failure::input("a census goes on only if its rows begin with the column `index`, by which they are ordered")
        })?,
        _ => 0,
    };
    let question = CensusQuestion {
        rows: options.rows,
        cols: options.cols,
        jumps: options.rule.jumps,
        condition: options.condition.clone(),
        top: options.top,
        max_length: options.max_length,
        piece: options.shard.map(Shard::piece),
        from,
    };
    let maker = sheet.as_ref().map(Sheet::line_maker);
    let mut written = Ok(());
    let mut watch = Watch::new("positions");
    let answer = tools::census_with(
        &question,
        &options.spending.limits(),
        &mut |progress| {
            if watch.due() {
                let share = progress.done as f64 / progress.total as f64 * 100.0;
                let (positions, distinct) = (HumanCount(progress.effort.positions), progress.distinct);
                watch.line.set_message(format!("{share:.1} %, {positions} positions, {distinct} values"));
            }
        },
        &mut |row| {
            if let (Some(sheet), Some(maker), true) = (&mut sheet, &maker, written.is_ok()) {
                written = sheet.write(&(maker.line(&row) + "\n"));
            }
        },
    );
    watch.end();
    written?;
    let (census, halt) = match answer {
        Ok(census) => (Some(census), None),
        Err(Halt::Limit { stop, partial }) => (Some(partial), Some(Halt::Limit { stop, partial: () })),
        Err(Halt::Input(why)) => (None, Some(Halt::Input(why))),
    };
    if let Some(mut sheet) = sheet {
        if halt.is_none() { sheet.finish()? } else { sheet.flush()? }
    } else if let Some(census) = &census {
        print(census, options)?;
    }
    halt.map_or(Ok(()), |halt| Err(ended(&halt)))
}

fn print(census: &Census, options: &Options) -> Result<(), Failure> {
    if options.json {
        return output::json_fields(census, &options.format.fields);
    }
    let mut lines = vec![format!(
        "{} positions up to turning and mirroring; {} counted, {} different values",
        HumanCount(census.positions),
        HumanCount(census.counted),
        HumanCount(census.distinct as u64)
    )];
    for record in &census.records {
        let value = record.value.as_deref().unwrap_or("(long)");
        let what = format!("most {}", record.what);
        lines.push(format!("{what:<18}{:<10}{:<24}{value}", record.amount, record.board.line()));
    }
    lines.push(format!("{:>10}  {:<12}{:<24}{}", "count", "temperature", "simplest", "value"));
    for value in &census.values {
        let name = value.value.as_deref().unwrap_or("(long)");
        lines.push(format!("{:>10}  {:<12}{:<24}{name}", value.count, value.temperature, value.simplest.line()));
    }
    output::line(lines.join("\n"))
}

/// Which value to look for.
#[derive(Args)]
pub struct Find {
    /// The value: `^2`, `{1|-1}`, `+-1 + *`.
    #[arg(allow_hyphen_values = true)]
    value: String,
    /// The most cells of a board that is looked at, up to 16.
    #[arg(long, default_value_t = USUAL_CELLS)]
    cells: usize,
    #[command(flatten)]
    rule: Rule,
    #[command(flatten)]
    spending: Spending,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Finds the simplest position with a value.
pub fn find(options: &Find) -> Result<(), Failure> {
    let question = FindQuestion { value: options.value.clone(), jumps: options.rule.jumps, cells: options.cells };
    let mut watch = Watch::new("looking");
    let answer = tools::find(&question, &options.spending.limits(), &mut |progress| {
        if watch.due() {
            let positions = HumanCount(progress.effort.positions);
            watch.line.set_message(format!("boards of {} cells, {positions} positions", progress.distinct));
        }
    });
    watch.end();
    match answer {
        Ok(found) => print_found(&found, options.json),
        Err(halt) => {
            if let Halt::Limit { partial, .. } = &halt {
                print_found(partial, options.json)?;
            }
            Err(ended(&halt))
        }
    }
}

fn print_found(found: &Found, json: bool) -> Result<(), Failure> {
    if json {
        return output::json(found);
    }
    match &found.board {
        Some(board) => output::line(format!("{board}\n{} = {}", board.line(), found.value)),
        None => output::line(format!("no position on up to {} cells is worth {}", found.cells, found.value)),
    }
}

/// Which board, and how to draw it.
#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    position: Position,
    /// Print a TikZ picture.
    #[arg(long)]
    tikz: bool,
}

/// Prints a board.
pub fn draw(options: &Draw) -> Result<(), Failure> {
    let board: Board = options.position.board()?;
    if options.tikz { output::line(board.tikz()) } else { output::line(board) }
}
