//! Games that go on while nodes are killed, restarted and cut off.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use banmen_core::{Draw, Random};
use serde_json::{Value, json};

use crate::client::Client;
use crate::node::{self, Node};
use crate::proxy::Proxy;

/// What is done, and for how long.
pub struct Plan {
    pub database: String,
    pub nodes: usize,
    pub players: usize,
    /// Acknowledged moves, at least.
    pub moves: u64,
    pub moves_per_game: usize,
    /// Ends of a node without warning, at least.
    pub kills: u64,
    /// Between two pieces of mischief, at most.
    pub pause: Duration,
    /// Cuts connections between the nodes and their database.
    pub cut_database: Option<Box<dyn Fn() + Send>>,
}

/// What came of it.
#[derive(Debug)]
pub struct Figures {
    pub games: usize,
    pub acknowledged: u64,
    /// Moves whose acknowledgement was cut off and that were found to be stored.
    pub found: u64,
    pub kills: u64,
    pub restarts: u64,
    pub cuts: u64,
    pub seconds: f64,
}

/// A game of two people; all of its moves are stored for certain.
struct Game {
    path: String,
    tokens: Value,
    moves: Vec<String>,
}

/// What all players share.
struct Shared {
    addr: String,
    enough: AtomicBool,
    acknowledged: AtomicU64,
    found: AtomicU64,
    games: Mutex<Vec<Game>>,
}

impl Game {
    fn start(client: &mut Client) -> Game {
        let human = json!({"kind": "human"});
        let request = json!({"game": "gomoku", "rules": {"size": 19}, "seats": {"first": human, "second": human}});
        loop {
            match client.ask("POST", "/api/tables", Some(&request)) {
                Some((201, created)) => {
                    let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
                    return Game { path, tokens: created["tokens"].clone(), moves: Vec::new() };
                }
                // A table that nobody knows of harms nobody.
                None | Some((503, _)) => std::thread::sleep(Duration::from_millis(20)),
                Some((status, answer)) => panic!("{status}: {answer}"),
            }
        }
    }

