//! `banmen konane tile`: experiments with tiled boards.

use std::path::{Path, PathBuf};

use banmen_konane::Board;
use banmen_konane::tools::{
    self, Halt, Quantity, Span, TILE, TileQuestion, TileRow, TileTable, USUAL_NAME, USUAL_STEP,
};
use clap::Args;

use super::plot::Plot;
use super::shard::Shard;
use super::{Rule, Spending, Watch, describe, ended};
use crate::output::{self, Failure};

/// Which boards, what to measure, and where to write it.
#[derive(Args)]
pub struct Options {
    /// Rows of the boards.
    #[arg(long, default_value_t = 3)]
    rows: usize,
    /// Columns of the boards: 3..=18.
    #[arg(long, value_name = "RANGE", conflicts_with = "square", required_unless_present = "square")]
    cols: Option<Span>,
    /// Sides of square boards: 3..=6.
    #[arg(long, value_name = "RANGE")]
    square: Option<Span>,
    /// From one size to the next.
    #[arg(long, default_value_t = USUAL_STEP)]
    step: usize,
    /// length of the game string, value, positions that can be reached, or outcome.
    #[arg(long, default_value_t = Quantity::Length)]
    what: Quantity,
    /// The tile: rows joined by `/`.
    #[arg(long, default_value = TILE)]
    tile: Board,
    #[command(flatten)]
    rule: Rule,
    #[command(flatten)]
    spending: Spending,
    /// The longest canonical form that is written.
    #[arg(long, default_value_t = USUAL_NAME)]
    max_length: u32,
    /// Only the i-th of n pieces of the table, 1/8 to 8/8; `konane merge` puts them together.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write the table to this file, comma-separated; it grows with each board.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the quantity (of values the temperature) into this SVG file.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Draw on a logarithmic scale.
    #[arg(long)]
    log: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Options {
    /// The file for the table; `-` is standard output, where it goes anyway.
    fn csv_file(&self) -> Option<&Path> {
        self.csv.as_deref().filter(|path| *path != Path::new("-"))
    }
}

/// Measures the boards.
pub fn run(options: &Options) -> Result<(), Failure> {
    let question = TileQuestion {
        tile: Some(options.tile),
        rows: options.rows,
        cols: options.cols,
        square: options.square,
        step: options.step,
        what: options.what,
        jumps: options.rule.jumps,
        max_length: options.max_length,
        piece: options.shard.map(Shard::piece),
    };
    question.boards().map_err(Failure::input)?;
    if let Some(path) = options.csv_file() {
        save(path, options.what, &[])?;
    }
    let mut watch = Watch::new("measuring");
    let mut saved = 0;
    let mut unsaved = None;
    let answer = tools::tile(&question, &options.spending.limits(), &mut |progress| {
        if let Some(path) = options.csv_file()
            && progress.table.len() > saved
        {
            saved = progress.table.len();
            unsaved = save(path, options.what, &progress.table).err();
        }
        if watch.due() {
            let (done, total) = (progress.done, progress.total);
            watch.line.set_message(format!("n = {} ({done}/{total}): {}", progress.n, describe(&progress.effort)));
        }
    });
    watch.end();
    if let Some(failure) = unsaved {
        return Err(failure);
    }
    match answer {
        Ok(table) => finish(options, &table),
        Err(halt) => {
            if let Halt::Limit { partial, .. } = &halt {
                finish(options, partial)?;
            }
            Err(ended(&halt))
        }
    }
}

fn save(path: &Path, what: Quantity, table: &[TileRow]) -> Result<(), Failure> {
    let mut text = format!("{}\n", what.header());
    for row in table {
        text.push_str(&what.line(row));
        text.push('\n');
    }
    std::fs::write(path, text).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

fn finish(options: &Options, table: &TileTable) -> Result<(), Failure> {
    if let Some(path) = options.csv_file() {
        save(path, options.what, &table.table)?;
    }
    if let Some(path) = &options.plot {
        let plot = Plot {
            title: "Tiled Konane boards",
            quantity: match options.what {
                Quantity::Length => "characters of the game string",
                Quantity::Value => "temperature",
                Quantity::Positions => "positions",
                Quantity::Outcome => "positions looked into",
            },
            points: table.table.iter().filter_map(|row| Some((row.n as f64, row.height()?))).collect(),
            logarithmic: options.log,
        };
        plot.draw(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    }
    if options.json {
        output::json(table)
    } else if options.csv_file().is_none() || table.table.is_empty() {
        output::line(table.csv.trim_end())
    } else {
        Ok(())
    }
}
