//! Players who look ahead.

use std::sync::Arc;
use std::time::Duration;

use banmen_core::{Budget as Time, Draw, Game, Limits, Player, Progress, Random, Score, Seat};

use crate::odds::{Budget, IncrementalOdds};
use crate::search::judgement::Insight;
use crate::search::perceptron::Outlook;
use crate::search::{Interrupted, Judgement, Left, Lines, Look, Plan, Scored, Search, SearchBoard, lines};
use crate::{AfterMiss, Grid, Move, Observations, Percent, Position, Rules, SolveError, Solver, Stage};

/// How a player thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// How many turns it looks ahead at most.
    pub deepest: u32,
    /// How long it thinks by default.
    pub time: Duration,
    /// Whether it solves what is small enough.
    pub solves: bool,
    /// What it knows of limited observations.
    pub insight: Insight,
    /// How much less than the best a placement may be worth by its own search, if it is harder to answer. There is no margin on boards that
    /// can be solved.
    pub margin: f64,
    /// How much less than a skip an observation may be worth when the opponent has none left and can but wait for the end. With 0 a player
    /// builds on for a hundred stones until its row is certain.
    pub impatience: f64,
}

impl Strength {
    /// One turn ahead.
    pub const NORMAL: Self = Self {
        deepest: 1,
        time: Duration::from_millis(300),
        solves: false,
        insight: Insight::Careless,
        margin: 0.0,
        impatience: 0.02,
    };
    /// As far as the time allows. Among placements that it holds for nearly equal it prefers the one that is hardest to answer.
    pub const HARD: Self = Self {
        deepest: 24,
        time: Duration::from_secs(1),
        solves: true,
        insight: Insight::Thrifty,
        margin: 0.1,
        impatience: 0.02,
    };
    /// Without a thought for whom it plays against: what it names is what it holds for best. It gives hints.
    pub const ADVISER: Self = Self { insight: Insight::Learnt, margin: 0.0, impatience: 0.0, ..Self::HARD };
}

/// States that the exact odds of one placement may take during a search, and of the decision to observe.
const STATES_OF_A_PLACEMENT: usize = 4_000;
const STATES_OF_A_DECISION: usize = 100_000;
/// How many of these for each second that the player has; they take a small part of it.
const STATES_OF_A_SECOND: f64 = 1e6;
const SAMPLES_OF_A_DECISION: u64 = 1 << 16;
/// Drawn boards on which the worth of keeping is judged.
const DRAWS: usize = 24;
/// A decision this clear at [`CLEAR_DEPTH`] needs no deeper look.
const CLEAR: f64 = 0.04;
const CLEAR_DEPTH: u32 = 4;
/// The share of its time, or of its nodes, that a player spends on solving a game on a tiny board before it searches.
const SHARE_OF_SOLVING: f64 = 0.6;
/// Bytes that the solved positions may take.
const MEMORY_OF_SOLVING: u64 = 256 << 20;

/// The share of its time, or of its nodes, after which a player with a margin turns from what a placement is worth to what it asks of the
/// opponent.
const SHARE_OF_WORTH: f64 = 0.4;

/// What a player thinks of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opinion {
    /// What can be done with its worth to the player to decide, best first: the chance to win and half the chance to draw.
    pub moves: Vec<(Move, f64)>,
    /// How many turns were looked at.
    pub depth: u32,
    /// How many positions.
    pub nodes: u64,
}

impl Opinion {
    /// Of two equally good ones the first is preferred.
    fn of_two(one: (Move, f64), other: (Move, f64), depth: u32, nodes: u64) -> Self {
        let moves = if other.1 > one.1 { vec![other, one] } else { vec![one, other] };
        Self { moves, depth, nodes }
    }

    fn best(&self) -> Option<Move> {
        self.moves.first().map(|&(best, _)| best)
    }
}

/// A player who looks ahead over placements, observations and what becomes of them.
#[derive(Debug)]
pub struct Thinker {
    strength: Strength,
    lines: Arc<Lines>,
    judgement: Judgement,
    random: Random,
    /// On a tiny board, what has been solved so far.
    solver: Option<Box<Solver>>,
}

impl Thinker {
    /// A player for games under these rules.
    pub fn new(rules: &Rules, strength: Strength, seed: u64) -> Self {
        Self::with_judgement(rules, strength, Judgement::under(rules, strength.insight), seed)
    }

