//! Runs the steps.

use std::cmp::Ordering;
use std::rc::Rc;

use super::code::{Braces, Capture, Prototype, Step};
use super::compiler::arguments_in_words;
use super::function::Function;
use super::object::{Callable, Called, List, Object, PositionProblem};
use super::problem::{Place, Problem, ScriptError};
use super::token::Relation;
use super::{
    DEEPEST_LIST, FINEST_EXPONENT, GREATEST_HEIGHT, Interruption, LARGEST_INFINITESIMAL, LARGEST_NUMBER, LONGEST_LIST,
    MAX_CALLS, Session,
};
use crate::arena::{Arena, Exhausted, Side};
use crate::dyadic::Dyadic;
use crate::value::{NumberUpStar, Value};

/// A function that runs.
struct Frame {
    prototype: Rc<Prototype>,
    next: usize,
    /// Where its variables begin on the stack.
    base: usize,
    /// How many loops were open before it.
    loops: usize,
    captured: Rc<[Object]>,
}

pub(crate) struct Machine<'a, 'i> {
    pub(crate) session: &'a mut Session,
    show: &'a mut dyn FnMut(&mut Arena, Object),
    interrupted: &'a mut Interruption<'i>,
    stack: Vec<Object>,
    frames: Vec<Frame>,
    loops: Vec<(List, usize)>,
    result: Object,
    /// Work that may still be done.
    work_left: u64,
    /// Steps until the next look at the limits.
    until_look: u32,
    /// How deep built-in functions have called functions.
    inner_runs: usize,
}

/// Arena work of the first attempt at an operation; each further one may take twice as much.
const FIRST_WORK: u64 = 1 << 18;
/// Steps between two looks at the limits.
const LOOK_EVERY: u32 = 1 << 12;
/// How deep `Map` and `Filter` may be nested at run time: each level needs some of the program's stack.
const MOST_INNER_RUNS: usize = 40;

impl<'a, 'i> Machine<'a, 'i> {
    pub(crate) fn new(
        session: &'a mut Session,
        program: Rc<Prototype>,
        show: &'a mut dyn FnMut(&mut Arena, Object),
        interrupted: &'a mut Interruption<'i>,
    ) -> Self {
        let work_left = session.limits.work;
        let frame = Frame { prototype: program, next: 0, base: 0, loops: 0, captured: Rc::new([]) };
        Machine {
            session,
            show,
            interrupted,
            stack: Vec::new(),
            frames: vec![frame],
            loops: Vec::new(),
            result: Object::Nothing,
            work_left,
            until_look: LOOK_EVERY,
            inner_runs: 0,
        }
    }

    pub(crate) fn run(&mut self) -> Result<Object, ScriptError> {
        match self.steps(0) {
            Ok(()) => Ok(std::mem::replace(&mut self.result, Object::Nothing)),
            Err(problem) => Err(self.located(problem)),
        }
    }

    /// Where in the text that runs the problem happened.
    fn located(&self, problem: Problem) -> ScriptError {
        let source = &self.frames[0].prototype.source;
        let mut within = None;
        for frame in self.frames.iter().rev() {
            let at = frame.prototype.places[frame.next.saturating_sub(1).min(frame.prototype.places.len() - 1)];
            if Rc::ptr_eq(&frame.prototype.source, source) {
                return ScriptError { place: Place::of(source, at), problem, within };
            }
            within = frame.prototype.name.as_ref().map(ToString::to_string).or(within);
        }
        ScriptError { place: Place::of(source, 0), problem, within }
    }

    fn pop(&mut self) -> Object {
        self.stack.pop().expect("the compiler puts operands before what takes them")
    }

    fn pop_many(&mut self, count: usize) -> Vec<Object> {
        self.stack.split_off(self.stack.len() - count)
    }

    /// Looks at the limits.
    fn look(&mut self) -> Result<(), Problem> {
        self.until_look = LOOK_EVERY;
        if let Some(why) = (self.interrupted)() {
            return Err(Problem::Stopped(why));
        }
        if self.session.arena.memory_bytes() > self.session.limits.memory {
            self.session.arena.clear_caches();
            if self.session.arena.memory_bytes() > self.session.limits.memory {
                return Err(Problem::Stopped("the memory limit was reached".to_owned()));
            }
        }
        Ok(())
    }

