//! `cgt.evaluate`: what a text in the language of games comes to.

use std::cell::Cell;
use std::sync::Arc;

use banmen_cgt::{Arena, Notation, Object, Problem, ScriptError, Session, SessionLimits, Value};
use banmen_core::{Limits, Stop};
use serde::{Deserialize, Serialize};

use super::value::usual_name;
use super::{Desks, Halt, LONGEST_NAME, Worth};
use crate::board::Board;
use crate::engine::Effort;

/// A text in the language of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// As people write it: `{1|-1} + ^*`, a comparison, or a whole script.
    pub expression: String,
    /// The longest name that is written.
    #[serde(default = "usual_name")]
    pub max_length: u32,
}

/// What the text comes to, and what it shows on the way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluated {
    /// The game that it comes to, if it is one.
    #[serde(flatten)]
    pub worth: Option<Worth>,
    /// Whether the comparison holds that it comes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<bool>,
    /// The position that it comes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The results of its statements and what it prints, in order.
    pub shown: Vec<String>,
    /// What ended it, if it cannot be read or worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// What and where, in a sentence.
    pub detail: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// The line itself, or what is near the place, and below it a caret that points to the place.
    pub excerpt: String,
}

impl Mistake {
    /// The mistake that an error tells of.
    pub fn of(error: &ScriptError, text: &str) -> Mistake {
        let (line, column) = (error.place.line, error.place.column);
        Mistake { detail: error.to_string(), line, column, excerpt: error.excerpt(text) }
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n{}", self.detail, self.excerpt)
    }
}

/// The most work where neither time nor nodes are limited.
const MOST_WORK: u64 = 1 << 26;
/// The memory of a text where nothing is said.
const USUAL_BYTES: u64 = 2 << 30;
/// Lines and characters that a text may show; the rest is left out.
const MOST_SHOWN: usize = 1000;
const MOST_CHARACTERS: usize = 1 << 20;

/// The limits of a session.
pub fn session_limits(limits: &Limits) -> SessionLimits {
    let limited = limits.time.is_some() || limits.nodes.is_some();
    SessionLimits {
        work: limits.nodes.unwrap_or(if limited { u64::MAX } else { MOST_WORK }),
        memory: usize::try_from(limits.memory.unwrap_or(USUAL_BYTES)).unwrap_or(usize::MAX),
    }
}

