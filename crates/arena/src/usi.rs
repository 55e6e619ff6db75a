//! Programs that speak USI, for animal shogi.

use std::time::Duration;

use banmen_catalog::AnyGame;
use banmen_core::{Cancel, Event};

use crate::{Contender, Fault, Program};

/// A program behind the USI protocol.
pub struct Usi {
    words: Vec<String>,
    /// Lines it is told before every game.
    told: Vec<String>,
    program: Option<Program>,
    columns: u8,
    rows: u8,
}

/// How long a program may take to start.
const STARTING: Duration = Duration::from_secs(20);
/// How much later than its time a move is waited for before the program counts as stuck.
const PATIENCE: Duration = Duration::from_secs(2);

impl Usi {
    /// A program by its command, which is told some lines before every game; it is started with the first.
    pub fn new(words: &[String], told: &[String]) -> Self {
        Self { words: words.to_vec(), told: told.to_vec(), program: None, columns: 0, rows: 0 }
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        self.program.as_mut().ok_or_else(Fault::not_running)
    }
}

/// A square such as `b3` (file from the left, rank from the bottom) in USI's way: file from the right, rank from the top.
fn square_to_usi(square: &str, columns: u8, rows: u8) -> Option<String> {
    let file = square.bytes().next()?.checked_sub(b'a')?;
    let rank: u8 = square.get(1..)?.parse().ok()?;
    Some(format!("{}{}", columns.checked_sub(file)?, char::from(b'a' + rows.checked_sub(rank)?)))
}

fn square_from_usi(square: &str, columns: u8, rows: u8) -> Option<String> {
    let file: u8 = square.get(..1)?.parse().ok()?;
    let rank = square.as_bytes().get(1)?.checked_sub(b'a')?;
    Some(format!("{}{}", char::from(b'a' + columns.checked_sub(file)?), rows.checked_sub(rank)?))
}

/// A move of ours (`b2b3`, `b4b5+`, `C@c3`) in USI.
fn to_usi(text: &str, columns: u8, rows: u8) -> Option<String> {
    if let Some((piece, square)) = text.split_once('@') {
        return Some(format!("{piece}*{}", square_to_usi(square, columns, rows)?));
    }
    let (plain, promotes) = text.strip_suffix('+').map_or((text, ""), |plain| (plain, "+"));
    let (from, to) = (plain.get(..2)?, plain.get(2..)?);
    Some(format!("{}{}{promotes}", square_to_usi(from, columns, rows)?, square_to_usi(to, columns, rows)?))
}

/// A move of USI in our notation.
fn from_usi(text: &str, columns: u8, rows: u8) -> Option<String> {
    if let Some((piece, square)) = text.split_once('*') {
        return Some(format!("{}@{}", piece.to_ascii_uppercase(), square_from_usi(square, columns, rows)?));
    }
    let (plain, promotes) = text.strip_suffix('+').map_or((text, ""), |plain| (plain, "+"));
    let (from, to) = (plain.get(..2)?, plain.get(2..)?);
    Some(format!("{}{}{promotes}", square_from_usi(from, columns, rows)?, square_from_usi(to, columns, rows)?))
}

impl Contender for Usi {
    fn begin(&mut self, game: &dyn AnyGame, _: u64) -> Result<(), Fault> {
        let grid = game.view().grid;
        (self.columns, self.rows) = (grid.columns, grid.rows);
        if self.program.is_none() {
            let mut program = Program::start(&self.words)?;
            program.send("usi")?;
            program.wait(STARTING, |line| (line == "usiok").then_some(()))?;
            self.program = Some(program);
        }
        let board = game.record().rules.get("board").and_then(|board| board.as_str()).unwrap_or("deer").to_owned();
        let program = self.program.as_mut().ok_or_else(Fault::not_running)?;
        program.send(&format!("setoption name USI_Variant value {board}"))?;
        self.told.iter().try_for_each(|line| program.send(line))?;
        program.send("usinewgame")?;
        program.send("isready")?;
        program.wait(STARTING, |line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, game: &dyn AnyGame, time: Duration, _: &Cancel) -> Result<String, Fault> {
        let (columns, rows) = (self.columns, self.rows);
        let moves: Vec<String> = game
            .record()
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Move(text) => to_usi(text, columns, rows),
                _ => None,
            })
            .collect();
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let program = self.program()?;
        program.send(&format!("position startpos{list}"))?;
        program.send(&format!("go btime 0 wtime 0 byoyomi {}", time.as_millis()))?;
        let answer = program.wait(time + PATIENCE, |line| {
            let rest = line.strip_prefix("bestmove ")?;
            Some(rest.split_whitespace().next().unwrap_or_default().to_owned())
        });
        if matches!(answer, Err(Fault::Late(_))) {
            self.program = None;
        }
        let said = answer?;
        let text = from_usi(&said, columns, rows).unwrap_or_else(|| said.clone());
        // Programs differ in whether they write a promotion that cannot be refused.
        let legal = game.legal_moves();
        let forced = format!("{text}+");
        let plain = text.trim_end_matches('+').to_owned();
        let meant = [text.clone(), forced, plain].into_iter().find(|candidate| legal.contains(candidate));
        meant.ok_or(Fault::Illegal(said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_both_ways() {
        // On a board of five files and five ranks, as the specification of animal shogi shows.
        for (ours, usi) in [("e1e2", "1e1d"), ("b4b5+", "4b4a+"), ("C@c3", "C*3c")] {
            assert_eq!(to_usi(ours, 5, 5).as_deref(), Some(usi));
            assert_eq!(from_usi(usi, 5, 5).as_deref(), Some(ours));
        }
        for text in ["", "resign", "win", "x", "9z9z", "1a", "*", "é*1a"] {
            let _ = from_usi(text, 3, 4);
        }
    }
}
