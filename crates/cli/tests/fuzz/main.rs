//! The targets of `fuzz/` with mutated inputs, by the usual compiler and without coverage. `cargo xtask fuzz` runs the long version.

#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use banmen_core::{Draw, Random};

/// What is put into an input beside its own bytes.
const WORDS: [&str; 24] = [
    "0",
    "-1",
    "1e309",
    "4294967296",
    "18446744073709551616",
    "NaN",
    "null",
    "true",
    "\"\"",
    "{}",
    "[]",
    "[[[[[[[[",
    "((((((((",
    "{{{{{{{{",
    "\\",
    "\"",
    "\n",
    "\u{0}",
    "\u{202e}",
    "é",
    "🀄",
    ":",
    "|",
    "*",
];

/// No input may take longer than this, even on a busy machine and without optimisation.
const LONGEST: Duration = Duration::from_secs(30);

fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target)
}

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder(target)).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{target} has no corpus");
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// A place in the input, its end included.
fn place(random: &mut Random, input: &[u8]) -> usize {
    random.below(input.len() as u64 + 1) as usize
}

/// A few changes to an input of the corpus.
fn mutated(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut input = random.pick(corpus).unwrap().clone();
    for _ in 0..=random.below(5) {
        let at = place(random, &input);
        let longest = 1 + random.below(24);
        let to = (at + random.below(longest) as usize).min(input.len());
        match random.below(9) {
            0 if at < input.len() => input[at] ^= 1 << random.below(8),
            1 if at < input.len() => input[at] = random.below(256) as u8,
            2 => input.insert(at, random.below(128) as u8),
            3 => drop(input.drain(at..to)),
            4 => {
                let part = input[at..to].to_vec();
                let there = place(random, &input);
                input.splice(there..there, part);
            }
            5 => {
                let other = random.pick(corpus).unwrap();
                let from = place(random, other);
                let until = (from + random.below(40) as usize).min(other.len());
                input.splice(at..to, other[from..until].iter().copied());
            }
            6 => drop(input.splice(at..to, random.pick(&WORDS).unwrap().bytes())),
            7 => input.truncate(at),
            _ => {
                let digit = input.iter().skip(at).position(u8::is_ascii_digit);
                if let Some(digit) = digit {
                    input[at + digit] = b'0' + random.below(10) as u8;
                }
            }
        }
    }
    input
}

#[test]
fn no_target_panics_on_mutated_inputs() {
    let inputs: u64 = std::env::var("BANMEN_FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    let seed: u64 = std::env::var("BANMEN_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let only = std::env::var("BANMEN_FUZZ_TARGET").ok();
    for (name, target) in targets::TARGETS.iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name)) {
        let (corpus, mut random) = (corpus(name), Random::new(seed));
        let (started, mut slowest) = (Instant::now(), Duration::ZERO);
        for number in 0..inputs + corpus.len() as u64 {
            // First everything that was kept, as it is.
            let input = corpus.get(number as usize).cloned().unwrap_or_else(|| mutated(&mut random, &corpus));
            let began = Instant::now();
            let survived = catch_unwind(AssertUnwindSafe(|| target(&input))).is_ok();
            slowest = slowest.max(began.elapsed());
            if !survived || began.elapsed() > LONGEST {
                let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}-{number}"));
                std::fs::write(&kept, &input).unwrap();
                panic!(
                    "{name} fails on {} ({:?}): {:?}",
                    kept.display(),
                    began.elapsed(),
                    String::from_utf8_lossy(&input)
                );
            }
        }
        println!(
            "{name}: {} inputs in {:.1} s, {:.0} a second; the slowest {:.2} s",
            inputs + corpus.len() as u64,
            started.elapsed().as_secs_f64(),
            (inputs + corpus.len() as u64) as f64 / started.elapsed().as_secs_f64(),
            slowest.as_secs_f64()
        );
    }
}

#[test]
fn the_corpus_begins_with_inputs_that_are_understood() {
    use banmen_table::{CheckedStudy, CreateTable, JobRequest, exchange};

    let read = |target: &str, name: &str| std::fs::read(folder(target).join(name)).unwrap();
    for (index, game) in banmen_catalog::games().iter().enumerate() {
        let id = game.id();
        let text = String::from_utf8(read("record", id)).unwrap();
        let study = exchange::read(exchange::JSON, None, &text).unwrap_or_else(|error| panic!("record/{id}: {error}"));
        CheckedStudy::of(study).unwrap_or_else(|error| panic!("record/{id}: {error}"));
        let rules = read("rules", id);
        assert_eq!(usize::from(rules[0]), index, "rules/{id}");
        let rules = serde_json::from_slice(&rules[1..]).unwrap();
        assert!(game.start(&rules).is_ok(), "rules/{id}: {:?}", game.start(&rules).err());
        let moves = read("moves", id);
        assert_eq!(usize::from(moves[0]), index, "moves/{id}");
        let mut played = game.start(&serde_json::json!({})).unwrap();
        let first = String::from_utf8(moves[1..].to_vec()).unwrap();
        let first = first.split(' ').next().unwrap();
        played.apply(&banmen_core::Event::Move(first.to_owned())).unwrap_or_else(|error| panic!("moves/{id}: {error}"));
        serde_json::from_slice::<JobRequest>(&read("job", id)).unwrap_or_else(|error| panic!("job/{id}: {error}"));
    }
    serde_json::from_slice::<CreateTable>(&read("request", "create")).unwrap();
    let sgf = read("file", "sgf");
    let gomoku = &banmen_catalog::games()[usize::from(sgf[0])];
    let format = &gomoku.info().formats[usize::from(sgf[1])];
    gomoku.import(format.id, std::str::from_utf8(&sgf[2..]).unwrap()).unwrap();
    let board = String::from_utf8(read("board", "konane")).unwrap();
    board.parse::<banmen_konane::Board>().unwrap();
}
