//! Tables over real connections.

use std::time::Duration;

use crate::common::{TempFile, human, legal_moves, level, start};
use serde_json::{Value, json};

fn token<'a>(created: &'a Value, seat: &str) -> &'a str {
    created["tokens"][seat].as_str().unwrap()
}

fn id(created: &Value) -> &str {
    created["table"]["id"].as_str().unwrap()
}

fn is_over(table: &Value) -> bool {
    table["turn"]["kind"] == "over"
}

fn is_turn_of(table: &Value, seat: &str) -> bool {
    table["turn"]["kind"] == "seat" && table["turn"]["seat"] == seat
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_against_the_computer() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), level("classic")).await;
    let (id, token) = (id(&created), token(&created, "first"));
    assert!(created["tokens"].get("second").is_none(), "a computer needs no token");
    let mut table = created["table"].clone();
    for _ in 0..50 {
        if is_over(&table) {
            break;
        }
        let request = json!({"token": token, "version": table["version"], "move": legal_moves(&table)[0]});
        server.post(&format!("/api/tables/{id}/moves"), &request).await.expect(200);
        table = server.wait(id, |table| is_over(table) || is_turn_of(table, "first")).await;
    }
    assert!(is_over(&table), "nobody who always plays the first legal point survives fifty moves");
    assert_eq!(table["turn"]["outcome"]["winner"], "second");
    assert_eq!(table["thinking"], Value::Null);
    assert_eq!(table["events"], table["record"]["events"].as_array().unwrap().len());
    assert_eq!(table["events"], table["movers"].as_str().unwrap().len());
    let request = json!({"token": token, "version": table["version"], "move": "a1"});
    server.post(&format!("/api/tables/{id}/moves"), &request).await.problem(422, "game-over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_and_change_nothing() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let (id, first, second) = (id(&created), token(&created, "first"), token(&created, "second"));
    let moves = format!("/api/tables/{id}/moves");
    let play = |token: &str, version: u64, text: &str| json!({"token": token, "version": version, "move": text});
    server.post(&moves, &play(first, 0, "e5")).await.expect(200);
    let before = server.get(&format!("/api/tables/{id}")).await.json();

    server.post(&moves, &play("guess", 1, "a1")).await.problem(403, "wrong-token");
    server.post(&moves, &play(first, 1, "a1")).await.problem(403, "not-your-turn");
    let stale = server.post(&moves, &play(second, 0, "a1")).await.problem(409, "stale-version");
    assert_eq!(stale["version"], 1);
    server.post(&moves, &play(second, 1, "e5")).await.problem(422, "illegal-move");
    server.post(&moves, &play(second, 1, "z99")).await.problem(422, "illegal-move");
    server.post(&moves, &play(second, 1, &"a".repeat(100_000))).await.problem(422, "illegal-move");
    server.post(&moves, &json!({"token": second, "version": 1})).await.problem(422, "invalid");
    server.post(&moves, &json!({"token": second, "version": -1, "move": "a1"})).await.problem(422, "invalid");
    server.post(&moves, &json!([])).await.problem(422, "invalid");
    server.send("POST", &moves, &[("content-type", "application/json")], Some(b"{")).await.problem(400, "malformed");
    server.send("POST", &moves, &[("content-type", "text/plain")], Some(b"{}")).await.problem(415, "unsupported-media");
    server.send("PUT", &moves, &[], None).await.problem(405, "method-not-allowed");
    server.get("/api/tables/000000000000").await.problem(404, "not-found");
    server.get("/api/tables/..%2f..%2fetc").await.problem(404, "not-found");
    server.get("/api/nothing").await.problem(404, "not-found");
    server.get(&format!("/api/tables/{id}/views/2")).await.problem(404, "not-found");
    server.get(&format!("/api/tables/{id}/views/x")).await.problem(404, "not-found");

    assert_eq!(server.get(&format!("/api/tables/{id}")).await.json(), before);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_cannot_be_are_refused() {
    let server = start(|_| ()).await;
    let seats = json!({"first": human(), "second": human()});
    let cases = [
        (json!({"game": "go", "seats": seats}), "unknown-game"),
        (json!({"game": "gomoku", "seats": {"first": human(), "second": level("godlike")}}), "unknown-level"),
        (json!({"game": "gomoku", "seats": seats, "rules": {"size": 4}}), "bad-record"),
        (json!({"game": "gomoku", "seats": seats, "rules": {"size": 23}}), "bad-record"),
        (json!({"game": "gomoku", "seats": seats, "rules": {"rule": "nonsense"}}), "bad-record"),
        (json!({"game": "gomoku", "seats": seats, "rules": []}), "invalid"),
        (json!({"game": "gomoku"}), "invalid"),
        (json!({"game": "gomoku", "seats": seats, "colour": "red"}), "invalid"),
        (json!({"game": "gomoku", "seats": {"first": {"kind": "cat"}, "second": human()}}), "invalid"),
        (json!({"game": "gomoku", "seats": seats, "options": {"x": "y".repeat(5000)}}), "invalid"),
        (
            json!({"game": "gomoku", "seats": seats, "record": {"format": 9, "game": "gomoku", "rules": {}, "events": []}}),
            "bad-record",
        ),
        (
            json!({"game": "gomoku", "seats": seats,
                "record": {"format": 1, "game": "gomoku", "rules": {}, "events": [{"move": "a1"}, {"move": "a1"}]}}),
            "bad-record",
        ),
    ];
    for (request, code) in cases {
        server.post("/api/tables", &request).await.problem(422, code);
    }
    assert_eq!(server.get("/api/tables").await.expect(200)["tables"], json!([]), "nothing was kept");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_found_intact_after_a_restart() {
    let file = TempFile::new("restart.db");
    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let created = server.gomoku(human(), human()).await;
    let (id, first, second) = (id(&created), token(&created, "first"), token(&created, "second"));
    let moves = format!("/api/tables/{id}/moves");
    for (version, (token, text)) in [(first, "e5"), (second, "d4"), (first, "e6")].into_iter().enumerate() {
        server.post(&moves, &json!({"token": token, "version": version, "move": text})).await.expect(200);
    }
    let undo = json!({"token": first, "version": 3});
    let before = server.post(&format!("/api/tables/{id}/undo"), &undo).await.expect(200);
    server.stop().await;

    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    assert_eq!(server.get(&format!("/api/tables/{id}")).await.expect(200), before);
    server.post(&moves, &json!({"token": "guess", "version": 4, "move": "e6"})).await.problem(403, "wrong-token");
    let after = server.post(&moves, &json!({"token": first, "version": 4, "move": "e7"})).await.expect(200);
    assert_eq!(after["events"], 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_whose_turn_it_was_moves_after_a_restart() {
    let file = TempFile::new("turn.db");
    let server = start(|config| {
        config.database = banmen_server::Database::File(file.0.clone());
        config.limits.watch_grace = Duration::ZERO;
    })
    .await;
    // Two computers of whom nobody takes notice do not begin.
    let created = server.gomoku(level("classic"), level("classic")).await;
    let id = id(&created);
    server.stop().await;
    let server = start(|config| {
        config.database = banmen_server::Database::File(file.0.clone());
        config.limits.watch_pause = Duration::ZERO;
    })
    .await;
    server.wait(id, |table| table["events"].as_u64() > Some(2)).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), level("classic")).await;
    let (id, token) = (id(&created), token(&created, "first"));
    let undo = format!("/api/tables/{id}/undo");
    server.post(&undo, &json!({"token": token, "version": 0})).await.problem(422, "nothing-to-undo");
    server
        .post(&format!("/api/tables/{id}/moves"), &json!({"token": token, "version": 0, "move": "e5"}))
        .await
        .expect(200);
    let table = server.wait(id, |table| is_turn_of(table, "first")).await;
    assert_eq!((&table["events"], &table["version"]), (&json!(2), &json!(2)));
    assert_eq!(table["undoable"], json!({"first": true, "second": false}));
    let table = server.post(&undo, &json!({"token": token, "version": 2})).await.expect(200);
    assert_eq!((&table["events"], &table["version"]), (&json!(0), &json!(3)), "past the computer's answer");
    server.stop().await;
}

/// The level of gomoku that would think longest, and a table on which it has a minute.
async fn deep_thinker(server: &crate::common::Running) -> Value {
    let games = server.get("/api/games").await.expect(200);
    let gomoku = games.as_array().unwrap().iter().find(|game| game["id"] == "gomoku").unwrap();
    let levels = gomoku["levels"].as_array().unwrap();
    let seconds = |level: &Value| level["seconds"].as_f64().unwrap();
    let slowest = levels.iter().max_by(|one, other| seconds(one).total_cmp(&seconds(other))).unwrap();
    let request = json!({
        "game": "gomoku",
        "rules": {"size": 15},
        "seats": {"first": human(), "second": level(slowest["id"].as_str().unwrap())},
        "options": {"seconds": 60},
    });
    let created = server.post("/api/tables", &request).await.expect(201);
    let moves = format!("/api/tables/{}/moves", id(&created));
    server.post(&moves, &json!({"token": token(&created, "first"), "version": 0, "move": "h8"})).await.expect(200);
    created
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thinking_computer_can_be_told_to_move() {
    let server = start(|_| ()).await;
    let created = deep_thinker(&server).await;
    let table = server.get(&format!("/api/tables/{}", id(&created))).await.expect(200);
    assert_eq!(table["thinking"]["seat"], "second");
    let stop = format!("/api/tables/{}/stop", id(&created));
    server.post(&stop, &json!({"token": "guess"})).await.problem(403, "wrong-token");
    server.post(&stop, &json!({})).await.problem(403, "wrong-token");
    let started = std::time::Instant::now();
    let table = server.post(&stop, &json!({"token": token(&created, "first")})).await.expect(200);
    assert_eq!((&table["events"], &table["thinking"]), (&json!(2), &Value::Null));
    assert!(started.elapsed() < Duration::from_secs(10));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_while_the_computer_thinks() {
    let server = start(|_| ()).await;
    let created = deep_thinker(&server).await;
    let (id, token) = (id(&created), token(&created, "first"));
    let table =
        server.post(&format!("/api/tables/{id}/undo"), &json!({"token": token, "version": 1})).await.expect(200);
    assert_eq!((&table["events"], &table["version"], &table["thinking"]), (&json!(0), &json!(2), &Value::Null));
    // The thought that nobody wants any more must not come back as a move.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.get(&format!("/api/tables/{id}")).await.expect(200), table);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_answer_is_taken_back_only_with_consent() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let (id, first, second) = (id(&created), token(&created, "first"), token(&created, "second"));
    let (moves, undo) = (format!("/api/tables/{id}/moves"), format!("/api/tables/{id}/undo"));
    server.post(&moves, &json!({"token": first, "version": 0, "move": "e5"})).await.expect(200);
    server.post(&moves, &json!({"token": second, "version": 1, "move": "d4"})).await.expect(200);
    server.post(&undo, &json!({"token": first, "version": 2})).await.problem(422, "nothing-to-undo");
    server.post(&undo, &json!({"token": first, "version": 2, "consent": "x"})).await.problem(403, "wrong-token");
    server.post(&undo, &json!({"token": first, "version": 2, "consent": first})).await.problem(403, "wrong-token");
    let table = server.post(&undo, &json!({"token": first, "version": 2, "consent": second})).await.expect(200);
    assert_eq!(table["events"], 0);
    server.post(&moves, &json!({"token": first, "version": 3, "move": "e5"})).await.expect(200);
    let table = server.post(&undo, &json!({"token": first, "version": 4})).await.expect(200);
    assert_eq!(table["events"], 0, "an unanswered move needs nobody's consent");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_ends_the_game() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let (id, second) = (id(&created), token(&created, "second"));
    let resign = format!("/api/tables/{id}/resign");
    let table = server.post(&resign, &json!({"token": second, "version": 0})).await.expect(200);
    assert_eq!(table["turn"]["outcome"], json!({"winner": "first", "reason": "resigned"}));
    assert_eq!((&table["movers"], &table["record"]["events"]), (&json!("2"), &json!([{"resign": "second"}])));
    server.post(&resign, &json!({"token": second, "version": 1})).await.problem(422, "game-over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playing_again() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let (id, first, second) = (id(&created), token(&created, "first"), token(&created, "second"));
    let rematch = format!("/api/tables/{id}/rematch");
    server.post(&rematch, &json!({"token": first, "swap": true})).await.problem(422, "game-not-over");
    let resigned = json!({"token": second, "version": 0});
    server.post(&format!("/api/tables/{id}/resign"), &resigned).await.expect(200);
    server.post(&rematch, &json!({"token": "guess", "swap": true})).await.problem(403, "wrong-token");
    server.post(&rematch, &json!({"swap": true})).await.problem(403, "wrong-token");
    let again = server.post(&rematch, &json!({"token": first, "swap": true})).await.expect(201);
    let next = again["table"]["id"].as_str().unwrap();
    assert_eq!(again["table"]["rules"], created["table"]["rules"]);
    assert_eq!(again["tokens"], json!({"second": first}), "each gets their own seat's token only");
    let old = server.get(&format!("/api/tables/{id}")).await.json();
    assert_eq!((&old["next"], &old["version"]), (&json!(next), &json!(2)));
    // The other person asks too and comes to the same table, on the seat that swapping gave them.
    let joined = server.post(&rematch, &json!({"token": second, "swap": false})).await.expect(201);
    assert_eq!((&joined["table"]["id"], &joined["tokens"]), (&json!(next), &json!({"first": second})));
    let moves = format!("/api/tables/{next}/moves");
    server.post(&moves, &json!({"token": second, "version": 0, "move": "e5"})).await.expect(200);
    server.post(&moves, &json!({"token": first, "version": 1, "move": "d4"})).await.expect(200);
    server.stop().await;
}

/// Two people ask for a rematch at the same moment, each through a server of their own, and both must get to one table.
async fn race(servers: [&crate::common::Running; 2], swap: [bool; 2]) -> [Value; 2] {
    let created = servers[0].gomoku(human(), human()).await;
    let (id, tokens) = (id(&created), ["first", "second"].map(|seat| token(&created, seat)));
    let resign = format!("/api/tables/{id}/resign");
    servers[0].post(&resign, &json!({"token": tokens[0], "version": 0})).await.expect(200);
    let path = format!("/api/tables/{id}/rematch");
    let ask = |who: usize| {
        let request = json!({"token": tokens[who], "swap": swap[who]});
        let path = &path;
        async move { servers[who].post(path, &request).await.expect(201) }
    };
    let (one, other) = tokio::join!(ask(0), ask(1));
    assert_eq!(one["table"]["id"], other["table"]["id"]);
    let seat = |answer: &Value| answer["tokens"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let (mine, theirs) = (seat(&one), seat(&other));
    assert_eq!((mine.len(), theirs.len()), (1, 1), "each gets one token");
    assert_ne!(mine, theirs, "two people do not sit on one seat");
    assert_eq!(one["tokens"][&mine[0]], tokens[0]);
    assert_eq!(other["tokens"][&theirs[0]], tokens[1]);
    [one, other]
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_who_ask_at_the_same_moment_meet() {
    let server = start(|_| ()).await;
    for round in 0..50 {
        race([&server, &server], [round % 2 == 0, round % 3 == 0]).await;
    }
    assert_eq!(server.get("/api/tables?limit=100").await.expect(200)["tables"].as_array().unwrap().len(), 100);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_meet_through_two_servers_on_one_database() {
    let file = TempFile::new("rematch.db");
    let one = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let other = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    for round in 0..50 {
        race([&one, &other], [round % 2 == 0, round % 3 == 0]).await;
    }
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_play_each_other_while_somebody_watches() {
    let server = start(|config| config.limits.watch_pause = Duration::from_millis(5)).await;
    let created = server.gomoku(level("classic"), level("novice")).await;
    assert!(created["tokens"]["first"].is_string(), "whoever has two computers play may pause them");
    let table = server.wait(id(&created), is_over).await;
    assert!(table["events"].as_u64() >= Some(9));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stepping_back_and_forth() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let (id, first) = (id(&created), token(&created, "first"));
    let played = json!({"token": first, "version": 0, "move": "e5"});
    let table = server.post(&format!("/api/tables/{id}/moves"), &played).await.expect(200);
    let view = |n: u32| format!("/api/tables/{id}/views/{n}");
    assert_eq!(server.get(&view(0)).await.expect(200), created["table"]["view"]);
    assert_eq!(server.get(&view(1)).await.expect(200), table["view"]);
    let request = json!({"record": table["record"], "at": 0});
    let seen = server.post("/api/view", &request).await.expect(200);
    assert_eq!(seen["view"], created["table"]["view"]);
    assert_eq!((&seen["events"], &seen["movers"]), (&json!(1), &table["movers"]));
    server.post("/api/view", &json!({"record": table["record"], "at": 2})).await.problem(422, "invalid");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_out_and_in() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let (id, first) = (id(&created), token(&created, "first"));
    let played = json!({"token": first, "version": 0, "move": "e5"});
    server.post(&format!("/api/tables/{id}/moves"), &played).await.expect(200);
    for format in ["json", "sgf"] {
        let file = server.get(&format!("/api/tables/{id}/export?format={format}")).await;
        assert_eq!(file.status, 200);
        assert!(file.header("content-disposition").unwrap().ends_with(&format!("gomoku-{id}.{format}\"")));
        let request = json!({"format": format, "text": file.text()});
        let copy = server.post("/api/import", &request).await.expect(201);
        assert_eq!(copy["table"]["record"]["events"][0]["move"], "e5", "{format}");
        assert_ne!(copy["table"]["id"], id);
    }
    server.get(&format!("/api/tables/{id}/export?format=pdf")).await.problem(422, "unknown-format");
    server.post("/api/import", &json!({"format": "pdf", "text": ""})).await.problem(422, "unknown-format");
    server.post("/api/import", &json!({"format": "json", "text": "{"})).await.problem(422, "bad-record");
    server
        .post("/api/import", &json!({"format": "sgf", "game": "gomoku", "text": "(;("}))
        .await
        .problem(422, "bad-record");
    let huge = json!({"format": "sgf", "game": "gomoku", "text": "(;B[aa]".repeat(1_500_000)});
    server.post("/api/import", &huge).await.problem(413, "too-large");
    let large = json!({"format": "sgf", "game": "gomoku", "text": "(;B[aa]".repeat(200_000)});
    server.post("/api/import", &large).await.problem(422, "bad-record");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_the_last_change_first_and_goes_on() {
    let server = start(|_| ()).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let created = server.gomoku(human(), human()).await;
        ids.push(id(&created).to_owned());
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    ids.reverse();
    let listed = |answer: Value| -> Vec<String> {
        let tables = answer["tables"].as_array().unwrap().iter();
        tables.map(|table| table["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed(server.get("/api/tables").await.expect(200)), ids);
    assert_eq!(listed(server.get("/api/tables?limit=2").await.expect(200)), ids[..2]);
    let rest = server.get(&format!("/api/tables?limit=2&before={}", ids[1])).await.expect(200);
    assert_eq!(listed(rest), ids[2..]);
    server.get("/api/tables?limit=many").await.problem(400, "malformed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_a_receipt_gets_no_more() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let path = format!("/api/tables/{}/moves", id(&created));
    let headers = [("content-type", "application/json"), ("prefer", "respond-async, return=minimal")];
    let request = json!({"token": token(&created, "first"), "version": 0, "move": "e5"}).to_string();
    let answer = server.send("POST", &path, &headers, Some(request.as_bytes())).await;
    assert_eq!(answer.expect(200), json!({"version": 1}));
    assert_eq!(answer.header("preference-applied"), Some("return=minimal"));
    let answer = server.send("POST", &path, &headers, Some(request.as_bytes())).await;
    answer.problem(409, "stale-version");
    server.stop().await;
}

/// The bytes of a list for each table at most.
const BYTES_PER_TABLE: usize = 1000;

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_small_and_replays_nothing() {
    let file = TempFile::new("list.db");
    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let games = server.get("/api/games").await.expect(200);
    for round in 0..100 {
        // The games' own examples have many pieces on the board.
        let demo = &games[round % games.as_array().unwrap().len()]["demo"];
        let seats = json!({"first": human(), "second": human()});
        let request = json!({"game": demo["game"], "seats": seats, "record": demo, "listed": true});
        server.post("/api/tables", &request).await.expect(201);
    }
    let answer = server.get("/api/tables?limit=100").await;
    let listed = answer.expect(200);
    assert_eq!(listed["tables"].as_array().unwrap().len(), 100);
    assert!(answer.body.len() < 100 * BYTES_PER_TABLE, "{} bytes", answer.body.len());
    server.stop().await;

    // What is listed is what is stored, even of a game that could not be replayed; a line that is missing is made anew.
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.0.display())).await.unwrap();
    let ids: Vec<&str> = listed["tables"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    for statement in [
        format!("UPDATE events SET text = 'nonsense' WHERE game_id IN ('{}', '{}')", ids[0], ids[1]),
        format!("UPDATE games SET summary = NULL WHERE id IN ('{}', '{}')", ids[1], ids[2]),
        format!("UPDATE games SET summary = '7' WHERE id = '{}'", ids[3]),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
    let again = server.get("/api/tables?limit=100").await.expect(200);
    let mut expected = listed["tables"].as_array().unwrap().clone();
    expected.remove(1);
    assert_eq!(again["tables"], json!(expected), "only the game that is damaged and has no line is missing");
    server.get(&format!("/api/tables/{}", ids[0])).await.problem(500, "internal");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_writers_of_one_table_never_both_win() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let (id, first) = (id(&created), token(&created, "first"));
    let path = format!("/api/tables/{id}/moves");
    let attempts = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"].map(|text| {
        let (path, request) = (path.clone(), json!({"token": first, "version": 0, "move": text}));
        let server = &server;
        async move { server.post(&path, &request).await.status }
    });
    let statuses = futures_util::future::join_all(attempts).await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 7, "{statuses:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_computers_are_paused_by_whoever_has_them_play() {
    let server = start(|_| ()).await;
    let created = server.gomoku(level("novice"), level("novice")).await;
    let path = format!("/api/tables/{}/pace", created["table"]["id"].as_str().unwrap());
    server.post(&path, &json!({"pace": "paused"})).await.problem(403, "wrong-token");
    let guessed = json!({"pace": "paused", "token": "0123456789abcdefghjkmnpqrs"});
    server.post(&path, &guessed).await.problem(403, "wrong-token");
    let token = &created["tokens"]["first"];
    assert_eq!(server.post(&path, &json!({"pace": "paused", "token": token})).await.expect(200)["pace"], "paused");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_removed_by_everybody_who_plays_at_it() {
    let server = start(|_| ()).await;
    let remove = async |id: &str, tokens: Value| {
        let body = json!({"tokens": tokens}).to_string();
        let headers = [("content-type", "application/json")];
        server.send("DELETE", &format!("/api/tables/{id}"), &headers, Some(body.as_bytes())).await
    };
    let both = server.gomoku(human(), human()).await;
    let (id, tokens) = (both["table"]["id"].as_str().unwrap(), &both["tokens"]);
    remove(id, json!([])).await.problem(403, "wrong-token");
    remove(id, json!(["0123456789abcdefghjkmnpqrs"])).await.problem(403, "wrong-token");
    for _ in 0..2 {
        assert_eq!(remove(id, json!([tokens["first"]])).await.status, 202, "the other one keeps it");
        server.get(&format!("/api/tables/{id}")).await.expect(200);
    }
    assert_eq!(remove(id, json!([tokens["second"]])).await.status, 204);
    server.get(&format!("/api/tables/{id}")).await.problem(404, "not-found");
    remove(id, json!([tokens["first"], tokens["second"]])).await.problem(404, "not-found");

    let here = server.gomoku(human(), human()).await;
    let whole = json!([here["tokens"]["first"], here["tokens"]["second"]]);
    assert_eq!(remove(here["table"]["id"].as_str().unwrap(), whole).await.status, 204, "both at one screen");

    // Nobody has come yet, so nobody else keeps it. Whoever sits down later has not removed it.
    let seats = json!({"first": human(), "second": human()});
    let request = json!({"game": "gomoku", "rules": {"size": 9}, "seats": seats, "invite": ["second"]});
    let alone = server.post("/api/tables", &request).await.expect(201);
    assert_eq!(alone["table"]["apart"], true, "whoever is invited plays from elsewhere");
    let alone_id = alone["table"]["id"].as_str().unwrap();
    assert_eq!(remove(alone_id, json!([alone["tokens"]["first"]])).await.status, 204);

    let computers = server.gomoku(level("novice"), level("novice")).await;
    let watched = computers["table"]["id"].as_str().unwrap();
    remove(watched, json!([])).await.problem(403, "wrong-token");
    assert_eq!(remove(watched, json!([computers["tokens"]["first"]])).await.status, 204);

    let mine = server.gomoku(human(), human()).await["table"]["id"].as_str().unwrap().to_owned();
    let other = server.gomoku(human(), human()).await["table"]["id"].as_str().unwrap().to_owned();
    let listed = server.get(&format!("/api/tables?ids={mine},{id}")).await.expect(200);
    assert_eq!(listed["tables"].as_array().unwrap().len(), 1);
    assert_eq!(listed["tables"][0]["id"], mine.as_str());
    server.get("/api/tables?ids=no/name").await.problem(422, "invalid");
    assert_ne!(mine, other);
    server.stop().await;
}