    /// Plays the next move until it is stored; says whether that was acknowledged or had to be looked up.
    fn play(&mut self, client: &mut Client) -> Stored {
        let number = self.moves.len();
        // Every second point of every second row: nobody ever gets five.
        let text = format!("{}{}", char::from(b'a' + (number % 10 * 2) as u8), number / 10 * 2 + 1);
        let seat = if number.is_multiple_of(2) { "first" } else { "second" };
        let request = json!({"token": self.tokens[seat], "version": number, "move": text});
        loop {
            let answer = client.ask("POST", &format!("{}/moves", self.path), Some(&request));
            let stored = match answer {
                Some((200, receipt)) => {
                    assert_eq!(receipt["version"], number + 1, "{}: {receipt}", self.path);
                    Some(Stored::Acknowledged)
                }
                // Nobody knows whether it was stored, so somebody has to look.
                None | Some((409 | 503, _)) => {
                    let events = events(&client.get(&self.path));
                    assert!(
                        events.starts_with(&self.moves),
                        "{}: {events:?} lacks some of {:?}",
                        self.path,
                        self.moves
                    );
                    match &events[number..] {
                        [] => None,
                        [last] if *last == text => Some(Stored::Found),
                        strange => panic!("{}: {strange:?} after move {number}", self.path),
                    }
                }
                Some((status, answer)) => {
                    panic!("{}: {status} {answer}; see {}", self.path, node::log_file().display())
                }
            };
            if let Some(stored) = stored {
                self.moves.push(text);
                return stored;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

enum Stored {
    Acknowledged,
    Found,
}

/// The moves of a table.
fn events(table: &Value) -> Vec<String> {
    let events = table["record"]["events"].as_array().unwrap().iter();
    events.map(|event| event["move"].as_str().unwrap().to_owned()).collect()
}

/// Plays one game after another, each move on whichever node the proxy chooses.
fn player(shared: &Shared, moves_per_game: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut client = Client::new(&shared.addr);
    while !shared.enough.load(Ordering::Relaxed) {
        let mut game = Game::start(&mut client);
        while game.moves.len() < moves_per_game && !shared.enough.load(Ordering::Relaxed) {
            match game.play(&mut client) {
                Stored::Acknowledged => shared.acknowledged.fetch_add(1, Ordering::Relaxed),
                Stored::Found => shared.found.fetch_add(1, Ordering::Relaxed),
            };
            if random.percent(30) {
                client.hang_up();
            }
        }
        shared.games.lock().unwrap().push(game);
    }
}

/// Carries out the plan, and checks that every move is there once, in order, on every node.
pub fn run(plan: Plan) -> Figures {
    let started = Instant::now();
    let mut nodes: Vec<Node> = (0..plan.nodes).map(|_| Node::start(&plan.database)).collect();
    let proxy = Proxy::start(nodes.iter().map(|node| node.addr.clone()).collect(), 1);
    let shared = Arc::new(Shared {
        addr: proxy.addr.clone(),
        enough: AtomicBool::new(false),
        acknowledged: AtomicU64::new(0),
        found: AtomicU64::new(0),
        games: Mutex::default(),
    });
    let left = Arc::new(AtomicUsize::new(plan.players));
    let players: Vec<_> = (0..plan.players as u64)
        .map(|seed| {
            let (shared, left) = (Arc::clone(&shared), Arc::clone(&left));
            std::thread::spawn(move || {
                // Counted however it ends, so that a failure is noticed at once.
                let gone = Gone(left);
                player(&shared, plan.moves_per_game, seed);
                drop(gone);
            })
        })
        .collect();

    let mut random = Random::new(20261116);
    let (mut kills, mut restarts, mut cuts) = (0, 0, 0);
    while (kills < plan.kills || shared.acknowledged.load(Ordering::Relaxed) < plan.moves)
        && left.load(Ordering::Relaxed) == plan.players
    {
        let pause = random.below(plan.pause.as_millis() as u64 + 1);
        std::thread::sleep(Duration::from_millis(pause));
        let index = random.below(nodes.len() as u64) as usize;
        match random.below(6) {
            0 => {
                proxy.cut(2);
                cuts += 1;
            }
            1 => {
                if let Some(cut) = &plan.cut_database {
                    cut();
                    cuts += 1;
                }
            }
            mischief if kills < plan.kills => {
                let node = nodes.remove(index);
                if mischief == 2 {
                    // New connections go elsewhere, then the node may end.
                    proxy.set(index, None);
                    node.stop();
                    restarts += 1;
                } else {
                    node.kill();
                    kills += 1;
                    // The proxy learns of it a little later.
                    std::thread::sleep(Duration::from_millis(random.below(50)));
                    proxy.set(index, None);
                }
                nodes.insert(index, Node::start(&plan.database));
                proxy.set(index, Some(nodes[index].addr.clone()));
            }
            _ => {}
        }
    }
    shared.enough.store(true, Ordering::Relaxed);
    for player in players {
        player.join().unwrap();
    }
    let seconds = started.elapsed().as_secs_f64();

    let games = shared.games.lock().unwrap();
    for node in &nodes {
        let mut client = Client::new(&node.addr);
        for game in games.iter() {
            let table = client.get(&game.path);
            assert_eq!(events(&table), game.moves, "{} at {}", game.path, node.addr);
            assert_eq!(table["version"], game.moves.len(), "version and events agree");
        }
    }
    Figures {
        games: games.len(),
        acknowledged: shared.acknowledged.load(Ordering::Relaxed),
        found: shared.found.load(Ordering::Relaxed),
        kills,
        restarts,
        cuts,
        seconds,
    }
}

struct Gone(Arc<AtomicUsize>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
