//! Questions that are answered at once: what may happen at a table, and what it looks like.

use banmen_core::{GameInfo, Record, Seat, View};
use banmen_table::{
    Assignment, Caller, Change, Command, Course, CreateTable, Import, Moment, NextGame, Pace, Pause, QrCode, QrRequest,
    SEALED_FROM, Seats, Setup, Step, StoredTable, Table, TableState, TableSummary, Terms, Think, Thinking, Tokens,
    exchange, rfc3339,
};
use serde::{Deserialize, Serialize};

use crate::Problem;

/// Between the moves of two computers, unless the table's creator chose otherwise.
const USUAL_PAUSE_MS: u64 = 700;

/// Every game of the catalogue.
pub fn games() -> Vec<&'static GameInfo> {
    banmen_catalog::games().iter().map(banmen_catalog::Entry::info).collect()
}

/// What only the page knows: the time, and bytes of `crypto.getRandomValues` as 64 hexadecimal digits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MomentInput {
    now_ms: i64,
    random: String,
}

impl MomentInput {
    fn moment(&self) -> Result<Moment, Problem> {
        let wrong = || Problem::malformed("`random` is 64 hexadecimal digits");
        let mut random = [0; 32];
        if self.random.len() != 64 || !self.random.is_ascii() {
            return Err(wrong());
        }
        for (index, byte) in random.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&self.random[2 * index..2 * index + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Moment { now_ms: self.now_ms, random })
    }
}

/// A turn that a computer has to take, as the page passes it to a worker and back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Turn {
    seat: Seat,
    level: String,
    version: u64,
    seconds: f64,
    pause_ms: u64,
    attempt: u32,
}

impl From<&Assignment> for Turn {
    fn from(assignment: &Assignment) -> Turn {
        let usual = std::time::Duration::from_millis(USUAL_PAUSE_MS);
        Turn {
            seat: assignment.seat,
            level: assignment.level.clone(),
            version: assignment.version,
            seconds: assignment.time.as_secs_f64(),
            pause_ms: assignment.pause.duration(usual).as_millis() as u64,
            attempt: assignment.attempt,
        }
    }
}

impl Turn {
    /// The assignment that this turn was made of.
    pub fn assignment(&self) -> Result<Assignment, Problem> {
        let time = std::time::Duration::try_from_secs_f64(self.seconds)
            .map_err(|error| Problem::malformed(&format!("`seconds`: {error}")))?;
        Ok(Assignment {
            seat: self.seat,
            level: self.level.clone(),
            version: self.version,
            time,
            pause: Pause::None,
            attempt: self.attempt,
        })
    }
}

/// A new table that the page has still to keep.
#[derive(Serialize)]
pub struct Created {
    stored: StoredTable,
    state: TableState,
    tokens: Tokens,
    turn: Option<Turn>,
}

fn created(setup: Setup, moment: &Moment) -> Result<Created, Problem> {
    let opened = setup.open(moment)?;
    Ok(Created {
        stored: opened.table.stored(),
        state: opened.table.state(None),
        tokens: opened.tokens,
        turn: opened.table.assignment().as_ref().map(Turn::from),
    })
}

/// How to set up a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Create {
    table: CreateTable,
    moment: MomentInput,
}

/// Sets up a table.
pub fn create(Create { table, moment }: Create) -> Result<Created, Problem> {
    let CreateTable { game, rules, seats, record, options, invite, clock, names, .. } = table;
    let terms = Terms { clock, names, ..Terms::default() };
    let setup = Setup { game: Some(game), rules, seats, record, options, terms, invite };
    created(setup, &moment.moment()?)
}

/// A table's state, and the turn that a computer has to take.
#[derive(Serialize)]
pub struct State {
    state: TableState,
    turn: Option<Turn>,
}

/// A stored table, and whether a computer thinks at it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    stored: StoredTable,
    #[serde(default)]
    thinking: Option<ThinkingInput>,
    /// The moment for which the clock is read; that of the last change unless told.
    #[serde(default)]
    now_ms: Option<i64>,
}

/// A computer that thinks in a worker.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkingInput {
    seat: Seat,
    since_ms: i64,
}

/// The table as everybody sees it.
pub fn state(Look { stored, thinking, now_ms }: Look) -> Result<State, Problem> {
    let table = Table::open(stored)?;
    let thinking = thinking.map(|ThinkingInput { seat, since_ms }| Thinking { seat, since_ms, progress: None });
    let mut state = table.state(thinking);
    if let Some(now_ms) = now_ms {
        state.clock = table.meeting().reading(now_ms);
    }
    Ok(State { state, turn: table.assignment().as_ref().map(Turn::from) })
}

