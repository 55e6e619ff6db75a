//! What is sent has the shape that the OpenAPI document promises, and every address of the document answers.

use serde_json::{Value, json};

use crate::common::{human, level, start};

/// Checks a value against a schema of the document; says where it differs.
fn check(document: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let wrong = |what: String| Err(format!("{place}: {what}"));
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#')).ok_or(format!("{place}: no {reference}"))?;
        return check(document, target, value, place);
    }
    if let Some(expected) = schema.get("const") {
        return if expected == value { Ok(()) } else { wrong(format!("{value} is not {expected}")) };
    }
    if let Some(values) = schema["enum"].as_array() {
        return if values.contains(value) { Ok(()) } else { wrong(format!("{value} is none of {values:?}")) };
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let failures: Vec<String> =
            options.iter().filter_map(|option| check(document, option, value, place).err()).collect();
        return if failures.len() < options.len() { Ok(()) } else { wrong(failures.join("; ")) };
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    match value {
        Value::Null if kinds.contains(&"null") => Ok(()),
        Value::Bool(_) if kinds.contains(&"boolean") => Ok(()),
        Value::Number(number) if kinds.contains(&"integer") && !number.is_f64() => Ok(()),
        Value::Number(_) if kinds.contains(&"number") => Ok(()),
        Value::String(_) if kinds.contains(&"string") => Ok(()),
        Value::Array(items) if kinds.contains(&"array") => {
            for (index, item) in items.iter().enumerate() {
                let schema = schema["prefixItems"].get(index).unwrap_or(&schema["items"]);
                check(document, schema, item, &format!("{place}[{index}]"))?;
            }
            Ok(())
        }
        Value::Object(fields) if kinds.contains(&"object") => {
            for name in schema["required"].as_array().into_iter().flatten() {
                if !fields.contains_key(name.as_str().unwrap()) {
                    return wrong(format!("{name} is missing"));
                }
            }
            for (name, field) in fields {
                let place = format!("{place}.{name}");
                match (schema["properties"].get(name), &schema["additionalProperties"]) {
                    (Some(schema), _) | (None, schema @ Value::Object(_)) => check(document, schema, field, &place)?,
                    (None, _) if schema.get("properties").is_some() => {
                        return Err(format!("{place}: the document does not know this field"));
                    }
                    (None, _) => {}
                }
            }
            Ok(())
        }
        other => wrong(format!("{other} is not of type {kinds:?}")),
    }
}

fn document() -> Value {
    serde_json::from_str(&banmen_server::openapi_json()).unwrap()
}

#[track_caller]
fn agrees(document: &Value, name: &str, value: &Value) {
    let schema = json!({"$ref": format!("#/components/schemas/{name}")});
    if let Err(difference) = check(document, &schema, value, name) {
        panic!("{difference}");
    }
}

#[test]
fn the_checker_notices_differences() {
    let document = document();
    agrees(&document, "Square", &json!({"x": 1, "y": 2}));
    let schema = json!({"$ref": "#/components/schemas/Square"});
    for wrong in [json!({"x": 1}), json!({"x": "1", "y": 2}), json!({"x": 1, "y": 2, "z": 3}), json!(null)] {
        assert!(check(&document, &schema, &wrong, "").is_err(), "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_have_the_shape_that_the_document_promises() {
    let document = document();
    let server = start(|_| ()).await;
    for info in server.get("/api/games").await.expect(200).as_array().unwrap() {
        agrees(&document, "GameInfo", info);
        let game = &info["id"];
        let seats = json!({"first": level(info["levels"][0]["id"].as_str().unwrap()), "second": human()});
        let created = server.post("/api/tables", &json!({"game": game, "seats": seats})).await.expect(201);
        agrees(&document, "Created", &created);
        let id = created["table"]["id"].as_str().unwrap();
        let table = server.wait(id, |table| table["turn"]["seat"] == "second" || table["turn"]["kind"] == "over").await;
        agrees(&document, "TableState", &table);
        // Stepping through the game's own short example shows many kinds of view.
        let demo = &info["demo"];
        for at in 0..=demo["events"].as_array().unwrap().len() {
            let seen = server.post("/api/view", &json!({"record": demo, "at": at})).await.expect(200);
            agrees(&document, "RecordView", &seen);
        }
    }
    agrees(&document, "TableList", &server.get("/api/tables").await.expect(200));
    agrees(&document, "Health", &server.get("/healthz").await.expect(200));
    agrees(&document, "Problem", &server.get("/api/nothing").await.expect(404));
    for tool in server.get("/api/tools").await.expect(200).as_array().unwrap() {
        agrees(&document, "ToolInfo", tool);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_of_the_document_is_known() {
    let document = document();
    let server = start(|_| ()).await;
    assert_eq!(server.get("/api/openapi.json").await.expect(200), document);
    for (path, methods) in document["paths"].as_object().unwrap() {
        let address = path.replace("{id}", "000000000000").replace("{n}", "0");
        for method in methods.as_object().unwrap().keys() {
            let body = (method == "post").then_some(&b"{}"[..]);
            let headers = [("content-type", "application/json")];
            let answer = server.send(&method.to_uppercase(), &address, &headers, body).await;
            assert_ne!(answer.status, 405, "{method} {path}");
            if answer.status == 404 {
                assert!(path.contains("{id}"), "{method} {path}");
                assert!(!answer.text().contains("see /api/docs"), "{method} {path} has no handler");
            }
        }
    }
    server.stop().await;
}
