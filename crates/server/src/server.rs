use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Config;
use crate::gate::{self, Doors, Names, PerAddress, Rates};
use crate::http::{self, health::Pulse};
use crate::jobs::JobBoard;
use crate::state::App;
use crate::store::{self, Store, StoreError};
use crate::tables::{Hall, neighbours};

/// How often tables and jobs that nobody wants are looked for.
const SWEEP: Duration = Duration::from_secs(10);
/// How often all games are weighed, where their weight is limited.
const WEIGH: Duration = Duration::from_mins(1);
/// Ports that are tried after the one asked for.
const NEXT_PORTS: u16 = 100;

/// Why a server could not be started or failed.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address cannot be listened on.
    #[error("cannot listen on {addr}: {source}")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The games cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system refused something else.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// A server that listens already and answers as soon as it is run.
pub struct Server {
    app: Arc<App>,
    store: Arc<dyn Store>,
    listener: TcpListener,
    addr: SocketAddr,
}

impl Server {
    /// Listens on the address of the configuration and opens the games.
    pub async fn bind(config: Config) -> Result<Server, ServerError> {
        let addr = config.addr;
        let listener = TcpListener::bind(addr).await.map_err(|source| ServerError::Listen { addr, source })?;
        Server::new(config, listener).await
    }

    /// Like [`Server::bind`], but if the port is taken, on the next free one; [`Server::local_addr`] says which.
    pub async fn bind_next_free(config: Config) -> Result<Server, ServerError> {
        let mut addr = config.addr;
        let mut tries = 0;
        let listener = loop {
            match TcpListener::bind(addr).await {
                Ok(listener) => break listener,
                Err(error)
                    if error.kind() == io::ErrorKind::AddrInUse && tries < NEXT_PORTS && addr.port() < u16::MAX =>
                {
                    tries += 1;
                    addr.set_port(addr.port() + 1);
                }
                Err(source) => return Err(ServerError::Listen { addr, source }),
            }
        };
        Server::new(config, listener).await
    }

    async fn new(config: Config, listener: TcpListener) -> Result<Server, ServerError> {
        let addr = listener.local_addr()?;
        let store = store::open(&config.database, config.key_file.as_deref()).await?;
        let limits = &config.limits;
        let hall = Arc::new(Hall::new(Arc::clone(&store), limits.clone())?);
        let app = Arc::new(App {
            metrics: hall.metrics(),
            draining: watch::Sender::new(false),
            hall,
            jobs: Arc::new(JobBoard::new(Arc::clone(&store), limits.clone())?),
            pulse: Pulse::default(),
            rates: Rates::new(limits.rate, store.nodes().is_some()),
            requests: config.behind_proxy.then(|| PerAddress::new(limits.connections, limits.connections_per_address)),
            names: Names::new(&config.hosts),
            sockets: PerAddress::new(limits.sockets, limits.sockets_per_address),
            closing: watch::Sender::new(false),
            config,
        });
        Ok(Server { app, store, listener, addr })
    }

    /// Where it listens.
    pub fn local_addr(&self) -> SocketAddr {
        self.addr
    }

    /// Answers until `shutdown` happens; then finishes what was begun, says goodbye to watchers, and closes the games.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let Server { app, store, listener, addr } = self;
        let limits = app.config.limits.clone();
        let connections = if app.config.behind_proxy {
            PerAddress::new(limits.connections, limits.connections)
        } else {
            PerAddress::new(limits.connections, limits.connections_per_address).keep(limits.connections_kept)
        };
        let doors = Doors::new(listener, connections, !app.config.behind_proxy, limits.idle_connection);
        let router = http::router(Arc::clone(&app));
        app.hall.weigh().await;
        if let Err(error) = app.hall.resume_clocks().await {
            tracing::error!(%error, "the clocks could not be resumed");
        }
        let chores = [
            tokio::spawn(sweep(Arc::clone(&app))),
            tokio::spawn(neighbours::follow(Arc::clone(&app.hall))),
            tokio::spawn(neighbours::look_for_due(Arc::clone(&app.hall))),
            tokio::spawn(Arc::clone(&app.jobs).take_jobs()),
            tokio::spawn(gate::share_rates(Arc::clone(&app))),
            tokio::spawn(Arc::clone(&app.hall).keep_time()),
        ];
        tracing::info!(%addr, "listening");

        let goodbye = {
            let app = Arc::clone(&app);
            async move {
                shutdown.await;
                app.draining.send_replace(true);
                tokio::time::sleep(limits.drain).await;
                tracing::info!("shutting down");
                app.closing.send_replace(true);
                app.hall.close();
                app.jobs.close();
            }
        };
        let late = {
            let app = Arc::clone(&app);
            async move {
                app.closed().await;
                tokio::time::sleep(limits.shutdown).await;
            }
        };
        tokio::select! {
            () = doors.serve(router, limits.head_time, goodbye) => {}
            () = late => tracing::warn!("some requests did not end in time"),
        }
        // Watchers have their own tasks and need a moment to be told.
        let told = async {
            while app.sockets.open() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = tokio::time::timeout(Duration::from_secs(3), told).await;
        chores.iter().for_each(tokio::task::JoinHandle::abort);
        store.close().await;
        tracing::info!("closed");
        Ok(())
    }
}

async fn sweep(app: Arc<App>) {
    let mut look = Instant::now();
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        app.rates.sweep();
        app.hall.sweep();
        if look.elapsed() >= WEIGH {
            look = Instant::now();
            app.hall.weigh().await;
        }
        app.jobs.sweep().await;
    }
}
