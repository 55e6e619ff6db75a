//! The words of a script: as much of JavaScript's grammar as telling code from text and comments takes.

/// What a stretch of a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, a keyword or a number.
    Word,
    /// A string in quotes.
    Text,
    /// A template with everything inside it.
    Template,
    /// A regular expression with its flags.
    Pattern,
    /// One other character.
    Sign,
    /// Blanks or a comment within a line.
    Space,
    /// The end of a line, or a comment over several lines.
    Line,
}

/// A stretch of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub at: usize,
}

/// Where a script cannot be read, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub at: usize,
    pub what: &'static str,
}

/// After these words a `/` begins a regular expression; after any other word it divides.
const BEFORE_PATTERN: [&str; 13] =
    ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield"];

/// The words of a script, from its beginning to its end: their texts together are the script.
pub fn tokens(script: &str) -> Result<Vec<Token<'_>>, Unreadable> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < script.len() {
        let pattern_may_begin =
            match tokens.iter().rev().find(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Line)) {
                None => true,
                Some(Token { kind: TokenKind::Sign, text, .. }) => !matches!(*text, ")" | "]" | "}"),
                Some(Token { kind: TokenKind::Word, text, .. }) => BEFORE_PATTERN.contains(text),
                Some(_) => false,
            };
        let (kind, length) =
            next(&script[at..], pattern_may_begin).map_err(|(inside, what)| Unreadable { at: at + inside, what })?;
        tokens.push(Token { kind, text: &script[at..at + length], at });
        at += length;
    }
    Ok(tokens)
}

/// The first word of a script that is not empty, and its length.
fn next(rest: &str, pattern_may_begin: bool) -> Result<(TokenKind, usize), (usize, &'static str)> {
    let first = rest.chars().next().unwrap_or('\0');
    let run = |part: fn(char) -> bool| rest.find(|sign| !part(sign)).unwrap_or(rest.len());
    Ok(match first {
        '\n' => (TokenKind::Line, 1),
        _ if first.is_whitespace() => (TokenKind::Space, run(|sign| sign.is_whitespace() && sign != '\n')),
        '"' | '\'' => (TokenKind::Text, quoted(rest, first).ok_or((0, "a string without an end"))?),
        '`' => (TokenKind::Template, template(rest)?),
        '/' if rest.starts_with("//") => (TokenKind::Space, rest.find('\n').unwrap_or(rest.len())),
        '/' if rest.starts_with("/*") => {
            let length = rest.find("*/").ok_or((0, "a comment without an end"))? + 2;
            (if rest[..length].contains('\n') { TokenKind::Line } else { TokenKind::Space }, length)
        }
        '/' if pattern_may_begin => {
            (TokenKind::Pattern, pattern(rest).ok_or((0, "a regular expression without an end"))?)
        }
        _ if part_of_word(first) => (TokenKind::Word, run(part_of_word)),
        _ => (TokenKind::Sign, first.len_utf8()),
    })
}

fn part_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_' || sign == '$' || sign == '#'
}

/// The length of a string in quotes.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return None,
            _ if sign == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a template; what is between `${` and `}` is code again.
fn template(rest: &str) -> Result<usize, (usize, &'static str)> {
    let mut at = 1;
    while let Some(sign) = rest[at..].chars().next() {
        match sign {
            '`' => return Ok(at + 1),
            '\\' => at += 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8),
            '$' if rest[at..].starts_with("${") => {
                at += 2;
                at += code_in_braces(&rest[at..]).map_err(|(inside, what)| (at + inside, what))?;
            }
            _ => at += sign.len_utf8(),
        }
    }
    Err((0, "a template without an end"))
}

/// The length of code up to the brace that ends it, and of the brace.
fn code_in_braces(rest: &str) -> Result<usize, (usize, &'static str)> {
    let mut at = 0;
    let mut depth = 0;
    let mut pattern_may_begin = true;
    while at < rest.len() {
        let (kind, length) = next(&rest[at..], pattern_may_begin).map_err(|(n, what)| (at + n, what))?;
        let text = &rest[at..at + length];
        at += length;
        match (kind, text) {
            (TokenKind::Sign, "{") => depth += 1,
            (TokenKind::Sign, "}") if depth == 0 => return Ok(at),
            (TokenKind::Sign, "}") => depth -= 1,
            _ => {}
        }
        match kind {
            TokenKind::Space | TokenKind::Line => {}
            TokenKind::Sign => pattern_may_begin = !matches!(text, ")" | "]" | "}"),
            TokenKind::Word => pattern_may_begin = BEFORE_PATTERN.contains(&text),
            TokenKind::Text | TokenKind::Template | TokenKind::Pattern => pattern_may_begin = false,
        }
    }
    Err((0, "a template without an end"))
}

/// The length of a regular expression and its flags. A `/` within brackets is a character like any other.
fn pattern(rest: &str) -> Option<usize> {
    let (mut escaped, mut class) = (false, false);
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => {
                let flags = &rest[at + 1..];
                return Some(at + 1 + flags.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(flags.len()));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code without its comments and blanks, in words.
    fn words(script: &str) -> Vec<&str> {
        let all = tokens(script).unwrap();
        assert_eq!(all.iter().map(|token| token.text).collect::<String>(), script);
        all.iter()
            .filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Line))
            .map(|token| token.text)
            .collect()
    }

    #[test]
    fn comments_are_no_words_but_what_looks_like_them_in_a_string_is() {
        assert_eq!(words("a /* b */ c // d\n'// e' \"/* f */\""), ["a", "c", "'// e'", "\"/* f */\""]);
        assert_eq!(words(r"'it\'s // quoted' x"), [r"'it\'s // quoted'", "x"]);
    }

    #[test]
    fn a_slash_divides_or_begins_a_pattern() {
        assert_eq!(words("a / b / c"), ["a", "/", "b", "/", "c"]);
        assert_eq!(words("(a) / 2; x[0] / 3 // half"), ["(", "a", ")", "/", "2", ";", "x", "[", "0", "]", "/", "3"]);
        assert_eq!(words(r"t.replace(/[/'`]\//g, 'x')"), ["t", ".", "replace", "(", r"/[/'`]\//g", ",", "'x'", ")"]);
        assert_eq!(words("return /a'b/.test(c)")[1], "/a'b/");
    }

    #[test]
    fn templates_are_one_word_with_the_code_inside_them() {
        let whole = "`a ${b ? `c ${d}` : '}'} // e ${ {f: 1}.f } ${g / 2}`";
        assert_eq!(words(whole), [whole]);
        assert_eq!(words(r"`\`` x"), [r"`\``", "x"]);
    }

    #[test]
    fn what_has_no_end_is_refused_where_it_begins() {
        for (script, at) in [("a 'b\n'", 2), ("x = `a ${b", 4), ("/* a", 0), ("x = /a\n/", 4)] {
            assert_eq!(tokens(script).unwrap_err().at, at + usize::from(script.contains('$')) * 5, "{script}");
        }
    }
}
