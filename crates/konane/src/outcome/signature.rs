//! Hashes of parts and values that depend on nothing but what they are: not on an arena, a thread or a process.

use std::hash::{Hash, Hasher};

use banmen_cgt::{Arena, Value};
use rustc_hash::{FxHashMap, FxHasher};

use crate::bits::Bits;
use crate::normal::Key;
use crate::outcome::verdicts::Signature;

const FIRST_SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND_SEED: u64 = 0xd6e8_feb8_6659_fd93;

#[inline]
fn mix(x: u64, seed: u64) -> u64 {
    let mut z = (x ^ seed).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 29)).wrapping_mul(seed);
    z ^ (z >> 32)
}

/// The signature of a part in normal form.
#[inline]
pub fn of_part<B: Bits>(key: &Key<B>) -> Signature {
    let (a, b) = (key.black_or_open.folded(), key.white_or_open.folded());
    Signature { place: mix(mix(a, FIRST_SEED) ^ b, SECOND_SEED), tag: mix(mix(b, SECOND_SEED) ^ a, FIRST_SEED) }
}

fn of_hash(hash: u64) -> Signature {
    Signature { place: mix(hash, FIRST_SEED), tag: mix(hash, SECOND_SEED) }
}

/// The signatures of the values of one arena, each worked out once.
#[derive(Default)]
pub struct Signatures {
    known: FxHashMap<Value, Signature>,
}

impl Signatures {
    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(Value, Signature)>() + 1)
    }

    /// The signature of a value.
    #[inline]
    pub fn of_value(&mut self, arena: &mut Arena, value: Value) -> Signature {
        if value.is_packed() {
            // Such an id means the same in every arena.
            let mut hasher = FxHasher::default();
            value.hash(&mut hasher);
            return of_hash(hasher.finish());
        }
        match self.known.get(&value) {
            Some(&signature) => signature,
            None => self.of_options(arena, value),
        }
    }

    /// By the signatures of the options of the canonical form, in any order.
    fn of_options(&mut self, arena: &mut Arena, value: Value) -> Signature {
        let signature = if let Some(parts) = arena.to_number_up_star(value) {
            let mut hasher = FxHasher::default();
            parts.hash(&mut hasher);
            of_hash(!hasher.finish())
        } else {
            let mut sides = [Signature::default(); 2];
            for (side, options) in sides.iter_mut().zip([arena.left_options(value), arena.right_options(value)]) {
                for option in options {
                    let Signature { place, tag } = self.of_value(arena, option);
                    side.place = side.place.wrapping_add(mix(place, SECOND_SEED));
                    side.tag = side.tag.wrapping_add(mix(tag, FIRST_SEED));
                }
            }
            let [left, right] = sides;
            Signature {
                place: mix(mix(left.place, FIRST_SEED) ^ right.place.rotate_left(17), SECOND_SEED),
                tag: mix(mix(left.tag, SECOND_SEED) ^ right.tag.rotate_left(17), FIRST_SEED),
            }
        };
        self.known.insert(value, signature);
        signature
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_depend_on_the_value_alone() {
        let texts =
            ["{3|^||-1}", "70000*", "{70000|{1|0},*40}", "{3|^||-1}+{1|0}", "0", "*", "{1|{0|-1}}", "{{1|0}|-1}"];
        let mut found = Vec::new();
        for order in [[0, 1, 2, 3, 4, 5, 6, 7], [7, 3, 6, 5, 1, 0, 2, 4]] {
            let (mut arena, mut signatures) = (Arena::new(), Signatures::default());
            let mut of = order.map(|index| {
                let value = arena.value(texts[index]).expect("a game");
                (index, signatures.of_value(&mut arena, value))
            });
            of.sort_by_key(|&(index, _)| index);
            found.push(of);
        }
        assert_eq!(found[0], found[1]);
        for (index, one) in found[0].iter().enumerate() {
            assert!(found[0][..index].iter().all(|other| other.1 != one.1), "{}", texts[index]);
        }
    }
}