    /// Spends work that is not the arena's.
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Problem> {
        match self.work_left.checked_sub(work as u64) {
            Some(left) => self.work_left = left,
            None => return Err(Problem::Exhausted),
        }
        match self.until_look.checked_sub(u32::try_from(work).unwrap_or(u32::MAX)) {
            Some(left) => self.until_look = left,
            None => self.look()?,
        }
        Ok(())
    }

    /// Lets the arena work until it has an answer or a limit is reached. What it has found is remembered, so that each
    /// attempt gets further.
    pub(crate) fn work<T>(
        &mut self,
        mut operation: impl FnMut(&mut Arena) -> Result<T, Exhausted>,
    ) -> Result<T, Problem> {
        let mut attempt = FIRST_WORK;
        loop {
            let allowed = attempt.min(self.work_left);
            self.session.arena.set_work_limit(allowed);
            let found = operation(&mut self.session.arena);
            self.work_left -= allowed - self.session.arena.work_left().min(allowed);
            self.session.arena.set_work_limit(u64::MAX);
            if let Ok(found) = found {
                return Ok(found);
            }
            if allowed < attempt || self.work_left == 0 {
                return Err(Problem::Exhausted);
            }
            self.look()?;
            attempt = attempt.saturating_mul(2);
        }
    }

    /// Runs until the frame with this index returns, or the text ends.
    fn steps(&mut self, until: usize) -> Result<(), Problem> {
        loop {
            self.spend(1)?;
            let frame = self.frames.last_mut().expect("something runs");
            let Some(step) = frame.prototype.steps.get(frame.next) else { return Ok(()) };
            frame.next += 1;
            let step = step.clone();
            if matches!(step, Step::Return) {
                let result = self.pop();
                let frame = self.frames.pop().expect("a function runs");
                self.stack.truncate(frame.base);
                self.loops.truncate(frame.loops);
                self.stack.push(result);
                if self.frames.len() == until {
                    return Ok(());
                }
                continue;
            }
            self.step(step)?;
        }
    }

