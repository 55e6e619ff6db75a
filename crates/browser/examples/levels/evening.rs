use std::time::Duration;

use banmen_core::{Cancel, Clock, Limits, Progress};
use banmen_table::{Caller, Command, Moment, SeatSpec, Seats, Setup, Table, TableError, Terms};
use serde_json::{Value, json};

/// Enough for every level to search a little, little enough for a game to take a moment.
const NODES: u64 = 60;
/// Far longer than any game here.
const MOST_MOVES: usize = 400;
/// A computer whose answer takes longer reads no clock. The slowest here answers in a fraction of it.
const SECONDS: f64 = 0.2;

/// A level that plays itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The level.
    pub level: &'static str,
    rules: Value,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many events it had.
    pub events: usize,
    /// The events, one after the other.
    pub moves: String,
    /// Whether it came to its end.
    pub over: bool,
}

/// Every level of every game, on a small board on which the level exists.
pub fn pairings() -> Vec<Pairing> {
    let levels =
        banmen_catalog::games().iter().flat_map(|entry| entry.info().levels.iter().map(move |level| (entry, level)));
    levels
        .map(|(entry, level)| {
            let mut rules = small_board(entry.id());
            if let Some(condition) = &level.when {
                rules[condition.field] = condition.values[0].clone();
            }
            Pairing { game: entry.id(), level: level.id, rules }
        })
        .collect()
}

fn small_board(game: &str) -> Value {
    match game {
        "gomoku" => json!({"size": 7}),
        "quantum" => json!({"size": 4, "row": 3}),
        "dobutsu" => json!({"board": "classic"}),
        "konane" => json!({"rows": 5, "cols": 5}),
        // A new game plays on its default board until somebody adds a smaller one here.
        _ => json!({}),
    }
}

/// Building the table of the solved game takes minutes; whoever reports a share of such work is sent on without it.
fn sent_on(progress: &Progress, cancel: &Cancel) {
    if progress.fraction.is_some_and(|fraction| fraction < 1.0) {
        cancel.set();
    }
}

impl Pairing {
    /// Chooses the first move with nothing but the clock to end the search.
    pub fn think(&self, clock: &Clock) -> Result<Option<String>, TableError> {
        let entry = banmen_catalog::find(self.game)?;
        let game = entry.start(&self.rules)?;
        let cancel = Cancel::new();
        let time = Some(Duration::from_millis(50));
        let limits = Limits { time, cancel: cancel.clone(), clock: clock.clone(), ..Limits::none() };
        let mut player = entry.player(self.level, &game.record().rules, 1)?;
        Ok(player.choose(&*game, &limits, &mut |progress| sent_on(&progress, &cancel)))
    }

    /// Plays the game to its end, or to a number of moves that shows that every part of the level works.
    pub fn play(&self, clock: &Clock, random: u8) -> Result<Played, TableError> {
        let computer = || SeatSpec::Level { level: self.level.to_owned() };
        let setup = Setup {
            game: Some(self.game.to_owned()),
            rules: Some(self.rules.clone()),
            seats: Seats { first: computer(), second: computer() },
            record: None,
            options: Some(json!({"seconds": SECONDS})),
            terms: Terms::default(),
            invite: Vec::new(),
        };
        let moment = Moment { now_ms: 0, random: [random; 32] };
        let mut table = setup.open(&moment)?.table;
        let rules = table.stored().rules;
        let entry = table.course().entry();
        let mut players = [entry.player(self.level, &rules, 1)?, entry.player(self.level, &rules, 2)?];
        while let Some(assignment) = table.assignment().filter(|_| table.course().rows().len() < MOST_MOVES) {
            let cancel = Cancel::new();
            let limits =
                Limits { nodes: Some(NODES), cancel: cancel.clone(), clock: clock.clone(), ..assignment.limits() };
            let mut report = |progress| sent_on(&progress, &cancel);
            let player = &mut players[assignment.seat.index()];
            let text = player.choose(table.course().game(), &limits, &mut report);
            let text = text.ok_or_else(|| TableError::Broken(format!("{self:?} has no move")))?;
            let answer = Command::Answer { assignment, text: Some(text.clone()) };
            let step = table.act(answer, Caller::Host, &moment)?;
            let refused = || TableError::Broken(format!("{self:?} plays {text}, which is refused"));
            let changed = step.changed.ok_or_else(refused)?;
            // What is kept replays to the same game.
            let mut stored = table.stored();
            assert!(changed.change.apply(&mut stored));
            table = Table::open(stored)?;
            assert_eq!(table.view(), changed.table.view());
        }
        let moves: Vec<&str> = table.course().rows().iter().map(|row| row.text.as_str()).collect();
        Ok(Played { events: moves.len(), moves: moves.join(" "), over: table.is_over() })
    }
}
