//! What a stone on an empty point would make in one line, by table.
//!
//! A line around a point is written as a *window*: two bits for each of the four (freestyle) or five (where exactly five
//! counts) neighbours on both sides. One table look-up gives the shape for both colours.

use crate::rules::Rule;

/// Two bits of a window: nothing there.
pub const EMPTY: u8 = 0;
/// Two bits of a window: a black stone.
pub const BLACK: u8 = 1;
/// Two bits of a window: a white stone.
pub const WHITE: u8 = 2;
/// Two bits of a window: beyond the edge.
pub const WALL: u8 = 3;

/// What one more stone makes in one line, from worthless to winning.
///
/// Each shape is defined by what a further stone of the same colour could make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five can ever contain the stone.
    Dead,
    /// Six or more where exactly five is asked for.
    Overline,
    /// One step from a closed two.
    ClosedOne,
    /// One step from an open two.
    OpenOne,
    /// One step from a closed three.
    ClosedTwo,
    /// One step from one or two open threes.
    ThinTwo,
    /// One step from three open threes.
    OpenTwo,
    /// One step from four or more open threes.
    WideTwo,
    /// One step from a four.
    ClosedThree,
    /// One step from one open four.
    OpenThree,
    /// One step from two or more open fours.
    WideThree,
    /// One step from a five at one point.
    Four,
    /// One step from a five at two points or more.
    OpenFour,
    /// Five in a row.
    Five,
    /// Two fours in the same line, told from an open four only where Black may not make them.
    DoubleFour,
}

impl Shape {
    /// How many shapes a table entry can hold.
    pub const COUNT: usize = 16;

    /// All shapes, in order.
    pub const ALL: [Self; 15] = [
        Self::Dead,
        Self::Overline,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::ThinTwo,
        Self::OpenTwo,
        Self::WideTwo,
        Self::ClosedThree,
        Self::OpenThree,
        Self::WideThree,
        Self::Four,
        Self::OpenFour,
        Self::Five,
        Self::DoubleFour,
    ];

    /// The shape of a table entry.
    pub fn from_index(index: usize) -> Self {
        Self::ALL.get(index).copied().unwrap_or(Self::Dead)
    }
}

/// How one colour wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Aim {
    /// Six or more do not win.
    exact: bool,
    /// Two fours in one line are forbidden and so no open four.
    tells_double_four: bool,
}

impl Aim {
    fn of(rule: Rule, colour: u8) -> Self {
        match rule {
            Rule::Freestyle => Self { exact: false, tells_double_four: false },
            Rule::Standard => Self { exact: true, tells_double_four: false },
            Rule::Renju => Self { exact: colour == BLACK, tells_double_four: colour == BLACK },
        }
    }
}

const FREE: u8 = 0;
const OWN: u8 = 1;
const BLOCK: u8 = 2;

/// The shapes of all windows of one reach for one colour, indexed by the neighbours as base-3 digits.
struct Shapes {
    reach: usize,
    aim: Aim,
    known: Vec<Shape>,
}

impl Shapes {
    fn new(reach: usize, aim: Aim) -> Self {
        let count = 3usize.pow(2 * reach as u32);
        let mut order: Vec<u32> = (0..count as u32).collect();
        let own_stones = |index: u32| {
            let (mut rest, mut stones) = (index, 0);
            while rest > 0 {
                stones += usize::from(rest % 3 == u32::from(OWN));
                rest /= 3;
            }
            stones
        };
        // A shape is defined by windows with one stone more, so the fullest come first.
        order.sort_by_key(|&index| std::cmp::Reverse(own_stones(index)));
        let mut shapes = Self { reach, aim, known: vec![Shape::Dead; count] };
        let mut cells = [FREE; 11];
        for index in order {
            let mut rest = index;
            for point in 0..=2 * reach {
                if point == reach {
                    cells[point] = OWN;
                } else {
                    cells[point] = (rest % 3) as u8;
                    rest /= 3;
                }
            }
            shapes.known[index as usize] = shapes.define(&cells, index as usize);
        }
        shapes
    }

