//! Is the engine ever late? Games over the Gomocup protocol with a clock, on a machine that is busy.
//!
//! `cargo bench -p banmen-gomoku --bench clock` asks for a few hundred moves; `-- --moves 10000 --load 4` for ten
//! thousand at each time, with four threads that do nothing but work; `--engines 8` lets eight engines play at once, which
//! are each other's load and share the moves; `-- --cmd 'COMMAND'` measures a program.
//!
//! Every late answer is printed with what the engine itself said of its time and with the processor time that a hypervisor
//! took from this machine meanwhile, so that the engine's lateness can be told from the machine's.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use banmen_core::{Limits, Player};
use banmen_gomoku::pbrain::{EngineBrain, parse_point, run, write_point};
use banmen_gomoku::{Move, Novice, Position, Rule, Rules, Size};

/// The limits that are measured, in milliseconds, and each one's share of the moves by default.
const TIMES: [(u64, usize); 3] = [(30, 300), (100, 100), (1000, 12)];

/// Processor time that this machine wanted and did not get, where the system tells it: in hundredths of a second.
fn stolen() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    text.lines().next()?.split_ascii_whitespace().nth(8)?.parse().ok()
}

/// An engine with its streams: this program started again, or another one.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Receiver<(Instant, String)>,
    /// The last message that was not an answer.
    message: String,
}

impl Engine {
    fn start(command: Option<&str>) -> Self {
        let own = std::env::current_exe().expect("this program has a name");
        let words: Vec<String> = command.map_or_else(
            || vec![own.display().to_string(), "--speak".to_owned()],
            |text| text.split_whitespace().map(str::to_owned).collect(),
        );
        let mut process = Command::new(words.first().expect("a command"));
        process.args(&words[1..]);
        let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let input = child.stdin.take().expect("an input");
        let lines = BufReader::new(child.stdout.take().expect("an output"));
        let (sender, output) = channel();
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Self { child, input, output, message: String::new() }
    }

    fn say(&mut self, line: &str) -> Instant {
        writeln!(self.input, "{line}").expect("the engine listens");
        self.input.flush().expect("the engine listens");
        Instant::now()
    }

    fn hear(&mut self) -> (Instant, String) {
        loop {
            let (when, line) = self.output.recv_timeout(Duration::from_secs(30)).expect("the engine answers");
            if !line.starts_with("MESSAGE") && !line.starts_with("DEBUG") {
                return (when, line);
            }
            self.message = line;
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "END");
        let _ = self.child.wait();
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--speak") {
        let brain = EngineBrain::start().expect("a thread starts");
        run(brain, BufReader::new(std::io::stdin()), std::io::stdout()).expect("the streams work");
        return;
    }
    let value = |name: &str| {
        arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1)).map(String::as_str)
    };
    let number = |name: &str| value(name).and_then(|text| text.parse::<usize>().ok());
    let load = number("--load").unwrap_or(2);
    let stop = Arc::new(AtomicBool::new(false));
    let busy: Vec<_> = (0..load)
        .map(|_| {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                let mut work = 1_u64;
                while !stop.load(Ordering::Relaxed) {
                    work = std::hint::black_box(work.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(5));
                }
            })
        })
        .collect();
    let start = |_| {
        let started = Instant::now();
        let mut engine = Engine::start(value("--cmd"));
        engine.say("ABOUT");
        println!("started and answered after {:?}", engine.hear().0 - started);
        let asked = engine.say("START 20");
        println!("answered START after {:?}", engine.hear().0 - asked);
        engine
    };
    let mut engines: Vec<Engine> = (0..number("--engines").unwrap_or(1).max(1)).map(start).collect();
    for (millis, usual) in TIMES {
        if value("--only").is_some_and(|only| only != millis.to_string()) {
            continue;
        }
        let moves = number("--moves").unwrap_or(usual).div_ceil(engines.len());
        let tallies: Vec<Tally> = std::thread::scope(|scope| {
            let games: Vec<_> = engines
                .iter_mut()
                .enumerate()
                .map(|(seed, engine)| scope.spawn(move || measure(engine, millis, moves, seed)))
                .collect();
            games.into_iter().map(|thread| thread.join().expect("the games end")).collect()
        });
        print(millis, tallies, load);
    }
    stop.store(true, Ordering::Relaxed);
    for thread in busy {
        thread.join().expect("load ends");
    }
}

/// What a number of games showed.
#[derive(Default)]
struct Tally {
    games: usize,
    /// How long each answer took.
    taken: Vec<Duration>,
    late: usize,
    /// Late answers that would have been in time but for the processor time that was stolen.
    robbed: usize,
}

/// Asks for a number of moves, in games against Novice.
fn measure(engine: &mut Engine, millis: u64, moves: usize, seed: usize) -> Tally {
    let limit = Duration::from_millis(millis);
    let mut tally = Tally::default();
    while tally.taken.len() < moves {
        let kind = (tally.games + seed) % 3;
        let size = [15_u8, 19, 20][kind];
        let rules = Rules::new(Size::try_from(size).expect("a size"), Rule::ALL[kind]);
        let mut position = Position::new(rules);
        let mut novice = Novice::new(rules.size, (tally.games + (seed << 32)) as u64);
        engine.say(&format!("START {size}"));
        assert_eq!(engine.hear().1, "OK");
        engine.say(&format!("INFO rule {}", [0, 1, 4][kind]));
        engine.say("INFO max_memory 80000000");
        engine.say(&format!("INFO timeout_turn {millis}"));
        tally.games += 1;
        while position.outcome().is_none() && tally.taken.len() < moves {
            let chosen = novice.choose(&position, &Limits::none(), &mut |_| {});
            let Some(point) = chosen.and_then(Move::point) else { break };
            position.place(point).expect("Novice plays legal moves");
            if position.outcome().is_some() {
                break;
            }
            let before = stolen();
            let asked = engine.say(&format!("TURN {}", write_point(point)));
            let (answered, line) = engine.hear();
            let Some(answer) = parse_point(&line) else { break };
            let time = answered.saturating_duration_since(asked);
            tally.taken.push(time);
            if time > limit {
                tally.late += 1;
                let stolen = stolen().zip(before).map_or(0, |(after, before)| (after - before) * 10);
                tally.robbed += usize::from(Duration::from_millis(stolen) >= time.saturating_sub(limit));
                println!(
                    "late: {time:?} on {size}×{size} with {} stones; the engine said {:?}; {stolen} ms were stolen",
                    position.moves().len(),
                    engine.message,
                );
            }
            position.place(answer).expect("the engine plays legal moves");
        }
    }
    tally
}

/// Prints what all engines took together, and the largest overrun.
fn print(millis: u64, tallies: Vec<Tally>, load: usize) {
    let engines = tallies.len();
    let games: usize = tallies.iter().map(|tally| tally.games).sum();
    let late: usize = tallies.iter().map(|tally| tally.late).sum();
    let robbed: usize = tallies.iter().map(|tally| tally.robbed).sum();
    let mut taken: Vec<Duration> = tallies.into_iter().flat_map(|tally| tally.taken).collect();
    taken.sort_unstable();
    let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize];
    let slowest = at(1.0);
    let overrun = slowest.saturating_sub(Duration::from_millis(millis));
    println!(
        "timeout_turn {millis}: {} moves in {games} games, {engines} at once, with {load} busy threads: median {:?}, 99.9 % {:?}, \
         slowest {slowest:?}, late {late} ({robbed} of them by less than was stolen), largest overrun {overrun:?}",
        taken.len(),
        at(0.5),
        at(0.999),
    );
}
