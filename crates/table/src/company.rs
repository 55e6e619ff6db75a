//! What people do at a table beside playing: offers, going away, and the time that runs meanwhile.

use banmen_core::{Agreement, Event, Nonce, Seat, Turn};

use crate::{Clock, Command, Course, Meeting, Moment, Offer, Step, Table, TableError, Terms, clean_name};

impl Course {
    /// Whether each player has decided something.
    pub fn both_moved(&self) -> bool {
        Seat::BOTH.iter().all(|&seat| self.rows().iter().any(|row| row.seat == Some(seat)))
    }

    /// A stopped clock, running again for whoever has to move now.
    pub(crate) fn restart(&self, clock: Clock, now_ms: i64) -> Clock {
        match self.turn() {
            Turn::Seat { seat } if self.both_moved() => clock.started(seat, now_ms),
            Turn::Seat { .. } | Turn::Chance | Turn::Over { .. } => clock,
        }
    }
}

impl Table {
    /// What the next game of the same players keeps.
    pub(crate) fn terms(&self, swap: bool) -> Terms {
        let Meeting { clock, apart, listed, names, .. } = self.meeting().clone();
        let names = if swap { names.swapped() } else { names };
        Terms { clock: clock.map(|clock| clock.control), apart, listed, names }
    }

    /// The clock after an event that leads to this course; the player whose flag had fallen before as an error.
    pub(crate) fn clock_after(
        &self,
        event: &Event,
        course: &Course,
        thought_ms: Option<i64>,
        now_ms: i64,
    ) -> Result<Option<Clock>, Seat> {
        let Some(clock) = self.meeting().clock else { return Ok(None) };
        let seat = match (event, clock.running) {
            (Event::Timeout(seat), _) => return Ok(Some(clock.fell(*seat))),
            (Event::Move(_), Some(running)) => running.seat,
            (Event::Move(_) | Event::Chance(_), _) => return Ok(Some(course.restart(clock, now_ms))),
            (Event::Resign(_) | Event::Absent(_) | Event::End(_), _) => return Ok(Some(clock.stopped(now_ms))),
        };
        let pressed = clock.pressed(now_ms, thought_ms).ok_or(seat)?;
        // A turn of several decisions is one turn.
        Ok(Some(if course.turn() == Turn::of(seat) { clock } else { course.restart(pressed, now_ms) }))
    }

    /// Checks that two people play from two places and have not ended their game.
    fn between_people(&self) -> Result<(), TableError> {
        match () {
            () if !(self.meeting().apart && self.seats().only_people()) => Err(TableError::NotApart),
            () if self.is_over() => Err(TableError::GameOver),
            () => Ok(()),
        }
    }

    /// Whether the seat is a person's and nobody holds it.
    pub fn is_vacant(&self, seat: Seat) -> bool {
        self.seats().of(seat).is_human() && !self.tokens().iter().any(|(whose, _)| *whose == seat)
    }

    /// Whether two people play from two places and have not ended their game. Then there are no hints.
    pub fn is_contested(&self) -> bool {
        self.between_people().is_ok()
    }

    /// Whether a player who has to move and is away can lose by it.
    pub fn may_be_claimed(&self) -> bool {
        let correspondence = self.meeting().clock.is_some_and(|clock| clock.control.is_correspondence());
        self.between_people().is_ok() && !correspondence && self.course().both_moved()
    }

