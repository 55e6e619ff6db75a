//! `banmen convert`: a game from one format to another, with its variations and comments.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use banmen_table::exchange;
use clap::Args;

use crate::output::{self, Failure};

/// The longest file that is read, in bytes.
const LONGEST_FILE: u64 = 16 << 20;

/// Which file, and what to make of it.
#[derive(Args)]
#[command(after_help = "Examples:
  banmen convert game.psq --to sgf > game.sgf
  banmen convert book.lib --to sgf --out book.sgf
  banmen convert game.kif --to json      UTF-8 or Shift-JIS")]
pub struct Options {
    /// The file; `-` is standard input.
    file: PathBuf,
    /// The format of the file [default: its ending].
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// The format to write: json, or one that `banmen games GAME` lists.
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// The game, where several have the format.
    #[arg(long)]
    game: Option<String>,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Converts a game.
pub fn run(options: &Options) -> Result<(), Failure> {
    let name = options.file.display();
    let fail = |why: &dyn std::fmt::Display| Failure::input(format!("{name}: {why}"));
    let ending = options.file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let format = options.from.clone().or(ending).ok_or_else(|| fail(&"say what format it has with --from"))?;
    let bytes = read(&options.file).map_err(|error| fail(&error))?;
    let formats = banmen_catalog::games().iter().flat_map(|entry| &entry.info().formats);
    let is_binary = formats.clone().any(|known| known.id == format && known.binary);
    let text = if is_binary {
        bytes.into_iter().map(char::from).collect()
    } else {
        text_of(bytes).ok_or_else(|| fail(&"this is text neither in UTF-8 nor in Shift-JIS"))?
    };
    let study = exchange::read(&format, options.game.as_deref(), &text).map_err(|error| fail(&error))?;
    let file = exchange::write_study(&study, &options.to).map_err(|error| fail(&error))?;
    match &options.out {
        Some(path) => {
            fs::write(path, file.text).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
        }
        None => output::line(file.text.trim_end()),
    }
}

/// Text in UTF-8, or in Shift-JIS, in which most KIF files are written.
fn text_of(bytes: Vec<u8>) -> Option<String> {
    String::from_utf8(bytes).map_or_else(
        |error| {
            let decoded = encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(error.as_bytes());
            decoded.map(std::borrow::Cow::into_owned)
        },
        Some,
    )
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let source: Box<dyn Read> =
        if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(fs::File::open(path)?) };
    let mut bytes = Vec::new();
    source.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(io::Error::other(format!("more than {LONGEST_FILE} bytes are not read")));
    }
    Ok(bytes)
}
