//! How a picture differs from the one before, in few bytes.

use std::collections::BTreeMap;

use banmen_core::{Layer, Mark, Piece, Square, View, squares};
use serde::Serialize;
use serde_json::{Map, Value, json};

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
    view.moves.sort_by_cached_key(|one| {
        let point = one.point(grid).map(order);
        (point.is_none(), point)
    });
    view
}

impl ViewChange {
    /// What turns one picture of a game into another.
    pub fn between(before: &View, after: &View) -> ViewChange {
        let mut change = ViewChange::default();
        let (known, now) = (fields(before), fields(after));
        // On another board every place has another number.
        let same_board = before.grid == after.grid;
        let unknown = |name: &String, value: &Value| !same_board || known.get(name) != Some(value);
        let different = now.iter().filter(|(name, value)| unknown(name, value));
        change.set = different.map(|(name, value)| (name.clone(), value.clone())).collect();
        change.gone = known.keys().filter(|name| !now.contains_key(*name)).cloned().collect();

        let columns = after.grid.columns;
        change.list("pieces", &before.pieces, &after.pieces, columns, same_board);
        change.list("marks", &before.marks, &after.marks, columns, same_board);
        if let Some(layer) = &after.compare {
            let old: &[Piece] = before.compare.as_ref().map_or(&[], |layer| &layer.pieces);
            if (!same_board || *old != layer.pieces)
                && !change.write("compare", if same_board { old } else { &[] }, &layer.pieces, columns)
            {
                change.set.insert("compare".to_owned(), json!(layer));
            }
        }
        let (known, now) = (moves(before), moves(after));
        if !same_board || known.0 != now.0 {
            change.points = Some(now.0);
        }
        if !same_board || known.1 != now.1 {
            change.moves = Some(now.1);
        }
        change
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == ViewChange::default()
    }

    /// Says how a list differs, in groups if it can be written so.
    fn list<T: Placed>(&mut self, name: &'static str, before: &[T], after: &[T], columns: u8, same_board: bool) {
        if after.is_empty() {
            if !before.is_empty() {
                self.gone.push(name.to_owned());
            }
        } else if (!same_board || before != after)
            && !self.write(name, if same_board { before } else { &[] }, after, columns)
        {
            self.set.insert(name.to_owned(), json!(after));
        }
    }

    /// Writes a list in groups, as short as it can be; `false` if it cannot be written in groups.
    fn write<T: Placed>(&mut self, name: &'static str, before: &[T], after: &[T], columns: u8) -> bool {
        let Some(now) = groups(after, columns) else { return false };
        if let Some(before) = groups(before, columns) {
            let gone = before.iter().filter(|(key, _)| !now.contains_key(*key));
            let gone = gone.map(|(key, group)| (key, (group.0, String::new())));
            let new = now.iter().filter(|(key, group)| before.get(*key).is_none_or(|known| known.1 != group.1));
            let different: Vec<_> = new.map(|(key, group)| (key, group.clone())).chain(gone).collect();
            let length = |key: &String, places: &String| key.len() - PLACE_LENGTH + places.len() + GROUP_LENGTH;
            let short: usize = different.iter().map(|(key, group)| length(key, &group.1)).sum();
            if short <= now.iter().map(|(key, group)| length(key, &group.1)).sum() {
                self.groups.insert(name, different.into_iter().map(|(_, group)| written(group)).collect());
                return true;
            }
        }
        self.lists.insert(name, now.into_values().map(written).collect());
        true
    }
}

/// A view as it is sent, without what is sent in groups or bits.
fn fields(view: &View) -> Map<String, Value> {
    let rest = View {
        grid: view.grid.clone(),
        pieces: Vec::new(),
        hands: view.hands.clone(),
        moves: Vec::new(),
        marks: Vec::new(),
        strokes: view.strokes.clone(),
        regions: view.regions.clone(),
        compare: view.compare.as_ref().map(|layer| Layer {
            title: layer.title.clone(),
            pieces: Vec::new(),
            strokes: layer.strokes.clone(),
        }),
        ghost: view.ghost.clone(),
        counters: view.counters.clone(),
        turn: view.turn,
        exchanged: view.exchanged,
        status: view.status.clone(),
        spoken: view.spoken.clone(),
    };
    fields_of(&rest)
}

fn fields_of(plain: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(plain) {
        Ok(Value::Object(fields)) => fields,
        // Views and what is in them are plain data and always have a JSON form.
        _ => Map::new(),
    }
}

/// The legal moves as they are sent: those that only name a place, and all others.
fn moves(view: &View) -> (String, Vec<Value>) {
    let mut others = View::new(view.grid.clone(), view.turn, view.status.clone());
    let mut points = Vec::with_capacity(view.moves.len());
    for one in &view.moves {
        match one.point(&view.grid) {
            Some(at) => points.push(at),
            None => others.moves.push(one.clone()),
        }
    }
    let packed = if others.moves.is_empty() { None } else { fields_of(&others).remove("moves") };
    let packed = packed.and_then(|moves| Some(moves.as_array()?.clone()));
    (squares::write(points, view.grid.columns), packed.unwrap_or_default())
}

/// What stands on a place of the board.
pub(crate) trait Placed: Clone + PartialEq + Serialize {
    /// Where it stands.
    fn at(&self) -> Square;
    /// The same anywhere.
    fn without_place(&self) -> Self;
}

impl Placed for Piece {
    fn at(&self) -> Square {
        self.at
    }

    fn without_place(&self) -> Piece {
        Piece { at: NOWHERE, ..self.clone() }
    }
}

impl Placed for Mark {
    fn at(&self) -> Square {
        self.at
    }

    fn without_place(&self) -> Mark {
        Mark { at: NOWHERE, ..self.clone() }
    }
}

/// The place of whatever may stand anywhere.
const NOWHERE: Square = Square::new(0, 0);
/// How long that place is when it is written.
const PLACE_LENGTH: usize = r#""at":{"x":0,"y":0},"#.len();
/// What a group is longer than what its members have in common and their places.
const GROUP_LENGTH: usize = r#"[,""],"#.len();

/// What the members of a group have in common, by one of them, and their places.
type Members<'a, T> = (&'a T, String);

/// A list in groups by what they have in common, in words; `None` if its members do not each stand on a place of their own, in
/// reading order.
fn groups<T: Placed>(list: &[T], columns: u8) -> Option<BTreeMap<String, Members<'_, T>>> {
    let mut groups: BTreeMap<String, (&T, Vec<Square>)> = BTreeMap::new();
    let mut last = None;
    for member in list {
        let at = member.at();
        let place = Some((at.y, at.x));
        if last >= place || at.x >= columns {
            return None;
        }
        last = place;
        let key = serde_json::to_string(&member.without_place()).ok()?;
        groups.entry(key).or_insert_with(|| (member, Vec::new())).1.push(at);
    }
    let places = |(member, places)| (member, squares::write(places, columns));
    Some(groups.into_iter().map(|(key, group)| (key, places(group))).collect())
}

/// A group as it is sent.
pub(crate) fn written<T: Placed>((member, places): Members<'_, T>) -> Group {
    let mut common = fields_of(member);
    common.remove("at");
    (common, places)
}
