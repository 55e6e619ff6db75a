//! How values are written.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::options::Side;
use crate::value::{NumberUpStar, Value};

/// A way to write values.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// `{1^*|-1/2}`, `+-2`, `v3*2`, `Tiny(1)`: as CGSuite reads and writes it.
    #[default]
    Ascii,
    /// `{1↑∗|−1/2}`, `±2`, `↓3∗2`, `⧾1`.
    Unicode,
    /// `\left\{1\uparrow{*}\middle|-\frac{1}{2}\right\}`, for mathematics mode.
    Latex,
}

/// How the name of a node is made from names of other values.
#[derive(Copy, Clone)]
enum Shape {
    /// `{…|…}`
    Braces,
    /// `±x`, where `x` is Left's only option and Right's is its negative.
    Switch(Value),
    /// `{0||0|−x}` for a number `x`.
    Tiny(Dyadic),
    /// `{x|0||0}` for a number `x`.
    Miny(Dyadic),
}

/// The options of every node below some value, in the order in which they are written.
///
/// Numbers plus ups plus nimbers come first, by number, then ups, then nimber; after them the other games, by
/// birthday, then as lists of options in this same order, Left's before Right's. So the order depends on the
/// values alone.
pub(crate) struct WrittenOrder {
    lists: FxHashMap<Value, [Vec<Value>; 2]>,
    /// All nodes, options before the games that have them.
    pub(crate) nodes: Vec<Value>,
}

impl WrittenOrder {
    pub(crate) fn below(arena: &Arena, v: Value) -> Self {
        let mut order = Self { lists: FxHashMap::default(), nodes: Vec::new() };
        order.learn(arena, v);
        order.list_nodes(v);
        order
    }

    /// Puts the options of everything below a value in order.
    fn learn(&mut self, arena: &Arena, v: Value) {
        let order = self;
        for node in arena.nodes_below_unless(v, |node| order.lists.contains_key(&node)) {
            let mut lists = [Side::Left, Side::Right].map(|side| arena.node_options(node, side).to_vec());
            for list in &mut lists {
                list.sort_by(|&a, &b| order.compare(arena, a, b));
            }
            order.lists.insert(node, lists);
        }
    }

    /// Lists the nodes in an order that depends on the written order alone, not on the ids.
    fn list_nodes(&mut self, v: Value) {
        let mut done = FxHashSet::default();
        let mut pending = vec![v];
        while let Some(&top) = pending.last() {
            if !top.is_node() || done.contains(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let options = self.lists[&top].iter().flatten().rev().copied();
            pending.extend(options.filter(|o| o.is_node() && !done.contains(o)));
            if pending.len() == before {
                done.insert(top);
                self.nodes.push(top);
                pending.pop();
            }
        }
    }

    pub(crate) fn options(&self, node: Value) -> &[Vec<Value>; 2] {
        &self.lists[&node]
    }

    fn compare(&self, arena: &Arena, a: Value, b: Value) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        match (arena.to_number_up_star(a), arena.to_number_up_star(b)) {
            (Some(x), Some(y)) => (x.number, x.ups, x.nimber).cmp(&(y.number, y.ups, y.nimber)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => arena.birthday(a).cmp(&arena.birthday(b)).then_with(|| {
                let ([a_left, a_right], [b_left, b_right]) = (self.options(a), self.options(b));
                let lists = |x: &[Value], y: &[Value]| {
                    let differs = x.iter().zip(y).find(|(p, q)| p != q);
                    differs.map_or_else(|| x.len().cmp(&y.len()), |(&p, &q)| self.compare(arena, p, q))
                };
                lists(a_left, b_left).then_with(|| lists(a_right, b_right))
            }),
        }
    }
}

impl Arena {
    /// Values in the order in which they are written: numbers plus ups plus nimbers first, then by birthday.
    pub fn in_written_order(&self, values: &[Value]) -> Vec<Value> {
        let mut order = WrittenOrder { lists: FxHashMap::default(), nodes: Vec::new() };
        for &v in values {
            order.learn(self, v);
        }
        let mut values = values.to_vec();
        values.sort_by(|&a, &b| order.compare(self, a, b));
        values
    }

    /// Every node of the canonical form of `v`, options before the games that have them, without recursion.
    pub(crate) fn nodes_below(&self, v: Value) -> Vec<Value> {
        self.nodes_below_unless(v, |_| false)
    }