    fn step(&mut self, step: Step) -> Result<(), Problem> {
        let made = match step {
            Step::Literal(parts) => {
                check_parts(parts)?;
                Object::Game(self.session.arena.number_up_star(parts))
            }
            Step::Text(text) => Object::Text(text),
            Step::Truth(truth) => Object::Truth(truth),
            Step::Nothing => Object::Nothing,
            Step::Global(name) => match self.session.globals.get(&name) {
                Some(object) => object.clone(),
                None => match Function::named(&name) {
                    Some(function) => Object::Function(Callable(Called::BuiltIn(function))),
                    None => return Err(Problem::UnknownName(name.to_string())),
                },
            },
            Step::SetGlobal(name) => {
                let object = self.pop();
                self.session.globals.insert(name, object.clone());
                object
            }
            Step::Local(index) => self.stack[self.base() + index].clone(),
            Step::SetLocal(index) => {
                let object = self.pop();
                let base = self.base();
                self.stack[base + index] = object.clone();
                object
            }
            Step::Captured(index) => self.frames.last().expect("something runs").captured[index].clone(),
            Step::Negate => self.negate()?,
            Step::Add => self.add()?,
            Step::Subtract => {
                let b = self.pop_game("-")?;
                let a = self.pop_game("-")?;
                let minus = self.session.arena.negate(b);
                self.game(|arena| arena.try_add(a, minus))?
            }
            Step::Multiply => self.multiply()?,
            Step::Divide => self.divide()?,
            Step::OrdinalSum => {
                let top = self.pop_game(":")?;
                let base = self.pop_game(":")?;
                self.game(|arena| arena.try_ordinal_sum(base, top))?
            }
            Step::Times(n) => {
                let v = self.pop_game("a multiple")?;
                self.times(n, v)?
            }
            Step::PlusMinus(count) => {
                let left = self.pop_options(count)?;
                let right: Vec<Value> = left.iter().map(|&v| self.session.arena.negate(v)).collect();
                self.game(|arena| arena.try_from_options(&left, &right))?
            }
            Step::Braces(braces) => self.braces(&braces)?,
            Step::Relation(relation) => self.relation(relation)?,
            Step::Not => {
                let truth = self.pop_truth("not")?;
                Object::Truth(!truth)
            }
            Step::List(count) => {
                let items = self.pop_many(count);
                self.list(items)?
            }
            Step::Index => self.index()?,
            Step::Call(function, count) => {
                let arguments = self.pop_many(count);
                self.call_built_in(function, arguments)?
            }
            Step::Position(kind, count) => {
                let arguments = self.pop_many(count);
                let name = self.session.positions[kind].name();
                match &arguments[..] {
                    [Object::Text(text)] => {
                        Object::Position(self.session.positions[kind].read(text).map_err(position_problem)?)
                    }
                    [other] => return Err(kind_problem(name, "the text of a position", other)),
                    _ => return Err(arguments_problem(name, 1, count)),
                }
            }
            Step::CallValue(count) => return self.call_value(count),
            Step::Closure(prototype) => self.closure(prototype)?,
            Step::Jump(to) => {
                self.jump(to);
                return Ok(());
            }
            Step::JumpIfFalse(to) => {
                if !self.pop_truth("a condition")? {
                    self.jump(to);
                }
                return Ok(());
            }
            Step::JumpKeeping(kept, to) => {
                let truth = self.pop_truth(if kept { "or" } else { "and" })?;
                if truth == kept {
                    self.stack.push(Object::Truth(truth));
                    self.jump(to);
                }
                return Ok(());
            }
            Step::Loop => match self.pop() {
                Object::List(list) => {
                    self.loops.push((list, 0));
                    return Ok(());
                }
                other => return Err(kind_problem("for", "a list", &other)),
            },
            Step::Next(to) => {
                let (list, next) = self.loops.last_mut().expect("a loop was begun");
                let Some(item) = list.items().get(*next).cloned() else {
                    self.loops.pop();
                    self.jump(to);
                    return Ok(());
                };
                *next += 1;
                item
            }
            Step::Drop => {
                self.pop();
                return Ok(());
            }
            Step::Result(quiet) => {
                self.result = self.pop();
                if !quiet && !matches!(self.result, Object::Nothing) {
                    let result = self.result.clone();
                    self.show(result);
                }
                return Ok(());
            }
            Step::Return => unreachable!("it is handled where the steps are run"),
        };
        self.stack.push(made);
        Ok(())
    }

    pub(crate) fn show(&mut self, object: Object) {
        (self.show)(&mut self.session.arena, object);
    }

    fn base(&self) -> usize {
        self.frames.last().expect("something runs").base
    }

    fn jump(&mut self, to: usize) {
        self.frames.last_mut().expect("something runs").next = to;
    }

    fn closure(&mut self, prototype: Rc<Prototype>) -> Result<Object, Problem> {
        let base = self.base();
        let outer = &self.frames.last().expect("something runs").captured;
        let captured: Vec<Object> = prototype
            .captures
            .iter()
            .map(|capture| match *capture {
                Capture::Local(index) => self.stack[base + index].clone(),
                Capture::Captured(index) => outer[index].clone(),
            })
            .collect();
        let depth = 1 + captured.iter().map(Object::depth).max().unwrap_or(0);
        if depth > DEEPEST_LIST {
            return Err(Problem::ListSize);
        }
        Ok(Object::Function(Callable(Called::Closure { prototype, captured: captured.into(), depth })))
    }

    fn call_value(&mut self, count: usize) -> Result<(), Problem> {
        let arguments = self.pop_many(count);
        match self.pop() {
            Object::Function(Callable(called)) => self.call(called, arguments),
            other => Err(kind_problem("a call", "a function", &other)),
        }
    }

