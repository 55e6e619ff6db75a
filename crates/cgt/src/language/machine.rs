//! Runs the steps.

mod arithmetic;
mod call;
mod operand;

use std::rc::Rc;

use call::arguments_problem;
use operand::check_parts;
pub(crate) use operand::{kind_problem, position_problem};

use super::code::{Prototype, Step};
use super::function::Function;
use super::object::{Callable, Called, List, Object, weight};
use super::problem::{Place, Problem, ScriptError};
use super::{Interruption, Session};
use crate::arena::{Arena, Exhausted};
use crate::value::Value;

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
    /// Bytes of lists and texts made since they were last weighed.
    made_bytes: usize,
    /// Bytes of lists that built-in functions are working on.
    pub(crate) working_bytes: usize,
}

/// Arena work of the first attempt at an operation; each further one may take twice as much.
const FIRST_WORK: u64 = 1 << 18;
/// Steps between two looks at the limits.
const LOOK_EVERY: u32 = 1 << 12;
/// The part of the memory that values may fill. Writing a game down or sorting its options takes as much again.
const fn arena_part(memory: usize) -> usize {
    memory / 3
}

/// The part of the memory that lists and texts may fill.
const fn objects_part(memory: usize) -> usize {
    memory / 3
}

pub(crate) fn out_of_memory() -> Problem {
    Problem::Stopped("the memory limit was reached".to_owned())
}

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
        session.arena.set_ceiling(arena_part(session.limits.memory));
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
            made_bytes: 0,
            working_bytes: 0,
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
        if self.session.arena.memory_bytes() > arena_part(self.session.limits.memory) {
            self.session.arena.clear_caches();
            if self.session.arena.memory_bytes() > arena_part(self.session.limits.memory) {
                return Err(out_of_memory());
            }
        }
        Ok(())
    }

    /// Counts the bytes of something new. Now and then everything that can still be reached is weighed.
    pub(crate) fn weigh(&mut self, bytes: usize) -> Result<(), Problem> {
        self.made_bytes = self.made_bytes.saturating_add(bytes);
        let room = objects_part(self.session.limits.memory);
        if self.made_bytes <= room / 4 {
            return Ok(());
        }
        let made = std::mem::take(&mut self.made_bytes).min(bytes);
        let roots = self.stack.iter().chain(self.session.globals.values()).chain([&self.result]);
        let roots = roots.chain(self.frames.iter().flat_map(|frame| frame.captured.iter()));
        let reached = weight(roots, self.loops.iter().map(|(list, _)| list));
        let held = reached.saturating_add(made).saturating_add(self.working_bytes);
        if held > room - room / 4 { Err(out_of_memory()) } else { Ok(()) }
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
        let mut was_full = false;
        loop {
            let allowed = attempt.min(self.work_left);
            self.session.arena.set_work_limit(allowed);
            let found = operation(&mut self.session.arena);
            self.work_left -= allowed - self.session.arena.work_left().min(allowed);
            self.session.arena.set_work_limit(u64::MAX);
            if let Ok(found) = found {
                return Ok(found);
            }
            let full = self.session.arena.is_full();
            if full && std::mem::replace(&mut was_full, true) {
                return Err(out_of_memory());
            }
            self.look()?;
            if full {
                // Once more with all the room for values.
                self.session.arena.clear_caches();
            } else if allowed < attempt || self.work_left == 0 {
                return Err(Problem::Exhausted);
            }
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
                let minus = self.work(|arena| arena.try_negate(b))?;
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
                let right = left.iter().map(|&v| self.work(|arena| arena.try_negate(v)));
                let right = right.collect::<Result<Vec<Value>, Problem>>()?;
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
}
