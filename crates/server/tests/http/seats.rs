//! A seat is taken once, by one browser, and only its holder passes it on.

use crate::common::{TempFile, human, start};
use serde_json::{Value, json};

fn link_game() -> Value {
    json!({"game": "gomoku", "rules": {"size": 9}, "seats": {"first": human(), "second": human()}, "invite": ["second"]})
}

#[tokio::test(flavor = "multi_thread")]
async fn the_creator_of_a_link_game_does_not_hold_the_guests_seat() {
    let server = start(|_| ()).await;
    let created = server.post("/api/tables", &link_game()).await.expect(201);
    let id = created["table"]["id"].as_str().unwrap();
    assert_eq!(created["tokens"].as_object().unwrap().keys().collect::<Vec<_>>(), ["first"]);
    assert_eq!(created["table"]["holders"]["second"], Value::Null);
    let (host, invitation) = (&created["tokens"]["first"], &created["invitations"]["second"]);
    let moves = format!("/api/tables/{id}/moves");
    server.post(&moves, &json!({"token": host, "version": 0, "move": "e5"})).await.expect(200);
    let as_guest = json!({"token": invitation, "version": 1, "move": "d4"});
    server.post(&moves, &as_guest).await.problem(403, "wrong-token");
    let guest = server.post("/api/seats", &json!({"pass": invitation})).await.expect(200);
    assert_eq!(guest["table"]["id"], id);
    assert_eq!(guest["table"]["holders"]["first"], created["table"]["holders"]["first"]);
    let token = &guest["tokens"]["second"];
    assert_ne!(token, invitation);
    server.post("/api/seats", &json!({"pass": invitation})).await.problem(403, "wrong-pass");
    server.post(&moves, &json!({"token": token, "version": 2, "move": "d4"})).await.expect(200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_open_the_same_invitation_one_sits_down() {
    let file = TempFile::new("seats.db");
    let one = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let other = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    for _ in 0..10 {
        let created = one.post("/api/tables", &link_game()).await.expect(201);
        let request = json!({"pass": created["invitations"]["second"]});
        let attempts = (0..8).map(|n| [&one, &other][n % 2].post("/api/seats", &request));
        let answers = futures_util::future::join_all(attempts).await;
        let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 7, "{statuses:?}");
    }
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_loses_no_seat() {
    let server = start(|_| ()).await;
    let created = server.post("/api/tables", &link_game()).await.expect(201);
    let token = "0123456789abcdefghjkmnpqrs";
    let request = json!({"pass": created["invitations"]["second"], "token": token});
    let first = server.post("/api/seats", &request).await.expect(200);
    assert_eq!(first["tokens"], json!({"second": token}));
    let again = server.post("/api/seats", &request).await.expect(200);
    assert_eq!(again["tokens"], first["tokens"]);
    assert_eq!(again["table"]["version"], first["table"]["version"]);
    let weak = json!({"pass": created["invitations"]["second"], "token": "1234"});
    server.post("/api/seats", &weak).await.problem(403, "wrong-pass");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_moves_to_another_device_and_can_be_given_up() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let id = created["table"]["id"].as_str().unwrap();
    let (first, second) = (&created["tokens"]["first"], &created["tokens"]["second"]);
    let passes = format!("/api/tables/{id}/passes");
    let made = server.post(&passes, &json!({"token": first, "short": true})).await.expect(201);
    let code = made["pass"].as_str().unwrap();
    assert_eq!((code.len(), &made["seat"]), (10, &json!("first")));
    assert!(made["until"].as_i64().unwrap() > 0);
    let typed = format!(" {}-{} ", code[..5].to_uppercase(), &code[5..]);
    let moved = server.post("/api/seats", &json!({"pass": typed})).await.expect(200);
    let moves = format!("/api/tables/{id}/moves");
    let play = |token: &Value| json!({"token": token, "version": 2, "move": "e5"});
    server.post(&moves, &play(first)).await.problem(403, "wrong-token");
    server.post(&moves, &play(&moved["tokens"]["first"])).await.expect(200);

    let taken = json!({"token": second, "seat": "first"});
    server.post(&passes, &taken).await.problem(403, "seat-taken");
    let leave = format!("/api/tables/{id}/leave");
    server.post(&leave, &json!({"token": "guess"})).await.problem(403, "wrong-token");
    let table = server.post(&leave, &json!({"token": moved["tokens"]["first"]})).await.expect(200);
    assert_eq!(table["holders"], json!({"second": created["table"]["holders"]["second"]}));
    let made = server.post(&passes, &taken).await.expect(201);
    server.post("/api/seats", &json!({"pass": made["pass"]})).await.expect(200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_sits_down_at_a_table_of_the_lobby() {
    let server = start(|_| ()).await;
    let hidden = server.post("/api/tables", &link_game()).await.expect(201);
    let mut listed = link_game();
    listed["listed"] = json!(true);
    listed["apart"] = json!(true);
    let created = server.post("/api/tables", &listed).await.expect(201);
    let id = &created["table"]["id"];
    let lobby = server.get("/api/lobby").await.expect(200);
    let ids = |list: &Value| list.as_array().unwrap().iter().map(|table| table["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&lobby["open"]), std::slice::from_ref(id));
    let join = |id: &Value| format!("/api/tables/{}/join", id.as_str().unwrap());
    server.post(&join(&hidden["table"]["id"]), &json!({})).await.problem(403, "wrong-pass");
    let guest = server.post(&join(id), &json!({"name": "Ai"})).await.expect(200);
    assert_eq!(guest["table"]["names"]["second"], "Ai");
    server.post(&join(id), &json!({"name": "Bo"})).await.problem(403, "seat-taken");
    let lobby = server.get("/api/lobby").await.expect(200);
    assert_eq!((ids(&lobby["open"]), ids(&lobby["playing"])), (vec![], vec![id.clone()]));
    let name = format!("/api/tables/{}/name", id.as_str().unwrap());
    let named = server.post(&name, &json!({"token": created["tokens"]["first"], "name": " Host "})).await.expect(200);
    assert_eq!(named["names"], json!({"first": "Host", "second": "Ai"}));
    let guest_named = json!({"token": guest["tokens"]["second"], "name": "Ai-chan"});
    assert_eq!(server.post(&name, &guest_named).await.expect(200)["names"]["second"], "Ai-chan");
    assert_eq!(server.get("/api/lobby").await.expect(200)["playing"][0]["names"]["second"], "Ai-chan");
    server.post(&name, &json!({"token": "guess", "name": "Eve"})).await.problem(403, "wrong-token");
    let moves = format!("/api/tables/{}/moves", id.as_str().unwrap());
    let host = &created["tokens"]["first"];
    let version = &guest["table"]["version"];
    let moved = server.post(&moves, &json!({"token": host, "version": version, "move": "e5"})).await.expect(200);
    let answer = json!({"token": guest["tokens"]["second"], "version": moved["version"], "move": "d4"});
    server.post(&moves, &answer).await.expect(200);
    server.stop().await;
}
