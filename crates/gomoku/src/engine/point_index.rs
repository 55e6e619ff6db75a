//! Points as indices on a board with walls around it, which the search is quick with.

use crate::point::Point;

/// Longest side of a board.
pub const MAX_SIDE: usize = 22;
/// Cells in a row of the padded board; also the width of a line in two-bit cells.
pub(super) const STRIDE: usize = 32;
/// Wall on each side of the padded board.
const PADDING: usize = 5;
pub(super) const CELLS: usize = STRIDE * STRIDE;
pub(super) const MASK: usize = CELLS - 1;
/// Steps along the four lines through a point.
pub const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// A point as its index on the padded board.
pub type PointIndex = u16;

/// No point.
pub const NOWHERE: PointIndex = 0;

/// The index of the point in a column and a row, both counted from 0.
#[inline(always)]
pub fn point_index(x: usize, y: usize) -> PointIndex {
    ((y + PADDING) * STRIDE + x + PADDING) as PointIndex
}

/// The column and the row of a point.
#[inline(always)]
pub fn column_and_row(point: PointIndex) -> (usize, usize) {
    (usize::from(point) % STRIDE - PADDING, usize::from(point) / STRIDE - PADDING)
}

/// The point at an index.
pub fn point_of(index: PointIndex) -> Point {
    let (column, row) = column_and_row(index);
    Point::at(column as u8, row as u8)
}

/// The index of a point.
pub fn index_of(point: Point) -> PointIndex {
    point_index(usize::from(point.column()), usize::from(point.row()))
}

/// How far two points lie apart, diagonal steps counting one.
#[inline(always)]
pub fn distance(a: PointIndex, b: PointIndex) -> usize {
    let (ax, ay) = (usize::from(a) % STRIDE, usize::from(a) / STRIDE);
    let (bx, by) = (usize::from(b) % STRIDE, usize::from(b) / STRIDE);
    ax.abs_diff(bx).max(ay.abs_diff(by))
}

/// How many ways two points can lie to each other.
pub const RELATIONS: usize = 16;

/// How two points lie to each other: their distance, and whether one line goes through both; 0 if the other is [`NOWHERE`].
#[inline(always)]
pub fn relation(point: PointIndex, other: PointIndex) -> usize {
    let (ax, ay) = (usize::from(point) % STRIDE, usize::from(point) / STRIDE);
    let (bx, by) = (usize::from(other) % STRIDE, usize::from(other) / STRIDE);
    let (dx, dy) = (ax.abs_diff(bx), ay.abs_diff(by));
    let aligned = dx == 0 || dy == 0 || dx == dy;
    let distance = dx.max(dy).min(7);
    if other == NOWHERE { 0 } else { distance + 8 * usize::from(aligned) }
}
