//! Computations offered beside the game, with questions and answers in JSON.

use banmen_core::{Game, Limits, Record, Seat, Tool, ToolError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::odds::{self, Budget, Interval, Method, Odds};
use crate::{AfterMiss, Grid, Observations, Position, ROWS, Rules, SolveError, Solver, verify};

/// Every tool of the game.
pub const TOOLS: [Tool; 3] = [
    Tool {
        name: "quantum.odds",
        summary: "What an observation of a board would bring: a black row, a white one, both or none.",
        run: |input, _, _| answer(&odds_of(&read(input)?)?),
    },
    Tool {
        name: "quantum.verify",
        summary: "Whether the draws of a finished record follow from its revealed seed.",
        run: |input, _, _| {
            let VerifyQuestion { record, hash } = read(input)?;
            answer(&verify(&record, hash.as_deref()).map_err(|error| ToolError::Input(error.to_string()))?)
        },
    },
    Tool {
        name: "quantum.solve",
        summary: "The value of a tiny game under best play of both, and the best first move.",
        run: |input, limits, _| answer(&solve(&read(input)?, limits)?),
    },
];

fn read<T: for<'a> Deserialize<'a>>(input: Value) -> Result<T, ToolError> {
    serde_json::from_value(input).map_err(|error| ToolError::Input(error.to_string()))
}

fn answer(value: &impl Serialize) -> Result<Value, ToolError> {
    serde_json::to_value(value).map_err(|error| ToolError::Failed(error.to_string()))
}

/// The most boards that one question may have drawn.
pub const MOST_SAMPLES: u64 = 10_000_000_000;
/// The states that an answer may take when only an exact one will do.
const STATES_IF_EXACT: usize = 60_000_000;

/// A board, and how its odds are to be found.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsQuestion {
    /// The stones with their percentages of black: `j10:90 k10:10`.
    pub stones: String,
    /// Points a side.
    #[serde(default = "usual_size")]
    pub size: u8,
    /// So many in a row.
    #[serde(default = "usual_row")]
    pub row: u8,
    /// Exactly or not at all, whatever it takes.
    #[serde(default)]
    pub exact: bool,
    /// By this many drawn boards, even if an exact answer were possible.
    #[serde(default)]
    pub samples: Option<u64>,
    /// Where the random numbers begin.
    #[serde(default)]
    pub seed: u64,
}

fn usual_size() -> u8 {
    19
}

fn usual_row() -> u8 {
    5
}

/// The odds of an observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsAnswer {
    /// The chance that Black has a row and White has none.
    pub black: f64,
    /// The chance that White has a row and Black has none.
    pub white: f64,
    /// The chance that both have a row.
    pub both: f64,
    /// The chance that neither colour has a row.
    pub none: f64,
    /// `exact` or `sampled`.
    pub method: &'static str,
    /// Where the true values lie with 95 % confidence, if they were sampled.
    pub interval: Option<Intervals>,
    /// A bound on the rounding error, if they are exact.
    pub error: Option<f64>,
    /// Boards drawn, if they were sampled.
    pub samples: Option<u64>,
    /// Stones on the board.
    pub stones: usize,
    /// Seconds it took.
    pub seconds: f64,
}

/// From and to for each of the four outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Intervals {
    /// Of `black`.
    pub black: [f64; 2],
    /// Of `white`.
    pub white: [f64; 2],
    /// Of `both`.
    pub both: [f64; 2],
    /// Of `none`.
    pub none: [f64; 2],
}

impl Intervals {
    fn new(intervals: [Interval; 4]) -> Self {
        let [black, white, both, none] = intervals.map(|interval| [interval.low, interval.high]);
        Self { black, white, both, none }
    }
}

