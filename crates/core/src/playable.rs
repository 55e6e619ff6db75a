use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use crate::{Analysis, AnalysisRequest, Game, Limits, Player, Protocol, Puzzles, Record, Show, Study, Tool};

/// What the catalogue needs to offer a game to people. A new game is one crate and one line in the catalogue.
pub trait Playable: Game + Show {
    /// The game's name in the catalogue, in records, in addresses and on the command line.
    const ID: &'static str;

    /// What may be chosen, for people and machines.
    fn info() -> GameInfo;

    /// A player of this level under these rules, or `None` if there is no such level. Players with noise use `seed`.
    fn player(level: &str, rules: &Self::Rules, seed: u64) -> Option<Box<dyn Player<Self>>>;

    /// Finds out what this position is worth, reporting as it goes. The last report is the answer. Not every game has every kind.
    fn analyse(
        &self,
        request: &AnalysisRequest,
        limits: &Limits,
        report: &mut dyn FnMut(Analysis),
    ) -> Result<(), String> {
        let _ = (request, limits, report);
        Err(format!("there is no analysis of {}", Self::ID))
    }

    /// Reads a game, with its variations and comments, from another format, one of those in [`GameInfo::formats`]. The bytes
    /// of a binary format are the characters U+0000 to U+00FF.
    fn import(format: &str, text: &str) -> Result<Study, ExchangeError> {
        let _ = text;
        Err(ExchangeError::UnknownFormat(format.to_owned()))
    }

    /// Writes a game in another format, with as much of its variations and comments as the format can hold.
    fn export(format: &str, study: &Study) -> Result<String, ExchangeError> {
        let _ = study;
        Err(ExchangeError::UnknownFormat(format.to_owned()))
    }

    /// Computations offered beside the game.
    fn tools() -> &'static [Tool] {
        &[]
    }

    /// Protocols by which other programs talk to the game's players.
    fn protocols() -> &'static [Protocol] {
        &[]
    }

    /// Balanced openings for matches under these rules: one a line, moves separated by spaces, `#` before a remark. Empty where
    /// there are none.
    fn openings(rules: &Self::Rules) -> &'static str {
        let _ = rules;
        ""
    }

    /// The game's puzzles, where it has any.
    fn puzzles() -> Option<Puzzles<Self>> {
        None
    }

    /// Lets the game keep large computed data, such as a solved game, in this folder.
    fn keep_data_in(folder: &Path) {
        let _ = folder;
    }
}

/// Why a game could not be read from or written to another format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExchangeError {
    /// The game has no such format.
    #[error("there is no format {0:?} for this game")]
    UnknownFormat(String),
    /// The text does not follow the format; the message says where.
    #[error("{0}")]
    Malformed(String),
}

/// A game as it is offered. Names and sentences are on the page, by key: `game.ID.name`, `game.ID.level.LEVEL`, `game.ID.rule.FIELD`, …
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameInfo {
    /// Name in the catalogue.
    pub id: &'static str,
    /// English name for the terminal.
    pub name: &'static str,
    /// Both sides, first player first.
    pub seats: [SeatInfo; 2],
    /// Levels of the computer, weakest first.
    pub levels: Vec<LevelInfo>,
    /// The level offered first.
    pub default_level: &'static str,
    /// Who gives hints: a level, or a player that nobody plays against.
    pub hint_level: &'static str,
    /// What may be chosen.
    pub rules: Vec<RuleField>,
    /// Named sets of choices.
    pub presets: Vec<Preset>,
    /// The default rules, whole.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key: string]: unknown }"))]
    pub default_rules: Value,
    /// Formats besides the record's own JSON.
    pub formats: Vec<FormatInfo>,
    /// Kinds of analysis, the usual one first.
    pub analyses: Vec<AnalysisInfo>,
    /// The texts of moves that are buttons, such as `observe`; their words are `move.NAME`.
    pub actions: Vec<&'static str>,
    /// What pieces turn into.
    pub promotions: Vec<Promotion>,
    /// Whether chance plays a part, so that a table needs a seal.
    pub chance: bool,
    /// A short game in the game's notation for the home page's small living board.
    pub demo: Record,
}

