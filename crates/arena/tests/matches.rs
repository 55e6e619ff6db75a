//! Whole matches, with levels and with programs that behave well and badly.

use std::path::{Path, PathBuf};
use std::time::Duration;

use banmen_arena::{Match, Openings, Spec, Sprt, SprtVerdict, Standing, Store};
use banmen_core::{Cancel, Record};
use serde_json::{Value, json};

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("banmen-arena-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn rules() -> Value {
    json!({"size": 9, "rule": "freestyle"})
}

fn a_match(first: &str, second: &str, games: usize) -> Match {
    let entry = banmen_catalog::find("gomoku").unwrap();
    let openings = Openings::random(entry, &rules(), 2, games / 2, 5);
    Match {
        entry,
        rules: rules(),
        contenders: [first.parse::<Spec>().unwrap(), second.parse().unwrap()],
        told: Default::default(),
        games,
        time: Some(Duration::from_millis(300)),
        grace: Duration::from_secs(5),
        openings,
        sprt: None,
        concurrency: 2,
        seed: 1,
    }
}

fn play(m: &Match, store: Option<&Store>) -> Standing {
    m.play(store, &Cancel::new(), &mut |_| {}).unwrap()
}

fn records(folder: &Path) -> Vec<Record> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.file_name().unwrap().to_string_lossy().starts_with("game-"));
    paths.sort();
    paths.iter().map(|path| serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()).collect()
}

/// A program in the Gomocup protocol that fills rows from the top left, in the shell's own words.
const FILLER: &str = r#"n=0; while read -r w r; do case "$w" in
START) echo OK; n=0;; BEGIN|TURN|DONE) echo "MESSAGE hello"; echo "$((n % 9)),$((n / 9))"; n=$((n + 1));; END) exit;; esac; done"#;

fn shell(script: &str) -> String {
    Spec::Command(vec!["sh".to_owned(), "-c".to_owned(), script.to_owned()]).to_string()
}

#[test]
fn each_opening_is_played_twice_with_colours_reversed_and_every_game_is_kept() {
    let folder = Folder::new("pairs");
    let m = a_match("level:classic", "level:novice", 8);
    let store = Store::open(&folder.0, &m.settings()).unwrap();
    let standing = play(&m, Some(&store));
    assert_eq!(standing.tally.games(), 8);
    assert_eq!(standing.tally.pairs.iter().sum::<u64>(), 4);
    assert!(standing.score > 0.5, "{standing:?}");
    assert_eq!(standing.faults, [0, 0]);
    let records = records(&folder.0);
    assert_eq!(records.len(), 8);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].events[..2], pair[1].events[..2], "the same opening");
        assert_eq!(
            (&pair[0].tags["first"], &pair[0].tags["second"]),
            (&pair[1].tags["second"], &pair[1].tags["first"])
        );
        for record in pair {
            banmen_catalog::replay(record).unwrap();
        }
    }
}

#[test]
fn a_match_goes_on_where_it_was_stopped_and_ends_the_same() {
    let whole = play(&a_match("level:classic", "level:novice", 6), None);
    let folder = Folder::new("resume");
    let m = Match { concurrency: 1, ..a_match("level:classic", "level:novice", 6) };
    let store = Store::open(&folder.0, &m.settings()).unwrap();
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let part = m
        .play(Some(&store), &cancel, &mut |standing| {
            if standing.tally.games() == 3 {
                stop.set();
            }
        })
        .unwrap();
    assert_eq!(part.tally.games(), 3);
    let mut reports = 0;
    let rest = m.play(Some(&store), &Cancel::new(), &mut |_| reports += 1).unwrap();
    assert_eq!(reports, 3, "only what was left is played");
    assert_eq!(rest.tally, whole.tally);
    let other = a_match("level:novice", "level:novice", 6);
    assert!(Store::open(&folder.0, &other.settings()).is_err(), "another match in the same folder");
}

