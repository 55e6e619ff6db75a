//! What is sent has the shape that the OpenAPI document promises, and every address of the document answers.

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::common::{human, level, start};

fn document() -> Value {
    serde_json::from_str(banmen_server::OPENAPI).unwrap()
}

/// Says that an object has the fields that its schema names, and no others.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.contains_key("properties") && !map.contains_key("additionalProperties") {
                map.insert("additionalProperties".to_owned(), json!(false));
            }
            map.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

/// What checks values against the schema of this name.
fn schema(document: &Value, name: &str) -> Validator {
    let mut schema = json!({"$ref": format!("#/components/schemas/{name}"), "components": document["components"]});
    close(&mut schema["components"]);
    jsonschema::draft202012::new(&schema).unwrap()
}

#[track_caller]
fn agrees(document: &Value, name: &str, value: &Value) {
    if let Err(difference) = schema(document, name).validate(value) {
        panic!("{name}{}: {difference}", difference.instance_path());
    }
}

#[test]
fn the_checker_notices_differences() {
    let square = schema(&document(), "Square");
    assert!(square.is_valid(&json!({"x": 1, "y": 2})));
    for wrong in [json!({"x": 1}), json!({"x": "1", "y": 2}), json!({"x": 1, "y": 2, "z": 3}), json!(null)] {
        assert!(!square.is_valid(&wrong), "{wrong}");
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

#[test]
fn changes_have_the_shape_that_the_document_promises() {
    use banmen_table::{Caller, Command, LiveEvent, Moment, Seats, Setup, TableChange, Terms};
    let document = document();
    for entry in banmen_catalog::games() {
        let moment = Moment { now_ms: 0, random: [1; 32] };
        let record = Some(entry.info().demo.clone());
        let setup = Setup {
            game: None,
            rules: None,
            seats: Seats::people(),
            record,
            options: None,
            terms: Terms::default(),
            invite: Vec::new(),
        };
        let opened = setup.open(&moment).unwrap();
        let (table, tokens) = (opened.table, [opened.tokens.first.unwrap(), opened.tokens.second.unwrap()]);
        for (token, consent) in [(&tokens[0], &tokens[1]), (&tokens[1], &tokens[0])] {
            let commands = [
                Command::Undo { version: table.version(), consent: Some(consent.clone()) },
                Command::Resign { version: table.version() },
            ];
            for command in commands {
                let Ok(step) = table.act(command, Caller::Token(token), &moment) else { continue };
                let after = step.changed.unwrap().table;
                let change = Box::new(TableChange::between(&table, &after, None));
                let event = LiveEvent::Change { seq: after.version(), change };
                agrees(&document, "LiveEvent", &json!(event));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_of_the_document_is_known() {
    let document = document();
    let server = start(|_| ()).await;
    assert_eq!(server.get("/api/openapi.json").await.expect(200), document);
    for (path, methods) in document["paths"].as_object().unwrap() {
        let address = path.replace("{id}", "000000000000").replace("{n}", "0");
        for method in methods.as_object().unwrap().keys() {
            // A stream of events about everything has no end.
            let stream = !methods[method]["responses"]["200"]["content"]["text/event-stream"].is_null();
            if stream && !path.contains("{id}") {
                continue;
            }
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
