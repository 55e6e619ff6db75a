//! The arena: every value once, with its canonical options.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::cache::{PairFlags, PairMap};
use crate::canonical::Scratch;
use crate::dyadic::Dyadic;
use crate::options::Side;
use crate::stop::{Stop, StopKey};
use crate::thermograph::Thermograph;
use crate::value::{FIXED_POINT, NumberUpStar, Value, infinitesimal_is_nonnegative};

/// A canonical form that is not a number plus ups plus a nimber.
#[derive(Copy, Clone)]
pub(crate) struct Node {
    /// Left's options begin here in the arena's list of options.
    pub(crate) left: u32,
    /// Left's options end and Right's begin here.
    pub(crate) right: u32,
    /// Right's options end here.
    pub(crate) end: u32,
    hash: u32,
    birthday: u32,
    /// The id of the negative, or `UNKNOWN`.
    pub(crate) negative: u32,
    pub(crate) left_stop: StopKey,
    pub(crate) right_stop: StopKey,
}

pub(crate) const UNKNOWN: u32 = u32::MAX;
const EMPTY_SLOT: u32 = u32::MAX;
/// Sums and comparisons go no deeper than this many moves, which keeps the program's stack within two megabytes.
const DEEPEST: u32 = 3000;
/// So many looks at remembered answers take about as long as working out a new one.
pub(crate) const LOOKS_PER_STEP: usize = 8;
const FIRST_SLOTS: usize = 1 << 8;
/// Steps between two looks at the memory and at whoever wants the work to end; they take less than a millisecond.
const LOOK_EVERY: u64 = 1 << 9;
/// Below a ceiling, lists grow by this part of it at most.
const GROWTH_PARTS: usize = 32;

/// Whether work is to end, asked from time to time.
#[derive(Clone)]
struct Hurry(Arc<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for Hurry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hurry")
    }
}

/// What ends the functions whose names begin with `try_`, beside the work limit.
#[derive(Clone, Debug)]
struct Guard {
    /// Bytes that are not passed.
    ceiling: usize,
    hurry: Option<Hurry>,
    /// Steps that may be taken after the next look.
    later: u64,
    /// Whether the memory ended the work.
    full: bool,
}

impl Default for Guard {
    fn default() -> Self {
        Self { ceiling: usize::MAX, hurry: None, later: 0, full: false }
    }
}

impl Guard {
    /// Whether there is anything to look at.
    fn is_set(&self) -> bool {
        self.ceiling != usize::MAX || self.hurry.is_some()
    }
}

/// The work limit of an arena was reached; everything finished until then is kept and stays right.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
#[error("the work limit was reached before the value was known")]
pub struct Exhausted;

