//! What a position is worth at first sight.

use super::perceptron::{Outlook, Perceptron, Sight};
use super::search_board::{RowState, SearchBoard};
use crate::{AfterMiss, Observations, Rules};
use banmen_core::Seat;

/// How a player judges a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    /// By a weighted sum.
    Sum(Weights),
    /// By networks that know limited observations whose colours may be kept: one for each player about to place.
    Networks([&'static Perceptron; 2]),
}

/// How much a player knows of games with limited observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insight {
    /// That a side with few observations left has less of its rows.
    Careless,
    /// What a stock of observations is worth.
    Thrifty,
    /// What a network learnt about them.
    Learnt,
}

/// The row of the games in which limited observations were studied, and the smallest board like theirs: they were played on 19×19, where there is
/// always room.
const STUDIED_ROW: u8 = 5;
const LEAST_STUDIED_SIZE: u8 = 13;
/// The chance of a side that has no observation left while the other one has, of which the networks learnt nothing. When Hard played such games
/// against itself, hardly any of them was won, so this is on the cautious side.
const BLIND: f64 = 0.05;

impl Judgement {
    /// The judgement of a player with this insight under these rules.
    pub fn under(rules: &Rules, insight: Insight) -> Self {
        match insight {
            _ if rules.observations == Observations::Unlimited => Self::Sum(Weights::UNLIMITED),
            Insight::Learnt if networks_know(rules) => Self::Networks([Perceptron::shipped(Sight::Equal); 2]),
            Insight::Thrifty | Insight::Learnt if is_studied(rules) => Self::Sum(Weights::LIMITED),
            _ => Self::Sum(Weights::CARELESS),
        }
    }

    /// The judgement of games of this player against an opponent who looks one turn ahead. Where no network knows them, both are judged
    /// as the opponent would judge: who is short-sighted has no thought for its stock of observations either.
    pub fn against_short_sight(rules: &Rules, player: Seat) -> Self {
        if !networks_know(rules) {
            return Self::under(rules, Insight::Careless);
        }
        let sight = |mover| if mover == player { Sight::Further } else { Sight::Shorter };
        Self::Networks(Seat::BOTH.map(|mover| Perceptron::shipped(sight(mover))))
    }

    /// The chance to win of the player about to place.
    pub(crate) fn value(&self, board: &SearchBoard, rules: &Rules, mover: Seat, left: Left) -> f64 {
        if board.is_full() || left == Some([0, 0]) {
            return 0.5;
        }
        match (self, left.map(|left| [left[mover.index()], left[mover.other().index()]])) {
            (Self::Sum(weights), own_first) => weights.value(&Sides::of(board, rules, mover), own_first),
            (Self::Networks(_), Some([0, _])) => BLIND,
            (Self::Networks(_), Some([_, 0])) => 1.0 - BLIND,
            (Self::Networks(networks), _) => {
                networks[mover.index()].value(&Outlook::of(board, rules, mover, left).inputs())
            }
        }
    }
}

/// Whether games with limited observations were studied on boards like these.
fn is_studied(rules: &Rules) -> bool {
    rules.row == STUDIED_ROW && rules.size >= LEAST_STUDIED_SIZE
}

/// Whether the networks learnt from games like these.
fn networks_know(rules: &Rules) -> bool {
    is_studied(rules) && rules.observations == Observations::Each && rules.after_miss == AfterMiss::Choose
}

/// How many numbers a judgement weighs.
pub const FEATURES: usize = 22;

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

/// How many observations both players have, the first player first unless something else is said; `None` without a limit.
pub(crate) type Left = Option<[u16; 2]>;

/// Beyond these, more of the same is not worth more.
pub(super) const MOST_HAZARD: f64 = 3.0;
pub(super) const MOST_OPEN: [f64; 4] = [2.5, 5.0, 12.0, 40.0];

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

    /// The numbers to be weighed: a constant, each side's rate and open rows and the squares of the important ones,
    /// products between the sides, and who has more observations left. Each side counts by its share.
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
            shares[0] - shares[1],
        ]
    }
}

impl Weights {
    /// For unlimited observations, fitted by `cargo bench --bench fit`.
    pub const UNLIMITED: Self = Self {
        features: [
            0.009, 2.213, 0.314, 2.388, 0.155, 1.521, -0.683, 0.030, 0.002, -1.989, 0.371, -2.034, 0.122, -0.942,
            0.327, -0.012, 0.0, -0.346, 0.197, -0.080, 0.627, 0.0,
        ],
        fading: 0.0,
    };

