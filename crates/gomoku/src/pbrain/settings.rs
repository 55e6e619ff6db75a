//! What the manager told us with `INFO`.

use std::time::Duration;

use crate::Rule;

/// The settings of `INFO`; unknown ones are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Time for one move; zero means as fast as possible.
    pub turn: Duration,
    /// Time for the whole game, if limited.
    pub game: Option<Duration>,
    /// Time left for the whole game, as the manager last said.
    pub left: Option<Duration>,
    /// Most memory in bytes, if limited.
    pub memory: Option<u64>,
    /// What wins.
    pub rule: Rule,
    /// Most nodes for a move, if limited.
    pub nodes: Option<u64>,
    /// Deepest search, if limited.
    pub depth: Option<u32>,
    /// Threads that may think at once.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            turn: DEFAULT_TURN,
            game: None,
            left: None,
            memory: None,
            rule: Rule::Freestyle,
            nodes: None,
            depth: None,
            threads: 1,
        }
    }
}

/// The time for a move when the manager never says.
const DEFAULT_TURN: Duration = Duration::from_secs(1);
/// Managers write this many milliseconds for "no limit".
const NO_LIMIT: u64 = 2_147_483_647;
/// The bits of `INFO rule`.
const EXACTLY_FIVE: u64 = 1;
const RENJU: u64 = 4;
const CARO: u64 = 8;
/// The most threads that may be asked for.
const MOST_THREADS: u64 = 256;

impl Settings {
    /// Takes a setting; an error says why one that matters was not taken.
    pub fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        const NUMBERS: [&str; 8] =
            ["timeout_turn", "timeout_match", "time_left", "max_memory", "rule", "max_node", "max_depth", "thread_num"];
        if !NUMBERS.contains(&key) {
            return Ok(());
        }
        // Time left may be negative when a manager is lenient.
        let number: i64 =
            value.parse().map_err(|_| format!("INFO {key} {}: expected a number", super::command::quoted(value)))?;
        let number = number.max(0) as u64;
        let limit = |number: u64| (number > 0 && number < NO_LIMIT).then_some(number);
        match key {
            "timeout_turn" => self.turn = Duration::from_millis(number),
            "timeout_match" => self.game = limit(number).map(Duration::from_millis),
            "time_left" => self.left = (number < NO_LIMIT).then(|| Duration::from_millis(number)),
            "max_memory" => self.memory = (number > 0).then_some(number),
            "rule" if number & CARO != 0 => {
                return Err(format!("INFO rule {number}: caro is not played here; the rule stays {}", self.rule));
            }
            "rule" => {
                self.rule = if number & RENJU != 0 {
                    Rule::Renju
                } else if number & EXACTLY_FIVE != 0 {
                    Rule::Standard
                } else {
                    Rule::Freestyle
                };
            }
            "max_node" => self.nodes = (number > 0).then_some(number),
            "max_depth" => self.depth = limit(number).map(|depth| depth.min(u64::from(u32::MAX)) as u32),
            _ => self.threads = number.clamp(1, MOST_THREADS) as usize,
        }
        Ok(())
    }

    /// The time a brain may think, when this long has passed since the manager asked, this much of the game's time is spent,
    /// and answers have lately come this much later than planned.
    pub fn budget(&self, passed: Duration, spent_in_game: Duration, lag: Duration) -> Budget {
        let left = self.left.or_else(|| self.game.map(|game| game.saturating_sub(spent_in_game)));
        let after = |limit: Duration| limit.saturating_sub(reserve(limit) + lag + passed).max(LEAST);
        let game = left.map(after);
        let latest = if self.turn.is_zero() { AT_ONCE } else { after(self.turn) };
        let latest = game.map_or(latest, |game| game.min(latest));
        Budget { turn: latest.saturating_sub(WINDING_UP).max(LEAST), latest, game }
    }
}

/// What `timeout_turn 0` is worth.
const AT_ONCE: Duration = Duration::from_millis(5);
/// The least time to think.
const LEAST: Duration = Duration::from_millis(1);
/// Kept back from every move for the operating system's own delays: on a crowded machine a thread waits for its turn.
const RESERVE: Duration = Duration::from_millis(15);
/// What the thinking needs to end, once its time is over.
const WINDING_UP: Duration = Duration::from_millis(2);

/// What is kept back from a time limit: a fixed part and 3 %.
fn reserve(limit: Duration) -> Duration {
    RESERVE + limit / 32
}

/// How long a brain may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For thinking about this move.
    pub turn: Duration,
    /// When the answer must go out, however far the thinking is.
    pub latest: Duration,
    /// For this and all further moves, if that is limited.
    pub game: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_the_protocol_are_honoured() {
        let mut settings = Settings::default();
        for (key, value) in [
            ("timeout_turn", "100"),
            ("timeout_match", "60000"),
            ("time_left", "5000"),
            ("max_memory", "83886080"),
            ("rule", "1"),
            ("max_node", "2000"),
            ("max_depth", "7"),
            ("thread_num", "2"),
            ("game_type", "1"),
            ("folder", "/nowhere"),
            ("evaluate", "3,4"),
            ("colour_of_the_sky", "blue"),
        ] {
            settings.take(key, value).unwrap();
        }
        assert_eq!(settings.turn, Duration::from_millis(100));
        assert_eq!(settings.game, Some(Duration::from_mins(1)));
        assert_eq!(settings.left, Some(Duration::from_secs(5)));
        assert_eq!((settings.memory, settings.nodes, settings.depth), (Some(83_886_080), Some(2000), Some(7)));
        assert_eq!((settings.rule, settings.threads), (Rule::Standard, 2));
    }

    #[test]
    fn the_rule_is_a_sum_of_bits() {
        let mut settings = Settings::default();
        for (bits, rule) in
            [(0, Rule::Freestyle), (2, Rule::Freestyle), (3, Rule::Standard), (4, Rule::Renju), (5, Rule::Renju)]
        {
            settings.take("rule", &bits.to_string()).unwrap();
            assert_eq!(settings.rule, rule);
        }
        assert!(settings.take("rule", "8").unwrap_err().contains("caro"));
        assert_eq!(settings.rule, Rule::Renju);
    }

    #[test]
    fn a_brain_never_gets_more_time_than_there_is() {
        let mut settings = Settings::default();
        for turn in [0, 1, 10, 30, 100, 1000, 30_000] {
            settings.take("timeout_turn", &turn.to_string()).unwrap();
            let budget = settings.budget(Duration::from_millis(3), Duration::ZERO, Duration::ZERO);
            assert!(turn < 20 || budget.turn < Duration::from_millis(turn - 3), "{turn}: {budget:?}");
            assert!(turn < 20 || budget.latest < Duration::from_millis(turn - 3), "{turn}: {budget:?}");
            assert!(budget.turn <= budget.latest, "{turn}: {budget:?}");
        }
        settings.take("time_left", "50").unwrap();
        let budget = settings.budget(Duration::ZERO, Duration::ZERO, Duration::ZERO);
        assert!(budget.game.unwrap() < Duration::from_millis(40));
        assert!(budget.latest < Duration::from_millis(40), "the game's clock ends before the turn's");
    }

    #[test]
    fn no_limit_is_no_limit() {
        let mut settings = Settings::default();
        settings.take("time_left", "2147483647").unwrap();
        settings.take("timeout_match", "0").unwrap();
        assert_eq!(settings.budget(Duration::ZERO, Duration::ZERO, Duration::ZERO).game, None);
    }
}