/// Answers a question about odds.
pub fn odds_of(question: &OddsQuestion) -> Result<OddsAnswer, ToolError> {
    let input = |error: String| ToolError::Input(error);
    let clock = Limits::none().start();
    let grid = Grid::parse(question.size, &question.stones).map_err(|error| input(error.to_string()))?;
    if !ROWS.contains(&question.row) {
        return Err(input(format!("a row of {} is not played; rows are 3 to 6", question.row)));
    }
    if question.row > question.size {
        let (row, size) = (question.row, question.size);
        return Err(input(format!("a row of {row} does not fit on a board of size {size}")));
    }
    let usual = Budget::default();
    let budget = match (question.exact, question.samples) {
        (true, Some(_)) => return Err(input("exact and samples exclude each other".to_owned())),
        (true, None) => Budget { states: STATES_IF_EXACT, samples: 0, ..usual },
        (false, Some(samples)) if samples == 0 || samples > MOST_SAMPLES => {
            return Err(input(format!("{samples} samples; expected 1 to {MOST_SAMPLES}")));
        }
        (false, Some(samples)) => Budget { states: 0, samples, seed: question.seed },
        (false, None) => Budget { seed: question.seed, ..usual },
    };
    let odds: Odds = odds::odds(&grid, question.row, &budget).ok_or_else(|| {
        ToolError::Failed("the exact odds of so crowded a board take too long; ask for samples".to_owned())
    })?;
    let (method, interval, error, samples) = match odds.method {
        Method::Exact { error, .. } => ("exact", None, Some(error), None),
        Method::Sampled { boards, intervals } => ("sampled", Some(Intervals::new(intervals)), None, Some(boards)),
    };
    let chances = odds.chances;
    Ok(OddsAnswer {
        black: chances.black,
        white: chances.white,
        both: chances.both,
        none: chances.none,
        method,
        interval,
        error,
        samples,
        stones: grid.stones(),
        seconds: clock.elapsed().as_secs_f64(),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyQuestion {
    record: Record,
    /// The hash that was noted before the first draw.
    #[serde(default)]
    hash: Option<String>,
}

/// A tiny game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveQuestion {
    /// Points a side.
    pub size: u8,
    /// So many in a row.
    pub row: u8,
    /// Observations of each player; without the field, unlimited.
    #[serde(default)]
    pub observations: Option<u16>,
    /// What becomes of the colours after a miss.
    #[serde(default = "usual_after_miss")]
    pub after_miss: AfterMiss,
}

fn usual_after_miss() -> AfterMiss {
    AfterMiss::Revert
}

impl SolveQuestion {
    /// The rules of the game asked about.
    pub fn rules(&self) -> Rules {
        let each = self.observations.is_some();
        Rules {
            size: self.size,
            row: self.row,
            observations: if each { Observations::Each } else { Observations::Unlimited },
            observation_count: self.observations.unwrap_or(1),
            after_miss: self.after_miss,
            ..Rules::video()
        }
    }
}

/// A solved game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveAnswer {
    /// Black's expected score under best play of both: win 1, draw ½, loss 0.
    pub value: f64,
    /// The best first move.
    pub best: String,
    /// Positions visited.
    pub positions: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// The rules.
    pub rules: Rules,
}

/// Solves a tiny game from its beginning.
pub fn solve(question: &SolveQuestion, limits: &Limits) -> Result<SolveAnswer, ToolError> {
    let clock = limits.start();
    let rules = question.rules();
    let position = Position::start(&rules).map_err(|error| ToolError::Input(error.to_string()))?;
    let mut solver = Solver::new(&rules).map_err(|error| ToolError::Input(error.to_string()))?;
    let solution = match solver.solve(&position, limits) {
        Ok(solution) => solution.ok_or_else(|| ToolError::Failed("there is nothing to decide".to_owned()))?,
        Err(error @ SolveError::TooLarge { .. }) => return Err(ToolError::Input(error.to_string())),
        Err(SolveError::Stopped { why, positions }) => {
            let partial = serde_json::json!({ "positions": positions, "seconds": clock.elapsed().as_secs_f64() });
            return Err(ToolError::Stopped { why: format!("not solved: {why}"), partial });
        }
    };
    debug_assert_eq!(position.mover(), Seat::First);
    Ok(SolveAnswer {
        value: solution.value,
        best: solution.best.to_string(),
        positions: solution.positions,
        seconds: clock.elapsed().as_secs_f64(),
        rules,
    })
}
