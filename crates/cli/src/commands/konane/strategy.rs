//! `banmen konane strategy`: how the winner wins.

use banmen_core::Limits;
use banmen_konane::tools::{self, Branch, Strategy, StrategyQuestion};
use banmen_konane::{Effort, Stone};
use clap::Args;

use super::{Position, Spending, parse_stone};
use crate::output::{self, Failure};

/// Which position, who starts, and how much to write down.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    position: Position,
    #[command(flatten)]
    spending: Spending,
    /// Who starts, black or white.
    #[arg(long, value_parser = parse_stone)]
    first: Stone,
    /// Moves played already, to play through the strategy step by step: `a1-c1 c3-c1`.
    #[arg(long, default_value = "")]
    moves: String,
    /// How many moves of both players to look ahead, up to 60.
    #[arg(long, default_value_t = 5)]
    depth: u32,
    /// The most moves to write down.
    #[arg(long, default_value_t = 2000)]
    most: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Writes down the strategy.
pub fn run(options: &Options) -> Result<(), Failure> {
    let question = StrategyQuestion {
        board: options.position.board()?,
        jumps: options.position.rule.jumps,
        first: options.first,
        moves: options.moves.split([' ', ',']).filter(|m| !m.is_empty()).map(str::to_owned).collect(),
        depth: options.depth,
        most: options.most,
    };
    let work = |limits: &Limits, report: &mut dyn FnMut(&Effort)| tools::strategy(&question, limits, report);
    options.spending.spend("proving", work, |answer| print(answer, options.json))
}

fn print(answer: &Strategy, json: bool) -> Result<(), Failure> {
    if json {
        return output::json(answer);
    }
    let Some(winner) = answer.winner else {
        return output::line("who wins is not known");
    };
    let mut text = format!("{} to move, {winner} wins\n", answer.to_move);
    if answer.tree.is_empty() {
        text.push_str(&format!("{} cannot move\n", answer.to_move));
    }
    write(&answer.tree, winner, 0, &mut text);
    if !answer.complete {
        text.push_str("… marks where more follows: --depth, --most, or --moves to go on from there\n");
    }
    output::line(text.trim_end())
}

/// One line for each move, deeper for each answer; a move with a single answer stands on one line with it.
fn write(branches: &[Branch], winner: Stone, depth: usize, text: &mut String) {
    for branch in branches {
        text.push_str(&"  ".repeat(depth));
        let mut branch = branch;
        loop {
            let mark = if branch.by == winner { "!" } else { "" };
            text.push_str(&format!("{} {}{mark}", branch.by.letter(), branch.jump));
            match branch.then.as_slice() {
                [only] => {
                    text.push_str(", ");
                    branch = only;
                }
                _ => break,
            }
        }
        if branch.over {
            text.push_str(&format!(": {} cannot move", branch.by.other()));
        } else if branch.then.is_empty() && branch.cut {
            text.push_str(" …");
        }
        text.push('\n');
        write(&branch.then, winner, depth + 1, text);
    }
}
