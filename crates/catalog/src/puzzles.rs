//! Puzzles of any game: those that come with it, how more are found, and who judges.

use banmen_core::{
    Event, Game, Judgement, Limits, MAX_EVENTS, Playable, Puzzle, PuzzleKind, Puzzles, Seat, Task, Text, Tool,
    ToolError, Turn, Verdict,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{CatalogError, find, games};

/// Judges an answer: the puzzle, what was played since, the answer.
type Judge = fn(&Puzzle, &[String], &str, &Limits) -> Result<Judgement, ToolError>;
/// The right answers: the puzzle, what was played since.
type Answers = fn(&Puzzle, &[String], &Limits) -> Result<Vec<String>, ToolError>;

/// The events that words are: the rules, the words.
type Events = fn(&Value, &[&str]) -> Result<Vec<Event>, ToolError>;

/// The puzzles of a game whose type only the catalogue knows.
pub struct PuzzleBook {
    /// The puzzles that come with the game, for [`Puzzle::read_all`].
    pub text: &'static str,
    /// Every kind and length that is looked for.
    pub kinds: &'static [PuzzleKind],
    /// Plays one game of the engines from a seed and looks for a puzzle of a kind in it.
    pub find: fn(&PuzzleKind, u64, &Limits) -> Option<Puzzle>,
    /// Judges an answer by proof: the puzzle, the right moves so far with their replies, and the answer.
    pub judge: Judge,
    /// The right answers after such moves.
    pub answers: Answers,
    /// The events that words are, from the start of a game on: moves, and what chance drew.
    pub events: Events,
    /// A text that is the same for a puzzle's position and its mirror images, and different for any other.
    pub image: fn(&Puzzle) -> Result<String, ToolError>,
}

impl PuzzleBook {
    pub(crate) fn of<G: Playable>() -> Option<PuzzleBook> {
        let Puzzles { text, kinds, find, .. } = G::puzzles()?;
        Some(PuzzleBook {
            text,
            kinds,
            find,
            judge: |puzzle, played, answer, limits| {
                let (position, length) = replay::<G>(puzzle, played)?;
                (book::<G>()?.judge)(&task(puzzle, &position, length), answer, limits)
            },
            answers: |puzzle, played, limits| {
                let (position, length) = replay::<G>(puzzle, played)?;
                (book::<G>()?.answers)(&task(puzzle, &position, length), limits)
            },
            events: events_of::<G>,
            image: |puzzle| Ok((book::<G>()?.image)(&replay::<G>(puzzle, &[])?.0)),
        })
    }
}

fn book<G: Playable>() -> Result<Puzzles<G>, ToolError> {
    G::puzzles().ok_or_else(|| ToolError::Input(format!("there are no puzzles of {}", G::ID)))
}

fn task<'a, G>(puzzle: &'a Puzzle, position: &'a G, length: u32) -> Task<'a, G> {
    Task { kind: &puzzle.kind, length, choices: &puzzle.choices, position }
}

/// The position of a puzzle after some moves, in which the solver is to move, and how many own moves are left.
fn replay<G: Playable>(puzzle: &Puzzle, played: &[String]) -> Result<(G, u32), ToolError> {
    let mut position: G = start(&puzzle.rules)?;
    let words: Vec<&str> = puzzle.moves.split_whitespace().collect();
    few(words.len() + played.len())?;
    for (number, word) in (1..).zip(&words) {
        play(&mut position, number, word)?;
    }
    let solver = seat_of(&position)?;
    let mut length = puzzle.length;
    for (number, word) in (words.len() + 1..).zip(played) {
        length = length.saturating_sub(u32::from(position.turn().seat() == Some(solver)));
        play(&mut position, number, word)?;
    }
    match seat_of(&position)? {
        seat if seat == solver => Ok((position, length)),
        _ => Err(ToolError::Input("after the moves played it is not the solver's turn".to_owned())),
    }
}

/// Only the position before a word tells whether it is a move or what chance drew.
fn events_of<G: Playable>(rules: &Value, words: &[&str]) -> Result<Vec<Event>, ToolError> {
    let mut position: G = start(rules)?;
    few(words.len())?;
    let event = |(number, word): (usize, &&str)| {
        let event = if position.turn() == Turn::Chance { Event::Chance } else { Event::Move };
        play(&mut position, number, word).map(|()| event((*word).to_owned()))
    };
    (1..).zip(words).map(event).collect()
}

fn start<G: Playable>(rules: &Value) -> Result<G, ToolError> {
    let rules: G::Rules = if rules.is_null() {
        G::Rules::default()
    } else {
        serde_json::from_value(rules.clone()).map_err(|error| ToolError::Input(format!("rules: {error}")))?
    };
    G::start(&rules).map_err(|error| ToolError::Input(error.to_string()))
}

fn few(events: usize) -> Result<(), ToolError> {
    if events > MAX_EVENTS {
        return Err(ToolError::Input(format!("more than {MAX_EVENTS} events are not read")));
    }
    Ok(())
}

fn play<G: Playable>(position: &mut G, number: usize, word: &str) -> Result<(), ToolError> {
    let event: G::Move = word.parse().map_err(|error| ToolError::Input(format!("move {number}: {error}")))?;
    position.play(event).map_err(|error| ToolError::Input(format!("move {number}: {error}")))
}

fn seat_of<G: Game>(position: &G) -> Result<Seat, ToolError> {
    match position.turn() {
        Turn::Seat { seat } => Ok(seat),
        _ => Err(ToolError::Input("in this position nobody is to move".to_owned())),
    }
}

/// Tools about the puzzles of every game.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "puzzle.list",
        summary: "The puzzles of a game, or of every game.",
        run: |input, _, _| list(&read(input)?),
    },
    Tool {
        name: "puzzle.judge",
        summary: "Whether an answer to a puzzle is right, wrong, or longer than necessary, by proof.",
        run: |input, limits, _| {
            let question: Question = read(input)?;
            let answer = question.answer.as_deref();
            let answer = answer.ok_or_else(|| ToolError::Input("missing field `answer`".to_owned()))?;
            let (book, played) = (known_book(&question.game)?, question.words()?);
            let judgement = (book.judge)(&question.puzzle, &played, answer, limits)?;
            write(&Judged::new(book, &question.puzzle, &played, answer, judgement)?)
        },
    },
    Tool {
        name: "puzzle.answers",
        summary: "The right answers to a puzzle.",
        run: |input, limits, _| {
            let question: Question = read(input)?;
            write(&(known_book(&question.game)?.answers)(&question.puzzle, &question.words()?, limits)?)
        },
    },
];

