//! A connection to a server without a thread of its own: requests, or a WebSocket.

use std::io;
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// Enough for the messages of a watcher, and small enough for ten thousand of them.
const BUFFER: usize = 2048;

/// A connection on which one request follows the other, on behalf of a client at this address.
pub struct Line {
    stream: BufReader<TcpStream>,
    from: Ipv4Addr,
}

/// A WebSocket of which only what is received matters.
pub struct Socket {
    stream: TcpStream,
    /// What was read and not looked at.
    begun: Vec<u8>,
}

impl Line {
    pub async fn open(addr: &str, from: Ipv4Addr) -> io::Result<Line> {
        let stream = TcpStream::connect(addr).await?;
        stream.set_nodelay(true)?;
        Ok(Line { stream: BufReader::with_capacity(BUFFER, stream), from })
    }

    /// Sends a request and waits for the answer's status and body.
    pub async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> io::Result<(u16, Value)> {
        self.send(method, path, body).await?;
        self.answer().await
    }

    /// Sends a request.
    pub async fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> io::Result<()> {
        self.send_text(method, path, &body.map(Value::to_string).unwrap_or_default()).await
    }

    /// Sends a request whose body is written already.
    pub async fn send_text(&mut self, method: &str, path: &str, body: &str) -> io::Result<()> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {}\r\nprefer: return=minimal\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.from,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).await
    }

    /// Waits for the answer to what was sent.
    pub async fn answer(&mut self) -> io::Result<(u16, Value)> {
        let (status, text) = self.answer_text().await?;
        Ok((status, serde_json::from_slice(&text)?))
    }

    /// The same, and the body is not looked at: whoever makes much work for a server has to do little itself.
    pub async fn answer_text(&mut self) -> io::Result<(u16, Vec<u8>)> {
        let reading = async {
            let (status, length) = head(&mut self.stream).await?;
            let mut text = vec![0; length];
            self.stream.read_exact(&mut text).await?;
            Ok((status, text))
        };
        tokio::time::timeout(PATIENCE, reading).await?
    }

    /// Watches a table from this version on.
    pub async fn watch(mut self, table: &str, version: u64) -> io::Result<Socket> {
        let head_of_request = format!(
            "GET {table}/live?version={version} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            self.from
        );
        self.stream.get_mut().write_all(head_of_request.as_bytes()).await?;
        match tokio::time::timeout(PATIENCE, head(&mut self.stream)).await?? {
            (101, _) => Ok(Socket { begun: self.stream.buffer().to_vec(), stream: self.stream.into_inner() }),
            (status, _) => Err(io::Error::other(format!("the socket is answered with {status}"))),
        }
    }
}

/// The status of an answer, and how many bytes follow its head.
async fn head(stream: &mut BufReader<TcpStream>) -> io::Result<(u16, usize)> {
    let (mut line, mut status, mut length) = (Vec::with_capacity(256), None, 0);
    loop {
        line.clear();
        if stream.read_until(b'\n', &mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let text = str::from_utf8(&line).map_err(io::Error::other)?.trim_end();
        if text.is_empty() {
            break;
        }
        match text.split_once(": ") {
            None => status = text.split(' ').nth(1).and_then(|status| status.parse().ok()),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().map_err(io::Error::other)?;
            }
            Some(_) => {}
        }
    }
    Ok((status.ok_or_else(|| io::Error::other("no status"))?, length))
}

/// A message from a server on a WebSocket.
pub enum Frame<'a> {
    Text(&'a [u8]),
    Ping,
    Close,
    Other,
}

/// An empty pong, masked by noughts.
pub const PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];

/// The first message of these bytes and what follows it, if all of it is there.
pub fn frame(bytes: &[u8]) -> Option<(Frame<'_>, &[u8])> {
    let (&[first, second], rest) = bytes.split_first_chunk()?;
    let (length, rest) = match second & 0x7f {
        126 => rest.split_first_chunk().map(|(length, rest)| (usize::from(u16::from_be_bytes(*length)), rest))?,
        127 => rest.split_first_chunk().map(|(length, rest)| (u64::from_be_bytes(*length) as usize, rest))?,
        short => (usize::from(short), rest),
    };
    let (payload, rest) = rest.split_at_checked(length)?;
    let frame = match first & 0x0f {
        1 => Frame::Text(payload),
        8 => Frame::Close,
        9 => Frame::Ping,
        _ => Frame::Other,
    };
    Some((frame, rest))
}

/// The version to which a table has changed, if this text says so.
pub fn changes_to(text: &[u8]) -> Option<u64> {
    let rest = text.strip_prefix(b"{\"kind\":\"change\",\"seq\":")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

impl Socket {
    /// When the next change to this version or a later one is there. Pings are answered.
    pub async fn change_to(&mut self, version: u64) -> io::Result<Instant> {
        loop {
            let at = Instant::now();
            let mut reached = false;
            let mut rest = &self.begun[..];
            while let Some((frame, after)) = frame(rest) {
                match frame {
                    Frame::Text(text) => reached |= changes_to(text).is_some_and(|seq| seq >= version),
                    Frame::Ping => self.stream.write_all(&PONG).await?,
                    Frame::Close => return Err(io::ErrorKind::ConnectionAborted.into()),
                    Frame::Other => {}
                }
                rest = after;
            }
            let used = self.begun.len() - rest.len();
            self.begun.drain(..used);
            if reached {
                return Ok(at);
            }
            if self.stream.read_buf(&mut self.begun).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// The connection, and what was read of it already.
    pub fn into_parts(self) -> io::Result<(std::net::TcpStream, Vec<u8>)> {
        Ok((self.stream.into_std()?, self.begun))
    }
}
