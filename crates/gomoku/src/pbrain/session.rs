//! The conversation with a manager.

use std::time::Duration;

use banmen_core::{Cancel, Clock};

use super::command::{parse_point, parse_stone, quoted, write_point, write_points};
use super::swap2::{self, Choice};
use super::{Brain, Command, CommandError, Line, Question, Settings, Setup, Stones, Thought};
use crate::{Point, Size};

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// More lines are expected.
    Continue,
    /// The manager said `END`.
    Leave,
}

/// A list of stones that is being received.
#[derive(Default)]
struct Receiving {
    stones: Vec<(Point, bool)>,
    problem: Option<String>,
    is_swap2: bool,
}

/// The state between one line and the next.
pub struct Session<B> {
    brain: B,
    settings: Settings,
    clock: Clock,
    size: Option<Size>,
    prepared: Option<Setup>,
    stones: Vec<(Point, bool)>,
    own_is_black: bool,
    receiving: Option<Receiving>,
    spent: Duration,
    /// How much later than planned answers have lately been ready: a busy machine is felt here.
    lag: Duration,
    games: usize,
}

const ABOUT: &str = concat!(
    "name=\"Banmen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"The Banmen authors\", country=\"International\""
);

impl<B: Brain> Session<B> {
    /// A conversation that has not begun.
    pub fn new(brain: B, clock: Clock) -> Self {
        Self {
            brain,
            settings: Settings::default(),
            clock,
            size: None,
            prepared: None,
            stones: Vec::new(),
            own_is_black: true,
            receiving: None,
            spent: Duration::ZERO,
            lag: Duration::ZERO,
            games: 0,
        }
    }

    /// Answers a line that came in at a moment of the session's clock. `say` gets every line of the answer.
    pub fn hear(&mut self, line: &Line, came_in: Duration, cancel: &Cancel, say: &mut dyn FnMut(&str)) -> Flow {
        let text = match line {
            Line::Text(text) => text.trim(),
            Line::TooLong => {
                let problem = format!("a line has more than {} characters", super::LONGEST_LINE);
                match &mut self.receiving {
                    Some(receiving) => receiving.problem = Some(problem),
                    None => say(&format!("ERROR {problem}")),
                }
                return Flow::Continue;
            }
        };
        if self.receiving.is_some() {
            return self.receive(text, came_in, cancel, say);
        }
        match Command::parse(text) {
            Ok(None) => Flow::Continue,
            Ok(Some(command)) => self.obey(command, came_in, cancel, say),
            Err(CommandError::Unknown(word)) => {
                say(&format!("UNKNOWN command {word}"));
                Flow::Continue
            }
            Err(CommandError::Malformed(why)) => {
                say(&format!("ERROR {why}"));
                Flow::Continue
            }
        }
    }

    fn obey(&mut self, command: Command, came_in: Duration, cancel: &Cancel, say: &mut dyn FnMut(&str)) -> Flow {
        match command {
            Command::End => return Flow::Leave,
            Command::Stop => {}
            Command::About => say(ABOUT),
            Command::Info { key, value } => {
                if let Err(why) = self.settings.take(&key, &value) {
                    say(&format!("MESSAGE {why}"));
                }
                self.prepare(false);
            }
            Command::Start(size) => self.start(size, say),
            Command::RectStart(columns, rows) if columns == rows => self.start(columns, say),
            Command::RectStart(columns, rows) => {
                say(&format!("ERROR unsupported size {columns},{rows}: boards are square, 5 to 22 points a side"));
            }
            Command::Restart => match self.size {
                Some(size) => self.start(u64::from(size.get()), say),
                None => say(NO_GAME),
            },
            Command::Begin => {
                if let Err(why) = self.begin() {
                    say(&format!("ERROR {why}"));
                } else {
                    self.answer(came_in, cancel, say);
                }
            }
            Command::Turn(point) => match self.put(point, false) {
                Ok(()) => self.answer(came_in, cancel, say),
                Err(why) => say(&format!("ERROR TURN {}: {why}", write_point(point))),
            },
            Command::Play(point) => match self.put(point, true) {
                Ok(()) => say(&write_point(point)),
                Err(why) => say(&format!("ERROR PLAY {}: {why}", write_point(point))),
            },
            Command::Takeback(point) => match self.stones.iter().rposition(|&(stone, _)| stone == point) {
                Some(index) => {
                    self.stones.remove(index);
                    say("OK");
                }
                None => say(&format!("ERROR TAKEBACK {}: there is no stone", write_point(point))),
            },
            Command::Board | Command::Swap2Board => {
                let is_swap2 = command == Command::Swap2Board;
                let problem = self.size.is_none().then(|| NO_GAME["ERROR ".len()..].to_owned());
                self.receiving = Some(Receiving { problem, is_swap2, ..Receiving::default() });
            }
            Command::Done => say("ERROR DONE without BOARD"),
        }
        Flow::Continue
    }