/// A store of values of short games in canonical form, each kept once, with memory for comparisons and sums.
///
/// ```
/// use banmen_cgt::{Arena, Value};
/// let mut arena = Arena::new();
/// let star = arena.from_options(&[Value::ZERO], &[Value::ZERO]);
/// assert_eq!(star, Value::STAR);
/// let up_star = arena.from_options(&[Value::ZERO, star], &[Value::ZERO]);
/// assert_eq!(arena.subtract(up_star, star), Value::UP);
/// ```
#[derive(Clone)]
pub struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) options: Vec<Value>,
    /// Open addressing over node indices, by the hash of the options.
    slots: Vec<u32>,
    wide: Vec<NumberUpStar>,
    wide_index: FxHashMap<NumberUpStar, u32>,
    /// Exact stops of the nodes where at least one key is inexact.
    exact_stops: FxHashMap<u32, (Stop, Stop)>,
    pub(crate) less_or_equal: PairFlags,
    pub(crate) sums: PairMap,
    pub(crate) thermographs: FxHashMap<Value, Thermograph>,
    pub(crate) thermograph_bytes: usize,
    pub(crate) scratch: Scratch,
    memory_limit: usize,
    /// How many more steps may be taken before the next look.
    budget: u64,
    guard: Guard,
    /// How deep the recursion is.
    depth: u32,
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// An empty arena.
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// An empty arena with room for this many values that are not numbers plus ups plus nimbers.
    pub fn with_capacity(values: usize) -> Self {
        let slots = (values * 2).next_power_of_two().max(FIRST_SLOTS);
        Self {
            nodes: Vec::with_capacity(values),
            options: Vec::with_capacity(values * 4),
            slots: vec![EMPTY_SLOT; slots],
            wide: Vec::new(),
            wide_index: FxHashMap::default(),
            exact_stops: FxHashMap::default(),
            less_or_equal: PairFlags::default(),
            sums: PairMap::default(),
            thermographs: FxHashMap::default(),
            thermograph_bytes: 0,
            scratch: Scratch::default(),
            memory_limit: usize::MAX,
            budget: u64::MAX,
            guard: Guard::default(),
            depth: 0,
        }
    }

    /// How many values are kept in the arena; packed ones need no room and are not counted.
    pub fn len(&self) -> usize {
        self.nodes.len() + self.wide.len()
    }

    /// Whether nothing is kept in the arena.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in use, memory for comparisons and sums included.
    pub fn memory_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.options.capacity() * size_of::<Value>()
            + self.slots.capacity() * size_of::<u32>()
            + self.wide.capacity() * size_of::<NumberUpStar>()
            + self.wide_index.capacity() * (size_of::<NumberUpStar>() + 8)
            + self.exact_stops.capacity() * (size_of::<(Stop, Stop)>() + 8)
            + self.less_or_equal.bytes()
            + self.sums.bytes()
            + self.thermograph_bytes
    }

    /// Asks that the memory for comparisons and sums stop growing when the arena reaches this many bytes. The
    /// values themselves are never forgotten, so the arena may still pass the limit: whoever adds
    /// values watches [`memory_bytes`](Self::memory_bytes).
    pub fn set_memory_limit(&mut self, bytes: usize) {
        self.memory_limit = bytes;
    }

    /// Forgets remembered comparisons, sums and thermographs. Values stay.
    pub fn clear_caches(&mut self) {
        self.less_or_equal.clear();
        self.sums.clear();
        self.thermographs = FxHashMap::default();
        self.thermograph_bytes = 0;
    }

    /// Asks that the functions whose names begin with `try_` give up after this many more steps, all
    /// together. A step is one comparison or sum to be worked out, or a handful of looks at remembered ones.
    pub fn set_work_limit(&mut self, steps: u64) {
        // One counter serves for both limits, so that a step costs no more where somebody looks.
        self.budget = if self.guard.is_set() { steps.min(LOOK_EVERY) } else { steps };
        self.guard.later = steps - self.budget;
    }

    /// How many steps may still be taken.
    pub fn work_left(&self) -> u64 {
        self.budget + self.guard.later
    }

    /// Asks that the functions whose names begin with `try_` give up before the arena passes this many bytes, memory for comparisons and
    /// sums included. What they were about to find stays unknown; [`is_full`](Self::is_full) tells that this was why.
    pub fn set_ceiling(&mut self, bytes: usize) {
        self.guard.ceiling = bytes;
        self.guard.full = false;
        self.memory_limit = if bytes == usize::MAX { usize::MAX } else { bytes / 2 };
        self.set_work_limit(self.work_left());
    }

    /// Whether the functions whose names begin with `try_` gave up because of the ceiling.
    pub fn is_full(&self) -> bool {
        self.guard.full
    }

    /// Asks that the functions whose names begin with `try_` give up soon after `hurry` says so. It is asked every few hundred steps.
    pub fn set_hurry(&mut self, hurry: Option<Arc<dyn Fn() -> bool + Send + Sync>>) {
        self.guard.hurry = hurry.map(Hurry);
        self.set_work_limit(self.work_left());
    }

    /// Takes steps from the budget.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        if let Some(rest) = self.budget.checked_sub(steps as u64) {
            self.budget = rest;
            Ok(())
        } else {
            self.look(steps as u64)
        }
    }

    /// Looks at the memory, asks whether somebody wants the work to end, and otherwise takes steps from those kept for later.
    #[cold]
    fn look(&mut self, steps: u64) -> Result<(), Exhausted> {
        let left = self.work_left().checked_sub(steps);
        self.guard.full = self.guard.ceiling != usize::MAX && self.reach_bytes() > self.guard.ceiling;
        let ended = self.guard.full || self.guard.hurry.as_ref().is_some_and(|hurry| (hurry.0)());
        match left {
            Some(left) if !ended => {
                self.set_work_limit(left);
                Ok(())
            }
            _ => {
                self.set_work_limit(0);
                Err(Exhausted)
            }
        }
    }

    /// The bytes that the arena needs at most before the next look: tables are there twice while they grow.
    fn reach_bytes(&self) -> usize {
        let doubling = self.slots.capacity() * size_of::<u32>()
            + self.wide_index.capacity() * (size_of::<NumberUpStar>() + 8)
            + self.exact_stops.capacity() * (size_of::<(Stop, Stop)>() + 8)
            + self.thermographs.capacity() * size_of::<(Value, Thermograph)>();
        self.memory_bytes() + 2 * doubling + self.guard.ceiling / GROWTH_PARTS
    }

    /// Makes room in a list, of which little stays unused where memory is scarce.
    fn make_room<T>(list: &mut Vec<T>, more: usize, ceiling: usize) {
        let spare = list.capacity() - list.len();
        if spare < more && ceiling != usize::MAX {
            let part = ceiling / GROWTH_PARTS / size_of::<T>();
            list.reserve_exact(more.max(list.capacity().min(part)));
        }
    }

    /// Takes one step from the budget and goes one level deeper into a recursion.
    #[inline]
    pub(crate) fn descend(&mut self) -> Result<(), Exhausted> {
        if self.depth >= DEEPEST {
            return Err(Exhausted);
        }
        self.spend(1)?;
        self.depth += 1;
        Ok(())
    }

    /// Comes back from where [`descend`](Self::descend) led.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Does something that cannot be interrupted.
    #[inline]
    pub(crate) fn without_limit<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Exhausted>) -> T {
        let budget = std::mem::replace(&mut self.budget, u64::MAX);
        let result = work(self).expect("forms within the greatest depth");
        self.budget = budget;
        result
    }

    pub(crate) fn may_grow(&self, bytes: usize) -> bool {
        self.memory_limit == usize::MAX || self.memory_bytes().saturating_add(bytes) <= self.memory_limit
    }

    /// The value `number + ups·↑ + *nimber`.
    pub fn number_up_star(&mut self, parts: NumberUpStar) -> Value {
        if let Some(packed) = Value::packed(parts) {
            return packed;
        }
        if let Some(&index) = self.wide_index.get(&parts) {
            return Value::wide(index as usize);
        }
        let index = self.wide.len();
        assert!(index < 1 << 30, "the arena is full");
        self.wide.push(parts);
        self.wide_index.insert(parts, index as u32);
        Value::wide(index)
    }

    /// The value of a number.
    pub fn number(&mut self, number: Dyadic) -> Value {
        self.number_up_star(NumberUpStar::number(number))
    }

    /// The value of an integer.
    pub fn integer(&mut self, n: i64) -> Value {
        self.number(Dyadic::integer(n))
    }

    /// The nimber `*n`.
    pub fn nimber(&mut self, n: u32) -> Value {
        self.number_up_star(NumberUpStar { nimber: n, ..NumberUpStar::default() })
    }

    /// The parts of a value that is a number plus ups plus a nimber.
    #[inline]
    pub fn to_number_up_star(&self, v: Value) -> Option<NumberUpStar> {
        if v.is_packed() {
            Some(v.parts())
        } else if v.is_node() {
            None
        } else {
            Some(self.wide[v.wide_index()])
        }
    }

    /// The parts of a value that is known to be a number plus ups plus a nimber.
    #[inline]
    pub(crate) fn parts_of(&self, v: Value) -> NumberUpStar {
        if v.is_packed() { v.parts() } else { self.wide[v.wide_index()] }
    }

    /// The number that a value is, if it is one.
    pub fn to_number(&self, v: Value) -> Option<Dyadic> {
        self.to_number_up_star(v).filter(|parts| parts.is_number()).map(|parts| parts.number)
    }

    /// Whether a value is a number.
    #[inline]
    pub fn is_number(&self, v: Value) -> bool {
        v.is_packed_number() || (!v.is_packed() && self.to_number(v).is_some())
    }

    /// The left and the right stop of a value as keys.
    #[inline]
    pub(crate) fn stop_keys(&self, v: Value) -> (StopKey, StopKey) {
        if v.is_node() {
            let node = &self.nodes[v.node_index()];
            (node.left_stop, node.right_stop)
        } else if v.is_packed() {
            let (left, right) = ornaments(v.ups(), v.nimber());
            let fixed = v.fixed();
            (StopKey::fixed(fixed, FIXED_POINT, left), StopKey::fixed(fixed, FIXED_POINT, right))
        } else {
            let (left, right) = self.exact_stops(v);
            (StopKey::new(left), StopKey::new(right))
        }
    }

    /// The left and the right stop of a value, exactly.
    pub(crate) fn exact_stops(&self, v: Value) -> (Stop, Stop) {
        if v.is_node() {
            let node = &self.nodes[v.node_index()];
            if node.left_stop.is_inexact() || node.right_stop.is_inexact() {
                return self.exact_stops[&v.0];
            }
            return (node.left_stop.stop(), node.right_stop.stop());
        }
        let parts = self.parts_of(v);
        let (left, right) = ornaments(parts.ups, parts.nimber);
        (Stop { number: parts.number, right_to_move: left }, Stop { number: parts.number, right_to_move: right })
    }

    /// The birthday of the canonical form: the height of its tree; `u32::MAX` if it is more than that.
    pub fn birthday(&self, v: Value) -> u32 {
        match self.to_number_up_star(v) {
            None => self.nodes[v.node_index()].birthday,
            Some(parts) => {
                let number = number_birthday(parts.number);
                number.saturating_add(infinitesimal_birthday(parts.ups.unsigned_abs(), parts.nimber))
            }
        }
    }

    /// The node with these canonical options, which are sorted by id, if there is one.
    #[inline]
    pub(crate) fn find_node(&self, left: &[Value], right: &[Value], hash: u32) -> Option<Value> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let index = self.slots[slot];
            if index == EMPTY_SLOT {
                return None;
            }
            let node = &self.nodes[index as usize];
            if node.hash == hash {
                let v = Value::node(index as usize);
                if self.node_options(v, Side::Left) == left && self.node_options(v, Side::Right) == right {
                    return Some(v);
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The node with these canonical options, sorted by id, none of which makes it a number plus ups plus a
    /// nimber; made if it is new.
    pub(crate) fn intern(&mut self, left: &[Value], right: &[Value]) -> Value {
        let hash = hash_options(left, right);
        if let Some(v) = self.find_node(left, right, hash) {
            return v;
        }
        let index = self.nodes.len();
        let start = self.options.len();
        assert!(index < 1 << 30 && start < 1 << 31, "the arena is full");
        let birthday = left.iter().chain(right).map(|&o| self.birthday(o)).max().unwrap_or(0).saturating_add(1);
        let v = Value::node(index);
        let (left_stop, right_stop) = self.stops_of_options(v, left, right);
        Self::make_room(&mut self.options, left.len() + right.len(), self.guard.ceiling);
        Self::make_room(&mut self.nodes, 1, self.guard.ceiling);
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        self.nodes.push(Node {
            left: start as u32,
            right: (start + left.len()) as u32,
            end: (start + left.len() + right.len()) as u32,
            hash,
            birthday,
            negative: UNKNOWN,
            left_stop,
            right_stop,
        });
        if self.nodes.len() * 2 > self.slots.len() {
            self.rebuild_slots();
        } else {
            insert_slot(&mut self.slots, hash, index as u32);
        }
        v
    }

    fn stops_of_options(&mut self, v: Value, left: &[Value], right: &[Value]) -> (StopKey, StopKey) {
        let mut left_stop = StopKey::LOWEST;
        let mut right_stop = StopKey::HIGHEST;
        let mut exact = true;
        for &o in left {
            let key = self.stop_keys(o).1;
            exact &= !key.is_inexact();
            if key.order(left_stop).is_none_or(std::cmp::Ordering::is_gt) {
                left_stop = key;
            }
        }
        for &o in right {
            let key = self.stop_keys(o).0;
            exact &= !key.is_inexact();
            if key.order(right_stop).is_none_or(std::cmp::Ordering::is_lt) {
                right_stop = key;
            }
        }
        if exact {
            return (left_stop, right_stop);
        }
        let left = left.iter().map(|&o| self.exact_stops(o).1).max().expect("a node has left options");
        let right = right.iter().map(|&o| self.exact_stops(o).0).min().expect("a node has right options");
        let keys = (StopKey::new(left), StopKey::new(right));
        if keys.0.is_inexact() || keys.1.is_inexact() {
            self.exact_stops.insert(v.0, (left, right));
        }
        keys
    }

    fn rebuild_slots(&mut self) {
        let mut slots = vec![EMPTY_SLOT; self.slots.len() * 2];
        for (index, node) in self.nodes.iter().enumerate() {
            insert_slot(&mut slots, node.hash, index as u32);
        }
        self.slots = slots;
    }
}

fn insert_slot(slots: &mut [u32], hash: u32, index: u32) {
    let mask = slots.len() - 1;
    let mut slot = hash as usize & mask;
    while slots[slot] != EMPTY_SLOT {
        slot = (slot + 1) & mask;
    }
    slots[slot] = index;
}

#[inline]
pub(crate) fn hash_options(left: &[Value], right: &[Value]) -> u32 {
    const SEED: u64 = 0x517C_C1B7_2722_0A95;
    let mut h = left.len() as u64;
    for v in left.iter().chain(right) {
        h = (h.rotate_left(5) ^ u64::from(v.0)).wrapping_mul(SEED);
    }
    h ^= h >> 29;
    (h.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// Who is to move at the left and at the right stop of `ups·↑ + *nimber` (true: Right).
#[inline]
const fn ornaments(ups: i32, nimber: u32) -> (bool, bool) {
    // Left, moving first, wins unless the game is at most 0; moving second, if it is at least 0.
    (!infinitesimal_is_nonnegative(-ups, nimber), infinitesimal_is_nonnegative(ups, nimber))
}

fn number_birthday(x: Dyadic) -> u32 {
    let whole = u32::try_from(x.abs().floor()).unwrap_or(u32::MAX);
    if x.is_integer() { whole } else { whole.saturating_add(1 + x.exponent()) }
}

fn infinitesimal_birthday(ups: u32, nimber: u32) -> u32 {
    if ups == 0 {
        return nimber;
    }
    // n·↑ + *m = {0 | (n−1)·↑ + *(m⊕1)}, down to ↑ + *m = {0 | *(m⊕1)}, but ↑* = {0,*|0}.
    let last = nimber ^ ((ups - 1) & 1);
    let last_birthday = if last == 1 { 2 } else { 1 + (last ^ 1) };
    ups - 1 + last_birthday
}
