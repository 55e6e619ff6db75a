//! Values as small ids, and the values that need no arena.

use crate::dyadic::Dyadic;

/// The value of a short game, as a small id that belongs to one [`Arena`](crate::Arena).
///
/// Within one arena two ids are equal exactly if the values are equal. Numbers, and numbers plus a
/// multiple of up plus a nimber, are written into the id itself as long as they are of everyday size
/// (see [`Value::packed`]), so such ids mean the same in every arena. The order of ids has no meaning.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub(crate) u32);

/// A number plus a multiple of up plus a nimber: `number + ups·↑ + *nimber`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// How many ups; downs are negative.
    pub ups: i32,
    /// The size of the nimber.
    pub nimber: u32,
}

const NODE_BIT: u32 = 1 << 31;
const WIDE_BIT: u32 = 1 << 30;

// Layout of a packed id, from the lowest bit: nimber, ups, exponent of the denominator, numerator.
const NIMBER_BITS: u32 = 5;
const UPS_BITS: u32 = 6;
const EXPONENT_BITS: u32 = 4;
const NUMERATOR_BITS: u32 = 15;
const UPS_SHIFT: u32 = NIMBER_BITS;
const EXPONENT_SHIFT: u32 = UPS_SHIFT + UPS_BITS;
const NUMERATOR_SHIFT: u32 = EXPONENT_SHIFT + EXPONENT_BITS;
const UPS_BIAS: i32 = 1 << (UPS_BITS - 1);
const NUMERATOR_BIAS: i32 = 1 << (NUMERATOR_BITS - 1);
/// The finest denominator of a packed number is `2^FIXED_POINT`.
pub(crate) const FIXED_POINT: u32 = (1 << EXPONENT_BITS) - 1;

impl Value {
    /// The zero game.
    pub const ZERO: Self = Self::pack_parts(0, 0, 0, 0);
    /// The nimber `*`.
    pub const STAR: Self = Self::pack_parts(0, 0, 0, 1);
    /// `↑`.
    pub const UP: Self = Self::pack_parts(0, 0, 1, 0);
    /// `↓`.
    pub const DOWN: Self = Self::pack_parts(0, 0, -1, 0);

    const fn pack_parts(numerator: i32, exponent: u32, ups: i32, nimber: u32) -> Self {
        Self(
            (((numerator + NUMERATOR_BIAS) as u32) << NUMERATOR_SHIFT)
                | (exponent << EXPONENT_SHIFT)
                | (((ups + UPS_BIAS) as u32) << UPS_SHIFT)
                | nimber,
        )
    }

    /// The id of `number + ups·↑ + *nimber` if it is of everyday size: numerator below 2^14,
    /// denominator at most 2^15, fewer than 32 ups, nimber below 32.
    pub fn packed(parts: NumberUpStar) -> Option<Self> {
        let fits = parts.number.exponent() <= FIXED_POINT
            && parts.number.numerator().unsigned_abs() < NUMERATOR_BIAS as u128
            && parts.ups.unsigned_abs() < UPS_BIAS as u32
            && parts.nimber < 1 << NIMBER_BITS;
        fits.then(|| {
            Self::pack_parts(parts.number.numerator() as i32, parts.number.exponent(), parts.ups, parts.nimber)
        })
    }

    /// The id of `fixed / 2^FIXED_POINT + ups·↑ + *nimber` if it fits.
    #[inline]
    pub(crate) fn packed_fixed(fixed: i32, ups: i32, nimber: u32) -> Option<Self> {
        let shift = if fixed == 0 { FIXED_POINT } else { fixed.trailing_zeros().min(FIXED_POINT) };
        let numerator = fixed >> shift;
        (numerator.abs() < NUMERATOR_BIAS && ups.abs() < UPS_BIAS && nimber < 1 << NIMBER_BITS)
            .then(|| Self::pack_parts(numerator, FIXED_POINT - shift, ups, nimber))
    }

    /// Whether the id says everything by itself.
    #[inline]
    pub const fn is_packed(self) -> bool {
        self.0 < WIDE_BIT
    }

    /// Whether the value is kept as a node with options in the arena.
    #[inline]
    pub(crate) const fn is_node(self) -> bool {
        self.0 >= NODE_BIT
    }

    #[inline]
    pub(crate) const fn node(index: usize) -> Self {
        Self(NODE_BIT | index as u32)
    }

