//! Running other programs in the right folder, with a clear word when one fails.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The repository's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("xtask lives two folders down").to_owned()
}

/// Runs a program in `folder` and fails if it fails.
pub fn run<S: AsRef<OsStr>>(program: &str, args: &[S], folder: &Path, env: &[(&str, &str)]) -> Result<()> {
    let shown: Vec<_> = args.iter().map(|arg| arg.as_ref().to_string_lossy()).collect();
    let command = format!("{program} {}", shown.join(" "));
    let status = Command::new(program)
        .args(args)
        .envs(env.iter().copied())
        .current_dir(folder)
        .status()
        .with_context(|| format!("{command} could not be started"))?;
    if !status.success() {
        bail!("{command} failed ({status})");
    }
    Ok(())
}

/// Whether a program can be started at all.
pub fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs cargo in the repository.
pub fn cargo(args: &[&str]) -> Result<()> {
    cargo_with(args, &[])
}

/// Runs cargo with further environment variables.
pub fn cargo_with(args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    run(&cargo_program(), args, &root(), env)
}

/// The cargo that runs this program.
pub fn cargo_program() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Runs node in the page's folder.
pub fn node(args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    run("node", args, &root().join("web"), env)
}

/// Runs a program of the page's own npm packages; never fetches one.
pub fn npx(args: &[&str]) -> Result<()> {
    let mut all = vec!["--no-install"];
    all.extend(args);
    run("npx", &all, &root().join("web"), &[])
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The path of the binary `banmen` in a build folder (`debug` or `release`).
pub fn binary(profile: &str) -> Result<String> {
    let path = target().join(profile).join(format!("banmen{}", env::consts::EXE_SUFFIX));
    path.canonicalize()
        .with_context(|| format!("{} was not built", path.display()))?
        .into_os_string()
        .into_string()
        .map_err(|path| anyhow::anyhow!("{} is not UTF-8", path.display()))
}
