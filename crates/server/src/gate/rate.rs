use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::Client;
use crate::config::Rate;
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::state::App;

/// Clients that are remembered before those that owe nothing are forgotten.
const REMEMBERED: usize = 10_000;

/// A bucket of tokens for each client: each request takes one, time refills it.
pub struct Rates {
    rate: Option<Rate>,
    buckets: Mutex<HashMap<Client, Bucket>>,
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Rates {
    /// Buckets of this rate.
    pub fn new(rate: Option<Rate>) -> Rates {
        Rates { rate, buckets: Mutex::default() }
    }

    /// Takes a token, or says how many seconds to wait for the next.
    pub fn take(&self, client: Client, now: Instant) -> Result<(), u64> {
        let Some(Rate { per_second, burst }) = self.rate else { return Ok(()) };
        let refilled =
            |bucket: &Bucket| (bucket.tokens + now.duration_since(bucket.at).as_secs_f64() * per_second).min(burst);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(&client) {
            buckets.retain(|_, bucket| refilled(bucket) < burst);
        }
        let bucket = buckets.entry(client).or_insert(Bucket { tokens: burst, at: now });
        bucket.tokens = refilled(bucket);
        bucket.at = now;
        if bucket.tokens < 1.0 {
            return Err(((1.0 - bucket.tokens) / per_second).ceil().max(1.0) as u64);
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

/// Refuses a client that asks too much.
pub async fn limit(State(app): State<Arc<App>>, client: Client, request: Request, next: Next) -> ApiResult<Response> {
    app.rates.take(client, Instant::now()).map_err(|seconds| {
        ApiError::later(ProblemCode::TooManyRequests, format!("try again in {seconds} seconds"), seconds)
    })?;
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_one_per_interval() {
        let rates = Rates::new(Some(Rate { per_second: 2.0, burst: 3.0 }));
        let client = Client::of([192, 0, 2, 1].into());
        let start = Instant::now();
        assert_eq!([(); 3].map(|()| rates.take(client, start)), [Ok(()); 3]);
        assert_eq!(rates.take(client, start), Err(1));
        assert_eq!(rates.take(client, start + Duration::from_millis(500)), Ok(()));
        assert_eq!(rates.take(client, start + Duration::from_millis(501)), Err(1));
        let other = Client::of([192, 0, 2, 2].into());
        assert_eq!(rates.take(other, start), Ok(()), "others are not punished");
    }

    #[test]
    fn no_rate_is_no_limit() {
        let rates = Rates::new(None);
        let client = Client::of([192, 0, 2, 1].into());
        let now = Instant::now();
        assert!((0..1000).all(|_| rates.take(client, now).is_ok()));
    }
}
