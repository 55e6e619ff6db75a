use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Event, Game, MAX_EVENTS, RECORD_FORMAT, Record, Replay, ReplayError, SET_UP, Seat, Square};

/// The most nodes of a study that are read.
pub const MAX_NODES: usize = 1_000_000;

/// The longest remark on a position, in characters.
pub const LONGEST_COMMENT: usize = 20_000;

/// The most signs, and the most arrows, on one position.
pub const MOST_SIGNS: usize = 1000;

/// The longest label on a place, in characters.
pub const LONGEST_LABEL: usize = 16;

/// The tag of a record that is the start's comment in a study.
const COMMENT: &str = "comment";

/// A game with its variations: what may happen, what was said about it, and what was drawn on the board.
///
/// The nodes are a flat list, so that a deep tree needs no recursion. The first one is the start; every other one has an
/// event and comes after an earlier node. Of several nodes after the same one, the first belongs to the main line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Version of this form, [`RECORD_FORMAT`].
    pub format: u32,
    /// The game's name in the catalogue, such as `gomoku`.
    pub game: String,
    /// The game's rules, in its own form.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key: string]: unknown }"))]
    pub rules: Value,
    /// What happens before the study begins, where it begins from a position that was set up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub start: Vec<Event>,
    /// The start, and everything that follows from it.
    pub nodes: Vec<Node>,
    /// Names, dates and remarks, which change nothing: `first`, `second`, `date`, `event`, …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub tags: BTreeMap<String, String>,
}

/// A position of a study, by the event that leads to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The number of the node before, counted from 0; the one just before in the list unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub after: Option<u32>,
    /// What happened; nothing at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub event: Option<Event>,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub comment: String,
    /// What is drawn on places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub signs: Vec<Sign>,
    /// Arrows from place to place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub arrows: Vec<Arrow>,
}

/// Something that a reader drew on a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// Where.
    pub at: Square,
    /// What.
    pub kind: SignKind,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub label: Option<String>,
}

/// What may be drawn on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SignKind {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// A short text.
    Label,
}

/// An arrow that a reader drew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// Its tail.
    pub from: Square,
    /// Its head.
    pub to: Square,
}

impl Study {
    /// A study of this start, with nothing in it.
    pub fn new<G: Game>(game: &str, rules: &G::Rules) -> Study {
        Study::of(&Record::new::<G>(game, rules))
    }

    /// A record as a study without variations.
    pub fn of(record: &Record) -> Study {
        let mut tags = record.tags.clone();
        let first = Node { comment: tags.remove(COMMENT).unwrap_or_default(), ..Node::default() };
        tags.remove(SET_UP);
        let (start, events) = record.events.split_at(record.set_up());
        let moves = events.iter().map(|event| Node { event: Some(event.clone()), ..Node::default() });
        Study {
            format: record.format,
            game: record.game.clone(),
            rules: record.rules.clone(),
            start: start.to_vec(),
            nodes: std::iter::once(first).chain(moves).collect(),
            tags,
        }
    }

    /// The number of the node before; `None` for the start, and where the list is broken.
    pub fn parent(&self, number: usize) -> Option<usize> {
        let before = number.checked_sub(1)?;
        let after = self.nodes[number].after.map_or(before, |after| after as usize);
        (after < number).then_some(after)
    }

