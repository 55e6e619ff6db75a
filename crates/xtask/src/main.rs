//! Chores of the repository: `cargo xtask test` runs every test, and installs what the tests need.

mod shell;
mod tests;
mod tools;
mod wasm;

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use shell::{cargo, node, npx};

const USAGE: &str = "\
cargo xtask COMMAND

  check    after every change: format, clippy, Rust tests that have changed, lint, types and unit tests of the page
  test     everything CI checks: the same, every Rust test, the solved 3×4 game, the games in WebAssembly, browser tests
  browser  only the browser tests
  wasm     only the games in WebAssembly: a game at every level, run in Node
  page     build the page without a server: dist/banmen.html (one file) and dist/site (a static site);
           with --figures, print its size, speed and memory as well
  dist     build what is handed to others: target/dist/banmen, with the engines for visitors' browsers inside
  wire     write the page's wire types, the OpenAPI document and the example of changes anew from the Rust types
  shots    write the screenshots of the README (docs/shots)
  chaos    games on one node and on three, killed and cut off all the time: the figures of docs/reliability.md
  load     sockets, memory, latency, moves a second: the other figures of docs/reliability.md; with --dev, of the dev build
  fuzz     every parser with mutated inputs, --inputs NUMBER for each; `cargo +nightly fuzz run TARGET` does it with coverage
  figures  print the figures of docs/benchmarks.md (cargo bench, takes a while)";

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_default();
    let result = match command.as_str() {
        "check" => check(),
        "test" => test(),
        "wasm" => wasm_tests(),
        "page" => match env::args().nth(2).as_deref() {
            None => page(),
            Some("--figures") => page_figures(),
            Some(other) => {
                eprintln!("xtask: page knows no {other:?}\n\n{USAGE}");
                return ExitCode::from(2);
            }
        },
        "dist" => dist(),
        "browser" => browser_tests(),
        "wire" => wire(),
        "shots" => shots(),
        "chaos" => chaos(),
        "fuzz" => match (env::args().nth(2).as_deref(), env::args().nth(3).and_then(|inputs| inputs.parse().ok())) {
            (None, _) => fuzz(100_000),
            (Some("--inputs"), Some(inputs)) => fuzz(inputs),
            _ => {
                eprintln!("xtask: fuzz knows --inputs NUMBER only\n\n{USAGE}");
                return ExitCode::from(2);
            }
        },
        "load" => load(env::args().nth(2).as_deref() == Some("--dev")),
        "figures" => step("benchmarks", || cargo(&["bench", "--workspace"])),
        "" | "help" | "--help" | "-h" => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        other => {
            eprintln!("xtask: there is no command {other:?}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => {
            println!("xtask: {command}: everything passed");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one step and says how long it took, so that a slow step is seen.
fn step(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("xtask: {name} …");
    let started = Instant::now();
    work()?;
    println!("xtask: {name}: passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// What must also compile without clocks, threads and files.
const PORTABLE: [&str; 8] = [
    "banmen-core",
    "banmen-cgt",
    "banmen-gomoku",
    "banmen-quantum",
    "banmen-dobutsu",
    "banmen-konane",
    "banmen-catalog",
    "banmen-table",
];

/// What a contributor runs after every change.
fn check() -> Result<()> {
    rust_checks()?;
    step("Rust tests", tests::run)?;
    page_checks()
}

/// What CI runs: every test, also those that have passed before, and those on PostgreSQL and in Python whatever is installed.
fn test() -> Result<()> {
    rust_checks()?;
    tools::postgres()?;
    tools::python()?;
    let required = [(tools::POSTGRES, "required"), (tools::PYTHON, "required")];
    step("Rust tests", || shell::cargo_with(&["test", "--workspace", "--quiet"], &required))?;
    page_checks()?;
    solved_game()?;
    wasm_tests()?;
    browser_tests()
}

fn rust_checks() -> Result<()> {
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", || cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    step("clippy of the games without clocks, threads and files", || {
        let packages = PORTABLE.iter().flat_map(|package| ["--package", package]);
        let arguments: Vec<&str> = ["clippy", "--quiet", "--no-default-features"]
            .into_iter()
            .chain(packages)
            .chain(["--", "-D", "warnings"])
            .collect();
        cargo(&arguments)
    })
}

/// Builds the whole table of the 3×4 game, which takes more than a minute.
fn solved_game() -> Result<()> {
    step("the solved 3×4 game", || {
        cargo(&["test", "--quiet", "--package", "banmen-dobutsu", "--test", "solved", "--", "--ignored"])
    })
}

fn page_checks() -> Result<()> {
    tools::node_packages()?;
    step("format of the page", || npx(&["prettier", "--check", "--log-level", "warn", "."]))?;
    step("lint of the page", || npx(&["eslint", "."]))?;
    step("types of the page", || npx(&["tsc", "-p", "."]))?;
    step("unit tests of the page", || node(&["--test", "test/unit/"], &[]))
}

/// What a page without a server will run.
fn wasm_tests() -> Result<()> {
    tools::node_packages()?;
    wasm::compiler()?;
    step("the games in WebAssembly", wasm::play)?;
    step("the page's module against the native build", wasm::compare)
}

/// The editions without a server.
fn page() -> Result<()> {
    tools::node_packages()?;
    wasm::compiler()?;
    step("page", wasm::page)
}

fn page_figures() -> Result<()> {
    page()?;
    let chromium = tools::chromium()?;
    step("figures of the page", || wasm::figures(&chromium))
}

fn dist() -> Result<()> {
    page()?;
    step("program", || cargo(&["build", "--profile", "dist", "--package", "banmen", "--features", "engine"]))
}

/// Tests that drive the one file as well as a server's page.
const BOTH_WORLDS: [&str; 12] = [
    "test/browser/analysis.test.js",
    "test/browser/explore.test.js",
    "test/browser/facts.test.js",
    "test/browser/games.test.js",
    "test/browser/looks.test.js",
    "test/browser/motion.test.js",
    "test/browser/openings.test.js",
    "test/browser/page.test.js",
    "test/browser/play.test.js",
    "test/browser/puzzles.test.js",
    "test/browser/size.test.js",
    "test/browser/study.test.js",
];

/// The dev build is used, since the Rust tests have just built it.
fn browser_tests() -> Result<()> {
    tools::node_packages()?;
    let chromium = tools::chromium()?;
    step("build", || cargo(&["build", "--quiet", "--package", "banmen"]))?;
    let binary = shell::binary("debug")?;
    page()?;
    let file = shell::root().join("dist/banmen.html").display().to_string();
    let programs = [("BANMEN_BIN", &*binary), ("BANMEN_FILE", &*file), (tools::CHROMIUM, &*chromium)];
    step("browser tests", || node(&["--test", "--test-concurrency=1", "test/browser/"], &programs))?;
    let in_file: Vec<_> = programs.into_iter().chain([("BANMEN_WORLD", "file")]).collect();
    let arguments: Vec<_> = ["--test", "--test-concurrency=1"].into_iter().chain(BOTH_WORLDS).collect();
    step("the same browser tests in the one file", || node(&arguments, &in_file))
}

/// The long version of a test; `BANMEN_CHAOS_MOVES` and `BANMEN_CHAOS_KILLS` choose another length, `BANMEN_CHAOS_ONLY` one of `sqlite`
/// and `postgres`.
fn chaos() -> Result<()> {
    tools::postgres()?;
    let test = ["test", "--release", "--quiet", "--package", "banmen", "--test", "nodes"];
    let long = ["--", "--ignored", "--nocapture", "long_chaos"];
    let arguments: Vec<&str> = test.into_iter().chain(long).collect();
    step("chaos", || shell::cargo_with(&arguments, &[(tools::POSTGRES, "required")]))
}

/// How much the server bears; `BANMEN_LOAD_WATCHERS` and `BANMEN_LOAD_SECONDS` choose other sizes, `BANMEN_LOAD_ONLY` one figure of
/// `tables`, `audience`, `opponents`, `flood`, `sqlite` and `postgres`.
fn load(dev: bool) -> Result<()> {
    tools::postgres()?;
    let profile: &[&str] = if dev { &[] } else { &["--release"] };
    let long = ["--quiet", "--package", "banmen", "--test", "nodes", "--", "--ignored", "--nocapture", "long_load"];
    let arguments: Vec<&str> = ["test"].iter().chain(profile).chain(&long).copied().collect();
    step("load", || shell::cargo_with(&arguments, &[(tools::POSTGRES, "required")]))
}

/// The targets of `fuzz/` by the usual compiler; `BANMEN_FUZZ_TARGET` and `BANMEN_FUZZ_SEED` choose one and other inputs.
fn fuzz(inputs: u64) -> Result<()> {
    let arguments = ["test", "--release", "--quiet", "--package", "banmen", "--test", "fuzz", "--", "--nocapture"];
    step("fuzz", || shell::cargo_with(&arguments, &[("BANMEN_FUZZ_INPUTS", &inputs.to_string())]))
}

fn wire() -> Result<()> {
    let tests = ["--lib", "--", "up_to_date"];
    let arguments: Vec<&str> = ["test", "--quiet", "--package", "banmen-server"].into_iter().chain(tests).collect();
    let update = [("BANMEN_UPDATE", "1")];
    shell::cargo_with(&arguments, &update)?;
    shell::cargo_with(
        &["test", "--quiet", "--package", "banmen-table", "--test", "changes", "--", "up_to_date"],
        &update,
    )
}

fn shots() -> Result<()> {
    tools::node_packages()?;
    let chromium = tools::chromium()?;
    step("build", || cargo(&["build", "--quiet", "--release", "--package", "banmen"]))?;
    let binary = shell::binary("release")?;
    let programs = [("BANMEN_BIN", binary.as_str()), (tools::CHROMIUM, &chromium)];
    step("screenshots", || node(&["test/shots.js"], &programs))?;
    if !Path::new(&shell::root()).join("docs/shots").is_dir() {
        bail!("no screenshots were written");
    }
    Ok(())
}
