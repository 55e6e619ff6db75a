//! Tables written row by row: comma-separated values, JSON lines, or Parquet.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use banmen_konane::tools::{Column, Field};
use clap::Args;
use serde_json::{Map, Value};

use crate::output::Failure;

/// Where a table goes, and how it is written.
#[derive(Args, Clone, Debug, Default)]
pub struct Format {
    /// Comma-separated values with a line of names (the usual way).
    #[arg(long, group = "format")]
    pub csv: bool,
    /// JSON lines: one object a row.
    #[arg(long, group = "format")]
    pub jsonl: bool,
    /// Apache Parquet; needs --output.
    #[cfg(feature = "parquet")]
    #[arg(long, group = "format", requires = "output")]
    pub parquet: bool,
    /// Only these columns: value,temperature.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub fields: Vec<String>,
}

impl Format {
    fn is_parquet(&self) -> bool {
        #[cfg(feature = "parquet")]
        return self.parquet;
        #[cfg(not(feature = "parquet"))]
        false
    }

    fn kind(&self) -> LineFormat {
        if self.jsonl || self.is_parquet() { LineFormat::JsonLines } else { LineFormat::Csv }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineFormat {
    Csv,
    JsonLines,
}

/// Makes the lines of a table; every thread may have one.
#[derive(Clone, Debug)]
pub struct LineMaker {
    columns: Vec<Column>,
    /// Which of the columns are written.
    chosen: Vec<usize>,
    kind: LineFormat,
}

impl LineMaker {
    fn names(&self) -> String {
        self.chosen.iter().map(|&column| self.columns[column].name).collect::<Vec<_>>().join(",")
    }

    /// The text of a row, without its line end.
    pub fn line(&self, row: &[Field]) -> String {
        let mut line = String::new();
        match self.kind {
            LineFormat::Csv => {
                for (place, &column) in self.chosen.iter().enumerate() {
                    if place > 0 {
                        line.push(',');
                    }
                    match &row[column] {
                        Field::Missing => {}
                        Field::Integer(number) => line.push_str(&number.to_string()),
                        Field::Text(text) => push_quoted(&mut line, text),
                    }
                }
            }
            LineFormat::JsonLines => {
                let mut object = Map::new();
                for &column in &self.chosen {
                    let value = match &row[column] {
                        // The error column is written only where there is one.
                        Field::Missing if self.columns[column].name == "error" => continue,
                        Field::Missing => Value::Null,
                        Field::Integer(number) => Value::from(*number),
                        Field::Text(text) => Value::from(text.as_str()),
                    };
                    object.insert(self.columns[column].name.to_owned(), value);
                }
                line = Value::Object(object).to_string();
            }
        }
        line
    }
}

/// A table that is being written.
pub struct Sheet {
    maker: LineMaker,
    out: Box<dyn Write>,
    /// Rows are gathered as JSON lines in the first file and become the second, a Parquet file, at the end.
    gathered: Option<(PathBuf, PathBuf)>,
    /// Rows that were there already.
    pub kept: u64,
    /// The last of them.
    last_row: Option<String>,
}

impl Sheet {
    /// Begins a table, or goes on with one that was not finished.
    pub fn open(columns: &[Column], format: &Format, output: Option<&Path>, resume: bool) -> Result<Sheet, Failure> {
        let chosen = chosen(columns, &format.fields)?;
        let kind = format.kind();
        let maker = LineMaker { columns: columns.to_vec(), chosen, kind };
        let mut sheet = Sheet { maker, out: Box::new(io::sink()), gathered: None, kept: 0, last_row: None };
        let Some(output) = output.filter(|path| *path != Path::new("-")) else {
            sheet.out = Box::new(BufWriter::new(io::stdout()));
            sheet.header()?;
            return Ok(sheet);
        };
        let mut path = output.to_owned();
        if format.is_parquet() {
            path.as_mut_os_string().push(".rows");
            sheet.gathered = Some((path.clone(), output.to_owned()));
        }
        let failed = |error: io::Error| Failure::failed(format!("{}: {error}", path.display()));
        if resume && path.exists() {
            let (lines, bytes, last) = whole_lines(&path).map_err(failed)?;
            let header = if kind == LineFormat::Csv { sheet.maker.names() } else { String::new() };
            if kind == LineFormat::Csv && lines > 0 && first_line(&path).map_err(failed)? != header {
                let why =
                    format!("{} does not begin with `{header}`, so that it cannot be gone on with", path.display());
                return Err(Failure::input(why));
            }
            let file = OpenOptions::new().write(true).open(&path).map_err(failed)?;
            file.set_len(bytes).map_err(failed)?;
            drop(file);
            let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
            sheet.out = Box::new(BufWriter::new(file));
            sheet.kept = lines.saturating_sub(u64::from(kind == LineFormat::Csv));
            sheet.last_row = last.filter(|_| sheet.kept > 0);
            if lines > 0 {
                return Ok(sheet);
            }
        } else {
            sheet.out = Box::new(BufWriter::new(File::create(&path).map_err(failed)?));
        }
        sheet.header()?;
        Ok(sheet)
    }

    fn header(&mut self) -> Result<(), Failure> {
        if self.maker.kind == LineFormat::Csv {
            writeln!(self.out, "{}", self.maker.names())?;
        }
        Ok(())
    }

    /// Makes the lines of this table.
    pub fn line_maker(&self) -> LineMaker {
        self.maker.clone()
    }

    /// Writes rows that a [`LineMaker`] made, with their line ends.
    pub fn write(&mut self, lines: &str) -> Result<(), Failure> {
        self.out.write_all(lines.as_bytes())?;
        Ok(())
    }

    /// Lets readers see what was written so far.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush()?;
        Ok(())
    }

    /// Ends the table.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if let Some((rows, output)) = self.gathered.take() {
            drop(self.out);
            let columns = self.maker.chosen.iter().map(|&column| self.maker.columns[column]);
            let columns: Gathered = columns.map(|column| (column.name.to_owned(), column.integers)).collect();
            become_parquet(&rows, &output, &columns)?;
        }
        Ok(())
    }

    /// The last row that was there already, if it is the one of the column `index`: its number.
    pub fn last_index(&self) -> Option<u64> {
        let row = self.last_row.as_deref()?;
        match self.maker.kind {
            LineFormat::Csv => {
                let place = self.maker.chosen.iter().position(|&column| self.maker.columns[column].name == "index")?;
                (place == 0).then(|| row.split(',').next()?.parse().ok())?
            }
            LineFormat::JsonLines => serde_json::from_str::<Value>(row).ok()?.get("index")?.as_u64(),
        }
    }
}

