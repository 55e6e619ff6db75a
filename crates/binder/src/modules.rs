//! A module and everything it imports, as one script.
//!
//! Each module becomes a function that is called once, in the order in which a browser would run the modules, and gives back what the
//! module exports. Imports become constants taken from there. That is the same thing as long as no two modules import each other and
//! no export changes after its module ran, so both are refused.

use std::collections::BTreeMap;

use crate::token::{Token, TokenKind, tokens};
use crate::{BindError, Files, line_of, text_of};

/// Binds a module and everything it imports.
pub fn bind(entry: &str, files: &Files) -> Result<String, BindError> {
    let mut binder = Binder { files, done: BTreeMap::new(), under_way: Vec::new(), out: String::new() };
    binder.add(entry, entry)?;
    Ok(binder.out)
}

struct Binder<'a> {
    files: &'a Files,
    /// The modules that are bound, and the constants that hold what they export.
    done: BTreeMap<String, String>,
    under_way: Vec<String>,
    out: String,
}

impl Binder<'_> {
    /// Binds a module after those it imports, unless that has happened. Gives back the constant that holds its exports.
    fn add(&mut self, path: &str, from: &str) -> Result<String, BindError> {
        if let Some(constant) = self.done.get(path) {
            return Ok(constant.clone());
        }
        if let Some(first) = self.under_way.iter().position(|other| other == path) {
            let round = self.under_way[first..].iter().cloned().chain([path.to_owned()]);
            return Err(BindError::Cycle(round.collect()));
        }
        let missing = || BindError::Missing { from: from.to_owned(), to: path.to_owned() };
        let script = text_of(path, self.files.get(path).ok_or_else(missing)?)?;
        self.under_way.push(path.to_owned());
        let body = self.body(path, &script)?;
        self.under_way.pop();
        let constant = format!("${}", self.done.len());
        self.out.push_str(&format!("const {constant}=(()=>{{\n{body}}})();\n"));
        self.done.insert(path.to_owned(), constant.clone());
        Ok(constant)
    }

    /// A module as the body of a function.
    fn body(&mut self, path: &str, script: &str) -> Result<String, BindError> {
        let odd = |at: usize, what: String| BindError::Odd {
            path: path.to_owned(),
            line: line_of(script.as_bytes(), at),
            what,
        };
        let all = tokens(script).map_err(|error| odd(error.at, error.what.to_owned()))?;
        let mut out = String::with_capacity(script.len());
        let mut imports = String::new();
        let mut exports: Vec<String> = Vec::new();
        let mut depth = 0;
        let mut at = 0;
        while let Some(token) = all.get(at) {
            match (token.kind, token.text) {
                (TokenKind::Sign, "{" | "(" | "[") => depth += 1,
                (TokenKind::Sign, "}" | ")" | "]") => depth -= 1,
                (TokenKind::Word, "import") => {
                    let next =
                        all[at + 1..].iter().find(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Line));
                    if depth > 0 || next.is_some_and(|next| matches!(next.text, "(" | ".")) {
                        return Err(odd(token.at, "an import while the page runs: import it at the top".to_owned()));
                    }
                    let (statement, length) = statement(&all[at..]);
                    let import = Import::read(&statement)
                        .ok_or_else(|| odd(token.at, "an import of an unknown form".to_owned()))?;
                    let from = self.add(&beside(path, import.from), path)?;
                    imports.push_str(&import.constants(&from));
                    at += length;
                    continue;
                }
                (TokenKind::Word, "export") if depth == 0 => {
                    at += self.export(path, &all[at..], &mut exports, &odd)?;
                    continue;
                }
                _ => {}
            }
            push(&mut out, token);
            at += 1;
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
        let exports = if exports.is_empty() { String::new() } else { format!("return{{{}}};\n", exports.join(",")) };
        Ok(imports + out.trim_start() + &exports)
    }

    /// Takes an export to pieces; gives back how many tokens it took. What it declares stays where it is.
    fn export(
        &mut self,
        path: &str,
        rest: &[Token],
        exports: &mut Vec<String>,
        odd: &dyn Fn(usize, String) -> BindError,
    ) -> Result<usize, BindError> {
        let unknown = || odd(rest[0].at, "an export of an unknown form".to_owned());
        let words: Vec<(usize, &Token)> =
            rest.iter().enumerate().skip(1).filter(|(_, token)| code(token)).take(4).collect();
        let text = |n: usize| words.get(n).map_or("", |(_, token)| token.text);
        match text(0) {
            "function" | "class" | "const" => {
                let name = if text(1) == "*" { text(2) } else { text(1) };
                exports.push(name.to_owned());
                Ok(words[0].0)
            }
            "async" if text(1) == "function" => {
                let name = if text(2) == "*" { text(3) } else { text(2) };
                exports.push(name.to_owned());
                Ok(words[0].0)
            }
            "let" | "var" => Err(odd(rest[0].at, format!("an export that may change: {}", text(1)))),
            "{" => {
                let (statement, length) = statement(rest);
                let (names, after) = names(&statement[1..]).ok_or_else(unknown)?;
                match after {
                    [] => exports.extend(names.iter().map(|(inside, outside)| format!("{outside}:{inside}"))),
                    [from, address] if from.text == "from" => {
                        let module = self.add(&beside(path, unquoted(address.text)), path)?;
                        exports.extend(names.iter().map(|(inside, outside)| format!("{outside}:{module}.{inside}")));
                    }
                    _ => return Err(unknown()),
                }
                Ok(length)
            }
            _ => Err(unknown()),
        }
    }
}

/// Whether a token is neither blank nor comment.
fn code(token: &Token) -> bool {
    !matches!(token.kind, TokenKind::Space | TokenKind::Line)
}

