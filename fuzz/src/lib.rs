//! Everything that reads what strangers write, each as one function of bytes that must come back.
//!
//! libFuzzer calls these functions (`fuzz_targets/`), and so does a plain test with mutated inputs (`crates/cli/tests/fuzz`).

use std::io::{self, Cursor, Read, Write};

use banmen_catalog::Entry;
use banmen_core::Event;
use banmen_table::{
    CheckedStudy, CreateTable, Decision, DrawRequest, Hello, Import, JobRequest, JoinTable, LeaveSeat, MakeOffer,
    MakePass, Moment, Nudge, Order, PlayMove, QrCode, QrRequest, ReadStudy, Rematch, Removal, Say, Setup, TakeSeat,
    Terms, ViewRequest, WriteStudy, exchange, names,
};
use serde_json::Value;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, WebSocket};

/// A name and what it does with the bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 11] = [
    ("board", board),
    ("cgt", cgt),
    ("file", file),
    ("job", job),
    ("moves", moves),
    ("notation", notation),
    ("protocol", protocol),
    ("record", record),
    ("request", request),
    ("rules", rules),
    ("socket", socket),
];

/// The longest text of a request that any target makes sense of; the server refuses longer ones before anybody reads them.
const LONGEST: usize = 1 << 16;

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(&data[..data.len().min(LONGEST)]).into_owned()
}

/// The first byte chooses a game.
fn game(data: &[u8]) -> Option<(&'static Entry, &[u8])> {
    let (first, rest) = data.split_first()?;
    let games = banmen_catalog::games();
    Some((&games[usize::from(*first) % games.len()], rest))
}

/// A record or a study as JSON. What is read is written and read again without a difference.
pub fn record(data: &[u8]) {
    let Ok(study) = exchange::read(exchange::JSON, None, &text(data)) else { return };
    if let Ok(checked) = CheckedStudy::of(study) {
        let written = exchange::write_study(&checked.study, exchange::JSON).expect("a legal study can be written");
        let again = exchange::read(exchange::JSON, None, &written.text).expect("what was written can be read");
        assert_eq!(again, checked.study);
    }
}

/// A file of any format of any game. The bytes of a binary format are the characters U+0000 to U+00FF.
pub fn file(data: &[u8]) {
    let Some((entry, rest)) = game(data) else { return };
    let Some((second, rest)) = rest.split_first() else { return };
    let formats = &entry.info().formats;
    let Some(format) = formats.get(usize::from(*second) % formats.len().max(1)) else { return };
    let text =
        if format.binary { rest.iter().take(LONGEST).map(|&byte| char::from(byte)).collect() } else { text(rest) };
    let Ok(study) = entry.import(format.id, &text) else { return };
    let Ok(checked) = CheckedStudy::of(study) else { return };
    if format.writes
        && let Ok(written) = exchange::write_study(&checked.study, format.id)
    {
        entry.import(format.id, &written.text).expect("what was written can be read");
    }
}

/// The rules of a game, and its start.
pub fn rules(data: &[u8]) {
    let Some((entry, rest)) = game(data) else { return };
    let Ok(rules) = serde_json::from_slice::<Value>(&rest[..rest.len().min(LONGEST)]) else { return };
    if let Ok(start) = entry.start(&rules) {
        let _ = (start.view(), start.legal_moves());
    }
}

/// Words as moves and draws, one after the other.
pub fn moves(data: &[u8]) {
    let Some((entry, rest)) = game(data) else { return };
    let Ok(mut game) = entry.start(&Value::Object(serde_json::Map::new())) else { return };
    for word in text(rest).split_whitespace().take(60) {
        let event = match word.strip_prefix('=') {
            Some(drawn) => Event::Chance(drawn.to_owned()),
            None => Event::Move(word.to_owned()),
        };
        let before = game.record().events.len();
        let played = game.apply(&event).is_ok();
        assert_eq!(game.record().events.len(), before + usize::from(played), "a refused move changes nothing");
    }
    let _ = game.view();
}

/// A text in the language of games.
pub fn cgt(data: &[u8]) {
    let mut session = banmen_cgt::Session::new();
    session.limits = banmen_cgt::SessionLimits { work: 2000, memory: 16 << 20 };
    let text = text(&data[..data.len().min(2000)]);
    let _ = banmen_cgt::is_unfinished(&text);
    if let Ok(shown) = session.run(&text) {
        for object in shown.iter().take(20) {
            let _ = session.show(object);
        }
    }
}

/// Boards, and certificates of who wins.
pub fn board(data: &[u8]) {
    let text = text(data);
    if let Ok(board) = text.parse::<banmen_konane::Board>() {
        let again: banmen_konane::Board = board.to_string().parse().expect("a board is read as it is written");
        assert_eq!(again, board);
    }
    let _ = text.parse::<banmen_gomoku::StoneBoard>();
    let _ = banmen_konane::verify::Certificate::read(data);
    for name in
        [banmen_dobutsu::BoardName::Classic, banmen_dobutsu::BoardName::Gorogoro, banmen_dobutsu::BoardName::Deer]
    {
        let rules = serde_json::json!({"board": name, "position": text});
        if let Ok(entry) = banmen_catalog::find("dobutsu") {
            let _ = entry.start(&rules).map(|start| start.legal_moves());
        }
    }
}

