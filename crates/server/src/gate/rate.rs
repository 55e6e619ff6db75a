use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::broadcast::error::RecvError;

use super::Client;
use crate::config::Rate;
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::state::App;
use crate::store::News;

/// How often a node tells the others who has asked how often.
const TELL: Duration = Duration::from_millis(250);

/// How often each client has asked, here and elsewhere.
pub struct Rates {
    limiter: Option<DefaultKeyedRateLimiter<Client>>,
    /// Requests that other nodes have not been told of; `None` where there are no others.
    untold: Option<Mutex<HashMap<Client, u32>>>,
}

impl Rates {
    /// Counts up to this rate; `None` counts nothing.
    pub fn new(rate: Option<Rate>, shared: bool) -> Rates {
        let quota = rate.and_then(|rate| Some(Quota::with_period(rate.every)?.allow_burst(rate.burst)));
        let untold = (shared && quota.is_some()).then(Mutex::default);
        Rates { limiter: quota.map(RateLimiter::keyed), untold }
    }

    /// Counts a request, or says how many seconds to wait for the next.
    pub fn take(&self, client: Client) -> Result<(), u64> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(&client).map_err(|refused| {
            let wait = refused.wait_time_from(limiter.clock().now());
            wait.as_secs_f64().ceil().max(1.0) as u64
        })?;
        if let Some(untold) = &self.untold {
            *untold.lock().unwrap_or_else(PoisonError::into_inner).entry(client).or_default() += 1;
        }
        Ok(())
    }

    /// Counts requests that another node has answered.
    fn charge(&self, client: Client, requests: u32) {
        let Some(limiter) = &self.limiter else { return };
        let (mut left, mut portion) = (requests, requests);
        // As many as there is room for: a client cannot owe more than a whole burst.
        while let Some(many) = NonZeroU32::new(portion.min(left)) {
            if matches!(limiter.check_key_n(&client, many), Ok(Ok(()))) {
                left -= many.get();
            } else {
                portion /= 2;
            }
        }
    }

    /// What other nodes have not been told of.
    fn untold(&self) -> HashMap<Client, u32> {
        let untold = self.untold.as_ref();
        untold
            .map(|untold| std::mem::take(&mut *untold.lock().unwrap_or_else(PoisonError::into_inner)))
            .unwrap_or_default()
    }

    /// Forgets the clients that could ask for a whole burst again.
    pub fn sweep(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
        }
    }
}

/// Tells other nodes who asks here and counts who asks there, for ever, so that a client has one limit however many nodes there are.
pub async fn share_rates(app: Arc<App>) {
    let Some(nodes) = app.hall.store().nodes() else { return };
    let mut news = nodes.listen();
    let mut ticks = tokio::time::interval(TELL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                for (client, requests) in app.rates.untold() {
                    nodes.tell(News::Asked { client: client.to_string(), requests });
                }
            }
            heard = news.recv() => match heard {
                Ok(News::Asked { client, requests }) => {
                    if let Ok(address) = client.parse() {
                        app.rates.charge(Client::of(address), requests);
                    }
                }
                Err(RecvError::Closed) => return,
                Ok(_) | Err(RecvError::Lagged(_)) => {}
            }
        }
    }
}

/// Refuses a client that asks too much.
pub async fn limit(State(app): State<Arc<App>>, client: Client, request: Request, next: Next) -> ApiResult<Response> {
    app.rates.take(client).map_err(|seconds| {
        ApiError::later(ProblemCode::TooManyRequests, format!("try again in {seconds} seconds"), seconds)
    })?;
    // Behind a proxy all connections are the proxy's, so that what a client has open is counted by its requests.
    let _counted = match &app.requests {
        Some(requests) => Some(requests.take(client).ok_or_else(|| {
            ApiError::later(ProblemCode::TooManyRequests, "too many requests of yours are under way", 1)
        })?),
        None => None,
    };
    Ok(client.asks(next.run(request)).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_elsewhere_count_as_well() {
        let rate = Rate { every: Duration::from_hours(1), burst: NonZeroU32::new(10).unwrap() };
        let (here, there) = (Rates::new(Some(rate), true), Rates::new(Some(rate), true));
        let (one, other) = (Client::of([192, 0, 2, 1].into()), Client::of([192, 0, 2, 2].into()));
        for _ in 0..7 {
            there.take(one).unwrap();
        }
        for (client, requests) in there.untold() {
            here.charge(client, requests);
        }
        assert!(there.untold().is_empty(), "told once");
        assert_eq!((0..20).filter(|_| here.take(one).is_ok()).count(), 3);
        assert_eq!((0..20).filter(|_| here.take(other).is_ok()).count(), 10, "others are not charged");
        // More than there is room for uses up all room.
        let fresh = Rates::new(Some(rate), true);
        fresh.take(one).unwrap();
        fresh.charge(one, 1000);
        assert!(fresh.take(one).is_err());
    }
}
