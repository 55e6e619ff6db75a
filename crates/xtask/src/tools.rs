//! What the tests need beyond Rust: node, the page's npm packages, a browser, PostgreSQL, Python. Installed when missing, and said so.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::shell::{exists, root, run};

/// The variable that says which browser the tests drive.
pub const CHROMIUM: &str = "BANMEN_CHROMIUM";

/// Installs node where it is missing, and the packages of `web/package-lock.json` where they are missing or old.
pub fn node_packages() -> Result<()> {
    if !exists("node") || !exists("npm") {
        debian(&["nodejs", "npm"])?;
    }
    let web = root().join("web");
    let lock = fs::read(web.join("package-lock.json")).context("web/package-lock.json")?;
    let stamp = web.join("node_modules/.banmen-lock");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    println!("xtask: installing the npm packages of web/package-lock.json");
    run("npm", &["ci", "--no-audit", "--no-fund"], &web, &[("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")])?;
    fs::write(&stamp, lock).context("web/node_modules")?;
    Ok(())
}

/// The browser that the tests drive: the one that the variable names, or Chromium, which is installed where it is missing.
pub fn chromium() -> Result<String> {
    if let Ok(chosen) = env::var(CHROMIUM) {
        return Ok(chosen);
    }
    if find("chromium").is_none() {
        debian(&["chromium"])?;
    }
    let path = find("chromium").context("chromium was installed but is not in PATH")?;
    path.into_os_string().into_string().map_err(|path| anyhow::anyhow!("{} is not UTF-8", path.display()))
}

/// The variable that says that tests on PostgreSQL must not be left out.
pub const POSTGRES: &str = "BANMEN_POSTGRES";

/// Installs PostgreSQL where it is missing. The tests start a server of their own; Debian's is not needed, and not started by us.
pub fn postgres() -> Result<()> {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    if installed.into_iter().any(|version| version.path().join("bin/initdb").is_file()) {
        return Ok(());
    }
    debian(&["postgresql"])
}

/// The variable that says that tests in Python must not be left out.
pub const PYTHON: &str = "BANMEN_PYTHON";

/// Installs Python where it is missing.
pub fn python() -> Result<()> {
    if exists("python3") { Ok(()) } else { debian(&["python3"]) }
}

/// A Python with what the tests of `train` import. Where there is none, Debian's PyTorch is installed: older than the release in
/// `train/requirements.txt`, which brings gigabytes of libraries for accelerators.
pub fn pytorch() -> Result<&'static str> {
    let pythons = ["python3", "/usr/bin/python3"];
    let installed = || {
        let imports = |python: &&str| {
            Command::new(python)
                .args(["-c", "import numpy, torch"])
                .output()
                .is_ok_and(|output| output.status.success())
        };
        pythons.into_iter().find(imports)
    };
    if let Some(python) = installed() {
        return Ok(python);
    }
    debian(&["python3-torch", "python3-numpy"])?;
    installed().context("PyTorch was installed but cannot be imported")
}

/// Where a program lies.
fn find(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Installs Debian packages.
fn debian(packages: &[&str]) -> Result<()> {
    if !exists("apt-get") {
        bail!("please install {} (this machine has no apt-get)", packages.join(" and "));
    }
    println!("xtask: installing {} from Debian's packages", packages.join(" and "));
    let sudo = if is_root() { None } else { Some("sudo") };
    let apt = |args: &[&str]| {
        let mut all: Vec<&str> = sudo.into_iter().chain(["apt-get"]).collect();
        all.extend(args);
        let program = all.remove(0);
        run(program, &all, Path::new("/"), &[("DEBIAN_FRONTEND", "noninteractive")])
    };
    apt(&["update", "-qq"])?;
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(packages);
    apt(&install)
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|meta| {
        #[cfg(unix)]
        {
            std::os::unix::fs::MetadataExt::uid(&meta) == 0
        }
        #[cfg(not(unix))]
        {
            let _ = meta;
            false
        }
    })
}