/// Single words of the notations, and what people type.
pub fn notation(data: &[u8]) {
    let text = text(data);
    let _ = text.parse::<banmen_konane::Jump>();
    let _ = text.parse::<banmen_konane::Move>();
    let _ = text.parse::<banmen_konane::Cell>();
    let _ = text.parse::<banmen_gomoku::Point>();
    let _ = text.parse::<banmen_gomoku::Size>();
    let _ = text.parse::<banmen_quantum::Move>();
    let _ = text.parse::<banmen_quantum::Percent>();
    let _ = text.parse::<banmen_dobutsu::Move>();
    let _ = text.parse::<banmen_dobutsu::Square>();
    let _ = text.parse::<banmen_cgt::Dyadic>();
    let _ = (names::is_name(&text), names::is_token(&names::typed(&text)), banmen_table::clean_name(&text));
}

/// Lines of the protocols of engines. Nothing is asked to think.
pub fn protocol(data: &[u8]) {
    let text = text(&data[..data.len().min(4000)]);
    for line in text.lines() {
        let _ = banmen_gomoku::pbrain::Command::parse(line);
        let _ = banmen_gomoku::pbrain::parse_point(line);
    }
    let harmless = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        ["position", "usinewgame", "isready", "usi", "stop", "ponderhit", "gameover"].contains(&first)
    };
    let lines: Vec<&str> = text.lines().filter(harmless).take(20).collect();
    // It starts threads each time, which takes longer than everything else here together.
    if !lines.is_empty() && data.len().is_multiple_of(16) {
        let mut input = Cursor::new(lines.join("\n") + "\nquit\n");
        let _ = banmen_dobutsu::usi::serve(&mut input, io::sink());
    }
}

/// The body of any request to the server.
pub fn request(data: &[u8]) {
    let data = &data[..data.len().min(LONGEST)];
    let _ = serde_json::from_slice::<PlayMove>(data);
    let _ = serde_json::from_slice::<MakeOffer>(data);
    let _ = serde_json::from_slice::<Decision>(data);
    let _ = serde_json::from_slice::<MakePass>(data);
    let _ = serde_json::from_slice::<TakeSeat>(data);
    let _ = serde_json::from_slice::<JoinTable>(data);
    let _ = serde_json::from_slice::<LeaveSeat>(data);
    let _ = serde_json::from_slice::<Rematch>(data);
    let _ = serde_json::from_slice::<Removal>(data);
    let _ = serde_json::from_slice::<Nudge>(data);
    let _ = serde_json::from_slice::<Say>(data);
    let _ = serde_json::from_slice::<Import>(data);
    if let Ok(asked) = serde_json::from_slice::<ViewRequest>(data) {
        let _ = banmen_table::RecordView::of(&asked);
    }
    if let Ok(asked) = serde_json::from_slice::<ReadStudy>(data) {
        let _ = CheckedStudy::read(&asked);
    }
    if let Ok(asked) = serde_json::from_slice::<WriteStudy>(data) {
        let _ = banmen_table::StudyFile::write(&asked);
    }
    if let Ok(asked) = serde_json::from_slice::<DrawRequest>(data) {
        let _ = banmen_table::Drawn::of(&asked);
    }
    if let Ok(asked) = serde_json::from_slice::<QrRequest>(data) {
        let _ = QrCode::of(&asked.text);
    }
    if let Ok(asked) = serde_json::from_slice::<CreateTable>(data) {
        let CreateTable { game, rules, seats, record, options, clock, listed, apart, names, invite } = asked;
        let terms = Terms { clock, apart, listed, names };
        let setup = Setup { game: Some(game), rules, seats, record, options, terms, invite };
        let _ = setup.open(&Moment { now_ms: 0, random: [7; 32] });
    }
}

/// A job, up to the point where it would begin to compute.
pub fn job(data: &[u8]) {
    if let Ok(asked) = serde_json::from_slice::<JobRequest>(&data[..data.len().min(LONGEST)]) {
        let _ = Order::prepare(asked, std::time::Duration::from_secs(1), 1);
    }
}

/// What a follower sends on a table's WebSocket once it is open, frame by frame, within the server's limits.
pub fn socket(data: &[u8]) {
    struct Line<'a>(&'a [u8]);
    impl Read for Line<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer)
        }
    }
    impl Write for Line<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let limits = WebSocketConfig::default().max_message_size(Some(4096)).max_frame_size(Some(4096));
    let limits = limits.read_buffer_size(1024).write_buffer_size(0);
    let mut socket = WebSocket::from_raw_socket(Line(data), Role::Server, Some(limits));
    while let Ok(message) = socket.read() {
        if let Message::Text(text) = message
            && let Ok(Hello { token }) = serde_json::from_str(&text)
        {
            let _ = names::is_token(&token);
        }
    }
}
