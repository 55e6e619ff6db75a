//! The swap2 opening: who places the first stones, and who takes which colour.

use crate::Point;

/// Three stones (Black, White, Black) that leave both sides with chances, as offsets from the middle. They keep White's
/// stone away from the fight, so that Black's two stones and White's first move weigh about the same.
const OPENINGS: [[(i8, i8); 3]; 4] = [
    [(-3, 5), (-5, 4), (-6, 2)],
    [(4, -5), (6, -3), (5, -2)],
    [(-6, -5), (-4, -6), (-2, -3)],
    [(5, 6), (6, 2), (2, 5)],
];

/// What a player of swap2 answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The other colour.
    Swap,
    /// Stones to be placed.
    Place(Vec<Point>),
}

/// The first three stones on a board of this size; `game` numbers the games played, so that they differ.
pub(crate) fn opening(size: u8, game: usize) -> Vec<Point> {
    let middle = (size / 2) as i8;
    // On a small board the stones move together.
    let scale = |offset: i8| (i32::from(offset) * i32::from(size.min(15)) / 15) as i8;
    let mut stones: Vec<Point> = Vec::new();
    for (dx, dy) in OPENINGS[game % OPENINGS.len()] {
        let (column, row) = ((middle + scale(dx)) as u8, (middle + scale(dy)) as u8);
        let point = Point::at(column, row);
        stones.push(if stones.contains(&point) { Point::at(column + 1, row) } else { point });
    }
    stones
}

/// How far from even a score may be for the position to count as balanced.
pub(crate) const EVEN: i32 = 60;

/// The answer to three or five stones, when White to move would play `best` and scores the position so.
pub(super) fn choose(score_for_white: i32, best: Point, stones: usize, second: Option<Point>) -> Choice {
    if stones == 3 && score_for_white.abs() < EVEN {
        // Balanced: place two stones more and let the other side choose.
        if let Some(second) = second {
            return Choice::Place(vec![best, second]);
        }
    }
    if score_for_white >= 0 { Choice::Place(vec![best]) } else { Choice::Swap }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_three_different_points_on_every_board() {
        for size in 5..=22 {
            for game in 0..4 {
                let stones = opening(size, game);
                assert_eq!(stones.len(), 3);
                assert!(stones.iter().all(|point| point.column() < size && point.row() < size), "{size} {stones:?}");
                assert!(
                    stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2],
                    "{size} {stones:?}"
                );
            }
        }
    }
}
