//! Numbers for positions: every position in which neither side has won and the lions do not touch has one, without gaps.
//!
//! A number is made of the pair of lion squares (21 of them, since a mirror image counts once), the *class* of the other six
//! pieces (who owns each, on the board or in hand, chick or hen), and the rank of the squares they stand on among those
//! still free. All positions of one pair and class lie together, at most 18,900 of them, so that a step backwards in the game
//! stays within a few small stretches of the table.
//!
//! Positions in which both lions stand on the middle file are not folded by the mirror: the lions cannot tell which of
//! the two images to keep. They stand in the table twice.

use super::placing::{CHICKS, ELEPHANTS, GIRAFFES, OTHER, OWN, Placing};
use super::steps::{BOARD, FAR_RANK, HOME_RANK, LION, Mask, SQUARES, squares};

/// Squares left beside the lions.
const FREE: usize = 10;
/// Classes of a pair of giraffes or elephants: 3 in hand, 4 with one on the board, 4 with two.
const PAIR_CLASSES: usize = 11;
/// Classes of the two chicks: 3 in hand, 8 with one on the board, 16 with two.
const CHICK_CLASSES: usize = 27;
const CLASSES: usize = PAIR_CLASSES * PAIR_CLASSES * CHICK_CLASSES;
/// Pairs of lion squares.
const LION_PAIRS: usize = 21;
const NO_PAIR: u8 = u8::MAX;

/// The numbering, with its tables.
pub(super) struct Index {
    /// `pair[own][other]`, or `NO_PAIR`.
    pair: [[u8; 12]; 12],
    /// Lion squares of each pair.
    lions: [[u8; 2]; LION_PAIRS],
    /// Where each class begins within a pair; one more at the end.
    offset: Vec<u32>,
    shape: Vec<Shape>,
}

/// How the number of a placing within its class is put together.
#[derive(Clone, Copy)]
struct Shape {
    /// Pieces on the board, by kind.
    on_board: [u8; 3],
    /// Ways to place the elephants and the chicks once the giraffes stand.
    elephants: u32,
    chicks: u32,
}

/// Numbers that follow each other and belong to one pair of lion squares and one class.
pub(super) struct Segment {
    lions: [u8; 2],
    class: usize,
    /// The first number of the pair and class.
    first: u32,
    /// The numbers of this segment.
    pub numbers: std::ops::Range<u32>,
}

/// A number, and how it stands to the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// The placing itself has this number.
    Itself(u32),
    /// Its mirror image has this number.
    Mirror(u32),
    /// Both lions stand on the middle file: this number, and the mirror image has its own.
    Unfolded(u32),
    /// Not in the table: the lions touch, or one of them has arrived.
    Outside,
}

impl Index {
    pub fn new() -> Index {
        let mut pair = [[NO_PAIR; 12]; 12];
        let mut lions = [[0; 2]; LION_PAIRS];
        let mut pairs = 0;
        for own in squares(BOARD & !FAR_RANK) {
            for other in squares(BOARD & !HOME_RANK & !LION[own] & !(1 << own)) {
                if own % 3 == 0 || (own % 3 == 1 && other % 3 <= 1) {
                    pair[own][other] = pairs as u8;
                    lions[pairs] = [own as u8, other as u8];
                    pairs += 1;
                }
            }
        }
        debug_assert_eq!(pairs, LION_PAIRS);
        let mut offset = vec![0];
        let mut shape = Vec::with_capacity(CLASSES);
        for class in 0..CLASSES {
            let [giraffes, elephants, chicks] = parts(class);
            let on_board = [pair_on_board(giraffes), pair_on_board(elephants), chicks_on_board(chicks)];
            let [g, e, c] = on_board.map(u32::from);
            let free = FREE as u32;
            let (elephants, chicks) = (choose(free - g, e), choose(free - g - e, c));
            shape.push(Shape { on_board, elephants, chicks });
            offset.push(offset[class] + choose(free, g) * elephants * chicks);
        }
        Index { pair, lions, offset, shape }
    }

    /// How many positions one pair of lion squares has.
    pub fn per_pair(&self) -> u32 {
        self.offset[CLASSES]
    }

