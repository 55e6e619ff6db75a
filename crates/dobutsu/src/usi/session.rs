//! A conversation: what has been set up, and the search in progress.

use super::Answers;
use super::command::{Command, Go, parse};
use super::options::{Effect, Options};
use super::thinking::{Reins, Thinking};
use crate::exchange::read_position;
use crate::moves::Move;
use crate::notation::move_from_usi;
use crate::position::{AnyBoard, BoardName};
use crate::search::AnyEngine;
use crate::with_board;

/// The state between two lines.
pub(super) struct Session {
    answers: Answers,
    options: Options,
    board: AnyBoard,
    keys: Vec<u64>,
    /// Whether the last `position` was refused: then nothing is played, since the front end means another position than we have.
    refused: bool,
    /// `None` until the first search, during a search, and after its size has changed.
    engine: Option<AnyEngine>,
    search: Option<Search>,
}

/// How long a search may still go on when the next order has come already.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

struct Search {
    reins: Reins,
    /// It ends by itself.
    limited: bool,
    /// It looks for a forced win and ends when it has found one.
    seeks: bool,
    /// It counts moves (perft), and is waited for however long that takes.
    counts: bool,
    thread: std::thread::JoinHandle<AnyEngine>,
}

impl Session {
    pub fn new(answers: Answers) -> Self {
        let options = Options::default();
        let board = AnyBoard::start(options.board);
        Self { answers, options, board, keys: vec![board.key()], refused: false, engine: None, search: None }
    }

    /// Answers one line; false when the conversation is over.
    pub fn answer(&mut self, line: &str) -> bool {
        match parse(line) {
            Err(why) => self.answers.complain(&why),
            Ok(Command::Quit) => {
                self.count_to_the_end();
                return false;
            }
            Ok(command) => {
                if let Err(why) = self.obey(command) {
                    self.answers.complain(&why);
                }
            }
        }
        true
    }

    fn obey(&mut self, command: Command<'_>) -> Result<(), String> {
        match command {
            Command::Nothing | Command::GameOver | Command::Quit => {}
            Command::Usi => {
                self.answers.line(concat!("id name Banmen ", env!("CARGO_PKG_VERSION")));
                self.answers.line(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
                for option in Options::describe() {
                    self.answers.line(&option);
                }
                self.answers.line("usiok");
            }
            Command::IsReady => {
                // Whoever asks wants the slow beginnings to be over; a search that goes on is not disturbed.
                if !self.is_thinking() {
                    self.engine = Some(self.take_engine());
                }
                self.answers.line("readyok");
            }
            Command::NewGame => {
                self.settle();
                if let Some(engine) = &mut self.engine {
                    engine.forget();
                }
            }
            Command::SetOption { name, value } => {
                self.settle();
                match self.options.set(&name, &value)? {
                    Effect::Nothing => {}
                    Effect::Rebuild => {
                        self.engine = None;
                        if name_of(&self.board) != self.options.board {
                            self.board = AnyBoard::start(self.options.board);
                            self.keys = vec![self.board.key()];
                            self.refused = false;
                        }
                    }
                    Effect::Forget => {
                        if let Some(engine) = &mut self.engine {
                            engine.forget();
                        }
                    }
                }
            }
            Command::Position(words) => {
                self.settle();
                self.refused = true;
                self.set_position(&words)?;
                self.refused = false;
            }
            Command::Go(go) => {
                self.settle();
                self.go(*go);
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.release(),
            Command::Show => self.answers.line(&format!("info string {} {}", self.options.board, self.board.to_text())),
        }
        Ok(())
    }

    /// A line too long to be read can only have been a position with its moves.
    pub fn refuse(&mut self, why: &str) {
        self.settle();
        self.refused = true;
        self.answers.complain(why);
    }

    /// Sets up a position. A move that cannot be played leaves the board as it was.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let spec = self.options.board.spec();
        let (mut board, moves) = read_position(self.options.board, words)?;
        let mut keys = vec![board.key()];
        for (number, word) in (1..).zip(moves) {
            let m: Move = move_from_usi(spec, word).map_err(|error| format!("move {number}: {error}"))?;
            with_board!(&mut board, board => {
                // Games may go on after what would be a draw for us: other referees count repetitions differently.
                if !board.is_legal(m) {
                    return Err(format!("move {number}: {word} cannot be played in {}", board.to_sfen()));
                }
                board.play(m);
            });
            keys.push(board.key());
        }
        self.board = board;
        self.keys = keys;
        Ok(())
    }

    fn take_engine(&mut self) -> AnyEngine {
        self.engine.take().unwrap_or_else(|| AnyEngine::new(self.options.board, self.options.table))
    }

    fn thinking(&self, go: Go, reins: Reins) -> Thinking {
        Thinking {
            board: self.board,
            refused: self.refused,
            keys: self.keys.clone(),
            go,
            options: self.options.clone(),
            reins,
            answers: self.answers.clone(),
        }
    }
}

fn name_of(board: &AnyBoard) -> BoardName {
    match board {
        AnyBoard::Deer(_) => BoardName::Deer,
        AnyBoard::Classic(_) => BoardName::Classic,
        AnyBoard::Gorogoro(_) => BoardName::Gorogoro,
    }
}

impl Session {
    fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.thread.is_finished())
    }

    fn go(&mut self, go: Go) {
        let (limited, counts) = (go.is_limited(), go.perft.is_some());
        let seeks = go.mate && !go.is_held();
        let reins = Reins::new(go.is_held() && !counts);
        let mut engine = self.take_engine();
        let thinking = self.thinking(go, reins.clone());
        let thread = std::thread::spawn(move || {
            thinking.run(&mut engine);
            engine
        });
        self.search = Some(Search { reins, limited, seeks, counts, thread });
    }

    fn release(&mut self) {
        if let Some(search) = &mut self.search {
            search.limited = true;
            search.reins.release();
        }
    }

    /// Ends a search, if there is one, and waits for its answer.
    pub fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.reins.stop();
            self.join(search);
        }
    }

    /// Before something changes: lines may come from a file, all at once, so a search that ends by itself may do so, if it does soon.
    fn settle(&mut self) {
        if let Some(search) = &self.search {
            let started = std::time::Instant::now();
            let may_end = search.limited || search.seeks;
            while may_end && !search.thread.is_finished() && (search.counts || started.elapsed() < PATIENCE) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        self.stop();
    }

    /// The input has ended: a search that ends by itself may do so.
    pub fn finish(&mut self) {
        match self.search.take_if(|search| search.limited) {
            Some(search) => self.join(search),
            None => self.settle(),
        }
    }

    /// Lets a count of moves come to its end.
    fn count_to_the_end(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.counts) {
            self.finish();
        }
    }

    fn join(&mut self, search: Search) {
        match search.thread.join() {
            Ok(engine) => self.engine = Some(engine),
            Err(_) => self.answers.complain("the search failed; a new one can be started"),
        }
    }
}
