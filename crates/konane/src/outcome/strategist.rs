//! Writes certificates: the winner's moves, as far as a search remembers them.

use banmen_core::{Limits, Stop};

use crate::board::{Board, Stone};
use crate::engine::Effort;
use crate::outcome::prover::Prover;
use crate::verify::{Certificate, Checked, Claim, Guide, Refusal, Setup, State, Walk, Worths};

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

    fn wins(&mut self, state: &State, worths: &Worths, to_move: Stone) -> Result<bool, Stop> {
        self.prover.solve_parts(&state.parts, state.value, &worths.arena, to_move, self.limits)
    }
}

impl Guide for Strategist<'_> {
    fn choose(&mut self, options: &[State], worths: &Worths) -> Result<Option<usize>, Stop> {
        // What is left to play for, from little to much, so that the strategy is short.
        let mut order: Vec<usize> = (0..options.len()).collect();
        let stones = |board: &Board| board.count(Stone::Black) + board.count(Stone::White);
        order.sort_by_key(|&index| options[index].parts.iter().map(stones).sum::<usize>());
        for &index in &order {
            let State { parts, value } = &options[index];
            if self.prover.known(parts, *value, &worths.arena, Stone::White, self.limits)? == Some(false) {
                self.note(index);
                return Ok(Some(index));
            }
        }
        for &index in &order {
            if !self.wins(&options[index], worths, Stone::White)? {
                self.note(index);
                return Ok(Some(index));
            }
        }
        Ok(None)
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
        let strategist = Strategist { prover: self, limits, moves: Vec::new() };
        let mut walk = Walk::new(Worths::new(setup.jumps, captures), strategist, limits, &mut told);
        for claim in claims {
            walk.follow(setup, claim)?;
        }
        let moves = walk.into_guide().moves;
        Ok(Certificate { setup: *setup, captures, claims: claims.to_vec(), moves })
    }
}
