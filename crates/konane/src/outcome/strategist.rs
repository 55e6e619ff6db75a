//! Writes certificates: the winner's moves, as far as a search remembers them.

use banmen_core::{Limits, Stop};

use crate::board::{Board, Stone};
use crate::engine::Effort;
use crate::outcome::prover::Prover;
use crate::outcome::search::BlackMove;
use crate::verify::{Certificate, Checked, Claim, Guide, Move, Refusal, Setup, State, Walk, Worths};

/// Names the winner's moves by what a prover knows, and has it search again for what it has forgotten.
struct Strategist<'a> {
    prover: &'a mut Prover,
    limits: &'a Limits,
    moves: Vec<u8>,
}

impl Strategist<'_> {
    fn note(&mut self, index: usize) {
        let mut rest = index;
        while rest >= 0x80 {
            self.moves.push(0x80 | (rest & 0x7f) as u8);
            rest >>= 7;
        }
        self.moves.push(rest as u8);
    }

    /// The move with the least left to play for of those that are known to win, so that the strategy is short. The search splits
    /// what moves lead to far faster than the walk would.
    fn known(&mut self, state: &State, moves: &[Move], worths: &Worths) -> Result<Option<usize>, Stop> {
        let moves: Vec<BlackMove> = moves
            .iter()
            .map(|made| match made {
                Move::Jump(part, after) => BlackMove { jump: Some((*part, *after)), value: state.value },
                Move::Value(value) => BlackMove { jump: None, value: *value },
            })
            .collect();
        let chosen = self.prover.known_to_win(&state.parts, &moves, &worths.arena, self.limits)?;
        chosen.inspect(|&index| self.note(index));
        Ok(chosen)
    }

    /// The first option that can be proved to be lost for the other player.
    fn proved(&mut self, options: &[State], worths: &Worths) -> Result<Option<usize>, Stop> {
        for index in from_little_to_much(options) {
            if !self.wins(&options[index], worths, Stone::White)? {
                self.note(index);
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn wins(&mut self, state: &State, worths: &Worths, to_move: Stone) -> Result<bool, Stop> {
        self.prover.solve_parts(&state.parts, state.value, &worths.arena, to_move, self.limits)
    }
}

/// The order of options by how many stones are left to play with.
fn from_little_to_much(options: &[State]) -> Vec<usize> {
    let stones = |board: &Board| board.count(Stone::Black) + board.count(Stone::White);
    let mut order: Vec<usize> = (0..options.len()).collect();
    order.sort_by_key(|&index| options[index].parts.iter().map(stones).sum::<usize>());
    order
}

impl Guide for Strategist<'_> {
    fn choose(&mut self, state: &State, moves: &[Move], worths: &mut Worths) -> Result<Option<usize>, Stop> {
        if let Some(index) = self.known(state, moves, worths)? {
            return Ok(Some(index));
        }
        // Forgotten, or never needed. Proving the win again names a move; trying the moves would mean to refute many in vain.
        if self.wins(state, worths, Stone::Black)?
            && let Some(index) = self.known(state, moves, worths)?
        {
            return Ok(Some(index));
        }
        let options: Vec<State> = moves.iter().map(|chosen| state.after(chosen, worths)).collect();
        self.proved(&options, worths)
    }

    fn choose_start(&mut self, starts: &[State], worths: &Worths) -> Result<Option<usize>, Stop> {
        for index in from_little_to_much(starts) {
            let State { parts, value } = &starts[index];
            let stays = [BlackMove { jump: None, value: *value }];
            if self.prover.known_to_win(parts, &stays, &worths.arena, self.limits)?.is_some() {
                self.note(index);
                return Ok(Some(index));
            }
        }
        self.proved(starts, worths)
    }

    fn choose_list(&mut self, lists: &[Vec<State>], worths: &Worths) -> Result<Option<usize>, Stop> {
        for (index, list) in lists.iter().enumerate() {
            let mut won = true;
            for state in list {
                won = won && self.wins(state, worths, Stone::Black)?;
            }
            if won {
                self.note(index);
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

impl Prover {
    /// Writes down how the winner wins, for claims that this prover has just decided.
    pub fn certificate(
        &mut self,
        setup: &Setup,
        claims: &[Claim],
        limits: &Limits,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<Certificate, Refusal> {
        let captures = self.follows_captures();
        let budget = limits.start();
        let mut told = |checked: &Checked| {
            report(&Effort {
                positions: checked.moves + checked.replies,
                elapsed: budget.elapsed(),
                ..Effort::default()
            });
        };
        // What restraint decides has to be spelled out all the same, and the search then finds shorter strategies without it.
        self.restrain(false);
        let strategist = Strategist { prover: self, limits, moves: Vec::new() };
        let mut walk = Walk::new(Worths::new(setup.jumps, captures), strategist, limits, &mut told);
        let followed = claims.iter().try_for_each(|claim| walk.follow(setup, claim));
        let Strategist { prover, moves, .. } = walk.into_guide();
        prover.restrain(true);
        followed?;
        Ok(Certificate { setup: *setup, captures, claims: claims.to_vec(), moves })
    }
}
