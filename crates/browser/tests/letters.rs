//! Games that go back and forth in links: each browser takes the other's moves into its own table.

use banmen_browser::{Host, Module, Problem};
use serde_json::{Value, json};

struct Page;

impl Host for Page {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn report(&self, _progress: &Value) {}
}

/// A browser with one table.
struct Browser {
    module: Module<Page>,
    stored: Value,
    tokens: Value,
    state: Value,
    moments: u8,
}

impl Browser {
    /// Sets up a table, or takes one from a record.
    fn new(number: u8, table: Value) -> Browser {
        let mut browser = Browser {
            module: Module::new(Page),
            stored: Value::Null,
            tokens: Value::Null,
            state: Value::Null,
            moments: number,
        };
        let moment = browser.moment();
        let created = browser.module.call("create", json!({"table": table, "moment": moment})).unwrap();
        browser.stored = created["stored"].clone();
        browser.tokens = created["tokens"].clone();
        browser.state = created["state"].clone();
        browser
    }

    fn moment(&mut self) -> Value {
        self.moments = self.moments.wrapping_add(2);
        json!({"now_ms": 1_790_000_000_000_i64 + i64::from(self.moments), "random": format!("{:02x}", self.moments).repeat(32)})
    }

    fn take(&mut self, answer: &Value) {
        if !answer["stored"].is_null() {
            self.stored = answer["stored"].clone();
        }
        self.state = answer["state"].clone();
    }

    /// Plays a move for whoever is to move.
    fn play(&mut self, text: &str) {
        let token = self.tokens[self.state["turn"]["seat"].as_str().unwrap()].clone();
        let command = json!({"kind": "play", "token": token, "version": self.state["version"], "move": text});
        let question = json!({"stored": self.stored, "command": command, "moment": self.moment()});
        let answer = self.module.call("act", question).unwrap();
        self.take(&answer);
    }

    fn receive(&mut self, record: &Value) -> Result<(), Problem> {
        let question = json!({"stored": self.stored, "record": record, "now_ms": 1_790_000_001_000_i64});
        let answer = self.module.call("extend", question)?;
        self.take(&answer);
        Ok(())
    }

    fn events(&self) -> usize {
        self.state["record"]["events"].as_array().unwrap().len()
    }
}

fn people(game: &str, rules: &Value) -> Value {
    json!({"game": game, "rules": rules, "seats": {"first": {"kind": "human"}, "second": {"kind": "human"}}})
}

fn continued(record: &Value) -> Value {
    let seats = json!({"first": {"kind": "human"}, "second": {"kind": "human"}});
    json!({"game": record["game"], "seats": seats, "record": record})
}

#[test]
fn a_link_brings_the_moves_and_an_old_one_changes_nothing() {
    let mut ann = Browser::new(0, people("gomoku", &json!({"size": 9})));
    ann.play("e5");
    let first = ann.state["record"].clone();
    let mut bob = Browser::new(1, continued(&first));
    bob.play("e6");
    ann.receive(&bob.state["record"]).unwrap();
    assert_eq!((ann.events(), &ann.state["version"]), (2, &json!(2)));
    let before = ann.stored.clone();
    ann.receive(&first).unwrap();
    assert_eq!(ann.stored, before);
    assert_eq!(ann.stored["updated_at"], 1_790_000_001_000_i64);
}

#[test]
fn a_link_of_another_game_is_refused() {
    let mut ann = Browser::new(0, people("gomoku", &json!({"size": 9})));
    ann.play("e5");
    let mut bob = Browser::new(1, continued(&ann.state["record"]));
    bob.play("e6");
    ann.play("e7");
    let refused = ann.receive(&bob.state["record"]).unwrap_err();
    assert_eq!((refused.code, refused.status), ("another-game", 409));
    assert!(refused.detail.contains("after 1 event"), "{}", refused.detail);
    let larger = Browser::new(1, people("gomoku", &json!({"size": 11})));
    assert_eq!(ann.receive(&larger.state["record"]).unwrap_err().code, "another-game");
    assert_eq!(
        ann.receive(&json!({"format": 1, "game": "go", "rules": {}, "events": []})).unwrap_err().code,
        "unknown-game"
    );
}

#[test]
fn draws_come_with_the_link_and_are_not_drawn_again() {
    let rules = json!({"size": 5, "row": 3});
    let mut ann = Browser::new(0, people("quantum", &rules));
    for text in ["a1", "skip"] {
        ann.play(text);
    }
    let mut bob = Browser::new(1, continued(&ann.state["record"]));
    for text in ["c3", "observe"] {
        bob.play(text);
    }
    let drawn = bob.state["record"]["events"].clone();
    assert!(drawn.as_array().unwrap().iter().any(|event| event["chance"].is_string()), "{drawn}");
    ann.receive(&bob.state["record"]).unwrap();
    assert_eq!(ann.state["record"]["events"], drawn);
    assert_eq!(ann.state["record"]["tags"]["sealed_from"], "1", "Ann's seal says nothing of Bob's draw");
}
