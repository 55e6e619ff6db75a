//! Short partizan games: canonical forms, values, thermographs; knows no board.

mod arena;
mod atomic;
mod cache;
mod canonical;
mod cooling;
mod drawing;
mod dyadic;
mod evaluate;
mod expression;
mod form;
mod name;
mod order;
mod scanner;
mod standing;
mod stop;
mod sum;
mod thermograph;
mod value;

pub use arena::{Arena, Exhausted};
pub use drawing::Drawing;
pub use dyadic::{Dyadic, DyadicError};
pub use evaluate::{
    Answer, EvaluationError, EvaluationLimits, EvaluationProblem, ExpressionError, evaluate, evaluate_within,
};
pub use expression::{Expression, Function, MAX_DEPTH, MAX_LENGTH, ParseError, Problem, Relation, parse};
pub use form::{Form, SubGame};
pub use name::Notation;
pub use order::Outcome;
pub use standing::Standing;
pub use thermograph::{Corner, Thermograph};
pub use value::{NumberUpStar, Value};
