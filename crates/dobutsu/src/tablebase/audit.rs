//! How many positions can come up in play.
//!
//! The convention is that of the literature: the side to move is normalised, mirror images count once, and positions in which
//! the lion can be taken or the other lion has arrived are counted but not played on.

use banmen_core::{Limits, Progress, Stop};

use super::index::Index;
use super::placing::{CHICKS, ELEPHANTS, GIRAFFES, OTHER, Placing};
use super::steps::HOME_RANK;

/// Squares the mover's lion can stand on: it never gets to move from its far rank.
const OWN_SQUARES: u64 = 9;
/// Squares the other lion can stand on.
const OTHER_SQUARES: u64 = 12;

/// Counts the positions reachable from the start. Takes a few minutes and 330 MB.
pub fn count_reachable(limits: &Limits, report: &mut dyn FnMut(Progress)) -> Result<u64, Stop> {
    let budget = limits.start();
    let mut audit = Audit::new();
    audit.meet(&start());
    loop {
        let before = audit.met;
        for word in 0..audit.open.len() {
            if word % (1 << 18) == 0 {
                budget.stop(audit.met).map_or(Ok(()), Err)?;
                report(Progress { nodes: audit.met, ..Progress::default() });
            }
            while audit.open[word] != 0 {
                let bit = audit.open[word].trailing_zeros();
                audit.open[word] &= audit.open[word] - 1;
                audit.play_on(word as u64 * 64 + u64::from(bit));
            }
        }
        if audit.met == before {
            return Ok(audit.met);
        }
    }
}

fn start() -> Placing {
    let mut start = Placing { lions: [1, 10], ..Placing::default() };
    start.board[GIRAFFES] = [1 << 2, 1 << 9];
    start.board[ELEPHANTS] = [1 << 0, 1 << 11];
    start.board[CHICKS] = [1 << 4, 1 << 7];
    start
}

struct Audit {
    index: Index,
    /// One bit per position: seen, and seen but not yet played on.
    seen: Vec<u64>,
    open: Vec<u64>,
    met: u64,
}

impl Audit {
    fn new() -> Audit {
        let index = Index::new();
        let words = (OWN_SQUARES * OTHER_SQUARES * u64::from(index.per_pair())).div_ceil(64) as usize;
        Audit { index, seen: vec![0; words], open: vec![0; words], met: 0 }
    }

    fn number(&self, placing: &Placing) -> u64 {
        let [own, other] = placing.lions.map(u64::from);
        (own * OTHER_SQUARES + other) * u64::from(self.index.per_pair()) + u64::from(self.index.within_pair(placing))
    }

    fn meet(&mut self, placing: &Placing) {
        let mirror = placing.mirrored();
        // The lions decide which of the two images is kept; where they cannot, the numbers do.
        let number = match mirror.lions.cmp(&placing.lions) {
            std::cmp::Ordering::Less => self.number(&mirror),
            std::cmp::Ordering::Greater => self.number(placing),
            std::cmp::Ordering::Equal => self.number(placing).min(self.number(&mirror)),
        };
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.met += 1;
            if !placing.can_take_lion() && placing.lion(OTHER) & HOME_RANK == 0 {
                self.open[word] |= bit;
            }
        }
    }

    fn play_on(&mut self, number: u64) {
        let per_pair = u64::from(self.index.per_pair());
        let pair = number / per_pair;
        let lions = [(pair / OTHER_SQUARES) as u8, (pair % OTHER_SQUARES) as u8];
        let placing = self.index.placing_with(lions, (number % per_pair) as u32);
        placing.successors(&mut |after| self.meet(&after));
    }
}
