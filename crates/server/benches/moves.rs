//! Moves per second through HTTP: many tables at once, every move on disk before it is acknowledged.
//!
//! `cargo bench -p banmen-server` prints the figures. The client runs in the same process and takes its share of the cores.

#[allow(dead_code)]
#[path = "../tests/http/common.rs"]
mod common;

use std::time::{Duration, Instant};

use banmen_server::Database;
use common::{TempFile, client, human, send, start};
use serde_json::{Value, json};

/// How long each figure is measured.
const TIME: Duration = Duration::from_secs(3);

/// Plays games one after the other on one connection until the time is up; returns how many moves were acknowledged.
async fn play(addr: std::net::SocketAddr, until: Instant) -> u64 {
    let client = client();
    let mut moves = 0;
    let json_type = [("content-type", "application/json")];
    let setup =
        json!({"game": "gomoku", "rules": {"size": 15}, "seats": {"first": human(), "second": human()}}).to_string();
    while Instant::now() < until {
        let created = send(&client, addr, "POST", "/api/tables", &json_type, Some(setup.as_bytes())).await.json();
        let path = format!("/api/tables/{}/moves", created["table"]["id"].as_str().unwrap());
        // Rows of stones two apart, so that nobody wins.
        for number in 0..60_u64 {
            let seat = if number % 2 == 0 { "first" } else { "second" };
            let column = char::from(b'a' + (number * 2 % 15) as u8);
            let text = format!("{column}{}", 1 + number / 8 * 2);
            let body = json!({"token": created["tokens"][seat], "version": number, "move": text}).to_string();
            let answer = send(&client, addr, "POST", &path, &json_type, Some(body.as_bytes())).await;
            if answer.status != 200 {
                assert_eq!(answer.json()["code"], Value::from("game-over"), "{}", answer.text());
                break;
            }
            moves += 1;
            if Instant::now() >= until {
                break;
            }
        }
    }
    moves
}

async fn measure(name: &str, database: Database, clients: usize) {
    let server = start(|config| config.database = database).await;
    let started = Instant::now();
    let players: Vec<_> = (0..clients).map(|_| tokio::spawn(play(server.addr, started + TIME))).collect();
    let mut moves = 0;
    for player in players {
        moves += player.await.unwrap();
    }
    let rate = moves as f64 / started.elapsed().as_secs_f64();
    println!("server moves, {name}, {clients:>3} at once: {rate:>8.0} per second");
    server.stop().await;
}

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        for clients in [1, 16, 64] {
            measure("memory", Database::Memory, clients).await;
            let file = TempFile::new("bench.db");
            measure("disk  ", Database::File(file.0.clone()), clients).await;
        }
    });
}
