//! The computer's levels: Easy, Normal and Hard.

use std::time::Duration;

use banmen_cgt::{Arena, Dyadic, Notation, Value};
use banmen_core::{Draw, LevelInfo, Limits, Player, Progress, Random, Score};

use crate::board::{Jumps, Stone};
use crate::evaluator::Evaluator;
use crate::lookahead::{Lookahead, mobility};
use crate::outcome::Prover;
use crate::position::{Konane, Move, Opening};

/// How long each level thinks at most unless it is told otherwise, in seconds.
const EASY_SECONDS: f64 = 0.2;
const NORMAL_SECONDS: f64 = 0.5;
const HARD_SECONDS: f64 = 2.0;
/// Half-moves that Normal looks ahead.
const NORMAL_DEPTH: u32 = 3;
/// How often Easy plays whatever comes to mind, in percent.
const EASY_WHIM: u8 = 35;
/// Memory that Hard may fill with values and proofs unless it is told otherwise.
const HARD_MEMORY: u64 = 512 << 20;
/// One part of so many is for values, the others for proofs.
const MEMORY_PARTS: u64 = 4;
/// The deepest search that is tried; no game on a board that is played on lasts longer.
const DEEPEST: u32 = 128;
/// Hard's time goes first to the values, then to a proof of who wins, then to looking ahead. While there are more stones than
/// this, values and proofs are out of reach, and most of the time is better spent looking ahead.
const STONES_FOR_VALUES: usize = 28;
const STONES_FOR_PROOF: usize = 36;
const FOR_VALUES: f64 = 0.4;
const FOR_PROOF: f64 = 0.3;
const FOR_A_GLANCE: f64 = 0.04;
/// What it may spend on traps in a position that it knows to be lost.
const FOR_TRAPS: f64 = 0.2;
/// Nodes for asking after something that has most likely been proved already.
const SHORT_PROOF: u64 = 64;
/// A value with a longer name is not shown while the computer thinks.
const SHOWN_NAME: u128 = 40;

/// The levels, weakest first.
pub(crate) fn all() -> Vec<LevelInfo> {
    [("easy", EASY_SECONDS), ("normal", NORMAL_SECONDS), ("hard", HARD_SECONDS)]
        .map(|(id, seconds)| LevelInfo::new(id, seconds))
        .into()
}

/// The player of a level.
pub(crate) fn player(level: &str, jumps: Jumps, seed: u64) -> Option<Box<dyn Player<Konane>>> {
    match level {
        "easy" => Some(Box::new(Easy { random: Random::new(seed) })),
        "normal" => Some(Box::new(Normal { random: Random::new(seed) })),
        "hard" => Some(Box::new(Hard::new(jumps))),
        _ => None,
    }
}

/// Every legal move with the position after it, in a random order.
fn shuffled(position: &Konane, random: &mut Random) -> Vec<(Move, Konane)> {
    let mut options = position.options();
    random.shuffle(&mut options);
    options
}

/// Looks one move ahead, and sometimes not even that.
struct Easy {
    random: Random,
}

impl Player<Konane> for Easy {
    fn choose(&mut self, position: &Konane, _: &Limits, _: &mut dyn FnMut(Progress)) -> Option<Move> {
        let mut options = shuffled(position, &mut self.random);
        if !self.random.percent(EASY_WHIM) {
            options.sort_by_key(|(_, after)| mobility(after.board(), after.to_move(), after.jumps()));
        }
        options.first().map(|(m, _)| *m)
    }
}

/// Looks a few moves ahead and counts who can move more.
struct Normal {
    random: Random,
}

impl Player<Konane> for Normal {
    fn choose(&mut self, position: &Konane, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let depth = limits.depth.unwrap_or(NORMAL_DEPTH).min(NORMAL_DEPTH);
        Lookahead::new(limits.start(), depth).choose(shuffled(position, &mut self.random), report)
    }
}

/// Plays perfectly as soon as the values or the outcome can be had, and looks ahead until then.
struct Hard {
    values: Evaluator<Arena>,
    prover: Prover,
}

impl Hard {
    fn new(jumps: Jumps) -> Hard {
        Hard { values: Evaluator::new(Arena::new(), jumps), prover: Prover::new(jumps, Some(HARD_MEMORY)) }
    }

