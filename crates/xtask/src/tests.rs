//! The Rust tests of `cargo xtask check`: test programs run side by side, and one that has passed runs again only after it has changed.
//!
//! A program counts as changed when cargo has built it again, or when a file has changed that tests may read while they
//! run. The examples in the documentation run together, after any library has changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Instant, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::shell;

/// A program of tests, or the examples in the documentation.
struct Tests {
    name: String,
    /// When cargo last built it, in nanoseconds of Unix time.
    built: u64,
    /// In which it runs: the folder of its crate.
    folder: PathBuf,
    /// The program; none for the examples, which cargo runs.
    program: Option<PathBuf>,
}

/// What is remembered of a program that has passed.
#[derive(Serialize, Deserialize)]
struct Passed {
    built: u64,
    data: Data,
    /// How long it took.
    seconds: f64,
}

/// What tests may have read: how many such files the repository has, and when the newest of them was changed.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Data {
    files: usize,
    newest: u64,
}

/// Tests by name.
type Memory = BTreeMap<String, Passed>;

/// A line of `cargo test --message-format=json`, as far as it is needed.
#[derive(Deserialize)]
struct Message {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    doctest: bool,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Builds every test of the workspace and runs those that have changed since they passed.
pub fn run() -> Result<()> {
    let memory_file = shell::target().join("xtask-passed.json");
    let memory: Memory =
        fs::read(&memory_file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    let all = build()?;
    let data = Data::now()?;
    let has_changed = |tests: &&Tests| {
        memory.get(&tests.name).is_none_or(|passed| passed.built != tests.built || passed.data != data)
    };
    let mut changed: Vec<_> = all.iter().filter(has_changed).collect();
    println!("xtask: {} of {} test programs have changed since they passed", changed.len(), all.len());
    // The longest first, so that none is left over at the end.
    changed.sort_by(|a, b| {
        let seconds = |tests: &Tests| memory.get(&tests.name).map_or(f64::INFINITY, |passed| passed.seconds);
        seconds(b).total_cmp(&seconds(a))
    });
    let memory = Mutex::new(memory);
    let failed = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(tests) = changed.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let started = Instant::now();
                    let outcome = tests.run();
                    let seconds = started.elapsed().as_secs_f64();
                    println!("xtask:   {}: {seconds:.1} s", tests.name);
                    match outcome {
                        Ok(()) => {
                            let passed = Passed { built: tests.built, data, seconds };
                            memory.lock().expect("no thread panics").insert(tests.name.clone(), passed);
                        }
                        Err(output) => {
                            print!("{output}");
                            failed.lock().expect("no thread panics").push(tests.name.clone());
                        }
                    }
                }
            });
        }
    });
    fs::write(&memory_file, serde_json::to_vec_pretty(&memory.into_inner()?)?)
        .with_context(|| format!("{} cannot be written", memory_file.display()))?;
    match &failed.into_inner()?[..] {
        [] => Ok(()),
        failed => bail!("tests failed: {}", failed.join(", ")),
    }
}

impl Tests {
    /// Runs them; what they printed if they failed.
    fn run(&self) -> Result<(), String> {
        let mut command = Command::new(self.program.as_deref().unwrap_or(shell::cargo_program().as_ref()));
        if self.program.is_none() {
            command.args(["test", "--workspace", "--doc", "--quiet"]);
        }
        let output = command
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{} could not be started: {error}\n", self.name))?;
        if output.status.success() {
            return Ok(());
        }
        Err([output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat())
    }
}

/// Builds every test of the workspace.
fn build() -> Result<Vec<Tests>> {
    let output = Command::new(shell::cargo_program())
        .args(["test", "--workspace", "--quiet", "--no-run", "--message-format=json-render-diagnostics"])
        .current_dir(shell::root())
        .stderr(Stdio::inherit())
        .output()
        .context("cargo could not be started")?;
    if !output.status.success() {
        bail!("the tests do not build");
    }
    let mut all = Vec::new();
    let mut newest_library = 0;
    for line in String::from_utf8(output.stdout)?.lines() {
        let message: Message = serde_json::from_str(line).with_context(|| format!("cargo printed {line}"))?;
        let (Some(target), Some(profile), Some(manifest)) = (message.target, message.profile, message.manifest_path)
        else {
            continue;
        };
        let folder = manifest.parent().context("a manifest is in a folder")?.to_owned();
        if message.reason != "compiler-artifact" || !folder.starts_with(shell::root()) {
            continue;
        }
        if let Some(program) = message.executable.filter(|_| profile.test) {
            let within = folder.file_name().unwrap_or_default().display();
            let name = format!("{within}/{} ({})", target.name, target.kind.join(", "));
            all.push(Tests { name, built: modified(&program)?, folder, program: Some(program) });
        } else if target.doctest {
            for file in &message.filenames {
                newest_library = newest_library.max(modified(file)?);
            }
        }
    }
    let name = "examples in the documentation".to_owned();
    all.push(Tests { name, built: newest_library, folder: shell::root(), program: None });
    Ok(all)
}

impl Data {
    /// Everything but Rust in the repository as it is now; a new file need not be committed.
    fn now() -> Result<Data> {
        let output = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(shell::root())
            .output()
            .context("git could not be started")?;
        let mut data = Data { files: 0, newest: 0 };
        let names = String::from_utf8(output.stdout)?;
        for name in names.split('\0').filter(|name| is_data(Path::new(name))) {
            // A file that was removed but not yet committed is still listed.
            if let Ok(at) = modified(&shell::root().join(name)) {
                data = Data { files: data.files + 1, newest: data.newest.max(at) };
            }
        }
        Ok(data)
    }
}

/// Whether tests may read a file while they run. Of the page they read the dictionaries and the wire types; all else of it is built in.
fn is_data(path: &Path) -> bool {
    let built_in = path.starts_with("web") && !path.starts_with("web/i18n") && path != Path::new("web/js/wire.d.ts");
    path != Path::new("") && path.extension() != Some("rs".as_ref()) && !built_in
}

fn modified(path: &Path) -> Result<u64> {
    let at = fs::metadata(path).and_then(|metadata| metadata.modified()).with_context(|| path.display().to_string())?;
    Ok(at.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64)
}
