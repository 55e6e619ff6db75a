//! A small proxy before the nodes: each connection goes to any of them, and may be cut at any moment.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use banmen_core::{Draw, Random};

#[derive(Clone)]
pub struct Proxy {
    /// Where it listens.
    pub addr: String,
    state: Arc<Mutex<State>>,
}

struct State {
    nodes: Vec<Option<String>>,
    open: Vec<TcpStream>,
    random: Random,
}

impl Proxy {
    pub fn start(nodes: Vec<String>, seed: u64) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let addr = listener.local_addr().unwrap().to_string();
        let nodes = nodes.into_iter().map(Some).collect();
        let state = Arc::new(Mutex::new(State { nodes, open: Vec::new(), random: Random::new(seed) }));
        let proxy = Proxy { addr, state };
        let accepting = proxy.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                accepting.connect(client);
            }
        });
        proxy
    }

    /// Says where a node is now, or that it is gone.
    pub fn set(&self, index: usize, addr: Option<String>) {
        self.state.lock().unwrap().nodes[index] = addr;
    }

    /// Cuts about one connection in `one_in`.
    pub fn cut(&self, one_in: u64) {
        let mut state = self.state.lock().unwrap();
        let open = std::mem::take(&mut state.open);
        for stream in open {
            if state.random.below(one_in) == 0 {
                let _ = stream.shutdown(Shutdown::Both);
            } else {
                state.open.push(stream);
            }
        }
    }

    fn connect(&self, client: TcpStream) {
        let Some(node) = self.reach_a_node() else { return };
        let (Ok(from), Ok(to), Ok(kept)) = (client.try_clone(), node.try_clone(), node.try_clone()) else { return };
        {
            let mut state = self.state.lock().unwrap();
            state.open.retain(|stream| stream.peer_addr().is_ok());
            state.open.push(kept);
        }
        std::thread::spawn(move || pass(from, to));
        std::thread::spawn(move || pass(node, client));
    }

    fn reach_a_node(&self) -> Option<TcpStream> {
        let mut state = self.state.lock().unwrap();
        let mut nodes: Vec<String> = state.nodes.iter().flatten().cloned().collect();
        while !nodes.is_empty() {
            let addr = nodes.swap_remove(state.random.below(nodes.len() as u64) as usize);
            if let Ok(stream) = TcpStream::connect(addr) {
                let _ = stream.set_nodelay(true);
                return Some(stream);
            }
        }
        None
    }
}

/// Passes on what comes until either end closes.
fn pass(mut from: TcpStream, mut to: TcpStream) {
    let _ = to.set_nodelay(true);
    let _ = io::copy(&mut from, &mut to);
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
