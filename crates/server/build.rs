//! Lists the files of `web/` so that they are built into the program.
//!
//! The folder also holds what only the workshop needs (installed packages, tests), so the files are chosen here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

include!("page_files.rs");

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let web = here.join("../../web");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=page_files.rs");
    println!("cargo:rerun-if-changed=migrations");
    let mut files = Vec::new();
    collect(&web, "", &mut files)?;
    files.sort();
    let mut code = String::from("/// The files of the page, by path.\nstatic FILES: &[File] = &[\n");
    for path in files {
        let whole = web.join(&path).canonicalize()?;
        let _ =
            writeln!(code, "    File {{ path: {path:?}, bytes: include_bytes!({:?}) }},", whole.display().to_string());
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page.rs");
    fs::write(out, code)
}

/// Collects the page's files; a folder that holds some is watched for new ones.
fn collect(web: &Path, inside: &str, files: &mut Vec<String>) -> io::Result<()> {
    let folder = web.join(inside);
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        if entry.file_type()?.is_dir() {
            if is_page_file(&format!("{path}/x")) {
                collect(web, &path, files)?;
            }
        } else if is_page_file(&path) {
            files.push(path);
        }
    }
    Ok(())
}