    #[inline]
    pub(crate) const fn node_index(self) -> usize {
        (self.0 & !NODE_BIT) as usize
    }

    #[inline]
    pub(crate) const fn wide(index: usize) -> Self {
        Self(WIDE_BIT | index as u32)
    }

    #[inline]
    pub(crate) const fn wide_index(self) -> usize {
        (self.0 & !WIDE_BIT) as usize
    }

    /// A packed number plus a nimber, if that is packed too.
    #[inline]
    pub(crate) fn with_nimber(self, nimber: u32) -> Option<Self> {
        (self.is_packed_number() && nimber < 1 << NIMBER_BITS).then_some(Self(self.0 | nimber))
    }

    /// The number part of a packed id as a multiple of `2^-FIXED_POINT`.
    #[inline]
    pub(crate) const fn fixed(self) -> i32 {
        let numerator = (self.0 >> NUMERATOR_SHIFT) as i32 - NUMERATOR_BIAS;
        numerator << (FIXED_POINT - self.exponent())
    }

    #[inline]
    pub(crate) const fn exponent(self) -> u32 {
        (self.0 >> EXPONENT_SHIFT) & FIXED_POINT
    }

    /// The ups of a packed id.
    #[inline]
    pub(crate) const fn ups(self) -> i32 {
        ((self.0 >> UPS_SHIFT) & ((1 << UPS_BITS) - 1)) as i32 - UPS_BIAS
    }

    /// The nimber of a packed id.
    #[inline]
    pub(crate) const fn nimber(self) -> u32 {
        self.0 & ((1 << NIMBER_BITS) - 1)
    }

    /// The parts of a packed id.
    #[inline]
    pub(crate) fn parts(self) -> NumberUpStar {
        let numerator = (self.0 >> NUMERATOR_SHIFT) as i32 - NUMERATOR_BIAS;
        NumberUpStar {
            number: Dyadic::new(i128::from(numerator), self.exponent()),
            ups: self.ups(),
            nimber: self.nimber(),
        }
    }

    /// Whether a packed id is a plain number.
    #[inline]
    pub(crate) const fn is_packed_number(self) -> bool {
        const INFINITESIMAL: u32 = (1 << EXPONENT_SHIFT) - 1;
        self.0 < WIDE_BIT && self.0 & INFINITESIMAL == (UPS_BIAS as u32) << UPS_SHIFT
    }
}

impl NumberUpStar {
    /// A plain number.
    pub const fn number(number: Dyadic) -> Self {
        Self { number, ups: 0, nimber: 0 }
    }

    /// Whether there are neither ups nor a nimber.
    pub const fn is_number(self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

/// Whether `ups·↑ + *nimber ≥ 0`.
#[inline]
pub(crate) const fn infinitesimal_is_nonnegative(ups: i32, nimber: u32) -> bool {
    // ↑* is confused with 0, ⇑* is above it; ↑ with any nimber but * is above it.
    match nimber {
        0 => ups >= 0,
        1 => ups >= 2,
        _ => ups >= 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_part() {
        for numerator in [-16383i128, -77, -2, -1, 0, 1, 3, 500, 16383] {
            for exponent in [0, 1, 7, 15] {
                for ups in [-31, -1, 0, 2, 31] {
                    for nimber in [0, 1, 31] {
                        let parts = NumberUpStar { number: Dyadic::new(numerator, exponent), ups, nimber };
                        let value = Value::packed(parts).unwrap();
                        assert!(value.is_packed() && !value.is_node());
                        assert_eq!(value.parts(), parts);
                        assert_eq!(value.is_packed_number(), parts.is_number());
                        assert_eq!(Value::packed_fixed(value.fixed(), ups, nimber), Some(value));
                    }
                }
            }
        }
    }

    #[test]
    fn large_parts_are_not_packed() {
        let number = |m, k| NumberUpStar::number(Dyadic::new(m, k));
        assert_eq!(Value::packed(number(16384, 0)), None);
        assert_eq!(Value::packed(number(1, 16)), None);
        assert_eq!(Value::packed(NumberUpStar { ups: 32, ..NumberUpStar::default() }), None);
        assert_eq!(Value::packed(NumberUpStar { nimber: 32, ..NumberUpStar::default() }), None);
    }
}
