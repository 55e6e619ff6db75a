use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Seat;
use crate::seal::{bytes, hex};

/// What a player adds to the draws of a game after the hash of its seed was published: 32 bytes, written as 64 hexadecimal digits. It is
/// no secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Nonce(pub(crate) [u8; 32]);

/// Text that is not a nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a nonce is 64 hexadecimal digits")]
pub struct NonceError;

impl Nonce {
    /// The nonce of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Nonce {
        Nonce(bytes)
    }
}

impl std::str::FromStr for Nonce {
    type Err = NonceError;

    fn from_str(text: &str) -> Result<Nonce, NonceError> {
        bytes(text).map(Nonce).ok_or(NonceError)
    }
}

impl std::fmt::Display for Nonce {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl std::fmt::Debug for Nonce {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Nonce({self})")
    }
}

impl Serialize for Nonce {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Nonce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nonce, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What the players added to the draws of a game. All of it came before the first draw, so it is part of every draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Nonces {
    /// The first player's, as 64 hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub first: Option<Nonce>,
    /// The second player's, as 64 hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub second: Option<Nonce>,
}

impl Nonces {
    /// Whether nobody added anything.
    pub fn is_empty(&self) -> bool {
        *self == Nonces::default()
    }

    /// What this player added.
    pub const fn of(&self, seat: Seat) -> Option<Nonce> {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    /// The place of what this player adds.
    pub const fn of_mut(&mut self, seat: Seat) -> &mut Option<Nonce> {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}
