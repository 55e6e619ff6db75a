//! What the built-in functions do.

use std::cmp::Ordering;
use std::rc::Rc;

use super::function::Function;
use super::machine::{Machine, kind_problem, out_of_memory};
use super::object::{Object, Position};
use super::problem::Problem;
use super::{GREATEST_HEIGHT, LARGEST_INFINITESIMAL, LONGEST_LIST};
use crate::arena::{Arena, Exhausted};
use crate::drawing::Drawing;
use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::name::Notation;
use crate::norton::nim_product;
use crate::value::Value;

/// About what a line of a form takes while it is written.
const SUB_GAME_BYTES: usize = 1 << 10;
/// Names up to this length are written into texts.
const LONGEST_NAME: u128 = 100_000;

impl Machine<'_, '_> {
    /// What a built-in function answers. The number of arguments is right.
    pub(crate) fn call_built_in(&mut self, function: Function, arguments: Vec<Object>) -> Result<Object, Problem> {
        let what = function.name();
        let first = arguments.first().cloned().unwrap_or(Object::Nothing);
        match function {
            Function::Print => {
                let texts: Vec<String> = arguments.iter().map(|object| self.text(object)).collect();
                self.show(Object::Text(texts.join(" ").into()));
                Ok(Object::Nothing)
            }
            Function::Text => {
                let text = self.text(&first);
                self.text_object(text)
            }
            Function::Length => self.length(&first),
            Function::Range => self.range(&arguments),
            Function::Map => {
                let items = self.items(&first, what)?;
                let bytes = 2 * items.len() * size_of::<Object>();
                self.working_bytes += bytes;
                self.weigh(bytes)?;
                let mut answers = Vec::with_capacity(items.len());
                for item in items {
                    answers.push(self.answer(&arguments[1], vec![item])?);
                }
                self.working_bytes -= bytes;
                self.list(answers)
            }
            Function::Filter => {
                let mut kept = Vec::new();
                let items = self.items(&first, what)?;
                let bytes = 3 * items.len() * size_of::<Object>();
                self.working_bytes += bytes;
                self.weigh(bytes)?;
                for item in items {
                    match self.answer(&arguments[1], vec![item.clone()])? {
                        Object::Truth(true) => kept.push(item),
                        Object::Truth(false) => {}
                        other => return Err(kind_problem("Filter", "a function with truth values", &other)),
                    }
                }
                self.working_bytes -= bytes;
                self.list(kept)
            }
            Function::Sum => {
                let mut sum = Value::ZERO;
                for item in self.items(&first, what)? {
                    let value = self.game_of(&item, what)?;
                    sum = self.work(|arena| arena.try_add(sum, value))?;
                    self.check(sum)?;
                }
                Ok(Object::Game(sum))
            }
            Function::Distinct => {
                let mut kept: Vec<Object> = Vec::new();
                for item in self.items(&first, what)? {
                    if !self.is_in(&item, &kept)? {
                        kept.push(item);
                    }
                }
                self.list(kept)
            }
            Function::Contains => {
                let items = self.items(&first, what)?;
                self.is_in(&arguments[1], &items).map(Object::Truth)
            }
            Function::Max | Function::Min => {
                let wanted = if function == Function::Max { Ordering::Greater } else { Ordering::Less };
                let order = self.order(&arguments[0], &arguments[1], what)?;
                let chosen = usize::from(order != wanted);
                let number = self.number_of(&arguments[chosen], what)?;
                self.number(number)
            }
            Function::Floor => {
                let number = self.number_of(&first, what)?;
                self.number(Dyadic::new(number.floor(), 0))
            }
            Function::Mod => {
                let (a, b) = (self.integer_of(&arguments[0], what)?, self.integer_of(&arguments[1], what)?);
                match a.checked_rem_euclid(b) {
                    Some(rest) => self.number(Dyadic::integer(rest)),
                    None => Err(Problem::NotDyadic(format!("{a}/{b}"))),
                }
            }
            Function::NimSum | Function::NimProduct => {
                let [a, b] = [self.nim_argument(&arguments[0], what)?, self.nim_argument(&arguments[1], what)?];
                let result = if function == Function::NimSum { a ^ b } else { nim_product(a, b) };
                self.number(Dyadic::integer(i64::from(result)))
            }
            Function::Mex => {
                let mut seen = Vec::new();
                for item in self.items(&first, what)? {
                    seen.push(self.number_of(&item, what)?);
                }
                seen.sort_unstable();
                let mut least = Dyadic::ZERO;
                for number in seen {
                    if number == least {
                        least += Dyadic::ONE;
                    }
                }
                self.number(least)
            }
            Function::LeftOptions | Function::RightOptions => self.options(function, &first),
            Function::Tikz => self.tikz(&first),
            _ => {
                let value = self.game_of(&first, what)?;
                self.call_with_game(function, value, &arguments)
            }
        }
    }

