//! The structures of game strings: equal strings are equal structures, and each is kept once.

use banmen_cgt::Exhausted;

use crate::algebra::{Algebra, distinct};

/// The structure of a position's game tree, up to repetition and order of options: what a game string writes down.
///
/// The lowest bit says whether it is the negative of what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Structure(u32);

impl Structure {
    /// The structure without options, written `0`.
    pub const NOTHING: Structure = Structure(0);

    #[inline(always)]
    const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline(always)]
    const fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Sets of left and right options, each kept once for itself and its negative. What a structure is made of was made
/// before it.
pub struct Structures {
    nodes: Vec<Node>,
    options: Vec<Structure>,
    /// Open addressing over the indices of nodes, by the hash of the options, which is kept beside them.
    slots: Vec<Slot>,
    sums: Sums,
    scratch: Vec<Structure>,
    steps_left: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where the left options begin.
    start: u32,
    /// Where they end and the right ones begin; the highest bit marks a structure that is its own negative.
    middle: u32,
}

/// An index of a node, and the hash of its options.
#[derive(Clone, Copy, Debug)]
struct Slot {
    index: u32,
    hash: u32,
}

const VACANT: u32 = u32::MAX;
const VACANT_SLOT: Slot = Slot { index: VACANT, hash: 0 };
const FIRST_SLOTS: usize = 1 << 10;
const OWN_NEGATIVE: u32 = 1 << 31;
/// Options that can be kept, so that indices and the mark fit into 32 bits.
const MOST_OPTIONS: usize = OWN_NEGATIVE as usize - 1;
/// Structures that can be kept, so that the sign fits as well.
const MOST_NODES: usize = (1 << 31) - 2;

impl Default for Structures {
    fn default() -> Structures {
        Structures::new()
    }
}

impl Structures {
    /// Only the structure without options.
    pub fn new() -> Structures {
        let mut structures = Structures {
            nodes: Vec::new(),
            options: Vec::new(),
            slots: vec![VACANT_SLOT; FIRST_SLOTS],
            sums: Sums::default(),
            scratch: Vec::new(),
            steps_left: u64::MAX,
        };
        let nothing = structures.intern(&[], &[]);
        debug_assert_eq!(nothing, Ok(Structure::NOTHING));
        structures
    }

    /// The options of what is kept under this index: left ones and right ones.
    #[inline]
    pub(crate) fn kept_options(&self, index: usize) -> (&[Structure], &[Structure]) {
        let Node { start, middle, .. } = self.nodes[index];
        let end = self.nodes.get(index + 1).map_or(self.options.len(), |next| next.start as usize);
        let middle = (middle & !OWN_NEGATIVE) as usize;
        (&self.options[start as usize..middle], &self.options[middle..end])
    }

    /// How many options a structure has: left ones and right ones.
    #[inline]
    pub fn option_counts(&self, structure: Structure) -> (usize, usize) {
        let (left, right) = self.kept_options(structure.index());
        if structure.is_negated() { (right.len(), left.len()) } else { (left.len(), right.len()) }
    }

    /// The options of one side, in no particular order.
    pub fn options(&self, structure: Structure, side: Side) -> impl Iterator<Item = Structure> + '_ {
        let (left, right) = self.kept_options(structure.index());
        let list = if (side == Side::Left) == structure.is_negated() { right } else { left };
        let negated = structure.is_negated();
        list.iter().map(move |&option| if negated { self.negated(option) } else { option })
    }

    #[inline]
    fn option(&self, structure: Structure, side: Side, index: usize) -> Structure {
        let (left, right) = self.kept_options(structure.index());
        if structure.is_negated() {
            self.negated(if side == Side::Left { right[index] } else { left[index] })
        } else if side == Side::Left {
            left[index]
        } else {
            right[index]
        }
    }

    /// The structure with the sides exchanged everywhere.
    #[inline]
    pub fn negated(&self, structure: Structure) -> Structure {
        let own = self.nodes[structure.index()].middle & OWN_NEGATIVE != 0;
        if own { structure } else { Structure(structure.0 ^ 1) }
    }

    /// The index under which a structure or its negative is kept, and whether it is the negative.
    pub(crate) const fn place(structure: Structure) -> (usize, bool) {
        (structure.index(), structure.is_negated())
    }

    fn hash(left: &[Structure], right: &[Structure]) -> u32 {
        let mut hash = left.len() as u64;
        for &id in left.iter().chain(right) {
            hash = (hash.rotate_left(5) ^ u64::from(id.0)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        (hash >> 32) as u32
    }

    /// The structure of these options, given in increasing order without repetition.
    fn intern(&mut self, left: &[Structure], right: &[Structure]) -> Result<Structure, Exhausted> {
        // Of a structure and its negative the one with the smaller lists is kept.
        let first = self.scratch.len();
        for &option in right {
            let negative = self.negated(option);
            self.scratch.push(negative);
        }
        let middle = self.scratch.len();
        for &option in left {
            let negative = self.negated(option);
            self.scratch.push(negative);
        }
        self.scratch[first..middle].sort_unstable();
        self.scratch[middle..].sort_unstable();
        let mirrored = (&self.scratch[first..middle], &self.scratch[middle..]);
        let order = (left.len(), left, right).cmp(&(mirrored.0.len(), mirrored.0, mirrored.1));
        let found = if order.is_gt() {
            let scratch = std::mem::take(&mut self.scratch);
            let index = self.find_or_keep(&scratch[first..middle], &scratch[middle..], false);
            self.scratch = scratch;
            index.map(|index| Structure((index as u32) << 1 | 1))
        } else {
            self.find_or_keep(left, right, order.is_eq()).map(|index| Structure((index as u32) << 1))
        };
        self.scratch.truncate(first);
        found
    }

    fn find_or_keep(&mut self, left: &[Structure], right: &[Structure], own: bool) -> Result<usize, Exhausted> {
        let hash = Structures::hash(left, right);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let found = self.slots[slot];
            if found.index == VACANT {
                break;
            }
            if found.hash == hash && self.kept_options(found.index as usize) == (left, right) {
                return Ok(found.index as usize);
            }
            slot = (slot + 1) & mask;
        }
        if self.options.len() + left.len() + right.len() > MOST_OPTIONS || self.nodes.len() >= MOST_NODES {
            return Err(Exhausted);
        }
        let index = self.nodes.len();
        let start = self.options.len() as u32;
        self.options.extend_from_slice(left);
        let middle = self.options.len() as u32;
        self.options.extend_from_slice(right);
        self.nodes.push(Node { start, middle: middle | if own { OWN_NEGATIVE } else { 0 } });
        self.slots[slot] = Slot { index: index as u32, hash };
        if self.nodes.len() * 3 > self.slots.len() * 2 {
            self.grow();
        }
        Ok(index)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        for kept in std::mem::replace(&mut self.slots, vec![VACANT_SLOT; mask + 1]) {
            if kept.index != VACANT {
                let mut slot = kept.hash as usize & mask;
                while self.slots[slot].index != VACANT {
                    slot = (slot + 1) & mask;
                }
                self.slots[slot] = kept;
            }
        }
    }

    /// Pushes the sums of a structure with every option of another.
    fn push_sums(&mut self, moved: Structure, kept: Structure, side: Side) -> Result<(), Exhausted> {
        let counts = self.option_counts(moved);
        for index in 0..if side == Side::Left { counts.0 } else { counts.1 } {
            let sum = self.sum(self.option(moved, side, index), kept)?;
            self.scratch.push(sum);
        }
        Ok(())
    }

    fn new_sum(&mut self, a: Structure, b: Structure) -> Result<Structure, Exhausted> {
        let first = self.scratch.len();
        self.push_sums(a, b, Side::Left)?;
        self.push_sums(b, a, Side::Left)?;
        let middle = self.scratch.len();
        self.push_sums(a, b, Side::Right)?;
        self.push_sums(b, a, Side::Right)?;
        let mut lists = std::mem::take(&mut self.scratch);
        let (left, right) = lists[first..].split_at_mut(middle - first);
        let sum = self.make(left, right);
        self.scratch = lists;
        self.scratch.truncate(first);
        sum
    }
}

