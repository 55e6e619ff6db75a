//! Programs can do what the page does: the example in Python takes seats through the API and plays whole games.

use std::process::Stdio;
use std::time::Duration;

use crate::common::{Running, human, level, start};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");

/// Whether there is Python; a run of all tests insists on it.
fn has_python() -> bool {
    let found = std::process::Command::new("python3").arg("--version").output().is_ok();
    assert!(found || std::env::var("BANMEN_PYTHON").is_err(), "python3 is missing");
    if !found {
        println!("skipped: there is no python3 on this machine to run examples/bot.py");
    }
    found
}

fn bot(server: &Running, arguments: &[&str]) -> Child {
    let mut command = Command::new("python3");
    command.arg("-B").arg(BOT).arg(format!("http://{}", server.addr)).args(arguments).args(["--seed", "7"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command.spawn().unwrap()
}

/// What it prints until it ends well.
async fn ends(bot: Child) -> String {
    let output = tokio::time::timeout(Duration::from_mins(2), bot.wait_with_output()).await.unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_meet_in_the_lobby_and_play_to_the_end() {
    if !has_python() {
        return;
    }
    let server = start(|_| ()).await;
    for game in ["konane", "quantum"] {
        let mut host = bot(&server, &["--game", game, "--name", "Host"]);
        let mut lines = BufReader::new(host.stdout.take().unwrap()).lines();
        let first = lines.next_line().await.unwrap().expect("it says where it sits");
        let id = first.rsplit('/').next().unwrap().to_owned();
        assert!(first.starts_with("second at "), "{first}");
        let guest = bot(&server, &["--join", &id, "--name", "Guest"]);
        assert!(ends(guest).await.contains("over: "));
        let last = lines.next_line().await.unwrap().expect("it says how the game ended");
        assert!(last.starts_with("over: "), "{last}");
        assert!(ends(host).await.is_empty());
        let table = server.get(&format!("/api/tables/{id}")).await.expect(200);
        assert_eq!(table["turn"]["kind"], "over");
        assert_eq!(table["names"], json!({"first": "Guest", "second": "Host"}));
        assert!(table["record"]["events"].as_array().unwrap().iter().all(|event| event.get("resign").is_none()));
        if game == "quantum" {
            let nonces = table["record"]["seal"]["nonces"].as_object().expect("both contributed to the draws");
            assert_eq!(nonces.len(), 2);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_takes_an_invitation_declines_offers_and_says_what_is_wrong() {
    if !has_python() {
        return;
    }
    let server = start(|_| ()).await;
    let request = json!({"game": "gomoku", "rules": {"size": 9}, "apart": true, "invite": ["second"],
        "seats": {"first": human(), "second": human()}});
    let created = server.post("/api/tables", &request).await.expect(201);
    let id = created["table"]["id"].as_str().unwrap();
    let token = &created["tokens"]["first"];
    let guest = bot(&server, &["--invite", created["invitations"]["second"].as_str().unwrap()]);
    let moved = |version: &Value| json!({"token": token, "version": version, "move": "e5"});
    let table = server.wait(id, |table| table["holders"]["second"].is_string()).await;
    server.post(&format!("/api/tables/{id}/moves"), &moved(&table["version"])).await.expect(200);
    let table = server.wait(id, |table| table["events"] == 2).await;
    let offer = json!({"token": token, "version": table["version"], "offer": "draw"});
    server.post(&format!("/api/tables/{id}/offers"), &offer).await.expect(200);
    let table = server.wait(id, |table| table["offers"].get("spent").is_some()).await;
    let resign = json!({"token": token, "version": table["version"]});
    server.post(&format!("/api/tables/{id}/resign"), &resign).await.expect(200);
    assert!(ends(guest).await.contains("over: second wins (resigned)"));

    let late = bot(&server, &["--invite", "used-up"]);
    let output = late.wait_with_output().await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("403 wrong-pass"));

    let request = json!({"game": "dobutsu", "seats": {"first": human(), "second": level("easy")}, "invite": ["first"]});
    let created = server.post("/api/tables", &request).await.expect(201);
    let player = bot(&server, &["--invite", created["invitations"]["first"].as_str().unwrap()]);
    assert!(ends(player).await.contains("over: "), "it also plays the computer");
    server.stop().await;
}
