//! The engine behind the protocol. It thinks on a thread of its own, so that the answer is in time on a crowded machine too.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use banmen_core::Clock;

use super::command::write_point;
use super::{Brain, Question, Setup, Thought};
use crate::Rule;
use crate::engine::evaluator::{Evaluation, Judge};
use crate::engine::network::Network;
use crate::engine::player::{BestMove, Engine, EngineOptions, SearchLimits, Stone};
use crate::engine::shape_board::Side;
use crate::engine::tables::Tables;

/// The engine as a brain.
///
/// A thread that has computed for a while waits for its turn when others want the processor too, sometimes for a tenth of a
/// second; one that has slept is woken almost at once. So the thread that thinks is not the one that answers: if the thinking is
/// not finished when the answer must go out, the best move of the last finished depth is the answer.
pub struct EngineBrain {
    orders: Sender<Order>,
    answers: Receiver<Said>,
    /// Whether the thinking thread was left in the middle of a thought.
    left_behind: bool,
}

/// What the thinking thread is to do.
enum Order {
    Prepare(Setup, bool),
    Think(Vec<Stone>, Side, SearchLimits),
}

/// What the thinking thread says.
enum Said {
    Prepared,
    /// A better move than before, while it goes on thinking.
    Better(Thought),
    Done(Option<Thought>),
}

/// The search recurses once for every ply.
const STACK: usize = 16 << 20;
/// What is said if the thinking thread has ended, which it does only when the brain is dropped.
const ALIVE: &str = "the thinking thread lives as long as the brain";

impl EngineBrain {
    /// An engine that waits for its first game.
    pub fn start() -> io::Result<Self> {
        Self::start_with(Evaluation::STRONGEST)
    }

