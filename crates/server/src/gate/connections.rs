use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep};

use super::{Client, Counted, Peer, PerAddress};

/// How long to wait when the system has no room for another connection.
const BREATH: Duration = Duration::from_millis(200);
/// Bytes that the system takes from us beyond what the network does.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 64 * 1024;

/// A listener that counts its connections and lets no more in than agreed.
pub struct Doors {
    listener: TcpListener,
    connections: PerAddress,
    by_client: bool,
    idle: Duration,
}

impl Doors {
    /// Guards a listener. Behind a proxy all connections are the proxy's and say nothing about clients.
    pub fn new(listener: TcpListener, connections: PerAddress, by_client: bool, idle: Duration) -> Doors {
        Doors { listener, connections, by_client, idle }
    }
}

impl Doors {
    /// Answers whoever comes until `shutdown` happens, and then finishes what was begun.
    ///
    /// Whoever does not send a whole request head within `head_time` is sent away: a few bytes a second must not hold a
    /// connection for ever.
    pub async fn serve(self, router: Router, head_time: Duration, shutdown: impl Future<Output = ()>) {
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(head_time);
        let closing = watch::Sender::new(false);
        tokio::pin!(shutdown);
        loop {
            let (io, address) = tokio::select! {
                come = self.accept() => come,
                () = &mut shutdown => break,
            };
            let service = router.clone().layer(Extension(ConnectInfo(Peer::at(address))));
            let connection = builder.serve_connection(TokioIo::new(io), TowerToHyperService::new(service));
            let mut closing = closing.subscribe();
            tokio::spawn(async move {
                let mut connection = std::pin::pin!(connection.with_upgrades());
                let ended = tokio::select! {
                    ended = connection.as_mut() => ended,
                    _ = closing.changed() => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(error) = ended {
                    tracing::debug!(%address, %error, "a connection ended");
                }
            });
        }
        drop(self.listener);
        closing.send_replace(true);
        // Each connection has subscribed for as long as it lasts.
        closing.closed().await;
    }

    async fn accept(&self) -> (Guarded, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    let client = if self.by_client { Client::of(address.ip()) } else { Client::NOBODY };
                    let Some(counted) = self.connections.take(client) else {
                        tracing::debug!(%address, "too many connections");
                        continue;
                    };
                    // Moves are small and wanted at once.
                    let _ = stream.set_nodelay(true);
                    bound_unsent(&stream);
                    return (Guarded::new(stream, counted, self.idle), address);
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }
}

/// Lets the system keep little of what a client does not take. Otherwise it keeps megabytes for each watcher who never reads.
fn bound_unsent(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    let _ = socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT);
    #[cfg(not(target_os = "linux"))]
    let _ = stream;
}

/// A counted connection that ends when nothing moves on it for too long.
pub struct Guarded {
    stream: TcpStream,
    idle: Duration,
    deadline: Pin<Box<Sleep>>,
    _counted: Counted,
}

impl Guarded {
    fn new(stream: TcpStream, counted: Counted, idle: Duration) -> Guarded {
        Guarded { stream, idle, deadline: Box::pin(tokio::time::sleep(idle)), _counted: counted }
    }

    /// Puts the deadline off when something moved; ends the wait when it has passed.
    fn watched<T>(&mut self, context: &mut Context<'_>, progress: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if progress.is_ready() {
            self.deadline.as_mut().reset(Instant::now() + self.idle);
            return progress;
        }
        self.deadline.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.watched(context, read)
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watched(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