impl GameInfo {
    /// A game without levels, choices, formats and analyses; it fills in what it has.
    pub fn new<G: Playable>(name: &'static str, seats: [SeatInfo; 2], rules: &G::Rules) -> GameInfo {
        let demo = Record::new::<G>(G::ID, rules);
        GameInfo {
            id: G::ID,
            name,
            seats,
            default_rules: demo.rules.clone(),
            demo,
            levels: Vec::new(),
            default_level: "",
            hint_level: "",
            rules: Vec::new(),
            presets: Vec::new(),
            formats: Vec::new(),
            analyses: Vec::new(),
            actions: Vec::new(),
            promotions: Vec::new(),
            chance: false,
        }
    }
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatInfo {
    /// `black`, `white`, `sente`, …: the key of its name.
    pub key: &'static str,
    /// The drawing of a piece that stands for this side.
    pub emblem: &'static str,
}

impl SeatInfo {
    /// Black and White, for whom a piece of this drawing stands.
    pub const fn black_and_white(emblem: &'static str) -> [SeatInfo; 2] {
        [SeatInfo { key: "black", emblem }, SeatInfo { key: "white", emblem }]
    }
}

/// Something that there is only under some rules: a field of the rules has one of these values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Condition {
    /// The field's name in the rules' JSON.
    pub field: &'static str,
    /// The values.
    #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
    pub values: Vec<Value>,
}

impl Condition {
    /// That a field has one of these values.
    pub fn new<V: Into<Value>>(field: &'static str, values: impl IntoIterator<Item = V>) -> Condition {
        Condition { field, values: values.into_iter().map(Into::into).collect() }
    }

    /// Whether it holds under these rules.
    pub fn holds(&self, rules: &Value) -> bool {
        self.values.contains(&rules[self.field])
    }
}

/// A kind of analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisInfo {
    /// Its name in requests.
    pub id: &'static str,
    /// How long it may take unless it is stopped, in seconds.
    pub seconds: f64,
    /// Where there is such an analysis under some rules only.
    pub when: Option<Condition>,
}

impl AnalysisInfo {
    /// An analysis that takes the usual time and that there is under all rules.
    pub const fn new(id: &'static str) -> AnalysisInfo {
        AnalysisInfo { id, seconds: 20.0, when: None }
    }
}

/// What a piece turns into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Promotion {
    /// The drawing of the piece.
    pub from: &'static str,
    /// The drawing of what it turns into.
    pub to: &'static str,
    /// Directions that can step, as (right, up) seen by its owner.
    pub steps: Vec<(i8, i8)>,
}

/// A level of the computer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LevelInfo {
    /// Its name in requests and on the command line.
    pub id: &'static str,
    /// How long it thinks at most by default, in seconds.
    pub seconds: f64,
    /// Measured strength relative to the game's other levels, where it was measured.
    pub elo: Option<i32>,
    /// Where the level plays under some rules only.
    pub when: Option<Condition>,
}

impl LevelInfo {
    /// A level of unmeasured strength that plays under all rules.
    pub const fn new(id: &'static str, seconds: f64) -> LevelInfo {
        LevelInfo { id, seconds, elo: None, when: None }
    }
}

/// Something that may be chosen before the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleField {
    /// Its name in the rules' JSON.
    pub key: &'static str,
    /// What may be put in.
    pub kind: RuleKind,
    /// Shown only in the advanced drawer.
    pub advanced: bool,
    /// Where the choice means something beside some other choices only.
    pub when: Option<Condition>,
}

impl RuleField {
    /// A choice that everybody sees.
    pub const fn new(key: &'static str, kind: RuleKind) -> RuleField {
        RuleField { key, kind, advanced: false, when: None }
    }

    /// The same choice in the advanced drawer.
    pub fn advanced(self) -> RuleField {
        RuleField { advanced: true, ..self }
    }

    /// The same choice, which means something under a condition only.
    pub fn when(self, condition: Condition) -> RuleField {
        RuleField { when: Some(condition), ..self }
    }
}

/// What may be put into a field of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RuleKind {
    /// A whole number.
    Number {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
        /// Values worth offering as buttons.
        usual: Vec<i64>,
    },
    /// One of these names.
    Choice {
        /// The names.
        options: Vec<&'static str>,
    },
    /// Yes or no.
    Flag,
    /// A list of whole numbers, such as a cycle of percentages.
    Numbers {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
        /// Longest list.
        longest: usize,
    },
    /// Free text in the game's notation, such as a starting position.
    Text {
        /// Longest text.
        longest: usize,
    },
}

/// A named set of rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Preset {
    /// Its name.
    pub id: &'static str,
    /// The rules, whole.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key: string]: unknown }"))]
    pub rules: Value,
}

/// A format that games are exchanged in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FormatInfo {
    /// Its name and file ending, such as `sgf`.
    pub id: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Whether it is made of bytes, not of text.
    pub binary: bool,
    /// Whether games are written in it; all formats are read.
    pub writes: bool,
}

impl FormatInfo {
    /// A format of text that is read and written.
    pub const fn text(id: &'static str, media_type: &'static str) -> FormatInfo {
        FormatInfo { id, media_type, binary: false, writes: true }
    }
}
