//! Pages whose links name the bound files.

use std::collections::BTreeMap;

use base64::Engine;
use sha2::{Digest, Sha256};

use crate::{BindError, Files, line_of, modules, sheets, text_of};

/// Binds a page: its style sheets become one, its modules become one each, its other scripts are put inside it, and what else it links to
/// gets its lasting name. Gives back the page and what a policy says to allow the scripts inside it.
///
/// Scripts find the lasting names of data, and of the parts of scripts, in the element `files`, a JSON object from addresses to addresses.
pub fn bind(
    path: &str,
    html: &str,
    files: &Files,
    names: &BTreeMap<String, String>,
    keep: &mut dyn FnMut(&str, Vec<u8>) -> String,
) -> Result<(String, Vec<String>), BindError> {
    let find = |address: &str| {
        let to = address.trim_start_matches('/');
        let content = files.get(to).ok_or_else(|| BindError::Missing { from: path.to_owned(), to: to.to_owned() })?;
        text_of(to, content)
    };
    let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".html");
    let mut sheet = String::new();
    let mut lines: Vec<String> = Vec::new();
    let mut sheets_at = None;
    let mut scripts = Vec::new();
    let mut names = names.clone();
    let mut entries = BTreeMap::new();
    // Scripts first: those inside the page may ask for parts of them.
    for address in html.lines().map(str::trim).filter(|tag| tag.starts_with("<script type=\"module\"")) {
        if let Some(address) = attribute(address, "src") {
            entries.insert(address, script(address.trim_start_matches('/'), files, &mut names, keep)?);
        }
    }
    for (number, line) in html.lines().enumerate() {
        let tag = line.trim();
        if tag.starts_with("<link rel=\"stylesheet\"") {
            let address =
                attribute(tag, "href").ok_or_else(|| odd(path, number, "a style sheet without an address"))?;
            sheet.push_str(&sheets::smaller(address, &find(address)?)?);
            sheets_at.get_or_insert(lines.len());
        } else if let Some(address) = attribute(tag, "src").filter(|_| tag.starts_with("<script type=\"module\"")) {
            lines.push(format!("<script type=\"module\" src=\"/{}\"></script>", entries[address]));
        } else if let Some(address) = attribute(tag, "src").filter(|_| tag.starts_with("<script ")) {
            let script = find(address)?;
            if script.contains("</script") || script.contains("<!--") {
                return Err(odd(address, line_of(script.as_bytes(), 0), "a script that cannot be put inside a page"));
            }
            let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script.as_bytes()));
            scripts.push(format!("'sha256-{hash}'"));
            lines.push(format!("<script type=\"application/json\" id=\"files\">{}</script>", addresses(&names)));
            lines.push(format!("<script>{script}</script>"));
        } else {
            lines.push(renamed(tag, &names));
        }
    }
    if let Some(at) = sheets_at {
        let bound = keep(&format!("css/{stem}.css"), sheet.into_bytes());
        lines.insert(at, format!("<link rel=\"stylesheet\" href=\"/{bound}\" />"));
    }
    Ok((lines.join("\n") + "\n", scripts))
}

/// Binds a module; gives back its lasting name. The names of its parts are added to those of the files.
fn script(
    entry: &str,
    files: &Files,
    names: &mut BTreeMap<String, String>,
    keep: &mut dyn FnMut(&str, Vec<u8>) -> String,
) -> Result<String, BindError> {
    let modules::Scripts { first, parts, .. } = modules::bind(entry, files)?;
    if parts.is_empty() {
        return Ok(keep(entry, format!("{EAGER}{first}").into_bytes()));
    }
    let mut addresses = Vec::new();
    for modules::Part { name, script } in parts {
        let bound = keep(&name, format!("export default($,$import)=>{{\n{script}}};\n").into_bytes());
        addresses.push(format!("\"/{bound}\""));
        names.insert(name, bound);
    }
    let load = format!("const $load=part=>import([{}][part]).then(one=>one.default);\n", addresses.join(","));
    Ok(keep(entry, format!("{EAGER}{load}{first}").into_bytes()))
}

/// Asks the browser to compile every function of a script while the script arrives, on another thread: most of what runs first is called before
/// the first picture, and would be compiled then, one function after the other, by the thread that paints. Chromium knows this comment; to others
/// it is one.
const EAGER: &str = "//# allFunctionsCalledOnLoad\n";

fn odd(path: &str, line: usize, what: &str) -> BindError {
    BindError::Odd { path: path.to_owned(), line: line + 1, what: what.to_owned() }
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// The lasting addresses of data by the plain ones, as JSON.
fn addresses(names: &BTreeMap<String, String>) -> String {
    let whole: BTreeMap<String, String> =
        names.iter().map(|(from, to)| (format!("/{from}"), format!("/{to}"))).collect();
    serde_json::to_string(&whole).expect("text is JSON").replace('<', "\\u003c")
}

/// A text in which quoted addresses of files are their lasting ones.
pub fn renamed(text: &str, names: &BTreeMap<String, String>) -> String {
    names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(&format!("\"/{from}\""), &format!("\"/{to}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_links_to_lasting_names() {
        let page = "<head>\n  <link rel=\"icon\" href=\"/icons/mark.svg\" />\n  <script src=\"/js/first.js\"></script>\n  \
             <link rel=\"stylesheet\" href=\"/css/a.css\" />\n  <link rel=\"stylesheet\" href=\"/css/b.css\" />\n  \
             <script type=\"module\" src=\"/js/main.js\"></script>\n</head>\n";
        let texts = [
            ("css/a.css", "a { b: c }"),
            ("css/b.css", "d { e: f }"),
            ("icons/mark.svg", "<svg/>"),
            ("index.html", page),
            ("js/first.js", "first();"),
            ("js/main.js", "main();"),
        ];
        let files: Files = texts.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        let bound = crate::bind(&files).unwrap();
        let paths: Vec<&str> = bound.iter().map(|file| file.path.as_str()).collect();
        let index = bound.last().unwrap();
        assert!(!index.lasting && bound[..bound.len() - 1].iter().all(|file| file.lasting), "{paths:?}");
        let html = String::from_utf8(index.content.clone()).unwrap();
        for path in &paths[..paths.len() - 1] {
            assert!(html.contains(&format!("\"/{path}\"")), "{path} in {html}");
        }
        let sheet = bound.iter().find(|file| file.path.starts_with("css/index-")).unwrap();
        assert_eq!(sheet.content, b"a{b: c}d{e: f}");
        assert!(html.contains("<script>first();</script>"), "{html}");
        assert_eq!(index.scripts.len(), 1);
        assert!(html.contains("{\"/icons/mark.svg\":\"/icons/mark-"), "{html}");
        let again = crate::bind(&files).unwrap();
        assert_eq!(bound, again);
    }
}
