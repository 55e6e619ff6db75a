//! `banmen GAME best|analyse|show|puzzles` for every game of the catalogue, by nothing that only one game knows.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use banmen_catalog::{AnyGame, Entry};
use banmen_core::{AnalysisRequest, Event, Record, Seat, Square, Turn, View};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use serde_json::{Value, json};

use crate::analysing::Analysing;
use crate::asking::Asking;
use crate::commands::puzzles;
use crate::data_dir;
use crate::output::{self, Failure};

/// The longest file of a game that is read, in bytes.
const LONGEST_FILE: u64 = 4 << 20;

/// What every game answers.
#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What a computer player would play.
    Best(Best),
    /// What a position is worth, better and better until you stop it.
    Analyse(Analyse),
    /// Draw a position and list its moves.
    Show(Show),
    /// Find puzzles in games of the engines and prove their answers.
    Puzzles(puzzles::Options),
}

/// A position: rules and moves, or a file.
#[derive(Args)]
pub struct Start {
    /// The moves so far, separated by spaces, in the game's notation.
    #[arg(default_value = "")]
    moves: String,
    /// The game's rules in JSON; `banmen games GAME` lists them.
    #[arg(long, value_name = "JSON")]
    rules: Option<String>,
    /// Read the game from a file instead (`-` is standard input): a record, or a format that the game reads.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "rules"])]
    file: Option<PathBuf>,
}

/// Who is asked, and about what.
#[derive(Args)]
pub struct Best {
    #[command(flatten)]
    start: Start,
    /// Who is asked; `banmen games GAME` lists the levels [default: the one that gives hints].
    #[arg(long)]
    level: Option<String>,
    /// How many threads think.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    asking: Asking,
}

/// Which position, what is asked about it, how long.
#[derive(Args)]
pub struct Analyse {
    #[command(flatten)]
    start: Start,
    /// What to find [default: the first that the game offers].
    #[arg(long)]
    kind: Option<String>,
    /// How many lines, up to 64.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    lines: u32,
    #[command(flatten)]
    analysing: Analysing,
}

/// Which position.
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    start: Start,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Runs `banmen GAME …` for a game that has no commands of its own: those that every game has, and its protocols.
pub fn run(words: &[OsString]) -> Result<(), Failure> {
    let name = words.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    let entry = banmen_catalog::find(&name)
        .map_err(|error| Failure::input(format!("{name:?} is neither a command nor a game: {error}")))?;
    run_for(entry, words)
}

fn run_for(entry: &Entry, words: &[OsString]) -> Result<(), Failure> {
    let mut command =
        Options::command().name(entry.id()).bin_name(format!("banmen {}", entry.id())).about(entry.info().name);
    for protocol in entry.protocols() {
        command = command.subcommand(clap::Command::new(protocol.name).about(protocol.summary));
    }
    let matches = command.get_matches_from(words);
    let spoken = entry.protocols().iter().find(|protocol| Some(protocol.name) == matches.subcommand_name());
    if let Some(protocol) = spoken {
        return Ok((protocol.speak)()?);
    }
    let options = Options::from_arg_matches(&matches).map_err(Failure::input)?;
    match options.command {
        Command::Best(options) => best(entry, &options),
        Command::Analyse(options) => analyse(entry, &options),
        Command::Show(options) => show(entry, &options),
        Command::Puzzles(options) => puzzles::run(entry, &options),
    }
}

/// The game of this name.
pub fn entry(game: &str) -> Result<&'static Entry, Failure> {
    banmen_catalog::find(game).map_err(Failure::input)
}

/// Speaks one of a game's protocols.
pub fn speak(game: &str, protocol: &str) -> Result<(), Failure> {
    let entry = banmen_catalog::find(game).map_err(Failure::input)?;
    let protocol = entry.protocols().iter().find(|known| known.name == protocol);
    let protocol = protocol.ok_or_else(|| Failure::failed(format!("{game} was built without this protocol")))?;
    Ok((protocol.speak)()?)
}

/// Lets the game find what it has computed before, such as a solved game.
fn keep_data(entry: &Entry) {
    if let Some(folder) = data_dir::folder() {
        entry.keep_data_in(&folder);
    }
}

/// Asks a player for a move.
pub fn best(entry: &Entry, options: &Best) -> Result<(), Failure> {
    let game = options.start.game(entry)?;
    keep_data(entry);
    let level = options.level.as_deref().unwrap_or(entry.info().hint_level);
    let question = json!({ "rules": game.record().rules, "events": game.record().events });
    options.asking.ask(game.as_ref(), level, options.threads, question)
}

