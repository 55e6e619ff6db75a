//! One suite for both databases.

use std::sync::Arc;

use banmen_core::{Draw as _, Event, Random, Seat};
use banmen_table::{Change, Keys, Meeting, Pass, Seats, StoredTable, TokenHash, names};
use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::{PgPool, SqlitePool};

use super::postgres::PostgresStore;
use super::sqlite::SqliteStore;
use super::{Listed, News, Nodes, Store, StoreError};
use crate::config::Database;
use crate::secret;
use crate::vault::Vault;

#[allow(dead_code)]
#[path = "../../tests/postgres/mod.rs"]
mod server;

/// A new, empty store, and a way to do to its database what no program of ours does.
struct Subject {
    store: Arc<dyn Store>,
    raw: Raw,
}

enum Raw {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Subject {
    async fn sqlite() -> Subject {
        let store = SqliteStore::open(None, Vault::fleeting()).await.unwrap();
        let raw = Raw::Sqlite(store.pool().clone());
        Subject { store: Arc::new(store), raw }
    }

    /// `None` where PostgreSQL is not installed.
    async fn postgres() -> Option<Subject> {
        let url = tokio::task::spawn_blocking(server::database).await.unwrap()?;
        let Database::Postgres(url) = Database::try_from(std::path::PathBuf::from(url)).unwrap() else {
            unreachable!()
        };
        let store = PostgresStore::open(&url, Vault::fleeting()).await.unwrap();
        let raw = Raw::Postgres(store.pool().clone());
        Some(Subject { store: Arc::new(store), raw })
    }

