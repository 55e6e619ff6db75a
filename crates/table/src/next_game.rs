use crate::setup::Opened;
use crate::{Caller, Changed, Moment, Setup, Table, TableError, Tokens};

/// The answer to somebody who asks to play again.
#[derive(Debug)]
pub enum NextGame {
    /// The other person asked first: this is what opens the caller's seat there.
    Join(Tokens),
    /// A new table, stored together with the old table's link to it, so that two who ask at the same moment cannot both
    /// set one up. Whoever loses that race asks again and joins.
    Open {
        /// The old table with its link.
        old: Box<Changed>,
        /// The new table and what opens the caller's seat there.
        new: Box<Opened>,
    },
}

impl Table {
    /// Asks for another game of the same players under the same rules, once this one is over.
    ///
    /// `next` is the table that [`Table::next`] names, if it names one. Each token opens the same player's seat at the new
    /// table; a caller is given none but their own.
    pub fn rematch(
        &self,
        swap: bool,
        next: Option<&Table>,
        caller: Caller,
        moment: &Moment,
    ) -> Result<NextGame, TableError> {
        self.entitled(caller)?;
        if !self.is_over() {
            return Err(TableError::GameNotOver);
        }
        let token = match caller {
            Caller::Token(token) => Some(token),
            Caller::Anybody | Caller::Host => None,
        };
        // Somebody who plays the computer or watches two of them meets nobody, and gets a new game each time.
        if let (Some(next), Some(token)) = (next, token)
            && self.seats().only_people()
            && self.next() == Some(next.id())
            && !next.is_over()
        {
            return Ok(NextGame::Join(Tokens::of(next.seat_of(token)?, token)));
        }
        let record = self.public_record();
        let setup = Setup {
            game: Some(record.game),
            rules: Some(record.rules),
            seats: if swap { self.seats().swapped() } else { self.seats().clone() },
            record: None,
            options: Some(self.options().clone()),
            terms: self.terms(swap),
            invite: Vec::new(),
        };
        let tokens = self.tokens().iter().map(|&(seat, hash)| (if swap { seat.other() } else { seat }, hash));
        let new = setup.open_for(tokens.collect(), Vec::new(), moment)?;
        let tokens = match token {
            Some(token) => Tokens::of(new.table.seat_of(token)?, token),
            None => Tokens::default(),
        };
        let old = Box::new(self.followed_by(&new.table));
        Ok(NextGame::Open { old, new: Box::new(Opened { tokens, ..new }) })
    }
}
