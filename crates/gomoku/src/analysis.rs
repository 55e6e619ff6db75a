//! What is known about a position, for people.

use banmen_core::{
    Analysis, AnalysisLine, AnalysisRequest, Certainty, Figure, Game, Heat, Limits, Mark, MarkKind, Score, Stroke,
    StrokeKind, Text, share_of_first, who_is_ahead, wins_in,
};

use crate::chance::{candidates, chance_of, is_known, logistic};
use crate::computer::{notation, score_of, strongest_engine};
use crate::engine::player::{BestMove, Line, SearchLimits};
use crate::engine::search::score::{MATE, plies_to_mate};
use crate::solve::{self, Answer, WinKind};
use crate::threats::{ThreatKind, threats};
use crate::view::square;
use crate::{Point, Position, Stage, Stone};

/// The kinds of analysis.
pub const KINDS: [&str; 3] = ["lines", "threats", "forced_win"];

/// How many lines are shown by default.
const USUAL_LINES: u32 = 3;
const MOST_LINES: u32 = 10;
/// Megabytes of the table of an analysis.
const HASH_MB: usize = 32;

/// Finds out what a position is worth; `report` gets every new state of knowledge.
pub fn analyse(
    position: &Position,
    request: &AnalysisRequest,
    limits: &Limits,
    report: &mut dyn FnMut(Analysis),
) -> Result<(), String> {
    match request.kind.as_str() {
        "" | "lines" => {
            lines(position, request.lines, limits, report);
            Ok(())
        }
        "threats" => {
            report(show_threats(position));
            Ok(())
        }
        "forced_win" => {
            forced_win(position, limits, report);
            Ok(())
        }
        other => {
            let other: String = other.chars().take(40).collect();
            Err(format!("gomoku has no analysis {other:?}; there are {}", KINDS.join(", ")))
        }
    }
}

/// The keys of both sides' names.
const SIDES: [&str; 2] = [Stone::Black.key(), Stone::White.key()];

/// The share of the bar of the side to move, for its score: its chance to win where that is known.
fn expectation(position: &Position, score: i32) -> f64 {
    if is_known(position.rules()) { chance_of(score) } else { logistic(1.0, score) }
}

/// The first player's share of the bar, for a score of the side to move.
fn bar(position: &Position, score: i32) -> f64 {
    share_of_first(position.to_move().seat(), expectation(position, score))
}

/// A score of the side to move as people read it: a forced win, the chance to win where it is known, or the engine's own number.
fn shown(position: &Position, score: i32) -> Score {
    let seat = position.to_move().seat();
    if is_known(position.rules()) && plies_to_mate(score).is_none() {
        Score::share(seat, chance_of(score))
    } else {
        score_of(score, seat)
    }
}

fn over(position: &Position) -> Option<Analysis> {
    let outcome = position.outcome()?;
    let share = outcome.score(position.seat_of(Stone::Black));
    let headline = Text::new("analysis.over").with("reason", outcome.reason);
    Some(Analysis { headline, bar: Some(share), certainty: Some(Certainty::Exact), ..Analysis::default() })
}

fn certainty(position: &Position, line: &Line) -> Certainty {
    match line.mate() {
        Some(_) => Certainty::Proved,
        None if is_known(position.rules()) => Certainty::Estimate,
        None => Certainty::Score,
    }
}

fn headline(position: &Position, line: &Line) -> Text {
    wins_in(&shown(position, line.score), SIDES).unwrap_or_else(|| who_is_ahead(bar(position, line.score), SIDES))
}

fn lines(position: &Position, wanted: u32, limits: &Limits, report: &mut dyn FnMut(Analysis)) {
    if let Some(analysis) = over(position) {
        report(analysis);
        return;
    }
    let wanted = if wanted == 0 { USUAL_LINES } else { wanted.min(MOST_LINES) } as usize;
    let mut engine = strongest_engine(*position.rules(), HASH_MB, limits.threads.max(1));
    if engine.set_position(position.moves()).is_err() {
        return;
    }
    let search = SearchLimits { multi_pv: wanted, analyse: true, ..SearchLimits::from(limits) };
    let candidates = candidates(position);
    let said = |found: &BestMove| Analysis { candidates: candidates.clone(), ..of_lines(position, found) };
    let mut whole: Vec<Line> = Vec::new();
    let mut found = engine.search(&search, &mut |found| {
        whole.clone_from(&found.lines);
        report(said(found));
    });
    // A line that was never searched through has no score.
    found.lines.retain(|line| line.score.abs() <= MATE);
    // A last iteration that was cut short does not take lines away that are known already.
    if found.lines.len() < whole.len() {
        found.lines = whole;
    }
    report(said(&found));
}

