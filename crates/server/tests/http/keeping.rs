//! Backups during play, games brought back, old games thrown away, and room that is full.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use banmen_server::{Copied, Database, Pruning};
use serde_json::{Value, json};

use crate::common::{Running, TempFile, client, human, send, start};
use crate::postgres;

/// A game that is being played, and the moves that were acknowledged.
struct Game {
    path: String,
    tokens: Value,
    moves: Vec<String>,
}

impl Game {
    async fn start(server: &Running) -> Game {
        let created = server.gomoku(human(), human()).await;
        let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
        Game { path, tokens: created["tokens"].clone(), moves: Vec::new() }
    }

    /// Plays until told to stop or until the board is half full.
    async fn play(&mut self, addr: std::net::SocketAddr, stop: &AtomicBool, most: usize) {
        let client = client();
        while self.moves.len() < most && !stop.load(Ordering::Relaxed) {
            let number = self.moves.len();
            // Every second point of every second row: nobody ever gets five.
            let text = format!("{}{}", char::from(b'a' + (number % 5 * 2) as u8), number / 5 * 2 + 1);
            let seat = if number.is_multiple_of(2) { "first" } else { "second" };
            let body = json!({"token": self.tokens[seat], "version": number, "move": text}).to_string();
            let path = format!("{}/moves", self.path);
            let headers = [("content-type", "application/json")];
            send(&client, addr, "POST", &path, &headers, Some(body.as_bytes())).await.expect(200);
            self.moves.push(text);
        }
    }
}

fn moves_of(table: &Value) -> Vec<String> {
    let events = table["record"]["events"].as_array().unwrap().iter();
    events.map(|event| event["move"].as_str().unwrap().to_owned()).collect()
}

