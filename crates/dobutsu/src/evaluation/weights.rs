//! The weights of the evaluation's terms, as a text file that people can read and compare.

use super::terms::{HAND_STEPS, IN_HAND, MATERIAL, TEMPO, TERMS, tables};
use crate::position::BoardName;
use std::fmt::Write;

/// A weight beyond this has no meaning.
const LARGEST: i32 = 5000;

/// A weight for each term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(Box<[i32; TERMS]>);

/// Why a text is not a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// A line that is not a table's name followed by its numbers.
    #[error("line {line}: {why}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A table that the file does not have.
    #[error("the table {0} is missing")]
    Missing(&'static str),
}

impl Weights {
    /// Material alone, in hundredths of a chick: where tuning starts.
    pub fn bare() -> Self {
        let mut values = Box::new([0; TERMS]);
        for (slot, value) in [100, 250, 260, 300, 220, 0].into_iter().enumerate() {
            values[MATERIAL.at(slot)] = value;
            if value > 0 {
                for count in 1..HAND_STEPS {
                    values[IN_HAND.at(slot * HAND_STEPS + count)] = value * 11 / 10;
                }
            }
        }
        values[TEMPO.at(0)] = 10;
        Self(values)
    }

    /// The weights that come with the program.
    pub fn of(board: BoardName) -> Self {
        let text = match board {
            BoardName::Deer => include_str!("../../weights/deer.weights"),
            BoardName::Classic => include_str!("../../weights/classic.weights"),
            BoardName::Gorogoro => include_str!("../../weights/gorogoro.weights"),
        };
        Self::from_text(text).expect("the weights that come with the program are tested")
    }

    /// The weight of each term.
    pub fn values(&self) -> &[i32; TERMS] {
        &self.0
    }

    /// The weights with these values, rounded and kept within bounds.
    pub fn from_values(values: &[f64; TERMS]) -> Self {
        let bound = f64::from(LARGEST);
        let rounded: Vec<i32> = values.iter().map(|value| value.round().clamp(-bound, bound) as i32).collect();
        Self(rounded.into_boxed_slice().try_into().expect("as many as terms"))
    }

    /// Reads a file of weights: a line for each table, its name and then its numbers; lines that begin with `#` are remarks.
    pub fn from_text(text: &str) -> Result<Self, WeightsError> {
        let mut values = Box::new([0; TERMS]);
        let mut missing: Vec<_> = tables().to_vec();
        for (index, line) in text.lines().enumerate() {
            let error = |why: String| WeightsError::Line { line: index + 1, why };
            let mut words = line.split_ascii_whitespace();
            let Some(name) = words.next().filter(|name| !name.starts_with('#')) else { continue };
            let Some(place) = missing.iter().position(|table| table.name == name) else {
                let name: String = name.chars().take(40).collect();
                return Err(error(format!("there is no table {name:?}, or it has been read already")));
            };
            let table = missing.remove(place);
            let mut count = 0;
            for word in words {
                let value = word.parse::<i32>().ok().filter(|value| value.abs() <= LARGEST).ok_or_else(|| {
                    let word: String = word.chars().take(40).collect();
                    error(format!("{word:?} is not a number between -{LARGEST} and {LARGEST}"))
                })?;
                if count == table.len {
                    return Err(error(format!("the table {name} has {} numbers, more were found", table.len)));
                }
                values[table.start + count] = value;
                count += 1;
            }
            if count < table.len {
                return Err(error(format!("the table {name} has {} numbers, {count} were found", table.len)));
            }
        }
        match missing.first() {
            Some(table) => Err(WeightsError::Missing(table.name)),
            None => Ok(Self(values)),
        }
    }

    /// The weights as a file; [`Weights::from_text`] reads it back.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for table in tables() {
            text.push_str(table.name);
            for value in &self.0[table.start..table.start + table.len] {
                let _ = write!(text, " {value}");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_what_it_writes_and_what_comes_with_the_program() {
        let bare = Weights::bare();
        assert_eq!(Weights::from_text(&bare.to_text()), Ok(bare));
        for board in BoardName::ALL {
            let weights = Weights::of(board);
            assert_eq!(Weights::from_text(&weights.to_text()), Ok(weights));
        }
    }

    #[test]
    fn reject_what_is_no_file_of_weights() {
        let good = Weights::bare().to_text();
        for (bad, why) in [
            (String::new(), "the table material is missing"),
            (good.replace("tempo 10", ""), "the table tempo is missing"),
            (good.replace("tempo 10", "tempo"), "line 14: the table tempo has 1 numbers, 0 were found"),
            (good.replace("tempo 10", "tempo 1 2"), "line 14: the table tempo has 1 numbers, more were found"),
            (good.replace("tempo 10", "tempo x"), "line 14: \"x\" is not a number between -5000 and 5000"),
            (good.replace("tempo 10", "tempo 99999"), "line 14: \"99999\" is not a number between -5000 and 5000"),
            (good.replace("tempo 10", "hurry 10"), "line 14: there is no table \"hurry\", or it has been read already"),
        ] {
            assert_eq!(Weights::from_text(&bad).unwrap_err().to_string(), why);
        }
    }
}
