//! `banmen konane read`: a game string back to its value.

use std::io::{self, BufReader, Read};
use std::path::Path;

use banmen_cgt::Arena;
use banmen_konane::read_game_string;
use banmen_konane::tools::{USUAL_NAME, Worth};
use clap::Args;

use super::open;
use super::value::described;
use crate::output::{self, Failure};

/// Which string.
#[derive(Args)]
pub struct Options {
    /// The string, a file with it, or `-` for standard input.
    #[arg(allow_hyphen_values = true)]
    string: String,
    /// The longest canonical form that is written.
    #[arg(long, default_value_t = USUAL_NAME)]
    max_length: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Tells what the string is worth. It is read piece by piece and never held.
pub fn run(options: &Options) -> Result<(), Failure> {
    let source: Box<dyn Read> = if options.string == "-" {
        Box::new(io::stdin().lock())
    } else if Path::new(&options.string).is_file() {
        Box::new(open(&options.string)?)
    } else {
        Box::new(io::Cursor::new(options.string.clone().into_bytes()))
    };
    let mut arena = Arena::new();
    let value = read_game_string(BufReader::new(source).bytes(), &mut arena).map_err(Failure::input)?;
    let worth = Worth::of(&mut arena, value, options.max_length);
    if options.json { output::json(&worth) } else { output::line(described(&worth).trim_end()) }
}
