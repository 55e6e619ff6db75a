use std::path::PathBuf;

use banmen_server::Database;
use clap::Args;

use super::Settings;
use crate::output::Failure;

/// Where the games are kept, said like to `banmen serve`.
#[derive(Args)]
pub struct Place {
    /// The file the games are kept in, or `postgres://USER@HOST/DATABASE` [default: the file in your data directory].
    #[arg(long, env = "BANMEN_DB", hide_env_values = true, value_name = "FILE|URL")]
    db: Option<PathBuf>,
    /// The file of the server's key [default: beside the file of the games, `.key` added to its name].
    #[arg(long, env = "BANMEN_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// The server's settings, where these are not given.
    #[arg(long, env = "BANMEN_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Place {
    /// The database and the file of its key.
    pub fn found(self) -> Result<(Database, Option<PathBuf>), Failure> {
        let said = Settings { db: self.db, key_file: self.key_file, ..Settings::default() };
        let settings = match &self.config {
            Some(file) => said.or_file(file)?,
            None => said,
        };
        Ok((settings.database()?, settings.key_file))
    }
}
