//! `banmen konane outcome`: who wins.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use banmen_core::Limits;
use banmen_konane::tools::{self, Asked, Halt, OutcomeQuestion, PositionOutcome};
use banmen_konane::verify::{Claim, Refusal};
use banmen_konane::{Board, Effort, Prover, Stone};
use clap::Args;

use super::{PositionOrBatch, Spending, Watch, batch, ended, parse_stone};
use crate::output::{self, Failure};

/// Which position, and who starts.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    position: PositionOrBatch,
    /// The traditional game on a full board of this size: both players first remove a stone.
    #[arg(long, value_name = "ROWSxCOLS", value_parser = parse_size, conflicts_with_all = ["board", "batch"])]
    traditional: Option<Board>,
    #[command(flatten)]
    spending: Spending,
    /// Who starts, black or white; both if nothing is said.
    #[arg(long, value_parser = parse_stone)]
    first: Option<Stone>,
    /// Write the winner's strategy to this file, for `konane verify`.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    certificate: Option<PathBuf>,
    /// Go on from this file if it exists, and keep there what is known when the search ends.
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    checkpoint: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn parse_size(text: &str) -> Result<Board, String> {
    let sides = text.split_once(['x', '×']).and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    let (rows, cols) = sides.ok_or("a size like 6x6 was expected")?;
    Board::chequered(rows, cols).map_err(|error| error.to_string())
}

/// Tells who wins.
pub fn run(options: &Options) -> Result<(), Failure> {
    let PositionOrBatch { rule, batch, .. } = &options.position;
    let board = match options.traditional {
        Some(board) => Some(board),
        None => options.position.board()?,
    };
    let Some(board) = board else {
        return batch::run(batch, Asked::Outcome { first: options.first }, rule.jumps, 0, &options.spending);
    };
    let question =
        OutcomeQuestion { board, jumps: rule.jumps, first: options.first, traditional: options.traditional.is_some() };
    let limits = options.spending.limits();
    let mut prover = Prover::new(question.jumps, limits.memory);
    if let Some(path) = &options.checkpoint {
        resume(&mut prover, &question, path, &limits)?;
    }
    let mut watch = Watch::new("proving");
    let answer = tools::outcome_with(&mut prover, &question, &limits, &mut |effort| watch.show(effort));
    watch.end();
    if let Some(path) = &options.checkpoint {
        save(&prover, &question, path)?;
    }
    match answer {
        Ok(answer) => {
            print(&answer, options.json, &batch.format.fields)?;
            options.certificate.as_ref().map_or(Ok(()), |path| certify(&mut prover, &question, &answer, path, &limits))
        }
        Err(halt) => {
            if let Halt::Limit { partial, .. } = &halt {
                print(partial, options.json, &batch.format.fields)?;
            }
            Err(ended(&halt))
        }
    }
}

fn at(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

fn resume(prover: &mut Prover, question: &OutcomeQuestion, path: &Path, limits: &Limits) -> Result<(), Failure> {
    if !path.exists() {
        return Ok(());
    }
    let file = File::open(path).map_err(|error| Failure::input(at(path, error)))?;
    let setup = question.setup().map_err(Failure::input)?;
    let known = prover.resume(&setup, &mut BufReader::with_capacity(1 << 20, file), limits);
    let known = known.map_err(|error| Failure::input(at(path, error)))?;
    eprintln!("banmen: going on with {known} sums from {}", path.display());
    Ok(())
}

/// Writes what is known beside the old file, and puts it in its place when it is whole.
fn save(prover: &Prover, question: &OutcomeQuestion, path: &Path) -> Result<(), Failure> {
    let setup = question.setup().map_err(Failure::input)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let failed = |error| Failure::failed(at(path, error));
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&beside).map_err(failed)?);
    let known = prover.save(&setup, &mut file).map_err(failed)?;
    drop(file);
    fs::rename(&beside, path).map_err(failed)?;
    eprintln!("banmen: {known} sums kept in {}", path.display());
    Ok(())
}

/// Writes the winners' strategies.
fn certify(
    prover: &mut Prover,
    question: &OutcomeQuestion,
    answer: &PositionOutcome,
    path: &Path,
    limits: &Limits,
) -> Result<(), Failure> {
    let setup = question.setup().map_err(Failure::input)?;
    let winners = [(Stone::Black, answer.black_first), (Stone::White, answer.white_first)];
    let claims: Vec<Claim> =
        winners.into_iter().filter_map(|(first, winner)| Some(Claim { first, winner: winner? })).collect();
    let mut watch = Watch::new("writing down");
    // Most of it is known; one thread finds the little that was forgotten.
    let limits = Limits { threads: 1, ..limits.clone() };
    let certificate = prover.certificate(&setup, &claims, &limits, &mut |effort: &Effort| watch.show(effort));
    watch.end();
    let certificate = certificate.map_err(|refusal| match refusal {
        Refusal::Stopped(banmen_core::Stop::Cancelled) => Failure::Interrupted,
        refusal => Failure::failed(format!("the certificate was not written: {refusal}")),
    })?;
    let bytes = certificate.write();
    fs::write(path, &bytes).map_err(|error| Failure::failed(at(path, error)))?;
    eprintln!("banmen: a certificate of {} bytes was written to {}", bytes.len(), path.display());
    Ok(())
}

fn print(answer: &PositionOutcome, json: bool, fields: &[String]) -> Result<(), Failure> {
    if json {
        return output::json_fields(answer, fields);
    }
    let mut lines = Vec::new();
    if let Some(outcome) = answer.outcome {
        let meaning = match outcome {
            "L" => "Black wins",
            "R" => "White wins",
            "N" => "the next player wins",
            _ => "the previous player wins",
        };
        lines.push(format!("outcome       {outcome}: {meaning}"));
    }
    for (starts, winner) in [("black first", answer.black_first), ("white first", answer.white_first)] {
        if let Some(winner) = winner {
            lines.push(format!("{starts:<14}{winner} wins"));
        }
    }
    lines.push(format!("positions     {} in {:.3} s", answer.positions, answer.seconds));
    output::line(lines.join("\n"))
}
