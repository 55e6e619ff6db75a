//! Style sheets in one piece.

use crate::{BindError, line_of};

/// A style sheet without comments, indentation and empty lines.
pub fn smaller(path: &str, sheet: &str) -> Result<String, BindError> {
    let odd = |at: usize, what: &str| BindError::Odd {
        path: path.to_owned(),
        line: line_of(sheet.as_bytes(), at),
        what: what.to_owned(),
    };
    let mut rest = sheet;
    let mut out = String::with_capacity(sheet.len());
    while let Some(sign) = rest.chars().next() {
        let at = sheet.len() - rest.len();
        let length = if rest.starts_with("/*") {
            rest.find("*/").ok_or_else(|| odd(at, "a comment without an end"))? + 2
        } else if sign == '"' || sign == '\'' {
            let end = rest[1..].find(sign).ok_or_else(|| odd(at, "a string without an end"))? + 2;
            out.push_str(&rest[..end]);
            end
        } else if sign.is_whitespace() {
            let end = rest.find(|sign: char| !sign.is_whitespace()).unwrap_or(rest.len());
            if !out.ends_with([' ', '\n', '{', '}', ';', ',']) && !out.is_empty() {
                out.push(if rest[..end].contains('\n') { '\n' } else { ' ' });
            }
            end
        } else {
            if matches!(sign, '{' | '}') && out.ends_with([' ', '\n']) {
                out.pop();
            }
            out.push(sign);
            sign.len_utf8()
        };
        rest = &rest[length..];
    }
    if let Some(at) = sheet.find("@import") {
        return Err(odd(at, "a style sheet that imports another one: link to it from the page instead"));
    }
    if let Some(at) =
        sheet.find("url(").filter(|at| !sheet[at + 4..].trim_start_matches(['\'', '"']).starts_with(['#', 'd']))
    {
        return Err(odd(at, "a style sheet that needs a file"));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go_and_strings_stay() {
        let sheet = "/* a */\n.b > .c {\n  color: red; /* d */\n  margin: 0 calc(1px + 2px);\n}\n\n.e::before {\n  content: '/*  */ ';\n}\n";
        let expected = ".b > .c{color: red;margin: 0 calc(1px + 2px);}.e::before{content: '/*  */ ';}";
        assert_eq!(smaller("x.css", sheet).unwrap(), expected);
    }

    #[test]
    fn what_needs_another_file_is_refused_with_its_line() {
        let error = smaller("x.css", "a {}\n@import 'b.css';").unwrap_err();
        assert!(error.to_string().starts_with("x.css:2: "), "{error}");
        assert!(smaller("x.css", "a { b: url(/c.png) }").is_err());
        assert!(smaller("x.css", "a { b: url('#grain') }").is_ok());
        assert!(smaller("x.css", "a /* b").is_err());
    }
}