    /// The best move by exact values, if all of them can be had within the limits, the value that it leads to, and whether
    /// it wins.
    fn by_values(&mut self, position: &Konane, limits: &Limits) -> Option<(Move, Option<Score>, bool)> {
        let budget = limits.start();
        // The values of a position's options are found on the way to its own value, so this question answers for all.
        self.values.solve(position.board(), limits, &mut |_| {}).ok()?;
        let mut valued = Vec::new();
        for (m, after) in position.options() {
            let rest = Limits { time: budget.remaining(), ..limits.clone() };
            valued.push((m, self.values.solve(after.board(), &rest, &mut |_| {}).ok()?));
        }
        let arena = &mut self.values.algebra;
        let (m, value) = valued.into_iter().max_by_key(|&(_, value)| merit(arena, value, position.to_move()))?;
        let (wins, ..) = merit(arena, value, position.to_move());
        let name = arena.name_within(value, Notation::Unicode, SHOWN_NAME);
        Some((m, name.map(|text| Score::Exact { text }), wins))
    }

    /// Whether the player to move wins, and with which move, if that can be proved within the limits.
    fn by_proof(&mut self, position: &Konane, options: &[(Move, Konane)], limits: &Limits) -> Proof {
        let mut order: Vec<&(Move, Konane)> = options.iter().collect();
        // An opponent with few moves is soonest proved lost.
        order.sort_by_key(|(_, after)| mobility(after.board(), after.to_move(), after.jumps()));
        let budget = limits.start();
        if position.opening() != Opening::Done {
            return self.by_removals(&order, limits).unwrap_or(Proof::Unknown);
        }
        match self.wins(position, limits) {
            None => return Proof::Unknown,
            Some(false) => return Proof::Lost,
            Some(true) => {}
        }
        // The proof has gone through one of the moves, and most likely still knows it.
        for nodes in [Some(SHORT_PROOF), None] {
            for (m, after) in &order {
                let rest = Limits { time: budget.remaining(), nodes, ..limits.clone() };
                if self.wins(after, &rest) == Some(false) {
                    return Proof::Won(*m);
                }
            }
        }
        Proof::Unknown
    }

    /// The same while stones are still removed: the opponent has to lose with each of its removals.
    fn by_removals(&mut self, order: &[&(Move, Konane)], limits: &Limits) -> Option<Proof> {
        let budget = limits.start();
        for (m, after) in order {
            let rest = || Limits { time: budget.remaining(), ..limits.clone() };
            let lost = if after.opening() == Opening::Done {
                !self.wins(after, &rest())?
            } else {
                let mut every = true;
                for (_, answered) in after.options() {
                    every = every && self.wins(&answered, &rest())?;
                }
                every
            };
            if lost {
                return Some(Proof::Won(*m));
            }
        }
        Some(Proof::Lost)
    }

    /// Whether the player to move wins a position where the jumps have begun, if that can be told within the limits.
    fn wins(&mut self, position: &Konane, limits: &Limits) -> Option<bool> {
        Some(self.prover.solve(position.board(), position.to_move(), limits, &mut |_| {}).ok()?.wins)
    }

    /// In a lost position, the move after which an opponent who looks as far ahead as Normal most likely errs, if that can be
    /// told within the limits.
    fn by_traps(&mut self, options: &[(Move, Konane)], limits: &Limits) -> Option<Move> {
        let budget = limits.start();
        let mut best: Option<([f64; 2], Move)> = None;
        for (m, after) in options {
            let mut replies = Vec::new();
            for (_, reply) in after.options() {
                let rest = Limits { time: budget.remaining(), ..limits.clone() };
                let wins = !self.wins(&reply, &rest)?;
                replies.push((-Lookahead::new(rest.start(), NORMAL_DEPTH).score(&reply, NORMAL_DEPTH - 1), wins));
            }
            let tempting = replies.iter().map(|&(score, _)| score).max().unwrap_or_default();
            // First by what such an opponent plays, then by whatever there is to play.
            let risk = [tempting, i32::MIN].map(|least| {
                let likely: Vec<bool> =
                    replies.iter().filter(|&&(score, _)| score >= least).map(|&(_, wins)| wins).collect();
                likely.iter().filter(|&&wins| wins).count() as f64 / likely.len().max(1) as f64
            });
            if best.is_none_or(|(least, _)| risk < least) {
                best = Some((risk, *m));
            }
        }
        // Where all likely replies win there is no trap.
        best.filter(|&([likely, _], _)| likely < 1.0).map(|(_, m)| m)
    }
}

/// What a proof has shown about the player to move.
enum Proof {
    /// It wins with this move.
    Won(Move),
    /// It loses against the best play.
    Lost,
    /// Nothing yet.
    Unknown,
}

/// How good it is for `mover` to have moved to a position of this value: won ones first, then by what the opponent can
/// bring it to, then by the mean.
fn merit(arena: &mut Arena, value: Value, mover: Stone) -> (bool, Dyadic, Dyadic) {
    let own = if mover == Stone::Black { value } else { arena.negate(value) };
    // Having moved to G, Left wins if Right, to move, loses: G ≥ 0.
    (arena.less_or_equal(Value::ZERO, own), arena.right_stop(own), arena.mean(own))
}

