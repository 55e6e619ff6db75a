//! How much the server bears. Everything happens on the loopback interface, and each figure ends after a bounded time.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use banmen_core::Random;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};

use crate::audience;
use crate::line::Line;
use crate::node::{self, Node};

/// Connections that are opened at once.
const OPENING: usize = 100;
/// After so long a figure ends with what it has.
const LONGEST: Duration = Duration::from_mins(2);

/// Limits of a server that is to bear all this.
pub const WIDE: [&str; 12] = [
    "--connections=20000",
    "--connections-per-address=20000",
    "--connections-kept=0",
    "--sockets=15000",
    "--sockets-per-address=15000",
    "--requests-per-second=0",
    "--tables-per-day=0",
    "--replays=4096",
    "--replays-per-address=4096",
    "--tables=20000",
    "--idle-table=10m",
    "--idle-connection=5m",
];

/// Files that this process has open beside its connections.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// How many connections this process may have, after it has asked for as many as the system lets it. Says so where that is few.
pub fn connections() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let allowed = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: allowed.maximum, ..allowed });
        let most = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        if most < 10_000 + OTHER_FILES {
            println!("only {most} files may be open here (`ulimit -Hn`), so that fewer than 10,000 watchers are tried");
        }
        usize::try_from(most.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX)
    }
    #[cfg(not(unix))]
    usize::MAX
}

/// A game of two people, both seats in one hand.
struct Game {
    path: String,
    tokens: [String; 2],
    moves: u64,
}

impl Game {
    async fn start(line: &mut Line) -> Game {
        let human = json!({"kind": "human"});
        let request = json!({"game": "gomoku", "rules": {"size": 19}, "seats": {"first": human, "second": human}});
        let (status, created) = line.ask("POST", "/api/tables", Some(&request)).await.unwrap();
        assert_eq!(status, 201, "{created}");
        let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
        let tokens = ["first", "second"].map(|seat| created["tokens"][seat].as_str().unwrap().to_owned());
        Game { path, tokens, moves: 0 }
    }

    /// Whether nobody can have five in a row and the board has room.
    fn goes_on(&self) -> bool {
        self.moves < 100
    }