/// The moves of a line that can be played as they are: in an opening, decisions come between the stones.
fn playable<'a>(position: &Position, line: &'a Line) -> &'a [Point] {
    match (position.stage(), line.moves.first()) {
        (Stage::Play, _) => &line.moves,
        (_, Some(&first)) if position.is_legal(first) => &line.moves[..1],
        _ => &[],
    }
}

fn of_lines(position: &Position, found: &BestMove) -> Analysis {
    let BestMove { lines, depth, nodes, elapsed, .. } = found;
    let (depth, nodes, seconds) = (*depth, *nodes, elapsed.as_secs_f64());
    let Some(best) = lines.first() else {
        return Analysis { depth: Some(depth), nodes, seconds, ..Analysis::default() };
    };
    let score = |line: &Line| shown(position, line.score);
    let best_chance = expectation(position, best.score);
    let heat = lines
        .iter()
        .filter_map(|line| {
            let point = *playable(position, line).first()?;
            let weight = (expectation(position, line.score) / best_chance.max(1e-9)).clamp(0.0, 1.0);
            Some(Heat { at: square(position.size(), point), weight, score: Some(score(line)) })
        })
        .collect();
    let marks = playable(position, best).first().map(|&point| Mark {
        at: square(position.size(), point),
        kind: MarkKind::Best,
        label: None,
    });
    Analysis {
        headline: headline(position, best),
        bar: Some(bar(position, best.score)),
        score: Some(score(best)),
        certainty: Some(certainty(position, best)),
        lines: lines
            .iter()
            .filter(|line| !playable(position, line).is_empty())
            .map(|line| AnalysisLine {
                moves: notation(playable(position, line)),
                score: Some(score(line)),
                bar: Some(bar(position, line.score)),
                certainty: Some(certainty(position, line)),
                note: None,
            })
            .collect(),
        heat,
        marks: marks.into_iter().collect(),
        depth: Some(depth),
        nodes,
        seconds,
        ..Analysis::default()
    }
}

fn show_threats(position: &Position) -> Analysis {
    let size = position.size();
    let found = threats(position);
    let count = |kind, side| found.iter().filter(|threat| threat.kind == kind && threat.side == side).count();
    let mut analysis = Analysis {
        headline: Text::new(if found.is_empty() { "analysis.no_threats" } else { "analysis.threats" })
            .with("count", found.len()),
        certainty: Some(Certainty::Exact),
        ..Analysis::default()
    };
    for side in Stone::BOTH {
        for (kind, key) in [(ThreatKind::Four, "analysis.fours"), (ThreatKind::OpenThree, "analysis.open_threes")] {
            analysis.figures.push(Figure {
                label: Text::new(key).with("side", side.key()),
                value: count(kind, side).to_string(),
                certainty: Some(Certainty::Exact),
            });
        }
    }
    for threat in &found {
        let sign = if threat.kind == ThreatKind::Four { "5" } else { "4" };
        for &point in &threat.at {
            let mark = Mark { at: square(size, point), kind: MarkKind::Threat, label: Some(sign.to_owned()) };
            if !analysis.marks.contains(&mark) {
                analysis.marks.push(mark);
            }
        }
        if let (Some(&from), Some(&to)) = (threat.row.first(), threat.row.last()) {
            let stroke = Stroke { from: square(size, from), to: square(size, to), kind: StrokeKind::Threat };
            analysis.strokes.push(stroke);
        }
    }
    analysis
}

