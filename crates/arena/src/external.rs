//! A program that is spoken to by lines of text.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

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
        let (sender, lines) = channel();
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

    /// Throws away what was said and not yet heard.
    pub fn forget_output(&mut self) {
        while self.output.try_recv().is_ok() {}
    }

    /// The first line for which `wanted` has an answer, within a time. Other lines are passed over.
    pub fn wait<T>(&mut self, within: Duration, mut wanted: impl FnMut(&str) -> Option<T>) -> Result<T, Fault> {
        let asked = Instant::now();
        loop {
            let left = within.saturating_sub(asked.elapsed());
            match self.output.recv_timeout(left) {
                Ok(line) => {
                    if let Some(answer) = wanted(&line) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(Fault::Late(asked.elapsed())),
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