    /// Sends the next move.
    async fn send(&mut self, line: &mut Line) {
        let number = self.moves;
        // Every second point of every second row: nobody ever gets five.
        let text = format!("{}{}", char::from(b'a' + (number % 10 * 2) as u8), number / 10 * 2 + 1);
        let token = &self.tokens[number as usize % 2];
        let request = format!(r#"{{"token":"{token}","version":{number},"move":"{text}"}}"#);
        line.send_text("POST", &format!("{}/moves", self.path), &request).await.unwrap();
        self.moves += 1;
    }
}

fn address(number: usize) -> Ipv4Addr {
    Ipv4Addr::new(10, (number >> 16) as u8, (number >> 8) as u8, number as u8)
}

/// The value below which this part of the sorted values lies.
fn percentile(sorted: &[Duration], part: f64) -> f64 {
    let index = ((sorted.len() as f64 * part) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

/// Watchers, held; then moves that all watchers of a table hear of.
pub async fn watchers(node: &Node, watchers: usize, tables: usize, moves: usize) {
    let mut line = Line::open(&node.addr, address(0)).await.unwrap();
    let mut games = Vec::new();
    for _ in 0..tables {
        games.push(Game::start(&mut line).await);
    }
    let opening = Arc::new(Semaphore::new(OPENING));
    let started = Instant::now();
    let tasks: Vec<_> = (0..watchers)
        .map(|number| {
            let (addr, path) = (node.addr.clone(), games[number % tables].path.clone());
            let opening = Arc::clone(&opening);
            tokio::spawn(async move {
                let _permit = opening.acquire().await.unwrap();
                Line::open(&addr, address(number)).await?.watch(&path, 0).await
            })
        })
        .collect();
    let mut sockets = Vec::new();
    for task in tasks {
        sockets.extend(task.await.unwrap().inspect_err(|error| println!("a watcher could not come: {error}")));
    }
    let (held, seconds) = (sockets.len(), started.elapsed().as_secs_f64());
    let mut told = audience::listen_to(sockets).unwrap();
    // Comings are told to everybody a little later.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let memory = node.resident_bytes() as f64 / 1e6;
    // An idle connection has been closed meanwhile.
    let mut line = Line::open(&node.addr, address(0)).await.unwrap();
    let (computed, own) = (node.cpu_seconds(), node::cpu_seconds("self"));
    let (mut times, mut bytes, mut lost) = (Vec::new(), 0, 0);
    for number in 0..moves {
        let game = &mut games[number % tables];
        let audience = (0..watchers).filter(|watcher| watcher % tables == number % tables).count();
        let began = Instant::now();
        game.send(&mut line).await;
        let mut heard = 0;
        while heard < audience
            && let Ok(Some(batch)) = tokio::time::timeout(Duration::from_secs(10), told.recv()).await
        {
            times.extend(batch.iter().map(|message| message.at.duration_since(began)));
            bytes += batch.iter().map(|message| message.length).sum::<usize>();
            heard += batch.len();
        }
        lost += audience.saturating_sub(heard);
        let (status, answer) = line.answer().await.unwrap();
        assert_eq!(status, 200, "{answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let each = 1e6 / times.len().max(1) as f64;
    let (computed, own) = ((node.cpu_seconds() - computed) * each, (node::cpu_seconds("self") - own) * each);
    times.sort_unstable();
    println!(
        "{held} watchers of {tables} tables held after {seconds:.0} s, {memory:.0} MB; a move reaches {} of them: p50 {:.0} ms, \
         p99 {:.0} ms, {lost} lost; {} bytes a move; to tell one watcher the server computes for {computed:.1} µs, and the watcher for \
         {own:.1} µs",
        watchers / tables,
        percentile(&times, 0.5),
        percentile(&times, 0.99),
        bytes / times.len().max(1),
    );
}

/// Two people at each of many tables; from the request of the one to the socket of the other.
pub async fn opponents(node: &Node, tables: usize, pause: Duration, time: Duration) {
    let (tell, mut told) = mpsc::unbounded_channel();
    let opening = Arc::new(Semaphore::new(OPENING));
    let ready = Arc::new(tokio::sync::Barrier::new(tables + 1));
    for number in 0..tables {
        let (addr, opening, ready, tell) = (node.addr.clone(), Arc::clone(&opening), Arc::clone(&ready), tell.clone());
        tokio::spawn(async move {
            let mut random = Random::new(number as u64);
            let permit = opening.acquire().await.unwrap();
            let mut line = Line::open(&addr, address(number)).await.unwrap();
            let mut game = Game::start(&mut line).await;
            let opponent = Line::open(&addr, address(tables + number)).await.unwrap();
            let mut socket = opponent.watch(&game.path, 0).await.unwrap();
            drop(permit);
            ready.wait().await;
            let until = Instant::now() + time;
            tokio::time::sleep(pause.mul_f64(random.unit())).await;
            while Instant::now() < until && game.goes_on() {
                let began = Instant::now();
                game.send(&mut line).await;
                let heard = socket.change_to(game.moves).await.unwrap();
                let _ = tell.send(heard.duration_since(began));
                let (status, answer) = line.answer().await.unwrap();
                assert_eq!(status, 200, "{answer}");
                tokio::time::sleep(pause.mul_f64(0.5 + random.unit())).await;
            }
        });
    }
    drop(tell);
    ready.wait().await;
    let before = node.cpu_seconds();
    let mut times = Vec::new();
    while let Ok(Some(time)) = tokio::time::timeout(LONGEST, told.recv()).await {
        times.push(time);
    }
    times.sort_unstable();
    println!(
        "{tables} tables, {} moves at {:.0} a second: to the opponent's socket p50 {:.1} ms, p99 {:.1} ms; the server computes for \
         {:.0} µs a move",
        times.len(),
        times.len() as f64 / time.as_secs_f64(),
        percentile(&times, 0.5),
        percentile(&times, 0.99),
        (node.cpu_seconds() - before) * 1e6 / times.len().max(1) as f64
    );
}

/// As many moves as these players can play in this time.
pub async fn moves(name: &str, nodes: &[Node], players: usize, time: Duration) {
    let computed = || nodes.iter().map(Node::cpu_seconds).sum::<f64>();
    let (until, before, own) = (Instant::now() + time, computed(), node::cpu_seconds("self"));
    let tasks: Vec<_> = (0..players)
        .map(|number| {
            let addr = nodes[number % nodes.len()].addr.clone();
            tokio::spawn(async move {
                let mut line = Line::open(&addr, address(number)).await.unwrap();
                let mut moves = 0_u64;
                while Instant::now() < until {
                    let mut game = Game::start(&mut line).await;
                    while game.goes_on() && Instant::now() < until {
                        game.send(&mut line).await;
                        let (status, answer) = line.answer_text().await.unwrap();
                        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
                        moves += 1;
                    }
                }
                moves
            })
        })
        .collect();
    let started = Instant::now();
    let mut all = 0;
    for task in tasks {
        all += task.await.unwrap();
    }
    println!(
        "{name}: {players} players, {:.0} acknowledged moves a second; the servers compute for {:.0} µs a move, the players for {:.0} µs",
        all as f64 / started.elapsed().as_secs_f64(),
        (computed() - before) * 1e6 / all.max(1) as f64,
        (node::cpu_seconds("self") - own) * 1e6 / all.max(1) as f64
    );
}

/// What a stranger waits for a weak computer while somebody else keeps all strong ones busy.
pub async fn beside_a_flood(node: &Node, flooding: usize, asked: usize) {
    async fn against(line: &mut Line, level: &str, options: Value) -> (String, Value) {
        let seats = json!({"first": {"kind": "human"}, "second": {"kind": "level", "level": level}});
        let request = json!({"game": "gomoku", "rules": {"size": 15}, "seats": seats, "options": options});
        let (status, created) = line.ask("POST", "/api/tables", Some(&request)).await.unwrap();
        assert_eq!(status, 201, "{created}");
        let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
        (path, json!({"token": created["tokens"]["first"], "version": 0, "move": "h8"}))
    }
    let mut flood = Line::open(&node.addr, address(1)).await.unwrap();
    for _ in 0..flooding {
        let (path, play) = against(&mut flood, "master", json!({"seconds": 20})).await;
        assert_eq!(flood.ask("POST", &format!("{path}/moves"), Some(&play)).await.unwrap().0, 200);
    }
    let mut times = Vec::new();
    for number in 0..asked {
        let mut stranger = Line::open(&node.addr, address(1000 + number)).await.unwrap();
        let (path, play) = against(&mut stranger, "novice", json!({})).await;
        let watching = Line::open(&node.addr, address(1000 + number)).await.unwrap();
        let mut socket = watching.watch(&path, 0).await.unwrap();
        let began = Instant::now();
        assert_eq!(stranger.ask("POST", &format!("{path}/moves"), Some(&play)).await.unwrap().0, 200);
        // Its own move is the first version, the computer's the second.
        let answered = tokio::time::timeout(LONGEST, socket.change_to(2)).await.unwrap().unwrap();
        times.push(answered.duration_since(began));
    }
    times.sort_unstable();
    println!(
        "a stranger's Novice beside {flooding} computers that think for 20 s: p50 {:.2} s, at most {:.2} s",
        percentile(&times, 0.5) / 1e3,
        percentile(&times, 1.0) / 1e3
    );
}
