//! Conversations.

use super::*;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Keeps what is written.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Everything that is answered to these lines.
fn answers(lines: &str) -> String {
    let paper = Paper::default();
    serve(&mut io::BufReader::new(lines.as_bytes()), paper.clone()).unwrap();
    paper.text()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or("")
}

#[test]
fn the_greeting_names_every_option() {
    let text = answers("usi\nisready\nquit\n");
    for part in
        ["id name Banmen", "USI_Hash", "USI_Variant type combo default deer", "MultiPV", "Threads", "usiok", "readyok"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn a_position_is_searched_and_answered() {
    let text = answers("position startpos moves 3d3c\ngo depth 5\n");
    assert!(text.contains("info depth 5"), "{text}");
    assert!(
        text.contains(" score cp ") && text.contains(" nps ") && text.contains(" hashfull ") && text.contains(" pv ")
    );
    assert!(last_line(&text).starts_with("bestmove "), "{text}");
}

#[test]
fn lines_that_come_all_at_once_are_answered_one_after_the_other() {
    let text = answers(
        "position startpos\ngo depth 4\nposition startpos moves 3d3c\ngo nodes 2000\nsetoption name uSI_vARIANT value classic\n\
         position startpos\ngo perft 4\ngo\nisready\nposition startpos\ngo perft 3\nquit\n",
    );
    assert!(text.contains("info depth 4 ") && text.contains("Nodes searched: 976"), "{text}");
    assert_eq!(text.matches("bestmove").count(), 3, "{text}");
    assert_eq!(last_line(&text), "Nodes searched: 123");
    assert!(!text.contains("error"), "{text}");
}

#[test]
fn several_lines_are_told_best_first() {
    let text = answers("setoption name MultiPV value 3\nposition startpos\ngo depth 4\n");
    for n in 1..=3 {
        assert!(text.contains("depth 4 seldepth") && text.contains(&format!("multipv {n}")), "{text}");
    }
}

#[test]
fn perft_is_counted_on_every_board() {
    for (board, depth, leaves) in [("deer", 4, 3439), ("classic", 5, 8122), ("gorogoro", 3, 4166)] {
        let text = answers(&format!("setoption name USI_Variant value {board}\nposition startpos\ngo perft {depth}\n"));
        assert_eq!(last_line(&text), format!("Nodes searched: {leaves}"));
    }
}

#[test]
fn a_forced_win_is_told_move_by_move() {
    let text = answers("position sfen l4/5/1G3/5/4L b G 1\ngo mate infinite\n");
    assert!(last_line(&text).starts_with("checkmate "), "{text}");
    assert_eq!(last_line(&text).split(' ').count(), 4, "{text}");
}

#[test]
fn a_game_that_is_over_is_resigned() {
    assert_eq!(last_line(&answers("position sfen 5/5/5/5/4L w - 1\ngo depth 3\n")), "bestmove resign");
}

#[test]
fn malformed_lines_are_answered_and_do_no_harm() {
    let long = "x".repeat(3 << 20);
    let script = format!(
        "nonsense\nposition\nposition sfen gel1d/1ccc1/5/1CCC1/DLLEG b - 1\nposition startpos moves 9z9z\n\
         position startpos moves 3d3b\ngo depth\nsetoption name USI_Variant value chess\nsetoption name Threads value -1\n\
         setoption name USI_Hash value 99999999999999999999\n{long}\n\u{0}\u{7}\nstop\nponderhit\ngo depth 2\n"
    );
    let text = answers(&script);
    assert!(text.matches("info string error:").count() >= 10, "{text}");
    assert!(last_line(&text).starts_with("bestmove "), "{text}");
}

#[test]
fn nothing_is_played_from_a_position_that_was_refused() {
    for bad in ["startpos moves 3d3c 9z9z", "startpos moves 3d3b", "sfen nonsense b - 1", ""] {
        let text = answers(&format!("position startpos\nposition {bad}\ngo depth 2\n"));
        assert!(text.contains("info string error: the last position was refused"), "{bad}: {text}");
        assert_eq!(last_line(&text), "bestmove resign", "{bad}");
        let text = answers(&format!("position {bad}\ngo mate infinite\n"));
        assert_eq!(last_line(&text), "checkmate timeout", "{bad}");
        let text = answers(&format!("position {bad}\ngo perft 2\n"));
        assert!(!text.contains("Nodes searched"), "{bad}: {text}");
        let text = answers(&format!("position {bad}\nposition startpos\ngo depth 2\n"));
        assert!(last_line(&text).starts_with("bestmove ") && !text.contains("resign"), "{bad}: {text}");
    }
    let long = format!("position startpos moves{}\ngo depth 2\n", " 3d3c 3b3c".repeat(1 << 17));
    assert_eq!(last_line(&answers(&long)), "bestmove resign");
    // The answer to an endless search is due when it is stopped.
    let text = answers("position x\ngo infinite\nisready\nstop\n");
    assert!(text.find("readyok") < text.find("bestmove resign"), "{text}");
}

#[test]
fn any_mixture_of_words_is_survived() {
    use banmen_core::{Draw, Random};
    const WORDS: [&str; 34] = [
        "usi",
        "isready",
        "usinewgame",
        "position",
        "startpos",
        "sfen",
        "moves",
        "go",
        "stop",
        "ponderhit",
        "setoption",
        "name",
        "value",
        "USI_Variant",
        "classic",
        "gorogoro",
        "MultiPV",
        "3",
        "-1",
        "depth",
        "2",
        "nodes",
        "100",
        "perft",
        "mate",
        "3d3c",
        "C*3c",
        "4b4a+",
        "gel1d/1ccc1/5/1CCC1/D1LEG",
        "b",
        "-",
        "1",
        "\u{fffd}",
        "d",
    ];
    let mut random = Random::new(3);
    let mut script = String::new();
    for _ in 0..600 {
        for _ in 0..=random.below(7) {
            script.push_str(random.pick(&WORDS).unwrap());
            script.push(' ');
        }
        // An endless search is not what is tested here.
        script.push_str("\nstop\n");
    }
    script.push_str("setoption name USI_Variant value deer\nposition startpos\ngo depth 1\n");
    assert!(last_line(&answers(&script)).starts_with("bestmove"));
}

#[test]
fn the_levels_play_legal_moves() {
    for skill in ["easy", "normal", "hard"] {
        let text = answers(&format!("setoption name Skill_Level value {skill}\nposition startpos\ngo nodes 500\n"));
        let best = last_line(&text).strip_prefix("bestmove ").unwrap();
        assert!(!answers(&format!("position startpos moves {best}\n")).contains("error"), "{best}");
    }
}

/// An input whose lines come when somebody sends them.
struct Channel {
    lines: mpsc::Receiver<String>,
    rest: Vec<u8>,
}

impl io::Read for Channel {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            match self.lines.recv() {
                Ok(line) => self.rest = line.into_bytes(),
                Err(_) => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

fn conversation() -> (mpsc::Sender<String>, Paper, std::thread::JoinHandle<()>) {
    let (sender, lines) = mpsc::channel();
    let paper = Paper::default();
    let out = paper.clone();
    let thread = std::thread::spawn(move || {
        serve(&mut io::BufReader::new(Channel { lines, rest: Vec::new() }), out).unwrap();
    });
    (sender, paper, thread)
}

fn wait_for(paper: &Paper, what: &str) {
    let started = Instant::now();
    while !paper.text().contains(what) {
        assert!(started.elapsed() < Duration::from_mins(1), "no {what:?} in {}", paper.text());
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn an_endless_search_answers_other_lines_and_stops_when_told() {
    let (sender, paper, thread) = conversation();
    sender.send("position startpos\ngo infinite\n".to_owned()).unwrap();
    wait_for(&paper, "info depth 3");
    sender.send("isready\n".to_owned()).unwrap();
    wait_for(&paper, "readyok");
    assert!(!paper.text().contains("bestmove"));
    sender.send("stop\n".to_owned()).unwrap();
    wait_for(&paper, "bestmove");
    sender.send("go infinite\n".to_owned()).unwrap();
    sender.send("quit\n".to_owned()).unwrap();
    thread.join().unwrap();
}

#[test]
fn a_pondered_search_runs_its_clock_from_the_hit_on() {
    let (sender, paper, thread) = conversation();
    sender.send("position startpos\ngo ponder btime 0 wtime 0 byoyomi 100\n".to_owned()).unwrap();
    wait_for(&paper, "info depth 3");
    std::thread::sleep(Duration::from_millis(300));
    assert!(!paper.text().contains("bestmove"));
    sender.send("ponderhit\n".to_owned()).unwrap();
    wait_for(&paper, "bestmove");
    drop(sender);
    thread.join().unwrap();
}

#[test]
fn byoyomi_ends_a_search() {
    let started = Instant::now();
    let text = answers("position startpos\ngo btime 0 wtime 0 byoyomi 200\n");
    assert!(last_line(&text).starts_with("bestmove"));
    // Only that there is an end: the machine that runs the tests may be busy.
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}
