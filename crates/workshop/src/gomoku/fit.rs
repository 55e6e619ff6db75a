//! Moving the weights towards what searches said.

use std::sync::Arc;

use banmen_core::Random;

use super::games::Game;
use banmen_gomoku::Rule;
use banmen_gomoku::engine::class::{COMBINATIONS, Class, combination};
use banmen_gomoku::engine::counts::{ACTIVE, OUT_ONE, ROW_ONE, UNITS, active_rows};
use banmen_gomoku::engine::search::moves::{Urgency, generate};
use banmen_gomoku::engine::search::score::is_mate;
use banmen_gomoku::engine::shape_board::{PointIndex, RELATIONS, ShapeBoard, index_of, point_index, relation};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::vcf::{FourSearch, Vcf};
use banmen_gomoku::engine::weights::{SCALE, Weights};

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// The rule of the games.
    pub rule: Rule,
    /// Passes over all positions.
    pub epochs: usize,
    /// How much the game's result counts against the search's word, 0 to 1.
    pub result_share: f32,
    /// Step of the evaluation's weights.
    pub eval_step: f32,
    /// Step of the network over the numbers of points.
    pub net_step: f32,
    /// Step of the move order's weights.
    pub order_step: f32,
    /// Where the order of positions comes from.
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            rule: Rule::Freestyle,
            epochs: 12,
            result_share: 0.3,
            eval_step: 4.0,
            net_step: 0.02,
            order_step: 4.0,
            seed: 1,
        }
    }
}

/// How well weights agree with the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fit {
    /// Positions that an evaluation could judge.
    pub positions: usize,
    /// Mean loss of the evaluation on positions held out, in nats.
    pub eval_loss: f64,
    /// Mean loss of the move order on positions held out, in nats.
    pub order_loss: f64,
    /// How often the best move was ranked first.
    pub first: f64,
}

/// A score that the order of moves gives this much more is e times as likely to be the best.
pub const ORDER_SCALE: f32 = 40.0;

struct Position {
    mine: Vec<(u16, u8)>,
    theirs: Vec<(u16, u8)>,
    threats: u16,
    rows: [u16; ACTIVE],
    target: f32,
}

struct Choice {
    /// Combinations of the mover and of the other side on each candidate, and its relations to the last two moves; the
    /// best move's first.
    candidates: Vec<[u16; 4]>,
}

/// Every n-th game is held out to measure.
const HELD_OUT: usize = 20;

struct Material {
    positions: Vec<Position>,
    choices: Vec<Choice>,
}

fn gather(games: &[Game], rule: Rule, result_share: f32) -> Material {
    let tables = Tables::shared(rule);
    let mut codes = vec![0u16; 1 << 16];
    for (packed, code) in codes.iter_mut().enumerate() {
        *code = combination(packed as u16) as u16;
    }
    let mut material = Material { positions: Vec::new(), choices: Vec::new() };
    let mut fours = FourSearch::new(14);
    for game in games {
        game.replay(&Arc::clone(&tables), |board, word| {
            let (me, it) = (board.turn(), board.turn().other());
            let decided =
                board.count(me, Class::Five) + board.count(me, Class::OpenFour) + board.count(it, Class::Five) > 0;
            if decided {
                return;
            }
            let best = index_of(word.best);
            if let Some(choice) = choice(board, best, &codes) {
                material.choices.push(choice);
            }
            // The search asks for an evaluation only where there is no win by fours.
            if matches!(fours.search(board, 12, 200), Vcf::Win(_)) {
                return;
            }
            let said = if is_mate(word.score) {
                if word.score > 0 { 1.0 } else { 0.0 }
            } else {
                1.0 / (1.0 + (-(word.score as f32) / SCALE).exp())
            };
            let target = result_share * game.result_for(me) + (1.0 - result_share) * said;
            material.positions.push(position(board, target, &codes));
        });
    }
    material
}

fn position(board: &ShapeBoard, target: f32, codes: &[u16]) -> Position {
    let mut counts = [vec![0u8; COMBINATIONS], vec![0u8; COMBINATIONS]];
    let (me, it) = (board.turn(), board.turn().other());
    for y in 0..board.side_length() {
        for x in 0..board.side_length() {
            let point = point_index(x, y);
            if board.is_empty(point) {
                for (index, side) in [me, it].into_iter().enumerate() {
                    let count = &mut counts[index][usize::from(codes[usize::from(board.shapes(point, side))])];
                    *count = count.saturating_add(1);
                }
            }
        }
    }
    let sparse = |counts: &[u8]| {
        counts.iter().enumerate().filter(|&(_, &count)| count > 0).map(|(code, &count)| (code as u16, count)).collect()
    };
    let threats = board.threat_mask();
    let rows = active_rows(board.class_counts(me), board.class_counts(it), threats);
    Position { mine: sparse(&counts[0]), theirs: sparse(&counts[1]), threats: threats as u16, rows, target }
}

