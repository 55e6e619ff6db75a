//! Short partizan games: canonical forms, values, thermographs; knows no board.
//!
//! Two players, Left and Right, move in turn, and who cannot move loses. A game is what each of them can move to,
//! written `{left options|right options}`. This crate finds what such a game is *worth*: its canonical form, kept once
//! in an [`Arena`], so that two games are equal exactly if their [`Value`]s are the same id.
//!
//! ```
//! use banmen_cgt::{Arena, Notation, Outcome, Value};
//!
//! let mut arena = Arena::new();
//!
//! // From options, as a program that knows a board would do it:
//! let one = arena.from_options(&[Value::ZERO], &[]);
//! let switch = arena.from_options(&[one], &[Value::ZERO, Value::UP]);
//! assert_eq!(arena.outcome(switch), Outcome::N);
//!
//! // From text, as a person writes it:
//! let hot = arena.value("{3/2*|0||-2|-3}").unwrap();
//! let sum = arena.add(hot, switch);
//! assert_eq!(arena.subtract(sum, hot), switch);
//! assert_eq!(arena.name(hot, Notation::Ascii), "{{3/2*|0}|{-2|-3}}");
//! assert_eq!(arena.temperature(hot).to_string(), "13/8");
//! ```
//!
//! # What there is
//! - [`Arena::from_options`], [`add`](Arena::add), [`negate`](Arena::negate), [`compare`](Arena::compare),
//!   [`outcome`](Arena::outcome), [`ordinal_sum`](Arena::ordinal_sum);
//! - [`left_stop`](Arena::left_stop), [`mean`](Arena::mean), [`temperature`](Arena::temperature),
//!   [`thermograph`](Arena::thermograph) with a [`Drawing`], [`cool`](Arena::cool), [`heat`](Arena::heat);
//! - [`birthday`](Arena::birthday), [`atomic_weight`](Arena::atomic_weight), [`standings`](Arena::standings) of options;
//! - [`reduced_form`](Arena::reduced_form), [`norton_product`](Arena::norton_product), incentives, powers of ups,
//!   [remote stars](Arena::remote_star), [`nim_product`];
//! - [`name`](Arena::name) in ASCII, Unicode and LaTeX, and [`form`](Arena::form), a list of named sub-games, where a name would be
//!   too long;
//! - a [`Session`] for texts in a small language with variables, functions, lists and loops, and [`Positions`] as the way in for
//!   games that are played on a board.
//!
//! # How it works
//! Numbers, and numbers plus a multiple of up plus a nimber, are written into the id itself and added and compared by
//! formulas. Every other value is a node with sorted lists of canonical options. A node keeps its two stops together with who is to
//! move when they are reached; these alone decide whether a game is a number, every comparison with a number, and most other comparisons.
//! The rest is remembered in tables that forget when they are full, so that memory stays within
//! [`set_memory_limit`](Arena::set_memory_limit) as far as the values themselves allow.
//!
//! Functions whose names begin with `try_` stop when [`set_work_limit`](Arena::set_work_limit) is reached; the others never stop.
//! One arena belongs to one thread at a time.

mod arena;
mod atomic;
mod cache;
mod canonical;
mod cooling;
mod drawing;
mod dyadic;
mod form;
mod language;
mod name;
mod norton;
mod options;
mod order;
mod reduced;
mod sketch;
mod standing;
mod stop;
mod sum;
mod summary;
mod thermograph;
mod transfer;
mod value;

pub use arena::{Arena, Exhausted};
pub use drawing::Drawing;
pub use dyadic::{Dyadic, DyadicError, MAX_EXPONENT};
pub use form::{Form, SubGame};
pub use language::{
    Callable, Function, Interruption, List, MAX_DEPTH, MAX_LENGTH, Object, Place, Position, PositionProblem, Positions,
    Problem, Relation, ScriptError, Session, SessionLimits, is_unfinished,
};
pub use name::Notation;
pub use norton::nim_product;
pub use order::Outcome;
pub use standing::Standing;
pub use summary::Summary;
pub use thermograph::{Corner, Thermograph};
pub use value::{NumberUpStar, Value};
