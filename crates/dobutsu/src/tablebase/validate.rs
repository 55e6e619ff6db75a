//! A second way to every answer: what a position is worth follows from what its successors are worth.

use banmen_core::{Limits, Progress, Stop};

use super::distances::Tablebase;
use super::placing::Placing;
use super::probe::TablebaseValue;

/// A position whose value does not follow from its successors' values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position number {number} says {says}, its successors say {follows}")]
pub struct Contradiction {
    /// Its number in the table.
    pub number: u32,
    /// What the table says.
    pub says: TablebaseValue,
    /// What follows from the positions one move later.
    pub follows: TablebaseValue,
}

impl Tablebase {
    /// Checks every `stride`-th position against its successors. `Ok(Ok(n))`: n positions were checked and all agree.
    pub fn validate(
        &self,
        stride: u32,
        limits: &Limits,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Result<u64, Contradiction>, Stop> {
        let budget = limits.start();
        let bytes = self.unpacked();
        let look = |number: u32| bytes[number as usize];
        let mut checked = 0;
        for number in (0..self.len()).step_by(stride.max(1) as usize) {
            if checked % (1 << 16) == 0 {
                budget.stop(checked).map_or(Ok(()), Err)?;
                let fraction = Some(f64::from(number) / f64::from(self.len()));
                report(Progress { nodes: checked, fraction, ..Progress::default() });
            }
            checked += 1;
            let placing = self.index.placing(number);
            let says = self.verdict(&placing, &look);
            let follows = self.verdict_by_successors(&placing, &look);
            if says != follows {
                return Ok(Err(Contradiction { number, says, follows }));
            }
        }
        Ok(Ok(checked))
    }

    fn verdict_by_successors(&self, placing: &Placing, look: &impl Fn(u32) -> u8) -> TablebaseValue {
        if placing.can_take_lion() {
            return TablebaseValue::Win(1);
        }
        let mut best: Option<TablebaseValue> = None;
        placing.successors(&mut |after| {
            let verdict = self.verdict(&after, look).before();
            if best.is_none_or(|best| verdict.merit() > best.merit()) {
                best = Some(verdict);
            }
        });
        best.unwrap_or(TablebaseValue::Loss(0))
    }
}
