//! How a picture differs from the one before, in few bytes.

use std::collections::BTreeMap;

use banmen_core::{Square, View, squares};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The lists of a view whose members each stand on a place: they are sent in groups.
const LISTS: [&str; 2] = ["pieces", "marks"];

/// The fields of a view that hold the legal moves.
const MOVES: [&str; 2] = ["points", "moves"];

/// What turns one picture into the next. Whatever is not named stays.
///
/// A *group* is everything of a list that differs in its place only: `[{"glyph": "stone", "owner": "first"}, PLACES]`. PLACES
/// has one bit for each place of the board in reading order, six to a letter (`A` to `Z`, `a` to `z`, `0` to `9`, `-`, `_`, the
/// first place is the highest bit); letters at the end without a place are left out. Lists made of groups are in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ViewChange {
    /// Fields as they are now. A `compare` without `pieces` keeps those it had, unless `lists` or `groups` say otherwise.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "{ [field: string]: unknown }"))]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub set: Map<String, Value>,
    /// Fields that are left out now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub gone: Vec<String>,
    /// Lists (`pieces`, `marks`, and `compare` for its pieces) made anew of these groups.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, type = "{ [list: string]: [{ [field: string]: unknown }, string][] }")
    )]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub lists: BTreeMap<&'static str, Vec<Group>>,
    /// Lists of which only these groups differ; a group without places is gone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, type = "{ [list: string]: [{ [field: string]: unknown }, string][] }")
    )]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub groups: BTreeMap<&'static str, Vec<Group>>,
    /// The legal moves that only name a place, as in `View`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub points: Option<String>,
    /// All other legal moves, as in `View`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "NonNullable<View['moves']>"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<serde_json::Value>>))]
    pub moves: Option<Vec<Value>>,
}

/// What some members of a list have in common, and their places.
pub type Group = (Map<String, Value>, String);

/// Puts pieces, marks and moves in the order that changes are written for: by place, moves that only name a place first.
///
/// The order has no meaning of its own; a page that follows the changes and one that has just come must have the same.
pub(crate) fn in_reading_order(mut view: View) -> View {
    let order = |square: Square| (square.y, square.x);
    view.pieces.sort_by_key(|piece| order(piece.at));
    view.marks.sort_by_key(|mark| order(mark.at));
    if let Some(compare) = &mut view.compare {
        compare.pieces.sort_by_key(|piece| order(piece.at));
    }
    let grid = &view.grid;
    view.moves.sort_by_key(|one| {
        let point = one.point(grid).map(order);
        (point.is_none(), point)
    });
    view
}

impl ViewChange {
    /// What turns one picture of a game into another.
    pub fn between(before: &View, after: &View) -> ViewChange {
        let (before, after) = (fields(before), fields(after));
        let mut change = ViewChange::default();
        if before == after {
            return change;
        }
        // On another board every place has another number.
        let columns = columns(&after);
        let same_board = before.get("grid") == after.get("grid");
        let nothing = Map::new();
        let known = if same_board { &before } else { &nothing };
        let picture = after.iter().filter(|(name, _)| !MOVES.contains(&name.as_str()));
        for (name, now) in picture.filter(|(name, now)| known.get(*name) != Some(*now)) {
            match (LISTS.iter().find(|list| *list == name), now) {
                (Some(list), _) => {
                    if !change.list(list, known.get(name), Some(now), columns) {
                        change.set.insert(name.clone(), now.clone());
                    }
                }
                (None, Value::Object(compare)) if name == "compare" => {
                    change.compare(known.get(name), compare, columns);
                }
                (None, now) => {
                    change.set.insert(name.clone(), now.clone());
                }
            }
        }
        let gone = before.keys().filter(|name| !MOVES.contains(&name.as_str()) && !after.contains_key(*name));
        change.gone = gone.cloned().collect();
        change.moves(&before, &after, same_board);
        change
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == ViewChange::default()
    }

    /// Writes a list in groups, as short as it can be; `false` if it cannot be written in groups.
    fn list(&mut self, name: &'static str, before: Option<&Value>, after: Option<&Value>, columns: u8) -> bool {
        let Some(now) = groups(after, columns) else { return false };
        if let Some(before) = groups(before, columns) {
            let gone = before.iter().filter(|(key, _)| !now.contains_key(*key));
            let gone = gone.map(|(_, (common, _))| (common.clone(), String::new()));
            let new = now.iter().filter(|(key, group)| before.get(*key) != Some(*group));
            let different: Vec<Group> = new.map(|(_, group)| group.clone()).chain(gone).collect();
            if json!(different).to_string().len() < json!(now).to_string().len() {
                self.groups.insert(name, different);
                return true;
            }
        }
        self.lists.insert(name, now.into_values().collect());
        true
    }

    fn compare(&mut self, before: Option<&Value>, after: &Map<String, Value>, columns: u8) {
        let nothing = Map::new();
        let before = before.and_then(Value::as_object).unwrap_or(&nothing);
        let mut rest = after.clone();
        let pieces = rest.remove("pieces");
        let mut rest_before = before.clone();
        let pieces_before = rest_before.remove("pieces");
        if pieces != pieces_before && !self.list("compare", pieces_before.as_ref(), pieces.as_ref(), columns) {
            self.set.insert("compare".to_owned(), Value::Object(after.clone()));
        } else if rest != rest_before {
            self.set.insert("compare".to_owned(), Value::Object(rest));
        }
    }

    fn moves(&mut self, before: &Map<String, Value>, after: &Map<String, Value>, same_board: bool) {
        let differs = |name: &str| !same_board || before.get(name) != after.get(name);
        if differs("points") {
            self.points = Some(after.get("points").and_then(Value::as_str).unwrap_or_default().to_owned());
        }
        if differs("moves") {
            self.moves = Some(after.get("moves").and_then(Value::as_array).cloned().unwrap_or_default());
        }
    }
}

/// A view as it is sent.
fn fields(view: &View) -> Map<String, Value> {
    match serde_json::to_value(view) {
        Ok(Value::Object(fields)) => fields,
        // A view is plain data and always has a JSON form.
        _ => Map::new(),
    }
}

fn columns(view: &Map<String, Value>) -> u8 {
    view.get("grid").and_then(|grid| grid["columns"].as_u64()).map_or(0, |columns| columns as u8)
}

fn square(value: &Value) -> Option<Square> {
    let number = |name: &str| value[name].as_u64().and_then(|number| u8::try_from(number).ok());
    Some(Square::new(number("x")?, number("y")?))
}

/// A list in groups by what they have in common; `None` if its members do not each stand on a place of their own, in reading order.
pub(crate) fn groups(list: Option<&Value>, columns: u8) -> Option<BTreeMap<String, Group>> {
    let Some(list) = list else { return Some(BTreeMap::new()) };
    let mut groups: BTreeMap<String, (Map<String, Value>, Vec<Square>)> = BTreeMap::new();
    let mut last = None;
    for member in list.as_array()? {
        let mut common = member.as_object()?.clone();
        let at = square(&common.remove("at")?)?;
        let place = Some((at.y, at.x));
        if last >= place || at.x >= columns {
            return None;
        }
        last = place;
        let key = json!(common).to_string();
        groups.entry(key).or_insert_with(|| (common, Vec::new())).1.push(at);
    }
    let written = |(common, places)| (common, squares::write(places, columns));
    Some(groups.into_iter().map(|(key, group)| (key, written(group))).collect())
}