    /// The functions whose first argument is a game.
    fn call_with_game(&mut self, function: Function, v: Value, arguments: &[Object]) -> Result<Object, Problem> {
        let what = function.name();
        match function {
            Function::Tiny => {
                let minus = self.work(|arena| arena.try_negate(v))?;
                let threat = self.made(&[Value::ZERO], &[minus])?;
                self.made(&[Value::ZERO], &[threat]).map(Object::Game)
            }
            Function::Miny => {
                let threat = self.made(&[v], &[Value::ZERO])?;
                self.made(&[threat], &[Value::ZERO]).map(Object::Game)
            }
            Function::Cool => {
                let t = self.number_of(&arguments[1], what)?;
                if t < Dyadic::integer(-1) {
                    return Err(Problem::BelowMinusOne);
                }
                self.game(|arena| arena.try_cool(v, t))
            }
            Function::Freeze => {
                let t = self.work(|arena| arena.try_thermograph(v))?.temperature();
                self.game(|arena| arena.try_cool(v, t))
            }
            Function::Heat => {
                let t = self.game_of(&arguments[1], what)?;
                self.game(|arena| arena.try_heat_by(v, t))
            }
            Function::Overheat => {
                let (s, t) = (self.game_of(&arguments[1], what)?, self.game_of(&arguments[2], what)?);
                self.game(|arena| arena.try_overheat(v, s, t))
            }
            Function::Mean => {
                let mean = self.work(|arena| arena.try_thermograph(v))?.mean();
                self.number(mean)
            }
            Function::Temperature => {
                let temperature = self.work(|arena| arena.try_thermograph(v))?.temperature();
                self.number(temperature)
            }
            Function::LeftStop => {
                let stop = self.session.arena.left_stop(v);
                self.number(stop)
            }
            Function::RightStop => {
                let stop = self.session.arena.right_stop(v);
                self.number(stop)
            }
            Function::Stops => {
                let [left, right] = [self.session.arena.left_stop(v), self.session.arena.right_stop(v)];
                let stops = vec![self.number(left)?, self.number(right)?];
                self.list(stops)
            }
            Function::Birthday => {
                let birthday = self.session.arena.birthday(v);
                self.number(Dyadic::integer(i64::from(birthday)))
            }
            Function::AtomicWeight => {
                let why = if self.session.arena.is_infinitesimal(v) {
                    "no number of ups was found that comes close to it"
                } else {
                    "it is not infinitesimal"
                };
                match self.work(|arena| arena.try_atomic_weight(v))? {
                    Some(weight) => Ok(Object::Game(weight)),
                    None => Err(Problem::NoAtomicWeight(why)),
                }
            }
            Function::Outcome => Ok(Object::Text(self.session.arena.outcome(v).to_string().into())),
            Function::Form => {
                let text = self.form(v, Notation::Ascii)?.to_string();
                self.text_object(text)
            }
            Function::LeftIncentives => self.games(|arena| arena.try_left_incentives(v)),
            Function::RightIncentives => self.games(|arena| arena.try_right_incentives(v)),
            Function::Incentives => self.games(|arena| arena.try_incentives(v)),
            Function::ReducedForm => self.game(|arena| arena.try_reduced_form(v)),
            Function::Norton => {
                let unit = self.game_of(&arguments[1], what)?;
                if unit == Value::ZERO || !self.work(|arena| arena.try_less_or_equal(Value::ZERO, unit))? {
                    return Err(Problem::UnitNotPositive);
                }
                self.game(|arena| arena.try_norton_product(v, unit))
            }
            Function::Pow | Function::PowTo => {
                let n = self.integer_of(&arguments[1], what)?;
                let n = u32::try_from(n).ok().filter(|&n| n > 0).ok_or(Problem::NoPower)?;
                if n > GREATEST_HEIGHT {
                    return Err(Problem::Height);
                }
                let power = if function == Function::Pow { Arena::try_power } else { Arena::try_power_sum };
                match self.work(|arena| power(arena, v, n))? {
                    Some(value) => {
                        self.check(value)?;
                        Ok(Object::Game(value))
                    }
                    None => Err(Problem::NoPower),
                }
            }
            Function::RemoteStar => {
                let star = self.session.arena.remote_star(v);
                self.check(star)?;
                Ok(Object::Game(star))
            }
            Function::NimValue => match self.session.arena.to_number_up_star(v) {
                Some(parts) if parts.number == Dyadic::ZERO && parts.ups == 0 => {
                    self.number(Dyadic::integer(i64::from(parts.nimber)))
                }
                _ => Err(Problem::NoNimValue),
            },
            Function::IsNumber => Ok(Object::Truth(self.session.arena.is_number(v))),
            Function::IsInteger => {
                let number = self.session.arena.to_number(v);
                Ok(Object::Truth(number.is_some_and(Dyadic::is_integer)))
            }
            Function::IsInfinitesimal => Ok(Object::Truth(self.session.arena.is_infinitesimal(v))),
            Function::IsAllSmall => Ok(Object::Truth(self.session.arena.is_all_small(v))),
            Function::Thermograph => {
                let thermograph = self.work(|arena| arena.try_thermograph(v))?;
                self.weigh(thermograph.bytes())?;
                Ok(Object::Thermograph(Rc::new(thermograph)))
            }
            Function::Svg => {
                let name = self.session.arena.name_within(v, Notation::Unicode, 80);
                let title = name.map_or_else(|| "Thermograph".to_owned(), |name| format!("Thermograph of {name}"));
                let drawing = Drawing { title, ..Drawing::default() };
                let text = self.work(|arena| arena.try_thermograph(v))?.draw(&drawing);
                self.text_object(text)
            }
            Function::Latex => {
                let name = self.session.arena.name_within(v, Notation::Latex, LONGEST_NAME);
                let text = match name {
                    Some(name) => name,
                    None => self.form(v, Notation::Latex)?.latex(),
                };
                self.text_object(text)
            }
            _ => Ok(Object::Game(v)),
        }
    }

