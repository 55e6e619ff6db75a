//! What variables can hold.

use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::code::Prototype;
use super::function::Function;
use crate::arena::Arena;
use crate::name::Notation;
use crate::thermograph::Thermograph;
use crate::value::Value;

/// What an expression comes to.
///
/// Values belong to the [`Session`](super::Session)'s arena. More kinds may come, loopy games among them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Object {
    /// Nothing: what a loop comes to.
    Nothing,
    /// The value of a game.
    Game(Value),
    /// Whether something holds.
    Truth(bool),
    /// Text.
    Text(Rc<str>),
    /// A list.
    List(List),
    /// A function.
    Function(Callable),
    /// A position of some board game, which is worth a game.
    Position(Rc<dyn Position>),
    /// A thermograph.
    Thermograph(Rc<Thermograph>),
}

/// A list that knows how deep lists are nested in it.
#[derive(Clone, Debug)]
pub struct List {
    items: Rc<[Object]>,
    depth: u32,
}

impl List {
    pub(crate) fn new(items: Vec<Object>) -> List {
        let depth = 1 + items.iter().map(Object::depth).max().unwrap_or(0);
        List { items: items.into(), depth }
    }

    /// The elements.
    pub fn items(&self) -> &[Object] {
        &self.items
    }
}

/// The bytes of everything that can be reached from here, each thing once.
pub(crate) fn weight<'a>(objects: impl Iterator<Item = &'a Object>, lists: impl Iterator<Item = &'a List>) -> usize {
    let mut seen: FxHashSet<*const ()> = FxHashSet::default();
    let mut bytes = 0;
    let mut pending: Vec<&[Object]> = lists.map(List::items).collect();
    let mut look = |object: &'a Object, pending: &mut Vec<&'a [Object]>| match object {
        Object::Text(text) => bytes += if seen.insert(text.as_ptr().cast()) { text.len() } else { 0 },
        Object::Thermograph(thermograph) => bytes += thermograph.bytes(),
        Object::Position(_) => bytes += POSITION_BYTES,
        Object::List(list) => {
            if seen.insert(list.items.as_ptr().cast()) {
                bytes += size_of_val(list.items());
                pending.push(list.items());
            }
        }
        Object::Function(Callable(Called::Closure { captured, .. })) => {
            if seen.insert(captured.as_ptr().cast()) {
                bytes += size_of_val(&captured[..]);
                pending.push(captured);
            }
        }
        Object::Nothing | Object::Game(_) | Object::Truth(_) | Object::Function(_) => {}
    };
    for object in objects {
        look(object, &mut pending);
    }
    while let Some(items) = pending.pop() {
        for object in items {
            look(object, &mut pending);
        }
    }
    bytes
}

/// Something that can be called.
#[derive(Clone, Debug)]
pub struct Callable(pub(crate) Called);

#[derive(Clone, Debug)]
pub(crate) enum Called {
    BuiltIn(Function),
    Closure { prototype: Rc<Prototype>, captured: Rc<[Object]>, depth: u32 },
}

/// A position of a board game: the way in for games with a board, of which this crate knows none.
pub trait Position: fmt::Debug {
    /// The position as people write it.
    fn text(&self) -> String;

    /// What it is worth, as a value of the arena.
    fn value(&self, arena: &mut Arena) -> Result<Value, PositionProblem>;

    /// The positions after Left's moves, each once.
    fn left_options(&self) -> Vec<Rc<dyn Position>>;

    /// The positions after Right's moves.
    fn right_options(&self) -> Vec<Rc<dyn Position>>;

    /// The position with the players' roles exchanged.
    fn negative(&self) -> Rc<dyn Position>;

    /// The position as a TikZ picture, if it can be drawn.
    fn tikz(&self) -> Option<String> {
        None
    }
}

/// Why a position has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionProblem {
    /// It cannot be.
    Wrong(String),
    /// A limit was reached, or the work was stopped.
    Stopped(String),
}

/// A kind of positions, with the name of the function that makes them from their text: `Konane("BW.")`.
pub trait Positions {
    /// The name of the function.
    fn name(&self) -> &'static str;

    /// The position that a text stands for.
    fn read(&self, text: &str) -> Result<Rc<dyn Position>, PositionProblem>;
}

/// About what a position takes.
const POSITION_BYTES: usize = 256;
/// Elements of a list that are shown; the others are counted.
const SHOWN: usize = 1000;

impl Object {
    /// How deep lists and captured variables are nested.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Object::List(list) => list.depth,
            Object::Function(Callable(Called::Closure { depth, .. })) => *depth,
            _ => 0,
        }
    }

    /// What kind of thing it is, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Object::Nothing => "nothing",
            Object::Game(_) => "a game",
            Object::Truth(_) => "a truth value",
            Object::Text(_) => "a text",
            Object::List(_) => "a list",
            Object::Function(_) => "a function",
            Object::Position(_) => "a position",
            Object::Thermograph(_) => "a thermograph",
        }
    }

    /// How it is written. A game whose name is longer than `longest` is told by its length.
    pub fn show(&self, arena: &mut Arena, notation: Notation, longest: u128) -> String {
        match self {
            Object::Nothing => String::new(),
            Object::Game(value) => arena.name_within(*value, notation, longest).unwrap_or_else(|| {
                format!("(a game of {} characters; Form(g) lists its sub-games)", arena.name_length(*value))
            }),
            Object::Truth(truth) => truth.to_string(),
            Object::Text(text) => text.to_string(),
            Object::List(list) => {
                let mut items: Vec<String> =
                    list.items.iter().take(SHOWN).map(|item| item.show(arena, notation, longest)).collect();
                if list.items.len() > SHOWN {
                    items.push(format!("… ({} in all)", list.items.len()));
                }
                format!("[{}]", items.join(", "))
            }
            Object::Function(Callable(Called::BuiltIn(function))) => format!("the function {function}"),
            Object::Function(Callable(Called::Closure { prototype, .. })) => match &prototype.name {
                Some(name) => format!("the function {name}"),
                None => "a function".to_owned(),
            },
            Object::Position(position) => position.text(),
            Object::Thermograph(thermograph) => thermograph.sketch(60, 18),
        }
    }
}
