//! `banmen konane longest`: positions with long strings.

use banmen_konane::tools::{self, Halt, Longest, LongestQuestion, Method};
use clap::Args;

use super::shard::Shard;
use super::{Rule, Spending, Watch, ended};
use crate::output::{self, Failure};

/// Which size, and how to look.
#[derive(Args)]
pub struct Options {
    /// Rows.
    #[arg(long)]
    rows: usize,
    /// Columns.
    #[arg(long)]
    cols: usize,
    /// How many positions to list.
    #[arg(long, default_value_t = 1)]
    top: usize,
    #[command(flatten)]
    rule: Rule,
    #[command(flatten)]
    spending: Spending,
    /// Look at all positions, up to symmetry; usual up to 15 cells, possible up to 16.
    #[arg(long, conflicts_with = "search")]
    exhaustive: bool,
    /// Search even where all positions could be looked at.
    #[arg(long)]
    search: bool,
    /// Where the search's chance begins.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many boards the search measures; 20000 unless --time is given.
    #[arg(long)]
    tries: Option<u64>,
    /// Only the i-th of n pieces of the work, 1/8 to 8/8; with --json, `konane merge` puts them together.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Finds the positions.
pub fn run(options: &Options) -> Result<(), Failure> {
    let question = LongestQuestion {
        rows: options.rows,
        cols: options.cols,
        top: options.top,
        jumps: options.rule.jumps,
        seed: options.seed,
        exhaustive: if options.exhaustive { Some(true) } else { options.search.then_some(false) },
        tries: options.tries,
        piece: options.shard.map(Shard::piece),
    };
    let mut watch = Watch::new("measuring");
    let answer = tools::longest(&question, &options.spending.limits(), &mut |progress| {
        if watch.due() {
            let longest = progress.longest.as_ref().map(|longest| longest.length.to_string()).unwrap_or_default();
            let share = if progress.total == u64::MAX {
                String::new()
            } else {
                format!("{:.1} %, ", progress.done as f64 / progress.total as f64 * 100.0)
            };
            let memory = indicatif::HumanBytes(progress.effort.bytes);
            let boards = progress.effort.positions;
            watch.line.set_message(format!("{share}{boards} boards measured, {memory}, longest {longest}"));
        }
    });
    watch.end();
    match answer {
        Ok(answer) => print(&answer, options.json),
        Err(halt) => {
            if let Halt::Limit { partial, .. } = &halt {
                print(partial, options.json)?;
            }
            Err(ended(&halt))
        }
    }
}

fn print(answer: &Longest, json: bool) -> Result<(), Failure> {
    if json {
        return output::json(answer);
    }
    let mut lines = vec![match answer.method {
        Method::Exhaustive if answer.proved => {
            format!("exhaustive: all positions up to symmetry were measured ({})", answer.boards)
        }
        Method::Exhaustive if answer.piece.is_some() && answer.finished && answer.passed_over == 0 => {
            format!("exhaustive, one piece of the positions: {} were measured", answer.boards)
        }
        Method::Exhaustive => format!("exhaustive, but ended early: {} positions were measured", answer.boards),
        Method::Search => {
            let seed = answer.seed.unwrap_or_default();
            format!("local search with seed {seed}: {} positions were measured, nothing is proved", answer.boards)
        }
    }];
    if answer.passed_over > 0 {
        lines.push(format!("{} positions were passed over: too long to measure", answer.passed_over));
    }
    lines.extend(answer.top.iter().map(|found| format!("{:>12}  {}", found.length.to_string(), found.board.line())));
    output::line(lines.join("\n"))
}
