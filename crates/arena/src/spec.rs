//! Who plays, as it is written on the command line.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A contender: one of our levels, or a program that speaks the game's engine protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Spec {
    /// `level:NAME`.
    Level(String),
    /// `cmd:COMMAND`, with arguments separated by spaces; quotes hold words together.
    Command(Vec<String>),
}

/// Text that names no contender.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// Neither form.
    #[error("{0:?} is not a contender; write level:NAME or cmd:COMMAND")]
    Form(String),
    /// Nothing after the colon.
    #[error("{0:?} has no name after the colon")]
    Empty(String),
    /// A quote that is never closed.
    #[error("{0:?} has a quote that is never closed")]
    Quote(String),
}

impl FromStr for Spec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        let shown = || text.chars().take(80).collect::<String>();
        if let Some(level) = text.strip_prefix("level:") {
            let level = level.trim();
            return if level.is_empty() {
                Err(ParseSpecError::Empty(shown()))
            } else {
                Ok(Self::Level(level.to_owned()))
            };
        }
        let command = text.strip_prefix("cmd:").ok_or_else(|| ParseSpecError::Form(shown()))?;
        let words = words(command).ok_or_else(|| ParseSpecError::Quote(shown()))?;
        if words.is_empty() { Err(ParseSpecError::Empty(shown())) } else { Ok(Self::Command(words)) }
    }
}

/// The words of a command; single and double quotes hold one together. `None` if a quote stays open.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Command(words) => {
                let quoted: Vec<String> = words
                    .iter()
                    .map(|word| match word {
                        word if word.contains('\'') => format!("\"{word}\""),
                        word if word.is_empty() || word.contains(char::is_whitespace) || word.contains('"') => {
                            format!("'{word}'")
                        }
                        word => word.clone(),
                    })
                    .collect();
                write!(f, "cmd:{}", quoted.join(" "))
            }
        }
    }
}

impl TryFrom<String> for Spec {
    type Error = ParseSpecError;

    fn try_from(text: String) -> Result<Self, ParseSpecError> {
        text.parse()
    }
}

impl From<Spec> for String {
    fn from(spec: Spec) -> Self {
        spec.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_levels_and_commands() {
        assert_eq!("level:master".parse(), Ok(Spec::Level("master".to_owned())));
        let command = "cmd:./engine --rule 'exactly five' \"a b\"".parse::<Spec>().unwrap();
        let words = ["./engine", "--rule", "exactly five", "a b"].map(str::to_owned).to_vec();
        assert_eq!(command, Spec::Command(words));
        assert_eq!(command.to_string().parse(), Ok(command));
    }

    #[test]
    fn reject_what_names_nobody() {
        for text in ["", "master", "level:", "cmd:", "cmd:  ", "cmd:'x", "LEVEL:x"] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
