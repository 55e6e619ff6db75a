use std::fmt;
use std::sync::OnceLock;

use banmen_catalog::CatalogError;
use banmen_core::{Event, MAX_EVENTS, Record, ReplayError, SealNote, Seat, Turn, View};
use serde_json::{Value, json};

use crate::moment::rfc3339;
use crate::setup::SEALED_FROM;
use crate::{
    Assignment, Caller, Change, Changed, Clock, ClockReading, Command, Course, Meeting, Moment, Offers, Pass, Picture,
    Seats, Step, StoredTable, Summary, TableError, TableState, TableSummary, Think, Thinking, TokenHash, Undoable,
};

/// The longest move that is looked at, in bytes; the longest real one is a few hundred.
const LONGEST_MOVE: usize = 4096;

/// A table: a stored game, replayed, and what may happen to it next.
///
/// It never changes. A command returns another table together with what has to be stored before that table is true.
pub struct Table {
    /// What is stored, except for the events, which the course has.
    kept: StoredTable,
    course: Course,
    /// What is to be drawn, once somebody wants to see it.
    view: OnceLock<View>,
}

impl Table {
    /// Replays a stored game, which may take a moment.
    pub fn open(stored: StoredTable) -> Result<Table, CatalogError> {
        let course = Course::replay(&stored.record())?;
        Ok(Table::of(stored, course))
    }

    /// The same table as somebody else has stored it since. Only what differs is played.
    pub fn caught_up(&self, stored: StoredTable) -> Result<Table, CatalogError> {
        if (&stored.id, &stored.game, &stored.rules) != (&self.kept.id, &self.kept.game, &self.kept.rules) {
            return Table::open(stored);
        }
        let known = &self.course.game().record().events;
        let keep = known.iter().zip(&stored.events).take_while(|(known, stored)| known == stored).count();
        let mut course = if keep < known.len() { self.course.at(keep) } else { self.course.clone() };
        for (index, event) in stored.events.iter().enumerate().skip(keep) {
            course.push(event).map_err(|why| ReplayError::Event { number: index + 1, why })?;
        }
        Ok(Table::of(stored, course))
    }

    /// The table of a stored game that leads to this course.
    pub(crate) fn of(stored: StoredTable, course: Course) -> Table {
        Table { view: OnceLock::new(), kept: StoredTable { events: Vec::new(), ..stored }, course }
    }

    /// The table as it is kept.
    pub fn stored(&self) -> StoredTable {
        StoredTable {
            events: self.course.game().record().events.clone(),
            summary: self.stored_summary(),
            ..self.kept.clone()
        }
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.kept.id
    }

    /// Grows by one with every change.
    pub fn version(&self) -> u64 {
        self.kept.version
    }

    /// Who sits where.
    pub fn seats(&self) -> &Seats {
        &self.kept.seats
    }

    /// What the creator chose beside the rules.
    pub fn options(&self) -> &Value {
        &self.kept.options
    }

    /// The table of the rematch.
    pub fn next(&self) -> Option<&str> {
        self.kept.next.as_deref()
    }

    /// The game's course so far.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Whose decision comes next.
    pub fn turn(&self) -> Turn {
        self.course.turn()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.turn().outcome().is_some()
    }

    /// What is to be drawn.
    pub fn view(&self) -> &View {
        self.view.get_or_init(|| self.course.view())
    }

    /// The record as everybody may see it: the seed of the table's seal is in it only when the game is over.
    pub fn public_record(&self) -> Record {
        let mut record = Record { seal: self.seal_note(), ..self.course.game().record().clone() };
        for (tag, seat) in [("first", Seat::First), ("second", Seat::Second)] {
            if let Some(name) = self.kept.meeting.names.of(seat) {
                record.tags.insert(tag.to_owned(), name.to_owned());
            }
        }
        record
    }

    /// The published part of the seal: with the seed only when the game is over.
    pub fn seal_note(&self) -> Option<SealNote> {
        let mut note = self.kept.seal_note()?;
        if let (Some(seal), true) = (&self.kept.seed, self.is_over()) {
            note.seed = Some(seal.reveal());
        }
        Some(note)
    }

    /// When the game changed last, in milliseconds since 1970.
    pub fn updated_at(&self) -> i64 {
        self.kept.updated_at
    }

    /// The computer that should be thinking, if it is a computer's turn.
    pub fn assignment(&self) -> Option<Assignment> {
        Assignment::at(self)
    }

    /// The seat that a token opens.
    pub fn seat_of(&self, token: &str) -> Result<Seat, TableError> {
        let hash = TokenHash::of(token);
        let found = self.kept.tokens.iter().find(|(_, known)| *known == hash);
        found.map(|(seat, _)| *seat).ok_or(TableError::WrongToken)
    }

