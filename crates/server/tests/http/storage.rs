//! What is on the disk.

use crate::common::{TempFile, human, start};
use serde_json::{Value, json};

fn path(created: &Value, what: &str) -> String {
    format!("/api/tables/{}{what}", created["table"]["id"].as_str().unwrap())
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_its_owners_and_tells_no_seed() {
    let file = TempFile::new("private.db");
    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let request = json!({"game": "quantum", "rules": {"size": 7}, "seats": {"first": human(), "second": human()}});
    let created = server.post("/api/tables", &request).await.expect(201);
    for ending in ["", "-wal", "-shm", ".key"] {
        let mut name = file.0.clone().into_os_string();
        name.push(ending);
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&name).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "{}", name.display());
    }
    let resigned = json!({"token": created["tokens"]["first"], "version": 0});
    let table = server.post(&path(&created, "/resign"), &resigned).await.expect(200);
    let seed = table["record"]["seal"]["seed"].as_str().unwrap().to_owned();
    server.stop().await;
    let stored = std::fs::read(&file.0).unwrap();
    assert!(!stored.windows(seed.len()).any(|window| window == seed.as_bytes()), "the seed is not in the file");
    // After a restart with the same key the game is whole, with another key it says what is wrong.
    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let again = server.get(&path(&created, "")).await.expect(200);
    assert_eq!(again["record"]["seal"], table["record"]["seal"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_database_is_busy_and_not_broken() {
    let file = TempFile::new("locked.db");
    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let created = server.gomoku(human(), human()).await;
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.0.display())).await.unwrap();
    let holder = pool.begin_with("BEGIN EXCLUSIVE").await.unwrap();
    let played = json!({"token": created["tokens"]["first"], "version": 0, "move": "e5"});
    let refused = server.post(&path(&created, "/moves"), &played).await;
    refused.problem(503, "busy");
    assert!(refused.header("retry-after").is_some());
    holder.rollback().await.unwrap();
    server.post(&path(&created, "/moves"), &played).await.expect(200);
    pool.close().await;
    server.stop().await;
}
