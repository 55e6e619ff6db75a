use std::ops::Not;

use serde::{Deserialize, Serialize};

use crate::{Game, Score, Seat, Text, Turn};

/// A game that can be drawn.
pub trait Show: Game {
    /// What is to be drawn of this position. It lists exactly the legal moves.
    fn view(&self) -> View;
}

/// A picture of a position, complete enough that whoever draws it needs no rules. In JSON, what is empty is left out and the
/// moves are packed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "crate::written_view::WrittenView<'static>"))]
pub struct View {
    /// The board.
    pub grid: Grid,
    /// What stands on it.
    pub pieces: Vec<Piece>,
    /// What is held beside it.
    pub hands: Vec<Hand>,
    /// Every legal move.
    pub moves: Vec<LegalMove>,
    /// Marks on points or cells: the last move, forbidden points.
    pub marks: Vec<Mark>,
    /// Strokes across the board: the winning row, the path of a jump.
    pub strokes: Vec<Stroke>,
    /// Tinted parts of the board.
    pub regions: Vec<Region>,
    /// Another picture of the same board to compare with, such as the last observation.
    pub compare: Option<Layer>,
    /// What would be placed now, drawn under the pointer.
    pub ghost: Option<Ghost>,
    /// Numbers in sight beside the board, such as observations left.
    pub counters: Vec<Counter>,
    /// Whose turn it is.
    pub turn: Turn,
    /// Whether each player has taken over the side with which the other one began.
    pub exchanged: bool,
    /// One sentence on the state of the game, to be shown and read out.
    pub status: Text,
    /// The last event in words, to be read out.
    pub spoken: Option<Text>,
}

impl View {
    /// An empty board; a game fills in what it has.
    pub fn new(grid: Grid, turn: Turn, status: Text) -> View {
        View {
            grid,
            turn,
            exchanged: false,
            status,
            pieces: Vec::new(),
            hands: Vec::new(),
            moves: Vec::new(),
            marks: Vec::new(),
            strokes: Vec::new(),
            regions: Vec::new(),
            compare: None,
            ghost: None,
            counters: Vec::new(),
            spoken: None,
        }
    }
}

/// A place on the board: column from the left and row from the **top**, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Square {
    /// Column from the left.
    pub x: u8,
    /// Row from the top.
    pub y: u8,
}

impl Square {
    /// The place in this column and row.
    pub const fn new(x: u8, y: u8) -> Square {
        Square { x, y }
    }
}

/// The board itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Grid {
    /// Number of columns.
    pub columns: u8,
    /// Number of rows.
    pub rows: u8,
    /// Where pieces stand.
    pub style: GridStyle,
    /// Star points.
    pub stars: Vec<Square>,
    /// Names of the columns from the left.
    pub column_labels: Vec<String>,
    /// Names of the rows from the top.
    pub row_labels: Vec<String>,
}

impl Grid {
    /// A grid with columns `a`, `b`, … and rows numbered from the bottom, the notation that all our games share.
    pub fn lettered(columns: u8, rows: u8, style: GridStyle) -> Grid {
        Grid {
            columns,
            rows,
            style,
            stars: Vec::new(),
            column_labels: (0..columns).map(|x| char::from(b'a' + x).to_string()).collect(),
            row_labels: (0..rows).map(|y| (rows - y).to_string()).collect(),
        }
    }

    /// What a place is called, its column before its row.
    pub fn name(&self, at: Square) -> Option<String> {
        let (column, row) = (self.column_labels.get(usize::from(at.x))?, self.row_labels.get(usize::from(at.y))?);
        Some(format!("{column}{row}"))
    }
}

/// Where pieces stand on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GridStyle {
    /// On the crossings of lines.
    Points,
    /// In square cells.
    Cells,
    /// In round hollows.
    Hollows,
}

/// A piece on the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Piece {
    /// Where it stands.
    pub at: Square,
    /// Its drawing: `stone`, `pebble`, `lion`, `hen`, …
    pub glyph: String,
    /// Whose it is; decides colour or direction. Where sides have been exchanged, the first player's is still the first colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub owner: Option<Seat>,
    /// The number of the move that put it there, for those who want to see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub number: Option<u32>,
    /// Text that is always on the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub label: Option<String>,
    /// Probability of being the first player's colour, 0 to 1, for a stone that has not decided yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub shade: Option<f64>,
    /// A colour that stays for good.
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub kept: bool,
    /// Directions it can step, as (right, up) seen by its owner.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub steps: Vec<(i8, i8)>,
}

impl Default for Square {
    fn default() -> Square {
        Square::new(0, 0)
    }
}

