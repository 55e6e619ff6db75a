//! The results of a match, counted.

use serde::{Deserialize, Serialize};

/// Games won, drawn and lost by the first contender, and the same games by pairs of one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games the first contender won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games the first contender lost.
    pub losses: u64,
    /// Pairs of games by the first contender's points in them: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game by the first contender's half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts a pair of games that are both already counted, by the half points of each.
    pub fn add_pair(&mut self, half_points: [u8; 2]) {
        self.pairs[usize::from(half_points[0] + half_points[1]).min(4)] += 1;
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first contender's share of the points, ½ before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The variance of the score itself (not of one game).
    ///
    /// From pairs where most games are in one, because the two games of an opening are not independent; else from single games.
    pub fn score_variance(&self) -> f64 {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs >= 2 && pairs * 2 + 1 >= self.games() {
            let share = |index: usize| index as f64 / 4.0;
            let mean = moment(&self.pairs, share);
            moment(&self.pairs, |index| (share(index) - mean).powi(2)) / pairs as f64
        } else if self.games() > 0 {
            let counts = [self.losses, self.draws, self.wins];
            let mean = self.score();
            moment(&counts, |index| (index as f64 / 2.0 - mean).powi(2)) / self.games() as f64
        } else {
            0.0
        }
    }
}

/// The mean of a value over so many cases of each kind.
pub(crate) fn moment(counts: &[u64], value: impl Fn(usize) -> f64) -> f64 {
    let all: u64 = counts.iter().sum();
    counts.iter().enumerate().map(|(index, &count)| count as f64 * value(index)).sum::<f64>() / all as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_of_unrelated_games_is_the_same_by_pairs_and_by_games() {
        // Wins and losses in equal number, pairs as chance would make them.
        let single = Tally { wins: 200, draws: 0, losses: 200, pairs: [0; 5] };
        let paired = Tally { pairs: [50, 0, 100, 0, 50], ..single };
        assert!((single.score_variance() - paired.score_variance()).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_cancel_out_have_no_variance() {
        let tally = Tally { wins: 10, draws: 0, losses: 10, pairs: [0, 0, 10, 0, 0] };
        assert!(tally.score_variance().abs() < 1e-12);
    }
}
