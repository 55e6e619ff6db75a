//! `workshop dobutsu tune`: weights from self-play.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use banmen_core::Limits;
use banmen_dobutsu::evaluation::Weights;
use banmen_dobutsu::{BoardName, Classic, Deer, Gorogoro};
use clap::Args;

use super::fit::FitOptions;
use super::rounds::{TuneOptions, TuneProgress, tune};
use super::samples::PlayOptions;
use crate::console::{self, cancel_on_ctrl_c};

/// What is tuned, from where, and with how many games.
#[derive(Args)]
pub struct Options {
    /// deer, classic or gorogoro.
    #[arg(long, default_value_t = BoardName::Deer)]
    board: BoardName,
    /// Where to start: `bare` (material only), `own` (the program's weights), or a file.
    #[arg(long, default_value = "bare")]
    from: String,
    /// How often games are played and weights fitted.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Games of each round.
    #[arg(long, default_value_t = 4000)]
    games: usize,
    /// Nodes for each move of a game.
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// How often the fit goes through all samples.
    #[arg(long, default_value_t = 40)]
    epochs: u32,
    /// How much of the target is the game's result, 0 to 1; the rest is the search's opinion.
    #[arg(long, default_value_t = 0.5)]
    result_share: f64,
    /// Decides the games' openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads play; the weights do not depend on it.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where to write the weights [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Tunes, and writes the weights.
pub fn run(options: &Options) -> Result<()> {
    let share = options.result_share;
    ensure!((0.0..=1.0).contains(&share), "--result-share {share}: expected 0 to 1");
    let start = match options.from.as_str() {
        "bare" => Weights::bare(),
        "own" => Weights::of(options.board),
        file => {
            let text = std::fs::read_to_string(file).with_context(|| file.to_owned())?;
            Weights::from_text(&text).with_context(|| file.to_owned())?
        }
    };
    let plan = TuneOptions {
        rounds: options.rounds,
        play: PlayOptions { games: options.games, nodes: options.nodes, seed: options.seed, ..PlayOptions::default() },
        fit: FitOptions { epochs: options.epochs, result_share: share, ..FitOptions::default() },
    };
    let cancel = cancel_on_ctrl_c()?;
    let limits = Limits { threads: options.threads.clamp(1, 256), cancel: cancel.clone(), ..Limits::none() };
    let bar = console::bar("games", u64::from(options.rounds) * options.games as u64);
    let mut report = |progress| match progress {
        TuneProgress::Games { round, games, samples } => {
            bar.set_position(u64::from(round - 1) * options.games as u64 + games as u64);
            bar.set_message(format!("round {round}, {samples} samples"));
        }
        TuneProgress::Fitted { round, before, after } => {
            bar.suspend(|| eprintln!("round {round}: error {before:.6} became {after:.6}"));
        }
    };
    let weights = match options.board {
        BoardName::Deer => tune::<Deer>(&start, &plan, &limits, &mut report),
        BoardName::Classic => tune::<Classic>(&start, &plan, &limits, &mut report),
        BoardName::Gorogoro => tune::<Gorogoro>(&start, &plan, &limits, &mut report),
    };
    bar.finish_and_clear();
    match &options.out {
        Some(path) => std::fs::write(path, weights.to_text()).with_context(|| path.display().to_string())?,
        None => console::line(weights.to_text().trim_end())?,
    }
    ensure!(!cancel.is_set(), "interrupted; these are the weights so far");
    Ok(())
}
