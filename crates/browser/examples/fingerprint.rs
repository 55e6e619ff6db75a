//! Prints the fingerprint of random games as this build plays them, one JSON object a line: `fingerprint GAMES`.
//!
//! `cargo xtask wasm` compares them with those of the WebAssembly module.

use banmen_browser::{Host, Module};
use serde_json::{Value, json};

struct Terminal;

impl Host for Terminal {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn report(&self, _progress: &Value) {}
}

/// Games of gomoku on each board whose positions are analysed.
const JUDGED: u64 = 6;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(1000);
    let mut module = Module::new(Terminal);
    let playouts = [
        ("gomoku", json!({"size": 9})),
        ("quantum", json!({"size": 5, "row": 4, "observations": "each"})),
        ("dobutsu", json!({"board": "deer"})),
        ("konane", json!({"rows": 5, "cols": 6})),
    ]
    .map(|(game, rules)| json!({"game": game, "rules": rules, "games": games, "seed": 20_261_116}));
    // What the network says of positions, and a search that judges by it.
    let judged = [15, 19, 20].into_iter().flat_map(|size| {
        ["freestyle", "standard", "renju"].map(|rule| {
            let rules = json!({"size": size, "rule": rule});
            json!({"game": "gomoku", "rules": rules, "games": JUDGED, "seed": size, "analysis": "lines"})
        })
    });
    for question in playouts.into_iter().chain(judged) {
        match module.call("fingerprint", question.clone()) {
            Ok(answer) => println!("{}", json!({"question": question, "answer": answer})),
            Err(problem) => {
                eprintln!("{question}: {}", problem.detail);
                std::process::exit(1);
            }
        }
    }
}
