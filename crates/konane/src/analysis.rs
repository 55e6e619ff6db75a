//! What a position is worth, for people: its parts, its value, every move with what it leads to.

use std::time::Duration;

use banmen_cgt::{Arena, Notation, Outcome, Standing, Value};
use banmen_core::{
    Analysis, AnalysisLine, AnalysisRequest, Budget, Certainty, Figure, Game, Limits, Region, Score, Square, Text,
    with_minus,
};

use crate::board::Stone;
use crate::evaluator::Evaluator;
use crate::outcome::Prover;
use crate::position::{Konane, Opening};
use crate::view::side_key;

/// The kinds of analysis there are.
pub(crate) const KINDS: [&str; 1] = ["value"];
/// A longer name is cut out of the picture; the explorer shows it as a list of sub-games.
const SHOWN_NAME: u128 = 60;
/// How much of the time goes to the values; the rest to the question who wins.
const FOR_VALUES: f64 = 0.6;
/// The time of an analysis that nothing else limits.
const USUAL_TIME: Duration = Duration::from_secs(20);
/// Memory of an analysis that nothing else limits.
const USUAL_MEMORY: u64 = 1 << 30;
/// How many moves are listed unless more are asked for.
const USUAL_LINES: usize = 12;

/// Analyses a position: exact values if they can be had, else who wins if that can be proved.
pub(crate) fn analyse(
    position: &Konane,
    request: &AnalysisRequest,
    limits: &Limits,
    report: &mut dyn FnMut(Analysis),
) -> Result<(), String> {
    if !matches!(request.kind.as_str(), "" | "value") {
        return Err(format!("there is no analysis {:?} of Konane; expected value", request.kind));
    }
    let whole = Limits {
        time: Some(limits.time.unwrap_or(USUAL_TIME)),
        memory: Some(limits.memory.unwrap_or(USUAL_MEMORY)),
        ..limits.clone()
    };
    let mut study = Study {
        values: Evaluator::new(Arena::new(), position.jumps()),
        budget: whole.start(),
        lines: if request.lines == 0 { USUAL_LINES } else { request.lines as usize },
    };
    if position.turn().seat().is_none() {
        report(Analysis { headline: Text::new("analysis.konane.over"), ..Analysis::default() });
        return Ok(());
    }
    if position.opening() == Opening::Done {
        let share = Limits { time: whole.time.map(|time| time.mul_f64(FOR_VALUES)), ..whole.clone() };
        if let Some(answer) = study.by_values(position, &share, report) {
            report(answer);
            return Ok(());
        }
    }
    report(study.by_proof(position, &whole));
    Ok(())
}

struct Study {
    values: Evaluator<Arena>,
    budget: Budget,
    lines: usize,
}

impl Study {
    fn by_values(&mut self, position: &Konane, limits: &Limits, report: &mut dyn FnMut(Analysis)) -> Option<Analysis> {
        let board = position.board();
        let mut regions = Vec::new();
        for (index, part) in self.values.components(board).into_iter().enumerate() {
            let value = self.values.solve(&part.board, limits, &mut |effort| {
                report(Analysis {
                    headline: Text::new("analysis.konane.working"),
                    nodes: effort.positions,
                    seconds: self.budget.elapsed().as_secs_f64(),
                    ..Analysis::default()
                });
            });
            let name = shown(&mut self.values.algebra, value.ok()?);
            let squares = part.cells().map(|(row, col)| Square::new(col as u8, row as u8)).collect();
            regions.push(Region { name: letter(index), squares, value: Some(name) });
        }
        let value = self.values.solve(board, limits, &mut |_| {}).ok()?;
        let mover = position.to_move();
        let mut options = Vec::new();
        for stone in [Stone::Black, Stone::White] {
            let mut side = Vec::new();
            for (jump, after) in board.options(stone, position.jumps()) {
                side.push((jump, self.values.solve(&after, limits, &mut |_| {}).ok()?));
            }
            options.push(side);
        }
        let arena = &mut self.values.algebra;
        let values = |side: usize| options[side].iter().map(|&(_, value)| value).collect::<Vec<Value>>();
        let (left, right) = arena.standings(&values(0), &values(1));
        let (moves, standings) = if mover == Stone::Black { (&options[0], left) } else { (&options[1], right) };
        let mut lines: Vec<(bool, AnalysisLine)> = Vec::new();
        for (&(jump, value), standing) in moves.iter().zip(standings) {
            let own = if mover == Stone::Black { value } else { arena.negate(value) };
            let wins = arena.less_or_equal(Value::ZERO, own);
            let note = match standing {
                Standing::Kept => None,
                Standing::Dominated { by } => {
                    Some(Text::new("analysis.konane.dominated").with("value", shown(arena, by)))
                }
                Standing::Reversible { through } => {
                    Some(Text::new("analysis.konane.reversible").with("value", shown(arena, through)))
                }
            };
            let line = AnalysisLine {
                moves: vec![jump.to_string()],
                score: Some(Score::Exact { text: shown(arena, value) }),
                bar: Some(share_of_black(wins == (mover == Stone::Black))),
                certainty: Some(Certainty::Exact),
                note,
            };
            lines.push((wins, line));
        }
        lines.sort_by_key(|(wins, line)| (!wins, line.note.is_some()));
        let outcome = arena.outcome(value);
        let winner = match outcome {
            Outcome::L => Stone::Black,
            Outcome::R => Stone::White,
            Outcome::N => mover,
            Outcome::P => mover.other(),
        };
        let winning: Vec<String> =
            lines.iter().filter(|(wins, _)| *wins).flat_map(|(_, line)| line.moves.clone()).collect();
        let summary = [
            ("left_stop", arena.left_stop(value)),
            ("right_stop", arena.right_stop(value)),
            ("mean", arena.mean(value)),
            ("temperature", arena.temperature(value)),
        ];
        let figure = |(name, number): (&str, banmen_cgt::Dyadic)| Figure {
            label: Text::new(format!("cgt.{name}")),
            value: with_minus(&number.to_string()),
            certainty: Some(Certainty::Exact),
        };
        Some(Analysis {
            headline: Text::new(format!("konane.outcome.{}", outcome_key(outcome))),
            bar: Some(share_of_black(winner == Stone::Black)),
            score: Some(Score::Exact { text: shown(arena, value) }),
            certainty: Some(Certainty::Exact),
            lines: lines.into_iter().take(self.lines).map(|(_, line)| line).collect(),
            figures: winning_moves(&winning, Certainty::Exact, true).into_iter().chain(summary.map(figure)).collect(),
            regions,
            seconds: self.budget.elapsed().as_secs_f64(),
            ..Analysis::default()
        })
    }

