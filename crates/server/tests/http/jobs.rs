//! Long work over real connections.

use std::time::Duration;

use crate::common::{Running, TempFile, human, start};
use serde_json::{Value, json};

async fn end(server: &Running, job: &Value) -> Value {
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    for _ in 0..2000 {
        let job = server.get(&path).await.expect(200);
        if job["status"] != "running" {
            return job;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the job never ends");
}

fn record(moves: &[&str]) -> Value {
    let events: Vec<Value> = moves.iter().map(|text| json!({"move": text})).collect();
    json!({"format": 1, "game": "gomoku", "rules": {"size": 15}, "events": events})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_a_legal_move() {
    let server = start(|_| ()).await;
    let record = record(&["h8", "a1", "i8", "a3", "j8", "a5", "k8"]);
    let request = json!({"kind": "hint", "record": record, "seconds": 0.5});
    let job = server.post("/api/jobs", &request).await.expect(202);
    let job = end(&server, &job).await;
    assert_eq!(job["status"], "done", "{job}");
    let text = job["result"]["move"].as_str().unwrap();
    assert!(["g8", "l8"].contains(&text), "four in a row must be met at an end, not by {text}");
    assert_eq!(job["result"]["line"][0], text);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_end_with_the_final_state() {
    let server = start(|_| ()).await;
    let request = json!({"kind": "hint", "record": record(&["h8"]), "at": 0, "seconds": 0.3});
    let job = server.post("/api/jobs", &request).await.expect(202);
    let answer = server.get(&format!("/api/jobs/{}/events", job["id"].as_str().unwrap())).await;
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let text = answer.text();
    let states: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    let (last, before) = states.split_last().unwrap();
    assert_eq!(last["status"], "done");
    assert!(before.iter().all(|state| state["status"] == "running"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_no_hints_in_a_game_of_two_people_until_it_is_over() {
    let file = TempFile::new("contested.db");
    let open = || start(|config| config.database = banmen_server::Database::File(file.0.clone()));
    let server = open().await;
    let moves = ["h8", "h9", "i8", "i9", "a1", "b1", "c1", "d1", "e1", "f1"];
    let seats = json!({"first": human(), "second": human()});
    let request = json!({"game": "gomoku", "rules": {"size": 15}, "seats": seats, "apart": true});
    let created = server.post("/api/tables", &request).await.expect(201);
    let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
    let ask = async |server: &Running, moves: &[&str], at: usize| {
        let mut answers = Vec::new();
        for kind in ["hint", "analysis"] {
            let request = json!({"kind": kind, "record": record(moves), "at": at, "seconds": 0.05});
            let answer = server.post("/api/jobs", &request).await;
            if answer.status != 202 {
                answer.problem(422, "game-not-over");
            }
            answers.push(answer.status);
        }
        answers
    };
    for (version, text) in moves.iter().enumerate() {
        assert_eq!(ask(&server, &moves, version).await, if version == 0 { [202; 2] } else { [422; 2] }, "{version}");
        let token = &created["tokens"][["first", "second"][version % 2]];
        let play = json!({"token": token, "version": version, "move": text});
        server.post(&format!("{path}/moves"), &play).await.expect(200);
    }
    server.stop().await;
    // Nobody has asked this server for the table yet.
    let server = open().await;
    assert_eq!(ask(&server, &moves, 10).await, [422; 2]);
    assert_eq!(ask(&server, &moves, 8).await, [422; 2], "what they have passed leads to where they are");
    assert_eq!(ask(&server, &moves, 4).await, [202; 2], "an opening belongs to nobody");
    assert_eq!(ask(&server, &["h8", "h9", "i8", "i9", "a1", "b1", "c1", "d1", "e1", "g1"], 10).await, [202; 2]);
    let resign = json!({"token": created["tokens"]["first"], "version": 10});
    server.post(&format!("{path}/resign"), &resign).await.expect(200);
    assert_eq!(ask(&server, &moves, 10).await, [202; 2]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_can_be_stopped() {
    let server = start(|_| ()).await;
    let request = json!({"kind": "analysis", "record": record(&["h8", "i9"]), "seconds": 60});
    let job = server.post("/api/jobs", &request).await.expect(202);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    server.send("DELETE", &path, &[], None).await.expect(200);
    let job = end(&server, &job).await;
    // A game without an analysis says so; one with an analysis stops.
    assert!(job["status"] == "stopped" || job["status"] == "failed", "{job}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_jobs_are_refused() {
    let server = start(|_| ()).await;
    let over = record(&["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]);
    let cases = [
        (json!({"kind": "tool", "tool": "no.such"}), "unknown-tool"),
        (json!({"kind": "hint", "record": record(&["h8", "h8"])}), "bad-record"),
        (json!({"kind": "hint", "record": record(&["h8"]), "at": 5}), "invalid"),
        (json!({"kind": "hint", "record": record(&["h8"]), "seconds": -1}), "invalid"),
        (json!({"kind": "hint", "record": over}), "game-over"),
        (json!({"kind": "dance"}), "invalid"),
        (json!({"kind": "hint"}), "invalid"),
    ];
    for (request, code) in cases {
        server.post("/api/jobs", &request).await.problem(422, code);
    }
    server.get("/api/jobs/nothing").await.problem(404, "not-found");
    server.stop().await;
}
