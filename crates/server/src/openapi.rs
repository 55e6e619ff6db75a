//! The description of the interface, generated from the handlers.

use serde_json::Value;
use utoipa::OpenApi;

use crate::error::ProblemCode;
use crate::http::{exchange, games, health, jobs, tables};
use crate::jobs::{Hint, JobRequest, JobState};
use crate::tables::LiveEvent;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Banmen",
        description = "Play board games and find out exactly what a position is worth. A game is a record: rules and a list of \
            events. Everything else, pictures too, is derived from it by the server.\n\nErrors are RFC 9457 problem details; `code` \
            is for programs, `detail` for people.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "games", description = "What can be played, and pictures of any record"),
        (name = "tables", description = "Games in play"),
        (name = "jobs", description = "Analyses, hints and tools"),
        (name = "server", description = "The server itself"),
    ),
    paths(
        games::games,
        games::tools,
        games::view,
        tables::create,
        tables::list,
        tables::fetch,
        tables::view_at,
        tables::play,
        tables::undo,
        tables::resign,
        tables::stop,
        tables::rematch,
        tables::watch,
        exchange::export,
        exchange::import,
        jobs::submit,
        jobs::look,
        jobs::stop,
        jobs::follow,
        health::health,
    ),
    components(schemas(LiveEvent, JobRequest, JobState, Hint, banmen_core::Analysis))
)]
struct Document;

/// Types of which every field is always written, also when it is `null`. The generator takes an optional field for one that may
/// be missing.
const ALWAYS_WHOLE: [&str; 20] = [
    "Analysis",
    "AnalysisInfo",
    "AnalysisLine",
    "Counter",
    "Figure",
    "GameInfo",
    "Ghost",
    "Heat",
    "Layer",
    "LegalMove",
    "LevelInfo",
    "Mark",
    "Odds",
    "Outcome",
    "Piece",
    "Progress",
    "Region",
    "RuleField",
    "TableState",
    "View",
];

/// Fields that are left out when there is nothing to say, and so are never `null`.
const NEVER_NULL: [(&str, &str); 5] =
    [("Record", "seal"), ("SealNote", "seed"), ("Tokens", "first"), ("Tokens", "second"), ("Problem", "version")];

/// Takes `null` out of what a field may be.
fn without_null(schema: &mut Value) {
    if let Some(options) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
        options.retain(|option| option["type"] != "null");
        if let [only] = &options[..] {
            *schema = only.clone();
        }
    } else if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [only] = &kinds[..] {
            schema["type"] = only.clone();
        }
    }
}

/// Doc comments link to Rust items, which mean nothing here.
fn without_links(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                match value {
                    Value::String(text) if name == "description" || name == "summary" => {
                        *text = text.replace("[`", "`").replace("`]", "`").replace("`crate::", "`");
                    }
                    _ => without_links(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(without_links),
        _ => {}
    }
}

/// The OpenAPI 3.1 document, as JSON with a newline at its end.
pub fn openapi_json() -> String {
    let mut document = Document::openapi();
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    // Plain data with text keys always has a JSON form.
    let mut document = serde_json::to_value(&document).unwrap_or_default();
    let schemas = &mut document["components"]["schemas"];
    for name in ALWAYS_WHOLE {
        let names: Vec<Value> = schemas[name]["properties"]
            .as_object()
            .map(|properties| properties.keys().cloned().map(Value::String).collect())
            .unwrap_or_default();
        schemas[name]["required"] = Value::Array(names);
    }
    for (name, field) in NEVER_NULL {
        without_null(&mut schemas[name]["properties"][field]);
    }
    // The generator does not say that an array has a fixed length.
    for bound in ["minItems", "maxItems"] {
        schemas["GameInfo"]["properties"]["seats"][bound] = Value::from(2);
    }
    let explain = |code: &ProblemCode| Value::String(format!("{}: {}.", code.status().as_u16(), code.title()));
    schemas["ProblemCode"]["x-enum-descriptions"] = ProblemCode::ALL.iter().map(explain).collect();
    without_links(&mut document);
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}