    /// How many numbers there are.
    pub fn len(&self) -> u32 {
        LION_PAIRS as u32 * self.per_pair()
    }

    /// The number of a placing.
    #[inline]
    pub fn number(&self, placing: &Placing) -> Number {
        let [own, other] = placing.lions.map(usize::from);
        let pair = self.pair[own][other];
        if pair != NO_PAIR {
            let number = self.number_with(pair, placing);
            return if own % 3 == 1 && other % 3 == 1 { Number::Unfolded(number) } else { Number::Itself(number) };
        }
        let mirror = |square: usize| square / 3 * 3 + 2 - square % 3;
        let pair = self.pair[mirror(own)][mirror(other)];
        if pair == NO_PAIR {
            return Number::Outside;
        }
        Number::Mirror(self.number_with(pair, &placing.mirrored()))
    }

    #[inline]
    fn number_with(&self, pair: u8, placing: &Placing) -> u32 {
        u32::from(pair) * self.per_pair() + self.within_pair(placing)
    }

    /// The number of a placing among all with the same lion squares.
    #[inline]
    pub fn within_pair(&self, placing: &Placing) -> u32 {
        let mut free = BOARD & !(placing.lion(OWN) | placing.lion(OTHER));
        let pieces = placing.board;
        let all = [0, 1, 2].map(|kind: usize| pieces[kind][OWN] | pieces[kind][OTHER]);
        let giraffes = pair_class(all[GIRAFFES], pieces[GIRAFFES][OTHER], placing.hand[GIRAFFES]);
        let elephants = pair_class(all[ELEPHANTS], pieces[ELEPHANTS][OTHER], placing.hand[ELEPHANTS]);
        let hens = placing.hens[OWN] | placing.hens[OTHER];
        let chicks = chick_class(all[CHICKS], pieces[CHICKS][OTHER], hens, placing.hand[CHICKS]);
        let class = (giraffes * PAIR_CLASSES + elephants) * CHICK_CLASSES + chicks;
        let shape = &self.shape[class];
        let rank_of_giraffes = rank(all[GIRAFFES], free);
        free &= !all[GIRAFFES];
        let rank_of_elephants = rank(all[ELEPHANTS], free);
        free &= !all[ELEPHANTS];
        let rank_of_chicks = rank(all[CHICKS], free);
        self.offset[class] + (rank_of_giraffes * shape.elephants + rank_of_elephants) * shape.chicks + rank_of_chicks
    }

    /// The placing of a number.
    pub fn placing(&self, number: u32) -> Placing {
        self.placing_with(self.lions[(number / self.per_pair()) as usize], number % self.per_pair())
    }

    /// The placing with these lions that [`Index::within_pair`] gives this number.
    pub fn placing_with(&self, lions: [u8; 2], within: u32) -> Placing {
        let class = self.offset.partition_point(|&start| start <= within) - 1;
        self.placing_in(lions, class, within - self.offset[class])
    }

    /// A stretch of numbers cut where another class or pair begins; cheaper than decoding each number alone.
    pub fn segments(&self, numbers: std::ops::Range<u32>) -> impl Iterator<Item = Segment> {
        let mut number = numbers.start;
        std::iter::from_fn(move || {
            if number >= numbers.end {
                return None;
            }
            let (pair, within) = (number / self.per_pair(), number % self.per_pair());
            let class = self.offset.partition_point(|&start| start <= within) - 1;
            let first = pair * self.per_pair() + self.offset[class];
            let end = (pair * self.per_pair() + self.offset[class + 1]).min(numbers.end);
            let segment = Segment { lions: self.lions[pair as usize], class, first, numbers: number..end };
            number = end;
            Some(segment)
        })
    }

    /// The placing of a number of a segment.
    #[inline]
    pub fn placing_of(&self, segment: &Segment, number: u32) -> Placing {
        self.placing_in(segment.lions, segment.class, number - segment.first)
    }

