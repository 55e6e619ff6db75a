//! Renju's forbidden points: drawn positions, and a second implementation that follows the words of the rules.

use std::collections::BTreeSet;

use banmen_core::{Draw, Random};
use banmen_gomoku::{Direction, Forbidden, Point, Size, Stone, StoneBoard, forbidden, forbidden_points};

/// One drawing per paragraph; `3`, `4` and `6` mark the forbidden points, `!` an empty point that only looks forbidden.
const DRAWN: &str = include_str!("data/renju.txt");

struct Case {
    name: String,
    board: StoneBoard,
    expected: Vec<(Point, Forbidden)>,
    allowed: Vec<Point>,
}

fn cases() -> Vec<Case> {
    DRAWN
        .split("\n\n")
        .filter(|paragraph| !paragraph.trim().is_empty())
        .map(|paragraph| {
            let (notes, rows): (Vec<&str>, Vec<&str>) = paragraph.lines().partition(|line| line.starts_with('#'));
            let name = notes.join(" ");
            let plain: String = rows.join("\n").chars().map(|c| if "346!".contains(c) { '.' } else { c }).collect();
            let board: StoneBoard = plain.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            let (mut expected, mut allowed) = (Vec::new(), Vec::new());
            for (y, row) in rows.iter().rev().enumerate() {
                for (x, mark) in row.chars().filter(|c| !c.is_whitespace()).enumerate() {
                    let point = Point::new(x as u8, y as u8).unwrap();
                    match mark {
                        '3' => expected.push((point, Forbidden::DoubleThree)),
                        '4' => expected.push((point, Forbidden::DoubleFour)),
                        '6' => expected.push((point, Forbidden::Overline)),
                        '!' => allowed.push(point),
                        _ => {}
                    }
                }
            }
            Case { name, board, expected, allowed }
        })
        .collect()
}

#[test]
fn drawn_positions_have_exactly_the_marked_forbidden_points() {
    let cases = cases();
    assert!(cases.len() >= 50, "{} drawings", cases.len());
    for Case { name, board, expected, allowed } in cases {
        assert_eq!(forbidden_points(&board), expected, "{name}\n{board}");
        for point in allowed {
            assert_eq!(forbidden(&board, point), None, "{name}: {point}\n{board}");
        }
    }
}

#[test]
fn drawn_positions_keep_their_forbidden_points_turned_and_mirrored() {
    for Case { name, board, .. } in cases() {
        let last = board.size().get() - 1;
        for symmetry in 0..3 {
            let turned = |point: Point| {
                let (x, y) = (point.column(), point.row());
                let (x, y) = [(last - x, y), (y, x), (last - y, last - x)][symmetry];
                Point::new(x, y).unwrap()
            };
            let mut other = StoneBoard::new(board.size());
            for (point, stone) in board.stones() {
                other.set(turned(point), Some(stone));
            }
            let mut expected: Vec<_> =
                forbidden_points(&board).into_iter().map(|(point, why)| (turned(point), why)).collect();
            expected.sort_by_key(|&(point, _)| point);
            let mut found = forbidden_points(&other);
            found.sort_by_key(|&(point, _)| point);
            assert_eq!(found, expected, "{name}");
        }
    }
}

/// The rules word by word: rows as sets of stones, every way of adding a stone tried on the board.
mod by_the_book {
    use super::*;

    /// The points of a line from end to end of the board through a point.
    fn line(size: Size, point: Point, direction: Direction) -> Vec<Point> {
        let mut points: Vec<Point> =
            (-22..=22).filter_map(|steps| point.step(direction, steps)).filter(|&p| size.contains(p)).collect();
        points.dedup();
        points
    }

    /// Every unbroken row of Black along a line.
    fn rows(board: &StoneBoard, line: &[Point]) -> Vec<Vec<Point>> {
        line.split(|&point| board.get(point) != Some(Stone::Black))
            .filter(|row| !row.is_empty())
            .map(<[Point]>::to_vec)
            .collect()
    }

    fn with(board: &StoneBoard, point: Point) -> StoneBoard {
        let mut after = board.clone();
        after.set(point, Some(Stone::Black));
        after
    }

