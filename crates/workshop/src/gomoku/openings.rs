//! `workshop gomoku openings`: balanced openings for matches.

use anyhow::{Result, bail, ensure};
use banmen_core::{Draw, Random};
use banmen_gomoku::computer::strongest_engine;
use banmen_gomoku::engine::player::SearchLimits;
use banmen_gomoku::{Point, Position, notation};
use clap::Args;

use super::OnBoard;
use crate::console::{self, cancel_on_ctrl_c};

/// Which openings, and how many.
#[derive(Args)]
#[command(
    after_help = "An opening is random stones around the middle that the engine, searching so many nodes, holds for even.
Openings that are turned or mirrored copies of one another are kept once.

Example:
  workshop gomoku openings --size 15 --count 100 > openings-15.txt"
)]
pub struct Options {
    #[command(flatten)]
    board: OnBoard,
    /// How many openings.
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Stones of an opening, between the smallest and the largest number.
    #[arg(long, default_value_t = 4)]
    fewest: usize,
    /// The largest number of stones.
    #[arg(long, default_value_t = 8)]
    most: usize,
    /// Nodes by which the engine judges each opening.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// How far from even, in hundredths of the engine's unit.
    #[arg(long, default_value_t = 60)]
    margin: i32,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How far from the middle the stones lie at most.
const RADIUS: u64 = 4;

/// Prints openings, one a line.
pub fn run(options: &Options) -> Result<()> {
    if options.fewest == 0 || options.fewest > options.most || options.most > 20 {
        bail!("--fewest and --most: expected 1 to 20 stones, the smaller number first");
    }
    let rules = options.board.rules();
    if rules.size.get() < 9 {
        bail!("--size: openings need a board of 9 points a side or more");
    }
    let cancel = cancel_on_ctrl_c()?;
    let mut random = Random::new(options.seed);
    let mut engine = strongest_engine(rules, 32, 1);
    let mut seen: Vec<Vec<(u8, u8)>> = Vec::new();
    let bar = console::bar("openings", options.count as u64);
    console::line(format!(
        "# Openings for {} on {}, made by workshop gomoku openings --size {} --rule {} --nodes {} --margin {} --seed {}",
        rules.rule, rules.size, rules.size, rules.rule, options.nodes, options.margin, options.seed
    ))?;
    while seen.len() < options.count && !cancel.is_set() {
        let span = (options.most - options.fewest + 1) as u64;
        let stones = options.fewest + random.below(span) as usize;
        let Some(position) = random_stones(rules, stones, &mut random) else { continue };
        let shape = canonical(&position);
        if seen.contains(&shape) {
            continue;
        }
        engine.forget();
        engine.set_position(position.moves())?;
        // A short look first: most random openings are far from even.
        let quick = engine.search(&SearchLimits::of_nodes(options.nodes / 10), &mut |_| {});
        if quick.score.abs() > options.margin * 3 {
            continue;
        }
        let found = engine.search(&SearchLimits::of_nodes(options.nodes), &mut |_| {});
        if found.score.abs() > options.margin {
            continue;
        }
        seen.push(shape);
        bar.inc(1);
        console::line(format!("{} # {:+}", notation::write_list(position.moves()), found.score))?;
    }
    bar.finish_and_clear();
    ensure!(!cancel.is_set(), "interrupted");
    Ok(())
}

/// Random stones around the middle, none of them far from all others.
fn random_stones(rules: banmen_gomoku::Rules, stones: usize, random: &mut Random) -> Option<Position> {
    let mut position = Position::new(rules);
    let middle = rules.size.centre();
    let mut tries = 0;
    while position.moves().len() < stones {
        tries += 1;
        if tries > 200 {
            return None;
        }
        let mut coordinate = |centre: u8| (u64::from(centre) + random.below(2 * RADIUS + 1)).checked_sub(RADIUS);
        let (column, row) = (coordinate(middle.column())?, coordinate(middle.row())?);
        let point = Point::new(column as u8, row as u8)?;
        let near = |stone: &Point| stone.column().abs_diff(point.column()).max(stone.row().abs_diff(point.row())) <= 3;
        if position.moves().is_empty() || position.moves().iter().any(near) {
            // An illegal point is tried again elsewhere.
            let _ = position.place(point);
        }
    }
    position.outcome().is_none().then_some(position)
}

/// The same for an opening and its turned and mirrored copies: the stones by colour, in the smallest of the eight orders.
fn canonical(position: &Position) -> Vec<(u8, u8)> {
    let last = position.size().get() - 1;
    (0..8)
        .map(|symmetry| {
            let turned = |point: &Point| {
                let (mut x, mut y) = (point.column(), point.row());
                if symmetry & 1 == 1 {
                    x = last - x;
                }
                if symmetry & 2 == 2 {
                    y = last - y;
                }
                if symmetry & 4 == 4 { (y, x) } else { (x, y) }
            };
            let stones = |parity: usize| {
                let mut stones: Vec<(u8, u8)> = position
                    .moves()
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| i % 2 == parity)
                    .map(|(_, p)| turned(p))
                    .collect();
                stones.sort_unstable();
                stones
            };
            [stones(0), stones(1)].concat()
        })
        .min()
        .unwrap_or_default()
}
