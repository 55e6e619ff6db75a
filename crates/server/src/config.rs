//! What the operator chooses.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

/// The port on which Banmen is found unless told otherwise.
pub const DEFAULT_PORT: u16 = 8383;

/// How a server is set up. The defaults suit one person's own machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Only this machine unless told.
    pub addr: SocketAddr,
    /// Where the games are kept.
    pub database: Database,
    /// The file of the key that hides the seeds of running games in the database: beside an SQLite file unless told. Servers that
    /// share a database share the key.
    pub key_file: Option<PathBuf>,
    /// Host names under which the page may be opened, besides `localhost` and plain addresses.
    ///
    /// A web page elsewhere can make its own name point to this machine (DNS rebinding); a request under a name that is not
    /// listed here is refused.
    pub hosts: Vec<String>,
    /// Whether a proxy in front adds `X-Forwarded-For`. Never trust that header from strangers.
    pub behind_proxy: bool,
    /// Whether `/metrics` is for everybody, not only for this machine.
    pub open_metrics: bool,
    /// Serve the page from this folder instead of the one built in, to work on it without building.
    pub web: Option<PathBuf>,
    /// The engines as a WebAssembly module, for analyses in the visitor's browser; `None` for the one built in, if there is one.
    pub engine: Option<PathBuf>,
    /// How much is taken on.
    pub limits: ServerLimits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            addr: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT),
            database: Database::Memory,
            key_file: None,
            hosts: Vec::new(),
            behind_proxy: false,
            open_metrics: false,
            web: None,
            engine: None,
            limits: ServerLimits::default(),
        }
    }
}

/// Where the games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In this SQLite file, which is made if it is missing.
    File(PathBuf),
    /// In memory, gone when the server ends.
    Memory,
    /// In this PostgreSQL database, which any number of servers may share.
    Postgres(PostgresUrl),
}

/// A place to keep games in that there cannot be.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The address of something else than a PostgreSQL database.
    #[error("{0:?} is not known: games are kept in a file, or at postgres://USER@HOST/DATABASE")]
    Scheme(String),
    /// The address of a PostgreSQL database that is not well formed.
    #[error("{address}: {what}; expected postgres://USER@HOST/DATABASE")]
    Malformed {
        /// The address, which is shown without its password.
        address: PostgresUrl,
        /// What is wrong.
        what: String,
    },
}

impl TryFrom<PathBuf> for Database {
    type Error = DatabaseError;

    /// `:memory:` is memory, `postgres://…` a PostgreSQL database, any other address an error, and anything else a file.
    fn try_from(path: PathBuf) -> Result<Database, DatabaseError> {
        let Some(text) = path.to_str() else { return Ok(Database::File(path)) };
        if text == ":memory:" {
            return Ok(Database::Memory);
        }
        let letters = |scheme: &str| scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match text.split_once(':') {
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
                let address = PostgresUrl(text.to_owned());
                match PgConnectOptions::from_str(text) {
                    Ok(_) => Ok(Database::Postgres(address)),
                    Err(error) => {
                        let what = error.to_string();
                        // Errors within errors, each of which says so.
                        let what = what.trim_start_matches("error with configuration: ").to_owned();
                        Err(DatabaseError::Malformed { address, what })
                    }
                }
            }
            Some((scheme @ ("postgres" | "postgresql"), _)) => Err(DatabaseError::Scheme(format!("{scheme}:"))),
            // There may be a password in the rest.
            Some((scheme, rest)) if letters(scheme) && rest.starts_with("//") => {
                Err(DatabaseError::Scheme(format!("{scheme}://")))
            }
            _ => Ok(Database::File(path)),
        }
    }
}

/// The address of a PostgreSQL database, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. It is never shown with its password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl PostgresUrl {
    /// The address, whole.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("postgres", &self.0));
        // A parameter may be a password as well.
        let address = rest.split('?').next().unwrap_or_default();
        let place = address.rsplit_once('@').map_or(address, |(_, place)| place);
        write!(f, "{scheme}://{place}")
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Requests per client address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Another one after this time.
    pub every: Duration,
    /// How many at once after a quiet time.
    pub burst: NonZeroU32,
}

