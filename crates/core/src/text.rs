use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A sentence for people, as a key and its arguments; the page has the words in each language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Text {
    /// The key in the page's dictionaries, such as `spoken.stone_placed`.
    pub key: String,
    /// What is filled in, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub args: BTreeMap<String, String>,
}

impl Text {
    /// A sentence without arguments.
    pub fn new(key: impl Into<String>) -> Text {
        Text { key: key.into(), args: BTreeMap::new() }
    }

    /// The same sentence with one argument more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Text {
        self.args.insert(name.to_owned(), value.to_string());
        self
    }
}
