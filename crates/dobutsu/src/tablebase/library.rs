//! The one table of this process: read from a file, or built once in the background.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use banmen_core::{Cancel, Limits, Progress, Stop};

use super::distances::Tablebase;

/// The name of the table's file in the folder it is kept in.
#[cfg(feature = "files")]
pub const FILE_NAME: &str = "dobutsu-classic.table";
/// How often a waiting thread checks whether the table is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// Where the table is, for everybody who needs it.
#[derive(Default)]
pub struct Library {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    table: Option<Arc<Tablebase>>,
    building: bool,
    progress: Progress,
    #[cfg(feature = "files")]
    folder: Option<std::path::PathBuf>,
    /// What is wrong with the file in the folder.
    #[cfg(feature = "files")]
    trouble: Option<String>,
}

/// The process's library.
pub fn library() -> &'static Library {
    static LIBRARY: std::sync::LazyLock<Library> = std::sync::LazyLock::new(Library::default);
    &LIBRARY
}

impl Library {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the table in this folder: it is read from there, and written there once it is built.
    #[cfg(feature = "files")]
    pub fn keep_in(&self, folder: impl Into<std::path::PathBuf>) {
        self.state().folder = Some(folder.into());
    }

    /// Offers a table that was read or built elsewhere.
    pub fn offer(&self, table: Tablebase) {
        let mut state = self.state();
        state.table.get_or_insert_with(|| Arc::new(table));
        state.building = false;
        self.changed.notify_all();
    }

    /// The table, if it is here already or lies in the library's folder.
    #[cfg(feature = "files")]
    pub fn table(&self) -> Option<Arc<Tablebase>> {
        let mut state = self.state();
        if state.table.is_none()
            && !state.building
            && let Some(path) = state.folder.as_ref().map(|folder| folder.join(FILE_NAME))
        {
            let read = std::fs::File::open(&path).ok().map(|mut file| Tablebase::read(&mut file)).transpose();
            state.trouble = read.as_ref().err().map(|error| format!("{}: {error}", path.display()));
            state.table = read.ok().flatten().map(Arc::new);
        }
        state.table.clone()
    }

    /// What is wrong with the table's file, if there is one that cannot be used.
    #[cfg(feature = "files")]
    pub fn trouble(&self) -> Option<String> {
        self.state().trouble.clone()
    }

    /// The table, if it is here already.
    #[cfg(not(feature = "files"))]
    pub fn table(&self) -> Option<Arc<Tablebase>> {
        self.state().table.clone()
    }

    /// How far the building of the table has got, if it is being built.
    pub fn progress(&self) -> Option<Progress> {
        let state = self.state();
        state.building.then(|| state.progress.clone())
    }

    /// Starts to build the table on a thread of its own, unless it is here or under way.
    #[cfg(feature = "threads")]
    pub fn prepare(&'static self) {
        if self.table().is_some() || std::mem::replace(&mut self.state().building, true) {
            return;
        }
        let building = std::thread::Builder::new().name("dobutsu table".to_owned());
        let started = building.spawn(|| {
            give_way();
            // A folder that cannot be written costs only the next start its time.
            let _ = self.build(&Limits::none(), &mut |progress| self.state().progress = progress);
        });
        if started.is_err() {
            self.state().building = false;
        }
    }

    /// Starts to build the table unless it is here; without threads this happens in [`Library::wait`].
    #[cfg(not(feature = "threads"))]
    pub fn prepare(&'static self) {}

    /// Builds the table here and now and keeps it; the inner result says whether it could also be written to the library's folder.
    pub fn build(&self, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Result<std::io::Result<()>, Stop> {
        let table = Tablebase::build(limits, report)?;
        #[cfg(feature = "files")]
        let written = {
            let folder = self.state().folder.clone();
            folder.map_or(Ok(()), |folder| write_file(&table, &folder.join(FILE_NAME)))
        };
        #[cfg(not(feature = "files"))]
        let written = Ok(());
        self.offer(table);
        Ok(written)
    }

    /// Waits for the table, which is built if need be, until it is there or no longer wanted.
    pub fn wait(&'static self, cancel: &Cancel, report: &mut dyn FnMut(Progress)) -> Option<Arc<Tablebase>> {
        self.prepare();
        #[cfg(not(feature = "threads"))]
        if self.table().is_none() {
            let _ = self.build(&Limits { cancel: cancel.clone(), ..Limits::none() }, report).ok()?;
        }
        let mut state = self.state();
        while state.table.is_none() && state.building && !cancel.is_set() {
            report(state.progress.clone());
            state = self.changed.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.table.clone()
    }
}

/// Lowers this thread's priority, so that building a table does not slow down games in progress.
#[cfg(all(feature = "threads", target_os = "linux"))]
fn give_way() {
    use std::ffi::c_int;
    /// The steps by which the thread is nicer than others.
    const STEPS: c_int = 5;
    unsafe extern "C" {
        fn nice(steps: c_int) -> c_int;
    }
    // SAFETY: `nice` takes and returns an integer and touches no memory of this program; on Linux it changes the calling thread's priority only.
    let _ = unsafe { nice(STEPS) };
}

#[cfg(all(feature = "threads", not(target_os = "linux")))]
fn give_way() {}

/// Writes a table to a file, whole or not at all: beside the final name first, so that a half-written file is never taken for a table.
#[cfg(feature = "files")]
pub fn write_file(table: &Tablebase, path: &std::path::Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)?;
    }
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(format!(".{}.part", std::process::id()));
    let written = std::fs::File::create(&unfinished).and_then(|file| {
        let mut out = std::io::BufWriter::new(file);
        table.write(&mut out)?;
        out.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(&unfinished, path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    written
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_table_is_named_and_not_used() {
        let folder = std::env::temp_dir().join(format!("banmen-library-{}", std::process::id()));
        let library = Library::default();
        library.keep_in(&folder);
        assert!(library.table().is_none());
        assert_eq!(library.trouble(), None, "a missing file is not an error");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(FILE_NAME), "not a table at all, but longer than a header of one").unwrap();
        assert!(library.table().is_none());
        let trouble = library.trouble().unwrap();
        assert!(trouble.contains(FILE_NAME) && trouble.contains("not a table"), "{trouble}");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(library.table().is_none());
        assert_eq!(library.trouble(), None, "the file is looked at again");
    }
}
