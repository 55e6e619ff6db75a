//! One search, from `go` to `bestmove`.

use super::Answers;
use super::command::Go;
use super::options::Options;
use crate::moves::Move;
use crate::notation::move_to_usi;
use crate::perft::divide_until;
use crate::position::{AnyBoard, BoardName, Position};
use crate::search::{AnyEngine, Found, Info, Request};
use crate::with_board;
use banmen_core::{Cancel, Clock, Limits, Playable};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Longer than any game, for searches whose end is a forced win however far.
const ANY_DISTANCE: u32 = 10_000;

/// What the reading thread and the searching thread share.
#[derive(Clone)]
pub(super) struct Reins {
    pub cancel: Cancel,
    hold: Arc<Hold>,
}

/// While a search is held back, its clock stands still and its answer is kept.
struct Hold {
    held: Mutex<bool>,
    released: Condvar,
    /// When the clock began to run, in nanoseconds of the system's clock; `u64::MAX` while it stands still.
    since: AtomicU64,
    /// When the search was asked for.
    asked: Duration,
    system: Clock,
}

impl Reins {
    /// Reins of a search that is held back until it is released or stopped.
    pub fn new(held: bool) -> Self {
        let system = Clock::default();
        let asked = system.now();
        let since = AtomicU64::new(if held { u64::MAX } else { asked.as_nanos() as u64 });
        let hold = Hold { held: Mutex::new(held), released: Condvar::new(), since, asked, system };
        Self { cancel: Cancel::new(), hold: Arc::new(hold) }
    }

    /// Lets the clock run and the answer go.
    pub fn release(&self) {
        let now = self.hold.system.now().as_nanos() as u64;
        let _ = self.hold.since.compare_exchange(u64::MAX, now, Ordering::Relaxed, Ordering::Relaxed);
        *self.hold.held.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.hold.released.notify_all();
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.cancel.set();
        self.release();
    }

