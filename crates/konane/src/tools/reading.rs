//! A value in plain words.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use banmen_cgt::{Arena, Dyadic, Outcome, Value};
use serde::Serialize;

/// What a value means to the players, as a key of the page's dictionary with what to put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// `konane.reading.…`
    pub key: &'static str,
    /// What the sentence is about: numbers as text.
    pub args: BTreeMap<&'static str, String>,
}

impl Reading {
    /// The reading of a value.
    pub fn of(arena: &mut Arena, value: Value) -> Reading {
        let mut args = BTreeMap::new();
        let mut put = |name, number: Dyadic| {
            args.insert(name, number.to_string());
        };
        let outcome = arena.outcome(value);
        let number = arena.to_number(value);
        let (left_stop, right_stop) = (arena.left_stop(value), arena.right_stop(value));
        let infinitesimal = left_stop == Dyadic::ZERO && right_stop == Dyadic::ZERO;
        let key = if let Some(number) = number {
            match number.cmp(&Dyadic::ZERO) {
                Ordering::Equal => "konane.reading.zero",
                Ordering::Greater => {
                    put("moves", number);
                    "konane.reading.left_ahead"
                }
                Ordering::Less => {
                    put("moves", -number);
                    "konane.reading.right_ahead"
                }
            }
        } else if infinitesimal {
            match outcome {
                Outcome::L => "konane.reading.left_by_a_hair",
                Outcome::R => "konane.reading.right_by_a_hair",
                Outcome::N | Outcome::P => "konane.reading.next_by_a_hair",
            }
        } else {
            put("left_stop", left_stop);
            put("right_stop", right_stop);
            put("mean", arena.mean(value));
            put("temperature", arena.temperature(value));
            match outcome {
                Outcome::L => "konane.reading.left_wins",
                Outcome::R => "konane.reading.right_wins",
                Outcome::N | Outcome::P => "konane.reading.next_wins",
            }
        };
        Reading { key, args }
    }

    /// The sentence in English, for the terminal, with Black as Left and White as Right.
    pub fn english(&self) -> String {
        self.english_with(("Black", "White"))
    }

    /// The same with other names for Left and Right.
    pub fn english_with(&self, (left, right): (&str, &str)) -> String {
        let arg = |name: &str| self.args.get(name).map_or("", String::as_str);
        let moves = |name: &str| match arg(name) {
            "1" => "one move".to_owned(),
            "1/2" => "half a move".to_owned(),
            number if number.contains('/') => format!("{number} of a move"),
            number => format!("{number} moves"),
        };
        let heat = || {
            format!(
                "play is worth {} to whoever starts, and stops at {} if {left} starts, {} if {right} does",
                arg("temperature"),
                arg("left_stop"),
                arg("right_stop")
            )
        };
        match self.key {
            "konane.reading.zero" => "Nobody is ahead: who has to move loses.".to_owned(),
            "konane.reading.left_ahead" => format!("{left} is ahead by {}.", moves("moves")),
            "konane.reading.right_ahead" => format!("{right} is ahead by {}.", moves("moves")),
            "konane.reading.left_by_a_hair" => {
                format!("{left} wins whoever starts, but by less than any part of a move.")
            }
            "konane.reading.right_by_a_hair" => {
                format!("{right} wins whoever starts, but by less than any part of a move.")
            }
            "konane.reading.next_by_a_hair" => "The next player wins, but by less than any part of a move.".to_owned(),
            "konane.reading.left_wins" => format!("{left} wins whoever starts; {}.", heat()),
            "konane.reading.right_wins" => format!("{right} wins whoever starts; {}.", heat()),
            _ => format!("The next player wins; {}.", heat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_and_right_may_be_called_so() {
        let mut arena = Arena::new();
        for text in ["1", "-2", "^", "v", "{5|1}", "{-1|-5}", "{3|-1}", "*", "0"] {
            let value = arena.value(text).unwrap();
            let sentence = Reading::of(&mut arena, value).english_with(("Left", "Right"));
            assert!(
                !sentence.contains(['{', '}']) && !sentence.contains("Black") && !sentence.contains("White"),
                "{sentence}"
            );
        }
    }

    #[test]
    fn every_kind_of_value_has_its_sentence() {
        let mut arena = Arena::new();
        let mut english = |text: &str| {
            let value = arena.value(text).unwrap();
            Reading::of(&mut arena, value).english()
        };
        assert_eq!(english("1/2"), "Black is ahead by half a move.");
        assert_eq!(english("-3"), "White is ahead by 3 moves.");
        assert_eq!(english("-3/4"), "White is ahead by 3/4 of a move.");
        assert_eq!(english("0"), "Nobody is ahead: who has to move loses.");
        assert_eq!(english("*2"), "The next player wins, but by less than any part of a move.");
        assert_eq!(english("^"), "Black wins whoever starts, but by less than any part of a move.");
        assert!(english("{1*|-3/2}").starts_with("The next player wins; play is worth 5/4"));
        assert!(english("{5|1}").starts_with("Black wins whoever starts; "));
        assert!(english("-1v").starts_with("White wins whoever starts; "));
    }
}
