//! Many watchers on one thread, so that listening costs as little as it can: on the machine that measures, whoever listens takes the
//! processors from whoever speaks.

use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::line::{self, Frame, Socket};

/// Sockets that are looked at together.
const TOGETHER: usize = 1024;
/// More than any message.
const LARGEST: usize = 64 * 1024;
/// A rest after each look, in which messages gather: woken for each of them, the thread would interrupt whoever sends them. What is
/// measured is later by as much and never earlier.
const REST: Duration = Duration::from_millis(1);
/// How often the thread looks whether anybody still wants to know.
const LOOK: Duration = Duration::from_millis(500);

/// A change of a table that a watcher was told of.
pub struct Told {
    /// When the system said that the message is there.
    pub at: Instant,
    /// The bytes of the message.
    pub length: usize,
}

struct Watcher {
    stream: TcpStream,
    /// The beginning of a message whose end has not come.
    begun: Vec<u8>,
}

impl Watcher {
    /// Reads what is there and hears of the changes in it.
    fn read(&mut self, room: &mut [u8], mut hear: impl FnMut(usize)) -> io::Result<()> {
        loop {
            let count = match self.stream.read(room) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            };
            if self.begun.is_empty() {
                let rest = listen(&mut self.stream, &room[..count], &mut hear)?;
                self.begun.extend_from_slice(&room[count - rest..count]);
            } else {
                self.begun.extend_from_slice(&room[..count]);
                let rest = listen(&mut self.stream, &self.begun, &mut hear)?;
                self.begun.drain(..self.begun.len() - rest);
            }
            if count < room.len() {
                return Ok(());
            }
        }
    }
}

/// Hears of the changes in these bytes, answers pings, and gives back how many bytes at the end are the beginning of another message.
fn listen(stream: &mut TcpStream, bytes: &[u8], hear: &mut impl FnMut(usize)) -> io::Result<usize> {
    let mut rest = bytes;
    while let Some((frame, after)) = line::frame(rest) {
        match frame {
            Frame::Text(text) if line::changes_to(text).is_some() => hear(text.len()),
            Frame::Ping => stream.write_all(&line::PONG)?,
            Frame::Close => return Err(ErrorKind::ConnectionAborted.into()),
            Frame::Text(_) | Frame::Other => {}
        }
        rest = after;
    }
    Ok(rest.len())
}

/// Listens to all these sockets; each batch is what the system reported at once. Ends when nobody takes a batch any more.
pub fn listen_to(sockets: Vec<Socket>) -> io::Result<UnboundedReceiver<Vec<Told>>> {
    let poll = Poll::new()?;
    let mut watchers = Vec::with_capacity(sockets.len());
    for (number, socket) in sockets.into_iter().enumerate() {
        let (stream, begun) = socket.into_parts()?;
        let mut stream = TcpStream::from_std(stream);
        poll.registry().register(&mut stream, Token(number), Interest::READABLE)?;
        let rest = listen(&mut stream, &begun, &mut |_| {})?;
        watchers.push(Watcher { stream, begun: begun[begun.len() - rest..].to_vec() });
    }
    let (tell, told) = unbounded_channel();
    std::thread::spawn(move || follow(poll, watchers, &tell));
    Ok(told)
}

fn follow(mut poll: Poll, mut watchers: Vec<Watcher>, tell: &UnboundedSender<Vec<Told>>) {
    let (mut events, mut room) = (Events::with_capacity(TOGETHER), vec![0; LARGEST]);
    while !tell.is_closed() {
        match poll.poll(&mut events, Some(LOOK)) {
            Err(error) if error.kind() != ErrorKind::Interrupted => return,
            _ => {}
        }
        let at = Instant::now();
        let mut batch = Vec::new();
        for event in &events {
            let watcher = &mut watchers[event.token().0];
            // Whoever is gone hears nothing more, which the figures show as lost.
            if watcher.read(&mut room, |length| batch.push(Told { at, length })).is_err() {
                let _ = poll.registry().deregister(&mut watcher.stream);
            }
        }
        if !batch.is_empty() {
            let _ = tell.send(batch);
            std::thread::sleep(REST);
        }
    }
}
