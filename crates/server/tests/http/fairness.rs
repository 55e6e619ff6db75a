//! Games with chance: the seed stays secret to the end, every draw can be recomputed afterwards, and nobody rolls twice.

use crate::common::{Running, TempFile, human, legal_moves, start};
use banmen_catalog::Entry;
use banmen_core::{Event, Record, Seal};
use serde_json::{Value, json};

/// The games of the catalogue in which chance plays a part.
fn games_of_chance() -> impl Iterator<Item = &'static Entry> {
    banmen_catalog::games().iter().filter(|entry| entry.info().chance)
}

/// Plays until chance has decided `draws` times, or the game is over; returns the table.
async fn play(server: &Running, created: &Value, draws: usize) -> Value {
    let id = created["table"]["id"].as_str().unwrap();
    let mut table = created["table"].clone();
    for step in 0..400 {
        let drawn = table["movers"].as_str().unwrap().matches('-').count();
        if drawn >= draws || table["turn"]["kind"] == "over" {
            return table;
        }
        // A button, such as the one that makes chance decide, is pressed whenever there is one.
        let button = table["view"]["moves"].as_array().into_iter().flatten().find(|one| one[4].is_string());
        let moves = legal_moves(&table);
        let chosen = button.map_or_else(|| json!(moves[step * 7 % moves.len()]), |one| one[0].clone());
        let seat = table["turn"]["seat"].as_str().unwrap();
        let request = json!({"token": created["tokens"][seat], "version": table["version"], "move": chosen});
        let answer = server.post(&format!("/api/tables/{id}/moves"), &request).await;
        table = answer.expect(200);
        if table["turn"]["kind"] != "over" {
            assert_eq!(table["record"]["seal"].get("seed"), None, "the seed is out");
        }
    }
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_is_secret_until_the_end_and_explains_every_draw() {
    let server = start(|_| ()).await;
    for entry in games_of_chance() {
        let request = json!({"game": entry.id(), "seats": {"first": human(), "second": human()}});
        let created = server.post("/api/tables", &request).await.expect(201);
        let hash = created["table"]["record"]["seal"]["hash"].as_str().unwrap().to_owned();
        let id = created["table"]["id"].as_str().unwrap();
        let nonce = format!("/api/tables/{id}/nonce");
        let nonces = json!({"first": "0a".repeat(32), "second": "0b".repeat(32)});
        for seat in ["first", "second"] {
            let request = json!({"token": created["tokens"][seat], "nonce": nonces[seat]});
            let table = server.post(&nonce, &request).await.expect(200);
            assert_eq!(table["record"]["seal"]["hash"], hash, "the hash was fixed before");
            assert_eq!(server.post(&nonce, &request).await.expect(200)["version"], table["version"]);
            let changed = json!({"token": created["tokens"][seat], "nonce": "0c".repeat(32)});
            server.post(&nonce, &changed).await.problem(422, "not-now");
        }
        server.post(&nonce, &json!({"token": "guess", "nonce": "0c".repeat(32)})).await.problem(403, "wrong-token");
        server.post(&nonce, &json!({"token": created["tokens"]["first"], "nonce": "0c"})).await.problem(422, "invalid");
        let table = play(&server, &created, 3).await;
        let paths = ["", "/export?format=json", "/views/1"].map(|tail| format!("/api/tables/{id}{tail}"));
        if table["turn"]["kind"] != "over" {
            for path in paths.iter().map(String::as_str).chain(["/api/tables"]) {
                assert!(!server.get(path).await.text().contains("\"seed\""), "{path}");
            }
            let resign = json!({"token": created["tokens"]["first"], "version": table["version"]});
            server.post(&format!("/api/tables/{id}/resign"), &resign).await.expect(200);
        }
        let record: Record = serde_json::from_slice(&server.get(&paths[1]).await.body).unwrap();
        let note = record.seal.clone().unwrap();
        assert_eq!(json!(note.nonces), nonces, "everybody can see what was contributed");
        let seal = Seal::from_hex(note.seed.as_ref().expect("the game is over")).unwrap();
        assert_eq!((seal.hash(), &note.hash), (hash.clone(), &hash), "the promise of the start is kept");
        let mut game = entry.start(&record.rules).unwrap();
        let mut draws = 0;
        for event in &record.events {
            if matches!(event, Event::Chance(_)) {
                assert_eq!(game.draw(&mut seal.draw(draws, &note.nonces)).as_ref(), Some(event));
                draws += 1;
            }
            game.apply(event).unwrap();
        }
        assert!(draws > 0, "{} has drawn nothing", entry.id());
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn contributions_outlive_a_restart_and_late_ones_are_refused() {
    let file = TempFile::new("nonces.db");
    for entry in games_of_chance() {
        let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
        let request = json!({"game": entry.id(), "seats": {"first": human(), "second": human()}});
        let created = server.post("/api/tables", &request).await.expect(201);
        let id = created["table"]["id"].as_str().unwrap();
        let nonce = format!("/api/tables/{id}/nonce");
        let give = |seat: &str| json!({"token": created["tokens"][seat], "nonce": "0a".repeat(32)});
        let seal = server.post(&nonce, &give("first")).await.expect(200)["record"]["seal"].clone();
        server.stop().await;
        let server = start(|config| config.database = banmen_server::Database::File(file.0.clone())).await;
        let table = server.get(&format!("/api/tables/{id}")).await.expect(200);
        assert_eq!(table["record"]["seal"], seal);
        let again = json!({"table": table, "tokens": created["tokens"]});
        let table = play(&server, &again, 1).await;
        server.post(&nonce, &give("second")).await.problem(422, "not-now");
        assert_eq!(server.get(&format!("/api/tables/{id}")).await.expect(200)["version"], table["version"]);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_draw_is_taken_back_and_nothing_after_the_end() {
    let server = start(|_| ()).await;
    for entry in games_of_chance() {
        let request = json!({"game": entry.id(), "seats": {"first": human(), "second": human()}});
        let created = server.post("/api/tables", &request).await.expect(201);
        let undo = format!("/api/tables/{}/undo", created["table"]["id"].as_str().unwrap());
        let mut table = play(&server, &created, 1).await;
        // Whatever came after the draw can go; the draw itself cannot.
        loop {
            let last = table["movers"].as_str().unwrap().chars().last().unwrap();
            let seat = if last == '2' { "second" } else { "first" };
            let other = if seat == "first" { "second" } else { "first" };
            let tokens = &created["tokens"];
            let request = json!({"token": tokens[seat], "consent": tokens[other], "version": table["version"]});
            let answer = server.post(&undo, &request).await;
            if last == '-' || table["turn"]["kind"] == "over" {
                answer.problem(422, "nothing-to-undo");
                break;
            }
            table = answer.expect(200);
        }
        let resign = json!({"token": created["tokens"]["first"], "version": table["version"]});
        let resigned = server.post(&undo.replace("undo", "resign"), &resign).await;
        if resigned.status == 200 {
            let request = json!({"token": created["tokens"]["first"], "version": resigned.json()["version"]});
            server.post(&undo, &request).await.problem(422, "nothing-to-undo");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_goes_on_elsewhere_gets_a_seal_of_its_own() {
    let server = start(|_| ()).await;
    for entry in games_of_chance() {
        let request = json!({"game": entry.id(), "seats": {"first": human(), "second": human()}});
        let created = server.post("/api/tables", &request).await.expect(201);
        let table = play(&server, &created, 1).await;
        if table["turn"]["kind"] == "over" {
            continue;
        }
        let request =
            json!({"game": entry.id(), "seats": {"first": human(), "second": human()}, "record": table["record"]});
        let copy = server.post("/api/tables", &request).await.expect(201);
        assert_ne!(copy["table"]["record"]["seal"]["hash"], table["record"]["seal"]["hash"]);
        assert_eq!(copy["table"]["record"]["tags"]["sealed_from"], "1", "the older draw is not this seal's");
    }
    server.stop().await;
}
