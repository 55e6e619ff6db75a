//! Openings: the first moves of the games, the same for both contenders.

use banmen_catalog::Entry;
use banmen_core::{Event, Random, Turn};
use serde_json::Value;

/// Openings for a game under some rules; each is a list of moves in the game's notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    lines: Vec<Vec<String>>,
}

/// An opening that cannot be played; it is left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("opening in line {line}: {why}")]
pub struct BadOpening {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// More openings than a match can need.
const MOST: usize = 100_000;

impl Openings {
    /// Reads openings, one a line, moves separated by spaces or commas; `#` begins a remark. Those that cannot be played are
    /// left out and named.
    pub fn read(text: &str, entry: &Entry, rules: &Value) -> (Self, Vec<BadOpening>) {
        let (mut openings, mut bad) = (Self::default(), Vec::new());
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let moves: Vec<String> =
                line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
            if moves.is_empty() {
                continue;
            }
            if openings.lines.len() >= MOST {
                bad.push(BadOpening { line: index + 1, why: format!("only {MOST} openings are read") });
                break;
            }
            match check(&moves, entry, rules) {
                Ok(()) => openings.lines.push(moves),
                Err(why) => bad.push(BadOpening { line: index + 1, why }),
            }
        }
        (openings, bad)
    }

    /// The openings that come with the program for this game and these rules, if there are any, in an order that follows from
    /// the seed: a short match with another seed is one from other openings.
    pub fn shipped(entry: &Entry, rules: &Value, seed: u64) -> Option<Self> {
        let text = entry.openings(rules).ok()?;
        let (mut openings, _) = Self::read(text, entry, rules);
        Random::new(seed).shuffle(&mut openings.lines);
        (!openings.lines.is_empty()).then_some(openings)
    }

    /// Openings of random legal moves, the same for the same seed.
    pub fn random(entry: &Entry, rules: &Value, plies: usize, count: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut lines = Vec::new();
        for _ in 0..count * 10 {
            if lines.len() == count {
                break;
            }
            let Ok(mut game) = entry.start(rules) else { break };
            let mut moves = Vec::new();
            while moves.len() < plies && matches!(game.turn(), Turn::Seat { .. }) {
                let Some(text) = random.pick(&game.legal_moves()).cloned() else { break };
                if game.apply(&Event::Move(text.clone())).is_err() {
                    break;
                }
                moves.push(text);
            }
            if matches!(game.turn(), Turn::Seat { .. }) {
                lines.push(moves);
            }
        }
        Self { lines }
    }

    /// The moves of the opening for a pair of games; openings repeat when there are too few.
    pub fn of_pair(&self, pair: usize) -> &[String] {
        if self.lines.is_empty() { &[] } else { &self.lines[pair % self.lines.len()] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

fn check(moves: &[String], entry: &Entry, rules: &Value) -> Result<(), String> {
    let mut game = entry.start(rules).map_err(|error| error.to_string())?;
    for (index, text) in moves.iter().enumerate() {
        game.apply(&Event::Move(text.clone())).map_err(|why| format!("move {}: {why}", index + 1))?;
    }
    if game.turn().outcome().is_some() { Err("the game is already over".to_owned()) } else { Ok(()) }
}
