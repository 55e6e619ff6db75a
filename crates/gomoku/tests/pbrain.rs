//! The Gomocup protocol as a manager sees it.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use banmen_core::{Cancel, Clock, Random};
use banmen_gomoku::pbrain::{
    Brain, EngineBrain, Flow, Line, Question, Session, Setup, Thought, parse_point, run, write_point,
};
use banmen_gomoku::{Point, Position, Rule, Rules, Size};

/// A brain that plays the first free point and remembers what it was told.
#[derive(Default)]
struct FirstFree {
    setup: Option<Setup>,
}

impl Brain for FirstFree {
    fn prepare(&mut self, setup: Setup, _: bool) {
        self.setup = Some(setup);
    }

    fn think(&mut self, question: Question<'_>) -> Option<Thought> {
        let Question { stones, own_is_black: black, budget, .. } = question;
        let size = self.setup.expect("a brain is prepared before it thinks").size.get();
        let mut points = (0..size).flat_map(|row| (0..size).filter_map(move |column| Point::new(column, row)));
        let point = points.find(|point| stones.iter().all(|(stone, _)| stone != point))?;
        let remark = format!("{} {}", if black { "black" } else { "white" }, budget.turn.as_millis());
        Some(Thought { point, score: 10, remark })
    }
}

/// Everything a session says to these lines, without messages.
fn talk(lines: &str) -> Vec<String> {
    let mut session = Session::new(FirstFree::default(), Clock::stopped());
    let mut said = Vec::new();
    for line in lines.lines() {
        let line = Line::Text(line.to_owned());
        let flow = session.hear(&line, Duration::ZERO, &Cancel::new(), &mut |answer| said.push(answer.to_owned()));
        if flow == Flow::Leave {
            said.push("(left)".to_owned());
            break;
        }
    }
    said.retain(|line| !line.starts_with("MESSAGE"));
    said
}

#[test]
fn a_game_from_start_to_end() {
    assert_eq!(talk("START 15\nBEGIN\nTURN 1,0\nTURN 3,0\nEND"), ["OK", "0,0", "2,0", "4,0", "(left)"]);
    assert_eq!(talk("START 20\nTURN 0,0\nRESTART\nBEGIN"), ["OK", "1,0", "OK", "0,0"]);
    assert_eq!(talk("RECTSTART 15,15\nBEGIN"), ["OK", "0,0"]);
}

#[test]
fn a_board_is_set_up_and_answered() {
    assert_eq!(talk("START 15\nBOARD\n0,0,1\n1,0,2\nDONE"), ["OK", "2,0"]);
    assert_eq!(talk("START 15\nBOARD\n5,5,2\nDONE\nTURN 0,1"), ["OK", "0,0", "1,0"]);
    assert_eq!(talk("START 15\nBOARD\nDONE"), ["OK", "0,0"]);
}

#[test]
fn stones_are_taken_back_and_forced() {
    assert_eq!(talk("START 15\nTURN 0,0\nTAKEBACK 1,0\nTAKEBACK 0,0\nBEGIN"), ["OK", "1,0", "OK", "OK", "0,0"]);
    assert_eq!(talk("START 15\nPLAY 7,7\nTURN 0,0"), ["OK", "7,7", "1,0"]);
}

#[test]
fn about_tells_name_version_author_and_country() {
    let about = talk("ABOUT").join("");
    for key in ["name=\"", "version=\"", "author=\"", "country=\""] {
        assert!(about.contains(key), "{about}");
    }
}

#[test]
fn wrong_lines_are_answered_and_the_game_goes_on() {
    let wrong = [
        ("TURN 15,0", "ERROR"),
        ("TURN 0,0", "ERROR"),
        ("TURN x", "ERROR"),
        ("TURN -1,3", "ERROR"),
        ("PLAY 99,99", "ERROR"),
        ("TAKEBACK 9,9", "ERROR"),
        ("BEGIN", "ERROR"),
        ("DONE", "ERROR"),
        ("RECTSTART 15,20", "ERROR"),
        ("START 4", "ERROR"),
        ("START 23", "ERROR"),
        ("START 99999999999999999999", "ERROR"),
        ("BOARD\n0,0,1\nDONE", "ERROR"),
        ("BOARD\n0,0,2\n1,1,2\nDONE", "ERROR"),
        ("BOARD\n0,0,1\n0,0,2\nDONE", "ERROR"),
        ("BOARD\n0,0,4\nDONE", "ERROR"),
        ("BOARD\n0,0,3\nDONE", "ERROR"),
        ("BOARD\n40,0,1\nDONE", "ERROR"),
        ("BOARD\nhello\nDONE", "ERROR"),
        ("SWAP2BOARD\n1,1\nDONE", "ERROR"),
        ("JUMP", "UNKNOWN"),
        ("\u{1F600}", "UNKNOWN"),
    ];
    for (line, expected) in wrong {
        let said = talk(&format!("START 15\nTURN 0,0\n{line}\nTURN 5,5"));
        assert_eq!(said.len(), 4, "{line}: {said:?}");
        assert!(said[2].starts_with(expected), "{line}: {said:?}");
        assert_eq!(said[3], "2,0", "{line}: {said:?}");
    }
    for line in ["TURN 1,1", "BEGIN", "RESTART", "BOARD\nDONE", "PLAY 1,1", "SWAP2BOARD\nDONE"] {
        let said = talk(&format!("{line}\nSTART 15"));
        assert_eq!(said.len(), 2, "{line}: {said:?}");
        assert!(said[0].starts_with("ERROR"), "{line}: {said:?}");
        assert_eq!(said[1], "OK");
    }
}