fn choice(board: &ShapeBoard, best: PointIndex, codes: &[u16]) -> Option<Choice> {
    let (me, it) = (board.turn(), board.turn().other());
    let mut points = Vec::new();
    generate(board, Urgency::of(board), &mut points);
    let at = points.iter().position(|&point| point == best)?;
    points.swap(0, at);
    let code = |point: PointIndex, side| codes[usize::from(board.shapes(point, side))];
    let before = [board.last(), board.last_but_one()];
    let near = |point: PointIndex, age: usize| (age * RELATIONS + relation(point, before[age])) as u16;
    let candidates =
        points.iter().map(|&point| [code(point, me), code(point, it), near(point, 0), near(point, 1)]).collect();
    (points.len() > 1).then_some(Choice { candidates })
}

/// Weights under way, with the sums of squared gradients that scale their steps.
struct Moving {
    values: Vec<f32>,
    squares: Vec<f32>,
    step: f32,
}

impl Moving {
    fn new(start: &[i16], step: f32) -> Self {
        Self { values: start.iter().map(|&value| f32::from(value)).collect(), squares: vec![1e-3; start.len()], step }
    }

    fn push(&mut self, index: usize, gradient: f32) {
        self.squares[index] += gradient * gradient;
        self.values[index] -= self.step * gradient / self.squares[index].sqrt();
    }

    fn rounded(&self) -> Vec<i16> {
        self.values.iter().map(|value| value.round().clamp(-16000.0, 16000.0) as i16).collect()
    }
}

/// The network under way.
struct MovingNet {
    rows: Moving,
    out: Moving,
}

impl MovingNet {
    fn new(start: &Weights, step: f32, random: &mut Random) -> Self {
        let mut net = Self { rows: Moving::new(&start.count_rows, step), out: Moving::new(&start.count_out, step) };
        let fresh = start.count_out.iter().all(|&weight| weight == 0);
        for value in &mut net.rows.values {
            *value = if fresh { (random.unit() as f32 - 0.5) * 0.2 } else { *value / ROW_ONE };
        }
        for value in &mut net.out.values {
            *value = if fresh { (random.unit() as f32 - 0.5) * 0.2 } else { *value / OUT_ONE / SCALE };
        }
        net
    }

    /// What comes out of the units, and the whole in nats.
    fn judge(&self, rows: &[u16; ACTIVE]) -> ([f32; UNITS], f32) {
        let mut units = [0.0; UNITS];
        for &row in rows {
            let numbers = &self.rows.values[usize::from(row) * UNITS..][..UNITS];
            for (unit, number) in units.iter_mut().zip(numbers) {
                *unit += number;
            }
        }
        let units = units.map(|unit: f32| unit.max(0.0));
        let said = units.iter().zip(&self.out.values).map(|(unit, weight)| unit * weight).sum();
        (units, said)
    }

    fn push(&mut self, rows: &[u16; ACTIVE], units: &[f32; UNITS], error: f32) {
        let out: [f32; UNITS] = std::array::from_fn(|unit| self.out.values[unit]);
        for (unit, &sum) in units.iter().enumerate().filter(|&(_, &sum)| sum > 0.0) {
            self.out.push(unit, error * sum);
            for &row in rows {
                self.rows.push(usize::from(row) * UNITS + unit, error * out[unit]);
            }
        }
    }

    /// The rows and the weights of the units as whole numbers.
    fn rounded(&self) -> (Vec<i16>, Vec<i16>) {
        let whole = |values: &[f32], one: f32| {
            values.iter().map(|value| (value * one).round().clamp(-32000.0, 32000.0) as i16).collect()
        };
        (whole(&self.rows.values, ROW_ONE), whole(&self.out.values, OUT_ONE * SCALE))
    }
}

/// The evaluation under way.
struct Judge {
    mine: Moving,
    theirs: Moving,
    threats: Moving,
    net: MovingNet,
}

impl Judge {
    /// What comes out of the network's units, and the chance of the side to move.
    fn chance(&self, position: &Position) -> ([f32; UNITS], f32) {
        let sum = |moving: &Moving, counts: &[(u16, u8)]| {
            counts.iter().map(|&(code, count)| moving.values[usize::from(code)] * f32::from(count)).sum::<f32>()
        };
        let points = sum(&self.mine, &position.mine) - sum(&self.theirs, &position.theirs)
            + self.threats.values[usize::from(position.threats)];
        let (units, net) = self.net.judge(&position.rows);
        (units, 1.0 / (1.0 + (-points / SCALE - net).exp()))
    }