/// The code of a statement up to its semicolon, and how many tokens it took with the semicolon.
fn statement<'a, 't>(rest: &'t [Token<'a>]) -> (Vec<&'t Token<'a>>, usize) {
    let length = rest.iter().position(|token| token.kind == TokenKind::Sign && token.text == ";").unwrap_or(rest.len());
    (rest[..length].iter().filter(|token| code(token)).collect(), (length + 1).min(rest.len()))
}

/// Names in braces with the names they get, and what comes after the braces.
type Names<'a, 't> = (Vec<(&'a str, &'a str)>, &'t [&'t Token<'a>]);

fn names<'a, 't>(words: &'t [&'t Token<'a>]) -> Option<Names<'a, 't>> {
    let end = words.iter().position(|token| token.text == "}")?;
    if words.first()?.text != "{" {
        return None;
    }
    let pair = |one: &[&Token<'a>]| match one {
        [name] => Some((name.text, name.text)),
        [name, as_, other] if as_.text == "as" => Some((name.text, other.text)),
        _ => None,
    };
    let list = words[1..end].split(|token| token.text == ",").filter(|one| !one.is_empty());
    Some((list.map(pair).collect::<Option<_>>()?, &words[end + 1..]))
}

/// What an import brings, and from where.
struct Import<'a> {
    from: &'a str,
    /// The name of all exports together.
    whole: Option<&'a str>,
    names: Vec<(&'a str, &'a str)>,
}

impl<'a> Import<'a> {
    fn read(words: &[&Token<'a>]) -> Option<Import<'a>> {
        let texts: Vec<&str> = words.iter().map(|token| token.text).collect();
        match texts[..] {
            ["import", _] if words[1].kind == TokenKind::Text => {
                Some(Import { from: unquoted(words[1].text), whole: None, names: Vec::new() })
            }
            ["import", "*", "as", _, "from", _] => {
                Some(Import { from: unquoted(words[5].text), whole: Some(words[3].text), names: Vec::new() })
            }
            ["import", "{", ..] => match names(&words[1..])? {
                (names, [from, address]) if from.text == "from" => {
                    Some(Import { from: unquoted(address.text), whole: None, names })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The constants that take the import's place.
    fn constants(&self, module: &str) -> String {
        let whole = self.whole.map_or_else(String::new, |name| format!("const {name}={module};\n"));
        let pair = |(outside, inside): &(&str, &str)| {
            if outside == inside { (*inside).to_owned() } else { format!("{outside}:{inside}") }
        };
        let names: Vec<String> = self.names.iter().map(pair).collect();
        if names.is_empty() { whole } else { format!("{whole}const{{{}}}={module};\n", names.join(",")) }
    }
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['\'', '"'])
}

/// The path of a file that is named relative to another one.
fn beside(path: &str, address: &str) -> String {
    let mut parts: Vec<&str> = if address.starts_with('/') { Vec::new() } else { path.split('/').collect() };
    parts.pop();
    for part in address.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// Adds a token, without comments, indentation and empty lines. The ends of lines stay, since they may end statements.
fn push(out: &mut String, token: &Token) {
    match token.kind {
        TokenKind::Line if out.ends_with('\n') || out.is_empty() => {}
        TokenKind::Line => {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        TokenKind::Space if out.ends_with([' ', '\n']) || out.is_empty() => {}
        TokenKind::Space => out.push(' '),
        _ => out.push_str(token.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(all: &[(&str, &str)]) -> Files {
        all.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn modules_run_in_the_order_in_which_a_browser_would_run_them() {
        let files = files(&[
            ("js/main.js", "import { b as other } from './b.js';\nimport './parts/c.js';\n\nother();\n"),
            (
                "js/b.js",
                "import * as c from './parts/c.js';\n/** Says it. */\nexport function b() {\n  return c.word;\n}\n",
            ),
            (
                "js/parts/c.js",
                "// first\nexport const word = 'import x'; // not one\nconst own = 1;\nexport { own as mine };\n",
            ),
        ]);
        let expected = "const $0=(()=>{\nconst word = 'import x';\nconst own = 1;\nreturn{word,mine:own};\n})();\n\
             const $1=(()=>{\nconst c=$0;\nfunction b() {\nreturn c.word;\n}\nreturn{b};\n})();\n\
             const $2=(()=>{\nconst{b:other}=$1;\nother();\n})();\n";
        assert_eq!(bind("js/main.js", &files).unwrap(), expected);
    }

    #[test]
    fn an_export_can_be_passed_on() {
        let files = files(&[
            ("a.js", "export { x, y as z } from './b.js';\n"),
            ("b.js", "export const x = 1;\nexport async function y() {}\nexport class K {}\n"),
        ]);
        let bound = bind("a.js", &files).unwrap();
        assert!(bound.contains("return{x,y,K};"), "{bound}");
        assert!(bound.contains("return{x:$0.x,z:$0.y};"), "{bound}");
    }

    #[test]
    fn what_would_behave_differently_in_one_piece_is_refused() {
        let refused = |script: &str| {
            bind("a.js", &files(&[("a.js", script), ("b.js", "import './a.js';")])).unwrap_err().to_string()
        };
        assert_eq!(refused("\nexport let x = 1;"), "a.js:2: an export that may change: x");
        assert_eq!(refused("import './b.js';"), "modules import each other: a.js → b.js → a.js");
        assert_eq!(refused("import './c.js';"), "a.js: there is no c.js");
        assert_eq!(
            refused("f(() => import('./b.js'));"),
            "a.js:1: an import while the page runs: import it at the top"
        );
        assert_eq!(refused("import x from './b.js';"), "a.js:1: an import of an unknown form");
        assert_eq!(refused("export default 1;"), "a.js:1: an export of an unknown form");
    }
}