    /// Checks that whoever asks sits at the table; a table without people belongs to everybody.
    pub fn entitled(&self, caller: Caller) -> Result<Option<Seat>, TableError> {
        match caller {
            Caller::Token(token) => self.seat_of(token).map(Some),
            Caller::Anybody if !self.seats().only_computers() => Err(TableError::WrongToken),
            Caller::Anybody | Caller::Host => Ok(None),
        }
    }

    /// Wishes to be rid of the table, by whoever holds these tokens.
    ///
    /// The last one who holds a token removes the table, so that nobody loses a game to somebody else's wish: the step notes
    /// who wants that so far. `None` if nobody is left who keeps it.
    pub fn remove(&self, tokens: &[String]) -> Result<Option<Step>, TableError> {
        let shown: Vec<Seat> = tokens.iter().filter_map(|token| self.seat_of(token).ok()).collect();
        if shown.is_empty() {
            return Err(TableError::WrongToken);
        }
        let mut meeting = self.kept.meeting.clone();
        meeting.removed = Seat::BOTH.into_iter().filter(|s| shown.contains(s) || meeting.removed.contains(s)).collect();
        let keeps = |&(seat, _): &(Seat, TokenHash)| !meeting.removed.contains(&seat);
        Ok(if self.kept.tokens.iter().any(keeps) { Some(self.met(meeting)) } else { None })
    }

    /// Checks that whoever asks set up this table of two computers. Where nobody holds a token it is everybody's.
    fn keeper(&self, caller: Caller) -> Result<(), TableError> {
        match caller {
            Caller::Token(token) => self.seat_of(token).map(drop),
            Caller::Anybody if !self.kept.tokens.is_empty() => Err(TableError::WrongToken),
            Caller::Anybody | Caller::Host => Ok(()),
        }
    }

    /// What opens the seats.
    pub(crate) fn tokens(&self) -> &[(Seat, TokenHash)] {
        &self.kept.tokens
    }

    /// What lets somebody sit down.
    pub(crate) fn passes(&self) -> &[Pass] {
        &self.kept.passes
    }

    /// The same game, kept like this.
    pub(crate) fn kept_as(&self, kept: StoredTable) -> Table {
        Table { kept: StoredTable { events: Vec::new(), ..kept }, course: self.course.clone(), view: self.view.clone() }
    }

    /// Works out what follows from a command. A command that is refused changes nothing.
    pub fn act(&self, command: Command, caller: Caller, moment: &Moment) -> Result<Step, TableError> {
        match command {
            Command::Play { version, text, thought_ms } => {
                let seat = self.person(caller)?;
                self.current(version)?;
                match self.turn() {
                    Turn::Over { .. } => return Err(TableError::GameOver),
                    Turn::Seat { seat: mover } if mover == seat => {}
                    Turn::Seat { .. } | Turn::Chance => return Err(TableError::NotYourTurn),
                }
                self.play(&text, thought_ms, moment)
            }
            Command::Undo { version, consent } => {
                let seat = self.person(caller)?;
                let consent = match consent {
                    Some(token) if self.seat_of(&token)? == seat.other() => true,
                    Some(_) => return Err(TableError::WrongConsent),
                    None if self.kept.meeting.apart && self.seats().only_people() => {
                        return Err(TableError::NotNow("taking back needs the opponent's consent; offer it instead"));
                    }
                    None => !self.seats().of(seat.other()).is_human(),
                };
                self.current(version)?;
                self.take_back(seat, consent, moment)
            }
            Command::Resign { version } => {
                let seat = self.person(caller)?;
                self.current(version)?;
                if self.is_over() {
                    return Err(TableError::GameOver);
                }
                self.happen(Event::Resign(seat), None, moment)
            }
            Command::Abort { .. }
            | Command::Offer { .. }
            | Command::Decline { .. }
            | Command::Claim { .. }
            | Command::Contribute { .. }
            | Command::Rename { .. } => {
                let seat = self.person(caller)?;
                self.company(&command, seat, moment)
            }
            Command::Flag | Command::Resume { .. } => {
                if caller != Caller::Host {
                    return Err(TableError::WrongToken);
                }
                self.time(&command, moment)
            }
            Command::Pace { pace } => {
                self.keeper(caller)?;
                if !self.seats().only_computers() {
                    return Err(TableError::NotNow("only a game of two computers can be paused"));
                }
                if self.is_over() {
                    return Err(TableError::GameOver);
                }
                let mut step = self.met(Meeting { pace, ..self.kept.meeting.clone() });
                let start = step.changed.as_ref().and_then(|changed| changed.table.assignment()).map(Think::Start);
                step.think = [Think::Stop].into_iter().chain(start).collect();
                Ok(step)
            }
            Command::Hurry => {
                self.entitled(caller)?;
                Ok(Step { changed: None, think: vec![Think::Hurry] })
            }
            Command::Answer { assignment, text } => {
                if caller != Caller::Host {
                    return Err(TableError::WrongToken);
                }
                self.answer(assignment, text, moment)
            }
        }
    }