    /// What a player does about the other one.
    pub(crate) fn company(&self, command: &Command, seat: Seat, moment: &Moment) -> Result<Step, TableError> {
        match *command {
            Command::Abort { version } => {
                self.current(version)?;
                if self.is_over() {
                    return Err(TableError::GameOver);
                }
                if self.course().both_moved() {
                    return Err(TableError::NotNow("both players have moved, so the game can no longer be aborted"));
                }
                self.happen(Event::End(Agreement::Abort), None, moment)
            }
            Command::Offer { version, offer } => {
                self.between_people()?;
                self.current(version)?;
                self.offer(offer, seat, moment)
            }
            Command::Decline { offer } => {
                self.between_people()?;
                let mut meeting = self.meeting().clone();
                let by = meeting.offers.by_mut(offer).take();
                let by = by.ok_or(TableError::NotNow("nobody offers this any more"))?;
                meeting.offers.spent.push((offer, by));
                Ok(self.met(meeting))
            }
            Command::Claim { version, away, patience } => {
                self.between_people()?;
                self.current(version)?;
                if self.meeting().clock.is_some_and(|clock| clock.control.is_correspondence()) {
                    return Err(TableError::NotNow("players of a correspondence game need not be present"));
                }
                if !self.course().both_moved() {
                    return Err(TableError::NotNow("the game has hardly begun; abort it instead"));
                }
                if self.turn() != Turn::of(seat.other()) {
                    return Err(TableError::NotNow("it is not the absent player's turn"));
                }
                if away < patience {
                    return Err(TableError::NotNow("the opponent has not been away for long enough"));
                }
                self.happen(Event::Absent(seat.other()), None, moment)
            }
            Command::Contribute { nonce } => self.contribute(nonce, seat),
            Command::Rename { ref name } => {
                let mut meeting = self.meeting().clone();
                *meeting.names.of_mut(seat) = clean_name(name);
                Ok(if meeting == *self.meeting() { Step::nothing() } else { self.met(meeting) })
            }
            _ => Err(TableError::Broken("not a command about company".to_owned())),
        }
    }

    /// Adds a player's number to the draws. It came before the first of them, or it comes too late.
    fn contribute(&self, nonce: Nonce, seat: Seat) -> Result<Step, TableError> {
        let mut meeting = self.meeting().clone();
        match meeting.nonces.of(seat) {
            Some(known) if known == nonce => return Ok(Step::nothing()),
            Some(_) => return Err(TableError::NotNow("this seat has contributed to the draws already")),
            None => {}
        }
        if self.is_over() || self.seal_note().is_none() {
            return Err(TableError::NotNow("there are no draws to contribute to"));
        }
        if self.has_drawn() {
            return Err(TableError::NotNow("chance has decided already, so a contribution comes too late"));
        }
        *meeting.nonces.of_mut(seat) = Some(nonce);
        Ok(self.met(meeting))
    }

    fn offer(&self, offer: Offer, seat: Seat, moment: &Moment) -> Result<Step, TableError> {
        let offers = &self.meeting().offers;
        if offers.by(offer) == Some(seat.other()) {
            return match offer {
                Offer::Draw => self.happen(Event::End(Agreement::Draw), None, moment),
                Offer::Takeback => self.take_back(seat.other(), true, moment),
            };
        }
        if offers.by(offer) == Some(seat) {
            return Err(TableError::NotNow("this is offered already"));
        }
        if offers.spent.contains(&(offer, seat)) {
            return Err(TableError::NotNow("this was declined; it can be offered again after the next move"));
        }
        match offer {
            Offer::Draw if !self.course().both_moved() => {
                return Err(TableError::NotNow("a draw can be offered once both players have moved"));
            }
            Offer::Draw => {}
            Offer::Takeback => {
                self.course()
                    .undo_point(seat, true, self.public_record().seal.is_some())
                    .map_err(TableError::NothingToUndo)?;
            }
        }
        let mut meeting = self.meeting().clone();
        *meeting.offers.by_mut(offer) = Some(seat);
        Ok(self.met(meeting))
    }

    /// What the host does about the clock.
    pub(crate) fn time(&self, command: &Command, moment: &Moment) -> Result<Step, TableError> {
        let Some(clock) = self.meeting().clock.filter(|_| !self.is_over()) else { return Ok(Step::nothing()) };
        match *command {
            Command::Flag => match clock.fallen(moment.now_ms) {
                Some(seat) => self.happen(Event::Timeout(seat), None, moment),
                None => Ok(Step::nothing()),
            },
            Command::Resume { from_ms, to_ms } => {
                let clock = clock.without(from_ms, to_ms);
                Ok(self.met(Meeting { clock: Some(clock), ..self.meeting().clone() }))
            }
            _ => Err(TableError::Broken("not a command about time".to_owned())),
        }
    }
}