    /// A player with a judgement of its own.
    pub fn with_judgement(rules: &Rules, strength: Strength, judgement: Judgement, seed: u64) -> Self {
        let solver = if strength.solves { Solver::new(rules).ok().map(Box::new) } else { None };
        Self { strength, lines: lines(rules), judgement, random: Random::new(seed), solver }
    }

    /// What the judgement looks at, from the side of the player about to place.
    pub fn outlook(&self, position: &Position) -> Outlook {
        Outlook::of(&self.board(position.grid()), position.rules(), position.mover(), left(position))
    }

    /// The chance to win of the player about to place, looking `depth` turns ahead without a limit of time.
    pub fn value(&self, position: &Position, depth: u32) -> f64 {
        let time = Limits::none().start();
        let mut search =
            Search::new(self.board(position.grid()), position.rules(), self.judgement, left(position), &time);
        search.turn(position.mover(), depth, -0.001, 1.001).unwrap_or(0.5)
    }

    fn board(&self, grid: &Grid) -> SearchBoard {
        SearchBoard::new(Arc::clone(&self.lines), grid)
    }

    /// Never without a limit: the player's own time by default.
    fn limits(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
            limits.time = Some(self.strength.time);
        }
        // The clock is read now and then only, and the tables have to be given back; what is left of the time pays for that.
        limits.time = limits.time.map(|time| time.mul_f64(0.92).saturating_sub(Duration::from_millis(3)).max(time / 2));
        limits
    }

    fn deepest(&self, limits: &Limits) -> u32 {
        limits.depth.unwrap_or(u32::MAX).min(self.strength.deepest).max(1)
    }

    /// Looks deeper and deeper until the limits end it: after each depth, what can be done with what it is worth to the player
    /// to decide, best first. The last opinion is returned too; it is empty when no player is to decide.
    pub fn think(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(&Opinion)) -> Opinion {
        self.opinion(position, self.limits(limits), 0.0, report)
    }

    /// The same within these limits. What is further than `margin` behind the best has a bound for its worth.
    fn opinion(
        &mut self,
        position: &Position,
        mut limits: Limits,
        margin: f64,
        report: &mut dyn FnMut(&Opinion),
    ) -> Opinion {
        if position.turn().seat().is_none() {
            return Opinion::default();
        }
        if let Some(opinion) = self.solve(position, &mut limits) {
            report(&opinion);
            return opinion;
        }
        match position.stage() {
            Stage::Place => self.place(position, &limits, margin, report),
            Stage::Decide => self.decide(position, &limits, report),
            Stage::AfterMiss => self.cancel_or_keep(position, &limits, report),
            Stage::Collapse => Opinion::default(),
        }
    }

    /// On a tiny board, the exact worth of what can be done, if a part of the limits suffices. Otherwise takes what was spent off
    /// the limits.
    fn solve(&mut self, position: &Position, limits: &mut Limits) -> Option<Opinion> {
        let solver = self.solver.as_mut()?;
        if limits.depth.is_some() {
            return None;
        }
        let share = Limits {
            time: limits.time.map(|time| time.mul_f64(SHARE_OF_SOLVING)),
            nodes: limits.nodes.map(|nodes| (nodes as f64 * SHARE_OF_SOLVING) as u64),
            memory: Some(limits.memory.unwrap_or(MEMORY_OF_SOLVING).min(MEMORY_OF_SOLVING)),
            ..limits.clone()
        };
        let time = limits.start();
        match solver.solve(position, &share) {
            Ok(solution) => {
                let solution = solution?;
                let empty = (position.grid().points() - position.grid().stones()) as u32;
                Some(Opinion { moves: solution.moves, depth: empty, nodes: solution.positions })
            }
            Err(SolveError::Stopped { positions, .. }) => {
                limits.time = time.remaining();
                limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(positions).max(1));
                None
            }
            Err(SolveError::TooLarge { .. }) => None,
        }
    }

    /// What every placement is worth at first sight, in no order.
    pub fn placements(&self, position: &Position) -> Vec<(Move, f64)> {
        if position.stage() != Stage::Place || position.outcome().is_some() {
            return Vec::new();
        }
        let time = Limits::none().start();
        let grid = position.grid();
        let mut search = Search::short(self.board(grid), position.rules(), self.judgement, left(position), &time);
        let values = search.first_sight(position.mover());
        values.into_iter().map(|scored| (Move::Place(grid.point(scored.cell)), scored.value)).collect()
    }

    fn place(
        &mut self,
        position: &Position,
        limits: &Limits,
        margin: f64,
        report: &mut dyn FnMut(&Opinion),
    ) -> Opinion {
        let rules = position.rules();
        let time = limits.start();
        let mover = position.mover();
        let grid = position.grid();
        if left(position) == Some([0, 0]) {
            // No observation will follow: any point is as good.
            let moves = grid.empty().take(1).map(|index| (Move::Place(grid.point(index)), 0.5)).collect();
            return Opinion { moves, ..Opinion::default() };
        }
        let mut search = Search::new(self.board(grid), rules, self.judgement, left(position), &time);
        let table = IncrementalOdds::new(grid.clone(), rules.row, STATES_OF_A_PLACEMENT);
        let percent = position.next_stone();
        let exact_until = limits.time.map(|time| time / 4);
        let mut look = |_: &SearchBoard, cell: usize| -> Option<Look> {
            if table.exact().is_none() || exact_until.is_some_and(|until| time.elapsed() > until) {
                return None;
            }
            let mut after = table.clone();
            after.put(cell, percent);
            Some(Look::new(after.exact()?.chances, mover, rules.both_rows))
        };
        let opinion = |depth: u32, moves: &[Scored], nodes: u64| Opinion {
            moves: moves.iter().map(|scored| (Move::Place(grid.point(scored.cell)), scored.value)).collect(),
            depth,
            nodes,
        };
        let mut deepest = 0;
        let scored = search.placements(mover, self.deepest(limits), margin, &mut look, &mut |depth, moves, nodes| {
            deepest = depth;
            report(&opinion(depth, moves, nodes));
        });
        opinion(deepest, &scored, search.nodes)
    }

    /// Of the placements within the margin, the one that a short-sighted opponent answers worst; `None` if there is no choice.
    fn hardest_to_answer(&self, position: &Position, opinion: &Opinion, limits: &Limits) -> Option<Move> {
        let time = limits.start();
        let (grid, rules, player) = (position.grid(), position.rules(), position.mover());
        let judgement = Judgement::against_short_sight(rules, player);
        let mut search = Search::short(self.board(grid), rules, judgement, left(position), &time);
        search.nodes = opinion.nodes;
        let scored = |&(m, value): &(Move, f64)| match m {
            Move::Place(point) => Some(Scored { cell: grid.index(point), value }),
            _ => None,
        };
        let moves: Vec<Scored> = opinion.moves.iter().filter_map(scored).collect();
        let mut plan = Plan::new(search, player, Judgement::under(rules, Insight::Careless));
        let cell = plan.hardest_to_answer(&moves, self.strength.margin)?;
        Some(Move::Place(grid.point(cell)))
    }

    fn decide(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(&Opinion)) -> Opinion {
        let rules = position.rules();
        let time = limits.start();
        let mover = position.mover();
        let grid = position.grid();
        let affordable = limits.time.map_or(f64::INFINITY, |time| time.as_secs_f64() * STATES_OF_A_SECOND);
        let states = STATES_OF_A_DECISION.min(affordable as usize).max(STATES_OF_A_PLACEMENT);
        let budget = Budget { states, samples: SAMPLES_OF_A_DECISION, ..Budget::default() };
        let odds = IncrementalOdds::new(grid.clone(), rules.row, budget.states).odds(&budget);
        let look = odds.map_or(Look { win: 0.0, nothing: 1.0 }, |odds| Look::new(odds.chances, mover, rules.both_rows));
        if grid.is_full() {
            return Opinion::of_two((Move::Observe, look.win + 0.5 * look.nothing), (Move::Skip, 0.5), 0, 0);
        }
        let miss_changes_nothing = rules.after_miss == AfterMiss::Revert;
        let now = left(position);
        let fewer = now.map(|left| one_fewer(left, mover, rules));
        let mut skip_search = Search::new(self.board(grid), rules, self.judgement, now, &time);
        let mut miss_search = Search::new(self.board(grid), rules, self.judgement, fewer, &time);
        let draws: Vec<SearchBoard> = if miss_changes_nothing { Vec::new() } else { self.draws(position) };
        let pointless = miss_changes_nothing && look.win <= 0.0;
        let mut opinion = Opinion::of_two((Move::Skip, 0.5), (Move::Observe, 0.5), 0, 0);
        for depth in 0..=self.deepest(limits) {
            let Ok(skip) = rest(&mut skip_search, mover, depth) else { break };
            let miss = if now.is_none() && miss_changes_nothing {
                Ok(skip)
            } else {
                self.after_miss_value(position, &mut miss_search, &draws, depth, fewer, &time)
            };
            let Ok(miss) = miss else { break };
            let observe = look.win + look.nothing * miss;
            let nodes = skip_search.nodes + miss_search.nodes;
            opinion = Opinion::of_two((Move::Skip, skip), (Move::Observe, observe), depth, nodes);
            report(&opinion);
            if pointless || (depth >= CLEAR_DEPTH && (observe - skip).abs() > CLEAR) {
                break;
            }
        }
        opinion
    }

    /// Whether an observation now is worth little less than waiting, for which the opponent would wait in vain.
    fn ends(&self, position: &Position, opinion: &Opinion) -> bool {
        let worth = |wanted: Move| opinion.moves.iter().find(|(m, _)| *m == wanted).map(|&(_, value)| value);
        position.observations_left(position.mover().other()) == Some(0)
            && worth(Move::Observe)
                .zip(worth(Move::Skip))
                .is_some_and(|(observe, skip)| observe >= skip - self.strength.impatience)
    }

    /// Boards as an observation without a row would leave them if it were kept.
    fn draws(&mut self, position: &Position) -> Vec<SearchBoard> {
        let grid = position.grid();
        let mut boards = Vec::with_capacity(DRAWS);
        for _ in 0..4 * DRAWS {
            let mut kept = grid.clone();
            for (index, percent) in grid.iter() {
                kept.set(index, Some(Percent::certain(self.random.percent(percent.get()))));
            }
            let board = self.board(&kept);
            // A drawn row ends the game, so it is not a miss.
            if board.row_chances().iter().all(|&chance| chance < 0.5) {
                boards.push(board);
                if boards.len() == DRAWS {
                    break;
                }
            }
        }
        boards
    }

    /// What the rest of the game is worth to the observer after a miss.
    fn after_miss_value(
        &self,
        position: &Position,
        search: &mut Search<'_>,
        draws: &[SearchBoard],
        depth: u32,
        fewer: Left,
        time: &Time,
    ) -> Result<f64, Interrupted> {
        let rules = position.rules();
        let mover = position.mover();
        let cancelled = rest(search, mover, depth)?;
        if draws.is_empty() || rules.after_miss == AfterMiss::Revert {
            return Ok(cancelled);
        }
        // The drawn boards are many, so each is looked at less deeply, and so is the board they are compared with.
        let shallow = depth.min(1);
        let compared = rest(search, mover, shallow)?;
        let mut sum = 0.0;
        for board in draws {
            if time.stop(search.nodes).is_some() {
                return Err(Interrupted);
            }
            let mut kept_search = Search::short(board.clone(), rules, self.judgement, fewer, time);
            let kept = rest(&mut kept_search, mover, shallow)?;
            sum += if rules.after_miss == AfterMiss::Choose { (kept - compared).max(0.0) } else { kept - compared };
            search.nodes += kept_search.nodes;
        }
        Ok((cancelled + sum / draws.len() as f64).clamp(0.0, 1.0))
    }

    fn cancel_or_keep(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(&Opinion)) -> Opinion {
        let rules = position.rules();
        let time = limits.start();
        let mover = position.mover();
        let Some(last) = position.observations().last() else { return Opinion::default() };
        let kept = position.kept_grid(&last.colours);
        let mut cancel_search = Search::new(self.board(position.grid()), rules, self.judgement, left(position), &time);
        let mut keep_search = Search::new(self.board(&kept), rules, self.judgement, left(position), &time);
        let mut opinion = Opinion::of_two((Move::Cancel, 0.5), (Move::Keep, 0.5), 0, 0);
        for depth in 0..=self.deepest(limits) {
            let values = rest(&mut cancel_search, mover, depth)
                .and_then(|cancelled| Ok((cancelled, rest(&mut keep_search, mover, depth)?)));
            let Ok((cancelled, kept)) = values else { break };
            let nodes = cancel_search.nodes + keep_search.nodes;
            opinion = Opinion::of_two((Move::Cancel, cancelled), (Move::Keep, kept), depth, nodes);
            report(&opinion);
            if depth >= CLEAR_DEPTH && (kept - cancelled).abs() > CLEAR {
                break;
            }
        }
        opinion
    }
}

