//! Gomoku: games for tuning, weights from games, balanced openings, a corpus for training, the reliability of chances.
//!
//! Tuning has two steps, both reproducible from a seed: [`games::generate`] plays games and writes down what each search
//! said; [`fit::fit`] moves the weights towards those words and the results.

mod corpus;
mod fit;
mod games;
mod openings;
mod reliability;
mod tune;

use anyhow::Result;
use banmen_gomoku::{Rule, Rules, Size};
use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub enum Command {
    /// Fit the engine's weights to games against itself.
    Tune(tune::Options),
    /// Make balanced openings with our own engine.
    Openings(openings::Options),
    /// Play games against itself as material for training a network.
    Corpus(corpus::Options),
    /// Write down what shapes say of the positions of a corpus, which training needs.
    Shapes(corpus::ShapesOptions),
    /// Fit the chance to win to results, and print how far it can be trusted.
    Reliability(reliability::Options),
}

/// Runs a command of gomoku.
pub fn run(command: Command) -> Result<()> {
    match command {
        Command::Tune(options) => tune::run(&options),
        Command::Openings(options) => openings::run(&options),
        Command::Corpus(options) => corpus::run(&options),
        Command::Shapes(options) => corpus::shapes(&options),
        Command::Reliability(options) => reliability::run(&options),
    }
}

/// A board and a rule.
#[derive(Args)]
struct OnBoard {
    /// Points a side, 5 to 22.
    #[arg(long, default_value_t = Size::NINETEEN)]
    size: Size,
    /// freestyle (five or more win), standard (exactly five), renju (standard, and points forbidden to Black).
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
}

impl OnBoard {
    fn rules(&self) -> Rules {
        Rules::new(self.size, self.rule)
    }
}