    fn weight(&self, point: usize) -> usize {
        3usize.pow(if point < self.reach { point } else { point - 1 } as u32)
    }

    fn five(&self, cells: &[u8; 11]) -> bool {
        let reach = self.reach;
        (reach - 4..=reach).any(|start| {
            cells[start..start + 5].iter().all(|&cell| cell == OWN)
                && (!self.aim.exact || (cells[start - 1] != OWN && cells[start + 5] != OWN))
        })
    }

    fn overline(&self, cells: &[u8; 11]) -> bool {
        let after = (self.reach..=2 * self.reach).take_while(|&point| cells[point] == OWN).count();
        let before = (0..self.reach).rev().take_while(|&point| cells[point] == OWN).count();
        self.aim.exact && before + after > 5
    }

    fn define(&self, cells: &[u8; 11], index: usize) -> Shape {
        if self.five(cells) {
            return Shape::Five;
        }
        if self.overline(cells) {
            return Shape::Overline;
        }
        let mut counts = [0usize; Shape::COUNT];
        let mut fives = Vec::new();
        for point in (0..=2 * self.reach).filter(|&point| cells[point] == FREE) {
            let next = self.known[index + self.weight(point)];
            counts[next as usize] += 1;
            if next == Shape::Five {
                fives.push(point);
            }
        }
        let count = |shape: Shape| counts[shape as usize];
        let twos = count(Shape::ThinTwo) + count(Shape::OpenTwo) + count(Shape::WideTwo);
        let threes = count(Shape::OpenThree) + count(Shape::WideThree);
        match fives.as_slice() {
            [] => {}
            [_] => return Shape::Four,
            [first, second] if second - first == 5 || !self.aim.tells_double_four => return Shape::OpenFour,
            _ if self.aim.tells_double_four => return Shape::DoubleFour,
            _ => return Shape::OpenFour,
        }
        match (count(Shape::OpenFour), threes) {
            (2.., _) => Shape::WideThree,
            (1, _) => Shape::OpenThree,
            _ if count(Shape::Four) > 0 => Shape::ClosedThree,
            (_, 4..) => Shape::WideTwo,
            (_, 3) => Shape::OpenTwo,
            (_, 1 | 2) => Shape::ThinTwo,
            _ if count(Shape::ClosedThree) > 0 => Shape::ClosedTwo,
            _ if twos > 0 => Shape::OpenOne,
            _ if count(Shape::ClosedTwo) > 0 => Shape::ClosedOne,
            _ => Shape::Dead,
        }
    }
}

/// The shapes of both colours for every window: Black's in the low four bits, White's in the high four.
pub struct LineTable {
    reach: usize,
    entries: Vec<u8>,
}

impl LineTable {
    /// The table of a rule.
    pub fn new(rule: Rule) -> Self {
        let reach = Self::reach_of(rule);
        let half = 1usize << (2 * reach);
        let black = Shapes::new(reach, Aim::of(rule, BLACK));
        let other = (Aim::of(rule, WHITE) != Aim::of(rule, BLACK)).then(|| Shapes::new(reach, Aim::of(rule, WHITE)));
        let white = other.as_ref().unwrap_or(&black);
        let ternary = |own: u8| -> Vec<usize> {
            (0..half)
                .map(|bits| {
                    (0..reach).rev().fold(0, |sum, point| {
                        let cell = (bits >> (2 * point)) as u8 & 3;
                        let digit = if cell == EMPTY {
                            FREE
                        } else if cell == own {
                            OWN
                        } else {
                            BLOCK
                        };
                        sum * 3 + usize::from(digit)
                    })
                })
                .collect()
        };
        let (for_black, for_white) = (ternary(BLACK), ternary(WHITE));
        let upper = 3usize.pow(reach as u32);
        let mut entries = Vec::with_capacity(half * half);
        for high in 0..half {
            for low in 0..half {
                let b = black.known[for_black[high] * upper + for_black[low]] as u8;
                let w = white.known[for_white[high] * upper + for_white[low]] as u8;
                entries.push(b | w << 4);
            }
        }
        Self { reach, entries }
    }

