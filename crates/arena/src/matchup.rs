//! A whole match: who, how many games, how many at a time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use banmen_catalog::{CatalogError, Entry};
use banmen_core::{Cancel, Record, Seat};
use serde::Serialize;
use serde_json::{Value, json};

use crate::game::{Conditions, Ending, Played, play};
use crate::{
    Contender, Elo, Gomocup, Level, Openings, Spec, Sprt, SprtStanding, SprtVerdict, Store, StoreError, Tally, Usi,
};

/// A match to be played.
pub struct Match {
    /// The game.
    pub entry: &'static Entry,
    /// Its rules.
    pub rules: Value,
    /// The contenders.
    pub contenders: [Spec; 2],
    /// Lines that each contender's program is told before every game, in its protocol: settings such as a number of nodes.
    pub told: [Vec<String>; 2],
    /// How many games at most; an odd last game is left out, because openings are played in pairs.
    pub games: usize,
    /// Time for a move; the level's own if `None`.
    pub time: Option<Duration>,
    /// How much later a move may come before it loses.
    pub grace: Duration,
    /// The openings.
    pub openings: Openings,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// How many games at a time.
    pub concurrency: usize,
    /// The seed of everything random.
    pub seed: u64,
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The rules or a level do not exist.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// Programs can only play games that have an engine protocol.
    #[error("{0} has no engine protocol; its contenders are levels")]
    NoProtocol(&'static str),
    /// Only programs can be told something.
    #[error("{0} is a built-in level and reads no lines; only a program does")]
    Deaf(Spec),
    /// The games could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game could not be played at all.
    #[error("game {number}: {why}")]
    Game {
        /// Counted from 1.
        number: usize,
        /// What went wrong.
        why: String,
    },
}

/// How a match stands.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Results, from the first contender's view.
    pub tally: Tally,
    /// The first contender's share of the points.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Elo,
    /// Where the sequential test stands, if one was asked for.
    #[serde(flatten)]
    pub test: Option<SprtStanding>,
    /// Games lost by faults of each contender.
    pub faults: [usize; 2],
    /// Each fault in words.
    pub fault_list: Vec<String>,
    /// The longest time each contender took for a move, in seconds.
    pub slowest: [f64; 2],
    /// How far beyond its time a move of each contender came at most, in seconds.
    pub largest_overrun: [f64; 2],
}

impl Standing {
    /// Whether the sequential test has its verdict.
    fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.verdict != SprtVerdict::Open)
    }
}

/// Faults that are listed in words; more are only counted.
const LISTED_FAULTS: usize = 50;

/// What is kept of a game in its record's tags, so that a match can be resumed from records alone.
#[derive(Clone, Copy)]
struct Kept {
    half_points: u8,
    fault: Option<usize>,
    slowest: [f64; 2],
    overrun: [f64; 2],
}

impl Match {
    /// What makes this match this match: with the same settings it can be resumed.
    pub fn settings(&self) -> Value {
        let mut settings = json!({
            "game": self.entry.id(),
            "rules": self.rules,
            "first": self.contenders[0],
            "second": self.contenders[1],
            "time": self.time.map(|time| time.as_secs_f64()),
            "seed": self.seed,
            "openings": (0..self.openings.len()).map(|index| self.openings.of_pair(index).join(" ")).collect::<Vec<_>>(),
        });
        // Only where there is something to tell, so that older matches can still be resumed.
        if self.told.iter().any(|lines| !lines.is_empty()) {
            settings["told"] = json!(self.told);
        }
        settings
    }

    fn time_of(&self, spec: &Spec) -> Duration {
        let usual = |level: &str| {
            let levels = &self.entry.info().levels;
            levels.iter().find(|known| known.id == level).map_or(1.0, |known| known.seconds)
        };
        self.time.unwrap_or_else(|| match spec {
            Spec::Level(level) => Duration::from_secs_f64(usual(level)),
            Spec::Command(_) => Duration::from_secs(1),
        })
    }

