//! What an answer is worth, by exact values.

use std::cmp::Ordering;

use banmen_cgt::Notation;
use banmen_core::{Game, Judgement, Limits, ParseMoveError, Task, Text, ToolError, with_minus};

use super::study::Study;
use crate::board::Stone;
use crate::position::{Konane, Move, Opening};
use crate::view::side_key;

/// The most jumps of a refutation that are shown.
const SHOWN: usize = 8;

/// The name of the part with this number: A, B, …
pub(super) fn letter(part: usize) -> String {
    char::from(b'A' + (part % 26) as u8).to_string()
}

fn check(task: &Task<'_, Konane>) -> Result<(), ToolError> {
    if task.position.opening() != Opening::Done {
        return Err(ToolError::Input("puzzles begin after the opening".to_owned()));
    }
    if !matches!(task.kind, "only" | "worth" | "hottest") {
        return Err(ToolError::Input(format!(
            "there is no puzzle {:?} of Konane; expected only, worth or hottest",
            task.kind
        )));
    }
    Ok(())
}

/// The right answers.
pub(super) fn answers(task: &Task<'_, Konane>, limits: &Limits) -> Result<Vec<String>, ToolError> {
    check(task)?;
    let mut study = Study::new(task.position.jumps(), limits);
    let board = task.position.board();
    match task.kind {
        "worth" => {
            let value = study.value(board)?;
            let arena = &mut study.values.algebra;
            let right = |choice: &&String| arena.value(choice).is_ok_and(|chosen| chosen == value);
            Ok(task.choices.iter().filter(right).cloned().collect())
        }
        "hottest" => {
            let temperatures = study.temperatures(board)?;
            let hottest = temperatures.iter().max().copied();
            let hot = temperatures.iter().enumerate().filter(|&(_, &one)| Some(one) == hottest);
            Ok(hot.map(|(part, _)| letter(part)).collect())
        }
        _ => {
            let jumps = study.jumps(task.position)?;
            Ok(jumps.into_iter().filter(|&(_, wins)| wins).map(|(jump, _)| jump.to_string()).collect())
        }
    }
}

/// Judges an answer.
pub(super) fn judge(task: &Task<'_, Konane>, answer: &str, limits: &Limits) -> Result<Judgement, ToolError> {
    check(task)?;
    let mut study = Study::new(task.position.jumps(), limits);
    match task.kind {
        "worth" => worth(&mut study, task, answer),
        "hottest" => hottest(&mut study, task, answer),
        _ => only(&mut study, task, answer),
    }
}

/// A value is right if the difference is zero; otherwise the order says on which side it is wrong.
fn worth(study: &mut Study<'_>, task: &Task<'_, Konane>, answer: &str) -> Result<Judgement, ToolError> {
    let value = study.value(task.position.board())?;
    let arena = &mut study.values.algebra;
    let said = arena.value(answer).map_err(|error| ToolError::Input(format!("{answer:?} is not a value: {error}")))?;
    let name = arena.name(value, Notation::Unicode);
    Ok(match arena.compare(value, said) {
        Some(Ordering::Equal) => Judgement::solved().noting(Text::new("puzzle.note.worth").with("value", name)),
        order => {
            let how = match order {
                Some(Ordering::Greater) => "puzzle.note.worth_more",
                Some(Ordering::Less) => "puzzle.note.worth_less",
                _ => "puzzle.note.worth_confused",
            };
            let said = arena.name(said, Notation::Unicode);
            Judgement::wrong(Vec::new()).noting(Text::new(how).with("value", said))
        }
    })
}

fn hottest(study: &mut Study<'_>, task: &Task<'_, Konane>, answer: &str) -> Result<Judgement, ToolError> {
    let temperatures = study.temperatures(task.position.board())?;
    let part = (0..temperatures.len()).find(|&part| letter(part) == answer);
    let part = part.ok_or_else(|| ToolError::Input(format!("there is no part {answer:?} of this position")))?;
    let hottest = temperatures.iter().max().copied().unwrap_or(temperatures[part]);
    let list: Vec<String> = (temperatures.iter().enumerate())
        .map(|(part, temperature)| format!("{} {}", letter(part), with_minus(&temperature.to_string())))
        .collect();
    Ok(if temperatures[part] == hottest {
        Judgement::solved().noting(Text::new("puzzle.note.temperatures").with("list", list.join(" · ")))
    } else {
        let own = with_minus(&temperatures[part].to_string());
        let note = Text::new("puzzle.note.cooler").with("part", answer).with("temperature", own);
        Judgement::wrong(Vec::new()).noting(note)
    })
}

fn only(study: &mut Study<'_>, task: &Task<'_, Konane>, answer: &str) -> Result<Judgement, ToolError> {
    let m: Move = answer.parse().map_err(|error: ParseMoveError| ToolError::Input(error.to_string()))?;
    let mut position = task.position.clone();
    position.play(m).map_err(|error| ToolError::Input(error.to_string()))?;
    if !study.wins(position.board(), position.to_move())? {
        return Ok(Judgement::solved());
    }
    let winner: Stone = position.to_move();
    let mut refutation = Vec::new();
    while refutation.len() < SHOWN && position.turn().seat().is_some() {
        let jumps = study.jumps(&position)?;
        // The winner keeps the win; the loser plays on as it may.
        let next = if position.to_move() == winner { jumps.iter().find(|(_, wins)| *wins) } else { jumps.first() };
        let Some(&(jump, _)) = next else { break };
        refutation.push(jump.to_string());
        if position.play(Move::Jump(jump)).is_err() {
            break;
        }
    }
    Ok(Judgement::wrong(refutation).noting(Text::new("puzzle.note.wins").with("side", side_key(winner))))
}
