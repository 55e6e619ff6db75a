//! `banmen` and `banmen serve`: the page, for browsers on this machine or beyond.

use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::{env, future};

use banmen_server::{Config, DEFAULT_PORT, Database, Server, ServerLimits};
use clap::Args;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::data_dir;
use crate::output::{self, Failure};
use crate::settings::{Limits, Settings};

/// The first bytes of every WebAssembly module.
const WASM_START: &[u8; 4] = b"\0asm";

/// The server's settings, and where they are written.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    settings: Settings,
    /// A TOML file with settings: the flags' names are its keys, limits are in its table `[limits]`. A flag or a variable of the
    /// environment counts more.
    #[arg(long, env = "BANMEN_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the settings in force as such a file, and end.
    #[arg(long)]
    print_config: bool,
}

/// Serves until Ctrl-C or a request to terminate.
pub fn run(options: Options) -> Result<(), Failure> {
    let settings = match &options.config {
        Some(file) => options.settings.or_file(file)?,
        None => options.settings,
    };
    if options.print_config {
        return print(settings);
    }
    start_log(settings.log_json.unwrap_or_default())?;
    #[cfg(unix)]
    allow_many_visitors();
    if let Some(folder) = data_dir::folder() {
        banmen_catalog::keep_data_in(&folder);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::failed)?;
    runtime.block_on(serve(settings))
}

/// Prints what is in force; the address of a database never with its password.
fn print(settings: Settings) -> Result<(), Failure> {
    let shown = match settings.database()? {
        Database::File(path) => path,
        Database::Memory => ":memory:".into(),
        Database::Postgres(url) => url.to_string().into(),
    };
    let in_force = Settings {
        addr: settings.addr.or(Some(Config::default().addr)),
        db: Some(shown),
        no_open: Some(settings.no_open.unwrap_or_default()),
        behind_proxy: Some(settings.behind_proxy.unwrap_or_default()),
        open_metrics: Some(settings.open_metrics.unwrap_or_default()),
        log_json: Some(settings.log_json.unwrap_or_default()),
        limits: Limits::of(&settings.limits.over(ServerLimits::default())),
        ..settings
    };
    output::line(toml::to_string(&in_force).map_err(Failure::failed)?.trim_end())
}

async fn serve(options: Settings) -> Result<(), Failure> {
    let config = Config {
        database: options.database()?,
        key_file: options.key_file,
        hosts: options.hosts,
        behind_proxy: options.behind_proxy.unwrap_or_default(),
        open_metrics: options.open_metrics.unwrap_or_default(),
        web: options.web,
        engine: engine(options.engine)?,
        limits: options.limits.over(ServerLimits::default()),
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
    if !options.no_open.unwrap_or_default()
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

/// Systems allow a program few open files unless it asks for more, and each visitor is one.
#[cfg(unix)]
fn allow_many_visitors() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let allowed = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: allowed.maximum, ..allowed }) {
        eprintln!("banmen: the number of open files could not be raised: {error}");
    }
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
