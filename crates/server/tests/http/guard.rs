//! What stands between a stranger and the server.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::common::{client, human, send, start};
use banmen_server::Rate;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The status of an address sent as it is written; a client would tidy its dots away first.
async fn status_of(addr: SocketAddr, path: &str) -> u16 {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{path}: {answer}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_security_headers() {
    let server = start(|_| ()).await;
    for path in ["/", "/table/abc", "/api/games", "/api/docs", "/api/nothing", "/missing.js"] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{path}");
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(answer.header("x-request-id").is_some(), "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_served_with_tags_and_compressed() {
    let server = start(|_| ()).await;
    let page = server.get("/api/docs").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(!page.text().contains("<script>"), "no script inside the page");
    let tag = page.header("etag").unwrap();
    let again = server.send("GET", "/api/docs", &[("if-none-match", tag)], None).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let packed = server.send("GET", "/docs/docs.js", &[("accept-encoding", "gzip")], None).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(&packed.body[..2], [0x1f, 0x8b]);
    for outside in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/package.json", "/node_modules/x/package.json"] {
        assert_eq!(status_of(server.addr, outside).await, 404, "{outside}");
    }
    server.post("/table/abc", &json!({})).await.problem(405, "method-not-allowed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_can_be_served_from_a_folder() {
    let folder = std::env::temp_dir().join(format!("banmen-test-web-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("js")).unwrap();
    std::fs::write(folder.join("index.html"), "<!doctype html><title>mine</title>").unwrap();
    std::fs::write(folder.join("js/a.js"), "export {}").unwrap();
    let server = start(|config| config.web = Some(folder.clone())).await;
    for path in ["/", "/table/abcdefgh", "/new/gomoku"] {
        assert!(server.get(path).await.text().contains("mine"), "{path}");
    }
    assert_eq!(server.get("/js/a.js").await.text(), "export {}");
    for outside in ["/js/../../etc/resolv.conf", "//etc/hosts.allow", "/js/none.js"] {
        assert_eq!(status_of(server.addr, outside).await, 404, "{outside}");
    }
    server.stop().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_under_foreign_names_are_refused() {
    let server = start(|config| config.hosts = vec!["games.example".to_owned()]).await;
    let ask = async |host: &str| server.send("GET", "/api/games", &[("host", host)], None).await;
    for host in ["localhost:8383", "127.0.0.1", "[::1]:80", "games.example"] {
        assert_eq!(ask(host).await.status, 200, "{host}");
    }
    for host in ["evil.example", "evil.example:8383", "games.example.evil.example"] {
        ask(host).await.problem(421, "foreign-host");
    }
    let twice = [("host", "localhost"), ("host", "evil.example")];
    server.send("GET", "/api/games", &twice, None).await.problem(400, "malformed");
    let health = server.send("GET", "/healthz", &[("host", "whatever.example")], None).await.expect(200);
    assert_eq!(health["status"], "ok");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_change_anything() {
    let server = start(|_| ()).await;
    let body = json!({"game": "gomoku", "listed": true, "seats": {"first": human(), "second": human()}}).to_string();
    let json_type = ("content-type", "application/json");
    let foreign = [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ];
    for header in foreign {
        let answer = server.send("POST", "/api/tables", &[json_type, header], Some(body.as_bytes())).await;
        answer.problem(403, "foreign-origin");
    }
    let own = format!("http://{}", server.addr);
    let headers = [json_type, ("origin", own.as_str()), ("sec-fetch-site", "same-origin")];
    server.send("POST", "/api/tables", &headers, Some(body.as_bytes())).await.expect(201);
    assert_eq!(server.get("/api/tables").await.expect(200)["tables"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_much_is_told_to_wait() {
    let rate = Rate { every: Duration::from_secs(2), burst: NonZeroU32::new(5).unwrap() };
    let server = start(|config| {
        config.limits.rate = Some(rate);
        config.behind_proxy = true;
    })
    .await;
    for _ in 0..5 {
        assert_eq!(server.get("/api/games").await.status, 200);
    }
    let answer = server.get("/api/games").await;
    answer.problem(429, "too-many-requests");
    assert!(answer.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    let other = server.send("GET", "/api/games", &[("x-forwarded-for", "192.0.2.2")], None).await;
    assert_eq!(other.status, 200, "others are not punished");
    tokio::time::sleep(Duration::from_millis(2100)).await;
    assert_eq!([server.get("/api/games").await.status, server.get("/api/games").await.status], [200, 429]);
    assert_eq!(server.get("/").await.status, server.get("/new/gomoku").await.status, "the page itself is free");
    assert_eq!(server.get("/healthz").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_limited_and_idle_ones_closed() {
    let server = start(|config| {
        config.limits.connections_per_address = 3;
        config.limits.idle_connection = Duration::from_millis(300);
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let client = client();
        assert_eq!(send(&client, server.addr, "GET", "/healthz", &[], None).await.status, 200);
        held.push(client);
    }
    let mut refused = TcpStream::connect(server.addr).await.unwrap();
    let mut buffer = [0; 1];
    let read = tokio::time::timeout(Duration::from_secs(5), refused.read(&mut buffer)).await.unwrap();
    assert!(matches!(read, Ok(0) | Err(_)), "a fourth connection is closed at once");
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_eq!(server.get("/healthz").await.status, 200, "the idle ones made room");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_free_port_is_taken() {
    let server = start(|_| ()).await;
    let config = banmen_server::Config { addr: server.addr, ..banmen_server::Config::default() };
    assert!(banmen_server::Server::bind(config.clone()).await.is_err());
    let other = banmen_server::Server::bind_next_free(config).await.unwrap();
    assert!(other.local_addr().port() > server.addr.port());
    server.stop().await;
}
