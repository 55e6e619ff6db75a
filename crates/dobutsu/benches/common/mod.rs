//! Time as the program itself used it, so that a busy machine does not spoil the figures.

use std::time::Instant;

/// A stopwatch of processor time where the system tells it, else of the clock.
pub struct Stopwatch {
    started: Instant,
    used: Option<f64>,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { started: Instant::now(), used: processor_seconds() }
    }

    pub fn seconds(&self) -> f64 {
        match (self.used, processor_seconds()) {
            (Some(before), Some(now)) => now - before,
            _ => self.started.elapsed().as_secs_f64(),
        }
    }
}

/// Processor time of this process so far, on systems that have `/proc`: the first number is in nanoseconds.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split_ascii_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
