//! What the operator of `banmen serve` chooses: by a flag, by the environment, or in a TOML file, in this order.

mod limits;
mod place;
pub mod units;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use banmen_server::Database;
use clap::Args;
use serde::{Deserialize, Serialize};

pub use self::limits::Limits;
pub use self::place::Place;
use crate::data_dir;
use crate::output::Failure;

/// Where to listen and what to keep. The same struct is what the command line, the environment and the file say.
#[derive(Args, Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Settings {
    /// Where to listen; port 0 takes any free port [default: 127.0.0.1:8383, or the next free port].
    ///
    /// Without this, only browsers on this machine can reach Banmen.
    #[arg(long, env = "BANMEN_ADDR", value_name = "ADDRESS:PORT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addr: Option<SocketAddr>,
    /// The file the games are kept in, `:memory:` to keep nothing, or `postgres://USER@HOST/DATABASE` [default: a file in your data
    /// directory].
    ///
    /// Any number of servers may share a PostgreSQL database: a game can be played through all of them at once.
    #[arg(long, env = "BANMEN_DB", hide_env_values = true, value_name = "FILE|URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub db: Option<PathBuf>,
    /// The file of the key that hides the seeds of running games in the database [default: beside the file of the games, `.key`
    /// added to its name].
    ///
    /// It is made if it is missing. Servers that share a PostgreSQL database share the key.
    #[arg(long, env = "BANMEN_KEY_FILE", value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_file: Option<PathBuf>,
    /// Do not open the browser.
    #[arg(long, env = "BANMEN_NO_OPEN", num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_open: Option<bool>,
    /// A host name under which others open the page; may be given several times.
    #[arg(long = "host", env = "BANMEN_HOSTS", value_delimiter = ',', value_name = "NAME")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Trust the client address that a proxy in front puts into X-Forwarded-For, and its X-Request-Id.
    #[arg(long, env = "BANMEN_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind_proxy: Option<bool>,
    /// Show /metrics to everybody, not only to programs on this machine.
    #[arg(long, env = "BANMEN_OPEN_METRICS", num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_metrics: Option<bool>,
    /// Serve the page from this folder instead of the one built in, to work on it.
    #[arg(long, env = "BANMEN_WEB_FOLDER", value_name = "FOLDER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub web: Option<PathBuf>,
    /// The engines for analyses in the visitor's browser, which `cargo xtask page` builds [default: banmen-engine.wasm beside this program].
    #[arg(long, env = "BANMEN_ENGINE", value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<PathBuf>,
    /// Write the log as JSON, one object a line.
    #[arg(long, env = "BANMEN_LOG_JSON", num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_json: Option<bool>,
    /// How much is taken on.
    #[command(flatten)]
    pub limits: Limits,
}

impl Settings {
    /// Where the games are kept.
    pub fn database(&self) -> Result<Database, Failure> {
        match self.db.clone() {
            Some(db) => Database::try_from(db).map_err(|error| Failure::input(format!("--db {error}"))),
            None => data_dir::file("games.db").map(Database::File),
        }
    }

    /// What the file says, where nothing is said here. A file that cannot be read or understood is named with the line.
    pub fn or_file(self, path: &Path) -> Result<Settings, Failure> {
        let name = path.display();
        let text =
            std::fs::read_to_string(path).map_err(|error| Failure::input(format!("--config {name}: {error}")))?;
        let file: Settings = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            Failure::input(format!("{name}:{line}: {}", error.message().trim_end()))
        })?;
        // What the file names is found beside it, wherever the program was started.
        let folder = path.parent().unwrap_or(Path::new(""));
        let beside = |named: Option<PathBuf>| named.map(|named| folder.join(named));
        let database = file.db.map(|db| if is_file(&db) { folder.join(db) } else { db });
        Ok(Settings {
            addr: self.addr.or(file.addr),
            db: self.db.or(database),
            key_file: self.key_file.or(beside(file.key_file)),
            no_open: self.no_open.or(file.no_open),
            hosts: if self.hosts.is_empty() { file.hosts } else { self.hosts },
            behind_proxy: self.behind_proxy.or(file.behind_proxy),
            open_metrics: self.open_metrics.or(file.open_metrics),
            web: self.web.or(beside(file.web)),
            engine: self.engine.or(beside(file.engine)),
            log_json: self.log_json.or(file.log_json),
            limits: self.limits.or(file.limits),
        })
    }
}

fn is_file(db: &Path) -> bool {
    matches!(Database::try_from(db.to_owned()), Ok(Database::File(_)))
}