/// The table in a list, as it was written down with the last change. A table of an older program, which wrote nothing down, is
/// replayed.
pub fn summary(Look { stored, .. }: Look) -> Result<TableSummary, Problem> {
    let StoredTable { id, game, seats, updated_at, summary, .. } = &stored;
    match TableSummary::read(id.clone(), game.clone(), seats.clone(), rfc3339(*updated_at), summary) {
        Some(listed) => Ok(listed),
        None => Ok(Table::open(stored)?.listed()),
    }
}

/// What somebody wants at a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    stored: StoredTable,
    command: CommandInput,
    moment: MomentInput,
}

/// A command as the page sends it.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum CommandInput {
    /// A move.
    Play {
        token: String,
        version: u64,
        #[serde(rename = "move")]
        text: String,
    },
    /// Taking back.
    Undo {
        token: String,
        version: u64,
        #[serde(default)]
        consent: Option<String>,
    },
    /// Giving up.
    Resign { token: String, version: u64 },
    /// What a player is called.
    Rename { token: String, name: String },
    /// Looking whether somebody's time is up.
    Flag {},
    /// Not charging the time in which the page was closed.
    Resume { from_ms: i64 },
    /// Two computers pause, go one move on, or go on.
    Pace { pace: Pace },
    /// A computer's answer from a worker; `null` if it failed.
    Answer {
        turn: Turn,
        #[serde(rename = "move")]
        text: Option<String>,
    },
}

/// What follows: the table to keep (`null` if nothing changed), its state, and the turn that a computer has to take now.
#[derive(Serialize)]
pub struct Acted {
    stored: Option<StoredTable>,
    state: TableState,
    turn: Option<Turn>,
}

/// Works out what follows from a command.
pub fn act(Act { stored, command, moment }: Act) -> Result<Acted, Problem> {
    let moment = moment.moment()?;
    let mut kept = stored.clone();
    let table = Table::open(stored)?;
    let step = match &command {
        CommandInput::Play { token, version, text } => table.act(
            Command::Play { version: *version, text: text.clone(), thought_ms: None },
            Caller::Token(token),
            &moment,
        ),
        CommandInput::Undo { token, version, consent } => {
            table.act(Command::Undo { version: *version, consent: consent.clone() }, Caller::Token(token), &moment)
        }
        CommandInput::Resign { token, version } => {
            table.act(Command::Resign { version: *version }, Caller::Token(token), &moment)
        }
        CommandInput::Rename { token, name } => {
            table.act(Command::Rename { name: name.clone() }, Caller::Token(token), &moment)
        }
        CommandInput::Flag {} => table.act(Command::Flag, Caller::Host, &moment),
        CommandInput::Resume { from_ms } => {
            let resume = Command::Resume { from_ms: *from_ms, to_ms: moment.now_ms };
            table.act(resume, Caller::Host, &moment)
        }
        CommandInput::Pace { pace } => table.act(Command::Pace { pace: *pace }, Caller::Host, &moment),
        CommandInput::Answer { turn, text } => {
            let answer = Command::Answer { assignment: turn.assignment()?, text: text.clone() };
            table.act(answer, Caller::Host, &moment)
        }
    }?;
    let started = started(&step);
    let assigned = |table: &Table| table.assignment().as_ref().map(Turn::from);
    let Some(changed) = step.changed else {
        return Ok(Acted {
            stored: None,
            turn: started.or_else(|| assigned(&table)),
            state: seen(&table, moment.now_ms),
        });
    };
    apply(&changed.change, &mut kept)?;
    let turn = started.or_else(|| assigned(&changed.table));
    Ok(Acted { stored: Some(kept), state: seen(&changed.table, moment.now_ms), turn })
}

/// The table with its clock as it stands at this moment.
fn seen(table: &Table, now_ms: i64) -> TableState {
    TableState { clock: table.meeting().reading(now_ms), ..table.state(None) }
}

fn started(step: &Step) -> Option<Turn> {
    step.think.iter().find_map(|think| match think {
        Think::Start(assignment) => Some(Turn::from(assignment)),
        Think::Stop | Think::Hurry => None,
    })
}

fn apply(change: &Change, kept: &mut StoredTable) -> Result<(), Problem> {
    if change.apply(kept) { Ok(()) } else { Err(Problem::new("internal", 500, "the change is about another table")) }
}