/// What the rest of the game is worth to a player whose opponent places next.
fn rest(search: &mut Search<'_>, player: Seat, depth: u32) -> Result<f64, Interrupted> {
    Ok(1.0 - search.turn(player.other(), depth, -0.001, 1.001)?)
}

/// What of these limits goes into the worth of placements.
fn share_of_worth(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.map(|time| time.mul_f64(SHARE_OF_WORTH)),
        nodes: limits.nodes.map(|nodes| ((nodes as f64 * SHARE_OF_WORTH) as u64).max(1)),
        ..limits.clone()
    }
}

fn left(position: &Position) -> Left {
    let [first, second] = Seat::BOTH.map(|seat| position.observations_left(seat));
    Some([first?, second?])
}

fn one_fewer(left: [u16; 2], observer: Seat, rules: &Rules) -> [u16; 2] {
    let shared = rules.observations == Observations::Shared;
    let mut fewer = left;
    for seat in Seat::BOTH {
        if shared || seat == observer {
            fewer[seat.index()] = fewer[seat.index()].saturating_sub(1);
        }
    }
    fewer
}

impl Player<Position> for Thinker {
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let mut report = |opinion: &Opinion| {
            if let Some((best, value)) = opinion.moves.first() {
                report(Progress {
                    depth: Some(opinion.depth),
                    nodes: opinion.nodes,
                    fraction: None,
                    score: Some(Score::share(position.mover(), *value)),
                    line: vec![best.to_string()],
                    doing: None,
                });
            }
        };
        let limits = self.limits(limits);
        let time = limits.start();
        let margin = self.strength.margin;
        // A board that is small enough to be solved is no place for guesses about the opponent, and games there are short.
        if self.solver.is_some() {
            return self.opinion(position, limits, 0.0, &mut report).best();
        }
        if margin <= 0.0 || position.stage() != Stage::Place {
            let opinion = self.opinion(position, limits, 0.0, &mut report);
            return if self.ends(position, &opinion) { Some(Move::Observe) } else { opinion.best() };
        }
        let opinion = self.opinion(position, share_of_worth(&limits), margin, &mut report);
        let rest = Limits { time: time.remaining(), ..limits };
        self.hardest_to_answer(position, &opinion, &rest).or(opinion.best())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position with so many stones in the middle of the board.
    fn scattered(rules: &Rules, stones: usize, random: &mut Random) -> Position {
        let mut position = Position::start(rules).unwrap();
        while position.order().len() < stones {
            let index = random.below(position.grid().points() as u64) as usize;
            if position.play(Move::Place(position.grid().point(index))).is_ok() && position.stage() == Stage::Decide {
                position.play(Move::Skip).unwrap();
            }
        }
        position
    }

