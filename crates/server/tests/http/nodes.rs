//! Several nodes on one PostgreSQL database, each of them as good as any other.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use banmen_server::{Config, Database};
use futures_util::SinkExt as _;
use serde_json::{Value, json};

use crate::common::{Running, human, legal_moves, level, start};
use crate::live::{next, next_of, watch};
use crate::postgres;
use tokio_tungstenite::tungstenite::Message;

/// Nodes that share a new database; `None` where PostgreSQL is not installed.
async fn nodes<const N: usize>() -> Option<[Running; N]> {
    nodes_with(|_| ()).await
}

/// Nodes that share a new database and these settings.
async fn nodes_with<const N: usize>(set: impl Fn(&mut Config)) -> Option<[Running; N]> {
    let url = tokio::task::spawn_blocking(postgres::database).await.unwrap()?;
    let mut nodes = Vec::new();
    for _ in 0..N {
        let settings = |config: &mut Config| {
            config.database = Database::try_from(PathBuf::from(&url)).unwrap();
            set(config);
        };
        nodes.push(start(settings).await);
    }
    nodes.try_into().ok()
}

async fn play(node: &Running, created: &Value, version: u64, text: &str) -> crate::common::Reply {
    let seat = if version.is_multiple_of(2) { "first" } else { "second" };
    let request = json!({"token": created["tokens"][seat], "version": version, "move": text});
    node.post(&format!("/api/tables/{}/moves", created["table"]["id"].as_str().unwrap()), &request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_on_any_node_is_seen_at_once_on_every_other() {
    let Some([one, two, three]) = nodes().await else { return };
    let created = one.gomoku(human(), human()).await;
    let id = created["table"]["id"].as_str().unwrap();
    let mut watchers = Vec::new();
    for node in [&one, &two, &three] {
        watchers.push(watch(node, &format!("/api/tables/{id}/live?version=0"), None).await.unwrap());
    }
    let mut slowest = Duration::ZERO;
    for (version, text) in (0..).zip(["e5", "e6", "d5", "d6", "c5", "c6"]) {
        // Each move on another node than the one before.
        let node = [&one, &two, &three][version as usize % 3];
        let table = play(node, &created, version, text).await.expect(200);
        assert_eq!(table["version"], version + 1);
        let played = Instant::now();
        for watcher in &mut watchers {
            let seen = next_of(watcher, "change").await;
            assert_eq!((&seen["seq"], &seen["change"]["keep"]), (&json!(version + 1), &json!(version)));
            assert_eq!(seen["change"]["events"], json!([{"move": text}]));
        }
        slowest = slowest.max(played.elapsed());
        for node in [&one, &two, &three] {
            assert_eq!(node.get(&format!("/api/tables/{id}")).await.expect(200)["version"], version + 1);
        }
    }
    println!("after a move, the last watcher on three nodes was told within {slowest:?}");
    // A move that answers an older version changes nothing, wherever it is sent.
    for node in [&one, &two, &three] {
        assert_eq!(play(node, &created, 4, "a1").await.problem(409, "stale-version")["version"], 6);
    }
    for node in [one, two, three] {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_moves_on_two_nodes_one_wins() {
    let Some([one, two]) = nodes().await else { return };
    for _ in 0..10 {
        let created = one.gomoku(human(), human()).await;
        let (here, there) = tokio::join!(play(&one, &created, 0, "e5"), play(&two, &created, 0, "d4"));
        let mut answers = [here.status, there.status];
        answers.sort_unstable();
        assert_eq!(answers, [200, 409], "{} {}", here.text(), there.text());
        let id = created["table"]["id"].as_str().unwrap();
        let expected = if here.status == 200 { "e5" } else { "d4" };
        for node in [&one, &two] {
            let table = node.get(&format!("/api/tables/{id}")).await.expect(200);
            assert_eq!(table["record"]["events"], json!([{"move": expected}]));
        }
    }
    for node in [one, two] {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_two_people_do_at_the_same_moment_on_two_nodes_has_one_outcome() {
    let Some([one, two]) = nodes().await else { return };
    let events = async |path: &str| {
        let here = one.get(path).await.expect(200);
        let there = two.get(path).await.expect(200);
        assert_eq!((&here["version"], &here["record"]), (&there["version"], &there["record"]));
        here["record"]["events"].clone()
    };
    for _ in 0..6 {
        // A seat.
        let seats = json!({"first": human(), "second": human()});
        let request = json!({"game": "gomoku", "rules": {"size": 9}, "seats": seats, "invite": ["second"]});
        let created = one.post("/api/tables", &request).await.expect(201);
        let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
        let pass = json!({"pass": created["invitations"]["second"]});
        let (here, there) = tokio::join!(one.post("/api/seats", &pass), two.post("/api/seats", &pass));
        let mut answers = [here.status, there.status];
        answers.sort_unstable();
        assert_eq!(answers, [200, 403], "{} {}", here.text(), there.text());
        let guest = if here.status == 200 { here.json() } else { there.json() };
        let tokens = [&created["tokens"]["first"], &guest["tokens"]["second"]];
        let version = one.get(&path).await.expect(200)["version"].as_u64().unwrap();
        for (number, (node, text)) in [(&one, "e5"), (&two, "d4")].into_iter().enumerate() {
            let play = json!({"token": tokens[number], "version": version + number as u64, "move": text});
            node.post(&format!("{path}/moves"), &play).await.expect(200);
        }

        // Taking back is accepted while whoever asked for it plays on.
        let offer = |number: usize, version: u64, what: &str| json!({"token": tokens[number], "version": version, "offer": what});
        let offers = format!("{path}/offers");
        one.post(&offers, &offer(0, version + 2, "takeback")).await.expect(200);
        let play = json!({"token": tokens[0], "version": version + 3, "move": "e6"});
        let accept = offer(1, version + 3, "takeback");
        let moves = format!("{path}/moves");
        let (here, there) = tokio::join!(one.post(&moves, &play), two.post(&offers, &accept));
        let happened = events(&path).await;
        let expected = match (here.status, there.status) {
            (200, 409) => json!([{"move": "e5"}, {"move": "d4"}, {"move": "e6"}]),
            (409, 200) => json!([]),
            _ => panic!("{} {}", here.text(), there.text()),
        };
        assert_eq!(happened, expected);

        // Both offer a draw: whoever is late is told so, and offers again what the other one offers.
        let mut version = one.get(&path).await.expect(200)["version"].as_u64().unwrap();
        for text in ["a1", "b1", "c1"].iter().skip(expected.as_array().unwrap().len() % 2) {
            let number = (events(&path).await.as_array().unwrap().len()) % 2;
            one.post(&moves, &json!({"token": tokens[number], "version": version, "move": text})).await.expect(200);
            version += 1;
        }
        let (first, second) = (offer(0, version, "draw"), offer(1, version, "draw"));
        let (here, there) = tokio::join!(one.post(&offers, &first), two.post(&offers, &second));
        for (answer, node, number) in [(&here, &one, 0), (&there, &two, 1)] {
            if answer.status != 200 {
                answer.problem(409, "stale-version");
                node.post(&offers, &offer(number, version + 1, "draw")).await.expect(200);
            }
        }
        let happened = events(&path).await;
        let ends = happened.as_array().unwrap().iter().filter(|event| event["end"] == "draw").count();
        assert_eq!(ends, 1, "{happened}");

        // Both ask for the next game.
        let rematch = format!("{path}/rematch");
        let ask = |number: usize| json!({"token": tokens[number], "swap": true});
        let (first, second) = (ask(0), ask(1));
        let (here, there) = tokio::join!(one.post(&rematch, &first), two.post(&rematch, &second));
        let (here, there) = (here.expect(201), there.expect(201));
        assert_eq!(here["table"]["id"], there["table"]["id"]);
        assert_eq!((&here["tokens"], &there["tokens"]), (&json!({"second": tokens[0]}), &json!({"first": tokens[1]})));
    }
    for node in [one, two] {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_once_although_the_node_of_the_game_has_gone() {
    let Some([one, two, three]) = nodes().await else { return };
    let seats = json!({"first": human(), "second": human()});
    let clock = json!({"kind": "byoyomi", "seconds": 0, "periods": 1, "period": 2});
    let request = json!({"game": "gomoku", "rules": {"size": 9}, "seats": seats, "clock": clock});
    let created = one.post("/api/tables", &request).await.expect(201);
    play(&one, &created, 0, "e5").await.expect(200);
    play(&one, &created, 1, "d4").await.expect(200);
    one.stop().await;
    // Nobody asks for the table meanwhile.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let id = created["table"]["id"].as_str().unwrap();
    for node in [&two, &three] {
        let table = node.wait(id, |table| table["turn"]["kind"] == "over").await;
        let expected = json!([{"move": "e5"}, {"move": "d4"}, {"timeout": "first"}]);
        assert_eq!(table["record"]["events"], expected);
    }
    for node in [two, three] {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_thinks_on_one_node_and_goes_on_when_that_node_leaves() {
    let Some([one, two]) = nodes().await else { return };
    let created = one.gomoku(human(), level("classic")).await;
    let id = created["table"]["id"].as_str().unwrap().to_owned();
    let mut watcher = watch(&two, &format!("/api/tables/{id}/live?version=0"), None).await.unwrap();
    let mut version = 0;
    let mut answered = async |node: &Running| {
        let table = node.wait(&id, |table| table["turn"]["seat"] == "first").await;
        play(node, &created, version, &legal_moves(&table)[0]).await.expect(200);
        let mut seen = version;
        version += 2;
        while seen < version {
            let event = next(&mut watcher).await.expect("the socket is open");
            let seq = event["seq"].as_u64().unwrap();
            match event["kind"].as_str() {
                // Never doubled, whoever thought.
                Some("change") => assert_eq!(seq, seen + 1),
                // A node that hears of two changes at once sends the whole table.
                Some("table") => assert!(seq > seen && seq <= version, "{seq} after {seen}"),
                _ => continue,
            }
            seen = seq;
        }
    };
    // Whichever of them thinks, moves come through both; four of them are too few for the computer to win.
    for node in [&one, &two, &one] {
        answered(node).await;
    }
    one.stop().await;
    answered(&two).await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_on_another_node_is_there_and_is_heard() {
    let absence = Duration::from_secs(1);
    let Some([one, two]) = nodes_with(|config| config.limits.absence = absence).await else { return };
    let seats = json!({"first": human(), "second": human()});
    let request = json!({"game": "gomoku", "rules": {"size": 9}, "seats": seats, "apart": true, "invite": ["second"]});
    let created = one.post("/api/tables", &request).await.expect(201);
    let id = created["table"]["id"].as_str().unwrap();
    let host = &created["tokens"]["first"];
    let guest = two.post("/api/seats", &json!({"pass": created["invitations"]["second"]})).await.expect(200);
    let guest = &guest["tokens"]["second"];
    let live = format!("/api/tables/{id}/live");
    let sit = async |node: &Running, token: &Value| {
        let mut socket = watch(node, &live, None).await.unwrap();
        socket.send(Message::text(json!({"token": token}).to_string())).await.unwrap();
        socket
    };
    let mut here = sit(&one, host).await;
    let mut there = sit(&two, guest).await;
    let watcher = watch(&two, &live, None).await.unwrap();
    let presence = async |socket: &mut _, wanted: Value| {
        let seen = async {
            loop {
                let event = next(socket).await.expect("the socket is open");
                let seen = &event["presence"];
                if json!([seen["first"], seen["second"], seen["watchers"]]) == wanted {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), seen).await.unwrap_or_else(|_| panic!("never {wanted}"));
    };
    presence(&mut here, json!([true, true, 1])).await;
    presence(&mut there, json!([true, true, 1])).await;
    let phrase = json!({"token": guest, "phrase": "hello"});
    two.post(&format!("/api/tables/{id}/phrases"), &phrase).await.expect(200);
    let heard = loop {
        let event = next(&mut here).await.expect("the socket is open");
        if event["kind"] == "phrase" {
            break event;
        }
    };
    assert_eq!((&heard["seat"], &heard["phrase"]), (&json!("second"), &json!("hello")));
    // The guest has to move, says nothing for longer than anybody may be away, and is there all the same.
    let mut version = one.get(&format!("/api/tables/{id}")).await.expect(200)["version"].as_u64().unwrap();
    for (token, text) in [(host, "e5"), (guest, "d4"), (host, "e6")] {
        let request = json!({"token": token, "version": version, "move": text});
        version = one.post(&format!("/api/tables/{id}/moves"), &request).await.expect(200)["version"].as_u64().unwrap();
    }
    tokio::time::sleep(absence * 2).await;
    let claim = json!({"token": host, "version": version});
    one.post(&format!("/api/tables/{id}/claim"), &claim).await.problem(422, "not-now");
    // Whoever leaves another node is away here too.
    drop((there, watcher));
    presence(&mut here, json!([true, false, 0])).await;
    tokio::time::sleep(absence).await;
    let claimed = one.post(&format!("/api/tables/{id}/claim"), &claim).await.expect(200);
    assert_eq!(claimed["turn"]["kind"], "over");
    for node in [one, two] {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_asked_for_anywhere_and_known_everywhere() {
    let Some([one, two, three]) = nodes().await else { return };
    let record = json!({"format": 1, "game": "gomoku", "rules": {"size": 9}, "events": [{"move": "e5"}]});
    let hint = json!({"kind": "hint", "record": record, "seconds": 0.2});
    let job = one.post("/api/jobs", &hint).await.expect(202);
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    let ended = async |node: &Running| {
        for _ in 0..400 {
            let state = node.get(&path).await.expect(200);
            if state["status"] != "running" {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the job never ended");
    };
    let state = ended(&two).await;
    assert_eq!(state["status"], "done", "{state}");
    assert!(state["result"]["move"].is_string(), "{state}");
    for node in [&one, &three] {
        // A node that follows the job hears of its end a moment later.
        assert_eq!(ended(node).await["result"], state["result"]);
    }
    // Events on another node end with the result.
    let events = three.get(&format!("{path}/events")).await.text();
    assert!(events.contains("\"done\""), "{events}");
    assert_eq!(one.get("/api/jobs/00000000000000000000000000").await.status, 404);
    for node in [one, two, three] {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_stopped_from_anywhere() {
    let Some([one, two]) = nodes().await else { return };
    let rules = json!({"size": 15});
    let record = json!({"format": 1, "game": "gomoku", "rules": rules, "events": [{"move": "h8"}, {"move": "h9"}]});
    let long = json!({"kind": "analysis", "record": record, "seconds": 300});
    let under_way = async |node: &Running, path: &str| {
        for _ in 0..400 {
            let state = node.get(path).await.expect(200);
            if state["queued"] == false {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nobody takes the job");
    };
    // One of them works on it, and either may be asked to stop it.
    for (node, other) in [(&one, &two), (&two, &one)] {
        let job = one.post("/api/jobs", &long).await.expect(202);
        let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
        under_way(&two, &path).await;
        let stopped = other.send("DELETE", &path, &[], None).await.expect(200);
        assert!(stopped["status"] == "running" || stopped["status"] == "stopped", "{stopped}");
        let mut state = node.get(&path).await.expect(200);
        for _ in 0..400 {
            if state["status"] != "running" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            state = node.get(&path).await.expect(200);
        }
        assert_eq!(state["status"], "stopped", "{state}");
    }
    for node in [one, two] {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_has_one_limit_on_all_nodes() {
    let Some(url) = tokio::task::spawn_blocking(postgres::database).await.unwrap() else { return };
    let node = async || {
        start(|config| {
            config.database = Database::try_from(PathBuf::from(&url)).unwrap();
            let burst = std::num::NonZeroU32::new(40).unwrap();
            config.limits.rate = Some(banmen_server::Rate { every: Duration::from_hours(1), burst });
        })
        .await
    };
    let (one, two) = (node().await, node().await);
    let mut spent = 0;
    while one.get("/api/games").await.status == 200 {
        spent += 1;
    }
    assert_eq!(spent, 40);
    let mut allowed = 0;
    while two.get("/api/games").await.status == 200 {
        allowed += 1;
        assert!(allowed < 40, "the other node was never told");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    one.stop().await;
    two.stop().await;
}
