//! The terms of the evaluation, grouped into named tables that follow each other in one list.

use crate::rules::SLOTS;
use crate::square::STRIDE;

/// The ranks of the highest board.
pub(super) const HEIGHT: usize = 6;
/// Files count from the nearer edge, since the game does not know left from right.
pub(super) const FOLDED: usize = STRIDE.div_ceil(2);
pub(super) const PLACES: usize = HEIGHT * FOLDED;
/// Offsets from a lion: ranks ahead or behind, files aside.
pub(super) const OFFSETS: usize = (2 * HEIGHT - 1) * STRIDE;
/// Counts of a kind in hand that are told apart, zero included.
pub(super) const HAND_STEPS: usize = 8;
/// Pieces in hand beyond this many do not make a lion's flight any harder.
pub(super) const MOST_HELD: usize = 4;
/// Squares around a lion: 0 to 8.
const AROUND: usize = 9;

/// A named group of terms.
#[derive(Clone, Copy, Debug)]
pub struct TermGroup {
    /// Its name in a file of weights.
    pub name: &'static str,
    /// Its first term.
    pub start: usize,
    /// How many terms it has.
    pub len: usize,
}

impl TermGroup {
    #[inline]
    pub(super) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }

    const fn then(self, name: &'static str, len: usize) -> Self {
        Self { name, start: self.start + self.len, len }
    }
}

/// A piece of the slot on the board.
pub(super) const MATERIAL: TermGroup = TermGroup { name: "material", start: 0, len: SLOTS };
/// `[slot][n]`: the n-th of the kind in hand.
pub(super) const IN_HAND: TermGroup = MATERIAL.then("in_hand", SLOTS * HAND_STEPS);
/// `[slot][rank][file from the edge]`.
pub(super) const PLACE: TermGroup = IN_HAND.then("place", SLOTS * PLACES);
/// `[slot][ranks ahead of the other lion][files aside]`.
pub(super) const FROM_OTHER_LION: TermGroup = PLACE.then("from_other_lion", SLOTS * OFFSETS);
/// `[slot][ranks ahead of the own lion][files aside]`.
pub(super) const FROM_OWN_LION: TermGroup = FROM_OTHER_LION.then("from_own_lion", SLOTS * OFFSETS);
/// `[to move][slot][attacked and loose, attacked and guarded, guarded]`, counted for each piece.
pub(super) const SAFETY: TermGroup = FROM_OWN_LION.then("safety", 2 * SLOTS * 3);
/// `[slot]`: squares where a drop from the hand would attack the other lion, supported and attacked by the lion at most.
pub(super) const CHECKING_DROPS: TermGroup = SAFETY.then("checking_drops", SLOTS);
/// So many squares around the other lion are attacked.
pub(super) const PRESSURE: TermGroup = CHECKING_DROPS.then("pressure", AROUND);
/// How many of those only the lion guards.
pub(super) const WEAK: TermGroup = PRESSURE.then("weak", AROUND);
/// So many squares around the other lion are attacked twice.
pub(super) const DOUBLED: TermGroup = WEAK.then("doubled", AROUND);
/// `[squares the other lion can flee to][pieces in hand]`.
pub(super) const FLIGHTS: TermGroup = DOUBLED.then("flights", AROUND * (MOST_HELD + 1));
/// For each square attacked by this side only.
pub(super) const SPACE: TermGroup = FLIGHTS.then("space", 1);
/// For each square that a piece but the lion can go to.
pub(super) const MOBILITY: TermGroup = SPACE.then("mobility", 1);
/// For being to move.
pub(super) const TEMPO: TermGroup = MOBILITY.then("tempo", 1);

/// The number of terms.
pub const TERMS: usize = TEMPO.start + TEMPO.len;

/// Every table, in order.
pub const fn tables() -> [TermGroup; 14] {
    [
        MATERIAL,
        IN_HAND,
        PLACE,
        FROM_OTHER_LION,
        FROM_OWN_LION,
        SAFETY,
        CHECKING_DROPS,
        PRESSURE,
        WEAK,
        DOUBLED,
        FLIGHTS,
        SPACE,
        MOBILITY,
        TEMPO,
    ]
}
