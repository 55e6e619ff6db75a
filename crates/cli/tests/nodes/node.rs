//! `banmen serve` in a process of its own.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub struct Node {
    process: Child,
    /// Where it listens.
    pub addr: String,
}

/// What all nodes of this process complain about; read when a test fails.
pub fn log_file() -> PathBuf {
    std::env::temp_dir().join(format!("banmen-nodes-{}.log", std::process::id()))
}

fn log() -> Stdio {
    let file = File::options().create(true).append(true).open(log_file());
    file.map_or_else(|_| Stdio::null(), Stdio::from)
}

/// The seconds for which the threads of a process have computed, where the system tells; this one's is `self`.
pub fn cpu_seconds(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name of the program, which may hold anything: user time and system time are the 12th and 13th field.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = fields.iter().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    // Linux counts in hundredths of a second for programs, whatever it does itself.
    ticks.sum::<f64>() / 100.0
}

impl Node {
    /// Starts a node and waits until it listens.
    pub fn start(database: &str) -> Node {
        Node::start_with(database, &[])
    }

    /// The same with further arguments.
    pub fn start_with(database: &str, arguments: &[&str]) -> Node {
        let mut process = Command::new(env!("CARGO_BIN_EXE_banmen"))
            .args(["serve", "--addr", "127.0.0.1:0", "--no-open", "--behind-proxy", "--db", database])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(log())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).expect("the program says where it is").trim().trim_end_matches('/');
        Node { addr: addr.to_owned(), process }
    }

    /// The memory of its process, where the system tells.
    pub fn resident_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or_default() * 1024
    }

    /// The seconds for which its threads have computed, where the system tells.
    pub fn cpu_seconds(&self) -> f64 {
        cpu_seconds(&self.process.id().to_string())
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks it to end, as a rolling restart does, and waits until it has.
    pub fn stop(mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        assert!(asked.success());
        let ended = self.process.wait().unwrap();
        assert!(ended.success(), "a node that is asked to end ends well: {ended}");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
