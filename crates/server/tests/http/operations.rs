//! What an operator asks the server.

use std::time::Duration;

use crate::common::{human, start};
use serde_json::json;

/// The value of a line of `/metrics` that begins like this.
fn reading(text: &str, start: &str) -> u64 {
    let line = text.lines().find(|line| line.starts_with(start));
    let value = line.and_then(|line| line.rsplit(' ').next()).unwrap_or_else(|| panic!("no {start} in\n{text}"));
    value.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_answers_and_changes() {
    let server = start(|_| ()).await;
    let created = server.gomoku(human(), human()).await;
    let path = format!("/api/tables/{}", created["table"]["id"].as_str().unwrap());
    let play = json!({"token": created["tokens"]["first"], "version": 0, "move": "e5"});
    server.post(&format!("{path}/moves"), &play).await.expect(200);
    server.post(&format!("{path}/moves"), &play).await.problem(409, "stale-version");
    let metrics = server.get("/metrics").await;
    assert_eq!(metrics.status, 200, "{}", metrics.text());
    assert!(metrics.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    let text = metrics.text();
    let moves = |status: u16| {
        format!("banmen_http_requests_total{{method=\"POST\",route=\"/api/tables/{{id}}/moves\",status=\"{status}\"}}")
    };
    assert_eq!(reading(&text, &moves(200)), 1);
    assert_eq!(reading(&text, &moves(409)), 1);
    assert_eq!(reading(&text, "banmen_store_change_seconds_count"), 1);
    assert_eq!(reading(&text, "banmen_tables "), 1);
    assert_eq!(reading(&text, "banmen_watchers "), 0);
    assert!(reading(&text, "banmen_resident_memory_bytes ") > 1_000_000);
    assert!(!text.contains(created["table"]["id"].as_str().unwrap()), "tables are nobody's business");
    assert!(text.ends_with("# EOF\n"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_this_machine_unless_opened() {
    let through_proxy = [("x-forwarded-for", "127.0.0.1")];
    let server = start(|config| config.behind_proxy = true).await;
    server.send("GET", "/metrics", &through_proxy, None).await.problem(404, "not-found");
    assert_eq!(server.get("/metrics").await.status, 200);
    server.stop().await;
    let server = start(|config| config.open_metrics = true).await;
    assert_eq!(server.send("GET", "/metrics", &through_proxy, None).await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_about_to_end_is_not_ready_but_answers() {
    let server = start(|config| config.limits.drain = Duration::from_secs(2)).await;
    server.get("/readyz").await.expect(200);
    server.get("/healthz").await.expect(200);
    let stopping = server.begin_to_stop();
    for _ in 0..100 {
        if stopping.get("/readyz").await.status == 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stopping.get("/readyz").await.problem(503, "busy");
    stopping.get("/api/games").await.expect(200);
    stopping.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_keeps_the_proxys_mark_and_no_other() {
    let mark = [("x-request-id", "proxy-1")];
    let server = start(|config| config.behind_proxy = true).await;
    assert_eq!(server.send("GET", "/api/games", &mark, None).await.header("x-request-id"), Some("proxy-1"));
    let odd = server.send("GET", "/api/games", &[("x-request-id", "a b")], None).await;
    assert_ne!(odd.header("x-request-id"), Some("a b"));
    server.stop().await;
    let server = start(|_| ()).await;
    assert_ne!(server.send("GET", "/api/games", &mark, None).await.header("x-request-id"), Some("proxy-1"));
    server.stop().await;
}
