use std::time::Duration;

use banmen_core::{Nonce, Seat};

use crate::{Assignment, Change, Offer, Pace, Table};

/// Who sends a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller<'a> {
    /// Somebody who shows a seat's token.
    Token(&'a str),
    /// Somebody who shows nothing.
    Anybody,
    /// The program that keeps the table, on behalf of its computers.
    Host,
}

/// What somebody wants to happen at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a move; the draws that follow from it happen at once.
    Play {
        /// The version of the table that the move answers.
        version: u64,
        /// The move in the game's notation.
        text: String,
        /// How long the mover's own program says that they thought, in milliseconds. What the network took is not charged,
        /// within bounds.
        thought_ms: Option<i64>,
    },
    /// Takes back to the caller's previous decision, past a computer's answer.
    Undo {
        /// The version of the table that it is about.
        version: u64,
        /// To take back a person's answer as well: that person's token.
        consent: Option<String>,
    },
    /// Gives up.
    Resign {
        /// The version of the table that it is about.
        version: u64,
    },
    /// Ends a game that has hardly begun: not both players have moved.
    Abort {
        /// The version of the table that it is about.
        version: u64,
    },
    /// Offers something to the opponent, or accepts what the opponent offers.
    Offer {
        /// The version of the table that it is about.
        version: u64,
        /// What.
        offer: Offer,
    },
    /// Declines what the opponent offers, or withdraws the caller's own offer.
    Decline {
        /// What.
        offer: Offer,
    },
    /// Takes the win from an opponent who has to move and is not there.
    Claim {
        /// The version of the table that it is about.
        version: u64,
        /// For how long the opponent has been away, as the host knows.
        away: Duration,
        /// How long the host has players wait.
        patience: Duration,
    },
    /// Adds the caller's own random number to the draws of the game. Before the first draw, once for each seat.
    Contribute {
        /// The number.
        nonce: Nonce,
    },
    /// Tells what the caller is called.
    Rename {
        /// The name; empty for none.
        name: String,
    },
    /// Ends the game of a player whose time is up. Only the host may send it; sent too early it changes nothing.
    Flag,
    /// Does not charge the time between two moments, in which nobody could move. Only the host may send it.
    Resume {
        /// Milliseconds since 1970.
        from_ms: i64,
        /// Milliseconds since 1970.
        to_ms: i64,
    },
    /// Lets a game of two computers pause, go one move on, or go on.
    Pace {
        /// How it goes on.
        pace: Pace,
    },
    /// Lets the thinking computer play its best move so far at once.
    Hurry,
    /// The computer's answer to an [`Assignment`]. Only the host may send it.
    Answer {
        /// The assignment that was carried out.
        assignment: Assignment,
        /// The move chosen; `None` if the player failed.
        text: Option<String>,
    },
}

/// What follows from a command.
#[derive(Debug)]
pub struct Step {
    /// The change of the table, if there is one.
    pub changed: Option<Changed>,
    /// What the computers do now, in order.
    pub think: Vec<Think>,
}

/// A table after a change that has still to be stored. Only when the store has taken it did it happen.
#[derive(Debug)]
pub struct Changed {
    /// What to store.
    pub change: Change,
    /// The table afterwards.
    pub table: Table,
}

/// What a host does about thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Think {
    /// Whatever a computer thinks about at this table is no longer wanted.
    Stop,
    /// The thinking computer plays its best move so far.
    Hurry,
    /// A computer begins to think.
    Start(Assignment),
}

impl Step {
    /// Nothing follows.
    pub(crate) const fn nothing() -> Step {
        Step { changed: None, think: Vec::new() }
    }

    /// The seat that is to think now, if the step starts a computer.
    pub fn starts(&self) -> Option<Seat> {
        self.think.iter().find_map(|think| match think {
            Think::Start(assignment) => Some(assignment.seat),
            Think::Stop | Think::Hurry => None,
        })
    }
}
