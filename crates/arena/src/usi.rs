//! Programs that speak USI, for animal shogi.

use std::time::Duration;

use banmen_catalog::AnyGame;
use banmen_core::{Cancel, Event};
use banmen_dobutsu::notation::{move_from_usi, move_to_usi};
use banmen_dobutsu::{AnyBoard, BoardName, Rules};

use crate::{Contender, Fault, Program};

/// A program behind the USI protocol.
pub struct Usi {
    words: Vec<String>,
    /// Lines it is told before every game.
    told: Vec<String>,
    program: Option<Program>,
    board: BoardName,
    /// Where the game starts, as the protocol says it.
    start: String,
}

/// How long a program may take to start.
const STARTING: Duration = Duration::from_secs(20);
/// How much later than its time a move is waited for before the program counts as stuck.
const PATIENCE: Duration = Duration::from_secs(2);

impl Usi {
    /// A program by its command, which is told some lines before every game; it is started with the first.
    pub fn new(words: &[String], told: &[String]) -> Self {
        Self {
            words: words.to_vec(),
            told: told.to_vec(),
            program: None,
            board: BoardName::Deer,
            start: "startpos".to_owned(),
        }
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        self.program.as_mut().ok_or_else(Fault::not_running)
    }
}

/// Where a game under these rules starts, as USI says it: `startpos`, or `sfen` and a position.
fn start_in_usi(rules: &Rules) -> Result<String, Fault> {
    if rules.position.is_empty() {
        return Ok("startpos".to_owned());
    }
    let board = AnyBoard::from_text(rules.board, &rules.position)
        .map_err(|error| Fault::Refused(format!("the position that the game starts from: {error}")))?;
    Ok(format!("sfen {}", board.to_sfen()))
}

/// A move in our notation (`b2b3`, `b4b5+`, `C@c3`) as USI writes it.
fn to_usi(text: &str, board: BoardName) -> Option<String> {
    Some(move_to_usi(board.spec(), text.parse().ok()?))
}

/// A move of USI in our notation.
fn from_usi(text: &str, board: BoardName) -> Option<String> {
    Some(move_from_usi(board.spec(), text).ok()?.to_string())
}

impl Contender for Usi {
    fn begin(&mut self, game: &dyn AnyGame, _: u64, cancel: &Cancel) -> Result<(), Fault> {
        let rules: Rules = serde_json::from_value(game.record().rules.clone())
            .map_err(|error| Fault::Refused(format!("USI programs play animal shogi only: {error}")))?;
        self.board = rules.board;
        self.start = start_in_usi(&rules)?;
        if self.program.is_none() {
            let mut program = Program::start(&self.words)?;
            program.send("usi")?;
            program.wait(STARTING, cancel, |line| (line == "usiok").then_some(()))?;
            self.program = Some(program);
        }
        let program = self.program.as_mut().ok_or_else(Fault::not_running)?;
        program.send(&format!("setoption name USI_Variant value {}", self.board))?;
        self.told.iter().try_for_each(|line| program.send(line))?;
        program.send("usinewgame")?;
        program.send("isready")?;
        program.wait(STARTING, cancel, |line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, game: &dyn AnyGame, time: Duration, cancel: &Cancel) -> Result<String, Fault> {
        let board = self.board;
        let moves: Vec<String> = game
            .record()
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Move(text) => to_usi(text, board),
                _ => None,
            })
            .collect();
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let position = format!("position {}{list}", self.start);
        let program = self.program()?;
        program.send(&position)?;
        program.send(&format!("go btime 0 wtime 0 byoyomi {}", time.as_millis()))?;
        let answer = program.wait(time + PATIENCE, cancel, |line| {
            let rest = line.strip_prefix("bestmove ")?;
            Some(rest.split_whitespace().next().unwrap_or_default().to_owned())
        });
        if matches!(answer, Err(Fault::Late(_))) {
            self.program = None;
        }
        let said = answer?;
        let text = from_usi(&said, board).unwrap_or_else(|| said.clone());
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
    fn a_game_from_another_position_begins_there() {
        let rules = |position: &str| Rules { board: BoardName::Classic, position: position.to_owned() };
        assert_eq!(start_in_usi(&rules("")).unwrap(), "startpos");
        let text = "gle/1c1/1C1/ELG[-] b";
        let start = start_in_usi(&rules(text)).unwrap();
        let sfen = start.strip_prefix("sfen ").unwrap();
        let read = AnyBoard::from_sfen(BoardName::Classic, sfen).unwrap();
        assert_eq!(read, AnyBoard::from_text(BoardName::Classic, text).unwrap());
        assert!(start_in_usi(&rules("gle[-] w")).is_err());
    }

    #[test]
    fn moves_are_written_both_ways() {
        for (ours, usi) in [("e1e2", "1e1d"), ("b4b5+", "4b4a+"), ("C@c3", "C*3c")] {
            assert_eq!(to_usi(ours, BoardName::Deer).as_deref(), Some(usi));
            assert_eq!(from_usi(usi, BoardName::Deer).as_deref(), Some(ours));
        }
        for text in ["", "resign", "win", "x", "9z9z", "1a", "*", "é*1a"] {
            assert_eq!(from_usi(text, BoardName::Classic), None, "{text}");
        }
    }
}
