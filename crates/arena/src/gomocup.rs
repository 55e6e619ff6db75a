//! Programs that speak the Gomocup protocol, for gomoku.

use std::thread;
use std::time::{Duration, Instant};

use banmen_catalog::AnyGame;
use banmen_core::{Cancel, Event};

use crate::{Contender, Fault, Program};

/// A gomoku program behind the Gomocup protocol.
pub struct Gomocup {
    words: Vec<String>,
    /// Lines it is told before every game.
    told: Vec<String>,
    program: Option<Program>,
    rows: u8,
    /// Events of the game that the program knows of.
    known: usize,
    time_told: Option<Duration>,
    answered: Option<Instant>,
}

/// How long a program may take to start a game.
const STARTING: Duration = Duration::from_secs(20);
/// How much later than its time a move is waited for before the program counts as stuck.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a program is left alone after an answer: more than one loses what arrives while it prints.
const BREATH: Duration = Duration::from_millis(10);
/// Memory that a program is told it may use.
const MEMORY: u64 = 350 << 20;

impl Gomocup {
    /// A program by its command, which is told some lines before every game; it is started with the first.
    pub fn new(words: &[String], told: &[String]) -> Self {
        let (words, told) = (words.to_vec(), told.to_vec());
        Self { words, told, program: None, rows: 0, known: 0, time_told: None, answered: None }
    }

    fn tell_time(&mut self, time: Duration) -> Result<(), Fault> {
        if self.time_told != Some(time) {
            let millis = time.as_millis();
            self.say(&format!("INFO timeout_turn {millis}"))?;
            self.say("INFO timeout_match 0")?;
            self.say("INFO time_left 2147483647")?;
            self.time_told = Some(time);
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        self.program.as_mut().ok_or_else(Fault::not_running)?.send(line)
    }
}

/// A point such as `b3` as column and row from the top, both from 0.
fn spot(text: &str, rows: u8) -> Option<(u8, u8)> {
    let column = text.bytes().next()?.checked_sub(b'a')?;
    let row: u8 = text.get(1..)?.parse().ok()?;
    Some((column, rows.checked_sub(row)?))
}

/// The point that a program's answer names; `None` if the line is not an answer.
fn point(line: &str, rows: u8) -> Option<String> {
    let (x, y) = line.split_once(',')?;
    let (x, y): (u8, u8) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    if x >= rows || y >= rows {
        // Named as it was said; the referee refuses it.
        return Some(line.to_owned());
    }
    Some(format!("{}{}", char::from(b'a' + x), rows - y))
}

impl Contender for Gomocup {
    fn begin(&mut self, game: &dyn AnyGame, _: u64, cancel: &Cancel) -> Result<(), Fault> {
        let rules = &game.record().rules;
        let size = rules.get("size").and_then(serde_json::Value::as_u64).unwrap_or(19);
        if let Some(opening) = rules.get("opening").and_then(serde_json::Value::as_str).filter(|&name| name != "none") {
            let why =
                format!("the Gomocup protocol knows no opening {opening}; matches with programs begin without one");
            return Err(Fault::Refused(why));
        }
        self.rows = size as u8;
        self.known = 0;
        self.time_told = None;
        let rule = match rules.get("rule").and_then(serde_json::Value::as_str) {
            Some("standard") => 1,
            Some("renju") => 4,
            _ => 0,
        };
        let start = |program: &mut Program| {
            program.forget_output();
            program.send(&format!("START {size}"))?;
            program.wait(STARTING, cancel, |line| match line {
                "OK" => Some(Ok(())),
                line if line.starts_with("ERROR") => Some(Err(Fault::Refused(line.to_owned()))),
                _ => None,
            })?
        };
        // A program that ended with the last game is started again, once.
        let again = match &mut self.program {
            Some(program) => start(program).is_err(),
            None => true,
        };
        if again {
            self.program = None;
            let mut program = Program::start(&self.words)?;
            start(&mut program)?;
            self.program = Some(program);
        }
        self.say(&format!("INFO rule {rule}"))?;
        self.say("INFO game_type 1")?;
        self.say(&format!("INFO max_memory {MEMORY}"))?;
        let program = self.program.as_mut().ok_or_else(Fault::not_running)?;
        self.told.iter().try_for_each(|line| program.send(line))
    }

    fn catch_breath(&mut self) {
        if let Some(answered) = self.answered {
            thread::sleep(BREATH.saturating_sub(answered.elapsed()));
        }
    }

    fn choose(&mut self, game: &dyn AnyGame, time: Duration, cancel: &Cancel) -> Result<String, Fault> {
        self.tell_time(time)?;
        let rows = self.rows;
        let events = &game.record().events;
        let moves: Vec<(u8, u8)> = events
            .iter()
            .filter_map(|event| match event {
                Event::Move(text) => spot(text, rows),
                _ => None,
            })
            .collect();
        if moves.is_empty() {
            self.say("BEGIN")?;
        } else if self.known > 0 && moves.len() == self.known + 1 {
            let (x, y) = moves[moves.len() - 1];
            self.say(&format!("TURN {x},{y}"))?;
        } else {
            self.say("BOARD")?;
            for (index, (x, y)) in moves.iter().enumerate() {
                // The side to move is the program's own.
                let who = 1 + (moves.len() - index) % 2;
                self.say(&format!("{x},{y},{who}"))?;
            }
            self.say("DONE")?;
        }
        self.known = moves.len() + 1;
        let program = self.program.as_mut().ok_or_else(Fault::not_running)?;
        let answer = program.wait(time + PATIENCE, cancel, |line| {
            if line.starts_with("ERROR") || line.starts_with("UNKNOWN") {
                return Some(Err(Fault::Refused(line.to_owned())));
            }
            point(line, rows).map(Ok)
        });
        self.answered = Some(Instant::now());
        if matches!(answer, Err(Fault::Late(_))) {
            // It may answer at any time and spoil the next game.
            self.program = None;
        }
        answer?
    }
}
