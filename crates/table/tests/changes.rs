//! A page that follows the changes of a table ends up with exactly what a fresh page is sent.

use std::fmt::Write as _;
use std::path::Path;

use banmen_core::{Draw, LegalMove, Random, Seat, Source, squares};
use banmen_table::{Caller, Command, Moment, Seats, Setup, Table, TableChange, Terms};
use serde_json::{Map, Value, json};

/// The most bytes that a watcher is sent for a move on the largest usual board.
const MOST_BYTES: usize = 2048;

/// Two people at a table, and a source of chance for what they do.
struct Game {
    table: Table,
    tokens: [String; 2],
    random: Random,
}

impl Game {
    fn new(game: &str, rules: &Value, seed: u64) -> Game {
        let setup = Setup {
            game: Some(game.to_owned()),
            rules: Some(rules.clone()),
            seats: Seats::people(),
            record: None,
            options: None,
            terms: Terms::default(),
            invite: Vec::new(),
        };
        let opened = setup.open(&moment(seed)).unwrap();
        let tokens = [opened.tokens.first.unwrap(), opened.tokens.second.unwrap()];
        Game { table: opened.table, tokens, random: Random::new(seed) }
    }

    /// Something legal: mostly a move, now and then taking back, rarely resigning. `None` when the game is over.
    fn next(&mut self) -> Option<(Command, Seat)> {
        let seat = self.table.turn().seat()?;
        let version = self.table.version();
        let (other, consent) = (seat.other(), Some(self.tokens[seat.index()].clone()));
        if self.random.below(9) == 0 && self.table.undoable().second && self.table.undoable().first {
            return Some((Command::Undo { version, consent }, other));
        }
        if self.random.below(150) == 0 {
            return Some((Command::Resign { version }, seat));
        }
        let moves = self.table.course().game().legal_moves();
        let text = moves[self.random.below(moves.len() as u64) as usize].clone();
        Some((Command::Play { version, text, thought_ms: None }, seat))
    }

    /// Lets it happen; returns what watchers are sent.
    fn act(&mut self, command: Command, seat: Seat) -> Value {
        let step = self.table.act(command, Caller::Token(&self.tokens[seat.index()]), &moment(7)).unwrap();
        let after = step.changed.unwrap().table;
        let change = json!(TableChange::between(&self.table, &after, None));
        self.table = after;
        change
    }

    fn state(&self) -> Value {
        json!(self.table.state(None))
    }

    /// What somebody who has just come is sent, and beside it the legal moves as the page should have them.
    fn told_whole(&self) -> Value {
        let legal: Vec<Value> = self.table.view().moves.iter().map(plain).collect();
        json!({"kind": "table", "seq": self.table.version(), "table": self.state(), "legal": legal})
    }
}

fn moment(seed: u64) -> Moment {
    let mut random = [0; 32];
    random[..8].copy_from_slice(&seed.to_be_bytes());
    Moment { now_ms: 1_790_000_000_000 + seed as i64, random }
}

/// What a reader does with a change, written plainly from its description.
fn follow(state: &mut Value, version: u64, change: &Value) {
    let keep = change["keep"].as_u64().unwrap() as usize;
    let mut events: Vec<Value> = state["record"]["events"].as_array().unwrap()[..keep].to_vec();
    events.extend(change["events"].as_array().into_iter().flatten().cloned());
    let movers = state["movers"].as_str().unwrap()[..keep].to_owned() + change["movers"].as_str().unwrap_or_default();
    state["events"] = json!(events.len());
    state["record"]["events"] = json!(events);
    state["movers"] = json!(movers);
    state["version"] = json!(version);
    if let Some(seal) = change.get("seal") {
        state["record"]["seal"] = seal.clone();
    }
    for name in ["turn", "undoable", "updated_at"] {
        state[name] = change[name].clone();
    }
    for name in ["thinking", "next"] {
        match change.get(name) {
            Some(value) => state[name] = value.clone(),
            None => drop(state.as_object_mut().unwrap().remove(name)),
        }
    }
    if let Some(change) = change.get("view") {
        follow_view(state["view"].as_object_mut().unwrap(), change);
    }
}

fn follow_view(view: &mut Map<String, Value>, change: &Value) {
    let before = view.clone();
    for name in change["gone"].as_array().into_iter().flatten() {
        view.remove(name.as_str().unwrap());
    }
    for (name, value) in change["set"].as_object().into_iter().flatten() {
        view.insert(name.clone(), value.clone());
    }
    if let Some(Value::Object(compare)) = view.get_mut("compare")
        && !compare.contains_key("pieces")
        && let Some(pieces) = before.get("compare").and_then(|compare| compare.get("pieces"))
    {
        compare.insert("pieces".to_owned(), pieces.clone());
    }
    let columns = view["grid"]["columns"].as_u64().unwrap() as u8;
    for (how, anew) in [("lists", true), ("groups", false)] {
        for (name, groups) in change[how].as_object().into_iter().flatten() {
            let (host, key) = match name.as_str() {
                "compare" => (view["compare"].as_object_mut().unwrap(), "pieces"),
                name => (&mut *view, name),
            };
            let list = host.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
            let list = if anew { Vec::new() } else { list };
            let list = regroup(list, groups.as_array().unwrap(), columns);
            if list.is_empty() {
                host.remove(key);
            } else {
                host.insert(key.to_owned(), Value::Array(list));
            }
        }
    }
    for name in ["points", "moves"] {
        match change.get(name) {
            Some(Value::String(text)) if text.is_empty() => drop(view.remove(name)),
            Some(Value::Array(list)) if list.is_empty() => drop(view.remove(name)),
            Some(moves) => drop(view.insert(name.to_owned(), moves.clone())),
            None => {}
        }
    }
}

