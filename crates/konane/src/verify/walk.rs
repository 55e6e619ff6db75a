//! The walk through everything that the loser can do.

use std::fmt;

use banmen_cgt::{Notation, Outcome, Value};
use banmen_core::{Budget, Limits, Stop};
use rustc_hash::FxHashSet;

use super::file::{Certificate, Claim, Setup};
use super::parts::Worths;
use super::state::{Move, State};
use crate::board::Stone;

/// Names the winner's moves.
pub trait Guide {
    /// Which of the winner's moves to play. `None` if there is no answer.
    fn choose(&mut self, state: &State, moves: &[Move], worths: &mut Worths) -> Result<Option<usize>, Stop>;

    /// Which of these starts to choose, when the loser is to move in each of them.
    fn choose_start(&mut self, starts: &[State], worths: &Worths) -> Result<Option<usize>, Stop>;

    /// Which of several lists to choose, when the loser then chooses a position of it and the winner is to move.
    fn choose_list(&mut self, lists: &[Vec<State>], worths: &Worths) -> Result<Option<usize>, Stop>;
}

/// What a walk went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Different positions in which the winner was to move: the moves of the strategy.
    pub moves: u64,
    /// Different positions in which the loser was to move.
    pub replies: u64,
}

/// Why a walk came to no good end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The strategy does not win: where, and why.
    Wrong(String),
    /// A limit ended the walk.
    Stopped(Stop),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Wrong(why) => f.write_str(why),
            Refusal::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stopped(stop)
    }
}

/// Positions between two looks at the limits.
const CHECK_EVERY: u64 = 64;
/// The longest name of a value in a message.
const SHOWN_NAME: u128 = 60;

/// A walk with a guide, for one winner after the other.
pub struct Walk<'a, G> {
    worths: Worths,
    guide: G,
    budget: Budget,
    report: &'a mut dyn FnMut(&Checked),
    checked: Checked,
    /// Positions that are won for whoever has the black stones, with White to move.
    won: FxHashSet<State>,
    /// The same with Black to move.
    won_to_move: FxHashSet<State>,
    /// How many moves from the start.
    depth: usize,
    claim: String,
}

