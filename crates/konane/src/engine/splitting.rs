//! How positions are split into independent parts.

use crate::attrition::Attrition;
use crate::bits::Bits;
use crate::closure::Middles;
use crate::frame::{Field, Frame};

/// How the jumps that may ever happen are found, by which a position is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splitting {
    /// By the plain closure: quick, and enough where stones are dense.
    Closure,
    /// By following captures: finds far more independent parts where stones are sparse. For the options
    /// of wide parts with many stones the closure is enough.
    Captures,
    /// No splitting at all: the position stays whole. For tests.
    Whole,
}

/// Parts with more rows and columns than this are wide: a few captures rarely cut them in two.
const NARROW: u32 = 3;
/// The most stones in a wide part for whose options captures are followed. With more, that costs more than the
/// positions that it saves: the tiles of 6×9 have 29 percent more positions this way, and take two thirds of the time.
const MOST_STONES_FOLLOWED: u32 = 15;
/// The same for a search of who wins. Without a limit the tiles of 6×12 take a fifth fewer sums and two fifths more time.
const MOST_STONES_FOLLOWED_BY_SEARCH: u32 = 20;

/// How to split the options of a part in normal form for its value: captures are followed only where that saves more than it costs.
pub(super) fn worthwhile<B: Bits>(frame: &Frame<B>, part: &Field<B>, splitting: Splitting) -> Splitting {
    followed_up_to(MOST_STONES_FOLLOWED, frame, part, splitting)
}

/// The same for a search of who wins.
pub(super) fn worthwhile_for_search<B: Bits>(frame: &Frame<B>, part: &Field<B>, splitting: Splitting) -> Splitting {
    followed_up_to(MOST_STONES_FOLLOWED_BY_SEARCH, frame, part, splitting)
}

fn followed_up_to<B: Bits>(most: u32, frame: &Frame<B>, part: &Field<B>, splitting: Splitting) -> Splitting {
    let cells = part.cells();
    let (rows, cols) = (cells.highest() / frame.stride + 1, cells.columns(frame.stride).highest() + 1);
    let is_wide = rows.min(cols) > NARROW;
    let too_many = is_wide && part.stones().count() > most;
    if splitting == Splitting::Captures && too_many { Splitting::Closure } else { splitting }
}

/// Splits options of a position into independent parts, those of the first one first.
#[inline]
pub(super) fn split_options<B: Bits>(
    frame: &Frame<B>,
    attrition: &mut Attrition,
    position: &Field<B>,
    options: &[Field<B>],
    splitting: Splitting,
    mut visit: impl FnMut(usize, Field<B>),
) {
    if splitting == Splitting::Whole {
        let playable = options.iter().enumerate().filter(|(_, option)| !frame.present_jumps(option).is_empty());
        playable.for_each(|(index, option)| visit(index, *option));
        return;
    }
    let mut visit_classes = |index: usize, jumps: Middles<B>| {
        let mut cells = jumps.cells(frame.stride);
        while !cells.is_empty() {
            let class = jumps.class_of(B::bit(cells.lowest()), frame.stride);
            cells &= !class;
            visit(index, options[index].within(class));
        }
    };
    let followed =
        splitting == Splitting::Captures && attrition.possible_jumps(frame, position, options, &mut visit_classes);
    if !followed {
        options.iter().enumerate().for_each(|(index, option)| visit_classes(index, frame.possible_jumps(option)));
    }
}
