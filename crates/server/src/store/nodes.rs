//! What nodes that share a store do for each other.

use std::time::Duration;

use banmen_core::Seat;
use banmen_table::Phrase;
use serde_json::Value;
use tokio::sync::broadcast;

use super::Stored;

/// Who has a line to a node to see a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Headcount {
    /// Whether each player is there.
    pub seated: [bool; 2],
    /// How many others are.
    pub watchers: u32,
}

impl Headcount {
    /// Whether nobody is there.
    pub fn is_empty(self) -> bool {
        self == Headcount::default()
    }
}

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
    /// Who has a line to another node to see this table. Told again and again, and once when nobody is left.
    Attends {
        /// The other node; whoever tells it need not say.
        node: String,
        /// The table.
        id: String,
        /// Who is there.
        there: Headcount,
    },
    /// A player said something at another node.
    Says {
        /// The table.
        id: String,
        /// The player.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// A job was posted, has got further, ended or should stop.
    Job {
        /// Its name.
        id: String,
    },
    /// The connection was lost: anything may have happened.
    Gap,
}

/// A job that any node may take.
#[derive(Clone, Debug, PartialEq)]
pub struct PostedJob {
    /// Its name.
    pub id: String,
    /// Whom limits are counted for.
    pub client: String,
    /// What is asked.
    pub request: Value,
}

/// Why a job was not posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// Too many jobs wait already.
    InAll,
    /// Too many jobs of this client are under way.
    OfClient,
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

    /// Posts a job, unless so many are under way in all or of its client; `state` is what whoever asks is told until a node takes it.
    fn post_job(
        &self,
        job: PostedJob,
        state: Value,
        in_all: usize,
        of_client: usize,
    ) -> Stored<'_, Result<(), TooMany>>;
    /// Takes a job that no living node works on: of a client who has few under way, and the oldest of those. A job on which
    /// nodes have died before is given up in the end.
    fn take_job(&self) -> Stored<'_, Option<PostedJob>>;
    /// Keeps what whoever asks for a job is told.
    fn report_job(&self, id: &str, state: Value, has_ended: bool) -> Stored<'_, ()>;
    /// What is known of a job; whoever looks is interested.
    fn look_at_job(&self, id: &str) -> Stored<'_, Option<Value>>;
    /// Asks whoever works on a job to stop.
    fn stop_job(&self, id: &str) -> Stored<'_, ()>;
    /// This node's jobs that somebody stopped or about which nobody has asked for so long.
    fn unwanted_jobs(&self, abandoned: Duration) -> Stored<'_, Vec<String>>;
    /// Forgets jobs that ended so long ago.
    fn forget_jobs(&self, kept: Duration) -> Stored<'_, ()>;
}
