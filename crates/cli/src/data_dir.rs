//! Where this user's games and tables are kept.

use std::fs;
use std::path::PathBuf;

use directories::ProjectDirs;

use crate::output::Failure;

/// The user's data folder for Banmen, if the system has one.
pub fn folder() -> Option<PathBuf> {
    ProjectDirs::from("", "", "banmen").map(|dirs| dirs.data_dir().to_owned())
}

/// A file in the data folder, which is made if it is missing.
pub fn file(name: &str) -> Result<PathBuf, Failure> {
    let folder = folder().ok_or_else(|| Failure::failed("this system has no data folder; name a file yourself"))?;
    fs::create_dir_all(&folder)
        .map_err(|error| Failure::failed(format!("the folder {} cannot be made: {error}", folder.display())))?;
    Ok(folder.join(name))
}