/// Analyses a position.
pub fn analyse(entry: &Entry, options: &Analyse) -> Result<(), Failure> {
    let game = options.start.game(entry)?;
    keep_data(entry);
    let rules = &game.record().rules;
    let offered = entry.info().analyses.iter();
    let kinds: Vec<&str> =
        offered.filter(|kind| kind.when.as_ref().is_none_or(|when| when.holds(rules))).map(|kind| kind.id).collect();
    let kind = match &options.kind {
        Some(kind) if kinds.contains(&kind.as_str()) => kind.clone(),
        Some(kind) => {
            let known = kinds.join(", ");
            return Err(Failure::input(format!("{} has no analysis {kind:?} here; there are {known}", entry.id())));
        }
        None => kinds.first().copied().unwrap_or_default().to_owned(),
    };
    options.analysing.analyse(game.as_ref(), &AnalysisRequest { kind, lines: options.lines })
}

/// Draws a position.
pub fn show(entry: &Entry, options: &Show) -> Result<(), Failure> {
    let game = options.start.game(entry)?;
    let moves = game.legal_moves();
    if options.json {
        return output::json(&json!({
            "record": game.record(), "turn": game.turn(), "moves": moves, "view": game.view(),
        }));
    }
    output::line(draw(&game.view()))?;
    let seats = &entry.info().seats;
    let name = |seat: Seat| seats[seat.index()].key;
    output::line(match game.turn() {
        Turn::Seat { seat } => format!("{} to move; {} moves: {}", name(seat), moves.len(), moves.join(" ")),
        Turn::Chance => "chance decides".to_owned(),
        Turn::Over { outcome } => match outcome.winner {
            Some(seat) => format!("{} won: {}", name(seat), outcome.reason),
            None => format!("a draw: {}", outcome.reason),
        },
    })
}

impl Start {
    fn game(&self, entry: &Entry) -> Result<Box<dyn AnyGame>, Failure> {
        if let Some(path) = &self.file {
            let record = read(entry, path).map_err(|why| Failure::input(format!("{}: {why}", path.display())))?;
            return entry.replay(&record).map_err(Failure::input);
        }
        let rules: Value = match &self.rules {
            Some(text) => serde_json::from_str(text).map_err(|error| Failure::input(format!("--rules: {error}")))?,
            None => Value::Null,
        };
        let mut game = entry.start(&rules).map_err(Failure::input)?;
        for (number, word) in (1..).zip(self.moves.split_whitespace()) {
            let text = word.to_owned();
            let event = if game.turn() == Turn::Chance { Event::Chance(text) } else { Event::Move(text) };
            game.apply(&event).map_err(|why| Failure::input(format!("move {number}: {why}")))?;
        }
        Ok(game)
    }
}

/// Reads a record in JSON, or in the first of the game's formats that understands the text.
fn read(entry: &Entry, path: &PathBuf) -> Result<Record, String> {
    let mut text = String::new();
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(fs::File::open(path).map_err(|error| error.to_string())?)
    };
    source.take(LONGEST_FILE + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() as u64 > LONGEST_FILE {
        return Err(format!("more than {LONGEST_FILE} bytes are not read"));
    }
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(&text).map_err(|error| error.to_string());
    }
    let mut why = "this is not a record in JSON".to_owned();
    for format in entry.info().formats.iter().filter(|format| !format.binary) {
        match entry.import(format.id, &text) {
            Ok(study) => return Ok(study.record()),
            Err(error) => why = format!("as {}: {error}", format.id),
        }
    }
    Err(why)
}

/// The board in letters: the first letter of each piece's drawing, a capital for the first player; what has not decided yet is a
/// question mark.
fn draw(view: &View) -> String {
    let at = |x: u8, y: u8| view.pieces.iter().find(|piece| piece.at == Square::new(x, y));
    let letter = |x: u8, y: u8| {
        let Some(piece) = at(x, y) else { return '.' };
        let first = piece.glyph.chars().next().unwrap_or('?');
        match piece.owner {
            Some(Seat::First) => first.to_ascii_uppercase(),
            Some(Seat::Second) => first.to_ascii_lowercase(),
            None => '?',
        }
    };
    let grid = &view.grid;
    let margin = grid.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let label = |labels: &[String], index: u8| labels.get(usize::from(index)).cloned().unwrap_or_default();
    let mut lines: Vec<String> = (0..grid.rows)
        .map(|y| {
            let cells: Vec<String> = (0..grid.columns).map(|x| letter(x, y).to_string()).collect();
            format!("{:>margin$} {}", label(&grid.row_labels, y), cells.join(" "))
        })
        .collect();
    let letters: Vec<String> = (0..grid.columns).map(|x| label(&grid.column_labels, x)).collect();
    lines.push(format!("{:>margin$} {}", "", letters.join(" ")));
    for hand in &view.hands {
        let held: Vec<String> = hand
            .pieces
            .iter()
            .filter(|piece| piece.count > 0)
            .map(|piece| format!("{} {}", piece.count, piece.glyph))
            .collect();
        lines.push(format!(
            "in the {} hand: {}",
            if hand.seat == Seat::First { "first" } else { "second" },
            held.join(", ")
        ));
    }
    lines.join("\n")
}
