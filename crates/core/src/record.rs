use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Game, Nonces, Outcome, Seat, Turn};

/// The version of the record's JSON form that this program writes.
pub const RECORD_FORMAT: u32 = 1;

/// The longest record that is read; far beyond any real game, short of what would hurt.
pub const MAX_EVENTS: usize = 20_000;

/// The tag of a record that says how many of its first events set up the position in which the game began. They are replayed
/// like any others, but nobody decided them in this game.
pub const SET_UP: &str = "set_up";

/// A whole game: the rules and what happened. Everything else is derived from it by replaying.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Record {
    /// Version of this form, [`RECORD_FORMAT`].
    pub format: u32,
    /// The game's name in the catalogue, such as `gomoku`.
    pub game: String,
    /// The game's rules, in its own form.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key: string]: unknown }"))]
    pub rules: Value,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The fairness seal of a game with chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seal: Option<SealNote>,
    /// Names, dates and remarks, which change nothing: `first`, `second`, `date`, `event`, …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub tags: BTreeMap<String, String>,
}

/// One thing that happened, with its text in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// A player's move.
    Move(String),
    /// The outcome of a draw.
    Chance(String),
    /// A player gave up.
    Resign(Seat),
    /// A player's time ran out.
    Timeout(Seat),
    /// A player left and did not come back.
    Absent(Seat),
    /// The players ended the game without a winner.
    End(Agreement),
}

/// How players end a game without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// Both agreed to a draw.
    Draw,
    /// The game had hardly begun and counts for nothing.
    Abort,
}

impl Event {
    /// The outcome, of an event that ends a game whatever the position is.
    pub const fn ending(&self) -> Option<Outcome> {
        match self {
            Event::Move(_) | Event::Chance(_) => None,
            Event::Resign(seat) => Some(Outcome::win(seat.other(), "resigned")),
            Event::Timeout(seat) => Some(Outcome::win(seat.other(), "time")),
            Event::Absent(seat) => Some(Outcome::win(seat.other(), "absent")),
            Event::End(Agreement::Draw) => Some(Outcome::draw("agreed")),
            Event::End(Agreement::Abort) => Some(Outcome::draw("aborted")),
        }
    }
}

/// The published part of a game's seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SealNote {
    /// How draws follow from the seed.
    pub construction: String,
    /// The hash of the seed, known from the start.
    pub hash: String,
    /// The seed, once the game has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seed: Option<String>,
    /// What the players added to the draws after the hash was published.
    #[serde(default, skip_serializing_if = "Nonces::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub nonces: Nonces,
}

/// A record that cannot be replayed, and where it fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Written by a newer program, or not a record at all.
    #[error("the record has format {found}, this program reads format {RECORD_FORMAT}")]
    Format {
        /// The format found.
        found: u32,
    },
    /// A record of another game.
    #[error("the record is of the game {found:?}, expected {expected:?}")]
    OtherGame {
        /// The game of the record.
        found: String,
        /// The game that was to be replayed.
        expected: String,
    },
    /// Rules that cannot be read or cannot be played.
    #[error("the record's rules: {0}")]
    Rules(String),
    /// Too many events.
    #[error("the record has {found} events, at most {MAX_EVENTS} are read")]
    TooLong {
        /// How many it has.
        found: usize,
    },
    /// An event that cannot happen there.
    #[error("event {number}: {why}")]
    Event {
        /// Counted from 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Too many nodes of a study.
    #[error("the study has {found} positions, at most {} are read", crate::MAX_NODES)]
    TooManyNodes {
        /// How many it has.
        found: usize,
    },
    /// A node of a study that cannot be there.
    #[error("node {number} of the study: {why}")]
    Node {
        /// Counted from 0, the start.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// A replayed record: the position it leads to, and how the players ended the game if the rules did not.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay<G: Game> {
    /// The last position.
    pub position: G,
    /// How the game ended by an event that needs no position, such as a resignation.
    pub ended: Option<Outcome>,
}

impl<G: Game> Replay<G> {
    /// The beginning of a game.
    pub fn start(rules: &G::Rules) -> Result<Replay<G>, ReplayError> {
        let position = G::start(rules).map_err(|error| ReplayError::Rules(error.to_string()))?;
        Ok(Replay { position, ended: None })
    }

    /// Whose decision comes next; over after a resignation and its like.
    pub fn turn(&self) -> Turn {
        self.ended.map_or_else(|| self.position.turn(), Turn::over)
    }

    /// The side that a player in a seat plays now.
    pub fn side_of_seat(&self, seat: Seat) -> Seat {
        if self.position.sides_exchanged() { seat.other() } else { seat }
    }

    /// The side that an event is about, if it happens now; none for chance, and for what both players decide.
    pub fn side_of(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Move(_) => self.position.side_to_move(),
            Event::Resign(seat) | Event::Timeout(seat) | Event::Absent(seat) => Some(self.side_of_seat(*seat)),
            Event::Chance(_) | Event::End(_) => None,
        }
    }

    /// Lets one event happen. What cannot happen changes nothing and says why.
    pub fn apply(&mut self, event: &Event) -> Result<(), String> {
        if self.turn().outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let by_chance = matches!(event, Event::Chance(_));
        match event {
            Event::Resign(_) | Event::Timeout(_) | Event::Absent(_) | Event::End(_) => self.ended = event.ending(),
            Event::Move(text) | Event::Chance(text) => {
                if by_chance != (self.turn() == Turn::Chance) {
                    let expected = if by_chance {
                        "a player's move is expected, not chance"
                    } else {
                        "chance decides now, not a player"
                    };
                    return Err(expected.to_owned());
                }
                let m = text.parse::<G::Move>().map_err(|error| error.to_string())?;
                self.position.play(m).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }
}

impl Record {
    /// An empty record of a game under these rules.
    pub fn new<G: Game>(game: &str, rules: &G::Rules) -> Record {
        let rules = serde_json::to_value(rules).expect("rules are plain data and always have a JSON form");
        Record {
            format: RECORD_FORMAT,
            game: game.to_owned(),
            rules,
            events: Vec::new(),
            seal: None,
            tags: BTreeMap::new(),
        }
    }

    /// How many of the first events set up the position in which the game began.
    pub fn set_up(&self) -> usize {
        let told = self.tags.get(SET_UP).and_then(|count| count.parse::<usize>().ok());
        told.unwrap_or(0).min(self.events.len())
    }

    /// The rules, read as this game's.
    pub fn rules<G: Game>(&self) -> Result<G::Rules, ReplayError> {
        serde_json::from_value(self.rules.clone()).map_err(|error| ReplayError::Rules(error.to_string()))
    }

    /// Replays every event.
    pub fn replay<G: Game>(&self, game: &str) -> Result<Replay<G>, ReplayError> {
        if self.format != RECORD_FORMAT {
            return Err(ReplayError::Format { found: self.format });
        }
        if self.game != game {
            return Err(ReplayError::OtherGame { found: self.game.clone(), expected: game.to_owned() });
        }
        if self.events.len() > MAX_EVENTS {
            return Err(ReplayError::TooLong { found: self.events.len() });
        }
        let mut replay = Replay::<G>::start(&self.rules::<G>()?)?;
        for (index, event) in self.events.iter().enumerate() {
            replay.apply(event).map_err(|why| ReplayError::Event { number: index + 1, why })?;
        }
        Ok(replay)
    }
}
