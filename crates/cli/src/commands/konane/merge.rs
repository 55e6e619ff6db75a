//! `banmen konane merge`: the pieces of a table that `--shard` made, put together again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use crate::output::Failure;

/// The pieces, and where the whole goes.
#[derive(Args)]
pub struct Options {
    /// The pieces: tables of comma-separated values, or of JSON lines.
    #[arg(required = true)]
    pieces: Vec<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A piece, read line by line.
struct Piece {
    path: PathBuf,
    lines: Lines<BufReader<File>>,
    /// Lines read so far.
    count: u64,
    json: bool,
    last: Option<u64>,
}

impl Piece {
    fn fail(&self, why: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}, line {}: {why}", self.path.display(), self.count))
    }

    fn line(&mut self) -> Result<Option<String>, Failure> {
        self.count += 1;
        let line = self.lines.next().transpose();
        line.map_err(|error| self.fail(error))
    }

    /// The next row and the number that it begins with.
    fn row(&mut self) -> Result<Option<(u64, String)>, Failure> {
        let Some(line) = self.line()? else { return Ok(None) };
        let number = if self.json {
            let row: Value = serde_json::from_str(&line).map_err(|error| self.fail(error))?;
            row.as_object().and_then(|fields| fields.values().next().and_then(Value::as_u64))
        } else {
            line.split(',').next().and_then(|field| field.parse().ok())
        };
        let number =
            number.ok_or_else(|| self.fail("the row does not begin with the number by which rows are ordered"))?;
        if self.last.is_some_and(|last| last >= number) {
            return Err(self.fail("the rows are not in order"));
        }
        self.last = Some(number);
        Ok(Some((number, line)))
    }
}

/// Puts pieces together, row by row in order.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut out: Box<dyn Write> = match &options.output {
        None => Box::new(std::io::BufWriter::new(std::io::stdout())),
        Some(path) if options.pieces.contains(path) => {
            return Err(Failure::input(format!("{} is one of the pieces", path.display())));
        }
        Some(path) => {
            let file = File::create(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
            Box::new(std::io::BufWriter::new(file))
        }
    };
    let mut pieces = Vec::new();
    let mut header: Option<String> = None;
    let mut waiting = BinaryHeap::new();
    for (index, path) in options.pieces.iter().enumerate() {
        let open =
            |path: &PathBuf| File::open(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())));
        let mut first = String::new();
        let read = BufReader::new(open(path)?).read_line(&mut first);
        read.map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        let json = first.starts_with('{');
        let lines = BufReader::new(open(path)?).lines();
        let mut piece = Piece { path: path.clone(), lines, count: 0, json, last: None };
        if !json && let Some(names) = piece.line()? {
            match &header {
                None => {
                    writeln!(out, "{names}")?;
                    header = Some(names);
                }
                Some(known) if *known != names => {
                    return Err(piece.fail(format!("the columns are {names}, but those of the first piece {known}")));
                }
                Some(_) => {}
            }
        }
        if let Some((number, line)) = piece.row()? {
            waiting.push(Reverse((number, index, line)));
        }
        if pieces.first().is_some_and(|before: &Piece| before.json != json) {
            return Err(piece.fail("some pieces are comma-separated values, others JSON lines"));
        }
        pieces.push(piece);
    }
    let mut before: Option<(u64, usize)> = None;
    while let Some(Reverse((number, index, line))) = waiting.pop() {
        if let Some((last, other)) = before
            && last == number
        {
            let (a, b) = (pieces[other].path.display(), pieces[index].path.display());
            return Err(Failure::input(format!("row {number} is in two pieces, {a} and {b}")));
        }
        before = Some((number, index));
        writeln!(out, "{line}")?;
        if let Some((number, line)) = pieces[index].row()? {
            waiting.push(Reverse((number, index, line)));
        }
    }
    out.flush()?;
    Ok(())
}
