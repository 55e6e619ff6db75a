//! A server on a free port, and as much of an HTTP client as the tests need.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::Duration;

use banmen_server::{Config, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub struct Running {
    pub addr: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    server: JoinHandle<()>,
}

/// Starts a server; the change is made to a configuration with a free port and a database in memory.
pub async fn start(change: impl FnOnce(&mut Config)) -> Running {
    let mut config = Config { addr: ([127, 0, 0, 1], 0).into(), ..Config::default() };
    config.limits.rate = None;
    change(&mut config);
    let server = Server::bind(config).await.unwrap();
    let addr = server.local_addr();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(async move {
        server.run(async move { drop(stopped.await) }).await.unwrap();
    });
    Running { addr, stop: Some(stop), server }
}

impl Running {
    /// Shuts the server down and waits for its end.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(Duration::from_secs(20), self.server).await.unwrap().unwrap();
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], Some(body.to_string().as_bytes())).await
    }

    pub async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Answer {
        let mut connection = Connection::open(self.addr).await;
        connection.send(method, path, headers, body).await
    }

    /// Sets up a table of gomoku and gives back the answer.
    pub async fn gomoku(&self, first: Value, second: Value) -> Value {
        let request = json!({"game": "gomoku", "rules": {"size": 9}, "seats": {"first": first, "second": second}});
        self.post("/api/tables", &request).await.expect(201)
    }

    /// Waits until the table satisfies a condition.
    pub async fn wait(&self, id: &str, condition: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..1200 {
            let table = self.get(&format!("/api/tables/{id}")).await.expect(200);
            if condition(&table) {
                return table;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the table never got there");
    }
}

pub fn human() -> Value {
    json!({"kind": "human"})
}

pub fn level(level: &str) -> Value {
    json!({"kind": "level", "level": level})
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The body of an answer with this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// Checks that it is a whole problem of this status and code, and gives it back.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        assert_eq!(problem["status"], status);
        assert_eq!(problem["code"], code, "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        assert_eq!(problem["type"], format!("/api/docs#{code}"));
        problem
    }
}

/// A connection that is kept open between requests.
pub struct Connection {
    stream: TcpStream,
    addr: SocketAddr,
    read: Vec<u8>,
}

impl Connection {
    pub async fn open(addr: SocketAddr) -> Connection {
        let stream = TcpStream::connect(addr).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Connection { stream, addr, read: Vec::new() }
    }

    pub async fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            let _ = write!(head, "host: {}\r\n", self.addr);
        }
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if let Some(body) = body {
            let _ = write!(head, "content-length: {}\r\n", body.len());
        }
        head += "\r\n";
        let mut message = head.into_bytes();
        message.extend_from_slice(body.unwrap_or_default());
        // A server may answer and close before it has read everything.
        let _ = self.stream.write_all(&message).await;
        self.answer().await
    }

    async fn more(&mut self) -> bool {
        self.read.reserve(16 << 10);
        let read = self.stream.read_buf(&mut self.read);
        tokio::time::timeout(Duration::from_mins(1), read).await.unwrap().unwrap_or(0) > 0
    }

    async fn line(&mut self) -> String {
        loop {
            if let Some(end) = self.read.windows(2).position(|pair| pair == b"\r\n") {
                let line: Vec<u8> = self.read.drain(..end + 2).collect();
                return String::from_utf8_lossy(&line[..end]).into_owned();
            }
            assert!(self.more().await, "the connection ended in a line");
        }
    }

    async fn exactly(&mut self, count: usize) -> Vec<u8> {
        while self.read.len() < count {
            assert!(self.more().await, "the connection ended in a body");
        }
        self.read.drain(..count).collect()
    }

    async fn answer(&mut self) -> Answer {
        let status = self.line().await;
        let status = status.split(' ').nth(1).unwrap().parse().unwrap();
        let mut headers = Vec::new();
        loop {
            let line = self.line().await;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        let mut answer = Answer { status, headers, body: Vec::new() };
        if matches!(status, 204 | 304) {
            return answer;
        }
        if let Some(length) = answer.header("content-length") {
            let length = length.parse().unwrap();
            answer.body = self.exactly(length).await;
        } else if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                let length = usize::from_str_radix(&self.line().await, 16).unwrap();
                let chunk = self.exactly(length).await;
                self.exactly(2).await;
                if length == 0 {
                    break;
                }
                answer.body.extend(chunk);
            }
        }
        answer
    }
}

/// A file in the system's folder for temporary files that is removed afterwards.
pub struct TempFile(pub std::path::PathBuf);

impl TempFile {
    pub fn new(name: &str) -> TempFile {
        let path = std::env::temp_dir().join(format!("banmen-test-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        TempFile(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let mut path = self.0.clone().into_os_string();
            path.push(ending);
            let _ = std::fs::remove_file(path);
        }
    }
}