    #[test]
    fn the_adviser_names_what_it_holds_for_best() {
        let mut random = Random::new(9);
        let rules = Rules::video();
        let limits = Limits { nodes: Some(400), ..Limits::none() };
        for stones in [3, 6, 9, 12] {
            let position = scattered(&rules, stones, &mut random);
            let said = Thinker::new(&rules, Strength::ADVISER, 1).think(&position, &limits, &mut |_| {});
            let chosen = Thinker::new(&rules, Strength::ADVISER, 1).choose(&position, &limits, &mut |_| {});
            assert_eq!(chosen, said.best());
        }
    }

    #[test]
    fn risks_no_more_than_its_margin() {
        let mut random = Random::new(4);
        let limits = Limits::of_nodes(3000);
        let mut others = 0;
        for number in 0..60 {
            let preset = if number % 2 == 0 { Rules::video() } else { Rules::rulebook() };
            let rules = Rules { size: 7, row: 5, ..preset };
            let position = scattered(&rules, 3 + number / 3, &mut random);
            let mut hard = Thinker::new(&rules, Strength::HARD, 1);
            let margin = Strength::HARD.margin;
            let opinion = hard.opinion(&position, share_of_worth(&limits), margin, &mut |_| {});
            let chosen = hard.choose(&position, &limits, &mut |_| {}).unwrap();
            let (_, value) = opinion.moves.iter().find(|(m, _)| *m == chosen).unwrap();
            assert!(*value >= opinion.moves[0].1 - margin, "{chosen} for {:?}", opinion.moves);
            others += usize::from(Some(chosen) != opinion.best());
        }
        assert!(others > 10, "only {others} times another one than the best");
    }