    fn by_proof(&mut self, position: &Konane, whole: &Limits) -> Analysis {
        let mut prover = Prover::new(position.jumps(), whole.memory);
        let rest = Limits { time: self.budget.remaining(), ..whole.clone() };
        let mover = position.to_move();
        let verdict = if position.opening() == Opening::Done {
            prover.solve(position.board(), mover, &rest, &mut |_| {}).ok().map(|verdict| verdict.wins)
        } else {
            None
        };
        // A move wins if the opponent, to move after it, loses.
        let (mut winning, mut all) = (Vec::new(), true);
        if verdict == Some(true) {
            for (jump, after) in position.board().options(mover, position.jumps()) {
                let rest = Limits { time: self.budget.remaining(), ..whole.clone() };
                match prover.solve(&after, mover.other(), &rest, &mut |_| {}) {
                    Ok(verdict) if !verdict.wins => winning.push(jump.to_string()),
                    Ok(_) => {}
                    Err(_) => {
                        all = false;
                        break;
                    }
                }
            }
        }
        let seconds = self.budget.elapsed().as_secs_f64();
        match verdict {
            Some(wins) => {
                let winner = if wins { mover } else { mover.other() };
                let line = |text: &String| AnalysisLine {
                    moves: vec![text.clone()],
                    score: None,
                    bar: Some(share_of_black(mover == Stone::Black)),
                    certainty: Some(Certainty::Proved),
                    note: Some(Text::new("analysis.konane.wins")),
                };
                Analysis {
                    lines: winning.iter().take(self.lines).map(line).collect(),
                    figures: winning_moves(&winning, Certainty::Proved, all).into_iter().collect(),
                    headline: Text::new("analysis.konane.proved").with("side", side_key(winner)),
                    bar: Some(share_of_black(winner == Stone::Black)),
                    certainty: Some(Certainty::Proved),
                    seconds,
                    ..Analysis::default()
                }
            }
            None => Analysis { headline: Text::new("analysis.konane.unknown"), seconds, ..Analysis::default() },
        }
    }
}

/// The moves that win, by name, and whether these are all of them; nothing if there are none.
fn winning_moves(moves: &[String], certainty: Certainty, all: bool) -> Option<Figure> {
    let label = Text::new(if all { "analysis.konane.winning_moves" } else { "analysis.konane.winning_moves_found" });
    (!moves.is_empty()).then(|| Figure { label, value: moves.join(", "), certainty: Some(certainty) })
}

fn share_of_black(wins: bool) -> f64 {
    if wins { 1.0 } else { 0.0 }
}

fn outcome_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::L => "left",
        Outcome::R => "right",
        Outcome::N => "next",
        Outcome::P => "previous",
    }
}

fn shown(arena: &mut Arena, value: Value) -> String {
    arena.name_within(value, Notation::Unicode, SHOWN_NAME).unwrap_or_else(|| "…".to_owned())
}

/// A, B, …, Z, A1, …
fn letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26) }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;
    use crate::board::Board;
    use crate::rules::Rules;

    /// The moves that an analysis says win, in order.
    fn named(analysis: &Analysis) -> Option<Vec<String>> {
        let figure = analysis.figures.iter().find(|figure| figure.label.key == "analysis.konane.winning_moves")?;
        let mut moves: Vec<String> = figure.value.split(", ").map(str::to_owned).collect();
        moves.sort();
        Some(moves)
    }

    #[test]
    fn values_and_proofs_name_the_same_winning_moves() {
        let mut random = Random::new(11);
        let mut some = 0;
        for _ in 0..60 {
            let rows: Vec<String> =
                (0..4).map(|_| (0..4).map(|_| ['.', 'B', 'W'][random.below(3) as usize]).collect()).collect();
            let board: Board = rows.join("/").parse().unwrap();
            let position = Konane::start(&Rules::free(&board, Stone::Black)).unwrap();
            if position.turn().seat().is_none() {
                continue;
            }
            let limits = Limits { time: Some(USUAL_TIME), memory: Some(USUAL_MEMORY), ..Limits::none() };
            let mut study = Study {
                values: Evaluator::new(Arena::new(), position.jumps()),
                budget: limits.start(),
                lines: USUAL_LINES,
            };
            let by_values = study.by_values(&position, &limits, &mut |_| {}).unwrap();
            let by_proof = study.by_proof(&position, &limits);
            assert_eq!(named(&by_values), named(&by_proof), "{rows:?}");
            some += usize::from(named(&by_proof).is_some());
        }
        assert!(some > 10);
    }
}