    async fn say(&self, statement: &'static str) {
        match &self.raw {
            Raw::Sqlite(pool) => drop(sqlx::query(statement).execute(pool).await.unwrap()),
            Raw::Postgres(pool) => drop(sqlx::query(statement).execute(pool).await.unwrap()),
        }
    }
}

/// Makes a test of each of these on SQLite and on PostgreSQL.
macro_rules! on_both {
    ($($fact:ident),+ $(,)?) => {
        mod on_sqlite {
            $(#[tokio::test]
            async fn $fact() {
                super::$fact(super::Subject::sqlite().await).await;
            })+
        }

        mod on_postgres {
            $(#[tokio::test]
            async fn $fact() {
                if let Some(subject) = super::Subject::postgres().await {
                    super::$fact(subject).await;
                }
            })+
        }
    };
}

/// Another node on the same database.
async fn beside(subject: &Subject) -> PostgresStore {
    let Raw::Postgres(pool) = &subject.raw else { unreachable!("SQLite has one node") };
    let options = pool.connect_options();
    let (port, database) = (options.get_port(), options.get_database().unwrap());
    let url = format!("postgres://banmen@127.0.0.1:{port}/{database}");
    let Database::Postgres(url) = Database::try_from(std::path::PathBuf::from(url)).unwrap() else { unreachable!() };
    PostgresStore::open(&url, Vault::fleeting()).await.unwrap()
}

#[tokio::test]
async fn a_node_hears_of_every_change_and_of_none_of_its_own() {
    let Some(subject) = Subject::postgres().await else { return };
    let other = beside(&subject).await;
    let mut heard = [subject.store.nodes().unwrap().listen(), other.listen()];
    // Whoever begins to listen is told to look for itself.
    assert_eq!(heard[1].recv().await.unwrap(), News::Gap);
    subject.store.create(table("a"), None).await.unwrap();
    for version in 0..20 {
        subject.store.change(change("a", version, 1, &["d4"]), None).await.unwrap();
    }
    for version in 1..=20 {
        assert_eq!(heard[1].recv().await.unwrap(), News::Changed { id: "a".to_owned(), version });
    }
    assert_eq!(other.versions(vec!["a".to_owned(), "b".to_owned()]).await.unwrap(), [("a".to_owned(), 20)]);
    other.tell(News::Hurry { id: "a".to_owned(), version: 20 });
    loop {
        match heard[0].recv().await.unwrap() {
            News::Gap => {}
            news => break assert_eq!(news, News::Hurry { id: "a".to_owned(), version: 20 }),
        }
    }
}

#[tokio::test]
async fn a_table_has_one_keeper_until_it_dies_or_leaves() {
    let Some(subject) = Subject::postgres().await else { return };
    let (one, other, third) = (beside(&subject).await, beside(&subject).await, beside(&subject).await);
    for id in ["a", "b", "c"] {
        subject.store.create(table(id), Some(1000)).await.unwrap();
    }
    assert!(one.claim("a").await.unwrap() && one.claim("a").await.unwrap());
    assert!(!other.claim("a").await.unwrap());
    assert_eq!(other.take_due(999, 9).await.unwrap(), Vec::<String>::new(), "too early");
    let mut due = other.take_due(1000, 9).await.unwrap();
    due.sort();
    assert_eq!(due, ["b", "c"], "those that nobody keeps");
    assert_eq!(third.take_due(1000, 9).await.unwrap(), Vec::<String>::new());
    other.release(vec!["b".to_owned()]).await.unwrap();
    assert!(third.claim("b").await.unwrap());
    // A node that leaves frees its tables at once, one that dies after a while.
    other.close().await;
    assert!(third.claim("c").await.unwrap());
    one.die();
    let mut taken = Vec::new();
    while taken.is_empty() {
        taken = third.take_due(1000, 9).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(taken, ["a"]);
}

on_both! {
    a_table_comes_back_as_it_was,
    a_change_of_an_old_version_changes_nothing,
    one_refused_write_does_not_harm_those_beside_it,
    changes_sent_together_leave_what_each_alone_would,
    of_two_rematches_one_is_kept,
    of_two_who_use_one_pass_one_sits_down,
    a_list_tells_what_was_stored_and_leaves_out_what_is_damaged,
    a_gap_in_the_events_is_noticed,
    a_removed_table_is_gone_with_everything_about_it,
    the_oldest_tables_come_first_with_their_weight,
    all_tables_are_sent_and_damaged_ones_named
}

async fn the_oldest_tables_come_first_with_their_weight(Subject { store, .. }: Subject) {
    for (id, updated_at) in [("b", 20), ("a", 20), ("c", 10)] {
        store.create(StoredTable { updated_at, ..table(id) }, None).await.unwrap();
    }
    let heavier = Event::Move("x".repeat(5000));
    store.create(StoredTable { updated_at: 30, events: vec![heavier], ..table("d") }, None).await.unwrap();
    let all = store.oldest(None, 10).await.unwrap();
    assert_eq!(all.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["c", "a", "b", "d"]);
    assert!(all[3].bytes >= all[0].bytes + 4500, "{all:?}");
    assert_eq!(store.weight().await.unwrap(), all.iter().map(|one| one.bytes).sum::<u64>());
    let rest = store.oldest(Some((20, "a".to_owned())), 1).await.unwrap();
    assert_eq!(rest, all[2..3]);
}

async fn all_tables_are_sent_and_damaged_ones_named(subject: Subject) {
    let store = &subject.store;
    for id in ["a", "b", "c"] {
        store.create(table(id), Some(7)).await.unwrap();
    }
    subject.say("UPDATE games SET seats = 'nonsense' WHERE id = 'b'").await;
    store.remember_heartbeat(5).await.unwrap();
    store.remember_heartbeat(9).await.unwrap();
    let (to, mut from) = tokio::sync::mpsc::channel(10);
    assert_eq!(store.send_all(to).await.unwrap(), Some(5), "the first sign of life is kept");
    let mut sent = Vec::new();
    while let Some(kept) = from.recv().await {
        sent.push(kept.map(|kept| (kept.table.id, kept.wake_at)).map_err(|error| error.to_string()));
    }
    assert_eq!((sent.len(), &sent[0], &sent[2]), (3, &Ok(("a".to_owned(), Some(7))), &Ok(("c".to_owned(), Some(7)))));
    assert!(sent[1].as_ref().unwrap_err().contains("stored game b is damaged"), "{sent:?}");
}

async fn a_removed_table_is_gone_with_everything_about_it(Subject { store, .. }: Subject) {
    store.create(table("a"), None).await.unwrap();
    store.create(table("c"), None).await.unwrap();
    store.change(Change { next: Some(Box::new(table("b"))), ..change("a", 0, 1, &[]) }, None).await.unwrap();
    let found = async |ids: &[&str]| -> Vec<String> {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        store.named(ids).await.unwrap().into_iter().map(|one| one.id).collect()
    };
    assert_eq!(found(&["a", "none"]).await, ["a"]);
    store.remove("b").await.unwrap();
    assert!(store.load("b").await.unwrap().is_none() && found(&["b"]).await.is_empty());
    assert_eq!(store.load("a").await.unwrap().unwrap().next, None, "nothing links to it");
    store.create(table("b"), None).await.unwrap();
    assert_eq!(store.load("b").await.unwrap().unwrap().events.len(), 1, "no old event is left");
    store.remove("none").await.unwrap();
}

fn table(id: &str) -> StoredTable {
    StoredTable {
        id: id.to_owned(),
        game: "gomoku".to_owned(),
        rules: json!({"size": 9}),
        seats: Seats::people(),
        options: json!({"odds": true}),
        tags: [("event".to_owned(), "test".to_owned())].into(),
        seal: None,
        seed: Some(banmen_core::Seal::new([7; 32])),
        tokens: vec![(Seat::First, TokenHash::of("one")), (Seat::Second, TokenHash::of("two"))],
        meeting: Meeting { listed: true, ..Meeting::default() },
        passes: vec![Pass { seat: Seat::First, hash: TokenHash::of(&format!("pass {id}")), until: Some(9) }],
        version: 0,
        next: None,
        created_at: 1,
        updated_at: 1,
        events: vec![Event::Move("e5".to_owned())],
        summary: json!({"events": 1}),
    }
}

fn change(id: &str, version: u64, keep: usize, moves: &[&str]) -> Change {
    let events = moves.iter().map(|text| Event::Move((*text).to_owned())).collect();
    Change {
        id: id.to_owned(),
        version,
        keep,
        events,
        updated_at: 2,
        summary: json!({"events": 9}),
        meeting: Meeting { listed: true, ..Meeting::default() },
        next: None,
        keys: None,
    }
}

async fn moves(store: &dyn Store, id: &str) -> (u64, Vec<Event>) {
    let table = store.load(id).await.unwrap().unwrap();
    (table.version, table.events)
}

fn played(texts: &[&str]) -> Vec<Event> {
    texts.iter().map(|text| Event::Move((*text).to_owned())).collect()
}

async fn a_table_comes_back_as_it_was(subject: Subject) {
    let store = &*subject.store;
    let kept = table("a");
    store.create(kept.clone(), None).await.unwrap();
    let mut found = store.load("a").await.unwrap().unwrap();
    found.tokens.sort_by_key(|(seat, _)| *seat);
    assert_eq!(format!("{found:?}"), format!("{kept:?}"));
    assert_eq!(found.seed.map(|seal| seal.reveal()), kept.seed.map(|seal| seal.reveal()));
    assert!(store.load("b").await.unwrap().is_none());
    assert!(matches!(store.create(kept, None).await, Err(StoreError::Conflict)), "a name is given once");
}

async fn a_change_of_an_old_version_changes_nothing(subject: Subject) {
    let store = &*subject.store;
    store.create(table("a"), None).await.unwrap();
    store.change(change("a", 0, 1, &["d4", "c3"]), None).await.unwrap();
    assert!(matches!(store.change(change("a", 0, 1, &["h8"]), None).await, Err(StoreError::Conflict)));
    assert!(matches!(store.change(change("b", 0, 0, &["h8"]), None).await, Err(StoreError::Conflict)));
    assert_eq!(moves(store, "a").await, (1, played(&["e5", "d4", "c3"])));
    store.change(change("a", 1, 1, &[]), None).await.unwrap();
    assert_eq!(moves(store, "a").await, (2, played(&["e5"])));
}

async fn one_refused_write_does_not_harm_those_beside_it(subject: Subject) {
    let store = &*subject.store;
    for id in ["a", "b", "c"] {
        store.create(table(id), None).await.unwrap();
    }
    // They are sent together and so share a flush.
    let (a, wrong, b, c) = tokio::join!(
        store.change(change("a", 0, 1, &["a1"]), None),
        store.change(change("b", 5, 1, &["b9"]), None),
        store.change(change("b", 0, 1, &["b1"]), None),
        store.change(change("c", 0, 1, &["c1"]), None),
    );
    assert!(a.is_ok() && b.is_ok() && c.is_ok() && matches!(wrong, Err(StoreError::Conflict)));
    for (id, text) in [("a", "a1"), ("b", "b1"), ("c", "c1")] {
        assert_eq!(moves(store, id).await, (1, played(&["e5", text])));
    }
}

async fn changes_sent_together_leave_what_each_alone_would(subject: Subject) {
    const TABLES: u64 = 24;
    let store = &*subject.store;
    let mut random = Random::new(20261116);
    let mut kept: Vec<StoredTable> = (0..TABLES).map(|number| table(&format!("t{number}"))).collect();
    for table in &kept {
        store.create(table.clone(), None).await.unwrap();
    }
    for round in 0..60 {
        let changes: Vec<Change> = (0..TABLES + 8)
            .map(|_| {
                let known = &kept[random.below(TABLES) as usize];
                let (version, events) = (known.version, known.events.len());
                let texts = [format!("m{round}"), "\"quoted\" \\".to_owned(), "盤面\n".to_owned()];
                let texts: Vec<&str> = texts[..=random.below(3) as usize].iter().map(String::as_str).collect();
                let mut change = match random.below(8) {
                    // About a version that does not exist.
                    0 => change(&known.id, version + 100, events, &texts),
                    // Taken back, and something else played instead.
                    1 => change(&known.id, version, random.below(events as u64 + 1) as usize, &texts),
                    2 => change(&known.id, version, events.saturating_sub(2), &[]),
                    3 => {
                        let tokens = vec![(Seat::Second, TokenHash::of(&format!("token {round}")))];
                        let keys = Some(Keys { tokens, passes: Vec::new() });
                        Change { keys, ..change(&known.id, version, events, &texts) }
                    }
                    _ => change(&known.id, version, events, &texts),
                };
                change.updated_at = round;
                let turn = if random.percent(30) { "over" } else { "seat" };
                let summary = json!({"events": round, "of": "\"a\"", "turn": {"kind": turn}});
                change.summary = if random.percent(10) { Value::Null } else { summary };
                change.meeting.listed = random.percent(50);
                change.meeting.apart = random.percent(70);
                change
            })
            .collect();
        let answers = join_all(changes.iter().map(|change| store.change(change.clone(), None))).await;
        let before: Vec<u64> = kept.iter().map(|known| known.version).collect();
        for (change, answer) in changes.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()) {
            let known = kept.iter_mut().find(|known| known.id == change.id).unwrap();
            assert!(change.apply(known), "{change:?} was stored and could not be: {answer:?}");
        }
        for (change, answer) in changes.iter().zip(&answers) {
            if let Err(error) = answer {
                let number = kept.iter().position(|known| known.id == change.id).unwrap();
                let late = change.version != before[number] || change.version != kept[number].version;
                assert!(late && matches!(error, StoreError::Conflict), "{change:?} was refused: {error}");
            }
        }
    }
    for known in &kept {
        for (count, no_more) in (1..=known.events.len()).flat_map(|count| [(count, false), (count, true)]) {
            let events = &known.events[..count];
            let fits = |table: &&StoredTable| {
                let whole = !no_more || table.events.len() == count;
                let runs = table.meeting.apart && table.summary["turn"]["kind"] != "over";
                runs && whole && table.events.starts_with(events)
            };
            let expected: Vec<&str> = kept.iter().filter(fits).map(|table| &*table.id).collect();
            let found = store.contested("gomoku", events, no_more).await.unwrap();
            assert_eq!(found.len(), expected.len().min(16), "{events:?}");
            assert!(found.iter().all(|id| expected.contains(&&**id)), "{found:?} of {expected:?}");
            assert!(store.contested("konane", events, no_more).await.unwrap().is_empty());
        }
    }
    for known in kept {
        let mut found = store.load(&known.id).await.unwrap().unwrap();
        found.tokens.sort_by_key(|(seat, _)| *seat);
        assert_eq!(format!("{found:?}"), format!("{known:?}"));
    }
}

async fn of_two_rematches_one_is_kept(subject: Subject) {
    let store = &*subject.store;
    store.create(table("a"), None).await.unwrap();
    let rematch = |next: &str| Change { next: Some(Box::new(table(next))), ..change("a", 0, 1, &[]) };
    let (one, other) = tokio::join!(store.change(rematch("b"), None), store.change(rematch("c"), None));
    let (won, lost) = if one.is_ok() { ("b", "c") } else { ("c", "b") };
    assert!(matches!((&one, &other), (Ok(()), Err(StoreError::Conflict)) | (Err(StoreError::Conflict), Ok(()))));
    assert!(store.load(lost).await.unwrap().is_none(), "nothing is left of the one that was too late");
    // A name that is taken undoes the link as well.
    let taken = Change { version: 1, ..rematch(won) };
    assert!(matches!(store.change(taken, None).await, Err(StoreError::Conflict)));
    let found = store.load("a").await.unwrap().unwrap();
    assert_eq!((found.version, found.next.as_deref(), found.events.len()), (1, Some(won), 1));
    store.change(change("a", 1, 1, &["d4"]), None).await.unwrap();
    assert_eq!(store.load("a").await.unwrap().unwrap().next.as_deref(), Some(won), "the link stays");
}

async fn of_two_who_use_one_pass_one_sits_down(subject: Subject) {
    let store = &*subject.store;
    store.create(table("a"), None).await.unwrap();
    let pass = TokenHash::of("pass a");
    assert_eq!(store.of_pass(pass).await.unwrap().as_deref(), Some("a"));
    let sit = |token: &str| {
        let tokens = vec![(Seat::First, TokenHash::of(token)), (Seat::Second, TokenHash::of("two"))];
        Change { keys: Some(Keys { tokens, passes: Vec::new() }), ..change("a", 0, 1, &[]) }
    };
    let (one, other) = tokio::join!(store.change(sit("three"), None), store.change(sit("four"), None));
    let (won, lost) = if one.is_ok() { ("three", "four") } else { ("four", "three") };
    assert!(matches!((&one, &other), (Ok(()), Err(StoreError::Conflict)) | (Err(StoreError::Conflict), Ok(()))));
    let mut found = store.load("a").await.unwrap().unwrap();
    found.tokens.sort_by_key(|(seat, _)| *seat);
    assert_eq!((found.tokens[0].1, found.passes.len()), (TokenHash::of(won), 0));
    assert_eq!(store.of_pass(pass).await.unwrap(), None);
    assert_eq!(store.of_token(TokenHash::of(won)).await.unwrap().as_deref(), Some("a"));
    for gone in [lost, "one"] {
        assert_eq!(store.of_token(TokenHash::of(gone)).await.unwrap(), None, "{gone}");
    }
}

async fn a_list_tells_what_was_stored_and_leaves_out_what_is_damaged(subject: Subject) {
    let store = &*subject.store;
    for id in ["a", "b", "c"] {
        store.create(table(id), None).await.unwrap();
    }
    store.change(change("c", 0, 1, &["d4"]), None).await.unwrap();
    subject.say("UPDATE games SET seats = 'nobody' WHERE id = 'b'").await;
    // As a game looks that an older program stored.
    subject.say("UPDATE games SET summary = NULL WHERE id = 'a'").await;
    let list = async || store.list(10, None).await.unwrap();
    let told = |list: &[Listed]| -> Vec<(String, u64, Value)> {
        list.iter().map(|one| (one.id.clone(), one.version, one.summary.clone())).collect()
    };
    let c = ("c".to_owned(), 1, json!({"events": 9}));
    assert_eq!(told(&list().await), [c.clone(), ("a".to_owned(), 0, Value::Null)]);
    store.summarise("a", 7, json!({"events": 8})).await.unwrap();
    assert_eq!(told(&list().await)[1].2, Value::Null, "it is about another version");
    store.summarise("a", 0, json!({"events": 1})).await.unwrap();
    assert_eq!(told(&list().await), [c, ("a".to_owned(), 0, json!({"events": 1}))]);
}

async fn a_gap_in_the_events_is_noticed(subject: Subject) {
    let store = &*subject.store;
    store.create(table("a"), None).await.unwrap();
    store.change(change("a", 0, 3, &["d4"]), None).await.unwrap();
    assert!(matches!(store.load("a").await, Err(StoreError::Damaged { .. })));
}

fn file_name() -> String {
    names::table_name(&secret::random_bytes())
}

#[tokio::test]
async fn a_closed_store_says_so_and_a_file_keeps_everything() {
    let path = std::env::temp_dir().join(format!("banmen-store-{}.db", file_name()));
    let vault = Vault::fleeting();
    let store = SqliteStore::open(Some(&path), vault.clone()).await.unwrap();
    store.create(table("a"), None).await.unwrap();
    let rematch = Change { next: Some(Box::new(table("b"))), ..change("a", 0, 1, &[]) };
    store.change(rematch, None).await.unwrap();
    store.close().await;
    assert!(matches!(store.change(change("a", 0, 1, &["a1"]), None).await, Err(StoreError::Closed)));
    let store = SqliteStore::open(Some(&path), vault.clone()).await.unwrap();
    let found = store.load("a").await.unwrap().unwrap();
    assert_eq!((found.tokens.len(), found.version, found.next.as_deref()), (2, 1, Some("b")));
    assert!(store.load("b").await.unwrap().is_some());
    let (mode, flushes): (String, i64) = (
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(store.pool()).await.unwrap(),
        sqlx::query_scalar("PRAGMA synchronous").fetch_one(store.pool()).await.unwrap(),
    );
    assert_eq!((mode.as_str(), flushes), ("wal", 2), "a write-ahead log, flushed at every commit");
    store.close().await;
    std::fs::remove_file(path).unwrap();
}

#[tokio::test]
async fn a_file_that_is_no_database_is_an_error_that_names_it() {
    let path = std::env::temp_dir().join(format!("banmen-store-{}.txt", file_name()));
    std::fs::write(&path, "not a database at all, but long enough to look at".repeat(20)).unwrap();
    let error = SqliteStore::open(Some(&path), Vault::fleeting()).await.err().unwrap();
    assert!(error.to_string().contains("database"), "{error}");
    std::fs::remove_file(path).unwrap();
}

#[tokio::test]
async fn an_address_that_cannot_be_used_says_why() {
    let reason = async |address: &str| {
        let opened = super::open(&Database::try_from(std::path::PathBuf::from(address)).unwrap(), None).await;
        opened.err().expect("nothing listens there").to_string()
    };
    for mode in ["require", "verify-ca", "verify-full"] {
        let told = reason(&format!("postgres://127.0.0.1:1/banmen?sslmode={mode}")).await;
        assert!(told.contains("127.0.0.1:1/banmen") && told.contains("TLS"), "{told}");
    }
    let told = reason("postgres://127.0.0.1:1/banmen").await;
    assert!(told.contains("refused"), "{told}");
}
