//! How far the work has got, in JSON.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::engine::Effort;

impl Serialize for Effort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut written = serializer.serialize_struct("Effort", 4)?;
        written.serialize_field("positions", &self.positions)?;
        written.serialize_field("different", &self.different)?;
        written.serialize_field("bytes", &self.bytes)?;
        written.serialize_field("seconds", &self.elapsed.as_secs_f64())?;
        written.end()
    }
}
