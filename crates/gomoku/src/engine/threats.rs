//! The fours and open threes that stand on a board, to be shown.

use super::board::{Board, Place, STEPS, Side, place_at};
use super::line::Shape;
use super::player::{Coordinates, coordinates_of};

/// How urgent a threat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreatKind {
    /// An open four comes next.
    OpenThree,
    /// Five comes next, at one point.
    Four,
    /// Five comes next, at two points or more.
    OpenFour,
}

impl ThreatKind {
    /// The name that others show or translate.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenThree => "open-three",
            Self::Four => "four",
            Self::OpenFour => "open-four",
        }
    }
}

/// Stones in a line that threaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// What they threaten.
    pub kind: ThreatKind,
    /// Whose they are.
    pub side: Side,
    /// The stones.
    pub stones: Vec<Coordinates>,
    /// Where the threat is carried out.
    pub points: Vec<Coordinates>,
}

/// The stones of a side that lie in one line with an empty point and count for what it would make there.
fn stones_with(board: &Board, place: Place, side: Side, direction: usize, wanted: usize) -> Vec<Place> {
    let at = |offset: isize| (place as isize + offset * STEPS[direction]) as Place;
    // Of the five-point windows through the point, the one with just the wanted stones and nothing of the other side.
    for start in -4..=0isize {
        let window: Vec<Place> = (start..start + 5).map(at).collect();
        let own: Vec<Place> = window.iter().copied().filter(|&there| board.stone(there) == Some(side)).collect();
        let open = window.iter().all(|&there| board.is_empty(there) || board.stone(there) == Some(side));
        if open && own.len() == wanted {
            return own;
        }
    }
    Vec::new()
}

/// All fours and open threes of both sides.
pub fn threats(board: &Board) -> Vec<Threat> {
    let mut found: Vec<Threat> = Vec::new();
    for side in [Side::Black, Side::White] {
        for at in 0..board.side_length() * board.side_length() {
            let place = place_at(at % board.side_length(), at / board.side_length());
            if !board.is_empty(place) {
                continue;
            }
            for direction in 0..4 {
                let (kind, wanted) = match board.shape(place, side, direction) {
                    Shape::Five => (ThreatKind::Four, 4),
                    Shape::OpenFour => (ThreatKind::OpenThree, 3),
                    _ => continue,
                };
                let stones: Vec<Coordinates> =
                    stones_with(board, place, side, direction, wanted).into_iter().map(coordinates_of).collect();
                if stones.is_empty() {
                    continue;
                }
                let point = coordinates_of(place);
                match found.iter_mut().find(|threat| threat.side == side && threat.stones == stones) {
                    Some(threat) if threat.kind == ThreatKind::OpenThree && kind == ThreatKind::Four => {
                        threat.kind = kind;
                        threat.points = vec![point];
                    }
                    Some(threat) => threat.points.push(point),
                    None => found.push(Threat { kind, side, stones, points: vec![point] }),
                }
            }
        }
    }
    for threat in &mut found {
        if threat.kind == ThreatKind::Four && threat.points.len() > 1 {
            threat.kind = ThreatKind::OpenFour;
        }
    }
    found
}
