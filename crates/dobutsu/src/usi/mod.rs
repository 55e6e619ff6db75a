//! The USI protocol, by which shogi front ends and match runners talk to an engine.
//!
//! [`serve`] answers until `quit` or the end of the input. It knows how to ask for a move and how to tell what was found, and nothing
//! of how it is found. While a move is being thought about, lines are still read (with the feature `threads`).

mod command;
mod lines;
mod options;
mod session;
mod thinking;

use lines::{Line, read_line};
use session::Session;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where answers go; the searching thread and the reading one both write whole lines to it.
#[derive(Clone)]
struct Answers(Arc<Mutex<dyn Write + Send>>);

impl Answers {
    fn line(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A closed output is noticed at the end of the input.
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }

    /// Says that something was wrong; front ends show it or ignore it.
    fn complain(&self, why: &str) {
        self.line(&format!("info string error: {why}"));
    }
}

/// Answers the lines of `input` on `output` until `quit` or the end.
pub fn serve(input: &mut impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let answers = Answers(Arc::new(Mutex::new(output)));
    let mut session = Session::new(answers);
    while let Some(line) = read_line(input)? {
        match line {
            Line::TooLong => session.refuse(&format!("a line is longer than {} bytes", lines::LONGEST_LINE)),
            Line::Text(text) => {
                if !session.answer(&text) {
                    session.stop();
                    return Ok(());
                }
            }
        }
    }
    session.finish();
    Ok(())
}

#[cfg(test)]
mod tests;