    /// Calls a function: a built-in one at once; of another one, the first step comes next.
    fn call(&mut self, called: Called, arguments: Vec<Object>) -> Result<(), Problem> {
        match called {
            Called::BuiltIn(function) => {
                let (least, most) = function.arguments();
                if arguments.len() < least || arguments.len() > most {
                    let expected = arguments_in_words(least, most);
                    let (function, found) = (function.to_string(), arguments.len());
                    return Err(Problem::Arguments { function, expected, found });
                }
                let answer = self.call_built_in(function, arguments)?;
                self.stack.push(answer);
            }
            Called::Closure { prototype, captured, .. } => {
                if arguments.len() != prototype.parameters {
                    let name = prototype.name.as_deref().unwrap_or("the function").to_owned();
                    return Err(arguments_problem(&name, prototype.parameters, arguments.len()));
                }
                if self.frames.len() >= MAX_CALLS {
                    return Err(Problem::TooManyCalls);
                }
                let base = self.stack.len();
                self.stack.extend(arguments);
                self.stack.resize(base + prototype.locals, Object::Nothing);
                self.frames.push(Frame { prototype, next: 0, base, loops: self.loops.len(), captured });
            }
        }
        Ok(())
    }

    /// What a function answers, for built-in functions that take functions.
    pub(crate) fn answer(&mut self, function: &Object, arguments: Vec<Object>) -> Result<Object, Problem> {
        let Object::Function(Callable(called)) = function else {
            return Err(kind_problem("Map or Filter", "a function", function));
        };
        if self.inner_runs >= MOST_INNER_RUNS {
            return Err(Problem::TooManyCalls);
        }
        let before = self.frames.len();
        self.call(called.clone(), arguments)?;
        if self.frames.len() > before {
            self.inner_runs += 1;
            self.steps(before)?;
            self.inner_runs -= 1;
        }
        Ok(self.pop())
    }

    /// A list of these things, unless it is too large.
    pub(crate) fn list(&mut self, items: Vec<Object>) -> Result<Object, Problem> {
        self.spend(items.len())?;
        if items.len() > LONGEST_LIST {
            return Err(Problem::ListSize);
        }
        let list = List::new(items);
        let object = Object::List(list);
        if object.depth() > DEEPEST_LIST { Err(Problem::ListSize) } else { Ok(object) }
    }

    /// The game that something is worth.
    pub(crate) fn game_of(&mut self, object: &Object, what: &str) -> Result<Value, Problem> {
        match object {
            Object::Game(value) => Ok(*value),
            Object::Position(position) => {
                let value = position.value(&mut self.session.arena).map_err(position_problem)?;
                self.check(value)?;
                Ok(value)
            }
            other => Err(kind_problem(what, "a game", other)),
        }
    }

    pub(crate) fn number_of(&mut self, object: &Object, what: &str) -> Result<Dyadic, Problem> {
        let value = self.game_of(object, what)?;
        self.session.arena.to_number(value).ok_or_else(|| Problem::Kind {
            what: what.to_owned(),
            expected: "a number",
            found: "another game",
        })
    }

    pub(crate) fn integer_of(&mut self, object: &Object, what: &str) -> Result<i64, Problem> {
        let number = self.number_of(object, what)?;
        number.to_integer().ok_or_else(|| Problem::Kind {
            what: what.to_owned(),
            expected: "an integer",
            found: "another number",
        })
    }

    fn pop_game(&mut self, what: &str) -> Result<Value, Problem> {
        let object = self.pop();
        self.game_of(&object, what)
    }

    fn pop_truth(&mut self, what: &str) -> Result<bool, Problem> {
        match self.pop() {
            Object::Truth(truth) => Ok(truth),
            other => Err(kind_problem(what, "a truth value", &other)),
        }
    }

    /// Games among options, where a list stands for its elements.
    fn pop_options(&mut self, count: usize) -> Result<Vec<Value>, Problem> {
        let mut options = Vec::with_capacity(count);
        for object in self.pop_many(count) {
            match object {
                Object::List(list) => {
                    for item in list.items() {
                        options.push(self.game_of(item, "an option")?);
                    }
                }
                object => options.push(self.game_of(&object, "an option")?),
            }
        }
        Ok(options)
    }

    /// A game that the arena works out, if it is small enough.
    pub(crate) fn game(
        &mut self,
        operation: impl FnMut(&mut Arena) -> Result<Value, Exhausted>,
    ) -> Result<Object, Problem> {
        let value = self.work(operation)?;
        self.check(value)?;
        Ok(Object::Game(value))
    }

    pub(crate) fn number(&mut self, number: Dyadic) -> Result<Object, Problem> {
        check_parts(NumberUpStar::number(number))?;
        Ok(Object::Game(self.session.arena.number(number)))
    }