    /// How many neighbours on each side decide a shape under a rule.
    pub fn reach_of(rule: Rule) -> usize {
        if rule == Rule::Freestyle { 4 } else { 5 }
    }

    /// How many neighbours on each side a window holds.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Both shapes for a window whose point in the middle is left out.
    #[inline(always)]
    pub fn get(&self, window: usize) -> u8 {
        self.entries[window]
    }

    /// All entries, indexed by window.
    #[inline(always)]
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a drawn window with `*` in the middle, `x` for Black, `o` for White, `.` for empty and `|` for the wall.
    fn shape(rule: Rule, drawn: &str) -> Shape {
        let table = LineTable::new(rule);
        let middle = drawn.find('*').unwrap();
        let reach = table.reach() as i32;
        let mut window = 0;
        for (point, offset) in (-reach..=reach).filter(|&offset| offset != 0).enumerate() {
            let at = middle as i32 + offset;
            let cell = if at < 0 { b'|' } else { drawn.as_bytes().get(at as usize).copied().unwrap_or(b'|') };
            let bits = match cell {
                b'.' => EMPTY,
                b'x' => BLACK,
                b'o' => WHITE,
                _ => WALL,
            };
            window |= usize::from(bits) << (2 * point);
        }
        Shape::from_index(usize::from(table.get(window) & 15))
    }

    #[test]
    fn shapes_are_what_players_call_them() {
        let free = |drawn| shape(Rule::Freestyle, drawn);
        assert_eq!(free("xx*xx"), Shape::Five);
        assert_eq!(free(".xxx*."), Shape::OpenFour);
        assert_eq!(free("oxxx*."), Shape::Four);
        assert_eq!(free("oxxx*o"), Shape::Dead);
        assert_eq!(free("x.xx*o"), Shape::Four);
        assert_eq!(free("x.x*x.x"), Shape::OpenFour);
        assert_eq!(free("..xx*.."), Shape::WideThree);
        assert_eq!(free(".x.x*."), Shape::OpenThree);
        assert_eq!(free("o.xx*.o"), Shape::ClosedThree);
        assert_eq!(free("oxx*.."), Shape::ClosedThree);
        assert_eq!(free("...x*..."), Shape::WideTwo);
        assert_eq!(free("ox*..."), Shape::ClosedTwo);
        assert_eq!(free("....*...."), Shape::OpenOne);
        assert_eq!(free("|*...."), Shape::ClosedOne);
        assert_eq!(free("o.*.o"), Shape::Dead);
    }

    #[test]
    fn six_is_five_only_where_the_rule_says_so() {
        assert_eq!(shape(Rule::Freestyle, "xxx*xx"), Shape::Five);
        assert_eq!(shape(Rule::Standard, "xxx*xx"), Shape::Overline);
        assert_eq!(shape(Rule::Renju, "xxx*xx"), Shape::Overline);
        assert_eq!(shape(Rule::Standard, ".xxx*."), Shape::OpenFour);
        assert_eq!(shape(Rule::Standard, "x.xxx*."), Shape::Four);
    }

    #[test]
    fn two_fours_in_a_line_are_told_apart_for_black_in_renju() {
        assert_eq!(shape(Rule::Renju, "x.x*x.x"), Shape::DoubleFour);
        assert_eq!(shape(Rule::Standard, "x.x*x.x"), Shape::OpenFour);
        assert_eq!(shape(Rule::Renju, ".xxx*."), Shape::OpenFour);
    }

    #[test]
    fn a_window_reads_the_same_from_both_ends() {
        for rule in Rule::ALL {
            let table = LineTable::new(rule);
            let cells = 2 * table.reach();
            for window in (0..table.entries().len()).step_by(7) {
                let mirrored =
                    (0..cells).fold(0, |sum, point| sum | (window >> (2 * point) & 3) << (2 * (cells - 1 - point)));
                assert_eq!(table.get(window), table.get(mirrored), "{rule} {window:x}");
            }
        }
    }
}