    fn wait_for_release(&self) {
        let mut held = self.hold.held.lock().unwrap_or_else(PoisonError::into_inner);
        while *held {
            held = self.hold.released.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The time since the search was asked for, also while its clock stands still.
    fn spent(&self) -> Duration {
        self.hold.system.now().saturating_sub(self.hold.asked)
    }

    fn clock(&self) -> Clock {
        let hold = Arc::clone(&self.hold);
        Clock::new(move || {
            let since = hold.since.load(Ordering::Relaxed);
            hold.system.now().saturating_sub(Duration::from_nanos(since))
        })
    }
}

/// A search that is about to begin.
pub(super) struct Thinking {
    pub board: AnyBoard,
    /// Whether the position that is meant could not be set up.
    pub refused: bool,
    pub keys: Vec<u64>,
    pub go: Go,
    pub options: Options,
    pub reins: Reins,
    pub answers: Answers,
}

impl Thinking {
    fn name(&self) -> BoardName {
        self.options.board
    }

    fn write(&self, m: Move) -> String {
        move_to_usi(self.name().spec(), m)
    }

    /// Thinks and answers.
    pub fn run(&self, engine: &mut AnyEngine) {
        if self.refused {
            return self.refuse();
        }
        if let Some(depth) = self.go.perft {
            return self.perft(depth);
        }
        let side = self.board.side();
        let overhead = self.options.overhead;
        let plan = match self.go.move_time {
            Some(time) => Some((time.saturating_sub(overhead), None)),
            None if self.go.mate => None,
            None => self.go.clocks(side, overhead).plan().map(|plan| (plan.hard, Some(plan.soft))),
        };
        let limits = Limits {
            time: plan.filter(|_| !self.go.infinite).map(|(hard, _)| hard.max(Duration::from_millis(1))),
            nodes: self.go.nodes,
            depth: self.go.depth,
            threads: self.options.threads,
            cancel: self.reins.cancel.clone(),
            clock: self.reins.clock(),
            ..Limits::none()
        };
        let request = Request {
            lines: self.options.lines,
            soft_time: plan.and_then(|(_, soft)| soft).filter(|_| !self.go.infinite),
            mate: self.go.mate.then_some(ANY_DISTANCE),
            // Who analyses wants to know what is true, who plays wants to win.
            contempt: if self.go.infinite || self.go.mate { 0 } else { self.options.contempt },
            ..Request::default()
        };
        if self.go.mate {
            let found = engine.search_board(&self.board, &self.keys, &limits, &request, &mut |info| self.tell(info));
            self.reins.wait_for_release();
            self.answers.line(&self.checkmate(found.as_ref(), &limits));
            return;
        }
        let (best, expected) = if self.options.skill == "master" {
            let found = engine.search_board(&self.board, &self.keys, &limits, &request, &mut |info| self.tell(info));
            let line = found.map(|found| found.info.lines[0].moves.clone()).unwrap_or_default();
            (line.first().copied(), line.get(1).copied())
        } else {
            (self.play_skill(&limits), None)
        };
        self.reins.wait_for_release();
        let best = best.map_or_else(|| "resign".to_owned(), |m| self.write(m));
        let ponder = expected.map_or_else(String::new, |m| format!(" ponder {}", self.write(m)));
        self.answers.line(&format!("bestmove {best}{ponder}"));
    }

    /// Answers without a move, when the answer is due.
    fn refuse(&self) {
        self.answers.complain("the last position was refused; nothing is searched until there is a good one");
        self.reins.wait_for_release();
        if self.go.mate {
            self.answers.line("checkmate timeout");
        } else if self.go.perft.is_none() {
            self.answers.line("bestmove resign");
        }
    }

    /// The move of one of the other levels.
    fn play_skill(&self, limits: &Limits) -> Option<Move> {
        let position = Position::from_board(self.board);
        let rules = banmen_core::Game::rules(&position);
        // The seed comes from the game, so that a game can be repeated but its moves do not all carry the same noise.
        let seed = self.board.key() ^ self.keys.len() as u64;
        let level = Position::player(self.options.skill, rules, seed).or_else(|| {
            self.answers.complain(&format!("there is no level {} on this board; the master plays", self.options.skill));
            Position::player("master", rules, seed)
        });
        let mut told = 0;
        level?.choose(&position, limits, &mut |progress| {
            // Only the building of the table tells how far it has got.
            if let Some(fraction) = progress.fraction {
                let percent = (fraction * 100.0) as u32;
                if told == 0 || percent > told {
                    told = percent.max(1);
                    self.answers.line(&format!("info string building the table of the whole game, once: {percent} %"));
                }
                return;
            }
            let depth = progress.depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
            self.answers.line(&format!("info{depth} nodes {}", progress.nodes));
        })
    }

    /// Tells how far the search has got.
    fn tell(&self, info: &Info) {
        let time = self.reins.spent();
        let milliseconds = time.as_millis();
        let speed = (info.nodes as f64 / time.as_secs_f64().max(1e-4)) as u64;
        for (index, line) in info.lines.iter().enumerate() {
            let score = match line.score.mate() {
                Some(plies) => format!("mate {plies}"),
                None => format!("cp {}", line.score.centichicks()),
            };
            let moves: Vec<String> = line.moves.iter().map(|&m| self.write(m)).collect();
            self.answers.line(&format!(
                "info depth {} seldepth {} multipv {} score {score} nodes {} nps {speed} hashfull {} time {milliseconds} pv {}",
                info.depth,
                line.seldepth.max(info.depth),
                index + 1,
                info.nodes,
                info.hash_full,
                moves.join(" ")
            ));
        }
    }

    /// The answer to `go mate`.
    fn checkmate(&self, found: Option<&Found>, limits: &Limits) -> String {
        let Some(line) = found.map(|found| &found.info.lines[0]) else { return "checkmate nomate".to_owned() };
        match line.score.mate() {
            Some(plies) if plies > 0 => {
                let moves: Vec<String> = line.moves.iter().map(|&m| self.write(m)).collect();
                format!("checkmate {}", moves.join(" "))
            }
            None if limits.time.is_some() || self.reins.cancel.is_set() => "checkmate timeout".to_owned(),
            _ => "checkmate nomate".to_owned(),
        }
    }

    fn perft(&self, depth: u32) {
        let divided = with_board!(&self.board, board => divide_until(board, depth, &self.reins.cancel));
        let Some(divided) = divided else {
            return self.answers.complain("perft was stopped");
        };
        let mut total = u64::from(depth == 0);
        for (m, leaves) in divided {
            self.answers.line(&format!("{}: {leaves}", self.write(m)));
            total += leaves;
        }
        self.answers.line(&format!("Nodes searched: {total}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_is_held_back_has_a_clock_that_stands_still_but_tells_the_time_it_took() {
        let reins = Reins::new(true);
        let clock = reins.clock();
        let nap = Duration::from_millis(2);
        std::thread::sleep(nap);
        assert_eq!(clock.now(), Duration::ZERO);
        assert!(reins.spent() >= nap);
        reins.release();
        std::thread::sleep(nap);
        assert!(clock.now() >= nap && reins.spent() >= 2 * nap);
    }
}
