//! Programs can do what the page does: the example in Python takes seats through the API and plays whole games.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use crate::common::{Running, human, level, start};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");

/// Whether there is Python; a run of all tests insists on it.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    assert!(found || std::env::var("BANMEN_PYTHON").is_err(), "python3 is missing");
    if !found {
        println!("skipped: there is no python3 on this machine to run examples/bot.py");
    }
    found
}

/// A program that is ended with the test.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn bot(server: &Running, arguments: &[&str]) -> Bot {
    let mut command = Command::new("python3");
    command.arg("-B").arg(BOT).arg(format!("http://{}", server.addr)).args(arguments).args(["--seed", "7"]);
    Bot(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// What it prints to its end, and how it ends: with 0, or with what it says is wrong.
async fn ends(mut bot: Bot) -> (String, Result<(), String>) {
    let waiting = spawn_blocking(move || {
        let (mut printed, mut wrong) = (String::new(), String::new());
        bot.0.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        bot.0.stderr.take().unwrap().read_to_string(&mut wrong).unwrap();
        (printed, if bot.0.wait().unwrap().success() { Ok(()) } else { Err(wrong) })
    });
    waiting.await.unwrap()
}

/// The first line that it prints.
async fn first_line(mut bot: Bot) -> (Bot, String) {
    let waiting = spawn_blocking(move || {
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(1, bot.0.stdout.take().unwrap());
        reader.read_line(&mut line).unwrap();
        bot.0.stdout = Some(reader.into_inner());
        (bot, line.trim().to_owned())
    });
    waiting.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_meet_in_the_lobby_and_play_to_the_end() {
    if !has_python() {
        return;
    }
    let server = start(|_| ()).await;
    for game in ["konane", "quantum"] {
        let (host, first) = first_line(bot(&server, &["--game", game, "--name", "Host"])).await;
        let id = first.rsplit('/').next().unwrap().to_owned();
        assert!(first.starts_with("second at "), "{first}");
        let guest = bot(&server, &["--join", &id, "--name", "Guest"]);
        for player in [guest, host] {
            let (printed, ended) = ends(player).await;
            assert_eq!(ended, Ok(()));
            assert!(printed.contains("over: "), "{printed}");
        }
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
    assert!(ends(guest).await.0.contains("over: second wins (resigned)"));

    let late = bot(&server, &["--invite", "used-up"]);
    assert!(ends(late).await.1.unwrap_err().contains("403 wrong-pass"));

    let request = json!({"game": "dobutsu", "seats": {"first": human(), "second": level("easy")}, "invite": ["first"]});
    let created = server.post("/api/tables", &request).await.expect(201);
    let player = bot(&server, &["--invite", created["invitations"]["first"].as_str().unwrap()]);
    assert!(ends(player).await.0.contains("over: "), "it also plays the computer");
    server.stop().await;
}
