//! A PostgreSQL server of Debian's package for tests: on a port and in a folder of its own, gone when the test's process ends.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Whoever sets this variable to `required` (`cargo xtask test` does) has installed PostgreSQL; elsewhere its tests are left out.
pub const VARIABLE: &str = "BANMEN_POSTGRES";

/// A running server.
pub struct Postgres {
    port: u16,
    /// Ends the server when its standard input closes, however this process ends.
    guard: Child,
}

/// The server that all tests of this process share; `None` where PostgreSQL is not installed.
pub fn server() -> Option<&'static Postgres> {
    static SERVER: OnceLock<Option<Postgres>> = OnceLock::new();
    SERVER.get_or_init(|| Some(Postgres::start(&programs()?))).as_ref()
}

/// A new, empty database; `None` where PostgreSQL is not installed.
pub fn database() -> Option<String> {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    let server = server()?;
    let name = format!("banmen_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    server.say("postgres", &format!("CREATE DATABASE {name}"));
    Some(server.url(&name))
}

/// The folder of PostgreSQL's programs: the newest that is installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| {
            let number = version.file_name().to_str()?.parse().ok()?;
            let programs = version.path().join("bin");
            programs.join("initdb").is_file().then_some((number, programs))
        })
        .collect();
    found.sort();
    let programs = found.pop().map(|(_, programs)| programs);
    if programs.is_none() {
        assert!(std::env::var(VARIABLE).is_err(), "{VARIABLE} is set, but PostgreSQL is not installed");
        eprintln!("PostgreSQL is not installed: its tests are left out (`cargo xtask test` installs it)");
    }
    programs
}

/// PostgreSQL refuses to run as root, so it runs as the user whom its package made.
fn unprivileged(program: &Path) -> Command {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    if id.stdout.trim_ascii() == b"0" {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

impl Postgres {
    fn start(programs: &Path) -> Postgres {
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let port = free.local_addr().expect("it has an address").port();
        drop(free);
        // The server ends, and its folder goes, when the pipe from this process closes.
        let script = r#"
            cd /
            folder=$(mktemp -d) || exit 1
            "$1/initdb" -D "$folder/data" -A trust -U banmen -E UTF8 --locale=C >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
            "$1/postgres" -D "$folder/data" -p "$2" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
                -c max_connections=200 >>"$folder/log" 2>&1 &
            server=$!
            cat >/dev/null
            kill -INT $server
            wait $server
            rm -rf "$folder"
        "#;
        let guard = unprivileged(Path::new("/bin/sh"))
            .args(["-c", script, "postgres"])
            .arg(programs)
            .arg(port.to_string())
            .current_dir("/")
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell runs");
        let mut server = Postgres { port, guard };
        server.wait();
        server
    }

    /// Waits until the server answers.
    fn wait(&mut self) {
        for _ in 0..600 {
            if let Some(ended) = self.guard.try_wait().expect("the shell can be asked") {
                panic!("PostgreSQL did not start: {ended}");
            }
            if self.command("postgres").args(["-c", "SELECT 1"]).output().is_ok_and(|asked| asked.status.success()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("PostgreSQL did not answer within a minute");
    }

    /// The address of a database of this server.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://banmen@127.0.0.1:{}/{database}", self.port)
    }

    fn command(&self, database: &str) -> Command {
        let mut command = Command::new("psql");
        command.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", &self.url(database)]);
        command
    }

    /// Lets the server carry out a statement; gives back what it answers.
    pub fn say(&self, database: &str, statement: &str) -> String {
        let answer = self.command(database).args(["-c", statement]).output().expect("psql runs");
        if !answer.status.success() {
            let _ = std::io::stderr().write_all(&answer.stderr);
            panic!("PostgreSQL refused: {statement}");
        }
        String::from_utf8_lossy(&answer.stdout).trim().to_owned()
    }
}