impl Player<Konane> for Hard {
    fn choose(&mut self, position: &Konane, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let options = position.options();
        if options.len() <= 1 {
            return options.first().map(|(m, _)| *m);
        }
        let whole = Limits {
            time: Some(limits.time.unwrap_or(Duration::from_secs_f64(HARD_SECONDS))),
            memory: Some(limits.memory.unwrap_or(HARD_MEMORY)),
            ..limits.clone()
        };
        let budget = whole.start();
        let within = |part: f64, memory: u64| Limits {
            time: whole.time.map(|time| time.mul_f64(part)),
            memory: Some(memory),
            ..whole.clone()
        };
        // Values and proofs are both kept for the next move.
        let memory = whole.memory.unwrap_or(HARD_MEMORY);
        let for_one = memory / MEMORY_PARTS;
        let share = |part: f64| within(part, memory - for_one);
        // Before the jumps begin, the board's value is not yet the game's.
        let stones = Stone::BOTH.map(|stone| position.board().count(stone)).iter().sum::<usize>();
        let for_values = if stones <= STONES_FOR_VALUES { FOR_VALUES } else { FOR_A_GLANCE };
        let for_proof = if stones <= STONES_FOR_PROOF { FOR_PROOF } else { FOR_A_GLANCE };
        if position.opening() == Opening::Done
            && let Some((m, score, wins)) = self.by_values(position, &within(for_values, for_one))
        {
            // A lost game goes to whoever sees further, so without a trap the longest way is the best.
            let m = if wins {
                m
            } else {
                let trap = self.by_traps(&options, &share(FOR_TRAPS));
                trap.or_else(|| Lookahead::new(budget, DEEPEST).choose(options, &mut |_| {})).unwrap_or(m)
            };
            report(Progress { score, line: vec![m.to_string()], ..Progress::default() });
            return Some(m);
        }
        let known = match self.by_proof(position, &options, &share(for_proof)) {
            Proof::Won(m) => Some(m),
            Proof::Lost => self.by_traps(&options, &share(FOR_TRAPS)),
            Proof::Unknown => None,
        };
        known.or_else(|| Lookahead::new(budget, DEEPEST).choose(options, report))
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Game, Seat, Turn};

    use super::*;
    use crate::rules::Rules;
    use crate::{Board, seat_of};

    /// Plays a whole game and tells who won.
    fn play(start: &Konane, mut players: [Box<dyn Player<Konane>>; 2], limits: &Limits) -> Seat {
        let mut position = start.clone();
        while let Turn::Seat { seat } = position.turn() {
            let m =
                players[seat.index()].choose(&position, limits, &mut |_| {}).expect("a player who is asked answers");
            position.play(m).expect("players play legal moves");
        }
        position.turn().outcome().and_then(|outcome| outcome.winner).expect("Konane has no draws")
    }

    #[test]
    fn hard_never_loses_a_won_game_that_it_can_value() {
        let limits = Limits::within(Duration::from_secs(20));
        let mut random = Random::new(5);
        let mut won_ones = 0;
        for _ in 0..40 {
            let text: Vec<String> = (0..4)
                .map(|_| (0..5).map(|_| *random.pick(&['B', 'W', '.']).expect("three to pick from")).collect())
                .collect();
            let board: Board = text.join("/").parse().expect("a drawn board");
            let start = Konane::start(&Rules::free(&board, Stone::Black)).expect("any board can be played");
            let wins = Prover::new(Jumps::Any, None).solve(&board, Stone::Black, &Limits::none(), &mut |_| {});
            if !wins.expect("nothing limits it").wins {
                continue;
            }
            won_ones += 1;
            let opponent = player("normal", Jumps::Any, 1).expect("a level");
            let winner = play(&start, [player("hard", Jumps::Any, 1).expect("a level"), opponent], &limits);
            assert_eq!(winner, seat_of(Stone::Black), "{board}");
        }
        assert!(won_ones > 5, "{won_ones} won games are too few to tell");
    }

    #[test]
    fn every_level_plays_the_traditional_game_to_its_end() {
        for level in all() {
            let start = Konane::start(&Rules::traditional(5, 6)).expect("a usual board");
            let limits = Limits { nodes: Some(2000), ..Limits::within(Duration::from_millis(30)) };
            let players = [1, 2].map(|seed| player(level.id, Jumps::Any, seed).expect("a level"));
            play(&start, players, &limits);
        }
        assert!(player("grandmaster", Jumps::Any, 0).is_none());
    }
}
