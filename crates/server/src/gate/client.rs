use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::state::App;

/// Who sent a request: an address that limits are counted for.
///
/// An IPv6 customer has a whole network of addresses, so these are counted by their first 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl Client {
    /// The client behind an address.
    pub fn of(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let network = u128::from(address) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address => address,
        })
    }
}

tokio::task_local! {
    /// Who sent the request that the current task answers.
    static ASKING: Client;
}

impl Client {
    /// Nobody in particular: the server itself.
    pub const NOBODY: Client = Client(IpAddr::V6(Ipv6Addr::UNSPECIFIED));

    /// Who sent the request that the current task answers, if it answers one.
    pub fn asking() -> Option<Client> {
        ASKING.try_get().ok()
    }

    /// The same work, on behalf of this client.
    pub async fn asks<T>(self, work: impl Future<Output = T>) -> T {
        ASKING.scope(self, work).await
    }
}

impl std::fmt::Display for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(SocketAddr);

impl Peer {
    /// Whoever is at this address.
    pub fn at(address: SocketAddr) -> Peer {
        Peer(address)
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Client, Infallible> {
        Ok(Client::of(address(&parts.extensions, &parts.headers, app.config.behind_proxy)))
    }
}

/// The address of whoever sent a request: as the proxy tells where there is one, else the other end of the connection.
pub fn address(extensions: &Extensions, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<Peer>>().map_or(Ipv6Addr::UNSPECIFIED.into(), |info| info.0.0.ip());
    // The last entry is the one that our own proxy wrote; the others are whatever the client claims.
    let forwarded = behind_proxy
        .then(|| headers.get_all("x-forwarded-for").iter().next_back())
        .flatten()
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .and_then(|last| last.trim().parse().ok());
    forwarded.unwrap_or(peer)
}

/// Whether a request comes from this machine itself and through no proxy.
pub fn is_local(extensions: &Extensions, headers: &HeaderMap) -> bool {
    let direct = !headers.contains_key("x-forwarded-for") && !headers.contains_key("forwarded");
    direct && address(extensions, headers, false).to_canonical().is_loopback()
}

/// A client that has fewer than this may have what is kept in reserve.
const FEW: usize = 4;

/// Counts things that are open, in all and per client.
#[derive(Clone)]
pub struct PerAddress {
    open: Arc<Mutex<(usize, HashMap<Client, usize>)>>,
    most: usize,
    most_per_client: usize,
    reserve: usize,
}

/// One open thing; counted until it is dropped.
pub struct Counted {
    counter: PerAddress,
    client: Client,
}

impl PerAddress {
    /// At most `most` in all, and `most_per_client` of one client.
    pub fn new(most: usize, most_per_client: usize) -> PerAddress {
        PerAddress { open: Arc::default(), most, most_per_client, reserve: 0 }
    }

    /// Keeps the last `reserve` of all for clients that have few.
    pub fn keep(self, reserve: usize) -> PerAddress {
        PerAddress { reserve: reserve.min(self.most / 2), ..self }
    }

    /// Counts one more, or `None` if it is too many.
    pub fn take(&self, client: Client) -> Option<Counted> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (total, clients) = &mut *open;
        let held = clients.get(&client).copied().unwrap_or(0);
        let most = if held < FEW { self.most } else { self.most - self.reserve };
        if *total >= most || held >= self.most_per_client {
            return None;
        }
        *total += 1;
        clients.insert(client, held + 1);
        Some(Counted { counter: self.clone(), client })
    }

    /// How many are open in all.
    pub fn open(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.counter.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (total, clients) = &mut *open;
        *total -= 1;
        if let Some(held) = clients.get_mut(&self.client) {
            *held -= 1;
            if *held == 0 {
                clients.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        let client = |text: &str| Client::of(text.parse().unwrap());
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.7"), client("192.0.2.7"));
        assert_ne!(client("192.0.2.7"), client("192.0.2.8"));
    }

    #[test]
    fn what_is_closed_no_longer_counts() {
        let counter = PerAddress::new(3, 2);
        let (one, other) = (Client::of([192, 0, 2, 1].into()), Client::of([192, 0, 2, 2].into()));
        let held = [counter.take(one).unwrap(), counter.take(one).unwrap()];
        assert!(counter.take(one).is_none(), "two of one client are enough");
        let last = counter.take(other).unwrap();
        assert!(counter.take(other).is_none(), "three in all are enough");
        drop((held, last));
        assert_eq!(counter.open(), 0);
        assert!(counter.take(one).is_some());
    }

    #[test]
    fn some_room_is_kept_for_those_who_have_little() {
        let counter = PerAddress::new(20, 20).keep(8);
        let (one, other) = (Client::of([192, 0, 2, 1].into()), Client::of([192, 0, 2, 2].into()));
        let held: Vec<_> = std::iter::from_fn(|| counter.take(one)).collect();
        assert_eq!(held.len(), 12);
        let few: Vec<_> = std::iter::from_fn(|| counter.take(other)).collect();
        assert_eq!(few.len(), FEW);
    }
}
