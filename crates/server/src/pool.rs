//! Threads for search. The runtime's own threads never search.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

type Task = Box<dyn FnOnce() + Send>;

/// A fixed number of threads that take tasks in the order in which they came.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

struct Shared {
    tasks: Mutex<VecDeque<Task>>,
    more: Condvar,
}

/// The task panicked; the panic is in the log.
#[derive(Debug, thiserror::Error)]
#[error("the search failed")]
pub struct Panicked;

impl Pool {
    /// Starts the threads.
    pub fn new(name: &str, threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { tasks: Mutex::default(), more: Condvar::new() });
        for number in 1..=threads.max(1) {
            let shared = Arc::downgrade(&shared);
            std::thread::Builder::new().name(format!("{name}-{number}")).spawn(move || {
                while let Some(shared) = shared.upgrade() {
                    let task = next(&shared);
                    drop(shared);
                    if let Some(task) = task {
                        // A panic is the task's own affair; the thread goes on to the next one.
                        let _ = catch_unwind(AssertUnwindSafe(task));
                    }
                }
            })?;
        }
        Ok(Pool(shared))
    }

    /// Runs `work` on one of the threads.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Panicked> {
        let (done, answer) = oneshot::channel();
        lock(&self.0.tasks).push_back(Box::new(move || drop(done.send(work()))));
        self.0.more.notify_one();
        answer.await.map_err(|_| Panicked)
    }
}

/// Waits for a task; comes back without one now and then, so that the thread notices when the pool is gone.
fn next(shared: &Shared) -> Option<Task> {
    const GLANCE: std::time::Duration = std::time::Duration::from_secs(1);
    let tasks = lock(&shared.tasks);
    let (mut tasks, _) =
        shared.more.wait_timeout_while(tasks, GLANCE, |tasks| tasks.is_empty()).unwrap_or_else(PoisonError::into_inner);
    tasks.pop_front()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn tasks_run_elsewhere_and_a_panic_does_not_end_the_thread() {
        let pool = Pool::new("test", 1).unwrap();
        let here = std::thread::current().id();
        assert_ne!(pool.run(|| std::thread::current().id()).await.unwrap(), here);
        std::panic::set_hook(Box::new(|_| ()));
        assert!(pool.run(|| panic!("as asked")).await.is_err());
        let _ = std::panic::take_hook();
        assert_eq!(pool.run(|| 6 * 7).await.unwrap(), 42);
    }
}
