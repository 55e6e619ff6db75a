//! Watching tables.

use std::time::Duration;

use crate::common::{Running, human, legal_moves, level, start};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

pub type Socket = WebSocketStream<TcpStream>;

pub async fn watch(server: &Running, path: &str, origin: Option<&str>) -> Result<Socket, u16> {
    let mut request = format!("ws://{}{path}", server.addr).into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    let stream = TcpStream::connect(server.addr).await.unwrap();
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

/// The next event; `None` when the socket is closed.
pub async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        let message = tokio::time::timeout(Duration::from_secs(20), socket.next()).await.unwrap();
        match message {
            Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            Some(Ok(_)) => {}
        }
    }
}

/// The next event of this kind; only news about thinking and presence may come before it.
pub async fn next_of(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let event = next(socket).await.expect("the socket is open");
        if event["kind"] == kind {
            return event;
        }
        assert!(event["kind"] == "thinking" || event["kind"] == "presence", "{event}");
    }
}

async fn next_table(socket: &mut Socket) -> Value {
    next_of(socket, "table").await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_watchers_see_the_same_events_without_a_gap() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), level("classic")).await;
    let id = created["table"]["id"].as_str().unwrap();
    let path = format!("/api/tables/{id}/live?version=0");
    let mut one = watch(&server, &path, None).await.unwrap();
    let origin = format!("http://{}", server.addr);
    let mut other = watch(&server, &path, Some(&origin)).await.unwrap();
    for round in 0..3 {
        let table = server.wait(id, |table| table["turn"]["seat"] == "first").await;
        let text = &legal_moves(&table)[round];
        let request = json!({"token": created["tokens"]["first"], "version": table["version"], "move": text});
        server.post(&format!("/api/tables/{id}/moves"), &request).await.expect(200);
    }
    for seq in 1..=6 {
        let (seen, also_seen) = (next_of(&mut one, "change").await, next_of(&mut other, "change").await);
        assert_eq!(seen["seq"], seq);
        assert_eq!(seen["change"]["keep"], seq - 1);
        assert_eq!(seen["change"]["events"].as_array().unwrap().len(), 1);
        assert_eq!(seen, also_seen);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_who_is_behind_is_sent_the_table_at_once() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let id = created["table"]["id"].as_str().unwrap();
    let request = json!({"token": created["tokens"]["first"], "version": 0, "move": "e5"});
    server.post(&format!("/api/tables/{id}/moves"), &request).await.expect(200);
    for path in [format!("/api/tables/{id}/live"), format!("/api/tables/{id}/live?version=0")] {
        let mut socket = watch(&server, &path, None).await.unwrap();
        assert_eq!(next_table(&mut socket).await["seq"], 1);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_hear_of_a_rematch() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let id = created["table"]["id"].as_str().unwrap();
    let mut socket = watch(&server, &format!("/api/tables/{id}/live?version=0"), None).await.unwrap();
    let token = &created["tokens"]["first"];
    server.post(&format!("/api/tables/{id}/resign"), &json!({"token": token, "version": 0})).await.expect(200);
    let again = server.post(&format!("/api/tables/{id}/rematch"), &json!({"token": token})).await.expect(201);
    let resigned = next_of(&mut socket, "change").await;
    assert_eq!((&resigned["seq"], &resigned["change"]["turn"]["kind"]), (&json!(1), &json!("over")));
    let followed = next_of(&mut socket, "change").await;
    assert_eq!((&followed["seq"], &followed["change"]["next"]), (&json!(2), &again["table"]["id"]));
    assert!(followed["change"].get("view").is_none(), "{followed}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_watch() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let path = format!("/api/tables/{}/live", created["table"]["id"].as_str().unwrap());
    assert_eq!(watch(&server, &path, Some("https://evil.example")).await.unwrap_err(), 403);
    assert_eq!(watch(&server, "/api/tables/000000000000/live", None).await.unwrap_err(), 404);
    server.get(&path).await.problem(400, "malformed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_are_limited_and_large_messages_refused() {
    let server = start(|config| config.limits.sockets_per_address = 2).await;
    let created = server.gomoku(human(), human()).await;
    let path = format!("/api/tables/{}/live", created["table"]["id"].as_str().unwrap());
    let mut one = watch(&server, &path, None).await.unwrap();
    let _other = watch(&server, &path, None).await.unwrap();
    assert_eq!(watch(&server, &path, None).await.unwrap_err(), 503);
    next_table(&mut one).await;
    one.send(Message::text("x".repeat(100_000))).await.unwrap();
    assert_eq!(next(&mut one).await, None, "the talkative one is shown out");
    drop(one);
    // Its place is free again in a moment.
    for attempt in 0.. {
        if watch(&server, &path, None).await.is_ok() {
            break;
        }
        assert!(attempt < 200, "the place of a watcher who left stays taken");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_are_told_when_the_server_shuts_down() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let path = format!("/api/tables/{}/live", created["table"]["id"].as_str().unwrap());
    let mut socket = watch(&server, &path, None).await.unwrap();
    next_table(&mut socket).await;
    let stopping = tokio::spawn(server.stop());
    let message = tokio::time::timeout(Duration::from_secs(10), socket.next()).await.unwrap();
    match message {
        Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 1001),
        other => panic!("expected a close frame, got {other:?}"),
    }
    drop(socket);
    stopping.await.unwrap();
}

/// What a watcher does not read is kept for it nowhere, not even in the system's buffers, which may grow to megabytes: later it is told
/// how the table stands, not everything that happened.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn little_is_kept_for_a_watcher_who_does_not_read() {
    const CHANGES: u64 = 1200;
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
    let request = format!("ws://{}{path}/live?version=0", server.addr).into_client_request().unwrap();
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(server.addr).await.unwrap();
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    for number in 0..CHANGES {
        let name = format!("{number} {}", "x".repeat(12));
        let rename = json!({"token": created["tokens"]["first"], "name": name});
        server.post(&format!("{path}/name"), &rename).await.expect(200);
    }
    let (mut changes, mut tables, mut version) = (0, 0, 0);
    while version < CHANGES {
        let event = next(&mut socket).await.expect("it is not sent away so soon");
        match event["kind"].as_str() {
            Some("change") => {
                changes += 1;
                assert_eq!(event["seq"], version + 1, "no change is left out without the table that follows from it");
            }
            Some("table") => tables += 1,
            _ => {}
        }
        version = event["seq"].as_u64().unwrap();
    }
    println!("{changes} of {CHANGES} changes were kept");
    assert!(tables > 0 && changes < CHANGES / 2, "{changes} changes and {tables} tables");
    server.stop().await;
}