    /// The nodes after each node, in the order in which they are shown.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for number in 1..self.nodes.len() {
            if let Some(parent) = self.parent(number) {
                children[parent].push(number);
            }
        }
        children
    }

    /// The numbers of the nodes of the main line, the start first.
    pub fn main_line(&self) -> Vec<usize> {
        let children = self.children();
        let mut line = vec![0];
        let mut at = 0;
        while let Some(&next) = children.get(at).and_then(|after| after.first()) {
            line.push(next);
            at = next;
        }
        line
    }

    /// The main line as a record.
    pub fn record(&self) -> Record {
        let mut tags = self.tags.clone();
        if let Some(first) = self.nodes.first().filter(|first| !first.comment.is_empty()) {
            tags.insert(COMMENT.to_owned(), first.comment.clone());
        }
        if !self.start.is_empty() {
            tags.insert(SET_UP.to_owned(), self.start.len().to_string());
        }
        let line = self.main_line().into_iter().filter_map(|number| self.nodes.get(number)?.event.clone());
        Record {
            format: self.format,
            game: self.game.clone(),
            rules: self.rules.clone(),
            events: self.start.iter().cloned().chain(line).collect(),
            seal: None,
            tags,
        }
    }

    /// Whether there is more in it than a record can hold.
    pub fn is_annotated(&self) -> bool {
        let plain = |node: &Node| node.comment.is_empty() && node.signs.is_empty() && node.arrows.is_empty();
        !self.nodes.iter().all(plain) || self.children().iter().any(|after| after.len() > 1)
    }

    /// Plays every node; says which side decided each, neither for the start and for chance. `visit` sees every position.
    pub fn walk<G: Game>(
        &self,
        game: &str,
        visit: &mut dyn FnMut(usize, &Replay<G>),
    ) -> Result<Vec<Option<Seat>>, ReplayError> {
        if self.format != RECORD_FORMAT {
            return Err(ReplayError::Format { found: self.format });
        }
        if self.game != game {
            return Err(ReplayError::OtherGame { found: self.game.clone(), expected: game.to_owned() });
        }
        if self.nodes.len() > MAX_NODES {
            return Err(ReplayError::TooManyNodes { found: self.nodes.len() });
        }
        let wrong = |number: usize, why: String| ReplayError::Node { number, why };
        let rules =
            serde_json::from_value(self.rules.clone()).map_err(|error| ReplayError::Rules(error.to_string()))?;
        let mut start = Replay::<G>::start(&rules)?;
        if self.start.len() > MAX_EVENTS {
            return Err(ReplayError::TooLong { found: self.start.len() });
        }
        for (index, event) in self.start.iter().enumerate() {
            start.apply(event).map_err(|why| ReplayError::Event { number: index + 1, why })?;
        }
        match self.nodes.first() {
            None => return Err(wrong(0, "a study begins with a node for the start".to_owned())),
            Some(first) if first.event.is_some() || first.after.is_some() => {
                return Err(wrong(0, "nothing happens before the start".to_owned()));
            }
            Some(first) => first.check().map_err(|why| wrong(0, why))?,
        }
        // Every position is kept until its last child has been played.
        let mut waiting: Vec<usize> = self.children().iter().map(Vec::len).collect();
        let mut positions: Vec<Option<Box<Replay<G>>>> = vec![None; self.nodes.len()];
        let mut movers = vec![None; self.nodes.len()];
        visit(0, &start);
        positions[0] = Some(Box::new(start));
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            node.check().map_err(|why| wrong(number, why))?;
            let parent = self
                .parent(number)
                .ok_or_else(|| wrong(number, "it comes after a node that is not before it in the list".to_owned()))?;
            let event = node.event.as_ref().ok_or_else(|| wrong(number, "nothing happens there".to_owned()))?;
            waiting[parent] -= 1;
            let before = if waiting[parent] == 0 { positions[parent].take() } else { positions[parent].clone() };
            let mut replay = before.ok_or_else(|| wrong(number, "the node before it is missing".to_owned()))?;
            movers[number] = replay.side_of(event);
            replay.apply(event).map_err(|why| wrong(number, why))?;
            visit(number, &replay);
            positions[number] = (waiting[number] > 0).then_some(replay);
        }
        Ok(movers)
    }
}

impl Node {
    /// Whether what is said and drawn there has its measure, whatever the game.
    fn check(&self) -> Result<(), String> {
        if self.comment.chars().count() > LONGEST_COMMENT {
            return Err(format!("the comment has more than {LONGEST_COMMENT} characters"));
        }
        if self.signs.len() > MOST_SIGNS || self.arrows.len() > MOST_SIGNS {
            return Err(format!("more than {MOST_SIGNS} signs or arrows are drawn"));
        }
        let long = |sign: &Sign| sign.label.as_ref().is_some_and(|label| label.chars().count() > LONGEST_LABEL);
        if self.signs.iter().any(long) {
            return Err(format!("a label has more than {LONGEST_LABEL} characters"));
        }
        Ok(())
    }
}
