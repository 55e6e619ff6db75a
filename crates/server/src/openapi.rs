//! The description of the interface, generated from the handlers. The product serves what was committed, [`OPENAPI`](crate::OPENAPI);
//! a test compares the two.

use banmen_table::Hint;
use serde_json::Value;
use utoipa::OpenApi;

use crate::error::ProblemCode;
use crate::http::{exchange, games, health, jobs, lobby, seats, tables, watching};
use crate::jobs::{JobRequest, JobState};
use crate::tables::{LiveEvent, Receipt};

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
        (name = "studies", description = "Games with variations and comments; the page keeps them, the server judges the moves"),
        (name = "seats", description = "Who may play: each seat is one browser's"),
        (name = "jobs", description = "Analyses, hints and tools"),
        (name = "server", description = "The server itself"),
    ),
    paths(
        games::games,
        games::demos,
        games::tools,
        games::view,
        tables::create,
        tables::list,
        tables::fetch,
        tables::remove,
        tables::view_at,
        tables::play,
        tables::undo,
        tables::resign,
        tables::abort,
        tables::offer,
        tables::claim,
        tables::say,
        tables::stop,
        tables::pace,
        tables::rematch,
        seats::sit,
        seats::join,
        seats::make_pass,
        seats::leave,
        seats::contribute,
        seats::rename,
        watching::watch,
        watching::follow,
        lobby::lobby,
        lobby::follow,
        exchange::export,
        exchange::import,
        exchange::qr,
        exchange::read_study,
        exchange::check_study,
        exchange::write_study,
        exchange::draw,
        jobs::submit,
        jobs::look,
        jobs::stop,
        jobs::follow,
        health::health,
        health::ready,
        health::metrics,
    ),
    components(schemas(LiveEvent, Receipt, JobRequest, JobState, Hint, banmen_core::Analysis))
)]
struct Document;

/// Types of which every field is always written, also when it is `null`. The generator takes an optional field for one that may
/// be missing.
const ALWAYS_WHOLE: [&str; 13] = [
    "Analysis",
    "AnalysisInfo",
    "AnalysisLine",
    "Figure",
    "GameInfo",
    "Heat",
    "LevelInfo",
    "Mark",
    "Odds",
    "Outcome",
    "Progress",
    "Region",
    "RuleField",
];

/// Types of which a field is left out when there is nothing to say, and so is never `null`.
const NEVER_NULL: [&str; 25] = [
    "ClockReading",
    "Counter",
    "Ghost",
    "Holders",
    "Layer",
    "LiveEvent",
    "Names",
    "Node",
    "Nonces",
    "Offers",
    "PassMade",
    "Piece",
    "Presence",
    "Problem",
    "Record",
    "SealNote",
    "Sign",
    "Study",
    "TableChange",
    "TableState",
    "TableSummary",
    "Thinking",
    "Tokens",
    "View",
    "ViewChange",
];

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

/// Takes `null` out of what the fields of a type, or of each of its kinds, may be.
fn fields_without_null(schema: &mut Value) {
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for field in fields.into_iter().flat_map(|fields| fields.values_mut()) {
        without_null(field);
    }
    for kind in schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten() {
        fields_without_null(kind);
    }
}

/// Adds what every request may be answered with, wherever it leads: the gate stands before all of them.
fn with_common_answers(document: &mut Value) {
    const ALL: [ProblemCode; 7] = [
        ProblemCode::Malformed,
        ProblemCode::Timeout,
        ProblemCode::ForeignHost,
        ProblemCode::Invalid,
        ProblemCode::TooManyRequests,
        ProblemCode::Internal,
        ProblemCode::Busy,
    ];
    const WITH_BODY: [ProblemCode; 3] =
        [ProblemCode::ForeignOrigin, ProblemCode::TooLarge, ProblemCode::UnsupportedMedia];
    let answer = |code: ProblemCode| {
        serde_json::json!({
            "description": code.title(),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        })
    };
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, operations) in paths.filter(|(path, _)| path.starts_with("/api/")) {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            let has_body = operation.get("requestBody").is_some();
            let Some(answers) = operation["responses"].as_object_mut() else { continue };
            let with_body =
                WITH_BODY.iter().filter(|code| has_body || **code == ProblemCode::ForeignOrigin && method != "get");
            let unknown = [ProblemCode::NotFound].into_iter().filter(|_| path.contains('{'));
            for code in ALL.into_iter().chain(with_body.copied()).chain(unknown) {
                answers.entry(code.status().as_u16().to_string()).or_insert_with(|| answer(code));
            }
            let mut sorted: Vec<_> = std::mem::take(answers).into_iter().collect();
            sorted.sort_by(|one, other| one.0.cmp(&other.0));
            answers.extend(sorted);
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
pub(crate) fn generated() -> String {
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
    for name in NEVER_NULL {
        fields_without_null(&mut schemas[name]);
    }
    // The generator does not say that an array has a fixed length.
    for bound in ["minItems", "maxItems"] {
        schemas["GameInfo"]["properties"]["seats"][bound] = Value::from(2);
    }
    with_common_answers(&mut document);
    let schemas = &mut document["components"]["schemas"];
    let explain = |code: &ProblemCode| Value::String(format!("{}: {}.", code.status().as_u16(), code.title()));
    schemas["ProblemCode"]["x-enum-descriptions"] = ProblemCode::ALL.iter().map(explain).collect();
    without_links(&mut document);
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}
