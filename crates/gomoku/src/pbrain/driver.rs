//! The protocol over real streams: one thread reads, one thinks and answers.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use banmen_core::{Cancel, Clock};

use super::{Brain, Command, Flow, Line, Lines, Session};

/// A manager that sends `END` or `STOP` this soon after asking for a move has written all its lines at once; the move is
/// thought through first.
const ONE_BATCH: Duration = Duration::from_millis(20);

/// The search under way, for the reading thread to end it.
#[derive(Default)]
struct UnderWay {
    cancel: Cancel,
    asked: Duration,
    /// When the manager last said `END` or `STOP`: perhaps before the move it has asked for is begun.
    told: Option<Duration>,
}

/// Speaks the protocol until `END` or the end of the input.
///
/// Every line is read and stamped with its time by a thread of its own, also while a move is being thought about, so that
/// nothing is lost and the clock of a move starts when the manager asked for it.
pub fn run<B: Brain>(brain: B, input: impl BufRead + Send + 'static, mut output: impl Write) -> io::Result<()> {
    let clock = Clock::system();
    let under_way = Arc::new(Mutex::new(UnderWay::default()));
    let (sender, lines) = mpsc::channel::<(Line, Duration)>();
    let (reader_clock, reader_view) = (clock.clone(), Arc::clone(&under_way));
    // The thread is left behind on purpose: it may be waiting for a line that never comes.
    std::thread::Builder::new().name("manager".to_owned()).spawn(move || {
        let mut input = Lines::new(input);
        while let Ok(Some(line)) = input.next_line() {
            let came_in = reader_clock.now();
            if let Line::Text(text) = &line
                && matches!(Command::parse(text), Ok(Some(Command::End | Command::Stop)))
            {
                let mut now = reader_view.lock().unwrap_or_else(PoisonError::into_inner);
                now.told = Some(came_in);
                if came_in > now.asked + ONE_BATCH {
                    now.cancel.set();
                }
            }
            if sender.send((line, came_in)).is_err() {
                return;
            }
        }
    })?;
    let mut session = Session::new(brain, clock.clone());
    let mut failed = None;
    for (line, came_in) in lines {
        let cancel = Cancel::new();
        {
            let mut now = under_way.lock().unwrap_or_else(PoisonError::into_inner);
            now.cancel = cancel.clone();
            now.asked = came_in;
            if now.told.is_some_and(|told| told > came_in + ONE_BATCH) {
                cancel.set();
            }
        }
        let flow = session.hear(&line, came_in, &cancel, &mut |answer| {
            let written = writeln!(output, "{answer}").and_then(|()| output.flush());
            failed = failed.take().or(written.err());
        });
        if flow == Flow::Leave || failed.is_some() {
            break;
        }
    }
    match failed {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
