//! The threats that stand on the board: fours, which five would follow, and open threes, which an open four would follow.

use crate::{Direction, Point, Position, Rule, Stone, StoneBoard};

/// What follows unless it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreatKind {
    /// One stone more makes five.
    Four,
    /// One stone more makes an open four.
    OpenThree,
}

/// A row that threatens something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// What it threatens.
    pub kind: ThreatKind,
    /// Whose row it is.
    pub side: Stone,
    /// The stones of the row, from end to end.
    pub row: Vec<Point>,
    /// The points where one stone more carries it out.
    pub at: Vec<Point>,
}

/// Every four and every open three of both sides; fours first.
pub fn threats(position: &Position) -> Vec<Threat> {
    let rule = banmen_core::Game::rules(position).rule;
    let mut board = position.board().clone();
    let mut found: Vec<Threat> = Vec::new();
    for side in Stone::BOTH {
        for point in position.board().empty_points() {
            // A stone far from the side's others carries out nothing.
            for direction in Direction::ALL {
                let kind = if makes_five(&board, rule, side, point, direction) {
                    ThreatKind::Four
                } else if makes_open_four(&mut board, rule, side, point, direction) {
                    ThreatKind::OpenThree
                } else {
                    continue;
                };
                if rule == Rule::Renju
                    && side == Stone::Black
                    && kind == ThreatKind::OpenThree
                    && crate::forbidden(&board, point).is_some()
                {
                    continue;
                }
                let row: Vec<Point> =
                    board.row(point, side, direction).into_iter().filter(|&stone| stone != point).collect();
                match found.iter_mut().find(|threat| threat.side == side && threat.kind == kind && threat.row == row) {
                    Some(threat) => threat.at.push(point),
                    None => found.push(Threat { kind, side, row, at: vec![point] }),
                }
            }
        }
    }
    // Three stones of a four threaten nothing that the four does not.
    let fours: Vec<Threat> = found.iter().filter(|threat| threat.kind == ThreatKind::Four).cloned().collect();
    found.retain(|threat| {
        let within =
            |four: &Threat| four.side == threat.side && threat.row.iter().all(|stone| four.row.contains(stone));
        threat.kind == ThreatKind::Four || !fours.iter().any(within)
    });
    found.sort_by_key(|threat| threat.kind);
    found
}

fn makes_five(board: &StoneBoard, rule: Rule, side: Stone, point: Point, direction: Direction) -> bool {
    let run = board.run(point, side, direction);
    match (rule, side) {
        (Rule::Freestyle, _) | (Rule::Renju, Stone::White) => run >= 5,
        (Rule::Standard, _) | (Rule::Renju, Stone::Black) => run == 5,
    }
}

/// Whether a stone makes a row of four that both ends complete.
fn makes_open_four(board: &mut StoneBoard, rule: Rule, side: Stone, point: Point, direction: Direction) -> bool {
    if board.run(point, side, direction) != 4 {
        return false;
    }
    let row = board.row(point, side, direction);
    let ends = [row[0].step(direction, -1), row[3].step(direction, 1)];
    board.set(point, Some(side));
    let open = ends
        .into_iter()
        .all(|end| end.is_some_and(|end| board.is_empty(end) && makes_five(board, rule, side, end, direction)));
    board.set(point, None);
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_list;
    use crate::{Rules, Size};

    fn of(rule: Rule, moves: &str) -> Vec<(ThreatKind, Stone, String, String)> {
        let position = play_list(Rules::new(Size::FIFTEEN, rule), moves).unwrap();
        let list = |points: &[Point]| points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ");
        threats(&position).iter().map(|t| (t.kind, t.side, list(&t.row), list(&t.at))).collect()
    }

    #[test]
    fn an_open_three_is_carried_out_at_both_ends() {
        let found = of(Rule::Freestyle, "f8 a1 g8 a3 h8 a5");
        let expected = (ThreatKind::OpenThree, Stone::Black, "f8 g8 h8".to_owned(), "e8 i8".to_owned());
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_broken_three_is_carried_out_in_its_gap() {
        let found = of(Rule::Freestyle, "f8 a1 g8 a3 i8 a5");
        assert_eq!(found, [(ThreatKind::OpenThree, Stone::Black, "f8 g8 i8".to_owned(), "h8".to_owned())]);
    }

    #[test]
    fn a_closed_three_is_no_threat_and_a_closed_four_is() {
        assert_eq!(of(Rule::Freestyle, "f8 e8 g8 a3 h8 a5").len(), 0);
        let found = of(Rule::Freestyle, "f8 e8 g8 a3 h8 a5 i8");
        assert_eq!(found, [(ThreatKind::Four, Stone::Black, "f8 g8 h8 i8".to_owned(), "j8".to_owned())]);
    }

    #[test]
    fn a_four_that_would_become_six_counts_in_freestyle_only() {
        let moves = "d8 a1 e8 a3 f8 a5 h8 a7 i8";
        assert_eq!(of(Rule::Freestyle, moves).len(), 1);
        assert_eq!(of(Rule::Standard, moves).len(), 0);
    }
}
