//! `banmen konane string`: the game string, streamed.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use banmen_core::Cancel;
use banmen_konane::tools::{self, Asked, StringQuestion, Strings};
use clap::Args;
use serde_json::json;

use super::{PositionOrBatch, Spending, Watch, batch, ended};
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};

/// Which position, and what to write.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    position: PositionOrBatch,
    #[command(flatten)]
    spending: Spending,
    /// Only the number of characters.
    #[arg(long)]
    length: bool,
    /// Write integers as such: `-1` instead of `{|0}`.
    #[arg(long)]
    integers: bool,
    /// Print JSON: the length, and the string unless --length is given or it has more than 2000 characters.
    #[arg(long)]
    json: bool,
}

/// Writes the string or its length.
pub fn run(options: &Options) -> Result<(), Failure> {
    let PositionOrBatch { rule, batch, .. } = &options.position;
    let Some(board) = options.position.board()? else {
        let longest = if options.length { 0 } else { tools::USUAL_NAME };
        let asked = Asked::String { integers: options.integers };
        return batch::run(batch, asked, rule.jumps, longest, &options.spending);
    };
    let question =
        StringQuestion { board, jumps: rule.jumps, integers: options.integers, max_length: tools::USUAL_NAME };
    let mut watch = Watch::new("structures");
    let found = tools::strings(&question, &options.spending.limits(), &mut |effort| watch.show(effort));
    watch.end();
    let found = found.map_err(|halt| ended(&halt))?;
    if options.json {
        return print_json(options, &found);
    }
    if options.length {
        return output::line(found.length());
    }
    let cancel = cancel_on_ctrl_c();
    let written = match &batch.output {
        Some(path) => {
            let file = File::create(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
            write(&found, file, &cancel)
        }
        None => write(&found, io::stdout().lock(), &cancel),
    };
    match written {
        Err(_) if cancel.is_set() => Err(Failure::Interrupted),
        written => written.map_err(Failure::from),
    }
}

fn print_json(options: &Options, found: &Strings) -> Result<(), Failure> {
    let length = found.length();
    let short = !options.length && length <= tools::Count::from(u128::from(tools::USUAL_NAME));
    let text = if short {
        let mut bytes = Vec::new();
        found.text().write(&mut bytes)?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    } else {
        None
    };
    let answer = json!({
        "string": text,
        "length": length,
        "structures": found.effort.different,
        "positions": found.effort.positions,
        "seconds": found.effort.elapsed.as_secs_f64(),
    });
    output::json_fields(&answer, &options.position.batch.format.fields)
}

/// A sink that refuses to go on once the work was cancelled, since a string can be terabytes long.
struct UntilCancelled<'a, W> {
    inner: W,
    cancel: &'a Cancel,
}

impl<W: Write> Write for UntilCancelled<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.is_set() {
            return Err(io::Error::other("it was stopped"));
        }
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Bytes that are handed over at once.
const PIECE: usize = 1 << 17;

fn write(found: &Strings, to: impl Write, cancel: &Cancel) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(PIECE, UntilCancelled { inner: to, cancel });
    found.text().write(&mut out)?;
    out.write_all(b"\n")?;
    out.flush()
}
