//! `banmen gomoku solve`: forced wins.

use std::time::Duration;

use banmen_core::{Limits, Score};
use banmen_gomoku::notation::write_list;
use banmen_gomoku::solve::{Answer, WinKind, solve};
use clap::Args;
use serde_json::json;

use super::Start;
use crate::arguments::parse_seconds;
use crate::interrupt::cancel_on_ctrl_c;
use crate::output::{self, Failure};
use crate::progress;

/// Which position, and how hard to look.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// vcf: by continuous fours; vct: by fours and open threes.
    #[arg(long, default_value_t = WinKind::Vct)]
    kind: WinKind,
    /// Seconds to look at most.
    #[arg(long, value_parser = parse_seconds, default_value = "10")]
    time: Duration,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Looks for a forced win.
pub fn run(options: &Options) -> Result<(), Failure> {
    let position = options.start.position()?;
    let cancel = cancel_on_ctrl_c();
    let limits = Limits { time: Some(options.time), cancel: cancel.clone(), ..Limits::none() };
    let spinner = progress::spinner("solving");
    let solution = solve(&position, options.kind, &limits);
    spinner.finish_and_clear();
    let side = position.to_move();
    let win = (solution.answer == Answer::Win)
        .then(|| Score::win_after(side.seat(), side.seat(), solution.line.len() as u32));
    if options.json {
        output::json(&json!({
            "result": solution.answer,
            "kind": options.kind,
            "score": win,
            "line": solution.line,
            "first": solution.first,
            "nodes": solution.nodes,
            "seconds": solution.elapsed.as_secs_f64(),
        }))?;
    } else {
        let kind = options.kind;
        let moves = solution.line.len().div_ceil(2);
        let in_moves = if moves == 1 { "with the next move".to_owned() } else { format!("in {moves} moves") };
        output::line(match solution.answer {
            Answer::Win => format!("{side} wins {in_moves} ({kind}): {}", write_list(&solution.line)),
            Answer::None => format!("{side} has no {kind}: proved"),
            Answer::Unknown => format!("unknown: the search for a {kind} was not finished"),
        })?;
    }
    if cancel.is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}