/// Runs a text. What it has shown is kept when a limit or a mistake ends it.
pub fn evaluate(
    question: &Expression,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<Evaluated, Halt<Evaluated>> {
    let mut session = Session::new();
    Desks::open(&mut session, limits);
    run(&mut session, question, limits, report).map(|(solution, _)| solution)
}

/// Runs a text in a session; the object is what its last statement comes to, unless there is a mistake in it.
fn run(
    session: &mut Session,
    question: &Expression,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<(Evaluated, Option<Object>), Halt<Evaluated>> {
    session.limits = session_limits(limits);
    let budget = limits.start();
    let deadline = budget.clone();
    session.arena.set_hurry(Some(Arc::new(move || deadline.stop(0).is_some())));
    let ended: Cell<Option<Stop>> = Cell::new(None);
    let longest = u128::from(question.max_length.min(LONGEST_NAME));
    let (mut shown, mut characters) = (Vec::new(), 0);
    let mut show = |arena: &mut Arena, object: Object| {
        if shown.len() < MOST_SHOWN && characters < MOST_CHARACTERS {
            let text = object.show(arena, Notation::Ascii, longest);
            characters += text.len();
            shown.push(text);
        }
    };
    let mut interrupted = || {
        report(&Effort { elapsed: budget.elapsed(), ..Effort::default() });
        let stop = budget.stop(0);
        ended.set(stop);
        stop.map(|stop| stop.to_string())
    };
    let result = session.run_with(&question.expression, &mut show, &mut interrupted);
    let mut solution = Evaluated { worth: None, truth: None, board: None, shown, mistake: None };
    match result {
        Ok(object) => {
            match &object {
                Object::Truth(truth) => solution.truth = Some(*truth),
                Object::Position(position) => solution.board = position.text().parse().ok(),
                _ => {}
            }
            let value = game(session, &object).map_err(|stop| Halt::Limit { stop, partial: solution.clone() })?;
            if let Some(value) = value {
                // What is told of a game needs its thermograph, which a large one may not have time or room for.
                session.arena.set_work_limit(u64::MAX);
                if session.arena.try_thermograph(value).is_err() {
                    return Err(Halt::Limit { stop: budget.stop(0).unwrap_or(Stop::Memory), partial: solution });
                }
                solution.worth = Some(Worth::of(&mut session.arena, value, question.max_length));
            }
            Ok((solution, Some(object)))
        }
        Err(error) if error.problem.is_limit() => {
            let stop = ended.get().unwrap_or(match error.problem {
                Problem::Exhausted => Stop::Nodes,
                _ if budget.stop(0).is_some() => budget.stop(0).unwrap_or(Stop::Cancelled),
                _ => Stop::Memory,
            });
            Err(Halt::Limit { stop, partial: solution })
        }
        Err(error) => {
            solution.mistake = Some(Mistake::of(&error, &question.expression));
            Ok((solution, None))
        }
    }
}

/// The game that something is worth; `None` if it is not a game.
fn game(session: &mut Session, object: &Object) -> Result<Option<Value>, Stop> {
    match object {
        Object::Game(value) => Ok(Some(*value)),
        Object::Position(position) => position.value(&mut session.arena).map(Some).map_err(|_| Stop::Time),
        _ => Ok(None),
    }
}

/// How two games stand to each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// `<`, `>`, `=` or `||` (confused: the difference is won by whoever starts).
    pub relation: &'static str,
    /// The first game.
    pub first: Worth,
    /// The second game.
    pub second: Worth,
    /// The first less the second.
    pub difference: Worth,
}

/// Compares two games.
pub fn compare(first: &str, second: &str, longest_name: u32, limits: &Limits) -> Result<Comparison, Halt<Evaluated>> {
    let mut session = Session::new();
    Desks::open(&mut session, limits);
    let mut ask = |which: &str, name: &str, text: &str| {
        let question = Expression { expression: text.to_owned(), max_length: longest_name };
        let (solution, object) = run(&mut session, &question, limits, &mut |_| {})?;
        let Some(object) = object else {
            let why = solution.mistake.map_or_else(String::new, |mistake| mistake.to_string());
            return Err(Halt::Input(format!("{which}: {why}")));
        };
        let kind = object.kind();
        session.set(name, object);
        solution.worth.ok_or_else(|| Halt::Input(format!("{which}: this is {kind}, not a game")))
    };
    let first = ask("the first game", "first_game", first)?;
    let second = ask("the second game", "second_game", second)?;
    let difference = ask("the difference", "difference", "first_game - second_game")?;
    let relation = match difference.outcome.as_str() {
        "L" => ">",
        "R" => "<",
        "P" => "=",
        _ => "||",
    };
    Ok(Comparison { relation, first, second, difference })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(expression: &str) -> Result<Evaluated, Halt<Evaluated>> {
        evaluate(&Expression { expression: expression.to_owned(), max_length: 100 }, &Limits::none(), &mut |_| {})
    }

    #[test]
    fn values_and_comparisons() {
        assert_eq!(ask("{0,{0|0}|0}").unwrap().worth.unwrap().value.as_deref(), Some("^*"));
        assert_eq!(ask("^ > 0").unwrap().truth, Some(true));
        assert_eq!(ask("* <= 0").unwrap().truth, Some(false));
        let scripted = ask("for n in [1, 2] do Print(n) end\nx := {1|0}; x + x").unwrap();
        assert_eq!(
            (scripted.shown.join(" "), scripted.worth.unwrap().value.unwrap()),
            ("1 2 1".to_owned(), "1".to_owned())
        );
    }

    #[test]
    fn positions_are_games() {
        let found = ask("Konane(\".../BW./WB.\")").unwrap();
        assert_eq!(found.worth.unwrap().value.as_deref(), Some("-1"));
        assert_eq!(found.board.unwrap().line(), ".../BW./WB.");
        assert_eq!(ask("Konane(\"BW.\") - 1 = 0").unwrap().truth, Some(true));
        assert_eq!(ask("g := Konane(\"BW.BW./WB.WB./......\"); (-g) + g = 0").unwrap().truth, Some(true));
        assert_eq!(ask("Map(LeftOptions(Konane(\"BW.W.\")), Text)").unwrap().shown, ["[....B, ..BW.]"]);
        assert!(ask("Konane(\"B?\")").unwrap().mistake.unwrap().detail.contains("column 2"));
    }

    #[test]
    fn games_are_compared_in_four_ways() {
        let relation = |a: &str, b: &str| compare(a, b, 100, &Limits::none()).unwrap().relation;
        assert_eq!(relation("^", "*"), "||");
        assert_eq!(relation("-1/2", "0"), "<");
        assert_eq!(relation("^^", "*"), ">");
        assert_eq!(relation("{0,{0|0}|0}", "^* // the same"), "=");
        let error = compare("1", "{|", 100, &Limits::none()).unwrap_err();
        let Halt::Input(why) = error else { panic!("a mistake was expected") };
        assert!(why.starts_with("the second game: at character 1: this `{` is never closed"), "{why}");
        assert!(why.ends_with("\n{|\n^"), "{why}");
    }

    #[test]
    fn reject_what_cannot_be_read() {
        for text in ["{1|", "1/3", "", &"{".repeat(100_000), &format!("{}0", "{".repeat(1_000_000))] {
            let found = ask(text).unwrap();
            assert!(found.mistake.is_some() && found.worth.is_none(), "{}", &text[..text.len().min(10)]);
        }
    }

    #[test]
    fn a_mistake_has_its_place_and_keeps_what_was_shown() {
        let found = ask("1/2\n2 + z").unwrap();
        let expected = Mistake {
            detail: "line 2, character 5: unknown name `z`".to_owned(),
            line: 2,
            column: 5,
            excerpt: "2 + z\n    ^".to_owned(),
        };
        assert_eq!(found.mistake, Some(expected));
        let found = ask("1/2\nNimValue(^)").unwrap();
        assert_eq!((found.shown, found.mistake.unwrap().line), (vec!["1/2".to_owned()], 2));
    }

    #[test]
    fn a_limit_keeps_what_was_shown() {
        let limits = Limits::within(std::time::Duration::from_millis(50));
        let question = Expression { expression: "1/2\nwhile true do 1 end".to_owned(), max_length: 100 };
        let Err(Halt::Limit { stop, partial }) = evaluate(&question, &limits, &mut |_| {}) else {
            panic!("a limit was expected");
        };
        assert_eq!((stop, partial.shown), (Stop::Time, vec!["1/2".to_owned()]));
    }
}