    fn negate(&mut self) -> Result<Object, Problem> {
        Ok(match self.pop() {
            Object::Position(position) => Object::Position(position.negative()),
            object => {
                let value = self.game_of(&object, "-")?;
                Object::Game(self.session.arena.negate(value))
            }
        })
    }

    fn add(&mut self) -> Result<Object, Problem> {
        let (b, a) = (self.pop(), self.pop());
        match (&a, &b) {
            (Object::List(x), Object::List(y)) => self.list([x.items(), y.items()].concat()),
            (Object::Text(x), Object::Text(y)) => {
                self.spend(x.len() + y.len())?;
                if x.len() + y.len() > LONGEST_LIST {
                    return Err(Problem::ListSize);
                }
                Ok(Object::Text(format!("{x}{y}").into()))
            }
            _ => {
                let (x, y) = (self.game_of(&a, "+")?, self.game_of(&b, "+")?);
                self.game(|arena| arena.try_add(x, y))
            }
        }
    }

    fn multiply(&mut self) -> Result<Object, Problem> {
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

    fn divide(&mut self) -> Result<Object, Problem> {
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
    fn braces(&mut self, braces: &Braces) -> Result<Object, Problem> {
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

    fn relation(&mut self, relation: Relation) -> Result<Object, Problem> {
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

    fn index(&mut self) -> Result<Object, Problem> {
        let place = self.pop();
        let list = match self.pop() {
            Object::List(list) => list,
            other => return Err(kind_problem("[…]", "a list", &other)),
        };
        let index = self.integer_of(&place, "the place in a list")?;
        let item = usize::try_from(index).ok().and_then(|index| list.items().get(index.checked_sub(1)?));
        item.cloned().ok_or_else(|| Problem::NoElement { index: index.to_string(), length: list.items().len() })
    }

    /// Whether a value is small enough that everything about it can be worked out.
    pub(crate) fn check(&mut self, v: Value) -> Result<(), Problem> {
        let (arena, heights) = (&self.session.arena, &mut self.session.heights);
        if let Some(parts) = arena.to_number_up_star(v) {
            return check_parts(parts);
        }
        let mut pending = vec![v];
        while let Some(&top) = pending.last() {
            let mut height = 0;
            let before = pending.len();
            for side in [Side::Left, Side::Right] {
                for &option in arena.node_options(top, side) {
                    match arena.to_number_up_star(option) {
                        Some(parts) => check_parts(parts)?,
                        None => match heights.get(&option) {
                            Some(&below) => height = height.max(below),
                            None => pending.push(option),
                        },
                    }
                }
            }
            if pending.len() == before {
                if height + 1 > GREATEST_HEIGHT {
                    return Err(Problem::Height);
                }
                heights.insert(top, height + 1);
                pending.pop();
            }
        }
        Ok(())
    }

    /// The order of two numbers that were given as arguments.
    pub(crate) fn order(&mut self, a: &Object, b: &Object, what: &str) -> Result<Ordering, Problem> {
        Ok(self.number_of(a, what)?.cmp(&self.number_of(b, what)?))
    }
}

pub(crate) fn kind_problem(what: &str, expected: &'static str, found: &Object) -> Problem {
    Problem::Kind { what: what.to_owned(), expected, found: found.kind() }
}

fn arguments_problem(function: &str, takes: usize, found: usize) -> Problem {
    Problem::Arguments { function: function.to_owned(), expected: arguments_in_words(takes, takes), found }
}

pub(crate) fn position_problem(problem: PositionProblem) -> Problem {
    match problem {
        PositionProblem::Wrong(why) => Problem::Position(why),
        PositionProblem::Stopped(why) => Problem::Stopped(why),
    }
}

fn check_parts(parts: NumberUpStar) -> Result<(), Problem> {
    if parts.number.exponent() > FINEST_EXPONENT
        || parts.number.floor() >= LARGEST_NUMBER
        || parts.number.ceil() <= -LARGEST_NUMBER
    {
        return Err(Problem::NumberRange);
    }
    if parts.ups.unsigned_abs() > LARGEST_INFINITESIMAL || parts.nimber > LARGEST_INFINITESIMAL {
        return Err(Problem::InfinitesimalRange);
    }
    Ok(())
}