    #[inline]
    fn placing_in(&self, lions: [u8; 2], class: usize, rest: u32) -> Placing {
        let shape = &self.shape[class];
        let [giraffes, elephants, chicks] = parts(class);
        let rank_of_chicks = rest % shape.chicks;
        let rest = rest / shape.chicks;
        let (rank_of_elephants, rank_of_giraffes) = (rest % shape.elephants, rest / shape.elephants);
        let mut free = BOARD & !(1 << lions[OWN] | 1 << lions[OTHER]);
        let mut placing = Placing { lions, ..Placing::default() };
        for (kind, class, rank) in [(GIRAFFES, giraffes, rank_of_giraffes), (ELEPHANTS, elephants, rank_of_elephants)] {
            let [low, high] = unrank(rank, shape.on_board[kind], free);
            free &= !(low | high);
            match shape.on_board[kind] {
                0 => placing.hand[kind] = class as u8,
                1 => {
                    placing.board[kind][(class - 3) >> 1] |= low;
                    placing.hand[kind] = ((class - 3) & 1) as u8;
                }
                _ => {
                    placing.board[kind][(class - 7) >> 1] |= low;
                    placing.board[kind][(class - 7) & 1] |= high;
                }
            }
        }
        let [low, high] = unrank(rank_of_chicks, shape.on_board[CHICKS], free);
        let mut put = |square: Mask, kind: usize| {
            placing.board[CHICKS][kind & 1] |= square;
            if kind & 2 != 0 {
                placing.hens[kind & 1] |= square;
            }
        };
        match shape.on_board[CHICKS] {
            0 => placing.hand[CHICKS] = chicks as u8,
            1 => {
                put(low, (chicks - 3) >> 1);
                placing.hand[CHICKS] = ((chicks - 3) & 1) as u8;
            }
            _ => {
                put(low, (chicks - 11) >> 2);
                put(high, (chicks - 11) & 3);
            }
        }
        placing
    }
}

fn parts(class: usize) -> [usize; 3] {
    let (pairs, chicks) = (class / CHICK_CLASSES, class % CHICK_CLASSES);
    [pairs / PAIR_CLASSES, pairs % PAIR_CLASSES, chicks]
}

fn pair_on_board(class: usize) -> u8 {
    u8::from(class >= 3) + u8::from(class >= 7)
}

fn chicks_on_board(class: usize) -> u8 {
    u8::from(class >= 3) + u8::from(class >= 11)
}

const fn choose(n: u32, k: u32) -> u32 {
    match k {
        0 => 1,
        1 => n,
        _ => n * (n - 1) / 2,
    }
}

/// Where the classes of a pair with none, one and two pieces on the board begin.
const PAIR_STARTS: [usize; 3] = [0, 3, 7];
/// The same for the two chicks.
const CHICK_STARTS: [usize; 3] = [0, 3, 11];

/// Both pieces in hand: how many are the mover's. One on the board: its owner, then whether the mover holds the other.
/// Two on the board: the owner of each, lower square first. Written without a branch, since no processor could foresee it.
#[inline]
fn pair_class(all: Mask, others: Mask, hand: u8) -> usize {
    let low = all & all.wrapping_neg();
    let owners = 2 * usize::from(others & low != 0) + usize::from(others & !low != 0);
    PAIR_STARTS[all.count_ones() as usize] + owners + usize::from(hand)
}

/// As for a pair, where each chick on the board is one of four: mine, theirs, my hen, their hen.
#[inline]
fn chick_class(all: Mask, others: Mask, hens: Mask, hand: u8) -> usize {
    let kind = |square: Mask| usize::from(others & square != 0) + 2 * usize::from(hens & square != 0);
    let low = all & all.wrapping_neg();
    let on_board = all.count_ones();
    CHICK_STARTS[on_board as usize] + (kind(low) << on_board) + kind(all & !low) + usize::from(hand)
}

/// The rank of a set of at most two squares among those free.
#[inline]
fn rank(set: Mask, free: Mask) -> u32 {
    let place = |square: Mask| (free & square.wrapping_sub(1)).count_ones();
    let low = set & set.wrapping_neg();
    let high = set & !low;
    let upper = place(high) * u32::from(high != 0);
    place(low) * u32::from(low != 0) + upper * upper.wrapping_sub(1) / 2
}

