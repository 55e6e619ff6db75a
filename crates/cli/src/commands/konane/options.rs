//! `banmen konane options`: every move and what it leads to.

use banmen_konane::tools::{self, Halt, OptionStanding, OptionTable, OptionsQuestion, PlayerOption, USUAL_NAME};
use clap::Args;

use super::{Position, Spending, Watch, ended};
use crate::output::{self, Failure};

/// Which position.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    position: Position,
    #[command(flatten)]
    spending: Spending,
    /// The longest canonical form that is written.
    #[arg(long, default_value_t = USUAL_NAME)]
    max_length: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Lists the moves.
pub fn run(options: &Options) -> Result<(), Failure> {
    let question = OptionsQuestion {
        board: options.position.board()?,
        jumps: options.position.rule.jumps,
        max_length: options.max_length,
    };
    let mut watch = Watch::new("evaluating");
    let answer = tools::options(&question, &options.spending.limits(), &mut |effort| watch.show(effort));
    watch.end();
    match answer {
        Ok(table) if options.json => output::json(&table),
        Ok(table) => output::line(listed(&table)),
        Err(halt) => {
            if let (Halt::Limit { partial, .. }, true) = (&halt, options.json) {
                output::json(partial)?;
            }
            Err(ended(&halt))
        }
    }
}

fn listed(table: &OptionTable) -> String {
    let mut lines = Vec::new();
    if let Some(worth) = &table.position.worth {
        let value = worth.value.as_deref().unwrap_or("too long to write");
        lines.push(format!("value {value}, temperature {}, mean {}", worth.temperature, worth.mean));
    }
    for (side, options) in [("black (Left)", &table.left), ("white (Right)", &table.right)] {
        lines.push(format!("{side}: {} moves", options.len()));
        let width = options.iter().map(|option| option.jump.len()).max().unwrap_or(0);
        lines.extend(options.iter().map(|option| line(option, width)));
    }
    lines.join("\n")
}

fn line(option: &PlayerOption, width: usize) -> String {
    let value = option.value.clone().unwrap_or_else(|| format!("({} characters)", option.value_length));
    let wins = if option.wins { "wins" } else { "loses" };
    let standing = match &option.standing {
        OptionStanding::Kept => String::new(),
        OptionStanding::Dominated { better, equal: true, .. } => format!(", the same as {better}"),
        OptionStanding::Dominated { better, by, .. } => {
            format!(", dominated by {better} ({})", by.as_deref().unwrap_or("too long to write"))
        }
        OptionStanding::Reversible { through, .. } => {
            format!(", reversible through {}", through.as_deref().unwrap_or("a game too long to write"))
        }
    };
    format!("  {:<width$}  {value}  temperature {}, {wins}{standing}", option.jump, option.temperature)
}