    fn start(&mut self, size: u64, say: &mut dyn FnMut(&str)) {
        match Size::try_from(size) {
            Ok(size) => {
                self.size = Some(size);
                self.stones.clear();
                self.own_is_black = true;
                self.spent = Duration::ZERO;
                self.settings.left = None;
                self.games += 1;
                self.prepare(true);
                say("OK");
            }
            Err(error) => say(&format!("ERROR unsupported size: {error}")),
        }
    }

    /// Prepares the brain for a new game, or when something that matters to its memory has changed. This is done when the
    /// manager says so and not when it asks for a move, so that no clock runs.
    fn prepare(&mut self, new_game: bool) {
        let Some(size) = self.size else { return };
        let Settings { rule, memory, threads, turn, .. } = self.settings;
        let setup = Setup { size, rule, memory, threads, turn };
        if new_game || self.prepared != Some(setup) {
            self.brain.prepare(setup, new_game);
            self.prepared = Some(setup);
        }
    }

    fn begin(&mut self) -> Result<(), String> {
        if self.size.is_none() {
            return Err(NO_GAME["ERROR ".len()..].to_owned());
        }
        if !self.stones.is_empty() {
            return Err(format!("BEGIN with {} stones on the board", self.stones.len()));
        }
        self.own_is_black = true;
        Ok(())
    }

    fn put(&mut self, point: Point, own: bool) -> Result<(), String> {
        let size = self.size.ok_or("no game; START first")?;
        place(&mut self.stones, size, point, own)?;
        if self.stones.len() == 1 {
            self.own_is_black = own;
        }
        Ok(())
    }

    /// A line while stones are being received.
    fn receive(&mut self, text: &str, came_in: Duration, cancel: &Cancel, say: &mut dyn FnMut(&str)) -> Flow {
        let Some(receiving) = &mut self.receiving else { return Flow::Continue };
        let size = self.size.unwrap_or_default();
        if text.is_empty() {
            return Flow::Continue;
        }
        if text.eq_ignore_ascii_case("DONE") {
            let received = std::mem::take(receiving);
            self.receiving = None;
            let is_swap2 = received.is_swap2;
            let problem = received.problem.clone().or_else(|| self.accept(received).err());
            match problem {
                Some(why) => say(&format!("ERROR {}: {why}", if is_swap2 { "SWAP2BOARD" } else { "BOARD" })),
                None if is_swap2 => self.swap2(came_in, cancel, say),
                None => self.answer(came_in, cancel, say),
            }
            return Flow::Continue;
        }
        if let Ok(Some(command @ (Command::End | Command::Start(_) | Command::Restart))) = Command::parse(text) {
            // The manager has given up on its list.
            self.receiving = None;
            return self.obey(command, came_in, cancel, say);
        }
        let stone = if receiving.is_swap2 {
            parse_point(text).map(|point| (point, 1 + receiving.stones.len() as u8 % 2))
        } else {
            parse_stone(text)
        };
        let result = match stone {
            Some((point, who @ 1..=2)) => place(&mut receiving.stones, size, point, who == 1),
            Some((_, 3)) => Err("a stone of a won row (who 3): continuous games are not played here".to_owned()),
            Some((_, who)) => Err(format!("{}: who is {who}, expected 1 or 2", quoted(text))),
            None => Err(format!("{}: expected {}", quoted(text), if receiving.is_swap2 { "x,y" } else { "x,y,who" })),
        };
        if let Err(why) = result {
            receiving.problem.get_or_insert(why);
        }
        Flow::Continue
    }

    /// Takes up a received position if it can come from a game in which it is our turn.
    fn accept(&mut self, received: Receiving) -> Result<(), String> {
        let own = received.stones.iter().filter(|(_, own)| *own).count();
        let other = received.stones.len() - own;
        if received.is_swap2 {
            if !matches!(received.stones.len(), 0 | 3 | 5) {
                return Err(format!("{} stones; swap2 knows 0, 3 and 5", received.stones.len()));
            }
        } else if own != other && own + 1 != other {
            return Err(format!("{own} own and {other} stones of the opponent; it cannot be our turn"));
        }
        self.own_is_black = own == other;
        self.stones = received.stones;
        Ok(())
    }

