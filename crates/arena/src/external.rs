//! A program that is spoken to by lines of text.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use banmen_core::Cancel;

use crate::Fault;

/// A running program with its streams. It is ended when this is dropped.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    name: String,
}

/// The longest line that is read from a program.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be heard. A program that says more has to wait too, so that none can fill the memory.
const UNHEARD_LINES: usize = 256;
/// How often somebody who waits looks whether the match has been stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a program may take to leave when it is asked to.
const LEAVING: Duration = Duration::from_millis(300);

impl Program {
    /// Starts a program; what it writes to its error stream is thrown away.
    pub fn start(words: &[String]) -> Result<Self, Fault> {
        let name = words.join(" ");
        let (program, arguments) =
            words.split_first().ok_or_else(|| Fault::Crashed("no program is named".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::Crashed(format!("{name} cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crashed(format!("{name} has no streams")));
        };
        let (sender, lines) = sync_channel(UNHEARD_LINES);
        // The thread ends with the program's output.
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {
                        let line = String::from_utf8_lossy(&line).trim().to_owned();
                        if sender.send(line).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Ok(Self { child, input, output: lines, name })
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| Fault::Crashed(format!("{} no longer listens: {error}", self.name)))
    }

    /// Throws away what was said and not yet heard; of a program that never stops talking, no more than waits to be heard.
    pub fn forget_output(&mut self) {
        for _ in 0..=UNHEARD_LINES {
            if self.output.try_recv().is_err() {
                return;
            }
        }
    }

    /// The first line for which `wanted` has an answer, within a time or until the match is stopped. Other lines are passed over.
    pub fn wait<T>(
        &mut self,
        within: Duration,
        cancel: &Cancel,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let asked = Instant::now();
        loop {
            let left = within.saturating_sub(asked.elapsed());
            if left.is_zero() || cancel.is_set() {
                return Err(Fault::Late(asked.elapsed()));
            }
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    if let Some(answer) = wanted(&line) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crashed(format!("{} ended", self.name)));
                }
            }
        }
    }

    /// Asks the program to leave and ends it if it does not.
    fn end(&mut self) {
        let _ = writeln!(self.input, "END\nquit").and_then(|()| self.input.flush());
        let asked = Instant::now();
        while asked.elapsed() < LEAVING {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn talker() -> Program {
        Program::start(&["yes".to_owned()]).unwrap()
    }

    #[test]
    fn a_program_that_never_stops_talking_is_late_and_fills_no_memory() {
        let mut program = talker();
        for _ in 0..3 {
            program.forget_output();
            let mut heard = 0_u64;
            let answer: Result<(), Fault> = program.wait(Duration::from_millis(100), &Cancel::new(), |_| {
                heard += 1;
                None
            });
            assert!(matches!(answer, Err(Fault::Late(_))) && heard > 0);
        }
        // The program waits for somebody to listen: what it has said by now is bounded.
        std::thread::sleep(Duration::from_millis(200));
        let unheard = std::iter::from_fn(|| program.output.try_recv().ok()).take(10 * UNHEARD_LINES).count();
        assert!(unheard >= UNHEARD_LINES);
    }

    #[test]
    fn whoever_waits_hears_that_the_match_is_stopped() {
        let mut program = Program::start(&["sleep".to_owned(), "100".to_owned()]).unwrap();
        let cancel = Cancel::new();
        let stopper = cancel.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stopper.set();
        });
        let answer: Result<(), Fault> = program.wait(Duration::from_secs(90), &cancel, |_| None);
        assert!(matches!(answer, Err(Fault::Late(waited)) if waited < Duration::from_mins(1)));
    }
}
