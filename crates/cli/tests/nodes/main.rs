//! Several servers on one database, killed and cut off in the middle of games.
//!
//! `cargo xtask chaos` runs the long version and prints the figures of docs/reliability.md.

mod audience;
mod chaos;
mod client;
mod line;
mod load;
mod node;
#[path = "../../../server/tests/postgres/mod.rs"]
mod postgres;
mod proxy;

use std::time::{Duration, Instant};

use chaos::{Figures, Plan};
use client::Client;
use node::Node;
use serde_json::json;

/// A new database, and a way to cut the connections of its nodes.
fn database() -> Option<(String, Box<dyn Fn() + Send>)> {
    let url = postgres::database()?;
    let server = postgres::server()?;
    let cut = move || {
        server.say(
            "postgres",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'banmen' AND random() < 0.3",
        );
    };
    Some((url, Box::new(cut)))
}

fn sqlite_file() -> String {
    let path = std::env::temp_dir().join(format!("banmen-chaos-{}.db", std::process::id()));
    path.to_str().unwrap().to_owned()
}

fn remove(file: &str) {
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{file}{ending}"));
    }
}

#[test]
fn three_nodes_that_are_killed_and_cut_off_lose_no_acknowledged_move() {
    let Some((database, cut)) = database() else { return };
    let figures = chaos::run(Plan {
        database,
        nodes: 3,
        players: 6,
        moves: 1600,
        moves_per_game: 8,
        kills: 6,
        pause: Duration::from_millis(400),
        cut_database: Some(cut),
    });
    assert!(figures.games >= 100 && figures.kills >= 6, "{figures:?}");
}

#[test]
fn the_computer_of_a_killed_node_goes_on_elsewhere() {
    let Some((database, _)) = database() else { return };
    let (one, other) = (Node::start(&database), Node::start(&database));
    let (mut here, mut there) = (Client::new(&one.addr), Client::new(&other.addr));
    let seats = json!({"first": {"kind": "human"}, "second": {"kind": "level", "level": "master"}});
    // It thinks for so long that it is killed in the middle.
    let request = json!({"game": "gomoku", "rules": {"size": 15}, "seats": seats, "options": {"seconds": 3}});
    let (status, created) = here.ask("POST", "/api/tables", Some(&request)).unwrap();
    assert_eq!(status, 201, "{created}");
    let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
    let play = json!({"token": created["tokens"]["first"], "version": 0, "move": "h8"});
    assert_eq!(here.ask("POST", &format!("{path}/moves"), Some(&play)).unwrap().0, 200);
    std::thread::sleep(Duration::from_millis(500));
    one.kill();
    let killed = Instant::now();
    // Nobody asks for the table meanwhile: the other node finds out by itself.
    std::thread::sleep(Duration::from_secs(4));
    loop {
        let table = there.get(&path);
        if table["version"] == 2 {
            break;
        }
        assert!(killed.elapsed() < Duration::from_mins(1), "the computer never answered: {}", table["thinking"]);
        std::thread::sleep(Duration::from_millis(50));
    }
    println!(
        "the computer of a killed node, which thinks for 3 s, moved {:.1} s later",
        killed.elapsed().as_secs_f64()
    );
}

fn print(name: &str, figures: &Figures) {
    let Figures { games, acknowledged, found, kills, restarts, cuts, seconds } = figures;
    println!(
        "{name}: {acknowledged} acknowledged moves in {games} games, 0 lost; {found} whose acknowledgement was cut off were stored once; \
         {kills} kills, {restarts} rolling restarts, {cuts} cuts; {seconds:.0} s"
    );
}

/// A number that the caller may choose.
fn chosen(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
#[ignore = "takes long; cargo xtask chaos runs it"]
fn long_chaos() {
    let (moves, kills) = (chosen("BANMEN_CHAOS_MOVES", 100_000), chosen("BANMEN_CHAOS_KILLS", 200));
    let plan = |database, nodes| Plan {
        database,
        nodes,
        players: 16,
        moves,
        moves_per_game: 60,
        kills,
        pause: Duration::from_secs(1),
        cut_database: None,
    };
    let only = std::env::var("BANMEN_CHAOS_ONLY").ok();
    let wanted = |database: &str| only.as_deref().is_none_or(|only| only == database);
    if wanted("sqlite") {
        let file = sqlite_file();
        remove(&file);
        print("one node on SQLite", &chaos::run(plan(file.clone(), 1)));
        remove(&file);
    }
    if wanted("postgres")
        && let Some((database, cut)) = database()
    {
        print("three nodes on PostgreSQL", &chaos::run(Plan { cut_database: Some(cut), ..plan(database, 3) }));
    }
}

#[test]
#[ignore = "takes minutes; cargo xtask load runs it"]
fn long_load() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let watchers = chosen("BANMEN_LOAD_WATCHERS", 10_000) as usize;
    let watchers = watchers.min(load::connections());
    let time = Duration::from_secs(chosen("BANMEN_LOAD_SECONDS", 10));
    let file = sqlite_file();
    let only = std::env::var("BANMEN_LOAD_ONLY").ok();
    let wanted = |figure: &str| only.as_deref().is_none_or(|only| only == figure);
    let on_sqlite = |figure: &str, work: &dyn Fn(&Node)| {
        if wanted(figure) {
            remove(&file);
            work(&Node::start_with(&file, &load::WIDE));
            remove(&file);
        }
    };
    on_sqlite("tables", &|node| runtime.block_on(load::watchers(node, watchers, 100, 100)));
    on_sqlite("audience", &|node| runtime.block_on(load::watchers(node, watchers, 1, 20)));
    on_sqlite("opponents", &|node| runtime.block_on(load::opponents(node, 500, Duration::from_secs(4), time)));
    on_sqlite("flood", &|node| runtime.block_on(load::beside_a_flood(node, 12, 5)));
    on_sqlite("sqlite", &|node| {
        let one = std::slice::from_ref(node);
        runtime.block_on(load::moves("one node on SQLite", one, 64, time));
    });
    if wanted("postgres")
        && let Some((database, _)) = database()
    {
        let nodes: Vec<Node> = (0..3).map(|_| Node::start_with(&database, &load::WIDE)).collect();
        runtime.block_on(load::moves("three nodes on PostgreSQL", &nodes, 96, time));
    }
}
