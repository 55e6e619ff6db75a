//! Games in the Smart Game Format, `GM[4]`: the main line in and out.

use std::fmt::Write;

use banmen_core::{Agreement, Event, ExchangeError, Record, Replay, Seat};

use crate::{Playable, Point, Position, Rule, Rules, Size, Stone};

/// The longest text that is read. Real collections are far smaller; beyond this nothing is looked at.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;

/// The game number of gomoku and renju in SGF.
const GAME: &str = "4";

/// Tags of a record and the SGF properties that carry them.
const TAGS: [(&str, &str); 9] = [
    ("first", "PB"),
    ("second", "PW"),
    ("first_rating", "BR"),
    ("second_rating", "WR"),
    ("date", "DT"),
    ("event", "EV"),
    ("round", "RO"),
    ("place", "PC"),
    ("comment", "C"),
];

/// Why a text is not a game of gomoku in SGF, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// More than [`MAX_BYTES`].
    #[error("the text has {bytes} bytes; at most {MAX_BYTES} are read")]
    TooLarge {
        /// How many it has.
        bytes: usize,
    },
    /// The text does not follow the format.
    #[error("line {line}, column {column}: {what}")]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// What was found and what was expected.
        what: String,
    },
    /// The format is right, the game is not.
    #[error("line {line}, column {column}: {property}[{value}]: {why}")]
    Property {
        /// Counted from 1.
        line: usize,
        /// Counted from 1, in characters.
        column: usize,
        /// The property's name.
        property: String,
        /// Its value, cut to a readable length.
        value: String,
        /// What is wrong with it.
        why: String,
    },
}

impl From<SgfError> for ExchangeError {
    fn from(error: SgfError) -> Self {
        Self::Malformed(format!("SGF: {error}"))
    }
}

/// Reads the first game's main line. Variations and properties that do not matter to the moves are passed over.
///
/// Stones set up before the first move become moves, Black's and White's in turn, if their numbers allow it.
pub fn read(text: &str) -> Result<Record, SgfError> {
    if text.len() > MAX_BYTES {
        return Err(SgfError::TooLarge { bytes: text.len() });
    }
    let properties = main_line(text)?;
    let rules = rules(text, &properties)?;
    let mut record = Record::new::<Position>(Position::ID, &rules);
    let mut replay = Replay::<Position>::start(&rules).expect("gomoku can be played under all of its rules");
    let mut setup: [Vec<(Point, &Property)>; 2] = [Vec::new(), Vec::new()];
    let mut result = None;
    for property in &properties {
        let fail = |why: String| property.error(text, why);
        match property.name {
            "B" | "W" => {
                play_setup(text, &mut setup, &mut record, &mut replay)?;
                let side = if property.name == "B" { Stone::Black } else { Stone::White };
                let point = point(rules.size, &property.value).map_err(fail)?;
                play(text, property, side, point, &mut record, &mut replay)?;
            }
            "AB" | "AW" => {
                if !record.events.is_empty() {
                    return Err(fail("stones can only be set up before the first move".to_owned()));
                }
                let side = usize::from(property.name == "AW");
                for point in points(rules.size, &property.value).map_err(fail)? {
                    setup[side].push((point, property));
                }
                if setup[side].len() > rules.size.points() {
                    return Err(fail("more stones are set up than the board has points".to_owned()));
                }
            }
            "AE" => return Err(fail("stones cannot be taken away in gomoku".to_owned())),
            "RE" => result = Some(&property.value),
            name => {
                let tag = TAGS.iter().find(|(_, known)| *known == name);
                if let Some((tag, _)) = tag.filter(|_| property.in_root) {
                    record.tags.insert((*tag).to_owned(), property.value.clone());
                }
            }
        }
    }
    play_setup(text, &mut setup, &mut record, &mut replay)?;
    let ending = match result.map(|result| result.trim().to_ascii_lowercase()).as_deref() {
        Some("b+r" | "b+resign") => Some(Event::Resign(Seat::Second)),
        Some("w+r" | "w+resign") => Some(Event::Resign(Seat::First)),
        Some("b+t" | "b+time") => Some(Event::Timeout(Seat::Second)),
        Some("w+t" | "w+time") => Some(Event::Timeout(Seat::First)),
        Some("b+f" | "b+forfeit") => Some(Event::Absent(Seat::Second)),
        Some("w+f" | "w+forfeit") => Some(Event::Absent(Seat::First)),
        Some("0" | "draw") => Some(Event::End(Agreement::Draw)),
        Some("void") => Some(Event::End(Agreement::Abort)),
        _ => None,
    };
    record.events.extend(ending.filter(|_| replay.turn().outcome().is_none()));
    Ok(record)
}

