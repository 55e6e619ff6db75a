//! A canonical form as a list of named sub-games.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::name::{Notation, WrittenOrder};
use crate::value::Value;

/// A canonical form written as a list: each different sub-game once, after everything that it needs.
///
/// A long name is often a small graph, since the same sub-games occur again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The sub-games that are not numbers plus ups plus nimbers, simplest first; the game itself is the last.
    /// Empty if the game itself is a number plus ups plus a nimber.
    pub sub_games: Vec<SubGame>,
    /// The name of the game: that of the last sub-game, or the short name of the value.
    pub name: String,
}

/// One named line of a [`Form`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubGame {
    /// The value.
    pub value: Value,
    /// The name given to it here, `G1`, `G2`, ….
    pub name: String,
    /// Left's options: names given before, or short names of numbers plus ups plus nimbers.
    pub left: Vec<String>,
    /// Right's options.
    pub right: Vec<String>,
}

impl fmt::Display for SubGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {{{}|{}}}", self.name, self.left.join(","), self.right.join(","))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sub_game in &self.sub_games {
            writeln!(f, "{sub_game}")?;
        }
        f.write_str(&self.name)
    }
}

impl Form {
    /// The list as an `align*` environment, if the names are those of [`Notation::Latex`].
    ///
    /// ```
    /// use banmen_cgt::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let v = arena.value("{{2|1}|0}").unwrap();
    /// let text = arena.form(v, Notation::Latex).latex();
    /// assert!(text.contains("G_{2} &= \\left\\{G_{1}\\middle|0\\right\\}"), "{text}");
    /// ```
    pub fn latex(&self) -> String {
        if self.sub_games.is_empty() {
            return self.name.clone();
        }
        let name = |name: &String| match name.strip_prefix('G') {
            Some(number) => format!("G_{{{number}}}"),
            None => name.clone(),
        };
        let lines: Vec<String> = self
            .sub_games
            .iter()
            .map(|game| {
                let [left, right] =
                    [&game.left, &game.right].map(|list| list.iter().map(name).collect::<Vec<_>>().join(","));
                format!("  {} &= \\left\\{{{left}\\middle|{right}\\right\\}}", name(&game.name))
            })
            .collect();
        format!("\\begin{{align*}}\n{}\n\\end{{align*}}", lines.join(" \\\\\n"))
    }
}

impl Arena {
    /// The canonical form of a value as a list of named sub-games.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let v = arena.value("{{3/2*|0}|{-2|-3}}").unwrap();
    /// assert_eq!(
    ///     arena.form(v, Notation::Ascii).to_string(),
    ///     "G1 = {3/2*|0}\nG2 = {-2|-3}\nG3 = {G1|G2}\nG3"
    /// );
    /// ```
    pub fn form(&mut self, v: Value, notation: Notation) -> Form {
        let order = WrittenOrder::below(self, v);
        let mut names: FxHashMap<Value, String> = FxHashMap::default();
        let mut sub_games = Vec::with_capacity(order.nodes.len());
        for (i, &node) in order.nodes.iter().enumerate() {
            let name = format!("G{}", i + 1);
            let [left, right] = order.options(node).clone().map(|list| {
                list.iter().map(|o| names.get(o).cloned().unwrap_or_else(|| self.name(*o, notation))).collect()
            });
            names.insert(node, name.clone());
            sub_games.push(SubGame { value: node, name, left, right });
        }
        let name = names.remove(&v).unwrap_or_else(|| self.name(v, notation));
        Form { sub_games, name }
    }

    /// How many different sub-games without a short name the canonical form has, itself included: the length of the list that
    /// [`form`](Self::form) makes. A number plus ups plus a nimber has a short name.
    pub fn subgame_count(&self, v: Value) -> usize {
        self.nodes_below(v).len()
    }

    /// Writes the canonical form as a graph in the DOT language.
    pub fn form_graph(&mut self, v: Value, out: &mut impl Write) -> fmt::Result {
        let form = self.form(v, Notation::Ascii);
        writeln!(out, "digraph form {{")?;
        for sub_game in &form.sub_games {
            for (options, style) in [(&sub_game.left, "solid"), (&sub_game.right, "dashed")] {
                for option in options {
                    writeln!(out, "  \"{}\" -> \"{option}\" [style={style}];", sub_game.name)?;
                }
            }
        }
        if form.sub_games.is_empty() {
            writeln!(out, "  \"{}\";", form.name)?;
        }
        writeln!(out, "}}")
    }
}
