//! A server that is killed in mid-game loses no acknowledged move.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::Program;

const SERVE: Program = Program("serve");

/// A server in a process of its own, killed without warning when it is dropped.
struct Server {
    process: Child,
    addr: String,
}

impl Server {
    fn start(database: &PathBuf) -> Server {
        let mut process = SERVE
            .command(&["--addr", "127.0.0.1:0", "--no-open", "--db"])
            .arg(database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).expect("the program says where it is").trim().trim_end_matches('/');
        Server { addr: addr.to_owned(), process }
    }

    /// `kill -9`.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One request on a connection of its own; `None` if no whole answer came back.
fn ask(addr: &str, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(addr).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let status = String::from_utf8_lossy(&answer[..end]).split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_slice(&answer[end + 4..]).ok()?))
}

/// A table of two people, and the moves that were acknowledged.
struct Game {
    path: String,
    tokens: Value,
    acknowledged: Vec<String>,
}

impl Game {
    fn start(addr: &str) -> Game {
        let human = json!({"kind": "human"});
        let request = json!({"game": "gomoku", "rules": {"size": 19}, "seats": {"first": human, "second": human}});
        let (status, created) = ask(addr, "POST", "/api/tables", Some(&request)).expect("a table is set up");
        assert_eq!(status, 201, "{created}");
        let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
        Game { path, tokens: created["tokens"].clone(), acknowledged: Vec::new() }
    }

    /// Plays the next move; false if the server did not acknowledge it.
    fn play(&mut self, addr: &str) -> bool {
        let number = self.acknowledged.len();
        // Every second point of every second row: nobody ever gets five.
        let text = format!("{}{}", char::from(b'a' + (number % 10 * 2) as u8), number / 10 * 2 % 19 + 1);
        let seat = if number.is_multiple_of(2) { "first" } else { "second" };
        let request = json!({"token": self.tokens[seat], "version": number, "move": text});
        match ask(addr, "POST", &format!("{}/moves", self.path), Some(&request)) {
            Some((200, _)) => {
                self.acknowledged.push(text);
                true
            }
            Some((status, answer)) => panic!("{status}: {answer}"),
            None => false,
        }
    }
}

#[test]
fn a_killed_server_loses_no_acknowledged_move() {
    let database = std::env::temp_dir()
        .join(format!("banmen-a_killed_server_loses_no_acknowledged_move-{}.db", std::process::id()));
    let server = Server::start(&database);
    let killed = Arc::new(AtomicBool::new(false));
    let moves = Arc::new(AtomicUsize::new(0));
    let games = Arc::new(Mutex::new(Vec::new()));
    let players: Vec<_> = (0..4)
        .map(|_| {
            let (addr, killed, games) = (server.addr.clone(), Arc::clone(&killed), Arc::clone(&games));
            let moves = Arc::clone(&moves);
            let mut game = Game::start(&addr);
            std::thread::spawn(move || {
                while game.acknowledged.len() < 90 && game.play(&addr) {
                    moves.fetch_add(1, Ordering::SeqCst);
                }
                assert!(killed.load(Ordering::SeqCst) || game.acknowledged.len() == 90, "an answer was lost");
                games.lock().unwrap().push(game);
            })
        })
        .collect();
    // In the middle of all games, however fast the machine is.
    while moves.load(Ordering::SeqCst) < 4 * 30 && players.iter().any(|player| !player.is_finished()) {
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.store(true, Ordering::SeqCst);
    server.kill();
    for player in players {
        player.join().unwrap();
    }

    let server = Server::start(&database);
    let mut games = Arc::into_inner(games).unwrap().into_inner().unwrap();
    assert!(games.iter().any(|game| !game.acknowledged.is_empty()), "nothing was played before the end");
    for game in &mut games {
        let (status, table) = ask(&server.addr, "GET", &game.path, None).expect("the new server answers");
        assert_eq!(status, 200, "{table}");
        let kept = table["record"]["events"].as_array().unwrap().iter();
        let kept: Vec<&str> = kept.map(|event| event["move"].as_str().unwrap()).collect();
        let acknowledged: Vec<&str> = game.acknowledged.iter().map(String::as_str).collect();
        assert!(kept.starts_with(&acknowledged), "{kept:?} lacks some of {acknowledged:?}");
        assert!(kept.len() <= acknowledged.len() + 1, "at most the move under way is kept as well");
        assert_eq!(table["version"], kept.len(), "version and events agree");
        // The game goes on where it was.
        game.acknowledged = kept.into_iter().map(str::to_owned).collect();
        assert!(game.acknowledged.len() >= 90 || game.play(&server.addr));
    }
    drop(server);
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", database.display()));
    }
}
