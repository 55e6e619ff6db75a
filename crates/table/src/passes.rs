//! How seats change hands. A seat is opened by one token, which one browser holds. A pass lets somebody take a seat once: an
//! invitation to a seat on which nobody sits, or a code with which its holder moves it to another device. Whoever uses a pass
//! gets a token of their own, and the token before it opens nothing any more.

use banmen_core::Seat;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    Caller, Change, Changed, Holders, Moment, PassMade, StoredTable, Table, TableError, TokenHash, Tokens, clean_name,
    names,
};

/// How long a code to be typed can be used, in milliseconds.
const CODE_MS: i64 = 10 * 60 * 1000;

/// What lets somebody sit down once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// The seat.
    pub seat: Seat,
    /// The hash of the invitation or code.
    pub hash: TokenHash,
    /// The end of its time, in milliseconds since 1970; an invitation has none.
    #[serde(default)]
    pub until: Option<i64>,
}

/// What opens the seats of a table now, and what lets somebody sit down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys {
    /// The tokens, one for each seat that is taken.
    pub tokens: Vec<(Seat, TokenHash)>,
    /// The passes, one for each seat at most.
    pub passes: Vec<Pass>,
}

/// Somebody who sat down.
#[derive(Debug)]
pub struct SatDown {
    /// The change to store; `None` if the same browser asks once more, because the first answer was lost.
    pub changed: Option<Changed>,
    /// What opens the seat.
    pub tokens: Tokens,
}

/// A sign of who holds a seat, which tells nothing about the token: eight hexadecimal digits.
fn sign_of(token: &TokenHash) -> String {
    let mut hasher = Sha256::new();
    hasher.update(b"banmen-holder-v1");
    hasher.update(token.0);
    hasher.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Table {
    /// Who holds the seats of people.
    pub fn holders(&self) -> Holders {
        let sign = |seat| self.keys().tokens.iter().find(|(whose, _)| *whose == seat).map(|(_, token)| sign_of(token));
        Holders { first: sign(Seat::First), second: sign(Seat::Second) }
    }

    /// Takes the seat that a pass is for. Whoever held it before holds it no more.
    ///
    /// The caller may choose the token and then ask again when no answer came; otherwise one is made.
    pub fn sit(&self, pass: &str, token: Option<&str>, moment: &Moment) -> Result<SatDown, TableError> {
        if let Some(again) = self.sits_already(token)? {
            return Ok(again);
        }
        let hash = TokenHash::of(pass);
        let pass = self.passes().iter().find(|known| known.hash == hash);
        let pass = pass.filter(|pass| pass.until.is_none_or(|until| moment.now_ms <= until));
        let seat = pass.ok_or(TableError::WrongPass)?.seat;
        Ok(self.seated(seat, token, None, moment))
    }

    /// Takes an empty seat of a table that is shown to strangers, under a name if the caller has one.
    ///
    /// The caller may choose the token, as for [`Table::sit`].
    pub fn join(&self, name: Option<&str>, token: Option<&str>, moment: &Moment) -> Result<SatDown, TableError> {
        if let Some(again) = self.sits_already(token)? {
            return Ok(again);
        }
        if !self.meeting().listed {
            return Err(TableError::WrongPass);
        }
        if self.is_over() {
            return Err(TableError::GameOver);
        }
        let seat = Seat::BOTH.into_iter().find(|&seat| self.is_vacant(seat)).ok_or(TableError::SeatTaken)?;
        Ok(self.seated(seat, token, name.and_then(clean_name), moment))
    }

    /// The answer once more to somebody who sits here already and did not get it.
    fn sits_already(&self, token: Option<&str>) -> Result<Option<SatDown>, TableError> {
        let Some(token) = token else { return Ok(None) };
        if !names::is_token(token) {
            return Err(TableError::Invalid(format!("`token` is {}", names::TOKEN_FORM)));
        }
        let seat = self.seat_of(token).ok();
        Ok(seat.map(|seat| SatDown { changed: None, tokens: Tokens::of(seat, token) }))
    }

    fn seated(&self, seat: Seat, token: Option<&str>, name: Option<String>, moment: &Moment) -> SatDown {
        let token = token.map_or_else(|| names::token(&moment.bytes("token")), str::to_owned);
        let mut keys = self.keys();
        keys.passes.retain(|pass| pass.seat != seat);
        keys.tokens.retain(|(whose, _)| *whose != seat);
        keys.tokens.push((seat, TokenHash::of(&token)));
        let mut stored = self.stored();
        stored.meeting.removed.retain(|whose| *whose != seat);
        if let Some(name) = name {
            match seat {
                Seat::First => stored.meeting.names.first = Some(name),
                Seat::Second => stored.meeting.names.second = Some(name),
            }
        }
        SatDown { changed: Some(self.with_keys_in(stored, keys, moment)), tokens: Tokens::of(seat, &token) }
    }

    /// Makes a pass for a seat: the caller's own, or one on which nobody sits. The pass made before for that seat is void.
    ///
    /// A short one is a code to be typed within ten minutes.
    pub fn make_pass(
        &self,
        seat: Option<Seat>,
        short: bool,
        caller: Caller,
        moment: &Moment,
    ) -> Result<(Changed, PassMade), TableError> {
        let own = self.person(caller)?;
        let seat = seat.unwrap_or(own);
        if seat != own && !self.is_vacant(seat) {
            return Err(TableError::SeatTaken);
        }
        let random = moment.bytes("pass");
        let pass = if short { names::code(&random) } else { names::token(&random) };
        let until = short.then_some(moment.now_ms + CODE_MS);
        let mut keys = self.keys();
        keys.passes.retain(|pass| pass.seat != seat);
        keys.passes.push(Pass { seat, hash: TokenHash::of(&pass), until });
        Ok((self.with_keys(keys, moment), PassMade { pass, seat, until }))
    }

    /// Gives up the caller's seat, which the other player can then invite somebody to.
    pub fn leave(&self, caller: Caller, moment: &Moment) -> Result<Changed, TableError> {
        let seat = self.person(caller)?;
        let mut keys = self.keys();
        keys.tokens.retain(|(whose, _)| *whose != seat);
        keys.passes.retain(|pass| pass.seat != seat);
        Ok(self.with_keys(keys, moment))
    }

    fn keys(&self) -> Keys {
        Keys { tokens: self.tokens().to_vec(), passes: self.passes().to_vec() }
    }

    fn with_keys(&self, keys: Keys, moment: &Moment) -> Changed {
        self.with_keys_in(self.stored(), keys, moment)
    }

    fn with_keys_in(&self, stored: StoredTable, keys: Keys, moment: &Moment) -> Changed {
        let (version, keep) = (stored.version, stored.events.len());
        let Keys { tokens, passes } = keys.clone();
        let kept = StoredTable { version: version + 1, updated_at: moment.now_ms, tokens, passes, ..stored };
        let table = self.kept_as(kept);
        // Who sits where is part of what a list tells.
        let StoredTable { id, meeting, summary, updated_at, .. } = table.stored();
        let events = Vec::new();
        let change = Change { id, version, keep, events, updated_at, summary, meeting, next: None, keys: Some(keys) };
        Changed { change, table }
    }
}
