//! What a position is worth at first sight.

use super::search_board::SearchBoard;
use crate::Rules;
use banmen_core::Seat;

/// How many numbers a judgement weighs.
pub const FEATURES: usize = 21;

/// The numbers behind a judgement: the chance to win of the player about to place a stone is the logistic function of a
/// weighted sum of [`Sides::features`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// For each of the features.
    pub features: [f64; FEATURES],
    /// With `n` observations left a side counts `1 - fading^n`.
    pub fading: f64,
}

/// What one side has on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// The rate of its complete rows: the negative logarithm of the chance that an observation shows none.
    pub hazard: f64,
    /// By the number of empty points, 1 to 4: the sum over the rows that it could still complete of the squared chance
    /// that the stones in it agree. For rows that lack one point, times the chance of the side's next stone.
    pub open: [f64; 4],
}

/// Both sides, the player about to place first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sides {
    /// The player about to place.
    pub mover: Side,
    /// The opponent.
    pub opponent: Side,
}

/// How many observations both players have; `None` without a limit.
pub(crate) type Left = Option<[u16; 2]>;

/// Beyond these, more of the same is not worth more.
const MOST_HAZARD: f64 = 3.0;
const MOST_OPEN: [f64; 4] = [2.5, 5.0, 12.0, 40.0];

impl Side {
    fn of(board: &SearchBoard, rules: &Rules, seat: Seat, next: usize) -> Self {
        let stone = rules.stone(next);
        let chance = if seat == Seat::First { stone.black() } else { stone.white() };
        let potential = &board.potential()[seat.index()];
        let mut open = [0.0; 4];
        open.copy_from_slice(&potential[1..5]);
        open[0] *= chance;
        Self { hazard: board.hazards()[seat.index()], open }
    }

    fn scaled(mut self, share: f64) -> Self {
        self.hazard = self.hazard.min(MOST_HAZARD) * share;
        for (open, most) in self.open.iter_mut().zip(MOST_OPEN) {
            *open = open.min(most) * share;
        }
        self
    }
}

impl Sides {
    pub(crate) fn of(board: &SearchBoard, rules: &Rules, mover: Seat) -> Self {
        let next = board.stones();
        Self { mover: Side::of(board, rules, mover, next), opponent: Side::of(board, rules, mover.other(), next + 1) }
    }

    /// The numbers to be weighed: a constant, each side's rate and open rows and the squares of the important ones, and
    /// products between the sides. Each side counts by its share.
    pub fn features(&self, shares: [f64; 2]) -> [f64; FEATURES] {
        let (m, o) = (self.mover.scaled(shares[0]), self.opponent.scaled(shares[1]));
        [
            1.0,
            m.hazard,
            m.hazard * m.hazard,
            m.open[0],
            m.open[0] * m.open[0],
            m.open[1],
            m.open[1] * m.open[1],
            m.open[2],
            m.open[3],
            o.hazard,
            o.hazard * o.hazard,
            o.open[0],
            o.open[0] * o.open[0],
            o.open[1],
            o.open[1] * o.open[1],
            o.open[2],
            o.open[3],
            m.hazard * o.hazard,
            m.open[0] * o.hazard,
            m.hazard * o.open[0],
            m.open[0] * o.open[0],
        ]
    }
}

impl Weights {
    /// For unlimited observations, fitted by `cargo bench --bench fit`.
    pub const UNLIMITED: Self = Self {
        features: [
            0.009, 2.213, 0.314, 2.388, 0.155, 1.521, -0.683, 0.030, 0.002, -1.989, 0.371, -2.034, 0.122, -0.942,
            0.327, -0.012, 0.0, -0.346, 0.197, -0.080, 0.627,
        ],
        fading: 0.0,
    };

    /// For limited observations, fitted likewise.
    pub const LIMITED: Self = Self { fading: 0.5, ..Self::UNLIMITED };

    /// The weight of a side by the observations it has left.
    pub fn share(&self, left: Option<u16>) -> f64 {
        left.map_or(1.0, |left| 1.0 - self.fading.powi(i32::from(left.min(64))))
    }

    /// The chance to win of the player about to place.
    pub(crate) fn value(&self, board: &SearchBoard, rules: &Rules, mover: Seat, left: Left) -> f64 {
        if board.is_full() || left == Some([0, 0]) {
            return 0.5;
        }
        let share = |seat: Seat| self.share(left.map(|left| left[seat.index()]));
        let features = Sides::of(board, rules, mover).features([share(mover), share(mover.other())]);
        let sum: f64 = self.features.iter().zip(&features).map(|(weight, feature)| weight * feature).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// For the order in which moves are tried: what a complete row counts, and rows that lack 1 to 5 points, for the player
/// who will be about to place and for the other one.
const ORDER: [[f32; 6]; 2] = [[2.3, 2.5, 0.25, 0.03, 0.005, 0.0], [2.1, 1.6, 0.15, 0.02, 0.004, 0.0]];

/// About how much a stone on a point changes the judgement, for the order in which moves are tried.
pub(crate) fn gain(board: &SearchBoard, cell: usize, mover: Seat, percent: u8) -> f64 {
    let (black, white) = (f32::from(percent) / 100.0, f32::from(100 - percent) / 100.0);
    let (my_chance, their_chance) = if mover == Seat::First { (black, white) } else { (white, black) };
    let worth = |side: usize, open: u8, chance: f32| -> f32 {
        let weight = ORDER[side][usize::from(open.min(5))] * chance;
        if open == 0 { weight } else { weight * chance }
    };
    let mut own = 0.0f32;
    let mut other = 0.0f32;
    for &number in board.lines.rows_through(cell) {
        let row = board.row(number);
        let (mine, theirs) = if mover == Seat::First { (row.black, row.white) } else { (row.white, row.black) };
        own += worth(1, row.open - 1, mine * my_chance) - worth(1, row.open, mine);
        other += worth(0, row.open - 1, theirs * their_chance) - worth(0, row.open, theirs);
    }
    f64::from(own - other)
}
