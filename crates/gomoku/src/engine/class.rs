//! What a stone on an empty point would make in its four lines together.

use super::line::Shape;

/// What one more stone makes in all four lines, ordered by strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Nothing of note.
    None,
    /// Perhaps forbidden to Black; only the exact test knows.
    Forbidden,
    /// One open two.
    Two,
    /// One closed three.
    ClosedThree,
    /// Two open twos.
    TwoTwo,
    /// A closed three with another or with an open two.
    ClosedThreePlus,
    /// One open three.
    Three,
    /// An open three with a closed three or an open two.
    ThreePlus,
    /// Two open threes.
    ThreeThree,
    /// One four.
    Four,
    /// A four with a closed three or an open two.
    FourPlus,
    /// A four with an open three.
    FourThree,
    /// An open four, or two fours: a five follows unless the other side makes five first.
    OpenFour,
    /// Five in a row.
    Five,
}

impl Class {
    /// How many classes there are.
    pub const COUNT: usize = 14;

    /// The class of four shapes.
    ///
    /// With `forbids` it is the class for Black in renju, where a point with two open threes, two fours or an overline may
    /// be forbidden.
    pub fn of(shapes: [Shape; 4], forbids: bool) -> Self {
        let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
        let fives = count(&[Shape::Five]);
        let open_fours = count(&[Shape::OpenFour, Shape::DoubleFour]);
        let fours = count(&[Shape::Four]);
        let threes = count(&[Shape::OpenThree, Shape::WideThree]);
        let closed_threes = count(&[Shape::ClosedThree]);
        let twos = count(&[Shape::ThinTwo, Shape::OpenTwo, Shape::WideTwo]);
        if fives > 0 {
            return Self::Five;
        }
        let overlines = count(&[Shape::Overline]) + count(&[Shape::DoubleFour]);
        if forbids && (overlines > 0 || fours + open_fours > 1 || threes > 1) {
            return Self::Forbidden;
        }
        let company = closed_threes + twos > 0;
        match (open_fours, fours, threes) {
            (1.., ..) | (_, 2.., _) => Self::OpenFour,
            (0, 1, 1..) => Self::FourThree,
            (0, 1, 0) if company => Self::FourPlus,
            (0, 1, 0) => Self::Four,
            (0, 0, 2..) => Self::ThreeThree,
            (0, 0, 1) if company => Self::ThreePlus,
            (0, 0, 1) => Self::Three,
            _ if closed_threes > 1 || (closed_threes == 1 && twos > 0) => Self::ClosedThreePlus,
            _ if twos > 1 => Self::TwoTwo,
            _ if closed_threes == 1 => Self::ClosedThree,
            _ if twos == 1 => Self::Two,
            _ => Self::None,
        }
    }
}

/// How many different sets of four shapes there are when their order does not matter.
pub const COMBINATIONS: usize = 3876;

/// Four shapes packed into sixteen bits, one for each line.
pub type Packed = u16;

/// Unpacks four shapes.
pub fn unpack(packed: Packed) -> [Shape; 4] {
    [0, 4, 8, 12].map(|shift| Shape::from_index(usize::from(packed >> shift & 15)))
}

/// The number of a set of four shapes, the same whatever the order of the lines; below [`COMBINATIONS`].
pub fn combination(packed: Packed) -> usize {
    let mut shapes = [0, 4, 8, 12].map(|shift| usize::from(packed >> shift & 15));
    shapes.sort_unstable_by(|a, b| b.cmp(a));
    let [a, b, c, d] = shapes;
    (a + 3) * (a + 2) * (a + 1) * a / 24 + (b + 2) * (b + 1) * b / 6 + (c + 1) * c / 2 + d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_numbered_without_gaps() {
        let mut seen = vec![false; COMBINATIONS];
        for packed in 0..=Packed::MAX {
            seen[combination(packed)] = true;
        }
        assert!(seen.iter().all(|&seen| seen));
        assert_eq!(combination(0x1234), combination(0x4321));
    }

    #[test]
    fn two_fours_win_and_are_forbidden_to_black_in_renju() {
        let shapes = [Shape::Four, Shape::Four, Shape::Dead, Shape::Dead];
        assert_eq!(Class::of(shapes, false), Class::OpenFour);
        assert_eq!(Class::of(shapes, true), Class::Forbidden);
        let with_five = [Shape::Five, Shape::Overline, Shape::Four, Shape::Four];
        assert_eq!(Class::of(with_five, true), Class::Five);
    }
}
