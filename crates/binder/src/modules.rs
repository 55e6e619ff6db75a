//! A module and everything it imports, as one script, and further ones for what is imported while the page runs.
//!
//! Each module becomes a function that is called once, in the order in which a browser would run the modules, and gives back what the
//! module exports. Imports become constants taken from there. That is the same thing as long as no two modules import each other and
//! no export changes after its module ran, so both are refused.
//!
//! What `import('./view.js')` names comes later, in a script of its own; what several of these need and the first script has not is one more.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::token::{Token, TokenKind, tokens};
use crate::{BindError, Files, line_of, text_of};

/// A module and everything it imports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scripts {
    /// What runs first. Whoever puts it into a page declares the function `$load` before it: from a part's number to the promise of a
    /// function with the parameters `$` and `$import`, whose body is that part.
    pub first: String,
    /// The place in the array `$` of what the module exports.
    pub entry: usize,
    /// What is loaded later.
    pub parts: Vec<Part>,
}

/// A script that is loaded when it is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The module that is wanted, or the module bound with `-shared` in its name.
    pub name: String,
    /// The body of a function.
    pub script: String,
}

/// Binds a module and everything it imports.
pub fn bind(entry: &str, files: &Files) -> Result<Scripts, BindError> {
    let mut reader = Reader { files, numbers: BTreeMap::new(), modules: BTreeMap::new(), under_way: Vec::new() };
    reader.read(entry, entry)?;
    let mut wanted: Vec<String> = Vec::new();
    loop {
        let all = reader.modules.iter().flat_map(|(from, module)| module.later.iter().map(move |to| (from, to)));
        let Some((from, to)) = all.into_iter().find(|(_, to)| !wanted.contains(to)) else { break };
        let (from, to) = (from.clone(), to.clone());
        reader.read(&to, &from)?;
        wanted.push(to);
    }
    wanted.sort();
    let modules = &reader.modules;
    let first = in_order(entry, modules, &BTreeSet::new());
    let known: BTreeSet<&str> = first.iter().copied().collect();
    let needs: Vec<Vec<&str>> = wanted.iter().map(|path| in_order(path, modules, &known)).collect();
    let mut shared: Vec<&str> = Vec::new();
    for path in needs.iter().flatten() {
        if !shared.contains(path) && needs.iter().filter(|need| need.contains(path)).count() > 1 {
            shared.push(path);
        }
    }
    // Browsers compile a function in parentheses at once, as they should what is about to be called.
    let script = |paths: &[&str]| -> String {
        paths
            .iter()
            .map(|path| &modules[*path])
            .map(|one| format!("$[{}]=(function(){{\n{}}})();\n", one.number, one.body))
            .collect()
    };
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |name: String, paths: &[&str]| {
        (!paths.is_empty()).then(|| {
            parts.push(Part { name, script: script(paths) });
            parts.len() - 1
        })
    };
    let common = add(entry.replace(".js", "-shared.js"), &shared);
    let mut table: Vec<String> = Vec::new();
    for (path, need) in wanted.iter().zip(&needs) {
        let own: Vec<&str> = need.iter().copied().filter(|one| !shared.contains(one)).collect();
        let common = common.filter(|_| own.len() < need.len());
        let numbers: Vec<String> = common.into_iter().chain(add(path.clone(), &own)).map(|n| n.to_string()).collect();
        table.push(format!("{}:[{}]", modules[path].number, numbers.join(",")));
    }
    let loader = if wanted.is_empty() { String::new() } else { LOADER.replace("TABLE", &table.join(",")) };
    Ok(Scripts { first: format!("const $=[];\n{loader}{}", script(&first)), entry: modules[entry].number, parts })
}

/// Loads the parts that a module needs, runs those that have not run, and gives back what the module exports.
const LOADER: &str = "\
const $parts={TABLE},$loaded=[],$ran=[];
const $import=async n=>{
const parts=$parts[n];
const scripts=await Promise.all(parts.map(part=>$loaded[part]??=$load(part).catch(error=>{$loaded[part]=undefined;throw error})));
parts.forEach((part,at)=>{if(!$ran[part]){$ran[part]=true;scripts[at]($,$import)}});
return $[n];
};
";

