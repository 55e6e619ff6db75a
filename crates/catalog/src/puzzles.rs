//! Puzzles of any game: those that come with it, how more are found, and who judges.

use banmen_core::{
    Game, Judgement, Limits, MAX_EVENTS, Playable, Puzzle, PuzzleKind, Puzzles, Seat, Task, Tool, ToolError, Turn,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{CatalogError, find, games};

/// Judges an answer: the puzzle, what was played since, the answer.
type Judge = fn(&Puzzle, &[String], &str, &Limits) -> Result<Judgement, ToolError>;
/// The right answers: the puzzle, what was played since.
type Answers = fn(&Puzzle, &[String], &Limits) -> Result<Vec<String>, ToolError>;

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
    let input = |why: String| ToolError::Input(why);
    let rules: G::Rules = if puzzle.rules.is_null() {
        G::Rules::default()
    } else {
        serde_json::from_value(puzzle.rules.clone()).map_err(|error| input(format!("rules: {error}")))?
    };
    let mut position = G::start(&rules).map_err(|error| input(error.to_string()))?;
    let words: Vec<&str> = puzzle.moves.split_whitespace().collect();
    if words.len() + played.len() > MAX_EVENTS {
        return Err(input(format!("more than {MAX_EVENTS} events are not read")));
    }
    let play = |position: &mut G, number: usize, word: &str| {
        let event: G::Move = word.parse().map_err(|error| input(format!("move {number}: {error}")))?;
        position.play(event).map_err(|error| input(format!("move {number}: {error}")))
    };
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
        _ => Err(input("after the moves played it is not the solver's turn".to_owned())),
    }
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
            let Question { game, puzzle, played, answer } = read(input)?;
            let answer = answer.ok_or_else(|| ToolError::Input("missing field `answer`".to_owned()))?;
            write(&(known_book(&game)?.judge)(&puzzle, &played, &answer, limits)?)
        },
    },
    Tool {
        name: "puzzle.answers",
        summary: "The right answers to a puzzle.",
        run: |input, limits, _| {
            let Question { game, puzzle, played, .. } = read(input)?;
            write(&(known_book(&game)?.answers)(&puzzle, &played, limits)?)
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
    played: Vec<String>,
    #[serde(default)]
    answer: Option<String>,
}

/// A puzzle as it is listed.
#[derive(Serialize)]
struct Listed {
    id: String,
    game: &'static str,
    #[serde(flatten)]
    puzzle: Puzzle,
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
        listed.extend(puzzles.into_iter().map(|puzzle| Listed { id: puzzle.id(), game: entry.id(), puzzle }));
    }
    write(&listed)
}
