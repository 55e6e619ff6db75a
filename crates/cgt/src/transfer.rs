//! Values from one arena to another.

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::options::Side;
use crate::value::Value;

impl Arena {
    /// The ids in this arena of values that belong to another one. Canonical forms are copied as they are, so that
    /// this takes time in proportion to what is new.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Notation};
    /// let (mut here, mut there) = (Arena::new(), Arena::new());
    /// let v = there.value("{3|^||-1}").unwrap();
    /// let copied = here.import(&there, &[v]);
    /// assert_eq!(here.name(copied[0], Notation::Ascii), there.name(v, Notation::Ascii));
    /// ```
    pub fn import(&mut self, other: &Self, values: &[Value]) -> Vec<Value> {
        let mut known: FxHashMap<Value, Value> = FxHashMap::default();
        for &v in values {
            for node in other.nodes_below_unless(v, |node| known.contains_key(&node)) {
                let [left, right] = [Side::Left, Side::Right].map(|side| {
                    let options = other.node_options(node, side).iter();
                    let mut options: Vec<Value> = options.map(|&o| self.counterpart(other, o, &known)).collect();
                    options.sort_unstable();
                    options
                });
                known.insert(node, self.intern(&left, &right));
            }
        }
        values.iter().map(|&v| self.counterpart(other, v, &known)).collect()
    }

    fn counterpart(&mut self, other: &Self, v: Value, known: &FxHashMap<Value, Value>) -> Value {
        if v.is_packed() {
            return v;
        }
        match other.to_number_up_star(v) {
            Some(parts) => self.number_up_star(parts),
            None => known[&v],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imported_values_are_the_same_values() {
        let (mut here, mut there) = (Arena::new(), Arena::new());
        let texts = ["{3|^||-1}", "70000*", "{70000|{1|0},*40}", "{3|^||-1}+{1|0}", "0", "-(3.{1|1/2})"];
        let ours: Vec<Value> = texts.iter().map(|text| here.value(text).unwrap()).collect();
        let theirs: Vec<Value> = texts.iter().rev().map(|text| there.value(text).unwrap()).collect();
        let copied = here.import(&there, &theirs);
        assert!(copied.iter().eq(ours.iter().rev()));
        fn movable<T: Send + Sync + Clone>(_: &T) {}
        movable(&here);
    }
}
