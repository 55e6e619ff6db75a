//! What is shown about a position: the Master's best lines, or on the classic board the solution.

use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::position::{AnyBoard, Position};
use crate::rules::CLASSIC;
use crate::search::{AnyEngine, DEFAULT_TABLE, Info, Request, Score};
use crate::tablebase::{TablebaseValue, building, library};
use crate::variant::Classic;
use crate::view::{drawn_at, side_key};
use banmen_core::{
    Analysis, AnalysisInfo, AnalysisLine, AnalysisRequest, Certainty, Condition, Figure, Game, Heat, Limits, Mark,
    MarkKind, Seat, Stroke, StrokeKind, Text, share_of_first, who_is_ahead, wins_in,
};

/// The kinds of analysis there are: the search's lines, and every move's exact distance (classic board).
pub(crate) fn kinds() -> Vec<AnalysisInfo> {
    let solved = Condition::new("board", [CLASSIC.name]);
    vec![
        AnalysisInfo::new("lines"),
        AnalysisInfo { seconds: TABLE_SECONDS, when: Some(solved), ..AnalysisInfo::new("exact") },
    ]
}

/// An exact answer may first need the table of every position, which is built once and takes minutes.
const TABLE_SECONDS: f64 = 600.0;
/// The keys of both sides' names.
const SIDES: [&str; 2] = [side_key(Seat::First), side_key(Seat::Second)];
/// How many lines are shown by default, and at most.
const USUAL_LINES: usize = 3;
const MOST_LINES: usize = 64;

/// Finds out what a position is worth.
pub(crate) fn analyse(
    position: &Position,
    request: &AnalysisRequest,
    limits: &Limits,
    report: &mut dyn FnMut(Analysis),
) -> Result<(), String> {
    let Some(seat) = position.turn().seat() else {
        return Err("the game is over".to_owned());
    };
    match request.kind.as_str() {
        "" | "lines" => {}
        "exact" => return exact(position, limits, report),
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!("there is no analysis {other:?}; expected lines or exact"));
        }
    }
    if request.kind.is_empty()
        && let AnyBoard::Classic(board) = position.board()
        && let Some(table) = library().table()
        && let Some(moves) = table.moves(board)
    {
        report(solved(position, board, &moves));
        return Ok(());
    }
    let lines = if request.lines == 0 { USUAL_LINES } else { (request.lines as usize).min(MOST_LINES) };
    let mut engine = AnyEngine::new(position.name(), limits.memory.map_or(DEFAULT_TABLE, |most| most as usize / 2));
    let request = Request { lines, ..Request::default() };
    engine.search(position, limits, &request, &mut |info| report(searched(position, seat, info)));
    Ok(())
}

fn certainty(score: Score) -> Certainty {
    if score.mate().is_some() { Certainty::Proved } else { Certainty::Score }
}

fn headline(seat: Seat, score: Score) -> Text {
    let share = share_of_first(seat, score.expectation());
    wins_in(&score.told(seat), SIDES).unwrap_or_else(|| who_is_ahead(share, SIDES))
}

fn searched(position: &Position, seat: Seat, info: &Info) -> Analysis {
    let spec = position.name().spec();
    let best = info.lines[0].score;
    let seconds = info.time.as_secs_f64();
    let lines: Vec<AnalysisLine> = info
        .lines
        .iter()
        .map(|line| AnalysisLine {
            moves: line.moves.iter().map(ToString::to_string).collect(),
            score: Some(line.score.told(seat)),
            bar: Some(share_of_first(seat, line.score.expectation())),
            certainty: Some(certainty(line.score)),
            note: None,
        })
        .collect();
    let heat = heat(info.lines.iter().filter_map(|line| {
        let first = *line.moves.first()?;
        Some((drawn_at(spec, first.to()), line.score.expectation(), line.score.told(seat)))
    }));
    Analysis {
        headline: headline(seat, best),
        bar: Some(share_of_first(seat, best.expectation())),
        score: Some(best.told(seat)),
        certainty: Some(certainty(best)),
        lines,
        figures: vec![figure("analysis.nodes_per_second", format!("{:.0}", info.nodes as f64 / seconds.max(1e-6)))],
        heat,
        strokes: info.lines[0].moves.first().and_then(|&m| arrow(position, m)).into_iter().collect(),
        depth: Some(info.depth),
        nodes: info.nodes,
        seconds,
        ..Analysis::default()
    }
}

fn figure(label: &str, value: String) -> Figure {
    Figure { label: Text::new(label), value, certainty: None }
}

fn arrow(position: &Position, m: Move) -> Option<Stroke> {
    let spec = position.name().spec();
    Some(Stroke { from: drawn_at(spec, m.from()?), to: drawn_at(spec, m.to()), kind: StrokeKind::Arrow })
}

