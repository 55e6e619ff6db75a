//! `workshop gomoku reliability`: how the score of a search becomes a chance to win, and how far that chance can be trusted.

mod curve;
mod fit;
mod picture;
mod sample;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use banmen_gomoku::chance::{chance_of, logistic};
use clap::Args;

use crate::console;
use curve::{Bin, bins};
use fit::{Case, fit, log_loss};

/// Which games, how many positions of them, how much thought for each.
#[derive(Args)]
#[command(
    after_help = "Positions without a forced win are drawn from games that were played to their end without a random move after them, and weighted so that
long games count as often as they are played. The engine judges each; half the games say how its scores become chances, the other half
how true these are.

Example:
  workshop gomoku reliability games --held-out --positions 6000 --nodes 5000 --svg docs/network-chance.svg"
)]
pub struct Options {
    /// Folders of games, as `workshop gomoku corpus` writes them.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Only games that training holds out, every twentieth.
    #[arg(long)]
    held_out: bool,
    /// How many positions.
    #[arg(long, default_value_t = 8_000)]
    positions: usize,
    /// Nodes for each position.
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    /// Which positions are drawn.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw the curve into a file.
    #[arg(long)]
    svg: Option<PathBuf>,
}

/// Training holds out the games whose numbers are multiples of this.
const HELD_OUT: u32 = 20;

/// Prints the fit and the reliability of the chance that analyses show.
pub fn run(options: &Options) -> Result<()> {
    ensure!(options.positions > 0, "--positions: expected at least 1");
    let every = if options.held_out { HELD_OUT } else { 1 };
    let games = sample::read(&options.folders, every)?;
    let judged = sample::judge(&games, options.positions, options.nodes, options.seed)?;
    ensure!(judged.len() >= 100, "only {} of the positions have no forced win: too few to tell", judged.len());
    let part =
        |fitted: bool| -> Vec<Case> { judged.iter().filter(|one| one.fitted == fitted).map(|one| one.case).collect() };
    let (fitted, checked) = (part(true), part(false));
    let slope = fit(&fitted);
    let depth = judged.iter().map(|one| f64::from(one.depth)).sum::<f64>() / judged.len() as f64;
    console::line(format!("{} positions, {} nodes each, depth {depth:.1} on average", judged.len(), options.nodes))?;
    console::line(format!("fitted to {} of them: chance = 1 / (1 + exp(-{slope:.3} * score / 200))", fitted.len()))?;
    let line = |name: &str, chance: &dyn Fn(i32) -> f64| {
        console::line(format!("  {name}: log loss {:.4} on the other {}", log_loss(&checked, chance), checked.len()))
    };
    line("always even", &|_| 0.5)?;
    line("as analyses show it", &chance_of)?;
    line("as just fitted", &|score| logistic(slope, score))?;
    let curve = bins(&checked, chance_of);
    console::line("| said | won | positions |\n|---|---|---|")?;
    for Bin { said, got, error, count } in &curve {
        console::line(format!("| {:.1} % | {:.1} ± {:.1} % | {count} |", 100.0 * said, 100.0 * got, 100.0 * error))?;
    }
    console::line("| board | said on average, for who is ahead | won | positions |\n|---|---|---|---|")?;
    for (board, cases) in sample::by_board(&judged) {
        let Bin { said, got, error, count } = curve::whole(&cases, chance_of);
        console::line(format!(
            "| {board} | {:.1} % | {:.1} ± {:.1} % | {count} |",
            100.0 * said,
            100.0 * got,
            100.0 * error
        ))?;
    }
    if let Some(path) = &options.svg {
        fs::write(path, picture::draw(&curve)).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