fn regroup(mut list: Vec<Value>, groups: &[Value], columns: u8) -> Vec<Value> {
    for group in groups {
        let common = group[0].as_object().unwrap();
        list.retain(|member| {
            let mut member = member.as_object().unwrap().clone();
            member.remove("at");
            member != *common
        });
        for at in squares::read(group[1].as_str().unwrap(), columns).unwrap() {
            let mut member = common.clone();
            member.insert("at".to_owned(), json!(at));
            list.push(Value::Object(member));
        }
    }
    list.sort_by_key(|member| (member["at"]["y"].as_u64(), member["at"]["x"].as_u64()));
    list
}

/// A legal move as the page has it, with everything filled in.
fn plain(one: &LegalMove) -> Value {
    let from = match &one.from {
        None => Value::Null,
        Some(Source::Board { at }) => json!({"kind": "board", "at": at}),
        Some(Source::Hand { glyph }) => json!({"kind": "hand", "glyph": glyph}),
    };
    json!({
        "text": one.text, "from": from, "to": one.to, "over": one.over, "action": one.action, "choice": one.choice
    })
}

/// The legal moves of a view as it is sent, read by its description.
fn unpacked(view: &Value) -> Vec<Value> {
    let grid = &view["grid"];
    let columns = grid["columns"].as_u64().unwrap();
    let place = |index: &Value| {
        let index = index.as_u64().unwrap();
        json!({"x": index % columns, "y": index / columns})
    };
    let points = squares::read(view["points"].as_str().unwrap_or_default(), columns as u8).unwrap();
    let points = points.into_iter().map(|at| {
        let column = grid["column_labels"][usize::from(at.x)].as_str().unwrap();
        let row = grid["row_labels"][usize::from(at.y)].as_str().unwrap();
        json!({"text": format!("{column}{row}"), "from": null, "to": at, "over": [], "action": null, "choice": null})
    });
    let others = view["moves"].as_array().into_iter().flatten().map(|short| {
        let from = match &short[1] {
            Value::String(glyph) => json!({"kind": "hand", "glyph": glyph}),
            Value::Null => Value::Null,
            index => json!({"kind": "board", "at": place(index)}),
        };
        let to = if short[2].is_null() { Value::Null } else { place(&short[2]) };
        let over: Vec<Value> = short[3].as_array().into_iter().flatten().map(place).collect();
        json!({"text": short[0], "from": from, "to": to, "over": over, "action": short[4], "choice": short[5]})
    });
    points.chain(others).collect()
}

/// Plays a game and follows it; returns the size of the largest change.
fn followed(game: &str, rules: &Value, seed: u64) -> usize {
    let mut game = Game::new(game, rules, seed);
    let mut state = game.state();
    let mut largest = 0;
    for _ in 0..1500 {
        let Some((command, seat)) = game.next() else { return largest };
        let told = format!("{command:?}");
        let change = game.act(command, seat);
        largest = largest.max(change.to_string().len());
        follow(&mut state, game.table.version(), &change);
        assert_eq!(state, game.state(), "{rules}, seed {seed}, after {told}: {change}");
        let legal: Vec<Value> = game.table.view().moves.iter().map(plain).collect();
        assert_eq!(unpacked(&state["view"]), legal, "{rules}, seed {seed}, after {told}");
    }
    largest
}

#[test]
fn following_the_changes_of_any_game_leads_to_the_same_state() {
    let games = [
        ("gomoku", json!({"size": 5})),
        ("gomoku", json!({"size": 15, "rule": "renju"})),
        ("quantum", json!({"size": 4, "row": 3})),
        ("quantum", json!({"size": 7})),
        ("dobutsu", json!({"board": "classic"})),
        ("dobutsu", json!({"board": "deer"})),
        ("konane", json!({"rows": 6, "cols": 5})),
        ("konane", json!({"rows": 16, "cols": 16})),
    ];
    for (game, rules) in games {
        for seed in 0..6 {
            followed(game, &rules, seed);
        }
    }
}

#[test]
fn a_move_on_the_largest_usual_board_is_a_small_message() {
    for game in ["gomoku", "quantum"] {
        for seed in 0..2 {
            let largest = followed(game, &json!({"size": 19}), seed);
            assert!(largest < MOST_BYTES, "{game}, seed {seed}: {largest} bytes");
        }
    }
}

/// Short games with their changes, for the test of the page's reader.
fn example() -> String {
    let games = [
        ("gomoku", json!({"size": 5}), 1),
        ("quantum", json!({"size": 3, "row": 3}), 2),
        ("dobutsu", json!({"board": "classic"}), 3),
        ("konane", json!({"rows": 4, "cols": 4}), 4),
    ];
    let mut lines = Vec::new();
    for (name, rules, seed) in games {
        let mut game = Game::new(name, &rules, seed);
        lines.push(game.told_whole());
        for round in 1..=14 {
            let Some((command, seat)) = game.next() else { break };
            let change = game.act(command, seat);
            lines.push(json!({"kind": "change", "seq": game.table.version(), "change": change}));
            if round % 5 == 0 || game.table.is_over() || round == 14 {
                lines.push(game.told_whole());
            }
        }
    }
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    text
}

#[test]
fn the_example_for_the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/test/unit/changes.jsonl");
    let example = example();
    if std::env::var_os("BANMEN_UPDATE").is_some() {
        std::fs::write(&path, example).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == example, "{} differs from the code; run `cargo xtask wire`", path.display());
}
