//! A client that keeps its connection, and says when an answer did not come.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::Value;

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Client {
    addr: String,
    connection: Option<BufReader<TcpStream>>,
    /// The address that the nodes are told, another one for every hundred requests: limits are for each address.
    asked: u32,
    network: u32,
}

impl Client {
    pub fn new(addr: &str) -> Client {
        static NETWORK: AtomicU32 = AtomicU32::new(0);
        let network = NETWORK.fetch_add(1, Ordering::Relaxed);
        Client { addr: addr.to_owned(), connection: None, asked: 0, network }
    }

    /// The next request goes on a new connection, and so perhaps to another node.
    pub fn hang_up(&mut self) {
        self.connection = None;
    }

    /// `None` if no whole answer came back: nobody knows whether the request was carried out.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let answer = self.try_to_ask(method, path, body);
        if answer.is_none() {
            self.hang_up();
        }
        answer
    }

    /// Asks for something that changes nothing until it is answered.
    pub fn get(&mut self, path: &str) -> Value {
        for _ in 0..600 {
            match self.ask("GET", path, None) {
                Some((200, answer)) => return answer,
                // Nobody is there, or the database is not: somebody will be.
                None | Some((503, _)) => std::thread::sleep(Duration::from_millis(100)),
                Some((status, answer)) => panic!("{path}: {status} {answer}"),
            }
        }
        panic!("{path}: nobody answered for a minute");
    }

    fn try_to_ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        if self.connection.is_none() {
            let stream = TcpStream::connect(&self.addr).ok()?;
            stream.set_nodelay(true).ok()?;
            stream.set_read_timeout(Some(PATIENCE)).ok()?;
            self.connection = Some(BufReader::new(stream));
        }
        let connection = self.connection.as_mut()?;
        let body = body.map(Value::to_string).unwrap_or_default();
        self.asked += 1;
        let (block, host) = (self.asked / 100, self.network);
        let from = std::net::Ipv4Addr::new(10, host as u8, (block >> 8) as u8, block as u8);
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {from}\r\nprefer: return=minimal\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            self.addr,
            body.len()
        );
        connection.get_mut().write_all((head + &body).as_bytes()).ok()?;
        let (mut status, mut length) = (None, 0);
        loop {
            let mut line = String::new();
            if connection.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            match line.split_once(": ") {
                None => status = line.split(' ').nth(1)?.parse().ok(),
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().ok()?,
                Some(_) => {}
            }
        }
        let mut text = vec![0; length];
        connection.read_exact(&mut text).ok()?;
        Some((status?, serde_json::from_slice(&text).ok()?))
    }
}
