//! What is shown about a position: the odds of an observation, where a stone helps most, and what the player thinks.

use banmen_core::{
    Analysis, AnalysisInfo, AnalysisLine, AnalysisRequest, Certainty, Condition, Figure, Game, Heat, Limits, Odds,
    Score, Seat, Text, share_of_first, who_is_ahead,
};

use crate::odds::{self, Budget, IncrementalOdds, Method};
use crate::search::Look;
use crate::view::{side, square};
use crate::{Move, Position, Solver, Stage, Strength, Thinker};

/// The kinds of analysis: the odds with a map of where a stone helps most, the best moves, and tiny games solved.
pub const KINDS: [&str; 3] = ["odds", "lines", "exact"];

/// The sizes of boards on which a whole game can be solved.
const SOLVED_SIZES: [u8; 2] = [3, 4];

/// The kinds of analysis and when there are such.
pub fn kinds() -> Vec<AnalysisInfo> {
    let when = |id: &str| (id == "exact").then(|| Condition::new("size", SOLVED_SIZES));
    KINDS.map(|id| AnalysisInfo { when: when(id), ..AnalysisInfo::new(id) }).to_vec()
}

/// Moves shown by default.
const USUAL_LINES: u32 = 5;

/// Finds out what was asked, reporting as it goes.
pub fn analyse(
    position: &Position,
    request: &AnalysisRequest,
    limits: &Limits,
    report: &mut dyn FnMut(Analysis),
) -> Result<(), String> {
    if let Some(outcome) = position.outcome() {
        report(Analysis {
            headline: Text::new("analysis.over").with("reason", outcome.reason),
            bar: Some(outcome.score(Seat::First)),
            certainty: Some(Certainty::Exact),
            ..Analysis::default()
        });
        return Ok(());
    }
    match request.kind.as_str() {
        "" | "odds" => {
            report(odds_analysis(position, limits));
            Ok(())
        }
        "lines" => {
            lines(position, request, limits, report);
            Ok(())
        }
        "exact" => exact(position, limits, report),
        kind => Err(format!("there is no analysis {kind:?} of quantum gomoku; there are {}", KINDS.join(", "))),
    }
}

/// A share as percent with as many decimals as are worth reading.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn odds_analysis(position: &Position, limits: &Limits) -> Analysis {
    let clock = limits.start();
    let rules = position.rules();
    let observer = position.mover();
    let budget = Budget::default();
    let table = IncrementalOdds::new(position.grid().clone(), rules.row, budget.states);
    let mut analysis = Analysis { heat: heat(position), ..Analysis::default() };
    if let Some(odds) = table.odds(&budget) {
        describe(&mut analysis, &odds, Look::new(odds.chances, observer, rules.both_rows), observer);
        analysis.nodes = match odds.method {
            Method::Exact { states, .. } => states as u64,
            Method::Sampled { boards, .. } => boards,
        };
    }
    analysis.seconds = clock.elapsed().as_secs_f64();
    analysis
}

fn describe(analysis: &mut Analysis, odds: &odds::Odds, look: Look, observer: Seat) {
    let lose = (1.0 - look.win - look.nothing).max(0.0);
    let certainty = if odds.is_exact() { Certainty::Exact } else { Certainty::Estimate };
    analysis.headline = Text::new("analysis.quantum.odds")
        .with("side", side(observer))
        .with("win", percent(look.win))
        .with("lose", percent(lose))
        .with("nothing", percent(look.nothing));
    let observers = look.win + 0.5 * look.nothing;
    analysis.bar = Some(share_of_first(observer, observers));
    analysis.score = Some(Score::share(observer, observers));
    analysis.odds = vec![
        Odds { winner: Some(observer), share: look.win },
        Odds { winner: None, share: look.nothing },
        Odds { winner: Some(observer.other()), share: lose },
    ];
    analysis.certainty = Some(certainty);
    let intervals = match odds.method {
        Method::Exact { .. } => None,
        Method::Sampled { intervals, .. } => Some(intervals),
    };
    let chances = odds.chances;
    let values = [("black", chances.black), ("white", chances.white), ("both", chances.both), ("none", chances.none)];
    for (number, (name, value)) in values.into_iter().enumerate() {
        let value = match intervals {
            None => percent(value),
            Some(intervals) => format!("{:.2} ± {:.2} %", 100.0 * value, 100.0 * intervals[number].half_width()),
        };
        let label = Text::new(format!("analysis.quantum.figure.{name}"));
        analysis.figures.push(Figure { label, value, certainty: Some(certainty) });
    }
}

