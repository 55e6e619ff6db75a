//! Chores of the repository: `cargo xtask test` runs every test, and installs what the tests need.

mod shell;
mod tests;
mod tools;
mod wasm;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Parser;

use shell::{cargo, node, npx};

/// Chores of the repository.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
enum Chore {
    /// After every change: format, clippy, Rust tests that have changed, lint, types and unit tests of the page
    Check,
    /// Everything CI checks: the same, every Rust test, the solved 3×4 game, training, the games in WebAssembly, browser tests
    Test,
    /// Only the browser tests
    Browser,
    /// Only the games in WebAssembly: a game at every level, run in Node
    Wasm,
    /// Build the page without a server: dist/banmen.html (one file) and dist/site (a static site)
    Page {
        /// Print its size, speed and memory as well
        #[arg(long)]
        figures: bool,
    },
    /// Build what is handed to others: the page without a server, and dist/banmen, a program with the engines for visitors' browsers inside
    Dist,
    /// Write the page's wire types, the OpenAPI document and the example of changes anew from the Rust types
    Wire,
    /// Write the screenshots of the README (docs/shots)
    Shots,
    /// Games on one node and on three, killed and cut off all the time: figures of docs/reliability.md
    ///
    /// The variables BANMEN_CHAOS_MOVES and BANMEN_CHAOS_KILLS choose another length, BANMEN_CHAOS_ONLY one of sqlite and postgres.
    Chaos,
    /// Sockets, memory, latency, moves a second: other figures of docs/reliability.md
    ///
    /// The variables BANMEN_LOAD_WATCHERS and BANMEN_LOAD_SECONDS choose other sizes, BANMEN_LOAD_ONLY one of tables, audience, opponents,
    /// flood, sqlite and postgres.
    Load {
        /// Of the dev build
        #[arg(long)]
        dev: bool,
    },
    /// Every parser with mutated inputs; `cargo +nightly fuzz run TARGET` does it with coverage
    ///
    /// The variables BANMEN_FUZZ_TARGET and BANMEN_FUZZ_SEED choose one parser and other inputs.
    Fuzz {
        /// How many for each
        #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
        inputs: u64,
    },
    /// Print the figures of docs/benchmarks.md (cargo bench, takes a while)
    Figures,
}

fn main() -> ExitCode {
    let result = match Chore::parse() {
        Chore::Check => check(),
        Chore::Test => test(),
        Chore::Browser => browser_tests(),
        Chore::Wasm => wasm_tests(),
        Chore::Page { figures: false } => page(),
        Chore::Page { figures: true } => page_figures(),
        Chore::Dist => dist(),
        Chore::Wire => wire(),
        Chore::Shots => shots(),
        Chore::Chaos => chaos(),
        Chore::Load { dev } => load(dev),
        Chore::Fuzz { inputs } => fuzz(inputs),
        Chore::Figures => step("benchmarks", || cargo(&["bench", "--workspace"])),
    };
    match result {
        Ok(()) => {
            println!("xtask: everything passed");
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
    training_tests()?;
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

/// Trains tiny networks in `train`, which takes half a minute without an accelerator.
fn training_tests() -> Result<()> {
    let python = tools::pytorch()?;
    step("training", || shell::run(python, &["-m", "unittest"], &shell::root().join("train"), &[]))
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

/// What is handed to others, in the folder `dist`.
fn dist() -> Result<()> {
    page()?;
    step("program", || {
        cargo(&["build", "--profile", "dist", "--package", "banmen", "--features", "engine"])?;
        let built = shell::binary("dist")?;
        let name = Path::new(&built).file_name().context("the program has a name")?;
        let program = shell::root().join("dist").join(name);
        std::fs::copy(&built, &program).with_context(|| format!("{built} cannot be copied"))?;
        println!("dist/{}: {} MB", name.display(), program.metadata()?.len() / 1_000_000);
        Ok(())
    })
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

/// The long version of a test.
fn chaos() -> Result<()> {
    tools::postgres()?;
    let test = ["test", "--release", "--quiet", "--package", "banmen", "--test", "nodes"];
    let long = ["--", "--ignored", "--nocapture", "long_chaos"];
    let arguments: Vec<&str> = test.into_iter().chain(long).collect();
    step("chaos", || shell::cargo_with(&arguments, &[(tools::POSTGRES, "required")]))
}

/// How much the server bears.
fn load(dev: bool) -> Result<()> {
    tools::postgres()?;
    let profile: &[&str] = if dev { &[] } else { &["--release"] };
    let long = ["--quiet", "--package", "banmen", "--test", "nodes", "--", "--ignored", "--nocapture", "long_load"];
    let arguments: Vec<&str> = ["test"].iter().chain(profile).chain(&long).copied().collect();
    step("load", || shell::cargo_with(&arguments, &[(tools::POSTGRES, "required")]))
}

/// The targets of `fuzz/` by the usual compiler.
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

#[cfg(test)]
mod tests_of_the_command_line {
    use clap::{CommandFactory, Parser, error::ErrorKind};

    use super::Chore;

    #[test]
    fn every_chore_refuses_arguments_that_it_does_not_know() {
        let names: Vec<String> = Chore::command().get_subcommands().map(|chore| chore.get_name().to_owned()).collect();
        assert!(names.len() >= 12, "{names:?}");
        for name in &names {
            for (argument, kind) in [
                ("--moves=1", ErrorKind::UnknownArgument),
                ("more", ErrorKind::UnknownArgument),
                ("--help", ErrorKind::DisplayHelp),
            ] {
                let error = Chore::try_parse_from(["xtask", name, argument]).expect_err(argument);
                assert_eq!(error.kind(), kind, "{name} {argument}");
                assert_eq!(error.exit_code(), if kind == ErrorKind::DisplayHelp { 0 } else { 2 });
            }
            Chore::try_parse_from(["xtask", name]).expect("nothing more has to be said");
        }
        assert_eq!(Chore::try_parse_from(["xtask", "tset"]).unwrap_err().exit_code(), 2);
        assert!(Chore::try_parse_from(["xtask", "fuzz", "--inputs", "many"]).is_err());
    }
}
