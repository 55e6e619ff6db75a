//! Random requests: each is answered, none with a server error, and the server lives on.

use std::time::Duration;

use crate::common::{human, start};
use banmen_core::{Draw, Random};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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

/// A WebSocket frame as a client sends it: masked, here by noughts.
fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | opcode];
    match payload.len() {
        short @ 0..=125 => frame.push(0x80 | short as u8),
        long => {
            // What follows is a length of two bytes.
            frame.push(0xfe);
            frame.extend((long as u16).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// How many sockets say nonsense; `BANMEN_FUZZ_INPUTS` says another number.
fn sockets() -> u64 {
    std::env::var("BANMEN_FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_on_a_socket_ends_that_socket_and_nothing_else() {
    let server = start(|config| config.limits.head_time = Duration::from_secs(2)).await;
    let created = server.gomoku(human(), human()).await;
    let (id, token) = (created["table"]["id"].as_str().unwrap(), created["tokens"]["first"].as_str().unwrap());
    let hello = json!({ "token": token }).to_string();
    let right =
        [frame(1, hello.as_bytes()), frame(9, b"ping"), frame(10, b""), frame(2, &[7; 200]), frame(8, &[3, 232])];
    let upgrade = format!(
        "GET /api/tables/{id}/live?version=0 HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        server.addr
    );
    let mut random = Random::new(20261116);
    for number in 0..sockets() {
        let mut stream = TcpStream::connect(server.addr).await.unwrap();
        let mut head = upgrade.clone().into_bytes();
        // Now and then even the request is wrong.
        if random.percent(20) {
            let at = random.below(head.len() as u64) as usize;
            head[at] = random.below(256) as u8;
        }
        let mut said = head;
        for _ in 0..=random.below(4) {
            let mut frame = random.pick(&right).unwrap().clone();
            for _ in 0..random.below(4) {
                let at = random.below(frame.len() as u64) as usize;
                match random.below(4) {
                    0 => frame[at] ^= 1 << random.below(8),
                    1 => frame[at] = random.below(256) as u8,
                    2 => frame.truncate(at + 1),
                    _ => frame.insert(at, random.below(256) as u8),
                }
            }
            said.extend(frame);
        }
        // The server may have hung up already, which is its right.
        let _ = stream.write_all(&said).await;
        if number.is_multiple_of(3) {
            let mut answer = [0; 512];
            let _ = tokio::time::timeout(Duration::from_millis(20), stream.read(&mut answer)).await;
        }
    }
    server.get("/healthz").await.expect(200);
    let table = server.get(&format!("/api/tables/{id}")).await.expect(200);
    assert_eq!(table["version"], 0);
    // All of them are noticed to be gone.
    for _ in 0..1000 {
        if server.get("/healthz").await.expect(200)["watchers"] == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(server.get("/healthz").await.expect(200)["watchers"], 0);
    server.stop().await;
}