/// Which puzzles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    #[serde(default)]
    game: Option<String>,
}

/// A puzzle and how far somebody has got with it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    game: String,
    puzzle: Puzzle,
    #[serde(default)]
    played: Vec<Event>,
    #[serde(default)]
    answer: Option<String>,
}

impl Question {
    /// What was played, in the game's notation.
    fn words(&self) -> Result<Vec<String>, ToolError> {
        let word = |event: &Event| match event {
            Event::Move(word) | Event::Chance(word) => Ok(word.clone()),
            _ => Err(ToolError::Input("played: moves, and what chance drew, and nothing else".to_owned())),
        };
        self.played.iter().map(word).collect()
    }
}

/// A puzzle as it is listed.
#[derive(Serialize)]
struct Listed {
    id: String,
    game: &'static str,
    /// The puzzle but for its moves.
    #[serde(flatten)]
    puzzle: Puzzle,
    /// What led to the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<Event>,
}

impl Listed {
    fn new(game: &'static str, book: &PuzzleBook, mut puzzle: Puzzle) -> Result<Listed, ToolError> {
        let id = puzzle.id();
        let moves = std::mem::take(&mut puzzle.moves);
        let events = (book.events)(&puzzle.rules, &moves.split_whitespace().collect::<Vec<_>>())?;
        Ok(Listed { id, game, puzzle, events })
    }
}

/// A [`Judgement`] whose moves are events.
#[derive(Serialize)]
struct Judged {
    verdict: Verdict,
    solved: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reply: Vec<Event>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refutation: Vec<Event>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Text>,
}

impl Judged {
    fn new(
        book: &PuzzleBook,
        puzzle: &Puzzle,
        played: &[String],
        answer: &str,
        judgement: Judgement,
    ) -> Result<Judged, ToolError> {
        let Judgement { verdict, solved, reply, refutation, length, note } = judgement;
        let before: Vec<&str> =
            puzzle.moves.split_whitespace().chain(played.iter().map(String::as_str)).chain([answer]).collect();
        let after = |words: &[String]| {
            // An answer that is no move is followed by none.
            if words.is_empty() {
                return Ok(Vec::new());
            }
            let all: Vec<&str> = before.iter().copied().chain(words.iter().map(String::as_str)).collect();
            (book.events)(&puzzle.rules, &all).map(|mut events| events.split_off(before.len()))
        };
        Ok(Judged { verdict, solved, reply: after(&reply)?, refutation: after(&refutation)?, length, note })
    }
}

fn read<T: for<'a> Deserialize<'a>>(input: Value) -> Result<T, ToolError> {
    serde_json::from_value(input).map_err(|error| ToolError::Input(error.to_string()))
}

fn write(value: &impl Serialize) -> Result<Value, ToolError> {
    serde_json::to_value(value).map_err(|error| ToolError::Failed(error.to_string()))
}

fn known_book(game: &str) -> Result<&'static PuzzleBook, ToolError> {
    let entry = find(game).map_err(|error: CatalogError| ToolError::Input(error.to_string()))?;
    entry.puzzles().ok_or_else(|| ToolError::Input(format!("there are no puzzles of {game}")))
}

fn list(which: &Which) -> Result<Value, ToolError> {
    if let Some(game) = &which.game {
        known_book(game)?;
    }
    let mut listed = Vec::new();
    for entry in games().iter().filter(|entry| which.game.as_deref().is_none_or(|game| game == entry.id())) {
        let Some(book) = entry.puzzles() else { continue };
        let puzzles = Puzzle::read_all(book.text).map_err(ToolError::Failed)?;
        for puzzle in puzzles {
            listed.push(Listed::new(entry.id(), book, puzzle)?);
        }
    }
    write(&listed)
}
