use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::{
    Counter, Ghost, Grid, Hand, Layer, LegalMove, Mark, Piece, Region, Source, Square, Stroke, Text, Turn, View,
    squares,
};

/// A picture of a position, complete enough that whoever draws it needs no rules. What is empty is left out.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = View))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "View"))]
pub(crate) struct WrittenView<'a> {
    /// The board.
    grid: &'a Grid,
    /// What stands on it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Piece>>"))]
    pieces: &'a [Piece],
    /// What is held beside it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Hand>>"))]
    hands: &'a [Hand],
    /// The places where a piece may be put down by a move that is called like the place: one bit for each place of the board in
    /// reading order, six to a letter (`A` to `Z`, `a` to `z`, `0` to `9`, `-`, `_`; the first place is the highest bit).
    /// Letters at the end without a place are left out. These moves come first in the list of moves.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    points: String,
    /// All other legal moves: `[text, from, to, over, action, choice]`, where what is empty is `null` or left out at the end. A
    /// place is its number in reading order; `from` is a place, or the drawing of a piece in hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(
            optional,
            type = "[text: string, from?: number | string | null, to?: number | null, over?: number[] | null, action?: string | null, choice?: string][]"
        )
    )]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<Value>>))]
    moves: Vec<Value>,
    /// Marks on points or cells: the last move, forbidden points.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Mark>>"))]
    marks: &'a [Mark],
    /// Strokes across the board: the winning row, the path of a jump.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Stroke>>"))]
    strokes: &'a [Stroke],
    /// Tinted parts of the board.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Region>>"))]
    regions: &'a [Region],
    /// Another picture of the same board to compare with, such as the last observation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    compare: Option<&'a Layer>,
    /// What would be placed now, drawn under the pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    ghost: Option<&'a Ghost>,
    /// Numbers in sight beside the board, such as observations left.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Counter>>"))]
    counters: &'a [Counter],
    /// Whose turn it is.
    turn: &'a Turn,
    /// Whether each player has taken over the side with which the other one began.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    exchanged: bool,
    /// One sentence on the state of the game, to be shown and read out.
    status: &'a Text,
    /// The last event in words, to be read out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    spoken: Option<&'a Text>,
}

impl<'a> From<&'a View> for WrittenView<'a> {
    fn from(view: &'a View) -> Self {
        let columns = view.grid.columns;
        let mut points = Vec::new();
        let mut others = Vec::new();
        for one in &view.moves {
            match one.point(&view.grid) {
                Some(at) => points.push(at),
                None => others.push(packed(one, columns)),
            }
        }
        WrittenView {
            grid: &view.grid,
            pieces: &view.pieces,
            hands: &view.hands,
            points: squares::write(points, columns),
            moves: others,
            marks: &view.marks,
            strokes: &view.strokes,
            regions: &view.regions,
            compare: view.compare.as_ref(),
            ghost: view.ghost.as_ref(),
            counters: &view.counters,
            turn: &view.turn,
            exchanged: view.exchanged,
            status: &view.status,
            spoken: view.spoken.as_ref(),
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenView::from(self).serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for View {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        WrittenView::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for View {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        WrittenView::schemas(schemas);
    }
}

/// A move as a short list.
fn packed(one: &LegalMove, columns: u8) -> Value {
    let number = |at: Square| usize::from(at.y) * usize::from(columns) + usize::from(at.x);
    let from = one.from.as_ref().map(|from| match from {
        Source::Board { at } => json!(number(*at)),
        Source::Hand { glyph } => json!(glyph),
    });
    let over: Vec<usize> = one.over.iter().map(|&at| number(at)).collect();
    let over = if over.is_empty() { Value::Null } else { json!(over) };
    let mut short =
        vec![json!(one.text), json!(from), json!(one.to.map(number)), over, json!(one.action), json!(one.choice)];
    while short.last() == Some(&Value::Null) {
        short.pop();
    }
    Value::Array(short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GridStyle, Seat};

    #[test]
    fn moves_are_packed_by_what_they_are() {
        let grid = Grid::lettered(4, 3, GridStyle::Cells);
        let mut view = View::new(grid, Turn::Seat { seat: Seat::First }, Text::new("status"));
        view.moves = vec![
            LegalMove::place("a3", Square::new(0, 0)),
            LegalMove::place("c2", Square::new(2, 1)),
            LegalMove::place("left", Square::new(3, 2)),
            LegalMove::step("a3-b2", Square::new(0, 0), Square::new(1, 1)),
            LegalMove::drop("hen*d1", "hen", Square::new(3, 2)),
            LegalMove {
                over: vec![Square::new(1, 0)],
                ..LegalMove::step("a3-c3", Square::new(0, 0), Square::new(2, 0))
            },
            LegalMove { choice: Some("stay".to_owned()), ..LegalMove::place("b1", Square::new(1, 2)) },
            LegalMove::action("observe", "observe"),
        ];
        let written = json!(view);
        assert_eq!(written["points"], "gg");
        let others = json!([
            ["left", null, 11],
            ["a3-b2", 0, 5],
            ["hen*d1", "hen", 11],
            ["a3-c3", 0, 2, [1]],
            ["b1", null, 9, null, null, "stay"],
            ["observe", null, null, null, "observe"],
        ]);
        assert_eq!(written["moves"], others);
        assert!(written.get("pieces").is_none() && written.get("spoken").is_none(), "{written}");
    }
}
