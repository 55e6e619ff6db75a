//! `workshop gomoku tune`: the engine's weights from games against itself, reproducible from a seed.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::weights::Weights;
use clap::{Args, Subcommand};

use super::OnBoard;
use super::fit::{FitOptions, fit};
use super::games::{Game, GameOptions, generate};
use crate::console::{self, cancel_on_ctrl_c};

/// Play games, then fit the weights to them.
#[derive(Args)]
#[command(
    after_help = "The same command gives the same games, and the same games give the same weights. A round plays with the weights of the round
before it, and the fit takes the games of all rounds:
  workshop gomoku tune games --size 15 --nodes 4000 --games 12000 --seed 101 > first.txt
  workshop gomoku tune fit first.txt --out first.bin
  workshop gomoku tune games --size 15 --nodes 5000 --games 4500 --seed 201 --weights first.bin > second.txt
  workshop gomoku tune fit first.txt second.txt --out second.bin
  workshop gomoku tune games --size 15 --nodes 5000 --games 4800 --seed 301 --weights second.bin > third.txt
  workshop gomoku tune fit first.txt second.txt third.txt --out third.bin

The weights that ship come from three such rounds, 21,309 games. Their first round was played with the weights that shipped
before, so these commands lead to weights of the same kind and not to the same bytes."
)]
pub struct Options {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Play games against itself; one a line on standard output.
    Games(Games),
    /// Fit the weights to games.
    Fit(FitTo),
}

#[derive(Args)]
struct Games {
    #[command(flatten)]
    board: OnBoard,
    /// Positions searched for each move.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// How many games.
    #[arg(long = "games", default_value_t = 1_000)]
    count: u64,
    /// Where the random openings come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with; without it those that ship.
    #[arg(long)]
    weights: Option<PathBuf>,
}

#[derive(Args)]
struct FitTo {
    /// Files of games.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the weights go.
    #[arg(long)]
    out: PathBuf,
    /// Weights to start from; without it those written by hand.
    #[arg(long)]
    from: Option<PathBuf>,
    #[command(flatten)]
    board: OnBoard,
    /// Passes over all positions.
    #[arg(long, default_value_t = 12)]
    epochs: usize,
    /// How much the game's result counts against the search's word, 0 to 1.
    #[arg(long, default_value_t = 0.3)]
    result_share: f32,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays games or fits weights.
pub fn run(options: &Options) -> Result<()> {
    match &options.step {
        Step::Games(options) => games(options),
        Step::Fit(options) => fit_to(options),
    }
}

fn read_weights(path: &PathBuf) -> Result<Weights> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Weights::from_bytes(&bytes)
        .with_context(|| format!("{}: {} bytes are not a set of weights", path.display(), bytes.len()))
}

fn games(options: &Games) -> Result<()> {
    let weights = options.weights.as_ref().map_or_else(|| Ok(Tables::tuned()), read_weights)?;
    let rules = options.board.rules();
    let settings =
        GameOptions { size: usize::from(rules.size.get()), rule: rules.rule, nodes: options.nodes, seed: options.seed };
    let cancel = cancel_on_ctrl_c()?;
    let bar = console::bar("games", options.count);
    let mut written = Ok(());
    let mut played = 0;
    if options.count > 0 {
        generate(&settings, &weights, |game| {
            written = console::line(game);
            played += 1;
            bar.set_position(played);
            written.is_ok() && played < options.count && !cancel.is_set()
        });
    }
    bar.finish_and_clear();
    written?;
    ensure!(!cancel.is_set(), "interrupted");
    Ok(())
}

fn fit_to(options: &FitTo) -> Result<()> {
    let start = options.from.as_ref().map_or_else(|| Ok(Weights::plain()), read_weights)?;
    if !(0.0..=1.0).contains(&options.result_share) {
        bail!("--result-share {}: expected 0 to 1", options.result_share);
    }
    let mut games: Vec<Game> = Vec::new();
    for path in &options.games {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match line.parse() {
                Ok(game) => games.push(game),
                Err(error) => eprintln!("workshop: {} line {}: {error}; it is left out", path.display(), index + 1),
            }
        }
    }
    if games.is_empty() {
        bail!("there is no game to fit to");
    }
    let settings = FitOptions {
        rule: options.board.rules().rule,
        epochs: options.epochs,
        result_share: options.result_share,
        seed: options.seed,
        ..FitOptions::default()
    };
    let weights = fit(&games, &start, &settings, |epoch, fit| {
        eprintln!(
            "pass {epoch}: {} positions, loss {:.5}, order loss {:.4}, best first {:.1} %",
            fit.positions,
            fit.eval_loss,
            fit.order_loss,
            fit.first * 100.0
        );
    });
    fs::write(&options.out, weights.to_bytes()).with_context(|| options.out.display().to_string())?;
    console::line(format!("weights of {} games in {}", games.len(), options.out.display()))
}
