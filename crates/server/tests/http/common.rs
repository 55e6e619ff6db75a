//! A server on a free port, and a client that talks to it.

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use banmen_server::{Config, Server};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub struct Running {
    pub addr: SocketAddr,
    client: Client,
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
    Running { addr, client: client(), stop: Some(stop), server }
}

impl Running {
    /// Tells the server to end, without waiting for it.
    pub fn begin_to_stop(mut self) -> Running {
        drop(self.stop.take());
        self
    }

    /// Shuts the server down and waits for its end.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(Duration::from_secs(20), self.server).await.unwrap().unwrap();
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[("content-type", "application/json")], Some(body.to_string().as_bytes())).await
    }

    pub async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Reply {
        send(&self.client, self.addr, method, path, headers, body).await
    }

    /// Sets up a table of gomoku and returns the answer.
    pub async fn gomoku(&self, first: Value, second: Value) -> Value {
        let seats = json!({"first": first, "second": second});
        let request = json!({"game": "gomoku", "rules": {"size": 9}, "seats": seats, "listed": true});
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

/// A client with connections of its own, which it keeps open.
pub fn client() -> Client {
    Client::builder().no_proxy().timeout(Duration::from_mins(1)).build().unwrap()
}

/// Sends a request through this client.
pub async fn send(
    client: &Client,
    addr: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Reply {
    let method: Method = method.parse().unwrap();
    let mut request = client.request(method.clone(), format!("http://{addr}{path}"));
    for &(name, value) in headers {
        request = request.header(name, value);
    }
    if let Some(body) = body {
        request = request.body(body.to_vec());
    }
    let answer = request.send().await.unwrap();
    documented(method.as_str(), path, answer.status().as_u16());
    Reply {
        status: answer.status().as_u16(),
        headers: answer.headers().clone(),
        body: answer.bytes().await.unwrap().into(),
    }
}

/// Checks that the OpenAPI document tells of an answer with this status, so that every test looks for what it leaves out.
#[track_caller]
fn documented(method: &str, path: &str, status: u16) {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    let document =
        DOCUMENT.get_or_init(|| serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap());
    let parts: Vec<&str> = path.split('?').next().unwrap().split('/').collect();
    let fits = |known: &str| {
        let known: Vec<&str> = known.split('/').collect();
        known.len() == parts.len()
            && known.iter().zip(&parts).all(|(known, part)| known == part || known.starts_with('{'))
    };
    let paths = document["paths"].as_object().unwrap();
    // The page and addresses that do not exist are in no document.
    let Some((known, operations)) = paths.iter().find(|(known, _)| fits(known)) else { return };
    let Some(operation) = operations.get(method.to_ascii_lowercase()) else { return };
    let statuses = operation["responses"].as_object().unwrap();
    assert!(
        statuses.contains_key(&status.to_string()),
        "{method} {known} is answered with {status}, which is undocumented"
    );
}

/// The legal moves at a table, in the game's notation.
pub fn legal_moves(table: &Value) -> Vec<String> {
    let record = serde_json::from_value(table["record"].clone()).unwrap();
    banmen_catalog::replay(&record).unwrap().legal_moves()
}

pub fn human() -> Value {
    json!({"kind": "human"})
}

pub fn level(level: &str) -> Value {
    json!({"kind": "level", "level": level})
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
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
        for ending in ["", "-wal", "-shm", ".key"] {
            let mut path = self.0.clone().into_os_string();
            path.push(ending);
            let _ = std::fs::remove_file(path);
        }
    }
}
