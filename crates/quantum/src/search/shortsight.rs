//! What a position is worth against an opponent who looks one turn ahead only.

use banmen_core::Seat;

use super::{Interrupted, Look, Search};

pub struct Knobs {
    pub margin: f64,
    pub temp: f64,
    pub turns: u32,
    pub own: usize,
    pub their: usize,
    pub leaf: u32,
    pub trust: f64,
    pub share: f64,
    pub decide: bool,
    pub kinds: usize,
    pub out: f64,
    pub fitted: bool,
    pub want: f64,
    pub want_fading: f64,
}
pub fn knobs() -> &'static Knobs {
    static K: std::sync::OnceLock<Knobs> = std::sync::OnceLock::new();
    K.get_or_init(|| {
        let get = |n: &str, d: f64| std::env::var(n).ok().and_then(|t| t.parse().ok()).unwrap_or(d);
        Knobs {
            margin: get("QM", 0.01),
            temp: get("QS", 0.0),
            turns: get("QT", 4.0) as u32,
            own: get("QO", 8.0) as usize,
            their: get("QW", 10.0) as usize,
            leaf: get("QF", 1.0) as u32,
            trust: get("QN", 0.0),
            share: get("QR", 0.5),
            decide: get("QD", 1.0) > 0.0,
            kinds: get("QK", 3.0) as usize,
            out: get("QX", 0.0), fitted: get("QY", 0.0) > 0.0, want: get("QG", 0.0), want_fading: get("QH", 0.5),
        }
    })
}

impl Search<'_> {
    /// What the rest of the game is worth to a player whose opponent is about to place and looks one turn ahead only. The player
    /// itself looks so many turns of its own ahead.
    pub(crate) fn against_short_sight(&mut self, player: Seat, turns: u32) -> Result<f64, Interrupted> {
        let opponent = player.other();
        if self.board.is_full() || self.left == Some([0, 0]) {
            return Ok(0.5);
        }
        let percent = self.rules.stone(self.board.stones()).get();
        let mut replies = self.replies(opponent, percent);
        let k = knobs();
        let top = replies[0].0;
        if k.temp > 0.0 {
            replies.retain(|r| r.0 > top - 4.0 * k.temp);
            replies.truncate(k.kinds);
        } else {
            replies.truncate(1);
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        for (value, cell, observes) in replies {
            let weight = if k.temp > 0.0 { ((value - top) / k.temp).exp() } else { 1.0 };
            self.board.place(cell, percent);
            let look = self.look(opponent);
            let rest = self.own_turn(player, turns);
            self.board.undo();
            let rest = 1.0 - rest?;
            let theirs = if observes { look.win + look.nothing * rest } else { rest };
            sum += weight * (1.0 - theirs);
            weights += weight;
        }
        Ok(sum / weights)
    }

    fn replies(&mut self, mover: Seat, percent: u8) -> Vec<(f64, usize, bool)> {
        let mut replies = Vec::with_capacity(16);
        for candidate in self.candidates(mover, percent, knobs().their, None) {
            self.board.place_last(candidate.cell, percent);
            let look = self.look(mover);
            let rest = 1.0 - self.weights.value(&self.board, self.rules, mover.other(), self.left);
            self.board.undo();
            self.nodes += 1;
            replies.push((look.best(rest, rest), candidate.cell, look.win + look.nothing * rest > rest));
        }
        replies.sort_by(|a, b| b.0.total_cmp(&a.0));
        replies
    }

    fn own_turn(&mut self, player: Seat, turns: u32) -> Result<f64, Interrupted> {
        if turns == 0 || self.board.is_full() || self.left == Some([0, 0]) {
            return self.turn(player, knobs().leaf, -0.001, 1.001);
        }
        if self.budget.stop(self.nodes).is_some() {
            return Err(Interrupted);
        }
        let percent = self.rules.stone(self.board.stones()).get();
        let mut best = 0.0f64;
        for candidate in self.candidates(player, percent, knobs().own, None) {
            self.board.place(candidate.cell, percent);
            let look = self.look(player);
            let rest = self.against_short_sight(player, turns - 1);
            self.board.undo();
            let rest = rest?;
            best = best.max(look.best(rest, rest));
        }
        Ok(best)
    }

    pub(crate) fn through_look(&self, mut look: Look, mover: Seat, rest: f64) -> f64 {
        if !self.may_observe(mover) {
            return rest;
        }
        look.win -= look.nothing * self.cost_of_observation(mover);
        look.best(rest, rest)
    }

    fn look(&self, mover: Seat) -> Look {
        if self.may_observe(mover) {
            let mut look = self.rough_look(mover);
            look.win -= look.nothing * self.cost_of_observation(mover);
            look
        } else {
            Look { win: 0.0, nothing: 1.0 }
        }
    }
}