/// The columns of a table that becomes a Parquet file: names, and whether they hold whole numbers.
pub type Gathered = Vec<(String, bool)>;

/// Writes rows as JSON lines beside the output, and makes a Parquet file of them.
pub fn gathered(
    output: &Path,
    columns: &Gathered,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut rows = output.to_owned();
    rows.as_mut_os_string().push(".rows");
    let failed = |error: io::Error| Failure::failed(format!("{}: {error}", rows.display()));
    let mut out = BufWriter::new(File::create(&rows).map_err(failed)?);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    become_parquet(&rows, output, columns)
}

fn become_parquet(rows: &Path, output: &Path, columns: &Gathered) -> Result<(), Failure> {
    gathered_to_parquet(rows, output, columns)?;
    fs::remove_file(rows).map_err(|error| Failure::failed(format!("{}: {error}", rows.display())))
}

/// Rows as JSON lines.
pub type JsonRows = Box<dyn Iterator<Item = io::Result<String>>>;

/// The columns of a Parquet file, and its rows as JSON lines.
#[cfg(feature = "parquet")]
pub fn parquet_rows(path: &Path) -> Result<(Gathered, JsonRows), Failure> {
    super::parquet::read(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

#[cfg(not(feature = "parquet"))]
pub fn parquet_rows(path: &Path) -> Result<(Gathered, JsonRows), Failure> {
    Err(Failure::input(format!("{}: this program was built without Parquet", path.display())))
}

#[cfg(feature = "parquet")]
fn gathered_to_parquet(rows: &Path, output: &Path, columns: &Gathered) -> Result<(), Failure> {
    super::parquet::write(rows, output, columns)
        .map_err(|error| Failure::failed(format!("{}: {error}", output.display())))
}

#[cfg(not(feature = "parquet"))]
fn gathered_to_parquet(_: &Path, _: &Path, _: &Gathered) -> Result<(), Failure> {
    Ok(())
}

/// The columns that were asked for, all if none were.
fn chosen(columns: &[Column], fields: &[String]) -> Result<Vec<usize>, Failure> {
    if fields.is_empty() {
        return Ok((0..columns.len()).collect());
    }
    let find = |name: &String| {
        columns.iter().position(|column| column.name == name.trim()).ok_or_else(|| {
            let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
            Failure::input(format!("there is no column {name:?}; there are {}", names.join(", ")))
        })
    };
    fields.iter().map(find).collect()
}

/// A field of comma-separated values, in quotes where it needs them.
pub fn push_quoted(line: &mut String, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        line.push('"');
        line.push_str(&text.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(text);
    }
}

/// How many lines of a file are whole, how many bytes they have, and the last of them.
fn whole_lines(path: &Path) -> io::Result<(u64, u64, Option<String>)> {
    let mut file = BufReader::new(File::open(path)?);
    let (mut lines, mut bytes) = (0, 0);
    let (mut line, mut last) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let length = file.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            let last = String::from_utf8_lossy(&last).trim_end().to_owned();
            return Ok((lines, bytes, (lines > 0).then_some(last)));
        }
        last.clone_from(&line);
        lines += 1;
        bytes += length as u64;
    }
}

fn first_line(path: &Path) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(File::open(path)?).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}
