//! What players share beside the game: a clock, offers, names.

use banmen_core::{Nonces, Seat};
use serde::{Deserialize, Serialize};

use crate::{Clock, ClockReading, TableError, TimeControl};

/// What players share beside the game. It is kept with the table and changes with its version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Meeting {
    /// The clock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The table's version when something last happened in the game itself. A move may answer any version since, so that an
    /// offer does not come in the way of a move that is on its way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<u64>,
    /// What is offered.
    #[serde(skip_serializing_if = "Offers::is_empty")]
    pub offers: Offers,
    /// Whether two people play from two places. Then each needs the other's consent, and nobody is given hints.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
    /// Whether strangers are shown the table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// What people call themselves.
    #[serde(skip_serializing_if = "Names::is_empty")]
    pub names: Names,
    /// What the players added to the draws.
    #[serde(skip_serializing_if = "Nonces::is_empty")]
    pub nonces: Nonces,
    /// How two computers go on, where nobody else plays.
    #[serde(skip_serializing_if = "Pace::is_running")]
    pub pace: Pace,
    /// The seats of those who removed the game from their lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<Seat>,
}

/// How a game of two computers goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Move by move.
    #[default]
    Running,
    /// Not at all: nobody thinks.
    Paused,
    /// One move, and then no further.
    Step,
}

impl Pace {
    /// Whether the game goes on by itself.
    pub fn is_running(&self) -> bool {
        *self == Pace::Running
    }

    /// How it goes on after a move.
    pub(crate) fn after_move(self) -> Pace {
        if self == Pace::Step { Pace::Paused } else { self }
    }
}

impl Meeting {
    /// The moment at which the running flag falls.
    pub fn deadline_ms(&self) -> Option<i64> {
        self.clock.as_ref().and_then(Clock::deadline_ms)
    }

    /// What people see of the clock at this moment.
    pub fn reading(&self, now_ms: i64) -> Option<ClockReading> {
        self.clock.as_ref().map(|clock| clock.reading(now_ms))
    }
}

/// What the creator of a table chooses beside the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// How time is given, if it is limited.
    pub clock: Option<TimeControl>,
    /// Whether two people play from two places.
    pub apart: bool,
    /// Whether strangers are shown the table.
    pub listed: bool,
    /// What people call themselves.
    pub names: Names,
}

impl Terms {
    /// What is kept with a new table.
    pub(crate) fn meeting(self) -> Result<Meeting, TableError> {
        let clock = self.clock.map(TimeControl::checked).transpose()?.map(Clock::new);
        let names = Names {
            first: self.names.first.as_deref().and_then(clean_name),
            second: self.names.second.as_deref().and_then(clean_name),
        };
        let (apart, listed) = (self.apart, self.listed);
        Ok(Meeting { clock, moved: Some(0), apart, listed, names, ..Meeting::default() })
    }
}

/// What can be said to the opponent. The page has the words, in the reader's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Wishes before the game.
    HaveFun,
    /// Praise.
    GoodMove,
    /// An excuse for taking long.
    OneMoment,
    /// After a slip.
    Oops,
    /// After the game.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// A farewell.
    Bye,
}

/// What can be offered to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// To end the game as a draw.
    Draw,
    /// To let whoever offers take back their last decision.
    Takeback,
}

/// What is offered, and by whom. Whatever happens in the game makes it void.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Offers {
    /// Who offers a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub draw: Option<Seat>,
    /// Who asks to take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub takeback: Option<Seat>,
    /// Offers that were declined or withdrawn; they can be made again after the next move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub spent: Vec<(Offer, Seat)>,
}

impl Offers {
    /// Whether nothing is and was offered.
    pub fn is_empty(&self) -> bool {
        *self == Offers::default()
    }

    /// Who offers this.
    pub fn by(&self, offer: Offer) -> Option<Seat> {
        match offer {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
        }
    }

    /// The place of who offers this.
    pub(crate) fn by_mut(&mut self, offer: Offer) -> &mut Option<Seat> {
        match offer {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
        }
    }
}

/// The longest name in characters.
const LONGEST_NAME: usize = 24;

/// What people call themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Names {
    /// The first player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first: Option<String>,
    /// The second player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub second: Option<String>,
}

impl Names {
    /// Whether nobody has a name.
    pub fn is_empty(&self) -> bool {
        *self == Names::default()
    }

    /// The name of whoever sits there.
    pub fn of(&self, seat: Seat) -> Option<&str> {
        match seat {
            Seat::First => self.first.as_deref(),
            Seat::Second => self.second.as_deref(),
        }
    }

    /// The place of the name of whoever sits there.
    pub fn of_mut(&mut self, seat: Seat) -> &mut Option<String> {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }

    /// The same people with their seats exchanged.
    #[must_use]
    pub fn swapped(self) -> Names {
        Names { first: self.second, second: self.first }
    }
}

/// A name as it may be shown to strangers: one line of at most 24 characters, without characters that cannot be seen or that
/// turn the direction of writing; `None` if nothing is left.
pub fn clean_name(text: &str) -> Option<String> {
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    // Many marks above one letter would cover the lines above.
    let stacked = |c: char| matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}');
    let seen: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|&c| !unseen(c)).collect();
    let mut name = String::new();
    let mut marks = 0;
    for c in seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").chars() {
        marks = if stacked(c) { marks + 1 } else { 0 };
        if marks <= 2 {
            name.push(c);
        }
    }
    let name: String = name.chars().take(LONGEST_NAME).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line_of_what_can_be_seen() {
        for (text, name) in [
            ("Aki", Some("Aki")),
            ("  two\n\twords ", Some("two words")),
            ("\u{202e}evil\u{200b}", Some("evil")),
            ("盤面さん", Some("盤面さん")),
            (" \u{200b}\n", None),
            ("", None),
        ] {
            assert_eq!(clean_name(text).as_deref(), name, "{text:?}");
        }
        assert_eq!(clean_name(&"x".repeat(1000)).unwrap().len(), LONGEST_NAME);
        assert_eq!(clean_name(&format!("e{}", "\u{301}".repeat(50))).unwrap().chars().count(), 3);
    }

    #[test]
    fn what_is_usual_is_not_written() {
        assert_eq!(serde_json::to_string(&Meeting::default()).unwrap(), "{}");
        assert_eq!(serde_json::from_str::<Meeting>("{}").unwrap(), Meeting::default());
    }
}
