//! Sums, multiples, quotients, braces and comparisons.

use super::Machine;
use super::operand::kind_problem;
use crate::dyadic::Dyadic;
use crate::language::code::Braces;
use crate::language::object::Object;
use crate::language::problem::Problem;
use crate::language::token::Relation;
use crate::language::{FINEST_EXPONENT, LARGEST_INFINITESIMAL, LARGEST_NUMBER, LONGEST_LIST};
use crate::value::Value;

impl Machine<'_, '_> {
    pub(super) fn negate(&mut self) -> Result<Object, Problem> {
        Ok(match self.pop() {
            Object::Position(position) => Object::Position(position.negative()),
            object => {
                let value = self.game_of(&object, "-")?;
                Object::Game(self.work(|arena| arena.try_negate(value))?)
            }
        })
    }

    pub(super) fn add(&mut self) -> Result<Object, Problem> {
        let (b, a) = (self.pop(), self.pop());
        match (&a, &b) {
            (Object::List(x), Object::List(y)) => self.list([x.items(), y.items()].concat()),
            (Object::Text(x), Object::Text(y)) => {
                self.spend(x.len() + y.len())?;
                if x.len() + y.len() > LONGEST_LIST {
                    return Err(Problem::ListSize);
                }
                self.text_object(format!("{x}{y}"))
            }
            _ => {
                let (x, y) = (self.game_of(&a, "+")?, self.game_of(&b, "+")?);
                self.game(|arena| arena.try_add(x, y))
            }
        }
    }

    pub(super) fn multiply(&mut self) -> Result<Object, Problem> {
        let b = self.pop_game("*")?;
        let a = self.pop_game("*")?;
        let [x, y] = [a, b].map(|v| self.session.arena.to_number(v));
        match (x.and_then(Dyadic::to_integer), y.and_then(Dyadic::to_integer)) {
            (Some(n), _) => self.times(n, b),
            (None, Some(n)) => self.times(n, a),
            (None, None) => match (x, y) {
                (Some(x), Some(y)) => {
                    let exponent = x.exponent() + y.exponent();
                    if exponent > FINEST_EXPONENT {
                        return Err(Problem::NumberRange);
                    }
                    self.number(Dyadic::new(x.numerator() * y.numerator(), exponent))
                }
                _ => Err(Problem::NotWhole),
            },
        }
    }

    pub(super) fn divide(&mut self) -> Result<Object, Problem> {
        let below = self.pop();
        let above = self.pop();
        let (x, y) = (self.number_of(&above, "/")?, self.number_of(&below, "/")?);
        if y == Dyadic::ZERO {
            return Err(Problem::NotDyadic(format!("{x}/0")));
        }
        // x/y is dyadic if the odd part of y's numerator divides that of x.
        let shift = y.numerator().trailing_zeros();
        let odd = y.numerator() >> shift;
        if x.numerator() % odd != 0 {
            return Err(Problem::NotDyadic(format!("{x}/({y})")));
        }
        let quotient = Dyadic::new(x.numerator() / odd, x.exponent() + shift);
        let scaled = Dyadic::new(quotient.numerator() << y.exponent(), quotient.exponent());
        self.number(scaled)
    }

    pub(crate) fn times(&mut self, n: i64, v: Value) -> Result<Object, Problem> {
        if i128::from(n).abs() > LARGEST_NUMBER {
            return Err(Problem::NumberRange);
        }
        if let Some(parts) = self.session.arena.to_number_up_star(v)
            && i64::from(parts.ups).saturating_mul(n).unsigned_abs() > u64::from(LARGEST_INFINITESIMAL)
        {
            return Err(Problem::InfinitesimalRange);
        }
        self.game(|arena| arena.try_multiple(n, v))
    }

    /// Takes the lists of a pair of braces from the stack, binds the weakest bars first, and is left with one game.
    pub(super) fn braces(&mut self, braces: &Braces) -> Result<Object, Problem> {
        let mut lists: Vec<Vec<Value>> = Vec::with_capacity(braces.lists.len());
        for &len in braces.lists.iter().rev() {
            lists.push(self.pop_options(len as usize)?);
        }
        let mut next = || lists.pop().unwrap_or_default();
        let mut open: Vec<(Vec<Value>, u8)> = Vec::new();
        let mut current = next();
        for &bar in &braces.bars {
            while let Some((_, before)) = open.last()
                && *before < bar
            {
                let (left, _) = open.pop().expect("it was just seen");
                current = vec![self.made(&left, &current)?];
            }
            open.push((current, bar));
            current = next();
        }
        while let Some((left, _)) = open.pop() {
            current = vec![self.made(&left, &current)?];
        }
        Ok(Object::Game(current[0]))
    }

    /// The game with these options.
    pub(crate) fn made(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Problem> {
        let v = self.work(|arena| arena.try_from_options(left, right))?;
        self.check(v)?;
        Ok(v)
    }

    pub(super) fn relation(&mut self, relation: Relation) -> Result<Object, Problem> {
        let (b, a) = (self.pop(), self.pop());
        let games = |object: &Object| matches!(object, Object::Game(_) | Object::Position(_));
        if !(games(&a) && games(&b)) {
            let equal = match relation {
                Relation::Equal => true,
                Relation::Different => false,
                _ => return Err(kind_problem("a comparison", "games", if games(&a) { &b } else { &a })),
            };
            return Ok(Object::Truth(self.same(&a, &b)? == equal));
        }
        let (g, h) = (self.game_of(&a, "a comparison")?, self.game_of(&b, "a comparison")?);
        let at_most = self.work(|arena| arena.try_less_or_equal(g, h))?;
        let at_least = self.work(|arena| arena.try_less_or_equal(h, g))?;
        Ok(Object::Truth(match relation {
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

    /// Whether two things are the same: games by value, lists element by element. Lists are not deep.
    pub(crate) fn same(&mut self, a: &Object, b: &Object) -> Result<bool, Problem> {
        self.spend(1)?;
        Ok(match (a, b) {
            (Object::Nothing, Object::Nothing) => true,
            (Object::Truth(x), Object::Truth(y)) => x == y,
            (Object::Text(x), Object::Text(y)) => x == y,
            (Object::List(x), Object::List(y)) => {
                if x.items().len() != y.items().len() {
                    return Ok(false);
                }
                for (p, q) in x.items().iter().zip(y.items()) {
                    if !self.same(p, q)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Object::Thermograph(x), Object::Thermograph(y)) => x == y,
            (Object::Game(_) | Object::Position(_), Object::Game(_) | Object::Position(_)) => {
                self.game_of(a, "=")? == self.game_of(b, "=")?
            }
            _ => false,
        })
    }
}
