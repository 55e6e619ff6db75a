use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::Client;
use crate::config::Rate;
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::state::App;

/// How often each client has asked.
pub struct Rates(Option<DefaultKeyedRateLimiter<Client>>);

impl Rates {
    /// Counts up to this rate; `None` counts nothing.
    pub fn new(rate: Option<Rate>) -> Rates {
        let quota = rate.and_then(|rate| Some(Quota::with_period(rate.every)?.allow_burst(rate.burst)));
        Rates(quota.map(RateLimiter::keyed))
    }

    /// Counts a request, or says how many seconds to wait for the next.
    fn take(&self, client: Client) -> Result<(), u64> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check_key(&client).map_err(|refused| {
            let wait = refused.wait_time_from(limiter.clock().now());
            wait.as_secs_f64().ceil().max(1.0) as u64
        })
    }

    /// Forgets the clients that could ask for a whole burst again.
    pub fn sweep(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
        }
    }
}

/// Refuses a client that asks too much.
pub async fn limit(State(app): State<Arc<App>>, client: Client, request: Request, next: Next) -> ApiResult<Response> {
    app.rates.take(client).map_err(|seconds| {
        ApiError::later(ProblemCode::TooManyRequests, format!("try again in {seconds} seconds"), seconds)
    })?;
    Ok(next.run(request).await)
}
