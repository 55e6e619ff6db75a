//! Thermographs.

/// The thermograph of a game.
#[derive(Clone, Debug)]
pub struct Thermograph {}

impl Thermograph {
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}
