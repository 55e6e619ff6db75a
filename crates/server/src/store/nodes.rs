//! What nodes that share a store do for each other.

use tokio::sync::broadcast;

use super::Stored;

/// What a node hears of the others. News may be lost (a node dies before it tells, a connection breaks), so whoever depends on it also
/// looks for itself now and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A table has this version now.
    Changed {
        /// The table.
        id: String,
        /// Its version.
        version: u64,
    },
    /// Somebody wants the computer at this table to play its best move so far, if it still thinks about this version.
    Hurry {
        /// The table.
        id: String,
        /// Its version.
        version: u64,
    },
    /// A client has sent so many requests to another node.
    Asked {
        /// The client.
        client: String,
        /// How many.
        requests: u32,
    },
    /// The connection was lost: anything may have happened.
    Gap,
}

/// The nodes that share a store. A node that has shown no sign of life for three seconds is dead.
pub trait Nodes: Send + Sync {
    /// The versions of those tables that exist.
    fn versions(&self, ids: Vec<String>) -> Stored<'_, Vec<(String, u64)>>;
    /// Whether this node keeps the table: thinks for its computers and watches its clocks. It does from now on if no other living
    /// node did.
    fn claim(&self, id: &str) -> Stored<'_, bool>;
    /// Lets others keep these tables.
    fn release(&self, ids: Vec<String>) -> Stored<'_, ()>;
    /// Tells all other nodes. Changes of tables are told by the store itself.
    fn tell(&self, news: News);
    /// What others tell from now on.
    fn listen(&self) -> broadcast::Receiver<News>;
}
