//! `banmen konane merge`: the pieces that `--shard` made, put together again: tables row by row, and answers of `longest`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use banmen_konane::tools::Longest;
use clap::Args;
use serde_json::Value;

use super::sheet::{Gathered, gathered};
use crate::output::Failure;

/// The pieces, and where the whole goes.
#[derive(Args)]
pub struct Options {
    /// The pieces: tables of comma-separated values, of JSON lines, Parquet files, or answers of `longest --json`.
    #[arg(required = true)]
    pieces: Vec<PathBuf>,
    /// Write to this file instead of standard output; Parquet files need one.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The columns by which the tables of the batch commands are ordered.
const NUMBERS: [&str; 3] = ["index", "line", "n"];

/// How a piece is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceFormat {
    Csv,
    JsonLines,
    Parquet,
    /// One JSON document on several lines.
    Document,
}

impl PieceFormat {
    fn of(path: &Path) -> io::Result<PieceFormat> {
        let mut first = [0; 4];
        let read = File::open(path)?.read(&mut first)?;
        Ok(match &first[..read] {
            b"PAR1" => PieceFormat::Parquet,
            [b'{', b'\n' | b'\r', ..] => PieceFormat::Document,
            start if start.first() == Some(&b'{') => PieceFormat::JsonLines,
            _ => PieceFormat::Csv,
        })
    }
}

/// A piece, read line by line; the rows of a Parquet file are read as JSON lines.
struct Piece {
    path: PathBuf,
    lines: Box<dyn Iterator<Item = io::Result<String>>>,
    /// Lines read so far.
    count: u64,
    format: PieceFormat,
    last: Option<u64>,
}

impl Piece {
    /// Opens a piece. The head is the line of names, or the columns of a Parquet file; JSON lines have none.
    fn open(path: &Path) -> Result<(Piece, Option<Head>), Failure> {
        let failed = |error: io::Error| Failure::input(format!("{}: {error}", path.display()));
        let format = PieceFormat::of(path).map_err(failed)?;
        let (lines, columns): (Box<dyn Iterator<Item = io::Result<String>>>, _) = if format == PieceFormat::Parquet {
            let (columns, rows) = super::sheet::parquet_rows(path)?;
            (rows, Some(columns))
        } else {
            (Box::new(BufReader::new(File::open(path).map_err(failed)?).lines()), None)
        };
        let mut piece = Piece { path: path.to_owned(), lines, count: 0, format, last: None };
        let head = match columns {
            Some(columns) => Some(Head::Columns(columns)),
            None if format == PieceFormat::Csv => piece.line()?.map(Head::Names),
            None => None,
        };
        Ok((piece, head))
    }

    fn fail(&self, why: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}, line {}: {why}", self.path.display(), self.count))
    }

    fn line(&mut self) -> Result<Option<String>, Failure> {
        self.count += 1;
        let line = self.lines.next().transpose();
        line.map_err(|error| self.fail(error))
    }

    /// The next row and the number by which rows are ordered.
    fn row(&mut self) -> Result<Option<(u64, String)>, Failure> {
        let Some(line) = self.line()? else { return Ok(None) };
        let number = if self.format == PieceFormat::Csv {
            line.split(',').next().and_then(|field| field.parse().ok())
        } else {
            let row: Value = serde_json::from_str(&line).map_err(|error| self.fail(error))?;
            NUMBERS.iter().find_map(|name| row.get(name)?.as_u64())
        };
        let number = number.ok_or_else(|| self.fail("the row does not have the number by which rows are ordered"))?;
        if self.last.is_some_and(|last| last >= number) {
            return Err(self.fail("the rows are not in order"));
        }
        self.last = Some(number);
        Ok(Some((number, line)))
    }
}

/// What all pieces begin with.
#[derive(Clone, Debug, PartialEq)]
enum Head {
    Names(String),
    Columns(Gathered),
}

impl Head {
    fn names(&self) -> String {
        match self {
            Head::Names(names) => names.clone(),
            Head::Columns(columns) => columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(","),
        }
    }
}

/// Puts pieces together, row by row in order.
pub fn run(options: &Options) -> Result<(), Failure> {
    if let Some(path) = options.output.iter().find(|path| options.pieces.contains(path)) {
        return Err(Failure::input(format!("{} is one of the pieces", path.display())));
    }
    let is_document = |path: &PathBuf| PieceFormat::of(path).is_ok_and(|format| format == PieceFormat::Document);
    if options.pieces.iter().any(is_document) {
        return join(options);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut head: Option<Head> = None;
    let mut waiting = BinaryHeap::new();
    for (index, path) in options.pieces.iter().enumerate() {
        let (mut piece, own) = Piece::open(path)?;
        if pieces.first().is_some_and(|before| before.format != piece.format) {
            return Err(piece.fail("the pieces are not all written in the same way"));
        }
        match (&head, own) {
            (None, own) => head = own,
            (Some(known), Some(own)) if *known != own => {
                let (own, known) = (own.names(), known.names());
                return Err(piece.fail(format!("the columns are {own}, but those of the first piece {known}")));
            }
            _ => {}
        }
        if let Some((number, line)) = piece.row()? {
            waiting.push(Reverse((number, index, line)));
        }
        pieces.push(piece);
    }
    match (head, &options.output) {
        (Some(Head::Columns(columns)), Some(output)) => {
            gathered(output, &columns, |out| merge(&mut pieces, waiting, out))
        }
        (Some(Head::Columns(_)), None) => Err(Failure::input("Parquet files are put together with --output FILE")),
        (head, output) => {
            let mut out: Box<dyn Write> = match output {
                None => Box::new(io::BufWriter::new(io::stdout())),
                Some(path) => {
                    let failed = |error| Failure::failed(format!("{}: {error}", path.display()));
                    Box::new(io::BufWriter::new(File::create(path).map_err(failed)?))
                }
            };
            if let Some(head) = head {
                writeln!(out, "{}", head.names())?;
            }
            merge(&mut pieces, waiting, &mut *out)?;
            Ok(out.flush()?)
        }
    }
}

/// Puts the answers of `longest` together.
fn join(options: &Options) -> Result<(), Failure> {
    let mut answers = Vec::new();
    for path in &options.pieces {
        let failed = |why: &dyn std::fmt::Display| Failure::input(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        answers.push(serde_json::from_str::<Longest>(&text).map_err(|error| {
            failed(&format!("this is no answer of `longest --json` ({error}); tables are put together as CSV"))
        })?);
    }
    let whole = Longest::joined(answers).map_err(Failure::input)?;
    match &options.output {
        None => crate::output::json(&whole),
        Some(path) => {
            let text = serde_json::to_string_pretty(&whole).map_err(Failure::failed)?;
            std::fs::write(path, text + "\n").map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
        }
    }
}

/// Rows that wait for their turn: number, piece, text.
type Waiting = BinaryHeap<Reverse<(u64, usize, String)>>;

fn merge(pieces: &mut [Piece], mut waiting: Waiting, out: &mut dyn Write) -> Result<(), Failure> {
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
    Ok(())
}
