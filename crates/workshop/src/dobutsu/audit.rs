//! `workshop dobutsu audit`: how many positions of the 3×4 game can come up in play.

use anyhow::Result;
use banmen_core::Limits;
use banmen_dobutsu::tablebase::count_reachable;

use crate::console::{self, cancel_on_ctrl_c};

/// Positions that can be reached, to draw the bar.
const EXPECTED: u64 = 246_803_167;

/// Counts and prints.
pub fn run() -> Result<()> {
    let limits = Limits { cancel: cancel_on_ctrl_c()?, ..Limits::none() };
    let bar = console::bar("positions", EXPECTED);
    let counted = count_reachable(&limits, &mut |progress| bar.set_position(progress.nodes));
    bar.finish_and_clear();
    let positions = counted.map_err(anyhow::Error::msg)?;
    console::line(format_args!("{positions} positions can be reached"))
}
