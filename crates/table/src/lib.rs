//! What may happen at a table: who may do what, and what follows from it.
//!
//! This crate is a state machine without a clock, a thread, a socket, a file or a source of random numbers. A [`Table`] is
//! a [`StoredTable`] whose game has been replayed. A [`Command`] goes in, together with who sent it and what only the
//! outside knows (a [`Moment`]: the time, and random bytes); out come the [`Change`] to store, the table afterwards, and the
//! thinking to start or stop. The same machine serves the server, which keeps tables in a database, and the page without a
//! server, which keeps them in the browser.
//!
//! # A host's loop
//!
//! 1. Load the stored table and [`Table::open`] it.
//! 2. [`Table::act`] on the command. An error means that nothing happens.
//! 3. Store [`Changed::change`] by compare-and-set on the version. On a conflict somebody else was faster: load again.
//! 4. Only now show [`Changed::table`], tell the watchers, and do as [`Step::think`] says.
//!
//! Several hosts can share one store that way, and a host that stops between two steps loses nothing.
//!
//! ```
//! use banmen_table::{Caller, Command, Moment, SeatSpec, Seats, Setup, Table, Terms, Think};
//!
//! // The outside: a time, and fresh random bytes for each command.
//! let mut ticks = 0..;
//! let mut moment = || Moment { now_ms: 1_790_000_000_000, random: [ticks.next().unwrap(); 32] };
//!
//! // Somebody plays gomoku against the computer.
//! let setup = Setup {
//!     game: Some("gomoku".to_owned()),
//!     rules: Some(serde_json::json!({"size": 9})),
//!     seats: Seats { first: SeatSpec::Human {}, second: SeatSpec::Level { level: "classic".to_owned() } },
//!     record: None,
//!     options: None,
//!     terms: Terms::default(),
//!     invite: Vec::new(),
//! };
//! let opened = setup.open(&moment())?;
//! let (mut stored, token) = (opened.table.stored(), opened.tokens.first.unwrap());
//!
//! // A move. The host stores the change before anybody hears of it.
//! let table = Table::open(stored.clone())?;
//! let play = Command::Play { version: 0, text: "e5".to_owned(), thought_ms: None };
//! let step = table.act(play.clone(), Caller::Token(&token), &moment())?;
//! let changed = step.changed.unwrap();
//! assert!(changed.change.apply(&mut stored));
//!
//! // The computer thinks, wherever the host lets it think.
//! let [Think::Stop, Think::Start(assignment)] = &step.think[..] else { panic!() };
//! let entry = changed.table.course().entry();
//! let mut player = entry.player(&assignment.level, &stored.rules, 1)?;
//! let chosen = player.choose(changed.table.course().game(), &assignment.limits(), &mut |_| ());
//! let answer = Command::Answer { assignment: assignment.clone(), text: chosen };
//! let step = changed.table.act(answer, Caller::Host, &moment())?;
//! assert!(step.changed.unwrap().change.apply(&mut stored));
//!
//! // What is kept replays to the same game, and a late move changes nothing.
//! let table = Table::open(stored)?;
//! assert_eq!((table.version(), table.course().rows().len()), (2, 2));
//! assert!(table.act(play, Caller::Token(&token), &moment()).is_err());
//! # Ok::<(), banmen_table::TableError>(())
//! ```

mod assignment;
mod clock;
mod command;
mod company;
mod course;
mod demo;
mod error;
pub mod exchange;
mod job;
mod meeting;
mod moment;
pub mod names;
mod next_game;
mod passes;
mod qr;
mod requests;
mod seats;
mod setup;
mod stored;
mod study;
mod summary;
mod table;
mod table_change;
mod view_change;
mod wire;

pub use assignment::{Assignment, Pause};
pub use clock::{Clock, ClockReading, Remaining, Running, TimeControl};
pub use command::{Caller, Changed, Command, Step, Think};
pub use course::{Course, MoveRow};
pub use demo::{Demo, demos};
pub use error::TableError;
pub use job::{Finished, Hint, JobRequest, Order, Reporter, ToolInfo, tools};
pub use meeting::{Meeting, Names, Offer, Offers, Pace, Phrase, Terms, clean_name};
pub use moment::{Moment, date, rfc3339};
pub use names::TokenHash;
pub use next_game::NextGame;
pub use passes::{Keys, Pass, SatDown};
pub use qr::{QrCode, QrRequest};
pub use requests::*;
pub use seats::{SeatSpec, Seats};
pub use setup::{Opened, SEALED_FROM, Setup};
pub use stored::{Change, StoredTable};
pub use study::{CheckStudy, CheckedStudy, DrawRequest, Drawn, ReadStudy, StudyFile, WriteStudy};
pub use summary::{Picture, Summary, TableSummary};
pub use table::Table;
pub use table_change::TableChange;
pub use view_change::{Group, ViewChange};
pub use wire::*;