    /// White spends its only observation at once. From then on Black could wait for a certain row.
    fn white_cannot_observe(rules: &Rules) -> Position {
        let mut position = Position::start(rules).unwrap();
        for m in ["a1", "skip", "i9", "observe"] {
            position.play(m.parse().unwrap()).unwrap();
        }
        let drawn = position.draw(&mut Random::new(1)).unwrap();
        position.play(drawn).unwrap();
        position.play(Move::Cancel).unwrap();
        position
    }

    #[test]
    fn gives_little_away_to_end_a_game() {
        let rules = Rules { size: 9, observation_count: 1, ..Rules::rulebook() };
        let mut random = Random::new(7);
        let limits = Limits::of_nodes(2000);
        let (mut impatient, mut waited) = (0, 0);
        for number in 0..40 {
            let mut position = white_cannot_observe(&rules);
            // Black's stones fall on its side of the board, where they make rows.
            while position.order().len() < 15 + number || position.stage() != Stage::Decide {
                let black = position.mover() == Seat::First;
                let column = if black { random.below(5) } else { 5 + random.below(4) };
                let row = random.below(if black { 6 } else { 9 });
                let m = match position.stage() {
                    Stage::Place => Move::Place(position.grid().point((row * 9 + column) as usize)),
                    _ => Move::Skip,
                };
                // A point may be taken; then another one is drawn.
                let _ = position.play(m);
            }
            assert_eq!(Seat::BOTH.map(|seat| position.observations_left(seat)), [Some(1), Some(0)]);
            let opinion = Thinker::new(&rules, Strength::HARD, 1).think(&position, &limits, &mut |_| {});
            let worth = |wanted: Move| opinion.moves.iter().find(|(m, _)| *m == wanted).unwrap().1;
            let (observe, skip) = (worth(Move::Observe), worth(Move::Skip));
            let chosen = Thinker::new(&rules, Strength::HARD, 1).choose(&position, &limits, &mut |_| {}).unwrap();
            let expected = if observe >= skip - Strength::HARD.impatience { Move::Observe } else { Move::Skip };
            assert_eq!(chosen, expected, "{observe} and {skip}");
            let advised = Thinker::new(&rules, Strength::ADVISER, 1).choose(&position, &limits, &mut |_| {}).unwrap();
            impatient += usize::from(chosen == Move::Observe && advised == Move::Skip);
            waited += usize::from(chosen == Move::Skip);
        }
        assert!(impatient > 0 && waited > 0, "{impatient} and {waited} of 40");
    }