/// The best value of each square, warmed by how near it comes to the best of all.
fn heat(values: impl Iterator<Item = (banmen_core::Square, f64, banmen_core::Score)>) -> Vec<Heat> {
    let mut heat: Vec<Heat> = Vec::new();
    for (at, weight, score) in values {
        if heat.iter().all(|other| other.at != at) {
            heat.push(Heat { at, weight, score: Some(score) });
        }
    }
    let best = heat.iter().map(|spot| spot.weight).fold(0.0, f64::max);
    if best > 0.0 {
        for spot in &mut heat {
            spot.weight /= best;
        }
    }
    heat
}

/// Every move's exact distance to the end, from the table, which is built or waited for if need be.
fn exact(position: &Position, limits: &Limits, report: &mut dyn FnMut(Analysis)) -> Result<(), String> {
    let AnyBoard::Classic(board) = position.board() else {
        return Err(format!("the board {} is not solved; only classic is", position.name()));
    };
    library().prepare();
    let mut told = None;
    let table = library().wait(&limits.cancel, &mut |progress| {
        let headline = building(&progress);
        if told.replace(headline.clone()).as_ref() == Some(&headline) {
            return;
        }
        report(Analysis { headline, nodes: progress.nodes, ..Analysis::default() });
    });
    let table = table.ok_or("the table is not there")?;
    let moves = table.moves(board).ok_or("the table knows whole games only: pieces are missing here")?;
    report(solved(position, board, &moves));
    Ok(())
}

fn solved(position: &Position, board: &PieceBoard<Classic>, moves: &[(Move, TablebaseValue)]) -> Analysis {
    let seat = board.side();
    let spec = position.name().spec();
    let share = |verdict: TablebaseValue| match verdict {
        TablebaseValue::Win(_) => 1.0,
        TablebaseValue::Draw => 0.5,
        TablebaseValue::Loss(_) => 0.0,
    };
    let best = moves.first().map(|&(_, verdict)| verdict);
    let score = best.map(|verdict| verdict.told(seat));
    let headline =
        score.as_ref().and_then(|score| wins_in(score, SIDES)).unwrap_or_else(|| Text::new("analysis.drawn"));
    let lines = moves
        .iter()
        .map(|&(m, verdict)| AnalysisLine {
            moves: vec![m.to_string()],
            score: Some(verdict.told(seat)),
            bar: Some(share_of_first(seat, share(verdict))),
            certainty: Some(Certainty::Exact),
            note: None,
        })
        .collect();
    // Among lost moves the longest resistance is warmest, so that there is always something to see.
    let span = f64::from(2 * 1000);
    let heat =
        heat(moves.iter().map(|&(m, verdict)| {
            (drawn_at(spec, m.to()), f64::from(verdict.merit() + 1000) / span, verdict.told(seat))
        }));
    let marks = moves
        .iter()
        .filter(|&&(_, verdict)| Some(verdict) == best)
        .map(|&(m, _)| Mark { at: drawn_at(spec, m.to()), kind: MarkKind::Best, label: None })
        .collect();
    Analysis {
        headline,
        bar: best.map(|verdict| share_of_first(seat, share(verdict))),
        score,
        certainty: Some(Certainty::Exact),
        lines,
        heat,
        marks,
        strokes: moves.first().and_then(|&(m, _)| arrow(position, m)).into_iter().collect(),
        nodes: moves.len() as u64,
        ..Analysis::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{BoardName, Rules};

    #[test]
    fn lines_come_best_first_with_the_first_players_share() {
        let position =
            Position::start(&Rules { board: BoardName::Deer, position: "l4/5/1G3/5/4L[G] w".into() }).unwrap();
        let mut last = None;
        let request = AnalysisRequest { lines: 2, ..AnalysisRequest::default() };
        let limits = Limits { depth: Some(5), ..Limits::none() };
        analyse(&position, &request, &limits, &mut |analysis| last = Some(analysis)).unwrap();
        let analysis = last.unwrap();
        // Three plies, two of them the winner's.
        assert_eq!(analysis.score, Some(banmen_core::Score::Win { seat: Seat::First, moves: 2 }));
        assert_eq!((analysis.bar, analysis.lines.len()), (Some(1.0), 2));
        assert_eq!(analysis.headline.args["moves"], "2");
    }

    #[test]
    fn reject_questions_without_an_answer() {
        let start = Position::start(&Rules::default()).unwrap();
        let ask = |position: &Position, kind: &str| {
            let request = AnalysisRequest { kind: kind.into(), lines: 0 };
            analyse(position, &request, &Limits::of_nodes(10), &mut |_| ()).unwrap_err()
        };
        assert_eq!(ask(&start, "odds"), "there is no analysis \"odds\"; expected lines or exact");
        assert_eq!(ask(&start, "exact"), "the board deer is not solved; only classic is");
        let over = Rules { board: BoardName::Deer, position: "5/5/5/5/4L[-] b".into() };
        assert_eq!(ask(&Position::start(&over).unwrap(), ""), "the game is over");
    }
}
