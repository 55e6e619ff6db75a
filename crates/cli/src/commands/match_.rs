//! `banmen match`: contenders against each other, and what the results prove.

use std::path::PathBuf;
use std::time::Duration;

use banmen_arena::{Elo, Match, MatchError, Openings, Spec, Sprt, SprtVerdict, Standing, Store, StoreError};
use clap::Args;
use serde_json::{Value, json};

use crate::arguments::parse_seconds;
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};
use crate::progress;

/// A match between two contenders.
#[derive(Args)]
#[command(
    after_help = "A contender is level:NAME (one of our levels; `banmen games GAME` lists them) or cmd:COMMAND (a program that
speaks the Gomocup protocol for gomoku, or USI for animal shogi).

Each opening is played twice with colours reversed. Illegal moves, crashes and moves that come too late lose. Every game is
kept as a record in a folder; the same command goes on where it was stopped.

Examples:
  banmen match gomoku --first level:hard --second level:normal --games 100 --rules '{\"size\":15}'
  banmen match gomoku --first level:master --second 'cmd:./other-engine' --time 1 --sprt 0,10 --games 2000
  banmen match gomoku --first level:master --second 'cmd:./other-engine' --tell-second 'INFO max_node 8000' --games 20
  banmen match dobutsu --first level:master --second level:hard --time 0.1 --games 100 --json"
)]
pub struct Options {
    /// The game.
    game: String,
    /// The first contender.
    #[arg(long, value_name = "SPEC")]
    first: Spec,
    /// The second contender.
    #[arg(long, value_name = "SPEC")]
    second: Spec,
    /// A line of its protocol that the first program is told before every game; may be given more than once.
    #[arg(long, value_name = "LINE", value_parser = parse_line)]
    tell_first: Vec<String>,
    /// The same for the second program.
    #[arg(long, value_name = "LINE", value_parser = parse_line)]
    tell_second: Vec<String>,
    /// How many games, at most if there is a test.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Seconds a move; without it each level takes its own time.
    #[arg(long, value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Seconds by which a move may come late before it loses.
    #[arg(long, value_parser = parse_seconds, default_value = "0.1")]
    grace: Duration,
    /// The game's rules in JSON, such as '{"size":15,"rule":"renju"}'.
    #[arg(long, value_name = "JSON")]
    rules: Option<String>,
    /// Openings, one a line in the game's notation. Without it: our own set if there is one, else random first moves.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many random first moves, where there are no openings.
    #[arg(long, default_value_t = 4)]
    random_plies: usize,
    /// End early when a sequential test decides between two differences in Elo.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How many games at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the games.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Keep no games.
    #[arg(long, conflicts_with = "out")]
    no_save: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Plays a match, or what is left of it.
pub fn run(options: Options) -> Result<(), Failure> {
    let entry = banmen_catalog::find(&options.game).map_err(Failure::input)?;
    let rules = rules(&options, &entry.info().default_rules)?;
    let games = options.games as usize;
    let openings = openings(&options, entry, &rules)?;
    let m = Match {
        entry,
        rules,
        contenders: [options.first.clone(), options.second.clone()],
        told: [options.tell_first.clone(), options.tell_second.clone()],
        games,
        time: options.time,
        grace: options.grace,
        openings,
        sprt: options.sprt,
        concurrency: usize::from(options.concurrency),
        seed: options.seed,
    };
    let store = if options.no_save {
        None
    } else {
        let folder = options.out.clone().unwrap_or_else(|| usual_folder(&m));
        let store = Store::open(&folder, &m.settings()).map_err(|error| match error {
            StoreError::Io { .. } => Failure::failed(error),
            _ => Failure::input(error),
        })?;
        Some(store)
    };
    let cancel = cancel_on_ctrl_c();
    let bar = progress::bar("games", m.games as u64 / 2 * 2);
    let result = m.play(store.as_ref(), &cancel, &mut |standing| {
        bar.set_position(standing.tally.games());
        bar.set_message(summary(standing));
    });
    bar.finish_and_clear();
    let standing = result.map_err(|error| match error {
        MatchError::Catalog(_) | MatchError::NoProtocol(_) | MatchError::Deaf(_) => Failure::input(error),
        _ => Failure::failed(error),
    })?;
    let folder = store.as_ref().map(|store| store.folder().display().to_string());
    if options.json {
        let mut answer = json!(standing);
        answer["first"] = json!(options.first);
        answer["second"] = json!(options.second);
        answer["games"] = json!(standing.tally.games());
        answer["sprt"] = json!(options.sprt);
        answer["folder"] = json!(folder);
        output::json(&answer)?;
    } else {
        output::line(text(&options, &standing, folder.as_deref()))?;
    }
    if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// One line that is not empty: more than one would be more commands than the reader sees.
fn parse_line(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("there is nothing to tell".to_owned()),
        line if line.contains(['\n', '\r']) => Err("tell one line at a time".to_owned()),
        line => Ok(line.to_owned()),
    }
}

/// The rules that were asked for, on top of the game's own.
fn rules(options: &Options, default: &Value) -> Result<Value, Failure> {
    let mut rules = default.clone();
    if let Some(text) = &options.rules {
        let asked: Value = serde_json::from_str(text).map_err(|error| Failure::input(format!("--rules: {error}")))?;
        let (Some(rules), Some(asked)) = (rules.as_object_mut(), asked.as_object()) else {
            return Err(Failure::input("--rules: expected a JSON object such as '{\"size\":15}'"));
        };
        rules.extend(asked.clone());
    }
    Ok(rules)
}

fn openings(options: &Options, entry: &'static banmen_catalog::Entry, rules: &Value) -> Result<Openings, Failure> {
    entry.start(rules).map_err(Failure::input)?;
    let Some(path) = &options.openings else {
        let random = || Openings::random(entry, rules, options.random_plies, options.games as usize / 2, options.seed);
        return Ok(Openings::shipped(entry, rules, options.seed).unwrap_or_else(random));
    };
    let text = std::fs::read_to_string(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    let (openings, bad) = Openings::read(&text, entry, rules);
    for opening in &bad {
        eprintln!("banmen: {}: {opening}; it is left out", path.display());
    }
    if openings.is_empty() {
        return Err(Failure::input(format!("{}: no opening can be played", path.display())));
    }
    Ok(openings)
}

/// A folder named after everything that makes the match, so that the same command finds its games again.
fn usual_folder(m: &Match) -> PathBuf {
    let text = m.settings().to_string();
    // FNV-1a: short, stable, and collisions are caught by the settings kept in the folder.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let all =
        crate::data_dir::folder().map_or_else(|| PathBuf::from("banmen-matches"), |folder| folder.join("matches"));
    all.join(format!("{}-{hash:016x}", m.entry.id()))
}

fn summary(standing: &Standing) -> String {
    let tally = &standing.tally;
    format!("+{} ={} -{}  {}", tally.wins, tally.draws, tally.losses, standing.elo)
}

fn text(options: &Options, standing: &Standing, folder: Option<&str>) -> String {
    let tally = &standing.tally;
    let mut lines = vec![
        format!("{} against {}: {} games", options.first, options.second, tally.games()),
        format!(
            "won {}, drawn {}, lost {}: {:.1} % of the points",
            tally.wins,
            tally.draws,
            tally.losses,
            standing.score * 100.0
        ),
        elo_line(standing.elo),
    ];
    if let (Some(sprt), Some(test)) = (options.sprt, standing.test) {
        let meaning = match test.verdict {
            SprtVerdict::Elo1 => format!("{} Elo or more is accepted", sprt.elo1),
            SprtVerdict::Elo0 => format!("{} Elo or less is accepted", sprt.elo0),
            SprtVerdict::Open => "undecided".to_owned(),
        };
        lines.push(format!(
            "test {sprt}: {meaning} after {} games (log-likelihood ratio {:.2}, bounds ±{:.2})",
            test.tested_games,
            test.log_likelihood_ratio,
            Sprt::bound()
        ));
    }
    lines.push(format!(
        "slowest moves {:.3} s and {:.3} s, largest overruns {:.3} s and {:.3} s",
        standing.slowest[0], standing.slowest[1], standing.largest_overrun[0], standing.largest_overrun[1]
    ));
    if standing.faults != [0, 0] {
        lines.push(format!("games lost by faults: {} and {}", standing.faults[0], standing.faults[1]));
        lines.extend(standing.fault_list.iter().map(|fault| format!("  {fault}")));
    }
    lines.extend(folder.map(|folder| format!("the games are in {folder}")));
    lines.join("\n")
}

fn elo_line(elo: Elo) -> String {
    format!("difference: {elo} (95 %)")
}