/// The lowest square of a set, the next one, and so on: `[set][n]`.
static NTH: [[Mask; FREE]; 1 << SQUARES] = {
    let mut table = [[0; FREE]; 1 << SQUARES];
    let mut set = 0;
    while set < 1 << SQUARES {
        let mut rest = set as Mask;
        let mut n = 0;
        while n < FREE && rest != 0 {
            table[set][n] = rest & rest.wrapping_neg();
            rest &= rest - 1;
            n += 1;
        }
        set += 1;
    }
    table
};

/// The pair of places, the lower one first, that has this rank among pairs.
const PAIRS: [[u8; 2]; FREE * (FREE - 1) / 2] = {
    let mut pairs = [[0; 2]; FREE * (FREE - 1) / 2];
    let mut upper = 1;
    while upper < FREE {
        let mut lower = 0;
        while lower < upper {
            pairs[upper * (upper - 1) / 2 + lower] = [lower as u8, upper as u8];
            lower += 1;
        }
        upper += 1;
    }
    pairs
};

/// The squares of a rank, lower one first; absent ones are empty.
#[inline]
fn unrank(rank: u32, count: u8, free: Mask) -> [Mask; 2] {
    let squares = &NTH[usize::from(free)];
    match count {
        0 => [0, 0],
        1 => [squares[rank as usize], 0],
        _ => PAIRS[rank as usize].map(|place| squares[usize::from(place)]),
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;

    #[test]
    fn numbers_and_placings_correspond() {
        let index = Index::new();
        let mut random = Random::new(1);
        for _ in 0..200_000 {
            let number = random.below(u64::from(index.len())) as u32;
            let placing = index.placing(number);
            match index.number(&placing) {
                Number::Itself(n) | Number::Unfolded(n) => assert_eq!(n, number, "{placing:?}"),
                other => panic!("{other:?} of {placing:?}"),
            }
            match (index.number(&placing), index.number(&placing.mirrored())) {
                (Number::Itself(a), Number::Mirror(b)) => assert_eq!(a, b),
                (Number::Unfolded(_), Number::Unfolded(_)) => {}
                other => panic!("{other:?} of {placing:?}"),
            }
            assert_eq!(placing.turned().turned(), placing);
        }
    }

    #[test]
    fn a_stretch_is_visited_as_if_decoded_one_by_one() {
        let index = Index::new();
        for start in [0, 11_000_000, index.len() - 5000] {
            let mut expected = start;
            for segment in index.segments(start..start + 5000) {
                for number in segment.numbers.clone() {
                    assert_eq!(number, expected);
                    assert_eq!(index.placing_of(&segment, number), index.placing(number));
                    expected += 1;
                }
            }
            assert_eq!(expected, start + 5000);
        }
    }

    #[test]
    fn the_prospect_agrees_with_trying_every_move() {
        let index = Index::new();
        let mut random = Random::new(2);
        for _ in 0..50_000 {
            let placing = index.placing(random.below(u64::from(index.len())) as u32);
            let (mut moves, mut safe, mut tries) = (0, 0, false);
            let mut takes = false;
            placing.own_attacks();
            // A lion that has been taken is under the piece that took it.
            let takers = placing.own_attacks() | LION[usize::from(placing.lions[OWN])];
            takes |= takers & placing.lion(OTHER) != 0;
            if !takes {
                placing.successors(&mut |after| {
                    moves += 1;
                    if !after.can_take_lion() {
                        safe += 1;
                        tries |= after.lion(OTHER) & HOME_RANK != 0;
                    }
                });
            }
            let expected = match (takes, tries, safe, moves) {
                (true, ..) => super::super::placing::Prospect::TakesLion,
                (_, true, ..) => super::super::placing::Prospect::Tries,
                (_, _, 0, 0) => super::super::placing::Prospect::Stuck,
                (_, _, 0, _) => super::super::placing::Prospect::Mated,
                (_, _, safe, _) => super::super::placing::Prospect::Safe(safe),
            };
            assert_eq!(placing.prospect(), expected, "{placing:?}");
        }
    }
}