    /// The form of a game, if there is room to write it down.
    fn form(&mut self, v: Value, notation: Notation) -> Result<Form, Problem> {
        let bytes = self.session.arena.subgame_count(v).saturating_mul(SUB_GAME_BYTES);
        if bytes > self.session.limits.memory / 3 {
            return Err(out_of_memory());
        }
        self.weigh(bytes)?;
        Ok(self.session.arena.form(v, notation))
    }

    fn text(&mut self, object: &Object) -> String {
        object.show(&mut self.session.arena, Notation::Ascii, LONGEST_NAME)
    }

    fn games(&mut self, operation: impl FnMut(&mut Arena) -> Result<Vec<Value>, Exhausted>) -> Result<Object, Problem> {
        let values = self.work(operation)?;
        for &value in &values {
            self.check(value)?;
        }
        let values = self.session.arena.in_written_order(&values);
        self.list(values.into_iter().map(Object::Game).collect())
    }

    fn items(&mut self, object: &Object, what: &str) -> Result<Vec<Object>, Problem> {
        match object {
            Object::List(list) => {
                self.spend(list.items().len())?;
                Ok(list.items().to_vec())
            }
            other => Err(kind_problem(what, "a list", other)),
        }
    }

    fn is_in(&mut self, object: &Object, items: &[Object]) -> Result<bool, Problem> {
        for item in items {
            if self.same(object, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn length(&mut self, object: &Object) -> Result<Object, Problem> {
        let length = match object {
            Object::List(list) => list.items().len(),
            Object::Text(text) => text.chars().count(),
            other => return Err(kind_problem("Length", "a list or a text", other)),
        };
        self.number(Dyadic::integer(length as i64))
    }

    fn range(&mut self, arguments: &[Object]) -> Result<Object, Problem> {
        let from = self.number_of(&arguments[0], "Range")?;
        let to = self.number_of(&arguments[1], "Range")?;
        let step = match arguments.get(2) {
            Some(step) => self.number_of(step, "Range")?,
            None => Dyadic::ONE,
        };
        if step == Dyadic::ZERO {
            return Err(Problem::Kind { what: "Range".to_owned(), expected: "a step that is not 0", found: "0" });
        }
        let mut numbers = Vec::new();
        let mut number = from;
        while if step.signum() > 0 { number <= to } else { number >= to } {
            if numbers.len() >= LONGEST_LIST {
                return Err(Problem::ListSize);
            }
            self.spend(1)?;
            numbers.push(self.number(number)?);
            number += step;
        }
        self.list(numbers)
    }

    fn nim_argument(&mut self, object: &Object, what: &str) -> Result<u32, Problem> {
        let n = self.integer_of(object, what)?;
        u32::try_from(n).ok().filter(|&n| n <= LARGEST_INFINITESIMAL).ok_or(Problem::InfinitesimalRange)
    }

    fn options(&mut self, function: Function, object: &Object) -> Result<Object, Problem> {
        let left = function == Function::LeftOptions;
        if let Object::Position(position) = object {
            let options: Vec<Rc<dyn Position>> = if left { position.left_options() } else { position.right_options() };
            return self.list(options.into_iter().map(Object::Position).collect());
        }
        let v = self.game_of(object, function.name())?;
        let arena = &mut self.session.arena;
        let options = if left { arena.left_options(v) } else { arena.right_options(v) };
        let options = arena.in_written_order(&options);
        self.list(options.into_iter().map(Object::Game).collect())
    }

    fn tikz(&mut self, object: &Object) -> Result<Object, Problem> {
        let text = match object {
            Object::Position(position) => position.tikz(),
            Object::Thermograph(thermograph) => Some(thermograph.tikz()),
            _ => None,
        };
        if let Some(text) = text {
            return Ok(Object::Text(text.into()));
        }
        let v = self.game_of(object, "Tikz")?;
        let text = self.work(|arena| arena.try_thermograph(v))?.tikz();
        self.text_object(text)
    }
}
