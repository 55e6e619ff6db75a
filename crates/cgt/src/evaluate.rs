//! What an expression is worth.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::arena::{Arena, Exhausted, Side};
use crate::dyadic::Dyadic;
use crate::expression::{Action, Braces, Expression, Function, ParseError, Relation, parse};
use crate::value::{NumberUpStar, Value};

/// What an expression comes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value of a game.
    Value(Value),
    /// Whether a comparison holds.
    Truth(bool),
}

/// How much work one evaluation may take.
///
/// Beside these, numbers end at `2^30` and at denominators of `2^30`, arrows and nimbers at 1000, and canonical
/// forms at a height of 60 above their numbers, arrows and nimbers: within these bounds everything else about the value can be
/// worked out exactly.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EvaluationLimits {
    /// How many comparisons and sums may be worked out.
    pub work: u64,
}

impl Default for EvaluationLimits {
    /// Two million steps: a few seconds.
    fn default() -> Self {
        Self { work: 2_000_000 }
    }
}

/// Why an expression has no value here, and which part of it has none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {}: {problem}", position + 1)]
pub struct EvaluationError {
    /// Where the part begins, in characters from the beginning, counted from 0.
    pub position: usize,
    /// What is wrong.
    pub problem: EvaluationProblem,
}

/// What is wrong with an expression that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationProblem {
    /// The work limit was reached.
    #[error("this takes more work than allowed")]
    Exhausted,
    /// A number is too large or too fine.
    #[error("numbers here end at 2^30, and at denominators of 2^30")]
    NumberRange,
    /// Too many arrows or too large a nimber.
    #[error("arrows and nimbers here end at {LARGEST_INFINITESIMAL}")]
    InfinitesimalRange,
    /// A canonical form that is too high.
    #[error("the canonical form is higher than {GREATEST_HEIGHT} moves")]
    Height,
    /// A number was needed.
    #[error("{0} needs a number here")]
    NotANumber(Function),
    /// A temperature below −1.
    #[error("games are cooled by at least -1")]
    BelowMinusOne,
    /// Only all-small games have an atomic weight.
    #[error("the game is not all small, so that it has no atomic weight")]
    NotAllSmall,
    /// A comparison where a value was needed.
    #[error("this is a comparison, not a game")]
    Comparison,
}

/// Why a text has no value: it cannot be read, or not be worked out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExpressionError {
    /// It cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// It cannot be worked out.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}

impl ExpressionError {
    /// Where the problem is, in characters from the beginning, counted from 0.
    pub fn position(&self) -> usize {
        match self {
            Self::Parse(error) => error.position,
            Self::Evaluation(error) => error.position,
        }
    }
}

const LARGEST_NUMBER: i128 = 1 << 30;
const FINEST_EXPONENT: u32 = 30;
const LARGEST_INFINITESIMAL: u32 = 1000;
const GREATEST_HEIGHT: u32 = 60;

/// The answer to an expression, with the default limits.
///
/// ```
/// use banmen_cgt::{Answer, Arena, evaluate, parse};
/// let mut arena = Arena::new();
/// let expression = parse("{1|-1} || 0").unwrap();
/// assert_eq!(evaluate(&expression, &mut arena), Ok(Answer::Truth(true)));
/// ```
pub fn evaluate(expression: &Expression, arena: &mut Arena) -> Result<Answer, EvaluationError> {
    evaluate_within(expression, arena, EvaluationLimits::default())
}

/// The answer to an expression.
pub fn evaluate_within(
    expression: &Expression,
    arena: &mut Arena,
    limits: EvaluationLimits,
) -> Result<Answer, EvaluationError> {
    let budget = arena.work_left();
    arena.set_work_limit(limits.work);
    let mut machine = Machine { arena, stack: Vec::new(), heights: FxHashMap::default() };
    let answer = machine.run(expression);
    arena.set_work_limit(budget);
    answer
}

impl Arena {
    /// The value of a text, with the default limits.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// assert_eq!(arena.value("^ + ^* + v2").unwrap(), Value::STAR);
    /// assert!(arena.value("1/3").unwrap_err().to_string().contains("power of two"));
    /// ```
    pub fn value(&mut self, text: &str) -> Result<Value, ExpressionError> {
        let expression = parse(text)?;
        match evaluate(&expression, self)? {
            Answer::Value(value) => Ok(value),
            Answer::Truth(_) => Err(EvaluationError { position: 0, problem: EvaluationProblem::Comparison }.into()),
        }
    }
}

