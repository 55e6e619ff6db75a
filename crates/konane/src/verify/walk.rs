//! The walk through everything that the loser can do.

use std::collections::HashSet;
use std::fmt;

use banmen_cgt::{Notation, Outcome, Value};
use banmen_core::{Budget, Limits, Stop};

use super::file::{Certificate, Claim, Setup};
use super::parts::{Worths, normal};
use crate::board::{Board, Stone};

/// A position as a sum: parts in normal form, sorted, and a value. The winner has the black stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The parts with many stones.
    pub parts: Vec<Board>,
    /// What the rest is worth.
    pub value: Value,
}

impl State {
    /// A sum in the order of its parts, without those that cancel.
    fn of(mut parts: Vec<Board>, value: Value) -> State {
        parts.sort_unstable();
        let mut index = 0;
        while index < parts.len() {
            let negative = normal(&parts[index].colours_swapped());
            match (index + 1..parts.len()).find(|&other| parts[other] == negative) {
                Some(other) => {
                    parts.remove(other);
                    parts.remove(index);
                }
                None => index += 1,
            }
        }
        State { parts, value }
    }
}

/// Names the winner's moves.
pub trait Guide {
    /// Which of these options to choose; the loser is to move in each of them. `None` if there is no answer.
    fn choose(&mut self, options: &[State], worths: &Worths) -> Result<Option<usize>, Stop>;

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
    won: HashSet<State>,
    /// The same with Black to move.
    won_to_move: HashSet<State>,
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
            won: HashSet::new(),
            won_to_move: HashSet::new(),
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
            let chosen = self.guide.choose(&list, &self.worths)?;
            let state = chosen.and_then(|index| list.get(index)).ok_or_else(|| self.no_opening(list.len()))?;
            self.settle(state, false)?;
        }
        Ok(())
    }

    fn no_opening(&mut self, count: usize) -> Refusal {
        self.wrong(None, &format!("none of the {count} openings is named"))
    }

    /// What a position becomes by each move of a player, in a fixed order: part by part, jump by jump, then the options
    /// of the value by their names.
    fn options(&mut self, state: &State, mover: Stone) -> Vec<State> {
        let mut options = Vec::new();
        for (index, part) in state.parts.iter().enumerate() {
            if index > 0 && state.parts[index - 1] == *part {
                // The same moves as in the part before.
                continue;
            }
            for (_, after) in part.options(mover, self.worths.jumps()) {
                let (mut parts, value) = self.worths.split_after(part, &after, state.value);
                parts
                    .extend(state.parts.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, part)| *part));
                options.push(State::of(parts, value));
            }
        }
        let arena = &mut self.worths.arena;
        let values = match mover {
            Stone::Black => arena.left_options(state.value),
            Stone::White => arena.right_options(state.value),
        };
        let mut named: Vec<(String, Value)> =
            values.into_iter().map(|value| (arena.name(value, Notation::Ascii), value)).collect();
        named.sort();
        options.extend(named.into_iter().map(|(_, value)| State { parts: state.parts.clone(), value }));
        options
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
        let all = self.checked.moves + self.checked.replies;
        if all.is_multiple_of(CHECK_EVERY) {
            (self.report)(&self.checked);
            self.budget.stop(all).map_or(Ok(()), Err)?;
        }
        self.depth += 1;
        if winner_moves {
            let options = self.options(state, Stone::Black);
            self.checked.moves += 1;
            let chosen = self.guide.choose(&options, &self.worths)?;
            let Some(next) = chosen.and_then(|index| options.get(index)) else {
                let why = match chosen {
                    Some(index) => format!("move {} is named, but there are only {}", index + 1, options.len()),
                    None => "no move is named: the certificate ends here".to_owned(),
                };
                return Err(self.wrong(Some((state, winner_moves)), &why));
            };
            self.settle(next, false)?;
            self.won_to_move.insert(state.clone());
        } else {
            self.checked.replies += 1;
            for option in self.options(state, Stone::White) {
                self.settle(&option, true)?;
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

impl Guide for Reader<'_> {
    fn choose(&mut self, _: &[State], _: &Worths) -> Result<Option<usize>, Stop> {
        let mut index = 0;
        for shift in (0..usize::BITS - 7).step_by(7) {
            let Some((&byte, rest)) = self.moves.split_first() else { return Ok(None) };
            self.moves = rest;
            index |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn choose_list(&mut self, _: &[Vec<State>], worths: &Worths) -> Result<Option<usize>, Stop> {
        self.choose(&[], worths)
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
