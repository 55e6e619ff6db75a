//! Everything that a board looks up, built once for each rule.

use std::sync::{Arc, OnceLock};

use super::class::{Class, Packed, combination, unpack};
use super::counts::CountNet;
use super::line::LineTable;
use super::shape_board::RELATIONS;
use super::weights::Weights;
use crate::rules::Rule;

/// What a set of four shapes is worth.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// To the side to move.
    pub mine: i16,
    /// To the side that waits.
    pub theirs: i16,
}

/// How much a set of four shapes speaks for a move.
#[derive(Clone, Copy, Debug)]
pub struct OrderEntry {
    /// When it is the mover's own.
    pub attack: i16,
    /// When it is the other side's.
    pub defence: i16,
}

const PACKED: usize = 1 << 16;

/// The entries of one colour, indexed by packed shapes.
pub struct PointTable {
    /// Classes.
    pub classes: Box<[Class; PACKED]>,
    /// What they are worth; apart from the classes, for many ask for those alone.
    pub worths: Box<[Worth; PACKED]>,
    /// Move order.
    pub order: Box<[OrderEntry; PACKED]>,
}

impl PointTable {
    fn new(weights: &Weights, forbids: bool) -> Self {
        let classes: Vec<Class> = (0..=Packed::MAX).map(|packed| Class::of(unpack(packed), forbids)).collect();
        let worths: Vec<Worth> = (0..=Packed::MAX)
            .map(|packed| {
                let code = combination(packed);
                Worth { mine: weights.mine[code], theirs: weights.theirs[code] }
            })
            .collect();
        let order: Vec<OrderEntry> = (0..=Packed::MAX)
            .map(|packed| {
                let code = combination(packed);
                OrderEntry { attack: weights.attack[code], defence: weights.defence[code] }
            })
            .collect();
        let whole = "a table has an entry for each packed set";
        Self {
            classes: classes.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("{whole}")),
            worths: worths.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("{whole}")),
            order: order.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("{whole}")),
        }
    }
}

/// Everything that a board of one rule looks up.
pub struct Tables {
    /// The rule.
    pub rule: Rule,
    /// Shapes of lines.
    pub lines: LineTable,
    /// Worth of points for Black and for White.
    pub colours: [Arc<PointTable>; 2],
    /// Worth of threats to the side to move.
    pub threats: Vec<i16>,
    /// What the numbers of points of each class say together.
    pub counts: CountNet,
    /// How much a relation to the last two moves speaks for a move.
    pub near: [[i16; RELATIONS]; 2],
}

static TUNED: &[u8] = include_bytes!("weights.bin");

impl Tables {
    /// The tables of a rule with given weights.
    pub fn with_weights(rule: Rule, weights: &Weights) -> Self {
        let white = Arc::new(PointTable::new(weights, false));
        let black = if rule == Rule::Renju { Arc::new(PointTable::new(weights, true)) } else { Arc::clone(&white) };
        let near = |age: usize| std::array::from_fn(|relation| weights.near[age * RELATIONS + relation]);
        Self {
            rule,
            lines: LineTable::new(rule),
            colours: [black, white],
            threats: weights.threats.clone(),
            counts: weights.count_net().expect("weights hold a whole network"),
            near: [near(0), near(1)],
        }
    }

    /// The tables of a rule with the weights that ship with the program.
    pub fn shared(rule: Rule) -> Arc<Self> {
        static SHARED: [OnceLock<Arc<Tables>>; 3] = [const { OnceLock::new() }; 3];
        Arc::clone(SHARED[rule as usize].get_or_init(|| Arc::new(Self::with_weights(rule, &Self::tuned()))))
    }

    /// The weights that ship with the program.
    pub fn tuned() -> Weights {
        Weights::from_bytes(TUNED).unwrap_or_else(Weights::plain)
    }
}
