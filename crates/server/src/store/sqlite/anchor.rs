use std::path::{Path, PathBuf};

use super::StoreError;

/// The file that was opened, by its name and by what tells it from another file of the same name.
///
/// A file that was deleted or replaced goes on existing for those who have it open; what is written to it is lost with them.
pub(super) struct Anchor {
    path: PathBuf,
    identity: Identity,
}

#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

/// Elsewhere an open file cannot be deleted; a missing one is noticed.
#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(path).map(|_| ())
}

impl Anchor {
    /// Notes which file this is.
    pub(super) fn drop(path: &Path) -> Result<Anchor, StoreError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let identity = identity(&path).map_err(|error| {
            StoreError::File(format!("the database {} cannot be found again: {error}", path.display()))
        })?;
        Ok(Anchor { path, identity })
    }

    /// Whether the file of that name is still the one that was opened.
    pub(super) fn holds(&self) -> Result<(), StoreError> {
        match identity(&self.path) {
            Ok(found) if found == self.identity => Ok(()),
            _ => Err(StoreError::Unavailable(format!(
                "the database {} was deleted or replaced while it was open; put it back, or restart the server",
                self.path.display()
            ))),
        }
    }
}