    /// Thinks and says the move.
    fn answer(&mut self, came_in: Duration, cancel: &Cancel, say: &mut dyn FnMut(&str)) {
        let Some(size) = self.size else {
            say(NO_GAME);
            return;
        };
        let thought = self.think(came_in, cancel);
        match thought.filter(|thought| is_free(&self.stones, size, thought.point)) {
            Some(thought) => {
                self.stones.push((thought.point, true));
                say(&format!("MESSAGE {}", thought.remark));
                say(&write_point(thought.point));
            }
            None => say("ERROR the game is over; there is no move"),
        }
        self.spent += self.clock.now().saturating_sub(came_in);
    }

    fn think(&mut self, came_in: Duration, cancel: &Cancel) -> Option<Thought> {
        let (stones, settings) = (self.stones.clone(), self.settings.clone());
        self.think_about(&stones, self.own_is_black, &settings, came_in, cancel)
    }

    /// A move in any position, with any settings.
    fn think_about(
        &mut self,
        stones: &Stones,
        own_is_black: bool,
        settings: &Settings,
        came_in: Duration,
        cancel: &Cancel,
    ) -> Option<Thought> {
        let began = self.clock.now();
        let budget = settings.budget(began.saturating_sub(came_in), self.spent, self.lag);
        let thought = self.brain.think(Question { stones, own_is_black, budget, settings, cancel });
        let late = self.clock.now().saturating_sub(began + budget.latest);
        // Half of the turn at most is given up, and a quiet machine is trusted again little by little.
        self.lag = late.max(self.lag * 31 / 32).min(settings.turn / 2);
        thought
    }

    fn swap2(&mut self, came_in: Duration, cancel: &Cancel, say: &mut dyn FnMut(&str)) {
        let Some(size) = self.size else { return };
        if self.stones.is_empty() {
            say(&write_points(&swap2::opening(size.get(), self.games)));
            return;
        }
        // Black placed the odd stones and White moves next.
        let points: Vec<Point> = self.stones.iter().map(|&(point, _)| point).collect();
        let seen_by_black = owned(&points, true);
        let seen_by_white = owned(&points, false);
        // Two thoughts may be needed, so each gets half of the turn.
        let halved = Settings { turn: self.settings.turn / 2, ..self.settings.clone() };
        let choice = match self.think_about(&seen_by_white, false, &halved, came_in, cancel) {
            Some(Thought { point, score, .. }) => {
                let second = if points.len() == 3 {
                    let after = owned(&[points.as_slice(), &[point]].concat(), true);
                    let now = self.clock.now();
                    self.think_about(&after, true, &halved, now, cancel).map(|answer| answer.point)
                } else {
                    None
                };
                swap2::choose(score, point, points.len(), second)
            }
            None => Choice::Swap,
        };
        match choice {
            Choice::Swap => {
                self.own_is_black = true;
                self.stones = seen_by_black;
                say("SWAP");
            }
            Choice::Place(placed) => {
                self.own_is_black = false;
                self.stones = seen_by_white;
                self.stones.extend(placed.iter().enumerate().map(|(index, &point)| (point, index % 2 == 0)));
                say(&write_points(&placed));
            }
        }
    }
}

/// Stones that Black and White placed in turn, with whether they are those of one side.
fn owned(points: &[Point], by_black: bool) -> Vec<(Point, bool)> {
    points.iter().enumerate().map(|(index, &point)| (point, (index % 2 == 0) == by_black)).collect()
}

const NO_GAME: &str = "ERROR no game; START first";

fn is_free(stones: &Stones, size: Size, point: Point) -> bool {
    size.contains(point) && stones.iter().all(|&(stone, _)| stone != point)
}

fn place(stones: &mut Vec<(Point, bool)>, size: Size, point: Point, own: bool) -> Result<(), String> {
    if !size.contains(point) {
        return Err(format!("{} is not on a board of size {size}", write_point(point)));
    }
    if !is_free(stones, size, point) {
        return Err(format!("there is already a stone on {}", write_point(point)));
    }
    stones.push((point, own));
    Ok(())
}