/// A module and what it imports, each after those that it imports itself, without what is known.
fn in_order<'a>(entry: &'a str, modules: &'a BTreeMap<String, Module>, known: &BTreeSet<&str>) -> Vec<&'a str> {
    fn visit<'a>(
        path: &'a str,
        modules: &'a BTreeMap<String, Module>,
        seen: &mut BTreeSet<&'a str>,
        out: &mut Vec<&'a str>,
    ) {
        if seen.insert(path) {
            for import in &modules[path].imports {
                visit(import, modules, seen, out);
            }
            out.push(path);
        }
    }
    let mut out = Vec::new();
    visit(entry, modules, &mut BTreeSet::new(), &mut out);
    out.retain(|path| !known.contains(path));
    out
}

/// A module that was read.
struct Module {
    /// The place in the array `$` of what it exports.
    number: usize,
    /// The body of the function that it becomes.
    body: String,
    /// The modules that it imports at the top, in their order.
    imports: Vec<String>,
    /// The modules that it imports while it runs.
    later: Vec<String>,
}

struct Reader<'a> {
    files: &'a Files,
    numbers: BTreeMap<String, usize>,
    modules: BTreeMap<String, Module>,
    under_way: Vec<String>,
}

impl Reader<'_> {
    fn number(&mut self, path: &str) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(path.to_owned()).or_insert(next)
    }

    /// Reads a module after those it imports, unless that has happened. Gives back its number.
    fn read(&mut self, path: &str, from: &str) -> Result<usize, BindError> {
        if let Some(module) = self.modules.get(path) {
            return Ok(module.number);
        }
        if let Some(first) = self.under_way.iter().position(|other| other == path) {
            let round = self.under_way[first..].iter().cloned().chain([path.to_owned()]);
            return Err(BindError::Cycle(round.collect()));
        }
        let missing = || BindError::Missing { from: from.to_owned(), to: path.to_owned() };
        let script = text_of(path, self.files.get(path).ok_or_else(missing)?)?;
        self.under_way.push(path.to_owned());
        let mut module = Module { number: 0, body: String::new(), imports: Vec::new(), later: Vec::new() };
        module.body = self.body(path, &script, &mut module)?;
        self.under_way.pop();
        module.number = self.number(path);
        let number = module.number;
        self.modules.insert(path.to_owned(), module);
        Ok(number)
    }

    /// Reads a module that another one imports at its top; gives back what holds its exports.
    fn import(&mut self, path: &str, address: &str, module: &mut Module) -> Result<String, BindError> {
        let to = beside(path, unquoted(address));
        let number = self.read(&to, path)?;
        module.imports.push(to);
        Ok(format!("$[{number}]"))
    }

    /// A module as the body of a function.
    fn body(&mut self, path: &str, script: &str, module: &mut Module) -> Result<String, BindError> {
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
                    let next: Vec<(usize, &Token)> =
                        all[at..].iter().enumerate().skip(1).filter(|(_, token)| code(token)).take(3).collect();
                    if let [(_, open), (_, address), (end, close)] = next[..]
                        && open.text == "("
                        && address.kind == TokenKind::Text
                        && close.text == ")"
                    {
                        let to = beside(path, unquoted(address.text));
                        out.push_str(&format!("$import({})", self.number(&to)));
                        module.later.push(to);
                        at += end + 1;
                        continue;
                    }
                    if depth > 0 || next.first().is_some_and(|(_, next)| matches!(next.text, "(" | ".")) {
                        return Err(odd(token.at, "an import whose address is not written out".to_owned()));
                    }
                    let (statement, length) = statement(&all[at..]);
                    let import = Import::read(&statement)
                        .ok_or_else(|| odd(token.at, "an import of an unknown form".to_owned()))?;
                    let from = self.import(path, import.from, module)?;
                    imports.push_str(&import.constants(&from));
                    at += length;
                    continue;
                }
                (TokenKind::Word, "export") if depth == 0 => {
                    at += self.export(path, &all[at..], &mut exports, module, &odd)?;
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
        module: &mut Module,
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
                        let from = self.import(path, address.text, module)?;
                        exports.extend(names.iter().map(|(inside, outside)| format!("{outside}:{from}.{inside}")));
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
        let expected = "const $=[];\n$[0]=(function(){\nconst word = 'import x';\nconst own = 1;\nreturn{word,mine:own};\n})();\n\
             $[1]=(function(){\nconst c=$[0];\nfunction b() {\nreturn c.word;\n}\nreturn{b};\n})();\n\
             $[2]=(function(){\nconst{b:other}=$[1];\nother();\n})();\n";
        let bound = bind("js/main.js", &files).unwrap();
        assert_eq!(bound, Scripts { first: expected.to_owned(), entry: 2, parts: Vec::new() });
    }

    #[test]
    fn an_export_can_be_passed_on() {
        let files = files(&[
            ("a.js", "export { x, y as z } from './b.js';\n"),
            ("b.js", "export const x = 1;\nexport async function y() {}\nexport class K {}\n"),
        ]);
        let bound = bind("a.js", &files).unwrap().first;
        assert!(bound.contains("return{x,y,K};"), "{bound}");
        assert!(bound.contains("return{x:$[0].x,z:$[0].y};"), "{bound}");
    }

    #[test]
    fn what_is_imported_while_the_page_runs_comes_in_parts() {
        let files = files(&[
            ("js/main.js", "import { a } from './a.js';\na(() => import('./one.js'), () => import( './two.js' ));\n"),
            ("js/a.js", "export const a = () => import('./a.js');\n"),
            ("js/one.js", "import { both } from './both.js';\nimport './a.js';\nexport const one = both;\n"),
            ("js/two.js", "import { both } from './both.js';\nexport const two = () => import('./one.js');\n"),
            ("js/both.js", "export const both = 2;\n"),
        ]);
        let bound = bind("js/main.js", &files).unwrap();
        let part = |name: &str| bound.parts.iter().find(|part| part.name == name).unwrap().script.clone();
        let names: Vec<&str> = bound.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["js/main-shared.js", "js/one.js", "js/two.js"]);
        let first = bound.first.lines().find(|line| line.starts_with("a(")).unwrap();
        assert_eq!(first, "a(() => $import(1), () => $import(2));");
        // What the first script has is loaded already.
        assert!(bound.first.contains("const $parts={0:[],1:[0,1],2:[0,2]}"), "{}", bound.first);
        assert_eq!(bound.entry, 3);
        assert_eq!(part("js/main-shared.js"), "$[4]=(function(){\nconst both = 2;\nreturn{both};\n})();\n");
        assert_eq!(part("js/one.js"), "$[1]=(function(){\nconst{both}=$[4];\nconst one = both;\nreturn{one};\n})();\n");
        assert!(part("js/two.js").contains("const two = () => $import(1);"), "{}", part("js/two.js"));
    }

    #[test]
    fn what_would_behave_differently_in_one_piece_is_refused() {
        let refused = |script: &str| {
            bind("a.js", &files(&[("a.js", script), ("b.js", "import './a.js';")])).unwrap_err().to_string()
        };
        assert_eq!(refused("\nexport let x = 1;"), "a.js:2: an export that may change: x");
        assert_eq!(refused("import './b.js';"), "modules import each other: a.js → b.js → a.js");
        assert_eq!(refused("import './c.js';"), "a.js: there is no c.js");
        assert_eq!(refused("f((file) => import(file));"), "a.js:1: an import whose address is not written out");
        assert_eq!(refused("import x from './b.js';"), "a.js:1: an import of an unknown form");
        assert_eq!(refused("export default 1;"), "a.js:1: an export of an unknown form");
    }
}