/// A game that went on elsewhere and came back in a link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extend {
    stored: StoredTable,
    record: Record,
    now_ms: i64,
}

/// Takes the events that a record has beyond the table's own. A record that the table has already left behind changes nothing.
pub fn extend(Extend { stored, record, now_ms }: Extend) -> Result<Acted, Problem> {
    let own = Table::open(stored)?;
    let sent = Course::replay(&record)?;
    let (known, events) = (&own.course().game().record().events, &sent.game().record().events);
    let rules =
        |course: &Course| course.entry().start(&course.game().record().rules).map(|game| game.record().rules.clone());
    if own.course().entry().id() != sent.entry().id() || rules(own.course())? != rules(&sent)? {
        return Err(Problem::new("another-game", 409, "the record is of another game"));
    }
    if known.starts_with(events) {
        return Ok(Acted { stored: None, state: own.state(None), turn: own.assignment().as_ref().map(Turn::from) });
    }
    if !events.starts_with(known) {
        let same = known.iter().zip(events).take_while(|(one, other)| one == other).count();
        return Err(Problem::new("another-game", 409, &format!("the games differ after {same} events")));
    }
    let mut kept = own.stored();
    if sent.draws() > own.course().draws() {
        // Somebody else drew, so this table's seal says nothing about those draws.
        kept.tags.insert(SEALED_FROM.to_owned(), sent.draws().to_string());
    }
    kept.events.clone_from(events);
    kept.version += 1;
    kept.updated_at = now_ms;
    let table = Table::open(kept)?;
    let turn = table.assignment().as_ref().map(Turn::from);
    Ok(Acted { stored: Some(table.stored()), state: table.state(None), turn })
}

/// A text as a QR code.
pub fn qr(QrRequest { text }: QrRequest) -> Result<QrCode, Problem> {
    Ok(QrCode::of(&text)?)
}

/// A wish to play again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rematch {
    stored: StoredTable,
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    swap: bool,
    moment: MomentInput,
}

/// The old table with its link, and the new one.
#[derive(Serialize)]
pub struct Rematched {
    old: StoredTable,
    new: Created,
}

/// Sets up the next game of the same players.
pub fn rematch(Rematch { stored, token, swap, moment }: Rematch) -> Result<Rematched, Problem> {
    let mut kept = stored.clone();
    let table = Table::open(stored)?;
    let caller = token.as_deref().map_or(Caller::Anybody, Caller::Token);
    match table.rematch(swap, None, caller, &moment.moment()?)? {
        NextGame::Open { old, new } => {
            apply(&old.change, &mut kept)?;
            let new = Created {
                stored: new.table.stored(),
                state: new.table.state(None),
                turn: new.table.assignment().as_ref().map(Turn::from),
                tokens: new.tokens,
            };
            Ok(Rematched { old: kept, new })
        }
        // Nobody else plays in this browser, so there is no other table to join.
        NextGame::Join(_) => Err(Problem::new("internal", 500, "there is nobody to join")),
    }
}

/// A place in a table's game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewAt {
    stored: StoredTable,
    at: u32,
}

/// The position after the first `at` events.
pub fn view_at(ViewAt { stored, at }: ViewAt) -> Result<View, Problem> {
    Ok(Course::replay_to(&stored.record(), Some(at))?.view())
}

/// A game in another format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportInput {
    file: Import,
    moment: MomentInput,
}

/// A table of a file.
pub fn import(ImportInput { file, moment }: ImportInput) -> Result<Created, Problem> {
    let Import { format, game, text, seats } = file;
    let record = exchange::read_record(&format, game.as_deref(), &text)?;
    let seats = seats.unwrap_or_else(Seats::people);
    let (terms, invite) = (Terms::default(), Vec::new());
    let setup = Setup { game, rules: None, seats, record: Some(record), options: None, terms, invite };
    created(setup, &moment.moment()?)
}

/// A wish for a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportInput {
    stored: StoredTable,
    format: String,
}

/// A file.
#[derive(Serialize)]
pub struct File {
    name: String,
    media_type: &'static str,
    text: String,
}

/// The game as a file.
pub fn export(ExportInput { stored, format }: ExportInput) -> Result<File, Problem> {
    let table = Table::open(stored)?;
    let file = exchange::write(&table.public_record(), &format)?;
    let name = format!("{}-{}.{}", table.course().entry().id(), table.id(), file.format);
    Ok(File { name, media_type: file.media_type, text: file.text })
}
