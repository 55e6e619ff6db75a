use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Game, Limits, Text, ToolError};

/// A position with a task whose answer can be proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// What is asked, one of the game's [`PuzzleKind`]s.
    pub kind: String,
    /// How many moves of one's own it takes; 0 where the task is a single answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub length: u32,
    /// How many moves of both sides a player has to look ahead to find the answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub depth: u32,
    /// The rules; `null` means the default ones.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub rules: Value,
    /// The events that led to the position, separated by spaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
    /// What may be answered, where the answer is not a move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Puzzle {
    /// A name that stays the same as long as the position and the task do: eight hexadecimal digits.
    pub fn id(&self) -> String {
        // FNV-1a, folded to 32 bits.
        let text = format!("{} {} {}", self.kind, self.rules, self.moves);
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        format!("{:08x}", (hash ^ hash >> 32) as u32)
    }

    /// Reads puzzles, one in JSON a line, `#` before a remark.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, String> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        lines
            .map(|(number, line)| serde_json::from_str(line).map_err(|error| format!("line {number}: {error}")))
            .collect()
    }
}

/// A kind of puzzle of one length, of which about equally many are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleKind {
    /// Its name; the task in words is `puzzle.GAME.KIND`.
    pub id: &'static str,
    /// How long: own moves, or whatever makes the kind harder.
    pub length: u32,
}

/// A puzzle as it stands after some right moves and their answers.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, G> {
    /// What is asked.
    pub kind: &'a str,
    /// How many moves of one's own it still takes.
    pub length: u32,
    /// What may be answered, where the answer is not a move.
    pub choices: &'a [String],
    /// Where the solver is to move.
    pub position: &'a G,
}

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It does what was asked.
    Right,
    /// It wins, but takes longer than necessary.
    Longer,
    /// It does not.
    Wrong,
}

/// An answer judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// What the answer is.
    pub verdict: Verdict,
    /// Whether nothing is left to do.
    pub solved: bool,
    /// What the other side answers to a right move that does not end the task.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reply: Vec<String>,
    /// How a wrong move is punished: moves of both sides, the opponent's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutation: Vec<String>,
    /// How many own moves it takes this way, the judged one included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// What else there is to say about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
}

impl Judgement {
    /// A right answer that ends the task.
    pub fn solved() -> Judgement {
        Judgement {
            verdict: Verdict::Right,
            solved: true,
            reply: Vec::new(),
            refutation: Vec::new(),
            length: None,
            note: None,
        }
    }

    /// A right move; the other side answers, and the task goes on.
    pub fn go_on(reply: Vec<String>) -> Judgement {
        Judgement { solved: false, reply, ..Judgement::solved() }
    }

    /// A winning move that takes this many own moves in all.
    pub fn longer(length: u32) -> Judgement {
        Judgement { verdict: Verdict::Longer, solved: false, length: Some(length), ..Judgement::solved() }
    }

    /// A wrong answer and its punishment.
    pub fn wrong(refutation: Vec<String>) -> Judgement {
        Judgement { verdict: Verdict::Wrong, solved: false, refutation, ..Judgement::solved() }
    }

    /// The same with something to say.
    #[must_use]
    pub fn noting(self, note: Text) -> Judgement {
        Judgement { note: Some(note), ..self }
    }
}

/// The puzzles of a game: those that come with it, and how more are found and answers judged.
pub struct Puzzles<G: Game> {
    /// The puzzles that come with the game, for [`Puzzle::read_all`].
    pub text: &'static str,
    /// Every kind and length that is looked for.
    pub kinds: &'static [PuzzleKind],
    /// Plays one game of the engines from a seed and looks for a puzzle of a kind in it.
    pub find: fn(&PuzzleKind, u64, &Limits) -> Option<Puzzle>,
    /// Judges an answer by proof.
    pub judge: fn(&Task<'_, G>, &str, &Limits) -> Result<Judgement, ToolError>,
    /// The right answers.
    pub answers: fn(&Task<'_, G>, &Limits) -> Result<Vec<String>, ToolError>,
    /// A text that is the same for a position and its mirror images, and different for any other.
    pub image: fn(&G) -> String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_read_line_by_line_and_errors_name_the_line() {
        let text = "# a remark\n{\"kind\":\"vcf\",\"length\":3,\"moves\":\"h8\"}\n\n{\"kind\":\"only\"}\n";
        let puzzles = Puzzle::read_all(text).unwrap();
        assert_eq!((puzzles.len(), puzzles[0].length, puzzles[1].kind.as_str()), (2, 3, "only"));
        assert_ne!(puzzles[0].id(), puzzles[1].id());
        assert!(Puzzle::read_all("{}").unwrap_err().starts_with("line 1: "));
        assert!(Puzzle::read_all("\n{\"kind\":\"vcf\",\"lenght\":3}").unwrap_err().starts_with("line 2: "));
    }

    #[test]
    fn the_name_does_not_depend_on_how_deep_it_is_said_to_be() {
        let puzzle = Puzzle::read_all("{\"kind\":\"vcf\",\"length\":3,\"moves\":\"h8\"}").unwrap().remove(0);
        assert_eq!(puzzle.id(), Puzzle { depth: 5, ..puzzle.clone() }.id());
        assert_eq!(puzzle.id().len(), 8);
    }
}
