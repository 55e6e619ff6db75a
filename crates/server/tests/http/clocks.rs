//! Clocks: flags that fall, time that is not charged.

use std::time::Duration;

use banmen_server::Database;
use serde_json::{Value, json};

use crate::common::{Running, human, start};
use crate::live::{next_of, watch};

/// A table of gomoku with a clock on which both players have moved; its name, tokens and version.
async fn begun(server: &Running, clock: Value) -> (String, Value, u64) {
    let seats = json!({"first": human(), "second": human()});
    let request = json!({"game": "gomoku", "rules": {"size": 9}, "seats": seats, "clock": clock});
    let created = server.post("/api/tables", &request).await.expect(201);
    let id = created["table"]["id"].as_str().unwrap().to_owned();
    assert!(created["table"]["clock"]["running"].is_null(), "the clock stands until both have moved");
    for (version, (seat, text)) in [("first", "e5"), ("second", "d4")].into_iter().enumerate() {
        let play = json!({"token": created["tokens"][seat], "version": version, "move": text});
        server.post(&format!("/api/tables/{id}/moves"), &play).await.expect(200);
    }
    (id, created["tokens"].clone(), 2)
}

#[tokio::test]
async fn a_flag_falls_even_if_nobody_looks() {
    let server = start(|_| ()).await;
    let (id, tokens, version) = begun(&server, json!({"kind": "fischer", "seconds": 1, "increment": 0})).await;
    let table = server.get(&format!("/api/tables/{id}")).await.expect(200);
    assert_eq!(table["clock"]["running"], "first");
    assert!(table["clock"]["elapsed_ms"].as_i64().unwrap() < 1000);
    let over = server.wait(&id, |table| table["turn"]["kind"] == "over").await;
    assert_eq!(over["turn"]["outcome"], json!({"winner": "second", "reason": "time"}));
    assert_eq!(over["record"]["events"][2], json!({"timeout": "first"}));
    assert_eq!((&over["clock"]["running"], &over["clock"]["first"]["main_ms"]), (&Value::Null, &json!(0)));
    let late = json!({"token": tokens["first"], "version": version, "move": "a1"});
    server.post(&format!("/api/tables/{id}/moves"), &late).await.problem(409, "stale-version");
    server.stop().await;
}

#[tokio::test]
async fn a_move_is_charged_and_brings_the_increment() {
    let server = start(|_| ()).await;
    let (id, tokens, version) = begun(&server, json!({"kind": "fischer", "seconds": 60, "increment": 5})).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let play = json!({"token": tokens["first"], "version": version, "move": "e6", "thought_ms": 200});
    let table = server.post(&format!("/api/tables/{id}/moves"), &play).await.expect(200);
    let main = table["clock"]["first"]["main_ms"].as_i64().unwrap();
    assert!((60_000..=64_800).contains(&main), "{main}");
    assert_eq!(table["clock"]["running"], "second");
    server.stop().await;
}

#[tokio::test]
async fn what_is_said_beside_the_game_tells_the_time_as_it_is() {
    let server = start(|_| ()).await;
    let (id, tokens, version) = begun(&server, json!({"kind": "fischer", "seconds": 60, "increment": 0})).await;
    let path = format!("/api/tables/{id}/live?version={version}");
    let mut socket = watch(&server, &path, None).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let rename = json!({"token": tokens["first"], "name": "Aki"});
    server.post(&format!("/api/tables/{id}/name"), &rename).await.expect(200);
    let change = next_of(&mut socket, "change").await["change"].clone();
    assert!(change["clock"]["elapsed_ms"].as_i64().unwrap() >= 300, "{change}");
    // Whoever missed it and comes back is told the time as it is then.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut back = watch(&server, &path, None).await.unwrap();
    let table = next_of(&mut back, "table").await["table"].clone();
    assert!(table["clock"]["elapsed_ms"].as_i64().unwrap() >= 600, "{table}");
    server.stop().await;
}

#[tokio::test]
async fn time_in_which_the_server_was_away_is_not_charged() {
    let folder = std::env::temp_dir().join(format!("banmen-clocks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.db");
    let open = || start(|config| config.database = Database::File(file.clone()));
    let server = open().await;
    let (id, tokens, version) =
        begun(&server, json!({"kind": "byoyomi", "seconds": 0, "periods": 1, "period": 3})).await;
    // Long enough for the server to have said that it is alive.
    tokio::time::sleep(Duration::from_millis(1200)).await;
    server.stop().await;
    tokio::time::sleep(Duration::from_millis(3500)).await;
    let server = open().await;
    let table = server.get(&format!("/api/tables/{id}")).await.expect(200);
    assert_eq!(table["turn"]["kind"], "seat", "{table}");
    let play = json!({"token": tokens["first"], "version": version, "move": "e6"});
    server.post(&format!("/api/tables/{id}/moves"), &play).await.expect(200);
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn a_clock_that_cannot_be_played_is_refused() {
    let server = start(|_| ()).await;
    for clock in [
        json!({"kind": "fischer", "seconds": 0, "increment": 0}),
        json!({"kind": "fischer", "seconds": -1, "increment": 0}),
        json!({"kind": "byoyomi", "seconds": 0, "periods": 99, "period": 1}),
        json!({"kind": "canadian", "seconds": 0, "moves": 1}),
        json!({"kind": "hourglass", "seconds": 60}),
        json!("blitz"),
    ] {
        let seats = json!({"first": human(), "second": human()});
        let request = json!({"game": "gomoku", "seats": seats, "clock": clock});
        server.post("/api/tables", &request).await.problem(422, "invalid");
    }
    server.stop().await;
}