/// How much the server takes on before it says no.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Largest request body in bytes.
    pub body_bytes: usize,
    /// Longest time for a request, its body included.
    pub request_time: Duration,
    /// Requests per address; `None` for no limit.
    pub rate: Option<Rate>,
    /// Open connections.
    pub connections: usize,
    /// Open connections of one address; behind a proxy, requests of one client under way.
    pub connections_per_address: usize,
    /// Open connections kept for addresses that have few, so that a handful of others cannot lock everybody out.
    pub connections_kept: usize,
    /// Longest time for the head of a request, also after the one before it.
    pub head_time: Duration,
    /// A connection on which nothing moves for so long is closed.
    pub idle_connection: Duration,
    /// Watchers of tables.
    pub sockets: usize,
    /// Watchers of tables from one address.
    pub sockets_per_address: usize,
    /// Tables that one address may set up within a day, on this node; 0 for no limit.
    pub tables_per_day: u32,
    /// Bytes of all games, more or less, above which no new table is set up; 0 for no limit.
    pub stored_bytes: u64,
    /// Tables kept in memory; others are read again when somebody comes.
    pub tables: usize,
    /// A table that nobody asks for is put away after this time.
    pub idle_table: Duration,
    /// Replays of records for one address that may wait or be under way.
    pub replays_per_address: usize,
    /// Replays of records that may wait or be under way.
    pub replays: usize,
    /// Threads on which computers think for one address, for short and for long thinking each; one more of each is for others.
    pub thinkers: usize,
    /// Computers that keep what they learned between their moves.
    pub warm_players: usize,
    /// Threads on which jobs of one address run, for short and for long ones each; one more of each is for others.
    pub workers: usize,
    /// Jobs that may wait for a thread.
    pub queued_jobs: usize,
    /// Jobs of one address that have not ended.
    pub jobs_per_address: usize,
    /// How long an ended job can be asked for.
    pub kept_jobs: Duration,
    /// Ended jobs that are kept at most.
    pub kept_jobs_most: usize,
    /// A job that nobody has asked about for this long is stopped.
    pub abandoned_job: Duration,
    /// A job's time unless it asks for another.
    pub job_time: Duration,
    /// The longest time a job may ask for.
    pub job_time_most: Duration,
    /// Memory of one search, in bytes.
    pub search_memory: u64,
    /// Threads of one search.
    pub search_threads: usize,
    /// Between the moves of two computers, so that people can follow.
    pub watch_pause: Duration,
    /// Two computers play on for so long after the last watcher has left.
    pub watch_grace: Duration,
    /// How long a player who has to move may be away before the other one can claim the win.
    pub absence: Duration,
    /// How long the server goes on after it was told to end, while `/readyz` already sends requests elsewhere.
    pub drain: Duration,
    /// How long a shutdown waits for requests that are under way.
    pub shutdown: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        ServerLimits {
            body_bytes: 2 << 20,
            request_time: Duration::from_secs(30),
            rate: Some(Rate { every: Duration::from_millis(10), burst: NonZeroU32::new(600).expect("600 is not 0") }),
            connections: 2048,
            connections_per_address: 512,
            connections_kept: 256,
            head_time: Duration::from_secs(15),
            idle_connection: Duration::from_secs(90),
            sockets: 1024,
            sockets_per_address: 128,
            tables_per_day: 2000,
            stored_bytes: 0,
            tables: 2000,
            idle_table: Duration::from_mins(10),
            replays_per_address: 32,
            replays: 256,
            thinkers: cores.max(2),
            warm_players: 32,
            workers: cores.max(2),
            queued_jobs: 64,
            jobs_per_address: 16,
            kept_jobs: Duration::from_mins(5),
            kept_jobs_most: 256,
            abandoned_job: Duration::from_mins(1),
            job_time: Duration::from_secs(30),
            job_time_most: Duration::from_mins(10),
            search_memory: 256 << 20,
            search_threads: (cores / 2).max(1),
            watch_pause: Duration::from_millis(700),
            watch_grace: Duration::from_secs(30),
            absence: Duration::from_mins(1),
            drain: Duration::ZERO,
            shutdown: Duration::from_secs(10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_a_file_memory_or_an_address_whose_password_is_never_shown() {
        let database = |text: &str| Database::try_from(PathBuf::from(text)).unwrap();
        assert_eq!(database(":memory:"), Database::Memory);
        assert_eq!(database("games.db"), Database::File("games.db".into()));
        for url in ["postgres://me:p@ss@db.example:5433/banmen", "postgresql://db.example:5433/banmen?password=p@ss"] {
            let shown = format!("{:?}", database(url));
            assert!(shown.contains("db.example:5433/banmen") && !shown.contains("p@ss"), "{shown}");
        }
    }
}
