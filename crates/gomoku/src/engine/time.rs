//! How much of the clock to spend on a move.

use std::time::Duration;

/// What the clocks say.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeControl {
    /// Time for this move.
    pub turn: Option<Duration>,
    /// Time left for all further moves.
    pub match_left: Option<Duration>,
    /// Stones on the board.
    pub stones: usize,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// No new iteration after this.
    soft: Option<Duration>,
    /// At once after this.
    pub hard: Option<Duration>,
    /// Whether time that is saved can be spent later.
    saves: bool,
}

/// A game is planned as if at least this many own moves were still to come.
const LEAST_MOVES_LEFT: u32 = 10;
/// A game is planned as if it had this many own moves in all.
const MOVES_OF_A_GAME: u32 = 30;

impl Plan {
    /// A plan for what the clocks say.
    pub fn new(clocks: TimeControl) -> Self {
        let Some(left) = clocks.match_left else {
            return Self { soft: clocks.turn, hard: clocks.turn, saves: false };
        };
        let own_moves = clocks.stones as u32 / 2;
        let to_come = MOVES_OF_A_GAME.saturating_sub(own_moves).max(LEAST_MOVES_LEFT);
        let share = left / to_come;
        let turn = clocks.turn.unwrap_or(left);
        Self { soft: Some(share.min(turn)), hard: Some((share * 3).min(left / 3).min(turn)), saves: share < turn }
    }

    /// Whether another iteration is not worth beginning, given for how many iterations the best move has stood.
    pub fn is_enough(&self, elapsed: Duration, steady: u32) -> bool {
        let Some(soft) = self.soft else { return false };
        if !self.saves {
            // Time for one move cannot be saved for the next: use what is there.
            return elapsed >= soft;
        }
        let share = match steady {
            0 => 1.2,
            1..=3 => 0.8,
            4..=7 => 0.6,
            _ => 0.45,
        };
        elapsed.as_secs_f64() >= soft.as_secs_f64() * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_clock_is_shared_out() {
        let left = Duration::from_mins(1);
        let plan = Plan::new(TimeControl { turn: Some(Duration::from_secs(10)), match_left: Some(left), stones: 0 });
        assert!(plan.hard.unwrap() <= Duration::from_secs(10));
        assert!(plan.is_enough(Duration::from_secs(3), 0));
        assert!(!plan.is_enough(Duration::from_millis(100), 20));
        let last = Plan::new(TimeControl { turn: None, match_left: Some(Duration::from_millis(90)), stones: 100 });
        assert!(last.hard.unwrap() <= Duration::from_millis(30));
    }

    #[test]
    fn time_for_one_move_is_used() {
        let plan = Plan::new(TimeControl { turn: Some(Duration::from_secs(1)), match_left: None, stones: 5 });
        assert!(!plan.is_enough(Duration::from_millis(900), 9));
    }
}
