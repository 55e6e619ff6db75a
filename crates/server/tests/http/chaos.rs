//! Random requests: each is answered, none with a server error, and the server lives on.

use crate::common::{human, start};
use banmen_core::{Draw, Random};
use serde_json::{Value, json};

/// Words that a request might contain, some of them right.
const WORDS: [&str; 24] = [
    "game",
    "gomoku",
    "seats",
    "first",
    "second",
    "kind",
    "human",
    "level",
    "classic",
    "rules",
    "size",
    "record",
    "format",
    "events",
    "move",
    "chance",
    "resign",
    "token",
    "version",
    "options",
    "text",
    "sgf",
    "json",
    "\u{0}\u{202e}é🀄",
];

fn word(random: &mut Random) -> String {
    if random.percent(80) {
        return (*random.pick(&WORDS).unwrap()).to_owned();
    }
    (0..random.below(12)).map(|_| char::from_u32(random.below(0x3000) as u32).unwrap_or('?')).collect()
}

fn value(random: &mut Random, depth: u32) -> Value {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => json!(random.percent(50)),
        2 => json!(random.next_u64() as i64 >> random.below(64)),
        3 => json!(random.unit() * 1e9),
        4 => json!(word(random)),
        5 => (0..random.below(5)).map(|_| value(random, depth - 1)).collect(),
        _ => Value::Object((0..random.below(6)).map(|_| (word(random), value(random, depth - 1))).collect()),
    }
}

/// A right request of which something is replaced.
fn nearly_right(random: &mut Random, right: &Value) -> Value {
    let mut request = right.clone();
    let mut at = &mut request;
    loop {
        let child = match at {
            Value::Object(map) if !map.is_empty() => {
                let index = random.below(map.len() as u64) as usize;
                map.values_mut().nth(index)
            }
            Value::Array(list) if !list.is_empty() => {
                let index = random.below(list.len() as u64) as usize;
                list.get_mut(index)
            }
            _ => None,
        };
        match child {
            // The borrow checker cannot see that `at` is free when there is no child.
            Some(child) if random.percent(85) => at = child,
            Some(child) => {
                *child = value(random, 2);
                return request;
            }
            None => return request,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn random_bodies_are_answered_with_a_problem_or_a_success() {
    let server = start(|config| config.limits.queued_jobs = 2).await;
    let created = server.gomoku(human(), human()).await;
    let id = created["table"]["id"].as_str().unwrap();
    let record =
        json!({"format": 1, "game": "gomoku", "rules": {"size": 9}, "events": [{"move": "e5"}, {"move": "d4"}]});
    let seats = json!({"first": {"kind": "human"}, "second": {"kind": "level", "level": "classic"}});
    let rights = [
        (
            "/api/tables".to_owned(),
            json!({"game": "gomoku", "rules": {"size": 9}, "seats": seats, "options": {"a": 1}}),
        ),
        ("/api/tables".to_owned(), json!({"game": "gomoku", "seats": seats, "record": record})),
        (format!("/api/tables/{id}/moves"), json!({"token": created["tokens"]["first"], "version": 0, "move": "e5"})),
        (format!("/api/tables/{id}/undo"), json!({"token": created["tokens"]["first"], "version": 0, "consent": "x"})),
        (format!("/api/tables/{id}/resign"), json!({"token": created["tokens"]["first"], "version": 99})),
        (format!("/api/tables/{id}/rematch"), json!({"token": "x", "swap": true})),
        ("/api/import".to_owned(), json!({"format": "sgf", "game": "gomoku", "text": "(;GM[4]SZ[9];B[ee])"})),
        ("/api/view".to_owned(), json!({"record": record, "at": 1})),
        ("/api/jobs".to_owned(), json!({"kind": "hint", "record": record, "seconds": 0.01})),
    ];
    let mut random = Random::new(20261005);
    for round in 0..1500 {
        let (path, right) = random.pick(&rights).unwrap().clone();
        let body = match random.below(10) {
            0 => (0..random.below(200)).map(|_| random.below(256) as u8).collect(),
            1 => value(&mut random, 4).to_string().into_bytes(),
            2 => {
                let mut text = right.to_string().into_bytes();
                text.truncate(random.below(text.len() as u64) as usize);
                text
            }
            _ => nearly_right(&mut random, &right).to_string().into_bytes(),
        };
        let answer = server.send("POST", &path, &[("content-type", "application/json")], Some(&body)).await;
        let shown = String::from_utf8_lossy(&body).into_owned();
        let busy = answer.status == 503 || answer.status == 429;
        assert!(answer.status < 500 || busy, "round {round}, {path}: {shown} → {}", answer.text());
        if answer.status >= 400 {
            assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{path}: {shown}");
            assert!(answer.body.len() < 4000, "an error repeats too much of what was sent");
        }
    }
    let health = server.get("/healthz").await.expect(200);
    assert_eq!(health["status"], "ok");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deep_nesting_is_no_danger() {
    let server = start(|_| ()).await;
    for (open, close) in [("[", "]"), ("{\"rules\":", "}")] {
        let body = open.repeat(200_000) + &close.repeat(200_000);
        let answer =
            server.send("POST", "/api/tables", &[("content-type", "application/json")], Some(body.as_bytes())).await;
        assert!(answer.status == 400 || answer.status == 422, "{}", answer.text());
    }
    server.stop().await;
}
