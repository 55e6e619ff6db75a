//! Games with variations: read, checked, written; nothing is kept.

use serde_json::json;

use crate::common::start;

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_variations_is_read_checked_and_written() {
    let server = start(|_| ()).await;
    let text = "(;GM[4]SZ[15];B[hh](;W[hg]C[near])(;W[jj]))";
    let read = server.post("/api/study/read", &json!({"format": "sgf", "text": text})).await.expect(200);
    assert_eq!(read["movers"], "-122");
    assert_eq!(read["study"]["nodes"][2]["comment"], "near");
    assert_eq!(read["study"]["nodes"][3]["after"], 1);
    let checked = server.post("/api/study/check", &json!({"study": read["study"]})).await.expect(200);
    assert_eq!(checked, read);
    let written = server.post("/api/study/write", &json!({"study": read["study"], "format": "sgf"})).await.expect(200);
    let again = json!({"format": "sgf", "text": written["text"]});
    assert_eq!(server.post("/api/study/read", &again).await.expect(200), read);
    let as_json = server.post("/api/study/write", &json!({"study": read["study"], "format": "json"})).await.expect(200);
    let again = json!({"format": "json", "text": as_json["text"]});
    assert_eq!(server.post("/api/study/read", &again).await.expect(200), read);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_refused_with_a_place_and_what_could_be_read() {
    let server = start(|_| ()).await;
    let bad = json!({"format": "sgf", "text": "(;GM[4]SZ[15]\n;B[hh]\n;W[hh])"});
    let problem = server.post("/api/study/read", &bad).await.problem(422, "bad-record");
    assert!(problem["detail"].as_str().unwrap().contains("line 3"), "{problem}");
    let problem =
        server.post("/api/study/read", &json!({"format": "pdf", "text": ""})).await.problem(422, "unknown-format");
    for format in ["json", "sgf", "psq", "lib", "kif", "usi"] {
        assert!(problem["detail"].as_str().unwrap().contains(format), "{problem}");
    }
    let mut study = server
        .post("/api/study/read", &json!({"format": "sgf", "text": "(;GM[4]SZ[9];B[aa])"}))
        .await
        .expect(200)["study"]
        .clone();
    let lib = json!({"study": study, "format": "lib"});
    server.post("/api/study/write", &lib).await.problem(422, "unknown-format");
    study["nodes"][1]["event"] = json!({"move": "z99"});
    server.post("/api/study/check", &json!({"study": study})).await.problem(422, "bad-record");
    study["nodes"][1]["after"] = json!(7);
    server.post("/api/study/check", &json!({"study": study})).await.problem(422, "bad-record");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_decides_only_when_it_is_its_turn() {
    let server = start(|_| ()).await;
    let record =
        |events: serde_json::Value| json!({"format": 1, "game": "quantum", "rules": {"size": 9}, "events": events});
    let observed = record(json!([{"move": "e5"}, {"move": "observe"}]));
    let drawn = server.post("/api/study/draw", &json!({"record": observed, "seed": 7})).await.expect(200);
    assert!(["b", "w"].contains(&drawn["event"]["chance"].as_str().unwrap()), "{drawn}");
    assert_eq!(server.post("/api/study/draw", &json!({"record": observed, "seed": 7})).await.expect(200), drawn);
    let early = json!({"record": record(json!([{"move": "e5"}])), "seed": 7});
    server.post("/api/study/draw", &early).await.problem(422, "invalid");
    server.stop().await;
}
