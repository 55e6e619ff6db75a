//! A disk that is full, and a file that is gone: nothing is acknowledged that is not kept, and all goes well again afterwards.
#![cfg(target_os = "linux")]

#[path = "http/common.rs"]
#[allow(dead_code)]
mod common;

use std::time::Duration;

use common::{TempFile, human, start};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};

/// The signal of a file that grows beyond its limit, which would end the program.
const SIGXFSZ: i32 = 25;

/// Lets no file of this process grow beyond so many bytes.
fn limit_files(bytes: Option<u64>) {
    let Rlimit { maximum, .. } = getrlimit(Resource::Fsize);
    setrlimit(Resource::Fsize, Rlimit { current: bytes.or(maximum), maximum }).unwrap();
}

fn path(created: &Value, what: &str) -> String {
    format!("/api/tables/{}{what}", created["table"]["id"].as_str().unwrap())
}

/// All in one test, and in a program of its own: the limit is that of the whole process.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_and_a_deleted_file() {
    let _ignored = signal(SignalKind::from_raw(SIGXFSZ)).unwrap();
    let file = TempFile::new("disk.db");
    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let created = server.gomoku(human(), human()).await;
    let play = |version: u64, text: &str| {
        let seat = ["first", "second"][version as usize % 2];
        json!({"token": created["tokens"][seat], "version": version, "move": text})
    };
    let moves = path(&created, "/moves");
    server.post(&moves, &play(0, "e5")).await.expect(200);
    assert_eq!(server.get("/healthz").await.status, 200);

    limit_files(Some(1000));
    tokio::time::sleep(Duration::from_millis(1100)).await;
    for _ in 0..3 {
        let refused = server.post(&moves, &play(1, "d4")).await;
        refused.problem(503, "busy");
        assert!(refused.header("retry-after").is_some());
        server.get("/healthz").await.problem(503, "busy");
    }
    limit_files(None);
    assert_eq!(server.get("/healthz").await.status, 200, "as soon as there is room again");
    server.post(&moves, &play(1, "d4")).await.expect(200);
    let table = server.get(&path(&created, "")).await.expect(200);
    assert_eq!((&table["version"], &table["events"]), (&json!(2), &json!(2)));

    // A disk with room for what a check writes, and not for a new table.
    let log = file.0.with_extension("db-wal");
    limit_files(Some(std::fs::metadata(&log).unwrap().len() + 3 * 4200));
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let seats = json!({"first": human(), "second": human()});
    let request = json!({"game": "gomoku", "seats": seats});
    let refused = server.post("/api/tables", &request).await;
    refused.problem(503, "busy");
    server.get("/healthz").await.problem(503, "busy");
    limit_files(None);
    assert_eq!(server.get("/healthz").await.status, 200, "as soon as there is room again");
    server.post("/api/tables", &request).await.expect(201);

    // Whoever deletes the file deletes the games: no move may be acknowledged any more.
    let elsewhere = file.0.with_extension("away");
    std::fs::rename(&file.0, &elsewhere).unwrap();
    server.post(&moves, &play(2, "c3")).await.problem(503, "busy");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    server.get("/healthz").await.problem(503, "busy");
    std::fs::rename(&elsewhere, &file.0).unwrap();
    assert_eq!(server.get("/healthz").await.status, 200);
    server.stop().await;
}
