//! Licences, duplicates and sources of everything we depend on, by deny.toml, without the network.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The part of deny.toml that can be checked offline.
struct Policy {
    allowed: BTreeSet<String>,
    /// Crates of which a further version is known, each with the beginning of that version.
    skipped: Vec<(String, String)>,
    target: String,
}

/// Named in a manifest only to choose its version.
const PINNED: [&str; 1] = ["idna_adapter"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn policy() -> Policy {
    let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    let policy: toml::Table = text.parse().unwrap();
    let texts = |list: &toml::Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let skipped = policy["bans"]["skip"].as_array().unwrap().iter().map(|skip| {
        let (name, version) = skip["crate"].as_str().unwrap().split_once('@').unwrap();
        assert!(skip["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{name} is skipped without a reason");
        (name.to_owned(), version.to_owned())
    });
    Policy {
        allowed: texts(&policy["licenses"]["allow"]).into_iter().collect(),
        skipped: skipped.collect(),
        target: texts(&policy["graph"]["targets"]).swap_remove(0),
    }
}

/// Everything that is built for the target, tests included.
fn packages(target: &str) -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", target];
    let told = Command::new(cargo).args(arguments).current_dir(root()).output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let used: BTreeSet<&str> =
        told["resolve"]["nodes"].as_array().unwrap().iter().filter_map(|node| node["id"].as_str()).collect();
    let packages = told["packages"].as_array().unwrap().iter();
    packages.filter(|package| used.contains(package["id"].as_str().unwrap())).cloned().collect()
}

/// Whether a licence may be used: `MIT`, `MIT OR Apache-2.0`, `(MIT OR Apache-2.0) AND Unicode-3.0`, and `MIT/Apache-2.0` as it
/// was written once.
fn is_allowed(licence: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX);
    expression.is_ok_and(|expression| expression.evaluate(|required| allowed.contains(&required.to_string())))
}

#[test]
fn every_dependency_has_a_licence_that_we_may_use() {
    let policy = policy();
    let refused: Vec<String> = packages(&policy.target)
        .iter()
        .filter(|package| !is_allowed(package["license"].as_str().unwrap_or_default(), &policy.allowed))
        .map(|package| format!("{} {}: {}", package["name"], package["version"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn licences_are_understood() {
    let allowed: BTreeSet<String> = ["MIT", "Unicode-3.0"].map(str::to_owned).into();
    for good in ["MIT", "MIT OR GPL-3.0-only", "GPL-3.0-only/MIT", "(Apache-2.0 OR MIT) AND Unicode-3.0"] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0", "no licence at all"] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

#[test]
fn no_crate_is_there_twice_unless_it_is_known() {
    let policy = policy();
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages(&policy.target) {
        let [name, version] = ["name", "version"].map(|field| package[field].as_str().unwrap().to_owned());
        let is_skipped = policy.skipped.iter().any(|(skipped, start)| {
            *skipped == name && (version == *start || version.starts_with(&format!("{start}.")))
        });
        if !is_skipped {
            versions.entry(name).or_default().push(version);
        }
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "look at these, then name them in deny.toml: {versions:#?}");
}

#[test]
fn everything_comes_from_the_registry() {
    let policy = policy();
    let foreign: Vec<_> = packages(&policy.target)
        .into_iter()
        .filter(|package| package["source"].as_str().is_some_and(|source| !source.starts_with("registry+")))
        .map(|package| package["id"].clone())
        .collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

/// All Rust below a folder, as one text.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension() == Some("rs".as_ref()) {
            text += &std::fs::read_to_string(&path).unwrap();
        }
    }
    text
}

#[test]
fn every_dependency_is_used() {
    let whole: toml::Table = std::fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let mut unused: BTreeSet<String> = whole["workspace"]["dependencies"].as_table().unwrap().keys().cloned().collect();
    for package in packages(&policy().target).iter().filter(|package| package["source"].is_null()) {
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let mut text = sources(folder);
        // The program's tests run the fuzz targets, which lie outside the workspace.
        if package["name"] == "banmen" {
            text += &sources(&root().join("fuzz/src"));
        }
        let words: BTreeSet<&str> = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').collect();
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = dependency["name"].as_str().unwrap();
            unused.remove(name);
            if !words.contains(&*name.replace('-', "_")) && !PINNED.contains(&name) {
                unused.insert(format!("{name} in {}", package["name"]));
            }
        }
    }
    assert!(unused.is_empty(), "no source file names these: {unused:?}");
}
