//! What may be chosen before a game of gomoku.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Size;

/// The rules of one game: the board and what counts as a win.
///
/// ```
/// use banmen_gomoku::{Rule, Rules, Size};
/// let rules: Rules = serde_json::from_str(r#"{"size":15,"rule":"renju"}"#).unwrap();
/// assert_eq!(rules, Rules { size: Size::FIFTEEN, rule: Rule::Renju });
/// assert!(serde_json::from_str::<Rules>(r#"{"size":23}"#).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The number of points a side, 5 to 22.
    pub size: Size,
    /// What wins and what is forbidden.
    pub rule: Rule,
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
        assert_eq!(rules, Rules { size: Size::NINETEEN, rule: Rule::Freestyle });
        assert_eq!(serde_json::to_string(&rules).unwrap(), r#"{"size":19,"rule":"freestyle"}"#);
    }

    #[test]
    fn reject_unknown_rules_and_sizes() {
        for text in [r#"{"rule":"caro"}"#, r#"{"size":4}"#, r#"{"size":23}"#, r#"{"size":-5}"#, r#"{"sise":15}"#] {
            assert!(serde_json::from_str::<Rules>(text).is_err(), "{text}");
        }
        assert!("go".parse::<Rule>().is_err());
        assert_eq!("Renju".parse(), Ok(Rule::Renju));
    }
}