fn forced_win(position: &Position, limits: &Limits, report: &mut dyn FnMut(Analysis)) {
    if let Some(analysis) = over(position) {
        report(analysis);
        return;
    }
    let budget = limits.start();
    let to_move = position.to_move();
    let searching = |nodes, seconds| Analysis {
        headline: Text::new("analysis.searching_win").with("side", to_move.key()),
        nodes,
        seconds,
        ..Analysis::default()
    };
    report(searching(0, 0.0));
    // Fours first: if they suffice, that is the simpler thing to say and to show.
    let mut solution = solve::solve(position, WinKind::Vcf, limits);
    if solution.answer != Answer::Win {
        let rest = Limits { time: budget.remaining(), ..limits.clone() };
        solution = solve::solve(position, WinKind::Vct, &rest);
    }
    let (nodes, seconds) = (solution.nodes, budget.elapsed().as_secs_f64());
    let mut analysis = searching(nodes, seconds);
    match solution.answer {
        Answer::Win => {
            let score = Score::win_after(to_move.seat(), to_move.seat(), solution.line.len() as u32);
            analysis.headline = wins_in(&score, SIDES).unwrap_or_default();
            analysis.bar = Some(share_of_first(to_move.seat(), 1.0));
            analysis.score = Some(score);
            analysis.certainty = Some(Certainty::Proved);
            analysis.lines = vec![AnalysisLine {
                moves: solution.line.iter().map(ToString::to_string).collect(),
                score: analysis.score.clone(),
                bar: analysis.bar,
                certainty: Some(Certainty::Proved),
                note: Some(Text::new(match solution.kind {
                    WinKind::Vcf => "analysis.by_fours",
                    WinKind::Vct => "analysis.by_threats",
                })),
            }];
            analysis.marks = solution
                .line
                .first()
                .map(|&point| Mark { at: square(position.size(), point), kind: MarkKind::Best, label: None })
                .into_iter()
                .collect();
        }
        Answer::None => {
            analysis.headline = Text::new("analysis.no_forced_win").with("side", to_move.key());
            analysis.certainty = Some(Certainty::Proved);
        }
        Answer::Unknown => {
            analysis.headline = Text::new("analysis.forced_win_unknown").with("side", to_move.key());
        }
    }
    report(analysis);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_list;
    use crate::{Rule, Rules, Size};

    fn all(kind: &str, moves: &str) -> Vec<Analysis> {
        let position = play_list(Rules::new(Size::FIFTEEN, Rule::Freestyle), moves).unwrap();
        let request = AnalysisRequest { kind: kind.to_owned(), lines: 2 };
        let mut reports = Vec::new();
        analyse(&position, &request, &Limits::of_nodes(20_000), &mut |analysis| reports.push(analysis)).unwrap();
        reports
    }

    #[test]
    fn lines_come_with_scores_and_legal_moves() {
        let last = all("", "h8 h9 g8").pop().unwrap();
        assert_eq!(last.lines.len(), 2);
        let bar = last.bar.unwrap();
        assert!((0.0..=1.0).contains(&bar));
        assert_eq!((last.heat.len(), last.marks.len()), (2, 1));
        for line in &last.lines {
            play_list(Rules::new(Size::FIFTEEN, Rule::Freestyle), &format!("h8 h9 g8 {}", line.moves.join(" ")))
                .unwrap();
        }
    }

    #[test]
    fn every_report_has_different_moves_best_first() {
        let score = |line: &AnalysisLine| match line.score {
            Some(Score::Share { share }) => share,
            _ => panic!("{line:?} has no number"),
        };
        for moves in ["", "h8", "h8 i9", "h8 h9 g8", "h8 i9 g9 h7 i8 g8"] {
            let reports = all("", moves);
            // There is one first move worth a look, and it is looked at deeper and deeper all the same.
            assert!(reports.len() > 4, "{moves}: {} reports", reports.len());
            assert!(reports.is_sorted_by_key(|report| report.depth));
            for report in reports {
                assert_eq!(report.lines.len(), if moves.is_empty() { 1 } else { 2 }, "{moves}");
                if let [first, second] = &report.lines[..] {
                    assert_ne!(first.moves[0], second.moves[0], "{moves} at depth {:?}", report.depth);
                    // Every score is Black's, whoever is to move.
                    let whites = moves.split_whitespace().count() % 2 == 1;
                    let gain = if whites { score(second) - score(first) } else { score(first) - score(second) };
                    assert!(gain >= 0.0, "{moves} at depth {:?}", report.depth);
                }
            }
        }
    }

    #[test]
    fn a_forced_win_is_proved_and_can_be_played_out() {
        // Black has an open three and moves: an open four and five follow.
        let last = all("forced_win", "f8 a1 g8 a3 h8 a5").pop().unwrap();
        assert_eq!(last.certainty, Some(Certainty::Proved));
        assert_eq!(last.bar, Some(1.0));
        let line = last.lines[0].moves.join(" ");
        let end = play_list(Rules::new(Size::FIFTEEN, Rule::Freestyle), &format!("f8 a1 g8 a3 h8 a5 {line}"));
        assert!(end.is_ok(), "{line}: {end:?}");
        let plies = line.split(' ').count();
        assert!(plies >= 3, "{line}");
        // The winner plays every other stone of the line, the first and the last among them.
        assert_eq!(last.score, Some(Score::Win { seat: Stone::Black.seat(), moves: plies.div_ceil(2) as u32 }));
    }

    #[test]
    fn no_forced_win_is_proved_too() {
        let last = all("forced_win", "h8 h9").pop().unwrap();
        assert_eq!((last.certainty, last.lines.len()), (Some(Certainty::Proved), 0));
    }

    #[test]
    fn threats_are_marked() {
        let last = all("threats", "f8 a1 g8 a3 h8 a5").pop().unwrap();
        assert_eq!((last.marks.len(), last.strokes.len()), (2, 1));
    }

    #[test]
    fn an_unknown_kind_is_refused() {
        let position = Position::new(Rules::default());
        let request = AnalysisRequest { kind: "tea_leaves".to_owned(), lines: 0 };
        assert!(analyse(&position, &request, &Limits::none(), &mut |_| {}).unwrap_err().contains("tea_leaves"));
    }
}
