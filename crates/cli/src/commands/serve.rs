//! `banmen` and `banmen serve`: the page, for browsers on this machine or beyond.

use std::io::{self, IsTerminal, Read};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::{env, future};

use banmen_server::{Config, DEFAULT_PORT, Database, Server};
use clap::Args;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::data_dir;
use crate::output::{self, Failure};

/// The first bytes of every WebAssembly module.
const WASM_START: &[u8; 4] = b"\0asm";

/// Where to listen and what to keep.
#[derive(Args)]
pub struct Options {
    /// Where to listen; port 0 takes any free port [default: 127.0.0.1:8383, or the next free port].
    ///
    /// Without this, only browsers on this machine can reach Banmen.
    #[arg(long, env = "BANMEN_ADDR", value_name = "ADDRESS:PORT")]
    addr: Option<SocketAddr>,
    /// The file the games are kept in, `:memory:` to keep nothing, or `postgres://USER@HOST/DATABASE` [default: a file in your data
    /// directory].
    ///
    /// Any number of servers may share a PostgreSQL database: a game can be played through all of them at once.
    #[arg(long, env = "BANMEN_DB", hide_env_values = true, value_name = "FILE|URL")]
    db: Option<PathBuf>,
    /// The file of the key that hides the seeds of running games in the database [default: beside the file of the games, `.key`
    /// added to its name].
    ///
    /// It is made if it is missing. Servers that share a PostgreSQL database share the key.
    #[arg(long, env = "BANMEN_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// A host name under which others open the page; may be given several times.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Trust the client address that a proxy in front puts into X-Forwarded-For.
    #[arg(long)]
    behind_proxy: bool,
    /// Serve the page from this folder instead of the one built in, to work on it.
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// The engines for analyses in the visitor's browser, which `cargo xtask page` builds [default: banmen-engine.wasm beside this program].
    #[arg(long, env = "BANMEN_ENGINE", value_name = "FILE")]
    engine: Option<PathBuf>,
    /// Write the log as JSON, one object a line.
    #[arg(long)]
    log_json: bool,
}

/// Serves until Ctrl-C or a request to terminate.
pub fn run(options: Options) -> Result<(), Failure> {
    start_log(options.log_json)?;
    if let Some(folder) = data_dir::folder() {
        banmen_catalog::keep_data_in(&folder);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::failed)?;
    runtime.block_on(serve(options))
}

async fn serve(options: Options) -> Result<(), Failure> {
    let database = match options.db {
        Some(path) => Database::from(path),
        None => Database::File(data_dir::file("games.db")?),
    };
    let config = Config {
        database,
        key_file: options.key_file,
        hosts: options.hosts,
        behind_proxy: options.behind_proxy,
        web: options.web,
        engine: engine(options.engine)?,
        ..Config::default()
    };
    let server = match options.addr {
        Some(addr) => Server::bind(Config { addr, ..config }).await,
        None => Server::bind_next_free(config).await,
    }
    .map_err(Failure::failed)?;
    let stop = told_to_stop();
    let addr = server.local_addr();
    if options.addr.is_none() && addr.port() != DEFAULT_PORT {
        eprintln!("banmen: port {DEFAULT_PORT} is taken, using {}", addr.port());
    }
    let page = format!("http://{addr}/");
    output::line(format_args!("Banmen is at {page}"))?;
    eprintln!("banmen: press Ctrl-C to stop");
    if !options.no_open
        && let Err(error) = open::that_detached(&page)
    {
        eprintln!("banmen: no browser could be opened ({error}); please open {page} yourself");
    }
    server.run(stop).await.map_err(Failure::failed)
}

/// The module that browsers compute with: the one named, or the one beside this program.
fn engine(named: Option<PathBuf>) -> Result<Option<PathBuf>, Failure> {
    let Some(file) = named else {
        let beside = env::current_exe().ok().map(|program| program.with_file_name("banmen-engine.wasm"));
        return Ok(beside.filter(|file| file.is_file()));
    };
    let mut start = [0; WASM_START.len()];
    let read = std::fs::File::open(&file).and_then(|mut module| module.read_exact(&mut start));
    match read {
        Ok(()) if start == *WASM_START => Ok(Some(file)),
        Ok(()) => Err(Failure::input(format!("--engine {}: not a WebAssembly module", file.display()))),
        Err(error) => Err(Failure::input(format!("--engine {}: {error}", file.display()))),
    }
}

/// Logs go to standard error; `BANMEN_LOG=debug` or `BANMEN_LOG=banmen_server=debug,sqlx=info` shows more.
fn start_log(json: bool) -> Result<(), Failure> {
    let filter = match env::var("BANMEN_LOG") {
        Ok(wanted) => wanted.parse().map_err(|error| Failure::input(format!("BANMEN_LOG={wanted}: {error}")))?,
        Err(_) => Targets::new().with_default(LevelFilter::WARN),
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = if json { lines.json().boxed() } else { lines.with_ansi(io::stderr().is_terminal()).boxed() };
    tracing_subscriber::registry().with(lines).with(filter).init();
    Ok(())
}

/// Ends when the program is told to stop. It listens from the moment it is called, so that whoever has read the address can
/// end the program in good order.
#[cfg(unix)]
fn told_to_stop() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    async fn heard(signal: io::Result<Signal>) {
        match signal {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => future::pending().await,
        }
    }
    let (interrupted, terminated) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        tokio::select! {
            () = heard(interrupted) => {}
            () = heard(terminated) => {}
        }
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        future::pending::<()>().await;
    }
}