    /// For limited observations, the mean of two fits with seven hundred games each.
    pub const LIMITED: Self = Self {
        features: [
            0.011, 1.716, 0.04, 2.091, 0.709, 0.971, -0.271, 0.104, 0.011, -2.263, -0.116, -1.75, -0.154, -0.834,
            0.253, -0.084, -0.004, 0.0, -0.192, 0.0, 0.778, 1.103,
        ],
        fading: 0.5,
    };

    /// For limited observations without a thought for the stock of them: as without a limit, and a side counts less when it has few left.
    pub const CARELESS: Self = Self { fading: 0.5, ..Self::UNLIMITED };

    /// The weight of a side by the observations it has left.
    pub fn share(&self, left: Option<u16>) -> f64 {
        left.map_or(1.0, |left| 1.0 - self.fading.powi(i32::from(left.min(64))))
    }

    /// The chance to win of the player about to place. Observations left are the mover's first.
    fn value(&self, sides: &Sides, left: Left) -> f64 {
        let features = sides.features([0, 1].map(|side| self.share(left.map(|left| left[side]))));
        let sum: f64 = self.features.iter().zip(&features).map(|(weight, feature)| weight * feature).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// For the order in which moves are tried: what a complete row counts, and rows that lack 1 to 5 points, for the player
/// who will be about to place and for the other one.
pub(super) const ORDER: [[f32; 6]; 2] = [[2.3, 2.5, 0.25, 0.03, 0.005, 0.0], [2.1, 1.6, 0.15, 0.02, 0.004, 0.0]];

/// One in the fixed-point numbers of [`Worth`], which are exact under undo.
const ONE: f32 = (1 << 20) as f32;

/// What a row, or all the rows through a point, count for the order in which moves are tried, split by how they depend on
/// the chance of the stone to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth {
    /// By colour: with the square of the chance, as the one who places, and as the other one.
    squared: [[i32; 2]; 2],
    /// By colour: with the chance, the rows that the stone completes.
    complete: [i32; 2],
    /// By the colour of the one who places: what the rows count already.
    before: [i32; 2],
}

impl Worth {
    pub(crate) fn of(row: &RowState) -> Self {
        let open = usize::from(row.open);
        if open == 0 {
            return Self::default();
        }
        let fixed = |number: f32| (number * ONE) as i32;
        let order = |side: usize, open: usize| ORDER[side][open.min(5)];
        let mut worth = Self::default();
        let squares = [row.black * row.black, row.white * row.white];
        for (colour, &chance) in [row.black, row.white].iter().enumerate() {
            if open == 1 {
                worth.complete[colour] = fixed(chance);
            } else {
                worth.squared[colour] = [1, 0].map(|side| fixed(order(side, open - 1) * squares[colour]));
            }
            worth.before[colour] = fixed(order(1, open) * squares[colour] - order(0, open) * squares[1 - colour]);
        }
        worth
    }

    pub(crate) fn add(&mut self, other: &Self) {
        *self = self.with(other, i32::wrapping_add);
    }

    pub(crate) fn less(&self, other: &Self) -> Self {
        self.with(other, i32::wrapping_sub)
    }

    #[inline(always)]
    fn with(&self, other: &Self, sum: impl Fn(i32, i32) -> i32) -> Self {
        let two = |a: [i32; 2], b: [i32; 2]| [sum(a[0], b[0]), sum(a[1], b[1])];
        Self {
            squared: [two(self.squared[0], other.squared[0]), two(self.squared[1], other.squared[1])],
            complete: two(self.complete, other.complete),
            before: two(self.before, other.before),
        }
    }

    /// About how much a stone changes the judgement, by who places it and the chance that it takes that player's colour.
    pub(crate) fn gain(&self, mover: Seat, chance: f32) -> f32 {
        let (mine, theirs) = (mover.index(), mover.other().index());
        let other = 1.0 - chance;
        (chance * chance * self.squared[mine][0] as f32 + chance * ORDER[1][0] * self.complete[mine] as f32
            - other * other * self.squared[theirs][1] as f32
            - other * ORDER[0][0] * self.complete[theirs] as f32
            - self.before[mine] as f32)
            / ONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_studied_on_large_boards_is_not_believed_on_small_ones() {
        let rulebook = Rules::rulebook();
        let careless = |rules: &Rules| Judgement::under(rules, Insight::Careless);
        for insight in [Insight::Thrifty, Insight::Learnt] {
            assert_ne!(Judgement::under(&rulebook, insight), careless(&rulebook));
            for small in [Rules { size: 9, ..rulebook.clone() }, Rules { size: 4, row: 4, ..rulebook.clone() }] {
                assert_eq!(Judgement::under(&small, insight), careless(&small));
            }
        }
        assert_eq!(careless(&Rules::video()), Judgement::Sum(Weights::UNLIMITED));
    }
}
