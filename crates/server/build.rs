//! Binds the page's files, so that the program carries them as they are sent.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by Cargo")).join("../../web");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by Cargo")).join("page");
    watch(&web);
    if let Err(error) = bind(&web, &out) {
        // The page's own files are at fault, so a trace of this program would only hide what is wrong with them.
        eprintln!("the page cannot be built: {error}");
        std::process::exit(1);
    }
}

/// Builds anew when a file changes, comes or goes. Folders that are no part of the page change all the time.
fn watch(web: &Path) {
    let entries = fs::read_dir(web).expect("the page's folder");
    for path in entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()) {
        if !banmen_binder::of_the_workshop(&path) {
            println!("cargo:rerun-if-changed={}", web.join(path).display());
        }
    }
}

/// Writes the bound files and a table of them, then of the files as they are, which `page.rs` includes.
fn bind(web: &Path, out: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let files = banmen_binder::read(web)?;
    let bound = banmen_binder::bind(&files)?.into_iter().chain(banmen_binder::as_they_are(&files));
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    let mut table = String::from("&[\n");
    for (number, file) in bound.enumerate() {
        let keep = |name: String, content: &[u8]| -> std::io::Result<String> {
            let place = out.join(name);
            fs::write(&place, content)?;
            Ok(format!("include_bytes!({:?})", place.display().to_string()))
        };
        let content = keep(number.to_string(), &file.content)?;
        let gzip = match &file.gzip {
            Some(gzip) => format!("Some({})", keep(format!("{number}.gz"), gzip)?),
            None => "None".to_owned(),
        };
        let (path, hash, lasting, scripts) = (&file.path, &file.hash, file.lasting, file.scripts.join(" "));
        table.push_str(&format!(
            "File {{ path: {path:?}, hash: {hash:?}, lasting: {lasting}, scripts: {scripts:?}, content: {content}, gzip: {gzip} }},\n"
        ));
    }
    table.push(']');
    fs::write(out.join("table.rs"), table)?;
    Ok(())
}