/// Plays games, makes a backup in the middle, brings it back elsewhere, and compares.
async fn back_up_and_restore(from: Database, key: Option<&Path>, to: Database) {
    let key_file = key.map(Path::to_owned);
    let server = start(|config| {
        config.database = from.clone();
        config.key_file.clone_from(&key_file);
    })
    .await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut games = Vec::new();
    for most in [0, 1, 7, 25, 25, 25] {
        games.push((Game::start(&server).await, most));
    }
    // Three games are as they will stay; three go on.
    for (game, most) in &mut games[..3] {
        game.play(server.addr, &stop, *most).await;
    }
    let going_on: Vec<_> = games
        .drain(3..)
        .map(|(mut game, most)| {
            let (addr, stop) = (server.addr, Arc::clone(&stop));
            tokio::spawn(async move {
                game.play(addr, &stop, most).await;
                game
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let backup = TempFile::new(&format!("backup-{}.db", server.addr.port()));
    let copied = banmen_server::backup(&from, key, &backup.0).await.unwrap();
    assert_eq!(copied, Copied { games: 6, ..Copied::default() });
    assert!(banmen_server::backup(&from, key, &backup.0).await.is_err(), "a backup overwrites nothing");
    stop.store(true, Ordering::Relaxed);
    let mut all: Vec<Game> = games.into_iter().map(|(game, _)| game).collect();
    for game in going_on {
        all.push(game.await.unwrap());
    }
    server.stop().await;

    let restored = banmen_server::restore(&backup.0, key, &to, key).await.unwrap();
    assert_eq!(restored, Copied { games: 6, ..Copied::default() });
    let again = banmen_server::restore(&backup.0, key, &to, key).await.unwrap();
    assert_eq!(again, Copied { known: 6, ..Copied::default() });
    let server = start(|config| {
        config.database = to;
        config.key_file = key_file;
    })
    .await;
    for (index, game) in all.iter().enumerate() {
        let table = server.get(&game.path).await.expect(200);
        let moves = moves_of(&table);
        assert!(game.moves.starts_with(&moves), "{}: {moves:?} {:?}", game.path, game.moves);
        assert!(index >= 3 || moves == game.moves, "what was acknowledged before the backup is in it");
        assert_eq!(table["version"], moves.len());
    }
    // They can be played on with the same tokens.
    let stop = AtomicBool::new(false);
    let mut first = all.swap_remove(0);
    first.play(server.addr, &stop, 2).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_during_play_holds_every_acknowledged_move() {
    let (from, to) = (TempFile::new("keeping-from.db"), TempFile::new("keeping-to.db"));
    let key = TempFile::new("keeping.key");
    back_up_and_restore(Database::File(from.0.clone()), Some(&key.0), Database::File(to.0.clone())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_move_between_databases() {
    let databases = tokio::task::spawn_blocking(|| Some((postgres::database()?, postgres::database()?))).await.unwrap();
    let Some((one, other)) = databases else { return };
    let postgres = |url: String| Database::try_from(std::path::PathBuf::from(url)).unwrap();
    let (file, key) = (TempFile::new("keeping-moved.db"), TempFile::new("keeping-moved.key"));
    back_up_and_restore(postgres(one), Some(&key.0), Database::File(file.0.clone())).await;
    let backup = TempFile::new("keeping-moved-backup.db");
    banmen_server::backup(&Database::File(file.0.clone()), Some(&key.0), &backup.0).await.unwrap();
    let copied = banmen_server::restore(&backup.0, None, &postgres(other), Some(&key.0)).await.unwrap();
    assert_eq!((copied.games, copied.damaged), (6, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn seeds_of_a_backup_are_read_with_its_own_key_only() {
    let (from, to) = (TempFile::new("keeping-seed.db"), TempFile::new("keeping-seed-to.db"));
    let (key, other) = (TempFile::new("keeping-seed.key"), TempFile::new("keeping-seed-other.key"));
    let database = Database::File(from.0.clone());
    let server = start(|config| {
        config.database = database.clone();
        config.key_file = Some(key.0.clone());
    })
    .await;
    let seats = json!({"first": human(), "second": human()});
    server.post("/api/tables", &json!({"game": "quantum", "seats": seats})).await.expect(201);
    let backup = TempFile::new("keeping-seed-backup.db");
    banmen_server::backup(&database, Some(&key.0), &backup.0).await.unwrap();
    server.stop().await;
    let into = Database::File(to.0.clone());
    let locked = banmen_server::restore(&backup.0, None, &into, Some(&other.0)).await.unwrap();
    assert_eq!((locked.games, locked.damaged.len()), (0, 1), "{locked:?}");
    let opened = banmen_server::restore(&backup.0, Some(&key.0), &into, Some(&other.0)).await.unwrap();
    assert_eq!((opened.games, opened.damaged.len()), (1, 0), "{opened:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_thrown_away_by_age_and_never_young_ones_for_room() {
    let file = TempFile::new("keeping-prune.db");
    let database = Database::File(file.0.clone());
    let server = start(|config| config.database = database.clone()).await;
    for _ in 0..5 {
        Game::start(&server).await;
    }
    let prune = |older_than: Option<u64>, larger_than, dry_run| {
        let older_than = older_than.map(Duration::from_millis);
        let database = database.clone();
        async move { banmen_server::prune(&database, None, Pruning { older_than, larger_than, dry_run }).await.unwrap() }
    };
    let nothing = prune(Some(3_600_000), Some(1), true).await;
    assert_eq!((nothing.games, nothing.bytes), (0, 0), "all games are young");
    assert!(nothing.left > 1000, "{nothing:?}");
    tokio::time::sleep(Duration::from_millis(20)).await;
    let kept = Game::start(&server).await;
    let would = prune(Some(0), None, true).await;
    assert!(would.games >= 5 && would.bytes > 0, "{would:?}");
    assert_eq!(prune(None, None, true).await.left, would.bytes + would.left, "a dry run keeps everything");
    let did = prune(Some(0), None, false).await;
    assert!(did.games >= 5, "{did:?}");
    let left = prune(None, None, true).await;
    assert!(left.left < would.bytes, "{left:?}");
    // A server notices that a game is gone when somebody plays it.
    let play = json!({"token": kept.tokens["first"], "version": 0, "move": "e5"});
    let answer = server.post(&format!("{}/moves", kept.path), &play).await;
    assert!([200, 404].contains(&answer.status), "{}", answer.text());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_sets_up_so_many_tables_a_day() {
    let server = start(|config| config.limits.tables_per_day = 3).await;
    for _ in 0..3 {
        Game::start(&server).await;
    }
    let seats = json!({"first": human(), "second": human()});
    let fourth = server.post("/api/tables", &json!({"game": "gomoku", "seats": seats})).await;
    fourth.problem(429, "too-many-requests");
    assert!(fourth.header("retry-after").unwrap().parse::<u64>().unwrap() > 3600);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_takes_moves_but_no_new_tables() {
    let file = TempFile::new("keeping-full.db");
    let server = start(|config| config.database = Database::File(file.0.clone())).await;
    let mut game = Game::start(&server).await;
    server.stop().await;
    let server = start(|config| {
        config.database = Database::File(file.0.clone());
        config.limits.stored_bytes = 100;
    })
    .await;
    let seats = json!({"first": human(), "second": human()});
    server.post("/api/tables", &json!({"game": "gomoku", "seats": seats})).await.problem(507, "storage-full");
    game.play(server.addr, &AtomicBool::new(false), 3).await;
    server.stop().await;
}