    /// On tiny boards, where the exact values show who went wrong, and by how much.
    #[test]
    fn asks_more_of_a_short_sighted_opponent() {
        let rules = Rules { size: 3, row: 3, ..Rules::video() };
        let mut solver = Solver::new(&rules).unwrap();
        let mut random = Random::new(6);
        let (mut lost, mut risked) = ([0.0; 3], [0.0; 3]);
        for _ in 0..60 {
            let position = scattered(&rules, 2, &mut random);
            for (kind, margin) in [0.0, 0.03, Strength::HARD.margin].into_iter().enumerate() {
                let strength = Strength { solves: false, margin, ..Strength::HARD };
                let mut turn = |position: &mut Position, strength: Strength| {
                    let before = solver.value(position, &Limits::none()).unwrap().unwrap();
                    let m = Thinker::new(&rules, strength, 1).choose(position, &Limits::of_nodes(20_000), &mut |_| {});
                    position.play(m.unwrap()).unwrap();
                    before - solver.value(position, &Limits::none()).unwrap().unwrap()
                };
                let mut position = position.clone();
                risked[kind] += turn(&mut position, strength);
                position.play(Move::Skip).unwrap();
                lost[kind] += turn(&mut position, Strength::NORMAL);
            }
        }
        assert!(lost[1] > 1.2 * lost[0] && risked[1] < 0.2, "lost {lost:?} for {risked:?}");
        let [gained, paid] = [lost, risked].map(|sum| sum[2] - sum[0]);
        assert!(gained > 2.0 * paid && gained > 0.2 * lost[0], "lost {lost:?} for {risked:?}");
    }
}
