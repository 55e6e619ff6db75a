//! What can be set.

use super::command::quoted;
use crate::master::CONTEMPT;
use crate::position::BoardName;
use crate::search::DEFAULT_TABLE;
use std::time::Duration;

/// The levels that can be chosen instead of the Master's full strength.
const SKILLS: [&str; 5] = ["easy", "normal", "hard", "master", "perfect"];
/// Every name that is understood; front ends differ in how they write capitals.
const OPTIONS: [&str; 11] = [
    "USI_Hash",
    "Hash",
    "Threads",
    "MultiPV",
    "Move_Overhead",
    "USI_Variant",
    "UCI_Variant",
    "Skill_Level",
    "Contempt",
    "Clear_Hash",
    "USI_Ponder",
];
const MOST_HASH: usize = 65_536;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 64;
const MOST_OVERHEAD: usize = 5_000;
const MOST_CONTEMPT: i32 = 1_000;
const MEBIBYTE: usize = 1 << 20;

/// The options' values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub board: BoardName,
    /// Bytes of the table.
    pub table: usize,
    pub threads: usize,
    pub lines: usize,
    pub skill: &'static str,
    /// How much worse than even a draw is, in hundredths of a chick.
    pub contempt: i32,
    pub overhead: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            board: BoardName::default(),
            table: DEFAULT_TABLE,
            threads: 1,
            lines: 1,
            skill: "master",
            contempt: CONTEMPT,
            overhead: Duration::from_millis(25),
        }
    }
}

/// What setting an option asks for besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    /// Another engine is needed.
    Rebuild,
    /// The engine is to forget everything.
    Forget,
}

impl Options {
    /// The lines that tell what can be set.
    pub fn describe() -> Vec<String> {
        let default = Self::default();
        let combo = |name: &str, default: &str, values: &[&str]| {
            format!("option name {name} type combo default {default} var {}", values.join(" var "))
        };
        let boards = BoardName::ALL.map(|board| board.spec().name);
        vec![
            format!("option name USI_Hash type spin default {} min 1 max {MOST_HASH}", default.table / MEBIBYTE),
            "option name USI_Ponder type check default false".to_owned(),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            combo("USI_Variant", default.board.spec().name, &boards),
            combo("Skill_Level", default.skill, &SKILLS),
            format!(
                "option name Move_Overhead type spin default {} min 0 max {MOST_OVERHEAD}",
                default.overhead.as_millis()
            ),
            format!("option name Contempt type spin default {CONTEMPT} min -{MOST_CONTEMPT} max {MOST_CONTEMPT}"),
            "option name Clear_Hash type button".to_owned(),
        ]
    }

    /// Sets an option; the error says what was expected.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let name = OPTIONS.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name);
        let number = |least: usize, most: usize| {
            let found = value.parse::<usize>().ok().filter(|value| (least..=most).contains(value));
            found.ok_or_else(|| format!("{name} is a number from {least} to {most}, not {}", quoted(value)))
        };
        match name {
            "USI_Hash" | "Hash" => {
                self.table = number(1, MOST_HASH)? * MEBIBYTE;
                return Ok(Effect::Rebuild);
            }
            "Threads" => self.threads = number(1, MOST_THREADS)?,
            "MultiPV" => self.lines = number(1, MOST_LINES)?,
            "Move_Overhead" => self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD)? as u64),
            "USI_Variant" | "UCI_Variant" => {
                self.board = value.parse().map_err(|error: crate::UnknownBoard| error.to_string())?;
                return Ok(Effect::Rebuild);
            }
            "Skill_Level" => {
                let found = SKILLS.into_iter().find(|skill| *skill == value);
                self.skill = found.ok_or_else(|| {
                    format!("{} is not a level; expected one of {}", quoted(value), SKILLS.join(", "))
                })?;
            }
            "Contempt" => {
                let found = value.parse::<i32>().ok().filter(|value| value.abs() <= MOST_CONTEMPT);
                self.contempt = found.ok_or_else(|| {
                    format!("{name} is a number from -{MOST_CONTEMPT} to {MOST_CONTEMPT}, not {}", quoted(value))
                })?;
                // What the table remembers was worth something under the old value.
                return Ok(Effect::Forget);
            }
            "Clear_Hash" => return Ok(Effect::Forget),
            // Pondering is up to the front end.
            "USI_Ponder" => {}
            _ => return Err(format!("there is no option {}", quoted(name))),
        }
        Ok(Effect::Nothing)
    }
}