    fn learn(&mut self, position: &Position) {
        let (units, chance) = self.chance(position);
        let error = chance - position.target;
        for &(code, count) in &position.mine {
            self.mine.push(usize::from(code), error / SCALE * f32::from(count));
        }
        for &(code, count) in &position.theirs {
            self.theirs.push(usize::from(code), -error / SCALE * f32::from(count));
        }
        self.threats.push(usize::from(position.threats), error / SCALE);
        self.net.push(&position.rows, &units, error);
    }
}

/// Fits weights to games, reporting after each pass.
pub fn fit(games: &[Game], start: &Weights, options: &FitOptions, mut report: impl FnMut(usize, &Fit)) -> Weights {
    let (mut kept, mut held) = (Vec::new(), Vec::new());
    for (index, game) in games.iter().enumerate() {
        if index % HELD_OUT == HELD_OUT - 1 { held.push(game.clone()) } else { kept.push(game.clone()) }
    }
    let mut material = gather(&kept, options.rule, options.result_share);
    let test = gather(&held, options.rule, options.result_share);
    let mut random = Random::new(options.seed);
    let mut judge = Judge {
        mine: Moving::new(&start.mine, options.eval_step),
        theirs: Moving::new(&start.theirs, options.eval_step),
        threats: Moving::new(&start.threats, options.eval_step * 4.0),
        net: MovingNet::new(start, options.net_step, &mut random),
    };
    let mut attack = Moving::new(&start.attack, options.order_step);
    let mut defence = Moving::new(&start.defence, options.order_step);
    let mut near = Moving::new(&start.near, options.order_step);
    let mut chances = Vec::new();
    for epoch in 0..=options.epochs {
        let mut fit = Fit { positions: material.positions.len(), ..Fit::default() };
        for position in &test.positions {
            let chance = judge.chance(position).1.clamp(1e-6, 1.0 - 1e-6);
            fit.eval_loss -= f64::from(position.target * chance.ln() + (1.0 - position.target) * (1.0 - chance).ln());
        }
        for choice in &test.choices {
            rank(choice, [&attack, &defence, &near], &mut chances);
            fit.order_loss -= f64::from(chances[0].max(1e-9).ln());
            fit.first += f64::from(u8::from(chances.iter().skip(1).all(|&chance| chance < chances[0])));
        }
        fit.eval_loss /= test.positions.len().max(1) as f64;
        fit.order_loss /= test.choices.len().max(1) as f64;
        fit.first /= test.choices.len().max(1) as f64;
        report(epoch, &fit);
        if epoch == options.epochs {
            break;
        }
        random.shuffle(&mut material.positions);
        for position in &material.positions {
            judge.learn(position);
        }
        random.shuffle(&mut material.choices);
        for choice in &material.choices {
            rank(choice, [&attack, &defence, &near], &mut chances);
            for (index, &[own, other, last, earlier]) in choice.candidates.iter().enumerate() {
                let error = (chances[index] - if index == 0 { 1.0 } else { 0.0 }) / ORDER_SCALE;
                if error.abs() > 1e-6 {
                    attack.push(usize::from(own), error);
                    defence.push(usize::from(other), error);
                    near.push(usize::from(last), error);
                    near.push(usize::from(earlier), error);
                }
            }
        }
    }
    let (count_rows, count_out) = judge.net.rounded();
    Weights {
        mine: judge.mine.rounded(),
        theirs: judge.theirs.rounded(),
        threats: judge.threats.rounded(),
        attack: attack.rounded(),
        defence: defence.rounded(),
        near: near.rounded(),
        count_rows,
        count_out,
    }
}

fn rank(choice: &Choice, [attack, defence, near]: [&Moving; 3], chances: &mut Vec<f32>) {
    chances.clear();
    chances.extend(choice.candidates.iter().map(|&[own, other, last, earlier]| {
        let shapes = attack.values[usize::from(own)] + defence.values[usize::from(other)];
        (shapes + near.values[usize::from(last)] + near.values[usize::from(earlier)]) / ORDER_SCALE
    }));
    let most = chances.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for chance in chances.iter_mut() {
        *chance = (*chance - most).exp();
        sum += *chance;
    }
    for chance in chances.iter_mut() {
        *chance /= sum;
    }
}
