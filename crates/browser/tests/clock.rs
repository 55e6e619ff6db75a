//! Two people at one screen without a server: their clock, and what they are called.

use banmen_browser::{Host, Module};
use serde_json::{Value, json};

struct Page;

impl Host for Page {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn report(&self, _progress: &Value) {}
}

const START: i64 = 1_790_000_000_000;

/// One table, and the time by which it is played.
struct Evening {
    module: Module<Page>,
    stored: Value,
    tokens: Value,
    state: Value,
    now_ms: i64,
}

impl Evening {
    fn new() -> Evening {
        let mut module = Module::new(Page);
        let table = json!({
            "game": "gomoku",
            "seats": {"first": {"kind": "human"}, "second": {"kind": "human"}},
            "clock": {"kind": "fischer", "seconds": 60, "increment": 5},
            "names": {"first": "Aki"},
        });
        let moment = json!({"now_ms": START, "random": "01".repeat(32)});
        let created = module.call("create", json!({"table": table, "moment": moment})).unwrap();
        let [stored, tokens, state] = ["stored", "tokens", "state"].map(|name| created[name].clone());
        Evening { module, stored, tokens, state, now_ms: START }
    }

    fn act(&mut self, command: Value) {
        let moment = json!({"now_ms": self.now_ms, "random": "02".repeat(32)});
        let question = json!({"stored": self.stored, "command": command, "moment": moment});
        let answer = self.module.call("act", question).unwrap();
        if !answer["stored"].is_null() {
            self.stored = answer["stored"].clone();
        }
        self.state = answer["state"].clone();
    }

    fn play(&mut self, text: &str) {
        let token = self.tokens[self.state["turn"]["seat"].as_str().unwrap()].clone();
        self.act(json!({"kind": "play", "token": token, "version": self.state["version"], "move": text}));
    }

    /// The table as the page sees it when it comes back.
    fn look(&mut self) -> Value {
        self.module.call("state", json!({"stored": self.stored, "now_ms": self.now_ms})).unwrap()["state"].clone()
    }
}

#[test]
fn a_flag_falls_without_a_server() {
    let mut evening = Evening::new();
    for text in ["h8", "h9", "i8"] {
        evening.play(text);
    }
    evening.now_ms += 59_000;
    evening.act(json!({"kind": "flag"}));
    assert_eq!(evening.look()["turn"]["kind"], "seat", "a minute is not over");
    assert_eq!(evening.look()["clock"]["elapsed_ms"], 59_000);
    assert_eq!(evening.look()["clock"]["first"]["main_ms"], 65_000, "with the increment");
    // The account for lag is a second at most.
    evening.now_ms += 2500;
    evening.act(json!({"kind": "flag"}));
    let outcome = &evening.state["turn"]["outcome"];
    assert_eq!((&outcome["winner"], &outcome["reason"]), (&json!("first"), &json!("time")));
}

#[test]
fn time_in_which_the_page_was_closed_is_not_charged() {
    let mut evening = Evening::new();
    for text in ["h8", "h9", "i8"] {
        evening.play(text);
    }
    let closed = evening.now_ms + 10_000;
    evening.now_ms += 3_600_000;
    evening.act(json!({"kind": "resume", "from_ms": closed}));
    evening.act(json!({"kind": "flag"}));
    let state = evening.look();
    assert_eq!(state["turn"]["kind"], "seat");
    assert_eq!(state["clock"]["elapsed_ms"], 10_000);
}

#[test]
fn players_are_called_what_they_say() {
    let mut evening = Evening::new();
    assert_eq!(evening.state["names"], json!({"first": "Aki"}));
    let token = evening.tokens["second"].clone();
    evening.act(json!({"kind": "rename", "token": token, "name": "Bo"}));
    assert_eq!(evening.state["names"], json!({"first": "Aki", "second": "Bo"}));
}