    /// The stones of each four on a line: five in a row, attained by one added stone, without that stone.
    fn fours(board: &StoneBoard, line: &[Point]) -> BTreeSet<Vec<Point>> {
        let mut found = BTreeSet::new();
        for &added in line.iter().filter(|&&point| board.is_empty(point)) {
            for row in rows(&with(board, added), line) {
                if row.len() == 5 && row.contains(&added) {
                    found.insert(row.into_iter().filter(|&stone| stone != added).collect());
                }
            }
        }
        found
    }

    /// The straight fours on a line: four unbroken stones to which five can be attained in two ways.
    fn straight_fours(board: &StoneBoard, line: &[Point]) -> Vec<Vec<Point>> {
        rows(board, line)
            .into_iter()
            .filter(|four| {
                four.len() == 4 && {
                    let ways = line.iter().filter(|&&added| {
                        board.is_empty(added)
                            && rows(&with(board, added), line)
                                .iter()
                                .any(|row| row.len() == 5 && four.iter().all(|stone| row.contains(stone)))
                    });
                    ways.count() == 2
                }
            })
            .collect()
    }

    fn makes_five(board: &StoneBoard, point: Point) -> bool {
        let after = with(board, point);
        Direction::ALL.into_iter().any(|direction| {
            rows(&after, &line(board.size(), point, direction)).iter().any(|row| row.len() == 5 && row.contains(&point))
        })
    }

    pub fn forbidden(board: &StoneBoard, point: Point) -> Option<Forbidden> {
        let size = board.size();
        if makes_five(board, point) {
            return None;
        }
        let after = with(board, point);
        let lines = Direction::ALL.map(|direction| line(size, point, direction));
        if lines.iter().any(|line| rows(&after, line).iter().any(|row| row.len() > 5 && row.contains(&point))) {
            return Some(Forbidden::Overline);
        }
        let all_fours: usize =
            lines.iter().map(|line| fours(&after, line).iter().filter(|four| four.contains(&point)).count()).sum();
        if all_fours >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        let threes = lines
            .iter()
            .filter(|line| {
                line.iter().any(|&added| {
                    after.is_empty(added)
                        && straight_fours(&with(&after, added), line)
                            .iter()
                            .any(|four| four.contains(&point) && four.contains(&added))
                        && !makes_five(&after, added)
                        && forbidden(&after, added).is_none()
                })
            })
            .count();
        (threes >= 2).then_some(Forbidden::DoubleThree)
    }
}

/// Boards crowded with Black's stones around a spot, where fours, threes and nested cases are frequent.
fn crowded(random: &mut Random) -> StoneBoard {
    let size = Size::try_from(7 + random.below(9) as u8).unwrap();
    let mut board = StoneBoard::new(size);
    let stones = 6 + random.below(size.points() as u64 / 2);
    let whites = random.below(6);
    for _ in 0..stones {
        let point = size.point(random.below(size.points() as u64) as usize);
        let stone = if random.below(10) < whites { Stone::White } else { Stone::Black };
        board.set(point, Some(stone));
    }
    board
}

#[test]
fn the_fast_answer_is_the_answer_by_the_book() {
    let mut random = Random::new(9);
    let mut seen = [0; 3];
    for _ in 0..700 {
        let board = crowded(&mut random);
        for point in board.empty_points() {
            let answer = forbidden(&board, point);
            assert_eq!(answer, by_the_book::forbidden(&board, point), "{point}\n{board}");
            if let Some(why) = answer {
                seen[why as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "overlines, double-fours, double-threes seen: {seen:?}");
}

#[test]
fn a_board_full_of_threes_is_judged_quickly() {
    // Pairs of stones all over the board: the question of nested threes must not explode.
    for step in 2..=4_usize {
        let mut board = StoneBoard::new(Size::try_from(22_u8).unwrap());
        for point in board.size().iter() {
            if usize::from(point.column()) % step == 0 && usize::from(point.row()) % step == 0 {
                board.set(point, Some(Stone::Black));
            }
        }
        forbidden_points(&board);
    }
}
