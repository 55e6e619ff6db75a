//! Lines from a stream that may send anything.

use std::io::{self, BufRead};

/// The longest line that is read as one; a game of ten thousand moves fits.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line without its end.
    Text(String),
    /// A line that was too long and has been thrown away.
    TooLong,
}

/// Reads one line; bytes that are not UTF-8 are replaced. `None` at the end of the stream.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut seen = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            break;
        }
        seen = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if line.len() + part.len() > LONGEST_LINE {
            too_long = true;
            line.clear();
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !seen {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Text(String::from_utf8_lossy(&line).trim().to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_thrown_away_and_the_next_is_read() {
        let mut text = "x".repeat(LONGEST_LINE * 2 + 5);
        text.push_str("\nisready\r\n\nlast");
        let mut input = io::BufReader::new(text.as_bytes());
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::TooLong));
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::Text("isready".to_owned())));
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::Text(String::new())));
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::Text("last".to_owned())));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let mut input = io::BufReader::new(&b"\xff\xfe usi\n"[..]);
        assert!(matches!(read_line(&mut input).unwrap(), Some(Line::Text(_))));
    }
}
