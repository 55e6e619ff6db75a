//! The games in WebAssembly: built for a browser, run in Node.

use std::process::Command;

use anyhow::{Result, bail};

use crate::shell::{cargo, exists, node, root, run, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// Installs the compiler's libraries for WebAssembly where rustup manages the compiler and they are missing.
pub fn compiler() -> Result<()> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let libraries = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output()?;
    let folder = String::from_utf8_lossy(&libraries.stdout).trim().to_owned();
    if libraries.status.success() && std::path::Path::new(&folder).is_dir() {
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

/// Plays a game at every level of every game in WebAssembly.
pub fn play() -> Result<()> {
    cargo(&["build", "--quiet", "--package", "banmen-portable", "--target", TARGET, "--profile", "wasm"])?;
    let module = target().join(TARGET).join("wasm/banmen_portable.wasm");
    node(&[&root().join("crates/portable/run.mjs").display().to_string(), &module.display().to_string()], &[])
}
