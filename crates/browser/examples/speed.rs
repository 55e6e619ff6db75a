//! How fast this build computes what the page asks for, on one thread, in processor time.
//!
//! Without an argument it prints the questions, one JSON object a line; with the name of a question, how much work a second it does on that.
//! `cargo xtask page --figures` asks the WebAssembly module the same questions in between, so that both share the machine with the same others.

use std::time::Duration;

use banmen_browser::{Host, Module};
use cpu_time::ProcessTime;
use serde_json::{Value, json};

/// A host whose clock stands still while other programs run.
struct Terminal(ProcessTime);

impl Host for Terminal {
    fn now_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }

    fn report(&self, _progress: &Value) {}
}

/// A question is asked again until so much time has passed.
const SLICE: Duration = Duration::from_millis(1500);
/// What the page grants an engine on a device with much memory.
const MEMORY: u64 = 96 << 20;

/// A question of the page, and the field of its answer that counts the work; `null` where the work is the same every time.
struct Question {
    name: &'static str,
    counted: Option<&'static str>,
    request: Value,
}

fn analysis(name: &'static str, game: &str, rules: &Value, moves: &str) -> Question {
    let events: Vec<Value> = moves.split_whitespace().map(|text| json!({"move": text})).collect();
    let record = json!({"format": 1, "game": game, "rules": rules, "events": events});
    let request =
        json!({"kind": "analysis", "record": record, "request": {"kind": "lines", "lines": 1}, "seconds": 1.5});
    Question { name, counted: Some("nodes"), request }
}

fn tool(name: &'static str, tool: &str, input: &Value) -> Question {
    Question { name, counted: None, request: json!({"kind": "tool", "tool": tool, "input": input}) }
}

/// The tile of the thesis, so many times in each direction.
fn tiles(down: usize, right: usize) -> String {
    let rows = ["...", "BW.", "WB."].map(|row| row.repeat(right));
    vec![rows.join("/"); down].join("/")
}

/// A full block of 7×7 stones, as crowded as an exact answer allows.
fn crowd() -> String {
    let stones = (0..49).map(|number: usize| {
        let (x, y) = (number % 7, number / 7);
        let column = char::from(b'g' + x as u8 + u8::from(x > 1));
        format!("{column}{}:{}", 7 + y, [90, 10, 70, 30][(number * 7 + y) % 4])
    });
    stones.collect::<Vec<_>>().join(" ")
}

fn questions() -> Vec<Question> {
    let gomoku = "h8 i9 h9 h7 g8 i8 i7 j6 g7 f7 g9 g10";
    vec![
        analysis("gomoku, Master's search", "gomoku", &json!({"size": 15, "rule": "freestyle"}), gomoku),
        analysis("animal shogi 5×5, Master's search", "dobutsu", &json!({"board": "deer"}), ""),
        tool("Konane, value of tile 3×15", "konane.value", &json!({"board": tiles(1, 5)})),
        tool("Konane, value of tile 6×6", "konane.value", &json!({"board": tiles(2, 2)})),
        tool("quantum gomoku, exact odds of 49 stones", "quantum.odds", &json!({"stones": crowd(), "exact": true})),
        tool(
            "quantum gomoku, a million boards drawn",
            "quantum.odds",
            &json!({"stones": crowd(), "samples": 1_000_000, "seed": 1}),
        ),
    ]
}

/// Work a second: what the answers count, or answers.
fn speed(module: &mut Module<Terminal>, question: &Question) -> Result<f64, String> {
    let started = ProcessTime::now();
    let mut work = 0.0;
    while started.elapsed() < SLICE {
        let asked = json!({"request": question.request, "seed": 1, "memory": MEMORY});
        let answer = module.call("job", asked).map_err(|problem| problem.detail)?;
        work += match question.counted {
            Some(field) => answer["result"][field].as_f64().ok_or_else(|| format!("no {field} in {answer}"))?,
            None if answer["status"] == "done" => 1.0,
            None => return Err(answer.to_string()),
        };
    }
    Ok(work / started.elapsed().as_secs_f64())
}

fn main() {
    let questions = questions();
    let Some(name) = std::env::args().nth(1) else {
        for Question { name, counted, request } in questions {
            println!("{}", json!({"name": name, "counted": counted, "request": request}));
        }
        return;
    };
    let answer = questions
        .iter()
        .find(|question| question.name == name)
        .ok_or_else(|| "there is no such question".to_owned())
        .and_then(|question| speed(&mut Module::new(Terminal(ProcessTime::now())), question));
    match answer {
        Ok(speed) => println!("{speed}"),
        Err(error) => {
            eprintln!("{name}: {error}");
            std::process::exit(2);
        }
    }
}
