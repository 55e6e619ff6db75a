//! The form of the text: trees, nodes, properties and their values, whatever they mean.

use super::SgfError;
use banmen_core::MAX_NODES;

/// One value of one property.
pub(super) struct Property<'a> {
    pub name: &'a str,
    pub value: String,
    /// The byte where the property begins.
    pub offset: usize,
}

impl Property<'_> {
    pub fn error(&self, text: &str, why: String) -> SgfError {
        let (line, column) = line_and_column(text, self.offset);
        let mut value: String = self.value.chars().take(40).collect();
        if value.len() < self.value.len() {
            value.push('…');
        }
        SgfError::Property { line, column, property: self.name.to_owned(), value, why }
    }
}

/// A node with at least one property, and the number of the node before it.
#[derive(Default)]
pub(super) struct Node<'a> {
    pub parent: Option<usize>,
    pub properties: Vec<Property<'a>>,
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, text[line_start..offset].chars().count() + 1)
}

/// The nodes of the first game in the order of the text; the first one is the root. What follows the first game is only
/// checked for its form. Depth is a number, not a recursion, and a node without properties is none.
pub(super) fn first_game(text: &str) -> Result<Vec<Node<'_>>, SgfError> {
    let bytes = text.as_bytes();
    let mut nodes = vec![Node::default()];
    let mut at = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(text.len());
    // The node after which each open tree goes on.
    let mut open: Vec<usize> = Vec::new();
    let (mut current, mut games, mut any_node, mut fresh) = (0, 0_usize, false, false);
    // Properties may stand only in a node, and a node only in a tree.
    let mut in_node = false;
    let fail = |at: usize, what: String| {
        let (line, column) = line_and_column(text, at);
        SgfError::Syntax { line, column, what }
    };
    while at < bytes.len() {
        match bytes[at] {
            b'(' => {
                open.push(current);
                in_node = false;
                at += 1;
            }
            b')' => {
                current = open.pop().ok_or_else(|| fail(at, "a tree ends here that never began".to_owned()))?;
                if games == 0 && !any_node {
                    return Err(fail(at, "a tree without a node; expected `;`".to_owned()));
                }
                games += usize::from(open.is_empty());
                in_node = false;
                at += 1;
            }
            b';' if !open.is_empty() => {
                // The first node is the root, which is there already.
                (in_node, fresh) = (true, any_node);
                any_node = true;
                at += 1;
            }
            c if c.is_ascii_whitespace() => at += 1,
            c if c.is_ascii_alphabetic() && in_node => {
                let offset = at;
                while at < bytes.len() && bytes[at].is_ascii_alphabetic() {
                    at += 1;
                }
                let name = &text[offset..at];
                let mut values = 0;
                loop {
                    while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    if bytes.get(at) != Some(&b'[') {
                        break;
                    }
                    let end = end_of_value(bytes, at + 1)
                        .ok_or_else(|| fail(at, format!("the value of {name} does not end; expected `]`")))?;
                    if games == 0 {
                        if fresh {
                            if nodes.len() > MAX_NODES {
                                return Err(fail(offset, format!("more than {MAX_NODES} nodes are not read")));
                            }
                            nodes.push(Node { parent: Some(current), properties: Vec::new() });
                            (current, fresh) = (nodes.len() - 1, false);
                        }
                        let value = unescape(&text[at + 1..end]);
                        nodes[current].properties.push(Property { name, value, offset });
                    }
                    values += 1;
                    at = end + 1;
                }
                if values == 0 {
                    return Err(fail(at, format!("the property {name} has no value; expected `[`")));
                }
            }
            _ => {
                let seen = text[at..].chars().next().unwrap_or('\u{fffd}');
                let expected = match (open.is_empty(), in_node) {
                    (true, _) => "a game begins with `(;`",
                    (_, false) => "expected `;`, `(` or `)`",
                    (_, true) => "expected a property, `;`, `(` or `)`",
                };
                return Err(fail(at, format!("unexpected {seen:?}; {expected}")));
            }
        }
    }
    if !open.is_empty() {
        return Err(fail(at, format!("the text ends inside {} open trees; expected `)`", open.len())));
    }
    if !any_node {
        return Err(fail(at, "there is no game; a game begins with `(;`".to_owned()));
    }
    Ok(nodes)
}

/// The place of the bracket that ends a value.
fn end_of_value(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A value without its escapes: `\x` is x, an escaped line end is nothing.
fn unescape(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\n') | None => {}
                Some('\r') => {
                    let rest = chars.as_str();
                    chars = rest.strip_prefix('\n').unwrap_or(rest).chars();
                }
                Some(escaped) => value.push(escaped),
            },
            c => value.push(c),
        }
    }
    value
}

/// A value with the escapes it needs, also where a colon would divide it.
pub(super) fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