/// How much a stone on each point helps the player to place, at first sight.
fn heat(position: &Position) -> Vec<Heat> {
    let thinker = Thinker::new(position.rules(), Strength::NORMAL, 0);
    let values = thinker.placements(position);
    let low = values.iter().map(|(_, value)| *value).fold(1.0, f64::min);
    let high = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    // On an empty board every point is as good at first sight.
    if high - low < 1e-6 {
        return Vec::new();
    }
    values
        .into_iter()
        .filter_map(|(m, value)| match m {
            Move::Place(point) => Some(Heat {
                at: square(position.grid().size(), point),
                weight: (value - low) / (high - low),
                score: Some(Score::share(position.mover(), value)),
            }),
            _ => None,
        })
        .filter(|heat| heat.weight > 0.01)
        .collect()
}

fn lines(position: &Position, request: &AnalysisRequest, limits: &Limits, report: &mut dyn FnMut(Analysis)) {
    let clock = limits.start();
    let mover = position.mover();
    let wanted = if request.lines == 0 { USUAL_LINES } else { request.lines } as usize;
    let mut thinker = Thinker::new(position.rules(), Strength::ADVISER, 0);
    thinker.think(position, limits, &mut |opinion| {
        let Some((_, best)) = opinion.moves.first() else { return };
        let bar = share_of_first(mover, *best);
        report(Analysis {
            headline: who_is_ahead(bar, Seat::BOTH.map(side)),
            bar: Some(bar),
            score: Some(Score::Share { share: bar }),
            certainty: Some(Certainty::Score),
            lines: opinion
                .moves
                .iter()
                .take(wanted)
                .map(|(m, value)| AnalysisLine {
                    moves: vec![m.to_string()],
                    score: Some(Score::share(mover, *value)),
                    bar: Some(share_of_first(mover, *value)),
                    certainty: Some(Certainty::Score),
                    note: None,
                })
                .collect(),
            depth: Some(opinion.depth),
            nodes: opinion.nodes,
            seconds: clock.elapsed().as_secs_f64(),
            ..Analysis::default()
        });
    });
}

fn exact(position: &Position, limits: &Limits, report: &mut dyn FnMut(Analysis)) -> Result<(), String> {
    let clock = limits.start();
    let mover = position.mover();
    let mut solver = Solver::new(position.rules()).map_err(|error| error.to_string())?;
    if position.stage() == Stage::Collapse {
        return Err("chance decides now; there is nothing to solve".to_owned());
    }
    let Some(solution) = solver.solve(position, limits).map_err(|error| error.to_string())? else { return Ok(()) };
    report(Analysis {
        headline: Text::new("analysis.quantum.exact")
            .with("side", side(mover))
            .with("score", percent(solution.value))
            .with("move", solution.best),
        bar: Some(share_of_first(mover, solution.value)),
        score: Some(Score::share(mover, solution.value)),
        certainty: Some(Certainty::Exact),
        lines: solution
            .moves
            .iter()
            .map(|(m, value)| AnalysisLine {
                moves: vec![m.to_string()],
                score: Some(Score::share(mover, *value)),
                bar: Some(share_of_first(mover, *value)),
                certainty: Some(Certainty::Exact),
                note: None,
            })
            .collect(),
        nodes: solution.positions,
        seconds: clock.elapsed().as_secs_f64(),
        ..Analysis::default()
    });
    Ok(())
}
