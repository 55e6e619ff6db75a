//! TypeScript types of everything that goes over the wire, made from the OpenAPI document, so that the page is checked
//! against what the server really sends.

use std::fmt::Write as _;

use serde_json::{Map, Value};

const HEAD: &str = "\
// Generated from the server's OpenAPI document by `cargo xtask wire`; a test fails when it differs. Do not edit.
";

/// The TypeScript declarations of all wire types.
pub fn typescript() -> String {
    // The document is our own and always valid.
    let document: Value = serde_json::from_str(&crate::openapi_json()).unwrap_or_default();
    let empty = Map::new();
    let schemas = document["components"]["schemas"].as_object().unwrap_or(&empty);
    let mut out = HEAD.to_owned();
    for (name, schema) in schemas {
        out.push('\n');
        comment(&mut out, schema, 0);
        match schema["properties"].as_object() {
            Some(_) if schema["type"] == "object" => {
                let _ = writeln!(out, "export interface {name} {}", of(schema, 0));
            }
            _ => {
                let _ = writeln!(out, "export type {name} = {};", of(schema, 0));
            }
        }
    }
    out
}

/// The type of a schema, written at this depth of indentation.
fn of(schema: &Value, depth: usize) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(ToString::to_string).collect());
    }
    for one in ["oneOf", "anyOf"] {
        if let Some(options) = schema[one].as_array() {
            return union(options.iter().map(|option| of(option, depth)).collect());
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().map(|part| bracketed(of(part, depth))).collect::<Vec<_>>().join(" & ");
    }
    match &schema["type"] {
        Value::String(kind) => plain(kind, schema, depth),
        Value::Array(kinds) => {
            union(kinds.iter().filter_map(Value::as_str).map(|kind| plain(kind, schema, depth)).collect())
        }
        _ => "unknown".to_owned(),
    }
}

fn plain(kind: &str, schema: &Value, depth: usize) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "string" | "boolean" | "null" => kind.to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => format!("[{}]", items.iter().map(|item| of(item, depth)).collect::<Vec<_>>().join(", ")),
            None => list(schema, &bracketed(of(&schema["items"], depth))),
        },
        "object" => object(schema, depth),
        _ => "unknown".to_owned(),
    }
}

/// A list, or a tuple where the length is fixed and small.
fn list(schema: &Value, item: &str) -> String {
    const LONGEST_TUPLE: u64 = 4;
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most && most <= LONGEST_TUPLE => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, depth: usize) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return match &schema["additionalProperties"] {
            // Not `Record<…>`: one of our own types has that name.
            values @ Value::Object(_) => format!("{{ [key: string]: {} }}", of(values, depth)),
            Value::Bool(false) => "{}".to_owned(),
            _ => "{ [key: string]: unknown }".to_owned(),
        };
    };
    let required = |name: &str| schema["required"].as_array().is_some_and(|list| list.iter().any(|one| one == name));
    let mut out = "{\n".to_owned();
    for (name, property) in properties {
        comment(&mut out, property, depth + 1);
        let mark = if required(name) { "" } else { "?" };
        let _ = writeln!(out, "{}{name}{mark}: {};", "  ".repeat(depth + 1), of(property, depth + 1));
    }
    out + &"  ".repeat(depth) + "}"
}

/// Several types, each once.
fn union(options: Vec<String>) -> String {
    let mut seen: Vec<String> = Vec::with_capacity(options.len());
    for option in options {
        if !seen.contains(&option) {
            seen.push(option);
        }
    }
    seen.join(" | ")
}

fn bracketed(text: String) -> String {
    if text.contains(" | ") && !text.starts_with('{') { format!("({text})") } else { text }
}

fn comment(out: &mut String, schema: &Value, depth: usize) {
    let Some(text) = schema["description"].as_str() else { return };
    let indent = "  ".repeat(depth);
    // A comment must not be ended by what it says.
    let lines: Vec<String> = text.lines().map(|line| line.trim_end().replace("*/", "* /")).collect();
    match &lines[..] {
        [] => {}
        [line] => {
            let _ = writeln!(out, "{indent}/** {line} */");
        }
        lines => {
            let _ = writeln!(out, "{indent}/**");
            for line in lines {
                let _ = writeln!(out, "{}", format!("{indent} * {line}").trim_end());
            }
            let _ = writeln!(out, "{indent} */");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_kind_of_schema_has_its_type() {
        let cases = [
            (json!({"type": "string"}), "string"),
            (json!({"type": ["integer", "null"]}), "number | null"),
            (json!({"type": "array", "items": {"oneOf": [{"type": "null"}, {"$ref": "#/x/View"}]}}), "(null | View)[]"),
            (json!({"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]}), "[number, string]"),
            (json!({"type": "string", "enum": ["first", "second"]}), "\"first\" | \"second\""),
            (json!({"type": "object", "additionalProperties": {"type": "string"}}), "{ [key: string]: string }"),
            (json!({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}), "[string, string]"),
            (json!({"type": "object"}), "{ [key: string]: unknown }"),
            (json!({}), "unknown"),
        ];
        for (schema, expected) in cases {
            assert_eq!(of(&schema, 0), expected, "{schema}");
        }
    }

    #[test]
    fn missing_fields_are_marked_and_comments_cannot_escape() {
        let schema = json!({
            "type": "object",
            "required": ["a"],
            "properties": {"a": {"type": "number", "description": "ends */ here"}, "b": {"type": "boolean"}},
        });
        assert_eq!(of(&schema, 0), "{\n  /** ends * / here */\n  a: number;\n  b?: boolean;\n}");
    }
}
