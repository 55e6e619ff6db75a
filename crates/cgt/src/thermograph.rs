//! Thermographs: how the stops of a game change as it is cooled.

use std::cmp::Ordering;

use crate::arena::{Arena, Exhausted};
use crate::dyadic::Dyadic;
use crate::value::Value;

/// A point where a wall of a thermograph begins or changes direction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Corner {
    /// The temperature, drawn upwards.
    pub temperature: Dyadic,
    /// The value, drawn from right to left.
    pub value: Dyadic,
}

/// The thermograph of a game, exactly.
///
/// At temperature `t` the left wall is at the left stop, and the right wall at the right stop, of the game cooled
/// by `t`. Both are straight lines between corners, with steps of 0 or 1 in value for each step in temperature.
/// They meet at [`temperature`](Self::temperature), and from there a mast goes up at [`mean`](Self::mean).
///
/// Walls begin at temperature −1, as in CGSuite. An integer is all mast from −1 upwards; for any other game, each
/// player pays `t` for each move, below 0 as above, so that a number with denominator `2^k` has temperature `−1/2^k`.
/// The canonical form is taken, and the temperature is the *first* one at which the walls meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    left: Vec<Corner>,
    right: Vec<Corner>,
}

/// A function of the temperature from −1 upwards, made of straight lines between corners; constant after the last.
type Trajectory = Vec<Corner>;

const BASE: Dyadic = Dyadic::integer(-1);

impl Thermograph {
    fn mast(value: Dyadic) -> Self {
        let wall = vec![Corner { temperature: BASE, value }];
        Self { left: wall.clone(), right: wall }
    }

    /// The corners of the left wall from temperature −1 upwards; the last one is the foot of the mast.
    pub fn left_wall(&self) -> &[Corner] {
        &self.left
    }

    /// The corners of the right wall from temperature −1 upwards; the last one is the foot of the mast.
    pub fn right_wall(&self) -> &[Corner] {
        &self.right
    }

    /// The mean value: where the mast stands.
    pub fn mean(&self) -> Dyadic {
        self.left[self.left.len() - 1].value
    }

    /// The temperature: where the mast begins.
    pub fn temperature(&self) -> Dyadic {
        self.left[self.left.len() - 1].temperature
    }

    /// The left wall at a temperature, at least −1.
    pub fn left_at(&self, temperature: Dyadic) -> Dyadic {
        value_at(&self.left, temperature)
    }

    /// The right wall at a temperature, at least −1.
    pub fn right_at(&self, temperature: Dyadic) -> Dyadic {
        value_at(&self.right, temperature)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + (self.left.capacity() + self.right.capacity()) * size_of::<Corner>()
    }

    /// The thermograph of a game that is not an integer, from those of its options.
    fn of_options<'a>(
        left: impl Iterator<Item = &'a Thermograph>,
        right: impl Iterator<Item = &'a Thermograph>,
    ) -> Self {
        let best_left = outermost(left.map(|option| &option.right), Ordering::Greater);
        let best_right = outermost(right.map(|option| &option.left), Ordering::Less);
        let (foot, mean) = meeting(&best_left, &best_right);
        Self { left: wall(&best_left, -1, foot, mean), right: wall(&best_right, 1, foot, mean) }
    }
}

pub(crate) fn value_at(trajectory: &[Corner], temperature: Dyadic) -> Dyadic {
    let after = trajectory.partition_point(|corner| corner.temperature <= temperature);
    let corner = trajectory[after.max(1) - 1];
    let step = temperature - corner.temperature;
    match trajectory.get(after).map_or(Ordering::Equal, |next| next.value.cmp(&corner.value)) {
        Ordering::Less => corner.value - step,
        Ordering::Equal => corner.value,
        Ordering::Greater => corner.value + step,
    }
}

/// All temperatures at which one of two trajectories has a corner.
fn corner_temperatures(a: &[Corner], b: &[Corner]) -> Vec<Dyadic> {
    let mut temperatures: Vec<Dyadic> = a.iter().chain(b).map(|corner| corner.temperature).collect();
    temperatures.sort_unstable();
    temperatures.dedup();
    temperatures
}

fn push_corner(trajectory: &mut Trajectory, corner: Corner) {
    if let [.., before, last] = trajectory[..] {
        let straight = (last.value - before.value).signum() == (corner.value - last.value).signum();
        if straight {
            trajectory.pop();
        }
    }
    trajectory.push(corner);
}

fn drop_straight_end(trajectory: &mut Trajectory) {
    while let [.., before, last] = trajectory[..] {
        if before.value != last.value {
            break;
        }
        trajectory.pop();
    }
}

/// The pointwise greatest (or least) of trajectories.
fn outermost<'a>(mut trajectories: impl Iterator<Item = &'a Trajectory>, side: Ordering) -> Trajectory {
    let mut best = trajectories.next().expect("only integers lack options").clone();
    for trajectory in trajectories {
        if *trajectory != best {
            best = outer(&best, trajectory, side);
        }
    }
    best
}