#[test]
fn programs_play_and_lose_by_their_faults() {
    let good = play(&a_match(&shell(FILLER), "level:classic", 2), None);
    assert_eq!((good.tally.games(), good.tally.losses + good.faults[0] as u64), (2, 2 + good.faults[0] as u64));
    for (script, expected) in [
        ("exit", "crashed"),
        ("while read -r w; do echo OK; done", "too late"),
        (r#"while read -r w r; do case "$w" in START) echo OK;; BEGIN|TURN|DONE) echo 99,0;; esac; done"#, "illegal"),
        (r#"while read -r w r; do case "$w" in START) echo ERROR no;; esac; done"#, "refused"),
        (r#"read -r w; echo OK; while read -r w r; do case "$w" in BEGIN|TURN|DONE) exit;; esac; done"#, "crashed"),
        (
            r#"while read -r w r; do case "$w" in START) echo OK;; BEGIN|TURN|DONE) echo ERROR what;; esac; done"#,
            "refused",
        ),
    ] {
        let m = Match { grace: Duration::from_millis(500), ..a_match(&shell(script), "level:classic", 2) };
        let standing = play(&m, None);
        assert_eq!((standing.tally.losses, standing.faults), (2, [2, 0]), "{script}: {:?}", standing.fault_list);
        assert!(
            standing.fault_list.iter().all(|fault| fault.contains(expected)),
            "{script}: {:?}",
            standing.fault_list
        );
    }
}

#[test]
fn programs_are_told_lines_before_every_game() {
    // It plays only where it has been told to in this very game.
    let script = r#"n=0; while read -r w k r; do case "$w" in START) echo OK; n=0; told=no;; INFO) [ "$k $r" = "max_node 7" ] && told=yes;;
        BEGIN|TURN|DONE) [ $told = yes ] || echo ERROR not told; echo "$((n % 9)),$((n / 9))"; n=$((n + 1));; END) exit;; esac; done"#;
    let silent = play(&a_match(&shell(script), "level:classic", 4), None);
    assert!(silent.fault_list.iter().all(|fault| fault.contains("refused: ERROR not told")), "{:?}", silent.fault_list);
    assert_eq!(silent.faults, [4, 0]);
    let m = Match { told: [vec!["INFO max_node 7".to_owned()], vec![]], ..a_match(&shell(script), "level:classic", 4) };
    let told = play(&m, None);
    assert!(!told.fault_list.iter().any(|fault| fault.contains("refused: ERROR not told")), "{:?}", told.fault_list);
    assert_ne!(m.settings(), a_match(&shell(script), "level:classic", 4).settings(), "another match");
}

#[test]
fn a_test_ends_the_match_early_and_for_good() {
    let folder = Folder::new("sprt");
    let m = Match { sprt: Some(Sprt { elo0: 0.0, elo1: 400.0 }), ..a_match("level:classic", "level:novice", 400) };
    let store = Store::open(&folder.0, &m.settings()).unwrap();
    let standing = play(&m, Some(&store));
    let test = standing.test.unwrap();
    assert_ne!(test.verdict, SprtVerdict::Open, "{standing:?}");
    // Games that were still being played when it was decided count for the score, not for the test.
    assert!(test.tested_games <= standing.tally.games() && standing.tally.games() < 400, "{standing:?}");
    let again = m.play(Some(&store), &Cancel::new(), &mut |_| panic!("another game was played")).unwrap();
    assert_eq!((again.test, again.tally), (standing.test, standing.tally));
}

#[test]
fn a_test_goes_by_the_order_of_the_pairs_and_not_by_what_was_finished_first() {
    let folder = Folder::new("order");
    let m = Match { sprt: Some(Sprt { elo0: 0.0, elo1: 400.0 }), ..a_match("level:classic", "level:novice", 40) };
    let store = Store::open(&folder.0, &m.settings()).unwrap();
    play(&m, Some(&store));
    std::fs::remove_file(folder.0.join("game-000001.json")).unwrap();
    let cancel = Cancel::new();
    cancel.set();
    let standing = m.play(Some(&store), &cancel, &mut |_| {}).unwrap();
    let test = standing.test.unwrap();
    assert_eq!((test.verdict, test.tested_games), (SprtVerdict::Open, 0), "{standing:?}");
    assert!(standing.tally.games() > 0);
}

#[test]
fn wrong_contenders_and_rules_are_refused_before_the_first_game() {
    let cancel = Cancel::new();
    let refused = |m: Match| m.play(None, &cancel, &mut |_| panic!("a game was played")).unwrap_err().to_string();
    assert!(refused(a_match("level:god", "level:classic", 2)).contains("god"));
    let told = [vec![], vec!["INFO max_node 7".to_owned()]];
    assert!(refused(Match { told, ..a_match("cmd:x", "level:classic", 2) }).contains("level:classic"));
    assert!(
        refused(Match { rules: json!({"size": 4}), ..a_match("level:classic", "level:classic", 2) })
            .contains("5 to 22")
    );
    if let Ok(konane) = banmen_catalog::find("konane") {
        let m = Match { entry: konane, rules: Value::Null, ..a_match("cmd:x", "level:classic", 2) };
        assert!(m.play(None, &cancel, &mut |_| {}).is_err());
    }
}

#[test]
fn openings_that_cannot_be_played_are_named_and_left_out() {
    let entry = banmen_catalog::find("gomoku").unwrap();
    let text = "# remark\ne5 d4\n\ne5 e5\nzz\na1,b2 c3 # fine\na1 a2 b1 b2 c1 c2 d1 d2 e1\nj1\n";
    let (openings, bad) = Openings::read(text, entry, &rules());
    assert_eq!(openings.len(), 2);
    assert_eq!(openings.of_pair(3), ["a1", "b2", "c3"]);
    assert_eq!(bad.iter().map(|opening| opening.line).collect::<Vec<_>>(), [4, 5, 7, 8]);
    assert!(bad[0].why.contains("already there"), "{}", bad[0].why);
}

#[test]
fn the_openings_that_ship_can_all_be_played() {
    let entry = banmen_catalog::find("gomoku").unwrap();
    let boards = [(15, "freestyle"), (15, "standard"), (15, "renju"), (19, "freestyle"), (20, "freestyle")];
    for (size, rule) in boards {
        let rules = json!({"size": size, "rule": rule});
        let text = entry.openings(&rules).unwrap();
        let (openings, bad) = Openings::read(text, entry, &rules);
        assert_eq!(bad, []);
        assert!(openings.len() >= 100, "{rules}: {}", openings.len());
        let sorted = |openings: &Openings| {
            let mut lines: Vec<_> = (0..openings.len()).map(|index| openings.of_pair(index).to_vec()).collect();
            lines.sort();
            lines
        };
        let [one, same, other] = [1, 1, 2].map(|seed| Openings::shipped(entry, &rules, seed).unwrap());
        assert_eq!(sorted(&one), sorted(&openings), "all of them, in whatever order");
        assert_eq!(one, same);
        assert_ne!(one, other);
    }
    assert_eq!(Openings::shipped(entry, &json!({"size": 13}), 1), None);
}