    /// A computer's answer. A failure is tried again, and in the end the computer resigns: no table waits for ever.
    fn answer(&self, assignment: Assignment, text: Option<String>, moment: &Moment) -> Result<Step, TableError> {
        self.current(assignment.version)?;
        let seat = assignment.seat;
        if self.turn() != Turn::of(seat) || self.seats().of(seat).is_human() {
            return Err(TableError::NotYourTurn);
        }
        match text.map(|text| self.play(&text, None, moment)) {
            Some(Err(TableError::IllegalMove(_))) | None => match assignment.again() {
                Some(again) => Ok(Step { changed: None, think: vec![Think::Start(again)] }),
                None => self.happen(Event::Resign(seat), None, moment),
            },
            Some(step) => step,
        }
    }

    fn play(&self, text: &str, thought_ms: Option<i64>, moment: &Moment) -> Result<Step, TableError> {
        if text.len() > LONGEST_MOVE {
            return Err(TableError::IllegalMove("the move is longer than any move can be".to_owned()));
        }
        self.happen(Event::Move(text.trim().to_owned()), thought_ms, moment)
    }

    /// Lets an event happen, with the draws that follow from it. A move that comes after its player's flag has fallen ends the
    /// game by time instead.
    pub(crate) fn happen(&self, event: Event, thought_ms: Option<i64>, moment: &Moment) -> Result<Step, TableError> {
        let keep = self.course.rows().len();
        if keep >= MAX_EVENTS {
            return Err(TableError::IllegalMove("the game is longer than any game can be".to_owned()));
        }
        let mut course = self.course.clone();
        course.push(&event).map_err(TableError::IllegalMove)?;
        let mut events = vec![event];
        if let Some(seal) = &self.kept.seed {
            events.extend(course.settle(seal, &self.kept.meeting.nonces).map_err(TableError::Broken)?);
        }
        match self.clock_after(&events[0], &course, thought_ms, moment.now_ms) {
            Ok(clock) => Ok(self.changed(keep, events, course, clock, moment)),
            Err(late) => self.happen(Event::Timeout(late), None, moment),
        }
    }

    /// Takes back a seat's last decision.
    pub(crate) fn take_back(&self, seat: Seat, consent: bool, moment: &Moment) -> Result<Step, TableError> {
        let keep = self.undo_point(seat, consent).map_err(TableError::NothingToUndo)?;
        let course = self.course.at(keep);
        let clock = self.kept.meeting.clock.map(|clock| clock.stopped(moment.now_ms));
        let clock = clock.map(|clock| course.restart(clock, moment.now_ms));
        Ok(self.changed(keep, Vec::new(), course, clock, moment))
    }

    fn changed(&self, keep: usize, events: Vec<Event>, course: Course, clock: Option<Clock>, moment: &Moment) -> Step {
        let (version, updated_at) = (self.version(), moment.now_ms);
        let pace = self.kept.meeting.pace.after_move();
        // Whatever happens in the game makes offers void.
        let meeting =
            Meeting { clock, moved: Some(version + 1), offers: Offers::default(), pace, ..self.kept.meeting.clone() };
        let kept = StoredTable { version: version + 1, updated_at, meeting: meeting.clone(), ..self.kept.clone() };
        let table = Table::of(kept, course);
        let summary = table.stored_summary();
        let id = self.kept.id.clone();
        let change = Change { id, version, keep, events, updated_at, summary, meeting, next: None, keys: None };
        let start = table.assignment().map(Think::Start);
        Step { think: [Think::Stop].into_iter().chain(start).collect(), changed: Some(Changed { change, table }) }
    }

    /// The same table with a link to the rematch.
    pub(crate) fn followed_by(&self, next: &Table) -> Changed {
        let change = Change {
            id: self.kept.id.clone(),
            version: self.version(),
            keep: self.course.rows().len(),
            events: Vec::new(),
            updated_at: self.kept.updated_at,
            summary: self.stored_summary(),
            meeting: self.kept.meeting.clone(),
            next: Some(Box::new(next.stored())),
            keys: None,
        };
        let kept = StoredTable { version: self.version() + 1, next: Some(next.id().to_owned()), ..self.kept.clone() };
        Changed { change, table: self.kept_as(kept) }
    }

    /// The seat of a person, who has to show its token.
    pub(crate) fn person(&self, caller: Caller) -> Result<Seat, TableError> {
        let Caller::Token(token) = caller else { return Err(TableError::WrongToken) };
        let seat = self.seat_of(token)?;
        if self.seats().of(seat).is_human() { Ok(seat) } else { Err(TableError::WrongToken) }
    }

