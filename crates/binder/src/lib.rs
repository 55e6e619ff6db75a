//! Binds the page's files into a few, at build time and with nothing but Rust.
//!
//! The files in `web/` are what the browser could load one by one, and does while somebody works on the page. For everybody else
//! that would be a hundred requests, each of them asked again on every visit. Here the style sheets of a page become one, a module and
//! all that it imports become one ([`modules`]), and every file but the pages themselves gets a name with its content's hash, so that it
//! can be kept for ever. Nothing has to be registered: what a page links to and what its modules import is found.

pub mod modules;
pub mod pages;
pub mod sheets;
mod token;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// What is wrong with a file of the page.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// It cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Something names a file that is not there.
    #[error("{from}: there is no {to}")]
    Missing {
        /// Who names it.
        from: String,
        /// The file.
        to: String,
    },
    /// It cannot be understood.
    #[error("{path}:{line}: {what}")]
    Odd {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What was found there.
        what: String,
    },
    /// Modules that import each other, which binding in order does not allow.
    #[error("modules import each other: {}", .0.join(" → "))]
    Cycle(Vec<String>),
}

/// The files of a page by their path, such as `js/main.js`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A file as it is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Its address without the first `/`.
    pub path: String,
    /// Its content.
    pub content: Vec<u8>,
    /// The same compressed by gzip, where that is smaller.
    pub gzip: Option<Vec<u8>>,
    /// Its content's hash in hexadecimal digits.
    pub hash: String,
    /// Whether its name changes with its content, so that it can be kept for ever.
    pub lasting: bool,
    /// For a page: what a content security policy says to allow the scripts inside it, such as `'sha256-…'`.
    pub scripts: Vec<String>,
}

impl Bound {
    fn new(path: String, content: Vec<u8>, lasting: bool) -> Bound {
        let gzip = Some(compressed(&content)).filter(|gzip| gzip.len() < content.len());
        Bound { hash: hash(&content), path, content, gzip, lasting, scripts: Vec::new() }
    }
}

/// Reads a folder, without what only those who work on the page need.
pub fn read(folder: &Path) -> Result<Files, BindError> {
    let mut files = Files::new();
    read_into(folder, "", &mut files)?;
    Ok(files)
}

/// Whether a file or folder of `web/` is for those who work on the page.
pub fn of_the_workshop(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with('.')
        || name.ends_with(".d.ts")
        || ending(name) == "md"
        || (name.starts_with("package") && ending(name) == "json")
        || ["build", "node_modules", "test", "eslint.config.js", "tsconfig.json"].contains(&path)
}

/// What comes after a name's last dot.
fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn read_into(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), BindError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| BindError::Unreadable { path, error }
    };
    for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
        let place = entry.map_err(unreadable(folder))?.path();
        let Some(name) = place.file_name().and_then(|name| name.to_str()) else { continue };
        let path = format!("{prefix}{name}");
        if of_the_workshop(&path) {
            continue;
        }
        if place.is_dir() {
            read_into(&place, &format!("{path}/"), files)?;
        } else {
            files.insert(path, std::fs::read(&place).map_err(unreadable(&place))?);
        }
    }
    Ok(())
}

/// Binds everything: the pages, what they link to, and every file that a script may ask for.
pub fn bind(files: &Files) -> Result<Vec<Bound>, BindError> {
    let mut bound: BTreeMap<String, Bound> = BTreeMap::new();
    let mut keep = |name: &str, content: Vec<u8>| {
        let path = with_hash(name, &content);
        bound.entry(path.clone()).or_insert_with(|| Bound::new(path.clone(), content, true));
        path
    };
    // What is neither page, style nor script is data: scripts ask for it by the name it has in the folder.
    let data = files.iter().filter(|(path, _)| !["css", "html", "js", "webmanifest"].contains(&ending(path)));
    let mut names: BTreeMap<String, String> =
        data.map(|(path, content)| (path.clone(), keep(path, smaller(path, content)))).collect();
    for (path, content) in files.iter().filter(|(path, _)| ending(path) == "webmanifest") {
        let text = pages::renamed(&text_of(path, content)?, &names);
        names.insert(path.clone(), keep(path, text.into_bytes()));
    }
    let mut pages = Vec::new();
    for (path, content) in files.iter().filter(|(path, _)| ending(path) == "html") {
        let html = text_of(path, content)?;
        let (html, scripts) = pages::bind(path, &html, files, &names, &mut keep)?;
        pages.push(Bound { scripts, ..Bound::new(path.clone(), html.into_bytes(), false) });
    }
    Ok(bound.into_values().chain(pages).collect())
}

/// The files under their own names, for whoever reads the page's source or has an old address.
pub fn as_they_are(files: &Files) -> impl Iterator<Item = Bound> + '_ {
    files.iter().map(|(path, content)| Bound { gzip: None, ..Bound::new(path.clone(), content.clone(), false) })
}

/// Data without what only people need.
fn smaller(path: &str, content: &[u8]) -> Vec<u8> {
    let json = (ending(path) == "json").then(|| serde_json::from_slice::<serde_json::Value>(content).ok()).flatten();
    json.map_or_else(|| content.to_vec(), |value| value.to_string().into_bytes())
}

/// A file's text.
pub(crate) fn text_of(path: &str, content: &[u8]) -> Result<String, BindError> {
    String::from_utf8(content.to_vec()).map_err(|error| {
        let before = &content[..error.utf8_error().valid_up_to()];
        BindError::Odd { path: path.to_owned(), line: line_of(before, before.len()), what: "not UTF-8".to_owned() }
    })
}

/// The line of a place in a text.
pub(crate) fn line_of(text: &[u8], at: usize) -> usize {
    text[..at].split(|byte| *byte == b'\n').count()
}

fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// `i18n/en.json` → `i18n/en-0123456789ab.json`.
fn with_hash(name: &str, content: &[u8]) -> String {
    let hash = &hash(content)[..12];
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{hash}.{ending}"),
        None => format!("{name}-{hash}"),
    }
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).expect("memory takes every byte")
}
