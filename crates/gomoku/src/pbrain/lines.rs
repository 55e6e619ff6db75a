//! Lines from a stream that may send anything.

use std::io::{self, BufRead};

/// The longest line that is kept. The protocol's own lines are far shorter; only a folder's name could be long.
pub const LONGEST_LINE: usize = 4096;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Text(String),
    /// A line that was too long, thrown away.
    TooLong,
}

/// Reads lines ended by LF or CRLF; a line of any length takes no more memory than [`LONGEST_LINE`].
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream.
    pub fn new(input: R) -> Self {
        Self { input }
    }

    /// The next line, or `None` at the end of the stream.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut kept: Vec<u8> = Vec::new();
        let (mut length, mut ended) = (0_usize, false);
        while !ended {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                if length == 0 {
                    return Ok(None);
                }
                break;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            let room = LONGEST_LINE.saturating_sub(kept.len()).min(taken);
            kept.extend_from_slice(&chunk[..room]);
            length += taken + usize::from(end.is_some());
            ended = end.is_some();
            self.input.consume(taken + usize::from(ended));
        }
        if length > LONGEST_LINE {
            return Ok(Some(Line::TooLong));
        }
        if kept.last() == Some(&b'\r') {
            kept.pop();
        }
        Ok(Some(Line::Text(String::from_utf8_lossy(&kept).into_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Line> {
        // A tiny buffer, so that lines come in pieces.
        let mut lines = Lines::new(io::BufReader::with_capacity(3, input));
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    #[test]
    fn both_line_ends_are_lines() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(all(b"START 15\r\nBEGIN\n\nEND"), [text("START 15"), text("BEGIN"), text(""), text("END")]);
    }

    #[test]
    fn an_enormous_line_is_thrown_away_and_the_next_one_is_read() {
        let mut input = vec![b'x'; 3_000_000];
        input.extend(b"\nABOUT\n");
        assert_eq!(all(&input), [Line::TooLong, Line::Text("ABOUT".to_owned())]);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_matter() {
        assert_eq!(all(b"\xff\xfe\n").len(), 1);
    }
}