    /// The same without the nodes that are known, and what is below these only.
    pub(crate) fn nodes_below_unless(&self, v: Value, known: impl Fn(Value) -> bool) -> Vec<Value> {
        let mut done = FxHashSet::default();
        let mut found = Vec::new();
        let mut pending = vec![v];
        while let Some(&top) = pending.last() {
            if !top.is_node() || done.contains(&top) || known(top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            for side in [Side::Left, Side::Right] {
                let options = self.node_options(top, side).iter().copied();
                pending.extend(options.filter(|o| o.is_node() && !done.contains(o) && !known(*o)));
            }
            if pending.len() == before {
                done.insert(top);
                found.push(top);
                pending.pop();
            }
        }
        found
    }

    fn shape(&mut self, node: Value) -> Shape {
        let (&[left], &[right]) = (self.node_options(node, Side::Left), self.node_options(node, Side::Right)) else {
            return Shape::Braces;
        };
        if left == Value::ZERO
            && right.is_node()
            && let (&[zero], &[low]) = (self.node_options(right, Side::Left), self.node_options(right, Side::Right))
            && zero == Value::ZERO
            && let Some(number) = self.to_number(low)
        {
            return Shape::Tiny(-number);
        }
        if right == Value::ZERO
            && left.is_node()
            && let (&[high], &[zero]) = (self.node_options(left, Side::Left), self.node_options(left, Side::Right))
            && zero == Value::ZERO
            && let Some(number) = self.to_number(high)
        {
            return Shape::Miny(number);
        }
        if self.negate(left) == right { Shape::Switch(left) } else { Shape::Braces }
    }

    /// The name of a value. Names of large forms can be astronomically long: ask [`name_length`](Self::name_length)
    /// first, or use [`name_within`](Self::name_within).
    ///
    /// ```
    /// use banmen_cgt::{Arena, Notation, Value};
    /// let mut arena = Arena::new();
    /// let two = arena.integer(2);
    /// let g = arena.from_options(&[two, Value::STAR], &[Value::UP]);
    /// assert_eq!(arena.name(g, Notation::Ascii), "{2|^}");
    /// assert_eq!(arena.name(g, Notation::Unicode), "{2|↑}");
    /// ```
    pub fn name(&mut self, v: Value, notation: Notation) -> String {
        let mut name = String::new();
        self.write_name(v, notation, &mut name).expect("a string takes everything");
        name
    }

    /// The name of a value, if its ASCII name has at most this many characters.
    pub fn name_within(&mut self, v: Value, notation: Notation, length: u128) -> Option<String> {
        (self.name_length(v) <= length).then(|| self.name(v, notation))
    }

    /// Writes the name of a value piece by piece, so that it need not be held in memory.
    pub fn write_name(&mut self, v: Value, notation: Notation, out: &mut impl Write) -> fmt::Result {
        enum Piece {
            Value(Value),
            Text(&'static str),
        }
        let order = WrittenOrder::below(self, v);
        let words = notation.words();
        let mut pending = vec![Piece::Value(v)];
        while let Some(piece) = pending.pop() {
            let v = match piece {
                Piece::Text(text) => {
                    out.write_str(text)?;
                    continue;
                }
                Piece::Value(v) => v,
            };
            if let Some(parts) = self.to_number_up_star(v) {
                notation.write_number_up_star(parts, out)?;
                continue;
            }
            match self.shape(v) {
                Shape::Tiny(x) => notation.write_tiny(words.tiny, x, out)?,
                Shape::Miny(x) => notation.write_tiny(words.miny, x, out)?,
                Shape::Switch(x) => {
                    out.write_str(words.plus_minus)?;
                    // ±(1↑) needs its brackets, as ±1↑ might be read as ±1 + ↑.
                    if !x.is_node() && !self.is_number(x) {
                        out.write_str("(")?;
                        pending.push(Piece::Text(")"));
                    }
                    pending.push(Piece::Value(x));
                }
                Shape::Braces => {
                    out.write_str(words.open)?;
                    pending.push(Piece::Text(words.close));
                    let [left, right] = order.options(v);
                    for (list, after) in [(right, None), (left, Some(words.bar))] {
                        pending.extend(after.map(Piece::Text));
                        for (i, &option) in list.iter().enumerate().rev() {
                            pending.push(Piece::Value(option));
                            if i > 0 {
                                pending.push(Piece::Text(words.comma));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The number of characters of a value's ASCII name, without making it; `u128::MAX` if it is more than that.
    pub fn name_length(&mut self, v: Value) -> u128 {
        let mut lengths: FxHashMap<Value, u128> = FxHashMap::default();
        for node in self.nodes_below(v) {
            let length = match self.shape(node) {
                Shape::Tiny(x) | Shape::Miny(x) => "Tiny()".len() as u128 + x.to_string().len() as u128,
                Shape::Switch(x) => {
                    let brackets = if x.is_node() || self.is_number(x) { 0 } else { 2 };
                    self.length_of(x, &lengths).saturating_add(2 + brackets)
                }
                Shape::Braces => {
                    let mut length: u128 = 3;
                    for side in [Side::Left, Side::Right] {
                        let options = self.node_options(node, side);
                        length = length.saturating_add(options.len().saturating_sub(1) as u128);
                        for &option in options {
                            length = length.saturating_add(self.length_of(option, &lengths));
                        }
                    }
                    length
                }
            };
            lengths.insert(node, length);
        }
        self.length_of(v, &lengths)
    }

    fn length_of(&self, v: Value, lengths: &FxHashMap<Value, u128>) -> u128 {
        match self.to_number_up_star(v) {
            None => lengths[&v],
            Some(parts) => {
                let mut name = String::new();
                Notation::Ascii.write_number_up_star(parts, &mut name).expect("a string takes everything");
                name.len() as u128
            }
        }
    }
}

/// The fixed parts of names.
struct Words {
    open: &'static str,
    bar: &'static str,
    close: &'static str,
    comma: &'static str,
    plus_minus: &'static str,
    tiny: &'static str,
    miny: &'static str,
}

impl Notation {
    const fn words(self) -> Words {
        match self {
            Self::Ascii => {
                Words { open: "{", bar: "|", close: "}", comma: ",", plus_minus: "+-", tiny: "Tiny", miny: "Miny" }
            }
            Self::Unicode => {
                Words { open: "{", bar: "|", close: "}", comma: ",", plus_minus: "±", tiny: "⧾", miny: "⧿" }
            }
            Self::Latex => Words {
                open: "\\left\\{",
                bar: "\\middle|",
                close: "\\right\\}",
                comma: ",",
                plus_minus: "\\pm ",
                tiny: "\\mathord{+}",
                miny: "\\mathord{-}",
            },
        }
    }

    fn write_tiny(self, word: &str, x: Dyadic, out: &mut impl Write) -> fmt::Result {
        out.write_str(word)?;
        match self {
            Self::Ascii => write!(out, "({x})"),
            Self::Unicode => self.write_number(x, out),
            Self::Latex => write!(out, "_{{{x}}}"),
        }
    }

    fn write_number(self, x: Dyadic, out: &mut impl Write) -> fmt::Result {
        match self {
            Self::Unicode if x.signum() < 0 => write!(out, "−{}", -x),
            Self::Latex if !x.is_integer() => {
                let sign = if x.signum() < 0 { "-" } else { "" };
                write!(out, "{sign}\\frac{{{}}}{{{}}}", x.abs().numerator(), 1i128 << x.exponent())
            }
            _ => write!(out, "{x}"),
        }
    }

    /// Writes a number plus ups plus a nimber.
    pub fn write_number_up_star(self, parts: NumberUpStar, out: &mut impl Write) -> fmt::Result {
        let NumberUpStar { number, ups, nimber } = parts;
        if number != Dyadic::ZERO || parts.is_number() {
            self.write_number(number, out)?;
        }
        if ups != 0 {
            let count = ups.unsigned_abs();
            let (single, double) = match (self, ups > 0) {
                (Self::Ascii, true) => ("^", "^^"),
                (Self::Ascii, false) => ("v", "vv"),
                (Self::Unicode, true) => ("↑", "⇑"),
                (Self::Unicode, false) => ("↓", "⇓"),
                (Self::Latex, true) => ("{\\uparrow}", "{\\Uparrow}"),
                (Self::Latex, false) => ("{\\downarrow}", "{\\Downarrow}"),
            };
            match count {
                1 => out.write_str(single)?,
                2 => out.write_str(double)?,
                _ if self == Self::Latex => {
                    out.write_str(if number == Dyadic::ZERO { "" } else { "+" })?;
                    write!(out, "{count}{{\\cdot}}{single}")?;
                    out.write_str(if nimber == 0 { "" } else { "+" })?;
                }
                _ => write!(out, "{single}{count}")?,
            }
        }
        if nimber != 0 {
            out.write_str(match self {
                Self::Ascii => "*",
                Self::Unicode => "∗",
                Self::Latex => "{*}",
            })?;
            if nimber > 1 {
                write!(out, "{nimber}")?;
            }
        }
        Ok(())
    }
}