struct Machine<'a> {
    arena: &'a mut Arena,
    stack: Vec<Value>,
    /// Heights of nodes that were found to be low enough.
    heights: FxHashMap<Value, u32>,
}

impl From<Exhausted> for EvaluationProblem {
    fn from(_: Exhausted) -> Self {
        Self::Exhausted
    }
}

impl Machine<'_> {
    fn run(&mut self, expression: &Expression) -> Result<Answer, EvaluationError> {
        for step in &expression.steps {
            let fail = |problem| EvaluationError { position: step.position, problem };
            let value = self.act(&step.action).map_err(fail)?;
            self.check(value).map_err(fail)?;
            self.stack.push(value);
        }
        let last = self.pop();
        let Some(relation) = expression.relation else { return Ok(Answer::Value(last)) };
        let first = self.pop();
        let fail = |_| EvaluationError { position: 0, problem: EvaluationProblem::Exhausted };
        let at_most = self.arena.try_less_or_equal(first, last).map_err(fail)?;
        let at_least = self.arena.try_less_or_equal(last, first).map_err(fail)?;
        Ok(Answer::Truth(match relation {
            Relation::Less => at_most && !at_least,
            Relation::Greater => at_least && !at_most,
            Relation::LessOrEqual => at_most,
            Relation::GreaterOrEqual => at_least,
            Relation::Equal => at_most && at_least,
            Relation::Different => !(at_most && at_least),
            Relation::Confused => !at_most && !at_least,
            Relation::LessOrConfused => !at_least,
            Relation::GreaterOrConfused => !at_most,
        }))
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().expect("the parser emits operands before what takes them")
    }

    fn act(&mut self, action: &Action) -> Result<Value, EvaluationProblem> {
        Ok(match *action {
            Action::Push(parts) => {
                check_parts(parts)?;
                self.arena.number_up_star(parts)
            }
            Action::Negate => {
                let v = self.pop();
                self.arena.negate(v)
            }
            Action::Add => {
                let (b, a) = (self.pop(), self.pop());
                self.arena.try_add(a, b)?
            }
            Action::Subtract => {
                let (b, a) = (self.pop(), self.pop());
                let minus = self.arena.negate(b);
                self.arena.try_add(a, minus)?
            }
            Action::OrdinalSum => {
                let (top, base) = (self.pop(), self.pop());
                self.arena.try_ordinal_sum(base, top)?
            }
            Action::Multiply(n) => {
                let v = self.pop();
                self.multiply(n, v)?
            }
            Action::PlusMinus(count) => {
                let left = self.stack.split_off(self.stack.len() - count);
                let right: Vec<Value> = left.iter().map(|&v| self.arena.negate(v)).collect();
                self.arena.try_from_options(&left, &right)?
            }
            Action::Braces(ref braces) => self.braces(braces)?,
            Action::Call(function, count) => {
                let arguments = self.stack.split_off(self.stack.len() - count);
                self.call(function, &arguments)?
            }
        })
    }

    fn multiply(&mut self, n: i64, v: Value) -> Result<Value, EvaluationProblem> {
        if i128::from(n).abs() > LARGEST_NUMBER {
            return Err(EvaluationProblem::NumberRange);
        }
        if let Some(parts) = self.arena.to_number_up_star(v)
            && i64::from(parts.ups).saturating_mul(n).unsigned_abs() > u64::from(LARGEST_INFINITESIMAL)
        {
            return Err(EvaluationProblem::InfinitesimalRange);
        }
        Ok(self.arena.try_multiple(n, v)?)
    }

    /// Takes the lists of a pair of braces from the stack, binds the weakest bars first, and is left with one game.
    fn braces(&mut self, braces: &Braces) -> Result<Value, EvaluationProblem> {
        let total: usize = braces.lists.iter().map(|&len| len as usize).sum();
        let mut options = self.stack.split_off(self.stack.len() - total).into_iter();
        let mut next = |len: u32| options.by_ref().take(len as usize).collect::<Vec<Value>>();
        let mut open: Vec<(Vec<Value>, u8)> = Vec::new();
        let mut current = next(braces.lists[0]);
        for (&bar, &len) in braces.bars.iter().zip(&braces.lists[1..]) {
            while let Some((_, before)) = open.last()
                && *before < bar
            {
                let (left, _) = open.pop().expect("it was just seen");
                current = vec![self.make(&left, &current)?];
            }
            open.push((current, bar));
            current = next(len);
        }
        while let Some((left, _)) = open.pop() {
            current = vec![self.make(&left, &current)?];
        }
        Ok(current[0])
    }

    fn make(&mut self, left: &[Value], right: &[Value]) -> Result<Value, EvaluationProblem> {
        let v = self.arena.try_from_options(left, right)?;
        self.check(v)?;
        Ok(v)
    }

    fn call(&mut self, function: Function, arguments: &[Value]) -> Result<Value, EvaluationProblem> {
        let v = arguments[0];
        let number =
            |arena: &Arena, i: usize| arena.to_number(arguments[i]).ok_or(EvaluationProblem::NotANumber(function));
        Ok(match function {
            Function::Tiny => {
                let minus = self.arena.negate(v);
                let threat = self.make(&[Value::ZERO], &[minus])?;
                self.make(&[Value::ZERO], &[threat])?
            }
            Function::Miny => {
                let threat = self.make(&[v], &[Value::ZERO])?;
                self.make(&[threat], &[Value::ZERO])?
            }
            Function::Cool => {
                let t = number(self.arena, 1)?;
                if t < Dyadic::integer(-1) {
                    return Err(EvaluationProblem::BelowMinusOne);
                }
                self.arena.try_cool(v, t)?
            }
            Function::Heat => {
                let t = number(self.arena, 1)?;
                self.arena.try_heat(v, t)?
            }
            Function::Overheat => self.arena.try_overheat(v, arguments[1], arguments[2])?,
            Function::Mean => {
                let mean = self.arena.mean(v);
                self.number(mean)?
            }
            Function::Temperature => {
                let temperature = self.arena.temperature(v);
                self.number(temperature)?
            }
            Function::LeftStop => {
                let stop = self.arena.left_stop(v);
                self.number(stop)?
            }
            Function::RightStop => {
                let stop = self.arena.right_stop(v);
                self.number(stop)?
            }
            Function::Birthday => {
                let birthday = self.arena.birthday(v);
                self.number(Dyadic::integer(i64::from(birthday)))?
            }
            Function::AtomicWeight => self.arena.try_atomic_weight(v)?.ok_or(EvaluationProblem::NotAllSmall)?,
        })
    }

    fn number(&mut self, number: Dyadic) -> Result<Value, EvaluationProblem> {
        check_parts(NumberUpStar::number(number))?;
        Ok(self.arena.number(number))
    }

    /// Whether a value is small enough that everything about it can be worked out.
    fn check(&mut self, v: Value) -> Result<(), EvaluationProblem> {
        if let Some(parts) = self.arena.to_number_up_star(v) {
            return check_parts(parts);
        }
        let mut pending = vec![v];
        while let Some(&top) = pending.last() {
            let mut height = 0;
            let before = pending.len();
            for side in [Side::Left, Side::Right] {
                for &option in self.arena.node_options(top, side) {
                    match self.arena.to_number_up_star(option) {
                        Some(parts) => check_parts(parts)?,
                        None => match self.heights.get(&option) {
                            Some(&below) => height = height.max(below),
                            None => pending.push(option),
                        },
                    }
                }
            }
            if pending.len() == before {
                if height + 1 > GREATEST_HEIGHT {
                    return Err(EvaluationProblem::Height);
                }
                self.heights.insert(top, height + 1);
                pending.pop();
            }
        }
        Ok(())
    }
}

fn check_parts(parts: NumberUpStar) -> Result<(), EvaluationProblem> {
    if parts.number.exponent() > FINEST_EXPONENT
        || parts.number.floor() >= LARGEST_NUMBER
        || parts.number.ceil() <= -LARGEST_NUMBER
    {
        return Err(EvaluationProblem::NumberRange);
    }
    if parts.ups.unsigned_abs() > LARGEST_INFINITESIMAL || parts.nimber > LARGEST_INFINITESIMAL {
        return Err(EvaluationProblem::InfinitesimalRange);
    }
    Ok(())
}
