//! Threads for search, shared fairly. The runtime's own threads never search.
//!
//! Short work never waits behind long work: each kind has threads of its own. Among clients whose work waits, whoever has the
//! least under way comes first, and nobody has all threads: one of each kind is kept for others.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::gate::Client;

/// Work that may take no longer than this is short.
const SHORT: Duration = Duration::from_secs(2);
/// How often a thread without work looks whether the pool is gone.
const GLANCE: Duration = Duration::from_secs(1);

type Task = Box<dyn FnOnce() + Send>;

/// A fixed number of threads for work of each length.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

struct Shared {
    lanes: Mutex<[Lane; 2]>,
    more: Condvar,
    /// How many threads of each kind one client may have.
    share: usize,
}

/// Work of one length.
#[derive(Default)]
struct Lane {
    /// What waits, by client; the one that was served longest ago first.
    waiting: VecDeque<(Client, VecDeque<Task>)>,
    /// How much is under way, by client.
    running: HashMap<Client, usize>,
}

/// How long work may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Short,
    Long,
}

/// The task panicked; the panic is in the log.
#[derive(Debug, thiserror::Error)]
#[error("the search failed")]
pub struct Panicked;

impl Lane {
    fn push(&mut self, client: Client, task: Task) {
        match self.waiting.iter_mut().find(|(known, _)| *known == client) {
            Some((_, tasks)) => tasks.push_back(task),
            None => self.waiting.push_back((client, VecDeque::from([task]))),
        }
    }

    /// The next task: of the client with the least under way, as long as that is less than its share.
    fn pop(&mut self, share: usize) -> Option<(Client, Task)> {
        let running = |client: &Client| self.running.get(client).copied().unwrap_or(0);
        let candidates = self.waiting.iter().enumerate().map(|(index, (client, _))| (running(client), index));
        let (_, index) = candidates.filter(|(running, _)| *running < share).min()?;
        let (client, mut tasks) = self.waiting.remove(index)?;
        let task = tasks.pop_front()?;
        if !tasks.is_empty() {
            self.waiting.push_back((client, tasks));
        }
        *self.running.entry(client).or_default() += 1;
        Some((client, task))
    }

    fn end(&mut self, client: Client) {
        if let Some(running) = self.running.get_mut(&client) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(&client);
            }
        }
    }
}

impl Pool {
    /// Starts the threads: for work of each length `threads` that one client may have, and one more for others.
    pub fn new(name: &str, threads: usize) -> std::io::Result<Pool> {
        let share = threads.max(1);
        let shared = Arc::new(Shared { lanes: Mutex::default(), more: Condvar::new(), share });
        for length in [Length::Short, Length::Long] {
            for number in 1..=share + 1 {
                let shared = Arc::downgrade(&shared);
                let name = format!("{name}-{}-{number}", ["short", "long"][length as usize]);
                std::thread::Builder::new().name(name).spawn(move || {
                    while let Some(shared) = shared.upgrade() {
                        shared.serve(length);
                    }
                })?;
            }
        }
        Ok(Pool(shared))
    }

    /// How much waits for a thread, and how much is under way.
    pub fn load(&self) -> (usize, usize) {
        let lanes = lock(&self.0.lanes);
        let waiting = lanes.iter().flat_map(|lane| &lane.waiting).map(|(_, tasks)| tasks.len()).sum();
        (waiting, lanes.iter().flat_map(|lane| lane.running.values()).sum())
    }

    /// Runs `work` that takes at most `time` on one of the threads, on behalf of a client.
    pub async fn run<T: Send + 'static>(
        &self,
        client: Client,
        time: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        let (done, answer) = oneshot::channel();
        let length = if time <= SHORT { Length::Short } else { Length::Long };
        lock(&self.0.lanes)[length as usize].push(client, Box::new(move || drop(done.send(work()))));
        self.0.more.notify_all();
        answer.await.map_err(|_| Panicked)
    }
}

impl Shared {
    /// Waits for a task and does it; comes back without one now and then, so that the thread notices when the pool is gone.
    fn serve(&self, length: Length) {
        let mut found = None;
        let lanes = lock(&self.lanes);
        let waited = self.more.wait_timeout_while(lanes, GLANCE, |lanes| {
            found = lanes[length as usize].pop(self.share);
            found.is_none()
        });
        drop(waited);
        let Some((client, task)) = found else { return };
        // A panic is the task's own affair; the thread goes on to the next one.
        let _ = catch_unwind(AssertUnwindSafe(task));
        lock(&self.lanes)[length as usize].end(client);
        self.more.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    const LONG: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn tasks_run_elsewhere_and_a_panic_does_not_end_the_thread() {
        let pool = Pool::new("test", 1).unwrap();
        let here = std::thread::current().id();
        assert_ne!(pool.run(client(1), SHORT, || std::thread::current().id()).await.unwrap(), here);
        std::panic::set_hook(Box::new(|_| ()));
        for _ in 0..5 {
            assert!(pool.run(client(1), LONG, || panic!("as asked")).await.is_err());
        }
        let _ = std::panic::take_hook();
        assert_eq!(pool.run(client(1), LONG, || 6 * 7).await.unwrap(), 42);
    }

    /// Long work of one client that goes on until the sender is dropped, much more than there are threads.
    fn flood(pool: &Pool, who: Client) -> (mpsc::Sender<()>, mpsc::Receiver<()>) {
        let (hold, held) = mpsc::channel::<()>();
        let (begun, beginnings) = mpsc::channel();
        let held = Arc::new(Mutex::new(held));
        for _ in 0..12 {
            let (pool, begun, held) = (pool.clone(), begun.clone(), Arc::clone(&held));
            let work = move || {
                let _ = begun.send(());
                let _ = lock(&held).recv();
            };
            tokio::spawn(async move { pool.run(who, LONG, work).await });
        }
        (hold, beginnings)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_flood_of_long_work_keeps_nobody_else_waiting() {
        let pool = Pool::new("test", 2).unwrap();
        let (hold, begun) = flood(&pool, client(1));
        for _ in 0..2 {
            begun.recv().unwrap();
        }
        // All that one client may have is taken, and stays so until the end of this test.
        assert_eq!(pool.run(client(2), SHORT, || "short").await.unwrap(), "short");
        assert_eq!(
            pool.run(client(1), SHORT, || "own").await.unwrap(),
            "own",
            "not even the client's own short work waits"
        );
        assert_eq!(pool.run(client(2), LONG, || "long").await.unwrap(), "long", "one thread is kept for others");
        assert!(begun.try_recv().is_err(), "nobody gets more than their share");
        drop(hold);
    }

    #[test]
    fn whoever_has_the_least_under_way_comes_next() {
        let mut lane = Lane::default();
        for (who, times) in [(1, 3), (2, 2), (3, 1)] {
            for _ in 0..times {
                lane.push(client(who), Box::new(|| ()));
            }
        }
        let mut served: Vec<Client> = Vec::new();
        while let Some((who, _)) = lane.pop(2) {
            served.push(who);
        }
        assert_eq!(served, [1, 2, 3, 1, 2].map(client), "in turn, each up to a share of two");
        lane.end(client(1));
        assert_eq!(lane.pop(2).map(|(who, _)| who), Some(client(1)));
        assert!(lane.waiting.is_empty());
        for who in [1, 1, 2, 2, 3] {
            lane.end(client(who));
        }
        assert!(lane.running.is_empty());
    }
}
