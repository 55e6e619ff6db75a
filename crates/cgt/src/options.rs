//! The canonical options of a value.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::value::{NumberUpStar, Value};

/// One of the two players' sides of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Where the options of one player are: in the arena, or made on the spot.
#[derive(Copy, Clone)]
pub(crate) enum Options {
    Listed { start: u32, end: u32 },
    Made { options: [Value; 2], len: u32 },
    Nimbers { number: Value, len: u32 },
}

impl Options {
    const NONE: Self = Self::Made { options: [Value::ZERO; 2], len: 0 };

    #[inline]
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Listed { start, end } => (end - start) as usize,
            Self::Made { len, .. } | Self::Nimbers { len, .. } => len as usize,
        }
    }
}

impl Arena {
    /// The canonical options of Left. Those of numbers, ups and nimbers are made on the spot.
    pub fn left_options(&mut self, v: Value) -> Vec<Value> {
        self.option_list(v, Side::Left)
    }

    /// The canonical options of Right.
    pub fn right_options(&mut self, v: Value) -> Vec<Value> {
        self.option_list(v, Side::Right)
    }

    fn option_list(&mut self, v: Value, side: Side) -> Vec<Value> {
        let options = self.options_of(v, side);
        (0..options.len()).map(|i| self.option(options, i)).collect()
    }

    /// One player's options of a value that has them in the arena.
    #[inline]
    pub(crate) fn node_options(&self, v: Value, side: Side) -> &[Value] {
        let node = &self.nodes[v.node_index()];
        match side {
            Side::Left => &self.options[node.left as usize..node.right as usize],
            Side::Right => &self.options[node.right as usize..node.end as usize],
        }
    }

    /// A description of the options of a value, from which [`option`](Self::option) makes them one by one.
    #[inline]
    pub(crate) fn options_of(&mut self, v: Value, side: Side) -> Options {
        if v.is_node() {
            let node = &self.nodes[v.node_index()];
            return match side {
                Side::Left => Options::Listed { start: node.left, end: node.right },
                Side::Right => Options::Listed { start: node.right, end: node.end },
            };
        }
        self.options_of_number_up_star(v, side)
    }

    fn options_of_number_up_star(&mut self, v: Value, side: Side) -> Options {
        let NumberUpStar { number, ups, nimber } = self.parts_of(v);
        if ups == 0 && nimber == 0 {
            let toward_zero = match side {
                Side::Left => number.signum() > 0,
                Side::Right => number.signum() < 0,
            };
            if number.is_integer() && !toward_zero {
                return Options::NONE;
            }
            let step = Dyadic::power_of_half(number.exponent());
            let option = self.number(match side {
                Side::Left => number - step,
                Side::Right => number + step,
            });
            return Options::Made { options: [option; 2], len: 1 };
        }
        if ups == 0 {
            return Options::Nimbers { number: self.number(number), len: nimber };
        }
        if (ups > 0) == (side == Side::Left) {
            // The player whose arrows these are moves to the number, and in ↑* also to number + *.
            let options = [self.number(number), self.number_up_star(NumberUpStar { number, ups: 0, nimber: 1 })];
            return Options::Made { options, len: if ups.abs() == 1 && nimber == 1 { 2 } else { 1 } };
        }
        let option = self.number_up_star(NumberUpStar { number, ups: ups - ups.signum(), nimber: nimber ^ 1 });
        Options::Made { options: [option; 2], len: 1 }
    }

    #[inline]
    pub(crate) fn option(&mut self, options: Options, i: usize) -> Value {
        match options {
            Options::Listed { start, .. } => self.options[start as usize + i],
            Options::Made { options, .. } => options[i],
            Options::Nimbers { number, .. } => {
                if let Some(v) = number.with_nimber(i as u32) {
                    return v;
                }
                let number = self.to_number(number).expect("nimbers stand on a number");
                self.number_up_star(NumberUpStar { number, ups: 0, nimber: i as u32 })
            }
        }
    }
}