    /// Checks that the game is still as it was at a version of the table.
    pub(crate) fn current(&self, asked: u64) -> Result<(), TableError> {
        let current = self.version();
        let moved = self.kept.meeting.moved.unwrap_or(current);
        if (moved..=current).contains(&asked) { Ok(()) } else { Err(TableError::Stale { asked, current }) }
    }

    /// The same game where players share something else beside it.
    pub(crate) fn met(&self, meeting: Meeting) -> Step {
        let stored = self.stored();
        let version = stored.version;
        let kept = StoredTable { version: version + 1, meeting: meeting.clone(), events: Vec::new(), ..stored };
        let table = Table { kept, course: self.course.clone(), view: self.view.clone() };
        let change = Change {
            id: self.kept.id.clone(),
            version,
            keep: self.course.rows().len(),
            events: Vec::new(),
            updated_at: self.kept.updated_at,
            summary: table.stored_summary(),
            meeting,
            next: None,
            keys: None,
        };
        Step { changed: Some(Changed { change, table }), think: Vec::new() }
    }

    /// What players share beside the game.
    pub fn meeting(&self) -> &Meeting {
        &self.kept.meeting
    }

    /// What people saw of the clock when the table changed last.
    pub fn clock(&self) -> Option<ClockReading> {
        self.kept.meeting.reading(self.kept.updated_at)
    }

    /// Whether chance has decided anything under the table's own seal.
    pub(crate) fn has_drawn(&self) -> bool {
        let older = self.kept.tags.get(SEALED_FROM).and_then(|count| count.parse().ok()).unwrap_or(0);
        self.course.draws() > older
    }

    fn undo_point(&self, seat: Seat, consent: bool) -> Result<usize, &'static str> {
        self.course.undo_point(seat, consent, self.kept.seed.is_some())
    }

    /// Which seats may take back now.
    pub fn undoable(&self) -> Undoable {
        let may = |seat: Seat| self.seats().of(seat).is_human() && self.undo_point(seat, true).is_ok();
        Undoable { first: may(Seat::First), second: may(Seat::Second) }
    }

    /// The table as everybody sees it. Nothing in it is secret, so everybody is sent the same.
    pub fn state(&self, thinking: Option<Thinking>) -> TableState {
        let record = self.public_record();
        TableState {
            id: self.kept.id.clone(),
            game: record.game.clone(),
            rules: record.rules.clone(),
            seats: self.kept.seats.clone(),
            holders: self.holders(),
            version: self.version(),
            events: self.course.rows().len() as u32,
            record,
            view: self.view().clone(),
            turn: self.turn(),
            movers: self.course.movers(0),
            thinking,
            undoable: self.undoable(),
            clock: self.clock(),
            offers: self.kept.meeting.offers.clone(),
            names: self.kept.meeting.names.clone(),
            pace: self.kept.meeting.pace,
            apart: self.kept.meeting.apart,
            listed: self.kept.meeting.listed,
            next: self.kept.next.clone(),
            created_at: rfc3339(self.kept.created_at),
            updated_at: rfc3339(self.kept.updated_at),
            options: self.kept.options.clone(),
        }
    }

    /// What a list tells of the game.
    pub fn summary(&self) -> Summary {
        let Meeting { clock, names, .. } = &self.kept.meeting;
        Summary {
            turn: self.turn(),
            events: self.course.rows().len() as u32,
            picture: Picture::of(self.view()),
            control: clock.as_ref().map(|clock| clock.control),
            deadline_ms: self.kept.meeting.deadline_ms(),
            vacant: Seat::BOTH.into_iter().filter(|&seat| self.is_vacant(seat)).collect(),
            names: names.clone(),
        }
    }

    /// The table in a list.
    pub fn listed(&self) -> TableSummary {
        let Summary { turn, events, picture, control, deadline_ms, vacant, names } = self.summary();
        TableSummary {
            id: self.kept.id.clone(),
            game: self.kept.game.clone(),
            seats: self.kept.seats.clone(),
            turn: json!(turn),
            events,
            control: json!(control),
            deadline_ms,
            vacant,
            names: json!(names),
            updated_at: rfc3339(self.kept.updated_at),
            picture: json!(picture),
        }
    }

    /// The summary as it is stored.
    fn stored_summary(&self) -> Value {
        // Plain data with text keys always has a JSON form.
        serde_json::to_value(self.summary()).unwrap_or_default()
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("id", &self.kept.id)
            .field("game", &self.kept.game)
            .field("version", &self.kept.version)
            .field("events", &self.course.rows().len())
            .finish_non_exhaustive()
    }
}