/// One of the two sides of a game string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the bar: Black's options.
    Left,
    /// After the bar: White's options.
    Right,
}

impl Algebra for Structures {
    type Id = Structure;

    const ZERO: Structure = Structure::NOTHING;

    fn make(&mut self, left: &mut [Structure], right: &mut [Structure]) -> Result<Structure, Exhausted> {
        self.intern(distinct(left), distinct(right))
    }

    fn sum(&mut self, a: Structure, b: Structure) -> Result<Structure, Exhausted> {
        if a == Structure::NOTHING {
            return Ok(b);
        }
        if b == Structure::NOTHING {
            return Ok(a);
        }
        // The sum of the negatives is the negative of the sum, so one of the two is enough.
        let (a, b) = if a.index() <= b.index() { (a, b) } else { (b, a) };
        let negate = a.is_negated();
        let (a, b) = if negate { (self.negated(a), self.negated(b)) } else { (a, b) };
        let sum = if let Some(sum) = self.sums.get(a, b) {
            sum
        } else {
            self.steps_left = self.steps_left.checked_sub(1).ok_or(Exhausted)?;
            let depth = self.scratch.len();
            let sum = self.new_sum(a, b).inspect_err(|_| self.scratch.truncate(depth))?;
            self.sums.insert(a, b, sum);
            sum
        };
        Ok(if negate { self.negated(sum) } else { sum })
    }

    fn negative(&mut self, a: Structure) -> Structure {
        self.negated(a)
    }

    fn allow(&mut self, steps: u64) {
        self.steps_left = steps;
    }

    fn count(&self) -> usize {
        self.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.options.capacity() * size_of::<Structure>()
            + self.slots.capacity() * size_of::<Slot>()
            + self.sums.bytes()
    }
}

/// Known sums of structures.
#[derive(Default)]
struct Sums {
    entries: Vec<[u32; 3]>,
    count: usize,
}

impl Sums {
    #[inline]
    fn slot(&self, a: u32, b: u32) -> usize {
        let mask = self.entries.len() - 1;
        let hash = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = ((hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 20) as usize & mask;
        while self.entries[slot][2] != VACANT && (self.entries[slot][0], self.entries[slot][1]) != (a, b) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn get(&self, a: Structure, b: Structure) -> Option<Structure> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = self.entries[self.slot(a.0, b.0)];
        (entry[2] != VACANT).then_some(Structure(entry[2]))
    }

    fn insert(&mut self, a: Structure, b: Structure, sum: Structure) {
        if self.count * 8 >= self.entries.len() * 5 {
            let grown = vec![[VACANT; 3]; (self.entries.len() * 2).max(FIRST_SLOTS)];
            for entry in std::mem::replace(&mut self.entries, grown) {
                if entry[2] != VACANT {
                    let slot = self.slot(entry[0], entry[1]);
                    self.entries[slot] = entry;
                }
            }
        }
        let slot = self.slot(a.0, b.0);
        self.entries[slot] = [a.0, b.0, sum.0];
        self.count += 1;
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<[u32; 3]>()
    }
}
