//! One number for thousands of games, so that two builds of this program can be compared.

use banmen_core::{Analysis, AnalysisRequest, Draw, Limits, Nonces, Random, Seal, Turn};
use banmen_table::{Course, TableError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::Problem;

/// Far longer than a game of any use here.
const MOST_EVENTS: usize = 300;
/// The analysis whose numbers take part, where a game has it and no other is asked for.
const ODDS: &str = "odds";
const ODDS_NODES: u64 = 10_000;
/// How far another analysis searches.
const NODES: u64 = 200;

/// Which games to play at random.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playouts {
    game: String,
    #[serde(default)]
    rules: Value,
    games: u64,
    seed: u64,
    /// An analysis whose findings take part.
    #[serde(default)]
    analysis: Option<String>,
}

/// What came of them.
#[derive(Serialize)]
pub struct Fingerprint {
    hash: String,
    events: u64,
}

/// Plays games at random and hashes the records, views and odds.
pub fn answer(playouts: Playouts) -> Result<Fingerprint, Problem> {
    let (hash, events) = fingerprint(&playouts)?;
    Ok(Fingerprint { hash, events })
}

/// The SHA-256 of the records and views of random games, and how many events they had.
///
/// Views are hashed as JSON, so every number that people would see takes part, odds and shades included.
fn fingerprint(playouts: &Playouts) -> Result<(String, u64), TableError> {
    let Playouts { game, rules, games, seed, analysis } = playouts;
    let (games, seed) = (*games, *seed);
    let entry = banmen_catalog::find(game)?;
    let has_odds = entry.info().analyses.iter().any(|analysis| analysis.id == ODDS);
    let mut random = Random::new(seed);
    let mut hasher = Sha256::new();
    let mut total = 0;
    for number in 0..games {
        let mut course = Course::start(entry, rules)?;
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&(seed ^ number).to_le_bytes());
        let seal = Seal::new(bytes);
        course.settle(&seal, &Nonces::default()).map_err(TableError::Broken)?;
        while course.rows().len() < MOST_EVENTS && matches!(course.turn(), Turn::Seat { .. }) {
            let moves = course.game().legal_moves();
            let Some(chosen) = random.pick(&moves) else { break };
            course.push(&banmen_core::Event::Move(chosen.clone())).map_err(TableError::Broken)?;
            course.settle(&seal, &Nonces::default()).map_err(TableError::Broken)?;
            // Every position would take minutes; one in eight takes seconds.
            if random.below(8) == 0 {
                hasher.update(json(&course.view()));
            }
            if let Some(kind) = analysis {
                if random.below(16) == 0 {
                    hasher.update(findings(&course, kind)?);
                }
            } else if has_odds && random.below(64) == 0 {
                hasher.update(odds(&course)?);
            }
        }
        total += course.rows().len() as u64;
        hasher.update(json(course.game().record()));
        hasher.update(json(&course.view()));
    }
    let digest = hasher.finalize();
    Ok((digest.iter().map(|byte| format!("{byte:02x}")).collect(), total))
}

/// The odds of the position to nine decimals, and everything that people are told about them.
///
/// Not to the last bit: the order in which a table's entries are added up depends on the size of an address.
fn odds(course: &Course) -> Result<Vec<u8>, TableError> {
    let Analysis { headline, figures, odds, .. } = analyse(course, ODDS, ODDS_NODES)?;
    let shares: Vec<String> = odds.iter().map(|odds| format!("{:?} {:.9}", odds.winner, odds.share)).collect();
    Ok(json(&(headline, figures, shares)))
}

/// What an analysis finds after a short search, chances to nine decimals: the last ones depend on how a system computes exponentials.
fn findings(course: &Course, kind: &str) -> Result<Vec<u8>, TableError> {
    let Analysis { headline, certainty, bar, lines, candidates, depth, nodes, .. } = analyse(course, kind, NODES)?;
    let nine = |share: f64| format!("{share:.9}");
    let lines: Vec<_> = lines.into_iter().map(|line| (line.moves, line.bar.map(nine))).collect();
    let candidates: Vec<_> = candidates.into_iter().map(|candidate| (candidate.text, nine(candidate.share))).collect();
    Ok(json(&(headline, certainty, bar.map(nine), lines, candidates, depth, nodes)))
}

/// The last word of an analysis.
fn analyse(course: &Course, kind: &str, nodes: u64) -> Result<Analysis, TableError> {
    let request = AnalysisRequest { kind: kind.to_owned(), ..AnalysisRequest::default() };
    let mut last = None;
    let analysed = course.game().analyse(&request, &Limits::of_nodes(nodes), &mut |analysis| last = Some(analysis));
    analysed.map_err(TableError::Broken)?;
    Ok(last.unwrap_or_default())
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}
