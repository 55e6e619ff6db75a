//! What is counted, in the text format that Prometheus reads.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

/// A kind of answer. Addresses are counted by their pattern, so that nobody can make up new ones.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    method: String,
    route: String,
    status: u64,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: String,
}

/// From a millisecond to sixteen seconds.
pub fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 15))
}

/// The figures that are looked up when somebody asks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Open watchers.
    pub watchers: usize,
    /// Tables in memory.
    pub tables: usize,
    /// Computers that wait for a thread.
    pub waiting: usize,
    /// Computers that think.
    pub thinking: usize,
    /// Jobs that have not ended.
    pub jobs: usize,
}

/// Everything that is counted.
pub struct Metrics {
    registry: Registry,
    answers: Family<Answered, Counter>,
    latency: Family<Route, Histogram, fn() -> Histogram>,
    watchers: Gauge,
    tables: Gauge,
    waiting: Gauge,
    thinking: Gauge,
    jobs: Gauge,
    memory: Gauge,
}

impl Metrics {
    /// Nothing has happened yet. `stored` is how long the store takes to keep a change, `refused` how often it does not.
    pub fn new(stored: Histogram, refused: Counter) -> Metrics {
        let mut registry = Registry::with_prefix("banmen");
        let answers = Family::default();
        let latency = Family::new_with_constructor(seconds as fn() -> Histogram);
        registry.register("build", "The program", Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]));
        registry.register("http_requests", "Answered requests", answers.clone());
        registry.register_with_unit("http_request", "Time to an answer", Unit::Seconds, latency.clone());
        registry.register_with_unit("store_change", "Time until a change of a table is stored", Unit::Seconds, stored);
        registry.register("store_failures", "Changes of tables that the store did not keep", refused);
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::<i64>::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        Metrics {
            watchers: gauge("watchers", "Open WebSockets and event streams"),
            tables: gauge("tables", "Tables in memory"),
            waiting: gauge("thinkers_waiting", "Computers that wait for a thread"),
            thinking: gauge("thinkers_running", "Computers that think"),
            jobs: gauge("jobs", "Jobs that have not ended on this node"),
            memory: gauge("resident_memory_bytes", "Memory of the process"),
            registry,
            answers,
            latency,
        }
    }

    /// Counts an answer.
    pub fn answered(&self, method: &str, route: &str, status: u16, time: Duration) {
        let answered = Answered { method: method.to_owned(), route: route.to_owned(), status: u64::from(status) };
        self.answers.get_or_create(&answered).inc();
        self.latency.get_or_create(&Route { route: route.to_owned() }).observe(time.as_secs_f64());
    }

    /// All of it as text.
    pub fn text(&self, reading: Reading) -> String {
        for (gauge, value) in [
            (&self.watchers, reading.watchers),
            (&self.tables, reading.tables),
            (&self.waiting, reading.waiting),
            (&self.thinking, reading.thinking),
            (&self.jobs, reading.jobs),
        ] {
            gauge.set(value as i64);
        }
        self.memory.set(resident_bytes().unwrap_or_default());
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process, where the system tells.
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
