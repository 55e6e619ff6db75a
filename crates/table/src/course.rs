use banmen_catalog::{AnyGame, CatalogError, Entry};
use banmen_core::{Agreement, Event, MAX_EVENTS, Nonces, Record, ReplayError, Seal, Seat, Turn, View};

use crate::TableError;
use crate::view_change::in_reading_order;

/// One line of the list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// Counted from 1.
    pub number: u32,
    /// Whose decision it was; `None` for chance, and for what both decided.
    pub seat: Option<Seat>,
    /// The side that it was about; another one than the seat's where players have exchanged sides.
    pub side: Option<Seat>,
    /// The event in the game's notation, or `resign`, `timeout`, `absent`, `draw` or `abort`.
    pub text: String,
    /// Whether it is the outcome of a draw.
    pub chance: bool,
}

/// What a list of moves calls the events that end a game whatever the position is.
const RESIGN: &str = "resign";
const TIMEOUT: &str = "timeout";
const ABSENT: &str = "absent";
const DRAW: &str = "draw";
const ABORT: &str = "abort";

/// A game as it went: its last position, and who decided what on the way there.
pub struct Course {
    entry: &'static Entry,
    game: Box<dyn AnyGame>,
    rows: Vec<MoveRow>,
    /// How many of the first events set up the position.
    set_up: usize,
}

impl Clone for Course {
    fn clone(&self) -> Course {
        Course { entry: self.entry, game: self.game.duplicate(), rows: self.rows.clone(), set_up: self.set_up }
    }
}

impl Course {
    /// Replays a record of any game in the catalogue.
    pub fn replay(record: &Record) -> Result<Course, CatalogError> {
        let entry = banmen_catalog::find(&record.game)?;
        if record.events.len() > MAX_EVENTS {
            return Err(ReplayError::TooLong { found: record.events.len() }.into());
        }
        let start = Record { events: Vec::new(), ..record.clone() };
        let set_up = record.set_up();
        let mut course = Course { entry, game: entry.replay(&start)?, rows: Vec::new(), set_up };
        for (index, event) in record.events.iter().enumerate() {
            course.push(event).map_err(|why| ReplayError::Event { number: index + 1, why })?;
        }
        Ok(course)
    }

    /// The game of a record after its first `at` events; after all of them unless told.
    pub fn replay_to(record: &Record, at: Option<u32>) -> Result<Course, TableError> {
        let course = Course::replay(record)?;
        let events = course.rows().len();
        match at.map_or(events, |at| at as usize) {
            at if at == events => Ok(course),
            at if at < events => Ok(course.at(at)),
            at => Err(TableError::Invalid(format!("`at` is {at}, the record has {events} events"))),
        }
    }

    /// A new game under these rules.
    pub fn start(entry: &'static Entry, rules: &serde_json::Value) -> Result<Course, CatalogError> {
        Ok(Course { entry, game: entry.start(rules)?, rows: Vec::new(), set_up: 0 })
    }

    /// Lets an event happen. What cannot happen changes nothing and says why.
    pub fn push(&mut self, event: &Event) -> Result<(), String> {
        let (turn, side) = (self.game.turn(), self.game.side_of(event));
        self.game.apply(event)?;
        let number = self.rows.len() as u32 + 1;
        // What was set up nobody decided here, so nobody takes it back.
        let set_up = self.set_up >= number as usize;
        let (seat, text) = match event {
            Event::Move(text) => (turn.seat().filter(|_| !set_up), text.as_str()),
            Event::Chance(text) => (None, text.as_str()),
            Event::Resign(seat) => (Some(*seat), RESIGN),
            Event::Timeout(seat) => (Some(*seat), TIMEOUT),
            Event::Absent(seat) => (Some(*seat), ABSENT),
            Event::End(Agreement::Draw) => (None, DRAW),
            Event::End(Agreement::Abort) => (None, ABORT),
        };
        let chance = matches!(event, Event::Chance(_));
        self.rows.push(MoveRow { number, seat, side, text: text.to_owned(), chance });
        Ok(())
    }

    /// Lets chance decide as often as it is its turn; returns what was drawn.
    ///
    /// The number of a draw is the number of chance events before it in the record, so that whoever knows the seed can
    /// recompute each from the record alone.
    pub fn settle(&mut self, seal: &Seal, nonces: &Nonces) -> Result<Vec<Event>, String> {
        let mut drawn = Vec::new();
        while self.turn() == Turn::Chance {
            let number = self.draws();
            let event = self.game.draw(&mut seal.draw(number, nonces)).ok_or("chance has nothing to decide")?;
            self.push(&event)?;
            drawn.push(event);
        }
        Ok(drawn)
    }

    /// How often chance has decided.
    pub fn draws(&self) -> u64 {
        self.rows.iter().filter(|row| row.chance).count() as u64
    }

    /// The same game after its first `count` events.
    pub fn at(&self, count: usize) -> Course {
        let rows = self.rows[..count.min(self.rows.len())].to_vec();
        Course { entry: self.entry, game: self.game.rewind(self.rows.len() - rows.len()), rows, set_up: self.set_up }
    }

    /// How many events stay if `seat` takes back its last decision, or why it may not.
    ///
    /// What chance has shown cannot be unseen: no draw is ever taken back, so nobody can roll again. A person's
    /// answer is taken back only with that person's consent. Once the seed is out, nothing is taken back.
    pub fn undo_point(&self, seat: Seat, consent: bool, sealed: bool) -> Result<usize, &'static str> {
        if sealed && self.turn().outcome().is_some() {
            return Err("the game is over and its seed is revealed, so nothing can be taken back");
        }
        if let Some(Event::Timeout(_) | Event::Absent(_) | Event::End(_)) = self.game.record().events.last() {
            return Err("the game has ended for both players, so nothing can be taken back");
        }
        for (index, row) in self.rows.iter().enumerate().rev() {
            if row.chance {
                return Err("what chance has decided cannot be taken back");
            }
            if row.seat == Some(seat) {
                return Ok(index);
            }
            if !consent {
                return Err(
                    "the opponent has answered already; taking that back needs the opponent's token as consent",
                );
            }
        }
        Err("this seat has not decided anything yet")
    }

    /// The catalogue's entry of the game.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The game itself.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The record, to add what changes nothing.
    pub fn record_mut(&mut self) -> &mut Record {
        self.game.record_mut()
    }

    /// Whose decision comes next.
    pub fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// What is to be drawn, pieces and moves in reading order.
    pub fn view(&self) -> View {
        in_reading_order(self.game.view())
    }

    /// The side that each event from number `from` (counted from 0) on is about, a letter each: `1`, `2`, or `-` for chance or both.
    pub fn movers(&self, from: usize) -> String {
        let letter = |row: &MoveRow| row.side.map_or('-', |side| ['1', '2'][side.index()]);
        self.rows.iter().skip(from).map(letter).collect()
    }

    /// The list of moves.
    pub fn rows(&self) -> &[MoveRow] {
        &self.rows
    }
}