    fn contender(&self, index: usize) -> Result<Box<dyn Contender>, MatchError> {
        let (spec, told) = (&self.contenders[index], &self.told[index]);
        match spec {
            Spec::Level(_) if !told.is_empty() => Err(MatchError::Deaf(spec.clone())),
            Spec::Level(level) => {
                // The level is looked up once here, so that a wrong name is told before the first game.
                self.entry.player(level, &self.rules, self.seed)?;
                Ok(Box::new(Level::new(self.entry, level, &self.rules)))
            }
            Spec::Command(words) => {
                let spoken = self.entry.protocols().iter().find_map(|protocol| -> Option<Box<dyn Contender>> {
                    match protocol.name {
                        "pbrain" => Some(Box::new(Gomocup::new(words, told))),
                        "usi" => Some(Box::new(Usi::new(words, told))),
                        _ => None,
                    }
                });
                spoken.ok_or(MatchError::NoProtocol(self.entry.id()))
            }
        }
    }

    /// Plays the match, or what is left of it, reporting after every game. Stops when the games are played, the test has its
    /// verdict, or the flag is set.
    pub fn play(
        &self,
        store: Option<&Store>,
        cancel: &Cancel,
        report: &mut (dyn FnMut(&Standing) + Send),
    ) -> Result<Standing, MatchError> {
        self.entry.start(&self.rules)?;
        let pairs = self.games / 2;
        let mut kept: BTreeMap<usize, Kept> = BTreeMap::new();
        let mut fault_list = Vec::new();
        if let Some(store) = store {
            for (number, record) in store.games(pairs * 2)? {
                if let Some(game) = Kept::read(&record) {
                    kept.insert(number, game);
                    fault_list.extend(record.tags.get("fault").map(|fault| format!("game {}: {fault}", number + 1)));
                }
            }
        }
        // Set when the test has its verdict or something went wrong; the caller's own flag stays untouched.
        let stop = Cancel::new();
        if self.standing(&kept, &fault_list).is_decided() {
            stop.set();
        }
        let board = Mutex::new(Scoreboard { kept, fault_list, error: None, report });
        let next = AtomicUsize::new(0);
        let workers = self.concurrency.clamp(1, pairs.max(1));
        let mut tables = Vec::new();
        for _ in 0..workers {
            tables.push([self.contender(0)?, self.contender(1)?]);
        }
        std::thread::scope(|scope| {
            for mut contenders in tables {
                let (board, next, stop) = (&board, &next, &stop);
                scope.spawn(move || {
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs || stop.is_set() || cancel.is_set() {
                            return;
                        }
                        for number in [pair * 2, pair * 2 + 1] {
                            let known = board.lock().unwrap_or_else(PoisonError::into_inner).kept.contains_key(&number);
                            if known {
                                continue;
                            }
                            self.play_game(number, &mut contenders, store, cancel, board, stop);
                            if stop.is_set() || cancel.is_set() {
                                return;
                            }
                        }
                    }
                });
            }
        });
        let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
        match board.error {
            Some(error) => Err(error),
            None => Ok(self.standing(&board.kept, &board.fault_list)),
        }
    }

    fn play_game(
        &self,
        number: usize,
        contenders: &mut [Box<dyn Contender>; 2],
        store: Option<&Store>,
        cancel: &Cancel,
        board: &Mutex<Scoreboard>,
        stop: &Cancel,
    ) {
        let first = Seat::BOTH[number % 2];
        let conditions = Conditions {
            rules: &self.rules,
            opening: self.openings.of_pair(number / 2),
            times: [self.time_of(&self.contenders[0]), self.time_of(&self.contenders[1])],
            grace: self.grace,
            seats: [first, first.other()],
            seed: self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64),
        };
        let result = play(self.entry, contenders, &conditions, cancel)
            .map_err(|why| MatchError::Game { number: number + 1, why })
            .and_then(|played| {
                if played.ending == Ending::Stopped {
                    return Ok(None);
                }
                let record = self.tagged(number, &conditions, &played);
                if let Some(store) = store {
                    store.keep(number, &record)?;
                }
                Ok(Kept::read(&record).map(|kept| (kept, record)))
            });
        let mut board = board.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Err(error) => {
                board.error.get_or_insert(error);
                stop.set();
            }
            Ok(None) => {}
            Ok(Some((kept, record))) => {
                board.kept.insert(number, kept);
                if let Some(fault) = record.tags.get("fault") {
                    board.fault_list.push(format!("game {}: {fault}", number + 1));
                }
                let standing = self.standing(&board.kept, &board.fault_list);
                (board.report)(&standing);
                if standing.is_decided() {
                    stop.set();
                }
            }
        }
    }

    /// The record with everything that the match needs to know of the game.
    fn tagged(&self, number: usize, conditions: &Conditions, played: &Played) -> Record {
        let mut record = played.record.clone();
        let mut tag = |key: &str, value: String| {
            record.tags.insert(key.to_owned(), value);
        };
        let names = self.contenders.each_ref().map(Spec::to_string);
        let [first, second] = match conditions.seats[0] {
            Seat::First => [&names[0], &names[1]],
            Seat::Second => [&names[1], &names[0]],
        };
        tag("first", first.clone());
        tag("second", second.clone());
        tag("round", (number + 1).to_string());
        tag("half_points", played.half_points.to_string());
        tag("slowest", format!("{:.6} {:.6}", played.slowest[0].as_secs_f64(), played.slowest[1].as_secs_f64()));
        tag("overrun", format!("{:.6} {:.6}", played.overrun[0].as_secs_f64(), played.overrun[1].as_secs_f64()));
        if let Ending::Fault(contender, fault) = &played.ending {
            tag("fault", format!("{}: {fault}", names[*contender]));
            tag("fault_of", contender.to_string());
        }
        record
    }

    fn standing(&self, kept: &BTreeMap<usize, Kept>, fault_list: &[String]) -> Standing {
        let mut tally = Tally::default();
        let mut faults = [0; 2];
        let (mut slowest, mut largest_overrun) = ([0.0_f64; 2], [0.0_f64; 2]);
        for (number, game) in kept {
            tally.add_game(game.half_points);
            if let (1, Some(before)) = (number % 2, number.checked_sub(1).and_then(|before| kept.get(&before))) {
                tally.add_pair([before.half_points, game.half_points]);
            }
            if let Some(contender) = game.fault {
                faults[contender.min(1)] += 1;
            }
            for index in 0..2 {
                slowest[index] = slowest[index].max(game.slowest[index]);
                largest_overrun[index] = largest_overrun[index].max(game.overrun[index]);
            }
        }
        Standing {
            score: tally.score(),
            elo: Elo::of(&tally),
            test: self.sprt.map(|sprt| sprt.after(pairs_in_order(kept))),
            tally,
            faults,
            fault_list: fault_list.iter().take(LISTED_FAULTS).cloned().collect(),
            slowest,
            largest_overrun,
        }
    }
}

/// The half points of the pairs of games that are finished, up to the first one that is not.
fn pairs_in_order(kept: &BTreeMap<usize, Kept>) -> impl Iterator<Item = [u8; 2]> {
    let half_points = |number: usize| kept.get(&number).map(|game| game.half_points);
    (0..).map_while(move |pair| Some([half_points(2 * pair)?, half_points(2 * pair + 1)?]))
}

struct Scoreboard<'a> {
    kept: BTreeMap<usize, Kept>,
    fault_list: Vec<String>,
    error: Option<MatchError>,
    report: &'a mut (dyn FnMut(&Standing) + Send),
}

impl Kept {
    fn read(record: &Record) -> Option<Self> {
        let pair = |key: &str| {
            let (first, second) = record.tags.get(key)?.split_once(' ')?;
            Some([first.parse().ok()?, second.parse().ok()?])
        };
        Some(Self {
            half_points: record.tags.get("half_points")?.parse().ok().filter(|&half_points: &u8| half_points <= 2)?,
            fault: record.tags.get("fault_of").and_then(|contender| contender.parse().ok()),
            slowest: pair("slowest").unwrap_or_default(),
            overrun: pair("overrun").unwrap_or_default(),
        })
    }
}
