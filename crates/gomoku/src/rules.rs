//! What may be chosen before a game of gomoku.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Size;

/// The rules of one game: the board, what counts as a win, and how the first stones are placed.
///
/// ```
/// use banmen_gomoku::{Opening, Rule, Rules, Size};
/// let rules: Rules = serde_json::from_str(r#"{"size":15,"rule":"renju"}"#).unwrap();
/// assert_eq!(rules, Rules::new(Size::FIFTEEN, Rule::Renju));
/// assert_eq!(rules.opening, Opening::None);
/// assert!(serde_json::from_str::<Rules>(r#"{"size":23}"#).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The number of points a side, 5 to 22.
    pub size: Size,
    /// What wins and what is forbidden.
    pub rule: Rule,
    /// How the first stones are placed, and who then plays which colour.
    pub opening: Opening,
}

impl Rules {
    /// Rules without an opening of their own: Black begins anywhere.
    pub const fn new(size: Size, rule: Rule) -> Self {
        Self { size, rule, opening: Opening::None }
    }
}

/// What wins and what is forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Five or more in a row win; nothing is forbidden.
    #[default]
    Freestyle,
    /// Exactly five in a row win; six or more are nothing.
    Standard,
    /// Black wins with exactly five and may not make an overline, a double-four or a double-three; White wins with five or
    /// more.
    Renju,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 3] = [Self::Freestyle, Self::Standard, Self::Renju];

    /// The name by which the rule is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
        }
    }
}

/// How the first stones are placed, so that moving first is no advantage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// Black begins anywhere.
    #[default]
    None,
    /// One player places two black stones and a white one; the other chooses a colour.
    Swap,
    /// Like swap, but the other player may also place a white and a black stone more and leave the choice to the first.
    Swap2,
    /// The first stones come near the centre, and after each the other player may take over its colour; instead of a fifth
    /// stone Black may offer ten, of which White chooses one. The official opening of the Renju International Federation.
    Taraguchi10,
}

impl Opening {
    /// Every opening.
    pub const ALL: [Self; 4] = [Self::None, Self::Swap, Self::Swap2, Self::Taraguchi10];

    /// The name by which the opening is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Taraguchi10 => "taraguchi10",
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not an opening; openings are none, swap, swap2 and taraguchi10")]
pub struct ParseOpeningError {
    text: String,
}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    fn from_str(text: &str) -> Result<Self, ParseOpeningError> {
        Self::ALL
            .into_iter()
            .find(|opening| text.eq_ignore_ascii_case(opening.name()))
            .ok_or_else(|| ParseOpeningError { text: text.chars().take(40).collect() })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a rule; rules are freestyle, standard and renju")]
pub struct ParseRuleError {
    text: String,
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        Self::ALL
            .into_iter()
            .find(|rule| text.eq_ignore_ascii_case(rule.name()))
            .ok_or_else(|| ParseRuleError { text: text.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_freestyle_on_nineteen() {
        let rules: Rules = serde_json::from_str("{}").unwrap();
        assert_eq!(rules, Rules::new(Size::NINETEEN, Rule::Freestyle));
        assert_eq!(serde_json::to_string(&rules).unwrap(), r#"{"size":19,"rule":"freestyle","opening":"none"}"#);
    }

    #[test]
    fn reject_unknown_rules_and_sizes() {
        for text in [
            r#"{"opening":"pro"}"#,
            r#"{"rule":"caro"}"#,
            r#"{"size":4}"#,
            r#"{"size":23}"#,
            r#"{"size":-5}"#,
            r#"{"sise":15}"#,
        ] {
            assert!(serde_json::from_str::<Rules>(text).is_err(), "{text}");
        }
        assert!("go".parse::<Rule>().is_err());
        assert_eq!("Renju".parse(), Ok(Rule::Renju));
        assert_eq!("Swap2".parse(), Ok(Opening::Swap2));
        assert!("soosorv".parse::<Opening>().unwrap_err().to_string().contains("taraguchi10"));
    }
}
