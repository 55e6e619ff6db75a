//! The games in WebAssembly: built for a browser, run in Node.

use std::fs;
use std::num::NonZeroU64;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, exists, node, root, run, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// Installs the compiler's libraries for WebAssembly where rustup manages the compiler and they are missing.
pub fn compiler() -> Result<()> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let libraries = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output()?;
    let folder = String::from_utf8_lossy(&libraries.stdout).trim().to_owned();
    if libraries.status.success() && Path::new(&folder).is_dir() {
        return Ok(());
    }
    if !exists("rustup") {
        bail!(
            "Rust's libraries for {TARGET} are missing and there is no rustup to install them: please install that target of your Rust compiler"
        );
    }
    println!("xtask: installing Rust's libraries for {TARGET}");
    run("rustup", &["target", "add", TARGET], &root(), &[])
}

/// Builds a part of the crate `browser` for WebAssembly; returns the path of the module, `file` in the profile's folder.
fn build(part: &[&str], file: &str) -> Result<String> {
    let all = ["build", "--quiet", "--package", "banmen-browser", "--target", TARGET, "--profile", "wasm"];
    cargo(&[&all, part].concat())?;
    Ok(target().join(TARGET).join("wasm").join(file).display().to_string())
}

/// Builds the module of the page without a server.
fn page_module() -> Result<String> {
    build(&["--lib"], "banmen_browser.wasm")
}

/// Compresses the module for the one file. Zopfli takes 7 seconds for what gzip does in one, and the file is 70 kB smaller for
/// everybody who is sent it; more rounds save another kilobyte.
fn compress(module: &str, folder: &Path) -> Result<()> {
    let module = fs::read(module).with_context(|| module.to_owned())?;
    let path = folder.join("engine.wasm.gz");
    let options = zopfli::Options { iteration_count: NonZeroU64::MIN, ..zopfli::Options::default() };
    zopfli::compress(options, zopfli::Format::Gzip, &*module, fs::File::create(&path)?)
        .with_context(|| path.display().to_string())
}

/// Binds the scripts of the editions without a server.
fn bind(folder: &Path) -> Result<()> {
    let files = banmen_binder::read(&root().join("web"))?;
    for edition in ["file", "site"] {
        let bound = banmen_binder::modules::bind(&format!("js/editions/{edition}.js"), &files)?;
        fs::write(folder.join(format!("{edition}.json")), serde_json::to_vec(&bound)?)?;
    }
    Ok(())
}

/// Builds the page without a server, `dist/banmen.html` and `dist/site`, and puts the engines where a server finds them: beside
/// the program, and in `dist` for a build with the feature `engine`.
pub fn page() -> Result<()> {
    let parts = target().join("page");
    fs::create_dir_all(&parts)?;
    bind(&parts)?;
    let module = page_module()?;
    compress(&module, &parts)?;
    let dist = root().join("dist");
    node(&["build/page.js", &module, &parts.display().to_string(), &dist.display().to_string()], &[])?;
    fs::copy(&module, dist.join("engine.wasm")).context("dist/engine.wasm")?;
    for profile in ["debug", "release"] {
        let folder = target().join(profile);
        fs::create_dir_all(&folder)?;
        fs::copy(&module, folder.join("banmen-engine.wasm")).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

/// Prints the figures of the page without a server.
pub fn figures(chromium: &str) -> Result<()> {
    let module = page_module()?;
    let file = root().join("dist/banmen.html").display().to_string();
    cargo(&["build", "--quiet", "--package", "banmen-browser", "--release", "--example", "speed"])?;
    let native = target().join("release/examples/speed").display().to_string();
    let surroundings = [("BANMEN_NATIVE", &*native), (crate::tools::CHROMIUM, chromium)];
    node(&["build/figures.js", &module, &file], &surroundings)
}

/// What an example of the native build prints.
fn example(name: &str, arguments: &[&str]) -> Result<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.args(["run", "--quiet", "--package", "banmen-browser", "--example", name, "--"]);
    let output = command.args(arguments).current_dir(root()).output()?;
    if !output.status.success() {
        bail!("the example {name} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// How many random games of each kind are compared with the native build.
const PLAYOUTS: &str = "10000";

/// Compares the page's module with the native build.
pub fn compare() -> Result<()> {
    let module = page_module()?;
    let fingerprints = example("fingerprint", &[PLAYOUTS])?;
    node(&["--test", "test/wasm/"], &[("BANMEN_WASM", &module), ("BANMEN_FINGERPRINTS", &fingerprints)])
}

/// Plays a game at every level of every game in WebAssembly.
pub fn play() -> Result<()> {
    let module = build(&["--example", "levels"], "examples/levels.wasm")?;
    node(&[&root().join("crates/browser/examples/levels/run.mjs").display().to_string(), &module], &[])
}
