//! Everything that is reported about a value.

use banmen_cgt::{Arena, Corner, Dyadic, Notation, Thermograph, Value};
use serde::Serialize;

use super::{Count, LONGEST_NAME, Reading};

/// A value and what is usually asked about it. Numbers are exact: `-13/16`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The canonical form in ASCII, unless it is longer than was asked for.
    pub value: Option<String>,
    /// The same with arrows and stars.
    pub unicode: Option<String>,
    /// The same for mathematics mode.
    pub latex: Option<String>,
    /// How many characters the name in ASCII has.
    pub value_length: Count,
    /// `L`, `R`, `N` or `P`.
    pub outcome: String,
    /// The temperature.
    pub temperature: String,
    /// The mean value.
    pub mean: String,
    /// Where play stops if Left begins.
    pub left_stop: String,
    /// Where play stops if Right begins.
    pub right_stop: String,
    /// The height of the canonical form.
    pub birthday: u32,
    /// The atomic weight, if the game has one and its name is not too long.
    pub atomic_weight: Option<String>,
    /// Different sub-games of the canonical form.
    pub nodes: usize,
    /// What it means, in plain words.
    pub reading: Reading,
    /// The thermograph.
    pub thermograph: Walls,
    /// The form as a list of named sub-games, the game itself last; only if the name is too long.
    pub form: Option<Vec<FormLine>>,
}

/// One sub-game of a long canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormLine {
    /// `G1`, `G2`, …
    pub name: String,
    /// Left's options, by name.
    pub left: Vec<String>,
    /// Right's options.
    pub right: Vec<String>,
}

/// Forms with more sub-games than this are not listed: nobody reads them, and they would fill the page's memory.
const MOST_LINES: usize = 10_000;

/// A thermograph in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Walls {
    /// Corners of the left wall from temperature −1 upwards, value and temperature.
    pub left: Vec<[String; 2]>,
    /// Corners of the right wall.
    pub right: Vec<[String; 2]>,
    /// The value where the mast stands.
    pub mast: String,
}

impl Walls {
    /// The numbers of a thermograph.
    pub fn of(thermograph: &Thermograph) -> Walls {
        let exact = |wall: &[Corner]| wall.iter().map(|c| [c.value.to_string(), c.temperature.to_string()]).collect();
        Walls {
            left: exact(thermograph.left_wall()),
            right: exact(thermograph.right_wall()),
            mast: thermograph.mean().to_string(),
        }
    }
}

impl Worth {
    /// Everything about a value; names only if they have at most this many characters.
    pub fn of(arena: &mut Arena, value: Value, longest: u32) -> Worth {
        let longest = u128::from(longest.min(LONGEST_NAME));
        let summary = arena.summary(value, Notation::Ascii, longest);
        let thermograph = arena.thermograph(value);
        let named = summary.name.is_some();
        let listed = !named && summary.subgames <= MOST_LINES;
        let text = |number: Dyadic| number.to_string();
        Worth {
            unicode: named.then(|| arena.name(value, Notation::Unicode)),
            latex: named.then(|| arena.name(value, Notation::Latex)),
            value: summary.name,
            value_length: Count::from(summary.name_length),
            outcome: summary.outcome.to_string(),
            temperature: text(summary.temperature),
            mean: text(summary.mean),
            left_stop: text(summary.left_stop),
            right_stop: text(summary.right_stop),
            birthday: summary.birthday,
            atomic_weight: summary.atomic_weight.and_then(|weight| arena.name_within(weight, Notation::Ascii, longest)),
            nodes: summary.subgames,
            reading: Reading::of(arena, value),
            thermograph: Walls::of(&thermograph),
            form: listed.then(|| {
                let form = arena.form(value, Notation::Ascii);
                let line = |game: banmen_cgt::SubGame| FormLine { name: game.name, left: game.left, right: game.right };
                form.sub_games.into_iter().map(line).collect()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_become_lists() {
        let mut arena = Arena::new();
        let value = arena.value("{{3/2*|0}|{-2|-3}}").unwrap();
        let worth = Worth::of(&mut arena, value, 10);
        assert_eq!((worth.value, worth.unicode, worth.latex), (None, None, None));
        assert_eq!(worth.value_length, Count::from(18));
        let form = worth.form.unwrap();
        assert_eq!((form.len(), form[2].left[0].as_str()), (3, "G1"));
        assert_eq!(worth.thermograph.mast, "-7/8");
        assert_eq!(worth.thermograph.left.last().unwrap(), &["-7/8".to_owned(), "13/8".to_owned()]);
    }

    #[test]
    fn only_some_games_have_an_atomic_weight() {
        let mut arena = Arena::new();
        for (text, weight) in
            [("^^*", Some("2")), ("{1|-1}", None), ("0", Some("0")), ("1", None), ("Tiny(1)", Some("0"))]
        {
            let value = arena.value(text).unwrap();
            assert_eq!(Worth::of(&mut arena, value, 100).atomic_weight.as_deref(), weight, "{text}");
        }
    }
}
