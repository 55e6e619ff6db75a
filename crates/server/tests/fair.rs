//! One visitor cannot starve the others. In a program of its own: these tests keep all processors busy, and others look at the time.

#[path = "http/common.rs"]
#[allow(dead_code)]
mod common;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use common::{Running, human, level, start};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A request of the visitor with this address.
async fn post_as(server: &Running, who: &str, path: &str, body: &Value) -> Value {
    let headers = [("content-type", "application/json"), ("x-forwarded-for", who)];
    let answer = server.send("POST", path, &headers, Some(body.to_string().as_bytes())).await;
    assert!(answer.status < 300, "{}", answer.text());
    answer.json()
}

async fn game_as(server: &Running, who: &str, opponent: &str, seconds: f64) -> String {
    let seats = json!({"first": human(), "second": level(opponent)});
    let request = json!({"game": "gomoku", "rules": {"size": 15}, "seats": seats, "options": {"seconds": seconds}});
    let created = post_as(server, who, "/api/tables", &request).await;
    let id = created["table"]["id"].as_str().unwrap().to_owned();
    let played = json!({"token": created["tokens"]["first"], "version": 0, "move": "h8"});
    post_as(server, who, &format!("/api/tables/{id}/moves"), &played).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_quick_move_does_not_wait_for_twelve_long_thoughts() {
    let server = start(|config| {
        config.behind_proxy = true;
        config.limits.search_memory = 8 << 20;
    })
    .await;
    let flood = join_all((0..12).map(|_| game_as(&server, "192.0.2.1", "master", 60.0))).await;
    let mine = game_as(&server, "192.0.2.2", "novice", 0.1).await;
    server.wait(&mine, |table| table["events"] == 2).await;
    let mut waiting = 0;
    for id in &flood {
        waiting += u32::from(server.get(&format!("/api/tables/{id}")).await.expect(200)["events"] == 1);
    }
    assert!(waiting >= 10, "the flood is still thinking: {waiting} of 12");
    // A stranger's long thought begins as well, beside the flood.
    let long = game_as(&server, "192.0.2.3", "master", 3.0).await;
    server.wait(&long, |table| table["events"] == 2 || table["thinking"]["progress"].is_object()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_hint_does_not_wait_for_sixteen_jobs() {
    let server = start(|config| {
        config.behind_proxy = true;
        config.limits.search_memory = 8 << 20;
    })
    .await;
    let record = json!({"format": 1, "game": "gomoku", "rules": {"size": 15}, "events": [{"move": "h8"}]});
    let long = json!({"kind": "analysis", "record": record, "seconds": 100});
    let flood = join_all((0..16).map(|_| post_as(&server, "192.0.2.1", "/api/jobs", &long))).await;
    let hint = json!({"kind": "hint", "record": record, "seconds": 0.2});
    let job = post_as(&server, "192.0.2.2", "/api/jobs", &hint).await;
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    let mut state = job;
    while state["status"] == "running" {
        tokio::time::sleep(Duration::from_millis(20)).await;
        state = server.get(&path).await.expect(200);
    }
    assert_eq!(state["status"], "done");
    for job in &flood {
        let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
        assert_eq!(server.get(&path).await.expect(200)["status"], "running", "the flood goes on");
        server.send("DELETE", &path, &[], None).await.expect(200);
    }
    server.stop().await;
}

/// A record that takes a while to replay.
fn long_record() -> Value {
    // Stones two apart, so that nobody has a row.
    let columns = "acegikmoqs".chars();
    let places = columns.flat_map(|column| (1..=19).step_by(2).map(move |row| format!("{column}{row}")));
    let events: Vec<Value> = places.map(|place| json!({"move": place})).collect();
    json!({"format": 1, "game": "gomoku", "rules": {"size": 19}, "events": events})
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_do_not_wait_behind_strangers_replays() {
    let server = start(|config| {
        config.behind_proxy = true;
        config.limits.replays_per_address = 200;
    })
    .await;
    let created = server.gomoku(human(), human()).await;
    let moves = format!("/api/tables/{}/moves", created["table"]["id"].as_str().unwrap());
    let view = json!({"record": long_record()});
    let headers = [("content-type", "application/json"), ("x-forwarded-for", "192.0.2.1")];
    let body = view.to_string();
    let flood = join_all((0..100).map(|_| server.send("POST", "/api/view", &headers, Some(body.as_bytes()))));
    let play = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let played = json!({"token": created["tokens"]["first"], "version": 0, "move": "e5"});
        server.post(&moves, &played).await.expect(200);
        Instant::now()
    };
    let (answers, played) = tokio::join!(async { (flood.await, Instant::now()) }, play);
    assert!(answers.0.iter().all(|answer| answer.status == 200 || answer.status == 422), "{}", answers.0[0].text());
    assert!(played < answers.1, "the move was made while the replays went on");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_replays_only_so_much_at_once() {
    let server = start(|config| {
        config.limits.replays_per_address = 1;
        config.limits.thinkers = 1;
    })
    .await;
    let body = json!({"record": long_record()});
    let answers = join_all((0..30).map(|_| server.post("/api/view", &body))).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 429).collect();
    assert!(!refused.is_empty());
    refused[0].problem(429, "too-many-requests");
    assert!(refused[0].header("retry-after").is_some());
    server.stop().await;
}

/// A connection from an address of this machine.
async fn connect_from(host: [u8; 4], server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((host, 0).into())?;
    socket.connect(server).await
}

/// Whether a health check from this address is answered.
async fn is_healthy(host: [u8; 4], server: SocketAddr) -> bool {
    let ask = async {
        let mut stream = connect_from(host, server).await?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok::<_, std::io::Error>(answer.starts_with("HTTP/1.1 200"))
    };
    matches!(tokio::time::timeout(Duration::from_secs(20), ask).await, Ok(Ok(true)))
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn slow_heads_lock_nobody_out() {
    let server = start(|config| {
        config.limits.connections = 40;
        config.limits.connections_per_address = 10;
        config.limits.connections_kept = 8;
        config.limits.head_time = Duration::from_secs(3);
    })
    .await;
    // Four addresses hold as many connections as they get, and send a byte now and then.
    let mut slow = Vec::new();
    for host in 2..6 {
        for _ in 0..10 {
            let mut stream = connect_from([127, 0, 0, host], server.addr).await.unwrap();
            let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nx: ").await;
            slow.push(stream);
        }
    }
    assert!(is_healthy([127, 0, 0, 9], server.addr).await, "there is room for others meanwhile");
    let end = Instant::now() + Duration::from_secs(5);
    while Instant::now() < end {
        for stream in &mut slow {
            let _ = stream.write_all(b"x").await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let mut closed = 0;
    for stream in &mut slow {
        let mut buffer = [0; 64];
        let read = tokio::time::timeout(Duration::from_millis(100), stream.read(&mut buffer)).await;
        closed += usize::from(matches!(read, Ok(Ok(0) | Err(_))));
    }
    assert_eq!(closed, slow.len(), "a byte now and then does not keep a connection open");
    assert!(is_healthy([127, 0, 0, 2], server.addr).await);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_clients_are_counted_and_not_the_proxy() {
    let server = start(|config| {
        config.behind_proxy = true;
        config.limits.connections_per_address = 2;
    })
    .await;
    // As a proxy would: many connections from one address, each for another client.
    let mut open = Vec::new();
    for client in 1..=6 {
        let mut stream = TcpStream::connect(server.addr).await.unwrap();
        let head = format!(
            "POST /api/view HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.{client}\r\n\
             content-type: application/json\r\ncontent-length: 100\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        open.push(stream);
    }
    let ask = async |who: &str| server.send("GET", "/api/games", &[("x-forwarded-for", who)], None).await;
    assert_eq!(ask("192.0.2.9").await.status, 200, "the proxy has more than two connections");
    assert_eq!(ask("192.0.2.1").await.status, 200);
    let mut second = TcpStream::connect(server.addr).await.unwrap();
    second
        .write_all(b"POST /api/view HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n")
        .await
        .unwrap();
    for _ in 0..100 {
        if ask("192.0.2.1").await.status == 429 {
            assert_eq!(ask("192.0.2.2").await.status, 200, "others are not punished");
            server.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a client with two requests under way may have a third");
}