/// The pieces that one player holds beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hand {
    /// Whose hand.
    pub seat: Seat,
    /// What is in it; kinds with a count of 0 keep their place.
    pub pieces: Vec<HandPiece>,
}

/// One kind of piece in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HandPiece {
    /// Its drawing.
    pub glyph: String,
    /// How many.
    pub count: u8,
    /// Directions it can step, as (right, up) seen by its owner.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub steps: Vec<(i8, i8)>,
}

/// Where a move comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// From a place on the board.
    Board {
        /// That place.
        at: Square,
    },
    /// From the mover's hand.
    Hand {
        /// The drawing of the piece.
        glyph: String,
    },
}

/// A legal move, by what the hand does: pick something up (`from`), put it down (`to`), or press a button (`action`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The move in the game's notation; this is what is sent back.
    pub text: String,
    /// What is picked up, if anything.
    pub from: Option<Source>,
    /// Where it is put down.
    pub to: Option<Square>,
    /// Places passed over, in order (the stones a Konane jump takes).
    pub over: Vec<Square>,
    /// For a move that is a button: its name, such as `observe`.
    pub action: Option<String>,
    /// Tells apart moves with the same hands, such as `promote` and `stay`.
    pub choice: Option<String>,
}

impl LegalMove {
    /// A piece put down on a place.
    pub fn place(text: impl ToString, to: Square) -> LegalMove {
        LegalMove { text: text.to_string(), from: None, to: Some(to), over: Vec::new(), action: None, choice: None }
    }

    /// A piece moved from a place to another.
    pub fn step(text: impl ToString, from: Square, to: Square) -> LegalMove {
        LegalMove { from: Some(Source::Board { at: from }), ..LegalMove::place(text, to) }
    }

    /// A piece dropped from the hand.
    pub fn drop(text: impl ToString, glyph: &str, to: Square) -> LegalMove {
        LegalMove { from: Some(Source::Hand { glyph: glyph.to_owned() }), ..LegalMove::place(text, to) }
    }

    /// A button.
    pub fn action(text: impl ToString, name: &str) -> LegalMove {
        LegalMove { to: None, action: Some(name.to_owned()), ..LegalMove::place(text, Square::new(0, 0)) }
    }

    /// The place that the move names, if putting a piece down there is all it does.
    pub fn point(&self, grid: &Grid) -> Option<Square> {
        let to = self.to?;
        let named = grid.name(to).is_some_and(|name| name == self.text);
        let bare = self.from.is_none() && self.over.is_empty() && self.action.is_none() && self.choice.is_none();
        (named && bare).then_some(to)
    }
}

/// A mark on a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mark {
    /// Where.
    pub at: Square,
    /// What it means.
    pub kind: MarkKind,
    /// A short text on it.
    pub label: Option<String>,
}

/// What a mark means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MarkKind {
    /// The last move.
    Last,
    /// A place where the player to move may not play.
    Forbidden,
    /// A threat to be answered.
    Threat,
    /// A move that is offered to the other player.
    Offered,
    /// A good place.
    Best,
    /// A mistake.
    Mistake,
    /// A piece that can be taken.
    Danger,
}

/// A line across the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stroke {
    /// One end.
    pub from: Square,
    /// The other end.
    pub to: Square,
    /// What it means.
    pub kind: StrokeKind,
}

/// What a stroke means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StrokeKind {
    /// A completed row.
    Win,
    /// A move, drawn as an arrow.
    Arrow,
    /// A jump, drawn as an arc.
    Jump,
    /// A threatened row.
    Threat,
}

/// A value for a place, drawn as warmth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Heat {
    /// Where.
    pub at: Square,
    /// 0 (nothing) to 1 (the best place).
    pub weight: f64,
    /// What a move there leads to.
    pub score: Option<Score>,
}

/// A part of the board, drawn in a tint of its own with a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Region {
    /// Its letter or name.
    pub name: String,
    /// Its cells.
    pub squares: Vec<Square>,
    /// What it is worth, if known.
    pub value: Option<String>,
}

/// Another picture of the same board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Layer {
    /// What it shows.
    pub title: Text,
    /// The pieces in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub pieces: Vec<Piece>,
    /// Strokes in it, such as the winning row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub strokes: Vec<Stroke>,
}

/// What would be placed by the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ghost {
    /// Its drawing.
    pub glyph: String,
    /// Whose it would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub owner: Option<Seat>,
    /// Text on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub label: Option<String>,
    /// Probability of being the first player's colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub shade: Option<f64>,
}

/// A number that stays in sight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Counter {
    /// Whose it is, or both players'.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<Seat>,
    /// What it counts.
    pub label: Text,
    /// The number, as text.
    pub value: String,
}