    /// Starts one with an evaluation.
    pub fn start_with(evaluation: Evaluation) -> io::Result<Self> {
        let (orders, to_do) = channel();
        let (says, answers) = channel();
        let thread = std::thread::Builder::new().name("thinker".to_owned()).stack_size(STACK);
        thread.spawn(move || {
            let mut thinker = Thinker { engine: None, evaluation };
            for order in to_do {
                let said = match order {
                    Order::Prepare(setup, new_game) => {
                        thinker.prepare(setup, new_game);
                        Said::Prepared
                    }
                    Order::Think(stones, own, limits) => {
                        Said::Done(thinker.think(&stones, own, &limits, &mut |better| {
                            let _ = says.send(Said::Better(better));
                        }))
                    }
                };
                if says.send(said).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { orders, answers, left_behind: false })
    }

    fn order(&self, order: Order) {
        self.orders.send(order).expect(ALIVE);
    }

    /// Waits until the thinking thread has ended a thought that is no longer wanted.
    fn catch_up(&mut self) {
        while self.left_behind {
            self.left_behind = !matches!(self.answers.recv().expect(ALIVE), Said::Done(_));
        }
    }
}

impl Brain for EngineBrain {
    fn prepare(&mut self, setup: Setup, new_game: bool) {
        self.catch_up();
        self.order(Order::Prepare(setup, new_game));
        self.answers.recv().expect(ALIVE);
    }

    fn think(&mut self, question: Question<'_>) -> Option<Thought> {
        let Question { stones, own_is_black, budget, settings, cancel } = question;
        let began = Instant::now();
        self.catch_up();
        let own = if own_is_black { Side::Black } else { Side::White };
        let placed = stones.iter().map(|&(point, is_own)| (point, if is_own { own } else { own.other() })).collect();
        let limits = SearchLimits {
            turn: Some(budget.turn.saturating_sub(began.elapsed())),
            match_left: budget.game,
            nodes: settings.nodes,
            depth: settings.depth,
            cancel: cancel.clone(),
            clock: Clock::system(),
            ..SearchLimits::default()
        };
        self.order(Order::Think(placed, own, limits));
        let mut best = None;
        loop {
            let said = match self.answers.recv_timeout(budget.latest.saturating_sub(began.elapsed())) {
                Err(RecvTimeoutError::Timeout) if best.is_some() => {
                    cancel.set();
                    self.left_behind = true;
                    return best;
                }
                // Not one depth is finished; whatever comes next is the answer.
                Err(_) => self.answers.recv().expect(ALIVE),
                Ok(said) => said,
            };
            match said {
                Said::Better(thought) => best = Some(thought),
                Said::Done(thought) => return thought,
                Said::Prepared => {}
            }
        }
    }
}

/// What lives on the thinking thread.
struct Thinker {
    engine: Option<Engine<Judge>>,
    evaluation: Evaluation,
}

/// Megabytes that the program needs besides the table.
const OTHER_MB: u64 = 40;
/// Megabytes of the table at most.
const MOST_MB: u64 = 1024;
/// Megabytes of the table for each second of a move: about what a search fills.
const MB_A_SECOND: u64 = 32;
const LEAST_MB: u64 = 4;
/// Megabytes of the table beyond which more time asks for no more.
const ENOUGH_MB: u64 = 256;

/// Megabytes of the table that are wanted, and that are allowed.
///
/// A manager does not wait between telling us its settings and asking for a move, so a table must never take longer to get
/// than the move may take.
fn hash_megabytes(setup: &Setup) -> (usize, usize) {
    let allowed = setup.memory.map_or(MOST_MB, |bytes| ((bytes >> 20).saturating_sub(OTHER_MB) / 2).clamp(1, MOST_MB));
    let wanted = (setup.turn.as_millis() as u64 * MB_A_SECOND / 1000).clamp(LEAST_MB, ENOUGH_MB);
    (wanted.min(allowed) as usize, allowed as usize)
}

impl Thinker {
    fn prepare(&mut self, setup: Setup, new_game: bool) {
        let (wanted, allowed) = hash_megabytes(&setup);
        let size = usize::from(setup.size.get());
        if let Some(engine) = &mut self.engine {
            let options = *engine.options();
            if (options.size, options.rule, options.threads) == (size, setup.rule, setup.threads) {
                if !(wanted..=allowed).contains(&options.hash_mb) {
                    engine.set_hash(wanted);
                } else if new_game {
                    engine.forget();
                }
                return;
            }
        } else {
            // All rules' tables are made now, so that none has to be made while a clock runs.
            for rule in Rule::ALL {
                drop(Tables::shared(rule));
                if self.evaluation == Evaluation::Network {
                    drop(Network::shipped().table(rule));
                }
            }
        }
        // The old engine's memory is given back before the new one asks for its own.
        self.engine = None;
        let options = EngineOptions { size, rule: setup.rule, hash_mb: wanted, threads: setup.threads };
        let tables = Tables::shared(setup.rule);
        self.engine = Some(Engine::with_evaluator(options, tables, Judge::from(self.evaluation)));
    }

    fn think(
        &mut self,
        stones: &[Stone],
        own: Side,
        limits: &SearchLimits,
        better: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        let engine = self.engine.as_mut()?;
        engine.set_stones(stones, own).ok()?;
        let found = engine.search(limits, &mut |found| {
            if let Some(thought) = thought(found) {
                better(thought);
            }
        });
        thought(&found)
    }
}

/// What was found as an answer, with a line that is shown beside it.
fn thought(found: &BestMove) -> Option<Thought> {
    let BestMove { score, depth, nodes, elapsed, .. } = found;
    let point = found.best?;
    let line: Vec<String> = found
        .lines
        .first()
        .map(|line| line.moves.iter().take(8).copied().map(write_point).collect())
        .unwrap_or_default();
    let millis = elapsed.max(&Duration::from_millis(1)).as_millis();
    let speed = u128::from(*nodes) / millis;
    let remark =
        format!("depth {depth} score {score} nodes {nodes} time {millis} speed {speed}k pv {}", line.join(" "));
    Some(Thought { point, score: *score, remark })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pbrain::{Budget, Settings};
    use crate::{Point, Size};
    use banmen_core::Cancel;

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn an_answer_goes_out_while_the_thinking_goes_on_and_the_next_is_not_mistaken_for_it() {
        let mut brain = EngineBrain::start().unwrap();
        let size = Size::try_from(15_u8).unwrap();
        let setup = Setup { size, rule: Rule::Freestyle, memory: None, threads: 1, turn: Duration::from_secs(1) };
        brain.prepare(setup, true);
        let settings = Settings::default();
        let point = Point::at;
        for round in 0..20 {
            // Without the latest moment this thought would last an hour.
            let latest = Duration::from_millis(round);
            let cancel = Cancel::new();
            let budget = Budget { turn: HOUR, latest, game: None };
            let stones = [(point(7, 7), false), (point(8, 8), true), (point(6, 7), false)];
            let question =
                Question { stones: &stones, own_is_black: false, budget, settings: &settings, cancel: &cancel };
            let thought = brain.think(question).unwrap();
            assert!(cancel.is_set(), "the thinker is told to end");
            assert!(stones.iter().all(|&(stone, _)| stone != thought.point));
            // Four of our own: only one move is right.
            let four: Vec<_> = (0..4).flat_map(|x| [(point(x, 0), true), (point(2 * x, 9), false)]).collect();
            let budget = Budget { turn: HOUR, latest: HOUR, game: None };
            let question = Question { stones: &four, own_is_black: true, budget, cancel: &Cancel::new(), ..question };
            let thought = brain.think(question).unwrap();
            assert_eq!(thought.point, point(4, 0));
            brain.prepare(setup, round % 2 == 0);
        }
    }
}