/// Writes a record of gomoku.
pub fn write(record: &Record) -> Result<String, ExchangeError> {
    let malformed = |error: &dyn std::fmt::Display| ExchangeError::Malformed(error.to_string());
    let replay = record.replay::<Position>(Position::ID).map_err(|error| malformed(&error))?;
    let rules = *banmen_core::Game::rules(&replay.position);
    let mut text = format!(
        "(;GM[{GAME}]FF[4]CA[UTF-8]AP[Banmen:{}]SZ[{}]RU[{}]",
        env!("CARGO_PKG_VERSION"),
        rules.size,
        rules.rule
    );
    for (tag, property) in TAGS {
        if let Some(value) = record.tags.get(tag) {
            let _ = write!(text, "{property}[{}]", escape(value));
        }
    }
    if let Some(outcome) = replay.turn().outcome() {
        let by = match record.events.last() {
            Some(Event::Resign(_)) => "R",
            Some(Event::Timeout(_)) => "T",
            Some(Event::Absent(_)) => "F",
            _ => "",
        };
        let result = match outcome.winner {
            Some(Seat::First) => format!("B+{by}"),
            Some(Seat::Second) => format!("W+{by}"),
            None if record.events.last() == Some(&Event::End(Agreement::Abort)) => "Void".to_owned(),
            None => "0".to_owned(),
        };
        let _ = write!(text, "RE[{result}]");
    }
    for (index, &point) in replay.position.moves().iter().enumerate() {
        let side = if index % 2 == 0 { 'B' } else { 'W' };
        let line_end = if index % 10 == 0 { "\n" } else { "" };
        let row = rules.size.get() - 1 - point.row();
        let _ = write!(text, "{line_end};{side}[{}{}]", char::from(b'a' + point.column()), char::from(b'a' + row));
    }
    text.push_str(")\n");
    Ok(text)
}

/// One value of one property on the main line.
struct Property<'a> {
    name: &'a str,
    value: String,
    /// The byte where the property begins.
    offset: usize,
    in_root: bool,
}

impl Property<'_> {
    fn error(&self, text: &str, why: String) -> SgfError {
        let (line, column) = line_and_column(text, self.offset);
        let mut value: String = self.value.chars().take(40).collect();
        if value.len() < self.value.len() {
            value.push('…');
        }
        SgfError::Property { line, column, property: self.name.to_owned(), value, why }
    }
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, text[line_start..offset].chars().count() + 1)
}

/// The properties of the first game's main line, in order.
///
/// The main line goes into the first variation wherever the tree branches, so it is everything up to the first closing
/// bracket. What follows is only checked for its form. Depth is a number, not a recursion.
fn main_line(text: &str) -> Result<Vec<Property<'_>>, SgfError> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(text.len());
    let (mut depth, mut nodes, mut on_main_line) = (0_usize, 0_usize, true);
    // Properties may stand only in a node, and a node only in a tree.
    let mut in_node = false;
    let fail = |at: usize, what: String| {
        let (line, column) = line_and_column(text, at);
        SgfError::Syntax { line, column, what }
    };
    while at < bytes.len() {
        match bytes[at] {
            b'(' => {
                depth += 1;
                in_node = false;
                at += 1;
            }
            b')' => {
                depth = depth.checked_sub(1).ok_or_else(|| fail(at, "a tree ends here that never began".to_owned()))?;
                if on_main_line && nodes == 0 {
                    return Err(fail(at, "a tree without a node; expected `;`".to_owned()));
                }
                (on_main_line, in_node) = (false, false);
                at += 1;
            }
            b';' if depth > 0 => {
                in_node = true;
                nodes += usize::from(on_main_line);
                at += 1;
            }
            c if c.is_ascii_whitespace() => at += 1,
            c if c.is_ascii_alphabetic() && in_node => {
                let offset = at;
                while at < bytes.len() && bytes[at].is_ascii_alphabetic() {
                    at += 1;
                }
                let name = &text[offset..at];
                let mut values = 0;
                loop {
                    while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    if bytes.get(at) != Some(&b'[') {
                        break;
                    }
                    let end = end_of_value(bytes, at + 1)
                        .ok_or_else(|| fail(at, format!("the value of {name} does not end; expected `]`")))?;
                    if on_main_line {
                        let value = unescape(&text[at + 1..end]);
                        found.push(Property { name, value, offset, in_root: nodes == 1 });
                    }
                    values += 1;
                    at = end + 1;
                }
                if values == 0 {
                    return Err(fail(at, format!("the property {name} has no value; expected `[`")));
                }
            }
            _ => {
                let seen = text[at..].chars().next().unwrap_or('\u{fffd}');
                let expected = match (depth, in_node) {
                    (0, _) => "a game begins with `(;`",
                    (_, false) => "expected `;`, `(` or `)`",
                    (_, true) => "expected a property, `;`, `(` or `)`",
                };
                return Err(fail(at, format!("unexpected {seen:?}; {expected}")));
            }
        }
    }
    if depth > 0 {
        return Err(fail(at, format!("the text ends inside {depth} open trees; expected `)`")));
    }
    if nodes == 0 {
        return Err(fail(at, "there is no game; a game begins with `(;`".to_owned()));
    }
    Ok(found)
}