impl<'a, G: Guide> Walk<'a, G> {
    /// A walk that has not begun.
    pub fn new(worths: Worths, guide: G, limits: &Limits, report: &'a mut dyn FnMut(&Checked)) -> Walk<'a, G> {
        Walk {
            worths,
            guide,
            budget: limits.start(),
            report,
            checked: Checked::default(),
            won: FxHashSet::default(),
            won_to_move: FxHashSet::default(),
            depth: 0,
            claim: String::new(),
        }
    }

    /// Goes through everything that the loser of a claim can do.
    pub fn follow(&mut self, setup: &Setup, claim: &Claim) -> Result<(), Refusal> {
        self.claim = claim.to_string();
        self.depth = 0;
        let first_wins = claim.first == claim.winner;
        let mut starts = Vec::new();
        for boards in setup.openings() {
            let mut states = Vec::new();
            for board in boards {
                let board = if claim.winner == Stone::White { board.colours_swapped() } else { board };
                let (parts, value) = self.worths.split(&board, true, Value::ZERO);
                states.push(State::of(parts, value));
            }
            starts.push(states);
        }
        if let [states] = starts.as_slice()
            && let [state] = states.as_slice()
        {
            return self.settle(state, first_wins);
        }
        // Whoever starts chooses a list, the other a board of it, and the first player jumps first.
        if first_wins {
            let chosen = self.guide.choose_list(&starts, &self.worths)?;
            let list = chosen.and_then(|index| starts.get(index)).ok_or_else(|| self.no_opening(starts.len()))?;
            return list.iter().try_for_each(|state| self.settle(state, true));
        }
        for list in starts {
            let chosen = self.guide.choose_start(&list, &self.worths)?;
            let state = chosen.and_then(|index| list.get(index)).ok_or_else(|| self.no_opening(list.len()))?;
            self.settle(state, false)?;
        }
        Ok(())
    }

    fn no_opening(&mut self, count: usize) -> Refusal {
        self.wrong(None, &format!("none of the {count} openings is named"))
    }

    /// Checks that Black, whose strategy it is, wins a position.
    fn settle(&mut self, state: &State, winner_moves: bool) -> Result<(), Refusal> {
        if state.parts.is_empty() {
            let outcome = self.worths.arena.outcome(state.value);
            let last = if winner_moves { Outcome::N } else { Outcome::P };
            if outcome == Outcome::L || outcome == last {
                return Ok(());
            }
            return Err(self.wrong(Some((state, winner_moves)), "the loser of the claim wins"));
        }
        let known = if winner_moves { &self.won_to_move } else { &self.won };
        if known.contains(state) {
            return Ok(());
        }
        if state.is_won_outright(winner_moves, &mut self.worths) {
            return Ok(());
        }
        let all = self.checked.moves + self.checked.replies;
        if all.is_multiple_of(CHECK_EVERY) {
            (self.report)(&self.checked);
            self.budget.stop(all).map_or(Ok(()), Err)?;
        }
        self.depth += 1;
        if winner_moves {
            let moves = state.moves(Stone::Black, &mut self.worths);
            self.checked.moves += 1;
            let chosen = self.guide.choose(state, &moves, &mut self.worths)?;
            let Some(next) = chosen.and_then(|index| moves.get(index)) else {
                let why = match chosen {
                    Some(index) => format!("move {} is named, but there are only {}", index + 1, moves.len()),
                    None => "no move is named: the certificate ends here".to_owned(),
                };
                return Err(self.wrong(Some((state, winner_moves)), &why));
            };
            let next = state.after(next, &mut self.worths);
            self.settle(&next, false)?;
            self.won_to_move.insert(state.clone());
        } else {
            self.checked.replies += 1;
            for reply in state.moves(Stone::White, &mut self.worths) {
                let next = state.after(&reply, &mut self.worths);
                self.settle(&next, true)?;
            }
            self.won.insert(state.clone());
        }
        self.depth -= 1;
        Ok(())
    }

    /// A message that says where in the strategy something is wrong.
    fn wrong(&mut self, at: Option<(&State, bool)>, why: &str) -> Refusal {
        let (claim, depth, moves) = (&self.claim, self.depth, self.checked.moves);
        let mut text = format!("{claim}: move {moves} of the strategy, {depth} moves into the game");
        if let Some((state, winner_moves)) = at {
            let arena = &mut self.worths.arena;
            let name = arena.name_within(state.value, Notation::Ascii, SHOWN_NAME).unwrap_or_else(|| "…".to_owned());
            let parts: String = state.parts.iter().map(|part| format!("{} + ", part.line())).collect();
            let to_move = if winner_moves { "the winner" } else { "the loser" };
            text.push_str(&format!(", at {parts}{name} (winner black, {to_move} to move)"));
        }
        Refusal::Wrong(format!("{text}: {why}"))
    }

    /// What it went through.
    pub fn checked(&self) -> Checked {
        self.checked
    }

    /// The guide, when the walk is over.
    pub fn into_guide(self) -> G {
        self.guide
    }
}

/// Reads the winner's moves from a certificate.
struct Reader<'a> {
    moves: &'a [u8],
}

impl Reader<'_> {
    /// The next number, if there is one.
    fn next(&mut self) -> Option<usize> {
        let mut index = 0;
        for shift in (0..usize::BITS - 7).step_by(7) {
            let (&byte, rest) = self.moves.split_first()?;
            self.moves = rest;
            index |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(index);
            }
        }
        None
    }
}

impl Guide for Reader<'_> {
    fn choose(&mut self, _: &State, _: &[Move], _: &mut Worths) -> Result<Option<usize>, Stop> {
        Ok(self.next())
    }

    fn choose_start(&mut self, _: &[State], _: &Worths) -> Result<Option<usize>, Stop> {
        Ok(self.next())
    }

    fn choose_list(&mut self, _: &[Vec<State>], _: &Worths) -> Result<Option<usize>, Stop> {
        Ok(self.next())
    }
}

/// Checks every claim of a certificate.
pub fn check(certificate: &Certificate, limits: &Limits, report: &mut dyn FnMut(&Checked)) -> Result<Checked, Refusal> {
    let worths = Worths::new(certificate.setup.jumps, certificate.captures);
    let mut walk = Walk::new(worths, Reader { moves: &certificate.moves }, limits, report);
    for claim in &certificate.claims {
        walk.follow(&certificate.setup, claim)?;
    }
    let checked = walk.checked();
    let left = walk.into_guide().moves.len();
    if left > 0 {
        return Err(Refusal::Wrong(format!("after the last move of the strategy {left} bytes are left over")));
    }
    Ok(checked)
}
