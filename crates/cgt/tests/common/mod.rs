//! Games as plain trees, with the definitions of the textbook and nothing clever.

#![allow(dead_code, missing_docs)]

use std::collections::HashMap;
use std::rc::Rc;

use banmen_cgt::{Arena, Dyadic, Value};

/// A small deterministic generator (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// A game as a tree of options. Trees are numbered, and equal numbers are equal trees.
#[derive(Default)]
pub struct Forest {
    trees: Vec<Rc<(Vec<usize>, Vec<usize>)>>,
    known: HashMap<(Vec<usize>, Vec<usize>), usize>,
    less_or_equal: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
}

impl Forest {
    pub fn tree(&mut self, mut left: Vec<usize>, mut right: Vec<usize>) -> usize {
        left.sort_unstable();
        left.dedup();
        right.sort_unstable();
        right.dedup();
        if let Some(&tree) = self.known.get(&(left.clone(), right.clone())) {
            return tree;
        }
        let tree = self.trees.len();
        self.trees.push(Rc::new((left.clone(), right.clone())));
        self.known.insert((left, right), tree);
        tree
    }

    pub fn options(&self, tree: usize) -> Rc<(Vec<usize>, Vec<usize>)> {
        Rc::clone(&self.trees[tree])
    }

    /// `g ≤ h`: no left option of `g` is at least `h`, and no right option of `h` is at most `g`.
    pub fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&answer) = self.less_or_equal.get(&(g, h)) {
            return answer;
        }
        let (a, b) = (self.options(g), self.options(h));
        let answer = !a.0.iter().any(|&l| self.le(h, l)) && !b.1.iter().any(|&r| self.le(r, g));
        self.less_or_equal.insert((g, h), answer);
        answer
    }

    pub fn equal(&mut self, g: usize, h: usize) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    pub fn add(&mut self, g: usize, h: usize) -> usize {
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return sum;
        }
        let (a, b) = (self.options(g), self.options(h));
        let mut left: Vec<usize> = a.0.iter().map(|&l| self.add(l, h)).collect();
        left.extend(b.0.iter().map(|&l| self.add(g, l)));
        let mut right: Vec<usize> = a.1.iter().map(|&r| self.add(r, h)).collect();
        right.extend(b.1.iter().map(|&r| self.add(g, r)));
        let sum = self.tree(left, right);
        self.sums.insert((g, h), sum);
        sum
    }

    pub fn negate(&mut self, g: usize) -> usize {
        let options = self.options(g);
        let left = options.1.iter().map(|&o| self.negate(o)).collect();
        let right = options.0.iter().map(|&o| self.negate(o)).collect();
        self.tree(left, right)
    }

    /// The tree of an integer.
    pub fn integer(&mut self, n: i32) -> usize {
        match n {
            0 => self.tree(vec![], vec![]),
            1.. => {
                let less = self.integer(n - 1);
                self.tree(vec![less], vec![])
            }
            _ => {
                let more = self.integer(n + 1);
                self.tree(vec![], vec![more])
            }
        }
    }

    /// The value of a tree, from the leaves up.
    pub fn value(&self, arena: &mut Arena, tree: usize) -> Value {
        let options = self.options(tree);
        let left: Vec<Value> = options.0.iter().map(|&o| self.value(arena, o)).collect();
        let right: Vec<Value> = options.1.iter().map(|&o| self.value(arena, o)).collect();
        arena.from_options(&left, &right)
    }

    /// The canonical form of a value as a tree.
    pub fn of_value(&mut self, arena: &mut Arena, v: Value) -> usize {
        let left = arena.left_options(v).into_iter().map(|o| self.of_value(arena, o)).collect();
        let right = arena.right_options(v).into_iter().map(|o| self.of_value(arena, o)).collect();
        self.tree(left, right)
    }

    /// A random tree of at most this height, with integers of both signs among its leaves.
    pub fn random(&mut self, random: &mut Random, height: u32) -> usize {
        if height == 0 || random.below(6) == 0 {
            let n = random.below(7) as i32 - 3;
            return if random.below(3) == 0 { self.integer(n) } else { self.integer(0) };
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            for _ in 0..random.below(4).min(2 + random.below(2)) {
                side.push(self.random(random, height - 1));
            }
        }
        let [left, right] = sides;
        self.tree(left, right)
    }
}

/// A random value: a random tree brought to canonical form.
pub fn random_value(arena: &mut Arena, forest: &mut Forest, random: &mut Random, height: u32) -> Value {
    let tree = forest.random(random, height);
    forest.value(arena, tree)
}

pub fn dyadic(text: &str) -> Dyadic {
    text.parse().unwrap()
}