/// The place of the bracket that ends a value.
fn end_of_value(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A value without its escapes: `\x` is x, an escaped line end is nothing.
fn unescape(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\n') | None => {}
                Some('\r') => {
                    let rest = chars.as_str();
                    chars = rest.strip_prefix('\n').unwrap_or(rest).chars();
                }
                Some(escaped) => value.push(escaped),
            },
            c => value.push(c),
        }
    }
    value
}

fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn rules(text: &str, properties: &[Property]) -> Result<Rules, SgfError> {
    let mut rules = Rules::default();
    for property in properties.iter().filter(|property| property.in_root) {
        let fail = |why: &str| property.error(text, why.to_owned());
        let value = property.value.trim();
        match property.name {
            "GM" if value != GAME => {
                return Err(fail("this is another game; gomoku and renju are GM[4]"));
            }
            "SZ" => {
                let number = match value.split_once(':') {
                    Some((columns, rows)) if columns.trim() == rows.trim() => columns.trim(),
                    Some(_) => return Err(fail("boards are square")),
                    None => value,
                };
                rules.size = number.parse::<Size>().map_err(|error| fail(&error.to_string()))?;
            }
            "RU" => {
                let name = value.to_ascii_lowercase();
                rules.rule = match name.as_str() {
                    "" | "gomoku" | "free" | "free style" | "free-style" => Rule::Freestyle,
                    "rif" => Rule::Renju,
                    _ => name.parse().map_err(|error: crate::rules::ParseRuleError| fail(&error.to_string()))?,
                };
            }
            _ => {}
        }
    }
    Ok(rules)
}

/// A point: two letters counted from the top left as in SGF, or a letter and a row from the bottom as people write it.
fn point(size: Size, value: &str) -> Result<Point, String> {
    let value = value.trim();
    let found = match value.as_bytes() {
        [] => return Err("gomoku has no pass".to_owned()),
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => {
            let row = size.get().checked_sub(y - b'a' + 1);
            row.and_then(|row| Point::new(x - b'a', row))
        }
        _ => Some(value.parse::<Point>().map_err(|error| error.to_string())?),
    };
    found.filter(|&point| size.contains(point)).ok_or_else(|| format!("the point is not on a board of size {size}"))
}

/// A point, or a rectangle given by two corners.
fn points(size: Size, value: &str) -> Result<Vec<Point>, String> {
    let Some((from, to)) = value.split_once(':') else {
        return Ok(vec![point(size, value)?]);
    };
    let (from, to) = (point(size, from)?, point(size, to)?);
    let (columns, rows) = (
        from.column().min(to.column())..=from.column().max(to.column()),
        from.row().min(to.row())..=from.row().max(to.row()),
    );
    Ok(rows.flat_map(|row| columns.clone().map(move |column| Point::at(column, row))).collect())
}

fn play(
    text: &str,
    property: &Property,
    side: Stone,
    point: Point,
    record: &mut Record,
    replay: &mut Replay<Position>,
) -> Result<(), SgfError> {
    if replay.turn().outcome().is_none() && replay.position.to_move() != side {
        let why = format!("it is {}'s turn", replay.position.to_move());
        return Err(property.error(text, why));
    }
    let event = Event::Move(point.to_string());
    replay.apply(&event).map_err(|why| property.error(text, why))?;
    record.events.push(event);
    Ok(())
}

/// Plays the stones that were set up, in turn, and forgets them.
fn play_setup(
    text: &str,
    setup: &mut [Vec<(Point, &Property)>; 2],
    record: &mut Record,
    replay: &mut Replay<Position>,
) -> Result<(), SgfError> {
    let [black, white] = std::mem::take(setup);
    if black.len() != white.len() && black.len() != white.len() + 1 {
        let property = black.last().or(white.last()).expect("one colour has more stones").1;
        let why = format!(
            "{} black and {} white stones set up cannot come from a game in which Black and White take turns",
            black.len(),
            white.len()
        );
        return Err(property.error(text, why));
    }
    for turn in 0..black.len() + white.len() {
        let (point, property) = [&black, &white][turn % 2][turn / 2];
        play(text, property, Stone::BOTH[turn % 2], point, record, replay)?;
    }
    Ok(())
}
