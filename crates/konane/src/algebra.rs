//! What positions are mapped to: values, or the structures of game strings.

use std::fmt::Debug;

use banmen_cgt::{Arena, Exhausted, Value};

/// Things that are made from options, added and negated, each as a small id: values and structures.
pub trait Algebra: Send {
    /// A small id: equal ids are equal things.
    type Id: Copy + Ord + Debug + Send + Sync;

    /// The id of a position without moves.
    const ZERO: Self::Id;

    /// The id of `{left | right}`. The lists may be reordered.
    fn make(&mut self, left: &mut [Self::Id], right: &mut [Self::Id]) -> Result<Self::Id, Exhausted>;

    /// The id of a sum.
    fn sum(&mut self, a: Self::Id, b: Self::Id) -> Result<Self::Id, Exhausted>;

    /// The id of the negative.
    fn negative(&mut self, a: Self::Id) -> Self::Id;

    /// Allows this many steps before the next operation gives up. What was found until then is remembered, so that trying
    /// again gets further.
    fn allow(&mut self, steps: u64);

    /// How many things there are.
    fn count(&self) -> usize;

    /// The bytes in use.
    fn bytes(&self) -> usize;
}

impl Algebra for Arena {
    type Id = Value;

    const ZERO: Value = Value::ZERO;

    fn make(&mut self, left: &mut [Value], right: &mut [Value]) -> Result<Value, Exhausted> {
        self.try_from_options(distinct(left), distinct(right))
    }

    fn sum(&mut self, a: Value, b: Value) -> Result<Value, Exhausted> {
        self.try_add(a, b)
    }

    fn negative(&mut self, a: Value) -> Value {
        self.negate(a)
    }

    fn allow(&mut self, steps: u64) {
        self.set_work_limit(steps);
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.memory_bytes()
    }
}

/// Sorts a list and gives what is different in it.
pub fn distinct<T: Copy + Ord>(list: &mut [T]) -> &[T] {
    list.sort_unstable();
    let mut count = 0;
    for i in 0..list.len() {
        if count == 0 || list[count - 1] != list[i] {
            list[count] = list[i];
            count += 1;
        }
    }
    &list[..count]
}