#[test]
fn settings_are_never_answered_with_a_move_or_an_error() {
    let said = talk(
        "INFO timeout_turn 100\nINFO rule 4\nINFO folder /x y\nINFO\nINFO unknown thing\nINFO rule x\nINFO rule 8",
    );
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn swap2_is_played() {
    let opening = talk("START 15\nSWAP2BOARD\nDONE");
    assert_eq!(opening[1].split(' ').count(), 3, "{opening:?}");
    let answer = talk("START 15\nSWAP2BOARD\n7,7\n8,8\n6,7\nDONE");
    assert!(answer[1] == "SWAP" || (1..=2).contains(&answer[1].split(' ').count()), "{answer:?}");
    let answer = talk("START 15\nSWAP2BOARD\n7,7\n8,8\n6,7\n9,9\n1,1\nDONE");
    assert!(answer[1] == "SWAP" || answer[1].split(' ').count() == 1, "{answer:?}");
}

#[test]
fn random_lines_never_panic() {
    let words = [
        "START 15",
        "START 5",
        "BEGIN",
        "TURN 1,1",
        "TURN 2,3",
        "BOARD",
        "DONE",
        "1,1,1",
        "2,2,2",
        "SWAP2BOARD",
        "3,3",
        "INFO rule 4",
        "INFO timeout_turn 0",
        "TAKEBACK 1,1",
        "PLAY 4,4",
        "RESTART",
        "ABOUT",
        "x",
        "",
        "RECTSTART 6,6",
        "INFO max_memory 1",
    ];
    let mut random = Random::new(4);
    for _ in 0..2000 {
        let lines: Vec<&str> = (0..30).map(|_| *random.pick(&words).unwrap()).collect();
        talk(&lines.join("\n"));
    }
}

/// A stream that gives out what is sent to it, as it comes.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

struct Sink(Sender<String>, Vec<u8>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            self.0.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine on a thread of its own, spoken to through streams.
struct Engine {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    thread: Option<std::thread::JoinHandle<io::Result<()>>>,
}

impl Engine {
    fn new() -> Self {
        let (input, lines) = channel();
        let (answers, output) = channel();
        let thread = std::thread::spawn(move || {
            let pipe = BufReader::new(Pipe(lines, Vec::new()));
            run(EngineBrain::start().unwrap(), pipe, Sink(answers, Vec::new()))
        });
        Self { input: Some(input), output, thread: Some(thread) }
    }

    fn send(&self, text: &str) {
        let _ = self.input.as_ref().unwrap().send(text.as_bytes().to_vec());
    }

    fn hear(&self) -> String {
        loop {
            match self.output.recv_timeout(Duration::from_secs(20)) {
                Ok(line) if line.starts_with("MESSAGE") => {}
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) => panic!("no answer"),
                Err(RecvTimeoutError::Disconnected) => return "(left)".to_owned(),
            }
        }
    }
}

#[test]
fn lines_that_come_together_are_all_answered() {
    let engine = Engine::new();
    engine.send("START 15\r\nINFO timeout_turn 50\r\nBEGIN\r\nABOUT\r\nFOO\r\nEND\r\n");
    assert_eq!(engine.hear(), "OK");
    let point = parse_point(&engine.hear()).expect("a move");
    assert!(Size::FIFTEEN.contains(point));
    assert!(engine.hear().starts_with("name="));
    assert!(engine.hear().starts_with("UNKNOWN"));
    assert_eq!(engine.hear(), "(left)");
}

#[test]
fn end_and_stop_are_heard_while_thinking() {
    for word in ["END", "STOP"] {
        let engine = Engine::new();
        engine.send("START 15\nINFO timeout_turn 15000\n");
        assert_eq!(engine.hear(), "OK");
        engine.send("TURN 7,7\n");
        std::thread::sleep(Duration::from_millis(150));
        let asked = Instant::now();
        engine.send(&format!("{word}\n"));
        assert!(parse_point(&engine.hear()).is_some());
        assert!(asked.elapsed() < Duration::from_secs(5), "{word} took {:?}", asked.elapsed());
    }
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let mut engine = Engine::new();
    engine.send("START 15\nINFO timeout_turn 30\nBEGIN");
    engine.input = None;
    assert_eq!(engine.hear(), "OK");
    assert!(parse_point(&engine.hear()).is_some());
    engine.thread.take().unwrap().join().unwrap().unwrap();
}

#[test]
fn two_engines_play_whole_games_under_every_rule() {
    for (bits, rule) in [(0, Rule::Freestyle), (1, Rule::Standard), (4, Rule::Renju)] {
        let size = Size::try_from(9_u8).unwrap();
        let mut position = Position::new(Rules::new(size, rule));
        let engines = [Engine::new(), Engine::new()];
        for engine in &engines {
            engine.send(&format!("START 9\nINFO rule {bits}\nINFO timeout_turn 30\nINFO max_memory 80000000\n"));
            assert_eq!(engine.hear(), "OK");
        }
        let mut last: Option<Point> = None;
        while position.outcome().is_none() {
            let engine = &engines[position.moves().len() % 2];
            engine.send(&last.map_or("BEGIN\n".to_owned(), |point| format!("TURN {}\n", write_point(point))));
            let said = engine.hear();
            let point = parse_point(&said).unwrap_or_else(|| panic!("{rule}: {said}\n{}", position.board()));
            position.place(point).unwrap_or_else(|error| panic!("{rule}: {error}\n{}", position.board()));
            last = Some(point);
        }
    }
}
