//! How long to think, given what the clocks show.

use std::time::Duration;

/// The state of the clocks as a protocol tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// What is left on the mover's clock.
    pub left: Option<Duration>,
    /// What is added to the mover's clock for each move.
    pub increment: Duration,
    /// Time for each move once the clock has run out.
    pub byoyomi: Duration,
    /// What is to be kept in hand for the way to the other side and back.
    pub overhead: Duration,
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// No new iteration after this long.
    pub soft: Duration,
    /// The search is broken off after this long.
    pub hard: Duration,
}

/// A game is planned as if it lasted this many more moves of a side.
const MOVES_TO_GO: u32 = 30;
/// However short the time, a move takes this long.
const LEAST: Duration = Duration::from_millis(1);

impl Clocks {
    /// The plan for the next move, or `None` if time does not matter. Never more than what is left less the overhead.
    pub fn plan(&self) -> Option<Plan> {
        if self.left.is_none() && self.byoyomi.is_zero() && self.increment.is_zero() {
            return None;
        }
        let left = self.left.unwrap_or_default();
        let most = (left + self.byoyomi).saturating_sub(self.overhead).max(LEAST);
        // With nothing on the clock there is nothing to save: the whole byoyomi is used.
        if left <= self.byoyomi / 4 {
            return Some(Plan { soft: most, hard: most });
        }
        let share = left / MOVES_TO_GO + self.increment * 3 / 4 + self.byoyomi;
        let soft = (share * 2 / 3).min(most);
        let hard = (share * 3).min(most).min(left / 3 + self.byoyomi + self.increment).min(most).max(LEAST);
        Some(Plan { soft: soft.min(hard), hard })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn byoyomi_alone_is_used_up_but_never_overstepped() {
        for byoyomi in [2, 20, 100, 500, 10_000] {
            let clocks = Clocks { left: Some(ms(0)), byoyomi: ms(byoyomi), overhead: ms(15), ..Clocks::default() };
            let plan = clocks.plan().unwrap();
            assert!(plan.hard <= ms(byoyomi.saturating_sub(15).max(1)), "{plan:?}");
            assert_eq!(plan.soft, plan.hard);
        }
    }

    #[test]
    fn a_clock_never_runs_out() {
        let mut left = ms(60_000);
        for _ in 0..500 {
            let clocks = Clocks { left: Some(left), increment: ms(100), overhead: ms(15), ..Clocks::default() };
            let plan = clocks.plan().unwrap();
            assert!(plan.hard + ms(15) <= left || plan.hard == ms(1), "{plan:?} of {left:?}");
            left = left.saturating_sub(plan.hard) + ms(100);
        }
    }

    #[test]
    fn without_clocks_there_is_no_plan() {
        assert_eq!(Clocks::default().plan(), None);
    }
}
