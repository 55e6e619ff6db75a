//! What the page's tests need beyond Rust: node, the page's npm packages, a browser. Installed when missing, and said so.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::shell::{exists, root, run};

/// Tells the browser tests which browser to drive.
pub const CHROMIUM_ENV: (&str, &str) = ("BANMEN_CHROMIUM", "chromium");

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

/// Installs Chromium where it is missing.
pub fn chromium() -> Result<()> {
    if exists(CHROMIUM_ENV.1) { Ok(()) } else { debian(&["chromium"]) }
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
