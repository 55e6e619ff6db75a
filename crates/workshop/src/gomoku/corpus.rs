//! `workshop gomoku corpus`: games against itself as material for training a network.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use banmen_core::Limits;
use banmen_gomoku::engine::corpus::{Corpus, Made, Plan, Share, annotate, make};
use banmen_gomoku::engine::evaluator::Evaluation;
use clap::{Args, ValueEnum};

use crate::console;

/// Which games, how many, and where they go.
#[derive(Args)]
#[command(
    after_help = "The games go into files of one folder; train/README.md describes them. Started again with the same folder, shares, nodes and
seed, the command goes on where it was stopped, on any number of threads.

Examples:
  workshop gomoku corpus games --games 10000 --threads 8
  workshop gomoku corpus games --share freestyle15=60 --share renju15=20 --nodes 2000 --time 3600 --threads 16"
)]
pub struct Options {
    /// The folder of the games.
    folder: PathBuf,
    /// A rule, a size and its share of the games, as in renju15=20; may be given several times.
    #[arg(long = "share", default_value = "freestyle15=1")]
    shares: Vec<Share>,
    /// Positions searched for each move.
    #[arg(long, default_value_t = 1_500)]
    nodes: u64,
    /// How many games of the plan.
    #[arg(long, default_value_t = u32::MAX)]
    games: u32,
    /// Most seconds.
    #[arg(long)]
    time: Option<f64>,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How many files the games go to; no more than threads.
    #[arg(long, default_value_t = 8)]
    shards: usize,
    /// The evaluation with which the engine plays.
    #[arg(long, value_enum, default_value_t = Kind::Shapes)]
    evaluation: Kind,
    /// Where openings and random moves come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The name of an evaluation.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Shapes,
    Network,
}

impl From<Kind> for Evaluation {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Shapes => Self::Shapes,
            Kind::Network => Self::Network,
        }
    }
}

/// The folder of a corpus.
#[derive(Args)]
pub struct ShapesOptions {
    /// The folder of the games.
    folder: PathBuf,
}

/// Writes beside each file of games what shapes say of its positions.
pub fn shapes(options: &ShapesOptions) -> Result<()> {
    let labels = annotate(&options.folder)?;
    console::line(format!("{labels} positions in {}", options.folder.display()))
}

/// Most games at once.
const MOST_THREADS: usize = 1024;
/// Time between two lines about how far it has come.
const REPORT: Duration = Duration::from_secs(30);

/// Plays games and writes them down.
pub fn run(options: &Options) -> Result<()> {
    let time = options.time.map(Duration::try_from_secs_f64).transpose().context("--time")?;
    ensure!(options.shares.iter().any(|share| share.weight > 0), "--share: expected a share with a weight above 0");
    ensure!((1..=MOST_THREADS).contains(&options.threads), "--threads: expected 1 to {MOST_THREADS}");
    let plan = Plan {
        shares: options.shares.clone(),
        nodes: options.nodes,
        seed: options.seed,
        evaluation: options.evaluation.into(),
    };
    let limits = Limits { time, threads: options.threads, cancel: console::cancel_on_ctrl_c()?, ..Limits::none() };
    let corpus = Corpus::open(&options.folder, &plan)?;
    let last = Mutex::new(Instant::now());
    let report = |made: Made| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= REPORT {
            *last = Instant::now();
            eprintln!("{} games, {} positions", made.games, made.positions);
        }
    };
    let made = make(corpus, &plan, options.games, options.shards, &limits, &report)?;
    console::line(format!("{} games, {} positions in {}", made.games, made.positions, options.folder.display()))
}
