//! Whether the difficulty of a puzzle says how far a level has to look: the levels solve the puzzles.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use banmen_catalog::{AnyPlayer, Entry, PuzzleBook};
use banmen_core::{Clock, Event, Limits, Puzzle, Turn, Verdict};
use clap::Args;
use serde_json::Value;

use crate::console;

#[derive(Args)]
pub struct Options {
    /// The game.
    game: String,
    /// How many positions a level may look at for a move. The clock stands still, so that the same options give the same table.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// How many puzzles of each kind and depth at most.
    #[arg(long, default_value_t = 12)]
    each: usize,
    /// The levels; all of them unless told.
    #[arg(long, value_delimiter = ',')]
    levels: Vec<String>,
}

/// Prints the share that each level solves, by kind and depth.
pub fn run(options: &Options) -> Result<()> {
    let entry = banmen_catalog::find(&options.game)?;
    let book = entry.puzzles().with_context(|| format!("there are no puzzles of {}", entry.id()))?;
    let limits = Limits {
        nodes: Some(options.nodes),
        clock: Clock::stopped(),
        cancel: console::cancel_on_ctrl_c()?,
        ..Limits::none()
    };
    let groups = groups(book, options.each)?;
    // A level that plays under some rules only need not play those of a puzzle.
    let ids: Vec<&str> =
        entry.info().levels.iter().filter(|level| level.when.is_none()).map(|level| level.id).collect();
    let levels: Vec<&str> = if options.levels.is_empty() {
        ids
    } else {
        let known = |name: &String| ids.iter().copied().find(|id| id == name).ok_or_else(|| anyhow!("no level {name}"));
        options.levels.iter().map(known).collect::<Result<_>>()?
    };
    console::line(format!("| kind | depth | puzzles | {} |", levels.join(" | ")))?;
    console::line(format!("|---|---|---|{}", "---|".repeat(levels.len())))?;
    for ((kind, depth), puzzles) in groups {
        let mut shares = Vec::new();
        for level in &levels {
            let solved = puzzles.iter().map(|puzzle| solves(entry, book, level, puzzle, &limits));
            let solved = solved.collect::<Result<Vec<bool>>>()?.into_iter().filter(|solved| *solved).count();
            shares.push(format!("{} %", 100 * solved / puzzles.len()));
        }
        console::line(format!("| {kind} | {depth} | {} | {} |", puzzles.len(), shares.join(" | ")))?;
    }
    Ok(())
}

/// The puzzles whose answers are moves, by kind and depth.
fn groups(book: &PuzzleBook, each: usize) -> Result<BTreeMap<(String, u32), Vec<Puzzle>>> {
    let mut groups: BTreeMap<_, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in Puzzle::read_all(book.text).map_err(|error| anyhow!(error))? {
        let group = groups.entry((puzzle.kind.clone(), puzzle.depth)).or_default();
        if puzzle.choices.is_empty() && group.len() < each {
            group.push(puzzle);
        }
    }
    groups.retain(|_, puzzles| !puzzles.is_empty());
    Ok(groups)
}

/// Whether every move of a level is right, to the end of the task.
fn solves(entry: &Entry, book: &PuzzleBook, level: &str, puzzle: &Puzzle, limits: &Limits) -> Result<bool> {
    let mut player = entry.player(level, &puzzle.rules, 1)?;
    let mut played: Vec<String> = Vec::new();
    loop {
        let answer = choice(entry, player.as_mut(), puzzle, &played, limits)?;
        // The judge proves what it says, however long that takes.
        let patience = Limits { cancel: limits.cancel.clone(), ..Limits::none() };
        let judgement = (book.judge)(puzzle, &played, &answer, &patience)?;
        if judgement.verdict != Verdict::Right || judgement.solved {
            return Ok(judgement.verdict == Verdict::Right);
        }
        played.push(answer);
        played.extend(judgement.reply);
    }
}

/// What a level plays in a puzzle after some moves.
fn choice(
    entry: &Entry,
    player: &mut dyn AnyPlayer,
    puzzle: &Puzzle,
    played: &[String],
    limits: &Limits,
) -> Result<String> {
    let rules: &Value = &puzzle.rules;
    let mut game = entry.start(rules)?;
    for word in puzzle.moves.split_whitespace().chain(played.iter().map(String::as_str)) {
        let event = match game.turn() {
            Turn::Chance => Event::Chance(word.to_owned()),
            _ => Event::Move(word.to_owned()),
        };
        game.apply(&event).map_err(|error| anyhow!("{word}: {error}"))?;
    }
    if limits.cancel.is_set() {
        bail!("stopped");
    }
    player.choose(game.as_ref(), limits, &mut |_| ()).context("a level that does not move")
}
