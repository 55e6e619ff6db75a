//! `banmen konane verify`: whether a certificate proves what it claims.

use std::io::{self, Read};
use std::path::Path;

use banmen_konane::Effort;
use banmen_konane::verify::{Certificate, Checked, Refusal, check};
use clap::Args;
use serde_json::json;

use super::{Spending, Watch, open};
use crate::output::{self, Failure};

/// Which certificate.
#[derive(Args)]
pub struct Options {
    /// The certificate, or `-` for standard input.
    file: String,
    #[command(flatten)]
    spending: Spending,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Checks a certificate by the plain rules.
pub fn run(options: &Options) -> Result<(), Failure> {
    let path = Path::new(&options.file).display();
    let mut bytes = Vec::new();
    let read = if options.file == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        open(&options.file)?.read_to_end(&mut bytes)
    };
    read.map_err(|error| Failure::input(format!("{path}: {error}")))?;
    let certificate = Certificate::read(&bytes).map_err(|error| Failure::input(format!("{path}: {error}")))?;
    let limits = options.spending.limits();
    let budget = limits.start();
    let mut watch = Watch::new("checking");
    let checked = check(&certificate, &limits, &mut |checked: &Checked| {
        let positions = checked.moves + checked.replies;
        watch.show(&Effort { positions, elapsed: budget.elapsed(), ..Effort::default() });
    });
    watch.end();
    let seconds = budget.elapsed().as_secs_f64();
    let Checked { moves, replies } = match checked {
        Ok(checked) => checked,
        Err(Refusal::Stopped(banmen_core::Stop::Cancelled)) => return Err(Failure::Interrupted),
        Err(refusal) => return Err(Failure::failed(format!("{path} proves nothing: {refusal}"))),
    };
    let setup = &certificate.setup;
    if options.json {
        return output::json(&json!({
            "board": setup.board,
            "traditional": setup.traditional,
            "jumps": setup.jumps,
            "claims": certificate.claims,
            "moves": moves,
            "replies": replies,
            "seconds": seconds,
        }));
    }
    let mut lines: Vec<String> = certificate.claims.iter().map(|claim| format!("proved        {claim}")).collect();
    lines.push(format!("strategy      {moves} moves of the winner, {replies} positions of the loser, {seconds:.3} s"));
    output::line(lines.join("\n"))
}