fn outer(a: &[Corner], b: &[Corner], side: Ordering) -> Trajectory {
    let mut best = Trajectory::new();
    let mut previous: Option<(Dyadic, Dyadic, Dyadic)> = None;
    for temperature in corner_temperatures(a, b) {
        let (x, y) = (value_at(a, temperature), value_at(b, temperature));
        if let Some((before, u, v)) = previous
            && ((u < v && x > y) || (u > v && x < y))
        {
            // The gap closes at one or two per degree, as the two lines have slopes among −1, 0 and 1.
            let gap = (u - v).abs();
            let closing = gap + (x - y).abs();
            let crossing = before + if closing == temperature - before { gap } else { gap.half() };
            push_corner(&mut best, Corner { temperature: crossing, value: value_at(a, crossing) });
        }
        let value = if x.cmp(&y) == side { x } else { y };
        push_corner(&mut best, Corner { temperature, value });
        previous = Some((temperature, x, y));
    }
    drop_straight_end(&mut best);
    best
}

/// The first temperature at which `left − t` is no longer above `right + t`, and their value there.
fn meeting(left: &[Corner], right: &[Corner]) -> (Dyadic, Dyadic) {
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for temperature in corner_temperatures(left, right) {
        let gap = value_at(left, temperature) - value_at(right, temperature) - temperature * 2;
        if gap.signum() <= 0 {
            let Some((start, start_gap)) = before else {
                return (temperature, value_at(left, temperature) - temperature);
            };
            // Between two corners the gap closes by a constant one or two per degree.
            let closing_once = start_gap - gap == temperature - start;
            let foot = start + if closing_once { start_gap } else { start_gap.half() };
            return (foot, value_at(left, foot) - foot);
        }
        before = Some((temperature, gap));
    }
    let (start, gap) = before.expect("a trajectory has a corner");
    let foot = start + gap.half();
    (foot, value_at(left, foot) - foot)
}

/// The part below the mast of a trajectory that is tilted by the tax on moves.
fn wall(trajectory: &[Corner], tilt: i64, foot: Dyadic, mean: Dyadic) -> Trajectory {
    let mut wall = Trajectory::new();
    for corner in trajectory.iter().take_while(|corner| corner.temperature < foot) {
        let value = corner.value + corner.temperature * tilt;
        push_corner(&mut wall, Corner { temperature: corner.temperature, value });
    }
    push_corner(&mut wall, Corner { temperature: foot, value: mean });
    wall
}

impl Arena {
    /// The thermograph of a value.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Dyadic};
    /// let mut arena = Arena::new();
    /// let (three, minus_one) = (arena.integer(3), arena.integer(-1));
    /// let switch = arena.from_options(&[three], &[minus_one]);
    /// let thermograph = arena.thermograph(switch);
    /// assert_eq!(thermograph.mean(), Dyadic::integer(1));
    /// assert_eq!(thermograph.temperature(), Dyadic::integer(2));
    /// assert_eq!(thermograph.left_at(Dyadic::ZERO), arena.left_stop(switch));
    /// ```
    ///
    /// # Panics
    /// If a corner's coordinate leaves the range of [`Dyadic`]. Each level of options can double a denominator, so this
    /// needs canonical forms more than fifty levels high that are hot throughout.
    pub fn thermograph(&mut self, v: Value) -> Thermograph {
        self.without_limit(|arena| arena.ensure_thermograph(v));
        self.thermographs[&v].clone()
    }

    /// The thermograph, within the work limit.
    pub fn try_thermograph(&mut self, v: Value) -> Result<Thermograph, Exhausted> {
        self.ensure_thermograph(v)?;
        Ok(self.thermographs[&v].clone())
    }

    /// The mean value.
    pub fn mean(&mut self, v: Value) -> Dyadic {
        if let Some(parts) = self.to_number_up_star(v) {
            return parts.number;
        }
        self.without_limit(|arena| arena.ensure_thermograph(v));
        self.thermographs[&v].mean()
    }

    /// The temperature: `−1/2^k` for a number with denominator `2^k`, 0 for other infinitesimals plus a number.
    pub fn temperature(&mut self, v: Value) -> Dyadic {
        if let Some(parts) = self.to_number_up_star(v) {
            return if parts.is_number() { -Dyadic::power_of_half(parts.number.exponent()) } else { Dyadic::ZERO };
        }
        self.without_limit(|arena| arena.ensure_thermograph(v));
        self.thermographs[&v].temperature()
    }

    /// Works out the thermograph of a value and of everything below it that is not yet known, bottom up and without
    /// recursion.
    fn ensure_thermograph(&mut self, v: Value) -> Result<(), Exhausted> {
        let mut pending = vec![v];
        while let Some(&top) = pending.last() {
            if self.thermographs.contains_key(&top) {
                pending.pop();
                continue;
            }
            if let Some(n) = self.to_number(top)
                && n.is_integer()
            {
                self.keep_thermograph(top, Thermograph::mast(n));
                pending.pop();
                continue;
            }
            let (left, right) = (self.left_options(top), self.right_options(top));
            let before = pending.len();
            pending.extend(left.iter().chain(&right).filter(|option| !self.thermographs.contains_key(option)));
            if pending.len() == before {
                self.spend(left.len() + right.len())?;
                let known = &self.thermographs;
                let thermograph = Thermograph::of_options(
                    left.iter().map(|option| &known[option]),
                    right.iter().map(|option| &known[option]),
                );
                self.keep_thermograph(top, thermograph);
                pending.pop();
            }
        }
        Ok(())
    }

    fn keep_thermograph(&mut self, v: Value, thermograph: Thermograph) {
        self.thermograph_bytes += thermograph.bytes() + size_of::<Value>();
        self.thermographs.insert(v, thermograph);
    }
}
