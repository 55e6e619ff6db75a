//! Questions that take long: a computer's move, an analysis, a hint, a tool. They are asked in a worker, which the page may
//! end at any moment.

use std::sync::Arc;
use std::time::Duration;

use banmen_catalog::AnyPlayer;
use banmen_core::{Limits, Seat};
use banmen_table::{Finished, JobRequest, Order, Reporter, StoredTable, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::host::clock;
use crate::referee::Turn;
use crate::{Host, Problem};

/// Between two reports of progress.
const REPORTS_MS: f64 = 100.0;

/// Work that names no time gets this much.
const USUAL_TIME: Duration = Duration::from_secs(15);

/// An engine in its worker: the computer player of the last question, with what it has learned.
#[derive(Default)]
pub struct Engine {
    seated: Option<Seated>,
}

struct Seated {
    table: String,
    seat: Seat,
    level: String,
    player: Box<dyn AnyPlayer>,
}

/// A turn to take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Think {
    stored: StoredTable,
    turn: Turn,
    seed: u64,
    memory: u64,
}

/// The move chosen; `null` if the player has none.
#[derive(Serialize)]
pub struct Chosen {
    #[serde(rename = "move")]
    text: Option<String>,
}

/// Work beside a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    request: JobRequest,
    seed: u64,
    memory: u64,
}

/// How work ended, in the form in which the server says it.
#[derive(Serialize)]
pub struct Ended {
    status: &'static str,
    result: Option<Value>,
    error: Option<Problem>,
}

impl Engine {
    /// A computer's turn.
    pub fn think<H: Host>(&mut self, host: &Arc<H>, question: Think) -> Result<Chosen, Problem> {
        let Think { stored, turn, seed, memory } = question;
        let assignment = turn.assignment()?;
        let table = Table::open(stored)?;
        let (id, rules) = (table.id().to_owned(), table.public_record().rules);
        let kept = self.seated.take().filter(|seated| {
            assignment.attempt == 1
                && (&seated.table, seated.seat, &seated.level) == (&id, assignment.seat, &assignment.level)
        });
        let mut seated = match kept {
            Some(seated) => seated,
            None => Seated {
                player: table.course().entry().player(&assignment.level, &rules, seed)?,
                table: id,
                seat: assignment.seat,
                level: assignment.level.clone(),
            },
        };
        let limits = Limits { memory: Some(memory), clock: clock(host), ..assignment.limits() };
        let mut reports = Reports::to(host);
        let text = seated.player.choose(table.course().game(), &limits, &mut |progress| {
            if reports.is_due() {
                reports.report(serde_json::to_value(&progress).unwrap_or_default());
            }
        });
        self.seated = Some(seated);
        Ok(Chosen { text })
    }
}

/// An analysis, a hint or a tool.
pub fn job<H: Host>(host: &Arc<H>, question: Job) -> Result<Ended, Problem> {
    let Job { request, seed, memory } = question;
    let order = Order::prepare(request, USUAL_TIME, seed)?;
    let limits = Limits { time: Some(order.time), memory: Some(memory), clock: clock(host), ..Limits::none() };
    Ok(match order.carry_out(&limits, &mut Reports::to(host)) {
        Finished::Done(result) => {
            Ended { status: "done", result: Some(result).filter(|result| !result.is_null()), error: None }
        }
        Finished::Stopped { why, partial } => Ended {
            status: "stopped",
            result: Some(partial).filter(|result| !result.is_null()),
            error: Some(Problem::new("timeout", 408, &why)),
        },
        Finished::Failed(error) => Ended { status: "failed", result: None, error: Some(error.into()) },
    })
}

/// Passes on a few reports a second.
struct Reports<H> {
    host: Arc<H>,
    last: Option<f64>,
}

impl<H: Host> Reports<H> {
    fn to(host: &Arc<H>) -> Reports<H> {
        Reports { host: Arc::clone(host), last: None }
    }
}

impl<H: Host> Reporter for Reports<H> {
    fn is_due(&self) -> bool {
        self.last.is_none_or(|last| self.host.now_ms() - last >= REPORTS_MS)
    }

    fn report(&mut self, progress: Value) {
        if self.is_due() {
            self.last = Some(self.host.now_ms());
            self.host.report(&progress);
        }
    }
}
